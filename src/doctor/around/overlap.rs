//! How much of what is not background is the same on both sides of borders: of labels, masks and classes, cells that differ from
//! those around them as none does elsewhere.

use std::collections::BTreeMap;

use super::super::confidence::around as sure;
use super::super::plausible::sample::share;
use super::super::{Hypothesis, hypothesis};
use super::agreement::Agreement;
use super::contrast::replace_vaguer;
use super::digest::{CellDigest, median};
use super::fabric::beside;
use super::{FOREIGN, Surroundings};
use crate::codec::DecodeOptions;
use crate::pipeline::ChunkAddress;

/// Of fewer cells nothing is usual.
const FEWEST_CELLS: usize = 12;
/// Fewer pairs of elements that are not both background say nothing of a cell …
const FEWEST_PAIRS: usize = 24;
/// … and fewer of a border nothing of that.
const FEWEST_OF_BORDER: usize = 4;
const FEWEST_BORDERS: usize = 3;
/// What has this part of all elements is the background.
const MOST_ELEMENTS: usize = 2;
/// A cell is odd where so much less is the same across its borders than within …
const LESS: f64 = 0.3;
/// … which is so many times what it is for any other cell, where for most it is at most this.
const TIMES: f64 = 2.0;
const USUAL: f64 = 0.15;
/// Where nothing explains it, no more than this part is the same across.
const FOREIGN_ACROSS: f64 = 0.35;
/// So many cells are held against all others, the oddest first.
const MOST: usize = 6;

/// Pairs of elements that are not both background, and how many of them are equal.
#[derive(Debug, Clone, Copy, Default)]
struct Pairs {
    equal: usize,
    all: usize,
}

impl Pairs {
    fn add(&mut self, other: Self) {
        self.equal += other.equal;
        self.all += other.all;
    }

    fn share(self) -> f64 {
        share(self.equal, self.all.max(1))
    }
}

struct Overlap<'a> {
    around: &'a Surroundings<'a>,
    background: Option<u64>,
    cells: Vec<Odd<'a>>,
}

/// A cell, and which share is the same across its borders, and beside them.
#[derive(Debug, Clone, Copy)]
struct Odd<'a> {
    place: &'a [u64],
    cell: &'a CellDigest,
    across: f64,
    within: f64,
}

impl Odd<'_> {
    fn less(&self) -> f64 {
        self.within - self.across
    }
}

impl<'a> Overlap<'a> {
    /// `None` where cells do not go on from each other in general.
    fn measure(around: &'a Surroundings) -> Option<Self> {
        let mut overlap = Self { around, background: background(around), cells: Vec::new() };
        for (place, cell) in &around.fabric.cells {
            let own = overlap.around(place, cell, None, &[]);
            overlap.cells.extend(own);
        }
        overlap.cells.sort_by(|one, other| other.less().total_cmp(&one.less()));
        let usual = median(overlap.cells.iter().map(Odd::less).collect())?;
        (overlap.cells.len() >= FEWEST_CELLS && usual <= USUAL).then_some(overlap)
    }

    fn pairs(&self, one: &[f64], other: &[f64]) -> Pairs {
        let is_background = |value: &f64| Some(value.to_bits()) == self.background;
        let mut pairs = Pairs::default();
        for (one, other) in one.iter().zip(other) {
            if !(is_background(one) && is_background(other) || one.is_nan() || other.is_nan()) {
                pairs.all += 1;
                pairs.equal += usize::from(one.total_cmp(other).is_eq());
            }
        }
        pairs
    }

    /// How a cell meets what is around a place, with another cell in the place of one of those, and without the borders to some.
    fn around<'c>(
        &self,
        place: &'c [u64],
        cell: &'c CellDigest,
        moved: Option<(&[u64], &CellDigest)>,
        without: &[&[u64]],
    ) -> Option<Odd<'c>> {
        let (mut across, mut within, mut borders) = (Pairs::default(), Pairs::default(), 0);
        for (axis, faces) in cell.faces.iter().enumerate() {
            for (is_after, mine) in [false, true].into_iter().zip(faces) {
                let other = beside(place, axis, is_after);
                let there = moved.filter(|(to, _)| *to == other.as_slice()).map(|(_, cell)| cell);
                let there = there.or_else(|| self.around.fabric.cells.get(&other));
                let Some(theirs) = there.and_then(|there| there.faces.get(axis)?.get(usize::from(!is_after)))
                else {
                    continue;
                };
                let pairs = self.pairs(&mine.outer, &theirs.outer);
                if without.contains(&other.as_slice()) || pairs.all < FEWEST_OF_BORDER {
                    continue;
                }
                borders += 1;
                across.add(pairs);
                for face in [mine, theirs] {
                    within.add(self.pairs(&face.outer, &face.inner));
                }
            }
        }
        let is_enough = across.all >= FEWEST_PAIRS && borders >= FEWEST_BORDERS;
        is_enough.then(|| Odd { place, cell, across: across.share(), within: within.share() })
    }

    /// The most that any other cell than some differs from those around it, without its borders to those.
    fn most_of_others(&self, but: &[&[u64]]) -> f64 {
        let mut most = f64::NEG_INFINITY;
        for own in &self.cells {
            if but.contains(&own.place) {
                continue;
            }
            let is_beside = but.iter().any(|other| {
                own.place.iter().zip(*other).map(|(one, other)| one.abs_diff(*other)).sum::<u64>() == 1
            });
            let less = if is_beside {
                self.around(own.place, own.cell, None, but).map_or(f64::NEG_INFINITY, |own| own.less())
            } else {
                own.less()
            };
            most = most.max(less);
        }
        most
    }
}

/// The value that most elements beside borders have.
fn background(around: &Surroundings) -> Option<u64> {
    let mut counts: BTreeMap<u64, usize> = BTreeMap::new();
    let mut all = 0;
    for face in around.fabric.cells.values().flat_map(|cell| &cell.faces).flatten() {
        for value in &face.outer {
            *counts.entry(value.to_bits()).or_default() += 1;
            all += 1;
        }
    }
    let (value, count) = counts.into_iter().max_by_key(|(_, count)| *count)?;
    (count * MOST_ELEMENTS >= all).then_some(value)
}

impl Surroundings<'_> {
    /// Finds the one cell that does not overlap with those around it, or two that do in each other's places.
    pub(super) fn overlapping(
        &self,
        agreement: &Agreement,
        found: &mut Vec<(ChunkAddress, Hypothesis)>,
        options: &DecodeOptions,
    ) {
        let Some(overlap) = Overlap::measure(self) else { return };
        let odd: Vec<&Odd> = overlap.cells.iter().take(MOST).filter(|own| own.less() >= LESS).collect();
        // The second of two may meet what is around it nearly as others do, by chance.
        let partners = || overlap.cells.iter().take(2 * MOST).filter(|own| own.less() >= LESS / TIMES);
        for (number, one) in odd.iter().copied().enumerate() {
            for other in partners().skip(number + 1) {
                let usual = overlap.most_of_others(&[one.place, other.place]);
                let limit = (one.less() / TIMES).min(usual.max(USUAL));
                let eases = |own: &Odd, into: &Odd| {
                    let after = overlap.around(into.place, own.cell, Some((own.place, into.cell)), &[]);
                    after.is_some_and(|after| after.less() <= limit && after.less() * TIMES <= into.less())
                };
                let are_odd = one.less() >= TIMES * usual && other.less() >= usual;
                if !are_odd || !eases(one, other) || !eases(other, one) {
                    continue;
                }
                let why = format!(
                    "across their borders {:.0} % and {:.0} % of what is not background is the same, beside them {:.0} % and {:.0} %, \
                     and it is so of no other chunk; exchanged, they go on",
                    100.0 * one.across,
                    100.0 * other.across,
                    100.0 * one.within,
                    100.0 * other.within
                );
                let mut pair = [one, other];
                pair.sort_by_key(|own| own.place);
                for own in self.exchange_findings(pair.map(|own| own.cell), &why) {
                    replace_vaguer(found, own);
                }
                return;
            }
        }
        for one in &odd {
            let usual = overlap.most_of_others(&[one.place]);
            if one.less() >= TIMES * usual {
                let own = self.not_overlapping(&overlap, agreement, one, usual, options);
                if let Some(own) = own {
                    replace_vaguer(found, own);
                }
                return;
            }
        }
    }

    fn not_overlapping(
        &self,
        overlap: &Overlap,
        agreement: &Agreement,
        own: &Odd,
        usual: f64,
        options: &DecodeOptions,
    ) -> Option<(ChunkAddress, Hypothesis)> {
        let address = own.cell.address.clone();
        let why = format!(
            "across its borders {:.0} % of what is not background is the same, beside them {:.0} %, and no other chunk differs so",
            100.0 * own.across,
            100.0 * own.within
        );
        let limit = (own.less() / TIMES).min(usual.max(USUAL));
        let turned = self.turned_back(own.cell, options, |digest| {
            let after = overlap.around(own.place, digest, None, &[])?.less();
            (after <= limit).then_some(after)
        });
        if let Some((_, done, bytes)) = turned {
            let what = format!("the chunk {}", done.describe(&self.numbers, &own.cell.edges));
            let mends = self.mend(&address, bytes, options);
            let why = format!("{why}; put right, it goes on");
            return Some((address, hypothesis(what, sure::READ_OTHERWISE, why).mending(mends)));
        }
        if let Some((_, renamed)) = agreement.renamed(own.place, own.cell) {
            return Some((address, renamed));
        }
        // Along a border something may end by chance, and what is one value throughout may be all of something.
        (own.across <= FOREIGN_ACROSS && !own.cell.is_constant())
            .then(|| (address, hypothesis(FOREIGN, sure::OTHER_VALUES, why)))
    }
}
