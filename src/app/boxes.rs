//! The chunk grid zoomed out: how many chunks are stored in the box that each cell stands for.
//!
//! A worker counts them, because all of a large grid may be on the screen.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use crate::pipeline::Survey;

/// How many chunks are stored in the boxes on the screen. A box is known by its first chunk.
#[derive(Debug, Default)]
pub struct Boxes {
    pub(super) of: Option<Counted>,
    stored: BTreeMap<Vec<u64>, u64>,
    blocked: BTreeSet<Vec<u64>>,
}

/// What boxes are counted for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Counted {
    /// A box is two to this power of chunks wide.
    pub zoom: u32,
    /// The chunks on the screen.
    pub region: Vec<Range<u64>>,
    /// How many chunks were known to be stored in all.
    pub(super) stored: u64,
}

impl Boxes {
    /// Counts the stored chunks of each box. The cost is that of the chunks that are stored in the region.
    #[must_use]
    pub fn count(of: Counted, survey: &Survey) -> Self {
        let mut stored: BTreeMap<Vec<u64>, u64> = BTreeMap::new();
        // Neighbours are mostly in the same box.
        let mut last: Option<(Vec<u64>, u64)> = None;
        for (coords, _) in survey.in_box(&of.region) {
            match &mut last {
                Some((first, count)) if is_in_box(coords, first, of.zoom) => *count += 1,
                _ => {
                    let next = Some((first_of_box(coords, of.zoom), 1));
                    if let Some((first, count)) = std::mem::replace(&mut last, next) {
                        *stored.entry(first).or_default() += count;
                    }
                }
            }
        }
        if let Some((first, count)) = last {
            *stored.entry(first).or_default() += count;
        }
        let blocked = survey.blocked_in_box(&of.region).map(|coords| first_of_box(coords, of.zoom)).collect();
        Self { of: Some(of), stored, blocked }
    }

    /// How many chunks are stored in the box that begins with a chunk; `None` where nobody has counted them.
    #[must_use]
    pub fn stored(&self, first: &[u64], zoom: u32) -> Option<u64> {
        let of = self.of.as_ref().filter(|of| of.zoom == zoom)?;
        let is_counted = first.iter().zip(&of.region).all(|(coord, range)| range.contains(coord));
        is_counted.then(|| self.stored.get(first).copied().unwrap_or(0))
    }

    /// Whether there is a chunk in the box under whose key there is something else than a file.
    #[must_use]
    pub fn is_blocked(&self, first: &[u64], zoom: u32) -> bool {
        self.of.as_ref().is_some_and(|of| of.zoom == zoom) && self.blocked.contains(first)
    }
}

/// The coordinates rounded down in the two dimensions that make rows and columns.
fn first_of_box(coords: &[u64], zoom: u32) -> Vec<u64> {
    let sliced = coords.len().saturating_sub(2);
    let rounded = |(axis, coord): (usize, &u64)| if axis < sliced { *coord } else { first_of(*coord, zoom) };
    coords.iter().enumerate().map(rounded).collect()
}

fn is_in_box(coords: &[u64], first: &[u64], zoom: u32) -> bool {
    let sliced = coords.len().saturating_sub(2);
    let is_same = |(axis, (coord, first)): (usize, (&u64, &u64))| {
        *first == if axis < sliced { *coord } else { first_of(*coord, zoom) }
    };
    coords.iter().zip(first).enumerate().all(is_same)
}

fn first_of(coord: u64, zoom: u32) -> u64 {
    coord.checked_shr(zoom).and_then(|box_number| box_number.checked_shl(zoom)).unwrap_or(0)
}
