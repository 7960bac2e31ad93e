//! What the columns of a table say about each other: those that go up and down together, and those of which one is never more
//! than another. A chunk in which that ends has been moved, or put into another order.

use std::collections::BTreeMap;
use std::ops::Range;
use std::rc::Rc;

use super::super::confidence::around as sure;
use super::super::plausible::verdict::short;
use super::super::{Hypothesis, hypothesis};
use super::digest::{correlation, ranks};
use super::group::{LevelValues, Member, MemberValues, OfMember};
use crate::codec::DecodeOptions;
use crate::metadata::text::count;
use crate::pipeline::ChunkAddress;

/// Of fewer chunks nothing is usual.
const FEWEST_CHUNKS: usize = 8;
/// So many times two chunks are held against each other.
const MOST_COMPARED: usize = 1 << 14;
/// So many pairs of elements show how two chunks go together, and of fewer nothing does.
const PAIRS: usize = 256;
const FEWEST_PAIRS: usize = 48;
/// Two columns go together where the correlation of their ranks is this in all chunks …
const TOGETHER: f64 = 0.6;
/// … but for so many, in which it is no more than this part of what is usual.
const MOST_ODD: usize = 2;
const ODD: f64 = 0.4;
/// Put right, a chunk goes with the other column nearly as well as the least of the others.
const RESTORED: f64 = 0.9;
/// Where nothing puts it right, columns have to go together by more.
const CLOSELY: f64 = 0.75;
/// One of so many elements that are zero or missing is a part of a chunk.
const HOLLOW: usize = 8;
/// A chunk may have moved by so many elements.
const FARTHEST: isize = 16;
/// Where one column is never more than another, one of so many elements is the same in both: a bound that is met is no chance …
const MET: usize = 500;
const FEWEST_MET: usize = 4;
/// … and so many beyond it are no slip of a pen.
const BEYOND: usize = 3;

/// A list, and where the elements of each of its chunks are in it.
struct SiblingColumn<'a> {
    number: usize,
    member: &'a Member,
    values: Rc<LevelValues>,
    chunks: Vec<(&'a ChunkAddress, Range<usize>)>,
}

/// How two columns go together in all chunks but one.
#[derive(Clone, Copy)]
enum Bond {
    /// By the ranks of their elements: the correlation here, the least of all others, and the sign of theirs.
    Ranks { here: f64, least: f64, sign: f64 },
    /// The first times the sign is never more than the second, and here it is for so many elements.
    Bound { sign: f64, beyond: usize },
}

struct Break {
    partner: usize,
    chunk: usize,
    bond: Bond,
}

/// Finds chunks of columns, each a list of the same length, that do not go with the other columns.
pub(in crate::doctor) fn judge(members: &[Member], options: &DecodeOptions, found: &mut Vec<OfMember>) {
    let values = &mut MemberValues::new(options);
    let mut lengths = Vec::new();
    for member in members {
        if let [length] = *member.array.metadata.shape.as_slice()
            && !lengths.contains(&length)
        {
            lengths.push(length);
        }
    }
    for length in lengths {
        let (mut columns, mut chunks) = (Vec::new(), 0);
        for (number, member) in members.iter().enumerate() {
            if *member.array.metadata.shape == [length] && member.chunks() >= FEWEST_CHUNKS {
                chunks += member.chunks();
                if (columns.len() + 1) * chunks <= MOST_COMPARED {
                    columns.extend(SiblingColumn::read(number, member, values));
                }
            }
        }
        SiblingColumns(columns).judge(found);
    }
}

impl<'a> SiblingColumn<'a> {
    fn read(number: usize, member: &'a Member, values: &mut MemberValues) -> Option<Self> {
        if member.numbers.part.nbytes != member.numbers.nbytes || member.numbers.are_bits() {
            return None;
        }
        let values = values.of(number, &member.array)?;
        let mut chunks = Vec::new();
        for (place, cell) in &member.fabric.cells {
            let edge = usize::try_from(*cell.edges.first()?).ok()?;
            let start = usize::try_from(*place.first()?).ok()?.checked_mul(edge)?;
            chunks.push((&cell.address, start..start.saturating_add(edge).min(values.values.len())));
        }
        Some(Self { number, member, values, chunks })
    }

    fn part(&self, range: &Range<usize>) -> &[f64] {
        self.values.values.get(range.clone()).unwrap_or_default()
    }
}

struct SiblingColumns<'a>(Vec<SiblingColumn<'a>>);

impl SiblingColumns<'_> {
    fn judge(&self, found: &mut Vec<OfMember>) {
        let mut breaks: BTreeMap<(usize, usize), Vec<Break>> = BTreeMap::new();
        for (number, column) in self.0.iter().enumerate() {
            for (partner, other) in self.0.iter().enumerate().filter(|(partner, _)| *partner != number) {
                for (chunk, bond) in together(column, other).chain(bounded(column, other)) {
                    breaks.entry((number, chunk)).or_default().push(Break { partner, chunk, bond });
                }
            }
        }
        for ((number, chunk), own) in &breaks {
            // What is wrong breaks with each of its partners, and these with nothing else.
            let of_partner = |own: &Break| breaks.get(&(own.partner, *chunk)).map_or(0, Vec::len);
            let theirs = own.iter().map(of_partner).max().unwrap_or(0);
            let is_first = own.iter().all(|own| *number < own.partner);
            if own.len() < theirs || own.len() == theirs && !is_first {
                continue;
            }
            let Some(column) = self.0.get(*number) else { continue };
            let Some((address, _)) = column.chunks.get(*chunk) else { continue };
            if let Some(hypothesis) = self.explain(column, own, own.len() > theirs) {
                let address = Some((*address).clone());
                found.push(OfMember { member: column.number, address, hypothesis });
            }
        }
    }

    fn explain(&self, column: &SiblingColumn, breaks: &[Break], is_sure: bool) -> Option<Hypothesis> {
        let partners: Vec<(&SiblingColumn, &Break)> =
            breaks.iter().filter_map(|own| Some((self.0.get(own.partner)?, own))).collect();
        let (partner, first) = partners.first()?;
        let (_, range) = column.chunks.get(first.chunk)?;
        let other = partner.member.name();
        let mut why = match first.bond {
            Bond::Ranks { here, least, .. } => format!(
                "its values do not follow those of {other} (rank correlation {}), as those of all other chunks do (at least {})",
                short(here),
                short(least)
            ),
            Bond::Bound { sign, beyond } => format!(
                "{} {} than {other} has in the same row, in no other chunk any",
                count(beyond as u128, "value"),
                if sign > 0.0 { "are more" } else { "are less" }
            ),
        };
        if !is_sure {
            why = format!("{why}; or {other} is wrong here");
        }
        let own = column.part(range);
        let holds = |values: &dyn Fn(usize) -> Option<f64>| {
            partners.iter().all(|(partner, own)| holds(own.bond, values, partner.part(range)))
        };
        for by in (1..=FARTHEST).flat_map(|by| [by, -by]) {
            if holds(&|at| own.get(at.checked_add_signed(by)?).copied()) {
                let side = if by > 0 { "end" } else { "beginning" };
                let by = count(by.unsigned_abs() as u128, "element");
                let what = format!("the chunk is shifted by {by} towards its {side}");
                return Some(hypothesis(
                    what,
                    sure::READ_OTHERWISE,
                    format!("{why}; moved back, they go with it"),
                ));
            }
        }
        if holds(&|at| own.get(own.len().checked_sub(at + 1)?).copied()) {
            let what = "the chunk is in the reverse order";
            return Some(hypothesis(
                what,
                sure::READ_OTHERWISE,
                format!("{why}; turned back, they go with it"),
            ));
        }
        for (address, theirs) in &column.chunks {
            let elsewhere = column.part(theirs);
            if theirs != range && elsewhere.len() == own.len() && holds(&|at| elsewhere.get(at).copied()) {
                let name = super::cell_name(&column.member.array, address);
                let what = format!("the chunk and {name} are exchanged");
                return Some(hypothesis(what, sure::EXCHANGED, format!("{why}; those of {name} do")));
            }
        }
        let is_close =
            partners.iter().any(|(_, own)| matches!(own.bond, Bond::Ranks { least, .. } if least >= CLOSELY));
        let what = "the values of the chunk belong to other rows: they are in another order, or foreign";
        // Where something is missing, that is so for a reason of its own.
        let is_hollow = |column: &SiblingColumn| {
            let blank = column.part(range).iter().filter(|value| **value == 0.0 || value.is_nan());
            blank.count() * HOLLOW > own.len()
        };
        if is_hollow(column) || is_hollow(partner) {
            return None;
        }
        let sure = if is_sure { sure::OTHER_VALUES } else { sure::MISSING };
        is_close.then(|| hypothesis(what, sure, why))
    }
}

/// Whether values go with those of another column as in all other chunks.
fn holds(bond: Bond, values: &dyn Fn(usize) -> Option<f64>, partner: &[f64]) -> bool {
    let pairs = partner.iter().enumerate().filter_map(|(at, other)| Some((values(at)?, *other)));
    match bond {
        Bond::Ranks { least, sign, .. } => {
            sign * rank_correlation(pairs.collect()).unwrap_or(0.0) >= RESTORED * least
        }
        Bond::Bound { sign, .. } => beyond(pairs, sign) == 0,
    }
}

/// The chunks in which the ranks of a column do not go with those of another, where they do in all others.
fn together(column: &SiblingColumn, partner: &SiblingColumn) -> impl Iterator<Item = (usize, Bond)> {
    let mut all = Vec::new();
    for (chunk, (_, range)) in column.chunks.iter().enumerate() {
        let (own, other) = (column.part(range), partner.part(range));
        let step = own.len().div_ceil(PAIRS).max(1);
        let pairs = own.iter().copied().zip(other.iter().copied()).step_by(step).collect();
        all.extend(rank_correlation(pairs).map(|here| (here, chunk)));
    }
    all.sort_by(|one, other| one.0.total_cmp(&other.0));
    let usual = all.get(all.len() / 2).map_or(0.0, |(here, _)| *here);
    let sign = usual.signum();
    if sign < 0.0 {
        all.reverse();
    }
    let odd = all.partition_point(|(here, _)| sign * here <= ODD * usual.abs());
    let least = all.get(odd).map_or(0.0, |(here, _)| sign * here);
    let is_usual = odd <= MOST_ODD && all.len() >= FEWEST_CHUNKS + odd && least >= TOGETHER;
    all.truncate(if is_usual { odd } else { 0 });
    all.into_iter().map(move |(here, chunk)| (chunk, Bond::Ranks { here: sign * here, least, sign }))
}

fn rank_correlation(pairs: Vec<(f64, f64)>) -> Option<f64> {
    let (own, others): (Vec<f64>, Vec<f64>) =
        pairs.into_iter().filter(|(own, other)| own.is_finite() && other.is_finite()).unzip();
    let ranked: Vec<_> = ranks(&own).into_iter().zip(ranks(&others)).collect();
    correlation(&ranked).filter(|_| ranked.len() >= FEWEST_PAIRS)
}

/// The one chunk in which a column is more than another, or less, where it never is in any other and often the same.
fn bounded(column: &SiblingColumn, partner: &SiblingColumn) -> impl Iterator<Item = (usize, Bond)> {
    let of = |sign: f64| {
        let (mut odd, mut all, mut met, mut chunks_met) = (Vec::new(), 0, 0, 0);
        for (chunk, (_, range)) in column.chunks.iter().enumerate() {
            let pairs = || column.part(range).iter().copied().zip(partner.part(range).iter().copied());
            let beyond = beyond(pairs(), sign);
            if beyond > 0 {
                odd.push((chunk, Bond::Bound { sign, beyond }));
                if odd.len() > 1 {
                    return None;
                }
                continue;
            }
            let equal = pairs().filter(|(own, other)| own.total_cmp(other).is_eq()).count();
            all += range.len();
            met += equal;
            chunks_met += usize::from(equal > 0);
        }
        // Of two that are the same mostly, one may be a copy.
        let is_met = met * MET >= all && met * 2 < all && chunks_met >= FEWEST_MET;
        let is_odd = matches!(odd.as_slice(), [(_, Bond::Bound { beyond, .. })] if *beyond >= BEYOND);
        odd.pop().filter(|_| is_odd && is_met && column.chunks.len() > FEWEST_CHUNKS)
    };
    of(1.0).or_else(|| of(-1.0)).into_iter()
}

fn beyond(pairs: impl Iterator<Item = (f64, f64)>, sign: f64) -> usize {
    pairs.filter(|(own, other)| sign * own > sign * other).count()
}
