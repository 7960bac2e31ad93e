use super::{Array, ChunkAddress, ChunkNote, Fault, Survey, survey::Surveying};
use crate::codec::{Chain, DecodeOptions, Entry, MissingInner, ShardMap};
use crate::metadata::{lengths, text::count};
use crate::store::ByteSource;

pub const PARTLY_FILLED: &str = "partly filled";

const FULL: u64 = 2;

#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[cfg_attr(feature = "explorer", derive(serde::Serialize, serde::Deserialize))]
pub struct ShardTally {
    full: u64,
    lacking: u64,
    first: Option<(Vec<u64>, u64, u64)>,
}

#[doc(hidden)]
impl Array {
    /// The inner chunks of a chunk that are missing, of those that overlap the array. Only the index is read. `None` where the
    /// chunk is missing or no shard, or where it is not known which inner chunks overlap the array.
    pub fn missing_inner(
        &self,
        coords: &[u64],
        options: &DecodeOptions,
    ) -> Result<Option<MissingInner>, Fault> {
        let chain = self.chain_at(coords)?;
        if chain.sharding().is_none() {
            return Ok(None);
        }
        let Some(file) = self.open_part(&chain, coords, options)? else { return Ok(None) };
        self.missing_in(&chain, &file, coords, options)
    }

    pub(super) fn missing_in(
        &self,
        chain: &Chain,
        shard: &dyn ByteSource,
        coords: &[u64],
        options: &DecodeOptions,
    ) -> Result<Option<MissingInner>, Fault> {
        let Some(used) = self.metadata.chunk_grid.used(coords) else { return Ok(None) };
        Ok(chain.missing_inner(shard, &lengths(&used), options)?)
    }

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

impl ShardTally {
    pub fn add(&mut self, coords: &[u64], inner: &MissingInner) {
        if inner.missing == 0 {
            self.full += 1;
            return;
        }
        self.lacking += 1;
        // Shards come in any order, and the note is the same on every machine.
        if self.first.as_ref().is_none_or(|(first, ..)| coords < first.as_slice()) {
            self.first = Some((coords.to_vec(), inner.missing, inner.total));
        }
    }

    /// A note where shards lack inner chunks as if these had been lost: the one rule for everything that reports it.
    ///
    /// Writers leave out inner chunks that are all fill value, so a shard that lacks some is not remarkable in itself. It is where
    /// nearly all others are full: at least two of them, and three quarters of the other stored shards. In a sparse array, shards
    /// lack inner chunks here and there, and fewer are full.
    pub fn note(&self, array: &Array) -> Option<ChunkNote> {
        let others = self.full.saturating_add(self.lacking).saturating_sub(1);
        let (coords, missing, total) = self.first.as_ref()?;
        if self.full < FULL || self.full.saturating_mul(4) < others.saturating_mul(3) {
            return None;
        }
        let value = format!(
            "lacks {missing} of {}, while {} are full: parallel writers that overwrote each other look like this, and so does \
             what was left out because it is all fill value",
            count((*total).into(), "inner chunk"),
            count(self.full.into(), "other shard"),
        );
        Some(ChunkNote {
            array: array.path.clone(),
            name: PARTLY_FILLED,
            chunks: self.lacking,
            key: array.chunk_key(coords),
            chunk: coords.clone(),
            value,
        })
    }
}

impl Survey {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hierarchy::Hierarchy;

    /// What is said where so many shards lack so many of eight inner chunks.
    fn noted(shards: &[(u64, u64)]) -> Option<(u64, String)> {
        let array = Array::open(&Hierarchy::open("sample-data/sharded.zarr").unwrap(), "plain").unwrap();
        let mut tally = ShardTally::default();
        let mut at = 0;
        for (shards, missing) in shards {
            for _ in 0..*shards {
                tally.add(&[at, 0], &MissingInner { total: 8, missing: *missing, boxes: Vec::new() });
                at += 1;
            }
        }
        tally.note(&array).map(|note| (note.chunks, note.key + " " + &note.value))
    }

    #[test]
    fn a_shard_that_lacks_inner_chunks_is_remarkable_where_nearly_all_others_are_full() {
        let (chunks, text) = noted(&[(3, 0), (1, 2)]).unwrap();
        assert_eq!(chunks, 1);
        assert!(
            text.starts_with(
                "c/3/0 lacks 2 of 8 inner chunks, while 3 other shards are full: parallel writers"
            ),
            "{text}"
        );
        assert_eq!(noted(&[(2, 0), (1, 2)]).unwrap().0, 1);
        assert_eq!(noted(&[(12, 0), (5, 1)]).unwrap().0, 5);
    }

    #[test]
    fn a_sparse_array_is_not_remarkable() {
        assert_eq!(noted(&[(1, 0), (1, 2)]), None);
        assert_eq!(noted(&[(2, 0), (2, 3)]), None);
        assert_eq!(noted(&[(11, 0), (5, 1)]), None);
        assert_eq!(noted(&[(9, 5)]), None);
        assert_eq!(noted(&[(9, 0)]), None);
    }
}
