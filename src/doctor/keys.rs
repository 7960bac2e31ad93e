//! Hypotheses about the keys of an array: chunks under keys of another encoding, chunks beyond the grid.

use serde_json::json;

use super::Hypothesis;
use super::confidence::keys as sure;
use super::file::hypothesis;
use crate::codec::DecodeOptions;
use crate::metadata::text::shape as text;
use crate::metadata::{Change, ChunkKeyEncoding, DOCUMENT, KeyScheme, v2};
use crate::pipeline::Array;
use crate::store::{Below, Detail, Walk};

/// Every chunk key encoding, the commoner first.
const ENCODINGS: [ChunkKeyEncoding; 4] = [
    ChunkKeyEncoding { scheme: KeyScheme::Default, separator: '/' },
    ChunkKeyEncoding { scheme: KeyScheme::V2, separator: '.' },
    ChunkKeyEncoding { scheme: KeyScheme::V2, separator: '/' },
    ChunkKeyEncoding { scheme: KeyScheme::Default, separator: '.' },
];

#[derive(Debug, Clone, Default)]
struct KeyCount {
    inside: u64,
    beyond: u64,
    /// The first one found in the grid, and the first one outside.
    first: Option<Vec<u64>>,
    first_beyond: Option<Vec<u64>>,
    last: Vec<u64>,
}

/// What is wrong by the keys alone; `None` when asked to stop.
pub fn hypotheses(
    array: &Array,
    options: &DecodeOptions,
    mut go_on: impl FnMut() -> bool,
) -> Option<Vec<Hypothesis>> {
    let declared = array.metadata.chunk_key_encoding;
    let rank = array.metadata.chunk_grid.rank();
    let mut found = vec![(declared, KeyCount::default())];
    found.extend(ENCODINGS.map(|encoding| (encoding, KeyCount::default())));
    let mut seen = 0_u64;
    let mut stopped = false;
    array.store().walk(&array.key, Detail::Names, |name, below| {
        seen += 1;
        stopped = seen.is_multiple_of(1024) && !go_on();
        if stopped {
            return Walk::Stop;
        }
        let is_document = name == DOCUMENT || v2::DOCUMENTS.contains(&name);
        if matches!(below, Below::File(_)) && !is_document {
            for (encoding, keys) in &mut found {
                if let Some(coords) = encoding.coords(name, rank) {
                    keys.add(coords, array);
                }
            }
        }
        let grid = &array.metadata.chunk_grid;
        let leads_on = || ENCODINGS.iter().any(|encoding| encoding.leads_to_chunks(name, grid));
        if below == Below::Link && !leads_on() { Walk::Past } else { Walk::On }
    });
    if stopped {
        return None;
    }
    let ((_, own), others) = found.split_first()?;
    let mut hypotheses = Vec::new();
    if own.inside == 0 && own.beyond == 0 {
        let best = others.iter().max_by_key(|(_, keys)| (keys.inside, std::cmp::Reverse(keys.beyond)));
        if let Some((encoding, keys)) = best
            && keys.inside > 0
        {
            hypotheses.push(other_encoding(array, options, *encoding, keys));
        }
    }
    if own.beyond > 0 {
        hypotheses.extend(beyond_the_grid(array, options, own));
    }
    Some(hypotheses)
}

impl KeyCount {
    fn add(&mut self, coords: Vec<u64>, array: &Array) {
        self.last.resize(coords.len(), 0);
        for (last, coord) in self.last.iter_mut().zip(&coords) {
            *last = (*last).max(*coord);
        }
        if array.metadata.chunk_grid.contains(&coords) {
            self.inside += 1;
            self.first.get_or_insert(coords);
        } else {
            self.beyond += 1;
            self.first_beyond.get_or_insert(coords);
        }
    }
}

fn decodes(array: &Array, options: &DecodeOptions, changes: &[Change], coords: Option<&Vec<u64>>) -> bool {
    let (Ok(array), Some(coords)) = (array.changed(changes), coords) else { return false };
    array.metadata.chunk_grid.contains(coords) && matches!(array.decode(coords, options), Ok(Some(_)))
}

/// The chunks are there, under other keys.
fn other_encoding(
    array: &Array,
    options: &DecodeOptions,
    encoding: ChunkKeyEncoding,
    keys: &KeyCount,
) -> Hypothesis {
    let name = encoding.name();
    let separator = encoding.separator.to_string();
    let is_v2 = array.document().zarr_format() == 2;
    let change = |pointer: &str, value| vec![Change { pointer: pointer.to_owned(), value }];
    let changes = match (is_v2, encoding.scheme) {
        (false, _) => {
            change("/chunk_key_encoding", json!({"name": name, "configuration": {"separator": separator}}))
        }
        (true, KeyScheme::V2) => change("/dimension_separator", json!(separator)),
        (true, KeyScheme::Default) => Vec::new(),
    };
    let is_proven = decodes(array, options, &changes, keys.first.as_ref());
    let key = |encoding: ChunkKeyEncoding| {
        let rank = array.metadata.chunk_grid.rank();
        encoding.key(keys.first.as_ref().unwrap_or(&vec![0; rank]))
    };
    let evidence = format!(
        "no chunk has a key such as {}, {} keys are such as {}{}",
        key(array.metadata.chunk_key_encoding),
        keys.inside,
        key(encoding),
        if is_proven { ", and the first of them decodes" } else { "" }
    );
    let what = if is_v2 && encoding.scheme == KeyScheme::V2 {
        format!("dimension separator is \"{separator}\"")
    } else {
        format!("chunk key encoding is {name} with the separator \"{separator}\"")
    };
    Hypothesis {
        changes,
        ..hypothesis(what, if is_proven { sure::ENCODING_PROVEN } else { sure::ENCODING }, evidence)
    }
}

fn beyond_the_grid(array: &Array, options: &DecodeOptions, keys: &KeyCount) -> Vec<Hypothesis> {
    let grid = &array.metadata.chunk_grid;
    let (Some(chunk), true) = (grid.common_shape(), grid.name == "regular") else { return Vec::new() };
    let is_v2 = array.document().zarr_format() == 2;
    let grid_shape = grid.grid_shape();
    let evidence = format!(
        "{} stored chunks lie beyond the grid {}, up to {}",
        keys.beyond,
        text(&grid_shape),
        text(&keys.last)
    );
    let shape = &array.metadata.shape;
    let mut hypotheses = Vec::new();
    if let Some(smaller) = smaller_chunk(shape, &chunk, &keys.last)
        && smaller != chunk
    {
        let pointer = if is_v2 { "/chunks" } else { "/chunk_grid/configuration/chunk_shape" };
        let changes = vec![Change { pointer: pointer.to_owned(), value: json!(smaller) }];
        if decodes(array, options, &changes, keys.first_beyond.as_ref()) {
            let evidence = format!("{evidence}; with it the grid ends there, and such a chunk decodes");
            hypotheses.push(Hypothesis {
                changes,
                ..hypothesis(format!("chunk shape is {}", text(&smaller)), sure::SMALLER_CHUNKS, evidence)
            });
        }
    }
    let larger = larger_shape(shape, &chunk, &grid_shape, &keys.last);
    let mut changes = Vec::new();
    let mut what = String::new();
    if let Some(larger) = &larger {
        changes.push(Change { pointer: "/shape".to_owned(), value: json!(larger) });
        what = format!(": shape is up to {}", text(larger));
    }
    let is_proven = decodes(array, options, &changes, keys.first_beyond.as_ref());
    let confidence = if is_proven { sure::LARGER_PROVEN } else { sure::LARGER };
    hypotheses.push(Hypothesis {
        changes,
        ..hypothesis(format!("the array is larger{what}"), confidence, evidence)
    });
    hypotheses
}

fn smaller_chunk(shape: &[u64], chunk: &[u64], last: &[u64]) -> Option<Vec<u64>> {
    let mut smaller = Vec::new();
    for ((size, edge), last) in shape.iter().zip(chunk).zip(last) {
        smaller.push(smaller_edge(*size, *edge, last.checked_add(1)?)?);
    }
    Some(smaller)
}

fn larger_shape(shape: &[u64], chunk: &[u64], grid: &[u64], last: &[u64]) -> Option<Vec<u64>> {
    let mut larger = Vec::new();
    for ((size, edge), (count, last)) in shape.iter().zip(chunk).zip(grid.iter().zip(last)) {
        larger.push(if last < count { *size } else { last.checked_add(1)?.checked_mul(*edge)? });
    }
    Some(larger)
}

/// The largest edge that divides the declared one and makes `count` chunks.
fn smaller_edge(size: u64, edge: u64, count: u64) -> Option<u64> {
    if size.div_ceil(edge.max(1)) >= count {
        return Some(edge);
    }
    let parts = (2..=edge.min(4096))
        .find(|parts| edge.is_multiple_of(*parts) && size.div_ceil(edge / parts) == count)?;
    Some(edge / parts)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_edge_that_makes_as_many_chunks_as_there_are_keys() {
        assert_eq!(smaller_edge(30, 16, 4), Some(8));
        assert_eq!(smaller_edge(30, 16, 2), Some(16));
        assert_eq!(smaller_edge(30, 16, 5), None);
        assert_eq!(smaller_edge(30, 16, 30), Some(1));
    }
}
