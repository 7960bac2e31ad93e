use super::sample::TrialSample;
use crate::codec::{DecimalForm, ValueTraits};
use crate::metadata::{DataType, Integer, Scalar, float::FloatType};
use crate::pipeline::{NumberType, ReadNumbers};

/// Powers of ten up to this one are exact in a `float32` too.
const MOST_PLACES: u32 = 9;
/// The range is so many times the error: three digits are kept.
const STEPS: f64 = 1000.0;

/// The trial itself counts every error.
const MOST_NUMBERS: usize = 1 << 20;

pub(super) fn seen(sample: &TrialSample) -> ValueTraits {
    let Some(first) = sample.values.first() else { return ValueTraits::default() };
    let DataType::Float(kind @ (FloatType::Float32 | FloatType::Float64)) = &first.decoded.data_type else {
        return ValueTraits::default();
    };
    let numbers = RealNumbers::of(sample, *kind);
    ValueTraits { decimals: numbers.decimals(), tolerance: numbers.tolerance() }
}

struct RealNumbers {
    kind: FloatType,
    finite: Vec<f64>,
    has_nan: bool,
    has_infinite: bool,
}

impl RealNumbers {
    fn of(sample: &TrialSample, kind: FloatType) -> Self {
        let mut numbers = Self { kind, finite: Vec::new(), has_nan: false, has_infinite: false };
        let read = ReadNumbers::real(kind);
        for values in &sample.values {
            let mut all = Vec::new();
            let nbytes = (MOST_NUMBERS / sample.values.len().max(1)).saturating_mul(read.nbytes);
            let bytes = values.elements.bytes();
            read.read(bytes.get(..nbytes.min(bytes.len())).unwrap_or(bytes), &mut all);
            numbers.add(&all);
            // It is encoded with the values.
            if let Some(fill @ Scalar::Float(_)) = &values.decoded.fill_value {
                numbers.add(&[NumberType::nearest(fill)]);
            }
        }
        numbers
    }

    fn add(&mut self, numbers: &[f64]) {
        self.has_nan |= numbers.iter().any(|number| number.is_nan());
        self.has_infinite |= numbers.iter().any(|number| number.is_infinite());
        self.finite.extend(numbers.iter().filter(|number| number.is_finite()));
    }

    /// Integers that take less room, and that all numbers come back from.
    fn decimals(&self) -> Option<DecimalForm> {
        if self.has_infinite || self.finite.is_empty() {
            return None;
        }
        'places: for places in 0..=MOST_PLACES {
            let (mut least, mut greatest) = (f64::INFINITY, f64::NEG_INFINITY);
            for number in &self.finite {
                let Some(whole) = self.scaled(*number, places) else { continue 'places };
                least = least.min(whole);
                greatest = greatest.max(whole);
            }
            if let Some((stored, nan)) = self.integer(least, greatest) {
                return Some(DecimalForm { places, stored, nan });
            }
        }
        None
    }

    /// In the arithmetic of the number's own type.
    #[expect(clippy::cast_possible_truncation, reason = "these are numbers of that type")]
    fn scaled(&self, number: f64, places: u32) -> Option<f64> {
        let power = 10_f64.powi(i32::try_from(places).ok()?);
        let (whole, back) = if self.kind == FloatType::Float32 {
            let whole = (number as f32 * power as f32).round_ties_even();
            (f64::from(whole), f64::from(whole / power as f32))
        } else {
            let whole = (number * power).round_ties_even();
            (whole, whole / power)
        };
        if (back - number).abs() <= 0.0 { Some(whole) } else { None }
    }

    /// With the number that stands for NaN.
    fn integer(&self, least: f64, greatest: f64) -> Option<(Integer, Option<i128>)> {
        let width = self.kind.format().bits;
        for bits in [8, 16, 32] {
            let integer = Integer { bits, signed: least < 0.0 };
            let nan = if integer.signed { integer.min() } else { integer.max() };
            #[expect(clippy::cast_possible_truncation, reason = "checked before")]
            let has = |number: f64| {
                let is_exact = number.abs() < 9_007_199_254_740_992.0;
                is_exact && integer.has(number as i128) && (!self.has_nan || number as i128 != nan)
            };
            if bits < width && has(least) && has(greatest) {
                return Some((integer, if self.has_nan { Some(nan) } else { None }));
            }
        }
        None
    }

    /// A power of ten: a thousandth of the range, or less.
    fn tolerance(&self) -> Option<f64> {
        let least = self.finite.iter().copied().reduce(f64::min)?;
        let step = (self.finite.iter().copied().reduce(f64::max)? - least) / STEPS;
        // The text of a power of ten is read as the nearest number, which computing it need not give.
        let tolerance: f64 = format!("1e{:.0}", step.log10().floor()).parse().ok()?;
        if tolerance.is_normal() { Some(tolerance) } else { None }
    }
}
