//! Small integers that are not negative — counts, labels, categories — have zeros above them. Read backwards the zeros are
//! below them, and the numbers use neither the top nor the bottom of their range: sound numbers do not leave both unused.

use super::super::confidence::values as sure;
use super::sample::{NumberKind, Sample, approximate, share};
use super::threshold::small as threshold;
use super::verdict::{Comparison, both_signs, signed};

/// Fewer numbers say nothing.
const LEAST: usize = 32;

/// Whether integers are small when they are read in the other way, and odd as they are.
pub(super) fn compare(now: &Sample, then: &Sample, kind: NumberKind) -> Option<Comparison> {
    let is_whole = matches!(kind, NumberKind::Signed | NumberKind::Unsigned);
    if !is_whole || now.counted().take(LEAST).count() < LEAST {
        return None;
    }
    let most = then.counted().max()?;
    let confidence = match most {
        _ if kind == NumberKind::Signed && around_zero(then) => sure::FAIR,
        0..=0xff => of_one_byte(then, most)?,
        _ => of_two_bytes(then, most)?,
    };
    Some(Comparison {
        confidence,
        now: format!("all values are near multiples of {}, between {}", unit(now), kind.range(now)),
        then: format!("they are small, between {}", kind.range(then)),
    })
}

/// What all values are multiples of, but for what the second byte adds.
fn unit(now: &Sample) -> u64 {
    1 << (8 * now.nbytes.clamp(2, 8) - 8)
}

/// Numbers below 256. What is shifted to the top of its range, as some cameras do, uses the top of it too.
fn of_one_byte(then: &Sample, most: u64) -> Option<f64> {
    // A few single bits may be flags.
    if then.distinct(threshold::NO_FLAGS) < threshold::NO_FLAGS {
        return None;
    }
    let distinct = u64::try_from(then.distinct(256)).ok()?;
    let is_dense = distinct.saturating_mul(4) >= most;
    let steps = NeighbourSteps::of(then);
    // What is smooth may be a signal of few bits, unless it ends far below any such signal.
    let least = then.counted().min()?;
    let is_smooth = steps.mean < threshold::SMOOTH * approximate(most - least);
    let is_tiny = most <= threshold::TINY && least <= 1;
    if most <= threshold::FAR_BELOW && is_dense && (!is_smooth || is_tiny) {
        return Some(sure::FAIR);
    }
    // A picture has steps of one; the numbers of labels beside each other have nothing to do with each other.
    let are_labels = steps.ones <= threshold::FEW_ONES && steps.steps >= LEAST;
    (are_labels && is_dense && steps.same >= threshold::REGIONS).then_some(sure::WEAK)
}

/// How neighbours differ.
struct NeighbourSteps {
    /// How many do not, as a share.
    same: f64,
    /// How many of those that do differ by one, as a share.
    ones: f64,
    /// By how much those do, on average.
    mean: f64,
    /// How many do.
    steps: usize,
}

impl NeighbourSteps {
    fn of(sample: &Sample) -> Self {
        let (mut size, mut same, mut ones, mut sum) = (0, 0, 0, 0.0);
        for [one, other] in sample.pairs(1) {
            size += 1;
            same += usize::from(one == other);
            ones += usize::from(one.abs_diff(other) == 1);
            sum += approximate(one.abs_diff(other));
        }
        let steps = size - same;
        let mean = sum / share(steps, 1).max(1.0);
        Self { same: share(same, size), ones: share(ones, steps), mean, steps }
    }
}

/// Numbers of two bytes, the upper of which has few values.
fn of_two_bytes(then: &Sample, most: u64) -> Option<f64> {
    let lower: std::collections::HashSet<u64> = then.counted().map(|bits| bits & 0xff).collect();
    if most >> 8 > threshold::UPPER || lower.len() < threshold::LOWER {
        return None;
    }
    // In four bytes two are zero below the others: what is shifted up there uses all values of its lower byte.
    (then.nbytes >= 4 || ends_within(then, most)).then_some(sure::FAIR)
}

/// Whether numbers of two bytes are small and of both signs: the upper byte is near zero on both sides, the lower one is
/// anything. Flags below another number have one sign.
fn around_zero(then: &Sample) -> bool {
    let upper: std::collections::HashSet<i64> = then.counted().map(|bits| signed(bits, 2) >> 8).collect();
    let lower: std::collections::HashSet<u64> = then.counted().map(|bits| bits & 0xff).collect();
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
    let each = share(below, others);
    let chance = f64::from(i32::try_from(own).unwrap_or(i32::MAX)) * each.max(1e-9).ln();
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

    /// Numbers below `end` that have nothing to do with each other.
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
