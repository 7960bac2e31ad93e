use super::super::confidence::values as sure;
use super::exponents::Exponents;
use super::sample::{NumberKind, Sample, approximate, share};
use super::threshold::width as threshold;
use super::verdict::{Comparison, between, both_signs, integer, percent, signed};
use crate::metadata::{DataType, float::FloatType};

const LEAST: usize = 64;
const FLOATS: [FloatType; 2] = [FloatType::Float16, FloatType::BFloat16];

pub(super) fn compare(sample: &Sample, kind: NumberKind) -> Option<(DataType, Comparison)> {
    if sample.nbytes != 2 || sample.counted().take(LEAST).count() < LEAST {
        return None;
    }
    match kind {
        NumberKind::Float(float) => as_integers(sample, float)
            .or_else(|| as_small_integers(sample, float))
            .or_else(|| as_float(sample, kind)),
        NumberKind::Signed | NumberKind::Unsigned => as_float(sample, kind),
        NumberKind::Time(_) => None,
    }
}

/// Small numbers of both signs: the negative ones are no number, each in another way, or huge.
fn as_integers(sample: &Sample, float: FloatType) -> Option<(DataType, Comparison)> {
    let format = float.format();
    let different: std::collections::HashSet<u64> =
        sample.counted().filter(|bits| format.is_nan(*bits)).collect();
    let exponents = Exponents::of(sample, float);
    let odd = share(exponents.extreme, exponents.counted);
    let are_odd = match float {
        FloatType::Float16 => different.len() >= threshold::NO_NUMBERS,
        FloatType::BFloat16 => odd >= threshold::ALL_ODD,
        _ => false,
    };
    let are_narrow = sample.counted().all(|bits| signed(bits, 2).unsigned_abs() <= threshold::NARROW);
    if !are_odd || !are_narrow || !both_signs(sample) {
        return None;
    }
    let now = format!("{} of the values are not a number, or far beyond what is common", percent(odd));
    let then = format!("they are whole numbers between {}", NumberKind::Signed.range(sample));
    Some((integer(2, true)?, Comparison { confidence: sure::STRONG, now, then }))
}

/// Small numbers: those that are not negative are subnormal or nearly so, and the negative ones are no number.
fn as_small_integers(sample: &Sample, float: FloatType) -> Option<(DataType, Comparison)> {
    let format = float.format();
    let values = || sample.counted().map(|bits| signed(bits, 2));
    let most = values().max()?;
    let size = sample.counted().count();
    let negative: std::collections::BTreeSet<i64> = values().filter(|value| *value < 0).collect();
    let are_no_numbers = negative.iter().all(|value| format.is_nan(value.cast_unsigned() & format.mask()));
    let is_brain = float == FloatType::BFloat16;
    let limit = if is_brain { threshold::SMALL_BRAIN } else { threshold::SMALL_HALF };
    let is_tiny = |value: &i64| (0..threshold::SUBNORMAL_HALF).contains(value) || *value < 0;
    let tiny = values().filter(is_tiny).count();
    let is_known = is_brain || negative.len() > 1 || is_of_labels(sample);
    let found = FLOATS.contains(&float)
        && are_no_numbers
        // One of them is the NaN that some writers have.
        && negative.len() != 1
        && (0..limit).contains(&most)
        && (is_brain || share(tiny, size) >= threshold::MOSTLY_SUBNORMAL)
        && is_known;
    if !found {
        return None;
    }
    let confidence = if is_brain || negative.len() > 1 { sure::STRONG } else { sure::WEAK };
    let most = NumberKind::Float(float).text(most.cast_unsigned(), 2);
    let now = format!("all values are subnormal, nearly so or not a number, up to {most}");
    let then = format!("they are whole numbers between {}", NumberKind::Signed.range(sample));
    Some((integer(2, true)?, Comparison { confidence, now, then }))
}

/// Whether numbers that leave few gaps are labels or counts. Floats near zero are as dense, where they are noise of both
/// signs or fall off from zero on: these go on much farther than most of them.
fn is_of_labels(sample: &Sample) -> bool {
    let mut values: Vec<u64> = sample.counted().collect();
    values.sort_unstable();
    let median = values.get(values.len() / 2).copied().unwrap_or(0);
    values.dedup();
    let (Some(least), Some(most)) = (values.first().copied(), values.last().copied()) else { return false };
    let is_dense = values.len() as u64 * 4 >= most - least;
    let (mut sum, mut size) = (0.0, 0);
    for [one, other] in sample.pairs(1) {
        sum += approximate(one.abs_diff(other));
        size += 1;
    }
    let is_smooth = sum / share(size, 1).max(1.0) * threshold::SMOOTH <= approximate(most - least) / 4.0;
    let is_none_else =
        most < threshold::BELOW_PROBABILITIES || least * threshold::FAR_FROM_ZERO >= most || is_smooth;
    is_dense && median * threshold::NEAR_ZERO >= most && is_none_else
}

/// Floats of both signs have exponents of which the highest are the most frequent. Only one of the two types has.
fn as_float(sample: &Sample, kind: NumberKind) -> Option<(DataType, Comparison)> {
    let both = both_signs(sample);
    // Those of one sign: none has the other one.
    let is_one_sign = sample.counted().all(|bits| signed(bits, 2) >= 0);
    let looks = |float: &FloatType| {
        let exponents = Exponents::of(sample, *float);
        exponents.extreme == 0
            && exponents.counted >= LEAST
            && exponents.each.last_key_value().is_some_and(|(most, _)| threshold::MODERATE.contains(most))
            && (falls_off(&exponents) && both || exponents.halve() && !both)
    };
    if !(both || is_one_sign)
        || sample.distinct(LEAST) < LEAST / 2
        || FLOATS.iter().filter(|one| looks(one)).count() != 1
    {
        return None;
    }
    let float = FLOATS.into_iter().find(looks)?;
    if kind == NumberKind::Float(float) {
        return None;
    }
    let now = format!("the values lie between {}, in a way that floats do", kind.range(sample));
    let then = format!("most have about the greatest size, and all lie between {}", between(sample, float));
    Some((DataType::Float(float), Comparison { confidence: sure::FAIR, now, then }))
}

/// Below the most frequent exponent, one of the highest, each is rarer than the one above: it covers half as much.
fn falls_off(exponents: &Exponents) -> bool {
    let (Some((least, _)), Some((most, _))) =
        (exponents.each.first_key_value(), exponents.each.last_key_value())
    else {
        return false;
    };
    let size = |exponent: i32| exponents.each.get(&exponent).copied().unwrap_or(0);
    let sizes: Vec<usize> = (*least..=*most).rev().map(size).collect();
    let most_frequent = sizes.iter().copied().max().unwrap_or(0);
    let mode = sizes.iter().position(|size| *size == most_frequent).unwrap_or(0);
    let below = sizes.get(mode..).unwrap_or_default();
    let falls = below
        .windows(2)
        .take_while(|pair| matches!(pair, [one, other] if share(*other, *one) <= threshold::FALL));
    let tail: usize = sizes.iter().take(mode + threshold::FALLS + 1).sum();
    mode <= threshold::ABOVE_MODE
        && falls.count() >= threshold::FALLS
        && share(tail, exponents.counted) >= threshold::OF_TAIL
}

#[cfg(test)]
mod tests {
    use half::{bf16, f16};

    use super::*;

    fn wave(step: u16) -> f32 {
        (f32::from(step) * 0.37).sin() * 8.0
    }

    fn found(bits: impl Fn(u16) -> u16, kind: NumberKind) -> Option<String> {
        let sample = Sample::row_of((0..4000).map(|step| u64::from(bits(step))), 2);
        compare(&sample, kind).map(|(data_type, _)| data_type.to_string())
    }

    #[test]
    fn each_of_the_three_is_found_as_another_one() {
        let [half, brain] = FLOATS.map(NumberKind::Float);
        let as_half = |step| f16::from_f32(wave(step)).to_bits();
        let as_brain = |step| bf16::from_f32(wave(step)).to_bits();
        #[expect(clippy::cast_possible_truncation, reason = "small numbers")]
        let whole = |step| ((wave(step) * 90.0) as i16).cast_unsigned();
        assert_eq!(found(as_half, NumberKind::Signed).as_deref(), Some("float16"));
        assert_eq!(found(as_half, brain).as_deref(), Some("float16"));
        assert_eq!(found(as_brain, NumberKind::Signed).as_deref(), Some("bfloat16"));
        assert_eq!(found(as_brain, half).as_deref(), Some("bfloat16"));
        assert_eq!(found(whole, half).as_deref(), Some("int16"));
        assert_eq!(found(whole, brain).as_deref(), Some("int16"));
        let sound = [found(as_half, half), found(as_brain, brain), found(whole, NumberKind::Signed)];
        assert_eq!(sound, [None, None, None]);
    }

    #[test]
    fn labels_are_no_floats_that_nearly_vanish() {
        let [half, brain] = FLOATS.map(NumberKind::Float);
        let label = |step: u16| 1 + step / 7 % 13;
        assert_eq!([found(label, half).as_deref(), found(label, brain).as_deref()], [Some("int16"); 2]);
        let squares = |step: u16| f16::from_f32((f32::from(step) * 0.37).sin().powi(12) * 1e-5).to_bits();
        assert_eq!(found(squares, half), None);
    }
}
