use std::ops::Range;

use super::{Failure, Result};
use crate::metadata::text::escape;
use crate::pipeline::{Array, Region};
use crate::tell::words;

pub(super) fn region_of(array: &Array, text: &str) -> Result<Region> {
    parse_region(text, &array.metadata.shape)
        .map_err(|reason| Failure::Usage(format!("{}: --region: {reason}", array.path)))
}

/// Reads `0:10,5:6`. A bound may be left out; a single number is a range of one; dimensions after the last range are whole.
pub(super) fn parse_region(text: &str, shape: &[u64]) -> Result<Region, String> {
    let bad = |why: String| format!("{why}, found \"{}\"", escape(text));
    let parts: Vec<&str> = text.split(',').filter(|_| !text.trim().is_empty()).collect();
    if parts.len() > shape.len() {
        return Err(bad(format!("expected at most {} ranges, one per dimension", shape.len())));
    }
    let mut region = Vec::new();
    for (part, size) in parts.iter().zip(shape) {
        let Some(range) = parse_range(part.trim(), *size) else {
            return Err(bad("expected ranges such as 0:10,5:6".to_owned()));
        };
        if range.start > range.end || range.end > *size {
            return Err(bad(format!("expected ranges within the shape {}", words::shape(shape))));
        }
        region.push(range);
    }
    region.extend(shape.iter().skip(parts.len()).map(|size| 0..*size));
    Ok(region)
}

fn parse_range(text: &str, size: u64) -> Option<Range<u64>> {
    let bound = |text: &str, default| match text.trim() {
        "" => Some(default),
        text => text.parse().ok(),
    };
    match text.split_once(':') {
        Some((start, end)) => Some(bound(start, 0)?..bound(end, size)?),
        None => {
            let single: u64 = text.parse().ok()?;
            Some(single..single.checked_add(1)?)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(text: &str, shape: &[u64]) -> Option<Region> {
        parse_region(text, shape).ok()
    }

    #[test]
    fn a_region_is_a_range_for_each_dimension() {
        assert_eq!(parsed("0:10,5:6", &[10, 10]), Some(vec![0..10, 5..6]));
        assert_eq!(parsed(":, 3: ,:4,7", &[2, 5, 5, 9]), Some(vec![0..2, 3..5, 0..4, 7..8]));
        assert_eq!(parsed("", &[]), Some(vec![]));
        assert_eq!(parsed("2:2,0:1", &[4, 4]), Some(vec![2..2, 0..1]));
        assert_eq!(parsed("5", &[10, 10]), Some(vec![5..6, 0..10]));
        for text in ["0:11,0:1", "3:2,0:1", "a:b,0:1", "-1:2,0:1", "0:1,0:1,0:1", "10,0"] {
            assert_eq!(parsed(text, &[10, 10]), None, "{text}");
        }
    }
}
