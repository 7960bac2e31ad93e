//! Elements in another order than the document says, chunks that have moved on by one, and missing chunks among one value.

use serde_json::{Value, json};

use super::super::confidence::around as sure;
use super::super::{Hypothesis, hypothesis};
use super::digest::{CellBytes, CellDigest, mean};
use super::fabric::{Fabric, beside};
use super::{Surroundings, misfits};
use crate::codec::{CodecRow, DecodeOptions, TRANSPOSE};
use crate::metadata::text::count;
use crate::metadata::{Change, CodecRole, DataType};
use crate::pipeline::ChunkAddress;

/// Of fewer borders nothing is said about a whole array.
const FEWEST_BORDERS: usize = 8;
/// In the wrong order, values differ across borders so many times as much as within, at least …
const APART: f64 = 2.0;
/// … and in the right one hardly more.
const CONTINUES: f64 = 1.25;
/// So many cells are decoded once more.
const MOST: usize = 512;
/// From so many cells on, one that repeats an element of its neighbour is odd.
const FEWEST_CELLS: usize = 6;

/// The other order of dimensions, where with it all chunks go on from each other, and hardly any does as they are.
pub(super) fn of_all(around: &Surroundings, options: &DecodeOptions) -> Option<Hypothesis> {
    let fabric = &around.fabric;
    let rank = fabric.cells.keys().next().map_or(0, Vec::len);
    let (all, across, before) = borders(fabric);
    if rank < 2 || all < FEWEST_BORDERS || before < APART || fabric.cells.len() > MOST {
        return None;
    }
    let order: Vec<usize> = (0..rank).rev().collect();
    let is_declared = has_order(around);
    let mut other = Fabric::default();
    for (place, cell) in &fabric.cells {
        let read = around.with_cell(&cell.address, options, |cell_bytes| {
            if cell_bytes.used != cell_bytes.shape {
                return None;
            }
            let bytes = reread(&cell_bytes, around.numbers.nbytes, &order, is_declared)?;
            let read = CellBytes { bytes: &bytes, ..cell_bytes };
            CellDigest::take(&around.numbers, cell.address.clone(), read)
        });
        // Chunks that hang over the edge are left out.
        if let Some(digest) = read.flatten() {
            other.cells.insert(place.clone(), digest);
        }
    }
    let (all_then, across_then, after) = borders(&other);
    // In elements that are in no order at all, neighbours differ as much across borders as within.
    if all_then < FEWEST_BORDERS || after > CONTINUES || across_then * APART > across {
        return None;
    }
    let evidence = format!(
        "across {} between chunks values differ {} times as much as within; in the other order {} times",
        count(all as u128, "border"),
        super::short(before),
        super::short(after)
    );
    let (what, changes) = reordered(around, &order)?;
    Some(Hypothesis { changes, ..hypothesis(what, sure::OTHER_ORDER, evidence) })
}

/// The elements as they are when the document says the other order: the stored ones put in that order, or no more so.
fn reread(cell: &CellBytes, nbytes: usize, order: &[usize], is_declared: bool) -> Option<Vec<u8>> {
    if !is_declared {
        return misfits::transposed(cell, nbytes, order);
    }
    // The way back: where each element came from.
    let numbers: Vec<u8> =
        (0..cell.bytes.len() / nbytes.max(1)).flat_map(|number| (number as u64).to_le_bytes()).collect();
    let from = misfits::transposed(&CellBytes { bytes: &numbers, ..*cell }, 8, order)?;
    let mut bytes = vec![0; cell.bytes.len()];
    for (number, element) in from.as_chunks::<8>().0.iter().zip(cell.bytes.chunks_exact(nbytes)) {
        let start = usize::try_from(u64::from_le_bytes(*number)).ok()?.checked_mul(nbytes)?;
        bytes.get_mut(start..start + nbytes)?.copy_from_slice(element);
    }
    Some(bytes)
}

fn is_transpose(codec: &Value) -> bool {
    let name = codec.get("name").and_then(Value::as_str);
    name.and_then(CodecRow::find).is_some_and(|row| row.is(&TRANSPOSE))
}

/// Whether the document says an order other than C.
fn has_order(around: &Surroundings) -> bool {
    let document = &around.array.document().value;
    let codecs = document.pointer("/codecs").and_then(Value::as_array);
    document.pointer("/order").and_then(Value::as_str) == Some("F")
        || codecs.is_some_and(|codecs| codecs.iter().any(is_transpose))
}

/// The document that says the other order.
fn reordered(around: &Surroundings, order: &[usize]) -> Option<(String, Vec<Change>)> {
    let document = &around.array.document().value;
    if around.array.document().zarr_format() == 2 {
        let letter = if document.pointer("/order")? == "F" { "C" } else { "F" };
        return Some((
            format!("order is {letter}"),
            vec![Change { pointer: "/order".to_owned(), value: json!(letter) }],
        ));
    }
    let mut codecs = document.pointer("/codecs")?.as_array()?.clone();
    let what = if has_order(around) {
        codecs.retain(|codec| !is_transpose(codec));
        "the transpose is superfluous".to_owned()
    } else {
        codecs.insert(0, TRANSPOSE.entry(CodecRole::Codec, json!({"order": order}))?);
        format!("a transpose of order {order:?} is missing")
    };
    // Where chunks are shards, the order may be that of the inner ones.
    let is_shard = around.inner.is_some();
    let change = Change { pointer: "/codecs".to_owned(), value: codecs.into() };
    Some((what, if is_shard { Vec::new() } else { vec![change] }))
}

/// How many borders there are, how much values differ across them on average, and how many times as much that is as within cells.
fn borders(fabric: &Fabric) -> (usize, f64, f64) {
    let (mut across, mut within) = (Vec::new(), Vec::new());
    for (place, cell) in &fabric.cells {
        for axis in 0..place.len() {
            let Some(next) = fabric.cells.get(&beside(place, axis, true)) else { continue };
            let (Some([_, end]), Some([begin, _])) = (cell.faces.get(axis), next.faces.get(axis)) else {
                continue;
            };
            let Some(Some(steps)) = cell.steps.get(axis) else { continue };
            let pairs = end.outer.iter().zip(&begin.outer).map(|(one, other)| (one - other).abs());
            let Some(step) = mean(pairs.filter(|step| step.is_finite())) else { continue };
            across.push(step);
            within.push(steps.mean);
        }
    }
    let count = across.len();
    let across = mean(across.into_iter()).unwrap_or(0.0);
    let ratio = across / mean(within.into_iter()).unwrap_or(0.0);
    (count, across, if ratio.is_finite() { ratio } else { 0.0 })
}

/// A chunk of a list whose elements have moved on by one: it repeats one of its neighbour where no two neighbours are equal.
pub(super) fn moved_on(around: &Surroundings) -> Option<(ChunkAddress, Hypothesis)> {
    let cells = &around.fabric.cells;
    let rank = cells.keys().next().map_or(0, Vec::len);
    if rank != 1 || cells.len() < FEWEST_CELLS || cells.values().any(|cell| cell.repeats > 0) {
        return None;
    }
    let end = |cell: &CellDigest, side: usize| cell.faces.first()?.get(side)?.outer.first().copied();
    let mut repeated = Vec::new();
    for (place, cell) in cells {
        if let Some(next) = cells.get(&beside(place, 0, true))
            && let (Some(last), Some(first)) = (end(cell, 1), end(next, 0))
            && last.to_bits() == first.to_bits()
        {
            repeated.push((place, cell, next, last));
        }
    }
    let [(place, cell, next, value)] = repeated.as_slice() else { return None };
    let gap =
        |low: Option<&CellDigest>, high: Option<&CellDigest>| Some((end(high?, 0)? - end(low?, 1)?).abs());
    let before = gap(cells.get(&beside(place, 0, false)), Some(cell));
    let after = gap(Some(next), cells.get(&beside(&beside(place, 0, true), 0, true)));
    let is_first = before.unwrap_or(0.0) >= after.unwrap_or(0.0);
    let (own, what, which) = if is_first {
        (
            cell,
            "the chunk is shifted by 1 element towards its beginning",
            "last element is the first of the next chunk",
        )
    } else {
        (
            next,
            "the chunk is shifted by 1 element towards its end",
            "first element is the last of the chunk before",
        )
    };
    let evidence = format!("its {which}, {}; nowhere else are two neighbours equal", super::short(*value));
    Some((own.address.clone(), hypothesis(what, sure::CHANGED_VALUES, evidence)))
}

/// Another fill value, where missing chunks lie among one value that it is not.
pub(super) fn of_missing(around: &Surroundings) -> Option<Hypothesis> {
    /// So many borders with missing chunks say something.
    const FEWEST: usize = 4;
    let metadata = &around.array.metadata;
    let is_flag = metadata.data_type == DataType::Bool || metadata.data_type.nbytes() == 1;
    if around.inner.is_some() || !is_flag {
        return None;
    }
    let fill = metadata.fill_value.bytes(&metadata.data_type).first().copied().map(f64::from)?;
    let is = |one: f64, other: f64| one.total_cmp(&other).is_eq();
    let grid = metadata.chunk_grid.grid_shape();
    let (mut all, mut one): (usize, Vec<f64>) = (0, Vec::new());
    for (place, cell) in around.fabric.cells.iter().filter(|(_, cell)| !cell.is_constant()) {
        for axis in 0..place.len() {
            for (side, is_after) in [(0, false), (1, true)] {
                let other = beside(place, axis, is_after);
                let is_inside = other.iter().zip(&grid).all(|(coord, edge)| coord < edge);
                let is_missing = || matches!(around.array.is_stored(&other), Ok(false));
                if !is_inside || around.fabric.cells.contains_key(&other) || !is_missing() {
                    continue;
                }
                all += 1;
                let values = &cell.faces.get(axis)?.get(side)?.outer;
                let first = values.first().copied().filter(|first| !is(*first, fill) && first.is_finite());
                one.extend(first.filter(|first| values.iter().all(|value| is(*value, *first))));
            }
        }
    }
    let value = *one.first()?;
    let has_fill = around
        .fabric
        .cells
        .values()
        .any(|cell| cell.sample.iter().any(|value| is(*value, fill)) || cell.zeros > 0 && is(fill, 0.0));
    if all < FEWEST || one.len() * 10 < all * 9 || one.iter().any(|other| !is(*other, value)) || !has_fill {
        return None;
    }
    let written = if metadata.data_type == DataType::Bool { json!(!is(value, 0.0)) } else { json!(value) };
    let evidence = format!(
        "at {} of {} with missing chunks all values are {written}, and the fill value is {fill}, which other elements have",
        one.len(),
        count(all as u128, "border")
    );
    let changes = vec![Change { pointer: "/fill_value".to_owned(), value: written.clone() }];
    Some(Hypothesis { changes, ..hypothesis(format!("fill value is {written}"), sure::OTHER_FILL, evidence) })
}
