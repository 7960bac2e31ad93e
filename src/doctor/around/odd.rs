//! Values that cannot have been written: a hole of zeros, a number with one flipped bit.

use super::super::{Hypothesis, confidence::around as sure, hypothesis, plausible::verdict::short};
use super::digest::{CellBytes, CellDigest, NumberView, median};
use super::values::AllValues;
use crate::metadata::{delinear, text::shape};

/// So many elements of zeros in a row are no chance.
const HOLE: usize = 8;
/// Parts of files that were never written begin or end at a multiple of this.
const SECTOR: usize = 512;
/// A flipped bit changes a number by at least so many times the range of its neighbours: less may be a real value.
const FLIPPED: f64 = 64.0;
/// The neighbours of an element are at most so many times larger than the one in their middle.
const SIZES: f64 = 1000.0;
/// The neighbours of an element that its value is compared with, before and after it.
const BESIDE: usize = 4;

/// A run of zeros where no other element of the array is zero.
pub(super) fn hole(
    all: &AllValues,
    numbers: &NumberView,
    place: &[u64],
    cell: &CellDigest,
) -> Option<Hypothesis> {
    let (start, length) = cell.zero_run;
    let others = all.zeros - cell.zeros.min(all.zeros);
    // Beside the run there may be a few that were nearly zero anyhow.
    if length < HOLE || others > 0 || cell.zeros > length + 2 || cell.is_constant() {
        return None;
    }
    let mut rest = cell.clone();
    rest.sample.retain(|value| *value != 0.0);
    let values = all.but(place, cell);
    if !values.are_like(&rest) {
        return None;
    }
    let (first, end) = (start * numbers.nbytes, (start + length) * numbers.nbytes);
    // At the very beginning a counter is zero until it first counts.
    let begins = first > 0 && first.is_multiple_of(SECTOR);
    let is_aligned = length * numbers.nbytes >= SECTOR && (begins || end.is_multiple_of(SECTOR));
    // What goes through zero, or begins there, may rest there for a while.
    let margin = values.width() / 8.0;
    let is_outside = values.least > margin || values.most < -margin;
    let is_beginning = start == 0 && place.iter().all(|coord| *coord == 0);
    // Counts are zero where there is nothing to count.
    let is_count = numbers.bits_of_integer().is_some();
    if !is_aligned && (!is_outside || is_beginning || is_count) {
        return None;
    }
    Some(hypothesis(
        "part of the chunk was never written: a hole of zeros".to_owned(),
        if is_aligned && is_outside { sure::HOLE_ALIGNED } else { sure::HOLE },
        format!(
            "{length} elements from number {start} on (decoded bytes {first} to {end}) are zero, and no other element of the array is"
        ),
    ))
}

/// One number that is impossible among the others, and possible with one bit flipped back; with the bytes as they are then.
pub(super) fn flipped_bit(
    numbers: &NumberView,
    own: &CellDigest,
    index: usize,
    cell: CellBytes,
) -> Option<(Hypothesis, Vec<u8>)> {
    let bits = numbers.bits(cell.bytes, index)?;
    if numbers.is_end(bits) {
        return None;
    }
    let mut beside = Vec::new();
    for other in index.saturating_sub(BESIDE)..=index + BESIDE {
        if other != index && other * numbers.nbytes < cell.bytes.len() {
            beside.push(numbers.at(cell.bytes, other));
        }
    }
    beside.retain(|value| value.is_finite());
    let middle = median(beside.clone())?;
    let least = beside.iter().copied().fold(f64::INFINITY, f64::min);
    let most = beside.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let width = (most - least).max(own.quantile(60) - own.quantile(40)).max(middle.abs() * 1e-6);
    let value = numbers.value(bits);
    if beside.len() < BESIDE || (value - middle).abs() < FLIPPED * width {
        return None;
    }
    let (bit, restored) = (0..8 * numbers.part.nbytes)
        .map(|bit| (bit, numbers.value(bits ^ 1 << bit)))
        .filter(|(_, value)| value.is_finite())
        .min_by(|one, other| (one.1 - middle).abs().total_cmp(&(other.1 - middle).abs()))?;
    // Of numbers of many sizes one more size says nothing.
    let greatest = least.abs().max(most.abs());
    if (restored - middle).abs() > width || greatest > SIZES * middle.abs() {
        return None;
    }
    let at: Vec<u64> = cell.shape.iter().map(|edge| *edge as u64).collect();
    let at = shape(&delinear(index as u64, &at));
    let evidence = format!(
        "it is {}, and the elements beside it are {} to {}; with that bit flipped back it is {}",
        short(value),
        short(least),
        short(most),
        short(restored)
    );
    let mut bytes = cell.bytes.to_vec();
    *bytes.get_mut(index * numbers.nbytes + numbers.part.offset + bit / 8)? ^= 1 << (bit % 8);
    let what = format!("one bit of the element {at} is flipped: bit {bit}");
    Some((hypothesis(what, sure::FLIPPED_BIT, evidence), bytes))
}

/// The one element of a cell that is farther from the others than any other of the array.
pub(super) fn suspect(all: &AllValues, place: &[u64], own: &CellDigest) -> Option<usize> {
    if own.strange == 1 && all.strange == 1 {
        return own.first_strange;
    }
    let others = all.but(place, own);
    let least = others.least.min(own.least[1].value);
    let most = others.most.max(own.most[1].value);
    let width = most - least;
    if !width.is_finite() || width <= 0.0 {
        return None;
    }
    let (above, below) = (own.most[0].value - most, least - own.least[0].value);
    match (above > 3.0 * width, below > 3.0 * width) {
        (true, false) => Some(own.most[0].index),
        (false, true) => Some(own.least[0].index),
        _ => None,
    }
}
