use super::super::run::cut;
use super::super::{CodecError, DecodeOptions, Silent, StageFault, StageWork};
use super::{Entry, INDEX_TYPE, Sharding, WhichEnd, whole};
use crate::metadata::Elements;
use crate::store::ByteSource;

impl Sharding {
    pub(super) fn encode_shard(&self, input: &Elements, work: &mut StageWork) -> Result<Vec<u8>, CodecError> {
        let mut shard = Vec::new();
        let mut entries = Vec::new();
        let shift = if self.index_location == WhichEnd::Start { self.index_nbytes } else { 0 };
        for coords in self.grid.touched(&whole(&self.decoded.shape)) {
            let elements = cut(input, &self.decoded.shape, &self.grid.extent(&coords).unwrap_or_default());
            if let Some(fill) = &self.decoded.fill_value {
                let fill = fill.bytes(elements.data_type());
                if elements.each().all(|element| element == fill) {
                    entries.push(Entry::Missing);
                    continue;
                }
            }
            let left = work.limit.saturating_sub(shard.len() as u64);
            let encoded = self.inner.encode_within(&elements, work.options, &mut Silent, left);
            let bytes = encoded.map_err(|fault| fault.of_inner_chunk(&coords))?;
            // Offsets count from the start of the shard.
            let offset = shift.saturating_add(shard.len() as u64);
            entries.push(Entry::Stored { offset, nbytes: bytes.len() as u64 });
            shard.extend(bytes);
        }
        let index = self.encode_index(entries, work.options).map_err(StageFault::of_index)?;
        match self.index_location {
            WhichEnd::Start => shard.splice(0..0, index).for_each(drop),
            WhichEnd::End => shard.extend(index),
        }
        Ok(shard)
    }

    pub(crate) fn other_index(
        &self,
        shard: &dyn ByteSource,
        entries: &[(&[u64], Entry)],
    ) -> Option<(u64, Vec<u8>)> {
        let options = DecodeOptions::default();
        let index = self.read_index(shard, &mut StageWork::new(&options)).ok()?;
        let changed = index.iter().map(|(coords, entry)| {
            let other = entries.iter().find(|(place, _)| *place == coords);
            other.map_or(entry, |(_, other)| *other)
        });
        let encoded = self.encode_index(changed, &options).ok()?;
        (encoded.len() as u64 == self.index_nbytes).then_some((self.index_offset(shard.nbytes())?, encoded))
    }

    fn encode_index(
        &self,
        entries: impl IntoIterator<Item = Entry>,
        options: &DecodeOptions,
    ) -> Result<Vec<u8>, StageFault> {
        let mut numbers = Vec::new();
        for entry in entries {
            let [offset, nbytes] = match entry {
                Entry::Stored { offset, nbytes } => [offset, nbytes],
                Entry::Missing => [u64::MAX; 2],
            };
            numbers.extend(offset.to_le_bytes());
            numbers.extend(nbytes.to_le_bytes());
        }
        self.index.encode(&Elements::new(INDEX_TYPE, numbers), options, &mut Silent)
    }
}
