use crate::hierarchy::{Glance, Hierarchy};
use crate::limits::LEVELS;
use crate::meaning::Description;
use crate::metadata::text::{escape, shape, shorten};
use crate::store::join;

const MOST: usize = 64;

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

/// Looks beside the array at `key` and in the groups above. Only documents are read, so loops are harmless.
pub fn related_arrays(hierarchy: &Hierarchy, key: &str, description: &Description) -> Vec<RelatedArray> {
    // At an address, groups above the opened node are not looked at, and there is nothing below an array.
    let is_remote = hierarchy.store().is_remote();
    let is_alone = is_remote && key.is_empty();
    let hierarchy = &hierarchy.remembering();
    let mut related = Vec::new();
    for (attribute, name) in description.named().take(MOST) {
        let own = name.trim_start_matches('/');
        let is_name = own.len() < 1000 && !own.split('/').any(|part| matches!(part, "" | "." | ".."));
        let found = if is_name && !is_alone { find(hierarchy, key, own) } else { None };
        let shape = match found {
            Some(shape) => RelatedShape::Array(shape),
            None if is_remote => RelatedShape::NotKnown,
            None => RelatedShape::NoArray,
        };
        related.push(RelatedArray { attribute, name: name.chars().take(1000).collect(), shape });
    }
    related
}

fn find(hierarchy: &Hierarchy, key: &str, name: &str) -> Option<Vec<u64>> {
    let mut group = key;
    for _ in 0..LEVELS {
        group = group.rsplit_once('/').map_or("", |(above, _)| above);
        if let Glance::Array(shape) = hierarchy.glance(&join(group, name)) {
            return Some(shape.to_vec());
        }
        if group.is_empty() {
            break;
        }
    }
    None
}
