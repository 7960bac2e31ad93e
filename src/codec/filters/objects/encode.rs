use std::fmt::Write as _;

use serde_json::{Number, Value, json};

use super::super::super::CodecError;
use super::super::super::numcodecs::given;
use super::Objects;
use crate::metadata::float::FloatType;
use crate::metadata::{CodecMetadata, DataType, Elements, Field, Scalar, Variable, delinear};

#[derive(Debug, Clone)]
pub struct ObjectForm {
    sort_keys: bool,
    ensure_ascii: bool,
    separators: [String; 2],
    single_float: bool,
}

pub fn read_form(codec: &CodecMetadata) -> Field<ObjectForm> {
    let configuration = codec.configuration();
    let flag = |member, default| given(&configuration, member).map_or(Ok(default), |field| field.boolean());
    if let Some(field) = given(&configuration, "encoding")
        && field.value() != "utf-8"
    {
        return Err(field.unexpected("\"utf-8\", the one that is written here"));
    }
    if let Some(field) = given(&configuration, "indent") {
        return Err(field.unexpected("null: nothing is indented here"));
    }
    let separators = match given(&configuration, "separators") {
        None => [",", ":"].map(String::from),
        Some(field) => {
            let list = field.list("two separators", |item| item.string("a separator").map(str::to_owned))?;
            <[String; 2]>::try_from(list).map_err(|_| field.unexpected("two separators"))?
        }
    };
    Ok(ObjectForm {
        sort_keys: flag("sort_keys", true)?,
        ensure_ascii: flag("ensure_ascii", true)?,
        separators,
        single_float: flag("use_single_float", false)?,
    })
}

impl Objects {
    pub fn encode_all(&self, input: &Elements) -> Result<Vec<u8>, CodecError> {
        let form = self.written.clone()?;
        let data_type = &self.decoded.data_type;
        let shape = &self.decoded.shape;
        let refused = |found: String| CodecError::NotEncoded {
            expected: format!("texts, bools, numbers or objects, which {} has,", self.format.name),
            found,
        };
        let dtype = dtype(data_type).ok_or_else(|| refused(data_type.to_string()))?;
        if shape.is_empty() && self.format.name == super::MSGPACK.name {
            // The decoder of numcodecs fails here, and so does its encoder.
            return Err(refused("an array without dimensions".to_owned()));
        }
        let mut items = Vec::with_capacity(input.size());
        for (index, scalar) in input.iter().enumerate() {
            let Some(value) = value(&scalar) else {
                let coords = delinear(index as u64, shape);
                let reason = format!("expected a value that {} has, found {scalar}", self.format.name);
                return Err(CodecError::Element { coords, count: 1, reason, in_array: None });
            };
            items.push(value);
        }
        for edge in shape.iter().skip(1).rev() {
            items = nested(items, usize::try_from(*edge).unwrap_or(usize::MAX));
        }
        items.extend([json!(dtype), json!(shape)]);
        (self.format.write)(&Value::Array(items), &form).map_err(refused)
    }
}

fn nested(values: Vec<Value>, edge: usize) -> Vec<Value> {
    let mut rest = values.into_iter();
    let mut lists = Vec::new();
    loop {
        let list: Vec<Value> = rest.by_ref().take(edge).collect();
        if list.is_empty() {
            return lists;
        }
        lists.push(Value::Array(list));
    }
}

fn dtype(data_type: &DataType) -> Option<String> {
    let nbytes = data_type.nbytes();
    let order = if nbytes == 1 { '|' } else { '<' };
    Some(match data_type {
        DataType::Variable(Variable::String | Variable::Json) => "|O".to_owned(),
        DataType::Bool => "|b1".to_owned(),
        DataType::Integer(integer) if integer.bits >= 8 => {
            format!("{order}{}{nbytes}", if integer.signed { 'i' } else { 'u' })
        }
        DataType::Float(FloatType::Float16 | FloatType::Float32 | FloatType::Float64) => {
            format!("<f{nbytes}")
        }
        DataType::Utf32(size) => format!("<U{size}"),
        _ => return None,
    })
}

fn value(scalar: &Scalar) -> Option<Value> {
    Some(match scalar {
        Scalar::Bool(flag) => json!(flag),
        Scalar::Integer(number) => Value::Number(number.to_string().parse().ok()?),
        Scalar::Float(float) => Value::Number(float_text(float.value())?.parse::<Number>().ok()?),
        Scalar::Text(text) => json!(**text),
        Scalar::Json(text) => serde_json::from_str(text).ok()?,
        _ => return None,
    })
}

/// As Python writes it: with an exponent from 1e16 on and below 0.0001.
fn float_text(value: f64) -> Option<String> {
    if !value.is_finite() {
        return None;
    }
    let shortest = format!("{value:e}");
    let (digits, exponent) = shortest.split_once('e')?;
    let exponent: i32 = exponent.parse().ok()?;
    if value == 0.0 || (-4..16).contains(&exponent) {
        return Some(format!("{value:?}"));
    }
    let sign = if exponent < 0 { '-' } else { '+' };
    Some(format!("{digits}e{sign}{:02}", exponent.abs()))
}

/// Written by hand because Python's JSON has its own order and its own escapes.
#[expect(clippy::unnecessary_wraps, reason = "the other format may fail")]
pub fn write_json(value: &Value, form: &ObjectForm) -> Result<Vec<u8>, String> {
    let mut text = String::new();
    json_value(value, form, &mut text);
    Ok(text.into_bytes())
}

fn json_value(value: &Value, form: &ObjectForm, text: &mut String) {
    let [between, behind_key] = &form.separators;
    match value {
        Value::String(own) => json_text(own, form.ensure_ascii, text),
        Value::Array(items) => {
            text.push('[');
            for (index, item) in items.iter().enumerate() {
                text.push_str(if index > 0 { between } else { "" });
                json_value(item, form, text);
            }
            text.push(']');
        }
        Value::Object(members) => {
            let mut members: Vec<(&String, &Value)> = members.iter().collect();
            if form.sort_keys {
                members.sort_by_key(|(key, _)| *key);
            }
            text.push('{');
            for (index, (key, item)) in members.into_iter().enumerate() {
                text.push_str(if index > 0 { between } else { "" });
                json_text(key, form.ensure_ascii, text);
                text.push_str(behind_key);
                json_value(item, form, text);
            }
            text.push('}');
        }
        other => text.push_str(&other.to_string()),
    }
}

fn json_text(own: &str, ensure_ascii: bool, text: &mut String) {
    text.push('"');
    for letter in own.chars() {
        match letter {
            '"' | '\\' => text.extend(['\\', letter]),
            '\n' => text.push_str("\\n"),
            '\r' => text.push_str("\\r"),
            '\t' => text.push_str("\\t"),
            '\u{8}' => text.push_str("\\b"),
            '\u{c}' => text.push_str("\\f"),
            ' '..='~' => text.push(letter),
            _ if ensure_ascii || letter < ' ' => {
                for unit in letter.encode_utf16(&mut [0; 2]) {
                    // Writing to a text does not fail.
                    let _ = write!(text, "\\u{unit:04x}");
                }
            }
            _ => text.push(letter),
        }
    }
    text.push('"');
}

pub fn write_msgpack(value: &Value, form: &ObjectForm) -> Result<Vec<u8>, String> {
    let mut bytes = Vec::new();
    rmpv::encode::write_value(&mut bytes, &to_msgpack(value, form)?).map_err(|error| error.to_string())?;
    Ok(bytes)
}

fn to_msgpack(value: &Value, form: &ObjectForm) -> Result<rmpv::Value, String> {
    Ok(match value {
        Value::Null => rmpv::Value::Nil,
        Value::Bool(flag) => (*flag).into(),
        Value::Number(number) => number_to_msgpack(number, form)?,
        Value::String(text) => text.as_str().into(),
        Value::Array(items) => {
            rmpv::Value::Array(items.iter().map(|item| to_msgpack(item, form)).collect::<Result<_, _>>()?)
        }
        Value::Object(members) => {
            let member = |(key, item): (&String, &Value)| Ok((key.as_str().into(), to_msgpack(item, form)?));
            rmpv::Value::Map(members.iter().map(member).collect::<Result<_, String>>()?)
        }
    })
}

#[expect(clippy::cast_possible_truncation, reason = "the configuration asks for the narrower float")]
fn number_to_msgpack(number: &Number, form: &ObjectForm) -> Result<rmpv::Value, String> {
    if let Some(value) = number.as_u64() {
        return Ok(value.into());
    }
    if let Some(value) = number.as_i64() {
        return Ok(value.into());
    }
    let text = number.to_string();
    match number.as_f64() {
        Some(value) if text.contains(['.', 'e', 'E']) && value.is_finite() => {
            Ok(if form.single_float { rmpv::Value::F32(value as f32) } else { rmpv::Value::F64(value) })
        }
        _ => Err(text),
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::super::fixture::{data_type, metadata};
    use super::super::super::super::{ArrayToBytes, DecodeOptions, StageWork};
    use super::super::{JSON, MSGPACK, build};
    use super::*;
    use crate::metadata::ArrayRepresentation;
    use crate::store::Slice;
    use proptest::prelude::*;

    fn codec(data_type: &DataType, shape: &[u64], configuration: Value, json: bool) -> Box<dyn ArrayToBytes> {
        let decoded =
            ArrayRepresentation { shape: shape.to_vec(), data_type: data_type.clone(), fill_value: None };
        let codec = metadata("json2", configuration);
        build(&codec, &decoded, if json { &JSON } else { &MSGPACK }).unwrap()
    }

    fn encode(codec: &dyn ArrayToBytes, elements: &Elements) -> Result<Vec<u8>, String> {
        let encoded = codec.encode(elements, &mut StageWork::new(&DecodeOptions::default()));
        encoded.map_err(|error| error.to_string())
    }

    fn objects(texts: &[&str]) -> Elements {
        let texts = texts.iter().map(|text| text.as_bytes());
        Elements::variable(DataType::Variable(Variable::Json), texts)
    }

    /// The text is that of numcodecs 0.17.1.
    #[test]
    fn objects_are_written_as_python_writes_them() {
        let elements = objects(&[r#"{"b":[1,2.5,null],"a":"ä\n😀"}"#, "true", "\"x\"", "-7"]);
        let json = codec(elements.data_type(), &[2, 2], Value::Null, true);
        let text = r#"[[{"a":"\u00e4\n\ud83d\ude00","b":[1,2.5,null]},true],["x",-7],"|O",[2,2]]"#;
        assert_eq!(encode(json.as_ref(), &elements).unwrap(), text.as_bytes());
        let configuration = json!({"ensure_ascii": false, "sort_keys": false, "separators": [", ", ": "]});
        let json = codec(elements.data_type(), &[4], configuration, true);
        let text = r#"[{"b": [1, 2.5, null], "a": "ä\n😀"}, true, "x", -7, "|O", [4]]"#;
        assert_eq!(encode(json.as_ref(), &elements).unwrap(), text.as_bytes());
    }

    #[test]
    fn messagepack_has_the_shortest_form_of_each_value() {
        let elements = objects(&["\"a\"", "[1,2.5]", "null", "-200"]);
        let msgpack = codec(elements.data_type(), &[4], Value::Null, false);
        let expected = b"\x96\xa1a\x92\x01\xcb\x40\x04\0\0\0\0\0\0\xc0\xd1\xff\x38\xa2|O\x91\x04";
        assert_eq!(encode(msgpack.as_ref(), &elements).unwrap(), expected);
        let msgpack = codec(elements.data_type(), &[], Value::Null, false);
        assert!(encode(msgpack.as_ref(), &objects(&["1"])).unwrap_err().contains("without dimensions"));
    }

    #[test]
    fn numbers_are_written_with_their_dtype() {
        let floats = [1e16, 1e-5, 0.1, -0.0, 123_456_789.0, 1e22_f64];
        let bytes = floats.iter().flat_map(|value| value.to_le_bytes()).collect();
        let elements = Elements::new(data_type("float64"), bytes);
        let json = codec(elements.data_type(), &[6], Value::Null, true);
        assert_eq!(
            encode(json.as_ref(), &elements).unwrap(),
            br#"[1e+16,1e-05,0.1,-0.0,123456789.0,1e+22,"<f8",[6]]"#
        );
        let nan = Elements::new(data_type("float64"), f64::NAN.to_le_bytes().to_vec());
        let json = codec(nan.data_type(), &[1], Value::Null, true);
        assert_eq!(
            encode(json.as_ref(), &nan).unwrap_err(),
            "element (0): expected a value that JSON has, found NaN"
        );
        let time = Elements::new(data_type("complex64"), vec![0; 8]);
        let json = codec(time.data_type(), &[1], Value::Null, true);
        assert!(encode(json.as_ref(), &time).unwrap_err().ends_with("found complex64"));
    }

    #[test]
    fn a_form_that_is_not_written_is_named() {
        for (configuration, fault) in [
            (
                json!({"indent": 2}),
                "/codecs/0/configuration/indent: expected null: nothing is indented here, found 2",
            ),
            (
                json!({"encoding": "latin-1"}),
                "/codecs/0/configuration/encoding: expected \"utf-8\", the one that is written here, found \"latin-1\"",
            ),
        ] {
            let json = codec(&DataType::Variable(Variable::Json), &[1], configuration, true);
            assert_eq!(encode(json.as_ref(), &objects(&["1"])).unwrap_err(), fault);
        }
    }

    proptest! {
        #[test]
        fn what_is_written_reads_back(
            name in prop::sample::select(vec!["string", "bool", "uint8", "int64", "uint64", "float16", "float32", "float64"]),
            texts in prop::collection::vec(".{0,6}", 6),
            numbers in prop::collection::vec(any::<u64>(), 6),
            shape in prop::sample::select(vec![vec![6], vec![2, 3], vec![1, 3, 2]]),
            json in any::<bool>(),
        ) {
            let data_type = data_type(name);
            let elements = if name == "string" {
                Elements::variable(data_type, texts.iter().map(String::as_bytes))
            } else {
                let nbytes = data_type.nbytes();
                let bytes = numbers.iter().flat_map(|number| number.to_le_bytes().into_iter().take(nbytes));
                let low = |byte: u8| if name == "bool" { byte & 1 } else { byte };
                Elements::new(data_type, bytes.map(low).collect())
            };
            let finite = |scalar: Scalar| value(&scalar).is_some();
            prop_assume!(elements.iter().all(finite));
            let codec = codec(elements.data_type(), &shape, Value::Null, json);
            let options = DecodeOptions::default();
            let stored = codec.encode(&elements, &mut StageWork::new(&options)).unwrap();
            prop_assert_eq!(codec.decode(&Slice(&stored), &mut StageWork::new(&options)).unwrap(), elements);
        }
    }
}
