//! The boxes that are compared at once: whole chunks of the first array, large enough that chunks of the second are seldom
//! decoded twice, and small enough for the memory.

use std::collections::BinaryHeap;
use std::ops::Range;

use super::sides::{DiffSide, Sides};
use super::{boxes::product, chunks::ArrayChunks};
use crate::metadata::{ChunkGrid, lengths, starts};
use crate::pipeline::Region;

#[derive(Debug, Clone, Copy)]
pub(super) struct UnitLimits {
    pub(super) nbytes: u64,
    pub(super) large_nbytes: u64,
}

impl Default for UnitLimits {
    fn default() -> Self {
        Self { nbytes: 32 << 20, large_nbytes: 128 << 20 }
    }
}

/// One chunk of the second side lies in at most so many boxes.
const MOST_UNITS: u64 = 1 << 20;
/// A chunk is repeated at most so often until chunks of both sides end at the same place, along one dimension.
const REPEATED: u64 = 64;

#[derive(Debug)]
pub(super) struct Units {
    pub(super) chunks: Vec<u64>,
    pub(super) limits: UnitLimits,
}

impl Units {
    pub(super) fn plan(sides: &Sides<ArrayChunks>, limits: UnitLimits) -> Self {
        let grid = &sides.a.array.metadata.chunk_grid;
        let other = &sides.b.array.metadata.chunk_grid;
        if grid == other {
            return Self { chunks: vec![1; grid.rank()], limits };
        }
        let own_edges = edges(grid);
        let other_edges = if sides.b.comes_in_parts { sides.b.edges().to_vec() } else { edges(other) };
        let mut chunks = Vec::new();
        for ((a, b), count) in own_edges.iter().zip(&other_edges).zip(grid.grid_shape()) {
            chunks.push(repeated(*a, *b).clamp(1, count.max(1)));
        }
        let mut units = Self { chunks, limits };
        let nbytes = |side: &ArrayChunks| side.array.metadata.data_type.nbytes() as u64;
        let element = nbytes(&sides.a).max(nbytes(&sides.b)).max(1);
        // A chunk of the second array is in memory as a whole, so that a box may be as large.
        let chunk = product(&other_edges).min(limits.large_nbytes / element);
        if units.size(grid) > (limits.nbytes / element).max(chunk) {
            units.shrink(&own_edges, (limits.large_nbytes / element).max(chunk));
        }
        if sides.b.comes_in_parts {
            units.grow(&own_edges, &sides.b.array.chain().decoded().shape);
        }
        units
    }

    /// Doubles the box until a shard of the second side lies in few enough boxes: by its inner chunks alone a box may be tiny.
    fn grow(&mut self, edges: &[u64], shard: &[u64]) {
        loop {
            let mut counts = Vec::new();
            for (size, shard) in self.sizes(edges).iter().zip(shard) {
                counts.push(shard.div_ceil((*size).max(1)).saturating_add(1));
            }
            let most = (0..counts.len()).max_by_key(|axis| counts.get(*axis)).unwrap_or(0);
            let Some(chunks) = self.chunks.get_mut(most) else { return };
            if product(&counts) <= MOST_UNITS || counts.iter().all(|count| *count <= 2) {
                return;
            }
            *chunks = chunks.saturating_mul(2);
        }
    }

    /// Halves the longest edge, and then the one that is the longest by then, until no more than `most` elements are in a box.
    fn shrink(&mut self, edges: &[u64], most: u64) {
        let mut sizes = self.sizes(edges);
        let mut longest = BinaryHeap::new();
        for (axis, size) in sizes.iter().enumerate() {
            longest.push((*size, axis));
        }
        // That many edges of two elements are too many by themselves: there may be 100 000 dimensions.
        let mut long = sizes.iter().filter(|size| **size > 1).count();
        while long > 64 || product(&sizes) > most {
            let Some((_, axis)) = longest.pop() else { return };
            let (Some(chunks), Some(edge), Some(size)) =
                (self.chunks.get_mut(axis), edges.get(axis), sizes.get_mut(axis))
            else {
                return;
            };
            if *chunks == 1 {
                continue;
            }
            *chunks = chunks.div_ceil(2);
            let was_long = *size > 1;
            *size = chunks.saturating_mul(*edge);
            long -= usize::from(was_long && *size <= 1);
            longest.push((*size, axis));
        }
    }

    fn sizes(&self, edges: &[u64]) -> Vec<u64> {
        self.chunks.iter().zip(edges).map(|(chunks, edge)| chunks.saturating_mul(*edge)).collect()
    }

    pub(super) fn touched(&self, sides: &Sides<ArrayChunks>, region: &Region) -> Vec<Vec<u64>> {
        let grid = &sides.a.array.metadata.chunk_grid;
        let Some(chosen) = grid.touching(region) else { return Vec::new() };
        let within = |coords: &[u64]| coords.iter().zip(&chosen).all(|(coord, range)| range.contains(coord));
        let same = *grid == sides.b.array.metadata.chunk_grid;
        let mut units = Vec::new();
        for (side, chunks) in sides.each() {
            for coords in chunks.stored() {
                if side == DiffSide::A || same {
                    if within(coords) {
                        units.push(self.of_chunk(coords));
                    }
                } else {
                    let touching = grid.touching(&chunks.covered(coords, region)).unwrap_or_default();
                    units.extend(self.in_box(&touching));
                }
            }
        }
        units.sort_unstable();
        units.dedup();
        units
    }

    fn of_chunk(&self, coords: &[u64]) -> Vec<u64> {
        coords.iter().zip(&self.chunks).map(|(coord, chunks)| coord / chunks).collect()
    }

    fn in_box(&self, chunks: &[Range<u64>]) -> Vec<Vec<u64>> {
        if chunks.len() != self.chunks.len() {
            return Vec::new();
        }
        let mut size = 1_u64;
        for (range, unit) in chunks.iter().zip(&self.chunks) {
            size = size.saturating_mul(range.end.div_ceil(*unit) - range.start / unit);
        }
        if size > MOST_UNITS {
            // What is within the limits lies in fewer: see `grow`, and `compare_elements` for the rest.
            return vec![self.of_chunk(&starts(chunks))];
        }
        let mut all = vec![Vec::new()];
        for (range, unit) in chunks.iter().zip(&self.chunks) {
            let (first, last) = (range.start / unit, range.end.saturating_sub(1) / unit);
            let mut longer = Vec::new();
            for coord in first.saturating_add(1)..=last {
                longer.extend(all.iter().map(|before: &Vec<u64>| [before.as_slice(), &[coord]].concat()));
            }
            if first <= last {
                for before in &mut all {
                    before.push(first);
                }
            } else {
                all.clear();
            }
            all.extend(longer);
        }
        all
    }

    pub(super) fn region(&self, unit: &[u64], grid: &ChunkGrid) -> Region {
        let mut first = Vec::new();
        let mut last = Vec::new();
        for ((coord, chunks), count) in unit.iter().zip(&self.chunks).zip(grid.grid_shape()) {
            let begin = coord.saturating_mul(*chunks);
            first.push(begin);
            last.push(begin.saturating_add(*chunks).min(count).saturating_sub(1));
        }
        let start = grid.used(&first).unwrap_or_default();
        let end = grid.used(&last).unwrap_or_default();
        start.iter().zip(&end).map(|(start, end)| start.start..end.end).collect()
    }

    pub(super) fn size(&self, grid: &ChunkGrid) -> u64 {
        product(&self.sizes(&edges(grid)))
    }
}

fn edges(grid: &ChunkGrid) -> Vec<u64> {
    let mut edges = Vec::new();
    for (axis, (size, count)) in grid.array_shape().iter().zip(grid.grid_shape()).enumerate() {
        let average = if count > 0 { size.div_ceil(count) } else { 1 };
        edges.push(grid.common_edge(axis).unwrap_or(average).max(1));
    }
    edges
}

/// The chunks of `a` elements that end where a chunk of `b` elements ends; where that is far away, those that cover one.
fn repeated(a: u64, b: u64) -> u64 {
    let (mut one, mut other) = (a, b);
    while other > 0 {
        (one, other) = (other, one % other);
    }
    let both = b / one.max(1);
    if both <= REPEATED.saturating_mul(b.div_ceil(a)) { both } else { b.div_ceil(a) }
}

pub(super) fn cut(region: Region, edges: &[u64], is_small: impl Fn(&Region) -> bool) -> Vec<Region> {
    let mut rest = vec![region];
    let mut parts = Vec::new();
    while let Some(next) = rest.pop() {
        match halve(&next, edges) {
            Some((first, second)) if !is_small(&next) => rest.extend([second, first]),
            _ => parts.push(next),
        }
    }
    parts
}

pub(super) fn has_at_most(region: &Region, most: u64) -> bool {
    product(&lengths(region)) <= most
}

fn halve(region: &Region, edges: &[u64]) -> Option<(Region, Region)> {
    let axis = region.iter().zip(edges).position(|(range, edge)| range.end - range.start > (*edge).max(1))?;
    let range = region.get(axis)?;
    let edge = (*edges.get(axis)?).max(1);
    let at = range.start + ((range.end - range.start) / edge / 2).max(1) * edge;
    let mut first = region.clone();
    let mut second = region.clone();
    first.get_mut(axis)?.end = at;
    second.get_mut(axis)?.start = at;
    Some((first, second))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chunks_are_repeated_until_both_end_at_the_same_place() {
        assert_eq!([repeated(10, 15), repeated(15, 10), repeated(4, 4), repeated(8, 4)], [3, 2, 1, 1]);
        assert_eq!([repeated(1, 1000), repeated(1000, 1)], [1000, 1]);
        // 999 983 chunks would be too many.
        assert_eq!([repeated(1_000_003, 999_983), repeated(100, 999_983)], [1, 10_000]);
    }

    #[test]
    fn boxes_are_halved_where_they_are_longest() {
        let mut units = Units { chunks: vec![8, 8, 1], limits: UnitLimits::default() };
        units.shrink(&[10, 20, 1000], 400_000);
        assert_eq!(units.chunks, [2, 1, 1]);
        units.shrink(&[10, 20, 1000], 1);
        assert_eq!(units.chunks, [1, 1, 1]);
    }

    #[test]
    fn boxes_are_doubled_until_a_shard_lies_in_few_enough() {
        let mut units = Units { chunks: vec![1, 1], limits: UnitLimits::default() };
        units.grow(&[8, 8], &[16_384, 16_384]);
        // 4.2 million boxes of 8 by 8, and a shard may begin within one.
        assert!(units.in_box(&[1..2049, 1..2049]).len() > 1, "{:?}", units.chunks);
        assert_eq!(product(&units.chunks), 8);
        let mut few = Units { chunks: vec![1, 3], limits: UnitLimits::default() };
        few.grow(&[8, 8], &[64, 64]);
        assert_eq!(few.chunks, [1, 3]);
    }

    #[test]
    fn a_region_is_cut_at_edges() {
        let cut =
            |region: Region, most: u64, edges: &[u64]| cut(region, edges, |part| has_at_most(part, most));
        assert_eq!(cut(vec![0..10, 0..4], 16, &[4, 4]), [[0..4, 0..4], [4..8, 0..4], [8..10, 0..4]]);
        assert_eq!(cut(vec![3..5, 0..4], 3, &[1, 1]).len(), 4);
        assert_eq!(cut(vec![], 0, &[]), [Region::new()]);
    }
}
