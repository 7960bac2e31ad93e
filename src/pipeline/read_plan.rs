//! What reading a region takes: chunks, requests and bytes, known from sizes and shard indexes. No chunk is read.

use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};

use rayon::iter::{IntoParallelIterator, ParallelIterator};

use super::{Array, Fault, Region, survey::volume};
use crate::codec::{Chain, DecodeOptions, Entry, ShardMap, Sharding, SourceRange};
use crate::limits::PLANNED_CHUNKS;
use crate::metadata::{common, lengths, seen_from};
use crate::store::{ByteSource, FirstRead, JoinedRanges, StoreError};

/// The cost of a read. What is not known is `None`: sizes of more than [`PLANNED_CHUNKS`] chunks or shards in shards, bytes of elements of any length.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(feature = "explorer", derive(serde::Serialize))]
pub struct ReadPlan {
    /// The chunks that the region touches, shards as one, whether stored or missing.
    pub chunks: u128,
    /// Those of them that are missing: they are asked for, and read as the fill value.
    #[cfg_attr(feature = "explorer", serde(skip_serializing_if = "Option::is_none"))]
    pub missing: Option<u128>,
    /// The stored inner chunks that the region touches; `None` where there are no shards.
    #[cfg_attr(feature = "explorer", serde(skip_serializing_if = "Option::is_none"))]
    pub inner_chunks: Option<u128>,
    /// One for each chunk; for a shard one for its index and one for each run of inner chunks beside each other. `None` for more shards
    /// than are looked at.
    pub requests: Option<u128>,
    #[cfg_attr(feature = "explorer", serde(rename = "stored_bytes"))]
    pub stored_nbytes: Option<u128>,
    #[cfg_attr(feature = "explorer", serde(rename = "decoded_bytes"))]
    pub decoded_nbytes: Option<u128>,
    #[cfg_attr(feature = "explorer", serde(rename = "wanted_bytes"))]
    pub wanted_nbytes: Option<u128>,
}

#[derive(Debug, Clone, Copy, Default)]
struct Cost {
    missing: u128,
    requests: u128,
    inner_chunks: u128,
    stored_nbytes: u128,
    decoded_size: u128,
}

impl Cost {
    fn add(self, other: Self) -> Self {
        Self {
            missing: self.missing + other.missing,
            requests: self.requests.saturating_add(other.requests),
            inner_chunks: self.inner_chunks.saturating_add(other.inner_chunks),
            stored_nbytes: self.stored_nbytes.saturating_add(other.stored_nbytes),
            decoded_size: self.decoded_size.saturating_add(other.decoded_size),
        }
    }
}

impl ReadPlan {
    /// # Errors
    /// When the size of a chunk or the index of a shard cannot be read; with the chunk.
    pub fn of(
        array: &Array,
        region: &[Range<u64>],
        options: &DecodeOptions,
    ) -> Result<Self, (Vec<u64>, Box<Fault>)> {
        let grid = &array.metadata.chunk_grid;
        let chunks = grid.touching(region).map_or(0, |chunks| volume(&chunks));
        let bytes = |size: u128| bytes_of(array, size);
        let wanted_nbytes = bytes(volume(region));
        let is_sharded = array.chain().sharding().is_some();
        // Without shards each is one request, and as large as the others where the grid has one shape.
        let plain = (!is_sharded).then_some(chunks);
        let size = plain.filter(|_| grid.common_shape().is_some());
        let size = size.map(|chunks| chunks.saturating_mul(size_of(array.chain())));
        let unknown = Self {
            chunks,
            missing: None,
            requests: plain,
            inner_chunks: None,
            stored_nbytes: None,
            decoded_nbytes: size.and_then(bytes),
            wanted_nbytes,
        };
        if chunks > PLANNED_CHUNKS.into() {
            return Ok(unknown);
        }
        let touched: Vec<Vec<u64>> = grid.touched(region).collect();
        let indexes = AtomicU64::new(0);
        let costs: Result<Vec<Option<Cost>>, _> = touched
            .into_par_iter()
            .map(|coords| {
                let cost = chunk_cost(array, &coords, region, options, &indexes);
                cost.map_err(|fault| (coords, Box::new(fault)))
            })
            .collect();
        let costs: Option<Vec<Cost>> = costs?.into_iter().collect();
        let Some(costs) = costs else { return Ok(unknown) };
        let cost = costs.into_iter().fold(Cost::default(), Cost::add);
        Ok(Self {
            chunks,
            missing: Some(cost.missing),
            requests: Some(cost.requests),
            inner_chunks: is_sharded.then_some(cost.inner_chunks),
            stored_nbytes: Some(cost.stored_nbytes),
            decoded_nbytes: bytes(cost.decoded_size),
            wanted_nbytes,
        })
    }

    /// The same read of an array with other chunks, without shards: all of them stored, and as compressible as those there are.
    #[must_use]
    pub fn with_chunks(&self, array: &Array, region: &[Range<u64>], chunk_shape: &[u64]) -> Self {
        let along = |(range, edge): (&Range<u64>, &u64)| -> u128 {
            let edge = (*edge).max(1);
            if range.is_empty() { 0 } else { u128::from((range.end - 1) / edge - range.start / edge) + 1 }
        };
        let chunks = region.iter().zip(chunk_shape).map(along).fold(1, u128::saturating_mul);
        let size = chunk_shape.iter().fold(chunks, |size, edge| size.saturating_mul((*edge).into()));
        let decoded_nbytes = bytes_of(array, size);
        let stored_nbytes = match (decoded_nbytes, self.decoded_nbytes, self.stored_nbytes) {
            (Some(decoded), Some(own @ 1..), Some(stored)) => {
                decoded.checked_mul(stored).map(|product| product / own)
            }
            _ => None,
        };
        Self {
            chunks,
            missing: None,
            requests: Some(chunks),
            inner_chunks: None,
            stored_nbytes,
            decoded_nbytes,
            wanted_nbytes: self.wanted_nbytes,
        }
    }

    /// Bytes that are decoded for each byte that is wanted.
    #[must_use]
    #[expect(clippy::cast_precision_loss, reason = "a ratio is shown with two digits")]
    pub fn amplification(&self) -> Option<f64> {
        match (self.decoded_nbytes?, self.wanted_nbytes?) {
            (_, 0) => None,
            (decoded, wanted) => Some(decoded as f64 / wanted as f64),
        }
    }
}

fn bytes_of(array: &Array, size: u128) -> Option<u128> {
    let data_type = &array.metadata.data_type;
    let nbytes = data_type.nbytes() as u128;
    if data_type.is_variable() { None } else { size.checked_mul(nbytes) }
}

fn size_of(chain: &Chain) -> u128 {
    chain.decoded().size().unwrap_or(u64::MAX).into()
}

/// `None` where more indexes would have to be read than are looked at; `indexes` counts them.
fn chunk_cost(
    array: &Array,
    coords: &[u64],
    region: &[Range<u64>],
    options: &DecodeOptions,
    indexes: &AtomicU64,
) -> Result<Option<Cost>, Fault> {
    let chain = array.chain_at(coords)?;
    let is_ranged = chain.decodes_parts();
    let stored = if is_ranged {
        array.open_part(&chain, coords, options)?
    } else {
        array.open_value(coords, FirstRead::Size, options, |_| None)?
    };
    let missing = Cost { missing: 1, requests: 1, ..Cost::default() };
    let Some(stored) = stored else { return Ok(Some(missing)) };
    let whole = Cost {
        requests: 1,
        inner_chunks: u128::from(chain.sharding().is_some()),
        stored_nbytes: stored.nbytes().into(),
        decoded_size: size_of(&chain),
        ..Cost::default()
    };
    let grid = &array.metadata.chunk_grid;
    let (Some(extent), Some(used)) = (grid.extent(coords), grid.used(coords)) else { return Ok(Some(whole)) };
    if !is_ranged || stored.is_packed() {
        return Ok(Some(whole));
    }
    let wanted = seen_from(&common(&used, region), &extent);
    shard_cost(&chain, &stored, &wanted, options, indexes)
}

/// The index, and of the inner chunks those that the box touches; an inner chunk that is a shard has its own index. Shards in shards may
/// share their bytes: a few of these can have more indexes than anybody would wait for.
fn shard_cost(
    chain: &Chain,
    shard: &dyn ByteSource,
    wanted: &Region,
    options: &DecodeOptions,
    indexes: &AtomicU64,
) -> Result<Option<Cost>, Fault> {
    if indexes.fetch_add(1, Ordering::Relaxed) >= PLANNED_CHUNKS {
        return Ok(None);
    }
    let map = ShardMap::read(chain, shard, &[], options).transpose()?;
    let (Some(map), Some(inner)) = (map, chain.sharding().map(Sharding::inner)) else {
        return Ok(Some(Cost::default()));
    };
    let mut cost = Cost {
        requests: 1,
        stored_nbytes: u128::from(map.index.end.saturating_sub(map.index.start)),
        ..Cost::default()
    };
    let mut ranges = Vec::new();
    for (coords, entry) in &map.entries {
        let (Some(extent), Entry::Stored { offset, nbytes }) = (map.grid.extent(coords), entry) else {
            continue;
        };
        let touched = common(&extent, wanted);
        if lengths(&touched).contains(&0) {
            continue;
        }
        if map.is_outside(*entry) {
            let (offset, nbytes, end) = (*offset, *nbytes, shard.nbytes());
            return Err(StoreError::OutOfRange { offset, nbytes, end }.into());
        }
        if inner.sharding().is_some() && inner.reads_ranges() {
            let source = SourceRange { source: shard, offset: *offset, nbytes: *nbytes };
            let own = shard_cost(inner, &source, &seen_from(&touched, &extent), options, indexes)?;
            let Some(own) = own else { return Ok(None) };
            cost = cost.add(own);
            continue;
        }
        cost.inner_chunks += 1;
        cost.decoded_size = cost.decoded_size.saturating_add(size_of(inner));
        ranges.push(*offset..offset.saturating_add(*nbytes));
    }
    for read in JoinedRanges::reads(shard, ranges.into_iter()) {
        cost.requests += 1;
        cost.stored_nbytes = cost.stored_nbytes.saturating_add((read.end - read.start).into());
    }
    Ok(Some(cost))
}
