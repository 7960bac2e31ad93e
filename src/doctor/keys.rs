use serde_json::json;

use super::documents::with_chunk_shape;
use super::{Hypothesis, confidence::keys as sure, hypothesis};
use crate::codec::DecodeOptions;
use crate::hierarchy::is_document;
use crate::metadata::{Change, ChunkKeyEncoding, KeyScheme, text::shape as text};
use crate::pipeline::Array;
use crate::store::{Below, Detail, Walk};

/// Every chunk key encoding, the commoner first.
const ENCODINGS: [ChunkKeyEncoding; 4] = [
    ChunkKeyEncoding::new(KeyScheme::Default, '/'),
    ChunkKeyEncoding::new(KeyScheme::V2, '.'),
    ChunkKeyEncoding::new(KeyScheme::V2, '/'),
    ChunkKeyEncoding::new(KeyScheme::Default, '.'),
];

#[derive(Debug, Clone, Default)]
struct KeyCount {
    inside: u64,
    beyond: u64,
    first: Option<Vec<u64>>,
    first_beyond: Option<Vec<u64>>,
    last: Vec<u64>,
}

pub fn hypotheses(
    array: &Array,
    options: &DecodeOptions,
    mut go_on: impl FnMut() -> bool,
) -> Option<Vec<Hypothesis>> {
    let declared = array.metadata.chunk_key_encoding.clone();
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
        if matches!(below, Below::File(_)) && !is_document(name) {
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
            hypotheses.push(other_encoding(array, options, encoding, keys));
        }
    }
    if own.inside > 0 {
        hypotheses.extend(others.iter().find_map(|(encoding, keys)| elsewhere(array, encoding, keys)));
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

fn other_encoding(
    array: &Array,
    options: &DecodeOptions,
    encoding: &ChunkKeyEncoding,
    keys: &KeyCount,
) -> Hypothesis {
    let name = encoding.name();
    let separator = encoding.separator.to_string();
    let is_v2 = array.document().zarr_format() == 2;
    let mut changes = Vec::new();
    if !is_v2 {
        let value = json!({"name": name, "configuration": {"separator": separator}});
        changes.push(Change::new("/chunk_key_encoding", value));
    } else if encoding.scheme == KeyScheme::V2 {
        changes.push(Change::new("/dimension_separator", separator.as_str()));
    }
    let is_proven = decodes(array, options, &changes, keys.first.as_ref());
    let key = |encoding: &ChunkKeyEncoding| {
        encoding.key(keys.first.as_ref().unwrap_or(&vec![0; array.metadata.chunk_grid.rank()]))
    };
    let evidence = format!(
        "no chunk has a key such as {}, {} keys are such as {}{}",
        key(&array.metadata.chunk_key_encoding),
        keys.inside,
        key(encoding),
        if is_proven { ", and the first of them decodes" } else { "" }
    );
    let what = if is_v2 && encoding.scheme == KeyScheme::V2 {
        format!("dimension separator is \"{separator}\"")
    } else {
        format!("chunk key encoding is {name} with the separator \"{separator}\"")
    };
    let sure = if is_proven { sure::ENCODING_PROVEN } else { sure::ENCODING };
    hypothesis(what, sure, evidence).changing(changes)
}

/// Chunks that are missing, and are there under keys of another encoding, where nobody looks for them.
fn elsewhere(array: &Array, encoding: &ChunkKeyEncoding, keys: &KeyCount) -> Option<Hypothesis> {
    let first = keys.first.as_ref()?;
    let (own, other) = (array.chunk_key(first), encoding.key(first));
    if own == other || !matches!(array.is_stored(first), Ok(false)) {
        return None;
    }
    let what =
        format!("chunks are stored under keys of another encoding, such as {other}: they are never read");
    let why = format!(
        "there are {} such keys; {own} is missing, and other chunks are where they belong",
        keys.inside
    );
    Some(hypothesis(what, sure::ENCODING, why))
}

fn beyond_the_grid(array: &Array, options: &DecodeOptions, keys: &KeyCount) -> Vec<Hypothesis> {
    const MOST_DIMENSIONS: usize = 5;
    let grid = &array.metadata.chunk_grid;
    let (Some(chunk), true) = (grid.common_shape(), grid.name == "regular") else { return Vec::new() };
    let grid_shape = grid.grid_shape();
    let shape = &array.metadata.shape;
    let counts: Vec<u64> = keys.last.iter().map(|last| last.saturating_add(1)).collect();
    let evidence = format!(
        "{} stored chunks lie beyond the grid {}, up to {}",
        keys.beyond,
        text(&grid_shape),
        text(&keys.last)
    );
    let is_proven = |changes: &[Change]| decodes(array, options, changes, keys.first_beyond.as_ref());
    let mut hypotheses = Vec::new();
    let edges = shape.iter().zip(&chunk).zip(&keys.last);
    let smaller = edges.map(|((size, edge), last)| smaller_edge(*size, *edge, last.checked_add(1)?));
    if let Some(smaller) = smaller.collect::<Option<Vec<u64>>>()
        && smaller != chunk
    {
        let changes = vec![with_chunk_shape(array, &smaller)];
        if is_proven(&changes) {
            let evidence = format!("{evidence}; with it the grid ends there, and such a chunk decodes");
            let what = format!("chunk shape should be {}", text(&smaller));
            hypotheses.push(hypothesis(what, sure::SMALLER_CHUNKS, evidence).changing(changes));
        }
    }
    // A larger array would have no fewer chunks along any dimension.
    let is_too_long = counts.iter().zip(&grid_shape).any(|(count, grid)| count < grid);
    if is_too_long && shape.len() <= MOST_DIMENSIONS {
        'pairs: for one in 0..shape.len() {
            for other in one + 1..shape.len() {
                let mut permuted = shape.clone();
                permuted.swap(one, other);
                let mut edges = permuted.iter().zip(&chunk).zip(&counts);
                let fits = edges.all(|((size, edge), count)| size.div_ceil((*edge).max(1)) == *count);
                let changes = vec![Change::new("/shape", json!(permuted))];
                if fits && permuted != *shape && is_proven(&changes) {
                    let evidence = format!("{evidence}; in this order the grid ends where the keys do");
                    let what =
                        format!("shape should be {}: its dimensions are in another order", text(&permuted));
                    hypotheses.push(hypothesis(what, sure::PERMUTED_SHAPE, evidence).changing(changes));
                    break 'pairs;
                }
            }
        }
    }
    if is_too_long && let Some(reshaped) = reshaped_chunk(shape, &chunk, keys, &counts) {
        let changes = vec![with_chunk_shape(array, &reshaped)];
        if is_proven(&changes) {
            let evidence = format!(
                "{evidence}; chunks of that shape have as many elements, and the grid ends where the keys do"
            );
            let what = format!("chunk shape should be {}", text(&reshaped));
            hypotheses.push(hypothesis(what, sure::RESHAPED_CHUNKS, evidence).changing(changes));
        }
    }
    let size = |edges: &mut dyn Iterator<Item = u64>| edges.fold(1_u64, u64::saturating_mul);
    let own = size(&mut grid_shape.iter().copied());
    let larger = size(&mut grid_shape.iter().zip(&counts).map(|(own, count)| *own.max(count)));
    let is_left_over = keys.inside.saturating_mul(10) >= own.saturating_mul(9)
        && keys.beyond.saturating_mul(2) < larger.saturating_sub(own);
    if is_left_over {
        let evidence = format!("{evidence}; a larger array would have more of them");
        let what = "chunks beyond the grid are left over from another version of the array";
        hypotheses.push(hypothesis(what, sure::LEFT_OVER, evidence));
    }
    let edges = shape.iter().zip(&chunk).zip(grid_shape.iter().zip(&keys.last));
    let larger = edges.map(
        |((size, edge), (count, last))| {
            if last < count { Some(*size) } else { last.checked_add(1)?.checked_mul(*edge) }
        },
    );
    let mut changes = Vec::new();
    let mut what = "the array is larger".to_owned();
    if let Some(larger) = larger.collect::<Option<Vec<u64>>>() {
        what = format!("{what}: shape is up to {}", text(&larger));
        changes.push(Change::new("/shape", larger));
    }
    let confidence = match (is_proven(&changes), is_left_over) {
        (true, false) => sure::LARGER_PROVEN,
        (false, false) => sure::LARGER,
        (_, true) => sure::LARGER_BUT_FEW,
    };
    hypotheses.push(hypothesis(what, confidence, evidence).changing(changes));
    hypotheses
}

fn reshaped_chunk(shape: &[u64], chunk: &[u64], keys: &KeyCount, counts: &[u64]) -> Option<Vec<u64>> {
    let size = chunk.iter().try_fold(1_u64, |size, edge| size.checked_mul(*edge))?;
    let expected = counts.iter().try_fold(1_u64, |size, count| size.checked_mul(*count))?;
    if keys.inside.saturating_add(keys.beyond).saturating_mul(10) < expected.saturating_mul(9) {
        return None;
    }
    let mut found: Vec<Vec<u64>> = Vec::new();
    edges_of(shape, counts, size, &mut Vec::new(), &mut found);
    found.retain(|edges| edges != chunk);
    // Edges that divide the array are likelier, then those that divide each other.
    let rough = |edges: &Vec<u64>| {
        edges.iter().zip(shape).filter(|(edge, size)| !size.is_multiple_of(**edge)).count()
    };
    found.into_iter().min_by_key(rough)
}

fn edges_of(shape: &[u64], counts: &[u64], size: u64, so_far: &mut Vec<u64>, found: &mut Vec<Vec<u64>>) {
    const MOST: usize = 64;
    let axis = so_far.len();
    let (Some(length), Some(count)) = (shape.get(axis), counts.get(axis)) else {
        if size == 1 {
            found.push(so_far.clone());
        }
        return;
    };
    let least = length.div_ceil((*count).max(1)).max(1);
    let most = if *count > 1 { length.saturating_sub(1) / (count - 1) } else { size };
    for edge in least..=most.min(size).min(least.saturating_add(4096)) {
        if found.len() >= MOST {
            return;
        }
        if size.is_multiple_of(edge) && length.div_ceil(edge) == *count {
            so_far.push(edge);
            edges_of(shape, counts, size / edge, so_far, found);
            so_far.pop();
        }
    }
}

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
