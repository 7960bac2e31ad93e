use std::ops::Range;

use super::chain::Chain;
use super::probe::encoded_bytes;
use super::trace::Trace;
use super::{CodecError, StageFault};
use crate::metadata::{delinear, starts};

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Dependents {
    /// No element: it is a checksum, an index, a length.
    None,
    /// `first` is the first of them in encoding order, by its coordinates in the chunk.
    Elements {
        first: Vec<u64>,
        count: u64,
    },
    All,
}

#[doc(hidden)]
impl Chain {
    /// `place` counts the codecs before the byte in encoding order: all codecs for a stored byte.
    pub fn dependents_of_byte(&self, trace: &Trace, place: usize, byte: u64) -> Dependents {
        let Some(elements) = self.elements_of_byte(trace, place, byte) else { return Dependents::All };
        let Range { start, end } = elements;
        if start >= end {
            return Dependents::None;
        }
        let encoded = self.array_to_array.last().map_or(self.decoded(), |stage| stage.codec.encoded());
        let mut first = delinear(start, &encoded.shape);
        let mut count = end - start;
        for stage in self.array_to_array.iter().rev() {
            let back = stage.codec.locate_back(&first);
            let (Some(back), Some(dependents)) = (back, stage.codec.dependents(&first, count)) else {
                return Dependents::All;
            };
            first = back;
            count = dependents;
        }
        Dependents::Elements { first, count }
    }

    pub fn dependent_of_element(&self, place: usize, coords: &[u64]) -> Option<Vec<u64>> {
        let mut coords = coords.to_vec();
        for stage in self.array_to_array.get(..place)?.iter().rev() {
            coords = stage.codec.locate_back(&coords)?;
        }
        Some(coords)
    }

    fn elements_of_byte(&self, trace: &Trace, place: usize, byte: u64) -> Option<Range<u64>> {
        let behind = place.checked_sub(self.array_to_array.len() + 1)?;
        let mut range = byte..byte.checked_add(1)?;
        for stage in self.bytes_to_bytes.get(..behind)?.iter().rev() {
            range = stage.codec.locate_back(&range, encoded_bytes(trace, &stage.info)?)?;
            if range.is_empty() {
                return Some(0..0);
            }
        }
        let stage = &self.array_to_bytes;
        let encoded = encoded_bytes(trace, &stage.info)?;
        let size = match &stage.info.decoded {
            super::Representation::Array(array) => array.size()?,
            _ => return None,
        };
        let first = stage.codec.locate_back(range.start, size, encoded)?;
        let last = stage.codec.locate_back(range.end - 1, size, encoded)?;
        Some(first.start..last.end.min(size))
    }

    pub fn element_of(&self, fault: &StageFault) -> Option<Vec<u64>> {
        self.place(fault.stage.codec_index, &fault.error)
    }

    fn place(&self, codec_index: usize, error: &CodecError) -> Option<Vec<u64>> {
        match error {
            CodecError::Element { coords, .. } => self.dependent_of_element(codec_index, coords),
            CodecError::InnerChunk { coords, codec_index: inner, error, .. } => {
                let sharding = self.sharding()?;
                let within = sharding.inner().place(*inner, error)?;
                let extent = sharding.grid().extent(coords)?;
                let sums = starts(&extent).into_iter().zip(within).map(|(start, own)| start.checked_add(own));
                self.dependent_of_element(self.array_to_array.len(), &sums.collect::<Option<Vec<u64>>>()?)
            }
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::DecodeOptions;
    use super::super::fixture::representation;
    use super::*;
    use crate::metadata::{CodecMetadata, Json};
    use serde_json::{Value, json};

    fn chain(name: &str, shape: &[u64], codecs: &Value) -> Chain {
        let codecs = Json::at(codecs, "/codecs".into()).list("codecs", CodecMetadata::read).unwrap();
        Chain::build(&codecs, "/codecs", representation(name, shape)).unwrap()
    }

    fn of(chain: &Chain, stored: &[u8], byte: u64) -> Dependents {
        let options = DecodeOptions { ignore_checksums: true, ..DecodeOptions::default() };
        let trace = Trace::record(chain, stored.to_vec(), &options, usize::MAX);
        chain.dependents_of_byte(&trace, chain.stages().count(), byte)
    }

    fn one(first: &[u64]) -> Dependents {
        Dependents::Elements { first: first.to_vec(), count: 1 }
    }

    #[test]
    fn a_byte_behind_a_transposition_and_a_checksum() {
        // A 2×3 chunk of uint16 in columns: byte 2 is in the second element stored, which is (1, 0).
        let codecs = json!([{"name": "transpose", "configuration": {"order": [1, 0]}},
            {"name": "bytes", "configuration": {"endian": "big"}}, "crc32c"]);
        let chain = chain("uint16", &[2, 3], &codecs);
        assert_eq!(of(&chain, &[0; 16], 2), one(&[1, 0]));
        assert_eq!(of(&chain, &[0; 16], 11), one(&[1, 2]));
        assert_eq!(of(&chain, &[0; 16], 12), Dependents::None, "the checksum");
    }

    #[test]
    fn a_byte_of_a_shuffle_and_of_packed_bits() {
        let shuffle = json!([{"name": "bytes", "configuration": {"endian": "little"}},
            {"name": "numcodecs.shuffle", "configuration": {"elementsize": 2}}]);
        assert_eq!(of(&chain("int16", &[3], &shuffle), &[0; 6], 4), one(&[1]));
        let bits = chain("bool", &[16], &json!(["packbits"]));
        assert_eq!(of(&bits, &[0; 2], 1), Dependents::Elements { first: vec![8], count: 8 });
    }

    #[test]
    fn a_compressor_without_blocks_and_texts() {
        let gzip = chain("uint8", &[2], &json!(["bytes", {"name": "gzip", "configuration": {"level": 1}}]));
        assert_eq!(of(&gzip, b"anything", 3), Dependents::All);
        let texts = chain("string", &[2], &json!(["vlen-utf8"]));
        let stored = b"\x02\0\0\0\x02\0\0\0ab\x01\0\0\0c";
        let dependents = [0, 4, 9, 10, 14].map(|byte| of(&texts, stored, byte));
        assert_eq!(dependents, [Dependents::None, one(&[0]), one(&[0]), one(&[1]), one(&[1])]);
    }

    #[test]
    fn a_byte_of_a_shard() {
        let codecs = json!([{"name": "sharding_indexed", "configuration": {
            "chunk_shape": [2], "codecs": ["bytes"],
            "index_codecs": [{"name": "bytes", "configuration": {"endian": "little"}}]}}]);
        let index: Vec<u8> = [2_u64, 2, 0, 2].into_iter().flat_map(u64::to_le_bytes).collect();
        let shard = [&[3, 4, 1, 2][..], &index].concat();
        let chain = chain("uint8", &[4], &codecs);
        let two = |first| Dependents::Elements { first: vec![first], count: 2 };
        assert_eq!([1, 2].map(|byte| of(&chain, &shard, byte)), [two(2), two(0)]);
        assert_eq!(of(&chain, &shard, 9), Dependents::None, "the index");
    }
}

#[cfg(test)]
mod faults {
    use super::super::fixture::representation;
    use super::super::{DecodeOptions, Silent};
    use super::*;
    use crate::metadata::{CodecMetadata, Json};
    use crate::store::Slice;
    use serde_json::{Value, json};

    /// The first bad element of a stored chunk, in the chunk.
    fn bad(name: &str, shape: &[u64], codecs: &Value, stored: &[u8]) -> Option<Vec<u64>> {
        let codecs = Json::at(codecs, "/codecs".into()).list("codecs", CodecMetadata::read).unwrap();
        let chain = Chain::build(&codecs, "/codecs", representation(name, shape)).unwrap();
        let fault = chain.decode(&Slice(stored), &DecodeOptions::default(), &mut Silent).unwrap_err();
        chain.element_of(&fault)
    }

    #[test]
    fn codecs_in_front_move_it() {
        let cast = json!({"name": "cast_value", "configuration": {"data_type": "int16"}});
        let little = json!({"name": "bytes", "configuration": {"endian": "little"}});
        let transpose = json!({"name": "transpose", "configuration": {"order": [1, 0]}});
        // 2×3 in columns; 300 is the third number: row 0, column 1.
        let stored: Vec<u8> = [1_i16, 2, 300, 4, 5, 6].into_iter().flat_map(i16::to_le_bytes).collect();
        assert_eq!(bad("uint8", &[2, 3], &json!([transpose, cast, little]), &stored), Some(vec![0, 1]));
        assert_eq!(bad("uint8", &[2, 3], &json!([cast, transpose, little]), &stored), Some(vec![0, 1]));
    }

    #[test]
    fn inner_chunks_have_their_place_in_the_shard() {
        let cast = json!({"name": "cast_value", "configuration": {"data_type": "int16"}});
        let little = json!({"name": "bytes", "configuration": {"endian": "little"}});
        let shard = json!({"name": "sharding_indexed", "configuration": {
            "chunk_shape": [2], "codecs": [cast, little], "index_codecs": [little]}});
        let mut stored: Vec<u8> = [1_i16, 2, 3, 300].into_iter().flat_map(i16::to_le_bytes).collect();
        stored.extend([0_u64, 4, 4, 4].into_iter().flat_map(u64::to_le_bytes));
        assert_eq!(bad("uint8", &[4], &json!([shard]), &stored), Some(vec![3]));
    }
}
