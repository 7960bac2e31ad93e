//! `vlen-utf8`, `vlen-bytes` and `vlen-array`: elements of any length, each behind its own length.
//!
//! Specification: [vlen-utf8](https://github.com/zarr-developers/zarr-extensions/tree/main/codecs/vlen-utf8),
//! [vlen-bytes](https://github.com/zarr-developers/zarr-extensions/tree/main/codecs/vlen-bytes); `vlen-array` is
//! numcodecs' own. The number of elements, then for each its length in bytes and its bytes; all numbers are 32 bits,
//! little-endian. There is no configuration, but `vlen-array` names the data type of the elements' elements.
//!
//! As in numcodecs and zarrs, bytes behind the last element are passed over; a note reports them.

use std::ops::Range;

use super::numcodecs::UNUSED;
use super::reader::{Reader, corrupt_at};
use super::{
    ArrayToBytes, Build, BuildArrayToBytes, CodecError, CodecRow, Lesson, Representation, StageInfo,
    StageWork,
};
use crate::metadata::v2::Dtype;
use crate::metadata::{
    ArrayRepresentation, CodecMetadata, DataType, DocumentNote, Elements, Field, Variable,
};
use crate::store::ByteSource;

#[derive(Debug)]
struct Vlen {
    decoded: ArrayRepresentation,
    inner: Option<Dtype>,
}

const COUNT_NBYTES: usize = 4;

pub(super) const UTF8: CodecRow = CodecRow {
    aliases: &["numcodecs.vlen-utf8"],
    notes: |stage| specified_for(stage, |found| *found == Variable::String),
    v2: &["vlen-utf8"],
    ..row("vlen-utf8", "writes texts of any length, each after its length", |codec, decoded| {
        build(codec, decoded, "string", is_text_or_bytes)
    })
};

const fn row(name: &'static str, summary: &'static str, build: BuildArrayToBytes) -> CodecRow {
    let row = CodecRow::new(name, summary, Build::ArrayToBytes(build));
    CodecRow { card: "vlen", lesson: Lesson::Lengths, ..row }
}

pub(super) const BYTES: CodecRow = CodecRow {
    aliases: &["numcodecs.vlen-bytes"],
    notes: |stage| specified_for(stage, |found| *found == Variable::Bytes),
    v2: &["vlen-bytes"],
    ..row("vlen-bytes", "writes bytes of any length, each element after its length", |codec, decoded| {
        build(codec, decoded, "bytes", is_text_or_bytes)
    })
};

pub(super) const ARRAY: CodecRow = CodecRow {
    aliases: &["numcodecs.vlen-array"],
    notes: |stage| specified_for(stage, |found| matches!(found, Variable::Array(_))),
    v2: &["vlen-array"],
    ..row("vlen-array", "writes arrays of any length, each after its length", |codec, decoded| {
        let fits = |found: &Variable| matches!(found, Variable::Array(_)) || is_text_or_bytes(found);
        build(codec, decoded, "arrays", fits)
    })
};

/// The texts of the first two codecs have one data type each. zarrs reads either with
/// [all three](https://github.com/zarrs/zarrs/blob/main/zarrs/src/array/codec/array_to_bytes/vlen_v2/vlen_v2_codec.rs), and
/// zarr-python bytes with `vlen-utf8`: the bytes are the same.
fn is_text_or_bytes(found: &Variable) -> bool {
    matches!(found, Variable::String | Variable::Bytes)
}

fn specified_for(stage: &StageInfo, is_own: fn(&Variable) -> bool) -> Vec<DocumentNote> {
    let Representation::Array(ArrayRepresentation { data_type, .. }) = &stage.decoded else {
        return Vec::new();
    };
    if matches!(data_type, DataType::Variable(found) if is_own(found)) {
        return Vec::new();
    }
    let name = stage.codec.name.as_str();
    vec![stage.codec.note(format!("{name} is not specified for {data_type}: few programs read it"))]
}

fn build(
    codec: &CodecMetadata,
    decoded: &ArrayRepresentation,
    expected: &str,
    fits: impl Fn(&Variable) -> bool,
) -> Field<Box<dyn ArrayToBytes>> {
    match &decoded.data_type {
        DataType::Variable(variable) if fits(variable) => {
            let inner = match variable {
                Variable::Array(_) => codec.optional("dtype").map(|field| Dtype::read(&field)).transpose()?,
                _ => None,
            };
            Ok(Box::new(Vlen { decoded: decoded.clone(), inner }))
        }
        other => Err(codec.fault(format!("an array of {expected}"), other.to_string())),
    }
}

impl ArrayToBytes for Vlen {
    fn decode(&self, input: &dyn ByteSource, work: &mut StageWork) -> Result<Elements, CodecError> {
        let bytes = input.read_all()?;
        let mut reader = Reader::new(&bytes);
        let count = u64::from(number(&mut reader, "the number of elements")?);
        let mut elements = Vec::new();
        let result = if self.decoded.size() == Some(count) {
            Ok(())
        } else {
            let expected = format!("{} elements ({})", self.decoded.size().unwrap_or(u64::MAX), self.decoded);
            Err(corrupt_at(0, expected, count.to_string()))
        };
        // If there are more or fewer than expected, the elements are read only when tracing.
        let wanted = match &result {
            Err(_) if !work.is_traced => 0,
            _ => count.min(self.decoded.size().unwrap_or(0)),
        };
        let mut used = 0;
        let read = (0..wanted).try_for_each(|_| {
            elements.push(self.element(&mut reader)?);
            used = reader.position();
            Ok(())
        });
        if let Err(error) = result.and(read) {
            if work.is_traced {
                work.leave_elements(self.elements(elements), Some(used as u64));
            }
            return Err(error);
        }
        let rest = reader.rest().len();
        if rest > 0 {
            work.note(UNUSED, format!("{rest} after the last element"));
        }
        Ok(self.elements(elements))
    }

    fn locate(&self, index: u64, encoded: &[u8]) -> Option<Range<u64>> {
        places(encoded).nth(usize::try_from(index).ok()?)
    }

    fn locate_back(&self, byte: u64, size: u64, encoded: &[u8]) -> Option<Range<u64>> {
        if byte < COUNT_NBYTES as u64 {
            return Some(0..0);
        }
        let mut places = places(encoded);
        for index in 0..size {
            let place = places.next().filter(|place| place.end <= encoded.len() as u64)?;
            if place.end > byte {
                return Some(index..index + 1);
            }
        }
        Some(0..0)
    }

    fn encode(&self, input: &Elements, _work: &mut StageWork) -> Result<Vec<u8>, CodecError> {
        let number = |count: usize| {
            let fits = u32::try_from(count).map(u32::to_le_bytes);
            fits.map_err(|_| CodecError::TooMuch { limit: u32::MAX.into() })
        };
        let mut bytes = number(input.size())?.to_vec();
        for element in input.each() {
            bytes.extend(number(element.len())?);
            let start = bytes.len();
            bytes.extend_from_slice(element);
            if let Some(inner) = &self.inner {
                // The same brings reversed bytes back.
                inner.byte_order.apply(bytes.get_mut(start..).unwrap_or_default(), inner.data_type.nbytes());
            }
        }
        Ok(bytes)
    }
}

impl Vlen {
    fn element<'a>(&self, reader: &mut Reader<'a>) -> Result<&'a [u8], CodecError> {
        let nbytes = number(reader, "the length of an element")?;
        let offset = reader.position();
        let element = take(reader, nbytes as usize, "the bytes of an element")?;
        if self.decoded.data_type.scalar(element).is_none() {
            return Err(corrupt_at(offset, "UTF-8 text", format!("{nbytes} bytes that are none")));
        }
        Ok(element)
    }

    fn elements(&self, stored: Vec<&[u8]>) -> Elements {
        let data_type = self.decoded.data_type.clone();
        match &self.inner {
            Some(inner) if !inner.byte_order.is_same() => {
                let mut reversed: Vec<Vec<u8>> = stored.into_iter().map(<[u8]>::to_vec).collect();
                for element in &mut reversed {
                    inner.byte_order.apply(element, inner.data_type.nbytes());
                }
                Elements::variable(data_type, reversed.iter().map(Vec::as_slice))
            }
            _ => Elements::variable(data_type, stored),
        }
    }
}

fn take<'a>(reader: &mut Reader<'a>, nbytes: usize, what: &str) -> Result<&'a [u8], CodecError> {
    let left = reader.rest().len();
    let found = || format!("the end after {left} bytes");
    reader.take(nbytes, what).map_err(|_| reader.ended(format!("{nbytes} bytes ({what})"), found()))
}

fn number(reader: &mut Reader, what: &str) -> Result<u32, CodecError> {
    let bytes = take(reader, 4, what)?;
    Ok(bytes.first_chunk().map_or(0, |bytes| u32::from_le_bytes(*bytes)))
}

fn places(encoded: &[u8]) -> impl Iterator<Item = Range<u64>> {
    let mut reader = Reader::new(encoded);
    reader.set_position(COUNT_NBYTES);
    std::iter::from_fn(move || {
        let nbytes = number(&mut reader, "the length of an element").ok()?;
        let start = reader.position() as u64;
        reader.set_position(reader.position().saturating_add(nbytes as usize));
        Some(start..start + u64::from(nbytes))
    })
}

#[cfg(test)]
mod tests {
    use super::super::DecodeOptions;
    use super::super::fixture::{left_elements, metadata, representation, texts};
    use super::*;
    use crate::store::Slice;
    use serde_json::{Value, json};
    use std::sync::Arc;

    fn built(
        row: &CodecRow,
        codec: &CodecMetadata,
        decoded: &ArrayRepresentation,
    ) -> Field<Box<dyn ArrayToBytes>> {
        let Build::ArrayToBytes(build) = row.build else { unreachable!() };
        build(codec, decoded)
    }

    fn codec(size: u64) -> Box<dyn ArrayToBytes> {
        built(&UTF8, &metadata("vlen-utf8", Value::Null), &representation("string", &[size])).unwrap()
    }

    fn decode(bytes: &[u8], size: u64) -> Result<Elements, CodecError> {
        codec(size).decode(&Slice(bytes), &mut StageWork::new(&DecodeOptions::default()))
    }

    const TEXTS: &[u8] = b"\x03\0\0\0\x02\0\0\0\xc3\xa4\0\0\0\0\x03\0\0\0abc";

    #[test]
    fn texts_are_read_and_written() {
        let elements = decode(TEXTS, 3).unwrap();
        assert_eq!(texts(&elements), ["\"ä\"", "\"\"", "\"abc\""]);
        assert_eq!(
            codec(3).encode(&elements, &mut StageWork::new(&DecodeOptions::default())).unwrap(),
            TEXTS
        );
    }

    #[test]
    fn the_elements_of_an_array_have_the_order_of_its_dtype() {
        let int16 = Arc::new(DataType::from_name("int16").unwrap());
        let data_type = DataType::Variable(Variable::Array(int16));
        let decoded = ArrayRepresentation { shape: vec![2], data_type: data_type.clone(), fill_value: None };
        for (dtype, first) in [("<i2", [1, 0, 2, 0]), (">i2", [0, 1, 0, 2])] {
            let codec = built(&ARRAY, &metadata("vlen-array", json!({"dtype": dtype})), &decoded).unwrap();
            let elements = Elements::variable(data_type.clone(), [&[1, 0, 2, 0][..], &[]]);
            let options = DecodeOptions::default();
            let stored = codec.encode(&elements, &mut StageWork::new(&options)).unwrap();
            assert_eq!(stored, [&[2, 0, 0, 0, 4, 0, 0, 0][..], &first, &[0; 4]].concat());
            assert_eq!(codec.decode(&Slice(&stored), &mut StageWork::new(&options)).unwrap(), elements);
        }
    }

    #[test]
    fn bytes_behind_the_last_element_are_passed_over_with_a_note() {
        let (options, bytes) = (DecodeOptions::default(), [TEXTS, b"xyz"].concat());
        let mut work = StageWork::new(&options);
        assert_eq!(texts(&codec(3).decode(&Slice(&bytes), &mut work).unwrap()).len(), 3);
        let notes: Vec<&str> = work.notes.iter().map(|note| note.value.as_str()).collect();
        assert_eq!(notes, ["3 after the last element"]);
    }

    #[test]
    fn faults_say_where_they_are() {
        let fault = |bytes: &[u8], size| decode(bytes, size).unwrap_err().to_string();
        assert_eq!(fault(TEXTS, 4), "at byte 0: expected 4 elements (4 string), found 3");
        assert_eq!(
            fault(&TEXTS[..20], 3),
            "at byte 18: expected 3 bytes (the bytes of an element), found the end after 2 bytes"
        );
        assert_eq!(
            fault(b"\x01\0\0\0\x01\0\0\0\xff", 1),
            "at byte 8: expected UTF-8 text, found 1 bytes that are none"
        );
        assert!(fault(b"\x01\0\0\0\xff\xff\xff\xff", 1).contains("expected 4294967295 bytes"));
        assert!(fault(b"", 0).contains("at byte 0: expected 4 bytes (the number of elements)"));
    }

    #[test]
    fn only_texts_are_taken() {
        let fault =
            built(&UTF8, &metadata("vlen-utf8", Value::Null), &representation("int8", &[1])).unwrap_err();
        assert_eq!(fault.to_string(), "/codecs/0: expected an array of string, found int8");
    }

    #[test]
    fn either_codec_has_texts_and_bytes() {
        let stored = b"\x02\0\0\0\x02\0\0\0ab\x03\0\0\0c\xc3\xa4";
        for name in ["string", "bytes"] {
            let decoded = representation(name, &[2]);
            for row in [&UTF8, &BYTES, &ARRAY] {
                let codec = built(row, &metadata(row.name, Value::Null), &decoded).unwrap();
                let elements = codec.decode(&Slice(stored), &mut StageWork::new(&DecodeOptions::default()));
                let found: Vec<Vec<u8>> = elements.unwrap().each().map(<[u8]>::to_vec).collect();
                assert_eq!(found, [b"ab".to_vec(), b"c\xc3\xa4".to_vec()], "{name} {}", row.name);
            }
        }
    }

    #[test]
    fn the_elements_before_a_fault_are_left() {
        let left = |bytes: &[u8], size| left_elements(codec(size).as_ref(), bytes);
        assert_eq!(left(&TEXTS[..20], 3), (vec!["\"ä\"".to_owned(), "\"\"".to_owned()], Some(14)));
        assert_eq!(left(TEXTS, 4).0, ["\"ä\"", "\"\"", "\"abc\""]);
        assert_eq!(left(TEXTS, 1).0, ["\"ä\""]);
        assert_eq!(left(b"\x02\0\0\0\x01\0\0\0a\x01\0\0\0\xff", 2).0, ["\"a\""]);
    }
}
