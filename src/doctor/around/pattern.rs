//! What is the same in all chunks above and below each other: some columns have more than others, as hot pixels, frequent genes
//! and bright detectors do. A chunk whose columns do not go up and down with theirs has been moved, or belongs elsewhere.

use std::collections::BTreeMap;

use super::super::confidence::around as sure;
use super::super::plausible::verdict::short;
use super::super::{Hypothesis, hypothesis};
use super::contrast::replace_vaguer;
use super::digest::{CellDigest, correlation, ranks};
use super::{FOREIGN, Surroundings};
use crate::metadata::text::count;
use crate::pipeline::ChunkAddress;

/// Of fewer chunks nothing is usual …
const FEWEST_CELLS: usize = 8;
/// … and so many have to lie along a line, that which is judged among them.
const FEWEST_OF_LINE: usize = 4;
const FEWEST_COLUMNS: usize = 16;
/// The columns of a chunk go with those of the others where the correlation of their ranks is this, in all chunks …
const SAME: f64 = 0.5;
/// … but for so many, in which it is no more than this part of it.
const MOST_ODD: usize = 2;
const ODD: f64 = 0.5;
/// Columns beside each other are no more alike than this.
const ROUGH: f64 = 0.7;
/// Moved back, a chunk goes with the others nearly as well as the least of these.
const RESTORED: f64 = 0.85;
/// A chunk may have moved by so many elements, and by no more than a quarter of its edge.
const FARTHEST: usize = 16;

/// A chunk among those that differ from it in one coordinate only.
struct ChunkColumns<'a> {
    cell: &'a CellDigest,
    line: Vec<u64>,
    ranks: Vec<f64>,
    /// How its columns go with those of the others of its line.
    alike: f64,
}

/// The sums of the ranks of each column, of all chunks of a line.
type RankSums = BTreeMap<Vec<u64>, (Vec<f64>, usize)>;

impl Surroundings<'_> {
    /// Finds chunks whose columns, along one axis, are not those of the chunks that lie on a line with them along another.
    pub(super) fn moved_columns(&self, found: &mut Vec<(ChunkAddress, Hypothesis)>) {
        /// Along more there would be too many pairs.
        const MOST_DIMENSIONS: usize = 8;
        let rank = self.array.metadata.shape.len();
        // Of more that are known not all can be odd.
        if rank > MOST_DIMENSIONS || found.len() > MOST_ODD {
            return;
        }
        for axis in 0..rank {
            for along in (0..rank).filter(|along| *along != axis) {
                let odd = self.odd_columns(axis, along);
                // What is wrong elsewhere was taken for what is usual.
                let is_odd = |address: &ChunkAddress| odd.iter().any(|(own, _)| own == address);
                if found.iter().all(|(address, _)| is_odd(address)) {
                    for own in odd {
                        replace_vaguer(found, own);
                    }
                }
            }
        }
    }

    fn odd_columns(&self, axis: usize, along: usize) -> Vec<(ChunkAddress, Hypothesis)> {
        let (mut lines, mut all): (RankSums, Vec<ChunkColumns>) = (RankSums::new(), Vec::new());
        for (place, cell) in &self.fabric.cells {
            let Some(profile) = cell.profiles.get(axis).filter(|profile| profile.len() >= FEWEST_COLUMNS)
            else {
                continue;
            };
            let mut line = place.clone();
            if let Some(coord) = line.get_mut(along) {
                *coord = 0;
            }
            let ranks = ranks(profile);
            let (sums, count) = lines.entry(line.clone()).or_insert_with(|| (vec![0.0; ranks.len()], 0));
            sums.iter_mut().zip(&ranks).for_each(|(sum, own)| *sum += own);
            *count += 1;
            all.push(ChunkColumns { cell, line, ranks, alike: f64::NAN });
        }
        all.retain(|own| lines.get(&own.line).is_some_and(|(_, count)| *count >= FEWEST_OF_LINE));
        for own in &mut all {
            if let Some((sums, _)) = lines.get(&own.line) {
                let others = own.ranks.iter().zip(sums).map(|(own, sum)| (*own, *sum - *own));
                let pairs: Vec<_> =
                    others.filter(|(own, others)| !own.is_nan() && !others.is_nan()).collect();
                own.alike = correlation(&pairs).unwrap_or(f64::NAN);
            }
        }
        all.retain(|own| !own.alike.is_nan());
        // Of smooth fields the borders say more, and moved by a little they go up and down alike.
        let is_rough = |(sums, _): &(Vec<f64>, usize)| {
            let pairs: Vec<_> = sums.iter().copied().zip(sums.iter().copied().skip(1)).collect();
            correlation(&pairs).is_some_and(|own| own <= ROUGH)
        };
        if !lines.values().all(is_rough) {
            return Vec::new();
        }
        all.sort_by(|one, other| one.alike.total_cmp(&other.alike));
        let usual = all.get(all.len() / 2).map_or(0.0, |own| own.alike);
        let odd = all.partition_point(|own| own.alike <= ODD * usual.min(1.0));
        let (odd, others) = all.split_at(odd);
        let Some(least) = others.first().map(|own| own.alike).filter(|least| *least >= SAME) else {
            return Vec::new();
        };
        if others.len() < FEWEST_CELLS || odd.is_empty() || odd.len() > MOST_ODD {
            return Vec::new();
        }
        // What is odd says nothing of what is usual.
        for own in odd {
            if let Some((sums, _)) = lines.get_mut(&own.line) {
                sums.iter_mut().zip(&own.ranks).for_each(|(sum, own)| *sum -= own);
            }
        }
        let judged = UsualColumns { around: self, axis, least, lines };
        if let [one, other] = odd
            && let Some(found) = judged.exchanged(one, other)
        {
            return found;
        }
        odd.iter().filter_map(|own| Some((own.cell.address.clone(), judged.explain(own)?))).collect()
    }
}

/// What is usual, to hold single chunks against.
struct UsualColumns<'a> {
    around: &'a Surroundings<'a>,
    axis: usize,
    /// How the columns of that other chunk go with theirs which does so least.
    least: f64,
    lines: RankSums,
}

impl UsualColumns<'_> {
    fn alike(&self, ranks: &[f64], line: &[u64], by: isize) -> f64 {
        let Some((sums, _)) = self.lines.get(line) else { return f64::NAN };
        let mut pairs = Vec::new();
        for (at, sum) in sums.iter().enumerate() {
            let own = at.checked_add_signed(by).and_then(|at| ranks.get(at));
            pairs.extend(own.map(|own| (*own, *sum)).filter(|(own, sum)| !own.is_nan() && !sum.is_nan()));
        }
        correlation(&pairs).unwrap_or(f64::NAN)
    }

    fn fits(&self, alike: f64) -> bool {
        alike >= RESTORED * self.least
    }

    fn explain(&self, own: &ChunkColumns) -> Option<Hypothesis> {
        let as_it_is = format!(
            "the means of its elements along dimension {} do not follow those of the chunks in line with it (rank \
             correlation {}), as those of all others do (at least {})",
            self.axis,
            short(own.alike),
            short(self.least)
        );
        let most = FARTHEST.min(own.ranks.len() / 4).cast_signed();
        let mut best: Option<(f64, isize)> = None;
        for by in (1..=most).flat_map(|by| [by, -by]) {
            let alike = self.alike(&own.ranks, &own.line, by);
            if self.fits(alike) && best.is_none_or(|(most, _)| alike > most) {
                best = Some((alike, by));
            }
        }
        if let Some((alike, by)) = best {
            let side = if by > 0 { "end" } else { "beginning" };
            let what = format!(
                "the chunk is shifted by {} along dimension {}, towards its {side}",
                count(by.unsigned_abs() as u128, "element"),
                self.axis
            );
            let why = format!("{as_it_is}; moved back, they do ({})", short(alike));
            return Some(hypothesis(what, sure::READ_OTHERWISE, why));
        }
        let reversed: Vec<f64> = own.ranks.iter().rev().copied().collect();
        let alike = self.alike(&reversed, &own.line, 0);
        if self.fits(alike) {
            let what = format!("the chunk is reversed along dimension {}", self.axis);
            let why = format!("{as_it_is}; turned back, they do ({})", short(alike));
            return Some(hypothesis(what, sure::READ_OTHERWISE, why));
        }
        let elsewhere = self.lines.keys().filter(|line| **line != own.line);
        let elsewhere = elsewhere.map(|line| self.alike(&own.ranks, line, 0)).fold(f64::NAN, f64::max);
        let why = format!("{as_it_is}; they follow those of other chunks ({})", short(elsewhere));
        self.fits(elsewhere).then(|| hypothesis(FOREIGN, sure::OTHER_VALUES, why))
    }

    fn exchanged(&self, one: &ChunkColumns, other: &ChunkColumns) -> Option<Vec<(ChunkAddress, Hypothesis)>> {
        let after = [self.alike(&one.ranks, &other.line, 0), self.alike(&other.ranks, &one.line, 0)];
        if one.line == other.line || !after.iter().all(|after| self.fits(*after)) {
            return None;
        }
        let why = format!(
            "the means of their elements along dimension {} follow those of the chunks in line with each other (rank \
             correlation {} and {}), not with themselves ({} and {})",
            self.axis,
            short(after[0]),
            short(after[1]),
            short(one.alike),
            short(other.alike)
        );
        Some(self.around.exchange_findings([one.cell, other.cell], &why))
    }
}
