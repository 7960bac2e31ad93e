use std::fmt;

use serde_json::{Map, Value};

use crate::metadata::text::{escape, shorten};
use crate::metadata::{DataType, Scalar};

pub(super) const LIST: usize = 1 << 12;
pub(super) const TEXT: usize = 200;

#[derive(Debug, Clone, Copy)]
pub struct MeaningSource<'a> {
    pub attributes: &'a Map<String, Value>,
    pub data_type: &'a DataType,
    /// In V2 the fill value of an array of a data set is its `_FillValue`.
    pub zarr_format: u8,
    pub fill_value: Option<&'a Scalar>,
    pub scaling_codec: Option<&'a str>,
}

#[derive(Debug, Clone, Copy, PartialEq)]
pub enum RawNumber {
    Integer(i128),
    Real(f64),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NoteKind {
    Remark,
    Form,
    Packing,
    /// A codec has unpacked the numbers already.
    PackedTwice,
    FillRange,
    FillDiffers,
    Valid,
    Flags,
    Time,
    Dimensions,
}

#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(feature = "explorer", derive(serde::Serialize))]
pub struct MeaningNote {
    #[cfg_attr(feature = "explorer", serde(skip))]
    pub kind: NoteKind,
    pub attribute: String,
    pub message: String,
}

impl fmt::Display for MeaningNote {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.attribute, self.message)
    }
}

#[derive(Debug, Default)]
pub(super) struct MeaningNotes(pub(super) Vec<MeaningNote>);

impl MeaningNotes {
    pub(super) fn add(&mut self, attribute: &str, message: impl Into<String>) {
        self.add_of(NoteKind::Form, attribute, message);
    }

    pub(super) fn add_of(&mut self, kind: NoteKind, attribute: &str, message: impl Into<String>) {
        self.0.push(MeaningNote { kind, attribute: attribute.to_owned(), message: message.into() });
    }

    pub(super) fn unexpected(&mut self, attribute: &str, expected: &str, found: &Value) {
        self.add(attribute, format!("expected {expected}, found {}; it is not used", shown(found)));
    }
}

impl RawNumber {
    #[expect(clippy::cast_precision_loss, reason = "the nearest number is asked for")]
    pub fn real(self) -> f64 {
        match self {
            Self::Integer(value) => value as f64,
            Self::Real(value) => value,
        }
    }

    #[expect(clippy::cast_possible_truncation, reason = "it is whole and below 2^100")]
    pub fn whole(self) -> Option<i128> {
        match self {
            Self::Integer(value) => Some(value),
            Self::Real(value) if value.fract() == 0.0 && value.abs() < 2_f64.powi(100) => Some(value as i128),
            Self::Real(_) => None,
        }
    }
}

/// JSON has no numbers that are not finite.
impl serde_core::Serialize for RawNumber {
    fn serialize<S: serde_core::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Integer(value) => serializer.serialize_i128(*value),
            Self::Real(value) if value.is_finite() => serializer.serialize_f64(*value),
            Self::Real(_) => serializer.collect_str(self),
        }
    }
}

impl fmt::Display for RawNumber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Integer(value) => write!(f, "{value}"),
            Self::Real(value) => f.write_str(&real_text(*value)),
        }
    }
}

pub(super) fn real_text(value: f64) -> String {
    match value {
        _ if value.is_nan() => "NaN".to_owned(),
        _ if value != 0.0 && !(1e-5..1e16).contains(&value.abs()) => format!("{value:e}"),
        _ => value.to_string(),
    }
}

/// Without the digits that are nothing but rounding: 276.55 for 276.54999999999995.
pub fn computed_text(value: f64) -> String {
    real_text(format!("{value:.14e}").parse().unwrap_or(value))
}

/// The same for a sum: 7.58 for 7.579999999999984, which was 300 - 292.42, and has no more digits than those.
pub(super) fn sum_text(value: f64, added: f64) -> String {
    let size = (value - added).abs().max(added.abs()).max(f64::MIN_POSITIVE);
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "it is between 0 and 322")]
    let digits = (14.0 - size.log10().floor()).max(0.0) as usize;
    real_text(format!("{value:.digits$}").parse().unwrap_or(value))
}

pub(super) fn shown(value: &Value) -> String {
    match value {
        // A list of a million numbers is not written out to be cut.
        Value::Array(items) => format!("a list of {}", items.len()),
        Value::Object(members) => format!("an object of {} members", members.len()),
        Value::String(text) => format!("\"{}\"", shorten(&escape(&beginning(text)), 60)),
        other => shorten(&other.to_string(), 60),
    }
}

pub(super) fn beginning(text: &str) -> String {
    text.chars().take(TEXT + 1).collect()
}

pub(super) fn text_of(attributes: &Map<String, Value>, name: &str) -> Option<String> {
    Some(beginning(attributes.get(name)?.as_str()?))
}

impl<'a> MeaningSource<'a> {
    pub(super) fn attribute(&self, name: &str) -> Option<&'a Value> {
        self.attributes.get(name).filter(|value| !value.is_null())
    }
}

pub(super) fn text(source: &MeaningSource, name: &str, notes: &mut MeaningNotes) -> Option<String> {
    let value = source.attribute(name)?;
    let Value::String(text) = value else {
        notes.unexpected(name, "a text", value);
        return None;
    };
    let text = text.trim();
    if text.is_empty() {
        return None;
    }
    if text.len() <= 1 << 16 {
        return Some(text.to_owned());
    }
    let note = format!("a text of {} bytes; only its beginning is shown", text.len());
    notes.add_of(NoteKind::Remark, name, note);
    Some(beginning(text) + "…")
}

pub(super) fn number(source: &MeaningSource, name: &str, notes: &mut MeaningNotes) -> Option<RawNumber> {
    let value = source.attribute(name)?;
    let single = single(value);
    let found = read_number(single);
    match &found {
        None => notes.unexpected(name, "a number", value),
        Some(_) if single.is_string() => {
            notes.add(name, format!("expected a number, found the text {}; it is used", shown(single)));
        }
        Some(_) => {}
    }
    found
}

pub(super) fn single(value: &Value) -> &Value {
    match value.as_array().map(Vec::as_slice) {
        Some([single]) => single,
        _ => value,
    }
}

pub(super) fn numbers(
    source: &MeaningSource,
    name: &str,
    notes: &mut MeaningNotes,
) -> Option<Vec<RawNumber>> {
    let value = source.attribute(name)?;
    let items = match value {
        Value::Array(items) => items,
        _ => std::slice::from_ref(value),
    };
    if items.len() > LIST {
        let text = format!("a list of {}; only the first {LIST} are used", items.len());
        notes.add_of(NoteKind::Remark, name, text);
    }
    let found: Option<Vec<RawNumber>> = items.iter().take(LIST).map(read_number).collect();
    if found.is_none() {
        notes.unexpected(name, "numbers", value);
    }
    found
}

pub(super) fn finite(value: &Value) -> Option<f64> {
    let number = read_number(value)?.real();
    if number.is_finite() { Some(number) } else { None }
}

pub(super) fn read_number(value: &Value) -> Option<RawNumber> {
    let text = match value {
        Value::Number(number) => number.to_string(),
        Value::String(text) if text.len() <= TEXT => text.trim().to_owned(),
        _ => return None,
    };
    if let Ok(whole) = text.parse() {
        return Some(RawNumber::Integer(whole));
    }
    let real = match text.as_str() {
        "NaN" | "nan" => f64::NAN,
        "Infinity" | "inf" | "+inf" => f64::INFINITY,
        "-Infinity" | "-inf" => f64::NEG_INFINITY,
        text if text.bytes().any(|byte| byte.is_ascii_digit()) => text.parse().ok()?,
        _ => return None,
    };
    Some(RawNumber::Real(real))
}
