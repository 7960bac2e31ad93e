//! Small integers that are not negative — counts, labels, categories — have zeros above them. Read backwards the zeros are
//! below them, and the numbers use neither the top nor the bottom of their range: sound numbers do not leave both unused.

use std::collections::BTreeSet;

use super::super::confidence::values as sure;
use super::sample::{NumberKind, Sample, approximate, share};
use super::threshold::small as threshold;
use super::verdict::{Comparison, both_signs, signed};

const LEAST: usize = 32;
const MOST_DIFFERENT: usize = 512;

pub(super) fn compare(now: &Sample, then: &Sample, kind: NumberKind) -> Option<Comparison> {
    let is_whole = matches!(kind, NumberKind::Signed | NumberKind::Unsigned);
    if !is_whole || now.counted().take(LEAST).count() < LEAST {
        return None;
    }
    // What all values are multiples of, but for what the second byte adds.
    let unit = 1 << (8 * now.nbytes.clamp(2, 8) - 8);
    // Small numbers read backwards are large. What is small as it is, needs no other reading.
    if now.counted().max()? < unit {
        return None;
    }
    let most = then.counted().max()?;
    let confidence = match most {
        _ if kind == NumberKind::Signed && around_zero(then) => sure::FAIR,
        _ if kind == NumberKind::Signed && beside_zero(then) => sure::FAIR,
        0..=0xff => of_one_byte(then, most)?,
        _ => of_two_bytes(then, most)?,
    };
    let now = format!("all values are near multiples of {unit}, between {}", kind.range(now));
    let then = format!("they are small, between {}", kind.range(then));
    Some(Comparison { confidence, now, then })
}

fn is_wide(then: &Sample) -> bool {
    then.nbytes >= 4
}

fn values(sample: &Sample) -> BTreeSet<u64> {
    let mut found = BTreeSet::new();
    for bits in &sample.bits {
        found.insert(*bits);
        if found.len() > MOST_DIFFERENT {
            break;
        }
    }
    found
}

fn of_one_byte(then: &Sample, most: u64) -> Option<f64> {
    let values = values(then);
    let least = values.first().copied()?;
    let sure = if is_wide(then) { sure::FAIR } else { sure::WEAK };
    // In two bytes a mask of 0 and 256, and what else is made of two bits, may as well be flags that are sound: each bit of
    // so short a number has a meaning of its own often enough. In four bytes or more the highest byte hardly ever has.
    if values.len() < threshold::NO_FLAGS {
        let is_mask = values.len() >= 2 && values.iter().copied().eq(0..=most);
        return if is_wide(then) && is_mask { Some(sure::WEAK) } else { None };
    }
    let distinct = u64::try_from(values.len()).ok()?;
    let is_dense = distinct.saturating_mul(4) >= most;
    let (mut pairs, mut same, mut ones, mut sum) = (0, 0, 0, 0.0);
    for [one, other] in then.pairs(1) {
        pairs += 1;
        same += usize::from(one == other);
        ones += usize::from(one.abs_diff(other) == 1);
        sum += approximate(one.abs_diff(other));
    }
    let steps = pairs - same;
    let mean = sum / share(steps, 1).max(1.0);
    // What is smooth may be a signal of few bits, unless it begins near zero and ends far below any such signal.
    let is_smooth = mean < threshold::SMOOTH * approximate(most - least.min(most));
    let from = if is_wide(then) { most / threshold::NEAR_ZERO } else { 1 };
    let is_low = least <= from && distinct.saturating_mul(2) >= most;
    if most <= threshold::FAR_BELOW && is_dense && (!is_smooth || is_low) {
        return Some(sure);
    }
    if least == 0 && (is_wide(then) || most <= threshold::SKEWED_BELOW) {
        let low = then.bits.iter().filter(|bits| **bits * threshold::SKEWED_PARTS <= most).count();
        let zeros = then.bits.iter().filter(|bits| **bits == 0).count();
        let share = |count: usize| share(count, then.bits.len());
        if share(low) >= threshold::SKEWED && share(zeros) >= threshold::ZEROS {
            return Some(sure);
        }
    }
    // A phase that wraps fills its byte, with or without a sign.
    if is_wide(then) && !is_smooth && most < threshold::FULL {
        return Some(sure);
    }
    // A picture has steps of one; the numbers of labels beside each other have nothing to do with each other.
    let are_labels = share(ones, steps) <= threshold::FEW_ONES && steps >= LEAST;
    if are_labels && is_dense && share(same, pairs) >= threshold::REGIONS { Some(sure::WEAK) } else { None }
}

fn of_two_bytes(then: &Sample, most: u64) -> Option<f64> {
    if most >> 8 > 0xff {
        return None;
    }
    if across_a_byte(&values(then)) {
        return Some(sure::STRONG);
    }
    let lower: BTreeSet<u64> = then.counted().map(|bits| bits & 0xff).collect();
    // In four bytes two are zero below the others: what is shifted up there uses all values of its lower byte.
    let least = if is_wide(then) { threshold::LOWER_OF_WIDE } else { threshold::LOWER };
    let is_known = is_wide(then) || ends_within(then, most);
    if most >> 8 <= threshold::UPPER && lower.len() >= least && is_known { Some(sure::FAIR) } else { None }
}

/// Whether numbers are a block of at most 256 that goes on from one upper byte to the next, as unrelated bytes do not.
fn across_a_byte(values: &BTreeSet<u64>) -> bool {
    // The fill value may be zero whatever the others are.
    let own = || values.iter().copied().filter(|value| *value > 0);
    let (Some(least), Some(most)) = (own().next(), own().next_back()) else { return false };
    let border = most >> 8 << 8;
    let above = own().filter(|value| *value >= border).count();
    let below = own().count() - above;
    most - least <= 0xff
        && above.min(below) >= threshold::BESIDE_BORDER
        && above + below >= threshold::BLOCK
        && approximate(most - least) <= threshold::BLOCK_PARTS * share(above + below, 1)
}

/// Whether numbers are of both signs and fit into a byte. Read in the other way their lower bytes are all zeros or all
/// ones, as the sign says, which is what a mask of all bits has too: it has no other negative number than -1.
fn beside_zero(then: &Sample) -> bool {
    let values: BTreeSet<i64> = values(then).into_iter().map(|bits| signed(bits, then.nbytes)).collect();
    let is_small = values.iter().all(|value| i8::try_from(*value).is_ok());
    let negative = values.range(..0).count();
    let (least, least_negative) = if is_wide(then) { (3, 1) } else { (threshold::NO_FLAGS, 2) };
    is_small && negative >= least_negative && values.range(1..).count() >= 1 && values.len() >= least
}

/// Whether numbers of two bytes are small and of both signs. Flags below another number have one sign.
fn around_zero(then: &Sample) -> bool {
    let upper: BTreeSet<i64> = then.counted().map(|bits| signed(bits, 2) >> 8).collect();
    let lower: BTreeSet<u64> = then.counted().map(|bits| bits & 0xff).collect();
    then.nbytes == 2
        && upper.len() >= threshold::UPPER_VALUES
        && upper.iter().all(|upper| threshold::UPPER_OF_BOTH_SIGNS.contains(upper))
        && lower.len() >= threshold::LOWER
        && both_signs(then)
}

/// Whether the numbers end within the range of their lower byte. Flags below another number would not end it.
fn ends_within(then: &Sample, most: u64) -> bool {
    let top = most >> 8;
    let (mut own, mut others, mut below) = (0, 0, 0);
    for bits in then.counted() {
        if bits >> 8 == top {
            own += 1;
        } else {
            others += 1;
            below += usize::from(bits & 0xff <= most & 0xff);
        }
    }
    let chance = f64::from(i32::try_from(own).unwrap_or(i32::MAX)) * share(below, others).max(1e-9).ln();
    own >= threshold::ENDS && others >= LEAST && chance < threshold::CHANCE
}

#[cfg(test)]
mod tests {
    use super::*;

    fn both(numbers: impl IntoIterator<Item = u64>, nbytes: usize) -> [bool; 2] {
        let sound = Sample::row_of(numbers, nbytes);
        let kind = NumberKind::Unsigned;
        [compare(&sound.swapped(), &sound, kind).is_some(), compare(&sound, &sound.swapped(), kind).is_some()]
    }

    fn noise(end: u64) -> impl Iterator<Item = u64> {
        (0..2000_u64).map(move |step| (step.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 40) % end)
    }

    #[test]
    fn counts_are_found_when_they_are_read_backwards() {
        assert_eq!(both(noise(12), 2), [true, false]);
        assert_eq!(both(noise(12), 4), [true, false]);
        assert_eq!(both(noise(600), 4), [true, false]);
        assert_eq!(both((0..2000).map(|step| step / 40 * 77 % 90), 2), [true, false]);
        let few_regions = (0..2000).map(|step| step / 100 * 77 % 90);
        assert_eq!(both(few_regions, 2), [false, false], "19 borders say nothing");
    }

    #[test]
    fn masks_are_found_where_the_highest_byte_is_hardly_ever_a_flag() {
        assert_eq!(
            [both(noise(2), 2), both(noise(2), 4), both(noise(2), 8)],
            [[false; 2], [true, false], [true, false]]
        );
        assert_eq!(both(noise(2).map(|bit| bit * 2), 4), [false, false], "one bit of eight is a flag");
    }

    #[test]
    fn ids_that_go_on_beyond_a_byte_are_found() {
        assert_eq!(both(noise(40).map(|id| id + 1000), 2), [true, false]);
        assert_eq!(both(noise(40).map(|id| id + 1000), 8), [true, false]);
        // Read backwards these end where their byte does, as a number with flags below it.
        assert_eq!(both(noise(40).map(|id| id + 984), 2), [false, false]);
    }

    #[test]
    fn steps_of_both_signs_are_found() {
        let steps = noise(11).map(|step| (step.cast_signed() - 5).cast_unsigned() & 0xffff);
        let sound = Sample::row_of(steps, 2);
        assert!(compare(&sound.swapped(), &sound, NumberKind::Signed).is_some());
        assert_eq!(compare(&sound, &sound.swapped(), NumberKind::Signed), None);
        let marks = Sample::row_of(noise(3).map(|mark| [0, 1, 0xffff][usize::try_from(mark).unwrap()]), 2);
        assert_eq!(compare(&marks.swapped(), &marks, NumberKind::Signed), None, "a flag and what is missing");
    }

    #[test]
    fn flags_and_numbers_shifted_up_are_sound() {
        // The other reading of each would be small numbers.
        assert_eq!(both((0..2000).map(|step| (step % 3) << 8), 2), [false, false]);
        assert_eq!(both((0..2000).map(|step| (step % 120) << 8), 2), [false, false]);
        assert_eq!(
            both(noise(256).zip(noise(1021)).map(|(high, low)| (high << 8) | (low % 4)), 2),
            [false, false]
        );
    }
}
