//! Lists, in which each chunk has one before it and one after it: values that rise, that repeat, that are sorted.

use std::collections::BTreeSet;

use super::super::confidence::around as sure;
use super::super::plausible::verdict::short;
use super::super::{Hypothesis, hypothesis};
use super::digest::CellDigest;
use super::fabric::beside;
use super::{Surroundings, cell_name, levels};
use crate::codec::DecodeOptions;
use crate::metadata::GroupOrArray;
use crate::metadata::text::count;
use crate::pipeline::ChunkAddress;

/// Of fewer chunks none is odd.
const FEWEST_CELLS: usize = 6;

/// The chunks of a list in which values rise within every chunk: the first one is the least and the last one the greatest.
fn rising<'a>(around: &'a Surroundings, may_repeat: bool) -> Option<Vec<&'a CellDigest>> {
    let is_rising = |cell: &&CellDigest| {
        let Some([first, last]) = cell.ends() else { return false };
        cell.least[0].value.total_cmp(&first).is_eq()
            && cell.most[0].value.total_cmp(&last).is_eq()
            && cell.missing == 0
            && (cell.repeats == 0 || may_repeat)
    };
    let found: Vec<&CellDigest> = around.fabric.cells.values().collect();
    found.iter().all(is_rising).then_some(found)
}

/// A chunk whose elements have moved on by one: it repeats one of its neighbour where no two neighbours are equal.
pub(super) fn moved_on(around: &Surroundings) -> Option<(ChunkAddress, Hypothesis)> {
    let cells = &around.fabric.cells;
    if cells.len() < FEWEST_CELLS || cells.values().any(|cell| cell.repeats > 0) {
        return None;
    }
    let mut repeated = Vec::new();
    for (place, cell) in cells {
        let [_, last] = cell.ends()?;
        if let Some(next) = cells.get(&beside(place, 0, true))
            && last.to_bits() == next.ends()?[0].to_bits()
        {
            repeated.push((place, cell, next, last));
        }
    }
    let [(place, cell, next, value)] = repeated.as_slice() else { return None };
    let gap = |low: Option<&CellDigest>, high: Option<&CellDigest>| {
        Some((high?.ends()?[0] - low?.ends()?[1]).abs()).filter(|gap| !gap.is_nan())
    };
    let before = gap(cells.get(&beside(place, 0, false)), Some(cell));
    let after = gap(Some(next), cells.get(&beside(&beside(place, 0, true), 0, true)));
    let (own, side, which) = if before.unwrap_or(0.0) >= after.unwrap_or(0.0) {
        (cell, "beginning", "last element is the first of the next chunk")
    } else {
        (next, "end", "first element is the last of the chunk before")
    };
    let what = format!("the chunk is shifted by 1 element towards its {side}");
    let evidence = format!("its {which}, {}; nowhere else are two neighbours equal", short(*value));
    Some((own.address.clone(), hypothesis(what, sure::CHANGED_VALUES, evidence)))
}

/// A chunk of a list that only rises, which begins anew: with one number added it goes on from the chunk before.
pub(super) fn begun_anew(around: &Surroundings) -> Option<(ChunkAddress, Hypothesis)> {
    let cells = rising(around, true).filter(|cells| cells.len() >= FEWEST_CELLS)?;
    let mut fallen = Vec::new();
    let mut steps = Vec::new();
    for (number, pair) in cells.windows(2).enumerate() {
        let [before, own] = pair else { continue };
        if own.least[0].value < before.most[0].value {
            fallen.push((number + 1, before.most[0].value, own));
        } else {
            steps.push(own.least[0].value - before.most[0].value);
        }
    }
    let &[(number, end, own)] = fallen.as_slice() else { return None };
    steps.sort_unstable_by(f64::total_cmp);
    let usual = around.fabric.usual_step(0).max(*steps.get(steps.len() / 4)?);
    let added = end - own.least[0].value + usual;
    // The chunk after it goes on from where this one then ends, or as far below.
    let next = cells.get(number + 1)?.least[0].value;
    let width = (own.most[0].value - own.least[0].value).max(usual);
    if (next - (own.most[0].value + added)).abs() > width / 8.0 + 4.0 * usual {
        return None;
    }
    if let Some(twin) = cells.iter().find(|cell| cell.hash == own.hash && cell.address != own.address) {
        let twin = cell_name(around.array, &twin.address);
        let why = format!(
            "values rise through all other chunks, and begin again in it; all of its bytes are those of {twin}"
        );
        let what = format!("the chunk is a copy of {twin}");
        return Some((own.address.clone(), hypothesis(what, sure::READ_OTHERWISE, why)));
    }
    let wrapped = [8, 16, 32].into_iter().find(|bits| {
        let modulus = 2_f64.powi(*bits);
        (end..=next).contains(&(own.least[0].value + modulus))
            && (end..=next).contains(&(own.most[0].value + modulus))
    });
    if let Some(bits) = wrapped {
        let what = levels::wrapped_words(bits);
        let why = format!(
            "values rise through all chunks, and from {} fall to {} where it begins; with 2^{bits} added, they go on to {}, with \
             which the next chunk begins",
            short(end),
            short(own.least[0].value),
            short(next)
        );
        return Some((own.address.clone(), hypothesis(what, sure::READ_OTHERWISE, why)));
    }
    let what =
        format!("the chunk counts from a beginning of its own: its values are {} too small", short(added));
    let why = format!(
        "values rise through all chunks, and from {} fall to {} where it begins; that much larger, they go on to {}, with \
         which the next chunk begins",
        short(end),
        short(own.least[0].value),
        short(next)
    );
    Some((own.address.clone(), hypothesis(what, sure::READ_OTHERWISE, why)))
}

/// Two chunks that are exchanged: with each in the place of the other, values rise through all of them.
pub(super) fn exchanged<'a>(around: &'a Surroundings) -> Option<[&'a CellDigest; 2]> {
    let cells = rising(around, false)?;
    let mut sorted = cells.clone();
    sorted.sort_by(|one, other| one.least[0].value.total_cmp(&other.least[0].value));
    let overlap =
        sorted.windows(2).any(|pair| matches!(pair, [one, next] if one.most[0].value >= next.least[0].value));
    let mut moved = Vec::new();
    for (own, right) in cells.iter().zip(&sorted) {
        if own.least[0].value.total_cmp(&right.least[0].value).is_ne() {
            moved.push(*own);
        }
    }
    // In fewer chunks, the first of two may as well be a third one before them.
    if cells.len() < FEWEST_CELLS || overlap { None } else { moved.try_into().ok() }
}

/// Two chunks of a list that goes on from chunk to chunk everywhere once they are exchanged, and does not now at three borders or
/// more. One border of a list is a single pair of elements and says little; that many do not fit by chance.
pub(super) fn exchanged_across<'a>(around: &'a Surroundings) -> Option<[&'a CellDigest; 2]> {
    const FEWEST: usize = 5;
    /// So many of the large steps within two chunks are a tear between them …
    const TORN: f64 = 5.0;
    /// … and at most so many are none.
    const FITS: f64 = 2.0;
    const FEWEST_TORN: usize = 3;
    // Two chunks have two borders each.
    const MOST_TORN: usize = 4;
    let cells: Vec<&CellDigest> = around.fabric.cells.values().collect();
    if cells.len() < FEWEST || cells.iter().any(|cell| cell.missing > 0) {
        return None;
    }
    // The step between two chunks, in large steps within them.
    let step = |before: &CellDigest, after: &CellDigest| {
        let large = |cell: &CellDigest| Some(cell.steps.first()?.as_ref()?.large);
        let usual = large(before)?.max(large(after)?).max(around.numbers.quantum);
        let step = (after.ends()?[0] - before.ends()?[1]).abs();
        (usual > 0.0 && step.is_finite()).then_some(step / usual)
    };
    let mut torn = Vec::new();
    for (number, pair) in cells.windows(2).enumerate() {
        let [before, after] = pair else { continue };
        match step(before, after)? {
            steps if steps > TORN => torn.push(number),
            steps if steps > FITS => return None,
            _ => {}
        }
    }
    if !(FEWEST_TORN..=MOST_TORN).contains(&torn.len()) {
        return None;
    }
    let suspects: BTreeSet<usize> = torn.iter().flat_map(|number| [*number, number + 1]).collect();
    let fits = |one: usize, other: usize| {
        let mut moved = cells.clone();
        moved.swap(one, other);
        let is_fitting = |pair: &[&CellDigest]| matches!(pair, [before, after] if step(before, after).is_some_and(|steps| steps <= FITS));
        moved.windows(2).all(is_fitting)
    };
    let mut found = None;
    for one in &suspects {
        for other in suspects.range(one + 1..) {
            if fits(*one, *other) {
                // Where two pairs would do, neither is sure.
                if found.is_some() {
                    return None;
                }
                found = Some([*cells.get(*one)?, *cells.get(*other)?]);
            }
        }
    }
    found
}

/// Chunks that were put into the order of their numbers as text: 0, 1, 10, 11, 2.
pub(super) fn in_order_of_text(around: &Surroundings) -> Option<Hypothesis> {
    let cells = rising(around, false).filter(|cells| cells.len() >= 2 * FEWEST_CELLS)?;
    // The chunk at each place of the list is the one that has this rank by its values.
    let mut by_value: Vec<usize> = (0..cells.len()).collect();
    by_value.sort_by(|one, other| {
        let first = |place: &usize| cells.get(*place).map_or(0.0, |cell| cell.least[0].value);
        first(one).total_cmp(&first(other))
    });
    let mut by_text: Vec<usize> = (0..cells.len()).collect();
    by_text.sort_by_key(usize::to_string);
    let mut ranks = vec![0; cells.len()];
    for (rank, place) in by_value.iter().enumerate() {
        *ranks.get_mut(*place)? = rank;
    }
    if by_value.is_sorted() || ranks != by_text && by_value != by_text {
        return None;
    }
    let what = "the chunks are in the order of their numbers as text: 0, 1, 10, 11, …, 2";
    let why = "values rise within each chunk, and in that order through all of them";
    Some(hypothesis(what, sure::OTHER_ORDER, why))
}

/// The one chunk whose values rise from its beginning to its end, where those of all others are in no order.
pub(super) fn sorted_alone(around: &Surroundings) -> Option<(ChunkAddress, Hypothesis)> {
    const FEWEST_VALUES: usize = 32;
    const FEWEST_DISTINCT: usize = 16;
    let cells = &around.fabric.cells;
    let mut sorted = None;
    for cell in cells.values() {
        let [edge] = cell.edges.as_slice() else { return None };
        let distinct = cell.distinct();
        if cell.falls as u64 * 5 > *edge || cell.sample.len() < FEWEST_VALUES {
            continue;
        }
        if cell.falls > 0 || distinct < FEWEST_DISTINCT || sorted.is_some() {
            return None;
        }
        sorted = Some(cell);
    }
    let own = sorted.filter(|_| cells.len() >= FEWEST_CELLS)?;
    let what = "the values of the chunk were sorted by themselves: they are not in the order of the others";
    let why = "they rise from its beginning to its end, and those of every other chunk rise and fall";
    Some((own.address.clone(), hypothesis(what, sure::CHANGED_VALUES, why)))
}

/// The one chunk of a list that is one value throughout, where in no other neighbours are alike: a sensor that was stuck, or a value that
/// was filled in.
pub(super) fn stuck(around: &Surroundings) -> Option<(ChunkAddress, Hypothesis)> {
    /// One of so many elements of another chunk is the same as the one before.
    const SELDOM: u64 = 20;
    let cells = &around.fabric.cells;
    let fill =
        around.numbers.at_any(&around.array.metadata.fill_value.bytes(&around.array.metadata.data_type));
    let mut stuck = None;
    for cell in cells.values() {
        let [edge] = cell.edges.as_slice() else { return None };
        if cell.is_constant() && cell.sample.len() as u64 >= SELDOM {
            if stuck.is_some() {
                return None;
            }
            stuck = Some(cell);
        } else if cell.repeats as u64 * SELDOM > *edge {
            return None;
        }
    }
    // Codes, and columns of a matrix, may be the same for long.
    let may_be_stuck = cells.len() >= FEWEST_CELLS && around.numbers.is_plain_float();
    let own = stuck.filter(|own| may_be_stuck && own.least[0].value.total_cmp(&fill).is_ne())?;
    let what = format!("the chunk has the value {} throughout", short(own.least[0].value));
    let why = "in no other chunk more than one of twenty elements is the same as the one before";
    Some((own.address.clone(), hypothesis(what, sure::CHANGED_VALUES, why)))
}

/// Chunks of a list that begin with what the chunk before them ends with: they were written some elements too late.
pub(super) fn written_late(
    around: &Surroundings,
    found: &mut [(ChunkAddress, Hypothesis)],
    options: &DecodeOptions,
) {
    const FEWEST: usize = 8;
    if around.array.metadata.shape.len() != 1 {
        return;
    }
    let values = |place: &[u64]| -> Option<Vec<f64>> {
        let cell = around.fabric.cells.get(place)?;
        let read = around.with_cell(&cell.address, options, |bytes| {
            let used = bytes.used.first().copied().unwrap_or(0);
            (0..used).map(|index| around.numbers.at(bytes.bytes, index)).collect()
        });
        read.filter(|values: &Vec<f64>| values.iter().all(|value| value.is_finite()))
    };
    for (address, hypothesis) in found.iter_mut() {
        let place =
            around.fabric.cells.iter().find(|(_, cell)| cell.address == *address).map(|(place, _)| place);
        let Some(place) = place else { continue };
        let (Some(own), Some(before)) = (values(place), values(&beside(place, 0, false))) else { continue };
        let most = own.len().min(before.len()) / 2;
        let late = (FEWEST..=most).rev().find(|by| {
            let begin = own.get(..*by).unwrap_or_default();
            let end = before.get(before.len() - by..).unwrap_or_default();
            let is_same = begin.iter().zip(end).all(|(one, other)| one.total_cmp(other).is_eq());
            is_same && begin.windows(2).filter(|pair| pair.first() != pair.last()).count() >= FEWEST / 2
        });
        if let Some(by) = late {
            let what = format!("the chunk is shifted by {} towards its end", count(by as u128, "element"));
            let why = format!("it begins with the last {by} elements of the chunk before it");
            *hypothesis = super::hypothesis(what, sure::READ_OTHERWISE, why);
        }
    }
}

/// The end of a coordinate that rises, of which the last chunks were never written.
pub(super) fn unwritten_end(around: &Surroundings) -> Option<(ChunkAddress, Hypothesis)> {
    const FEWEST: usize = 3;
    let array = around.array;
    let Ok(GroupOrArray::Array(document)) = &array.document().node else { return None };
    let [Some(dimension)] = document.dimension_names.as_ref().ok()?.as_deref()? else { return None };
    let cells = &around.fabric.cells;
    let fill = around.numbers.at_any(&array.metadata.fill_value.bytes(&array.metadata.data_type));
    let all = *array.metadata.chunk_grid.grid_shape().first()?;
    let next = cells.last_key_value()?.0.first()? + 1;
    let is_whole = cells.len() as u64 == next && cells.len() >= FEWEST && around.inner.is_none();
    if array.key.rsplit('/').next()? != dimension || !is_whole || next >= all || fill.is_nan() {
        return None;
    }
    let cells = rising(around, false)?;
    let is_rising =
        cells.windows(2).all(|pair| matches!(pair, [one, next] if one.most[0].value < next.least[0].value));
    let greatest = cells.last()?.most[0].value;
    if !is_rising
        || fill > greatest
        || (next..all).any(|place| !matches!(array.is_stored(&[place]), Ok(false)))
    {
        return None;
    }
    let what = format!("the end of {dimension} was never written: it reads as the fill value {fill}");
    let why = format!(
        "{} rise up to {}, and the last {} missing",
        count(cells.len() as u128, "chunk"),
        short(greatest),
        if all - next == 1 { "one is".to_owned() } else { format!("{} are", all - next) }
    );
    Some((ChunkAddress::from([next].as_slice()), hypothesis(what, sure::OTHER_VALUES, why)))
}
