//! What a group has directly below it, in the terms of netCDF: dimensions, coordinates, variables, groups.

use std::collections::{BTreeSet, HashMap, HashSet};

use super::OpenNode;
use crate::hierarchy::Hierarchy;
use crate::metadata::GroupOrArray;

/// So many nodes are opened; at an address, where each takes a request, fewer.
const MOST: usize = 256;
const MOST_AWAY: usize = 32;

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct GroupContents {
    /// Each with the lengths that it has, one if all arrays agree, in the order in which they come.
    pub dimensions: Vec<(String, Vec<u64>)>,
    pub variables: Vec<GroupVariable>,
    pub groups: Vec<String>,
    /// Names beyond those that are looked at.
    pub more: usize,
}

#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[cfg_attr(feature = "explorer", derive(serde::Serialize))]
pub struct GroupVariable {
    pub name: String,
    pub dimensions: Vec<Option<String>>,
    pub shape: Vec<u64>,
    pub data_type: String,
    pub units: Option<String>,
    pub long_name: Option<String>,
    /// Named like its only dimension, or by the attribute `coordinates` of another one.
    pub is_coordinate: bool,
}

impl GroupContents {
    /// `None` where there is neither an array nor a group.
    pub fn read(hierarchy: &Hierarchy, open: &OpenNode) -> Option<Self> {
        if !matches!(open.described(), Some(GroupOrArray::Group(_))) {
            return None;
        }
        let children = hierarchy.children(&open.node.key).ok()?;
        let most = if hierarchy.is_remote() { MOST_AWAY } else { MOST };
        let mut found = Self { more: children.len().saturating_sub(most), ..Self::default() };
        let mut named = BTreeSet::new();
        for child in children.iter().take(most) {
            let own = OpenNode::of_child(hierarchy, child);
            match own.described() {
                Some(GroupOrArray::Group(_)) => found.groups.push(child.name.clone()),
                Some(GroupOrArray::Array(_)) => {
                    let Some(array) = own.usable() else { continue };
                    let mut variable = GroupVariable {
                        name: child.name.clone(),
                        shape: array.metadata.shape.clone(),
                        data_type: array.metadata.data_type.to_string(),
                        ..GroupVariable::default()
                    };
                    if let Some(meaning) = array.meaning() {
                        let is_own =
                            matches!(meaning.dimensions.as_slice(), [Some(name)] if *name == child.name);
                        variable.is_coordinate = is_own;
                        variable.dimensions = meaning.dimensions;
                        named.extend(meaning.description.coordinates);
                        variable.units = meaning.description.units;
                        variable.long_name =
                            meaning.description.long_name.or(meaning.description.standard_name);
                    }
                    found.variables.push(variable);
                }
                None => {}
            }
        }
        let mut places: HashMap<String, usize> = HashMap::new();
        let mut known = HashSet::new();
        for variable in &mut found.variables {
            variable.is_coordinate |= named.contains(&variable.name);
            for (name, size) in variable.dimensions.iter().zip(&variable.shape) {
                let Some(name) = name else { continue };
                let place = *places.entry(name.clone()).or_insert(found.dimensions.len());
                if place == found.dimensions.len() {
                    found.dimensions.push((name.clone(), Vec::new()));
                }
                if known.insert((place, *size))
                    && let Some((_, sizes)) = found.dimensions.get_mut(place)
                {
                    sizes.push(*size);
                }
            }
        }
        if found.variables.is_empty() && found.groups.is_empty() { None } else { Some(found) }
    }
}
