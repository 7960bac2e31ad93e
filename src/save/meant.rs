use crate::meaning::{Meaning, is_nothing};
use crate::metadata::{DataType, Elements, Scalar, text::escape};

/// NumPy reads texts of one length as dates.
const DATE: u32 = 32;

/// Dates are texts: no other form has those of every calendar.
pub(super) fn stored_type(meaning: &Meaning) -> DataType {
    if meaning.time.is_some() { DataType::Utf32(DATE) } else { meaning.physical.clone() }
}

pub(super) fn stored_bytes(meaning: &Meaning, elements: &Elements) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(elements.size().saturating_mul(4 * DATE as usize));
    for scalar in elements.iter() {
        let text = if is_nothing(&scalar) { "NaT".to_owned() } else { exact(meaning, &scalar) };
        let mut codes: Vec<u32> = text.chars().map(u32::from).collect();
        codes.resize(DATE as usize, 0);
        for code in codes {
            bytes.extend(code.to_le_bytes());
        }
    }
    bytes
}

pub(super) fn is_rounded(meaning: &Meaning, scalar: &Scalar) -> bool {
    let whole = |text: &str| text.parse::<f64>().map(f64::to_bits).ok();
    matches!(scalar, Scalar::Float(_))
        && meaning.packing.is_some()
        && meaning.label(scalar).is_none()
        && whole(&meaning.table_text(scalar)) != whole(&scalar.to_string())
}

fn exact(meaning: &Meaning, scalar: &Scalar) -> String {
    meaning.label(scalar).unwrap_or_else(|| scalar.to_string())
}

pub(super) fn field(meaning: &Meaning, scalar: &Scalar) -> String {
    match scalar {
        nothing if is_nothing(nothing) => String::new(),
        Scalar::Text(text) => escape(text).into_owned(),
        other => exact(meaning, other),
    }
}

pub(super) fn json(meaning: &Meaning, scalar: &Scalar) -> Option<String> {
    if is_nothing(scalar) {
        return Some("null".to_owned());
    }
    Some(serde_json::Value::from(meaning.label(scalar)?).to_string())
}
