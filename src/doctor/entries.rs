use std::ops::Range;

use super::{case::decodes, ends};
use crate::codec::{Chain, CodecKind, DecodeOptions, Entry, StageWork, StreamEnd};
use crate::store::Slice;

pub struct IndexEntries {
    pub stored: Vec<Range<u64>>,
    pub outside: Vec<Range<u64>>,
    count: usize,
    pub length: u64,
    pub index: Range<u64>,
}

pub fn entries(chain: &Chain, shard: &[u8]) -> Option<IndexEntries> {
    entries_with(chain, shard, &DecodeOptions::default())
}

pub fn entries_with(chain: &Chain, shard: &[u8], options: &DecodeOptions) -> Option<IndexEntries> {
    let sharding = chain.sharding()?;
    let index = sharding.read_index(&Slice(shard), &mut StageWork::new(options)).ok()?;
    let length = shard.len() as u64;
    let nbytes = sharding.index().encoded_nbytes()?;
    let start = sharding.index_offset(length)?;
    let place = start..start.saturating_add(nbytes);
    let mut found = IndexEntries { stored: Vec::new(), outside: Vec::new(), count: 0, length, index: place };
    for (_, entry) in index.iter() {
        found.count += 1;
        let Entry::Stored { offset, nbytes } = entry else { continue };
        let range = offset..offset.saturating_add(nbytes);
        if range.end <= length { found.stored.push(range) } else { found.outside.push(range) }
    }
    found.stored.sort_by_key(|range| (range.start, range.end));
    Some(found)
}

impl IndexEntries {
    pub fn overlap(&self) -> bool {
        let into_index = |range: &Range<u64>| range.start < self.index.end && self.index.start < range.end;
        self.stored.windows(2).any(|pair| matches!(pair, [one, other] if other.start < one.end))
            || self.stored.iter().any(into_index)
    }

    pub fn are_sound(&self) -> bool {
        self.outside.is_empty()
            && !self.stored.is_empty()
            && self.stored.iter().all(|range| !range.is_empty())
            && !self.overlap()
    }

    pub fn are_cut(&self) -> bool {
        let begins_inside = self.outside.iter().any(|range| range.start <= self.length);
        let is_ordered =
            self.outside.iter().all(|out| self.stored.iter().all(|range| range.end <= out.start));
        self.index.start == 0 && begins_inside && is_ordered && !self.overlap()
    }

    pub fn covers(&self) -> bool {
        let mut covered = self.index.end - self.index.start;
        for range in &self.stored {
            covered = covered.saturating_add(range.end - range.start);
        }
        covered == self.length
    }

    pub fn describe(&self) -> String {
        let cover = if self.covers() { ", covering all of the shard" } else { "" };
        format!(
            "{} entries of {} inner chunks, within the shard and without overlap{cover}",
            self.stored.len(),
            self.count
        )
    }
}

const DECODED: usize = 64;

pub fn bytes_at<'a>(shard: &'a [u8], range: &Range<u64>) -> Option<&'a [u8]> {
    shard.get(usize::try_from(range.start).ok()?..usize::try_from(range.end).ok()?)
}

pub fn inner_decode(chain: &Chain, shard: &[u8], found: &IndexEntries) -> bool {
    let Some(sharding) = chain.sharding() else { return false };
    let step = found.stored.len().div_ceil(DECODED).max(1);
    found.stored.iter().step_by(step).all(|range| match bytes_at(shard, range) {
        Some(bytes) => decodes(sharding.inner(), bytes),
        None => false,
    })
}

pub fn gap(found: &IndexEntries) -> Option<Range<u64>> {
    let mut gaps = Vec::new();
    let mut position = 0;
    let mut ranges: Vec<&Range<u64>> = found.stored.iter().chain([&found.index]).collect();
    ranges.sort_by_key(|range| range.start);
    for range in ranges {
        if range.start > position {
            gaps.push(position..range.start);
        }
        position = position.max(range.end);
    }
    if found.length > position {
        gaps.push(position..found.length);
    }
    match gaps.as_slice() {
        [gap] => Some(gap.clone()),
        _ => None,
    }
}

pub struct Walked {
    pub end: u64,
    pub is_cut: bool,
}

pub fn walk(inner: &Chain, shard: &[u8]) -> Option<Walked> {
    let last = inner.stages().last()?;
    let length = shard.len() as u64;
    if let Some(nbytes) = inner.encoded_nbytes()
        && nbytes > 0
    {
        return Some(Walked { end: length - length % nbytes, is_cut: false });
    }
    if last.kind != CodecKind::BytesToBytes {
        return None;
    }
    let mut position = 0_usize;
    loop {
        let next = match ends::end(&last.codec.name, shard.get(position..)?) {
            StreamEnd::Beyond(_) => return Some(Walked { end: position as u64, is_cut: true }),
            StreamEnd::At(end) => position.saturating_add(usize::try_from(end).unwrap_or(usize::MAX).max(1)),
            StreamEnd::Unknown => usize::MAX,
        };
        if next > shard.len() {
            return if position > 0 { Some(Walked { end: position as u64, is_cut: false }) } else { None };
        }
        position = next;
    }
}
