//! Binary floating-point formats, as rows of a table: reading a bit pattern exactly, rounding an exact number once.
//!
//! Every format here embeds exactly in an `f64`. The narrow ones are never rounded through another format on the
//! way in, because rounding twice gives a wrong last bit.

use std::cmp::Ordering;
use std::fmt;

/// The floating-point types a data type can be made of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum FloatType {
    /// IEEE 754 binary64.
    Float64,
    /// IEEE 754 binary32.
    Float32,
    /// IEEE 754 binary16.
    Float16,
    /// The upper half of a binary32.
    BFloat16,
}

/// How one floating-point type lays out its bits and which values it has.
#[derive(Debug, PartialEq, Eq)]
pub struct FloatFormat {
    /// The data type's name in a metadata document.
    pub name: &'static str,
    /// Storage bits.
    pub bits: u32,
    /// Bits of the fraction.
    pub mantissa_bits: u32,
    /// What is taken from the exponent field.
    pub bias: i32,
    /// Bit pattern of the largest finite number.
    pub max_finite: u64,
    /// Bit pattern of positive infinity.
    pub infinity: u64,
    /// Bit pattern that the name "NaN" stands for.
    pub nan: u64,
}

const FLOAT64: FloatFormat = FloatFormat {
    name: "float64",
    bits: 64,
    mantissa_bits: 52,
    bias: 1023,
    max_finite: 0x7fef_ffff_ffff_ffff,
    infinity: 0x7ff0_0000_0000_0000,
    nan: 0x7ff8_0000_0000_0000,
};
const FLOAT32: FloatFormat = FloatFormat {
    name: "float32",
    bits: 32,
    mantissa_bits: 23,
    bias: 127,
    max_finite: 0x7f7f_ffff,
    infinity: 0x7f80_0000,
    nan: 0x7fc0_0000,
};
const FLOAT16: FloatFormat = FloatFormat {
    name: "float16",
    bits: 16,
    mantissa_bits: 10,
    bias: 15,
    max_finite: 0x7bff,
    infinity: 0x7c00,
    nan: 0x7e00,
};
const BFLOAT16: FloatFormat = FloatFormat {
    name: "bfloat16",
    bits: 16,
    mantissa_bits: 7,
    bias: 127,
    max_finite: 0x7f7f,
    infinity: 0x7f80,
    nan: 0x7fc0,
};

impl FloatType {
    /// Every float type, widest first.
    pub const ALL: [Self; 4] = [Self::Float64, Self::Float32, Self::Float16, Self::BFloat16];

    /// The row of the table.
    #[must_use]
    pub const fn format(self) -> &'static FloatFormat {
        match self {
            Self::Float64 => &FLOAT64,
            Self::Float32 => &FLOAT32,
            Self::Float16 => &FLOAT16,
            Self::BFloat16 => &BFLOAT16,
        }
    }
}

/// One of the ways to choose a neighbour for a number that a type does not have (`rounding` of `cast_value`).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Rounding {
    /// To the nearest; a tie goes to the even neighbour.
    #[default]
    NearestEven,
    /// To the neighbour nearer to zero.
    TowardsZero,
    /// To the greater neighbour.
    TowardsPositive,
    /// To the lesser neighbour.
    TowardsNegative,
    /// To the nearest; a tie goes away from zero.
    NearestAway,
}

/// A finite number, exactly: `±magnitude × 2^exponent`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Exact {
    /// True for a number below zero and for negative zero.
    pub negative: bool,
    /// The absolute value in units of `2^exponent`.
    pub magnitude: u128,
    /// The power of two.
    pub exponent: i32,
}

/// What rounding an exact number to a format gives.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Rounded {
    /// The format has this number; its bit pattern.
    Exact(u64),
    /// The format does not have it; the bit pattern of the neighbour chosen.
    Inexact(u64),
    /// Beyond the largest finite number, even after rounding.
    Beyond,
}

impl Exact {
    /// An integer.
    #[must_use]
    pub const fn integer(value: i128) -> Self {
        Self { negative: value < 0, magnitude: value.unsigned_abs(), exponent: 0 }
    }

    /// A finite `f64`; `None` for NaN and the infinities.
    #[must_use]
    pub fn float(value: f64) -> Option<Self> {
        if !value.is_finite() {
            return None;
        }
        let bits = value.to_bits();
        let field = (bits >> 52) & 0x7ff;
        let fraction = bits & ((1 << 52) - 1);
        let magnitude = if field == 0 { fraction } else { fraction | (1 << 52) };
        let exponent = i32::try_from(field.max(1)).ok()? - 1075;
        Some(Self { negative: value.is_sign_negative(), magnitude: u128::from(magnitude), exponent })
    }

    /// The magnitude in units of `2^unit`, rounded, and whether that was exact.
    ///
    /// `None` where it does not fit 128 bits.
    #[must_use]
    pub fn in_units(&self, unit: i32, rounding: Rounding) -> Option<(u128, bool)> {
        let shift = unit - self.exponent;
        if self.magnitude == 0 {
            return Some((0, true));
        }
        if shift <= 0 {
            let up = shift.unsigned_abs();
            return (up <= self.magnitude.leading_zeros()).then(|| (self.magnitude << up, true));
        }
        let (whole, rest, half) = match shift {
            1..=127 => {
                let whole = self.magnitude >> shift;
                (whole, self.magnitude - (whole << shift), 1_u128 << (shift - 1))
            }
            128 => (0, self.magnitude, 1_u128 << 127),
            _ => (0, 1, 2), // far below half a unit
        };
        let up = match rounding {
            Rounding::NearestEven => rest > half || (rest == half && whole & 1 == 1),
            Rounding::NearestAway => rest >= half,
            Rounding::TowardsZero => false,
            Rounding::TowardsPositive => rest > 0 && !self.negative,
            Rounding::TowardsNegative => rest > 0 && self.negative,
        };
        Some((whole + u128::from(up), rest == 0))
    }

    /// The whole number nearest in the given sense, and whether that was exact; `None` beyond 127 bits.
    #[must_use]
    pub fn to_integer(&self, rounding: Rounding) -> Option<(i128, bool)> {
        let (whole, exact) = self.in_units(0, rounding)?;
        let whole = i128::try_from(whole).ok()?;
        Some((if self.negative { -whole } else { whole }, exact))
    }
}

impl FloatFormat {
    const fn sign_bit(&self) -> u64 {
        1 << (self.bits - 1)
    }

    /// Storage bytes.
    #[must_use]
    pub const fn nbytes(&self) -> usize {
        self.bits.div_ceil(8) as usize
    }

    /// The exact value of a bit pattern. A NaN gives a NaN; its payload is not kept.
    #[must_use]
    pub fn to_f64(&self, bits: u64) -> f64 {
        if self.bits == 64 {
            return f64::from_bits(bits);
        }
        let magnitude = bits & (self.sign_bit() - 1);
        let value = match magnitude.cmp(&self.infinity) {
            Ordering::Greater => f64::NAN,
            Ordering::Equal => f64::INFINITY,
            Ordering::Less => self.finite(magnitude),
        };
        if bits & self.sign_bit() == 0 { value } else { -value }
    }

    /// A finite non-negative pattern of a format narrower than 64 bits; every product here is exact.
    fn finite(&self, magnitude: u64) -> f64 {
        let field = magnitude >> self.mantissa_bits;
        let fraction = magnitude & ((1 << self.mantissa_bits) - 1);
        let (significand, field) =
            if field == 0 { (fraction, 1) } else { (fraction | (1 << self.mantissa_bits), field) };
        let exponent = i32::try_from(field).unwrap_or(0) - self.bias - self.mantissa_bits.cast_signed();
        #[expect(clippy::cast_precision_loss, reason = "a significand has at most 24 bits here")]
        let significand = significand as f64;
        significand * 2_f64.powi(exponent)
    }

    /// Rounds once to this format.
    #[must_use]
    pub fn round(&self, exact: &Exact, rounding: Rounding) -> Rounded {
        let sign = if exact.negative { self.sign_bit() } else { 0 };
        if exact.magnitude == 0 {
            return Rounded::Exact(sign); // zero has no leading bit to place
        }
        let length = 128 - exact.magnitude.leading_zeros().cast_signed();
        let lowest = 1 - self.bias;
        let unit = (length - 1 + exact.exponent).max(lowest) - self.mantissa_bits.cast_signed();
        let Some((significand, is_exact)) = exact.in_units(unit, rounding) else { return Rounded::Beyond };
        // The significand carries the implicit bit; added to a field one lower it lands in the right field,
        // also when rounding carried into the next power of two, and a subnormal lands in field 0.
        let field = u64::try_from(unit + self.mantissa_bits.cast_signed() - lowest).unwrap_or(0);
        let magnitude = u128::from(field).saturating_mul(1 << self.mantissa_bits).saturating_add(significand);
        match u64::try_from(magnitude) {
            Ok(magnitude) if magnitude <= self.max_finite && is_exact => Rounded::Exact(sign | magnitude),
            Ok(magnitude) if magnitude <= self.max_finite => Rounded::Inexact(sign | magnitude),
            _ => Rounded::Beyond,
        }
    }

    /// The bit pattern of an infinity.
    #[must_use]
    pub const fn infinity(&self, negative: bool) -> u64 {
        if negative { self.infinity | self.sign_bit() } else { self.infinity }
    }

    /// The bit pattern nearest to an `f64`, as IEEE 754 arithmetic rounds: ties to even, beyond the range to infinity.
    #[must_use]
    pub fn nearest(&self, value: f64) -> u64 {
        if self.bits == 64 {
            return value.to_bits();
        }
        let Some(exact) = Exact::float(value) else {
            return if value.is_nan() { self.nan } else { self.infinity(value < 0.0) };
        };
        match self.round(&exact, Rounding::NearestEven) {
            Rounded::Exact(bits) | Rounded::Inexact(bits) => bits,
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
    /// The number that an `f64` rounds to, ties to even.
    #[must_use]
    pub fn nearest(kind: FloatType, value: f64) -> Self {
        Self { kind, bits: kind.format().nearest(value) }
    }

    /// The exact value.
    #[must_use]
    pub fn value(self) -> f64 {
        self.kind.format().to_f64(self.bits)
    }

    /// True for every NaN that is not the one named "NaN".
    #[must_use]
    pub fn is_uncommon_nan(self) -> bool {
        self.value().is_nan() && self.bits != self.kind.format().nan
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
        let mut fitting = candidates.filter(|near| Self::nearest(self.kind, *near).bits == self.bits);
        fitting.next().unwrap_or(value)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_float16_and_bfloat16_pattern_has_the_value_the_half_crate_gives_it() {
        for bits in 0..=u16::MAX {
            let ours = FLOAT16.to_f64(u64::from(bits));
            let theirs = half::f16::from_bits(bits).to_f64();
            assert!(ours.to_bits() == theirs.to_bits() || (ours.is_nan() && theirs.is_nan()), "{bits:#06x}");
            let ours = BFLOAT16.to_f64(u64::from(bits));
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
                    assert_eq!(Float::nearest(kind, text.parse().unwrap()), float, "{text}");
                }
            }
        }
    }

    #[test]
    fn shortest_text() {
        let text = |kind, value| Float::nearest(kind, value).to_string();
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
        assert_eq!(FLOAT16.nearest(value), 0x3c01);
        assert_eq!(BFLOAT16.nearest(1.0 + 2_f64.powi(-8) + 2_f64.powi(-40)), 0x3f81);
    }

    #[test]
    fn the_edges_of_float16() {
        let round = |value, rounding| FLOAT16.round(&Exact::float(value).unwrap(), rounding);
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
        let round = |value| FLOAT32.round(&Exact::integer(value), Rounding::NearestEven);
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
                assert_eq!(FLOAT32.nearest(value), machine, "{value:e}");
            }
        }
    }
}
