use std::ops::Range;

use super::{Entry, ShardIndex, Sharding};
use crate::codec::{Chain, DecodeOptions, Silent, StageFault, StageWork};
use crate::metadata::{ChunkGrid, linear};
use crate::store::{ByteSource, Slice};

#[derive(Debug, Clone)]
pub struct ShardMap {
    pub grid: ChunkGrid,
    pub nbytes: u64,
    pub as_stored: bool,
    pub index: Range<u64>,
    pub entries: Vec<(Vec<u64>, Entry)>,
    pub gaps: Vec<Range<u64>>,
    /// Used by more than one inner chunk, or by an inner chunk and the index.
    pub overlaps: Vec<Range<u64>>,
    pub stored: u64,
    pub outside: u64,
    fine: Vec<Use>,
}

const MOST_PARTS: u64 = 1024;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Use {
    Gap,
    Inner(usize),
    Index,
    Overlap,
}

impl ShardMap {
    pub fn read(
        chain: &Chain,
        source: &dyn ByteSource,
        path: &[Vec<u64>],
        options: &DecodeOptions,
    ) -> Option<Result<Self, StageFault>> {
        let sharding = chain.sharding()?;
        let bytes = match chain.decode_bytes(source, options, &mut Silent) {
            Ok(bytes) => bytes,
            Err(fault) => return Some(Err(fault)),
        };
        let slice = bytes.as_ref().map(|bytes| Slice(bytes.bytes()));
        let shard = slice.as_ref().map_or(source, |slice| slice as &dyn ByteSource);
        let fault = |error| StageFault::new(chain.array_to_bytes_info(), error);
        let index = match sharding.read_index(shard, &mut StageWork::new(options)) {
            Ok(index) => index,
            Err(error) => return Some(Err(fault(error))),
        };
        let Some((coords, rest)) = path.split_first() else {
            return Some(Ok(Self::of(sharding, &index, shard.nbytes(), bytes.is_none())));
        };
        match sharding.inner_source(shard, &index, coords) {
            Ok(Some(inner)) => Self::read(sharding.inner(), &inner, rest, options),
            Ok(None) => None,
            Err(error) => Some(Err(fault(error))),
        }
    }

    fn of(sharding: &Sharding, index: &ShardIndex, nbytes: u64, as_stored: bool) -> Self {
        let start = sharding.index_offset(nbytes).unwrap_or(0);
        let mut map = Self {
            grid: sharding.grid().clone(),
            nbytes,
            as_stored,
            index: start..start.saturating_add(sharding.index_nbytes()),
            entries: index.iter().collect(),
            gaps: Vec::new(),
            overlaps: Vec::new(),
            stored: 0,
            outside: 0,
            fine: Vec::new(),
        };
        map.stored = map.stored().count() as u64;
        map.outside = map.stored().filter(|(_, range)| range.end > nbytes).count() as u64;
        map.measure();
        let mut strip = Strip::new(nbytes);
        for (number, range) in map.stored() {
            strip.add(&range, Use::Inner(number));
        }
        strip.add(&map.index, Use::Index);
        for range in &map.overlaps {
            strip.add(range, Use::Overlap);
        }
        map.fine = strip.parts.into_iter().map(|(_, used)| used).collect();
        map
    }

    fn stored(&self) -> impl Iterator<Item = (usize, Range<u64>)> {
        self.entries.iter().enumerate().filter_map(|(number, (_, entry))| match entry {
            Entry::Stored { offset, nbytes } => Some((number, *offset..offset.saturating_add(*nbytes))),
            Entry::Missing => None,
        })
    }

    fn measure(&mut self) {
        let mut used: Vec<Range<u64>> = self.stored().map(|(_, range)| range).collect();
        used.push(self.index.clone());
        used.retain(|range| !range.is_empty() && range.start < self.nbytes);
        used.sort_by_key(|range| range.start);
        let mut end = 0;
        for range in used {
            let last = range.end.min(self.nbytes);
            if range.start > end {
                self.gaps.push(end..range.start);
            } else if range.start < end {
                self.overlaps.push(range.start..end.min(last));
            }
            end = end.max(last);
        }
        if end < self.nbytes {
            self.gaps.push(end..self.nbytes);
        }
    }

    pub fn entry(&self, coords: &[u64]) -> Option<Entry> {
        let number = linear(coords, &self.grid.grid_shape())?;
        self.entries.get(usize::try_from(number).ok()?).map(|(_, entry)| *entry)
    }

    pub fn is_outside(&self, entry: Entry) -> bool {
        match entry {
            Entry::Stored { offset, nbytes } => {
                offset.checked_add(nbytes).is_none_or(|end| end > self.nbytes)
            }
            Entry::Missing => false,
        }
    }

    pub fn strip(&self, width: u16) -> Vec<Use> {
        let fine = self.fine.len();
        let width = usize::from(width).min(self.fine.len());
        let mut strip = Vec::with_capacity(width);
        for part in 0..width {
            let within = self.fine.get(part * fine / width..(part + 1) * fine / width).unwrap_or_default();
            let overlap = within.iter().find(|used| **used == Use::Overlap);
            strip.push(overlap.or_else(|| within.get(within.len() / 2)).copied().unwrap_or(Use::Gap));
        }
        strip
    }
}

struct Strip {
    nbytes: u64,
    parts: Vec<(u64, Use)>,
    /// How many more parts may be looked at: entries that overlap could ask for very many.
    budget: u64,
}

impl Strip {
    fn new(nbytes: u64) -> Self {
        let mut strip = Self { nbytes, parts: Vec::new(), budget: 1 << 24 };
        let width = MOST_PARTS.min(nbytes);
        strip.parts = vec![(0, Use::Gap); usize::try_from(width).unwrap_or(0)];
        // What uses less than half of a part does not stand for it.
        let halves = (0..width).map(|part| (strip.bound(part + 1) - strip.bound(part)) / 2);
        strip.parts = halves.map(|half| (half, Use::Gap)).collect();
        strip
    }

    fn bound(&self, part: u64) -> u64 {
        let bound = u128::from(self.nbytes) * u128::from(part) / (self.parts.len() as u128).max(1);
        u64::try_from(bound).unwrap_or(self.nbytes)
    }

    fn add(&mut self, range: &Range<u64>, used: Use) {
        let end = range.end.min(self.nbytes);
        let first = u128::from(range.start) * self.parts.len() as u128 / u128::from(self.nbytes.max(1));
        // Rounding down may give the part before.
        for part in u64::try_from(first).unwrap_or(u64::MAX)..self.parts.len() as u64 {
            let start = self.bound(part);
            let bound = self.bound(part + 1);
            if start >= end || self.budget == 0 {
                return;
            }
            self.budget -= 1;
            let nbytes = end.min(bound).saturating_sub(range.start.max(start));
            if let Ok(part) = usize::try_from(part)
                && let Some(place) = self.parts.get_mut(part)
                && nbytes > 0
                && (used == Use::Overlap || nbytes > place.0)
            {
                *place = (nbytes, used);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::codec::fixture::representation;
    use crate::metadata::{CodecMetadata, Json};
    use serde_json::json;

    /// Shards of 6 uint8 in inner chunks of 2; the index is at the end.
    fn read(stored: &[u8], entries: [(u64, u64); 3]) -> Result<ShardMap, String> {
        let codecs = json!([{"name": "sharding_indexed", "configuration": {
            "chunk_shape": [2], "codecs": ["bytes"],
            "index_codecs": [{"name": "bytes", "configuration": {"endian": "little"}}],
        }}]);
        let codecs = Json::at(&codecs, "/codecs".into()).list("codecs", CodecMetadata::read).unwrap();
        let chain = Chain::build(&codecs, "/codecs", representation("uint8", &[6])).unwrap();
        let index =
            entries.into_iter().flat_map(|(offset, nbytes)| [offset.to_le_bytes(), nbytes.to_le_bytes()]);
        let shard = [stored, &index.flatten().collect::<Vec<u8>>()].concat();
        let map = ShardMap::read(&chain, &Slice(&shard), &[], &DecodeOptions::default()).unwrap();
        map.map_err(|fault| fault.to_string())
    }

    const MISSING: (u64, u64) = (u64::MAX, u64::MAX);

    #[test]
    fn a_tight_shard_has_neither_gaps_nor_overlaps() {
        let map = read(&[3, 4, 1, 2], [(2, 2), (0, 2), MISSING]).unwrap();
        assert_eq!((map.stored, map.nbytes, map.index.clone()), (2, 52, 4..52));
        assert_eq!((map.gaps.len(), map.overlaps.len(), map.outside), (0, 0, 0));
        assert_eq!(map.strip(13)[1], Use::Index);
        assert_eq!(
            map.strip(52)[..5],
            [Use::Inner(1), Use::Inner(1), Use::Inner(0), Use::Inner(0), Use::Index]
        );
    }

    #[test]
    fn gaps_overlaps_and_entries_that_lead_out_are_found() {
        let map = read(&[0; 8], [(1, 4), (3, 4), (99, 2)]).unwrap();
        assert_eq!(map.gaps, [0..1, 7..8]);
        assert_eq!(map.overlaps, vec![3..5]);
        assert_eq!(map.outside, 1);
        let entries: Vec<bool> = map.entries.iter().map(|(_, entry)| map.is_outside(*entry)).collect();
        assert_eq!(entries, [false, false, true]);
        assert_eq!(map.strip(56)[3], Use::Overlap);
    }

    #[test]
    fn an_inner_chunk_over_the_index_is_an_overlap() {
        let map = read(&[1, 2], [(0, 4), MISSING, MISSING]).unwrap();
        assert_eq!(map.overlaps, vec![2..4]);
    }
}
