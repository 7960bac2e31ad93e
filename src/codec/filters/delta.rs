//! `delta`: the first element, then what each has more than the one before it.
//!
//! Configuration: `{"dtype": "<i4", "astype": "<i2"}`; `astype` is that of the differences.

use super::super::{ArrayToArray, Build, CodecError, CodecRow, Lesson, StageWork};
use super::{dtype, dtype_notes, each, encoded_as, numpy};
use crate::metadata::{ArrayRepresentation, CodecMetadata, DataType, Elements, Field, Scalar, linear};

#[derive(Debug)]
struct Delta {
    encoded: ArrayRepresentation,
    decoded: DataType,
}

/// The row of the codec.
pub(in super::super) const ROW: CodecRow = CodecRow {
    v2: &["delta"],
    card: "numcodecs",
    lesson: Lesson::Delta,
    notes: dtype_notes,
    ..CodecRow::new(
        "numcodecs.delta",
        "keeps the difference of each element to the one before it",
        Build::ArrayToArray(build),
    )
};

fn build(codec: &CodecMetadata, decoded: &ArrayRepresentation) -> Field<Box<dyn ArrayToArray>> {
    let own = dtype(codec, "dtype", &decoded.data_type)?;
    let encoded = encoded_as(decoded, dtype(codec, "astype", &own)?);
    Ok(Box::new(Delta { encoded, decoded: decoded.data_type.clone() }))
}

impl ArrayToArray for Delta {
    fn encoded(&self) -> &ArrayRepresentation {
        &self.encoded
    }

    fn decode(&self, input: &Elements, work: &mut StageWork) -> Result<Elements, CodecError> {
        // Behind an element without a value no sum is known.
        let mut sum = Some(None);
        each(input, &self.decoded, &self.encoded.shape, work, |difference| {
            let before: Option<Scalar> = sum.take()?;
            let difference = numpy::cast(difference, &self.decoded)?;
            let next = match &before {
                Some(sum) => numpy::add(sum, &difference, &self.decoded)?,
                None => difference,
            };
            sum = Some(Some(next.clone()));
            Some(next)
        })
    }

    /// All from the first one on: each is added to the one before it.
    fn dependents(&self, first: &[u64], _count: u64) -> Option<u64> {
        self.encoded.size()?.checked_sub(linear(first, &self.encoded.shape)?)
    }

    fn encode(&self, input: &Elements, work: &mut StageWork) -> Result<Elements, CodecError> {
        let mut before: Option<Scalar> = None;
        each(input, &self.encoded.data_type, &self.encoded.shape, work, |value| {
            let difference = match &before {
                Some(before) => numpy::subtract(value, before, &self.decoded)?,
                None => value.clone(),
            };
            before = Some(value.clone());
            numpy::cast(&difference, &self.encoded.data_type)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::fixture::{
        data_type, decode_array, encode_array, metadata, representation, texts,
    };
    use super::*;
    use serde_json::json;

    #[test]
    fn differences_are_added_up_in_the_own_data_type() {
        let codec = metadata("numcodecs.delta", json!({"dtype": "<i4", "astype": "<i2"}));
        let codec = build(&codec, &representation("int32", &[3])).unwrap();
        let stored = Elements::new(data_type("int16"), vec![0x64, 0, 2, 0, 3, 0]);
        let decoded = decode_array(codec.as_ref(), &stored).unwrap();
        assert_eq!(texts(&decoded), ["100", "102", "105"]);
        assert_eq!(encode_array(codec.as_ref(), &decoded).unwrap(), stored);
    }

    #[test]
    fn integers_wrap_around() {
        let codec = metadata("numcodecs.delta", json!({"dtype": "|u1"}));
        let codec = build(&codec, &representation("uint8", &[3])).unwrap();
        let decoded =
            decode_array(codec.as_ref(), &Elements::new(data_type("uint8"), vec![250, 10, 255])).unwrap();
        assert_eq!(texts(&decoded), ["250", "4", "3"]);
    }
}
