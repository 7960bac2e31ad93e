//! What the cells of the chunk grid can show: whether chunks are stored, their sizes, or a number of each.

use std::time::Duration;

use crate::metadata::{DataType, Scalar};
use crate::pipeline::{ChunkNumbers, NumberType};
use crate::tell::words::time;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum GridMode {
    #[default]
    States,
    Sizes,
    Ratio,
    Least,
    Greatest,
    NanShare,
    DecodeTime,
}

impl GridMode {
    pub const ALL: [Self; 7] = [
        Self::States,
        Self::Sizes,
        Self::Ratio,
        Self::Least,
        Self::Greatest,
        Self::NanShare,
        Self::DecodeTime,
    ];

    pub fn name(self) -> &'static str {
        match self {
            Self::States => "states",
            Self::Sizes => "sizes",
            Self::Ratio => "ratio",
            Self::Least => "least value",
            Self::Greatest => "greatest value",
            Self::NanShare => "NaN share",
            Self::DecodeTime => "decode time",
        }
    }

    pub fn by_name(text: &str) -> Option<Self> {
        let text = text.trim().to_lowercase();
        let begins = |mode: &Self| mode.name().to_lowercase().starts_with(&text) && !text.is_empty();
        Self::ALL.into_iter().find(begins).or((text == "time").then_some(Self::DecodeTime))
    }

    #[must_use]
    pub fn next(self) -> Self {
        let at = Self::ALL.iter().position(|own| *own == self).unwrap_or(0);
        Self::ALL.get((at + 1) % Self::ALL.len()).copied().unwrap_or_default()
    }

    pub fn is_number(self) -> bool {
        !matches!(self, Self::States | Self::Sizes)
    }

    pub fn needs_decoding(self, data_type: &DataType) -> bool {
        // The size of elements of fixed length is known without decoding.
        self.is_number() && (self != Self::Ratio || data_type.is_variable())
    }

    pub fn why_not(self, data_type: &DataType) -> Option<String> {
        let has_order = NumberType::of(data_type).is_some();
        // `NaT` counts as NaN.
        let has_nan = matches!(data_type, DataType::Float(_) | DataType::Complex(_) | DataType::Time(_));
        match self {
            Self::Least | Self::Greatest if !has_order => Some(format!("no {} of {data_type}", self.name())),
            Self::NanShare if !has_nan => Some(format!("no NaN in {data_type}")),
            Self::States
            | Self::Sizes
            | Self::Ratio
            | Self::Least
            | Self::Greatest
            | Self::NanShare
            | Self::DecodeTime => None,
        }
    }

    pub fn of(self, numbers: &ChunkNumbers) -> Option<GridNumber<'_>> {
        match (self, &numbers.range) {
            (Self::Least, Some([least, _])) => Some(GridNumber::Value(least)),
            (Self::Greatest, Some([_, greatest])) => Some(GridNumber::Value(greatest)),
            (Self::NanShare, _) if numbers.elements > 0 => {
                Some(GridNumber::Share(numbers.nan, numbers.elements))
            }
            (Self::DecodeTime, _) => Some(GridNumber::Time(numbers.time)),
            _ => None,
        }
    }

    pub fn of_fill(self, fill: &Scalar) -> Option<GridNumber<'_>> {
        match self {
            Self::Least | Self::Greatest => (!is_nan(fill)).then_some(GridNumber::Value(fill)),
            Self::NanShare => Some(GridNumber::Share(is_nan(fill).into(), 1)),
            Self::States | Self::Sizes | Self::Ratio | Self::DecodeTime => None,
        }
    }
}

/// One part is enough for a complex number.
fn is_nan(scalar: &Scalar) -> bool {
    if let Scalar::Complex(parts) = scalar {
        return parts.iter().any(|part| part.value().is_nan());
    }
    NumberType::nearest(scalar).is_nan()
}

#[derive(Debug, Clone, Copy, PartialEq)]
pub enum GridNumber<'a> {
    Ratio(f64),
    Value(&'a Scalar),
    /// A part of all elements.
    Share(u64, u64),
    Time(Duration),
}

impl GridNumber<'_> {
    #[expect(clippy::cast_precision_loss, reason = "a colour is not exact")]
    pub fn nearest(&self) -> f64 {
        match self {
            Self::Ratio(ratio) => *ratio,
            Self::Value(scalar) => NumberType::nearest(scalar),
            Self::Share(part, all) => *part as f64 * 100.0 / (*all).max(1) as f64,
            Self::Time(time) => time.as_secs_f64(),
        }
    }

    pub fn words(&self) -> String {
        match self {
            Self::Ratio(ratio) if *ratio < 10.0 => format!("{ratio:.2}×"),
            Self::Ratio(ratio) => format!("{ratio:.1}×"),
            Self::Value(scalar) => scalar.to_string(),
            Self::Share(0, _) => "0 %".to_owned(),
            Self::Share(part, all) if part == all => "100 %".to_owned(),
            Self::Share(..) => match self.nearest() {
                ..0.1 => "<0.1 %".to_owned(),
                percent @ 0.1..99.9 => format!("{percent:.1} %"),
                _ => ">99.9 %".to_owned(),
            },
            Self::Time(elapsed) => time(*elapsed),
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq)]
pub enum KnownNumber<'a> {
    NotYet,
    TooLarge,
    /// All elements are NaN, or there are none.
    NoNumber,
    Known(GridNumber<'a>),
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_key_goes_through_all_modes_and_back() {
        let mut mode = GridMode::States;
        let mut names = Vec::new();
        for _ in GridMode::ALL {
            names.push(mode.name());
            mode = mode.next();
        }
        let expected =
            ["states", "sizes", "ratio", "least value", "greatest value", "NaN share", "decode time"];
        assert_eq!((names, mode), (expected.to_vec(), GridMode::States));
    }

    #[test]
    fn a_mode_has_a_name_that_may_be_short() {
        let found = ["ratio", "Least", "nan", "time", "dec", "", "x"].map(GridMode::by_name);
        let [ratio, least, nan, time, decode] = [
            GridMode::Ratio,
            GridMode::Least,
            GridMode::NanShare,
            GridMode::DecodeTime,
            GridMode::DecodeTime,
        ]
        .map(Some);
        assert_eq!(found, [ratio, least, nan, time, decode, None, None]);
    }

    #[test]
    fn numbers_have_their_unit() {
        let numbers = [
            GridNumber::Ratio(1.075),
            GridNumber::Ratio(123.44),
            GridNumber::Share(0, 8),
            GridNumber::Share(1, 8),
            GridNumber::Share(1, 100_000),
            GridNumber::Share(99_999, 100_000),
            GridNumber::Share(8, 8),
            GridNumber::Time(Duration::from_micros(12)),
        ];
        let words = numbers.map(|number| number.words());
        assert_eq!(words, ["1.07×", "123.4×", "0 %", "12.5 %", "<0.1 %", ">99.9 %", "100 %", "12 µs"]);
    }

    #[test]
    fn what_has_no_order_says_so() {
        let why = |mode: GridMode, name: &str| mode.why_not(&DataType::from_name(name).unwrap());
        assert_eq!(why(GridMode::Least, "complex64").as_deref(), Some("no least value of complex64"));
        assert_eq!(why(GridMode::Greatest, "string").as_deref(), Some("no greatest value of string"));
        assert_eq!(why(GridMode::NanShare, "int16").as_deref(), Some("no NaN in int16"));
        assert_eq!(why(GridMode::NanShare, "complex64"), None);
        assert_eq!(why(GridMode::DecodeTime, "string"), None);
    }
}
