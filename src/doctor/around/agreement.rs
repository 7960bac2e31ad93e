//! Chunks of labels, masks and mosaics beside their neighbours. The step across a border says little there: labels differ by
//! any number, and tiles by their light. What agrees across a border does: labels are the same, and light goes up and down
//! together.

use std::collections::{BTreeMap, BTreeSet};

use super::super::confidence::around as sure;
use super::super::plausible::{sample::share, verdict::short};
use super::super::{Hypothesis, hypothesis};
use super::Surroundings;
use super::digest::{CellBytes, CellDigest, NumberView, correlation, few_values, mean, median};
use super::fabric::{Fabric, SidePair};
use super::readings::{self, Done};
use super::values::OtherValues;
use crate::metadata::text::count;

/// Labels are the same as beside them for at least this share of elements.
const LABELS: f64 = 0.6;
/// Fewer pairs say nothing of a border.
const FEWEST_PAIRS: usize = 12;
/// Each of them is counted from both sides.
const FEWEST_OF_SEAM: usize = 8;
/// Fewer cells say nothing of what is usual.
const FEWEST_CELLS: usize = 6;
/// A cell is a suspect that agrees so much less across its borders than within …
const LESS: f64 = 0.3;
/// … or, where neighbours go together nearly perfectly, so much less.
const LESS_OF_PERFECT: f64 = 0.1;
const PERFECT: f64 = 0.9;
/// Where neighbours go together by less, nothing is said.
const TOGETHER: f64 = 0.6;
/// Put right, it disagrees by at most this part of what it did before.
const RESTORED: f64 = 0.1;
/// What is less simple has to fit so much better.
const MARGIN: f64 = 0.02;
/// The labels of a cell are other names for those of its neighbours when each of them faces always the same one. At the edge
/// between two labels a pair says nothing: as many pairs may disagree as do within cells, and this share more …
const INCONSISTENT: f64 = 0.12;
/// … but at least this share has to agree in any case.
const CONSISTENT: f64 = 0.6;
/// So many labels are named.
const NAMED: usize = 3;

/// How the cells of an array agree across their borders.
pub(super) struct Agreement<'a> {
    fabric: &'a Fabric,
    /// Whether elements are the same as those beside them or others, rather than more or less.
    pub are_labels: bool,
    /// How much less each cell agrees with its neighbours than within.
    less: BTreeMap<&'a [u64], f64>,
    /// How cells agree across the borders at each place along each axis, in the middle: rows that are no neighbours agree by little there.
    seams: BTreeMap<(usize, u64), f64>,
    /// The middle of that, and of how cells agree across their borders.
    usual: f64,
    together: f64,
    limit: f64,
}

/// Whether elements are labels, masks or flags: most are the same as those beside them.
pub(super) fn are_labels(fabric: &Fabric, numbers: &NumberView) -> bool {
    if numbers.bits_of_integer().is_none() {
        return false;
    }
    let mut shares = Vec::new();
    for face in fabric.cells.values().flat_map(|cell| &cell.faces).flatten() {
        shares.extend(agree(&face.outer, &face.inner, true));
    }
    mean(shares.into_iter()).is_some_and(|share| share >= LABELS)
}

/// Labels that begin anew in every chunk: what crosses a border has another number behind it, everywhere, and objects share numbers.
pub(super) fn renumbered(fabric: &Fabric, numbers: &NumberView) -> Option<Hypothesis> {
    const FEWEST_BORDERS: usize = 8;
    const FEWEST_PAIRS: usize = 64;
    /// Within chunks, so many of the labels beside each other are the same …
    const WITHIN: f64 = 0.7;
    /// … and across borders hardly more than by chance, and so many less.
    const ACROSS: f64 = 0.1;
    const APART: f64 = 0.4;
    /// Of few different labels, which may be classes, nearly all chunks have the first.
    const FIRST: f64 = 0.8;
    numbers.bits_of_integer()?;
    let mut leasts = Vec::new();
    for cell in fabric.cells.values() {
        leasts.extend(cell.sample.iter().copied().filter(|label| *label > 0.0).reduce(f64::min));
    }
    let first = share(leasts.iter().filter(|least| **least <= 1.0).count(), leasts.len().max(1));
    if first < FIRST && few_values(fabric.cells.values().map(|cell| cell.sample.as_slice())).is_some() {
        return None;
    }
    let (mut within, mut across) = (LabelPairs::default(), LabelPairs::default());
    let mut borders = 0;
    for (place, cell) in &fabric.cells {
        for SidePair { mine, theirs, .. } in fabric.sides(place, cell) {
            within.add(&mine.outer, &mine.inner);
            borders += usize::from(across.add(&mine.outer, &theirs.outer) > 0);
        }
    }
    let [inner, outer] = [&within, &across].map(|pairs| share(pairs.same, pairs.all.max(1)));
    if borders < FEWEST_BORDERS
        || across.all < FEWEST_PAIRS
        || inner < WITHIN
        || outer > across.by_chance() + ACROSS
        || outer > inner - APART
    {
        return None;
    }
    let most = fabric.cells.values().map(|cell| cell.most[0].value).fold(f64::INFINITY, f64::min);
    let begin_anew = first >= FIRST || leasts.into_iter().fold(0.0, f64::max) <= most;
    // Numbers of their own for each chunk keep objects apart all the same, and may be meant.
    if !begin_anew {
        return None;
    }
    let what = "the labels begin anew in every chunk: what crosses a border has another number on each side";
    let why = format!(
        "{:.0} % of the labels that meet across borders are the same, and {:.0} % of those beside each other within chunks",
        100.0 * outer,
        100.0 * inner
    );
    Some(hypothesis(what, sure::MISSING, why))
}

/// Labels beside each other, the background left out.
#[derive(Default)]
struct LabelPairs {
    same: usize,
    all: usize,
    counts: BTreeMap<u64, usize>,
}

impl LabelPairs {
    fn add(&mut self, one: &[f64], other: &[f64]) -> usize {
        let before = self.all;
        for (one, other) in one.iter().zip(other) {
            if [one, other].iter().all(|label| label.is_finite() && **label != 0.0) {
                self.all += 1;
                self.same += usize::from(one.total_cmp(other).is_eq());
                *self.counts.entry(one.to_bits()).or_default() += 1;
            }
        }
        self.all - before
    }

    /// The share that would be the same, were they in any order.
    fn by_chance(&self) -> f64 {
        self.counts.values().map(|count| share(*count, self.all.max(1)).powi(2)).sum()
    }
}

impl<'a> Agreement<'a> {
    pub fn measure(fabric: &'a Fabric, numbers: &NumberView, is_calm: bool) -> Self {
        let are_labels = are_labels(fabric, numbers);
        let mut agreement = Self {
            fabric,
            are_labels,
            less: BTreeMap::new(),
            seams: BTreeMap::new(),
            usual: f64::NAN,
            together: f64::NAN,
            limit: LESS,
        };
        // In a smooth field the steps across borders say enough, and how lines go together adds only chance.
        if is_calm && !are_labels && fabric.is_smooth() {
            return agreement;
        }
        let mut across = Vec::new();
        let mut seams: BTreeMap<(usize, u64), Vec<f64>> = BTreeMap::new();
        for (place, cell) in &fabric.cells {
            let borders = agreement.borders(place, cell);
            for border in &borders {
                seams.entry(border.seam).or_default().extend(border.across);
            }
            if let Some(less) = mean(borders.iter().filter_map(AgreeingBorder::less)) {
                agreement.less.insert(place, less);
                across.extend(borders.iter().filter_map(|border| border.across));
            }
        }
        seams.retain(|_, all| all.len() >= FEWEST_OF_SEAM);
        agreement.seams = seams.into_iter().filter_map(|(seam, all)| Some((seam, median(all)?))).collect();
        agreement.usual = median(agreement.less.values().copied().collect()).unwrap_or(f64::NAN);
        agreement.together = median(across).unwrap_or(f64::NAN);
        if !are_labels && agreement.together >= PERFECT {
            agreement.limit = LESS_OF_PERFECT;
        }
        agreement
    }

    /// Whether cells hold labels that differ across most borders, as patches of a mosaic do.
    pub fn is_scattered(&self) -> bool {
        self.are_labels && self.usual > LESS
    }

    /// The cells that agree least with what is around them, the least one first.
    pub fn suspects(&self) -> Vec<&'a [u64]> {
        let mut found: Vec<(&[u64], f64)> = Vec::new();
        // One wrong cell leaves its neighbours without a side that agrees, and no others.
        let below = self.less.values().filter(|less| **less >= self.limit).count();
        let is_usual = self.less.len() >= FEWEST_CELLS
            && self.usual <= LESS / 3.0
            && (self.are_labels || self.together >= TOGETHER)
            && below <= (self.less.len() / 4).max(5);
        if !is_usual {
            return Vec::new();
        }
        for (place, less) in &self.less {
            let Some(cell) = self.fabric.cells.get(*place).filter(|cell| !cell.is_constant()) else {
                continue;
            };
            if *less < self.limit {
                continue;
            }
            // Where a cell disagrees on one side only, something may end there.
            let (mut all, mut few) = (0, 0);
            for border in self.borders(place, cell) {
                if let (Some(across), Some(theirs)) = (border.across, border.theirs) {
                    all += 1;
                    let usual = self.seams.get(&border.seam).map_or(theirs, |seam| theirs.min(*seam));
                    few += usize::from(usual - across >= self.limit / 2.0);
                }
            }
            if 3 * few >= 2 * all {
                found.push((place, *less));
            }
        }
        found.sort_by(|one, other| other.1.total_cmp(&one.1));
        found.into_iter().map(|(place, _)| place).collect()
    }

    /// What was done to a cell, if without that it agrees with its neighbours as others do; with its bytes as they are then.
    pub fn explain(
        &self,
        around: &Surroundings,
        place: &[u64],
        others: &OtherValues,
        bytes: CellBytes,
    ) -> Option<(Hypothesis, Option<Vec<u8>>)> {
        let numbers = &around.numbers;
        let own = self.fabric.cells.get(place)?;
        let before = *self.less.get(place)?;
        let most = (before * RESTORED).max(self.limit / 6.0);
        if self.are_labels
            && let Some((names, renamed)) = self.renamed(place, own)
        {
            // In the other byte order, each label is another name for one of its neighbours too.
            let swapped = names.iter().filter(|(mine, theirs)| numbers.are_swapped(*mine, *theirs)).count();
            let is_swapped = numbers.nbytes > 1 && swapped > 1 && swapped * 4 >= names.len() * 3;
            let swapped = Done::Swapped.undo(numbers, &bytes).filter(|_| is_swapped);
            let Some(swapped) = swapped else { return Some((renamed, None)) };
            let what = format!("the chunk {}", Done::Swapped.describe(numbers, &own.edges));
            let why = format!(
                "{}: these are the labels of its neighbours with their bytes swapped",
                renamed.evidence
            );
            return Some((hypothesis(what, sure::READ_OTHERWISE, why), Some(swapped.bytes)));
        }
        let borders = self.borders(place, own);
        let half = half_mean(borders.iter().filter_map(AgreeingBorder::less).collect());
        let agrees_in_half = half.is_none_or(|less| less < self.limit / 2.0);
        let mut best: Option<(f64, Done, Vec<u8>)> = None;
        let mut family = readings::all(around, &bytes);
        if self.are_labels {
            family.extend(readings::shifted_both_ways(&bytes, numbers.nbytes));
        }
        for done in family {
            let is_shifted = matches!(done, Done::Shifted(_));
            // In a picture, what is a little farther goes together with a border nearly as well.
            let is_moved = is_shifted || matches!(done, Done::Rolled(..));
            let is_sheared = matches!(done, Done::Sheared(_));
            if is_sheared || is_moved && !self.are_labels || is_shifted && agrees_in_half {
                continue;
            }
            let Some(undone) = done.undo(numbers, &bytes) else { continue };
            let restored = CellBytes { bytes: &undone.bytes, ..bytes };
            let Some(digest) = CellDigest::take(&undone.numbers, own.address.clone(), restored) else {
                continue;
            };
            // Other numbers have to be more like those of other cells, too: two short lines may go together by chance.
            let keeps = self.are_labels || done.keeps_numbers(numbers.nbytes);
            if !keeps && (others.are_like(own) || !others.are_like(&digest)) {
                continue;
            }
            // A restored cell has to agree as its neighbour does: garbage agrees with itself no better than with others.
            let less_restored = |border: &AgreeingBorder| match (border.theirs, border.across) {
                (Some(theirs), Some(across)) => theirs.min(1.0) - across,
                _ => 1.0,
            };
            let less: Vec<f64> = self.borders(place, &digest).iter().map(less_restored).collect();
            // What has moved out at one end is lost, so that two of four sides may not agree.
            let after = if is_shifted { half_mean(less) } else { mean(less.into_iter()) };
            let Some(after) = after else { continue };
            let is_better = best.as_ref().is_none_or(|(least, other, _)| {
                // What comes first is simpler; of two shifts only how well they fit counts.
                let margin = if is_shifted && matches!(other, Done::Shifted(_)) { 0.0 } else { MARGIN };
                after + margin < *least
            });
            // Other labels would agree nowhere, so that some disagreement says nothing.
            let is_swapped = self.are_labels && done == Done::Swapped && after <= before / 3.0;
            if (after <= most || is_swapped) && is_better {
                best = Some((after, done, undone.bytes));
            }
        }
        let (after, done, restored) = best?;
        let what = moved(&done, bytes.shape, numbers).unwrap_or(done.describe(numbers, &own.edges));
        let why = if self.are_labels {
            let [before, after] = [before, after.max(0.0)].map(|share| 100.0 * share);
            format!(
                "of 100 pairs of elements beside each other, {before:.0} fewer are the same across its borders than within; \
                 put right, {after:.0} fewer"
            )
        } else {
            format!(
                "the correlation of elements beside each other is {before:.2} less across its borders than within; put right, {:.2} less",
                after.max(0.0)
            )
        };
        Some((hypothesis(format!("the chunk {what}"), sure::READ_OTHERWISE, why), Some(restored)))
    }

    /// Whether each of its labels is always the same other one across the borders; with those that are others.
    pub fn renamed(&self, place: &[u64], own: &CellDigest) -> Option<(Vec<(f64, f64)>, Hypothesis)> {
        let mut beside: BTreeMap<u64, BTreeMap<u64, usize>> = BTreeMap::new();
        let (mut all, mut consistent) = (0_usize, 0_usize);
        let mut within = Vec::new();
        for side in self.sides(place, own) {
            within.extend(agree(&side.theirs.outer, &side.theirs.inner, true));
            for (mine, theirs) in side.mine.outer.iter().zip(&side.theirs.outer) {
                *beside.entry(mine.to_bits()).or_default().entry(theirs.to_bits()).or_default() += 1;
                all += 1;
            }
        }
        let mut names: Vec<(f64, f64)> = Vec::new();
        let mut others = BTreeSet::new();
        for (mine, theirs) in beside {
            let (theirs, count) = theirs.into_iter().max_by_key(|(_, count)| *count)?;
            consistent += count;
            if mine != theirs {
                names.push((f64::from_bits(mine), f64::from_bits(theirs)));
                others.insert(theirs);
            }
        }
        names.first()?;
        let share = (mean(within.into_iter())? - INCONSISTENT).max(CONSISTENT);
        #[expect(clippy::cast_precision_loss, reason = "a share of a few hundred pairs")]
        let is_consistent = consistent as f64 >= all as f64 * share;
        // Two labels that stand for the same one are rare.
        if !is_consistent || others.len() * 5 < names.len() * 4 {
            return None;
        }
        let wrapped = [(32, 4_294_967_296.0), (16, 65_536.0), (8, 256.0)].into_iter().find(|(_, modulus)| {
            let is_left = |(mine, theirs): &(f64, f64)| theirs > mine && (theirs - mine) % modulus == 0.0;
            names.len() >= NAMED && names.iter().filter(|names| is_left(names)).count() * 4 >= names.len() * 3
        });
        let what = match names.as_slice() {
            [(one, other), back] if *back == (*other, *one) => {
                format!("the chunk is inverted: {} and {} are exchanged in it", short(*one), short(*other))
            }
            [(mine, theirs), rest @ ..] if rest.len() < NAMED => {
                format!("the chunk has {} where its neighbours have {}", short(*mine), short(*theirs))
            }
            _ => match wrapped {
                Some((bits, _)) => {
                    format!("the chunk has labels that wrapped: they went through {bits} bits")
                }
                None => "the chunk has labels of its own: they were numbered by themselves".to_owned(),
            },
        };
        let mut each = Vec::new();
        for (mine, theirs) in names.iter().take(NAMED) {
            each.push(format!("{} is {}", short(*mine), short(*theirs)));
        }
        let more = if names.len() > NAMED { ", …" } else { "" };
        let why = format!("across its borders {}{more}, nearly always", each.join(", "));
        let found = hypothesis(what, sure::READ_OTHERWISE, why);
        Some((names, found))
    }

    fn borders(&self, place: &[u64], cell: &CellDigest) -> Vec<AgreeingBorder> {
        let mut borders = Vec::new();
        for SidePair { mine, theirs, axis, is_after, .. } in self.sides(place, cell) {
            let before = place.get(axis).copied().unwrap_or(0).saturating_sub(u64::from(!is_after));
            borders.push(AgreeingBorder {
                seam: (axis, before),
                across: agree(&mine.outer, &theirs.outer, self.are_labels),
                mine: agree(&mine.outer, &mine.inner, self.are_labels),
                theirs: agree(&theirs.outer, &theirs.inner, self.are_labels),
            });
        }
        borders
    }

    fn sides<'s>(&'s self, place: &[u64], cell: &'s CellDigest) -> Vec<SidePair<'s>> {
        let mut sides = self.fabric.sides(place, cell);
        sides.retain(|SidePair { mine, theirs, .. }| {
            mine.outer.len() == theirs.outer.len() && mine.outer.len() >= FEWEST_PAIRS
        });
        sides
    }
}

/// How a cell agrees with another across a border, and how both agree with themselves there; `None` where too little is known.
struct AgreeingBorder {
    /// The axis that it lies across, and the place along it of the cell before it.
    seam: (usize, u64),
    across: Option<f64>,
    mine: Option<f64>,
    theirs: Option<f64>,
}

impl AgreeingBorder {
    /// How much less the cells agree across than within.
    fn less(&self) -> Option<f64> {
        Some(self.mine?.min(self.theirs?) - self.across?)
    }
}

/// The mean of the lesser half, of two at least.
fn half_mean(mut less: Vec<f64>) -> Option<f64> {
    less.sort_unstable_by(f64::total_cmp);
    less.truncate(less.len().div_ceil(2).max(2));
    mean(less.into_iter())
}

/// How two lines of elements agree, from -1 or 0 to 1: the share that is the same, or how they go together.
fn agree(one: &[f64], other: &[f64], are_labels: bool) -> Option<f64> {
    let is_known = |(one, other): &(&f64, &f64)| one.is_finite() && other.is_finite();
    let pairs: Vec<(f64, f64)> =
        one.iter().zip(other).filter(is_known).map(|(one, other)| (*one, *other)).collect();
    if pairs.len() < FEWEST_PAIRS {
        return None;
    }
    if are_labels {
        return mean(pairs.iter().map(|(one, other)| f64::from(u8::from(one.total_cmp(other).is_eq()))));
    }
    correlation(&pairs)
}

/// How far rows and columns have moved, where both have.
fn moved(done: &Done, shape: &[usize], numbers: &NumberView) -> Option<String> {
    let (Done::Shifted(by), [_, row]) = (done, shape) else { return None };
    let (by, row) = (by / numbers.nbytes.cast_signed(), row.cast_signed());
    // The nearer multiple of a row: elements move right or left by less than half of one.
    let down = (by + row / 2).div_euclid(row);
    let right = by - down * row;
    let (rows, elements) = (down.unsigned_abs(), right.unsigned_abs());
    if rows == 0 || elements == 0 {
        return None;
    }
    Some(format!("is shifted by {} and {}", count(rows as u128, "row"), count(elements as u128, "element")))
}
