//! Layers: all chunks at one place of an axis, as one file or one step writes them. They go on from each other, so that only their
//! borders along that axis can be torn, and each line of chunks along it is judged for itself.

use std::collections::BTreeMap;

use super::super::confidence::around as sure;
use super::super::plausible::verdict::short;
use super::super::{Hypothesis, hypothesis};
use super::digest::{CellDigest, mean, median};
use super::fabric::{Fabric, beside, mean_across};
use super::values::AllValues;
use super::{FOREIGN, LastRead, MOSTLY, NEARLY_ALL, Surroundings, Suspect, misfits, step_words, torn_words};
use crate::codec::DecodeOptions;
use crate::metadata::lengths;
use crate::metadata::text::count;
use crate::pipeline::ChunkAddress;

/// Of fewer chunks in a line none is odd.
const FEWEST_OF_LINE: usize = 5;
const FEWEST_LINES: usize = 2;
/// So many lines are looked at.
const MOST_LINES: usize = 32;

/// What was found in lines: the places along them, and the cause without its numbers.
type Votes = BTreeMap<(Vec<u64>, String), Vec<Hypothesis>>;
type CellLines<'a> = BTreeMap<Vec<u64>, Vec<(&'a Vec<u64>, &'a CellDigest)>>;

impl Surroundings<'_> {
    /// The one layer that does not go on from those beside it, or two that do in each other's places.
    pub(super) fn layers(&self, options: &DecodeOptions) -> Vec<(ChunkAddress, Hypothesis)> {
        /// Along more, layers would be looked for too often.
        const MOST_DIMENSIONS: usize = 8;
        let rank = self.array.metadata.shape.len();
        if rank > MOST_DIMENSIONS {
            return Vec::new();
        }
        let mut all: Vec<Vec<(ChunkAddress, Hypothesis)>> =
            (0..rank).map(|axis| self.layers_along(axis, options)).collect();
        all.retain(|found| !found.is_empty());
        // What is torn along several axes is no layer.
        if all.len() == 1 { all.remove(0) } else { Vec::new() }
    }

    /// A layer that differs from those beside it by more than any others do, and by no more than they once it is turned: a step whose
    /// latitudes run the other way, or whose date line lies elsewhere.
    pub(super) fn turned_layers(&self, options: &DecodeOptions) -> Vec<(ChunkAddress, Hypothesis)> {
        let rank = self.array.metadata.shape.len();
        if !(2..=3).contains(&rank) || self.array.is_remote() {
            return Vec::new();
        }
        for axis in 0..rank {
            let Some((place, how, why)) = self.turned_layer(axis, options) else { continue };
            let what = format!("all chunks at {place} along dimension {axis} {how}");
            let own = self.fabric.cells.iter().filter(|(at, _)| at.get(axis) == Some(&place));
            return own
                .map(|(_, cell)| {
                    (cell.address.clone(), hypothesis(what.clone(), sure::READ_OTHERWISE, why.clone()))
                })
                .collect();
        }
        Vec::new()
    }

    fn turned_layer(&self, axis: usize, options: &DecodeOptions) -> Option<(u64, String, String)> {
        /// Of fewer borders none is odd.
        const FEWEST: usize = 4;
        /// Values differ so many times as much there as across any other border.
        const MORE: f64 = 1.2;
        /// Turned, they differ by no more than this part of what they did, and hardly more than across others.
        const LESS: f64 = 0.6;
        let mut borders: BTreeMap<u64, Vec<f64>> = BTreeMap::new();
        for (place, cell) in &self.fabric.cells {
            let next = self.fabric.cells.get(&beside(place, axis, true));
            let across = next.and_then(|next| mean_across(cell, next, axis));
            borders.entry(*place.get(axis)?).or_default().extend(across);
        }
        let mut borders: Vec<(f64, u64)> =
            borders.into_iter().filter_map(|(place, all)| Some((mean(all.into_iter())?, place))).collect();
        borders.sort_by(|one, other| other.0.total_cmp(&one.0));
        let &[(_, one), (own, next), (others, _), ..] = borders.as_slice() else { return None };
        // Both borders of one layer.
        if borders.len() < FEWEST || one.abs_diff(next) != 1 || own < MORE * others {
            return None;
        }
        if others <= 0.0 || !self.fabric.goes_on(axis) {
            return None;
        }
        let place = one.max(next);
        let edge = self.fabric.cells.values().filter_map(|cell| cell.edges.get(axis)).max()?;
        let start = place.checked_mul(*edge)?;
        let outer = [start.checked_sub(1)?, start, start.checked_add(edge - 1)?, start.checked_add(*edge)?];
        let read = outer.map(|at| LayerPlane::read(self, axis, at, options));
        let [Some(before), Some(first), Some(last), Some(after)] = read else { return None };
        let apart = |turn: LayerTurn| {
            [(&before, &first), (&after, &last)].map(|(beside, own)| beside.apart(own, turn))
        };
        let stored = apart(LayerTurn::None);
        let mut best: Option<([f64; 2], LayerTurn)> = None;
        let mut turns = before.turns();
        // Rows in no order are no farther from each other in any other one.
        turns.retain(|turn| turn.axis().is_none_or(|own| self.fabric.is_smooth_along(of_array(own, axis))));
        turns.push(LayerTurn::Negated);
        turns.extend(first.above(&before, &last, &after).map(LayerTurn::Raised));
        for turn in turns {
            let turned = apart(turn);
            if best.as_ref().is_none_or(|(least, _)| turned[0] + turned[1] < least[0] + least[1]) {
                best = Some((turned, turn));
            }
        }
        let (turned, turn) = best?;
        let middle = |both: [f64; 2]| f64::midpoint(both[0], both[1]);
        if middle(turned) > LESS * middle(stored) || turned.iter().any(|apart| *apart > MORE * others) {
            return None;
        }
        let why = format!(
            "values differ by {} across its borders along dimension {axis}, across others by at most {}; put right, by {}",
            short(middle(stored)),
            short(others),
            short(middle(turned))
        );
        Some((place, before.words(turn, axis), why))
    }

    fn layers_along(&self, axis: usize, options: &DecodeOptions) -> Vec<(ChunkAddress, Hypothesis)> {
        let mut lines = CellLines::new();
        for (place, cell) in &self.fabric.cells {
            let mut line = place.clone();
            if let Some(coord) = line.get_mut(axis) {
                *coord = 0;
            }
            lines.entry(line).or_default().push((place, cell));
        }
        lines.retain(|_, cells| cells.len() >= FEWEST_OF_LINE);
        if lines.len() < FEWEST_LINES {
            return Vec::new();
        }
        let step = lines.len().div_ceil(MOST_LINES);
        let (mut votes, mut looked) = (Votes::new(), 0);
        for cells in lines.into_values().step_by(step) {
            looked += 1;
            let mut line = Surroundings {
                array: self.array,
                numbers: self.numbers.clone(),
                codecs: self.codecs.clone(),
                inner: self.inner.clone(),
                judges_shards: self.judges_shards,
                stated: self.stated.clone(),
                fabric: Fabric::default(),
                is_calm: false,
                is_even: false,
                last_read: LastRead::default(),
            };
            let cells = cells.into_iter().map(|(place, cell)| (place.clone(), cell.clone()));
            line.fabric.cells.extend(cells);
            if let Some((places, found)) = line.odd_of_line(axis, options) {
                // By how much values differ may be another number in each line.
                let kind =
                    found.hypothesis.replace(|letter: char| letter.is_ascii_digit() || letter == '.', "");
                votes.entry((places, kind)).or_default().push(found);
            }
        }
        self.elected(axis, &votes, looked)
    }

    /// What is found in nearly all lines at the same places.
    fn elected(&self, axis: usize, votes: &Votes, looked: usize) -> Vec<(ChunkAddress, Hypothesis)> {
        let mut at: BTreeMap<&[u64], usize> = BTreeMap::new();
        for ((places, _), found) in votes {
            *at.entry(places).or_default() += found.len();
        }
        let Some((places, count_of)) = at.into_iter().max_by_key(|(_, count)| *count) else {
            return Vec::new();
        };
        if count_of < FEWEST_LINES || count_of * 4 < looked * 3 {
            return Vec::new();
        }
        let of_places = votes.iter().filter(|((other, _), _)| other == places);
        let Some(found) = of_places.map(|(_, found)| found).max_by_key(|found| found.len()) else {
            return Vec::new();
        };
        let Some(first) = found.first() else { return Vec::new() };
        let is_common = 2 * found.len() >= count_of;
        let mut all = Vec::new();
        for (place, cell) in &self.fabric.cells {
            if !place.get(axis).is_some_and(|coord| places.contains(coord)) {
                continue;
            }
            let why = format!(
                "along dimension {axis}, {count_of} of {} of chunks are torn here: {}",
                count(looked as u128, "line"),
                first.evidence
            );
            let (what, sure) = match places {
                [one, other] => (
                    format!("the chunks at {one} and at {other} along dimension {axis} are exchanged"),
                    sure::EXCHANGED,
                ),
                _ if is_common => (first.hypothesis.clone(), first.confidence),
                _ => (FOREIGN.to_owned(), sure::NOT_CONTINUED),
            };
            all.push((cell.address.clone(), hypothesis(what, sure, why)));
        }
        all
    }

    /// The one cell of a line that is torn from both of its neighbours and what explains it, or two that are in each other's places.
    fn odd_of_line(mut self, axis: usize, options: &DecodeOptions) -> Option<(Vec<u64>, Hypothesis)> {
        self.fabric.measure(self.numbers.quantum);
        let torn = misfits::torn(&self.fabric);
        if torn.is_empty() || !self.fabric.continues(&torn, MOSTLY, |border| border.is_torn) {
            return None;
        }
        let at = |place: &[u64]| place.get(axis).copied();
        if let Some(pair) = misfits::best_exchange(&self.fabric, &torn) {
            let places = pair.places.iter().filter_map(|place| at(place)).collect();
            let why = format!("{}; exchanged, {}", torn_words(&pair.before), step_words(&pair.after));
            return Some((places, hypothesis(String::new(), sure::EXCHANGED, why)));
        }
        self.is_calm = self.fabric.continues(&torn, NEARLY_ALL, |border| border.is_torn);
        let both = torn.iter().filter_map(|place| self.fabric.cells.get_key_value(place));
        let mut both = both.filter(|(place, cell)| self.fabric.fit(place, cell, &[]).torn == 2);
        let ((place, cell), None) = (both.next()?, both.next()) else { return None };
        let all = AllValues::of(&self.fabric);
        let others = all.but(place, cell);
        let is_unlike = !cell.is_constant() && (others.is_odd || others.are_unlike(cell));
        let found = self.misfit(&all, Suspect { place, cell, is_torn: true, is_unlike }, options)?;
        Some((vec![at(place)?], found))
    }
}

/// What may have been done to all planes of a layer, along one of their own dimensions or to each value.
#[derive(Debug, Clone, Copy)]
enum LayerTurn {
    None,
    Reversed(usize),
    Rolled(usize, usize),
    Negated,
    /// By so much.
    Raised(f64),
}

impl LayerTurn {
    fn axis(self) -> Option<usize> {
        match self {
            Self::Reversed(axis) | Self::Rolled(axis, _) => Some(axis),
            Self::None | Self::Negated | Self::Raised(_) => None,
        }
    }

    fn undone(self, value: f64) -> f64 {
        match self {
            Self::Negated => -value,
            Self::Raised(by) => value - by,
            Self::None | Self::Reversed(_) | Self::Rolled(..) => value,
        }
    }
}

/// The dimension of the array that is one of a plane which lies across another.
fn of_array(axis: usize, across: usize) -> usize {
    if axis < across { axis } else { axis + 1 }
}

/// The values at one place of an axis, in C order.
struct LayerPlane {
    sides: Vec<usize>,
    values: Vec<f64>,
}

impl LayerPlane {
    fn read(around: &Surroundings, axis: usize, at: u64, options: &DecodeOptions) -> Option<Self> {
        /// Larger planes are not looked at.
        const LARGEST: u64 = 1 << 20;
        let mut region = around.array.whole();
        *region.get_mut(axis)? = at..at.checked_add(1)?;
        let sides = lengths(&region);
        let size = sides.iter().try_fold(1_u64, |size, side| size.checked_mul(*side))?;
        if size > LARGEST || at >= *around.array.metadata.shape.get(axis)? {
            return None;
        }
        let read = around.array.read_region(&region, options).ok()?;
        let values =
            (0..usize::try_from(size).ok()?).map(|index| around.numbers.at(read.bytes(), index)).collect();
        let mut sides: Vec<usize> = sides.into_iter().map(usize::try_from).collect::<Result<_, _>>().ok()?;
        sides.remove(axis);
        Some(Self { sides, values })
    }

    /// All that is tried: the longer a plane is, the fewer rolls there is time for.
    fn turns(&self) -> Vec<LayerTurn> {
        const MOST: usize = 1 << 26;
        let mut turns: Vec<LayerTurn> = (0..self.sides.len()).map(LayerTurn::Reversed).collect();
        let left = MOST / self.values.len().max(1);
        for (axis, side) in self.sides.iter().enumerate() {
            let step = (side * self.sides.len()).div_ceil(left.max(1)).max(1);
            turns.extend((1..*side).step_by(step).map(|by| LayerTurn::Rolled(axis, by)));
        }
        turns
    }

    /// By how much the values of two planes differ, the second one turned back.
    fn apart(&self, other: &Self, turn: LayerTurn) -> f64 {
        let axis = turn.axis().unwrap_or(0);
        let side = self.sides.get(axis).copied().unwrap_or(1).max(1);
        let stride: usize = self.sides.iter().skip(axis + 1).product::<usize>().max(1);
        let index = |at: usize| {
            let place = at / stride % side;
            let from = match turn {
                LayerTurn::Rolled(_, by) => (place + by) % side,
                LayerTurn::Reversed(_) => side - 1 - place,
                LayerTurn::None | LayerTurn::Negated | LayerTurn::Raised(_) => place,
            };
            at - place * stride + from * stride
        };
        let pairs = self.values.iter().enumerate();
        let pairs =
            pairs.filter_map(|(at, own)| Some((own - turn.undone(*other.values.get(index(at))?)).abs()));
        mean(pairs.filter(|apart| apart.is_finite())).unwrap_or(f64::INFINITY)
    }

    /// By how much a layer is above those beside it, where that is as much on both sides.
    fn above(&self, before: &Self, last: &Self, after: &Self) -> Option<f64> {
        const ALIKE: f64 = 0.1;
        let above = |own: &Self, other: &Self| {
            let apart = own.values.iter().zip(&other.values).map(|(own, other)| own - other);
            median(apart.filter(|apart| apart.is_finite()).collect())
        };
        let (one, other) = (above(self, before)?, above(last, after)?);
        let by = f64::midpoint(one, other);
        ((one - other).abs() <= ALIKE * by.abs()).then_some(by)
    }

    fn words(&self, turn: LayerTurn, across: usize) -> String {
        match turn {
            LayerTurn::None => String::new(),
            LayerTurn::Negated => "have values with the other sign".to_owned(),
            LayerTurn::Raised(by) => {
                format!(
                    "have values that are {} too {}",
                    short(by.abs()),
                    if by > 0.0 { "large" } else { "small" }
                )
            }
            LayerTurn::Reversed(axis) => {
                format!("are reversed together along dimension {}", of_array(axis, across))
            }
            LayerTurn::Rolled(axis, by) => {
                let edge = self.sides.get(axis).copied().unwrap_or(by);
                let (moved, side) = if 2 * by <= edge { (by, "end") } else { (edge - by, "beginning") };
                format!(
                    "are rotated together by {} along dimension {} towards its {side}",
                    count(moved as u128, "place"),
                    of_array(axis, across)
                )
            }
        }
    }
}
