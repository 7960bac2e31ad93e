use crate::codec::DecodeOptions;
use crate::pipeline::Region;

/// What is compared, and how.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct DiffOptions {
    /// How to decode.
    pub decode: DecodeOptions,
    /// When two elements are equal.
    pub rules: EqualityRules,
    /// Compare what the attributes make of the elements: packed, masked and counted values as what they mean.
    pub physical: bool,
    /// Only these elements of two arrays.
    #[doc(hidden)]
    pub region: Option<Region>,
}

/// When two elements are equal. By default, when they have the same value: zeros of both signs do, and so do all NaN.
///
/// Numbers may also be close to each other, as `numpy.isclose(a, b)` has it: `|a - b| <= absolute + relative * |b|`. That is
/// computed in `f64`; differences of integers are exact.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct EqualityRules {
    /// How far apart two numbers may be.
    pub absolute: f64,
    /// How far apart two numbers may be, as a part of the second.
    pub relative: f64,
    /// Two NaN of the same type are equal only if their bits are.
    #[doc(hidden)]
    pub nan_by_bits: bool,
}

impl EqualityRules {
    pub(super) fn limit(&self, of: f64) -> Option<f64> {
        let is_exact = self.absolute <= 0.0 && self.relative <= 0.0;
        if is_exact { None } else { Some(self.absolute + self.relative * of.abs()) }
    }
}
