//! Layers: all chunks at one place of an axis, as one file or one step writes them. They go on from each other, so that only their
//! borders along that axis can be torn, and each line of chunks along it is judged for itself.

use std::collections::BTreeMap;

use super::super::confidence::around as sure;
use super::super::{Hypothesis, hypothesis};
use super::digest::CellDigest;
use super::fabric::Fabric;
use super::values::AllValues;
use super::{FOREIGN, LastRead, MOSTLY, NEARLY_ALL, Surroundings, Suspect, misfits, step_words, torn_words};
use crate::codec::DecodeOptions;
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
