//! `fixedscaleoffset`: `(in - offset) * scale`, rounded to a whole number.
//!
//! Configuration: `{"offset": 1000, "scale": 10, "dtype": "<f8", "astype": "|u1"}`. Decoding divides and adds in float64,
//! or in the narrower float that is stored, and casts like NumPy. So does encoding, but integers compute with integers.

use super::super::{ArrayToArray, CodecError, CodecRow, Lesson, StageWork};
use super::numpy::{self, Factor};
use super::{dtype, each, encoded_as, row};
use crate::metadata::{ArrayRepresentation, CodecMetadata, DataType, Elements, Field, Json};

#[derive(Debug)]
struct FixedScaleOffset {
    encoded: ArrayRepresentation,
    decoded: DataType,
    offset: Factor,
    scale: Factor,
}

pub(in super::super) const ROW: CodecRow = CodecRow {
    v2: &["fixedscaleoffset"],
    lesson: Lesson::ScaleOffset,
    ..row("numcodecs.fixedscaleoffset", "subtracts an offset, multiplies by a scale, and rounds", build)
};

fn build(codec: &CodecMetadata, decoded: &ArrayRepresentation) -> Field<Box<dyn ArrayToArray>> {
    let own = dtype(codec, "dtype", &decoded.data_type)?;
    let encoded = encoded_as(decoded, dtype(codec, "astype", &own)?);
    let number = |member| {
        let field: Json = codec.required(member, "a number")?;
        let float = field.value().as_f64().ok_or_else(|| field.unexpected("a number"))?;
        Ok(field.integer("a number").map_or(Factor::Float(float), Factor::Integer))
    };
    let offset = number("offset")?;
    let scale = number("scale")?;
    Ok(Box::new(FixedScaleOffset { encoded, decoded: decoded.data_type.clone(), offset, scale }))
}

impl ArrayToArray for FixedScaleOffset {
    fn encoded(&self) -> &ArrayRepresentation {
        &self.encoded
    }

    fn decode(&self, input: &Elements, work: &mut StageWork) -> Result<Elements, CodecError> {
        each(input, &self.decoded, &self.encoded.shape, work, |scalar| {
            numpy::cast(&numpy::scaled(scalar, self.scale.value(), self.offset.value())?, &self.decoded)
        })
    }

    fn encode(&self, input: &Elements, work: &mut StageWork) -> Result<Elements, CodecError> {
        // NumPy too refuses integers that the data type does not have.
        for (name, factor) in [("offset", self.offset), ("scale", self.scale)] {
            if let (Factor::Integer(number), DataType::Integer(own)) = (factor, &self.decoded)
                && !own.has(number)
            {
                let expected = format!("an {name} that {} has", self.decoded);
                return Err(CodecError::NotEncoded { expected, found: number.to_string() });
            }
        }
        each(input, &self.encoded.data_type, &self.encoded.shape, work, |scalar| {
            let fixed = numpy::fixed(scalar, self.offset, self.scale, &self.decoded)?;
            numpy::cast(&fixed, &self.encoded.data_type)
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
    fn the_example_of_numcodecs() {
        let configuration = json!({"offset": 1000, "scale": 10, "dtype": "<f8", "astype": "|u1"});
        let codec = metadata("numcodecs.fixedscaleoffset", configuration);
        let codec = build(&codec, &representation("float64", &[3])).unwrap();
        let decoded =
            decode_array(codec.as_ref(), &Elements::new(data_type("uint8"), vec![0, 6, 10])).unwrap();
        assert_eq!(texts(&decoded), ["1000.0", "1000.6", "1001.0"]);
    }

    fn encoded(name: &str, configuration: serde_json::Value, bytes: Vec<u8>) -> Result<Vec<String>, String> {
        let codec = metadata("numcodecs.fixedscaleoffset", configuration);
        let codec = build(&codec, &representation(name, &[1])).unwrap();
        let elements = encode_array(codec.as_ref(), &Elements::new(data_type(name), bytes));
        elements.map(|elements| texts(&elements)).map_err(|error| error.to_string())
    }

    /// The results are those of numcodecs 0.17.1.
    #[test]
    fn encoding_rounds_to_the_nearest_whole_number() {
        let configuration = json!({"offset": 1000, "scale": 10, "dtype": "<f8", "astype": "|u1"});
        let values = [1000.0, 1000.111, 1000.25, 1000.35, 1001.0_f64];
        let bytes = values.iter().flat_map(|value| value.to_le_bytes()).collect();
        assert_eq!(encoded("float64", configuration, bytes).unwrap(), ["0", "1", "2", "4", "10"]);
    }

    #[test]
    fn integers_compute_with_integers_and_wrap_around() {
        let whole = json!({"offset": 3, "scale": 2, "dtype": "|u1"});
        assert_eq!(encoded("uint8", whole, vec![0, 3, 200]).unwrap(), ["250", "0", "138"]);
        let halves = json!({"offset": 3, "scale": 0.5, "dtype": "|u1", "astype": "|i1"});
        assert_eq!(encoded("uint8", halves, vec![4, 6, 8]).unwrap(), ["0", "2", "2"]);
        let beyond = json!({"offset": -3, "scale": 2, "dtype": "|u1"});
        assert_eq!(
            encoded("uint8", beyond, vec![4]).unwrap_err(),
            "expected an offset that uint8 has to encode with, found -3"
        );
    }
}
