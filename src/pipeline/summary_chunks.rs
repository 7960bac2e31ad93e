use std::ops::Range;

use super::{Array, Fault, Region, Survey, WorkPart, chunk_list::holds, survey::volume, work_part::WorkPlan};
use crate::codec::DecodeOptions;
use crate::metadata::{ArrayMetadata, common, starts};
use crate::store::{StoreError, relative};

const FEW: u64 = 1 << 10;
pub(super) const FAULTS: usize = 16;

#[derive(Default)]
pub(super) struct Touched {
    /// Where nobody has asked which are there, all of the region.
    pub(super) stored: Vec<Vec<u64>>,
    pub(super) is_unasked: bool,
    pub(super) missing: u128,
    pub(super) missing_elements: u128,
    pub(super) missing_at: Option<Vec<u64>>,
    pub(super) hidden: Hidden,
    pub(super) faults: Vec<(Option<Vec<u64>>, Fault)>,
}

#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Hidden {
    pub(super) chunks: u128,
    pub(super) unknown: u128,
    elements: u128,
}

pub(super) struct TouchingRegion<'a> {
    pub(super) array: &'a Array,
    pub(super) region: &'a [Range<u64>],
}

impl TouchingRegion<'_> {
    pub(super) fn plan(&self, found: &Touched, options: &DecodeOptions) -> String {
        let mut plan = WorkPlan::new(options, None);
        plan.take_values(self.array, self.region);
        for coords in &found.stored {
            plan.take_chunk(self.array, coords);
        }
        plan.text()
    }

    pub(super) fn own(&self, part: WorkPart, mut found: Touched) -> Touched {
        let node = &self.array.key;
        found.stored.retain(|coords| part.holds(node, &self.array.chunk_key(coords)));
        if !part.holds(node, "") {
            let Touched { stored, is_unasked, .. } = found;
            return Touched { stored, is_unasked, ..Touched::default() };
        }
        found
    }

    pub(super) fn size_in_each<'a>(&self, chunks: impl IntoIterator<Item = &'a [u64]>) -> u128 {
        let mut sum: u128 = 0;
        for coords in chunks {
            let used = self.array.metadata.chunk_grid.used(coords).unwrap_or_default();
            sum = sum.saturating_add(volume(&common(&used, self.region)));
        }
        sum
    }

    pub(super) fn find(&self, mut go_on: impl FnMut() -> bool) -> Option<Touched> {
        let grid = &self.array.metadata.chunk_grid;
        let Some(touching) = grid.touching(self.region) else {
            let missing_elements = volume(self.region);
            let missing_at = if missing_elements > 0 { Some(starts(self.region)) } else { None };
            return Some(Touched { missing_elements, missing_at, ..Touched::default() });
        };
        let all = volume(&touching);
        let store = self.array.store();
        let most = if store.lists() { FEW } else { store.asked_chunks() };
        if store.is_remote() && all <= most.into() {
            // Whether a chunk is there shows when it is read, without a request for that alone.
            let stored = grid.touched(self.region).collect();
            return Some(Touched { stored, is_unasked: true, ..Touched::default() });
        }
        let mut faults = Vec::new();
        if all <= FEW.into() {
            // A chunk that cannot be looked at fails again when it is decoded.
            let is_there = |coords: &Vec<u64>| self.array.is_stored(coords).unwrap_or(true);
            let stored: Vec<Vec<u64>> = grid.touched(self.region).filter(is_there).collect();
            let missing = all.saturating_sub(stored.len() as u128);
            if let Err(fault) = self.array.check_document() {
                faults.push((None, fault));
            }
            let found = Touched { stored, missing, faults, ..Touched::default() };
            return Some(self.with_missing(found, &touching, &[]));
        }
        let survey = Survey::take_names(&self.array.stored_chunks(), |_| go_on())?;
        // Something is stored under the key of a chunk that is blocked: it fails when it is decoded.
        let mut stored: Vec<Vec<u64>> = survey.blocked_in_box(&touching).map(<[u64]>::to_vec).collect();
        stored.extend(survey.in_box(&touching).map(|(coords, _)| coords.to_vec()));
        let hidden = self.hidden(&survey, &touching);
        for error in &survey.unreadable {
            if faults.len() < FAULTS && self.leads_to(error, &touching) {
                faults.push((None, error.clone().into()));
            }
        }
        let missing = all
            .saturating_sub(stored.len() as u128)
            .saturating_sub(hidden.chunks)
            .saturating_sub(hidden.unknown);
        let found = Touched { stored, missing, hidden, faults, ..Touched::default() };
        Some(self.with_missing(found, &touching, &survey.unread))
    }

    /// Counts the elements of the region that are neither stored nor hidden, and finds the first of them: all elements of a
    /// chunk come before those of a later chunk.
    fn with_missing(&self, found: Touched, touching: &[Range<u64>], hidden: &[Region]) -> Touched {
        let stored = self.size_in_each(found.stored.iter().map(Vec::as_slice));
        let there = stored.saturating_add(found.hidden.elements);
        let missing_elements = volume(self.region).saturating_sub(there);
        let mut missing_at = None;
        if found.missing > 0
            && let Some(coords) = first_absent(touching, &found.stored, hidden)
        {
            let used = self.array.metadata.chunk_grid.used(&coords);
            missing_at = used.map(|used| starts(&common(&used, self.region)));
        }
        Touched { missing_elements, missing_at, ..found }
    }

    fn hidden(&self, survey: &Survey, touching: &[Range<u64>]) -> Hidden {
        let mut hidden = Hidden::default();
        // What a server gave no answer about, or was not asked for, is not known; a directory of a disk that cannot be read is a fault.
        let mut errors = survey.unreadable.iter().filter(|error| self.leads_to(error, touching));
        if errors.any(|error| error.is_unknown() || self.array.is_remote()) {
            hidden.unknown = survey.hidden_in(touching);
        } else {
            hidden.chunks = survey.hidden_in(touching);
        }
        for region in &survey.unread {
            let region = common(region, touching);
            if region.iter().any(Range::is_empty) {
                continue;
            }
            let stored = survey.in_box(&region).map(|(coords, _)| coords);
            let known = self.size_in_each(stored.chain(survey.blocked_in_box(&region)));
            let elements = self.size_in_all(&region).saturating_sub(known);
            hidden.elements = hidden.elements.saturating_add(elements);
        }
        hidden
    }

    fn leads_to(&self, error: &StoreError, touching: &[Range<u64>]) -> bool {
        let ArrayMetadata { chunk_grid, chunk_key_encoding, .. } = &self.array.metadata;
        let below = relative(error.key(), &self.array.key);
        match chunk_key_encoding.box_behind(below, chunk_grid) {
            // Nothing of the array can be listed.
            _ if below.is_empty() => true,
            Some(region) => !common(&region, touching).iter().any(Range::is_empty),
            None => false,
        }
    }

    fn size_in_all(&self, chunks: &[Range<u64>]) -> u128 {
        let grid = &self.array.metadata.chunk_grid;
        let last: Vec<u64> = chunks.iter().map(|range| range.end.saturating_sub(1)).collect();
        let Some(mut used) = grid.used(&starts(chunks)) else { return 0 };
        let Some(last) = grid.used(&last) else { return 0 };
        for (used, last) in used.iter_mut().zip(last) {
            used.end = last.end;
        }
        volume(&common(&used, self.region))
    }
}

/// The first coordinates of a box in C order that are neither stored nor hidden; the cost is that of those that are.
fn first_absent(touching: &[Range<u64>], stored: &[Vec<u64>], hidden: &[Region]) -> Option<Vec<u64>> {
    let mut stored: Vec<&[u64]> = stored.iter().map(Vec::as_slice).collect();
    stored.sort_unstable();
    let mut stored = stored.into_iter().peekable();
    let mut coords = starts(touching);
    loop {
        while stored.next_if(|own| *own < coords.as_slice()).is_some() {}
        let (mut axis, mut next) = if let Some(region) = hidden.iter().find(|region| holds(region, &coords)) {
            // Passes over dimensions that are hidden as a whole.
            let is_cut = |(own, all): (&Range<u64>, &Range<u64>)| own.start > all.start || own.end < all.end;
            let axis = region.iter().zip(touching).rposition(is_cut).unwrap_or(0);
            (axis, region.get(axis)?.end)
        } else if stored.peek() == Some(&coords.as_slice()) {
            let axis = coords.len().checked_sub(1)?;
            (axis, coords.get(axis)?.saturating_add(1))
        } else {
            return Some(coords);
        };
        while next >= touching.get(axis)?.end {
            axis = axis.checked_sub(1)?;
            next = coords.get(axis)?.saturating_add(1);
        }
        coords.truncate(axis);
        coords.push(next);
        coords.extend(touching.iter().skip(axis + 1).map(|range| range.start));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_that_is_absent_comes_after_what_is_stored_and_hidden() {
        let grid = [1..4, 0..3];
        let of = |stored: &[[u64; 2]], hidden: &[Region]| {
            let stored: Vec<Vec<u64>> = stored.iter().map(|own| own.to_vec()).collect();
            first_absent(&grid, &stored, hidden)
        };
        assert_eq!(of(&[], &[]), Some(vec![1, 0]));
        assert_eq!(of(&[[1, 1], [1, 0], [0, 2]], &[]), Some(vec![1, 2]));
        assert_eq!(of(&[[1, 0], [1, 1], [1, 2], [2, 1]], &[]), Some(vec![2, 0]));
        assert_eq!(of(&[[3, 0]], &[vec![0..3, 0..3]]), Some(vec![3, 1]));
        assert_eq!(of(&[], &[vec![0..3, 0..2], vec![1..2, 2..3]]), Some(vec![2, 2]));
        assert_eq!(of(&[], &[vec![0..9, 0..9]]), None);
        assert_eq!(first_absent(&[], &[vec![]], &[]), None);
        let many = u64::MAX / 2;
        assert_eq!(first_absent(&[0..many, 0..many], &[], &[vec![0..7, 0..many]]), Some(vec![7, 0]));
    }
}
