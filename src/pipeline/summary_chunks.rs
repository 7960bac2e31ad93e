//! Which chunks a region touches: those that are stored, how many are missing, and what nobody can tell.

use std::ops::Range;

use super::work_part::WorkPlan;
use super::{Array, Fault, Survey, WorkPart};
use crate::codec::DecodeOptions;
use crate::metadata::{ArrayMetadata, common, lengths, starts};
use crate::store::{StoreError, relative};

/// How many chunks are looked for one by one. Where a region touches more, the names in the store are listed.
const FEW: u64 = 1 << 10;
/// How many faults are kept.
pub(super) const FAULTS: usize = 16;

/// The chunks of a region.
#[derive(Default)]
pub(super) struct Touched {
    /// Those that are stored.
    pub(super) stored: Vec<Vec<u64>>,
    pub(super) missing: u128,
    /// The elements of missing chunks that are within the region.
    pub(super) missing_elements: u128,
    /// Those of which nobody can tell.
    pub(super) hidden: Hidden,
    /// What cannot be read on the way to them; no coordinates.
    pub(super) faults: Vec<(Option<Vec<u64>>, Fault)>,
}

/// What nobody can tell: whether chunks are stored.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Hidden {
    /// Chunks behind what cannot be read.
    pub(super) chunks: u128,
    /// Chunks that the store did not answer for.
    pub(super) unknown: u128,
    /// Those within the region.
    elements: u128,
}

/// A region of an array.
pub(super) struct TouchingRegion<'a> {
    pub(super) array: &'a Array,
    pub(super) region: &'a [Range<u64>],
}

impl TouchingRegion<'_> {
    /// The digest of what is divided: the array and its values, the region, and the chunks that are stored.
    pub(super) fn plan(&self, found: &Touched, options: &DecodeOptions) -> String {
        let mut plan = WorkPlan::new(options, None);
        plan.take_values(self.array, self.region);
        found.stored.iter().for_each(|coords| plan.take_chunk(self.array, coords));
        plan.text()
    }

    /// What is in the part: chunks by their keys, and all that is not stored with the array itself.
    pub(super) fn own(&self, part: WorkPart, mut found: Touched) -> Touched {
        let node = &self.array.key;
        found.stored.retain(|coords| part.holds(node, &self.array.chunk_key(coords)));
        if !part.holds(node, "") {
            return Touched { stored: found.stored, ..Touched::default() };
        }
        found
    }

    /// How many elements of chunks are in the region.
    pub(super) fn size_in_each(&self, chunks: &[Vec<u64>]) -> u128 {
        chunks.iter().map(|coords| self.size_in(coords)).fold(0, u128::saturating_add)
    }

    /// How many elements of a chunk are in the region.
    fn size_in(&self, coords: &[u64]) -> u128 {
        let used = self.array.metadata.chunk_grid.used(coords).unwrap_or_default();
        size(&lengths(&common(&used, self.region)))
    }

    /// Finds the chunks of the region: what it costs depends on those that are stored, not on the grid. `None` when it was asked
    /// to stop.
    pub(super) fn find(&self, mut go_on: impl FnMut() -> bool) -> Option<Touched> {
        let grid = &self.array.metadata.chunk_grid;
        let Some(touching) = grid.touching(self.region) else {
            return Some(Touched { missing_elements: size(&lengths(self.region)), ..Touched::default() });
        };
        let all = size(&lengths(&touching));
        let mut faults = Vec::new();
        if all <= FEW.into() {
            // One that cannot be looked at fails again when it is to be decoded.
            let is_there = |coords: &Vec<u64>| self.array.is_stored(coords).unwrap_or(true);
            let stored: Vec<Vec<u64>> = grid.touched(self.region).filter(is_there).collect();
            let missing = all.saturating_sub(stored.len() as u128);
            if let Err(fault) = self.array.check_document() {
                faults.push((None, fault));
            }
            return Some(self.with_missing(Touched { stored, missing, faults, ..Touched::default() }));
        }
        let survey = Survey::take_names(&self.array.stored_chunks(), |_| go_on())?;
        let blocked = survey.blocked_in_box(&touching).map(<[u64]>::to_vec);
        let stored = survey.in_box(&touching).map(|(coords, _)| coords.to_vec());
        let stored: Vec<Vec<u64>> = blocked.chain(stored).collect();
        let hidden = self.hidden(&survey, &touching);
        let errors = survey.unreadable.iter().filter(|error| self.is_behind(error, &touching));
        faults.extend(errors.take(FAULTS).map(|error| (None, error.clone().into())));
        let missing = all
            .saturating_sub(stored.len() as u128)
            .saturating_sub(hidden.chunks)
            .saturating_sub(hidden.unknown);
        Some(self.with_missing(Touched { stored, missing, hidden, faults, ..Touched::default() }))
    }

    /// Counts the elements of the region that are neither stored nor hidden.
    fn with_missing(&self, found: Touched) -> Touched {
        let there = self.size_in_each(&found.stored).saturating_add(found.hidden.elements);
        Touched { missing_elements: size(&lengths(self.region)).saturating_sub(there), ..found }
    }

    /// The chunks of a box of which nobody can tell, without those that were found there all the same.
    fn hidden(&self, survey: &Survey, touching: &[Range<u64>]) -> Hidden {
        let count = survey.hidden_in(touching);
        // What a server did not answer for, or was not asked for, is not known; what is no directory on a disk, say, is a fault.
        let mut errors = survey.unreadable.iter().filter(|error| self.is_behind(error, touching));
        let (chunks, unknown) = if errors.any(|error| error.is_unknown() || self.array.is_remote()) {
            (0, count)
        } else {
            (count, 0)
        };
        let mut hidden = Hidden { chunks, unknown, elements: 0 };
        for behind in survey.hidden_boxes().iter().map(|behind| common(behind, touching)) {
            if behind.iter().any(Range::is_empty) {
                continue;
            }
            let stored = survey.in_box(&behind).map(|(coords, _)| coords);
            let known = stored.chain(survey.blocked_in_box(&behind)).map(|coords| self.size_in(coords));
            let known = known.fold(0, u128::saturating_add);
            let elements = self.size_in_all(&behind).saturating_sub(known);
            hidden.elements = hidden.elements.saturating_add(elements);
        }
        hidden
    }

    /// Whether something that cannot be read leads to chunks of a box.
    fn is_behind(&self, error: &StoreError, touching: &[Range<u64>]) -> bool {
        let ArrayMetadata { chunk_grid, chunk_key_encoding, .. } = &self.array.metadata;
        let behind = chunk_key_encoding.box_behind(relative(error.key(), &self.array.key), chunk_grid);
        behind.is_some_and(|behind| common(&behind, touching).iter().all(|range| !range.is_empty()))
    }

    /// How many elements of the region are in a box of chunks.
    fn size_in_all(&self, chunks: &[Range<u64>]) -> u128 {
        let grid = &self.array.metadata.chunk_grid;
        let last: Vec<u64> = chunks.iter().map(|range| range.end.saturating_sub(1)).collect();
        let ends = grid.used(&starts(chunks)).zip(grid.used(&last));
        let Some((first, last)) = ends else { return 0 };
        let used: Vec<_> = first.iter().zip(&last).map(|(first, last)| first.start..last.end).collect();
        size(&lengths(&common(&used, self.region)))
    }
}

/// How many elements a shape has; no more than 2^128 are counted.
fn size(shape: &[u64]) -> u128 {
    if shape.contains(&0) {
        return 0;
    }
    shape.iter().fold(1, |size: u128, edge| size.saturating_mul((*edge).into()))
}
