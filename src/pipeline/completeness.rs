use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use super::{
    Array, Region, Survey, chunk_list::holds, key_order::KeyOrder, survey::NAMED as STRAYS, survey::volume,
};
use crate::metadata::{common, starts};

pub(super) const NAMED: usize = 64;
/// How many steps through a grid are made to find them. A step is a chunk, or a box of chunks that are passed over.
const STEPS: usize = 1 << 20;
const BOXES: usize = 10_000;
/// How many boxes are cut with others to get there. In many dimensions, a few ranges that overlap have very many pieces.
const CUTS: usize = 1 << 20;

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Completeness {
    pub array: String,
    pub chunks: Option<u128>,
    pub present: u64,
    pub absent: Option<u128>,
    pub allowed: u128,
    pub unknown: u128,
    pub strays: u64,
    pub named_strays: Vec<String>,
    pub(super) named: Vec<Vec<u64>>,
    is_part: bool,
}

impl Completeness {
    /// `absences` are the boxes whose chunks may be missing, each with the line of a list that names it. Also gives the lines that
    /// were used. The cost is that of the stored chunks and of the boxes, not of the grid.
    pub fn of(array: &Array, survey: &Survey, absences: &[(usize, Region)]) -> (Self, BTreeSet<usize>) {
        let grid = &array.metadata.chunk_grid;
        let (mut passed, taken) = apart(absences);
        let mut allowed: u128 = 0;
        for region in &passed {
            let missing = volume(region).saturating_sub(survey.present_in(region));
            allowed = allowed.saturating_add(missing.saturating_sub(survey.hidden_in(region)));
        }
        let absent = survey.missing().map(|missing| missing.saturating_sub(allowed));
        passed.extend_from_slice(&survey.unread);
        let counted = Self {
            array: array.path.clone(),
            chunks: grid.size(),
            present: survey.stored().saturating_add(survey.blocked().count() as u64),
            absent,
            allowed,
            unknown: survey.hidden,
            strays: survey.stray_count,
            named_strays: survey.strays.clone(),
            named: if absent == Some(0) {
                Vec::new()
            } else {
                absent_in(survey, &grid.grid_shape(), &passed)
            },
            is_part: false,
        };
        (counted, taken)
    }

    pub fn is_header_only(&self) -> bool {
        !self.is_part && self.present == 0 && self.unknown == 0 && self.chunks != Some(0)
    }
}

pub(super) struct AskedCompleteness {
    apart: Vec<Region>,
    absent: u128,
    pub(super) counted: Completeness,
}

impl AskedCompleteness {
    pub(super) fn new(array: &Array, is_part: bool, absences: &[(usize, Region)]) -> (Self, BTreeSet<usize>) {
        let (apart, taken) = apart(absences);
        let counted = Completeness { array: array.path.clone(), is_part, ..Completeness::default() };
        (Self { apart, absent: 0, counted }, taken)
    }

    /// What a list of the chunks between two places says, of which these are there.
    pub(super) fn take_listed(&mut self, order: &KeyOrder, survey: &Survey, places: &Range<u64>) {
        let missing_in = |region: &Region| {
            let all: u128 = order.count_in(region, places).into();
            all.saturating_sub(survey.present_in(region))
        };
        let unread = || survey.unread.iter();
        let unknown = unread().fold(0, |sum: u128, region| sum.saturating_add(missing_in(region)));
        let mut allowed: u128 = 0;
        for region in &self.apart {
            let hidden =
                unread().fold(0, |sum: u128, own| sum.saturating_add(missing_in(&common(own, region))));
            allowed = allowed.saturating_add(missing_in(region).saturating_sub(hidden));
        }
        let present = survey.stored().saturating_add(survey.blocked().count() as u64);
        let all = u128::from(places.end - places.start);
        let absent = all.saturating_sub(present.into()).saturating_sub(unknown).saturating_sub(allowed);
        self.absent = self.absent.saturating_add(absent);
        let counted = &mut self.counted;
        counted.present = counted.present.saturating_add(present);
        counted.allowed = counted.allowed.saturating_add(allowed);
        counted.unknown = counted.unknown.saturating_add(unknown);
        counted.strays = counted.strays.saturating_add(survey.stray_count);
        counted.named_strays.extend_from_slice(&survey.strays);
        counted.named_strays.sort();
        counted.named_strays.truncate(STRAYS);
        if absent > 0 {
            self.name_absent(order, survey, places);
        }
    }

    fn name_absent(&mut self, order: &KeyOrder, survey: &Survey, places: &Range<u64>) {
        for place in places.clone().take(STEPS) {
            if self.counted.named.len() >= NAMED {
                return;
            }
            let coords = order.at(place);
            let is_passed = self.apart.iter().chain(&survey.unread).any(|region| holds(region, &coords));
            if !is_passed && survey.nbytes(&coords).is_none() && !survey.is_blocked(&coords) {
                self.counted.named.push(coords);
            }
        }
    }

    pub(super) fn missing(&mut self, coords: &[u64]) {
        if self.apart.iter().any(|region| holds(region, coords)) {
            self.counted.allowed = self.counted.allowed.saturating_add(1);
            return;
        }
        self.absent = self.absent.saturating_add(1);
        if self.counted.named.len() < NAMED {
            self.counted.named.push(coords.to_vec());
        }
    }

    pub(super) fn end(self) -> Completeness {
        let Self { absent, counted, .. } = self;
        let known = u128::from(counted.present).saturating_add(absent).saturating_add(counted.allowed);
        Completeness { chunks: known.checked_add(counted.unknown), absent: Some(absent), ..counted }
    }
}

/// The same chunks in boxes without overlap, and the lines that were used. Too many are left out: then more counts as absent.
fn apart(regions: &[(usize, Region)]) -> (Vec<Region>, BTreeSet<usize>) {
    let mut found: Vec<Region> = Vec::new();
    let mut taken = BTreeSet::new();
    // Single chunks come last: there may be very many of them, and cutting boxes with each would take too long.
    let mut singles = BTreeMap::new();
    let mut cuts: usize = 0;
    for (line, region) in regions {
        if volume(region) == 1 {
            singles.insert(starts(region), region);
            taken.insert(*line);
            continue;
        }
        let mut pieces = vec![region.clone()];
        for other in &found {
            cuts = cuts.saturating_add(pieces.len());
            if cuts > CUTS {
                break;
            }
            let mut rest = Vec::new();
            for piece in pieces {
                rest.extend(without(&piece, other));
            }
            pieces = rest;
        }
        // Pieces that were not cut with all others would count chunks twice.
        if cuts > CUTS {
            continue;
        }
        if found.len().saturating_add(pieces.len()) <= BOXES {
            found.extend(pieces);
            taken.insert(*line);
        }
    }
    let boxes = found.len();
    for (coords, region) in singles {
        if !found.iter().take(boxes).any(|region| holds(region, &coords)) {
            found.push(region.clone());
        }
    }
    (found, taken)
}

pub(super) fn without(region: &Region, other: &Region) -> Vec<Region> {
    let both = common(region, other);
    if both.iter().any(|range| range.start >= range.end) {
        return vec![region.clone()];
    }
    let mut rest = region.clone();
    let mut pieces = Vec::new();
    for (axis, inner) in both.into_iter().enumerate() {
        let Some(own) = rest.get(axis).cloned() else { break };
        for outer in [own.start..inner.start, inner.end..own.end] {
            if outer.start < outer.end {
                let mut piece = rest.clone();
                if let Some(edge) = piece.get_mut(axis) {
                    *edge = outer;
                }
                pieces.push(piece);
            }
        }
        if let Some(edge) = rest.get_mut(axis) {
            *edge = inner;
        }
    }
    pieces
}

fn absent_in(survey: &Survey, shape: &[u64], passed: &[Region]) -> Vec<Vec<u64>> {
    let mut found = Vec::new();
    if shape.contains(&0) {
        return found;
    }
    let mut coords = vec![0; shape.len()];
    for _ in 0..STEPS {
        let next = match passed.iter().find(|region| holds(region, &coords)) {
            Some(region) => after(region, shape, &coords),
            None => {
                if survey.nbytes(&coords).is_none() && !survey.is_blocked(&coords) {
                    found.push(coords.clone());
                }
                step(shape, &coords, coords.len())
            }
        };
        match next {
            Some(next) if found.len() < NAMED => coords = next,
            _ => break,
        }
    }
    found
}

fn after(region: &[Range<u64>], shape: &[u64], coords: &[u64]) -> Option<Vec<u64>> {
    // The last dimension that is not taken whole is left at its end.
    let axis = region.iter().zip(shape).rposition(|(range, edge)| *range != (0..*edge))?;
    let mut last = coords.to_vec();
    *last.get_mut(axis)? = region.get(axis)?.end.checked_sub(1)?;
    step(shape, &last, axis + 1)
}

fn step(shape: &[u64], coords: &[u64], axes: usize) -> Option<Vec<u64>> {
    let mut next = coords.to_vec();
    for axis in (0..coords.len()).rev() {
        let coord = next.get_mut(axis)?;
        if axis < axes && coord.saturating_add(1) < *shape.get(axis)? {
            *coord += 1;
            return Some(next);
        }
        *coord = 0;
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boxes_apart_hold_the_same_chunks_once() {
        let regions: Vec<Region> = vec![
            vec![0..3, 0..3],
            vec![1..4, 1..4],
            vec![2..3, 0..9],
            vec![8..9, 8..9],
            vec![2..3, 2..3],
            vec![8..9, 8..9],
        ];
        let numbered: Vec<(usize, Region)> = regions.iter().cloned().enumerate().collect();
        let (apart, taken) = apart(&numbered);
        assert_eq!(taken.len(), regions.len());
        for (x, y) in (0..10).flat_map(|x| (0..10).map(move |y| (x, y))) {
            let within = |region: &Region| region[0].contains(&x) && region[1].contains(&y);
            let count = apart.iter().filter(|region| within(region)).count();
            assert_eq!(count, usize::from(regions.iter().any(within)), "({x}, {y})");
        }
    }

    fn walked(shape: &[u64], stored: &[&[u64]], passed: &[Region]) -> Vec<Vec<u64>> {
        use super::super::Surveying;
        let grid = crate::metadata::ChunkGrid::regular(shape, &vec![1; shape.len()]);
        let mut survey = Surveying::begin(&grid);
        for coords in stored {
            survey.insert(coords, 1);
        }
        absent_in(&survey.end(), shape, passed)
    }

    #[test]
    fn absent_chunks_are_named_in_c_order() {
        assert_eq!(walked(&[2, 3], &[&[0, 0], &[1, 1]], &[vec![0..2, 2..3]]), [[0, 1], [1, 0]]);
        assert_eq!(walked(&[], &[], &[]), [Vec::<u64>::new()]);
        assert_eq!(walked(&[], &[&[]], &[]), Vec::<Vec<u64>>::new());
        assert_eq!(walked(&[4, 0], &[], &[]), Vec::<Vec<u64>>::new());
        assert_eq!(walked(&[2, 2], &[], &[vec![0..2, 0..2]]), Vec::<Vec<u64>>::new());
    }

    #[test]
    fn a_grid_of_any_size_is_passed_in_boxes() {
        let edge = 1_u64 << 40;
        let passed = [vec![0..edge - 1, 0..edge], vec![edge - 1..edge, 0..edge - 2]];
        assert_eq!(walked(&[edge, edge], &[], &passed), [[edge - 1, edge - 2], [edge - 1, edge - 1]]);
        assert_eq!(walked(&[edge, edge], &[], &[]).len(), NAMED);
    }
}
