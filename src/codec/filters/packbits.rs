//! `packbits` of numcodecs: eight bools in a byte, the first in its highest bit; a byte before them says how many bits at
//! the end do not count. Another codec has the same registered name.
//!
//! It has no configuration. What it gives is an array of bytes of one dimension.

use super::super::reader::corrupt_at;
use super::super::{ArrayToArray, Build, CodecError, CodecRow, Lesson, StageWork};
use super::{FilterDtypes, numpy};
use crate::metadata::{
    ArrayRepresentation, CodecMetadata, DataType, Elements, Field, Integer, delinear, linear,
};

#[derive(Debug)]
struct PackBools {
    decoded: Vec<u64>,
    encoded: ArrayRepresentation,
    size: usize,
}

const UINT8: DataType = DataType::Integer(Integer { bits: 8, signed: false });

pub const ROW: CodecRow = CodecRow {
    v2: &["packbits"],
    card: "numcodecs",
    lesson: Lesson::PackedBools,
    dtypes: |_| FilterDtypes { decoded: Some("|b1".into()), stored: Some("|u1".into()) },
    ..CodecRow::new("numcodecs.packbits", "packs eight bools into a byte", Build::ArrayToArray(build))
};

fn build(codec: &CodecMetadata, decoded: &ArrayRepresentation) -> Field<Box<dyn ArrayToArray>> {
    if decoded.data_type != DataType::Bool {
        return Err(codec.fault("an array of bool", decoded.data_type.to_string()));
    }
    let Some(size) = decoded.size().and_then(|size| usize::try_from(size).ok()) else {
        return Err(codec.fault("an array that fits the memory", decoded.to_string()));
    };
    let shape = vec![1 + (size as u64).div_ceil(8)];
    // As with other filters, zarr-python goes on with the fill value as a number, without packing it, and leaves out inner
    // chunks of nothing but that number.
    let fill_value = decoded.fill_value.as_ref().and_then(|fill| numpy::cast(fill, &UINT8));
    let encoded = ArrayRepresentation { shape, data_type: UINT8, fill_value };
    Ok(Box::new(PackBools { decoded: decoded.shape.clone(), encoded, size }))
}

impl PackBools {
    fn wrong_length(&self, found: u64) -> CodecError {
        let expected = self.encoded.nbytes().unwrap_or(u64::MAX);
        CodecError::Length { expected, what: self.encoded.to_string(), found }
    }
}

impl ArrayToArray for PackBools {
    fn encoded(&self) -> &ArrayRepresentation {
        &self.encoded
    }

    fn decode(&self, input: &Elements, work: &mut StageWork) -> Result<Elements, CodecError> {
        let Some((padding, packed)) = input.bytes().split_first() else { return Err(self.wrong_length(0)) };
        work.note("padding", format!("{padding} bits"));
        let expected = (8 - self.size % 8) % 8;
        let bits = packed.iter().flat_map(|byte| (0..8).rev().map(move |bit| byte >> bit & 1));
        let bools: Vec<u8> = bits.take(self.size).collect();
        let error = if usize::from(*padding) != expected {
            corrupt_at(0, format!("{expected} bits of padding"), padding.to_string())
        } else if bools.len() < self.size {
            self.wrong_length(input.bytes().len() as u64)
        } else {
            return Ok(Elements::new(DataType::Bool, bools));
        };
        let used = 1 + bools.len().div_ceil(8) as u64;
        work.leave_elements(Elements::new(DataType::Bool, bools), Some(used));
        Err(error)
    }

    fn locate(&self, coords: &[u64]) -> Option<Vec<u64>> {
        linear(coords, &self.decoded).map(|index| vec![1 + index / 8])
    }

    fn locate_back(&self, coords: &[u64]) -> Option<Vec<u64>> {
        Some(delinear(coords.first()?.checked_sub(1)?.checked_mul(8)?, &self.decoded))
    }

    fn dependents(&self, first: &[u64], count: u64) -> Option<u64> {
        let before = first.first()?.checked_sub(1)?.checked_mul(8)?;
        Some(count.checked_mul(8)?.min((self.size as u64).checked_sub(before)?))
    }

    fn encode(&self, input: &Elements, _work: &mut StageWork) -> Result<Elements, CodecError> {
        let padding = u8::try_from((8 - self.size % 8) % 8).unwrap_or(0);
        let pack = |bools: &[u8]| {
            bools.iter().enumerate().fold(0, |byte, (bit, flag)| byte | u8::from(*flag != 0) << (7 - bit))
        };
        Ok(Elements::new(UINT8, std::iter::once(padding).chain(input.bytes().chunks(8).map(pack)).collect()))
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::fixture::{decode_array, encode_array, metadata, representation};
    use super::super::super::{Chain, DecodeOptions, Silent};
    use super::*;
    use crate::metadata::{Json, Scalar};
    use crate::store::Slice;
    use serde_json::{Value, json};

    #[test]
    fn the_first_bool_is_the_highest_bit() {
        let codec = metadata("numcodecs.packbits", Value::Null);
        let codec = build(&codec, &representation("bool", &[3, 3])).unwrap();
        let stored = Elements::new(UINT8, vec![7, 0x55, 0x80]);
        let decoded = decode_array(codec.as_ref(), &stored).unwrap();
        assert_eq!(decoded.bytes(), [0, 1, 0, 1, 0, 1, 0, 1, 1]);
        assert_eq!(encode_array(codec.as_ref(), &decoded).unwrap(), stored);
        let wrong = Elements::new(UINT8, vec![6, 0x55, 0x80]);
        assert!(decode_array(codec.as_ref(), &wrong).unwrap_err().to_string().contains("7 bits of padding"));
    }

    /// zarr-python 3.4.2 wrote both shards: of bools that are false but for the third from the end. An inner chunk of zeros is
    /// missing where the fill value is false, one of ones where it is true.
    #[test]
    fn a_missing_inner_chunk_has_the_fill_value_as_a_number() {
        let decode = |fill: bool, size: u64, shard: &[&[u8]]| {
            let edge = if size == 60 { 3 } else { 4 };
            let codecs = json!([
                "numcodecs.packbits",
                {"name": "sharding_indexed", "configuration": {
                    "chunk_shape": [edge], "codecs": ["bytes"],
                    "index_codecs": [{"name": "bytes", "configuration": {"endian": "little"}}],
                }},
            ]);
            let codecs = Json::at(&codecs, "/codecs".into()).list("codecs", CodecMetadata::read).unwrap();
            let mut bools = representation("bool", &[size]);
            bools.fill_value = Some(Scalar::Bool(fill));
            let chain = Chain::build(&codecs, "/codecs", bools).unwrap();
            let decoded =
                chain.decode(&Slice(&shard.concat()), &DecodeOptions::default(), &mut Silent).unwrap();
            let set: Vec<usize> =
                (0..).zip(decoded.bytes()).filter(|(_, bool)| **bool == 1).map(|(i, _)| i).collect();
            (decoded.size(), set)
        };
        let entry = |offset: u64, nbytes: u64| [offset.to_le_bytes(), nbytes.to_le_bytes()].concat();
        let missing = entry(u64::MAX, u64::MAX);
        let last = [0, 0, 0, 4].as_slice();
        assert_eq!(decode(false, 56, &[last, &missing, &entry(0, 4)]), (56, vec![53]));
        let parts = [[4, 0, 0].as_slice(), &[0, 0, 0x40], &entry(0, 3), &missing, &entry(3, 3)];
        assert_eq!(decode(false, 60, &parts), (60, vec![57]));
        // 0, 1, 1, 1 and 1, 1, 1, 1: no padding, and each byte has its last bool set.
        let (size, set) = decode(true, 56, &[&[0, 1, 1, 1], &entry(0, 4), &missing]);
        assert_eq!((size, set), (56, vec![7, 15, 23, 31, 39, 47, 55]));
    }

    #[test]
    fn the_bools_that_are_there_are_left() {
        let codec = metadata("numcodecs.packbits", Value::Null);
        let codec = build(&codec, &representation("bool", &[3, 3])).unwrap();
        let options = DecodeOptions::default();
        for (stored, size) in [(vec![7, 0x55], 8), (vec![6, 0x55, 0x80], 9)] {
            let mut work = StageWork::new(&options);
            assert!(codec.decode(&Elements::new(UINT8, stored), &mut work).is_err());
            assert_eq!(work.partial.unwrap().value.bytes(), &[0, 1, 0, 1, 0, 1, 0, 1, 1][..size]);
        }
    }
}
