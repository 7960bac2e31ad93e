//! Elements that are no values: `_FillValue`, `missing_value`, and what is outside of `valid_min`, `valid_max` or `valid_range`.
//!
//! Source: [CF conventions, missing data](https://cfconventions.org/cf-conventions/cf-conventions.html#missing-data).
//!
//! ```json
//! {"_FillValue": "AAAAAAAA+H8=", "missing_value": [-999, -998], "valid_range": [0, 100]}
//! ```
//!
//! In V3, xarray writes `_FillValue` of floats as base64 of the eight little-endian bytes of a `float64`, and others write a
//! number or a text such as "NaN": all are read. In V2 the fill value of the array is the `_FillValue`, as xarray has it, where
//! attributes are those of data sets ([`Convention::is_data_set`](super::Convention::is_data_set)); the attribute of that name counts only where the document
//! leaves the fill value open.

use std::cmp::Ordering;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde_json::Value;

use super::attributes::{
    LIST, MeaningNotes, MeaningSource, NoteKind, RawNumber, numbers, read_number, shown, single,
};
use super::packing::Packing;
use crate::metadata::float::{Float, FloatType};
use crate::metadata::{DataType, Integer, Scalar};

pub(super) const FILL: &str = "_FillValue";
pub(super) const MISSING: &str = "missing_value";
pub(super) const VALID: [&str; 3] = ["valid_range", "valid_min", "valid_max"];

#[derive(Debug, Clone, Default, PartialEq)]
pub struct ElementMask {
    pub fill: Option<RawNumber>,
    pub missing: Vec<RawNumber>,
    pub valid: [Option<RawNumber>; 2],
    pub valid_is_physical: bool,
}

impl ElementMask {
    pub fn is_used(&self) -> bool {
        *self != Self::default()
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MaskReason {
    Fill,
    Missing,
    Invalid,
    Nothing,
}

impl MaskReason {
    pub fn text(self) -> &'static str {
        match self {
            Self::Fill => "_FillValue",
            Self::Missing => "a missing value",
            Self::Invalid => "outside of the valid range",
            Self::Nothing => "no number",
        }
    }

    pub fn name(self) -> &'static str {
        match self {
            Self::Fill => "fill",
            Self::Missing => "missing",
            Self::Invalid => "invalid",
            Self::Nothing => "nan",
        }
    }
}

impl ElementMask {
    pub(super) fn read(
        source: &MeaningSource,
        meant: Option<Integer>,
        packing: Option<&Packing>,
        notes: &mut MeaningNotes,
    ) -> Self {
        if *source.data_type == DataType::Bool {
            // Both values of a bool are values: neither has room for what is missing.
            for name in [FILL, MISSING].into_iter().chain(VALID) {
                if source.attribute(name).is_some() {
                    notes.add(name, "expected elements with a value to spare, found bools; it is not used");
                }
            }
            return Self::default();
        }
        let mut fill = fill(source, notes);
        if let Some(number) = fill {
            fill = typed(number, source.data_type, meant, FILL, notes);
        }
        let mut missing: Vec<RawNumber> = Vec::new();
        for number in numbers(source, MISSING, notes).unwrap_or_default() {
            if let Some(found) = typed(number, source.data_type, meant, MISSING, notes)
                && !missing.contains(&found)
                && Some(found) != fill
            {
                missing.push(found);
            }
        }
        // The word that a range is written in says which numbers it is about: whole ones are stored, others are unpacked.
        let mut valid = valid(source, notes);
        let valid_is_physical = packing.is_some()
            && matches!(source.data_type, DataType::Integer(_))
            && valid.iter().flatten().any(|end| matches!(end, RawNumber::Real(_)));
        if !valid_is_physical {
            for (end, name) in valid.iter_mut().zip([VALID[1], VALID[2]]) {
                let Some(given) = *end else { continue };
                *end = match (given, meant) {
                    (RawNumber::Integer(whole), Some(meant)) if !meant.has(whole) => {
                        let other = Integer { bits: meant.bits, signed: !meant.signed };
                        other.has(whole).then(|| RawNumber::Integer(meant.wrap(whole)))
                    }
                    (RawNumber::Real(real), _) if real.is_nan() => None,
                    _ => Some(given),
                };
                if end.is_none() {
                    let text = format!("expected a number of the elements, found {given}; it is not used");
                    notes.add_of(NoteKind::Valid, name, text);
                }
            }
        }
        Self { fill, missing, valid, valid_is_physical }
    }

    pub fn is_empty(&self) -> bool {
        self.fill.is_none() && self.missing.is_empty() && self.valid == [None, None]
    }

    pub fn reason(&self, stored: RawNumber, physical: f64) -> Option<MaskReason> {
        if matches!(self.fill, Some(fill) if is_same(fill, stored)) {
            return Some(MaskReason::Fill);
        }
        if self.missing.iter().any(|missing| is_same(*missing, stored)) {
            return Some(MaskReason::Missing);
        }
        if stored.real().is_nan() {
            return Some(MaskReason::Nothing);
        }
        let own = if self.valid_is_physical { RawNumber::Real(physical) } else { stored };
        match self.valid {
            [Some(least), _] if is_below(own, least) => Some(MaskReason::Invalid),
            [_, Some(greatest)] if is_below(greatest, own) => Some(MaskReason::Invalid),
            _ => None,
        }
    }
}

fn compare(one: RawNumber, other: RawNumber) -> Option<Ordering> {
    match (one, other) {
        (RawNumber::Integer(one), RawNumber::Integer(other)) => Some(one.cmp(&other)),
        _ => one.real().partial_cmp(&other.real()),
    }
}

fn is_same(one: RawNumber, other: RawNumber) -> bool {
    compare(one, other) == Some(Ordering::Equal) || (one.real().is_nan() && other.real().is_nan())
}

fn is_below(one: RawNumber, other: RawNumber) -> bool {
    compare(one, other) == Some(Ordering::Less)
}

fn fill(source: &MeaningSource, notes: &mut MeaningNotes) -> Option<RawNumber> {
    if source.zarr_format == 2
        && let Some(own) = source.fill_value
    {
        let number = scalar_number(own)?;
        if let Some(given) = source.attributes.get(FILL)
            && let Some(given) = read_number(given)
            && !is_same(given, number)
        {
            let text =
                format!("expected the fill value of the array, {number}, which counts in V2, found {given}");
            notes.add_of(NoteKind::FillDiffers, FILL, text);
        }
        return Some(number);
    }
    let value = source.attribute(FILL)?;
    let single = single(value);
    let is_real = matches!(source.data_type, DataType::Float(_));
    let mut found = read_number(single);
    if is_real
        && let Value::String(text) = single
        && let Some(real) = from_base64(text)
    {
        found = Some(RawNumber::Real(real));
    }
    if let Value::Bool(bool) = single
        && found.is_none()
        && *source.data_type == DataType::Bool
    {
        found = Some(RawNumber::Integer((*bool).into()));
    }
    if found.is_none() && (is_real || matches!(source.data_type, DataType::Integer(_) | DataType::Bool)) {
        notes.unexpected(FILL, "a number, or base64 of one", value);
    }
    // xarray takes the whole part of a number here, where the elements are whole.
    match (found?, source.data_type) {
        (RawNumber::Real(real), DataType::Integer(_)) if real.is_finite() && real.fract() != 0.0 => {
            let text =
                format!("expected a value of {}, found {real}; {} counts", source.data_type, real.trunc());
            notes.add_of(NoteKind::FillRange, FILL, text);
            Some(RawNumber::Integer(RawNumber::Real(real.trunc()).whole()?))
        }
        (found, _) => Some(found),
    }
}

fn from_base64(text: &str) -> Option<f64> {
    let bytes = STANDARD.decode(text.trim()).ok()?;
    match bytes.as_slice() {
        [_, _, _, _, _, _, _, _] => Some(f64::from_le_bytes(*bytes.first_chunk()?)),
        // "12345678" is base64 of six bytes; a number of four bytes has the padding that no number has.
        [_, _, _, _] if text.ends_with("==") => Some(f64::from(f32::from_le_bytes(*bytes.first_chunk()?))),
        _ => None,
    }
}

pub(super) fn scalar_number(scalar: &Scalar) -> Option<RawNumber> {
    match scalar {
        Scalar::Bool(value) => Some(RawNumber::Integer(i128::from(*value))),
        Scalar::Integer(value) => Some(RawNumber::Integer(*value)),
        Scalar::Float(float) => Some(RawNumber::Real(float.value())),
        Scalar::Time(_, count) => Some(RawNumber::Integer(i128::from(*count))),
        _ => None,
    }
}

fn typed(
    number: RawNumber,
    data_type: &DataType,
    meant: Option<Integer>,
    name: &str,
    notes: &mut MeaningNotes,
) -> Option<RawNumber> {
    let kind = if name == FILL { NoteKind::FillRange } else { NoteKind::Valid };
    match data_type {
        DataType::Integer(own) => {
            if let Some(whole) = number.whole()
                && (own.has(whole) || meant.is_some_and(|meant| meant.has(whole)))
            {
                return Some(RawNumber::Integer(meant.map_or(whole, |meant| meant.wrap(whole))));
            }
            let text = format!("expected a value of {data_type}, found {number}, which no element is");
            notes.add_of(kind, name, text);
            None
        }
        DataType::Float(float) => {
            let nearest = nearest(*float, number.real());
            if nearest.is_infinite() && number.real().is_finite() {
                let text = format!("expected a value of {data_type}, found {number}; {nearest} counts");
                notes.add_of(kind, name, text);
            }
            Some(RawNumber::Real(nearest))
        }
        DataType::Bool => Some(number),
        _ => None,
    }
}

#[expect(clippy::cast_possible_truncation, reason = "the nearest float is asked for")]
fn nearest(kind: FloatType, value: f64) -> f64 {
    match kind {
        FloatType::Float64 => value,
        FloatType::Float32 => f64::from(value as f32),
        kind => match Float::nearest(kind, value) {
            Some(nearest) => nearest.value(),
            None => value,
        },
    }
}

fn valid(source: &MeaningSource, notes: &mut MeaningNotes) -> [Option<RawNumber>; 2] {
    let mut single = |name: &str| match numbers(source, name, notes)?.as_slice() {
        [one] => Some(*one),
        several => {
            let text = format!("expected one number, found {}; it is not used", several.len().min(LIST));
            notes.add_of(NoteKind::Valid, name, text);
            None
        }
    };
    let ends = [single(VALID[1]), single(VALID[2])];
    let range = match numbers(source, VALID[0], notes).as_deref() {
        None => ends,
        Some([least, greatest]) => [Some(*least), Some(*greatest)],
        Some(_) => {
            let found = source.attributes.get(VALID[0]).unwrap_or(&Value::Null);
            let text = format!("expected two numbers, found {}; it is not used", shown(found));
            notes.add_of(NoteKind::Valid, VALID[0], text);
            ends
        }
    };
    if let [Some(least), Some(greatest)] = range
        && is_below(greatest, least)
    {
        let name = VALID.into_iter().find(|name| source.attributes.contains_key(*name)).unwrap_or(VALID[0]);
        let text =
            format!("expected a range with numbers in it, found {least} to {greatest}; it is not used");
        notes.add_of(NoteKind::Valid, name, text);
        return [None, None];
    }
    range
}
