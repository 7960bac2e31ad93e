use std::ops::Range;

use thiserror::Error;

use super::{Array, Region, Survey, completeness::without, expected::RANGES, survey::volume};
use crate::codec::MissingInner;
use crate::limits::LIST_BYTES;
use crate::metadata::{boxes_between, delinear, lengths, starts};
use crate::store::join;

#[derive(Debug, Default)]
pub(super) struct MissingList {
    nbytes: u64,
    pub(super) lines: Vec<String>,
    pub(super) error: Option<ListError>,
}

#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum ListError {
    #[error(
        "expected a list of at most {LIST_BYTES} bytes, found that {array} lacks too many chunks here and there"
    )]
    TooLong { array: String },
    #[error("expected an array whose key has none of # [ ] and no blanks at its ends, found {array}")]
    Key { array: String },
}

impl MissingList {
    fn add(&mut self, array: &Array, line: String) {
        let is_plain = |key: &str| !key.contains(['#', '[', ']', '\n', '\r']) && key.trim() == key;
        if !is_plain(&array.key) {
            self.error.get_or_insert(ListError::Key { array: array.path.clone() });
        }
        self.nbytes = self.nbytes.saturating_add(line.len() as u64 + 1);
        if self.nbytes > LIST_BYTES {
            self.error.get_or_insert(ListError::TooLong { array: array.path.clone() });
        }
        if self.error.is_none() {
            self.lines.push(line);
        }
    }

    pub(super) fn chunks(&mut self, array: &Array, survey: &Survey) {
        let mut stored: Vec<&[u64]> = survey.blocked().chain(survey.iter().map(|(own, _)| own)).collect();
        stored.sort_unstable();
        let shape = array.metadata.chunk_grid.grid_shape();
        let mut boxes = boxes_between(stored.into_iter(), &shape);
        for hidden in &survey.unread {
            boxes = boxes.iter().flat_map(|region| without(region, hidden)).collect();
        }
        // A reader takes a limited number of ranges and any number of keys: the largest boxes become ranges.
        let mut ranged: Vec<usize> = (0..boxes.len()).collect();
        ranged.sort_by_key(|index| std::cmp::Reverse(boxes.get(*index).map_or(0, |region| volume(region))));
        ranged.truncate(RANGES);
        ranged.sort_unstable();
        for (index, region) in boxes.iter().enumerate() {
            let size = volume(region);
            if size > 1 && ranged.binary_search(&index).is_ok() {
                self.add(array, format!("{}{}", array.key, brackets(region)));
                continue;
            }
            let lengths = lengths(region);
            for number in 0..u64::try_from(size).unwrap_or(u64::MAX) {
                if self.error.is_some() {
                    return;
                }
                let mut coords = starts(region);
                for (coord, own) in coords.iter_mut().zip(delinear(number, &lengths)) {
                    *coord = coord.saturating_add(own);
                }
                self.chunk(array, &coords);
            }
        }
    }

    pub(super) fn chunk(&mut self, array: &Array, coords: &[u64]) {
        self.add(array, join(&array.key, &array.chunk_key(coords)));
    }

    pub(super) fn inner(&mut self, array: &Array, coords: &[u64], inner: &MissingInner) {
        let one = |coord: &u64| *coord..coord.saturating_add(1);
        let shard = brackets(&coords.iter().map(one).collect());
        for path in &inner.boxes {
            let levels: String = path.iter().map(brackets).collect();
            self.add(array, format!("{}{shard}{levels}", array.key));
        }
    }
}

fn brackets(region: &Region) -> String {
    let text = |range: &Range<u64>| {
        if range.end == range.start.saturating_add(1) {
            range.start.to_string()
        } else {
            format!("{}:{}", range.start, range.end)
        }
    };
    format!("[{}]", region.iter().map(text).collect::<Vec<_>>().join(", "))
}
