use std::ops::Range;

use super::Entry;
use crate::codec::{Chain, DecodeOptions, Silent, StageFault, StageWork};
use crate::limits::SHARD_READS;
use crate::metadata::boxes_between;
use crate::store::{ByteSource, Slice};

/// At most this many bytes of indexes are read for one shard, however large it is.
const INDEXES: u64 = 1 << 28;
/// For a small shard whose inner shards are compressed.
const SLACK: u64 = 1 << 16;

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct MissingInner {
    pub total: u64,
    pub missing: u64,
    pub boxes: Vec<Vec<Vec<Range<u64>>>>,
}

impl Chain {
    /// `used` is how many elements of the chunk count in each dimension: an inner chunk without any does not. `None` for what is
    /// no shard, where it is not known which inner chunks have such elements, and where there are too many.
    pub fn missing_inner(
        &self,
        source: &dyn ByteSource,
        used: &[u64],
        options: &DecodeOptions,
    ) -> Result<Option<MissingInner>, StageFault> {
        // Shards within the shard may all be the same few bytes: decoding stops at such a limit too.
        let left = source.nbytes().saturating_mul(SHARD_READS).saturating_add(SLACK).min(INDEXES);
        let mut walk = InnerWalk { options, path: Vec::new(), left, found: MissingInner::default() };
        Ok(if walk.shard(self, source, used)? { Some(walk.found) } else { None })
    }
}

struct InnerWalk<'a> {
    options: &'a DecodeOptions,
    path: Vec<Vec<Range<u64>>>,
    left: u64,
    found: MissingInner,
}

impl InnerWalk<'_> {
    fn shard(&mut self, chain: &Chain, source: &dyn ByteSource, used: &[u64]) -> Result<bool, StageFault> {
        let Some(sharding) = chain.sharding() else { return Ok(false) };
        let used = match chain.rearranges() {
            false => used,
            true if used == chain.decoded().shape => sharding.decoded.shape.as_slice(),
            // Elements have other places in the shard: which of its inner chunks lie past the array is not known.
            true => return Ok(false),
        };
        let bytes = chain.decode_bytes(source, self.options, &mut Silent)?;
        let slice = bytes.as_ref().map(|bytes| Slice(bytes.bytes()));
        let shard = slice.as_ref().map_or(source, |slice| slice as &dyn ByteSource);
        let fault = |error| StageFault::new(chain.array_to_bytes_info(), error);
        let Some(left) = self.left.checked_sub(sharding.index_nbytes) else { return Ok(false) };
        self.left = left;
        let index = sharding.read_index(shard, &mut StageWork::new(self.options)).map_err(fault)?;
        let edges = &sharding.inner.decoded().shape;
        let counted: Vec<u64> =
            used.iter().zip(edges).map(|(used, edge)| used.div_ceil((*edge).max(1))).collect();
        let mut stored = Vec::new();
        for (coords, entry) in index.iter() {
            if coords.iter().zip(&counted).any(|(coord, edge)| coord >= edge) {
                continue;
            }
            self.found.total += 1;
            match entry {
                Entry::Stored { .. } => stored.push(coords),
                Entry::Missing => self.found.missing += 1,
            }
        }
        for region in boxes_between(stored.iter().map(Vec::as_slice), &counted) {
            let mut path = self.path.clone();
            path.push(region);
            self.found.boxes.push(path);
        }
        if sharding.inner().sharding().is_none() {
            return Ok(true);
        }
        for coords in stored {
            let inner = match sharding.inner_source(shard, &index, &coords) {
                Ok(Some(inner)) => inner,
                Ok(None) => return Ok(false),
                Err(error) => return Err(fault(error)),
            };
            // The inner chunks of the shard count in its place.
            self.found.total -= 1;
            self.path.push(coords.iter().map(|coord| *coord..coord.saturating_add(1)).collect());
            let extent = sharding.grid.extent(&coords).unwrap_or_default();
            let mut own = Vec::with_capacity(extent.len());
            for (range, used) in extent.iter().zip(used) {
                own.push((*used).clamp(range.start, range.end).saturating_sub(range.start));
            }
            let is_known = self.shard(sharding.inner(), &inner, &own)?;
            self.path.pop();
            if !is_known {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::codec::fixture::representation;
    use crate::metadata::{CodecMetadata, Json};
    use serde_json::{Value, json};

    fn sharding(chunk_shape: &[u64], codecs: &Value) -> Value {
        json!({"name": "sharding_indexed", "configuration": {
            "chunk_shape": chunk_shape, "codecs": codecs,
            "index_codecs": [{"name": "bytes", "configuration": {"endian": "little"}}],
        }})
    }

    /// A shard of stored bytes, and an index of entries behind them.
    fn shard(stored: &[u8], entries: &[Option<(u64, u64)>]) -> Vec<u8> {
        let mut bytes = stored.to_vec();
        for entry in entries {
            let (offset, nbytes) = entry.unwrap_or((u64::MAX, u64::MAX));
            bytes.extend(offset.to_le_bytes());
            bytes.extend(nbytes.to_le_bytes());
        }
        bytes
    }

    fn missing(codecs: &Value, shape: &[u64], shard: &[u8], used: &[u64]) -> Option<MissingInner> {
        let codecs = Json::at(codecs, "/codecs".into()).list("codecs", CodecMetadata::read).unwrap();
        let chain = Chain::build(&codecs, "/codecs", representation("uint8", shape)).unwrap();
        chain.missing_inner(&Slice(shard), used, &DecodeOptions::default()).unwrap()
    }

    #[test]
    fn what_the_index_lacks_is_missing_but_for_what_lies_past_the_array() {
        let codecs = || json!([sharding(&[1, 2], &json!(["bytes"]))]);
        // A grid of 2×3: (0, 1), (1, 0) and (1, 2) are not stored.
        let here = Some((0, 2));
        let bytes = shard(&[7, 7], &[here, None, here, None, here, None]);
        let all = missing(&codecs(), &[2, 6], &bytes, &[2, 6]).unwrap();
        assert_eq!((all.total, all.missing), (6, 3));
        assert_eq!(all.boxes, [[vec![0..1, 1..2]], [vec![1..2, 0..1]], [vec![1..2, 2..3]]]);
        // Of the array only three columns lie in the shard: the last inner chunks have none of them.
        let part = missing(&codecs(), &[2, 6], &bytes, &[2, 3]).unwrap();
        assert_eq!((part.total, part.missing), (4, 2));
        assert_eq!(part.boxes, [[vec![0..1, 1..2]], [vec![1..2, 0..1]]]);
    }

    #[test]
    fn a_shard_in_a_shard_counts_with_its_inner_chunks() {
        let inner = shard(&[1], &[Some((0, 1)), None]);
        let mut outer = inner.clone();
        let nbytes = inner.len() as u64;
        outer.extend(shard(&[], &[Some((0, nbytes)), None]));
        let codecs = json!([sharding(&[2], &json!([sharding(&[1], &json!(["bytes"]))]))]);
        let found = missing(&codecs, &[4], &outer, &[4]).unwrap();
        assert_eq!((found.total, found.missing), (3, 2));
        assert_eq!(found.boxes, [vec![vec![1..2]], vec![vec![0..1], vec![1..2]]]);
    }

    #[test]
    fn behind_a_transpose_it_is_not_known_what_lies_past_the_array() {
        let codecs = || {
            let transpose = json!({"name": "transpose", "configuration": {"order": [1, 0]}});
            json!([transpose, sharding(&[2, 1], &json!(["bytes"]))])
        };
        let bytes = shard(&[7, 7], &[Some((0, 2)), None, None, None, None, None]);
        assert_eq!(missing(&codecs(), &[2, 6], &bytes, &[2, 6]).unwrap().missing, 5);
        assert_eq!(missing(&codecs(), &[2, 6], &bytes, &[2, 5]), None);
    }
}
