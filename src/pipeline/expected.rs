//! Which chunks of a hierarchy should be stored: all of them, but for those that a list names.
//!
//! The list has a line for each chunk that may be missing: its key, such as `group/tas/c/0/3`, or ranges of chunk coordinates
//! behind the key of an array, such as `group/tas[0:10, 3]`. Dimensions that are not named are taken whole, and what is behind
//! a `#` is not read.

use std::collections::BTreeMap;
use std::ops::Range;

use super::{Array, Region};
use crate::store::join;

/// The ranges of one array that are taken in: more than that overlap too often to be counted.
const RANGES: usize = 1_000;

/// Which chunks should be stored.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ExpectedChunks {
    keys: BTreeMap<String, usize>,
    /// Ranges of chunks that may be missing, by the key of their array, each with its line.
    ranges: BTreeMap<String, Vec<(usize, Vec<EdgeRange>)>>,
    lines: Vec<ExpectedLine>,
}

/// A line that names chunks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ExpectedLine {
    /// Its number in the list, counted from 1.
    pub number: usize,
    /// What it says.
    pub text: String,
}

/// A range of coordinates in one dimension; without an end, up to the end of the grid.
#[derive(Debug, Clone, PartialEq, Eq)]
struct EdgeRange {
    start: u64,
    end: Option<u64>,
}

impl ExpectedChunks {
    /// Every chunk should be stored.
    pub fn all() -> Self {
        Self::default()
    }

    /// Every chunk should be stored that a list does not name.
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
        self.lines.push(ExpectedLine { number, text: text.to_owned() });
        let Some((node, ranges)) = text.strip_suffix(']').and_then(|text| text.rsplit_once('[')) else {
            self.keys.insert(text.trim_matches('/').to_owned(), line);
            return Ok(());
        };
        let parts = ranges.split(',').map(str::trim).filter(|_| !ranges.trim().is_empty());
        let ranges = parts.map(EdgeRange::read).collect::<Option<Vec<EdgeRange>>>();
        let ranges = ranges.ok_or_else(|| format!("expected ranges such as [0:10, 3], found {text}"))?;
        let of_array = self.ranges.entry(node.trim().trim_matches('/').to_owned()).or_default();
        if of_array.len() >= RANGES {
            return Err(format!("expected at most {RANGES} ranges of one array, found more"));
        }
        of_array.push((line, ranges));
        Ok(())
    }

    /// Whether every chunk should be stored.
    pub fn is_all(&self) -> bool {
        self.lines.is_empty()
    }

    /// The lines of the list.
    pub fn lines(&self) -> &[ExpectedLine] {
        &self.lines
    }

    /// The boxes of an array's grid whose chunks may be missing, and the numbers of the lines that say so. They may overlap.
    pub(super) fn absences(&self, array: &Array) -> Vec<(usize, Region)> {
        let grid = &array.metadata.chunk_grid;
        let encoding = array.metadata.chunk_key_encoding;
        let shape = grid.grid_shape();
        let mut found = Vec::new();
        for (line, ranges) in self.ranges.get(&array.key).into_iter().flatten() {
            if let Some(region) = region(ranges, &shape) {
                found.push((*line, region));
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
                found.push((*line, region.collect()));
            }
        }
        found
    }
}

impl EdgeRange {
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

    /// The range within so many chunks; `None` where it has none of them.
    fn within(&self, edge: u64) -> Option<Range<u64>> {
        let end = self.end.unwrap_or(edge).min(edge);
        if self.start < end { Some(self.start..end) } else { None }
    }
}

/// The box of a grid that ranges name; `None` where it has no chunk.
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
    fn what_is_no_range_is_named_with_its_line() {
        let refused = |text: &str| ExpectedChunks::but_for(text).unwrap_err();
        assert_eq!(refused("# nothing\n\na[x]"), "line 3: expected ranges such as [0:10, 3], found a[x]");
        assert!(refused("a[1,]").starts_with("line 1: ") && refused("a[-1]").starts_with("line 1: "));
        assert!(ExpectedChunks::but_for("\n # nothing\n").unwrap().is_all());
    }
}
