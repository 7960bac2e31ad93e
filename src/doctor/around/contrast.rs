//! Cells that stand out from what is around them at nearly all of their borders, as no other cell of the array does at any: values differ
//! across them by more than beside them, however much that is.

use std::collections::BTreeMap;

use super::super::confidence::around as sure;
use super::super::plausible::{sample::share, verdict::short};
use super::super::{Hypothesis, hypothesis};
use super::digest::{CellDigest, Face, mean, median};
use super::fabric::beside;
use super::levels::{self, ValueChange};
use super::values::AllValues;
use super::{FOREIGN, NOISY, SOMETHING_ELSE, Surroundings};
use crate::codec::DecodeOptions;
use crate::metadata::text::count;
use crate::pipeline::ChunkAddress;

/// That the borders of any cell are among the sharpest of all is no chance where it would be once in so many arrays.
const NO_CHANCE: f64 = 1e-3;
/// Of fewer borders none is the sharpest.
const FEWEST: usize = 24;
const FEWEST_SIDES: usize = 3;
/// The borders of such a cell are so many times as sharp as the sharpest of all others …
const SHARPER: f64 = 1.5;
/// … and where these are sharper than that, tiles meet there, or classes end.
const SHARP: f64 = 2.5;
const SHARP_OF_CLASSES: f64 = 4.0;
/// So many of all elements differ from the one beside them where hardly any does.
const FEW_DIFFER: f64 = 0.05;
/// Put right, they are no sharper than those.
const BLUNT: f64 = 1.4;
/// The cells at so many borders are looked at, the sharpest first.
const MOST: usize = 16;

/// How sharp each border is: how much more values differ across it than beside it. By the place before it, and the axis.
struct Contrasts<'a> {
    around: &'a Surroundings<'a>,
    /// Whether values stand for something, so that two of them differ or do not.
    are_classes: bool,
    /// What values beside borders differ by, along each axis; `None` where cells do not go on from each other.
    usual: Vec<Option<f64>>,
    borders: BTreeMap<(Vec<u64>, usize), f64>,
}

impl<'a> Contrasts<'a> {
    fn measure(around: &'a Surroundings, are_classes: bool) -> Self {
        let cells = &around.fabric.cells;
        let rank = cells.keys().next().map_or(0, Vec::len);
        let mut contrasts = Self { around, are_classes, usual: vec![None; rank], borders: BTreeMap::new() };
        for axis in 0..rank {
            let beside_borders = cells.values().filter_map(|cell| cell.faces.get(axis)).flatten();
            let within = mean(beside_borders.filter_map(|face| contrasts.differ(&face.outer, &face.inner)));
            if let Some(usual) = contrasts.usual.get_mut(axis) {
                *usual = within.filter(|within| *within > 0.0);
            }
            let mut own = Vec::new();
            for (place, cell) in cells {
                let next = cells.get(&beside(place, axis, true));
                let sharp = next.and_then(|next| {
                    contrasts.sharpness(axis, &cell.faces.get(axis)?[1], &next.faces.get(axis)?[0])
                });
                own.extend(sharp.map(|sharp| ((place.clone(), axis), sharp)));
            }
            // Where each chunk is one for itself, no border says anything.
            if median(own.iter().map(|(_, sharp)| *sharp).collect()).is_some_and(|middle| middle <= BLUNT) {
                contrasts.borders.extend(own);
            }
        }
        contrasts
    }

    fn differ(&self, one: &[f64], other: &[f64]) -> Option<f64> {
        let pairs = one.iter().zip(other).filter(|(one, other)| one.is_finite() && other.is_finite());
        let differ = |(one, other): (&f64, &f64)| {
            if self.are_classes {
                f64::from(u8::from(one.total_cmp(other).is_ne()))
            } else {
                (one - other).abs()
            }
        };
        mean(pairs.map(differ)).filter(|_| one.len() == other.len() && one.len() > 4)
    }

    fn sharpness(&self, axis: usize, low: &Face, high: &Face) -> Option<f64> {
        let usual = self.usual.get(axis).copied()??;
        let across = self.differ(&low.outer, &high.outer)?;
        let beside = [low, high].map(|face| self.differ(&face.outer, &face.inner));
        let within = mean(beside.into_iter().flatten())?;
        if self.are_classes {
            // Of few that differ, one more says little.
            let some = usual.max(FEW_DIFFER);
            return Some((across + some) / (within + some));
        }
        Some(across / within.max(usual / 2.0))
    }

    /// How sharp the borders of a cell are at a place, with other cells than those that lie beside it.
    fn around(&self, place: &[u64], cell: &CellDigest, moved: Option<(&[u64], &CellDigest)>) -> Vec<f64> {
        let mut all = Vec::new();
        for axis in 0..place.len() {
            for is_after in [false, true] {
                let other = beside(place, axis, is_after);
                let border = (if is_after { place.to_vec() } else { other.clone() }, axis);
                let Some(neighbour) =
                    self.around.fabric.cells.get(&other).filter(|_| self.borders.contains_key(&border))
                else {
                    continue;
                };
                let theirs =
                    moved.filter(|(to, _)| *to == other.as_slice()).map_or(neighbour, |(_, cell)| cell);
                let (low, high) = if is_after { (cell, theirs) } else { (theirs, cell) };
                let faces = low.faces.get(axis).zip(high.faces.get(axis));
                all.extend(faces.and_then(|(low, high)| self.sharpness(axis, &low[1], &high[0])));
            }
        }
        all
    }
}

/// The sharpest border that none of these places has.
fn elsewhere(sorted: &[(&(Vec<u64>, usize), f64)], places: &[&[u64]]) -> f64 {
    let touches = |(before, axis): &(Vec<u64>, usize)| {
        places.contains(&before.as_slice()) || places.contains(&beside(before, *axis, true).as_slice())
    };
    sorted.iter().find(|(border, _)| !touches(border)).map_or(0.0, |(_, sharp)| *sharp)
}

/// How likely it is that the borders of a cell are as high among all that are sorted as they are, were these in any order.
fn by_chance(outlier: &Outlier, sorted: &[(&(Vec<u64>, usize), f64)]) -> f64 {
    let least = outlier.sides.iter().copied().fold(f64::INFINITY, f64::min);
    if least < SHARPER {
        return 1.0;
    }
    let first = sorted.partition_point(|(_, sharp)| *sharp >= least);
    let mut chance = 1.0;
    for number in 0..outlier.sides.len() {
        chance *= share(first.saturating_sub(number), sorted.len().saturating_sub(number).max(1));
    }
    chance
}

/// A cell whose borders are sharper than all others.
struct Outlier<'a> {
    place: &'a [u64],
    cell: &'a CellDigest,
    sides: Vec<f64>,
}

impl Surroundings<'_> {
    /// Finds the one cell that stands out, or two that do not in each other's places.
    pub(super) fn contrasted(
        &self,
        all: &AllValues,
        are_labels: bool,
        found: &mut Vec<(ChunkAddress, Hypothesis)>,
        options: &DecodeOptions,
    ) {
        let contrasts =
            Contrasts::measure(self, are_labels || self.numbers.are_bits() || self.stated.has_flags);
        if contrasts.borders.len() < FEWEST {
            return;
        }
        let mut sorted: Vec<_> = contrasts.borders.iter().map(|(border, sharp)| (border, *sharp)).collect();
        sorted.sort_by(|one, other| other.1.total_cmp(&one.1));
        let mut outliers: Vec<Outlier> = Vec::new();
        for ((before, axis), _) in sorted.iter().take(MOST) {
            for place in [before.clone(), beside(before, *axis, true)] {
                let Some((place, cell)) = self.fabric.cells.get_key_value(&place) else { continue };
                let sides = contrasts.around(place, cell, None);
                if sides.len() >= FEWEST_SIDES && outliers.iter().all(|other| other.place != place) {
                    outliers.push(Outlier { place, cell, sides });
                }
            }
        }
        let most = if contrasts.are_classes { SHARP_OF_CLASSES } else { SHARP };
        let is_out = |outlier: &Outlier, elsewhere: f64| {
            let sharp = outlier.sides.iter().filter(|side| **side >= SHARPER * elsewhere.max(1.0)).count();
            elsewhere <= most && sharp >= FEWEST_SIDES && 4 * sharp >= 3 * outlier.sides.len()
        };
        let mut alone = Vec::new();
        for outlier in &outliers {
            let elsewhere = elsewhere(&sorted, &[outlier.place]);
            if is_out(outlier, elsewhere) {
                alone.push((outlier, elsewhere));
            }
        }
        if let [(outlier, elsewhere)] = alone.as_slice() {
            let own = self.standing_out(&contrasts, outlier, *elsewhere, all, options);
            replace_vaguer(found, own);
            return;
        }
        let cells = self.fabric.cells.len();
        let chance = |outlier: &&Outlier| by_chance(outlier, &sorted);
        if let Some(outlier) = outliers.iter().min_by(|one, other| chance(one).total_cmp(&chance(other)))
            && alone.is_empty()
            && chance(&outlier) * share(cells, 1) <= NO_CHANCE
        {
            let (address, mut own) =
                self.standing_out(&contrasts, outlier, elsewhere(&sorted, &[outlier.place]), all, options);
            if own.hypothesis == FOREIGN {
                own.confidence = sure::SHARPEST;
            }
            replace_vaguer(found, (address, own));
            return;
        }
        let mut pairs = Vec::new();
        for (number, one) in outliers.iter().enumerate() {
            for other in outliers.iter().skip(number + 1) {
                let elsewhere = elsewhere(&sorted, &[one.place, other.place]);
                let is_eased = |outlier: &Outlier, into: &Outlier| {
                    let after = contrasts.around(into.place, outlier.cell, Some((outlier.place, into.cell)));
                    let ends = [&into.sides, &after]
                        .map(|sides| mean(sides.iter().copied()).unwrap_or(f64::INFINITY));
                    !after.is_empty() && ends[1] * SHARPER <= ends[0] && ends[1] <= BLUNT
                };
                let are_out =
                    is_out(one, elsewhere) && is_out(other, elsewhere) && one.cell.hash != other.cell.hash;
                if are_out && is_eased(one, other) && is_eased(other, one) {
                    pairs.push((one, other, elsewhere));
                }
            }
        }
        if let [(one, other, elsewhere)] = pairs.as_slice() {
            let why = format!(
                "values differ across {} of theirs by more than {} times what they do beside them, and across no other border of the array; exchanged, they do not",
                count((one.sides.len() + other.sides.len()) as u128, "border"),
                short(*elsewhere)
            );
            for found_one in self.exchange_findings([one.cell, other.cell], &why) {
                replace_vaguer(found, found_one);
            }
        }
    }

    fn standing_out(
        &self,
        contrasts: &Contrasts,
        Outlier { place, cell, sides }: &Outlier,
        elsewhere: f64,
        all: &AllValues,
        options: &DecodeOptions,
    ) -> (ChunkAddress, Hypothesis) {
        let (least, most) = sides
            .iter()
            .fold((f64::INFINITY, 0.0_f64), |(least, most), side| (least.min(*side), most.max(*side)));
        let why = format!(
            "across its {} values differ {} to {} times as much as beside them, and across no other border of the array more than {} times",
            count(sides.len() as u128, "border"),
            short(least),
            short(most),
            short(elsewhere)
        );
        let before = mean(sides.iter().copied()).unwrap_or(0.0);
        let turned = self.turned_back(cell, options, |digest| {
            let after = mean(contrasts.around(place, digest, None).into_iter())?;
            (after <= BLUNT.max(elsewhere) && after * SHARPER <= before).then_some(after)
        });
        if let Some((after, done, bytes)) = turned {
            let what = format!("the chunk {}", done.describe(&self.numbers, &cell.edges));
            let why = format!("{why}; put right, {} times", short(after));
            let mends = self.mend(&cell.address, bytes, options);
            return (cell.address.clone(), hypothesis(what, sure::READ_OTHERWISE, why).mending(mends));
        }
        if let Some(bits) = self.went_through(place, cell) {
            let what = levels::wrapped_words(bits);
            let greatest = short(cell.most[0].value);
            let why = format!(
                "{why}; its greatest value is {greatest}, and with multiples of 2^{bits} added, values go on"
            );
            return (cell.address.clone(), hypothesis(what, sure::READ_OTHERWISE, why));
        }
        let change = if contrasts.are_classes {
            None
        } else {
            levels::explain(self, place, cell, &all.but(place, cell))
        };
        let (what, sure) = match change {
            Some(ValueChange::Program(what)) => (format!("the chunk {what}"), sure::READ_OTHERWISE),
            _ => (FOREIGN.to_owned(), sure::OTHER_VALUES),
        };
        (cell.address.clone(), hypothesis(what, sure, why))
    }

    /// How many bits the integers of a cell went through, where they go on from those beside it but for multiples of that range.
    fn went_through(&self, place: &[u64], cell: &CellDigest) -> Option<i32> {
        /// What is left is so many times what values differ by within.
        const LEFT: f64 = 2.0;
        /// One of so many elements is the greatest value where values were cut off.
        const MANY_AT_END: usize = 50;
        let bits = self.numbers.bits_of_integer()?;
        let sides = self.fabric.sides(place, cell);
        [8, 16, 32].into_iter().filter(|few| *few < bits).find(|few| {
            let modulus = 2_f64.powi(*few);
            // What was cut off has many of one value at its end.
            let is_within = cell.ties[1] * MANY_AT_END < cell.size()
                && cell.least[0].value >= 0.0
                && (0.9 * modulus..modulus).contains(&cell.most[0].value);
            let goes_on = |side: &super::SidePair| {
                let pairs = side.mine.outer.iter().zip(&side.theirs.outer);
                let left = pairs.map(|(own, other)| {
                    let apart = (own - other).rem_euclid(modulus);
                    apart.min(modulus - apart)
                });
                let within =
                    side.theirs.outer.iter().zip(&side.theirs.inner).map(|(one, other)| (one - other).abs());
                median(left.collect())
                    .zip(median(within.collect()))
                    .is_some_and(|(left, within)| left <= LEFT * within.max(1.0))
            };
            let is_beyond = |side: &super::SidePair| side.theirs.outer.iter().any(|value| *value >= modulus);
            is_within && sides.iter().any(is_beyond) && sides.iter().all(goes_on)
        })
    }
}

/// Whether no cause is named.
pub(super) fn is_vague(found: &Hypothesis) -> bool {
    [FOREIGN, SOMETHING_ELSE, NOISY].contains(&found.hypothesis.as_str())
}

/// Adds what was found of a cell, in the place of what is less sure.
pub(super) fn replace_vaguer(found: &mut Vec<(ChunkAddress, Hypothesis)>, own: (ChunkAddress, Hypothesis)) {
    match found.iter_mut().find(|(address, _)| *address == own.0) {
        Some(known) if known.1.confidence < own.1.confidence || is_vague(&known.1) && !is_vague(&own.1) => {
            *known = own;
        }
        Some(_) => {}
        None => found.push(own),
    }
}
