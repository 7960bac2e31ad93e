//! The chunk grid zoomed out: each cell is a box of chunks. A worker counts, because a whole large grid may be on the screen.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use crate::pipeline::{Axes, Survey};

#[derive(Debug, Default)]
pub struct Boxes {
    pub(crate) of: Option<Counted>,
    stored: BTreeMap<Vec<u64>, u64>,
    blocked: BTreeSet<Vec<u64>>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Counted {
    /// A box is 2^zoom chunks wide.
    pub zoom: u32,
    pub axes: Axes,
    pub region: Vec<Range<u64>>,
    /// The stored chunks when they were counted; when the survey finds more, they are counted again.
    pub(crate) stored: u64,
}

impl Boxes {
    /// Takes time for each stored chunk of the region, whatever its size.
    pub fn count(of: Counted, survey: &Survey) -> Self {
        let mut stored: BTreeMap<Vec<u64>, u64> = BTreeMap::new();
        // Neighbours are mostly in the same box, so one look-up in the map serves all of them.
        let mut last: Option<(Vec<u64>, u64)> = None;
        for (coords, _) in survey.in_box(&of.region) {
            match &mut last {
                Some((first, count)) if of.is_in_box(coords, first) => *count += 1,
                _ => {
                    let next = Some((of.first_of_box(coords), 1));
                    if let Some((first, count)) = std::mem::replace(&mut last, next) {
                        *stored.entry(first).or_default() += count;
                    }
                }
            }
        }
        if let Some((first, count)) = last {
            *stored.entry(first).or_default() += count;
        }
        let blocked = survey.blocked_in_box(&of.region).map(|coords| of.first_of_box(coords)).collect();
        Self { of: Some(of), stored, blocked }
    }

    pub fn stored(&self, first: &[u64], zoom: u32) -> Option<u64> {
        let of = self.of.as_ref()?;
        if of.zoom != zoom {
            return None;
        }
        let is_counted = first.iter().zip(&of.region).all(|(coord, range)| range.contains(coord));
        is_counted.then(|| self.stored.get(first).copied().unwrap_or(0))
    }

    pub fn is_blocked(&self, first: &[u64], zoom: u32) -> bool {
        self.of.as_ref().is_some_and(|of| of.zoom == zoom) && self.blocked.contains(first)
    }
}

impl Counted {
    fn first_of_box(&self, coords: &[u64]) -> Vec<u64> {
        coords.iter().enumerate().map(|(axis, coord)| self.first_along(axis, *coord)).collect()
    }

    fn is_in_box(&self, coords: &[u64], first: &[u64]) -> bool {
        let mut along = coords.iter().zip(first).enumerate();
        along.all(|(axis, (coord, first))| *first == self.first_along(axis, *coord))
    }

    fn first_along(&self, axis: usize, coord: u64) -> u64 {
        if !self.axes.has(axis) {
            return coord;
        }
        coord.checked_shr(self.zoom).and_then(|number| number.checked_shl(self.zoom)).unwrap_or(0)
    }
}
