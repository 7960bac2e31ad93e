//! Cells of which a part is blank, or cut off at one value, within straight lines that nothing measured has.

use super::super::confidence::around as sure;
use super::super::plausible::verdict::short;
use super::super::{Hypothesis, hypothesis};
use super::Surroundings;
use super::digest::{BlankBox, CellDigest, mean, median, row_at};
use super::fabric::beside;
use crate::codec::DecodeOptions;
use crate::metadata::delinear;
use crate::metadata::text::{count, shape};
use crate::pipeline::ChunkAddress;

const HOLE: &str = "part of the chunk was never written: a hole of zeros";

/// What is around a blank box: elements that are there, of all.
#[derive(Clone, Copy)]
struct Outline {
    there: usize,
    all: usize,
}

impl Outline {
    fn share(self) -> f64 {
        let [there, all] =
            [self.there, self.all].map(|count| f64::from(u32::try_from(count).unwrap_or(u32::MAX)));
        if all > 0.0 { there / all } else { 0.0 }
    }
}

fn is_blank(value: f64) -> bool {
    value == 0.0 || value.is_nan()
}

impl Surroundings<'_> {
    /// A box without values whose outline has them nearly everywhere: what is zero by nature ends in no straight lines.
    pub(super) fn hollow(&self, _: &DecodeOptions) -> Vec<(ChunkAddress, Hypothesis)> {
        /// A box of fewer elements may be so by chance …
        const LEAST: usize = 48;
        /// … but where nothing else is blank.
        const LEAST_ALONE: usize = 16;
        /// Of the elements around it, nearly all are there …
        const AROUND: f64 = 0.75;
        /// … and in other cells, around boxes that are not much smaller, half as many.
        const ELSEWHERE: f64 = 0.5;
        const FEWEST_AROUND: usize = 12;
        let mut boxes = Vec::new();
        // An axis of one chunk says nothing.
        let long = self.long_axes();
        for (place, cell) in &self.fabric.cells {
            if let Some(blank) = cell.blank.filter(|_| place.len() > 1 && !cell.is_constant()) {
                boxes.push((cell, blank, self.outline(place, cell, &blank, &long)));
            }
        }
        let is_hollow = |outline: &Outline| outline.all >= FEWEST_AROUND && outline.share() >= AROUND;
        boxes.sort_by_key(|(_, blank, outline)| (!is_hollow(outline), std::cmp::Reverse(blank.size())));
        let [(cell, blank, outline), others @ ..] = boxes.as_slice() else { return Vec::new() };
        let is_like = |(_, other, around): &(&CellDigest, BlankBox, Outline)| {
            4 * other.size() >= blank.size() && around.share() >= ELSEWHERE * outline.share()
        };
        let least = if others.is_empty() { LEAST_ALONE } else { LEAST };
        if !is_hollow(outline) || blank.size() < least || others.iter().any(is_like) {
            return Vec::new();
        }
        let at = shape(&delinear(blank.first as u64, &cell.edges));
        let elsewhere =
            if others.is_empty() { "no other chunk has one" } else { "in no other chunk one is cut out so" };
        let why = format!(
            "a box of {} × {} elements from {at} on holds nothing but {}; of {} around it that were looked at, {} have another value, and {elsewhere}",
            blank.rows,
            blank.columns,
            if blank.is_zero { "zeros" } else { "missing values" },
            count(outline.all as u128, "element"),
            outline.there,
        );
        let what =
            if blank.is_zero { HOLE } else { "part of the chunk was never written: a hole without values" };
        vec![(cell.address.clone(), hypothesis(what, sure::HOLE, why))]
    }

    /// The elements around a box: those in the cell, and those beside what is blank at its borders. Where the array ends, nothing is
    /// there, but where cells beside it are filled to that end.
    fn outline(&self, place: &[u64], cell: &CellDigest, blank: &BlankBox, long: &[usize]) -> Outline {
        let mut outline = Outline { there: blank.there, all: blank.all };
        for (axis, faces) in cell.faces.iter().enumerate().filter(|(axis, _)| long.contains(axis)) {
            for (is_after, mine) in [false, true].into_iter().zip(faces) {
                let own = || {
                    mine.outer.iter().enumerate().filter(|(_, own)| is_blank(**own)).map(|(index, _)| index)
                };
                match self.face(&beside(place, axis, is_after), axis, !is_after) {
                    Some(theirs) => {
                        for other in own().filter_map(|index| theirs.get(index)) {
                            outline.all += 1;
                            outline.there += usize::from(!is_blank(*other));
                        }
                    }
                    None if self.is_filled_beside(place, axis, is_after) => {}
                    None => outline.all += own().count(),
                }
            }
        }
        outline
    }

    /// The axes along which there are several cells.
    fn long_axes(&self) -> Vec<usize> {
        let Some(first) = self.fabric.cells.keys().next() else { return Vec::new() };
        let is_long =
            |axis: &usize| self.fabric.cells.keys().any(|other| other.get(*axis) != first.get(*axis));
        (0..first.len()).filter(is_long).collect()
    }

    fn face(&self, place: &[u64], axis: usize, is_after: bool) -> Option<&[f64]> {
        let [begin, end] = self.fabric.cells.get(place)?.faces.get(axis)?;
        Some(if is_after { &end.outer } else { &begin.outer })
    }

    /// Whether the cells on both sides along other axes have values at their ends along this one.
    fn is_filled_beside(&self, place: &[u64], axis: usize, is_after: bool) -> bool {
        let others = (0..place.len()).filter(|other| *other != axis);
        let others = others.flat_map(|other| [false, true].map(|side| beside(place, other, side)));
        let mut shares = others.filter_map(|other| {
            let face = self.face(&other, axis, is_after)?;
            Some(2 * face.iter().filter(|value| is_blank(**value)).count() < face.len())
        });
        shares.next() == Some(true) && shares.all(|is_filled| is_filled)
    }

    /// In a list, a run of zeros that ends where the chunk does, or leaps at both ends, where nothing else is zero for long.
    pub(super) fn hollow_list(&self, options: &DecodeOptions) -> Vec<(ChunkAddress, Hypothesis)> {
        const LEAST: usize = 8;
        /// A run within the chunk has so many elements …
        const LEAST_WITHIN: usize = 32;
        /// … and both leaps are so many times nearly all steps.
        const LEAP: f64 = 3.0;
        /// Other runs are so many times shorter.
        const LONGER: usize = 8;
        let mut found = Vec::new();
        let zeros: usize = self.fabric.cells.values().map(|cell| cell.zeros).sum();
        let mut runs: Vec<(usize, &Vec<u64>)> =
            self.fabric.cells.iter().map(|(place, cell)| (cell.zero_run.1, place)).collect();
        runs.sort_unstable();
        for (place, cell) in self.fabric.cells.iter().filter(|(place, _)| place.len() == 1) {
            let (start, length) = cell.zero_run;
            // The longest of all is its own, or that of another one.
            let longest =
                runs.iter().rev().find(|(_, other)| *other != place).map_or(0, |(length, _)| *length);
            let is_only = longest * LONGER <= length;
            if length < LEAST || cell.is_constant() || cell.zeros > length + 2 || !is_only {
                continue;
            }
            let size = cell.edges.iter().product::<u64>();
            let goes_on = |is_after: bool| {
                let [first, last] = self.fabric.cells.get(&beside(place, 0, is_after))?.ends()?;
                Some((if is_after { first } else { last }) != 0.0)
            };
            let ends_here = start == 0 && goes_on(false) == Some(true)
                || (start + length) as u64 == size && goes_on(true) == Some(true);
            let leaps = || {
                let large = cell.steps.first().copied().flatten()?.large;
                let beside = self.with_cell(&cell.address, options, |bytes| {
                    let value = |index| self.numbers.at(bytes.bytes, index);
                    Some([value(start.checked_sub(1)?), value(start + length)])
                })??;
                Some(beside.iter().all(|value| value.abs() > LEAP * large))
            };
            let is_float = self.numbers.is_plain_float();
            let is_within = is_float && length >= LEAST_WITHIN && zeros == cell.zeros;
            if ends_here || is_within && leaps() == Some(true) {
                let rest = if zeros == cell.zeros {
                    "no other element of the array is"
                } else {
                    "nowhere else nearly so many in a row"
                };
                let end =
                    if ends_here { ", where the chunk ends or begins and the next one goes on" } else { "" };
                let why = format!(
                    "{} from number {start} on are zero{end}; {rest}",
                    count(length as u128, "element")
                );
                found.push((cell.address.clone(), hypothesis(HOLE, sure::HOLE, why)));
            }
        }
        found
    }

    /// Many elements of one cell are its greatest value, or its least, and those beside it go beyond.
    pub(super) fn capped(&self, _: &DecodeOptions) -> Vec<(ChunkAddress, Hypothesis)> {
        /// So many of a hundred are that value …
        const MANY: usize = 5;
        const FEWEST: usize = 16;
        /// … and so many times as many as in any other cell.
        const MORE: usize = 4;
        /// Of those at borders, so many of a hundred have a neighbour beyond.
        const BEYOND: usize = 25;
        const FEWEST_PAIRS: usize = 8;
        if self.numbers.are_bits() {
            return Vec::new();
        }
        let mut found = Vec::new();
        for is_most in [false, true] {
            let ties = |cell: &CellDigest| {
                let [least, most] = cell.ties;
                if is_most { most } else { least }
            };
            let mut all: Vec<_> = self.fabric.cells.iter().filter(|(_, cell)| !cell.is_constant()).collect();
            all.sort_by_key(|(_, cell)| std::cmp::Reverse(ties(cell)));
            let [(place, cell), others @ ..] = all.as_slice() else { continue };
            let (own, size) = (ties(cell), cell.size());
            let next = others.first().map_or(0, |(_, other)| ties(other));
            let value = if is_most { cell.most[0].value } else { cell.least[0].value };
            // A list that rises is greatest at its end.
            let is_rising = place.len() == 1 && cell.falls == 0;
            if own < FEWEST || own * 100 < size * MANY || own < MORE * next || value == 0.0 || is_rising {
                continue;
            }
            let quantum = self.numbers.quantum;
            let is_beyond =
                |other: f64| if is_most { other > value + quantum } else { other < value - quantum };
            let (mut pairs, mut beyond) = (0, 0);
            for side in self.fabric.sides(place, cell) {
                for (mine, theirs) in side.mine.outer.iter().zip(&side.theirs.outer) {
                    let is_at_end = mine.total_cmp(&value).is_eq();
                    pairs += usize::from(is_at_end && theirs.is_finite());
                    beyond += usize::from(is_at_end && is_beyond(*theirs));
                }
            }
            // Where hardly any is at a border, what is beyond it has to be usual: a lake may be the lowest there is, and a glare the brightest.
            let share = if is_most { 85 } else { 15 };
            let usual =
                median(others.iter().map(|(_, other)| other.quantile(share)).collect()).unwrap_or(value);
            let may_be_usual = is_most || place.len() == 1;
            let across = if pairs >= FEWEST_PAIRS {
                (beyond * 100 >= pairs * BEYOND).then(|| {
                    format!(
                        "of {} at its borders {beyond} have a neighbour beyond it",
                        count(pairs as u128, "element")
                    )
                })
            } else {
                (may_be_usual && is_beyond(usual))
                    .then(|| "in most other chunks one of seven, or more, is beyond it".to_owned())
            };
            if let Some(across) = across {
                let beyond = if is_most { "greater" } else { "less" };
                let why = format!(
                    "{own} of its {} are {}, and none is {beyond}; {across}; no other chunk ends at one value so often",
                    count(size as u128, "element"),
                    short(value)
                );
                let what = format!("the chunk has values that are cut off at {}", short(value));
                found.push((cell.address.clone(), hypothesis(what, sure::CHANGED_VALUES, why)));
            }
        }
        found
    }

    /// Where the least value of all cells is one that many elements have, such as zero where it does not rain, another one has many of
    /// another value instead.
    pub(super) fn lifted(&self, _: &DecodeOptions) -> Vec<(ChunkAddress, Hypothesis)> {
        /// So many of a hundred elements have it.
        const MANY: usize = 20;
        const FEWEST_VARYING: usize = 6;
        let has_many = |cell: &CellDigest| cell.ties[0] * 100 >= MANY * cell.size();
        let cells: Vec<&CellDigest> = self.fabric.cells.values().filter(|cell| !cell.is_constant()).collect();
        let Some(floor) = median(cells.iter().map(|cell| cell.least[0].value).collect()) else {
            return Vec::new();
        };
        let mut others = cells.iter().filter(|cell| cell.least[0].value.total_cmp(&floor).is_ne());
        let (Some(cell), None) = (others.next(), others.next()) else { return Vec::new() };
        let at_floor = cells.iter().filter(|other| has_many(other)).count();
        if self.stated.has_flags
            || !has_many(cell)
            || 4 * at_floor < 3 * cells.len()
            || self.numbers.are_bits()
        {
            return Vec::new();
        }
        // In a list that rises, each value has its turn.
        if cells.len() < FEWEST_VARYING {
            return Vec::new();
        }
        let own = cell.least[0].value;
        let side = if own > floor { "large" } else { "small" };
        let what = format!("the chunk has values that are {} too {side}", short((own - floor).abs()));
        let why = format!(
            "{} of its {} are {}, and none is less; in all other chunks that vary the least value is {}, which many have",
            cell.ties[0],
            count(cell.size() as u128, "element"),
            short(own),
            short(floor)
        );
        vec![(cell.address.clone(), hypothesis(what, sure::CHANGED_VALUES, why))]
    }

    /// Of what is often zero, such as rain, all that is not is so many times smaller or larger in one cell as units are apart.
    pub(super) fn in_other_unit(&self, _: &DecodeOptions) -> Vec<(ChunkAddress, Hypothesis)> {
        /// Of fewer values that are not zero nothing is said.
        const FEWEST: usize = 12;
        /// So many powers of ten the middles of all other cells are apart, at most …
        const APART: f64 = 1.2;
        /// … and the one from all of them, at least.
        const FARTHER: f64 = 0.8;
        let middle = |cell: &CellDigest| {
            let counted: Vec<f64> =
                cell.sample.iter().filter(|value| **value > 0.0).map(|value| value.log10()).collect();
            let is_enough = counted.len() >= FEWEST && cell.least[0].value >= 0.0;
            median(counted).filter(|_| is_enough)
        };
        let mut all: Vec<(&CellDigest, f64)> = Vec::new();
        let mut zeros = 0;
        for cell in self.fabric.cells.values() {
            all.extend(middle(cell).map(|middle| (cell, middle)));
            zeros += cell.zeros;
        }
        all.sort_by(|one, other| one.1.total_cmp(&other.1));
        // Sizes of many kinds have outliers; where nothing is zero, borders say more.
        if all.len() < 2 * FEWEST
            || zeros == 0
            || self.stated.has_flags
            || self.numbers.bits_of_integer().is_some()
        {
            return Vec::new();
        }
        let mut found = Vec::new();
        let ends = [(all.first(), all.get(1..)), (all.last(), all.get(..all.len() - 1))];
        for (own, others) in ends {
            let (Some((cell, own)), Some([(_, low), .., (_, high)])) = (own, others) else { continue };
            let Some(usual) =
                others.and_then(|others| median(others.iter().map(|(_, middle)| *middle).collect()))
            else {
                continue;
            };
            let away = (low - own).max(own - high);
            if high - low > APART || away < FARTHER {
                continue;
            }
            let times = 10_f64.powf((own - usual).abs());
            let side = if *own < usual { "small" } else { "large" };
            let near = [10.0, 25.4, 100.0, 1000.0, 3600.0, 86_400.0, 1e6];
            let near = near.into_iter().find(|near: &f64| (times / near).log10().abs() < 0.3);
            let what = match near {
                Some(near) => {
                    format!("the chunk has values in another unit: about {} times too {side}", short(near))
                }
                None => format!("the chunk has values that are about {} times too {side}", short(times)),
            };
            let why = format!(
                "half of those that are not zero are above {}; in {} that have as many, above {} to {}",
                short(10_f64.powf(*own)),
                count(all.len() as u128 - 1, "other chunk"),
                short(10_f64.powf(*low)),
                short(10_f64.powf(*high))
            );
            found.push((cell.address.clone(), hypothesis(what, sure::CHANGED_VALUES, why)));
        }
        found
    }

    /// In one cell the places along an axis, such as its rows, are in another order: each is like one farther away.
    pub(super) fn shuffled_rows(&self, options: &DecodeOptions) -> Vec<(ChunkAddress, Hypothesis)> {
        /// Rows beside each other differ so many times as much as in the other cells, along this axis only …
        const ROUGHER: f64 = 2.5;
        /// … and as usual once they are in order.
        const USUAL: f64 = 1.7;
        /// Of fewer rows any may be like any other.
        const FEWEST: usize = 8;
        /// More are not put in order.
        const MOST: usize = 1024;
        let mut found = Vec::new();
        if self.numbers.are_bits() {
            return found;
        }
        let rank = self.array.metadata.shape.len();
        let step = |cell: &CellDigest, axis: usize| Some(cell.steps.get(axis).copied()??.mean);
        // What nearly all cells are below, but for the one that is farthest above.
        let usual = |axis: usize| {
            let mut steps: Vec<f64> =
                self.fabric.cells.values().filter_map(|cell| step(cell, axis)).collect();
            steps.sort_unstable_by(f64::total_cmp);
            let last = steps.len().checked_sub(2)?;
            steps.get(last.min(steps.len() * 95 / 100)).copied().filter(|usual| *usual > 0.0)
        };
        let usual: Vec<Option<f64>> = (0..rank).map(usual).collect();
        for (place, cell) in self.fabric.cells.iter().filter(|(place, _)| place.len() > 1) {
            let ratio = |axis: usize| Some(step(cell, axis)? / usual.get(axis).copied()??);
            for axis in 0..place.len() {
                let Some(own) = ratio(axis).filter(|own| *own >= 1.0) else { continue };
                let mut others = (0..place.len()).filter(|other| *other != axis).filter_map(ratio);
                let Some(usual) =
                    usual.get(axis).copied().flatten().filter(|_| others.any(|other| other * 1.5 <= own))
                else {
                    continue;
                };
                let ordered = self.with_cell(&cell.address, options, |bytes| {
                    let edge = bytes.used.get(axis).copied()?;
                    if !(FEWEST..=MOST).contains(&edge) || cell.sample.is_empty() {
                        return None;
                    }
                    // What is far out in a few elements, as saturated ones are, decides nothing.
                    let (low, high) = (cell.quantile(2), cell.quantile(98));
                    let row = |at| row_at(&self.numbers, &bytes, axis, at).into_iter();
                    let rows: Vec<Vec<f64>> =
                        (0..edge).map(|at| row(at).map(|value| value.clamp(low, high)).collect()).collect();
                    let as_is =
                        mean(rows.windows(2).filter_map(|pair| mean_apart(pair.first()?, pair.last()?)))?;
                    // The rows that go on from the neighbours are not both at the ends.
                    let mut are_whole = true;
                    for is_after in [false, true] {
                        let Some(theirs) = self.face(&beside(place, axis, is_after), axis, !is_after) else {
                            continue;
                        };
                        let end = if is_after { rows.last()? } else { rows.first()? };
                        let nearest =
                            rows.iter().filter_map(|row| mean_apart(row, theirs)).reduce(f64::min)?;
                        if nearest > USUAL * usual {
                            return None;
                        }
                        are_whole &= mean_apart(end, theirs)? < ROUGHER * nearest;
                    }
                    if are_whole {
                        return None;
                    }
                    let in_order = in_order(&rows)?;
                    Some((as_is, in_order))
                });
                let Some((as_is, in_order)) = ordered.flatten() else { continue };
                if as_is >= USUAL * usual && as_is >= ROUGHER * in_order && in_order <= USUAL * usual {
                    let (unit, along) = match (place.len(), axis) {
                        (2, 0) => ("rows", String::new()),
                        (2, 1) => ("columns", String::new()),
                        _ => ("places", format!(" along dimension {axis}")),
                    };
                    let why = format!(
                        "{unit} beside each other differ by {} in it, those of other chunks by {} or less; put in the order in which each is most like the one before, by {}",
                        short(as_is),
                        short(usual),
                        short(in_order)
                    );
                    let what = format!("the {unit} of the chunk{along} are in another order");
                    found.push((cell.address.clone(), hypothesis(what, sure::READ_OTHERWISE, why)));
                    break;
                }
            }
        }
        found
    }
}

/// What rows beside each other differ by once each follows the one that it is most like, from either end of such a chain on.
fn in_order(rows: &[Vec<f64>]) -> Option<f64> {
    let mut left: Vec<&Vec<f64>> = rows.iter().collect();
    let first = left.pop()?;
    let mut ends = [first, first];
    let mut steps = Vec::new();
    while !left.is_empty() {
        let mut best: Option<(f64, usize, usize)> = None;
        for (side, end) in ends.iter().enumerate() {
            for (index, row) in left.iter().enumerate() {
                let apart = mean_apart(end, row)?;
                if best.is_none_or(|(least, ..)| apart < least) {
                    best = Some((apart, side, index));
                }
            }
        }
        let (apart, side, index) = best?;
        steps.push(apart);
        if let Some(end) = ends.get_mut(side) {
            *end = left.swap_remove(index);
        }
    }
    mean(steps.into_iter())
}

fn mean_apart(one: &[f64], other: &[f64]) -> Option<f64> {
    let steps = one.iter().zip(other).map(|(one, other)| (one - other).abs());
    mean(steps.filter(|step| step.is_finite())).filter(|_| one.len() == other.len())
}
