//! Elements in another order than the document says, differences that are not added up, chunks that have moved on by one, and missing chunks among one value.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Value, json};

use super::super::confidence::around as sure;
use super::super::{Hypothesis, hypothesis};
use super::Surroundings;
use super::digest::{CellDigest, mean, median};
use super::fabric::{Fabric, beside};
use crate::codec::{CodecRow, DELTA, DecodeOptions, TRANSPOSE, label};
use crate::metadata::text::count;
use crate::metadata::{Change, CodecRole, DataType};
use crate::pipeline::{Array, ChunkAddress};

/// Of fewer borders nothing is said about a whole array.
const FEWEST_BORDERS: usize = 8;
/// In the wrong order, values differ across borders so many times as much as within, at least …
const APART: f64 = 2.0;
/// … and in the right one hardly more.
const CONTINUES: f64 = 1.25;
/// So many cells are decoded once more.
const MOST: usize = 512;
/// Where differences are stored, the first number is so many times as large as most.
const FIRST: f64 = 20.0;
/// From so many cells on, one that repeats an element of its neighbour is odd.
const FEWEST_CELLS: usize = 6;

/// Another document with which all chunks go on from each other, where hardly any does now: another order of dimensions, or
/// differences that were not added up.
pub(super) fn of_all(around: &Surroundings, options: &DecodeOptions) -> Option<Hypothesis> {
    let (all, across, before) = borders(&around.fabric);
    if all < FEWEST_BORDERS || before < APART || around.fabric.cells.len() > MOST {
        return None;
    }
    let mut best: Option<(f64, String, Vec<Change>)> = None;
    for (what, changes) in reordered(around.array) {
        let Some((all_then, across_then, after)) = borders_with(around, &changes, options) else { continue };
        // In elements that are in no order at all, neighbours differ as much across borders as within.
        let continues = all_then >= FEWEST_BORDERS && after <= CONTINUES && across_then * APART <= across;
        if continues && best.as_ref().is_none_or(|(best, ..)| after < *best) {
            best = Some((after, what, changes));
        }
    }
    let (after, what, changes) = best?;
    let evidence = format!(
        "across {} between chunks values differ {} times as much as within; with it {} times",
        count(all as u128, "border"),
        super::short(before),
        super::short(after)
    );
    Some(Hypothesis { changes, ..hypothesis(what, sure::OTHER_ORDER, evidence) })
}

/// How chunks meet that are decoded as another document says.
fn borders_with(
    around: &Surroundings,
    changes: &[Change],
    options: &DecodeOptions,
) -> Option<(usize, f64, f64)> {
    let array = around.array.changed(changes).ok()?;
    let mut other = Surroundings::of(&array)?;
    let chunks: BTreeSet<&[u64]> =
        around.fabric.cells.values().map(|cell| cell.address.chunk.as_slice()).collect();
    for coords in chunks {
        other.add(coords, &array.decode(coords, options).ok()??);
    }
    other.fabric.measure(other.numbers.quantum);
    Some(borders(&other.fabric))
}

/// The documents that say another order of dimensions.
fn reordered(array: &Array) -> Vec<(String, Vec<Change>)> {
    /// Of more dimensions only the reversed order is tried.
    const RANK: usize = 3;
    let document = &array.document().value;
    let rank = array.metadata.shape.len();
    let change = |pointer: &str, value: Value| vec![Change { pointer: pointer.to_owned(), value }];
    if rank < 2 {
        return Vec::new();
    }
    if let Some(order) = document.pointer("/order") {
        let letter = if order == "F" { "C" } else { "F" };
        return vec![(format!("order is {letter}"), change("/order", json!(letter)))];
    }
    let Some(Value::Array(codecs)) = document.pointer("/codecs") else { return Vec::new() };
    let is_transpose = |codec: &Value| {
        let name = codec.get("name").and_then(Value::as_str);
        name.and_then(CodecRow::find).is_some_and(|row| row.is(&TRANSPOSE))
    };
    let declared = codecs.iter().find(|codec| is_transpose(codec));
    let declared = declared.and_then(|codec| codec.pointer("/configuration/order"));
    let plain: Vec<Value> = codecs.iter().filter(|codec| !is_transpose(codec)).cloned().collect();
    let identity: Vec<usize> = (0..rank).collect();
    let orders =
        if rank <= RANK { permutations(&identity) } else { vec![identity.iter().rev().copied().collect()] };
    let mut found = Vec::new();
    if declared.is_some() {
        found.push(("the transpose is superfluous".to_owned(), change("/codecs", plain.clone().into())));
    }
    for order in orders {
        if order == identity || declared == Some(&json!(order)) {
            continue;
        }
        let what = match declared {
            Some(_) => format!("the order of the transpose is {order:?}"),
            None => format!("a transpose of order {order:?} is missing"),
        };
        let Some(codec) = TRANSPOSE.entry(CodecRole::Codec, json!({"order": order})) else { continue };
        let codecs: Vec<Value> = std::iter::once(codec).chain(plain.iter().cloned()).collect();
        found.push((what, change("/codecs", codecs.into())));
    }
    found
}

/// All orders of some axes.
fn permutations(axes: &[usize]) -> Vec<Vec<usize>> {
    let mut found = vec![Vec::new()];
    for _ in axes {
        let longer = |order: &Vec<usize>| {
            let rest = axes.iter().filter(|axis| !order.contains(axis));
            rest.map(|axis| [order.as_slice(), &[*axis]].concat()).collect::<Vec<_>>()
        };
        found = found.iter().flat_map(longer).collect();
    }
    found
}

/// A filter `delta` that the document lacks: each chunk begins with a number and goes on with differences, and their sum is
/// about what the next chunk begins with.
pub(super) fn without_delta(around: &Surroundings, options: &DecodeOptions) -> Option<Hypothesis> {
    let cells = &around.fabric.cells;
    // In a table each row begins anew.
    let is_list = cells.keys().next().is_some_and(|place| place.len() == 1);
    let is_number = around.numbers.bits_of_integer().is_some() || around.numbers.is_plain_float();
    if !is_list || !is_number || cells.len() < FEWEST_CELLS || cells.len() > MOST || around.inner.is_some() {
        return None;
    }
    let mut sums = BTreeMap::new();
    for (place, cell) in cells {
        let ends = around.with_cell(&cell.address, options, |bytes| {
            let size = bytes.bytes.len() / around.numbers.nbytes.max(1);
            let value = |index| around.numbers.at(bytes.bytes, index);
            let rest: Vec<f64> = (1..size).map(value).collect();
            let sum = value(0) + rest.iter().sum::<f64>();
            let step = median(rest.iter().map(|step| step.abs()).collect())?;
            Some((value(0), sum, step))
        });
        sums.insert(place, ends.flatten().filter(|(first, sum, _)| first.is_finite() && sum.is_finite())?);
    }
    let (mut all, mut begins, mut goes_on) = (0, 0, 0);
    for (place, (first, sum, step)) in &sums {
        all += 1;
        begins += usize::from(*step > 0.0 && first.abs() > FIRST * step.max(around.numbers.quantum));
        let next = sums.get(&beside(place, 0, true));
        goes_on += usize::from(next.is_none_or(|(next, ..)| (next - sum).abs() * 4.0 < next.abs()));
    }
    if begins * 10 < all * 9 || goes_on * 10 < all * 9 {
        return None;
    }
    let evidence = format!(
        "{begins} of {} begin with a number more than {FIRST} times as large as most that follow; added up, {goes_on} end          about where the next one begins",
        count(all as u128, "chunk")
    );
    let document = &around.array.document().value;
    let mut changes = Vec::new();
    if let Some(dtype) =
        document.pointer("/dtype").filter(|_| document.pointer("/filters") == Some(&Value::Null))
    {
        let filters = json!([DELTA.entry(CodecRole::Filter, json!({"dtype": dtype}))?]);
        changes.push(Change { pointer: "/filters".to_owned(), value: filters });
    }
    Some(Hypothesis {
        changes,
        ..hypothesis(format!("the filter {} is missing", label(DELTA.name)), sure::OTHER_ORDER, evidence)
    })
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

/// Two chunks that hold the same values, in an array where no other value is in two chunks: one is a copy.
pub(super) fn copies(around: &Surroundings) -> Vec<(ChunkAddress, Hypothesis)> {
    let cells: Vec<&CellDigest> = around.fabric.cells.values().filter(|cell| !cell.is_constant()).collect();
    let mut by_hash: BTreeMap<u64, Vec<&CellDigest>> = BTreeMap::new();
    for cell in &cells {
        by_hash.entry(cell.hash).or_default().push(cell);
    }
    let twins: Vec<&Vec<&CellDigest>> = by_hash.values().filter(|cells| cells.len() > 1).collect();
    let [pair] = twins.as_slice() else { return Vec::new() };
    let [one, other] = pair.as_slice() else { return Vec::new() };
    if cells.len() < FEWEST_CELLS || one.sample.len() < 32 {
        return Vec::new();
    }
    let mut seen = BTreeSet::new();
    for cell in cells.iter().filter(|cell| cell.address != other.address) {
        for value in &cell.sample {
            // A value twice in one chunk says as much as in two.
            if !seen.insert(value.to_bits()) {
                return Vec::new();
            }
        }
    }
    let what = format!(
        "{} and {} hold the same values: one is a copy",
        around.name(&one.address),
        around.name(&other.address)
    );
    let evidence = format!(
        "all of their bytes are equal, and of {} other values that were looked at none is there twice",
        seen.len() - one.sample.len()
    );
    let found = hypothesis(what, sure::CHANGED_VALUES, evidence);
    [one, other].into_iter().map(|cell| (cell.address.clone(), found.clone())).collect()
}
