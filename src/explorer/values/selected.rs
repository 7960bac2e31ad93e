use std::ops::Range;

use crate::explorer::core::content::Content;
use crate::pipeline::{ChunkAddress, Region};
use crate::tell::words::count;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Anchor {
    place: AnchorPlace,
    /// The row of the pipeline, and the chunk; `None` for the whole array.
    of: (usize, Option<ChunkAddress>),
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum AnchorPlace {
    Element(Vec<u64>),
    Byte(u64),
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Selected {
    Elements(Region),
    Bytes(Range<u64>),
}

impl Anchor {
    pub(crate) fn at(
        content: &Content,
        (coords, offset): (&[u64], u64),
        of: (usize, Option<ChunkAddress>),
    ) -> Option<Self> {
        let place = match content {
            Content::Bytes { bytes: [], .. } | Content::Shard(_) | Content::Nothing(_) => return None,
            Content::Bytes { .. } => AnchorPlace::Byte(offset),
            Content::Array { shape, .. } | Content::Fill { shape, .. } if shape.contains(&0) => return None,
            Content::Array { .. } | Content::Fill { .. } | Content::Window(_) => {
                AnchorPlace::Element(coords.to_vec())
            }
        };
        Some(Self { place, of })
    }

    pub(crate) fn selected(
        &self,
        content: &Content,
        (coords, offset): (&[u64], u64),
        of: &(usize, Option<ChunkAddress>),
    ) -> Option<Selected> {
        if self.of != *of {
            return None;
        }
        match (&self.place, content) {
            (AnchorPlace::Byte(anchor), Content::Bytes { .. }) => {
                Some(Selected::Bytes((*anchor).min(offset)..(*anchor).max(offset).saturating_add(1)))
            }
            (AnchorPlace::Element(anchor), content) => {
                if content.shape()?.len() != anchor.len() || anchor.len() != coords.len() {
                    return None;
                }
                let mut region = Region::new();
                for (one, other) in anchor.iter().zip(coords) {
                    region.push(*one.min(other)..one.max(other).saturating_add(1));
                }
                Some(Selected::Elements(region))
            }
            _ => None,
        }
    }
}

impl Selected {
    pub fn count(&self) -> u128 {
        let length = |range: &Range<u64>| u128::from(range.end.saturating_sub(range.start));
        match self {
            Self::Elements(region) => region.iter().map(length).fold(1, u128::saturating_mul),
            Self::Bytes(range) => length(range),
        }
    }

    pub fn has_element(&self, coords: &[u64]) -> bool {
        let Self::Elements(region) = self else { return false };
        region.len() == coords.len() && region.iter().zip(coords).all(|(range, coord)| range.contains(coord))
    }

    /// `selected [1:3, 0:5], 10 elements`.
    pub fn words(&self) -> String {
        let text = |range: &Range<u64>| format!("{}:{}", range.start, range.end);
        match self {
            Self::Elements(region) => {
                let region: Vec<String> = region.iter().map(text).collect();
                format!("selected [{}], {}", region.join(", "), count(self.count(), "element"))
            }
            Self::Bytes(range) => {
                format!("selected bytes {}, {}", text(range), count(self.count(), "byte"))
            }
        }
    }
}
