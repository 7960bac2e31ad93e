use super::{Chain, CodecError, StageFault};
use crate::metadata::starts;

#[doc(hidden)]
impl Chain {
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
