//! The inside of a stored shard: its index, and its inner chunks as a survey.

use super::survey::Surveying;
use super::{Array, ChunkAddress, Fault, Survey};
use crate::codec::{DecodeOptions, Entry, ShardMap};

#[doc(hidden)]
impl Array {
    /// Reads the index of a shard, or of a shard within it. `None` when the chunk is missing, or no shard.
    pub fn shard_map(
        &self,
        address: &ChunkAddress,
        options: &DecodeOptions,
    ) -> Result<Option<ShardMap>, Fault> {
        let chain = self.chain_at(&address.chunk)?;
        let Some(shard) = self.open_part(&chain, &address.chunk, options)? else { return Ok(None) };
        Ok(ShardMap::read(&chain, &shard, &address.inner, options).transpose()?)
    }
}

impl Survey {
    /// The inner chunks of a shard as its index lists them. Entries that lead out of the shard are no stored chunks.
    pub fn of_shard(map: &ShardMap) -> Self {
        let mut survey = Surveying::begin(&map.grid);
        for (coords, entry) in &map.entries {
            match entry {
                Entry::Stored { nbytes, .. } if !map.is_outside(*entry) => survey.insert(coords, *nbytes),
                Entry::Stored { .. } => survey.block(coords),
                Entry::Missing => {}
            }
        }
        survey.end()
    }
}
