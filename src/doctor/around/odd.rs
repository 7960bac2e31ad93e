//! Values that cannot have been written: a hole of zeros, a number with one flipped bit.

use super::super::{Hypothesis, confidence::around as sure, hypothesis, plausible::verdict::short};
use super::digest::{CellBytes, CellDigest, NumberView, median};
use super::{Surroundings, values::AllValues};
use crate::metadata::text::{count, shape};
use crate::metadata::{GroupOrArray, delinear};
use crate::pipeline::ChunkAddress;

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
    if length < HOLE || cell.zeros > length + 2 || cell.is_constant() {
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
    // Where others are zero here and there, none is for long.
    #[expect(clippy::cast_precision_loss, reason = "a chunk has not so many elements")]
    let is_only = others == 0 || is_aligned && all.zero_run_but(place) * 8.0 <= length as f64;
    if !is_only || !is_aligned && (!is_outside || is_beginning || is_count) {
        return None;
    }
    let sure = if is_aligned && is_outside { sure::HOLE_ALIGNED } else { sure::HOLE };
    let rest = if others == 0 { "no other element of the array is" } else { "nowhere else so many in a row" };
    let why = format!(
        "{length} elements from number {start} on (decoded bytes {first} to {end}) are zero, and {rest}"
    );
    Some(hypothesis("part of the chunk was never written: a hole of zeros", sure, why))
}

/// A number far from all others that stands for what is missing in some cells, though the document does not say so.
pub(super) fn unstated_mark(around: &Surroundings) -> Option<(Vec<ChunkAddress>, Hypothesis)> {
    /// What writers mark missing values with, beside the least integer.
    const MARKS: [f64; 6] = [-9999.0, -99_999.0, -999.0, -32_768.0, 1e20, 9.969_209_968_386_869e36];
    /// The mark is so many times as far away as all others are apart.
    const AWAY: f64 = 2.0;
    let least_integer = around.numbers.bits_of_integer().map(|bits| -2_f64.powi(bits - 1));
    let is_mark = |value: f64| {
        let is_known =
            MARKS.iter().any(|mark| (value / mark - 1.0).abs() < 1e-6) || least_integer == Some(value);
        // Of one or two elements nothing is said: they may be damaged.
        is_known && !around.stated.marks.contains(&value)
    };
    let (mut value, mut cells) = (f64::NAN, Vec::new());
    let (mut low, mut high) = (f64::INFINITY, f64::NEG_INFINITY);
    let mut missing = 0;
    for cell in around.fabric.cells.values() {
        missing += cell.missing;
        let own = [cell.least, cell.most]
            .into_iter()
            .find(|[one, other]| one.value.total_cmp(&other.value).is_eq() && is_mark(one.value));
        if let Some([own, _]) = own {
            if cells.is_empty() {
                value = own.value;
            } else if value.total_cmp(&own.value).is_ne() {
                return None;
            }
            cells.push(cell.address.clone());
        }
        for value in cell.sample.iter().filter(|value| !is_mark(**value)) {
            (low, high) = (low.min(*value), high.max(*value));
        }
    }
    let Ok(GroupOrArray::Array(document)) = &around.array.document().node else { return None };
    let attributes = document.attributes.as_ref().ok()?;
    let text = serde_json::to_string(attributes).ok()?;
    let is_far = (low - value).max(value - high) > AWAY * (high - low);
    if cells.is_empty()
        || !is_far
        || high <= low
        || text.contains(&format!("{value}"))
        || text.contains(" since ")
    {
        return None;
    }
    let why = format!(
        "it occurs several times in {}, all other values lie between {} and {}, and neither the fill value nor an attribute names it{}",
        count(cells.len() as u128, "chunk"),
        short(low),
        short(high),
        if missing > 0 { "; what is missing elsewhere is marked as the document says" } else { "" }
    );
    let what = if least_integer == Some(value) && value < -1e9 {
        #[expect(clippy::cast_possible_truncation, reason = "the least integer, exactly")]
        let least = value as i64;
        format!("{least} is where NaN became an integer")
    } else {
        format!("{value} marks what is missing, but is read as a value")
    };
    Some((cells, hypothesis(what, sure::CHANGED_VALUES, why)))
}

/// A number that is so many times smaller than all beside it was not there before.
const VANISHING: f64 = 16.0;

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
    // Without its highest exponent bit, any number nearly vanishes.
    let smallest =
        beside.iter().map(|value| value.abs()).filter(|size| *size > 0.0).fold(f64::INFINITY, f64::min);
    let vanishes = restored.abs() * VANISHING < smallest && restored.abs() > 0.0;
    if vanishes || (restored - middle).abs() > width || greatest > SIZES * middle.abs() {
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
