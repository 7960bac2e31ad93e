//! `json2` and `msgpack2`: objects as JSON or `MessagePack`, followed by their dtype and their shape.
//!
//! Source: [numcodecs](https://numcodecs.readthedocs.io). A chunk is one list: the elements, nested by dimension where
//! there are several, then the dtype, then the shape.

mod encode;

use serde_json::Value;

use super::super::reader::corrupt_at;
use super::super::{ArrayToBytes, Build, CodecError, CodecRow, StageWork, StoredForm};
use crate::limits::DOCUMENT_VALUES;
use crate::metadata::{
    ArrayRepresentation, CodecMetadata, DataType, Elements, Extent, Field, Json, Variable, fill_value,
};
use crate::store::ByteSource;
use encode::ObjectForm;

#[derive(Debug)]
struct Objects {
    decoded: ArrayRepresentation,
    format: &'static ObjectFormat,
    written: Field<ObjectForm>,
}

/// An error says where parsing stopped, and why.
type ParseObjects = fn(&[u8]) -> Result<Value, (usize, String)>;

#[derive(Debug)]
struct ObjectFormat {
    name: &'static str,
    parse: ParseObjects,
    count: fn(&[u8]) -> u64,
    write: fn(&Value, &ObjectForm) -> Result<Vec<u8>, String>,
}

const VALUES: u64 = 64;

pub(in super::super) const JSON2: CodecRow = CodecRow {
    v2: &["json2"],
    card: "numcodecs",
    form: StoredForm::Text,
    ..CodecRow::new(
        "numcodecs.json2",
        "writes objects as JSON, with their dtype and shape",
        Build::ArrayToBytes(|codec, decoded| build(codec, decoded, &JSON)),
    )
};

const JSON: ObjectFormat = ObjectFormat {
    name: "JSON",
    parse: |bytes| serde_json::from_slice(bytes).map_err(|error| (error.column(), error.to_string())),
    count: |bytes| Extent::of(bytes).values,
    write: encode::write_json,
};

pub(in super::super) const MSGPACK2: CodecRow = CodecRow {
    v2: &["msgpack2"],
    card: "numcodecs",
    ..CodecRow::new(
        "numcodecs.msgpack2",
        "writes objects as MessagePack, with their dtype and shape",
        Build::ArrayToBytes(|codec, decoded| build(codec, decoded, &MSGPACK)),
    )
};

const MSGPACK: ObjectFormat = ObjectFormat {
    name: "MessagePack",
    parse: |mut bytes| {
        let whole = bytes.len();
        let value = rmpv::decode::read_value_with_max_depth(&mut bytes, 128)
            .map_err(|error| (whole - bytes.len(), error.to_string()))?;
        from_msgpack(&value).map_err(|found| (0, found))
    },
    count: msgpack_values,
    write: encode::write_msgpack,
};

fn build(
    codec: &CodecMetadata,
    decoded: &ArrayRepresentation,
    format: &'static ObjectFormat,
) -> Field<Box<dyn ArrayToBytes>> {
    match &decoded.data_type {
        DataType::Variable(Variable::Bytes | Variable::Array(_)) => {
            Err(codec.fault("an array of objects, texts or numbers", decoded.data_type.to_string()))
        }
        _ => Ok(Box::new(Objects { decoded: decoded.clone(), format, written: encode::read_form(codec) })),
    }
}

/// A head is followed by its values: nesting need not be known. [MessagePack](https://github.com/msgpack/msgpack/blob/master/spec.md)
fn msgpack_values(mut bytes: &[u8]) -> u64 {
    let mut count = 0;
    while let Some((first, rest)) = bytes.split_first() {
        let size = |width: usize| {
            let digits = rest.get(..width).unwrap_or(rest);
            width + digits.iter().fold(0, |size, digit| size << 8 | usize::from(*digit))
        };
        let behind = match first {
            0xa0..=0xbf => usize::from(first & 0x1f),
            0xc4 | 0xd9 => size(1),
            0xc5 | 0xda => size(2),
            0xc6 | 0xdb => size(4),
            0xc7 => 1 + size(1),
            0xc8 => 1 + size(2),
            0xc9 => 1 + size(4),
            0xcc | 0xd0 => 1,
            0xcd | 0xd1 | 0xdc | 0xde | 0xd4 => 2,
            0xd5 => 3,
            0xca | 0xce | 0xd2 | 0xdd | 0xdf => 4,
            0xd6 => 5,
            0xcb | 0xcf | 0xd3 => 8,
            0xd7 => 9,
            0xd8 => 17,
            _ => 0,
        };
        count += 1;
        bytes = rest.get(behind..).unwrap_or_default();
    }
    count
}

fn from_msgpack(value: &rmpv::Value) -> Result<Value, String> {
    Ok(match value {
        rmpv::Value::Boolean(flag) => (*flag).into(),
        rmpv::Value::Integer(number) => {
            number.as_i64().map(Value::from).or(number.as_u64().map(Value::from)).unwrap_or(Value::Null)
        }
        rmpv::Value::F32(number) => Value::from(*number),
        rmpv::Value::F64(number) => Value::from(*number),
        rmpv::Value::String(text) => String::from_utf8_lossy(text.as_bytes()).into(),
        rmpv::Value::Binary(bytes) | rmpv::Value::Ext(_, bytes) => String::from_utf8_lossy(bytes).into(),
        rmpv::Value::Array(items) => items.iter().map(from_msgpack).collect::<Result<_, _>>()?,
        rmpv::Value::Map(members) => {
            let member = |(key, value): &(rmpv::Value, rmpv::Value)| Ok((name(key)?, from_msgpack(value)?));
            Value::Object(members.iter().map(member).collect::<Result<_, String>>()?)
        }
        rmpv::Value::Nil => Value::Null,
    })
}

/// A list or a map is no name: no reader takes it, and as text within text within text it would grow without bound.
fn name(key: &rmpv::Value) -> Result<String, String> {
    match key {
        rmpv::Value::Array(_) => Err("a list as a key".to_owned()),
        rmpv::Value::Map(_) => Err("a map as a key".to_owned()),
        key => Ok(match from_msgpack(key)? {
            Value::String(text) => text,
            other => other.to_string(),
        }),
    }
}

impl ArrayToBytes for Objects {
    fn decode(&self, input: &dyn ByteSource, work: &mut StageWork) -> Result<Elements, CodecError> {
        let bytes = input.read_all()?;
        // Bytes that would take far more memory than they are.
        let size = self.decoded.size().unwrap_or(0);
        let most = size.saturating_mul(VALUES).saturating_add(DOCUMENT_VALUES.default);
        let count = (self.format.count)(&bytes);
        if count > most {
            let expected = format!("at most {most} values for {}", self.decoded);
            return Err(corrupt_at(0, expected, count.to_string()));
        }
        let parsed = (self.format.parse)(&bytes).map_err(|(offset, found)| {
            let expected = format!("{}: a list of elements, a dtype and a shape", self.format.name);
            corrupt_at(offset, expected, found)
        })?;
        let wrong =
            |found: String| corrupt_at(0, format!("{} elements, a dtype and a shape", self.decoded), found);
        let Some([items @ .., dtype, shape]) = parsed.as_array().map(Vec::as_slice) else {
            return Err(wrong("something else".to_owned()));
        };
        work.note("dtype", dtype.to_string());
        work.note("shape", shape.to_string());
        // Elements are nested by the dimensions of the list itself, whatever shape the chunk has.
        let rank = shape.as_array().map_or(1, Vec::len).max(1);
        let mut flat = Vec::new();
        flatten(items, rank, &mut flat);
        if self.decoded.size() != Some(flat.len() as u64) {
            return Err(wrong(format!("{} elements", flat.len())));
        }
        if !self.decoded.data_type.is_variable() {
            return self.numbers(&flat, work);
        }
        let is_text = self.decoded.data_type == DataType::Variable(Variable::String);
        let text = |item: &&Value| match item {
            Value::String(text) if is_text => text.clone(),
            item => item.to_string(),
        };
        let texts: Vec<String> = flat.iter().map(text).collect();
        Ok(Elements::variable(self.decoded.data_type.clone(), texts.iter().map(String::as_bytes)))
    }

    fn encode(&self, input: &Elements, _work: &mut StageWork) -> Result<Vec<u8>, CodecError> {
        self.encode_all(input)
    }
}

impl Objects {
    fn numbers(&self, items: &[&Value], work: &mut StageWork) -> Result<Elements, CodecError> {
        let data_type = &self.decoded.data_type;
        let mut bytes = Vec::new();
        for (index, item) in items.iter().enumerate() {
            match fill_value::read(&Json::root(item), data_type) {
                Ok(scalar) => scalar.append(data_type, &mut bytes),
                Err(fault) => {
                    work.leave_elements(Elements::new(data_type.clone(), bytes), None);
                    let (coords, reason) = (vec![index as u64], fault.message());
                    return Err(CodecError::Element { coords, count: 1, reason, in_array: None });
                }
            }
        }
        Ok(Elements::new(data_type.clone(), bytes))
    }
}

fn flatten<'a>(items: &'a [Value], depth: usize, flat: &mut Vec<&'a Value>) {
    for item in items {
        match item.as_array() {
            Some(inner) if depth > 1 => flatten(inner, depth - 1, flat),
            _ => flat.push(item),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::DecodeOptions;
    use super::super::super::fixture::{metadata, texts};
    use super::*;
    use crate::store::Slice;

    fn decode(bytes: &[u8], shape: &[u64], json: bool) -> Result<Vec<String>, String> {
        let data_type = DataType::Variable(Variable::Json);
        let decoded = ArrayRepresentation { shape: shape.to_vec(), data_type, fill_value: None };
        let codec = metadata("json2", Value::Null);
        let codec = build(&codec, &decoded, if json { &JSON } else { &MSGPACK });
        let elements = codec.unwrap().decode(&Slice(bytes), &mut StageWork::new(&DecodeOptions::default()));
        elements.map(|elements| texts(&elements)).map_err(|error| error.to_string())
    }

    #[test]
    fn json_and_messagepack_hold_the_same() {
        let json = br#"["a", [1, 2.5], null, "|O", [3]]"#;
        assert_eq!(decode(json, &[3], true).unwrap(), ["\"a\"", "[1,2.5]", "null"]);
        let msgpack = b"\x95\xa1a\x92\x01\xcb\x40\x04\0\0\0\0\0\0\xc0\xa2|O\x91\x03";
        assert_eq!(decode(msgpack, &[3], false).unwrap(), ["\"a\"", "[1,2.5]", "null"]);
        assert_eq!(decode(br#"[["a","b"],["c","d"],"|O",[2,2]]"#, &[2, 2], true).unwrap().len(), 4);
    }

    #[test]
    fn faults_are_named() {
        assert!(decode(b"[1, ", &[1], true).unwrap_err().contains("JSON"));
        assert!(decode(b"[1, 2, \"|O\", [2]]", &[3], true).unwrap_err().ends_with("found 2 elements"));
        assert!(decode(b"{}", &[1], true).unwrap_err().ends_with("found something else"));
        assert!(decode(b"\x95\xa1", &[1], false).unwrap_err().contains("MessagePack"));
        assert!(decode(&[0x91; 500], &[1], false).is_err());
    }

    #[test]
    fn values_of_messagepack_are_counted_by_their_first_bytes() {
        let text = [&b"\xd9\x80"[..], &[0; 0x80]].concat();
        for (bytes, count) in [
            (&b""[..], 0),
            (b"\x05\xff\xc0\xc2\xc3", 5),
            (b"\x92\xa2\xc0\xc0\x91\xa0", 4),
            (&text, 1),
            (b"\xda\0\x01a\xc0", 2),
            (b"\xc4\x02ab\xc5\0\x01a\xc6\0\0\0\x01a", 3),
            (b"\xcc\x01\xcd\0\x01\xce\0\0\0\x01\xcf\0\0\0\0\0\0\0\x01", 4),
            (b"\xca\0\0\0\0\xcb\0\0\0\0\0\0\0\0", 2),
            (b"\xd4\x01a\xd5\x01ab\xd6\x01abcd\xc7\x03\x01abc", 4),
            (b"\xdc\0\x02\x01\x02\xdf\0\0\0\x01\x01\x02", 6),
        ] {
            assert_eq!(msgpack_values(bytes), count, "{bytes:x?}");
        }
    }

    #[test]
    fn far_more_values_than_elements_are_refused_before_they_take_memory() {
        let most = DOCUMENT_VALUES.default + VALUES;
        let json = format!("[[{}0],\"|O\",[1]]", "0,".repeat(usize::try_from(most).unwrap()));
        assert!(decode(json.as_bytes(), &[1], true).unwrap_err().contains(&format!("at most {most} values")));
        let msgpack = [&b"\x93\xdd\0\x10\0\0"[..], &vec![0; 1 << 20], b"\xa2|O\x91\x01"].concat();
        assert!(decode(&msgpack, &[1], false).unwrap_err().contains(&format!("at most {most} values")));
    }

    #[test]
    fn keys_are_texts_or_numbers() {
        let text = decode(b"\x93\x82\x01\x02\xa1a\xc3\xa2|O\x91\x01", &[1], false).unwrap();
        assert_eq!(text, ["{\"1\":2,\"a\":true}"]);
        // Maps as keys of maps: every level would double the text of the one below it.
        let nested = [&b"\x93"[..], &[0x82; 60], &[1; 200]].concat();
        assert!(decode(&nested, &[1], false).unwrap_err().ends_with("found a map as a key"));
        let list = decode(b"\x93\x81\x90\x01\xa2|O\x91\x01", &[1], false);
        assert!(list.unwrap_err().ends_with("found a list as a key"));
    }
}
