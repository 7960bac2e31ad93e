//! `bytes`: the elements one after the other, in C order.
//!
//! Specification: [bytes](https://zarr-specs.readthedocs.io/en/latest/v3/codecs/bytes/index.html).
//! Configuration: `{"endian": "little"}` or `"big"`, required for data types of more than one byte.

use std::ops::Range;

use serde_json::{Map, Value};

use super::work::ODD_BOOLS;
use super::{ArrayToBytes, Build, CodecError, CodecRow, Lesson, Representation, StageWork, StoredForm};
use crate::metadata::{ArrayRepresentation, ByteOrder, CodecMetadata, DataType, Elements, Field};
use crate::store::{ByteSource, Slice};

#[derive(Debug)]
pub(super) struct BytesCodec {
    pub(super) decoded: ArrayRepresentation,
    /// `None` where the stored order is that of memory.
    pub(super) layout: Option<ByteOrder>,
}

pub const ROW: CodecRow = CodecRow {
    aliases: &["endian"],
    form: StoredForm::Plain,
    lesson: Lesson::Plain,
    canonical: |stage, configuration| {
        let Representation::Array(decoded) = &stage.decoded else { return };
        let layout = ByteOrder::big_endian(&decoded.data_type);
        if let Ok(is_big) = is_big(&stage.codec, &decoded.data_type, &layout) {
            *configuration = in_order(&layout, is_big);
        }
    },
    // The specification called the codec `endian` before it was final.
    notes: |stage| {
        let own = &stage.codec;
        if !ROW.aliases.contains(&own.name.as_str()) {
            return Vec::new();
        }
        vec![own.note(format!("\"{}\" is the older name of \"{}\"", own.name, ROW.name))]
    },
    ..CodecRow::new(
        "bytes",
        "writes the elements one after the other, in a given byte order",
        Build::ArrayToBytes(build),
    )
};

/// `big` is the big-endian order of the data type.
pub(super) fn in_order(big: &ByteOrder, is_big: bool) -> Map<String, Value> {
    let order = if is_big { "big" } else { "little" };
    let mut members = Map::new();
    if !big.is_same() {
        members.insert("endian".to_owned(), order.into());
    }
    members
}

fn build(codec: &CodecMetadata, decoded: &ArrayRepresentation) -> Field<Box<dyn ArrayToBytes>> {
    let data_type = &decoded.data_type;
    if data_type.is_variable() {
        return Err(codec.fault("an array of elements of a fixed size", data_type.to_string()));
    }
    let layout = ByteOrder::big_endian(data_type);
    let layout = is_big(codec, data_type, &layout)?.then_some(layout);
    Ok(Box::new(BytesCodec { decoded: decoded.clone(), layout }))
}

/// The order has to be said where it matters; `structured` was little-endian where it was not.
fn is_big(codec: &CodecMetadata, data_type: &DataType, layout: &ByteOrder) -> Field<bool> {
    let expected = "\"little\" or \"big\"";
    match codec.optional("endian") {
        Some(endian) => match endian.value().as_str() {
            Some("little") => Ok(false),
            Some("big") => Ok(true),
            _ => Err(endian.unexpected(expected)),
        },
        None if layout.is_same() || matches!(data_type, DataType::Struct(_)) => Ok(false),
        None => codec.required("endian", &format!("{expected}, which {data_type} needs")).map(|_| false),
    }
}

impl ArrayToBytes for BytesCodec {
    fn encoded_nbytes(&self) -> Option<u64> {
        self.decoded.nbytes()
    }

    fn decode(&self, input: &dyn ByteSource, work: &mut StageWork) -> Result<Elements, CodecError> {
        let found = input.nbytes();
        if self.decoded.nbytes() != Some(found) {
            let expected = self.decoded.nbytes().unwrap_or(u64::MAX);
            let nbytes = expected.min(found);
            let whole = nbytes - nbytes % self.decoded.data_type.nbytes().max(1) as u64;
            if work.is_traced
                && let Ok(front) = input.read_range(0, whole)
            {
                let elements = self.elements(front.into_owned(), work);
                work.leave_elements(elements, Some(whole));
            }
            return Err(CodecError::Length { expected, what: self.decoded.to_string(), found });
        }
        Ok(self.elements(input.read_all()?.into_owned(), work))
    }

    fn decode_owned(&self, input: Vec<u8>, work: &mut StageWork) -> Result<Elements, CodecError> {
        if self.decoded.nbytes() == Some(input.len() as u64) {
            return Ok(self.elements(input, work));
        }
        self.decode(&Slice(&input), work)
    }

    fn locate(&self, index: u64, _encoded: &[u8]) -> Option<Range<u64>> {
        let nbytes = self.decoded.data_type.nbytes() as u64;
        let start = index.checked_mul(nbytes)?;
        Some(start..start.checked_add(nbytes)?)
    }

    fn encode(&self, input: &Elements, _work: &mut StageWork) -> Result<Vec<u8>, CodecError> {
        let mut bytes = input.bytes().to_vec();
        if let Some(layout) = &self.layout {
            layout.apply(&mut bytes, self.decoded.data_type.nbytes());
        }
        Ok(bytes)
    }
}

impl BytesCodec {
    fn elements(&self, mut bytes: Vec<u8>, work: &mut StageWork) -> Elements {
        let data_type = &self.decoded.data_type;
        if let Some(layout) = &self.layout {
            layout.apply(&mut bytes, data_type.nbytes());
        }
        if data_type.has_unused_bits() {
            // Each element becomes what it would be if the bits that do not count had been written as specified.
            for element in bytes.chunks_exact_mut(data_type.nbytes()) {
                if let Some(scalar) = data_type.scalar(element) {
                    element.copy_from_slice(&scalar.bytes(data_type));
                }
            }
        }
        let bools = data_type.bools();
        if !bools.is_empty() {
            settle_bools(&mut bytes, data_type.nbytes(), &bools, work);
        }
        Elements::new(data_type.clone(), bytes)
    }
}

fn settle_bools(bytes: &mut [u8], nbytes: usize, bools: &[Range<usize>], work: &mut StageWork) {
    let mut odd = 0_u64;
    let mut first = None;
    let mut settle = |start: usize, part: &mut [u8]| {
        // Nearly always there is none, which is quickly seen.
        if part.iter().all(|byte| *byte <= 1) {
            return;
        }
        for (index, byte) in part.iter_mut().enumerate().filter(|(_, byte)| **byte > 1) {
            odd += 1;
            first.get_or_insert((start + index, *byte));
            *byte = 1;
        }
    };
    if nbytes == 1 {
        settle(0, bytes);
    } else {
        for (start, element) in (0..).step_by(nbytes).zip(bytes.chunks_exact_mut(nbytes)) {
            for range in bools {
                settle(start + range.start, element.get_mut(range.clone()).unwrap_or_default());
            }
        }
    }
    if let Some((index, byte)) = first {
        work.note(ODD_BOOLS, format!("{odd} in all, read as true; the first is {byte:#04x} at byte {index}"));
    }
}

#[cfg(test)]
mod tests {
    use super::super::DecodeOptions;
    use super::super::fixture::{data_type, left_elements, metadata, representation, texts};
    use super::*;
    use crate::metadata::{StructField, Subarray};
    use serde_json::{Value, json};

    fn built(data_type: &str, shape: &[u64], configuration: Value) -> Field<Box<dyn ArrayToBytes>> {
        build(&metadata("bytes", configuration), &representation(data_type, shape))
    }

    fn decode(name: &str, endian: &str, bytes: &[u8]) -> Result<Vec<String>, CodecError> {
        let size = bytes.len() / data_type(name).nbytes();
        let codec = built(name, &[size as u64], json!({"endian": endian})).unwrap();
        codec
            .decode(&Slice(bytes), &mut StageWork::new(&DecodeOptions::default()))
            .map(|elements| texts(&elements))
    }

    #[test]
    fn both_byte_orders_of_every_width() {
        let rows: [(&str, &str, &[u8], &[&str]); 9] = [
            ("int16", "little", &[0xfe, 0xff, 0x01, 0x02], &["-2", "513"]),
            ("int16", "big", &[0xff, 0xfe, 0x02, 0x01], &["-2", "513"]),
            ("uint32", "big", &[0, 0, 1, 0], &["256"]),
            ("int64", "big", &[0x80, 0, 0, 0, 0, 0, 0, 0], &["-9223372036854775808"]),
            ("float32", "big", &[0x3f, 0x80, 0, 0], &["1.0"]),
            ("float64", "little", &[0, 0, 0, 0, 0, 0, 0xf0, 0x3f], &["1.0"]),
            ("bfloat16", "big", &[0x3f, 0x80], &["1.0"]),
            ("complex64", "big", &[0x3f, 0x80, 0, 0, 0xc0, 0, 0, 0], &["1.0-2.0j"]),
            ("r16", "big", &[1, 2, 3, 4], &["0x0102", "0x0304"]),
        ];
        for (data_type, endian, bytes, expected) in rows {
            assert_eq!(decode(data_type, endian, bytes).unwrap(), expected, "{data_type} {endian}");
            let size = bytes.len() / super::super::fixture::data_type(data_type).nbytes();
            let codec = built(data_type, &[size as u64], json!({"endian": endian})).unwrap();
            let mut work = StageWork::new(&DecodeOptions { ignore_checksums: false, max_chunk_bytes: 99 });
            let elements = codec.decode(&Slice(bytes), &mut work).unwrap();
            assert_eq!(codec.encode(&elements, &mut work).unwrap(), bytes, "{data_type} {endian}");
        }
    }

    #[test]
    fn the_length_has_to_fit_exactly() {
        let codec = built("int64", &[4, 4], json!({"endian": "little"})).unwrap();
        let options = DecodeOptions::default();
        for found in [64, 127, 129] {
            let error = codec.decode(&Slice(&vec![0; found]), &mut StageWork::new(&options)).unwrap_err();
            assert_eq!(error.to_string(), format!("expected 128 bytes (4×4 int64), found {found}"));
        }
    }

    #[test]
    fn a_byte_order_is_needed_only_where_it_matters() {
        assert!(built("uint8", &[1], Value::Null).is_ok());
        assert!(built("bool", &[1], json!({})).is_ok());
        assert!(built("r64", &[1], json!({})).is_ok());
        assert_eq!(
            built("int16", &[1], json!({})).unwrap_err().to_string(),
            "/codecs/0/configuration/endian: expected \"little\" or \"big\", which int16 needs, found nothing"
        );
        assert!(built("complex64", &[1], json!({})).is_err());
        assert!(built("uint8", &[1], json!({"endian": "middle"})).is_err());
    }

    #[test]
    fn a_bool_other_than_0_and_1_is_noted() {
        let codec = built("bool", &[4], Value::Null).unwrap();
        let options = DecodeOptions::default();
        let mut work = StageWork::new(&options);
        let elements = codec.decode(&Slice(&[0, 1, 7, 9]), &mut work).unwrap();
        assert_eq!(texts(&elements), ["false", "true", "true", "true"]);
        // Whoever takes the bytes themselves gets bools as well.
        assert_eq!(elements.bytes(), [0, 1, 1, 1]);
        assert_eq!(work.notes[0].value, "2 in all, read as true; the first is 0x07 at byte 2");
    }

    #[test]
    fn a_bool_inside_of_a_struct_is_a_bool_too() {
        let field = |name: &str, data_type: DataType| StructField { name: name.into(), data_type };
        let flags = Subarray { shape: vec![2], data_type: DataType::Bool };
        let fields = [
            field("number", data_type("int16")),
            field("flag", DataType::Bool),
            field("flags", DataType::Subarray(flags.into())),
        ];
        let decoded = ArrayRepresentation {
            data_type: DataType::Struct(fields.into()),
            ..representation("uint8", &[2])
        };
        let codec = build(&metadata("bytes", json!({"endian": "little"})), &decoded).unwrap();
        let options = DecodeOptions::default();
        let mut work = StageWork::new(&options);
        let elements = codec.decode(&Slice(&[9, 9, 1, 0, 2, 9, 9, 3, 1, 0]), &mut work).unwrap();
        assert_eq!(elements.bytes(), [9, 9, 1, 0, 1, 9, 9, 1, 1, 0]);
        assert_eq!(work.notes[0].value, "2 in all, read as true; the first is 0x02 at byte 4");
    }

    #[test]
    fn of_a_wrong_length_the_whole_elements_are_left() {
        let codec = built("int16", &[3], json!({"endian": "big"})).unwrap();
        let left = |input: &[u8]| left_elements(codec.as_ref(), input);
        assert_eq!(left(&[0, 1, 0, 2, 0]), (vec!["1".to_owned(), "2".to_owned()], Some(4)));
        assert_eq!(left(&[0, 1, 0, 2, 0, 3, 0, 4]).0, ["1", "2", "3"]);
        assert_eq!(left(&[0]), (vec![], None));
    }
}
