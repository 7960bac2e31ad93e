use std::collections::HashMap;
use std::sync::Arc;

use crate::hierarchy::{Glance, Hierarchy, Node, NodeKind};
use crate::limits::LEVELS;
use crate::meaning::{OmeImage, OmeLevel, OmeMetadata, OmePlate};
use crate::store::join;

#[derive(Debug, Clone, PartialEq)]
#[cfg_attr(feature = "explorer", derive(serde::Serialize))]
pub struct ImageLevel {
    #[cfg_attr(feature = "explorer", serde(flatten))]
    pub level: OmeLevel,
    pub shape: Option<Arc<[u64]>>,
}

#[derive(Debug, Clone, PartialEq)]
pub struct LevelPlace {
    pub group: String,
    pub metadata: OmeMetadata,
    pub image: usize,
    pub level: usize,
}

impl LevelPlace {
    pub fn image(&self) -> Option<&OmeImage> {
        self.metadata.images.get(self.image)
    }

    pub fn level(&self) -> Option<&OmeLevel> {
        self.image()?.levels.get(self.level)
    }

    pub fn find(hierarchy: &Hierarchy, key: &str) -> Option<Self> {
        if key.is_empty() {
            return None;
        }
        let mut group = key;
        for _ in 0..LEVELS {
            group = group.rsplit_once('/').map_or("", |(above, _)| above);
            let own = key.strip_prefix(group)?.trim_start_matches('/');
            if let Some(metadata) = ome_of(&hierarchy.describe(group)) {
                for (image, found) in metadata.images.iter().enumerate() {
                    if let Some(level) = found.levels.iter().position(|level| level.path == own) {
                        return Some(Self { group: group.to_owned(), metadata, image, level });
                    }
                }
            }
            if group.is_empty() {
                return None;
            }
        }
        None
    }
}

pub fn ome_of(node: &Node) -> Option<OmeMetadata> {
    OmeMetadata::read(node.kind.group()?.attributes.as_ref().ok()?, &node.key)
}

pub fn image_levels(hierarchy: &Hierarchy, key: &str, image: &OmeImage) -> Vec<ImageLevel> {
    let hierarchy = hierarchy.remembering();
    let shape = |level: &OmeLevel| match hierarchy.glance(&join(key, &level.path)) {
        Glance::Array(shape) => Some(shape),
        Glance::Document | Glance::Nothing => None,
    };
    image.levels.iter().map(|level| ImageLevel { level: level.clone(), shape: shape(level) }).collect()
}

/// The smallest with an element for each cell, or for as many cells as the largest has. Levels without an array do not count.
pub fn fitting_level(levels: &[ImageLevel], plane: [usize; 2], most: [u64; 2]) -> Option<usize> {
    let mut there = Vec::new();
    for (index, level) in levels.iter().enumerate() {
        if let Some(shape) = &level.shape
            && let Some(rows) = shape.get(plane[0])
            && let Some(columns) = shape.get(plane[1])
        {
            there.push((rows.saturating_mul(*columns), index, [*rows, *columns]));
        }
    }
    let (.., largest) = there.iter().max_by_key(|(cells, ..)| *cells)?;
    let wanted = [largest[0].min(most[0]), largest[1].min(most[1])];
    let mut smallest: Option<(u64, usize)> = None;
    for (cells, index, own) in &there {
        if own[0] >= wanted[0] && own[1] >= wanted[1] && smallest.is_none_or(|(least, _)| *cells < least) {
            smallest = Some((*cells, *index));
        }
    }
    Some(smallest?.1)
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WellState {
    Listed,
    Missing,
    Images(usize),
}

impl WellState {
    pub fn find(hierarchy: &Hierarchy, plate: &str, path: &str) -> Self {
        let node = hierarchy.describe(&join(plate, path));
        match node.kind {
            NodeKind::Document(_) => {
                Self::Images(ome_of(&node).and_then(|ome| ome.fields).map_or(0, |all| all.len()))
            }
            _ => Self::Missing,
        }
    }

    /// The wells of a plate, in the order of its list. `tell` gets those found so far after each, and gives false to stop.
    pub fn find_all(
        hierarchy: &Hierarchy,
        key: &str,
        plate: &OmePlate,
        tell: &mut dyn FnMut(&[Self]) -> bool,
    ) -> Option<Vec<Self>> {
        let mut found = Vec::new();
        let mut known = HashMap::new();
        for well in &plate.wells {
            let state = known.entry(well.path.as_str());
            found.push(*state.or_insert_with(|| Self::find(hierarchy, key, &well.path)));
            if !tell(&found) {
                return None;
            }
        }
        Some(found)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn levels(edges: &[[u64; 2]]) -> Vec<ImageLevel> {
        let level = |(index, edges): (usize, &[u64; 2])| ImageLevel {
            level: OmeLevel { index, path: index.to_string(), scale: None, translation: None },
            shape: Some([3, edges[0], edges[1]].into()),
        };
        edges.iter().enumerate().map(level).collect()
    }

    #[test]
    fn the_smallest_level_that_fills_the_picture_is_taken() {
        let levels = levels(&[[4096, 2048], [2048, 1024], [1024, 512], [64, 32]]);
        for (most, expected) in [
            ([44, 32], 3),
            ([44, 80], 2),
            ([1024, 1024], 1),
            ([1 << 40, 1 << 40], 0),
            ([1, 1], 3),
            ([0, 0], 3),
        ] {
            assert_eq!(fitting_level(&levels, [1, 2], most), Some(expected), "{most:?}");
        }
    }

    #[test]
    fn a_level_without_an_array_is_passed_over() {
        let mut levels = levels(&[[100, 100], [50, 50]]);
        levels[1].shape = None;
        assert_eq!(fitting_level(&levels, [1, 2], [10, 10]), Some(0));
        assert_eq!(fitting_level(&levels, [1, 7], [10, 10]), None);
        assert_eq!(fitting_level(&[], [0, 1], [10, 10]), None);
    }
}
