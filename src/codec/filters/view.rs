//! `view`: the bytes of elements of one dtype, read as those of another.
//!
//! No document names it. A filter of numcodecs reads the bytes that it gets as its own dtype, whatever gave them, and the
//! array does the same with what the first filter gives. Where two dtypes do not follow from each other, this stage is
//! between them ([`arrange`](super::super::arrange)), so that values are those of numcodecs and one sees where they change.

use super::super::{ArrayToArray, Build, CodecError, CodecRow, Dimensions, Lesson, StageInfo, StageWork};
use crate::metadata::v2::Dtype;
use crate::metadata::{
    ArrayRepresentation, ByteOrder, CodecMetadata, CodecRole, DataType, Elements, Field, delinear, linear,
};
use serde_json::{Value, json};

#[derive(Debug)]
struct DtypeView {
    decoded: ArrayRepresentation,
    decoded_order: ByteOrder,
    encoded: ArrayRepresentation,
    encoded_order: ByteOrder,
}

pub const ROW: CodecRow = CodecRow {
    card: "numcodecs",
    lesson: Lesson::Elementwise,
    notes: |stage| {
        let Some((read, given)) = viewed_dtypes(stage) else { return Vec::new() };
        vec![stage.codec.note(format!(
            "the filter gives {given}, and its bytes are read as {read}, as numcodecs does it: so values change here"
        ))]
    },
    ..CodecRow::new("view", "reads the bytes of one dtype as those of another", Build::ArrayToArray(build))
};

/// Comes before a filter: `dtype` is what its bytes are read as, `astype` what it decodes to.
pub fn metadata(filter: &CodecMetadata, dtype: &Value, astype: &Value) -> CodecMetadata {
    CodecMetadata {
        name: ROW.name.to_owned(),
        configuration: json!({"dtype": dtype, "astype": astype}),
        must_understand: true,
        pointer: filter.pointer.clone(),
        role: CodecRole::Implied,
    }
}

fn build(codec: &CodecMetadata, decoded: &ArrayRepresentation) -> Field<Box<dyn ArrayToArray>> {
    let dtype = Dtype::of_codec(&codec.required("dtype", "a dtype")?)?;
    let astype = Dtype::of_codec(&codec.required("astype", "a dtype")?)?;
    if decoded.data_type != dtype.data_type {
        return Err(
            codec.fault(format!("a filter that gives {}", decoded.data_type), astype.data_type.to_string())
        );
    }
    let item = astype.data_type.nbytes() as u64;
    let shape = if item == dtype.data_type.nbytes() as u64 {
        decoded.shape.clone()
    } else {
        // NumPy makes no view of bytes that are no whole number of elements.
        match decoded.nbytes() {
            Some(nbytes) if item > 0 && nbytes.is_multiple_of(item) => vec![nbytes / item],
            _ => {
                let expected = format!("a filter that gives as many bytes as {decoded}");
                return Err(codec.fault(expected, astype.data_type.to_string()));
            }
        }
    };
    let encoded = ArrayRepresentation { shape, data_type: astype.data_type, fill_value: None };
    Ok(Box::new(DtypeView {
        decoded: decoded.clone(),
        decoded_order: dtype.byte_order,
        encoded,
        encoded_order: astype.byte_order,
    }))
}

pub fn viewed_dtypes(stage: &StageInfo) -> Option<(String, String)> {
    if stage.codec.role != CodecRole::Implied || stage.codec.name != ROW.name || stage.fault.is_some() {
        return None;
    }
    let member = |name: &str| stage.codec.optional(name).map(|dtype| dtype.value().to_string());
    Some((member("dtype")?, member("astype")?))
}

fn viewed(input: &Elements, order: &ByteOrder, to: &DataType, to_order: &ByteOrder) -> Elements {
    let mut bytes = input.bytes().to_vec();
    order.apply(&mut bytes, input.data_type().nbytes());
    to_order.apply(&mut bytes, to.nbytes());
    Elements::new(to.clone(), bytes)
}

fn moved(coords: &[u64], from: &ArrayRepresentation, to: &ArrayRepresentation) -> Option<Vec<u64>> {
    let byte = linear(coords, &from.shape)?.checked_mul(from.data_type.nbytes() as u64)?;
    Some(delinear(byte / (to.data_type.nbytes() as u64).max(1), &to.shape))
}

impl ArrayToArray for DtypeView {
    fn encoded(&self) -> &ArrayRepresentation {
        &self.encoded
    }

    fn decode(&self, input: &Elements, _work: &mut StageWork) -> Result<Elements, CodecError> {
        Ok(viewed(input, &self.encoded_order, &self.decoded.data_type, &self.decoded_order))
    }

    fn locate(&self, coords: &[u64]) -> Option<Vec<u64>> {
        moved(coords, &self.decoded, &self.encoded)
    }

    fn locate_back(&self, coords: &[u64]) -> Option<Vec<u64>> {
        moved(coords, &self.encoded, &self.decoded)
    }

    fn dependents(&self, first: &[u64], count: u64) -> Option<u64> {
        let encoded = self.encoded.data_type.nbytes() as u64;
        let decoded = (self.decoded.data_type.nbytes() as u64).max(1);
        let start = linear(first, &self.encoded.shape)?.checked_mul(encoded)?;
        let end = start.checked_add(count.checked_mul(encoded)?)?;
        Some(end.div_ceil(decoded).saturating_sub(start / decoded))
    }

    fn dimensions(&self) -> Dimensions {
        let same_size = self.decoded.data_type.nbytes() == self.encoded.data_type.nbytes();
        if same_size { Dimensions::Kept } else { Dimensions::Changed }
    }

    fn encode(&self, input: &Elements, _work: &mut StageWork) -> Result<Elements, CodecError> {
        Ok(viewed(input, &self.decoded_order, &self.encoded.data_type, &self.encoded_order))
    }
}
