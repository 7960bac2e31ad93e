use std::fmt::Display;

use super::super::{Hypothesis, hypothesis};
use super::sample::{NumberKind, Sample, share};
use super::threshold::width as threshold;
use crate::metadata::{DataType, Integer, float::FloatType};

#[derive(Debug, Clone, PartialEq)]
pub(super) struct Comparison {
    /// How sure it is, from 0.6 to 0.9.
    pub confidence: f64,
    pub now: String,
    pub then: String,
}

impl Comparison {
    pub fn between(&self, what: String, one: impl Display, other: impl Display) -> Hypothesis {
        hypothesis(what, self.confidence, format!("as {one} {}; as {other} {}", self.now, self.then))
    }
}

pub(super) fn percent(share: f64) -> String {
    match share * 100.0 {
        all if all >= 99.95 => "all".to_owned(),
        some if some >= 10.0 => format!("{some:.0} %"),
        few => format!("{few:.1} %"),
    }
}

pub(in crate::doctor) fn short(value: f64) -> String {
    let size = value.abs();
    match size {
        _ if value == 0.0 => "0".to_owned(),
        _ if !(1e-4..1e9).contains(&size) => format!("{value:.2e}"),
        _ if size >= 1000.0 || size.fract() == 0.0 => format!("{value:.0}"),
        _ if size >= 1.0 => format!("{value:.1}"),
        _ => format!("{value:.3}"),
    }
}

pub(super) fn between(sample: &Sample, float: FloatType) -> String {
    let mut least = f64::INFINITY;
    let mut most = f64::NEG_INFINITY;
    for bits in sample.counted() {
        let value = float.format().to_f64(bits);
        if value.is_finite() {
            least = least.min(value);
            most = most.max(value);
        }
    }
    format!("{} and {}", short(least), short(most))
}

impl NumberKind {
    /// A number that is greater where the value is. Floats that are no number are beyond all others.
    pub fn ordered(self, bits: u64, nbytes: usize) -> u64 {
        let top = 1_u64 << (8 * nbytes.clamp(1, 8) - 1);
        match self {
            Self::Unsigned => bits,
            Self::Signed | Self::Time(_) => bits ^ top,
            Self::Float(_) if bits & top == 0 => bits | top,
            Self::Float(_) => !bits & (top | (top - 1)),
        }
    }

    #[expect(clippy::cast_precision_loss, reason = "only differences are made of it")]
    pub fn value(self, bits: u64, nbytes: usize) -> f64 {
        match self {
            Self::Unsigned => bits as f64,
            Self::Signed | Self::Time(_) => signed(bits, nbytes) as f64,
            Self::Float(float) => float.format().to_f64(bits),
        }
    }

    pub fn text(self, bits: u64, nbytes: usize) -> String {
        match self {
            Self::Unsigned => bits.to_string(),
            Self::Signed => signed(bits, nbytes).to_string(),
            Self::Time(time) => time.text(signed(bits, nbytes)),
            Self::Float(float) => short(float.format().to_f64(bits)),
        }
    }

    pub(super) fn range(self, sample: &Sample) -> String {
        let key = |bits: &u64| self.ordered(*bits, sample.nbytes);
        let [least, most] = [sample.counted().min_by_key(key), sample.counted().max_by_key(key)]
            .map(|bits| self.text(bits.unwrap_or(0), sample.nbytes));
        format!("{least} and {most}")
    }
}

/// A two's complement number of at most 8 bytes.
pub(in crate::doctor) fn signed(bits: u64, nbytes: usize) -> i64 {
    let unused = 64 - 8 * u32::try_from(nbytes.clamp(1, 8)).unwrap_or(8);
    (bits << unused).cast_signed() >> unused
}

pub(super) fn both_signs(sample: &Sample) -> bool {
    let mut negative = 0;
    let mut counted = 0;
    for bits in sample.counted() {
        negative += usize::from(signed(bits, sample.nbytes) < 0);
        counted += 1;
    }
    share(negative.min(counted - negative), counted) >= threshold::BOTH_SIGNS
}

pub(super) fn integer(nbytes: usize, signed: bool) -> Option<DataType> {
    Some(DataType::Integer(Integer { bits: 8 * u32::try_from(nbytes).ok()?, signed }))
}
