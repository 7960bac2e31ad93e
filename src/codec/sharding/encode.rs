//! Encoding a shard: the inner chunks in C order without gaps, and the index.

use super::super::run::cut;
use super::super::{CodecError, DecodeOptions, Silent, StageFault, StageWork};
use super::{Entry, INDEX_TYPE, IndexLocation, Sharding, whole};
use crate::metadata::{Elements, Scalar};
use crate::store::ByteSource;

impl Sharding {
    pub(super) fn encode_shard(&self, input: &Elements, work: &mut StageWork) -> Result<Vec<u8>, CodecError> {
        let mut shard = Vec::new();
        let mut entries = Vec::new();
        for coords in self.grid.touched(&whole(&self.decoded.shape)) {
            let (offset, nbytes) = match self.encode_inner(input, &coords, work)? {
                Some(bytes) => {
                    let place = (shard.len() as u64, bytes.len() as u64);
                    shard.extend(bytes);
                    place
                }
                None => (u64::MAX, u64::MAX),
            };
            entries.push((offset, nbytes));
        }
        self.with_index(shard, &entries, work)
    }

    /// One inner chunk of a decoded shard; `None` when every bit of it is the fill value, so that it is left out.
    fn encode_inner(
        &self,
        shard: &Elements,
        coords: &[u64],
        work: &mut StageWork,
    ) -> Result<Option<Vec<u8>>, CodecError> {
        let extent = self.grid.extent(coords).unwrap_or_default();
        let elements = cut(shard, &self.decoded.shape, &extent);
        let fill_value = self.decoded.fill_value.as_ref();
        let is_fill = |fill: &Scalar| {
            let fill = fill.bytes(elements.data_type());
            elements.each().all(|element| element == fill)
        };
        if fill_value.is_some_and(is_fill) {
            return Ok(None);
        }
        let encoded = self.inner.encode(&elements, work.options, &mut Silent);
        encoded.map(Some).map_err(|StageFault { stage, error, .. }| CodecError::InnerChunk {
            coords: coords.to_vec(),
            stage: stage.codec.name.clone(),
            codec_index: stage.codec_index,
            error: Box::new(error),
        })
    }

    /// The index of a shard with other entries, encoded, and the byte of the shard it begins at; `None` where the index cannot be
    /// read, or would have another length.
    pub(crate) fn other_index(
        &self,
        shard: &dyn ByteSource,
        entries: &[(&[u64], Entry)],
    ) -> Option<(u64, Vec<u8>)> {
        let options = DecodeOptions::default();
        let index = self.read_index(shard, &mut StageWork::new(&options)).ok()?;
        let mut numbers = Vec::new();
        for (coords, entry) in index.iter() {
            let other = entries.iter().find(|(place, _)| *place == coords).map(|(_, other)| *other);
            numbers.extend(match other.unwrap_or(entry) {
                Entry::Stored { offset, nbytes } => [offset, nbytes],
                Entry::Missing => [u64::MAX; 2],
            });
        }
        let numbers = numbers.into_iter().flat_map(u64::to_le_bytes).collect();
        let encoded = self.index.encode(&Elements::new(INDEX_TYPE, numbers), &options, &mut Silent).ok()?;
        (encoded.len() as u64 == self.index_nbytes).then_some((self.index_offset(shard.nbytes())?, encoded))
    }

    /// Puts the index in its place; offsets count from the start of the shard.
    fn with_index(
        &self,
        mut shard: Vec<u8>,
        entries: &[(u64, u64)],
        work: &StageWork,
    ) -> Result<Vec<u8>, CodecError> {
        let shift = match self.index_location {
            IndexLocation::Start => self.index_nbytes,
            IndexLocation::End => 0,
        };
        let moved = |(offset, nbytes): &(u64, u64)| match *nbytes {
            u64::MAX => [u64::MAX; 2],
            nbytes => [offset.saturating_add(shift), nbytes],
        };
        let numbers = entries.iter().flat_map(moved).flat_map(u64::to_le_bytes).collect();
        let index = self.index.encode(&Elements::new(INDEX_TYPE, numbers), work.options, &mut Silent);
        let index = index.map_err(|fault| CodecError::Index {
            stage: fault.stage.codec.name.clone(),
            error: Box::new(fault.error),
        })?;
        match self.index_location {
            IndexLocation::Start => shard.splice(0..0, index).for_each(drop),
            IndexLocation::End => shard.extend(index),
        }
        Ok(shard)
    }
}
