//! The wells of a plate as they are in a store.

use super::image_levels::ome_of;
use crate::hierarchy::{Hierarchy, NodeKind};
use crate::meaning::OmePlate;
use crate::store::join;

/// What is known of a well that a plate lists.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WellState {
    /// It was not looked for yet.
    Listed,
    /// There is no group.
    Missing,
    /// How many images it lists.
    Images(usize),
}

impl WellState {
    /// Looks for the well at a path below a plate. Only documents are read.
    pub fn find(hierarchy: &Hierarchy, plate: &str, path: &str) -> Self {
        let node = hierarchy.describe(&join(plate, path));
        match node.kind {
            NodeKind::Document(_) => {
                Self::Images(ome_of(&node).and_then(|ome| ome.fields).map_or(0, |all| all.len()))
            }
            _ => Self::Missing,
        }
    }

    /// The wells of a plate, in the order of its list. `tell` is called for each of them, with all that are known, and says
    /// whether to go on.
    pub fn find_all(
        hierarchy: &Hierarchy,
        key: &str,
        plate: &OmePlate,
        tell: &mut dyn FnMut(&[Self]) -> bool,
    ) -> Option<Vec<Self>> {
        let mut found = Vec::new();
        for well in &plate.wells {
            found.push(Self::find(hierarchy, key, &well.path));
            if !tell(&found) {
                return None;
            }
        }
        Some(found)
    }
}
