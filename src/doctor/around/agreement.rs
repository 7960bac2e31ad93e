//! Chunks of labels, masks and mosaics beside their neighbours. The step across a border says little there: labels differ by
//! any number, and tiles by their light. What agrees across a border does: labels are the same, and light goes up and down
//! together.

use std::collections::{BTreeMap, BTreeSet};

use super::super::plausible::verdict::short;
use super::digest::{CellBytes, CellDigest, Face, NumberView, mean, median};
use super::fabric::{Fabric, beside};
use super::readings::{self, Done, OwnFilters};
use crate::metadata::text::count;

/// Labels are the same as beside them for at least this share of elements.
const LABELS: f64 = 0.6;
/// Fewer pairs say nothing of a border.
const FEWEST_PAIRS: usize = 12;
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
    limit: f64,
}

/// Whether elements are labels, masks or flags: most are the same as those beside them.
pub(super) fn are_labels(fabric: &Fabric, numbers: &NumberView) -> bool {
    numbers.bits_of_integer().is_some() && equal_share(fabric) >= LABELS
}

/// Whether cells hold labels that differ across most borders, as patches of a mosaic do.
pub(super) fn are_scattered(fabric: &Fabric, numbers: &NumberView) -> bool {
    let agreement = Agreement { fabric, are_labels: true, less: BTreeMap::new(), limit: LESS };
    let less = fabric.cells.iter().filter_map(|(place, cell)| agreement.less(place, cell, false));
    are_labels(fabric, numbers) && median(less.collect()).is_some_and(|less| less > LESS)
}

/// What makes a cell agree.
pub(super) struct Agreed {
    pub what: String,
    pub why: String,
    pub bytes: Option<Vec<u8>>,
}

impl<'a> Agreement<'a> {
    /// `None` where cells do not agree enough for one to be odd.
    pub fn of(fabric: &'a Fabric, numbers: &NumberView) -> Option<Self> {
        let are_labels = are_labels(fabric, numbers);
        let mut agreement = Self { fabric, are_labels, less: BTreeMap::new(), limit: LESS };
        let mut across = Vec::new();
        for (place, cell) in &fabric.cells {
            let Some(less) = agreement.less(place, cell, false) else { continue };
            agreement.less.insert(place, less);
            across.extend(agreement.pairs(place, cell).iter().filter_map(|pair| pair.across(are_labels)));
        }
        let usual = median(agreement.less.values().copied().collect())?;
        let together = median(across)?;
        if agreement.less.len() < FEWEST_CELLS || usual > LESS / 3.0 || !are_labels && together < TOGETHER {
            return None;
        }
        if !are_labels && together >= PERFECT {
            agreement.limit = LESS_OF_PERFECT;
        }
        // One wrong cell leaves its neighbours without a side that agrees, and no others.
        let below = agreement.less.values().filter(|less| **less >= agreement.limit).count();
        if below > (agreement.less.len() / 4).max(5) { None } else { Some(agreement) }
    }

    /// The cells that agree least with what is around them, the least one first.
    pub fn suspects(&self) -> Vec<&'a [u64]> {
        let mut found: Vec<(&[u64], f64)> = Vec::new();
        for (place, less) in &self.less {
            let is_constant = self.fabric.cells.get(*place).is_none_or(CellDigest::is_constant);
            if *less >= self.limit && !is_constant && self.disagrees_around(place) {
                found.push((place, *less));
            }
        }
        found.sort_by(|one, other| other.1.total_cmp(&one.1));
        found.into_iter().map(|(place, _)| place).collect()
    }

    /// Whether it is on most sides that a cell disagrees: on one, something may end there.
    fn disagrees_around(&self, place: &[u64]) -> bool {
        let Some(cell) = self.fabric.cells.get(place) else { return false };
        let (mut all, mut few) = (0, 0);
        for pair in self.pairs(place, cell) {
            let within = agree(&pair.theirs.outer, &pair.theirs.inner, self.are_labels);
            if let (Some(across), Some(within)) = (pair.across(self.are_labels), within) {
                all += 1;
                few += usize::from(within - across >= self.limit / 2.0);
            }
        }
        3 * few >= 2 * all
    }

    /// What was done to a cell, if without that it agrees with its neighbours as others do.
    pub fn explain(
        &self,
        numbers: &NumberView,
        filters: OwnFilters,
        place: &[u64],
        bytes: CellBytes,
    ) -> Option<Agreed> {
        let own = self.fabric.cells.get(place)?;
        let before = *self.less.get(place)?;
        let most = (before * RESTORED).max(self.limit / 6.0);
        if self.are_labels
            && let Some(agreed) = self.renamed(place, own)
        {
            return Some(agreed);
        }
        let half = self.less_at(place, own, false, CountedSides::Half);
        let agrees_in_half = half.is_none_or(|less| less < self.limit / 2.0);
        let mut best: Option<(f64, Done, Vec<u8>)> = None;
        let mut family = readings::all(numbers, &bytes, filters);
        if self.are_labels {
            family.extend(readings::shifted_both_ways(&bytes, numbers.nbytes));
        }
        for done in family {
            let is_shifted = matches!(done, Done::Shifted(_));
            // In a picture, what is a little farther goes together with a border nearly as well.
            let is_moved = is_shifted || matches!(done, Done::Rolled(..));
            if is_moved && !self.are_labels || is_shifted && agrees_in_half {
                continue;
            }
            let Some(undone) = done.undo(numbers, &bytes) else { continue };
            let restored = CellBytes { bytes: &undone.bytes, ..bytes };
            let Some(digest) = CellDigest::take(&undone.numbers, own.address.clone(), restored) else {
                continue;
            };
            // What has moved out at one end is lost, so that two of four sides may not agree.
            let sides = if is_shifted { CountedSides::Half } else { CountedSides::All };
            let Some(after) = self.less_at(place, &digest, true, sides) else { continue };
            let is_better = best.as_ref().is_none_or(|(least, other, _)| {
                // What comes first is simpler; of two shifts only how well they fit counts.
                let margin = if is_shifted && matches!(other, Done::Shifted(_)) { 0.0 } else { MARGIN };
                after + margin < *least
            });
            if after <= most && is_better {
                best = Some((after, done, undone.bytes));
            }
        }
        let (after, done, restored) = best?;
        let how = if self.are_labels { "elements differ across" } else { "values do not go together across" };
        Some(Agreed {
            what: format!(
                "the chunk {}",
                moved(&done, bytes.shape, numbers).unwrap_or(done.describe(numbers))
            ),
            why: format!(
                "{how} its borders by {} more than within it; put right, by {}",
                share(before),
                share(after.max(0.0))
            ),
            bytes: Some(restored),
        })
    }

    /// Whether each of its labels is always the same other one across the borders.
    fn renamed(&self, place: &[u64], own: &CellDigest) -> Option<Agreed> {
        let mut beside: BTreeMap<u64, BTreeMap<u64, usize>> = BTreeMap::new();
        let (mut all, mut consistent) = (0_usize, 0_usize);
        let mut within = Vec::new();
        for pair in self.pairs(place, own) {
            within.extend(agree(&pair.theirs.outer, &pair.theirs.inner, true));
            for (mine, theirs) in pair.mine.outer.iter().zip(&pair.theirs.outer) {
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
        let what = match names.as_slice() {
            [(one, other), back] if *back == (*other, *one) => {
                format!("the chunk is inverted: {} and {} are exchanged in it", short(*one), short(*other))
            }
            [(mine, theirs), rest @ ..] if rest.len() < NAMED => {
                format!("the chunk has {} where its neighbours have {}", short(*mine), short(*theirs))
            }
            _ => "the chunk has labels of its own: they were numbered by themselves".to_owned(),
        };
        let mut each = Vec::new();
        for (mine, theirs) in names.iter().take(NAMED) {
            each.push(format!("{} is {}", short(*mine), short(*theirs)));
        }
        let more = if names.len() > NAMED { ", …" } else { "" };
        let why = format!("across its borders {}{more}, nearly always", each.join(", "));
        Some(Agreed { what, why, bytes: None })
    }

    /// How much less a cell agrees across its borders than cells do within; `None` without a border that says something.
    /// A restored cell has to agree as its neighbours do: garbage agrees with itself no better than with them.
    fn less(&self, place: &[u64], cell: &CellDigest, is_restored: bool) -> Option<f64> {
        self.less_at(place, cell, is_restored, CountedSides::All)
    }

    fn less_at(
        &self,
        place: &[u64],
        cell: &CellDigest,
        is_restored: bool,
        sides: CountedSides,
    ) -> Option<f64> {
        let mut less = Vec::new();
        for pair in self.pairs(place, cell) {
            let theirs = agree(&pair.theirs.outer, &pair.theirs.inner, self.are_labels);
            let mine = if is_restored {
                Some(1.0)
            } else {
                agree(&pair.mine.outer, &pair.mine.inner, self.are_labels)
            };
            if let (Some(across), Some(mine), Some(theirs)) = (pair.across(self.are_labels), mine, theirs) {
                less.push(mine.min(theirs) - across);
            } else if is_restored {
                less.push(1.0);
            }
        }
        if sides == CountedSides::Half {
            less.sort_unstable_by(f64::total_cmp);
            less.truncate(less.len().div_ceil(2).max(2));
        }
        mean(less.into_iter())
    }

    /// The sides of a cell with those across from them.
    fn pairs<'p>(&'p self, place: &[u64], cell: &'p CellDigest) -> Vec<SidePair<'p>> {
        let mut found = Vec::new();
        for (axis, faces) in cell.faces.iter().enumerate() {
            for (is_after, side) in [(false, 0), (true, 1)] {
                let Some(other) = self.fabric.cells.get(&beside(place, axis, is_after)) else { continue };
                let (Some(mine), Some(theirs)) = (faces.get(side), other.faces.get(axis)) else { continue };
                let Some(theirs) = theirs.get(1 - side) else { continue };
                if mine.outer.len() == theirs.outer.len() && mine.outer.len() >= FEWEST_PAIRS {
                    found.push(SidePair { mine, theirs });
                }
            }
        }
        found
    }
}

/// Which sides of a cell count.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum CountedSides {
    All,
    /// The half that agrees best.
    Half,
}

/// Two sides across from each other.
struct SidePair<'a> {
    mine: &'a Face,
    theirs: &'a Face,
}

impl SidePair<'_> {
    fn across(&self, are_labels: bool) -> Option<f64> {
        agree(&self.mine.outer, &self.theirs.outer, are_labels)
    }
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
    let (one_mean, other_mean) =
        (mean(pairs.iter().map(|pair| pair.0))?, mean(pairs.iter().map(|pair| pair.1))?);
    let (mut both, mut ones, mut others) = (0.0, 0.0, 0.0);
    for (one, other) in pairs {
        let (one, other) = (one - one_mean, other - other_mean);
        both += one * other;
        ones += one * one;
        others += other * other;
    }
    if ones > 0.0 && others > 0.0 { Some(both / (ones * others).sqrt()) } else { None }
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

/// The share of elements that are the same as the one before, in all cells.
fn equal_share(fabric: &Fabric) -> f64 {
    let mut shares = Vec::new();
    for cell in fabric.cells.values() {
        for faces in &cell.faces {
            for face in faces {
                shares.extend(agree(&face.outer, &face.inner, true));
            }
        }
    }
    mean(shares.into_iter()).unwrap_or(0.0)
}

fn share(part: f64) -> String {
    format!("{:.0} %", 100.0 * part)
}
