use super::super::confidence::values as sure;
use super::sample::{NumberKind, Sample, approximate, share};
use super::threshold::width as threshold;
use super::verdict::{Comparison, both_signs, integer, signed};
use crate::metadata::DataType;

const LEAST: usize = 32;

/// Unsigned numbers that are really signed bunch at both ends, and neighbours step from one to the other; and vice versa.
pub(super) fn other_sign(sample: &Sample, kind: NumberKind) -> Option<(DataType, Comparison)> {
    let other = if kind == NumberKind::Signed { NumberKind::Unsigned } else { NumberKind::Signed };
    let half = 1_u64 << (8 * sample.nbytes.clamp(1, 8) - 1);
    let (mut ends, mut other_ends, mut size) = (0, 0, 0);
    let (mut step, mut end_step) = (0.0, 0.0);
    // A step from the very least to the very greatest value is no crossing: saturated images have it. Fill values count only
    // where they speak against the other type.
    for [one, other] in sample.pairs(1) {
        let [one, other] = [one, other].map(|bits| kind.ordered(bits, sample.nbytes));
        let direct = one.abs_diff(other);
        let around = half.wrapping_mul(2).wrapping_sub(direct);
        let own = approximate(if direct == 0 { 0 } else { direct.min(around) });
        step += own;
        size += 1;
        if (one < half) != (other < half) && direct > half && around > 1 {
            ends += 1;
            end_step += own;
        }
    }
    for [one, other] in sample.all_pairs() {
        let [one, other] = [one, other].map(|bits| kind.ordered(bits, sample.nbytes));
        other_ends += usize::from((one < half) != (other < half) && one.abs_diff(other) <= half);
    }
    step /= share(size, 1).max(1.0);
    end_step /= share(ends, 1).max(1.0);
    let is_smooth = spread(sample, other) >= threshold::SMOOTH * step;
    let is_far_apart = sample.nbytes > 1 && is_gap(sample, other);
    let found = ends >= 8
        && share(other_ends, ends) <= threshold::OTHER_ENDS
        && end_step <= threshold::END_STEP * step
        && sample.distinct(24) >= 24
        && (is_smooth || is_far_apart);
    if !found {
        return None;
    }
    let confidence = if is_smooth { sure::FAIR } else { sure::WEAK };
    let now = format!("neighbours jump {ends} times from one end of the range to the other");
    let then = format!("they do not, and all values lie between {}", other.range(sample));
    Some((integer(sample.nbytes, other == NumberKind::Signed)?, Comparison { confidence, now, then }))
}

pub(super) fn spread(sample: &Sample, kind: NumberKind) -> f64 {
    let keys: Vec<f64> =
        sample.counted().map(|bits| approximate(kind.ordered(bits, sample.nbytes))).collect();
    let size = share(keys.len(), 1).max(1.0);
    let mean = keys.iter().sum::<f64>() / size;
    keys.iter().map(|key| (key - mean).abs()).sum::<f64>() / size
}

/// Whether all values are close to the middle of the other type, on both sides of it and as far on each, and many.
fn is_gap(sample: &Sample, other: NumberKind) -> bool {
    let half = 1_u64 << (8 * sample.nbytes.clamp(1, 8) - 1);
    let (mut below, mut above) = (0, 0);
    let (mut negative, mut positive) = (0, 0);
    for bits in sample.counted() {
        let key = other.ordered(bits, sample.nbytes);
        if key < half {
            below = below.max(half - key);
            negative += 1;
        } else {
            above = above.max(key - half);
            positive += 1;
        }
    }
    let size = negative + positive;
    other == NumberKind::Signed
        && below.max(above) < half / 16
        && below.min(above) >= 16
        && below.max(above) / 4 <= below.min(above)
        && share(negative.min(positive), size) >= threshold::BALANCED
        && sample.distinct(64) >= 48.min(size / 2)
}

/// Small numbers of both signs, read without a sign: some are near zero, some near the end of the range, and none between.
/// A few marks at the end of the range, such as 65535 for what is missing, would be fewer, and no neighbours of zero.
pub(super) fn around_zero(sample: &Sample, kind: NumberKind) -> Option<(DataType, Comparison)> {
    if kind != NumberKind::Unsigned || sample.nbytes < 2 {
        return None;
    }
    let mut values = std::collections::BTreeSet::new();
    for bits in &sample.bits {
        values.insert(i8::try_from(signed(*bits, sample.nbytes)).ok()?);
    }
    let below = values.range(..0).count();
    let above = values.range(1..).count();
    // No number is left out beside zero, on either side.
    let is_whole = [-2, -1, 0, 1, 2].iter().all(|value| values.contains(value));
    let farthest = values.iter().map(|value| value.unsigned_abs()).max().unwrap_or(0);
    let is_inner = |bits: &&u64| signed(**bits, sample.nbytes).unsigned_abs() <= u64::from(farthest / 2);
    let inner = share(sample.bits.iter().filter(is_inner).count(), sample.bits.len());
    let is_near = steps_through_zero(sample) || (sample.nbytes >= 4 && inner >= threshold::AROUND_ZERO);
    if !is_whole || below.min(above) < 2 || !both_signs(sample) || !is_near {
        return None;
    }
    let confidence = if sample.nbytes >= 4 { sure::FAIR } else { sure::WEAK };
    let now = format!(
        "{below} different values are at the end of the range, {above} at its start and none between"
    );
    let then = format!("all lie between {}", NumberKind::Signed.range(sample));
    Some((integer(sample.nbytes, true)?, Comparison { confidence, now, then }))
}

/// Whether neighbours of different signs are about as near as those of one sign. Black and white with noise are not.
fn steps_through_zero(sample: &Sample) -> bool {
    let (mut within, mut within_size) = (0, 0);
    let (mut across, mut across_size) = (0, 0);
    for [one, other] in sample.all_pairs() {
        let one = signed(one, sample.nbytes);
        let other = signed(other, sample.nbytes);
        if one == other {
            continue;
        }
        if (one < 0) == (other < 0) {
            within += one.abs_diff(other);
            within_size += 1;
        } else {
            across += one.abs_diff(other);
            across_size += 1;
        }
    }
    let mean = |sum: u64, size: usize| approximate(sum) / share(size, 1).max(1.0);
    across_size >= LEAST
        && mean(across, across_size) <= threshold::THROUGH_ZERO * mean(within, within_size).max(1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn to(found: Option<(DataType, Comparison)>) -> Option<String> {
        found.map(|(data_type, _)| data_type.to_string())
    }

    #[test]
    fn a_wave_around_zero_is_signed() {
        let wave = (0..2000_u16).map(|step| (f64::from(step) / 20.0).sin() * 90.0);
        #[expect(clippy::cast_possible_truncation, reason = "small numbers")]
        let bits: Vec<u64> = wave.map(|value| u64::from((value as i16).cast_unsigned())).collect();
        let sample = Sample::row_of(bits, 2);
        assert_eq!(to(other_sign(&sample, NumberKind::Unsigned)).as_deref(), Some("int16"));
        assert_eq!(to(other_sign(&sample, NumberKind::Signed)), None);
    }

    #[test]
    fn a_counter_that_wraps_is_neither() {
        let sample = Sample::row_of((0..9000).map(|step| step * 3 % 256), 1);
        assert_eq!(to(other_sign(&sample, NumberKind::Unsigned)), None);
        assert_eq!(to(other_sign(&sample, NumberKind::Signed)), None);
    }

    #[test]
    fn marks_at_the_end_of_the_range_are_no_signs() {
        let steps = (0..4000_u16).map(|step| u64::from((step / 9 % 20).abs_diff(10).wrapping_sub(5)));
        let steps = Sample::row_of(steps, 2);
        assert_eq!(to(around_zero(&steps, NumberKind::Unsigned)).as_deref(), Some("int16"));
        let labels = (0..4000_u64).map(|step| if step % 50 < 9 { 0xffff - step % 2 } else { step / 50 % 11 });
        assert_eq!(to(around_zero(&Sample::row_of(labels, 2), NumberKind::Unsigned)), None);
    }
}
