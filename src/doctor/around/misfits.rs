//! Cells that do not go on from their neighbours, or whose values no other cell has, and what explains them.

use std::cmp::Ordering;
use std::collections::BTreeSet;

use super::Surroundings;
use super::digest::{CellBytes, CellDigest, NumberView, mean, row_at};
use super::fabric::{Fabric, Fit};
use super::readings::{self, Done, RestoredCell};
use super::values::OtherValues;
use crate::codec::{DecodeOptions, FieldPlace, Silent, hex, label};
use crate::pipeline::{Array, ChunkAddress};
use crate::store::Slice;

/// So many cells are tried in each other's places.
const MOST_EXCHANGED: usize = 40;
const MOST_PARTNERS: usize = 400;
/// A cell in the wrong place differs so many times as much as usual across its borders.
const LEAST_STRAIN: f64 = 1.4;
/// In the right place it differs so many times less.
const EASED: f64 = 1.3;
/// Read otherwise, the steps across borders are so many times smaller: in a smooth field something else may nearly fit.
const NEARER: f64 = 3.0;
/// Labels and steps have fewer different values than this.
const LEAST_DISTINCT: usize = 32;
/// What is less simple has to fit so many times better.
const BETTER: f64 = 2.0;

pub(super) struct Exchange {
    pub places: [Vec<u64>; 2],
    pub before: Fit,
    pub after: Fit,
}

pub(super) fn torn(fabric: &Fabric) -> BTreeSet<Vec<u64>> {
    // Where half of the elements are zero, as of rain, the middle difference within says nothing.
    let is_strained = |place: &[u64], cell: &CellDigest| {
        fabric.strain(place, cell, None).is_none_or(|own| own.mean >= LEAST_STRAIN)
    };
    let torn = fabric
        .cells
        .iter()
        .filter(|(place, cell)| fabric.fit(place, cell, &[]).is_torn() && is_strained(place, cell));
    torn.map(|(place, _)| place.clone()).collect()
}

/// The cells that do not go on along some axis, by however little, from those that are no suspects.
pub(super) fn seamed(fabric: &Fabric, suspects: &BTreeSet<Vec<u64>>) -> BTreeSet<Vec<u64>> {
    let is_seamed = |(place, cell): &(&Vec<u64>, &CellDigest)| {
        let fit = fabric.fit_but(place, cell, &[], suspects);
        fit.is_seamed && fit.rough > 1
    };
    fabric.cells.iter().filter(is_seamed).map(|(place, _)| place.clone()).collect()
}

/// The pair of cells that tears the most borders where it is, and none when exchanged.
pub(super) fn best_exchange(fabric: &Fabric, suspects: &BTreeSet<Vec<u64>>) -> Option<Exchange> {
    let mut best: Option<Exchange> = None;
    // Beside a patch of one value, what differs by no more than usual tears a border.
    let is_at_ease = |place: &[u64], cell: &CellDigest| {
        fabric.strain(place, cell, None).is_some_and(|own| own.sides > 1 && own.mean < LEAST_STRAIN)
    };
    let is_eased = |place: &[u64], was: &CellDigest, is: &CellDigest, moved: (&[u64], &CellDigest)| {
        let before = fabric.strain(place, was, None);
        let after = fabric.strain(place, is, Some(moved));
        before.zip(after).is_none_or(|(before, after)| after.mean * EASED <= before.mean)
    };
    // In a smooth field the second of two may be torn at few borders.
    let is_partner = |(place, cell): &(&Vec<u64>, &CellDigest)| fabric.fit(place, cell, &[]).torn > 0;
    let partners: Vec<_> = fabric.cells.iter().filter(is_partner).take(MOST_PARTNERS).collect();
    for one in suspects.iter().take(MOST_EXCHANGED) {
        let Some(own) = fabric.cells.get(one) else { continue };
        let own_is_at_ease = is_at_ease(one, own);
        for (other, others) in &partners {
            let (other, others) = (*other, *others);
            // What is one value throughout goes on wherever that value is.
            let are_constant = own.is_constant() && others.is_constant();
            let are_at_ease = own_is_at_ease && is_at_ease(other, others);
            if one == other || own.hash == others.hash || are_constant || are_at_ease {
                continue;
            }
            let moved = [(one.as_slice(), others), (other.as_slice(), own)];
            let after = [fabric.fit(one, others, &moved), fabric.fit(other, own, &moved)];
            let are_whole = after.iter().all(Fit::is_whole);
            if !are_whole
                || !is_eased(one, own, others, (other, own))
                || !is_eased(other, others, own, (one, others))
            {
                continue;
            }
            let before = both(&fabric.fit(one, own, &[]), &fabric.fit(other, others, &[]));
            let after = both(&after[0], &after[1]);
            let is_better = best.as_ref().is_none_or(|best| {
                before.torn > best.before.torn
                    || before.torn == best.before.torn && after.across < best.after.across
            });
            // Patches of a few values fit in many places: in theirs, they fit nowhere.
            let is_patch = before.within <= fabric.usual.quantum && before.torn * 4 < before.all * 3;
            // Two borders at the ends of one dimension may be torn by chance.
            if before.torn >= 3 && !is_patch && before.across > 1.5 * after.across && is_better {
                let mut places = [one.clone(), other.clone()];
                places.sort_unstable();
                best = Some(Exchange { places, before, after });
            }
        }
    }
    best
}

fn both(one: &Fit, other: &Fit) -> Fit {
    Fit {
        all: one.all + other.all,
        torn: one.torn + other.torn,
        across: one.across.max(other.across),
        within: one.within.max(other.within),
        calm: one.calm.max(other.calm),
        ..Fit::default()
    }
}

pub(super) struct Explained {
    pub what: String,
    effort: usize,
    pub fit: Fit,
    pub undone: RestoredCell,
}

/// Numbers of another kind spread over such a part of what all others do.
const OF_OTHERS: f64 = 1000.0;

/// What was done to a cell, where undoing it makes it go on from its neighbours, and its values like those of others.
pub(super) fn explain(
    around: &Surroundings,
    place: &[u64],
    others: &OtherValues,
    cell: CellBytes,
) -> Option<Explained> {
    let Surroundings { fabric, numbers, .. } = around;
    let own = fabric.cells.get(place)?;
    let before = fabric.fit(place, own, &[]);
    let was_torn = before.is_torn();
    let was_unlike = others.are_unlike(own) || others.is_odd;
    let was_wild = !fabric.is_usual(own) && numbers.part.nbytes == numbers.nbytes;
    let mut best: Option<Explained> = None;
    let distinct = own.distinct();
    for done in readings::all(around, &cell) {
        // Sums and differences of few values are like those values.
        if matches!(done, Done::Differences | Done::Summed) && distinct < LEAST_DISTINCT {
            continue;
        }
        // Where little differs, rows that are put elsewhere may differ by a little less.
        if matches!(done, Done::Sheared(_)) && !was_torn {
            continue;
        }
        // Where numbers stay the same, their values are as odd and as wild as before.
        let may_explain = if done.keeps_numbers(numbers.nbytes) {
            // Values that are unlike those of all others are so in any order.
            was_torn || was_unlike && !others.is_odd && !before.is_whole() || before.is_seamed
        } else {
            was_torn || was_unlike || was_wild
        };
        // Where most borders have the same value on both sides, of one that does not any order may.
        let is_of_blank =
            before.calm == 0.0 && before.torn < before.all && done.keeps_numbers(numbers.nbytes);
        if is_of_blank || !may_explain || !may_be_moved(numbers, &done, &cell) {
            continue;
        }
        let Some(undone) = done.undo(numbers, &cell) else { continue };
        let Some(digest) = undone.digest(&own.address, &done, &cell) else { continue };
        // What was done to bytes has torn their neighbours apart as well.
        if !done.keeps_numbers(numbers.nbytes) && fabric.wildness(&digest) > fabric.wildness(own) {
            continue;
        }
        // Whole numbers read as floats are next to nothing, which nearly fits wherever there are zeros.
        let width = digest.most[0].value - digest.least[0].value;
        if matches!(done, Done::OfKind(_)) && width * OF_OTHERS < others.width() {
            continue;
        }
        let fit = fabric.fit(place, &digest, &[]);
        if !others.are_like(&digest) || !fabric.is_usual(&digest) || fit.all > 0 && !fit.is_whole() {
            continue;
        }
        // The last row of a sheared cell was never written, so that the one before it meets the next cell.
        let skipped = usize::from(matches!(done, Done::Sheared(_)));
        let is_nearer = fit.mean_misfit() * NEARER <= before.mean_misfit()
            && fit.across < before.across
            && fit.rough <= skipped;
        let is_restored = if fit.all == 0 {
            was_unlike
        } else if was_torn || before.is_seamed {
            is_nearer && (fit.all > 1 || was_unlike)
        } else {
            was_wild && fit.all > 1 || was_unlike
        };
        if !is_restored {
            continue;
        }
        let is_better = best.as_ref().is_none_or(|best| {
            let (own, other) = (fit.mean_misfit(), best.fit.mean_misfit());
            match done.effort().cmp(&best.effort) {
                Ordering::Less => own <= other * BETTER,
                // Beside the true distance, one element more or less nearly fits.
                Ordering::Equal => own < other,
                Ordering::Greater => own * BETTER < other,
            }
        });
        if is_better {
            best = Some(Explained {
                what: done.describe(numbers, &own.edges),
                effort: done.effort(),
                fit,
                undone,
            });
        }
    }
    best
}

/// Where elements of rows have moved, or rows have gone around, what was at an end lies within: the greatest leap between columns, or rows.
fn may_be_moved(numbers: &NumberView, done: &Done, cell: &CellBytes) -> bool {
    /// They differ so many times as much there as neighbours do.
    const SEAM: f64 = 1.4;
    /// By so few elements anything may have moved; of many distances, one has a leap by chance.
    const FEW: usize = 8;
    let Some(last) = cell.shape.len().checked_sub(1) else { return true };
    let row = cell.shape.get(last).copied().unwrap_or(1);
    let is_far = match done {
        Done::Shifted(by) => by.unsigned_abs() > FEW * numbers.nbytes,
        _ => true,
    };
    let (axis, seam) = match done {
        Done::Rolled(axis, by) => (*axis, *by),
        Done::Shifted(by) if done.keeps_numbers(numbers.nbytes) && last > 0 => {
            let by = by.unsigned_abs() / numbers.nbytes.max(1) % row.max(1);
            (last, if done.is_towards_end() { by } else { row - by })
        }
        _ => return true,
    };
    let edge = cell.shape.get(axis).copied().unwrap_or(1);
    if !(1..edge).contains(&seam) || edge < 4 || cell.used != cell.shape {
        return true;
    }
    let place = |at: usize| row_at(numbers, cell, axis, at);
    let step = |at: usize| {
        let steps = place(at - 1).into_iter().zip(place(at)).map(|(one, other)| (one - other).abs());
        mean(steps.filter(|step| step.is_finite()))
    };
    let others: Vec<f64> = (1..edge).filter(|at| *at != seam).filter_map(step).collect();
    let most = others.iter().copied().fold(0.0, f64::max);
    let usual = mean(others.into_iter());
    step(seam).zip(usual).is_none_or(|(seam, usual)| seam >= SEAM * usual && (!is_far || seam >= most))
}

/// What the header says, where with what all others say the chunk goes on from its neighbours, and its values are like theirs.
pub(super) fn other_header(
    around: &Surroundings,
    place: &[u64],
    others: &OtherValues,
    cell: CellBytes,
) -> Option<(String, String)> {
    /// The headers of so many other chunks are looked at, and have to agree.
    const OTHERS: usize = 4;
    /// Fields that are longer hold no choice of the writer.
    const LONGEST: usize = 4;
    let Surroundings { array, fabric, numbers, .. } = around;
    let digest = fabric.cells.get(place)?;
    if digest.address.is_inner() {
        return None;
    }
    let own = stored(array, &digest.address)?;
    let chain = array.chain_at(&digest.address.chunk).ok()?;
    let stage = chain.stages().last()?;
    let mut beside = Vec::new();
    for other in fabric.cells.values().filter(|other| other.address != digest.address).take(OTHERS) {
        beside.push(stored(array, &other.address)?);
    }
    for field in stage.row()?.fields {
        let FieldPlace::FromStart(start) = field.place else { continue };
        let range = start..start + field.nbytes;
        let (Some(found), Some(usual)) = (own.get(range.clone()), beside.first()?.get(range.clone())) else {
            continue;
        };
        let agree = beside.iter().all(|other| other.get(range.clone()) == Some(usual));
        if beside.len() < OTHERS || field.nbytes > LONGEST || !agree || found == usual {
            continue;
        }
        let mut bytes = own.clone();
        bytes.get_mut(range)?.copy_from_slice(usual);
        let Ok(elements) = chain.decode(&Slice(&bytes), &DecodeOptions::default(), &mut Silent) else {
            continue;
        };
        let read = CellBytes { bytes: elements.bytes(), ..cell };
        let Some(restored) = CellDigest::take(numbers, digest.address.clone(), read) else { continue };
        let fit = fabric.fit(place, &restored, &[]);
        if others.are_like(&restored) && fabric.is_usual(&restored) && (fit.is_whole() || fit.all == 0) {
            let codec = label(&stage.codec.name);
            let what = format!(
                "the header of {codec} is wrong: its {} is {}, in all other chunks {}",
                field.name,
                hex(found),
                hex(usual)
            );
            return Some((what, "with theirs its values are like those of the others".to_owned()));
        }
    }
    None
}

fn stored(array: &Array, address: &ChunkAddress) -> Option<Vec<u8>> {
    array.trace_within(address, &DecodeOptions::default(), 0).ok()?.trace.stored
}
