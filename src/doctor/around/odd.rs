//! Values that cannot have been written: a hole of zeros, a number with one flipped bit.

use super::super::plausible::{sample::NumberKind, verdict::short};
use super::super::{Hypothesis, confidence::around as sure, hypothesis};
use super::digest::{CellBytes, CellDigest, Extreme, NumberView, median};
use super::fabric::Fabric;
use super::{
    Surroundings,
    values::{AllValues, OtherValues},
};
use crate::metadata::text::{count, shape};
use crate::metadata::{GroupOrArray, delinear};
use crate::pipeline::ChunkAddress;

/// So many elements of zeros in a row are no chance.
const HOLE: usize = 8;
/// Parts of files that were never written begin or end at a multiple of this.
const SECTOR: usize = 512;
/// A flipped bit changes a number by at least so many times the range of its neighbours: less may be a real value.
pub(super) const FLIPPED: f64 = 64.0;
/// The one element that stands out from those beside it more than so many times as far as any other …
const SPIKE: f64 = 12.0;
/// … has to be away from all that are near by so many times their range.
const FLIPPED_SPIKE: f64 = 8.0;
/// A value that no bit explains is so many times the range of its neighbours away from them, and farther from all others than these
/// are from each other.
const STRAY: f64 = 16.0;
/// In noise, where single values may lie anywhere, it is so many times as far away as all others are apart.
const STRAY_IN_NOISE: f64 = 1e4;
/// Where all values are so many times as far apart as those of the middle half, some are always far away.
const HEAVY: f64 = 16.0;
/// Where neighbours differ by more than this part of what any two values do, it is noise to a single value.
const CALM: f64 = 8.0;
/// What writers mark missing values with, beside the least integer.
const MARKS: [f64; 6] = [-9999.0, -99_999.0, -999.0, -32_768.0, 1e20, 9.969_209_968_386_869e36];
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
    /// The mark is so many times as far away as all others are apart.
    const AWAY: f64 = 2.0;
    let least_integer = around.numbers.bits_of_integer().map(|bits| -2_f64.powi(bits - 1));
    let is_mark = |value: f64| {
        let is_known = is_known_mark(value) || least_integer == Some(value);
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
    let text = attributes(around)?;
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

fn attributes(around: &Surroundings) -> Option<String> {
    let Ok(GroupOrArray::Array(document)) = &around.array.document().node else { return None };
    serde_json::to_string(document.attributes.as_ref().ok()?).ok()
}

fn is_known_mark(value: f64) -> bool {
    MARKS.iter().any(|mark| (value / mark - 1.0).abs() < 1e-6)
}

/// So many times larger than all others, a number is beyond them, whatever their sizes are.
const BEYOND: f64 = 65_536.0;
/// A number that is so many times smaller than all beside it was not there before.
const VANISHING: f64 = 16.0;

/// An element that is impossible among the others.
struct Impossible {
    value: f64,
    /// The middle, the least and the greatest of the elements beside it.
    middle: f64,
    least: f64,
    most: f64,
    /// How far they are apart, or, if that is more, the elements in the middle of its chunk.
    width: f64,
    beside: Vec<f64>,
}

impl Impossible {
    fn at(numbers: &NumberView, own: &CellDigest, index: usize, cell: &CellBytes) -> Option<Self> {
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
        let found = Self { value: numbers.value(bits), middle, least, most, width, beside };
        (found.beside.len() >= BESIDE).then_some(found)
    }

    fn is_beyond(&self, times: f64) -> bool {
        // What is no number is no nearer than that.
        (self.value - self.middle).abs() >= times * self.width || self.value.is_nan()
    }
}

/// One number that is impossible among the others, and possible with one bit flipped back; with the bytes as they are then.
pub(super) fn flipped_bit(
    numbers: &NumberView,
    own: &CellDigest,
    others: &OtherValues,
    (index, times): (usize, f64),
    cell: &CellBytes,
) -> Option<(Hypothesis, Vec<u8>)> {
    let impossible = Impossible::at(numbers, own, index, cell).filter(|found| found.is_beyond(times))?;
    let Impossible { value, middle, least, most, width, beside } = impossible;
    let bits = numbers.bits(cell.bytes, index)?;
    let (bit, restored) = (0..8 * numbers.part.nbytes)
        .map(|bit| (bit, numbers.value(bits ^ 1 << bit)))
        .filter(|(_, value)| value.is_finite())
        .min_by(|one, other| (one.1 - middle).abs().total_cmp(&(other.1 - middle).abs()))?;
    // Of numbers of many sizes one more size says nothing, but for one that is beyond all of them.
    let greatest = least.abs().max(most.abs());
    let of_all =
        others.least.abs().max(others.most.abs()).max(own.least[1].value.abs()).max(own.most[1].value.abs());
    let is_of_many = greatest > SIZES * middle.abs() && value.abs() < BEYOND * of_all;
    // Without its highest exponent bit, any number nearly vanishes.
    let smallest =
        beside.iter().map(|value| value.abs()).filter(|size| *size > 0.0).fold(f64::INFINITY, f64::min);
    let vanishes = restored.abs() * VANISHING < smallest && restored.abs() > 0.0;
    if vanishes || (restored - middle).abs() > width || is_of_many {
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

/// One number that is impossible among the others, whatever it comes from.
pub(super) fn stray(
    around: &Surroundings,
    (place, own): (&[u64], &CellDigest),
    others: &OtherValues,
    index: usize,
    cell: &CellBytes,
) -> Option<Hypothesis> {
    let Surroundings { array, numbers, fabric, .. } = around;
    // Counts of cameras have hot elements, and ids and times may be any number.
    if matches!(numbers.part.kind, NumberKind::Unsigned | NumberKind::Time(_)) {
        return None;
    }
    let found = Impossible::at(numbers, own, index, cell)?;
    let value = found.value;
    if value.is_nan() || attributes(around)?.contains(&format!("{value}")) {
        return None;
    }
    let but = |ends: &[Extreme; 2]| if ends[0].index == index { ends[1].value } else { ends[0].value };
    let (least, most) = (others.least.min(but(&own.least)), others.most.max(but(&own.most)));
    let width = most - least;
    let quarters = others.quantile(75) - others.quantile(25);
    let is_heavy = quarters.is_nan() || quarters <= 0.0 || width > HEAVY * quarters;
    let is_calm = (0..place.len()).all(|axis| fabric.usual_step(axis) * CALM <= fabric.usual.spread);
    let edges: Vec<u64> = cell.shape.iter().map(|edge| *edge as u64).collect();
    let at = delinear(index as u64, &edges);
    let mut whole = Vec::new();
    for ((place, edge), at) in place.iter().zip(&edges).zip(&at) {
        whole.push(place * edge + at);
    }
    // The first element of a spectrum is what is constant, and the last one or the last row of a table may be a sum.
    let ends = || whole.iter().zip(&array.metadata.shape);
    let is_corner = ends().all(|(at, size)| *at == 0 || at + 1 == *size);
    let is_last_row = whole.len() <= 2 && ends().next().is_some_and(|(at, size)| at + 1 == *size);
    let far = (value - most).max(least - value) / width;
    let is_absurd = far >= STRAY_IN_NOISE;
    // What is measured from zero on, and often is zero, is never less.
    let is_from_zero = least == 0.0 && others.quantile(25) == 0.0;
    let is_below = is_from_zero && value < 0.0 && far >= 1.0;
    let is_far = is_absurd || !is_heavy && quarters > 0.0 && (is_calm || is_known_mark(value));
    let is_odd = is_below || is_far && found.is_beyond(STRAY);
    if is_corner || is_last_row && !is_calm || !is_odd {
        return None;
    }
    let why = format!(
        "it is the element {} of the array; the elements beside it are {} to {}, all others of the array lie between {} and {}, and no \
         flipped bit explains it",
        shape(&whole),
        short(found.least),
        short(found.most),
        short(least),
        short(most)
    );
    let what = format!("the element {} has an impossible value: {}", shape(&at), short(value));
    Some(hypothesis(what, sure::STRAY, why))
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
    // Below what is measured from zero on, less is enough.
    let far_below = if least == 0.0 { width } else { 3.0 * width };
    match (above > 3.0 * width, below >= far_below) {
        (true, false) => Some(own.most[0].index),
        (false, true) => Some(own.least[0].index),
        _ => None,
    }
}

/// The one element of an array that stands out from those beside it so far as no other does: its place, its index there, and how far it has
/// to be away from them.
pub(super) fn spike(fabric: &Fabric) -> Option<(&Vec<u64>, (usize, f64))> {
    let mut all = Vec::new();
    for (place, cell) in &fabric.cells {
        all.extend(cell.spikes.iter().map(|spike| (spike.value, place, spike.index)));
    }
    all.sort_by(|one, other| other.0.total_cmp(&one.0));
    let [(height, place, index), (next, ..), ..] = all.as_slice() else { return None };
    let is_alone = *next > 0.0 && *height >= SPIKE * next && height.is_finite();
    is_alone.then_some((*place, (*index, FLIPPED_SPIKE)))
}
