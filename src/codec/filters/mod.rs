//! The `array -> array` filters of numcodecs, and its codecs for objects.
//!
//! Source: [numcodecs](https://numcodecs.readthedocs.io). In V2 documents they are filters, in V3 their names begin with
//! `numcodecs.`. All of them run along the elements in C order of what they get. Data types are named as V2 names them.

pub mod bitround;
pub mod categorize;
pub mod delta;
pub mod fixedscaleoffset;
pub mod numpy;
pub mod objects;
pub mod packbits;
pub mod pcodec;
pub mod view;

use super::{ArrayToArray, Build, BuildArrayToArray, CodecError, CodecRow, Lesson, Marks, StageWork};
use crate::metadata::v2::Dtype;
use crate::metadata::{ArrayRepresentation, CodecMetadata, DataType, Elements, Field, Scalar};
use serde_json::Value;

fn dtype(codec: &CodecMetadata, member: &str, default: &DataType) -> Field<DataType> {
    match codec.optional(member).filter(|field| !field.value().is_null()) {
        Some(field) => Dtype::of_codec(&field).map(|dtype| dtype.data_type),
        None => Ok(default.clone()),
    }
}

#[derive(Debug, Clone, Default, PartialEq)]
pub struct FilterDtypes {
    pub decoded: Option<Value>,
    pub stored: Option<Value>,
}

fn named_dtypes(codec: &CodecMetadata) -> FilterDtypes {
    let member =
        |name: &str| codec.optional(name).map(|dtype| dtype.value().clone()).filter(|dtype| !dtype.is_null());
    let decoded = member("decode_dtype").or_else(|| member("dtype"));
    let stored = member("encode_dtype").or_else(|| member("astype")).or_else(|| decoded.clone());
    FilterDtypes { decoded, stored }
}

/// `quantize` and `astype`: decoding only changes the data type. What is lost is lost when encoding.
#[derive(Debug)]
struct Retyped {
    encoded: ArrayRepresentation,
    decoded: DataType,
    /// Numbers are rounded to multiples of one divided by it. Or why it is not known.
    scale: Option<Field<f64>>,
}

const fn row(name: &'static str, summary: &'static str, build: BuildArrayToArray) -> CodecRow {
    CodecRow {
        card: "numcodecs",
        lesson: Lesson::Elementwise,
        dtypes: named_dtypes,
        notes: |stage| {
            let members = ["dtype", "astype", "encode_dtype", "decode_dtype"].iter();
            members.filter_map(|member| Dtype::note(&stage.codec.optional(member)?)).collect()
        },
        ..CodecRow::new(name, summary, Build::ArrayToArray(build))
    }
}

pub(super) const QUANTIZE: CodecRow = CodecRow {
    v2: &["quantize"],
    ..row("numcodecs.quantize", "rounds floats to some decimal digits", build_quantize)
};

fn build_quantize(codec: &CodecMetadata, decoded: &ArrayRepresentation) -> Field<Box<dyn ArrayToArray>> {
    let own = dtype(codec, "dtype", &decoded.data_type)?;
    let stored = dtype(codec, "astype", &own)?;
    for data_type in [&own, &stored] {
        if !matches!(data_type, DataType::Float(_)) {
            return Err(codec.fault("dtypes of floats", data_type.to_string()));
        }
    }
    Ok(retyped(decoded, stored, Some(read_scale(codec))))
}

/// The least power of two that is as fine as so many decimal digits.
fn read_scale(codec: &CodecMetadata) -> Field<f64> {
    let expected = "a number of digits from -300 to 300";
    let field = codec.required("digits", expected)?;
    // Beyond these digits, numcodecs has no power of two either.
    let Ok(digits @ -300..=300) = i32::try_from(field.integer(expected)?) else {
        return Err(field.unexpected(expected));
    };
    Ok((f64::from(digits) * std::f64::consts::LOG2_10).ceil().exp2())
}

pub(super) const ASTYPE: CodecRow = CodecRow {
    v2: &["astype"],
    ..row("numcodecs.astype", "converts every element as NumPy does", build_astype)
};

fn build_astype(codec: &CodecMetadata, decoded: &ArrayRepresentation) -> Field<Box<dyn ArrayToArray>> {
    Ok(retyped(decoded, dtype(codec, "encode_dtype", &decoded.data_type)?, None))
}

fn retyped(
    decoded: &ArrayRepresentation,
    data_type: DataType,
    scale: Option<Field<f64>>,
) -> Box<dyn ArrayToArray> {
    Box::new(Retyped { encoded: encoded_as(decoded, data_type), decoded: decoded.data_type.clone(), scale })
}

/// No text says what becomes of the fill value. zarr-python, which writes these filters, gives it to the next codec in the
/// new data type, without computing with it, and leaves out inner chunks that hold nothing else.
fn encoded_as(decoded: &ArrayRepresentation, data_type: DataType) -> ArrayRepresentation {
    let fill_value = match &decoded.fill_value {
        Some(own) if data_type != decoded.data_type => numpy::cast(own, &data_type),
        own => own.clone(),
    };
    ArrayRepresentation { shape: decoded.shape.clone(), data_type, fill_value }
}

impl ArrayToArray for Retyped {
    fn encoded(&self) -> &ArrayRepresentation {
        &self.encoded
    }

    fn decode(&self, input: &Elements, work: &mut StageWork) -> Result<Elements, CodecError> {
        if self.encoded.data_type == self.decoded {
            return Ok(input.clone());
        }
        each(input, &self.decoded, &self.encoded.shape, work, |scalar| numpy::cast(scalar, &self.decoded))
    }

    fn encode(&self, input: &Elements, work: &mut StageWork) -> Result<Elements, CodecError> {
        let scale = self.scale.clone().transpose()?;
        let to = &self.encoded.data_type;
        each(input, to, &self.encoded.shape, work, |scalar| match scale {
            Some(scale) => numpy::cast(&numpy::quantized(scalar, scale)?, to),
            None => numpy::cast(scalar, to),
        })
    }
}

fn each(
    input: &Elements,
    to: &DataType,
    shape: &[u64],
    work: &mut StageWork,
    mut map: impl FnMut(&Scalar) -> Option<Scalar>,
) -> Result<Elements, CodecError> {
    let nbytes = to.nbytes();
    let mut bytes = Vec::with_capacity(input.size().saturating_mul(nbytes));
    let mut marks = Marks::default();
    let traced = work.is_traced.then_some(input.size());
    for (index, scalar) in input.iter().enumerate() {
        match map(&scalar) {
            Some(mapped) => mapped.append(to, &mut bytes),
            None => {
                bytes.resize(bytes.len().saturating_add(nbytes), 0);
                marks.mark(index as u64, traced, || {
                    format!("expected an element that has a value in {to}, found {scalar}")
                });
            }
        }
    }
    work.leave_marked(Elements::new(to.clone(), bytes), marks, shape)
}

#[cfg(test)]
mod tests {
    use super::super::DecodeOptions;
    use super::super::fixture::{data_type, decode_array, encode_array, metadata, representation, texts};
    use super::*;
    use serde_json::json;

    fn floats(values: &[f64]) -> Elements {
        let bytes = values.iter().flat_map(|value| value.to_le_bytes()).collect();
        Elements::new(data_type("float64"), bytes)
    }

    /// The results are those of numcodecs 0.17.1.
    #[test]
    fn quantize_rounds_to_a_power_of_two() {
        let codec = metadata("numcodecs.quantize", json!({"digits": 1, "dtype": "<f8", "astype": "<f4"}));
        let codec = build_quantize(&codec, &representation("float64", &[4])).unwrap();
        let encoded = encode_array(codec.as_ref(), &floats(&[0.0, 1.0 / 9.0, -4.0 / 9.0, 1e300])).unwrap();
        assert_eq!(texts(&encoded), ["0.0", "0.125", "-0.4375", "Infinity"]);
        let hundreds = metadata("numcodecs.quantize", json!({"digits": -2, "dtype": "<f8"}));
        let hundreds = build_quantize(&hundreds, &representation("float64", &[3])).unwrap();
        let encoded = encode_array(hundreds.as_ref(), &floats(&[31.0, 96.0, 1000.0])).unwrap();
        assert_eq!(texts(&encoded), ["0.0", "128.0", "1024.0"]);
        let unknown = metadata("numcodecs.quantize", json!({"dtype": "<f8"}));
        let unknown = build_quantize(&unknown, &representation("float64", &[1])).unwrap();
        assert!(encode_array(unknown.as_ref(), &floats(&[1.0])).unwrap_err().to_string().contains("digits"));
    }

    #[test]
    fn astype_casts_when_it_encodes() {
        let codec = metadata("numcodecs.astype", json!({"encode_dtype": "|i1", "decode_dtype": "<f8"}));
        let codec = build_astype(&codec, &representation("float64", &[3])).unwrap();
        let encoded = encode_array(codec.as_ref(), &floats(&[1.9, -1.9, 300.0])).unwrap();
        assert_eq!(texts(&encoded), ["1", "-1", "44"]);
        assert_eq!(decode_array(codec.as_ref(), &encoded).unwrap(), floats(&[1.0, -1.0, 44.0]));
    }

    #[test]
    fn the_elements_around_one_without_a_value_are_left() {
        let options = DecodeOptions::default();
        let mut work = StageWork::new(&options);
        let input = Elements::new(data_type("uint8"), vec![1, 2, 3]);
        let below_three = |scalar: &Scalar| (*scalar != Scalar::Integer(3)).then(|| scalar.clone());
        let error = each(&input, &data_type("int16"), &[3, 1], &mut work, below_three).unwrap_err();
        assert!(error.to_string().starts_with("element (2, 0): expected"), "{error}");
        let partial = work.partial.unwrap();
        assert_eq!(partial.value.bytes(), [1, 0, 2, 0, 0, 0]);
        assert_eq!(partial.marks.unwrap().iter().collect::<Vec<_>>(), [2]);
    }
}
