//! Elements in another order than the document says, differences that are not added up, chunks that have moved on by one, and missing chunks among one value.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Value, json};

use super::super::confidence::around as sure;
use super::super::documents::{
    codec_row, is_transpose, with_codec, with_data_type, with_order, without_codec,
};
use super::super::plausible::verdict::short;
use super::super::{Hypothesis, hypothesis};
use super::digest::{CellDigest, few_values, mean};
use super::fabric::{Fabric, beside};
use super::readings::permutations;
use super::{LEAST_OF_COPY, Surroundings, cell_name};
use crate::codec::{DELTA, DecodeOptions, SHUFFLE, label};
use crate::metadata::text::count;
use crate::metadata::v2::Dtype;
use crate::metadata::{Change, CodecRole, DataType, Integer};
use crate::pipeline::{Array, ChunkAddress};

/// Of fewer borders nothing is said about a whole array.
const FEWEST_BORDERS: usize = 6;
/// In the wrong order, values differ across borders so many times as much as within, at least …
const APART: f64 = 2.0;
/// … and in the right one hardly more.
const CONTINUES: f64 = 1.4;
/// So many cells are decoded once more for each document.
const MOST: usize = 128;
/// Neighbours that differ by less of what any two values do are smooth as they are.
const ROUGH: f64 = 0.4;
/// With another document they are so many times smoother …
const SMOOTHER: f64 = 3.0;
/// … or so many times with the same numbers in another order, which noise does not allow.
const SMOOTHER_IN_ORDER: f64 = 1.5;
/// Where differences are stored, the first number is so many times as large as most.
const FIRST: f64 = 3.0;
const SIZES: [u64; 4] = [2, 4, 8, 16];
/// Of so many values one may be there twice by chance, as in noise of float32.
const BY_CHANCE: usize = 500;
/// From so many cells on, one that repeats an element of its neighbour is odd.
const FEWEST_CELLS: usize = 6;

#[derive(Debug, Clone, Copy)]
struct Continuity {
    borders: usize,
    /// How much values differ across borders, on average, and how many times as much that is as within cells.
    across: f64,
    ratio: f64,
    /// How much neighbours differ within cells, for one that any two values do.
    rough: f64,
    /// Whether most borders are so, rather than a few by much.
    is_common: bool,
}

/// Another document with which all chunks go on from each other, where hardly any does now, or with which they are smooth.
pub(super) fn of_all(around: &Surroundings, options: &DecodeOptions) -> Option<Hypothesis> {
    let before = continuity(&around.fabric);
    if before.borders < FEWEST_BORDERS || before.ratio < APART && before.rough < ROUGH {
        return None;
    }
    // Of a few values that stand for something, any order may have more that are alike beside each other.
    let are_classes = few_values(around.fabric.cells.values().map(|cell| cell.sample.as_slice())).is_some();
    let mut best: Option<(Continuity, OtherDocument)> = None;
    for document in documents(around.array, &around.fabric) {
        let Some(after) = with_document(around, &document.changes, options) else { continue };
        // Where nearly all elements are one value, nothing is known of two that differ.
        if !after.rough.is_finite() {
            continue;
        }
        // In elements that are in no order at all, neighbours differ as much across borders as within.
        let goes_on = before.is_common
            && before.ratio >= APART
            && after.ratio <= CONTINUES
            && after.across * APART <= before.across;
        let times = if document.keeps_numbers { SMOOTHER_IN_ORDER } else { SMOOTHER };
        // Of garbage with a few huge numbers, values differ less across borders than within.
        let is_even = (1.0 / CONTINUES..=CONTINUES).contains(&after.ratio);
        // Nor is another order found in numbers of which a few decide what all differ by.
        let is_steady = !document.keeps_numbers || before.ratio * CONTINUES >= 1.0 && !are_classes;
        let is_smooth = after.rough * times <= before.rough && is_even && is_steady && after.rough < ROUGH;
        let is_better =
            best.as_ref().is_none_or(|(best, _)| after.rough * after.ratio < best.rough * best.ratio);
        if after.borders >= FEWEST_BORDERS && (goes_on || is_smooth) && is_better {
            best = Some((after, document));
        }
    }
    let (after, document) = best?;
    let evidence = format!(
        "across {} between chunks values differ {} times as much as within, and within by {} of what any two values do; with it {} times, and {}",
        count(before.borders as u128, "border"),
        short(before.ratio),
        short(before.rough),
        short(after.ratio),
        short(after.rough)
    );
    Some(Hypothesis { changes: document.changes, ..hypothesis(document.what, sure::OTHER_ORDER, evidence) })
}

/// How chunks meet that are decoded as another document says.
fn with_document(around: &Surroundings, changes: &[Change], options: &DecodeOptions) -> Option<Continuity> {
    let array = around.array.changed(changes).ok()?;
    let mut other = Surroundings::of(&array)?;
    let chunks: BTreeSet<&[u64]> =
        around.fabric.cells.values().map(|cell| cell.address.chunk.as_slice()).take(MOST).collect();
    for coords in chunks {
        other.add(coords, &array.decode(coords, options).ok()??);
    }
    other.fabric.measure(other.numbers.quantum);
    Some(continuity(&other.fabric))
}

/// Another document, which may be that of the writer.
struct OtherDocument {
    what: String,
    changes: Vec<Change>,
    /// Whether the numbers stay the same, in another order.
    keeps_numbers: bool,
}

/// The closed family of documents that decode the same bytes.
fn documents(array: &Array, fabric: &Fabric) -> Vec<OtherDocument> {
    let mut found = Vec::new();
    for (what, change) in reordered(array) {
        found.push(OtherDocument { what, changes: vec![change], keeps_numbers: true });
    }
    let document = &array.document().value;
    let (list, role) = if document.get("codecs").is_some() {
        ("/codecs", CodecRole::Codec)
    } else {
        ("/filters", CodecRole::Filter)
    };
    let codecs = document.pointer(list).and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
    let mut add = |what: String, change: Option<Change>| {
        found.extend(change.map(|change| OtherDocument {
            what,
            changes: vec![change],
            keeps_numbers: false,
        }));
    };
    let mut has_delta = false;
    for (index, codec) in codecs.iter().enumerate() {
        let Some(row) = codec_row(codec) else { continue };
        let pointer = format!("{list}/{index}");
        if row.is(&DELTA) {
            has_delta = true;
            let what = format!("the filter {} is superfluous: it was not done", label(DELTA.name));
            add(what, without_codec(array, &pointer));
        }
        if row.is(&SHUFFLE) {
            let mut members = ["elementsize", "configuration/elementsize"].into_iter();
            let own = members.find_map(|own| {
                Some(format!("{pointer}/{own}")).filter(|own| document.pointer(own).is_some())
            });
            for size in SIZES {
                if let Some(own) = own.as_ref().filter(|own| document.pointer(own) != Some(&json!(size))) {
                    let what = format!("the elements of {} have {size} bytes", label(SHUFFLE.name));
                    add(what, Some(Change::new(own, size)));
                }
            }
        }
    }
    let dtype =
        document.get("dtype").cloned().unwrap_or_else(|| Dtype::name_of(&array.metadata.data_type).into());
    if !has_delta
        && begins_anew(fabric)
        && let Some(delta) = DELTA.entry(role, json!({"dtype": dtype}))
    {
        add(format!("the filter {} is missing", label(DELTA.name)), with_codec(array, list, Some(0), delta));
    }
    found
}

/// Whether nearly every cell begins with a number that is larger than most: where differences are stored, it is the only one
/// that is none. Sums of other numbers may look smooth too.
fn begins_anew(fabric: &Fabric) -> bool {
    let mut large = 0;
    for cell in fabric.cells.values() {
        let first = cell.faces.first().and_then(|faces| faces[0].outer.first());
        let first = first.copied().unwrap_or(f64::NAN);
        let usual = cell.quantile(20).abs().max(cell.quantile(80).abs());
        large += usize::from(first.abs() > FIRST * usual);
    }
    large * 5 >= fabric.cells.len() * 4
}

/// The documents that say another order of dimensions.
fn reordered(array: &Array) -> Vec<(String, Change)> {
    /// Of more dimensions only the reversed order is tried.
    const RANK: usize = 3;
    const LIST: &str = "/codecs";
    let document = &array.document().value;
    let rank = array.metadata.shape.len();
    let reversed: Vec<usize> = (0..rank).rev().collect();
    let mut orders = vec![(0..rank).collect()];
    if rank <= RANK && document.get("order").is_none() {
        orders.extend(permutations(rank));
    } else {
        orders.push(reversed.clone());
    }
    let codecs = document.pointer(LIST).and_then(Value::as_array);
    let transpose = codecs.and_then(|codecs| codecs.iter().find(|codec| is_transpose(codec)));
    let transpose = transpose
        .and_then(|codec| serde_json::from_value(codec.pointer("/configuration/order")?.clone()).ok());
    let declared = match document.get("order") {
        Some(order) if order == "F" => reversed,
        _ => transpose.unwrap_or_else(|| (0..rank).collect()),
    };
    orders.retain(|order: &Vec<usize>| rank > 1 && *order != declared);
    orders.iter().filter_map(|order| with_order(array, LIST, &declared, order)).collect()
}

fn continuity(fabric: &Fabric) -> Continuity {
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
    let borders = across.len();
    let apart = across.iter().zip(&within).filter(|(across, within)| **across > APART * **within).count();
    let is_common = apart * 2 >= borders;
    let across = mean(across.into_iter()).unwrap_or(0.0);
    let within = mean(within.into_iter()).unwrap_or(0.0);
    // Numbers that are none, or beyond all others, go on nowhere.
    let finite = |number: f64| if number.is_finite() { number } else { f64::INFINITY };
    let (ratio, rough) = (finite(across / within), finite(within / fabric.usual.mean_spread));
    Continuity { borders, across, ratio, rough, is_common }
}

/// The sign of integers, where values are at both ends of the range and nowhere between, and neighbours go from one end to
/// the other: read otherwise, they go on.
pub(super) fn of_other_sign(around: &Surroundings) -> Option<Hypothesis> {
    /// So many values of all are at each end.
    const AT_EACH_END: usize = 100;
    let bits = around.numbers.bits_of_integer()?;
    let DataType::Integer(integer) = &around.array.metadata.data_type else { return None };
    let range = 2_f64.powi(bits);
    let least = if integer.signed { -range / 2.0 } else { 0.0 };
    let (mut low, mut high, mut between, mut crossed) = (0, 0, 0, 0);
    let mut others = Vec::new();
    for cell in around.fabric.cells.values() {
        for value in &cell.sample {
            let place = (value - least) / range;
            low += usize::from(place < 0.25);
            high += usize::from(place > 0.75);
            between += usize::from((0.25..=0.75).contains(&place));
            let turned = if place < 0.5 { *value } else { value - range };
            others.push(if integer.signed { turned + range } else { turned });
        }
        // Where a slope goes through zero, the next value is at the other end.
        let steps = cell.steps.iter().flatten();
        crossed += usize::from(
            steps.map(|steps| steps.mean).any(|mean| mean > 0.0)
                && cell.most[0].value - cell.least[0].value > range / 2.0,
        );
    }
    others.sort_unstable_by(f64::total_cmp);
    let all = low + high;
    if between > 0 || low.min(high) * AT_EACH_END < all || crossed < 2 {
        return None;
    }
    // Marks for what is missing are one value; numbers of the other sign are many, and most of them near zero.
    let (least, most) = (*others.first()?, *others.last()?);
    let middle = if integer.signed { range / 2.0 } else { 0.0 };
    let (below, above) = others.split_at(others.partition_point(|value| *value < middle));
    let distinct = |sorted: &[f64]| sorted.chunk_by(|one, next| one >= next).count();
    let gap = match (below.last(), above.first()) {
        (Some(one), Some(other)) => other - one,
        _ => 0.0,
    };
    if distinct(below).min(distinct(above)) < 16 || gap > (most - least) / 16.0 {
        return None;
    }
    let name = format!("{}int{bits}", if integer.signed { "u" } else { "" });
    let evidence = format!(
        "values are at both ends of what {} holds, and none is between; as {name} all lie between {} and {}",
        around.array.metadata.data_type,
        short(least),
        short(most)
    );
    let other = DataType::Integer(Integer { signed: !integer.signed, ..*integer });
    let found = hypothesis(format!("data type should be {name}"), sure::OTHER_ORDER, evidence);
    Some(found.changing(with_data_type(around.array, &other)?))
}

/// The one chunk whose numbers are whole where those of no other chunk are, or the other way round.
pub(super) fn other_fractions(around: &Surroundings) -> Option<(ChunkAddress, Hypothesis)> {
    const FEWEST_VALUES: usize = 32;
    if !around.numbers.is_plain_float() {
        return None;
    }
    // Zero is whole wherever there is nothing, and says nothing.
    let some = |cell: &CellDigest| cell.sample.iter().filter(|value| **value != 0.0).count();
    let whole =
        |cell: &CellDigest| cell.sample.iter().filter(|value| **value != 0.0 && value.fract() == 0.0).count();
    let (mut are_whole, mut others) = (Vec::new(), Vec::new());
    for cell in around.fabric.cells.values().filter(|cell| some(cell) >= FEWEST_VALUES) {
        match whole(cell) {
            count if count == some(cell) => are_whole.push(cell),
            count if count * 4 < some(cell) => others.push(cell),
            _ => return None,
        }
    }
    if are_whole.len() + others.len() < FEWEST_CELLS {
        return None;
    }
    let looked_at =
        |own: &CellDigest| format!("{} of {} values that were looked at are", whole(own), some(own));
    let (own, what, why) = match (are_whole.as_slice(), others.as_slice()) {
        ([own], _) => {
            let why = format!("{} whole, and few in any other chunk", looked_at(own));
            (own, "the values of the chunk are rounded to whole numbers", why)
        }
        (_, [own]) => {
            let why = format!("{} whole, and in each other chunk all", looked_at(own));
            (own, "the values of the chunk were computed from those that belong there", why)
        }
        _ => return None,
    };
    // Few values may be whole by chance, as where a share is all or nothing.
    if own.distinct() < 3 + usize::from(own.zeros > 0) {
        return None;
    }
    Some((own.address.clone(), hypothesis(what, sure::CHANGED_VALUES, why)))
}

/// The one chunk whose numbers have lost their last digits, as when they went through float32.
pub(super) fn rounded(around: &Surroundings) -> Option<(ChunkAddress, Hypothesis)> {
    /// Of fewer different values chance may make all of them multiples of something.
    const DISTINCT: usize = 8;
    /// So many counts of so many different values are no chance.
    const COUNTED: u64 = 64;
    const FEWEST_DISTINCT: usize = 4;
    /// The bits that float64 has more than float32.
    const MORE_BITS: u32 = 29;
    /// In all other chunks some floats have fewer zeros at the end than this.
    const FEW: u32 = 12;
    let cells: Vec<&CellDigest> =
        around.fabric.cells.values().filter(|cell| cell.sample.len() >= 16 && !cell.is_constant()).collect();
    let bits = around.numbers.bits_of_integer();
    if cells.len() < FEWEST_CELLS || bits.is_none() && around.array.metadata.data_type.nbytes() != 8 {
        return None;
    }
    let zeros = |cell: &CellDigest| cell.divisor.trailing_zeros();
    // Of counts a few may be even; labels, which have patches, may all be.
    let are_many = |cell: &CellDigest| {
        let elements = cell.edges.iter().product::<u64>();
        let counted = elements.saturating_sub(cell.zeros as u64);
        counted >= COUNTED && 4 * cell.changes as u64 >= elements && cell.distinct() >= FEWEST_DISTINCT
    };
    let is_rounded = |cell: &CellDigest| {
        if bits.is_some() {
            cell.divisor >= 4 || cell.divisor > 1 && are_many(cell)
        } else {
            (MORE_BITS..MORE_BITS + 3).contains(&zeros(cell))
        }
    };
    let is_whole = |cell: &CellDigest| if bits.is_some() { cell.divisor == 1 } else { zeros(cell) < FEW };
    let found: Vec<&&CellDigest> = cells.iter().filter(|cell| is_rounded(cell)).collect();
    let whole = cells.iter().filter(|cell| is_whole(cell)).count();
    let own = found.first()?;
    let is_alike = found.iter().all(|cell| cell.divisor == own.divisor);
    let is_odd = found.len() * 4 <= cells.len() && found.len() + whole >= cells.len();
    if !is_odd || own.distinct() < DISTINCT && !are_many(own) || !is_alike {
        return None;
    }
    // A channel, or whatever else lies along an axis on which nothing goes on, has a gain of its own.
    let places: Vec<&Vec<u64>> =
        around.fabric.cells.iter().filter(|(_, cell)| is_rounded(cell)).map(|(place, _)| place).collect();
    if is_slab(around, &places) {
        return None;
    }
    let unit = own.divisor;
    // A counter that goes on by so much each time is a multiple of it from one place on.
    let step = around.fabric.usual_step(0);
    let is_step = u32::try_from(unit).is_ok_and(|unit| (f64::from(unit) - step).abs() < 0.5);
    let is_counter = own.edges.len() < 2 && is_step;
    if is_counter {
        return None;
    }
    let greatest = own.most[0].value.abs().max(own.least[0].value.abs());
    // Numbers that went through a float have exactly as many bits left as it has.
    let through = |digits: i32| {
        let least = 2_f64.powi(digits - 1 + i32::try_from(unit.trailing_zeros()).unwrap_or(0));
        unit.is_power_of_two() && (least..4.0 * least).contains(&greatest)
    };
    let float = [("float16", 11), ("float32", 24), ("float64", 53)];
    // What is even in a picture was doubled.
    let may_be_float = bits.is_none() || unit >= 4;
    let float = float
        .into_iter()
        .filter(|_| may_be_float)
        .find(|(_, digits)| bits.is_none() && *digits == 24 || through(*digits));
    let what = match float {
        Some((name, _)) => format!("the values of the chunk are rounded: they went through {name}"),
        None if unit < 4 => format!("the values of the chunk were multiplied by {unit}, or rounded"),
        None => format!("the values of the chunk are rounded to multiples of {unit}"),
    };
    let why = if bits.is_some() {
        format!("all of them are multiples of {unit}, those of {whole} other chunks are not")
    } else {
        format!("the last {} bits of all of them are zero, as in no other chunk", unit.trailing_zeros())
    };
    Some((own.address.clone(), hypothesis(what, sure::CHANGED_VALUES, why)))
}

/// Whether cells are all of those at one place of an axis, along which pictures have nothing to do with each other.
pub(super) fn is_slab(around: &Surroundings, places: &[&Vec<u64>]) -> bool {
    let cells = &around.fabric.cells;
    let Some(first) = places.first() else { return false };
    let is_all_of = |axis: usize| {
        let at = |place: &[u64]| place.get(axis).copied();
        let is_there = |place: &&Vec<u64>| at(place) == at(first);
        let all = cells.keys().filter(is_there).count();
        all < cells.len()
            && all == places.len()
            && places.iter().all(is_there)
            && (around.judges_shards || cells.values().all(|cell| cell.edges.get(axis) == Some(&1)))
            && !around.fabric.goes_on(axis)
    };
    first.len() > 2 && (0..first.len()).any(is_all_of)
}

/// Another fill value, where missing chunks lie among one value that it is not.
pub(super) fn of_missing(around: &Surroundings) -> Option<Hypothesis> {
    /// So many borders with missing chunks say something.
    const FEWEST: usize = 4;
    let metadata = &around.array.metadata;
    if around.inner.is_some() || around.numbers.part.nbytes != around.numbers.nbytes {
        return None;
    }
    let fill = around.numbers.at_any(&metadata.fill_value.bytes(&metadata.data_type));
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
    let has = |cell: &CellDigest| cell.sample.iter().any(|value| is(*value, fill));
    let has_fill = around.fabric.cells.values().any(|cell| has(cell) || cell.zeros > 0 && is(fill, 0.0));
    // Flags have few values anyhow; of others, one that ends where chunks are missing is a mark, and no measurement.
    let is_flag = metadata.data_type == DataType::Bool || metadata.data_type.nbytes() == 1;
    let share = if is_flag { 9 } else { 5 };
    let is_known = if is_flag { has_fill } else { around.stated.marks.iter().any(|mark| is(*mark, value)) };
    if all < FEWEST || one.len() * 10 < all * share || one.iter().any(|other| !is(*other, value)) || !is_known
    {
        return None;
    }
    let is_bool = metadata.data_type == DataType::Bool;
    let written: Value =
        if is_bool { json!(!is(value, 0.0)) } else { serde_json::from_str(&value.to_string()).ok()? };
    let known = if is_flag { "which other elements have" } else { "and the attributes name the other one" };
    let evidence = format!(
        "at {} of {} with missing chunks all values are {written}; the fill value is {fill}, {known}",
        one.len(),
        count(all as u128, "border")
    );
    let found = hypothesis(format!("fill value should be {written}"), sure::OTHER_FILL, evidence);
    Some(found.changing(vec![Change::new("/fill_value", written)]))
}

/// The one of two equal cells that goes on from what is around it less than the other does, where that is plain.
fn worse_placed(around: &Surroundings, twins: [&CellDigest; 2]) -> Option<usize> {
    /// Values differ so many times as much across its borders as across those of the other.
    const TIMES: f64 = 1.3;
    let strain = |cell: &CellDigest| {
        let (place, _) = around.fabric.cells.iter().find(|(_, other)| other.address == cell.address)?;
        around.fabric.strain(place, cell, None).map(|strain| strain.mean)
    };
    let (one, other) = (strain(twins[0])?, strain(twins[1])?);
    let worse = usize::from(other > one);
    (one.max(other) > TIMES * one.min(other)).then_some(worse)
}

/// Chunks that hold the same values as another one, where nothing else is there twice: one is a copy, or a frame was written again
/// for the next one.
pub(super) fn copies(around: &Surroundings) -> Vec<(ChunkAddress, Hypothesis)> {
    const FEWEST: usize = 3;
    const DISTINCT: usize = 24;
    const SAMPLE: usize = 32;
    const SELDOM: u64 = 16;
    /// Of few values, as of masks, so many that differ from the one before are the same in no two chunks.
    const CHANGES: usize = 48;
    let cells: Vec<_> = around.fabric.cells.iter().filter(|(_, cell)| !cell.is_constant()).collect();
    let mut by_hash: BTreeMap<u64, Vec<(&Vec<u64>, &CellDigest)>> = BTreeMap::new();
    for (place, cell) in &cells {
        by_hash.entry(cell.hash).or_default().push((place, cell));
    }
    let mut twins = Vec::new();
    for alike in by_hash.values().filter(|cells| cells.len() > 1) {
        let [(from, one), (to, other)] = *alike.as_slice() else { return Vec::new() };
        let offset: Vec<_> = from.iter().zip(to).map(|(from, to)| to.abs_diff(*from)).collect();
        twins.push((one, other, offset));
    }
    // Chunks of one frame are copied together.
    let Some((one, _, offset)) = twins.first() else { return Vec::new() };
    let are_together =
        twins.iter().all(|(_, _, other)| other == offset) && twins.len() <= around.most_misfits() / 2 + 1;
    if !are_together || cells.len() < FEWEST || twins.iter().any(|(one, ..)| one.sample.len() < SAMPLE) {
        return Vec::new();
    }
    // In noise of few values no two chunks are the same either.
    let is_noise = one.distinct() >= DISTINCT && around.fabric.is_noise();
    // Nor where every element differs from the one beside it, as in what a camera sees.
    let is_fine = |cell: &CellDigest| {
        let elements = cell.edges.iter().product::<u64>();
        2 * cell.distinct() >= cell.sample.len() && (cell.repeats as u64).saturating_mul(SELDOM) <= elements
    };
    let is_fine = cells.len() >= FEWEST_CELLS && cells.iter().all(|(_, cell)| is_fine(cell));
    let mut seen = BTreeSet::new();
    let mut repeated = 0;
    let is_copy = |cell: &CellDigest| twins.iter().any(|(_, other, _)| other.address == cell.address);
    for (_, cell) in cells.iter().filter(|(_, cell)| !is_copy(cell)) {
        for value in &cell.sample {
            // A value twice in one chunk says as much as in two.
            repeated += usize::from(!seen.insert(value.to_bits()));
        }
    }
    // Lists of whole numbers are often the same again, as the ids of groups are; not where each number is there once.
    // What is measured goes on from chunk to chunk, as ids do not.
    let is_unsorted = |cell: &CellDigest| {
        around.fabric.goes_on(0)
            && 4 * cell.repeats as u64 <= cell.edges.iter().product::<u64>()
            && 10 * cell.falls as u64 >= cell.edges.iter().product::<u64>()
    };
    let is_list = around.numbers.bits_of_integer().is_some() && one.edges.len() < 2 && !is_unsorted(one);
    if is_list && (repeated > 0 || cells.len() < FEWEST_CELLS) {
        return Vec::new();
    }
    let is_rare = cells.len() >= FEWEST_CELLS && repeated * BY_CHANCE <= seen.len();
    // One pair alone, of what is no simple pattern: where a scene stands still, or a pattern repeats, there are more.
    let is_busy = |cell: &CellDigest| {
        let elements = cell.edges.iter().product::<u64>();
        let is_full = 20 * (cell.zeros + cell.missing) as u64 <= 19 * elements;
        // The samples of a pixel change within it, also where all pixels are the same.
        let are_pixels =
            one.edges.len() > 2 && one.edges.last().is_some_and(|edge| cell.distinct() as u64 <= *edge);
        let is_varied = if one.edges.len() > 1 {
            cell.distinct() > LEAST_OF_COPY || cell.changes >= CHANGES && !are_pixels
        } else {
            cell.distinct() > DISTINCT && is_unsorted(cell)
        };
        is_varied && is_full
    };
    let twin = cells.iter().find(|(_, cell)| cell.hash == one.hash).map(|(place, _)| *place);
    let is_alone = twins.len() == 1
        && cells.len() >= 2 * FEWEST_CELLS
        && is_busy(one)
        && twin.is_some_and(|twin| !is_slab(around, &[twin]));
    if !is_noise && !is_fine && !is_rare && !is_alone {
        return Vec::new();
    }
    let others = seen.len().saturating_sub(one.sample.len());
    let why = if is_noise {
        "values are noise, of which no other two chunks are the same".to_owned()
    } else if repeated == 0 {
        format!("of {others} other values that were looked at none is there twice")
    } else if is_alone && !is_fine && !is_rare {
        format!("no other two of {} chunks are the same", cells.len())
    } else if is_rare {
        format!("of {others} other values that were looked at only {repeated} are there twice")
    } else {
        "no other chunks are the same, though elements hardly ever have the value of the one beside them"
            .to_owned()
    };
    let evidence = format!("all of their bytes are equal, and {why}");
    let mut found = Vec::new();
    for (one, other, _) in &twins {
        let names = [one, other].map(|cell| cell_name(around.array, &cell.address));
        if let Some(worse) = worse_placed(around, [one, other]) {
            let (copy, of) = if worse == 0 { (one, &names[1]) } else { (other, &names[0]) };
            let what = format!("the chunk is a copy of {of}");
            let why = format!(
                "{evidence}; across the borders of this one values differ more than across those of that"
            );
            found.push((copy.address.clone(), hypothesis(what, sure::CHANGED_VALUES, why)));
            continue;
        }
        let what = format!("{} and {} hold the same values: one is a copy", names[0], names[1]);
        let copy = hypothesis(what, sure::CHANGED_VALUES, evidence.clone());
        found.extend([one, other].into_iter().map(|cell| (cell.address.clone(), copy.clone())));
    }
    found
}
