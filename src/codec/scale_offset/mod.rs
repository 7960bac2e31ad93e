//! `scale_offset`: an affine map of every element.
//!
//! Specification: [scale_offset](https://github.com/zarr-developers/zarr-extensions/tree/main/codecs/scale_offset).
//! Configuration, both optional: `{"offset": -10, "scale": 0.1}`, written like fill values of the array's data type.
//! Encoding gives `(in - offset) * scale`, decoding `in / scale + offset`, each step in the array's own data type. A
//! step whose result the type does not have is an error: an integer out of range, a division with a remainder, a
//! finite float that overflows.

#[cfg(test)]
mod properties;

use super::map::{fill_value, map, real_number};
use super::{ArrayToArray, CodecError, Work};
use crate::metadata::float::{Float, FloatType};
use crate::metadata::{
    ArrayRepresentation, CodecMetadata, DataType, DocumentError, Elements, Field, Integer, Scalar,
    fill_value as element,
};

#[derive(Debug)]
struct ScaleOffset {
    encoded: ArrayRepresentation,
    arithmetic: Arithmetic,
}

/// The two numbers, and the data type they are in. One that is absent leaves its step out.
#[derive(Debug, Clone, Copy)]
enum Arithmetic {
    Integer { integer: Integer, offset: Option<i128>, scale: Option<i128> },
    Float { kind: FloatType, offset: Option<Float>, scale: Option<Float> },
}

pub(super) fn build(
    codec: &CodecMetadata,
    decoded: &ArrayRepresentation,
    fill_fault: &mut Option<DocumentError>,
) -> Field<Box<dyn ArrayToArray>> {
    real_number(codec, decoded.data_type)?;
    codec.only(&["offset", "scale"])?;
    let arithmetic = read_arithmetic(codec, decoded.data_type)?;
    let fill_value = fill_value(codec, decoded, fill_fault, |fill| arithmetic.encode(fill));
    let encoded = ArrayRepresentation { fill_value, ..decoded.clone() };
    Ok(Box::new(ScaleOffset { encoded, arithmetic }))
}

fn read_arithmetic(codec: &CodecMetadata, data_type: DataType) -> Field<Arithmetic> {
    let read = |name| codec.optional(name).map(|value| element::read(&value, data_type)).transpose();
    let (offset, scale) = (read("offset")?, read("scale")?);
    let float = |value| match value {
        Some(Scalar::Float(float)) => Some(float),
        _ => None,
    };
    let number = |value| match value {
        Some(Scalar::Integer(number)) => Some(number),
        _ => None,
    };
    let arithmetic = match data_type {
        DataType::Float(kind) => Arithmetic::Float { kind, offset: float(offset), scale: float(scale) },
        DataType::Integer(integer) => {
            Arithmetic::Integer { integer, offset: number(offset), scale: number(scale) }
        }
        other => return Err(codec.fault("an array of integers or floats", other.to_string())),
    };
    if arithmetic.scale_is_zero() {
        return Err(codec.required("scale", "a scale")?.unexpected("a scale other than zero, to divide by"));
    }
    Ok(arithmetic)
}

impl ArrayToArray for ScaleOffset {
    fn encoded(&self) -> &ArrayRepresentation {
        &self.encoded
    }

    fn decode(&self, input: &Elements, _work: &mut Work) -> Result<Elements, CodecError> {
        map(input, &self.encoded, input.data_type(), |scalar| self.arithmetic.decode(scalar))
    }
}

impl Arithmetic {
    fn scale_is_zero(&self) -> bool {
        match self {
            Self::Integer { scale, .. } => *scale == Some(0),
            Self::Float { scale, .. } => scale.is_some_and(|scale| scale.value() == 0.0),
        }
    }

    fn encode(&self, value: &Scalar) -> Result<Scalar, String> {
        match (*self, value) {
            (Self::Integer { integer, offset, scale }, Scalar::Integer(value)) => {
                let minus =
                    |value: i128, offset| step(integer, (value, '-', offset), value.checked_sub(offset));
                let times = |value: i128, scale| step(integer, (value, '*', scale), value.checked_mul(scale));
                steps(*value, (offset, minus), (scale, times)).map(Scalar::Integer)
            }
            (Self::Float { kind, offset, scale }, Scalar::Float(value)) => {
                let minus = |value: Float, offset: Float| {
                    float_step(kind, (value, '-', offset), value.value() - offset.value())
                };
                let times = |value: Float, scale: Float| {
                    float_step(kind, (value, '*', scale), value.value() * scale.value())
                };
                steps(*value, (offset, minus), (scale, times)).map(Scalar::Float)
            }
            _ => Err("no real number".to_owned()),
        }
    }

    fn decode(&self, value: &Scalar) -> Result<Scalar, String> {
        match (*self, value) {
            (Self::Integer { integer, offset, scale }, Scalar::Integer(value)) => {
                let by =
                    |value: i128, scale| step(integer, (value, '/', scale), exact_quotient(value, scale));
                let plus =
                    |value: i128, offset| step(integer, (value, '+', offset), value.checked_add(offset));
                steps(*value, (scale, by), (offset, plus)).map(Scalar::Integer)
            }
            (Self::Float { kind, offset, scale }, Scalar::Float(value)) => {
                let by = |value: Float, scale: Float| {
                    float_step(kind, (value, '/', scale), value.value() / scale.value())
                };
                let plus = |value: Float, offset: Float| {
                    float_step(kind, (value, '+', offset), value.value() + offset.value())
                };
                steps(*value, (scale, by), (offset, plus)).map(Scalar::Float)
            }
            _ => Err("no real number".to_owned()),
        }
    }
}

/// Two steps, each left out where its number is absent.
fn steps<T: Copy>(
    value: T,
    (first, one): (Option<T>, impl Fn(T, T) -> Result<T, String>),
    (second, other): (Option<T>, impl Fn(T, T) -> Result<T, String>),
) -> Result<T, String> {
    let value = first.map_or(Ok(value), |number| one(value, number))?;
    second.map_or(Ok(value), |number| other(value, number))
}

/// The quotient, if the division leaves no remainder.
fn exact_quotient(value: i128, scale: i128) -> Option<i128> {
    value.checked_div(scale).filter(|_| value.checked_rem(scale) == Some(0))
}

/// One step on integers: its result, if there is one and the type has it.
fn step(
    integer: Integer,
    (left, sign, right): (i128, char, i128),
    result: Option<i128>,
) -> Result<i128, String> {
    result
        .filter(|result| integer.has(*result))
        .ok_or_else(|| format!("{left} {sign} {right} has no result in {}", DataType::Integer(integer)))
}

/// One step on floats. `f64` has more than twice the digits of the narrower types, so that rounding its result to
/// the type is the same as rounding the exact result.
fn float_step(
    kind: FloatType,
    (left, sign, right): (Float, char, Float),
    result: f64,
) -> Result<Float, String> {
    let inputs_are_finite = left.value().is_finite() && right.value().is_finite();
    let rounded =
        Float::nearest(kind, result).filter(|rounded| !inputs_are_finite || rounded.value().is_finite());
    rounded.ok_or_else(|| format!("{left} {sign} {right} has no result in {}", kind.format().name))
}

#[cfg(test)]
mod tests {
    use super::super::fixture::{data_type, decode_array, metadata, representation, texts};
    use super::*;
    use crate::metadata::Json;
    use serde_json::{Value, json};

    fn built(
        data_type: &str,
        fill_value: &Value,
        configuration: Value,
    ) -> Field<(Box<dyn ArrayToArray>, Option<DocumentError>)> {
        let mut decoded = representation(data_type, &[2]);
        decoded.fill_value = element::read(&Json::root(fill_value), decoded.data_type).ok();
        let mut fault = None;
        Ok((build(&metadata("scale_offset", configuration), &decoded, &mut fault)?, fault))
    }

    fn decode(name: &str, configuration: Value, bytes: &[u8]) -> Result<Vec<String>, CodecError> {
        let (codec, _) = built(name, &json!(0), configuration).unwrap();
        decode_array(codec.as_ref(), &Elements::new(data_type(name), bytes.to_vec())).map(|it| texts(&it))
    }

    #[test]
    fn decoding_divides_then_adds() {
        let bytes = [2.5_f64.to_le_bytes(), 0.0_f64.to_le_bytes()].concat();
        assert_eq!(
            decode("float64", json!({"offset": -10, "scale": 0.5}), &bytes).unwrap(),
            ["-5.0", "-10.0"]
        );
        assert_eq!(decode("int8", json!({"offset": 5, "scale": 2}), &[6, 0xfc]).unwrap(), ["8", "3"]);
        assert_eq!(decode("int8", Value::Null, &[6, 0xfc]).unwrap(), ["6", "-4"]);
    }

    #[test]
    fn a_step_without_a_result_names_element_and_numbers() {
        let fault =
            |name, configuration, bytes: &[u8]| decode(name, configuration, bytes).unwrap_err().to_string();
        assert_eq!(fault("int8", json!({"scale": 2}), &[2, 3]), "element (1): 3 / 2 has no result in int8");
        assert_eq!(
            fault("int8", json!({"offset": 100}), &[27, 28]),
            "element (1): 28 + 100 has no result in int8"
        );
        assert_eq!(
            fault("int8", json!({"scale": -1}), &[0, 0x80]),
            "element (1): -128 / -1 has no result in int8"
        );
        let large = [0_f32.to_le_bytes(), 3e38_f32.to_le_bytes()].concat();
        assert_eq!(
            fault("float32", json!({"scale": 0.1}), &large),
            "element (1): 3e38 / 0.1 has no result in float32"
        );
    }

    #[test]
    fn infinity_and_nan_stay_what_they_are() {
        let bytes = [f32::INFINITY.to_le_bytes(), f32::NAN.to_le_bytes()].concat();
        assert_eq!(decode("float32", json!({"offset": 1, "scale": 2}), &bytes).unwrap(), ["Infinity", "NaN"]);
    }

    #[test]
    fn the_fill_value_is_encoded() {
        let (codec, fault) = built("uint16", &json!(1000), json!({"offset": 1000})).unwrap();
        assert_eq!((codec.encoded().fill_value.clone(), fault), (Some(Scalar::Integer(0)), None));
        let (codec, fault) = built("uint16", &json!(0), json!({"offset": 1000})).unwrap();
        assert_eq!(codec.encoded().fill_value, None);
        assert_eq!(
            fault.unwrap().to_string(),
            "/codecs/0: expected a fill value that can be encoded (0), found 0 - 1000 has no result in uint16"
        );
    }

    #[test]
    fn the_configuration_is_checked() {
        let fault = |name, configuration| built(name, &json!(0), configuration).unwrap_err().to_string();
        assert!(fault("int8", json!({"scale": 0})).contains("/scale: expected a scale other than zero"));
        assert!(fault("float32", json!({"scale": "0x80000000"})).contains("a scale other than zero"));
        assert!(fault("int8", json!({"offset": 0.1})).contains("an integer from -128 to 127"));
        assert!(
            fault("int8", json!({"dtype": 1}))
                .contains("/configuration/dtype: expected no member but offset, scale")
        );
        assert_eq!(
            fault("bool", json!({})),
            "/codecs/0: expected an array of integers or floats, found bool"
        );
        assert!(built("float32", &json!(0), json!({"offset": "NaN", "scale": "0x3f800000"})).is_ok());
    }
}
