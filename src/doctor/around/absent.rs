//! Chunks, and inner chunks of shards, that are missing amid others that are there.

use std::collections::{BTreeMap, BTreeSet};

use super::super::confidence::around as sure;
use super::super::{Hypothesis, hypothesis};
use super::digest::CellDigest;
use super::fabric::beside;
use super::{MOST_CELLS, Surroundings};
use crate::codec::DecodeOptions;
use crate::metadata::text::count;
use crate::metadata::{Scalar, delinear};
use crate::pipeline::ChunkAddress;

pub(super) const STOPPED: &str =
    "the writer stopped here: from this chunk on all are missing, and read as the fill value";
const LOST: &str = "the chunk is lost: it is missing, and reads as the fill value";
/// Where more chunks look as if they were cut out, that is how the array is.
const MOST_CUT_OUT: usize = 2;
/// Of fewer chunks none is odd.
const FEWEST_CELLS: usize = 6;
/// Of the elements beside what is missing, at most one of so many has the fill value …
const BESIDE: usize = 50;
/// … and of all at most one of so many.
const OF_ALL: usize = 20;

/// The places of what is missing, chunk by chunk, and what is known of all others.
struct Missing<'a> {
    around: &'a Surroundings<'a>,
    grid: Vec<u64>,
    chunks: BTreeMap<Vec<u64>, Vec<Vec<u64>>>,
    /// The first and the last place along each axis that something is at.
    first: Vec<u64>,
    last: Vec<u64>,
    /// Whether what is there has the fill value, too.
    is_common: bool,
}

/// Chunks that are missing, and shards that lack inner chunks, where nothing around them has the fill value that they read as.
/// What was left out because it is all fill value seldom ends at the border of a chunk.
pub(super) fn lost(around: &Surroundings, options: &DecodeOptions) -> Vec<(ChunkAddress, Hypothesis)> {
    let Some(missing) = Missing::of(around) else { return Vec::new() };
    if missing.is_common {
        return missing.cut_out();
    }
    let has_fill = around.fabric.cells.values().any(|cell| missing.fills(cell.zeros, cell.missing) > 0);
    let mut found = Vec::new();
    for (chunk, places) in &missing.chunks {
        let Some(borders) = missing.borders(places) else { continue };
        let hypothesis = match around.array.is_stored(chunk) {
            Ok(false) if missing.is_amid(chunk, places) => Some(missing.lost_chunk(has_fill)),
            Ok(true) => missing.partly_filled(chunk, places, borders, options),
            _ => None,
        };
        found.extend(hypothesis.map(|hypothesis| (ChunkAddress::from(chunk.as_slice()), hypothesis)));
    }
    found
}

/// Where the writer stopped: in the order of keys nothing is stored from one chunk on, and what is stored before it has chunks of
/// nothing but the fill value, which are there although they need not be.
pub(super) fn unwritten_tail(around: &Surroundings) -> Option<(ChunkAddress, Hypothesis)> {
    const FEWEST_MISSING: usize = 2;
    const FEWEST_EMPTY: usize = 2;
    const FEWEST_BESIDE: usize = 64;
    let cells = &around.fabric.cells;
    let metadata = &around.array.metadata;
    let grid = metadata.chunk_grid.grid_shape();
    let size = grid.iter().try_fold(1_u64, |size, edge| size.checked_mul(*edge))?;
    let missing = usize::try_from(size).ok()?.checked_sub(cells.len())?;
    if around.inner.is_some()
        || size > MOST_CELLS as u64
        || missing < FEWEST_MISSING
        || cells.len() < FEWEST_CELLS
    {
        return None;
    }
    let mut places = (0..size).map(|number| delinear(number, &grid));
    let is_tail = places.by_ref().take(cells.len()).all(|place| cells.contains_key(&place));
    let fill = around.numbers.at_any(&metadata.fill_value.bytes(&metadata.data_type));
    let is_empty =
        |cell: &&CellDigest| cell.missing == cell.size() || fill == 0.0 && cell.zeros == cell.size();
    let empty = cells.values().filter(is_empty).count();
    let first = places.next().filter(|_| is_tail && empty < cells.len())?;
    let (all, there) = beside_tail(around, &first, places);
    // Where no other element has the fill value, it says by itself that nothing is there yet.
    let with_fill =
        cells.values().filter(|cell| fill == 0.0 && cell.zeros > 0 || fill != 0.0 && cell.missing > 0);
    let is_value = !fill.is_nan() && 4 * with_fill.count() >= cells.len();
    // What was left out because it is empty seldom begins within a row of chunks, and has little beside it.
    let is_within = first.last() > Some(&0) && first.len() > 1;
    let is_cut = is_value && is_within && all >= FEWEST_BESIDE && there * 10 >= all * 4;
    if empty < FEWEST_EMPTY && !is_cut {
        return None;
    }
    // What cannot be decoded is no cell either.
    if !matches!(around.array.is_stored(&first), Ok(false)) {
        return None;
    }
    let stored = count(cells.len() as u128, "chunk");
    let why = if empty >= FEWEST_EMPTY {
        format!(
            "{stored} are stored in the order of their keys, {empty} of them with nothing but the fill value, and none of the last {missing}"
        )
    } else {
        format!(
            "{stored} are stored in the order of their keys, and none of the last {missing}; of {} beside these {there} are not the fill value",
            count(all as u128, "element")
        )
    };
    Some((ChunkAddress::from(first), hypothesis(STOPPED, sure::MISSING, why)))
}

/// How many elements beside chunks that are missing were looked at, and how many of them have a value other than the fill value.
fn beside_tail(
    around: &Surroundings,
    first: &[u64],
    others: impl Iterator<Item = Vec<u64>>,
) -> (usize, usize) {
    let metadata = &around.array.metadata;
    let fill = around.numbers.at_any(&metadata.fill_value.bytes(&metadata.data_type));
    let (mut all, mut there) = (0, 0);
    for place in std::iter::once(first.to_vec()).chain(others) {
        for axis in 0..place.len() {
            let before = around.fabric.cells.get(&beside(&place, axis, false));
            let Some(face) = before.and_then(|before| before.faces.get(axis)?.last()) else { continue };
            all += face.outer.len();
            there +=
                face.outer.iter().filter(|value| !value.is_nan() && value.total_cmp(&fill).is_ne()).count();
        }
    }
    (all, there)
}

impl<'a> Missing<'a> {
    /// `None` where nothing is missing, or so much that the array is not yet written.
    fn of(around: &'a Surroundings) -> Option<Self> {
        let cells = &around.fabric.cells;
        let metadata = &around.array.metadata;
        let edges = around.inner.clone().filter(|_| !around.judges_shards);
        let mut grid = metadata.chunk_grid.grid_shape();
        if let Some(edges) = &edges {
            grid = metadata.shape.iter().zip(edges).map(|(size, edge)| size.div_ceil(*edge)).collect();
        }
        let size = grid.iter().try_fold(1_u64, |size, edge| size.checked_mul(*edge))?;
        let absent = usize::try_from(size).ok()?.checked_sub(cells.len())?;
        if around.judges_shards || cells.len() < FEWEST_CELLS || absent == 0 || size > MOST_CELLS as u64 {
            return None;
        }
        let (first, last) = (grid.clone(), vec![0; grid.len()]);
        let mut missing = Self { around, chunks: BTreeMap::new(), first, last, grid, is_common: false };
        for place in cells.keys() {
            for ((coord, first), last) in place.iter().zip(&mut missing.first).zip(&mut missing.last) {
                *first = (*first).min(*coord);
                *last = (*last).max(*coord);
            }
        }
        let first = vec![0; missing.grid.len()];
        let chunk = metadata.chunk_grid.chunk_shape(&first)?;
        for place in (0..size).map(|number| delinear(number, &missing.grid)) {
            if cells.contains_key(&place) {
                continue;
            }
            let mut coords = place.clone();
            if let Some(edges) = &edges {
                for ((coord, chunk), edge) in coords.iter_mut().zip(&chunk).zip(edges) {
                    *coord /= (chunk / (*edge).max(1)).max(1);
                }
            }
            missing.chunks.entry(coords).or_default().push(place);
        }
        let (mut all, mut fill) = (0, 0);
        for cell in cells.values() {
            all += cell.edges.iter().product::<u64>();
            fill += missing.fills(cell.zeros, cell.missing) as u64;
        }
        // Where NaN is the fill value, it is so wherever nothing was measured.
        missing.is_common = fill * OF_ALL as u64 > all || missing.fill().is_nan() && fill > 0;
        let are_few = absent <= cells.len() / 3 && missing.chunks.len() <= around.most_misfits();
        (are_few || missing.is_common && around.inner.is_none()).then_some(missing)
    }

    /// Chunks that are missing where much beside them is none of the fill value, which elsewhere does not end at borders: what is left out
    /// because it is all fill value has hardly anything else around it.
    fn cut_out(&self) -> Vec<(ChunkAddress, Hypothesis)> {
        const FEWEST_BORDERS: usize = 3;
        /// Of the elements beside what is missing, so many of a hundred are there on nearly every side …
        const THERE: usize = 15;
        /// … where, of those at other borders, no more than so many of a hundred meet the fill value.
        const USUAL: usize = 40;
        // Each chunk of a sheet of pictures is one for itself.
        if !(0..self.grid.len()).all(|axis| self.around.fabric.goes_on(axis)) {
            return Vec::new();
        }
        let (mut all, mut met) = (0, 0);
        for (place, cell) in &self.around.fabric.cells {
            for side in self.around.fabric.sides(place, cell) {
                for (own, theirs) in side.mine.outer.iter().zip(&side.theirs.outer) {
                    all += usize::from(!self.is_fill(*own));
                    met += usize::from(!self.is_fill(*own) && self.is_fill(*theirs));
                }
            }
        }
        let mut found = Vec::new();
        let mut elsewhere = 0;
        for (chunk, places) in &self.chunks {
            let shares = self.shares(places);
            let there = shares.iter().filter(|share| **share >= THERE).count();
            let is_end = (0..self.grid.len()).any(|axis| self.is_end(axis, places));
            let is_amid = self.borders_inside(places) == shares.len() && self.is_amid(chunk, places);
            if shares.len() >= FEWEST_BORDERS && 4 * there >= 3 * shares.len() && is_amid && !is_end {
                found.push((chunk, shares));
            } else {
                elsewhere += there;
            }
        }
        // Where blocks are left out here and there, that is how the array is.
        if found.len() > MOST_CUT_OUT || elsewhere > MOST_CUT_OUT || met * 100 > all * USUAL || all < 100 {
            return Vec::new();
        }
        let lost = |(chunk, shares): (&Vec<u64>, Vec<usize>)| {
            let fill = self.fill_value();
            let why = format!(
                "beside its {} borders {} % of the elements are not {fill}; at other borders {} % of such elements have {fill} across from them",
                shares.len(),
                shares.iter().sum::<usize>() / shares.len().max(1),
                met * 100 / all
            );
            (ChunkAddress::from(chunk.as_slice()), hypothesis(LOST, sure::MISSING, why))
        };
        found.into_iter().map(lost).collect()
    }

    /// Of each border of these places with what is stored, how many of a hundred elements beside it are none of the fill value.
    fn shares(&self, places: &[Vec<u64>]) -> Vec<usize> {
        let mut shares = Vec::new();
        for (place, axis, is_after) in sides(places) {
            let Some(cell) = self.around.fabric.cells.get(&beside(place, axis, is_after)) else { continue };
            let Some(face) =
                cell.faces.get(axis).map(|[begin, end]| if is_after { &begin.outer } else { &end.outer })
            else {
                continue;
            };
            let there = face.iter().filter(|value| !self.is_fill(**value)).count();
            shares.push(100 * there / face.len().max(1));
        }
        shares
    }

    /// How many borders these places have within the grid.
    fn borders_inside(&self, places: &[Vec<u64>]) -> usize {
        let others = sides(places).map(|(place, axis, is_after)| beside(place, axis, is_after));
        others.filter(|other| self.is_inside(other) && !places.contains(other)).count()
    }

    fn is_inside(&self, place: &[u64]) -> bool {
        place.iter().zip(&self.grid).all(|(coord, edge)| coord < edge)
    }

    fn is_fill(&self, value: f64) -> bool {
        value.is_nan() || self.fill() == 0.0 && value == 0.0
    }

    fn fill_value(&self) -> &'a Scalar {
        &self.around.array.metadata.fill_value
    }

    fn fill(&self) -> f64 {
        let metadata = &self.around.array.metadata;
        self.around.numbers.at_any(&metadata.fill_value.bytes(&metadata.data_type))
    }

    /// How many elements have the fill value, of those that are zero and those that are missing.
    fn fills(&self, zeros: usize, missing: usize) -> usize {
        if self.fill() == 0.0 { zeros } else { missing }
    }

    /// How many borders of these places there are with what is stored. `None` where what is there has the fill value, or where
    /// something else is missing beside them.
    fn borders(&self, places: &[Vec<u64>]) -> Option<usize> {
        let (mut borders, mut all, mut fill) = (0, 0, 0);
        for (place, axis, is_after) in sides(places) {
            let other = beside(place, axis, is_after);
            if !self.is_inside(&other) || places.contains(&other) {
                continue;
            }
            let cell = self.around.fabric.cells.get(&other)?;
            let face = &cell.faces.get(axis)?.get(usize::from(!is_after))?.outer;
            borders += 1;
            all += face.len();
            fill += face.iter().filter(|value| self.is_fill(**value)).count();
        }
        let is_end = (0..self.grid.len()).any(|axis| self.is_end(axis, places));
        (borders > 1 && fill * BESIDE <= all && !is_end).then_some(borders)
    }

    /// Whether places are at an end of an axis that may not have been written yet: all of it, or the end of the first axis, along
    /// which arrays grow.
    fn is_end(&self, axis: usize, places: &[Vec<u64>]) -> bool {
        let coords = || places.iter().filter_map(|place| place.get(axis).copied());
        let (Some(own), Some(own_last)) = (coords().min(), coords().max()) else { return true };
        let (Some(first), Some(last)) = (self.first.get(axis), self.last.get(axis)) else { return true };
        let is_first = self.grid.iter().position(|edge| *edge > 1) == Some(axis);
        // What lies behind it was written, too.
        let is_last = || self.around.fabric.cells.keys().all(|place| places.iter().all(|own| place < own));
        own_last < *first || own > *last || is_first && own == *last && (self.is_common || is_last())
    }

    /// Whether a chunk that is missing is in the middle, or one alone is at a side: a corner may hold nothing.
    fn is_amid(&self, chunk: &[u64], places: &[Vec<u64>]) -> bool {
        let grid = self.around.array.metadata.chunk_grid.grid_shape();
        let long: Vec<_> = chunk.iter().zip(&grid).filter(|(_, edge)| **edge > 1).collect();
        let ends = long.iter().filter(|(coord, edge)| **coord == 0 || **coord + 1 == **edge).count();
        let most = usize::from((self.chunks.len() == 1 || self.is_common) && long.len() > 1);
        !places.is_empty() && ends <= most
    }

    fn lost_chunk(&self, has_fill: bool) -> Hypothesis {
        let chunks: BTreeSet<_> = self.around.fabric.cells.values().map(|cell| &cell.address.chunk).collect();
        let others = count(chunks.len() as u128, "other chunk");
        let fill = self.fill_value();
        let (confidence, why) = if has_fill || self.fill().is_nan() || self.chunks.len() > 1 {
            (sure::MISSING, format!("{others} of the array are there, and nothing around it is {fill}"))
        } else {
            (
                sure::OTHER_VALUES,
                format!("{others} of the array are there, and no element of theirs is {fill}"),
            )
        };
        hypothesis(LOST, confidence, why)
    }

    fn partly_filled(
        &self,
        chunk: &[u64],
        places: &[Vec<u64>],
        borders: usize,
        options: &DecodeOptions,
    ) -> Option<Hypothesis> {
        let inner = self.around.array.missing_inner(chunk, options).ok()??;
        // What is stored, and all fill value, is not missing.
        if inner.missing != places.len() as u64 || inner.missing == inner.total {
            return None;
        }
        let shards: BTreeSet<_> = self.around.fabric.cells.values().map(|cell| &cell.address.chunk).collect();
        let full = shards.iter().filter(|shard| !self.chunks.contains_key(**shard)).count();
        if full < 2 || full < 3 * (self.chunks.len() - 1) {
            return None;
        }
        let what = format!(
            "the shard lacks {} of {}, which read as the fill value",
            inner.missing,
            count(inner.total.into(), "inner chunk")
        );
        let why = format!(
            "{} are full: parallel writers that overwrote each other look like this; at {} with what is missing nothing is {}, so that it was hardly left out for being so",
            count(full as u128, "other shard"),
            count(borders as u128, "border"),
            self.fill_value()
        );
        Some(hypothesis(what, sure::MISSING, why))
    }
}

/// Each side of each place.
fn sides(places: &[Vec<u64>]) -> impl Iterator<Item = (&Vec<u64>, usize, bool)> {
    places.iter().flat_map(|place| {
        (0..place.len()).flat_map(move |axis| [false, true].map(|is_after| (place, axis, is_after)))
    })
}
