//! Cells whose borders are strained: values differ across them more than across those of the array usually, though not enough to tear them
//! where neighbours differ much anyhow, as in photographs, rain, and mosaics.

use super::super::confidence::around as sure;
use super::super::plausible::verdict::short;
use super::super::{Hypothesis, hypothesis};
use super::Surroundings;
use super::digest::{CellDigest, mean, median};
use super::fabric::{Strained, beside, mean_across};
use super::readings::{self, Done};
use crate::codec::DecodeOptions;
use crate::metadata::text::count;
use crate::pipeline::ChunkAddress;

const FEWEST_SIDES: usize = 3;
/// Values differ so many times as much across the borders of a strained cell as usually …
const STRAINED: f64 = 1.8;
/// … and so many times, at most, where it belongs.
const AT_EASE: f64 = 1.3;
const EASED: f64 = 1.6;
/// One of so many elements that are the least value, or missing, are a large part of a cell.
const BLANK: usize = 8;
/// Where more cells are strained, that is how the array is.
const MOST: usize = 24;

impl Surroundings<'_> {
    /// Finds two cells that are at ease in each other's places, or one that is once it is turned back.
    pub(super) fn strained(&self, found: &mut Vec<(ChunkAddress, Hypothesis)>, options: &DecodeOptions) {
        let mut cells: Vec<(&Vec<u64>, &CellDigest, Strained)> = Vec::new();
        for (place, cell) in &self.fabric.cells {
            let is_known = found.iter().any(|(address, _)| *address == cell.address);
            let own = self.fabric.strain(place, cell, None);
            let own = own.filter(|own| own.sides >= FEWEST_SIDES && own.mean >= STRAINED && !is_known);
            cells.extend(own.map(|own| (place, cell, own)));
        }
        if cells.len() > MOST.min(self.fabric.cells.len() / 3) {
            return;
        }
        let mut pairs = Vec::new();
        for (number, (one, own, before)) in cells.iter().enumerate() {
            for (other, others, before_other) in cells.iter().skip(number + 1) {
                if own.hash == others.hash {
                    continue;
                }
                let here = self.fabric.strain(one, others, Some((other, own)));
                let there = self.fabric.strain(other, own, Some((one, others)));
                let (Some(here), Some(there)) = (here, there) else { continue };
                let is_eased = |before: &Strained, after: &Strained| {
                    after.mean <= AT_EASE.min(before.mean / EASED) && after.most < before.most
                };
                if is_eased(before, &here) && is_eased(before_other, &there) {
                    let left = here.mean + there.mean;
                    pairs.push((left, [*own, *others], before.mean.min(before_other.mean)));
                }
            }
        }
        // Where nothing goes on from chunk to chunk, some two of many differ less in each other's places by chance.
        let rank = cells.first().map_or(0, |(place, ..)| place.len());
        if !(0..rank).any(|axis| self.fabric.goes_on(axis)) {
            pairs.clear();
        }
        // Where several pairs fit, one cell is like another.
        if let [(left, pair, before)] = pairs.as_slice() {
            let why = format!(
                "at the borders of the two, values differ at least {} times as much as at others; once the two are exchanged, {} times",
                short(*before),
                short(left / 2.0)
            );
            found.extend(self.exchange_findings(*pair, &why));
            return;
        }
        // In noise, and where no chunk goes on from another, values may differ less by chance in some other order.
        if self.fabric.is_noise() || !(0..rank).all(|axis| self.fabric.goes_on(axis)) {
            return;
        }
        let mut turned = Vec::new();
        // What is the same in a large part of a cell, as outside of a round field of view, meets its neighbours nearly as well when it is turned.
        let is_filled = |cell: &CellDigest| cell.ties[0].max(cell.missing) * BLANK < cell.size();
        let cells = cells.iter().filter(|(_, cell, own)| own.sides > FEWEST_SIDES && is_filled(cell));
        for (place, cell, before) in cells {
            turned.extend(self.turned((place, cell), *before, options));
        }
        if turned.len() == 1 {
            found.append(&mut turned);
        }
    }

    fn turned(
        &self,
        (place, cell): (&[u64], &CellDigest),
        before: Strained,
        options: &DecodeOptions,
    ) -> Option<(ChunkAddress, Hypothesis)> {
        let (after, done, bytes) = self.turned_back(cell, options, |digest| {
            let after = self.fabric.strain(place, digest, None)?;
            let is_eased = after.mean <= AT_EASE.min(before.mean / EASED) && after.most < before.most / EASED;
            is_eased.then_some(after.mean)
        })?;
        let why = format!(
            "across its {} values differ {} times as much as across others, and {} times once it is turned back",
            count(before.sides as u128, "border"),
            short(before.mean),
            short(after)
        );
        let what = format!("the chunk {}", done.describe(&self.numbers, &cell.edges));
        let mends = self.mend(&cell.address, bytes, options);
        Some((cell.address.clone(), hypothesis(what, sure::READ_OTHERWISE, why).mending(mends)))
    }

    /// The turn of a cell that leaves the least of what is wrong with its borders, with the bytes then. `left` says how much, where that
    /// is little enough.
    pub(super) fn turned_back(
        &self,
        cell: &CellDigest,
        options: &DecodeOptions,
        left: impl Fn(&CellDigest) -> Option<f64>,
    ) -> Option<(f64, Done, Vec<u8>)> {
        let restored = self.with_cell(&cell.address, options, |bytes| {
            let mut best: Option<(f64, Done, Vec<u8>)> = None;
            for done in readings::all(self, &bytes) {
                if !matches!(done, Done::Transposed(_) | Done::Reversed(_) | Done::Turned(_)) {
                    continue;
                }
                let Some(undone) = done.undo(&self.numbers, &bytes) else { continue };
                let digest = undone.digest(&cell.address, &done, &bytes);
                let Some(after) = digest.as_ref().and_then(&left) else { continue };
                if best.as_ref().is_none_or(|best| after < best.0) {
                    best = Some((after, done, undone.bytes));
                }
            }
            best
        });
        restored.flatten()
    }

    /// All chunks are in each other's places across the diagonal: their keys have the coordinates in the other order.
    pub(super) fn transposed_grid(&self) -> Option<Hypothesis> {
        const BORDERS: usize = 12;
        const NEARER: f64 = 2.0;
        let cells = &self.fabric.cells;
        if self.inner.is_some() || !cells.keys().all(|place| place.len() == 2) {
            return None;
        }
        let is_square =
            cells.values().all(|cell| matches!(cell.edges.as_slice(), [rows, row] if rows == row));
        let diagonal = |place: &[u64]| place.iter().rev().copied().collect::<Vec<u64>>();
        if !is_square || !cells.keys().all(|place| cells.contains_key(&diagonal(place))) {
            return None;
        }
        let differ = |is_turned: bool| {
            let own = |place: &[u64]| cells.get(&if is_turned { diagonal(place) } else { place.to_vec() });
            let mut all = Vec::new();
            for place in cells.keys() {
                for axis in 0..2 {
                    let Some(next) = own(&beside(place, axis, true)) else { continue };
                    all.extend(own(place).and_then(|cell| mean_across(cell, next, axis)));
                }
            }
            let mean = mean(all.iter().copied()).filter(|_| all.len() >= BORDERS)?;
            Some((mean, median(all)?))
        };
        // A single border that differs by much says nothing of all.
        let ((mean_before, before), (mean_after, after)) = (differ(false)?, differ(true)?);
        if mean_after * NEARER > mean_before || after * NEARER > before || before <= 0.0 {
            return None;
        }
        let why = format!(
            "across the borders between chunks values differ by {} in the middle, and by {} with each chunk in the place of the one across the diagonal",
            short(before),
            short(after)
        );
        let what = "the keys of the chunks have their coordinates in the other order: column first";
        Some(hypothesis(what, sure::OTHER_ORDER, why))
    }
}
