//! Whether the chunks of an array are all there: present, absent, or not known.

use std::collections::BTreeSet;
use std::ops::Range;

use super::survey::volume;
use super::{Array, Region, Survey};
use crate::metadata::{common, covers, starts};

/// How many absent chunks of an array are named.
pub(super) const NAMED: usize = 64;
/// How many steps are made through a grid to find them. A step is a chunk that is stored, or a box of others.
const STEPS: usize = 1 << 20;
/// How many boxes that do not overlap the ranges of an array may become.
const BOXES: usize = 10_000;

/// The chunks of an array, by what is known of them. Every chunk of the grid is counted once.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Completeness {
    /// The path of the array as the user would write it.
    pub array: String,
    /// Chunks of the grid; `None` beyond 2^128.
    pub chunks: Option<u128>,
    /// Those that something is stored for.
    pub present: u64,
    /// Those that are missing and should not be.
    pub absent: Option<u128>,
    /// Those that are missing and may be.
    pub allowed: u128,
    /// Those of which nobody can tell whether they are stored.
    pub unknown: u128,
    /// Keys below the array that are none of its chunks.
    pub strays: u64,
    /// The first of them.
    pub named_strays: Vec<String>,
    /// The first that are absent, in C order.
    pub(super) named: Vec<Vec<u64>>,
    /// Whether these are the chunks of one part only, because each part looks for its own.
    is_part: bool,
}

impl Completeness {
    /// Counts the chunks of an array. `absences` are the boxes whose chunks may be missing. The cost is that of the chunks that
    /// are stored and of the boxes, not of the grid.
    ///
    /// Also gives the lines that were taken in, of those whose boxes these are.
    pub(super) fn of(
        array: &Array,
        survey: &Survey,
        absences: &[(usize, Region)],
    ) -> (Self, BTreeSet<usize>) {
        let (grid, hidden) = (&array.metadata.chunk_grid, survey.hidden_boxes().to_vec());
        let (apart, taken) = apart(absences);
        let missing_in = |region: &Region| {
            let present =
                survey.in_box(region).count() as u128 + survey.blocked_in_box(region).count() as u128;
            volume(region).saturating_sub(present).saturating_sub(survey.hidden_in(region))
        };
        let allowed = apart.iter().fold(0, |sum: u128, region| sum.saturating_add(missing_in(region)));
        let absent = survey.missing().map(|missing| missing.saturating_sub(allowed));
        let passed = GridWalk { survey, shape: grid.grid_shape(), passed: [apart, hidden].concat() };
        let counted = Self {
            array: array.path.clone(),
            chunks: grid.size(),
            present: survey.stored().saturating_add(survey.blocked().count() as u64),
            absent,
            allowed,
            unknown: survey.hidden(),
            strays: survey.stray_count,
            named_strays: survey.strays.clone(),
            named: if absent == Some(0) { Vec::new() } else { passed.absent() },
            is_part: false,
        };
        (counted, taken)
    }

    /// Whether there is a document and no chunk, though the grid has some.
    pub fn is_header_only(&self) -> bool {
        !self.is_part && self.present == 0 && self.unknown == 0 && self.chunks != Some(0)
    }
}

/// The chunks of an array that are asked for one by one.
pub(super) struct AskedCompleteness {
    /// The boxes whose chunks may be missing.
    apart: Vec<Region>,
    pub(super) present: u64,
    pub(super) unknown: u128,
    absent: u128,
    allowed: u128,
    named: Vec<Vec<u64>>,
}

impl AskedCompleteness {
    /// No chunk was asked for yet. Also gives the lines that were taken in, as [`Completeness::of`] does.
    pub(super) fn new(absences: &[(usize, Region)]) -> (Self, BTreeSet<usize>) {
        let (apart, taken) = apart(absences);
        (Self { apart, present: 0, unknown: 0, absent: 0, allowed: 0, named: Vec::new() }, taken)
    }

    /// Takes in a chunk that is missing.
    pub(super) fn missing(&mut self, coords: &[u64]) {
        let holds = |region: &Region| region.iter().zip(coords).all(|(range, coord)| range.contains(coord));
        if self.apart.iter().any(holds) {
            self.allowed = self.allowed.saturating_add(1);
            return;
        }
        self.absent = self.absent.saturating_add(1);
        if self.named.len() < NAMED {
            self.named.push(coords.to_vec());
        }
    }

    /// What is known when all were asked for.
    pub(super) fn end(self, array: &Array, is_part: bool) -> Completeness {
        let Self { present, unknown, absent, allowed, named, .. } = self;
        let known = u128::from(present).saturating_add(absent).saturating_add(allowed);
        Completeness {
            array: array.path.clone(),
            chunks: known.checked_add(unknown),
            present,
            absent: Some(absent),
            allowed,
            unknown,
            strays: 0,
            named_strays: Vec::new(),
            named,
            is_part,
        }
    }
}

/// Boxes that hold the same chunks, each only once, and the lines that were taken in. Those that would make too many are left
/// out: then more is absent than there would be.
fn apart(regions: &[(usize, Region)]) -> (Vec<Region>, BTreeSet<usize>) {
    let is_single = |(_, region): &&(usize, Region)| volume(region) == 1;
    let (mut found, mut taken): (Vec<Region>, BTreeSet<usize>) = (Vec::new(), BTreeSet::new());
    for (line, region) in regions.iter().filter(|one| !is_single(one)) {
        let mut pieces = vec![region.clone()];
        for other in &found {
            pieces = pieces.iter().flat_map(|piece| without(piece, other)).collect();
        }
        if found.len().saturating_add(pieces.len()) <= BOXES {
            found.extend(pieces);
            taken.insert(*line);
        }
    }
    let singles: Vec<&(usize, Region)> = regions.iter().filter(is_single).collect();
    taken.extend(singles.iter().map(|(line, _)| line));
    let starts: BTreeSet<Vec<u64>> = singles.into_iter().map(|(_, region)| starts(region)).collect();
    let single = |coords: Vec<u64>| coords.into_iter().map(|coord| coord..coord.saturating_add(1)).collect();
    let singles = starts.into_iter().map(single);
    let alone = singles.filter(|single: &Region| !found.iter().any(|region| covers(region, single)));
    let alone: Vec<Region> = alone.collect();
    found.extend(alone);
    (found, taken)
}

/// What of a box is outside of another one, as boxes that do not overlap.
fn without(region: &Region, other: &Region) -> Vec<Region> {
    let both = common(region, other);
    if both.iter().any(|range| range.start >= range.end) {
        return vec![region.clone()];
    }
    let (mut rest, mut pieces) = (region.clone(), Vec::new());
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

/// A way through a grid in C order that passes over boxes at once.
struct GridWalk<'a> {
    survey: &'a Survey,
    shape: Vec<u64>,
    passed: Vec<Region>,
}

impl GridWalk<'_> {
    /// The first chunks that are neither stored nor in one of the boxes.
    fn absent(&self) -> Vec<Vec<u64>> {
        let mut found = Vec::new();
        let mut next = (!self.shape.contains(&0)).then(|| vec![0; self.shape.len()]);
        for _ in 0..STEPS {
            let Some(coords) = next.filter(|_| found.len() < NAMED) else { break };
            let passed = self
                .passed
                .iter()
                .find(|region| region.iter().zip(&coords).all(|(range, coord)| range.contains(coord)));
            next = match passed {
                Some(region) => self.behind(region, &coords),
                None => {
                    let is_there = self.survey.nbytes(&coords).is_some() || self.survey.is_blocked(&coords);
                    let after = self.step(&coords, coords.len());
                    if !is_there {
                        found.push(coords);
                    }
                    after
                }
            };
        }
        found
    }

    /// The first coordinates behind a box that holds others. Dimensions that the box takes whole are passed at once.
    fn behind(&self, region: &Region, coords: &[u64]) -> Option<Vec<u64>> {
        let is_whole = |(range, edge): &(&Range<u64>, &u64)| range.start == 0 && range.end == **edge;
        let whole = region.iter().zip(&self.shape).rev().take_while(is_whole).count();
        // The last dimension that is not taken whole is left at its end.
        let axis = coords.len().checked_sub(whole + 1)?;
        let mut last = coords.to_vec();
        *last.get_mut(axis)? = region.get(axis)?.end.checked_sub(1)?;
        self.step(&last, axis + 1)
    }

    /// The next coordinates in C order, of which the first `axes` dimensions count; the others begin anew.
    fn step(&self, coords: &[u64], axes: usize) -> Option<Vec<u64>> {
        let mut next = coords.to_vec();
        for axis in (0..coords.len()).rev() {
            let (coord, edge) = (next.get_mut(axis)?, self.shape.get(axis)?);
            if axis < axes && coord.saturating_add(1) < *edge {
                *coord += 1;
                return Some(next);
            }
            *coord = 0;
        }
        None
    }
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
        GridWalk { survey: &survey.end(), shape: shape.to_vec(), passed: passed.to_vec() }.absent()
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
