//! The arrays that attributes of an array name: coordinates, bounds, projections.

use crate::hierarchy::Hierarchy;
use crate::meaning::Description;
use crate::metadata::text::{escape, shape, shorten};
use crate::store::join;

const MOST: usize = 64;

/// An array that an attribute names.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(feature = "explorer", derive(serde::Serialize))]
pub struct RelatedArray {
    pub attribute: &'static str,
    pub name: String,
    pub shape: RelatedShape,
}

#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(feature = "explorer", derive(serde::Serialize))]
#[cfg_attr(feature = "explorer", serde(untagged))]
pub enum RelatedShape {
    Array(Vec<u64>),
    NoArray,
    /// Nobody can tell: it would be above the node that was opened, where nothing is asked for at an address.
    NotKnown,
}

impl RelatedArray {
    pub fn text(&self) -> String {
        let name = shorten(&escape(&self.name), 100);
        match &self.shape {
            RelatedShape::Array(found) => format!("{name} {}", shape(found)),
            RelatedShape::NoArray => format!("{name}, which is not there"),
            RelatedShape::NotKnown => format!("{name}, not looked for above this address"),
        }
    }
}

/// The arrays that attributes of the array at `key` name: beside it, then in groups above. Only documents are read, so loops are harmless.
pub fn related_arrays(hierarchy: &Hierarchy, key: &str, description: &Description) -> Vec<RelatedArray> {
    // At an address the groups above the node that was opened are not looked at, and below an array there is nothing.
    let is_remote = hierarchy.store().is_remote();
    let is_alone = is_remote && key.is_empty();
    let found = |(attribute, name): (&'static str, &str)| {
        let own = name.trim_start_matches('/');
        let is_name = own.len() < 1000 && !own.split('/').any(|part| matches!(part, "" | "." | ".."));
        let mut places = groups(key).filter(|_| is_name && !is_alone).map(|group| join(group, own));
        let shape = places.find_map(|path| hierarchy.describe(&path).kind.array()?.shape.clone().ok());
        let nothing = if is_remote { RelatedShape::NotKnown } else { RelatedShape::NoArray };
        RelatedArray {
            attribute,
            name: name.chars().take(1000).collect(),
            shape: shape.map_or(nothing, RelatedShape::Array),
        }
    };
    description.named().take(MOST).map(found).collect()
}

fn groups(key: &str) -> impl Iterator<Item = &str> {
    let first = key.rsplit_once('/').map_or("", |(group, _)| group);
    // The root is above all of them.
    let below = std::iter::successors(Some(first), |group| group.rsplit_once('/').map(|(above, _)| above))
        .filter(|group| !group.is_empty());
    below.chain([""]).take(crate::limits::LEVELS)
}
