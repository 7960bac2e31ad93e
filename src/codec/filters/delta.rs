//! `delta`: the first element, then what each has more than the one before it.
//!
//! Configuration: `{"dtype": "<i4", "astype": "<i2"}`; `astype` is that of the differences.

use super::super::{ArrayToArray, CodecError, CodecRow, Lesson, StageWork};
use super::{dtype, each, encoded_as, numpy, row};
use crate::metadata::float::FloatType;
use crate::metadata::{ArrayRepresentation, CodecMetadata, DataType, Elements, Field, Scalar, linear};

#[derive(Debug)]
struct Delta {
    encoded: ArrayRepresentation,
    decoded: DataType,
    sums: DataType,
}

pub const ROW: CodecRow = CodecRow {
    v2: &["delta"],
    lesson: Lesson::Delta,
    ..row("numcodecs.delta", "keeps the difference of each element to the one before it", build)
};

fn build(codec: &CodecMetadata, decoded: &ArrayRepresentation) -> Field<Box<dyn ArrayToArray>> {
    let own = dtype(codec, "dtype", &decoded.data_type)?;
    let encoded = encoded_as(decoded, dtype(codec, "astype", &own)?);
    let sums = sums_of(&encoded.data_type, &decoded.data_type);
    Ok(Box::new(Delta { encoded, decoded: decoded.data_type.clone(), sums }))
}

/// `NumPy` adds differences up in a type that holds both, where one of them is a float or complex, and converts each sum.
/// The low bits of integers are the same in any type.
fn sums_of(encoded: &DataType, decoded: &DataType) -> DataType {
    let float = match (float_of(encoded), float_of(decoded)) {
        (None, None) if *decoded == DataType::Bool => return encoded.clone(),
        // No integer holds both.
        (None, None)
            if is_uint64(encoded) && is_signed(decoded) || is_signed(encoded) && is_uint64(decoded) =>
        {
            FloatType::Float64
        }
        (None, None) => return decoded.clone(),
        (Some(one), Some(other)) => wider(one, other),
        (Some(float), None) => wider(float, holding(decoded, float)),
        (None, Some(float)) => wider(float, holding(encoded, float)),
    };
    let is_complex = [encoded, decoded].iter().any(|data_type| matches!(data_type, DataType::Complex(_)));
    if is_complex { DataType::Complex(float) } else { DataType::Float(float) }
}

fn is_uint64(data_type: &DataType) -> bool {
    matches!(data_type, DataType::Integer(integer) if !integer.signed && integer.bits == 64)
}

fn is_signed(data_type: &DataType) -> bool {
    matches!(data_type, DataType::Integer(integer) if integer.signed)
}

fn float_of(data_type: &DataType) -> Option<FloatType> {
    match data_type {
        DataType::Float(kind) | DataType::Complex(kind) => Some(*kind),
        _ => None,
    }
}

fn holding(data_type: &DataType, float: FloatType) -> FloatType {
    match data_type {
        DataType::Bool => float,
        DataType::Integer(integer) if integer.bits <= 8 => float,
        DataType::Integer(integer) if integer.bits <= 16 => FloatType::Float32,
        _ => FloatType::Float64,
    }
}

fn wider(one: FloatType, other: FloatType) -> FloatType {
    if other.format().bits > one.format().bits { other } else { one }
}

impl ArrayToArray for Delta {
    fn encoded(&self) -> &ArrayRepresentation {
        &self.encoded
    }

    fn decode(&self, input: &Elements, work: &mut StageWork) -> Result<Elements, CodecError> {
        // After an element without a value no sum is known.
        let mut sum = Some(None);
        let sums = each(input, &self.decoded, &self.encoded.shape, work, |difference| {
            let before: Option<Scalar> = sum.take()?;
            let difference = numpy::cast(difference, &self.sums)?;
            let next = match &before {
                Some(sum) => numpy::add(sum, &difference, &self.sums)?,
                None => difference,
            };
            let element = numpy::cast(&next, &self.decoded);
            sum = Some(Some(next));
            element
        })?;
        if self.encoded.data_type != self.decoded {
            return Ok(sums);
        }
        // NumPy copies the first element: a bool may be another byte than 0 and 1.
        let nbytes = self.decoded.nbytes();
        let mut bytes = sums.into_bytes();
        bytes.iter_mut().zip(input.bytes()).take(nbytes).for_each(|(byte, stored)| *byte = *stored);
        Ok(Elements::new(self.decoded.clone(), bytes))
    }

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

    /// The results are those of numcodecs 0.17.1.
    #[test]
    fn floats_are_added_up_in_the_wider_type() {
        let decoded = |own: &str, dtype: &str, astype: &str, values: &[f64]| {
            let codec = metadata("numcodecs.delta", json!({"dtype": dtype, "astype": astype}));
            let codec = build(&codec, &representation(own, &[values.len() as u64])).unwrap();
            let bytes = values.iter().flat_map(|value| value.to_le_bytes()).collect();
            texts(&decode_array(codec.as_ref(), &Elements::new(data_type("float64"), bytes)).unwrap())
        };
        let halves = [-7.953_125, 9.929_687_5, -3.171_875, 7.546_875, 993.5, -1000.0];
        assert_eq!(
            decoded("float16", "<f2", "<f8", &halves),
            ["-7.953", "1.977", "-1.195", "6.35", "1000.0", "-0.1484"]
        );
        assert_eq!(decoded("int32", "<i4", "<f8", &[1.5, 0.75, 0.75]), ["1", "2", "3"]);
    }

    /// 2^24 and then 1 each: in float32 the sums would all be 2^24. numcodecs 0.17.1 gives these.
    #[test]
    fn integers_that_become_floats_are_added_up_in_what_holds_both() {
        let codec = metadata("numcodecs.delta", json!({"dtype": "<f4", "astype": "<i4"}));
        let codec = build(&codec, &representation("float32", &[4])).unwrap();
        let bytes = [1_i32 << 24, 1, 1, 1].into_iter().flat_map(i32::to_le_bytes).collect();
        let decoded = decode_array(codec.as_ref(), &Elements::new(data_type("int32"), bytes)).unwrap();
        assert_eq!(texts(&decoded), ["16777216.0", "16777216.0", "16777218.0", "16777220.0"]);
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
