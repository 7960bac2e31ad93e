//! Which chunks of a hierarchy should be stored: all but those that a list names.
//!
//! The list has a line for each chunk that may be missing: its key, such as `group/tas/c/0/3`, or ranges of chunk coordinates
//! after the key of an array, such as `group/tas[0:10, 3]`. Further ranges are of inner chunks of such shards:
//! `group/tas[0, 1][0, 3]`. Dimensions that are not named are taken whole, and what follows a `#` is not read. A chunk that may
//! be missing may lack any of its inner chunks.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use super::{Array, Region, chunk_list::holds, completeness::without, survey::volume};
use crate::codec::MissingInner;
use crate::metadata::{covers, starts, text::shorten};
use crate::store::join;

pub(super) const RANGES: usize = 1_000;
/// Shards within shards that a line may name.
const SHARD_LEVELS: usize = 64;
/// Dimensions that a line may name.
const EXPECTED_DIMENSIONS: usize = 1 << 16;
/// Characters of a line that are repeated in errors and reports.
const SHOWN: usize = 256;

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ExpectedChunks {
    keys: BTreeMap<String, usize>,
    ranges: BTreeMap<String, Vec<(usize, Vec<EdgeRange>)>>,
    inner: BTreeMap<String, InnerLines>,
    pub lines: Vec<ExpectedLine>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ExpectedLine {
    pub number: usize,
    pub text: String,
}

type InnerRanges = Vec<Vec<EdgeRange>>;

#[derive(Debug, Clone, Default, PartialEq, Eq)]
struct InnerLines {
    /// Those of one shard, by its coordinates: a list written by a program has very many of them.
    of_shard: BTreeMap<Vec<u64>, BTreeMap<InnerRanges, usize>>,
    of_ranges: Vec<(usize, InnerRanges)>,
}

pub(super) struct Absences<'a> {
    pub(super) chunks: Vec<(usize, Region)>,
    single: BTreeSet<Vec<u64>>,
    ranged: Vec<Region>,
    inner: Option<&'a InnerLines>,
}

#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
struct EdgeRange {
    start: u64,
    end: Option<u64>,
}

impl ExpectedChunks {
    pub fn but_for(list: &str) -> Result<Self, String> {
        let mut expected = Self::default();
        for (index, line) in list.lines().enumerate() {
            let text = line.split('#').next().unwrap_or_default().trim();
            if !text.is_empty() {
                expected.add(index + 1, text).map_err(|what| format!("line {}: {what}", index + 1))?;
            }
        }
        Ok(expected)
    }

    fn add(&mut self, number: usize, text: &str) -> Result<(), String> {
        let line = self.lines.len();
        let shown = shorten(text, SHOWN);
        self.lines.push(ExpectedLine { number, text: shown.clone() });
        let mut node = text;
        let mut levels = Vec::new();
        while let Some((before, ranges)) = node.strip_suffix(']').and_then(|text| text.rsplit_once('[')) {
            if ranges.split(',').nth(EXPECTED_DIMENSIONS).is_some() {
                return Err(format!(
                    "expected at most {EXPECTED_DIMENSIONS} ranges of one chunk, found more"
                ));
            }
            let ranges = EdgeRange::list(ranges);
            levels.push(ranges.ok_or_else(|| format!("expected ranges such as [0:10, 3], found {shown}"))?);
            if levels.len() > SHARD_LEVELS {
                return Err(format!("expected at most {SHARD_LEVELS} levels of chunks, found more"));
            }
            node = before.trim();
        }
        levels.reverse();
        let node = node.trim_matches('/').to_owned();
        let too_many = || Err(format!("expected at most {RANGES} ranges of one array, found more"));
        if levels.len() > 1 {
            let of_array = self.inner.entry(node).or_default();
            if let Some(shard) = levels.first().and_then(|ranges| EdgeRange::coords(ranges)) {
                of_array.of_shard.entry(shard).or_default().insert(levels, line);
            } else if of_array.of_ranges.len() >= RANGES {
                return too_many();
            } else {
                of_array.of_ranges.push((line, levels));
            }
            return Ok(());
        }
        let Some(ranges) = levels.pop() else {
            self.keys.insert(node, line);
            return Ok(());
        };
        let of_array = self.ranges.entry(node).or_default();
        if of_array.len() >= RANGES {
            return too_many();
        }
        of_array.push((line, ranges));
        Ok(())
    }

    pub(super) fn absences(&self, array: &Array) -> Absences<'_> {
        let grid = &array.metadata.chunk_grid;
        let encoding = &array.metadata.chunk_key_encoding;
        let shape = grid.grid_shape();
        let mut chunks = Vec::new();
        for (line, ranges) in self.ranges.get(&array.key).into_iter().flatten() {
            if let Some(region) = region(ranges, &shape) {
                chunks.push((*line, region));
            }
        }
        let before = join(&array.key, "");
        let first = if before.is_empty() { String::new() } else { format!("{before}/") };
        for (key, line) in self.keys.range(first.clone()..) {
            let Some(own) = key.strip_prefix(&first) else { break };
            if let Some(coords) = encoding.coords(own.trim_start_matches('/'), grid.rank())
                && grid.contains(&coords)
            {
                let region = coords.into_iter().map(|coord| coord..coord.saturating_add(1));
                chunks.push((*line, region.collect()));
            }
        }
        let mut single = BTreeSet::new();
        let mut ranged = Vec::new();
        for (_, region) in &chunks {
            if volume(region) == 1 {
                single.insert(starts(region));
            } else {
                ranged.push(region.clone());
            }
        }
        Absences { chunks, single, ranged, inner: self.inner.get(&array.key) }
    }

    pub(super) fn inner_lines(&self, array: &Array) -> Vec<usize> {
        let mut taken = Vec::new();
        let Some(lines) = self.inner.get(&array.key) else { return taken };
        let mut shapes = vec![array.metadata.chunk_grid.grid_shape()];
        let mut chain = &**array.chain();
        while let Some(sharding) = chain.sharding() {
            shapes.push(sharding.grid().grid_shape());
            chain = sharding.inner();
        }
        let of_shard = lines.of_shard.values().flatten().map(|(ranges, line)| (*line, ranges));
        for (line, ranges) in of_shard.chain(lines.of_ranges.iter().map(|(line, ranges)| (*line, ranges))) {
            let mut levels = ranges.iter().zip(&shapes);
            if ranges.len() <= shapes.len() && levels.all(|(ranges, shape)| region(ranges, shape).is_some()) {
                taken.push(line);
            }
        }
        taken
    }
}

impl Absences<'_> {
    /// The inner chunks of a shard that are missing and should not be: a path to each, whose last region is a box without overlap.
    pub(super) fn inner_absent(&self, chunk: &[u64], missing: &MissingInner) -> Vec<Vec<Region>> {
        let is_ranged = || self.ranged.iter().any(|region| holds(region, chunk));
        if missing.missing == 0 || self.single.contains(chunk) || is_ranged() {
            return Vec::new();
        }
        let Some(lines) = self.inner else { return missing.boxes.clone() };
        // Of a shard, a line may name fewer coordinates than there are.
        let mut own: Vec<&BTreeMap<InnerRanges, usize>> = Vec::new();
        for rank in 0..=chunk.len() {
            own.extend(lines.of_shard.get(chunk.get(..rank).unwrap_or_default()));
        }
        let mut absent = Vec::new();
        for path in &missing.boxes {
            // What a program wrote names the boxes as they are.
            let one = |coord: &u64| EdgeRange { start: *coord, end: coord.checked_add(1) };
            let mut written: InnerRanges = vec![chunk.iter().map(one).collect()];
            for region in path {
                let one = |range: &Range<u64>| EdgeRange { start: range.start, end: Some(range.end) };
                written.push(region.iter().map(one).collect());
            }
            if own.iter().any(|lines| lines.contains_key(&written)) {
                continue;
            }
            let mut naming: Vec<&InnerRanges> =
                own.iter().flat_map(|lines| lines.keys()).take(RANGES).collect();
            for (_, ranges) in &lines.of_ranges {
                if ranges.first().is_some_and(|first| names(first, chunk)) {
                    naming.push(ranges);
                }
            }
            let mut rest = vec![path.clone()];
            for ranges in naming.into_iter().take(RANGES) {
                let mut left = Vec::new();
                for path in &rest {
                    left.extend(without_line(path, ranges));
                }
                rest = left;
            }
            absent.extend(rest);
        }
        absent
    }
}

fn names(ranges: &[EdgeRange], coords: &[u64]) -> bool {
    let holds = |(range, coord): (&EdgeRange, &u64)| {
        range.start <= *coord && range.end.is_none_or(|end| *coord < end)
    };
    ranges.len() <= coords.len() && ranges.iter().zip(coords).all(holds)
}

fn without_line(path: &[Region], line: &InnerRanges) -> Vec<Vec<Region>> {
    let whole = || vec![path.to_vec()];
    let Some((last, before)) = path.split_last() else { return whole() };
    let mut levels = line.iter().skip(1);
    for region in before {
        // A line that names a shard within the shard takes what is in it.
        let Some(ranges) = levels.next() else { return Vec::new() };
        if !covers(&within(ranges, region), region) {
            return whole();
        }
    }
    let Some(ranges) = levels.next() else { return Vec::new() };
    if levels.next().is_some() {
        return whole();
    }
    let mut left = Vec::new();
    for piece in without(last, &within(ranges, last)) {
        let mut path = before.to_vec();
        path.push(piece);
        left.push(path);
    }
    left
}

fn within(ranges: &[EdgeRange], region: &Region) -> Region {
    let mut found = region.clone();
    if ranges.len() > region.len() {
        for range in &mut found {
            range.end = range.start;
        }
    }
    for (own, range) in found.iter_mut().zip(ranges) {
        own.start = own.start.max(range.start);
        own.end = range.end.unwrap_or(u64::MAX).min(own.end).max(own.start);
    }
    found
}

impl EdgeRange {
    fn list(text: &str) -> Option<Vec<Self>> {
        if text.trim().is_empty() {
            return Some(Vec::new());
        }
        text.split(',').map(|part| Self::read(part.trim())).collect()
    }

    fn coords(ranges: &[Self]) -> Option<Vec<u64>> {
        let mut coords = Vec::new();
        for range in ranges {
            if range.end != range.start.checked_add(1) {
                return None;
            }
            coords.push(range.start);
        }
        Some(coords)
    }

    fn read(text: &str) -> Option<Self> {
        let number = |text: &str| text.trim().parse::<u64>().ok();
        let Some((start, end)) = text.split_once(':') else {
            let start = number(text)?;
            return Some(Self { start, end: Some(start.checked_add(1)?) });
        };
        let start = if start.trim().is_empty() { 0 } else { number(start)? };
        let end = if end.trim().is_empty() { None } else { Some(number(end)?) };
        Some(Self { start, end })
    }

    fn within(&self, edge: u64) -> Option<Range<u64>> {
        let end = self.end.unwrap_or(edge).min(edge);
        if self.start < end { Some(self.start..end) } else { None }
    }
}

fn region(ranges: &[EdgeRange], shape: &[u64]) -> Option<Region> {
    if ranges.len() > shape.len() {
        return None;
    }
    let whole = EdgeRange { start: 0, end: None };
    let ranges = ranges.iter().chain(std::iter::repeat(&whole));
    ranges.zip(shape).map(|(range, edge)| range.within(*edge)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_name_boxes_of_the_grid() {
        let boxed = |text: &str| {
            let expected = ExpectedChunks::but_for(text).unwrap();
            let (_, ranges) = expected.ranges.into_values().next().unwrap().remove(0);
            region(&ranges, &[4, 6])
        };
        assert_eq!(boxed("a[1:3, 2]"), Some(vec![1..3, 2..3]));
        assert_eq!(boxed("a[1]"), Some(vec![1..2, 0..6]));
        assert_eq!(boxed("a[ : , 4: ] # the last"), Some(vec![0..4, 4..6]));
        assert_eq!(boxed("a[:9]"), Some(vec![0..4, 0..6]));
        assert_eq!(boxed("[]"), Some(vec![0..4, 0..6]));
        assert_eq!([boxed("a[4]"), boxed("a[1, 2, 3]"), boxed("a[3:3]")], [None, None, None]);
    }

    #[test]
    fn a_line_has_only_so_many_levels_and_dimensions() {
        for (text, expected) in [
            ("a".to_owned() + &"[0]".repeat(65), "levels of chunks"),
            (format!("[0{}]", ",0".repeat(1 << 16)), "ranges"),
        ] {
            let refused = ExpectedChunks::but_for(&text).unwrap_err();
            assert!(refused.contains(expected), "{refused}");
        }
        assert!(ExpectedChunks::but_for(&("a".to_owned() + &"[0]".repeat(64))).is_ok());
    }

    #[test]
    fn lines_take_inner_chunks_away() {
        let expected = ExpectedChunks::but_for("a[0, 1][0, 3]\na[0:2][1]\na[9][:][0]").unwrap();
        let lines = &expected.inner["a"];
        let absences = Absences {
            chunks: Vec::new(),
            single: BTreeSet::from([vec![5, 5]]),
            ranged: vec![vec![7..9, 0..9]],
            inner: Some(lines),
        };
        // All of the rows 0 and 1 of a grid of 2×4 are missing, but for the first inner chunk.
        let boxes = vec![vec![vec![0..1, 1..4]], vec![vec![1..2, 0..4]]];
        let missing = MissingInner { total: 8, missing: 7, boxes: boxes.clone() };
        let absent = |chunk: &[u64]| absences.inner_absent(chunk, &missing);
        assert_eq!(absent(&[0, 1]), [vec![vec![0..1, 1..3]]]);
        assert_eq!(absent(&[1, 0]), [vec![vec![0..1, 1..4]]]);
        assert_eq!(absent(&[2, 1]), boxes);
        // Chunks that may be missing may lack inner chunks too.
        assert!(absent(&[5, 5]).is_empty() && absent(&[8, 0]).is_empty());
        // A line about shards within shards says nothing of those that are missing themselves.
        assert_eq!(absent(&[9, 0]), boxes);
        let nested = vec![vec![vec![1..2, 1..2], vec![0..3]]];
        let missing = MissingInner { total: 9, missing: 3, boxes: nested };
        assert_eq!(absences.inner_absent(&[9, 0], &missing), [vec![vec![1..2, 1..2], vec![1..3]]]);
        assert!(absences.inner_absent(&[1, 0], &missing).is_empty());
    }

    #[test]
    fn what_is_no_range_is_named_with_its_line() {
        let refused = |text: &str| ExpectedChunks::but_for(text).unwrap_err();
        assert_eq!(refused("# nothing\n\na[x]"), "line 3: expected ranges such as [0:10, 3], found a[x]");
        assert!(refused("a[1,]").starts_with("line 1: ") && refused("a[-1]").starts_with("line 1: "));
        assert!(ExpectedChunks::but_for("\n # nothing\n").unwrap().lines.is_empty());
    }
}
