//! Floats read in the wrong way have exponents all over the range; those that were measured have not.

use super::super::confidence::values as sure;
use super::sample::{Sample, share};
use super::threshold::exponents as threshold;
use super::verdict::{Comparison, between, percent};
use crate::metadata::float::FloatType;

const LEAST: usize = 32;
/// Beyond 2^100, about 1e30, a value is extreme, and so is its inverse.
const EXTREME: i32 = 100;

/// What the exponents of some floats are like. Zeros, infinities and the common NaN say nothing and are not counted.
#[derive(Debug, Default)]
pub(super) struct Exponents {
    pub counted: usize,
    pub extreme: usize,
    /// How many are subnormal, or no number and negative: as small integers are when they are read as floats.
    pub tiny: usize,
    pub each: std::collections::BTreeMap<i32, usize>,
}

impl Exponents {
    pub(super) fn of(sample: &Sample, float: FloatType) -> Self {
        let format = float.format();
        let mut found = Self::default();
        let sign = 1_u64 << format.bits.saturating_sub(1);
        let is_wide = format.bits > 16 || format.mantissa_bits < 8;
        for bits in sample.counted() {
            let bits = bits & format.mask();
            let magnitude = bits & !sign;
            let field = i32::try_from(magnitude >> format.mantissa_bits).unwrap_or(i32::MAX);
            if magnitude == 0 || format.infinity == Some(magnitude) || format.named_nan() == Some(magnitude) {
                continue;
            }
            found.counted += 1;
            let is_nan = format.is_nan(bits);
            let exponent = field.saturating_sub(format.bias);
            if field == 0 || (is_nan && bits != magnitude) {
                found.tiny += 1;
            }
            if is_nan || (is_wide && (field == 0 || exponent.abs() > EXTREME)) {
                found.extreme += 1;
            } else {
                *found.each.entry(exponent).or_default() += 1;
            }
        }
        found
    }

    pub(super) fn gathered(&self, window: i32) -> f64 {
        let within =
            |first: &i32| self.each.range(*first..first.saturating_add(window)).map(|(_, size)| *size).sum();
        share(self.each.keys().map(within).max().unwrap_or(0), self.counted)
    }

    /// Whether these are of any size from zero on: about half of those up to each exponent, one of the highest, have it.
    pub(super) fn halve(&self) -> bool {
        let (Some((least, _)), Some((most, _))) = (self.each.first_key_value(), self.each.last_key_value())
        else {
            return false;
        };
        let up_to = |exponent: i32| self.each.range(..=exponent).map(|(_, size)| *size).sum::<usize>();
        let sums: Vec<usize> = (*least..=*most).rev().take(threshold::HIGHEST).map(up_to).collect();
        let is_half = |pair: &[usize]| matches!(pair, [one, other] if *one >= threshold::HALVED && threshold::HALVES.contains(&share(*other, *one)));
        let are_half: Vec<bool> = sums.windows(2).map(is_half).collect();
        threshold::COMMON.contains(most)
            && are_half.windows(threshold::HALVINGS).any(|row| row.iter().all(|is_half| *is_half))
    }

    pub(super) fn words(&self) -> String {
        let extreme = share(self.extreme, self.counted);
        if extreme >= threshold::MANY_EXTREME {
            return format!(
                "{} of the values are beyond 1e30, below 1e-30 or not a number",
                percent(extreme)
            );
        }
        match (self.each.first_key_value(), self.each.last_key_value()) {
            (Some((least, _)), Some((most, _))) => {
                format!("the values are spread over all magnitudes from 2^{least} to 2^{most}")
            }
            _ => "no value is a number".to_owned(),
        }
    }
}

pub(super) fn window(float: FloatType) -> i32 {
    match float {
        FloatType::Float32 | FloatType::Float64 | FloatType::BFloat16 => 40,
        _ => 10,
    }
}

pub(super) fn compare(now: &Sample, then: &Sample, float: FloatType) -> Option<Comparison> {
    let as_now = Exponents::of(now, float);
    let as_then = Exponents::of(then, float);
    let window = window(float);
    let found = as_then.counted >= LEAST
        && as_now.counted >= LEAST
        && as_then.gathered(window) >= threshold::PLAUSIBLE
        && as_now.gathered(window) <= threshold::NOT_PLAUSIBLE
        && is_varied(then);
    if !found {
        return None;
    }
    let confidence = if as_now.gathered(window) <= threshold::SCATTERED { sure::CLEAR } else { sure::FAIR };
    let then = format!("{} lie between {}", percent(as_then.gathered(window)), between(then, float));
    Some(Comparison { confidence, now: as_now.words(), then })
}

fn is_varied(sample: &Sample) -> bool {
    let constant = sample.counted().fold(u64::MAX, |all, bits| all & bits) & !sample.varying();
    match sample.varying().to_le_bytes().iter().filter(|byte| **byte != 0).count() {
        0 => false,
        1 => constant != 0 && sample.distinct(16) >= 16,
        _ => sample.distinct(8) >= 8,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn floats(values: impl IntoIterator<Item = f32>) -> Sample {
        Sample::row_of(values.into_iter().map(|value| u64::from(value.to_bits())), 4)
    }

    #[test]
    fn temperatures_read_backwards_are_found() {
        let sound = floats((0_u8..100).map(|step| 281.0 + f32::from(step) * 0.137));
        let found = compare(&sound.swapped(), &sound, FloatType::Float32).unwrap();
        assert_eq!((found.confidence, found.then.as_str()), (0.9, "all lie between 281 and 294.6"));
        assert_eq!(compare(&sound, &sound.swapped(), FloatType::Float32), None);
    }

    #[test]
    fn fewer_than_32_numbers_say_nothing() {
        let sound = floats((0_u8..31).map(|step| 281.0 + f32::from(step) * 0.137));
        assert_eq!(compare(&sound.swapped(), &sound, FloatType::Float32), None);
    }

    #[test]
    fn zeros_infinities_and_the_common_nan_are_not_counted() {
        let sample = floats([0.0, -0.0, f32::NAN, f32::INFINITY, f32::NEG_INFINITY, 1.0]);
        let found = Exponents::of(&sample, FloatType::Float32);
        assert_eq!((found.counted, found.extreme, found.gathered(1)), (1, 0, 1.0));
    }

    #[test]
    fn subnormal_and_huge_values_are_extreme() {
        let found = Exponents::of(&floats([1e-40, 3e38, 1e-35, 2.0]), FloatType::Float32);
        assert_eq!((found.counted, found.extreme, found.tiny), (4, 3, 1));
    }
}
