//! Cells of which hardly any border is torn, and which are smoother, or go on, once something is undone.

use std::collections::BTreeSet;

use super::super::confidence::around as sure;
use super::super::plausible::verdict::short;
use super::super::{Hypothesis, hypothesis};
use super::digest::{CellBytes, CellDigest};
use super::readings::{Done, FEWEST_ROWS};
use super::{MOSTLY, Surroundings, fabric};
use crate::codec::{DecodeOptions, PACKED_BOOLS};
use crate::pipeline::ChunkAddress;

impl Surroundings<'_> {
    fn restored(
        &self,
        cell: &CellDigest,
        done: &Done,
        why: String,
        bytes: Vec<u8>,
        options: &DecodeOptions,
    ) -> (ChunkAddress, Hypothesis) {
        let what = format!("the chunk {}", done.describe(&self.numbers, &cell.edges));
        let mends = self.mend(&cell.address, bytes, options);
        (cell.address.clone(), hypothesis(what, sure::READ_OTHERWISE, why).mending(mends))
    }

    /// Finds cells of packed bools that are smoother with the bits of each byte in the other order: hardly any border tells.
    pub(super) fn reversed_bits(&self, found: &mut Vec<(ChunkAddress, Hypothesis)>, options: &DecodeOptions) {
        /// So many cells are decoded for it.
        const MOST: usize = 256;
        const FEWEST_CHANGES: usize = 16;
        if !self.codecs.contains(&PACKED_BOOLS.name) {
            return;
        }
        let changes =
            |bytes: &[u8]| bytes.iter().zip(bytes.iter().skip(1)).filter(|(one, next)| one != next).count();
        for cell in self.fabric.cells.values().filter(|cell| !cell.is_constant()).take(MOST) {
            let reversed = self.with_cell(&cell.address, options, |cell| {
                let turned = Done::BitsReversed.undo(&self.numbers, &cell)?.bytes;
                let (before, after) = (changes(cell.bytes), changes(&turned));
                (before >= FEWEST_CHANGES && after * 3 < before * 2).then_some((before, after, turned))
            });
            let Some((before, after, bytes)) = reversed.flatten() else { continue };
            let why =
                format!("elements change {before} times from one to the next, and {after} times put right");
            found.retain(|(address, _)| *address != cell.address);
            found.push(self.restored(cell, &Done::BitsReversed, why, bytes, options));
        }
    }

    /// Finds planes in which each row goes on from the one before some columns farther, and which fit their neighbours once the
    /// rows are put right: hardly any of their borders is torn.
    pub(super) fn sheared(&self, found: &mut Vec<(ChunkAddress, Hypothesis)>, options: &DecodeOptions) {
        /// The steps from row to row are so many times the usual ones …
        const ROUGH: f64 = 1.3;
        /// … and at most this part of them some columns farther.
        const NEARER: f64 = 0.8;
        const FARTHEST: isize = 3;
        const MOST_ROUGH: usize = 64;
        let is_known = |cell: &CellDigest| found.iter().any(|(address, _)| *address == cell.address);
        let known = self.fabric.cells.iter().filter(|(_, cell)| is_known(cell));
        // Beside what is wrong, what is right does not go on either.
        let known: BTreeSet<Vec<u64>> = known.map(|(place, _)| place.clone()).collect();
        let mut sheared = Vec::new();
        let mut rough = Vec::new();
        for (place, cell) in self.fabric.cells.iter().filter(|(place, _)| place.len() == 2) {
            let Some(Some(steps)) = cell.steps.first() else { continue };
            let was = self.fabric.fit_but(place, cell, &[], &known);
            // A field may be slanted, so that only what does not fit otherwise was sheared.
            let is_rough = steps.mean >= ROUGH * self.fabric.usual_step(0).max(self.numbers.quantum);
            if !known.contains(place) && was.torn > 0 && is_rough {
                rough.push((place, cell, was));
            }
        }
        // Where more are so, that is how the array is.
        if rough.len() > MOST_ROUGH {
            return;
        }
        for (place, cell, was) in rough {
            // Of tiles that do not fit anyhow, some fit a little better when they are sheared.
            let own = BTreeSet::from([place.clone()]);
            if !self.fabric.continues(&own, MOSTLY, |border| border.is_torn) {
                continue;
            }
            let restored = self.with_cell(&cell.address, options, |bytes| {
                let [rows, row] = *bytes.shape else { return None };
                if rows.min(row) < FEWEST_ROWS {
                    return None;
                }
                let step = |by: isize| {
                    let (mut sum, mut count) = (0.0, 0.0);
                    for at in 0..(rows - 1) * row {
                        let Some(column) = (at % row).checked_add_signed(by).filter(|column| *column < row)
                        else {
                            continue;
                        };
                        let beneath = self.numbers.at(bytes.bytes, (at / row + 1) * row + column);
                        let step = (self.numbers.at(bytes.bytes, at) - beneath).abs();
                        if step.is_finite() {
                            (sum, count) = (sum + step, count + 1.0);
                        }
                    }
                    if count > 0.0 { sum / count } else { f64::INFINITY }
                };
                let before = step(0);
                let steps = (-FARTHEST..=FARTHEST).filter(|by| *by != 0).map(|by| (by, step(by)));
                let (by, after) = steps.min_by(|one, other| one.1.total_cmp(&other.1))?;
                if after > NEARER * before {
                    return None;
                }
                let done = Done::Sheared(by);
                let undone = done.undo(&self.numbers, &bytes)?;
                let digest = undone.digest(&cell.address, &done, &bytes)?;
                let is = self.fabric.fit_but(place, &digest, &[], &known);
                let is_restored = is.is_whole() && 2.0 * is.mean_misfit() <= was.mean_misfit();
                is_restored.then_some((done, before, after, undone.bytes))
            });
            let Some((done, before, after, bytes)) = restored.flatten() else { continue };
            let why = format!(
                "from row to row its values differ by {}, and by {} along the slant; put right, it goes on from its neighbours",
                short(before),
                short(after)
            );
            sheared.push(self.restored(cell, &done, why, bytes, options));
        }
        // Where several are so, that is how the array is.
        if sheared.len() == 1 {
            found.append(&mut sheared);
        }
    }

    /// Finds chunks of a list whose first value goes on from the chunk before, and the sum of all to the one after it.
    pub(super) fn listed_differences(
        &self,
        found: &mut Vec<(ChunkAddress, Hypothesis)>,
        options: &DecodeOptions,
    ) {
        /// So many of the large steps within the chunk before are no step.
        const STEPS: f64 = 4.0;
        let mut summed = Vec::new();
        for (place, cell) in self.fabric.cells.iter().filter(|(place, _)| place.len() == 1) {
            let beside = |is_after| self.fabric.cells.get(&fabric::beside(place, 0, is_after));
            let (Some(before), Some(after)) = (beside(false), beside(true)) else { continue };
            let (Some([_, before_it]), Some([after_it, _])) = (before.ends(), after.ends()) else { continue };
            let Some([first, last]) = cell.ends() else { continue };
            let Some(second) = cell.faces.first().and_then(|faces| faces[0].inner.first()) else { continue };
            let Some(Some(steps)) = before.steps.first() else { continue };
            let step = STEPS * steps.large.max(self.numbers.quantum);
            let is_odd = (first - second).abs() > STEPS * step && (last - after_it).abs() > STEPS * step;
            if !is_odd || (first - before_it).abs() > step {
                continue;
            }
            let restored = self.with_cell(&cell.address, options, |bytes| {
                let undone = Done::Differences.undo(&self.numbers, &bytes)?.bytes;
                let restored = CellBytes { bytes: &undone, ..bytes };
                let [_, sum] = CellDigest::take(&self.numbers, cell.address.clone(), restored)?.ends()?;
                ((sum - after_it).abs() <= step).then_some((sum, undone))
            });
            let Some((sum, bytes)) = restored.flatten() else { continue };
            let why = format!(
                "it begins with {} after {}, and goes on with {}; added up, it ends with {} before {}",
                short(first),
                short(before_it),
                short(*second),
                short(sum),
                short(after_it)
            );
            summed.push(self.restored(cell, &Done::Differences, why, bytes, options));
        }
        if summed.len() <= self.most_misfits() {
            found.retain(|(address, _)| !summed.iter().any(|(own, _)| own == address));
            found.append(&mut summed);
        }
    }
}
