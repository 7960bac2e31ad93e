//! The JSON forms of one element: `fill_value`, and every scalar inside a codec's configuration.
//!
//! Specification: [Fill values](https://zarr-specs.readthedocs.io/en/latest/v3/data-types/index.html).
//!
//! | data type | JSON |
//! | --- | --- |
//! | bool | `true`, `false`; `0` and `1` are read too, with a note |
//! | integers | a number without fraction and exponent, in range |
//! | floats | a number, `"NaN"`, `"Infinity"`, `"-Infinity"`, or the bit pattern as `"0x7fc00000"` |
//! | complex | `[real, imaginary]`, each as a float |
//! | `r<N>` | an array of N/8 integers from 0 to 255 |
//! | strings | a string |
//! | bytes of any or a fixed length | an array of integers from 0 to 255, or base64 |
//! | times | an integer, or `"NaT"` |
//! | structs | an object with every field, or base64 of the packed bytes |

use std::fmt::Write as _;
use std::sync::Arc;

use base64::Engine as _;
use serde_json::{Number, Value, json};

use super::data_type::{DataType, StructField, Variable};
use super::float::{Float, FloatType, decimal};
use super::json::{DocumentNote, Field, Json};
use super::scalar::Scalar;
use super::time::NOT_A_TIME;

pub fn read(json: &Json, data_type: &DataType) -> Field<Scalar> {
    Ok(match data_type {
        // Some writers put `0` or `1`.
        DataType::Bool => match bool_of_number(json.value()) {
            Some(flag) => Scalar::Bool(flag),
            None => Scalar::Bool(json.boolean()?),
        },
        DataType::Integer(integer) => {
            let expected = format!("an integer from {} to {}", integer.min(), integer.max());
            let value = json.integer(&expected)?;
            if !integer.has(value) {
                return Err(json.unexpected(expected));
            }
            Scalar::Integer(value)
        }
        DataType::Float(kind) => Scalar::Float(read_float(json, *kind)?),
        DataType::Complex(kind) => {
            let parts = json.items("two numbers: real part, imaginary part")?;
            let [real, imaginary] = parts.as_slice() else {
                return Err(json.unexpected("an array of two numbers: real part, imaginary part"));
            };
            Scalar::Complex([read_float(real, *kind)?, read_float(imaginary, *kind)?])
        }
        DataType::RawBits(_) | DataType::RawBytes(_) | DataType::Variable(Variable::Bytes) => {
            Scalar::Raw(read_bytes(json, data_type)?)
        }
        DataType::Chars(_) => packed(json, data_type, &read_bytes(json, data_type)?)?,
        DataType::Utf32(_) | DataType::Variable(Variable::String) => {
            Scalar::Text(json.string("a string")?.into())
        }
        DataType::Time(time) if json.value().as_str() == Some("NaT") => Scalar::Time(*time, NOT_A_TIME),
        DataType::Time(time) => {
            let expected = "an integer from -2^63 to 2^63-1, or \"NaT\"";
            let count = i64::try_from(json.integer(expected)?).map_err(|_| json.unexpected(expected))?;
            Scalar::Time(*time, count)
        }
        DataType::Struct(fields) => read_struct(json, data_type, fields)?,
        DataType::Subarray(array) => Scalar::List(read_list(json, &array.data_type)?),
        DataType::Variable(Variable::Array(own)) => Scalar::List(read_list(json, own)?),
        DataType::Variable(Variable::Json) => Scalar::Json(json.value().to_string().into()),
    })
}

fn bool_of_number(value: &Value) -> Option<bool> {
    match value.as_u64()? {
        0 => Some(false),
        1 => Some(true),
        _ => None,
    }
}

pub(super) fn note(json: &Json, data_type: &DataType) -> Option<DocumentNote> {
    match data_type {
        DataType::Bool => {
            let flag = bool_of_number(json.value())?;
            let text =
                format!("{} is read as {flag}; the fill value of a bool is true or false", json.value());
            Some(json.note(text))
        }
        DataType::Struct(fields) => {
            fields.iter().find_map(|field| note(&json.member(&field.name)?, &field.data_type))
        }
        _ => None,
    }
}

fn read_float(json: &Json, kind: FloatType) -> Field<Float> {
    let format = kind.format();
    let bits = match json.value() {
        Value::Number(number) => float_bits(number, kind),
        Value::String(text) => match text.as_str() {
            "NaN" => format.named_nan(),
            // "+Infinity" stands only in an example of `cast_value`, but libraries read it everywhere.
            "Infinity" | "+Infinity" => format.infinity(false),
            "-Infinity" => format.infinity(true),
            hex => bit_pattern(hex, format.bits),
        },
        _ => None,
    };
    let Some(bits) = bits else {
        let name = format.name;
        return Err(json.unexpected(format!(
            "a number within the range of {name}, \"NaN\", \"Infinity\", \"-Infinity\" or \"0x…\""
        )));
    };
    Ok(Float { kind, bits })
}

fn float_bits(number: &Number, kind: FloatType) -> Option<u64> {
    let text = number.to_string();
    let bits = match kind {
        // The decimal text is rounded straight to the type: through float64 it would be rounded twice.
        FloatType::Float32 => text.parse::<f32>().ok()?.to_bits().into(),
        _ => decimal::nearest(&text, kind.format())?,
    };
    // A number beyond the range would become infinity, which the document does not say: infinities have a name.
    Float { kind, bits }.value().is_finite().then_some(bits)
}

fn bit_pattern(text: &str, bits: u32) -> Option<u64> {
    let digits = text.strip_prefix("0x")?;
    // `from_str_radix` would take a sign as well.
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_hexdigit()) {
        return None;
    }
    let value = u64::from_str_radix(digits, 16).ok()?;
    (bits == 64 || value >> bits == 0).then_some(value)
}

fn read_bytes(json: &Json, data_type: &DataType) -> Field<Arc<[u8]>> {
    let expected = match data_type {
        DataType::Variable(_) => "an array of integers from 0 to 255, or base64".to_owned(),
        fixed => format!("an array of {} integers from 0 to 255, or base64 of as many bytes", fixed.nbytes()),
    };
    let bytes = match json.value().as_str() {
        Some(text) => base64(text).ok_or_else(|| json.unexpected(&expected))?,
        None => json.list("integers from 0 to 255", |item| {
            let byte = item.size("an integer from 0 to 255")?;
            u8::try_from(byte).map_err(|_| item.unexpected("an integer from 0 to 255"))
        })?,
    };
    let fits = match data_type {
        DataType::Variable(_) => true,
        // A text may be shorter than it could be.
        DataType::Chars(most) => bytes.len() <= *most as usize,
        fixed => bytes.len() == fixed.nbytes(),
    };
    if fits { Ok(bytes.into()) } else { Err(json.unexpected(expected)) }
}

pub(super) fn base64(text: &str) -> Option<Vec<u8>> {
    base64::engine::general_purpose::STANDARD.decode(text).ok()
}

fn packed(json: &Json, data_type: &DataType, bytes: &[u8]) -> Field<Scalar> {
    let mut own = bytes.to_vec();
    own.resize(data_type.nbytes().max(bytes.len()), 0);
    data_type.scalar(&own).ok_or_else(|| json.unexpected(format!("{} bytes", data_type.nbytes())))
}

fn read_struct(json: &Json, data_type: &DataType, fields: &[StructField]) -> Field<Scalar> {
    // The registered form is an object; zarr-python wrote base64 before there was one, and still reads it.
    if json.value().is_string() {
        return packed(json, data_type, &read_bytes(json, data_type)?);
    }
    json.object()?;
    let mut values = Vec::with_capacity(fields.len());
    for field in fields {
        let value = json.required(&field.name, "the fill value of every field")?;
        values.push((Arc::clone(&field.name), read(&value, &field.data_type)?));
    }
    Ok(Scalar::Struct(values.into()))
}

fn read_list(json: &Json, data_type: &DataType) -> Field<Arc<[Scalar]>> {
    Ok(json.list("elements", |item| read(item, data_type))?.into())
}

pub fn write(scalar: &Scalar) -> Value {
    match scalar {
        Scalar::Bool(value) => json!(value),
        Scalar::Integer(value) => number(&value.to_string()),
        Scalar::Float(float) => write_float(*float),
        Scalar::Complex(parts) => json!(parts.map(write_float)),
        Scalar::Raw(bytes) => json!(**bytes),
        Scalar::Chars(bytes) => json!(base64::engine::general_purpose::STANDARD.encode(bytes)),
        Scalar::Text(text) => json!(**text),
        Scalar::Time(_, NOT_A_TIME) => json!("NaT"),
        Scalar::Time(_, count) => json!(count),
        Scalar::Struct(fields) => {
            let member = |(name, value): &(Arc<str>, Scalar)| (name.to_string(), write(value));
            Value::Object(fields.iter().map(member).collect())
        }
        Scalar::List(items) => items.iter().map(write).collect(),
        Scalar::Json(text) => serde_json::from_str(text).unwrap_or(Value::Null),
    }
}

/// As [`write`] has it. One of many bytes takes a hundred times their memory there.
pub fn text(scalar: &Scalar) -> String {
    let Scalar::Raw(bytes) = scalar else { return write(scalar).to_string() };
    let mut text = String::with_capacity(bytes.len() * 2 + 1);
    for byte in bytes.iter() {
        text.push(if text.is_empty() { '[' } else { ',' });
        let _ = write!(text, "{byte}");
    }
    if text.is_empty() { "[]".to_owned() } else { text + "]" }
}

fn write_float(float: Float) -> Value {
    let format = float.kind.format();
    // Of a NaN other than the one named "NaN" only the bit pattern shows which it is.
    if float.value().is_nan() && Some(float.bits) != format.named_nan() {
        let digits = format.nbytes() * 2;
        return json!(format!("{:#0width$x}", float.bits, width = digits + 2));
    }
    if float.value().is_finite() { number(&float.to_string()) } else { json!(float.to_string()) }
}

fn number(text: &str) -> Value {
    text.parse::<Number>().map_or(Value::Null, Value::Number)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(data_type: &str, text: &str) -> Result<Scalar, String> {
        let value: Value = serde_json::from_str(text).unwrap();
        let data_type = DataType::from_name(data_type).unwrap();
        read(&Json::at(&value, "/fill_value".into()), &data_type).map_err(|error| error.to_string())
    }

    fn bits(data_type: &str, text: &str) -> u64 {
        match parse(data_type, text) {
            Ok(Scalar::Float(float)) => float.bits,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn every_form_reads_to_the_bits_the_specification_names() {
        let rows = [
            ("float32", "\"NaN\"", 0x7fc0_0000),
            ("float32", "\"0x7fc00001\"", 0x7fc0_0001),
            ("float32", "\"-Infinity\"", 0xff80_0000),
            ("float32", "0.1", 0x3dcc_cccd),
            ("float32", "-0.0", 0x8000_0000),
            ("float64", "\"NaN\"", 0x7ff8_0000_0000_0000),
            ("float16", "\"NaN\"", 0x7e00),
            ("float16", "\"Infinity\"", 0x7c00),
            ("float16", "65504", 0x7bff),
            ("bfloat16", "\"NaN\"", 0x7fc0),
            ("bfloat16", "1", 0x3f80),
        ];
        for (data_type, text, expected) in rows {
            assert_eq!(bits(data_type, text), expected, "{data_type} {text}");
        }
    }

    #[test]
    fn a_decimal_number_is_rounded_once() {
        // Just above the tie between two float32 numbers; through float64 it becomes the tie and goes down to even.
        assert_eq!(bits("float32", "1.000000059604644775390626"), 0x3f80_0001);
    }

    #[test]
    fn integers_keep_all_64_bits() {
        assert_eq!(parse("uint64", "18446744073709551615"), Ok(Scalar::Integer(u64::MAX.into())));
        assert_eq!(parse("int64", "-9223372036854775808"), Ok(Scalar::Integer(i64::MIN.into())));
    }

    #[test]
    fn a_wrong_form_names_the_range() {
        assert_eq!(
            parse("uint8", "256").unwrap_err(),
            "/fill_value: expected an integer from 0 to 255, found 256"
        );
        assert_eq!(parse("bool", "2").unwrap_err(), "/fill_value: expected true or false, found 2");
        for (data_type, text) in [
            ("bool", "0.0"),
            ("bool", "\"true\""),
            ("int8", "1.0"),
            ("int8", "\"1\""),
            ("float32", "\"nan\""),
            ("float32", "\"0x1ffffffff\""),
            ("float32", "\"0x+1\""),
            ("float32", "null"),
            ("float32", "1e39"),
            ("float64", "1e400"),
            ("complex64", "[1]"),
            ("complex64", "1"),
            ("r16", "[1, 256]"),
            ("r16", "[1]"),
        ] {
            assert!(parse(data_type, text).is_err(), "{data_type} {text}");
        }
    }

    #[test]
    fn a_bool_written_as_a_number_is_read_with_a_note() {
        assert_eq!(parse("bool", "0"), Ok(Scalar::Bool(false)));
        assert_eq!(parse("bool", "1"), Ok(Scalar::Bool(true)));
        let noted = |data_type: &DataType, value: Value| {
            note(&Json::at(&value, "/fill_value".into()), data_type).map(|note| note.to_string())
        };
        let text = "/fill_value: 1 is read as true; the fill value of a bool is true or false";
        assert_eq!(noted(&DataType::Bool, json!(1)).as_deref(), Some(text));
        assert_eq!(noted(&DataType::Bool, json!(true)), None);
        assert_eq!(noted(&DataType::from_name("int8").unwrap(), json!(1)), None);
        let fields = [StructField { name: "a".into(), data_type: DataType::Bool }];
        let found = noted(&DataType::Struct(fields.into()), json!({"a": 0})).unwrap();
        assert!(found.starts_with("/fill_value/a: 0 is read as false"), "{found}");
    }

    #[test]
    fn what_is_written_reads_back() {
        for (data_type, text) in [
            ("bool", "true"),
            ("int64", "-9223372036854775808"),
            ("float32", "\"0x7fc00001\""),
            ("float32", "0.1"),
            ("float16", "\"NaN\""),
            ("complex64", "[1.5,\"NaN\"]"),
            ("r24", "[1,2,255]"),
        ] {
            let scalar = parse(data_type, text).unwrap();
            assert_eq!(write(&scalar).to_string(), text, "{data_type}");
        }
    }
}
