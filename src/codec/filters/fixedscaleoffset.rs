//! `fixedscaleoffset`: `(in - offset) * scale`, rounded to a whole number.
//!
//! Configuration: `{"offset": 1000, "scale": 10, "dtype": "<f8", "astype": "|u1"}`. Decoding divides and adds in float64,
//! or in the narrower float that is stored, and casts like NumPy.

use super::super::{ArrayToArray, Build, CodecError, CodecRow, Lesson, StageWork};
use super::{dtype, dtype_notes, each, encoded_as, numpy};
use crate::metadata::{ArrayRepresentation, CodecMetadata, DataType, Elements, Field, Json};

#[derive(Debug)]
struct FixedScaleOffset {
    encoded: ArrayRepresentation,
    decoded: DataType,
    offset: f64,
    scale: f64,
}

/// The row of the codec.
pub(in super::super) const ROW: CodecRow = CodecRow {
    v2: &["fixedscaleoffset"],
    card: "numcodecs",
    lesson: Lesson::ScaleOffset,
    notes: dtype_notes,
    ..CodecRow::new(
        "numcodecs.fixedscaleoffset",
        "subtracts an offset, multiplies by a scale, and rounds",
        Build::ArrayToArray(build),
    )
};

fn build(codec: &CodecMetadata, decoded: &ArrayRepresentation) -> Field<Box<dyn ArrayToArray>> {
    let own = dtype(codec, "dtype", &decoded.data_type)?;
    let encoded = encoded_as(decoded, dtype(codec, "astype", &own)?);
    let number = |member| {
        let field: Json = codec.required(member, "a number")?;
        field.value().as_f64().ok_or_else(|| field.unexpected("a number"))
    };
    let (offset, scale) = (number("offset")?, number("scale")?);
    Ok(Box::new(FixedScaleOffset { encoded, decoded: decoded.data_type.clone(), offset, scale }))
}

impl ArrayToArray for FixedScaleOffset {
    fn encoded(&self) -> &ArrayRepresentation {
        &self.encoded
    }

    fn decode(&self, input: &Elements, work: &mut StageWork) -> Result<Elements, CodecError> {
        each(input, &self.decoded, &self.encoded.shape, work, |scalar| {
            numpy::cast(&numpy::scaled(scalar, self.scale, self.offset)?, &self.decoded)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::fixture::{data_type, decode_array, metadata, representation, texts};
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
}
