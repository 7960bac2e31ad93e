//! Other documents, which may be those of the writer: what a document says differently, and in which members.

use serde_json::{Value, json};

use crate::codec::{CodecRow, TRANSPOSE};
use crate::metadata::v2::Dtype;
use crate::metadata::{Change, CodecRole, DataType, Scalar};
use crate::pipeline::Array;

pub fn codec_row(codec: &Value) -> Option<&'static CodecRow> {
    CodecRow::meant_by(codec.get("name").or(codec.get("id")).unwrap_or(codec).as_str()?)
}

/// With dimensions stored in this order; `None` where Zarr V2 has no word for it. `list` has the codecs of V3.
pub fn with_order(
    array: &Array,
    list: &str,
    declared: &[usize],
    order: &[usize],
) -> Option<(String, Change)> {
    if array.document().zarr_format() == 2 {
        let is_reversed = order.iter().rev().is_sorted();
        let letter = if order.is_sorted() { "C" } else { Some("F").filter(|_| is_reversed)? };
        return Some((format!("order should be {letter}"), Change::new("/order", letter)));
    }
    let what = match (declared.is_sorted(), order.is_sorted()) {
        (true, _) => format!("a transpose of order {order:?} is missing"),
        (false, true) => "the transpose is superfluous".to_owned(),
        (false, false) => format!("the order of the transpose is {order:?}"),
    };
    let mut codecs = array.document().value.pointer(list)?.as_array()?.clone();
    codecs.retain(|codec| !is_transpose(codec));
    if !order.is_sorted() {
        codecs.insert(0, TRANSPOSE.entry(CodecRole::Codec, json!({"order": order}))?);
    }
    Some((what, Change::new(list, codecs)))
}

pub fn is_transpose(codec: &Value) -> bool {
    codec_row(codec).is_some_and(|row| row.is(&TRANSPOSE))
}

pub fn with_chunk_shape(array: &Array, shape: &[u64]) -> Change {
    let is_v2 = array.document().zarr_format() == 2;
    Change::new(if is_v2 { "/chunks" } else { "/chunk_grid/configuration/chunk_shape" }, shape)
}

/// With another data type of the same width, and the fill value as that has it.
pub fn with_data_type(array: &Array, data_type: &DataType) -> Option<Vec<Change>> {
    let document = &array.document().value;
    let mut changes = Vec::new();
    let fill = document.get("fill_value").filter(|fill| !fill.is_null());
    let other_fill = match (&array.metadata.fill_value, data_type) {
        (Scalar::Integer(value), DataType::Integer(integer)) => {
            i64::try_from(integer.wrap(*value)).map(|value| json!(value)).ok()
        }
        (Scalar::Float(_), DataType::Integer(_)) => Some(json!(0)),
        _ => None,
    };
    if let (Some(fill), Some(other)) = (fill, other_fill)
        && *fill != other
    {
        changes.push(Change::new("/fill_value", other));
    }
    let Some(dtype) = document.get("dtype") else {
        changes.push(Change::new("/data_type", data_type.to_string()));
        return Some(changes);
    };
    // The byte order stays.
    let (order, name) = (dtype.as_str()?.get(..1)?, Dtype::name_of(data_type)?);
    changes.push(Change::new("/dtype", format!("{order}{}", name.get(1..)?)));
    Some(changes)
}

/// With another codec or filter at this place of a list, or at its end. The list may not be there yet.
pub fn with_codec(array: &Array, list: &str, place: Option<usize>, codec: Value) -> Option<Change> {
    let codecs = array.document().value.pointer(list).and_then(Value::as_array);
    let mut codecs = codecs.cloned().unwrap_or_default();
    let place = place.unwrap_or(codecs.len());
    if place > codecs.len() {
        return None;
    }
    codecs.insert(place, codec);
    Some(Change::new(list, codecs))
}

/// Without the codec that stands there.
pub fn without_codec(array: &Array, pointer: &str) -> Option<Change> {
    let (list, place) = pointer.rsplit_once('/')?;
    let mut codecs = array.document().value.pointer(list)?.as_array()?.clone();
    let place = place.parse::<usize>().ok().filter(|place| *place < codecs.len())?;
    codecs.remove(place);
    Some(Change::new(list, codecs))
}

/// Those in which one codec divides by its scale where it multiplied, or has an offset of the other sign.
pub fn with_reversed_scales(document: &Value) -> Vec<(String, Change)> {
    let mut found = Vec::new();
    for (list, inner) in [("/codecs", "/configuration"), ("/filters", "")] {
        let Some(Value::Array(codecs)) = document.pointer(list) else { continue };
        for (index, codec) in codecs.iter().enumerate() {
            let name = codec.get("name").or(codec.get("id")).and_then(Value::as_str).unwrap_or_default();
            for (member, is_wrong) in [("scale", "is the wrong way round"), ("offset", "has the wrong sign")]
            {
                let pointer = format!("{list}/{index}{inner}/{member}");
                let number = document.pointer(&pointer).and_then(Value::as_f64);
                if let Some(number) = number.filter(|number| *number != 0.0) {
                    let other = if member == "scale" { 1.0 / number } else { -number };
                    // A number as one would write it: 100, not 100.00000000000001.
                    let whole = other.round();
                    let is_whole = whole != 0.0 && (other / whole - 1.0).abs() < 1e-12;
                    let value = json!(if is_whole { whole } else { other });
                    let what = format!("the {member} of {name} {is_wrong}: it is {value}");
                    found.push((what, Change::new(pointer, value)));
                }
            }
        }
    }
    found
}
