//! What the arrays of a group say about each other: a chunk that is one of another array, a level of an image that was
//! not made from the others.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::rc::Rc;
use std::sync::Arc;

use serde_json::Value;

use super::super::confidence::around as sure;
use super::super::plausible::{sample::share, verdict::short};
use super::super::{Hypothesis, hypothesis};
use super::Surroundings;
use super::absent::STOPPED;
use super::agreement::are_labels;
use super::digest::{CellDigest, NumberView, correlation, median};
use super::fabric::Fabric;
use super::stated::attribute;
use super::values::AllValues;
use crate::codec::DecodeOptions;
use crate::metadata::text::count;
use crate::metadata::{DataType, GroupOrArray, delinear, lengths, linear};
use crate::pipeline::{Array, ChunkAddress};

/// Of fewer chunks that vary nothing is said about copies.
const FEWEST: usize = 4;
/// Chunks of so few values are alike by chance.
const LEAST_SAMPLE: usize = 32;
/// So many elements of all levels and bounds together are in memory as numbers; of what is larger nothing is said.
pub(super) const LARGEST: usize = 1 << 24;
/// So many elements of a chunk are held against those that they were made from.
const POINTS: usize = 512;
/// So many chunks of a mask are looked at.
const MOST_CHUNKS: u64 = 1 << 12;
/// A level that was made from another goes up and down with it: whatever was averaged, above this.
const MADE_FROM: f64 = 0.9;
/// One that was made from something else stays below this …
const MADE_FROM_OTHERS: f64 = 0.75;
/// … where most of its chunks do, it is as a whole.
const MOSTLY: usize = 2;

/// An array of a group, with what was kept of its chunks.
#[derive(Debug)]
pub(in crate::doctor) struct Member {
    pub array: Arc<Array>,
    pub(super) numbers: NumberView,
    pub(super) fabric: Fabric,
}

impl Member {
    pub fn new(array: &Arc<Array>, around: Surroundings) -> Self {
        Self { array: array.clone(), numbers: around.numbers, fabric: around.fabric }
    }

    pub fn name(&self) -> &str {
        let key = self.array.key.as_str();
        key.rsplit_once('/').map_or(key, |(_, name)| name)
    }

    /// How many chunks, or inner chunks, are kept.
    pub fn chunks(&self) -> usize {
        self.fabric.cells.len()
    }

    /// The chunks of categorical codes that name more categories than there are. Codes of -1 are missing.
    pub fn codes_beyond(&self, categories: u64) -> Vec<(ChunkAddress, Hypothesis)> {
        #[expect(clippy::cast_precision_loss, reason = "there are no 2^53 categories")]
        let last = categories as f64 - 1.0;
        let mut found = Vec::new();
        for cell in self.fabric.cells.values() {
            let (low, high) = (cell.least[0].value, cell.most[0].value);
            if high > last || low < -1.0 {
                let what = "the chunk has codes of categories that are not there";
                let why = format!(
                    "its codes lie between {} and {}, and the categories are 0 to {last}",
                    short(low),
                    short(high)
                );
                found.push((cell.address.clone(), hypothesis(what, sure::CONTRADICTED, why)));
            }
        }
        found
    }
}

/// What is wrong with a chunk, or an array, of a group: the number of the array.
pub(in crate::doctor) struct OfMember {
    pub member: usize,
    pub address: Option<ChunkAddress>,
    pub hypothesis: Hypothesis,
}

pub(in crate::doctor) fn judge(members: &[Member], options: &DecodeOptions) -> Vec<OfMember> {
    let mut found = Vec::new();
    for (number, one) in members.iter().enumerate() {
        for (other_number, other) in members.iter().enumerate() {
            let shapes = [one, other].map(|member| {
                let metadata = &member.array.metadata;
                (&metadata.shape, metadata.chunk_grid.chunk_shape(&vec![0; metadata.shape.len()]))
            });
            if number != other_number && shapes[0] == shapes[1] {
                let is_second = other_number < number;
                copies(number, one, other, is_second, &mut found);
                foreign(number, one, other, &mut found);
            }
        }
    }
    let mut values = MemberValues::new(options);
    found.extend(unwritten_ends(members));
    found.extend(lone_scale(members));
    levels(members, &mut values, &mut found);
    bounds(members, &mut values, &mut found);
    masks(members, &mut values, &mut found);
    found
}

/// Arrays of which nothing is stored from one place of the first axis on, where all others of their shape and grid are whole.
fn unwritten_ends(members: &[Member]) -> Vec<OfMember> {
    const FEWEST_OTHERS: usize = 2;
    /// Before that, less than half of each chunk has the fill value: else it may be so at the end as well.
    const HALF: usize = 2;
    const APART: f64 = 20.0;
    let mut found = Vec::new();
    for (number, member) in members.iter().enumerate() {
        let metadata = &member.array.metadata;
        let grid = metadata.chunk_grid.grid_shape();
        let is_full = |cell: &CellDigest| cell.zeros.max(cell.missing) * HALF < cell.size();
        let stored = member.chunks() as u64;
        let all = grid.iter().fold(1_u64, |all, edge| all.saturating_mul(*edge));
        let slab = grid.iter().skip(1).fold(1_u64, |all, edge| all.saturating_mul(*edge)).max(1);
        let is_end =
            stored < all && stored >= (FEWEST as u64).saturating_mul(slab) && stored.is_multiple_of(slab);
        let is_before = |place: &Vec<u64>| place.first().is_some_and(|first| *first < stored / slab);
        let cells = &member.fabric.cells;
        // It may have stopped within the last chunk that is there, where the fill value is none that was measured.
        let fill = member.numbers.at_any(&metadata.fill_value.bytes(&metadata.data_type));
        let before = || cells.values().rev().skip(1);
        let low = before().map(|cell| cell.least[0].value).fold(f64::INFINITY, f64::min);
        let high = before().map(|cell| cell.most[0].value).fold(f64::NEG_INFINITY, f64::max);
        let is_outside = fill < low - (high - low) / APART;
        let last = cells.keys().next_back().filter(|_| is_outside);
        let are_full = cells.iter().all(|(place, cell)| Some(place) == last || is_full(cell));
        if !is_end || !cells.keys().all(is_before) || !are_full || member.numbers.are_bits() {
            continue;
        }
        let mut others = Vec::new();
        let mut are_whole = true;
        for (_, other) in members.iter().enumerate().filter(|(other, _)| *other != number) {
            let theirs = &other.array.metadata;
            if theirs.shape == metadata.shape && theirs.chunk_grid.grid_shape() == grid {
                others.push(other.name());
                are_whole &= other.chunks() as u64 == all;
            }
        }
        if others.len() < FEWEST_OTHERS || !are_whole {
            continue;
        }
        let mut first = vec![0; grid.len()];
        if let Some(coord) = first.first_mut() {
            *coord = stored / slab;
        }
        // What cannot be decoded is no cell either.
        if !matches!(member.array.is_stored(&first), Ok(false)) {
            continue;
        }
        let why = format!(
            "{stored} of {} are stored, of each of the {} beside it, which have the same shape, all",
            count(all.into(), "chunk"),
            count(others.len() as u128, "array")
        );
        let hypothesis = hypothesis(STOPPED, sure::MISSING, why);
        found.push(OfMember { member: number, address: Some(ChunkAddress::from(first)), hypothesis });
    }
    found
}

/// The one array whose `scale_factor` is a power of ten times that of all others of its kind, though what is stored is as large.
fn lone_scale(members: &[Member]) -> Option<OfMember> {
    const FEWEST_OTHERS: usize = 3;
    /// What is stored may be so many times as large.
    const AS_LARGE: f64 = 4.0;
    let is_alike = |one: &Member, other: &Member| {
        let same = |name: &str| attribute(&one.array, name) == attribute(&other.array, name);
        let (own, theirs) = (&one.array.metadata, &other.array.metadata);
        own.data_type == theirs.data_type && own.shape == theirs.shape && same("units") && same("add_offset")
    };
    let scale = |member: &Member| attribute(&member.array, "scale_factor").and_then(Value::as_f64);
    let stored = |member: &Member| {
        median(member.fabric.cells.values().map(|cell| cell.quantile(50)).collect())
            .filter(|usual| *usual > 0.0)
    };
    let mut found = None;
    for (number, member) in members.iter().enumerate() {
        let others = members.iter().enumerate().filter(|(other, _)| *other != number);
        let kin: Vec<&Member> =
            others.map(|(_, other)| other).filter(|other| is_alike(member, other)).collect();
        let (Some(own), Some(usual)) = (scale(member), kin.first().and_then(|other| scale(other))) else {
            continue;
        };
        let is_common =
            kin.iter().all(|other| scale(other).is_some_and(|scale| scale.total_cmp(&usual).is_eq()));
        let power = (own / usual).abs().log10();
        let is_power = power.abs() > 0.5 && (power - power.round()).abs() < 1e-6;
        let others = median(kin.iter().filter_map(|other| stored(other)).collect());
        let (Some(here), Some(there)) = (stored(member), others) else { continue };
        let is_as_large = here < AS_LARGE * there && there < AS_LARGE * here;
        if kin.len() < FEWEST_OTHERS || !is_common || !is_power || !is_as_large {
            continue;
        }
        let what = format!("scale_factor should be {usual}");
        let why = format!(
            "it is {own}, and {usual} in each of the {} with the same units and data type; half of what is stored is below {}, and below {} in those",
            count(kin.len() as u128, "other array"),
            short(here),
            short(there)
        );
        let hypothesis = hypothesis(what, sure::CHANGED_VALUES, why);
        found = Some(OfMember { member: number, address: None, hypothesis });
    }
    found
}

/// The values of the arrays of a group, each read once, as long as there is room.
pub(super) struct MemberValues<'a> {
    read: BTreeMap<usize, Option<Rc<LevelValues>>>,
    /// How many elements there is room for.
    left: usize,
    options: &'a DecodeOptions,
}

impl<'a> MemberValues<'a> {
    pub(super) fn new(options: &'a DecodeOptions) -> Self {
        Self { read: BTreeMap::new(), left: LARGEST, options }
    }

    pub(super) fn of(&mut self, number: usize, array: &Array) -> Option<Rc<LevelValues>> {
        if let Some(known) = self.read.get(&number) {
            return known.clone();
        }
        let values = self.read(array).map(Rc::new);
        self.read.insert(number, values.clone());
        values
    }

    /// `None` where there is no room, and at an address, where all of it would have to be fetched once more.
    fn read(&mut self, array: &Array) -> Option<LevelValues> {
        let size = array.metadata.shape.iter().try_fold(1_u64, |size, edge| size.checked_mul(*edge))?;
        let left = self.left.checked_sub(usize::try_from(size).ok()?)?;
        if array.store().is_remote() {
            return None;
        }
        let numbers = NumberView::of(&array.metadata.data_type, &array.metadata.fill_value)?;
        let region = array.read_region(&array.whole(), self.options).ok()?;
        self.left = left;
        let bytes = region.bytes();
        let values = (0..bytes.len() / numbers.nbytes.max(1)).map(|index| numbers.at(bytes, index)).collect();
        Some(LevelValues { shape: array.metadata.shape.clone(), values })
    }
}

/// Coordinates, and the bounds that another array has of them: each lies within its own.
fn bounds(members: &[Member], read: &mut MemberValues, found: &mut Vec<OfMember>) {
    for (number, member) in members.iter().enumerate() {
        let Ok(GroupOrArray::Array(document)) = &member.array.document().node else { continue };
        let Ok(attributes) = document.attributes.as_ref() else { continue };
        let Some(wanted) = attributes.get("bounds").and_then(Value::as_str) else { continue };
        let Some(place) = members.iter().position(|other| other.name() == wanted) else { continue };
        let Some(other) = members.get(place) else { continue };
        let [size] = member.array.metadata.shape.as_slice() else { continue };
        if other.array.metadata.shape != [*size, 2] {
            continue;
        }
        let Some(own) = read.of(number, &member.array) else { continue };
        let Some(ends) = read.of(place, &other.array) else { continue };
        let pairs = || own.values.iter().zip(ends.values.as_chunks::<2>().0);
        let outside =
            |(value, [one, end]): &(&f64, &[f64; 2])| **value < one.min(*end) || **value > one.max(*end);
        let count = pairs().filter(outside).count();
        let Some((value, [start, end])) = pairs().find(outside) else { continue };
        if count * MOSTLY < own.values.len() {
            continue;
        }
        let what = format!("{} and its bounds {wanted} contradict each other", member.name());
        let evidence = format!(
            "{count} of {} values lie outside of theirs: {} where they are {} and {}",
            own.values.len(),
            short(*value),
            short(*start),
            short(*end)
        );
        let hypothesis = hypothesis(what, sure::CONTRADICTED, evidence);
        found.push(OfMember { member: number, address: None, hypothesis });
    }
}

/// Masks of what is missing in another array: one that is upside down, or of which a chunk says something else.
fn masks(members: &[Member], read: &mut MemberValues, found: &mut Vec<OfMember>) {
    for (number, mask) in members.iter().enumerate() {
        if !is_mask(mask) {
            continue;
        }
        for (other, field) in members.iter().enumerate() {
            let is_float = matches!(field.array.metadata.data_type, DataType::Float(_));
            let (shape, of_field) = (&mask.array.metadata.shape, &field.array.metadata.shape);
            // A mask may be that of every step in time.
            if number == other || !is_float || shape.len() < 2 || !of_field.ends_with(shape) {
                continue;
            }
            let (Some(own), Some(values)) = (read.of(number, &mask.array), read.of(other, &field.array))
            else {
                continue;
            };
            if let Some((address, hypothesis)) = contradicted(mask, field, &own, &values) {
                found.push(OfMember { member: number, address, hypothesis });
                break;
            }
        }
    }
}

/// Whether an array is of 0 and 1 alone, and has both.
fn is_mask(member: &Member) -> bool {
    let bits = |value: f64| [0.0, 1.0].contains(&value);
    let (mut has_zero, mut has_one) = (false, false);
    for cell in member.fabric.cells.values() {
        if cell.missing > 0 || !cell.sample.iter().all(|value| bits(*value)) {
            return false;
        }
        has_zero |= cell.least[0].value < 0.5;
        has_one |= cell.most[0].value > 0.5;
    }
    has_zero && has_one
}

fn contradicted(
    mask: &Member,
    field: &Member,
    own: &LevelValues,
    values: &LevelValues,
) -> Option<(Option<ChunkAddress>, Hypothesis)> {
    /// A mask that is made from an array says the same nearly everywhere …
    const SAME: f64 = 0.98;
    /// … and one that is not, or not as it lies, hardly more often than chance.
    const OTHER: f64 = 0.9;
    /// At so many places one that is shifted says something else as it lies.
    const FEWEST_MOVED: f64 = 16.0;
    let missing: Vec<bool> =
        values.values.iter().take(own.values.len()).map(|value| value.is_nan()).collect();
    let marked: Vec<bool> = own.values.iter().map(|value| *value != 0.0).collect();
    let count = missing.iter().filter(|is_missing| **is_missing).count();
    if missing.len() != marked.len() || count * 50 < missing.len() || count * 50 > 49 * missing.len() {
        return None;
    }
    let edges = &own.shape;
    // A mask may mark what is there, so that all of it is the opposite.
    let either = |part: f64| part.max(1.0 - part);
    let as_it_lies = agreeing(&missing, &marked, Some)?;
    let mut stride = 1;
    for (axis, edge) in edges.iter().enumerate().rev() {
        let edge = usize::try_from(*edge).ok()?;
        let to = |at: usize, coord: usize| at - at / stride % edge * stride + coord * stride;
        let mirrored = |at| Some(to(at, edge - 1 - at / stride % edge));
        let other = either(agreeing(&missing, &marked, mirrored)?);
        if either(as_it_lies) < OTHER && other >= SAME {
            let why = format!(
                "so {:.0} % of it agree with where the array {} has values, and as it lies {:.0} %",
                100.0 * other,
                field.name(),
                100.0 * either(as_it_lies)
            );
            let what = format!("the mask is reversed along dimension {axis}");
            return Some((None, hypothesis(what, sure::CONTRADICTED, why)));
        }
        let differ = (1.0 - either(as_it_lies)) * share(marked.len(), 1);
        for (by, end) in [(1, "beginning"), (-1, "end"), (2, "beginning"), (-2, "end")] {
            let moved = |at: usize| {
                let coord = (at / stride % edge).checked_add_signed(by)?;
                (coord < edge).then(|| to(at, coord))
            };
            // Moved by a little, most of any mask says the same: here all of it has to.
            if differ < FEWEST_MOVED || edge <= 8 || either(agreeing(&missing, &marked, moved)?) < 1.0 {
                continue;
            }
            let by = by.unsigned_abs();
            let what = format!("the mask is shifted by {by} along dimension {axis}, towards its {end}");
            let why = format!("moved back, all of it goes with where {} has values", field.name());
            return Some((None, hypothesis(what, sure::CONTRADICTED, why)));
        }
        stride *= edge;
    }
    if let [rows, columns] = *edges.as_slice()
        && rows == columns
        && either(as_it_lies) < OTHER
    {
        let edge = usize::try_from(rows).ok()?;
        let transposed = |at: usize| Some(at % edge * edge + at / edge);
        if either(agreeing(&missing, &marked, transposed)?) >= SAME {
            let why =
                format!("so it goes with where {} has values, and as it lies it does not", field.name());
            return Some((None, hypothesis("the mask is transposed", sure::CONTRADICTED, why)));
        }
    }
    let grid = &mask.array.metadata.chunk_grid;
    let counts = grid.grid_shape();
    let size: u64 = counts.iter().product();
    let mut parts = Vec::new();
    for number in 0..size.min(MOST_CHUNKS) {
        let coords = delinear(number, &counts);
        let here = equal_in(&missing, &marked, edges, &grid.used(&coords)?)?;
        parts.push((if as_it_lies < 0.5 { 1.0 - here } else { here }, coords));
    }
    let odd: Vec<&(f64, Vec<u64>)> = parts.iter().filter(|(part, _)| *part < OTHER).collect();
    let are_same = parts.iter().filter(|(part, _)| *part >= SAME).count() + 1 == parts.len();
    if let [(_, one), (_, other)] = odd.as_slice()
        && parts.len() > FEWEST
        && parts.iter().filter(|(part, _)| *part >= SAME).count() + 2 == parts.len()
    {
        let equal = equal_across(&missing, &marked, edges, &[grid.used(one)?, grid.used(other)?])?;
        if SAME <= if as_it_lies < 0.5 { 1.0 - equal } else { equal } {
            return Some(exchanged(&mask.array, one, other, field.name()));
        }
    }
    let [(here, coords)] = odd.as_slice() else { return None };
    if !are_same || parts.len() < FEWEST {
        return None;
    }
    let is_lost = matches!(mask.array.is_stored(coords), Ok(false));
    let what = if is_lost {
        "the chunk is lost: it is missing, and reads as the fill value"
    } else {
        "the chunk is no mask of what the other array has here"
    };
    let why = format!(
        "{:.0} % of it agree with where the array {} has values, and of each other chunk at least {:.0} %",
        100.0 * here,
        field.name(),
        100.0 * SAME
    );
    let address = ChunkAddress::from(coords.as_slice());
    Some((Some(address), hypothesis(what, sure::CONTRADICTED, why)))
}

/// The share of a mask that says the same as another one, each element held against that at another index.
fn agreeing(one: &[bool], other: &[bool], index: impl Fn(usize) -> Option<usize>) -> Option<f64> {
    let (mut equal, mut all) = (0, 0);
    for (at, own) in other.iter().enumerate() {
        if let Some(value) = index(at).and_then(|index| one.get(index)) {
            all += 1;
            equal += usize::from(value == own);
        }
    }
    (all > 0).then(|| share(equal, all))
}

/// The share of the elements of a box that are the same in two arrays of one shape.
fn equal_in(one: &[bool], other: &[bool], edges: &[u64], region: &[Range<u64>]) -> Option<f64> {
    let (last, outer) = region.split_last()?;
    let sides = lengths(outer);
    let (mut equal, mut all) = (0, 0);
    for number in 0..sides.iter().product() {
        let mut place = delinear(number, &sides);
        place.iter_mut().zip(outer).for_each(|(coord, range)| *coord += range.start);
        place.push(last.start);
        let start = usize::try_from(linear(&place, edges)?).ok()?;
        let row = start..start + usize::try_from(last.end - last.start).ok()?;
        let pairs = one.get(row.clone())?.iter().zip(other.get(row)?);
        all += pairs.len();
        equal += pairs.filter(|(one, other)| one == other).count();
    }
    Some(share(equal, all))
}

fn exchanged(mask: &Array, one: &[u64], other: &[u64], field: &str) -> (Option<ChunkAddress>, Hypothesis) {
    let what = format!("{} and {} are exchanged", mask.chunk_key(one), mask.chunk_key(other));
    let why = format!("exchanged, both go with where the array {field} has values, as all others do");
    (Some(ChunkAddress::from(one)), hypothesis(what, sure::EXCHANGED, why))
}

/// The share of two boxes in which each mask says what the other one should.
fn equal_across(one: &[bool], other: &[bool], edges: &[u64], regions: &[Vec<Range<u64>>; 2]) -> Option<f64> {
    let [first, second] = regions.each_ref().map(|region| lengths(region));
    if first != second {
        return None;
    }
    let (mut equal, mut all) = (0, 0);
    for number in 0..first.iter().product() {
        let place = delinear(number, &first);
        let at = |region: &[Range<u64>]| {
            let place: Vec<u64> =
                place.iter().zip(region).map(|(coord, range)| coord + range.start).collect();
            usize::try_from(linear(&place, edges)?).ok()
        };
        let [here, there] = [at(&regions[0])?, at(&regions[1])?];
        equal += usize::from(one.get(here)? == other.get(there)?)
            + usize::from(one.get(there)? == other.get(here)?);
        all += 2;
    }
    (all > 0).then(|| share(equal, all))
}

/// A chunk that holds the same bytes as that of another array at its place, where hardly any other chunks of both do. It is
/// a copy in the array that it fits less.
fn copies(number: usize, one: &Member, other: &Member, is_second: bool, found: &mut Vec<OfMember>) {
    let mut twins = Vec::new();
    let mut all = 0;
    for (place, cell) in one.fabric.cells.iter().filter(|(_, cell)| !cell.is_constant()) {
        all += 1;
        if let Some(twin) = other.fabric.cells.get(place).filter(|twin| twin.hash == cell.hash) {
            twins.push((place, cell, twin));
        }
    }
    if all < FEWEST || twins.len() * FEWEST > all || are_derived(one, other) {
        return;
    }
    for (place, cell, twin) in twins {
        let own = one.fabric.fit(place, cell, &[]);
        let theirs = other.fabric.fit(place, twin, &[]);
        let is_copy = match own.mean_misfit().total_cmp(&theirs.mean_misfit()) {
            std::cmp::Ordering::Greater => true,
            std::cmp::Ordering::Less => false,
            std::cmp::Ordering::Equal => is_second,
        };
        if !is_copy || cell.sample.len() < LEAST_SAMPLE {
            continue;
        }
        let what = format!("the chunk belongs to the array {}", other.name());
        let evidence = format!(
            "it holds the same values as {} there; of the others at most {} are the same in both arrays",
            other.array.chunk_key(&twin.address.chunk),
            count(all as u128 / FEWEST as u128, "chunk")
        );
        let hypothesis = hypothesis(what, sure::OF_OTHER_ARRAY, evidence);
        found.push(OfMember { member: number, address: Some(cell.address.clone()), hypothesis });
    }
}

/// Whether many elements of two arrays are the same where their chunks are not, as of a field and its masked copy.
fn are_derived(one: &Member, other: &Member) -> bool {
    let (mut equal, mut all) = (0, 0);
    for (place, cell) in &one.fabric.cells {
        let Some(theirs) = other.fabric.cells.get(place).filter(|theirs| theirs.hash != cell.hash) else {
            continue;
        };
        for (own, theirs) in cell.faces.iter().flatten().zip(theirs.faces.iter().flatten()) {
            for (own, theirs) in own.outer.iter().zip(&theirs.outer) {
                all += usize::from(own.is_finite() && theirs.is_finite());
                equal += usize::from(own.is_finite() && own.total_cmp(theirs).is_eq());
            }
        }
    }
    equal * 5 > all
}

/// A chunk that goes on from the neighbours that it would have in another array, and not from its own.
fn foreign(number: usize, one: &Member, other: &Member, found: &mut Vec<OfMember>) {
    let mut values = None;
    for (place, cell) in &one.fabric.cells {
        let before = one.fabric.fit(place, cell, &[]);
        if !before.is_torn() || cell.is_constant() {
            continue;
        }
        let after = other.fabric.fit(place, cell, &[]);
        let Some(theirs) = other.fabric.cells.get(place) else { continue };
        let fits = after.is_whole() && after.rough == 0 && after.all > 1 && other.fabric.is_usual(cell);
        if !fits || after.mean_misfit() * 3.0 > before.mean_misfit() {
            continue;
        }
        let values = values.get_or_insert_with(|| AllValues::of(&other.fabric));
        if !values.but(place, theirs).are_like(cell) {
            continue;
        }
        let what = format!("the chunk is one of the array {}", other.name());
        let evidence = format!(
            "values differ by {} from its neighbours, and by {} from those that it would have there",
            short(before.across),
            short(after.across)
        );
        let hypothesis = hypothesis(what, sure::OF_OTHER_ARRAY, evidence);
        found.push(OfMember { member: number, address: Some(cell.address.clone()), hypothesis });
    }
}

pub(super) struct LevelValues {
    shape: Vec<u64>,
    pub(super) values: Vec<f64>,
}

/// Levels of an image, of which a chunk or a whole one was not made from what the others show.
fn levels(members: &[Member], read: &mut MemberValues, found: &mut Vec<OfMember>) {
    let mut pairs = Vec::new();
    for (fine_number, fine) in members.iter().enumerate() {
        for (number, coarse) in members.iter().enumerate() {
            if let Some(factors) = factors(&fine.array, &coarse.array) {
                pairs.push((fine_number, number, factors));
            }
        }
    }
    // Of each pair: how many chunks of the coarser one are alike, and which are not.
    let mut judged = Vec::new();
    let mut unlike = Vec::new();
    for (fine_number, number, factors) in pairs {
        let (Some(fine), Some(coarse)) = (members.get(fine_number), members.get(number)) else { continue };
        let Some(large) = read.of(fine_number, &fine.array) else { continue };
        let Some(small) = read.of(number, &coarse.array) else { continue };
        if are_labels(&fine.fabric, &fine.numbers) && large.has_patches() {
            // What was made from wrong labels has labels that are not there either.
            if found.iter().any(|known| known.member == fine_number && known.address.is_none()) {
                continue;
            }
            let wrapped = wrapped(fine, &large, &small, &factors);
            if let Some(hypothesis) = wrapped.or_else(|| averaged(fine, &large, &small, &factors)) {
                found.push(OfMember { member: number, address: None, hypothesis });
                continue;
            }
        }
        let chunks = likenesses(coarse, &large, &small, &factors, None);
        let alike = chunks.iter().filter(|(_, likeness)| *likeness >= MADE_FROM).count();
        if chunks.len() > 1 && alike * 4 >= chunks.len() * 3 {
            let is_known = found.iter().any(|known| {
                known.member == fine_number && known.hypothesis.confidence >= sure::CONTRADICTED
            });
            if !is_known && let Some(lost) = lost(fine, coarse, [&large, &small], &factors) {
                found.push(OfMember { member: fine_number, address: None, hypothesis: lost });
            }
            for (address, likeness) in chunks.iter().filter(|(_, likeness)| *likeness < MADE_FROM_OTHERS) {
                let pair = [fine_number, number];
                unlike.push(Unlike { pair, address: address.clone(), likeness: *likeness, alike });
            }
        }
        judged.push((fine_number, number, alike * MOSTLY >= chunks.len().max(1)));
    }
    unlike_chunks(members, read, &unlike, found);
    for (number, member) in members.iter().enumerate() {
        let own = judged.iter().filter(|(fine, coarse, _)| *fine == number || *coarse == number);
        let others = judged.iter().filter(|(fine, coarse, _)| *fine != number && *coarse != number);
        let (mut own, mut others) = (own.peekable(), others.peekable());
        if own.peek().is_some()
            && others.peek().is_some()
            && own.all(|(.., is_alike)| !is_alike)
            && others.all(|(.., is_alike)| *is_alike)
        {
            let hypothesis = reversed(members, read, number).unwrap_or_else(|| {
                let what = format!("the level {} is of another image, or of an older one", member.name());
                let why =
                    "its values go with those of no other level, and the other levels go with each other";
                hypothesis(what, sure::OTHER_LEVEL, why)
            });
            found.push(OfMember { member: number, address: None, hypothesis });
        }
    }
}

/// A chunk of the coarser of two levels that does not go with the finer one, where so many others do.
struct Unlike {
    pair: [usize; 2],
    address: ChunkAddress,
    likeness: f64,
    alike: usize,
}

/// Which of two levels is wrong is known where one of them goes with no third either: of several pairs, the one that is in each.
fn unlike_chunks(members: &[Member], read: &mut MemberValues, unlike: &[Unlike], found: &mut Vec<OfMember>) {
    let pairs: BTreeSet<[usize; 2]> = unlike.iter().map(|chunk| chunk.pair).collect();
    let mut wrong = (0..members.len()).filter(|number| pairs.iter().all(|pair| pair.contains(number)));
    let wrong = match (wrong.next(), wrong.next()) {
        (Some(number), None) => Some(number),
        _ => None,
    };
    // The finest level was made from no other one.
    if let Some(number) = wrong.filter(|number| unlike.iter().all(|chunk| chunk.pair[0] == *number)) {
        found.extend(wrong_in_finest(members, read, unlike, number));
        return;
    }
    for Unlike { pair: [fine_number, number], address, likeness, alike } in unlike {
        let Some(fine) = members.get(*fine_number) else { continue };
        if wrong.is_some_and(|wrong| wrong != *number) {
            continue;
        }
        let what = format!("the chunk was not made from the level {}", fine.name());
        let evidence = format!(
            "the correlation of its values with those of that level is {likeness:.2}, that of {} is {MADE_FROM} or more",
            count(*alike as u128, "other chunk")
        );
        let hypothesis = hypothesis(what, sure::OTHER_LEVEL, evidence);
        found.push(OfMember { member: *number, address: Some(address.clone()), hypothesis });
    }
}

/// The chunks of a level that the coarser ones, which go with each other, were not made from.
fn wrong_in_finest(
    members: &[Member],
    read: &mut MemberValues,
    unlike: &[Unlike],
    number: usize,
) -> Vec<OfMember> {
    let mut found = Vec::new();
    let (Some(fine), Some(first)) = (members.get(number), unlike.first()) else { return found };
    let Some(coarse) = members.get(first.pair[1]) else { return found };
    let (Some(large), Some(small)) = (read.of(number, &fine.array), read.of(first.pair[1], &coarse.array))
    else {
        return found;
    };
    let Some(factors) = factors(&fine.array, &coarse.array) else { return found };
    let others = unlike.iter().map(|chunk| chunk.pair[1]).collect::<BTreeSet<_>>().len();
    for (place, cell) in fine.fabric.cells.iter().filter(|(_, cell)| !cell.is_constant()) {
        let mut own = region(place, &cell.edges, &fine.array.metadata.shape);
        for (range, factor) in own.iter_mut().zip(&factors) {
            *range = coarser(range, *factor);
        }
        let Some(likeness) = likeness([&large, &small], &own, &factors, None) else { continue };
        if likeness < MADE_FROM_OTHERS {
            let what = format!("the level {} was not made from the chunk", coarse.name());
            let evidence = format!(
                "its correlation with what that level has in its place is {likeness:.2}; {} that go with each other say so",
                count(others as u128, "coarser level")
            );
            let hypothesis = hypothesis(what, sure::OTHER_LEVEL, evidence);
            found.push(OfMember { member: number, address: Some(cell.address.clone()), hypothesis });
        }
    }
    found
}

/// Chunks of a level that are missing where the level that was made from it has values.
fn lost(
    fine: &Member,
    coarse: &Member,
    [large, small]: [&LevelValues; 2],
    factors: &[u64],
) -> Option<Hypothesis> {
    let grid = &fine.array.metadata.chunk_grid;
    let shape = grid.grid_shape();
    let size = shape.iter().try_fold(1_u64, |size, edge| size.checked_mul(*edge))?;
    let fill = fine.numbers.at_any(&fine.array.metadata.fill_value.bytes(&fine.array.metadata.data_type));
    let mut lost = Vec::new();
    let mut most: Option<f64> = None;
    for number in 0..size.min(MOST_CHUNKS) {
        let coords = delinear(number, &shape);
        if !matches!(fine.array.is_stored(&coords), Ok(false)) {
            continue;
        }
        let own: Vec<Range<u64>> =
            grid.used(&coords)?.iter().zip(factors).map(|(range, factor)| coarser(range, *factor)).collect();
        let [least, greatest] = small.ends(&own, &vec![1; factors.len()]);
        let [low, high] = large.ends(&own, factors);
        // What is left out because it is nothing but the fill value becomes that value.
        let is_fill = |value: f64| value.total_cmp(&fill).is_eq() || value.is_nan();
        if low.total_cmp(&high).is_eq() && !(is_fill(least) && is_fill(greatest)) && greatest.is_finite() {
            most = Some(most.map_or(greatest, |most| most.max(greatest)));
            lost.push(fine.array.chunk_key(&coords));
        }
    }
    let (first, most) = (lost.first()?, most?);
    let more = if lost.len() > 1 { format!(", {first} the first of them") } else { format!(": {first}") };
    let what = format!("{} missing from the level {}{more}", are(lost.len(), "chunk"), fine.name());
    let why = format!(
        "the level {} has values there, up to {}, and would have nothing but {} if it was made without them",
        coarse.name(),
        short(most),
        fine.array.metadata.fill_value
    );
    Some(hypothesis(what, sure::CONTRADICTED, why))
}

/// A number of things, and the verb behind it.
fn are(number: usize, thing: &str) -> String {
    format!("{} {}", count(number as u128, thing), if number == 1 { "is" } else { "are" })
}

/// A level that goes with another one once a dimension is turned round.
fn reversed(members: &[Member], read: &mut MemberValues, number: usize) -> Option<Hypothesis> {
    let own = members.get(number)?;
    for (other_number, other) in members.iter().enumerate() {
        let (fine, coarse, numbers) = match factors(&other.array, &own.array) {
            Some(_) => (other, own, [other_number, number]),
            None => (own, other, [number, other_number]),
        };
        let Some(factors) = factors(&fine.array, &coarse.array).filter(|_| other_number != number) else {
            continue;
        };
        let (Some(large), Some(small)) =
            (read.of(numbers[0], &fine.array), read.of(numbers[1], &coarse.array))
        else {
            continue;
        };
        for axis in 0..factors.len() {
            let chunks = likenesses(coarse, &large, &small, &factors, Some(axis));
            let alike = chunks.iter().filter(|(_, likeness)| *likeness >= MADE_FROM).count();
            if alike > 0 && alike * 4 >= chunks.len() * 3 {
                let what = format!("the level {} is reversed along dimension {axis}", own.name());
                let why = format!("reversed, it fits the level {}, and as it is, none", other.name());
                return Some(hypothesis(what, sure::OTHER_LEVEL, why));
            }
        }
    }
    None
}

/// Labels that went through fewer bits on their way to the coarser level.
fn wrapped(fine: &Member, large: &LevelValues, small: &LevelValues, factors: &[u64]) -> Option<Hypothesis> {
    let greatest = |level: &LevelValues| level.values.iter().copied().fold(0.0, f64::max);
    let modulus = [256.0, 65_536.0].into_iter().find(|modulus| greatest(small) < *modulus)?;
    if greatest(large) < modulus {
        return None;
    }
    let (mut equal, mut wrapped, mut all) = (0, 0, 0);
    for (number, own) in (0..).zip(&small.values) {
        let theirs = large.value(&delinear(number, &small.shape), factors, Reduced::First);
        if theirs >= modulus {
            all += 1;
            equal += usize::from(theirs.total_cmp(own).is_eq());
            wrapped += usize::from(theirs.rem_euclid(modulus).total_cmp(own).is_eq());
        }
    }
    // Another element of several may have become the one that is left.
    if all < FEWEST || wrapped * 10 < all * 7 || equal > 0 {
        return None;
    }
    let what = format!("the labels of the level wrapped at {modulus}: they did not fit into its data type");
    let why = format!(
        "of {} labels of {} from {modulus} on, {wrapped} are what is left of them when {modulus} is taken away",
        all,
        fine.name()
    );
    Some(hypothesis(what, sure::OTHER_LEVEL, why))
}

/// Labels that only the coarser level has: between two labels, their mean is none.
fn averaged(fine: &Member, large: &LevelValues, small: &LevelValues, factors: &[u64]) -> Option<Hypothesis> {
    const FEWEST_NEW: usize = 8;
    let known: BTreeSet<u64> = large.values.iter().map(|value| value.to_bits()).collect();
    let new: Vec<f64> =
        small.values.iter().copied().filter(|value| !known.contains(&value.to_bits())).collect();
    let is_exact = large
        .shape
        .iter()
        .zip(&small.shape)
        .zip(factors)
        .all(|((large, small), factor)| large == &(small * factor));
    if new.len() < FEWEST_NEW && is_exact {
        let foreign = (0..)
            .zip(&small.values)
            .filter(|(number, value)| !large.has_below(&delinear(*number, &small.shape), factors, **value));
        let count = foreign.count();
        // Whatever label is taken for several, it is one of them.
        if count * 50 < small.values.len() || count < FEWEST_NEW {
            return None;
        }
        let what = "the labels of the level were averaged: many are none of those that they were made from";
        let why = format!(
            "{count} of its {} elements are not among the labels of {} there",
            small.values.len(),
            fine.name()
        );
        return Some(hypothesis(what, sure::OTHER_LEVEL, why));
    }
    if new.len() < FEWEST_NEW {
        return None;
    }
    let what = "the labels of the level were averaged: it has some that are not there";
    let why = format!(
        "{} of its {} elements have labels, such as {}, that the level {} has nowhere",
        new.len(),
        small.values.len(),
        short(*new.first()?),
        fine.name()
    );
    Some(hypothesis(what, sure::OTHER_LEVEL, why))
}

/// How many elements of one array became one of another along each dimension, where that may be.
fn factors(fine: &Array, coarse: &Array) -> Option<Vec<u64>> {
    /// Levels are made of so many at once.
    const MOST: u64 = 8;
    let (large, small) = (&fine.metadata.shape, &coarse.metadata.shape);
    let types = [&fine.metadata.data_type, &coarse.metadata.data_type];
    let are_integers = types.iter().all(|data_type| matches!(data_type, DataType::Integer(_)));
    if large.len() != small.len() || types[0] != types[1] && !are_integers {
        return None;
    }
    let mut factors = Vec::new();
    for (large, small) in large.iter().zip(small) {
        let factor = large.checked_div(*small).filter(|factor| (1..=MOST).contains(factor))?;
        if large.div_ceil(factor) != *small && large / factor != *small {
            return None;
        }
        factors.push(factor);
    }
    // Of lists of two lengths one is no level of the other.
    let reduced = factors.iter().filter(|factor| **factor > 1).count();
    (reduced > 1).then_some(factors)
}

/// How several elements became one of a coarser level: their mean, the first, or the one in the middle.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Reduced {
    Mean,
    First,
    Middle,
}

impl LevelValues {
    /// The least and the greatest value in a box, each element of which stands for so many of another level.
    fn ends(&self, region: &[Range<u64>], factors: &[u64]) -> [f64; 2] {
        let own: Vec<Range<u64>> = region
            .iter()
            .zip(factors)
            .map(|(range, factor)| range.start * factor..range.end * factor)
            .collect();
        let edges = lengths(&own);
        let mut ends = [f64::INFINITY, f64::NEG_INFINITY];
        for number in 0..edges.iter().product() {
            let at: Vec<u64> = delinear(number, &edges)
                .iter()
                .zip(&own)
                .map(|(inside, range)| inside + range.start)
                .collect();
            let index = linear(&at, &self.shape).and_then(|index| usize::try_from(index).ok());
            if let Some(value) = index.and_then(|index| self.values.get(index)) {
                ends = [ends[0].min(*value), ends[1].max(*value)];
            }
        }
        ends
    }

    /// Whether what is not zero lies in patches of several numbers: spots and masks are averaged as other images are.
    fn has_patches(&self) -> bool {
        const FEWEST_NUMBERS: usize = 4;
        let (mut numbers, mut inside, mut all) = (BTreeSet::new(), 0, 0);
        for (own, next) in self.values.iter().zip(self.values.iter().skip(1)) {
            if *own != 0.0 {
                all += 1;
                inside += usize::from(own.total_cmp(next).is_eq());
                if numbers.len() < FEWEST_NUMBERS {
                    numbers.insert(own.to_bits());
                }
            }
        }
        numbers.len() >= FEWEST_NUMBERS && inside * 5 > all * 3
    }

    /// Whether a value is one of those that became an element of a coarser level.
    fn has_below(&self, place: &[u64], factors: &[u64], value: f64) -> bool {
        (0..factors.iter().product()).any(|number| {
            let inside = delinear(number, factors);
            let mut at = Vec::new();
            for ((place, factor), inside) in place.iter().zip(factors).zip(&inside) {
                at.push(place * factor + inside);
            }
            let index = linear(&at, &self.shape).and_then(|index| usize::try_from(index).ok());
            index.and_then(|index| self.values.get(index)).is_some_and(|own| own.total_cmp(&value).is_eq())
        })
    }

    /// What became of those elements that became one.
    fn value(&self, place: &[u64], factors: &[u64], reduced: Reduced) -> f64 {
        let edges = if reduced == Reduced::Mean { factors.to_vec() } else { vec![1; factors.len()] };
        let size = edges.iter().product();
        let (mut sum, mut count) = (0.0, 0.0);
        for number in 0..size {
            let inside = delinear(number, &edges);
            let mut index = 0;
            for (((place, factor), inside), edge) in place.iter().zip(factors).zip(&inside).zip(&self.shape) {
                let inside = if reduced == Reduced::Middle { factor / 2 } else { *inside };
                index = index * edge + (place * factor + inside).min(edge.saturating_sub(1));
            }
            if let Some(value) = usize::try_from(index).ok().and_then(|index| self.values.get(index)) {
                sum += value;
                count += 1.0;
            }
        }
        sum / count
    }
}

/// How alike the chunks of two levels are, from -1 to 1, one of them turned round along a dimension.
fn likenesses(
    coarse: &Member,
    large: &LevelValues,
    small: &LevelValues,
    factors: &[u64],
    turned: Option<usize>,
) -> Vec<(ChunkAddress, f64)> {
    let mut found = Vec::new();
    for (place, cell) in coarse.fabric.cells.iter().filter(|(_, cell)| !cell.is_constant()) {
        let region = region(place, &cell.edges, &coarse.array.metadata.shape);
        // Where all that is looked at is one value, nothing is known.
        if let Some(likeness) = likeness([large, small], &region, factors, turned) {
            found.push((cell.address.clone(), likeness));
        }
    }
    found
}

/// The elements of a coarser level that were made from nothing but these.
fn coarser(range: &Range<u64>, factor: u64) -> Range<u64> {
    let start = range.start.div_ceil(factor);
    start..(range.end / factor).max(start)
}

/// Where a cell lies in its array: inner chunks have places of their own in the fabric.
fn region(place: &[u64], edges: &[u64], shape: &[u64]) -> Vec<Range<u64>> {
    let sides = place.iter().zip(edges).zip(shape);
    let side = |((place, edge), end): ((&u64, &u64), &u64)| {
        let start = place.saturating_mul(*edge).min(*end);
        start..start.saturating_add(*edge).min(*end)
    };
    sides.map(side).collect()
}

/// How alike two levels are in a box of the coarser one.
fn likeness(
    [large, small]: [&LevelValues; 2],
    region: &[Range<u64>],
    factors: &[u64],
    turned: Option<usize>,
) -> Option<f64> {
    let ones = vec![1; factors.len()];
    let edges = lengths(region);
    let size: u64 = edges.iter().product();
    let step = size.div_ceil(POINTS as u64).max(1);
    let mut best = None;
    for reduced in [Reduced::Mean, Reduced::First, Reduced::Middle] {
        let mut pairs = Vec::new();
        for number in (0..size).step_by(usize::try_from(step).unwrap_or(usize::MAX)) {
            let inside = delinear(number, &edges);
            let at: Vec<u64> = inside.iter().zip(region).map(|(own, range)| own + range.start).collect();
            let mut from = at.clone();
            if let Some(axis) = turned
                && let (Some(coord), Some(edge)) = (from.get_mut(axis), small.shape.get(axis))
            {
                *coord = edge.saturating_sub(*coord + 1);
            }
            pairs.push((small.value(&from, &ones, Reduced::First), large.value(&at, factors, reduced)));
        }
        pairs.retain(|(one, other)| one.is_finite() && other.is_finite());
        let likeness = correlation(&pairs).filter(|likeness| likeness.is_finite() && pairs.len() > 16);
        best = likeness.into_iter().chain(best).reduce(f64::max);
    }
    best
}
