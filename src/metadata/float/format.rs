use super::exact::{Exact, Rounding};

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

#[derive(Debug, PartialEq, Eq)]
pub struct FloatFormat {
    pub name: &'static str,
    pub bits: u32,
    pub mantissa_bits: u32,
    pub bias: i32,
    pub max_finite: u64,
    pub infinity: Option<u64>,
    pub nan: Nan,
    /// Without a sign there are no zeros and no subnormal numbers: `float8_e8m0fnu` has only powers of two.
    pub signed: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Nan {
    BeyondInfinity(u64),
    Only(u64),
    NegativeZero(u64),
    None,
}

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

const fn finite(
    name: &'static str,
    width: u32,
    mantissa_bits: u32,
    bias: i32,
    max_finite: u64,
    nan: Nan,
) -> FloatFormat {
    FloatFormat { name, bits: width, mantissa_bits, bias, max_finite, infinity: None, nan, signed: true }
}

impl FloatFormat {
    const fn sign_bit(&self) -> u64 {
        if self.signed { 1 << (self.bits - 1) } else { 0 }
    }

    pub const fn mask(&self) -> u64 {
        u64::MAX >> (64 - self.bits)
    }

    pub const fn nbytes(&self) -> usize {
        self.bits.div_ceil(8) as usize
    }

    pub const fn is_nan(&self, bits: u64) -> bool {
        let magnitude = bits & self.mask() & !self.sign_bit();
        match (self.nan, self.infinity) {
            (Nan::BeyondInfinity(_), Some(infinity)) => magnitude > infinity,
            (Nan::Only(nan), _) => magnitude == nan,
            (Nan::NegativeZero(nan), _) => bits & self.mask() == nan,
            _ => false,
        }
    }

    pub const fn named_nan(&self) -> Option<u64> {
        match self.nan {
            Nan::BeyondInfinity(bits) | Nan::Only(bits) | Nan::NegativeZero(bits) => Some(bits),
            Nan::None => None,
        }
    }

    pub const fn infinity(&self, negative: bool) -> Option<u64> {
        match self.infinity {
            Some(infinity) if negative => Some(infinity | self.sign_bit()),
            other => other,
        }
    }

    pub fn to_f64(&self, bits: u64) -> f64 {
        if self.bits == 64 {
            return f64::from_bits(bits);
        }
        if self.is_nan(bits) {
            return f64::NAN;
        }
        let magnitude = bits & self.mask() & !self.sign_bit();
        // The bits of NaNs and infinities come out of the table: the narrow formats do not follow IEEE 754 there.
        let value = if Some(magnitude) == self.infinity { f64::INFINITY } else { self.finite(magnitude) };
        if bits & self.sign_bit() == 0 { value } else { -value }
    }

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

    /// `None` beyond the range.
    pub fn round(&self, exact: &Exact, rounding: Rounding) -> Option<u64> {
        if !self.signed {
            // Zero has no leading bit. Neither it nor anything below it has a neighbour in this format.
            let exponent = exact.leading_exponent().filter(|_| !exact.negative)?;
            let unit = exponent.max(-self.bias);
            let field = u128::try_from(unit + self.bias).unwrap_or(0);
            let significand = exact.in_units(unit, rounding)?.0.checked_sub(1)?;
            return self.in_range(field + significand);
        }
        let lowest = 1 - self.bias;
        let unit = exact.leading_exponent().map_or(lowest, |exponent| exponent.max(lowest));
        let unit = unit - self.mantissa_bits.cast_signed();
        let (significand, _) = exact.in_units(unit, rounding)?;
        // The significand carries the implicit bit; added to a field one lower it lands in the right field,
        // also when rounding carried into the next power of two, and a subnormal lands in field 0.
        let field = u64::try_from(unit + self.mantissa_bits.cast_signed() - lowest).unwrap_or(0);
        let magnitude = u128::from(field).saturating_mul(1 << self.mantissa_bits).saturating_add(significand);
        let has_negative = magnitude > 0 || !matches!(self.nan, Nan::NegativeZero(_));
        let sign = if exact.negative && has_negative { self.sign_bit() } else { 0 };
        Some(sign | self.in_range(magnitude)?)
    }

    pub fn is_tie(&self, exact: &Exact) -> bool {
        let Some(exponent) = exact.leading_exponent() else { return false };
        let lowest = if self.signed { 1 - self.bias } else { -self.bias };
        let half = exponent.max(lowest) - self.mantissa_bits.cast_signed() - 1;
        matches!(exact.in_units(half, Rounding::TowardsZero), Some((count, true)) if count % 2 == 1)
    }

    fn in_range(&self, magnitude: u128) -> Option<u64> {
        u64::try_from(magnitude).ok().filter(|magnitude| *magnitude <= self.max_finite)
    }

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
    pub fn nearest(&self, value: f64) -> Option<u64> {
        // It is the number already. A NaN is left to the table, which names one pattern.
        if self.bits == 64 && !value.is_nan() {
            return Some(value.to_bits());
        }
        let Some(exact) = Exact::float(value) else {
            return if value.is_nan() { self.named_nan() } else { self.infinity(value < 0.0) };
        };
        self.round(&exact, Rounding::NearestEven).or(self.infinity(exact.negative))
    }
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
    (FloatType::Float8E4M3Fn, finite("float8_e4m3fn", 8, 3, 7, 0x7e, Nan::Only(0x7f))),
    (FloatType::Float8E4M3Fnuz, finite("float8_e4m3fnuz", 8, 3, 8, 0x7f, Nan::NegativeZero(0x80))),
    (FloatType::Float8E5M2Fnuz, finite("float8_e5m2fnuz", 8, 2, 16, 0x7f, Nan::NegativeZero(0x80))),
    (FloatType::Float8E4M3B11Fnuz, finite("float8_e4m3b11fnuz", 8, 3, 11, 0x7f, Nan::NegativeZero(0x80))),
    (FloatType::Float6E2M3Fn, finite("float6_e2m3fn", 6, 3, 1, 0x1f, Nan::None)),
    (FloatType::Float6E3M2Fn, finite("float6_e3m2fn", 6, 2, 3, 0x1f, Nan::None)),
    (FloatType::Float4E2M1Fn, finite("float4_e2m1fn", 4, 1, 1, 0x7, Nan::None)),
    (
        FloatType::Float8E8M0Fnu,
        FloatFormat { signed: false, ..finite("float8_e8m0fnu", 8, 0, 127, 0xfe, Nan::Only(0xff)) },
    ),
];

#[doc(hidden)]
impl FloatType {
    pub fn all() -> impl Iterator<Item = Self> {
        FORMATS.iter().map(|(kind, _)| *kind)
    }

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
