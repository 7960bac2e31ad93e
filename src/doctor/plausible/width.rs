use super::super::documents::with_data_type;
use super::super::{Hypothesis, confidence::values as sure, hypothesis};
use super::exponents::{Exponents, window};
use super::sample::{NumberKind, Part, Sample, approximate, share};
use super::signs::{around_zero, other_sign, spread};
use super::sixteen;
use super::subject::Specimen;
use super::threshold::{saturated as limits, width as threshold};
use super::verdict::{Comparison, between, both_signs, integer, percent, signed};
use crate::metadata::{Change, DataType, float::FloatType};
use crate::pipeline::Array;

/// Fewer numbers say nothing.
const LEAST: usize = 32;

pub(super) fn hypotheses(subject: &Specimen, samples: &[(Part, Sample)]) -> Option<Hypothesis> {
    let [(Part { kind, field: None, .. }, sample)] = samples else { return None };
    if sample.counted().take(LEAST).count() < LEAST {
        return None;
    }
    if !subject.is_direct() {
        return cast_to_other_sign(subject, sample, *kind);
    }
    let common = sixteen::compare(sample, *kind);
    let (data_type, verdict) = match kind {
        _ if common.is_some() => common?,
        NumberKind::Float(float) => as_integers(sample, *float)?,
        NumberKind::Signed | NumberKind::Unsigned => {
            let is_plane = subject.decoded.shape.iter().filter(|edge| **edge > 1).count() >= 2;
            as_floats(sample, *kind)
                .or_else(|| as_field(sample, *kind).filter(|_| is_plane))
                .or_else(|| {
                    other_sign(sample, *kind)
                        .filter(|_| *kind == NumberKind::Unsigned || !has_negative_mark(subject.array))
                })
                .or_else(|| around_zero(sample, *kind))?
        }
        NumberKind::Time(_) => return None,
    };
    let what = format!("data type should be {data_type}");
    let changes = with_data_type(subject.array, &data_type)?;
    Some(verdict.between(what, &subject.stored.data_type, &data_type).changing(changes))
}

/// Whether a number below zero stands for what is missing: then numbers below zero are meant, and may go around at both ends.
fn has_negative_mark(array: &Array) -> bool {
    let meaning = array.meaning();
    let marks = meaning.iter().flat_map(|meaning| meaning.mask.fill.iter().chain(&meaning.mask.missing));
    marks.into_iter().any(|mark| mark.real() < 0.0)
}

fn cast_to_other_sign(subject: &Specimen, sample: &Sample, kind: NumberKind) -> Option<Hypothesis> {
    let cast = subject.cast()?;
    if !matches!(kind, NumberKind::Signed | NumberKind::Unsigned) {
        return None;
    }
    let (data_type, verdict) = other_sign(sample, kind).or_else(|| around_zero(sample, kind))?;
    let pointer = format!("{}/configuration/data_type", cast.codec.pointer);
    subject.written(&pointer)?;
    let change = Change::new(pointer, data_type.to_string());
    let what = format!("{} should be to {data_type}", cast.codec.name);
    Some(verdict.between(what, &subject.stored.data_type, &data_type).changing(vec![change]))
}

/// Small integers are subnormal when they are read as floats, or no number where they are negative.
fn as_integers(sample: &Sample, float: FloatType) -> Option<(DataType, Comparison)> {
    let is_small = || sample.counted().all(|bits| bits < threshold::SMALL);
    let is_wide = matches!(float, FloatType::Float32 | FloatType::Float64);
    if !is_wide || (sample.distinct(8) < 8 && !is_small()) {
        return None;
    }
    let exponents = Exponents::of(sample, float);
    let tiny = share(exponents.tiny, exponents.counted);
    // A small negative number is no subnormal one: floats of both signs that nearly vanish have those.
    let format = float.format();
    let has_sign = |bits: u64| signed(bits, sample.nbytes) < 0;
    let zero = 1_u64 << (8 * sample.nbytes.clamp(1, 8) - 1);
    let vanish = sample.counted().any(|bits| has_sign(bits) && !format.is_nan(bits) && bits != zero);
    if exponents.counted < LEAST || tiny < threshold::ALL_TINY || vanish {
        return None;
    }
    let is_signed = sample.counted().any(|bits| signed(bits, sample.nbytes) < 0);
    // Measurements in float32 do get as weak as that; a float64 does not.
    if float == FloatType::Float32 && !is_signed && !is_small() {
        return None;
    }
    // What fades out reaches any such number; counts do not get so large, and times and ids lie near each other.
    let (least, most) = (sample.counted().min()?, sample.counted().max()?);
    if !is_signed && most >= threshold::COUNTED && most - least > least / 16 {
        return None;
    }
    // Where none is negative, both would do: the signed one is by far the more common.
    let then = format!("they are whole numbers between {}", NumberKind::Signed.range(sample));
    let what = if is_signed { "subnormal or not a number" } else { "subnormal" };
    let now = format!("{} of the values are {what}", percent(tiny));
    Some((integer(sample.nbytes, true)?, Comparison { confidence: sure::STRONG, now, then }))
}

/// Floats have bit patterns that bunch where their exponents are, with nothing between the signs.
fn as_floats(sample: &Sample, kind: NumberKind) -> Option<(DataType, Comparison)> {
    /// Bits at the end that are zero in numbers of few digits.
    const ROUND: u32 = 10;
    let float = match sample.nbytes {
        4 => FloatType::Float32,
        8 => FloatType::Float64,
        _ => return None,
    };
    let exponents = Exponents::of(sample, float);
    let mut moderate = 0;
    for (exponent, size) in &exponents.each {
        if exponent.abs() <= window(float) / 2 {
            moderate += size;
        }
    }
    let are_moderate = share(moderate, exponents.counted) >= threshold::ALL_MODERATE;
    if exponents.counted < LEAST || exponents.extreme > 0 || !are_moderate || sample.distinct(16) < 16 {
        return None;
    }
    let both_signs = both_signs(sample);
    let is_round = sample.counted().fold(0, |all, bits| all | bits).trailing_zeros() >= ROUND;
    let is_tailed = is_tailed(&exponents) || exponents.halve();
    if sample.nbytes == 4 && !both_signs && !is_round && !is_tailed {
        return None;
    }
    let confidence = if sample.nbytes == 8 || both_signs { sure::STRONG } else { sure::WEAK };
    Some((DataType::Float(float), as_float(sample, kind, float, confidence)))
}

/// A smooth field of floats of one sign and about one size. As integers they would be smooth too, only with steps that
/// are large and never the same: sound integers that large are counts of time or numbers of things, which step otherwise.
fn as_field(sample: &Sample, kind: NumberKind) -> Option<(DataType, Comparison)> {
    if sample.nbytes != 4 || sample.distinct(64) < 64 {
        return None;
    }
    let exponents = Exponents::of(sample, FloatType::Float32);
    let are_common =
        exponents.each.keys().all(|exponent| super::threshold::exponents::COMMON.contains(exponent));
    let mut steps = Vec::new();
    let mut up = 0;
    for [one, other] in sample.pairs(1) {
        steps.push(one.abs_diff(other));
        up += usize::from(one < other);
    }
    let all = steps.len();
    steps.sort_unstable();
    let typical = *steps.get(steps.len() / 2)?;
    let mean = steps.iter().map(|step| approximate(*step)).sum::<f64>() / share(steps.len(), 1);
    steps.dedup();
    if exponents.extreme > 0
        || !are_common
        || typical < threshold::STEP
        || steps.len() < threshold::STEPS
        || !super::threshold::order::BOTH_WAYS.contains(&share(up, all))
        || mean * threshold::SMOOTH > spread(sample, kind)
    {
        return None;
    }
    let float = FloatType::Float32;
    Some((DataType::Float(float), as_float(sample, kind, float, sure::WEAK)))
}

fn as_float(sample: &Sample, kind: NumberKind, float: FloatType, confidence: f64) -> Comparison {
    let now = format!("the values lie in groups between {}", kind.range(sample));
    Comparison { confidence, now, then: format!("all lie between {}", between(sample, float)) }
}

/// Numbers of about the same size: most have the highest exponents, and fewer and fewer the lower ones.
fn is_tailed(exponents: &Exponents) -> bool {
    let sizes: Vec<usize> = exponents.each.values().rev().copied().collect();
    let top: usize = sizes.iter().take(2).sum();
    let falls =
        sizes.windows(2).skip(1).take_while(|pair| matches!(pair, [one, other] if *other * 4 <= *one * 3));
    share(top, exponents.counted) >= threshold::TOP_EXPONENTS && falls.count() >= 3
}

/// Values that were cut off by a cast: they did not fit.
pub(super) fn saturated(subject: &Specimen, samples: &[(Part, Sample)]) -> Option<Hypothesis> {
    let [(Part { kind, field: None, .. }, sample)] = samples else { return None };
    let cast = subject.cast()?;
    // Bits that are packed fill their bytes.
    if subject.decoded.data_type == DataType::Bool {
        return None;
    }
    if !matches!(kind, NumberKind::Signed | NumberKind::Unsigned) || sample.nbytes > 4 {
        return None;
    }
    let greatest = (1_u64 << (8 * sample.nbytes)) - 1;
    let (mut least, mut most, mut near, mut all) = (0, 0, 0, 0);
    for bits in sample.counted() {
        let number = kind.ordered(bits, sample.nbytes);
        least += usize::from(number == 0);
        most += usize::from(number == greatest);
        near += usize::from(number != greatest && greatest - number <= greatest >> limits::NEAR);
        all += 1;
    }
    let is_cut_above = share(most, all) >= limits::ONE_END && near > 0;
    let is_cut_both = share(least.min(most), all) >= limits::BOTH_ENDS;
    if all < limits::LEAST || share(least + most, all) > limits::MOST || !(is_cut_above || is_cut_both) {
        return None;
    }
    let stored = &subject.stored.data_type;
    let what = format!("values were cut off by {}: they did not fit into {stored}", cast.codec.name);
    let least = percent(share(least, all));
    let most = percent(share(most, all));
    let evidence =
        format!("{most} of the stored numbers are the greatest that {stored} has, {least} the least");
    Some(hypothesis(what, sure::WEAK, evidence))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn to(found: Option<(DataType, Comparison)>) -> Option<String> {
        found.map(|(data_type, _)| data_type.to_string())
    }

    #[test]
    fn small_integers_are_no_floats() {
        let counts = Sample::row_of((0..100).map(|step| 200 + step), 4);
        assert_eq!(to(as_integers(&counts, FloatType::Float32)).as_deref(), Some("int32"));
        let floats = Sample::row_of((0..100_u8).map(|step| u64::from((f32::from(step) + 0.5).to_bits())), 4);
        assert_eq!(to(as_integers(&floats, FloatType::Float32)), None);
    }

    #[test]
    fn floats_of_both_signs_are_no_integers() {
        let numbers = (0..200_u8).map(|step| u64::from((f32::from(step).sin() * 7.0).to_bits()));
        assert_eq!(
            to(as_floats(&Sample::row_of(numbers, 4), NumberKind::Signed)).as_deref(),
            Some("float32")
        );
    }

    #[test]
    fn seconds_since_1970_may_be_integers() {
        let seconds = Sample::row_of((0..2000).map(|step| 1_100_000_000 + step * 3600), 4);
        assert_eq!(to(as_floats(&seconds, NumberKind::Signed)), None);
    }
}
