//! `scale_offset`: an affine map of every element.
//!
//! Specification: [scale_offset](https://github.com/zarr-developers/zarr-extensions/tree/main/codecs/scale_offset).
//! Configuration, both optional: `{"offset": -10, "scale": 0.1}`, written like fill values of the array's data type.
//! Encoding gives `(in - offset) * scale`, decoding `in / scale + offset`, each step in the array's own data type. A
//! step whose result the type does not have is an error: an integer out of range, a division with a remainder, a
//! finite float that overflows.

#[cfg(test)]
mod properties;

use super::kernel::{Affine, Kernel, affine, table};
use super::map::{Elementwise, map_elements, real_number};
use super::{ArrayToArray, Build, CodecError, CodecRow, Lesson, StageWork};
use crate::metadata::float::{Float, FloatType};
use crate::metadata::{
    ArrayRepresentation, CodecMetadata, DataType, Elements, Field, Integer, Scalar, fill_value as element,
};

#[derive(Debug)]
struct ScaleOffset {
    encoded: ArrayRepresentation,
    arithmetic: Arithmetic,
    encoding: Option<Kernel>,
    decoding: Option<Kernel>,
}

#[derive(Debug, Clone, Copy)]
enum Arithmetic {
    /// Neither number is given: elements stay as they are.
    Nothing,
    Integer {
        integer: Integer,
        offset: i128,
        scale: i128,
    },
    Float {
        kind: FloatType,
        offset: Float,
        scale: Float,
    },
}

pub(super) const ROW: CodecRow = CodecRow {
    lesson: Lesson::ScaleOffset,
    amounts: &["offset", "scale"],
    ..CodecRow::new(
        "scale_offset",
        "subtracts an offset, then multiplies by a scale",
        Build::ArrayToArray(build),
    )
};

fn build(codec: &CodecMetadata, decoded: &ArrayRepresentation) -> Field<Box<dyn ArrayToArray>> {
    real_number(codec, &decoded.data_type)?;
    codec.only(&["offset", "scale"])?;
    let arithmetic = read_arithmetic(codec, &decoded.data_type)?;
    // Why a fill value cannot be encoded, `FillPath` says: it judges the whole chain.
    let fill_value = decoded.fill_value.as_ref().and_then(|fill| arithmetic.encode(fill).ok());
    let encoded = ArrayRepresentation { fill_value, ..decoded.clone() };
    let (encoding, decoding) = (arithmetic.kernel(Affine::Encode), arithmetic.kernel(Affine::Decode));
    Ok(Box::new(ScaleOffset { encoded, arithmetic, encoding, decoding }))
}

fn read_arithmetic(codec: &CodecMetadata, data_type: &DataType) -> Field<Arithmetic> {
    let read = |name| codec.optional(name).map(|value| element::read(&value, data_type)).transpose();
    let (offset, scale) = (read("offset")?, read("scale")?);
    if offset.is_none() && scale.is_none() {
        return Ok(Arithmetic::Nothing);
    }
    let arithmetic = match data_type {
        DataType::Float(kind) => {
            let float = |given: &Option<Scalar>, default: f64| match given {
                Some(Scalar::Float(float)) => Ok(*float),
                _ => Float::nearest(*kind, default)
                    .ok_or_else(|| codec.fault(format!("a data type with {default}"), data_type.to_string())),
            };
            Arithmetic::Float { kind: *kind, offset: float(&offset, 0.0)?, scale: float(&scale, 1.0)? }
        }
        DataType::Integer(integer) => {
            let number = |given: &Option<Scalar>, default| match given {
                Some(Scalar::Integer(number)) => *number,
                _ => default,
            };
            Arithmetic::Integer { integer: *integer, offset: number(&offset, 0), scale: number(&scale, 1) }
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

    fn decode(&self, input: &Elements, work: &mut StageWork) -> Result<Elements, CodecError> {
        let (to, kernel) = (input.data_type(), self.decoding.as_ref());
        let exact = |scalar: &Scalar| self.arithmetic.decode(scalar);
        map_elements(input, &self.encoded.shape, to, kernel, &exact, work)
    }

    fn encode(&self, input: &Elements, work: &mut StageWork) -> Result<Elements, CodecError> {
        let (to, kernel) = (input.data_type(), self.encoding.as_ref());
        let exact = |scalar: &Scalar| self.arithmetic.encode(scalar);
        map_elements(input, &self.encoded.shape, to, kernel, &exact, work)
    }

    fn elementwise(&self) -> Option<&dyn Elementwise> {
        Some(self)
    }
}

impl Elementwise for ScaleOffset {
    fn encode_one(&self, value: &Scalar) -> Result<Scalar, String> {
        self.arithmetic.encode(value)
    }

    fn decode_one(&self, value: &Scalar) -> Result<Scalar, String> {
        self.arithmetic.decode(value)
    }

    fn formula(&self, encoded: &Scalar) -> String {
        let (scale, offset) = match self.arithmetic {
            Arithmetic::Nothing => (String::new(), String::new()),
            Arithmetic::Integer { scale, offset, .. } => (scale.to_string(), offset.to_string()),
            Arithmetic::Float { scale, offset, .. } => (scale.to_string(), offset.to_string()),
        };
        let map = match offset.strip_prefix('-') {
            _ if scale.is_empty() => String::new(),
            Some(offset) => format!(" / {scale} - {offset}"),
            None => format!(" / {scale} + {offset}"),
        };
        match self.arithmetic.decode(encoded) {
            Ok(decoded) => format!("{encoded}{map} = {decoded}"),
            Err(reason) => format!("{encoded}{map}: {reason}"),
        }
    }
}

impl Arithmetic {
    fn kernel(self, direction: Affine) -> Option<Kernel> {
        let (data_type, offset, scale) = match self {
            Self::Nothing => return None,
            Self::Integer { integer, offset, scale } => {
                (DataType::Integer(integer), Scalar::Integer(offset), Scalar::Integer(scale))
            }
            Self::Float { kind, offset, scale } => {
                (DataType::Float(kind), Scalar::Float(offset), Scalar::Float(scale))
            }
        };
        let exact = move |scalar: &Scalar| match direction {
            Affine::Encode => self.encode(scalar).ok(),
            Affine::Decode => self.decode(scalar).ok(),
        };
        affine(direction, &data_type, &offset, &scale).or_else(|| table(&data_type, &data_type, exact))
    }

    fn scale_is_zero(&self) -> bool {
        match self {
            Self::Nothing => false,
            Self::Integer { scale, .. } => *scale == 0,
            Self::Float { scale, .. } => scale.value() == 0.0,
        }
    }

    fn encode(&self, value: &Scalar) -> Result<Scalar, String> {
        match (*self, value) {
            (Self::Nothing, value) => Ok(value.clone()),
            (Self::Integer { integer, offset, scale }, Scalar::Integer(value)) => {
                let moved = step(integer, Operation(*value, '-', offset), value.checked_sub(offset))?;
                Ok(Scalar::Integer(step(integer, Operation(moved, '*', scale), moved.checked_mul(scale))?))
            }
            (Self::Float { kind, offset, scale }, Scalar::Float(value)) => {
                let moved = float_step(kind, Operation(*value, '-', offset), value.value() - offset.value())?;
                let scaled = float_step(kind, Operation(moved, '*', scale), moved.value() * scale.value())?;
                Ok(Scalar::Float(scaled))
            }
            _ => Err("no real number".to_owned()),
        }
    }

    fn decode(&self, value: &Scalar) -> Result<Scalar, String> {
        match (*self, value) {
            (Self::Nothing, value) => Ok(value.clone()),
            (Self::Integer { integer, offset, scale }, Scalar::Integer(value)) => {
                // There is a quotient only where the division leaves no remainder.
                let quotient = value.checked_div(scale).filter(|_| value.checked_rem(scale) == Some(0));
                let divided = step(integer, Operation(*value, '/', scale), quotient)?;
                let sum = step(integer, Operation(divided, '+', offset), divided.checked_add(offset))?;
                Ok(Scalar::Integer(sum))
            }
            (Self::Float { kind, offset, scale }, Scalar::Float(value)) => {
                let divided = float_step(kind, Operation(*value, '/', scale), value.value() / scale.value())?;
                let sum =
                    float_step(kind, Operation(divided, '+', offset), divided.value() + offset.value())?;
                Ok(Scalar::Float(sum))
            }
            _ => Err("no real number".to_owned()),
        }
    }
}

#[derive(Clone, Copy)]
struct Operation<T>(T, char, T);

impl<T: std::fmt::Display> Operation<T> {
    fn has_no_result_in(self, data_type: impl std::fmt::Display) -> String {
        let Self(left, sign, right) = self;
        format!("{left} {sign} {right} has no result in {data_type}")
    }
}

fn step(integer: Integer, operation: Operation<i128>, result: Option<i128>) -> Result<i128, String> {
    match result {
        Some(result) if integer.has(result) => Ok(result),
        _ => Err(operation.has_no_result_in(DataType::Integer(integer))),
    }
}

/// `f64` has more than twice the digits of the narrower types, so that rounding its result to the type is the same as
/// rounding the exact result.
fn float_step(kind: FloatType, operation: Operation<Float>, result: f64) -> Result<Float, String> {
    let Operation(left, _, right) = operation;
    let inputs_are_finite = left.value().is_finite() && right.value().is_finite();
    match Float::nearest(kind, result) {
        Some(rounded) if !inputs_are_finite || rounded.value().is_finite() => Ok(rounded),
        _ => Err(operation.has_no_result_in(kind.format().name)),
    }
}

#[cfg(test)]
mod tests {
    use super::super::fixture::{data_type, decode_array, metadata, representation, texts};
    use super::*;
    use crate::metadata::Json;
    use serde_json::{Value, json};

    fn built(data_type: &str, fill_value: &Value, configuration: Value) -> Field<Box<dyn ArrayToArray>> {
        let mut decoded = representation(data_type, &[2]);
        decoded.fill_value = element::read(&Json::root(fill_value), &decoded.data_type).ok();
        build(&metadata("scale_offset", configuration), &decoded)
    }

    fn decode(name: &str, configuration: Value, bytes: &[u8]) -> Result<Vec<String>, CodecError> {
        let codec = built(name, &json!(0), configuration).unwrap();
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
    fn a_number_that_is_absent_counts_with_its_default() {
        let minus_zero = (-0.0_f32).to_le_bytes();
        assert_eq!(decode("float32", json!({"scale": 2}), &minus_zero).unwrap(), ["0.0"], "-0.0 / 2 + 0");
        assert_eq!(decode("float32", json!({"offset": 0}), &minus_zero).unwrap(), ["0.0"], "-0.0 / 1 + 0");
        assert_eq!(decode("float32", Value::Null, &minus_zero).unwrap(), ["-0.0"], "nothing is done");
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
        let codec = built("uint16", &json!(1000), json!({"offset": 1000})).unwrap();
        assert_eq!(codec.encoded().fill_value, Some(Scalar::Integer(0)));
        let codec = built("uint16", &json!(0), json!({"offset": 1000})).unwrap();
        assert_eq!(codec.encoded().fill_value, None);
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
