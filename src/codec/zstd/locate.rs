//! Where decoded bytes are in the encoded ones: in which frame, and in which block of it.
//!
//! Nothing is decompressed. Frames, raw and RLE blocks say how many bytes come out of them; a compressed block gives at most so
//! many. So it is known between which decoded bytes each block can begin and end, and in which blocks a byte can be: often in
//! one, never in a wrong one. To decode it takes the blocks before it as well, as far as the window reaches.

use std::ops::Range;

use super::frame::{ZstdFrame, frames};

struct Parts {
    stored: Vec<Range<u64>>,
    /// Decoded bytes between which each part begins; one more pair, for the end of the last.
    starts: Vec<(u64, u64)>,
}

/// Inputs of more frames are not looked into: the list would take too much memory.
const FRAMES: usize = 1 << 16;

pub fn locate(ranges: &[Range<u64>], encoded: &[u8]) -> Option<Vec<Range<u64>>> {
    let frames = frames(encoded).filter(|frame| !frame.is_skippable);
    let frames: Vec<ZstdFrame> = frames.take(FRAMES + 1).collect();
    if frames.len() > FRAMES {
        return None;
    }
    let of_frames = Parts::of_frames(&frames);
    let mut found = Vec::new();
    for range in ranges.iter().filter(|range| !range.is_empty()) {
        let (first, last) = of_frames.hold(range)?;
        let part = if first == last
            && let (Some(frame), Some((low, high))) = (frames.get(first), of_frames.starts.get(first))
            && low == high
        {
            let within = range.start.checked_sub(*low)?..range.end.checked_sub(*low)?;
            Parts::of_blocks(frame).stored_range(&within)?
        } else {
            of_frames.stored_range(range)?
        };
        found.push(part);
    }
    Some(merged(found))
}

impl Parts {
    fn of_frames(frames: &[ZstdFrame]) -> Self {
        let stored = frames.iter().map(|frame| frame.start as u64..frame.end as u64).collect();
        let sizes: Vec<(u64, u64)> = frames.iter().map(whole).collect();
        Self { stored, starts: starts(&sizes, None) }
    }

    fn of_blocks(frame: &ZstdFrame) -> Self {
        let mut stored: Vec<Range<u64>> =
            frame.blocks.iter().map(|block| block.start as u64..block.end as u64).collect();
        let mut sizes: Vec<(u64, u64)> = frame.blocks.iter().map(|block| frame.sizes(block)).collect();
        if frame.has_more() {
            stored.push(stored.last().map_or(frame.start as u64, |last| last.end)..frame.end as u64);
            sizes.push((0, u64::MAX));
        }
        Self { stored, starts: starts(&sizes, frame.content) }
    }

    fn hold(&self, range: &Range<u64>) -> Option<(usize, usize)> {
        let ends = self.starts.get(1..)?;
        let first = ends.iter().position(|(_, highest)| *highest > range.start)?;
        let last = self.starts.iter().take(ends.len()).rposition(|(lowest, _)| *lowest < range.end)?;
        (first <= last).then_some((first, last))
    }

    fn stored_range(&self, range: &Range<u64>) -> Option<Range<u64>> {
        let (first, last) = self.hold(range)?;
        Some(self.stored.get(first)?.start..self.stored.get(last)?.end)
    }
}

fn whole(frame: &ZstdFrame) -> (u64, u64) {
    match frame.content {
        Some(content) => (content, content),
        None if frame.has_more() => (0, u64::MAX),
        None => {
            let mut least = 0_u64;
            let mut most = 0_u64;
            for block in &frame.blocks {
                let (low, high) = frame.sizes(block);
                least = least.saturating_add(low);
                most = most.saturating_add(high);
            }
            (least, most)
        }
    }
}

/// Between which bytes the parts begin, and the last ends: seen from the front, and from the end where that is known.
fn starts(sizes: &[(u64, u64)], whole: Option<u64>) -> Vec<(u64, u64)> {
    let mut starts = vec![(0, 0)];
    for (least, most) in sizes {
        let (low, high) = starts.last().copied().unwrap_or_default();
        starts.push((least.saturating_add(low), most.saturating_add(high)));
    }
    let Some(whole) = whole else { return starts };
    let mut low = whole;
    let mut high = whole;
    let sizes = sizes.iter().rev().chain([&(0, 0)]);
    for (start, (least, most)) in starts.iter_mut().rev().zip(sizes) {
        *start = (start.0.max(low), start.1.min(high));
        (low, high) = (low.saturating_sub(*most), high.saturating_sub(*least));
    }
    starts
}

fn merged(mut ranges: Vec<Range<u64>>) -> Vec<Range<u64>> {
    ranges.sort_by_key(|range| range.start);
    let mut merged: Vec<Range<u64>> = Vec::new();
    for range in ranges {
        match merged.last_mut() {
            Some(last) if range.start < last.end => last.end = last.end.max(range.end),
            _ => merged.push(range),
        }
    }
    merged
}
