//! Binary floating-point formats, as rows of a table: reading a bit pattern exactly, rounding an exact number once.
//!
//! Every format here embeds exactly in an `f64`. The narrow ones are never rounded through another format on the
//! way in, because rounding twice gives a wrong last bit.

use std::fmt;

pub use super::exact::{Exact, Rounded, Rounding};

/// The floating-point types a data type can be made of; the table below has their formats.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[expect(missing_docs, reason = "the names say it all, and the table has the rest")]
pub enum FloatType {
    Float64,
    Float32,
    Float16,
    BFloat16,
    Float8E3M4,
    Float8E4M3,
    Float8E4M3B11Fnuz,
    Float8E4M3Fnuz,
    Float8E4M3Fn,
    Float8E5M2,
    Float8E5M2Fnuz,
    Float8E8M0Fnu,
    Float6E2M3Fn,
    Float6E3M2Fn,
    Float4E2M1Fn,
}

/// How one floating-point type lays out its bits and which values it has: sign, exponent field, fraction.
#[derive(Debug, PartialEq, Eq)]
pub struct FloatFormat {
    /// The data type's name in a metadata document.
    pub name: &'static str,
    /// Bits that count; a type of fewer than 8 takes a byte.
    pub bits: u32,
    /// Bits of the fraction.
    pub mantissa_bits: u32,
    /// What is taken from the exponent field.
    pub bias: i32,
    /// Bit pattern of the largest finite number.
    pub max_finite: u64,
    /// Bit pattern of positive infinity, where there is one.
    pub infinity: Option<u64>,
    /// The patterns that are no number.
    pub nan: Nan,
    /// Whether there are a sign, zeros and subnormal numbers; `float8_e8m0fnu` has powers of two only.
    pub signed: bool,
}

/// Which bit patterns are no number. Each kind holds the one that the name "NaN" stands for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Nan {
    /// Every pattern beyond infinity (IEEE 754).
    BeyondInfinity(u64),
    /// This one, with either sign.
    Only(u64),
    /// What would be negative zero; there is none then.
    NegativeZero(u64),
    /// None.
    None,
}

/// A format with infinities and NaNs as in IEEE 754; the pattern "NaN" is infinity with the first bit of the fraction.
const fn ieee(name: &'static str, width: u32, mantissa_bits: u32, bias: i32) -> FloatFormat {
    let infinity = (1 << (width - 1)) - (1 << mantissa_bits);
    FloatFormat {
        name,
        bits: width,
        mantissa_bits,
        bias,
        max_finite: infinity - 1,
        infinity: Some(infinity),
        nan: Nan::BeyondInfinity(infinity | (1 << (mantissa_bits - 1))),
        signed: true,
    }
}

/// A format without infinities.
const fn finite(
    name: &'static str,
    (width, mantissa_bits, bias): (u32, u32, i32),
    max_finite: u64,
    nan: Nan,
) -> FloatFormat {
    FloatFormat { name, bits: width, mantissa_bits, bias, max_finite, infinity: None, nan, signed: true }
}

/// Every format. The small ones are registered in
/// [zarr-extensions](https://github.com/zarr-developers/zarr-extensions/tree/main/data-types); `float8_e4m3fn` is not,
/// but tensorstore writes it.
const FORMATS: &[(FloatType, FloatFormat)] = &[
    (FloatType::Float64, ieee("float64", 64, 52, 1023)),
    (FloatType::Float32, ieee("float32", 32, 23, 127)),
    (FloatType::Float16, ieee("float16", 16, 10, 15)),
    (FloatType::BFloat16, ieee("bfloat16", 16, 7, 127)),
    (FloatType::Float8E3M4, ieee("float8_e3m4", 8, 4, 3)),
    (FloatType::Float8E4M3, ieee("float8_e4m3", 8, 3, 7)),
    (FloatType::Float8E5M2, ieee("float8_e5m2", 8, 2, 15)),
    (FloatType::Float8E4M3Fn, finite("float8_e4m3fn", (8, 3, 7), 0x7e, Nan::Only(0x7f))),
    (FloatType::Float8E4M3Fnuz, finite("float8_e4m3fnuz", (8, 3, 8), 0x7f, Nan::NegativeZero(0x80))),
    (FloatType::Float8E5M2Fnuz, finite("float8_e5m2fnuz", (8, 2, 16), 0x7f, Nan::NegativeZero(0x80))),
    (FloatType::Float8E4M3B11Fnuz, finite("float8_e4m3b11fnuz", (8, 3, 11), 0x7f, Nan::NegativeZero(0x80))),
    (FloatType::Float6E2M3Fn, finite("float6_e2m3fn", (6, 3, 1), 0x1f, Nan::None)),
    (FloatType::Float6E3M2Fn, finite("float6_e3m2fn", (6, 2, 3), 0x1f, Nan::None)),
    (FloatType::Float4E2M1Fn, finite("float4_e2m1fn", (4, 1, 1), 0x7, Nan::None)),
    (
        FloatType::Float8E8M0Fnu,
        FloatFormat { signed: false, ..finite("float8_e8m0fnu", (8, 0, 127), 0xfe, Nan::Only(0xff)) },
    ),
];

impl FloatType {
    /// Every float type.
    pub fn all() -> impl Iterator<Item = Self> {
        FORMATS.iter().map(|(kind, _)| *kind)
    }

    /// The row of the table.
    #[must_use]
    #[expect(
        clippy::indexing_slicing,
        reason = "the row stays below the length, and slices have no other const access"
    )]
    pub const fn format(self) -> &'static FloatFormat {
        let mut row = 0;
        while row + 1 < FORMATS.len() && FORMATS[row].0 as u32 != self as u32 {
            row += 1;
        }
        &FORMATS[row].1
    }
}

impl FloatFormat {
    const fn sign_bit(&self) -> u64 {
        if self.signed { 1 << (self.bits - 1) } else { 0 }
    }

    /// The bits that count.
    #[must_use]
    pub const fn mask(&self) -> u64 {
        u64::MAX >> (64 - self.bits)
    }

    /// Storage bytes.
    #[must_use]
    pub const fn nbytes(&self) -> usize {
        self.bits.div_ceil(8) as usize
    }

    /// Whether a bit pattern is no number.
    #[must_use]
    pub const fn is_nan(&self, bits: u64) -> bool {
        let magnitude = bits & self.mask() & !self.sign_bit();
        match (self.nan, self.infinity) {
            (Nan::BeyondInfinity(_), Some(infinity)) => magnitude > infinity,
            (Nan::Only(nan), _) => magnitude == nan,
            (Nan::NegativeZero(nan), _) => bits & self.mask() == nan,
            _ => false,
        }
    }

    /// The bit pattern that the name "NaN" stands for, where there is one.
    #[must_use]
    pub const fn named_nan(&self) -> Option<u64> {
        match self.nan {
            Nan::BeyondInfinity(bits) | Nan::Only(bits) | Nan::NegativeZero(bits) => Some(bits),
            Nan::None => None,
        }
    }

    /// The bit pattern of an infinity, where there is one.
    #[must_use]
    pub const fn infinity(&self, negative: bool) -> Option<u64> {
        match self.infinity {
            Some(infinity) if negative => Some(infinity | self.sign_bit()),
            other => other,
        }
    }

    /// The exact value of a bit pattern. A NaN gives a NaN; its payload is not kept.
    #[must_use]
    pub fn to_f64(&self, bits: u64) -> f64 {
        if self.bits == 64 {
            return f64::from_bits(bits);
        }
        if self.is_nan(bits) {
            return f64::NAN;
        }
        let magnitude = bits & self.mask() & !self.sign_bit();
        let value = if Some(magnitude) == self.infinity { f64::INFINITY } else { self.finite(magnitude) };
        if bits & self.sign_bit() == 0 { value } else { -value }
    }

    /// A finite non-negative pattern of a format narrower than 64 bits; every product here is exact.
    fn finite(&self, magnitude: u64) -> f64 {
        let field = magnitude >> self.mantissa_bits;
        let fraction = magnitude & ((1 << self.mantissa_bits) - 1);
        let (significand, field) = match field {
            0 if self.signed => (fraction, 1), // subnormal
            field => (fraction | (1 << self.mantissa_bits), field),
        };
        let exponent = i32::try_from(field).unwrap_or(0) - self.bias - self.mantissa_bits.cast_signed();
        #[expect(clippy::cast_precision_loss, reason = "a significand has at most 24 bits here")]
        let significand = significand as f64;
        significand * 2_f64.powi(exponent)
    }

    /// Rounds once to this format.
    #[must_use]
    pub fn round(&self, exact: &Exact, rounding: Rounding) -> Rounded {
        if !self.signed {
            return self.round_to_power(exact, rounding);
        }
        let lowest = 1 - self.bias;
        let unit = exact.leading_exponent().map_or(lowest, |exponent| exponent.max(lowest));
        let unit = unit - self.mantissa_bits.cast_signed();
        let Some((significand, is_exact)) = exact.in_units(unit, rounding) else { return Rounded::Beyond };
        // The significand carries the implicit bit; added to a field one lower it lands in the right field,
        // also when rounding carried into the next power of two, and a subnormal lands in field 0.
        let field = u64::try_from(unit + self.mantissa_bits.cast_signed() - lowest).unwrap_or(0);
        let magnitude = u128::from(field).saturating_mul(1 << self.mantissa_bits).saturating_add(significand);
        let has_negative = magnitude > 0 || !matches!(self.nan, Nan::NegativeZero(_));
        let sign = if exact.negative && has_negative { self.sign_bit() } else { 0 };
        self.rounded(magnitude, sign, is_exact)
    }

    /// Whether a number lies just between two neighbours of this format.
    #[must_use]
    pub fn is_tie(&self, exact: &Exact) -> bool {
        let Some(exponent) = exact.leading_exponent() else { return false };
        let lowest = if self.signed { 1 - self.bias } else { -self.bias };
        let half = exponent.max(lowest) - self.mantissa_bits.cast_signed() - 1;
        exact
            .in_units(half, Rounding::TowardsZero)
            .is_some_and(|(count, is_exact)| is_exact && count % 2 == 1)
    }

    /// Rounds to a format of powers of two: no sign, no zero.
    fn round_to_power(&self, exact: &Exact, rounding: Rounding) -> Rounded {
        let Some(exponent) = exact.leading_exponent().filter(|_| !exact.negative) else {
            return Rounded::Beyond;
        };
        let unit = exponent.max(-self.bias);
        let field = u128::try_from(unit + self.bias).unwrap_or(0);
        match exact.in_units(unit, rounding) {
            Some((significand @ 1.., is_exact)) => self.rounded(field + significand - 1, 0, is_exact),
            _ => Rounded::Beyond,
        }
    }

    fn rounded(&self, magnitude: u128, sign: u64, is_exact: bool) -> Rounded {
        match u64::try_from(magnitude) {
            Ok(magnitude) if magnitude <= self.max_finite && is_exact => Rounded::Exact(sign | magnitude),
            Ok(magnitude) if magnitude <= self.max_finite => Rounded::Inexact(sign | magnitude),
            _ => Rounded::Beyond,
        }
    }

    /// What stands for a number beyond the range when it is clamped: an infinity where there is one, otherwise the
    /// greatest or least number.
    #[must_use]
    pub fn clamped(&self, exact: &Exact) -> u64 {
        let below = exact.negative || exact.leading_exponent().is_none_or(|exponent| exponent < 0);
        match self.infinity(exact.negative) {
            Some(infinity) => infinity,
            None if self.signed && exact.negative => self.max_finite | self.sign_bit(),
            None if !self.signed && below => 0,
            None => self.max_finite,
        }
    }

    /// The bit pattern nearest to an `f64`, as IEEE 754 arithmetic rounds: ties to even, beyond the range to infinity.
    /// `None` where the format has no such value.
    #[must_use]
    pub fn nearest(&self, value: f64) -> Option<u64> {
        if self.bits == 64 && !value.is_nan() {
            return Some(value.to_bits());
        }
        let Some(exact) = Exact::float(value) else {
            return if value.is_nan() { self.named_nan() } else { self.infinity(value < 0.0) };
        };
        match self.round(&exact, Rounding::NearestEven) {
            Rounded::Exact(bits) | Rounded::Inexact(bits) => Some(bits),
            Rounded::Beyond => self.infinity(exact.negative),
        }
    }
}

/// One number of a float type, as its bit pattern.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Float {
    /// The type.
    pub kind: FloatType,
    /// The bit pattern, in the low bits.
    pub bits: u64,
}

impl Float {
    /// The number that an `f64` rounds to, ties to even; `None` where the type has no such value.
    #[must_use]
    pub fn nearest(kind: FloatType, value: f64) -> Option<Self> {
        kind.format().nearest(value).map(|bits| Self { kind, bits })
    }

    /// The exact value.
    #[must_use]
    pub fn value(self) -> f64 {
        self.kind.format().to_f64(self.bits)
    }

    /// True for every NaN that is not the one named "NaN".
    #[must_use]
    pub fn is_uncommon_nan(self) -> bool {
        self.value().is_nan() && Some(self.bits) != self.kind.format().named_nan()
    }
}

impl fmt::Display for Float {
    /// The shortest digits that read back to the same number: `0.1`, `1e300`, `NaN`, `-Infinity`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let value = self.value();
        if value.is_nan() {
            return f.write_str("NaN");
        }
        if value.is_infinite() {
            return f.write_str(if value < 0.0 { "-Infinity" } else { "Infinity" });
        }
        match self.kind {
            FloatType::Float64 => write!(f, "{value:?}"),
            #[expect(clippy::cast_possible_truncation, reason = "the value came from a float32")]
            FloatType::Float32 => write!(f, "{:?}", value as f32),
            _ => write!(f, "{:?}", self.fewest_digits(value)),
        }
    }
}

impl Float {
    /// The `f64` of fewest decimal digits that rounds to this number; five digits tell any 16-bit float apart.
    fn fewest_digits(self, value: f64) -> f64 {
        let candidates = (0..6).filter_map(|digits| format!("{value:.digits$e}").parse::<f64>().ok());
        let mut fitting = candidates.filter(|near| Self::nearest(self.kind, *near) == Some(self));
        fitting.next().unwrap_or(value)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_float16_and_bfloat16_pattern_has_the_value_the_half_crate_gives_it() {
        for bits in 0..=u16::MAX {
            let ours = FloatType::Float16.format().to_f64(u64::from(bits));
            let theirs = half::f16::from_bits(bits).to_f64();
            assert!(ours.to_bits() == theirs.to_bits() || (ours.is_nan() && theirs.is_nan()), "{bits:#06x}");
            let ours = FloatType::BFloat16.format().to_f64(u64::from(bits));
            let theirs = half::bf16::from_bits(bits).to_f64();
            assert!(ours.to_bits() == theirs.to_bits() || (ours.is_nan() && theirs.is_nan()), "{bits:#06x}");
        }
    }

    #[test]
    fn every_16_bit_float_reads_back_from_its_text() {
        for kind in [FloatType::Float16, FloatType::BFloat16] {
            for bits in 0..=u64::from(u16::MAX) {
                let float = Float { kind, bits };
                if float.value().is_finite() {
                    let text = float.to_string();
                    assert_eq!(Float::nearest(kind, text.parse().unwrap()), Some(float), "{text}");
                }
            }
        }
    }

    #[test]
    fn shortest_text() {
        let text = |kind, value| Float::nearest(kind, value).unwrap().to_string();
        assert_eq!(text(FloatType::Float16, 0.1), "0.1");
        assert_eq!(text(FloatType::BFloat16, 2.58), "2.58");
        assert_eq!(text(FloatType::Float32, 0.1), "0.1");
        assert_eq!(text(FloatType::Float64, 0.1 + 0.2), "0.30000000000000004");
        assert_eq!(text(FloatType::Float64, -0.0), "-0.0");
        assert_eq!(text(FloatType::Float16, 1e9), "Infinity");
        assert_eq!(text(FloatType::Float64, 1e300), "1e300");
    }

    #[test]
    fn a_float64_rounds_to_float16_once() {
        // 1 + 2^-11 + 2^-30: just above a tie, so up. Rounding to float32 first would make it a tie, and even is down.
        let value = 1.0 + 2_f64.powi(-11) + 2_f64.powi(-30);
        assert_eq!(FloatType::Float16.format().nearest(value), Some(0x3c01));
        assert_eq!(
            FloatType::BFloat16.format().nearest(1.0 + 2_f64.powi(-8) + 2_f64.powi(-40)),
            Some(0x3f81)
        );
    }

    #[test]
    fn the_edges_of_float16() {
        let round =
            |value, rounding| FloatType::Float16.format().round(&Exact::float(value).unwrap(), rounding);
        assert_eq!(round(65504.0, Rounding::NearestEven), Rounded::Exact(0x7bff));
        assert_eq!(round(65510.0, Rounding::NearestEven), Rounded::Inexact(0x7bff));
        assert_eq!(round(65520.0, Rounding::NearestEven), Rounded::Beyond);
        assert_eq!(round(65520.0, Rounding::TowardsZero), Rounded::Inexact(0x7bff));
        assert_eq!(round(65504.5, Rounding::TowardsPositive), Rounded::Beyond);
        assert_eq!(round(-65504.5, Rounding::TowardsPositive), Rounded::Inexact(0xfbff));
        assert_eq!(round(2_f64.powi(-24), Rounding::NearestEven), Rounded::Exact(0x0001));
        assert_eq!(round(2_f64.powi(-25), Rounding::NearestEven), Rounded::Inexact(0x0000));
        assert_eq!(round(2_f64.powi(-25), Rounding::NearestAway), Rounded::Inexact(0x0001));
        assert_eq!(round(1e-300, Rounding::TowardsPositive), Rounded::Inexact(0x0001));
        assert_eq!(round(-1e-300, Rounding::TowardsNegative), Rounded::Inexact(0x8001));
        assert_eq!(round(-0.0, Rounding::NearestEven), Rounded::Exact(0x8000));
        assert_eq!(round(f64::MAX, Rounding::TowardsZero), Rounded::Beyond);
    }

    #[test]
    fn ties_of_the_five_roundings() {
        // value, then nearest-even, towards-zero, towards-positive, towards-negative, nearest-away
        let rows = [
            (2.5, [2, 2, 3, 2, 3]),
            (3.5, [4, 3, 4, 3, 4]),
            (-2.5, [-2, -2, -2, -3, -3]),
            (-0.5, [0, 0, 0, -1, -1]),
            (0.49, [0, 0, 1, 0, 0]),
            (-7.0, [-7; 5]),
        ];
        let order = [
            Rounding::NearestEven,
            Rounding::TowardsZero,
            Rounding::TowardsPositive,
            Rounding::TowardsNegative,
            Rounding::NearestAway,
        ];
        for (value, expected) in rows {
            let exact = Exact::float(value).unwrap();
            assert_eq!(order.map(|rounding| exact.to_integer(rounding).unwrap().0), expected, "{value}");
        }
    }

    #[test]
    fn integers_round_to_floats_once() {
        let round = |value| FloatType::Float32.format().round(&Exact::integer(value), Rounding::NearestEven);
        assert_eq!(round(0), Rounded::Exact(0));
        assert_eq!(round(-1), Rounded::Exact((-1_f32).to_bits().into()));
        assert_eq!(round(16_777_216), Rounded::Exact(16_777_216_f32.to_bits().into()));
        assert_eq!(round(16_777_217), Rounded::Inexact(16_777_216_f32.to_bits().into()));
        // 2^60 + 2^36 + 1 is just above a tie of float32; through float64 it would be the tie itself.
        assert_eq!(
            round((1 << 60) + (1 << 36) + 1),
            Rounded::Inexact((2_f32.powi(60) + 2_f32.powi(37)).to_bits().into())
        );
    }

    #[test]
    fn casting_to_float32_agrees_with_the_machine() {
        for bits in (0..u64::MAX).step_by(0x0000_1357_9bdf_0241_usize) {
            let value = f64::from_bits(bits);
            if value.is_finite() {
                #[expect(clippy::cast_possible_truncation)]
                let machine = u64::from((value as f32).to_bits());
                assert_eq!(FloatType::Float32.format().nearest(value), Some(machine), "{value:e}");
            }
        }
    }

    /// What `ml_dtypes` makes of the small types: see `tests/python/make_small_floats.py`.
    fn recorded() -> serde_json::Map<String, serde_json::Value> {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/values/small_floats.json");
        let value: serde_json::Value = serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
        value.as_object().unwrap().clone()
    }

    fn by_name(name: &str) -> FloatType {
        FloatType::all().find(|kind| kind.format().name == name).unwrap()
    }

    #[test]
    fn every_pattern_of_the_small_floats_has_the_recorded_value() {
        for (name, row) in recorded() {
            let kind = by_name(&name);
            for (bits, expected) in (0..).zip(row["values"].as_array().unwrap()) {
                let value = kind.format().to_f64(bits);
                let expected: f64 = expected.as_str().unwrap().parse().unwrap();
                let same = value.to_bits() == expected.to_bits() || (value.is_nan() && expected.is_nan());
                assert!(same, "{name} {bits:#04x}: {value} is not {expected}");
            }
        }
    }

    #[test]
    fn numbers_round_to_the_small_floats_as_recorded() {
        for (name, row) in recorded() {
            let kind = by_name(&name);
            for pair in row["rounded"].as_array().unwrap() {
                let number: f64 = pair[0].as_str().unwrap().parse().unwrap();
                assert_eq!(kind.format().nearest(number), pair[1].as_u64(), "{name} {number}");
            }
        }
    }

    #[test]
    fn every_small_float_reads_back_from_its_text() {
        for kind in FloatType::all().filter(|kind| kind.format().bits <= 8) {
            for bits in 0..=kind.format().mask() {
                let float = Float { kind, bits };
                if float.value().is_finite() {
                    let text = float.to_string();
                    assert_eq!(Float::nearest(kind, text.parse().unwrap()), Some(float), "{text}");
                }
            }
        }
    }

    #[test]
    fn a_format_without_a_value_says_so() {
        let nearest = |kind: FloatType, value| kind.format().nearest(value);
        assert_eq!(nearest(FloatType::Float4E2M1Fn, f64::NAN), None);
        assert_eq!(nearest(FloatType::Float8E4M3Fn, f64::INFINITY), None);
        assert_eq!(nearest(FloatType::Float8E4M3Fn, 1e9), None);
        assert_eq!(nearest(FloatType::Float8E4M3Fnuz, -0.0), Some(0x00));
        assert_eq!(nearest(FloatType::Float8E4M3Fnuz, f64::NAN), Some(0x80));
        assert_eq!(nearest(FloatType::Float8E8M0Fnu, 0.0), None);
        assert_eq!(nearest(FloatType::Float8E8M0Fnu, -1.0), None);
        assert_eq!(nearest(FloatType::Float8E8M0Fnu, 1.0), Some(0x7f));
    }

    #[test]
    fn numbers_beyond_the_range_are_clamped() {
        let clamped = |kind: FloatType, value| kind.format().clamped(&Exact::float(value).unwrap());
        assert_eq!(clamped(FloatType::Float8E5M2, -1e9), 0xfc, "minus infinity");
        assert_eq!(clamped(FloatType::Float8E4M3Fn, -1e9), 0xfe, "the least number");
        assert_eq!(clamped(FloatType::Float4E2M1Fn, 7.5), 0x7);
        assert_eq!(clamped(FloatType::Float8E8M0Fnu, -3.0), 0x00);
        assert_eq!(clamped(FloatType::Float8E8M0Fnu, 0.0), 0x00);
        assert_eq!(clamped(FloatType::Float8E8M0Fnu, 1e300), 0xfe);
    }
}
