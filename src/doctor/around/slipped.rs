//! Cells in which all elements from some place on have moved: the ends of their rows lie within the rows.

use super::super::confidence::around as sure;
use super::super::plausible::verdict::short;
use super::super::{Hypothesis, hypothesis};
use super::Surroundings;
use super::digest::{CellBytes, CellDigest};
use crate::codec::DecodeOptions;
use crate::metadata::text::count;
use crate::pipeline::ChunkAddress;

/// So many cells are decoded for it.
const MOST: usize = 64;
/// The distances that are looked for, in elements.
const FARTHEST: usize = 16;
/// A step is an end of a row where it is so many times the usual one within rows, which few of these are …
const END: f64 = 6.0;
/// … and so many rows have to end so.
const FEWEST: usize = 5;
/// Of a cell at most one of so many elements is missing.
const GAPS: u64 = 16;

/// Finds cells of which a part is moved by some elements: an element was lost or is there twice.
pub(super) fn moved_from(
    around: &Surroundings,
    known: &[(ChunkAddress, Hypothesis)],
    options: &DecodeOptions,
) -> Vec<(ChunkAddress, Hypothesis)> {
    // In pictures of bytes the edges of things end like rows: walls, or what is as bright as a byte can say.
    if around.numbers.nbytes < 2 {
        return Vec::new();
    }
    let mut found = Vec::new();
    let is_known = |cell: &CellDigest| {
        let is_sure = |found: &Hypothesis| found.confidence >= sure::READ_OTHERWISE;
        known.iter().any(|(address, found)| *address == cell.address && is_sure(found))
    };
    let mut candidates = Vec::new();
    // Where nothing was measured, such as above a cloud, rows end anywhere.
    let has_gaps = |cell: &CellDigest| cell.missing as u64 * GAPS > cell.edges.iter().product::<u64>();
    for (place, cell) in around.fabric.cells.iter().filter(|(_, cell)| !is_known(cell) && !has_gaps(cell)) {
        let torn = [false, true].map(|is_after| is_partly_torn(around, place, cell, is_after));
        if torn.contains(&true) {
            candidates.push((cell, torn));
        }
    }
    for (cell, torn) in candidates.into_iter().take(MOST) {
        let moved = around.with_cell(&cell.address, options, |bytes| moved(around, cell, &bytes, torn));
        found.extend(moved.flatten().map(|hypothesis| (cell.address.clone(), hypothesis)));
    }
    // Where several are so, that is how the array is.
    if found.len() > around.most_misfits() { Vec::new() } else { found }
}

fn large_step(around: &Surroundings, cell: &CellDigest) -> Option<f64> {
    let axis = cell.steps.len().checked_sub(1)?;
    let step = cell.steps.last()?.as_ref()?.median;
    let usual = around.fabric.usual_step(axis);
    // Where most elements are as the one before, such as where it does not rain, any shower begins with a large step.
    (usual > around.numbers.quantum).then_some(END * step.max(usual))
}

/// Whether the end of the rows, or their beginning, is far from what is beside it from some element on.
fn is_partly_torn(around: &Surroundings, place: &[u64], cell: &CellDigest, is_after: bool) -> bool {
    let axis = place.len().saturating_sub(1);
    let Some(large) = large_step(around, cell).filter(|_| axis > 0) else { return false };
    let begins = |mine: &[f64], theirs: &[f64]| {
        let far =
            mine.iter().zip(theirs).map(|(one, other)| if (one - other).abs() > large { 1 } else { -1 });
        begin(&far.collect::<Vec<i32>>()).is_some()
    };
    let mut sides = around.fabric.sides(place, cell).into_iter();
    sides.any(|side| {
        side.axis == axis && side.is_after == is_after && begins(&side.mine.outer, &side.theirs.outer)
    })
}

fn moved(around: &Surroundings, cell: &CellDigest, bytes: &CellBytes, torn: [bool; 2]) -> Option<Hypothesis> {
    let row = *bytes.shape.last()?;
    if bytes.used != bytes.shape || row < 4 {
        return None;
    }
    let large = large_step(around, cell)?;
    let size = bytes.bytes.len() / around.numbers.nbytes.max(1);
    let step = |at: usize| {
        (around.numbers.at(bytes.bytes, at) - around.numbers.at(bytes.bytes, at.checked_sub(1)?)).abs().into()
    };
    let is_end =
        |at: Option<usize>| at.filter(|at| *at < size).and_then(step).is_some_and(|step: f64| step > large);
    let mut best: Option<(usize, isize, usize)> = None;
    for count in 1..=FARTHEST.min(row / 4) {
        // What has moved on begins with the end of the row before, which is far from what lies beside it.
        let ways = [count.cast_signed(), -count.cast_signed()].into_iter().zip(torn);
        for by in ways.filter(|(_, is_torn)| *is_torn).map(|(by, _)| by) {
            // For each row, whether it ends where it should, or where it would if it had moved.
            let rows = (1..size / row).map(|number| {
                let (here, there) =
                    (is_end(Some(number * row)), is_end((number * row).checked_add_signed(by)));
                i32::from(there && !here) - i32::from(here && !there)
            });
            let rows: Vec<i32> = rows.collect();
            if let Some((from, ends)) = begin(&rows)
                && best.is_none_or(|(most, ..)| ends > most)
            {
                best = Some((ends, by, from + 1));
            }
        }
    }
    let (ends, by, from) = best?;
    let direction = if by > 0 { "end" } else { "beginning" };
    let what = format!(
        "the chunk is shifted by {} towards its {direction} from about element {} on",
        count(by.unsigned_abs() as u128, "element"),
        (from * row).saturating_sub(row / 2)
    );
    let why = format!(
        "from there on, {ends} rows end {} than they should: values differ there by more than {}, and not where the rows end",
        if by > 0 { "later" } else { "earlier" },
        short(large)
    );
    Some(hypothesis(what, sure::READ_OTHERWISE, why))
}

/// From which row on rows end elsewhere, and how many of them show it; 1 stands for one that does, -1 for one that does not.
fn begin(rows: &[i32]) -> Option<(usize, usize)> {
    let mut best = None;
    let (mut sum, mut most) = (0, 0);
    for (from, row) in rows.iter().enumerate().rev() {
        sum += row;
        if sum > most {
            most = sum;
            best = Some(from);
        }
    }
    let from = best?;
    let (before, after) = rows.split_at(from);
    let count = |part: &[i32], sign| part.iter().filter(|row| **row == sign).count();
    let (moved, stayed, earlier) = (count(after, 1), count(after, -1), count(before, 1));
    let is_sure = moved >= FEWEST
        && moved * 4 >= after.len() * 3
        && stayed * 10 <= moved
        && earlier * 10 <= before.len();
    (is_sure && from > 0).then_some((from, moved))
}
