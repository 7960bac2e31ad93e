//! Coordinates: the values of a dimension, which only rise or only fall. Where a few steps go the other way, what was done to them shows
//! once it is undone.

use std::ops::Range;

use super::super::confidence::around as sure;
use super::super::plausible::verdict::short;
use super::super::{Hypothesis, hypothesis};
use super::digest::median;
use super::group::{Member, MemberValues, OfMember};
use super::stated::attribute;
use crate::codec::DecodeOptions;
use crate::metadata::GroupOrArray;
use crate::metadata::text::count;
use crate::pipeline::{Array, ChunkAddress};

/// Of fewer values none is out of order.
const FEWEST: usize = 8;
/// One of so many steps may go the other way: where more do, that is how the values are.
const ONE_OF: usize = 4;
/// In more places nothing is out of order by accident.
const MOST_BREAKS: usize = 4;
/// The pieces that are put in another order.
const MOST_PIECES: usize = 6;
/// A longitude that falls by so much goes on around the earth.
const AROUND: f64 = 300.0;
/// Equal steps are equal but for rounding, to this part of them.
const ROUNDING: f64 = 1e-3;

/// Finds values that are not in order, and those that do not lie where equal steps lead.
pub(in crate::doctor) fn judge(members: &[Member], options: &DecodeOptions) -> Vec<OfMember> {
    let (mut read, mut found) = (MemberValues::new(options), Vec::new());
    for (number, member) in members.iter().enumerate() {
        if !is_coordinate(&member.array) {
            continue;
        }
        let Some(values) = read.of(number, &member.array) else { continue };
        let units = attribute(&member.array, "units").and_then(|units| units.as_str()).unwrap_or_default();
        let goes_around = units.starts_with("degree");
        let Some((at, hypothesis)) = disorder(&values.values, goes_around) else { continue };
        let edge =
            member.array.metadata.chunk_grid.chunk_shape(&[0]).and_then(|shape| shape.first().copied());
        let place = edge.and_then(|edge| (at as u64).checked_div(edge));
        let address = place.map(|place| ChunkAddress::from([place].as_slice()));
        found.push(OfMember { member: number, address, hypothesis });
    }
    found
}

/// A list that is named as its dimension is, and says what it measures: numbers of stations may be in any order.
fn is_coordinate(array: &Array) -> bool {
    let Ok(GroupOrArray::Array(document)) = &array.document().node else { return false };
    let Ok(Some(names)) = &document.dimension_names else { return false };
    let name = array.key.rsplit_once('/').map_or(array.key.as_str(), |(_, name)| name);
    let is_stated = ["units", "axis", "standard_name"].iter().any(|name| attribute(array, name).is_some());
    is_stated && matches!(names.as_slice(), [Some(own)] if own == name)
}

/// The first value that is not where it belongs, and what was done to it.
fn disorder(values: &[f64], goes_around: bool) -> Option<(usize, Hypothesis)> {
    if values.len() < FEWEST || values.iter().any(|value| !value.is_finite()) {
        return None;
    }
    let steps: Vec<f64> = values.windows(2).filter_map(|pair| Some(pair.last()? - pair.first()?)).collect();
    let step = median(steps.clone())?;
    let way = step.signum();
    let breaks: Vec<usize> =
        steps.iter().enumerate().filter(|(_, step)| **step * way <= 0.0).map(|(at, _)| at + 1).collect();
    let Some(first) = breaks.first().copied() else { return displaced(values, &steps, step) };
    let is_turn =
        goes_around && breaks.len() == 1 && steps.get(first - 1).is_some_and(|step| step.abs() > AROUND);
    let list = CoordinateList { values, steps: &steps, step, way };
    if is_turn {
        return None;
    }
    if let Some(said) = list.turned(&breaks) {
        return Some(said);
    }
    if breaks.len() * ONE_OF > values.len() {
        return None;
    }
    let said = list.repeated(&breaks).or_else(|| list.lone(first));
    let said = said.or_else(|| list.copied(first)).or_else(|| list.moved(&breaks));
    let said = said.or_else(|| list.begun_anew(&breaks));
    said.or_else(|| {
        let why = format!("{}; the same at {}", list.against(first), count(breaks.len() as u128, "place"));
        let what = "the values of the coordinate are not in order";
        (breaks.len() <= MOST_BREAKS).then(|| (first, hypothesis(what, sure::NOT_CONTINUED, why)))
    })
}

/// One value that does not lie where equal steps lead, though it is in order.
fn displaced(values: &[f64], steps: &[f64], step: f64) -> Option<(usize, Hypothesis)> {
    let is_equal = |own: f64| (own - step).abs() <= step.abs() * ROUNDING;
    let odd: Vec<usize> =
        steps.iter().enumerate().filter(|(_, own)| !is_equal(**own)).map(|(at, _)| at).collect();
    let &[before, after] = odd.as_slice() else { return None };
    let both = steps.get(before)? + steps.get(after)?;
    if after != before + 1 || (both - 2.0 * step).abs() > 2.0 * step.abs() * ROUNDING {
        return None;
    }
    let (own, right) = (values.get(after)?, values.get(before)? + step);
    let what = format!(
        "one value of the coordinate is wrong: at {after}, {} should be {}",
        short(*own),
        short(right)
    );
    let why = format!("all other steps are {}", short(step));
    Some((after, hypothesis(what, sure::STRAY, why)))
}

/// A list in which most values rise, or fall: `step` is the middle one of their steps, and `way` its sign.
struct CoordinateList<'a> {
    values: &'a [f64],
    steps: &'a [f64],
    step: f64,
    way: f64,
}

type Said = Option<(usize, Hypothesis)>;

impl CoordinateList<'_> {
    fn at(&self, index: usize) -> f64 {
        self.values.get(index).copied().unwrap_or(f64::NAN)
    }

    fn part(&self, range: Range<usize>) -> &[f64] {
        self.values.get(range).unwrap_or_default()
    }

    fn is_in_order<'v>(&self, values: impl Iterator<Item = &'v f64> + Clone) -> bool {
        values.clone().zip(values.skip(1)).all(|(one, next)| (next - one) * self.way > 0.0)
    }

    /// What goes against the order at a place.
    fn against(&self, at: usize) -> String {
        let verb = if self.way > 0.0 { "rise" } else { "fall" };
        format!("values {verb}, and {} at {at} comes after {}", short(self.at(at)), short(self.at(at - 1)))
    }

    /// One value that is there twice in a row, with or without room for the one that should be there.
    fn repeated(&self, breaks: &[usize]) -> Said {
        let &[at] = breaks else { return None };
        if self.steps.get(at - 1)?.abs() > 0.0 {
            return None;
        }
        let why = format!(
            "{} is at {} and at {at}; nowhere else are two neighbours equal",
            short(self.at(at)),
            at - 1
        );
        let step = self.step;
        let has_room =
            self.steps.get(at).is_some_and(|next| (next - 2.0 * step).abs() <= step.abs() * ROUNDING);
        let what = if has_room {
            format!(
                "one value of the coordinate is wrong: at {at}, {} should be {}",
                short(self.at(at)),
                short(self.at(at) + step)
            )
        } else {
            format!("the coordinate has a value twice, at {} and {at}: a step was written twice", at - 1)
        };
        Some((at, hypothesis(what, sure::CHANGED_VALUES, why)))
    }

    /// One value without which all others are in order.
    fn lone(&self, first: usize) -> Said {
        let without = |at: usize| self.part(0..at).iter().chain(self.part(at + 1..self.values.len()));
        let step = self.step;
        // Where either would do, it is the one without which steps are equal.
        let uneven = |at: usize| {
            let gap = at.checked_sub(1).map_or(f64::INFINITY, |before| self.at(at + 1) - self.at(before));
            (gap - 2.0 * step).abs()
        };
        let may_be = [first - 1, first].into_iter().filter(|at| self.is_in_order(without(*at)));
        let at = may_be.min_by(|one, other| uneven(*one).total_cmp(&uneven(*other)))?;
        let what = format!("one value of the coordinate is wrong: {} at {at}", short(self.at(at)));
        let beside = match (at.checked_sub(1), at + 1 < self.values.len()) {
            (Some(before), true) => {
                format!("between {} and {}", short(self.at(before)), short(self.at(at + 1)))
            }
            (Some(before), false) => format!("after {}", short(self.at(before))),
            (None, _) => format!("before {}", short(self.at(at + 1))),
        };
        let why = format!("it stands {beside}; without it, all values are in order");
        Some((at, hypothesis(what, sure::STRAY, why)))
    }

    /// A piece that is in the reverse order.
    fn turned(&self, breaks: &[usize]) -> Said {
        let (first, last) = (*breaks.first()?, *breaks.last()?);
        // The breaks are those within the piece, and the steps at its ends may go either way.
        let is_run = last + 1 - first == breaks.len() && breaks.len() > 1;
        for (start, end) in [(first - 1, last + 1), (first, last + 1), (first - 1, last), (first, last)] {
            let turned = self.part(start..end).iter().rev();
            let rest = self.part(end..self.values.len()).iter();
            if is_run
                && end > start + 2
                && self.is_in_order(self.part(0..start).iter().chain(turned).chain(rest))
            {
                let what = format!(
                    "the values of the coordinate from {start} to {} are in the reverse order",
                    end - 1
                );
                let why = format!("{}; turned back, all values are in order", self.against(first));
                return Some((start, hypothesis(what, sure::READ_OTHERWISE, why)));
            }
        }
        None
    }

    /// A piece that is also there somewhere else.
    fn copied(&self, first: usize) -> Said {
        let is_same = |one: usize, other: usize| self.at(one).total_cmp(&self.at(other)).is_eq();
        let twin = (0..self.values.len()).find(|at| *at != first && is_same(*at, first))?;
        let size = (0..self.values.len() - first).take_while(|by| is_same(twin + by, first + by)).count();
        let (copy, from) = if twin < first { (first, twin) } else { (twin, first) };
        let size = size.min(copy - from);
        let rest = self.part(0..copy).iter().chain(self.part(copy + size..self.values.len()));
        // Where values go on from the copy, they were set back.
        let ends = copy + size == self.values.len() || self.is_leap(copy + size);
        if size < 2 || !ends || !self.is_in_order(rest) {
            return None;
        }
        let what = format!(
            "the values of the coordinate from {copy} to {} are a copy of those from {from} to {}",
            copy + size - 1,
            from + size - 1
        );
        let why = format!("{}; without them, all values are in order", self.against(first));
        Some((copy, hypothesis(what, sure::READ_OTHERWISE, why)))
    }

    /// Pieces that are in order by themselves, two of which are in each other's places.
    fn moved(&self, breaks: &[usize]) -> Said {
        let ends = || breaks.iter().copied().chain([self.values.len()]);
        let mut pieces: Vec<Range<usize>> = Vec::new();
        for end in ends() {
            let start = pieces.last().map_or(0, |piece| piece.end);
            // Where a piece that comes too early ends, values leap over it.
            let leap = (start + 1..end).max_by(|one, other| self.leap(*one).total_cmp(&self.leap(*other)));
            let is_whole = leap.is_none_or(|leap| !self.is_leap(leap));
            match leap.filter(|_| !is_whole) {
                Some(leap) => pieces.extend([start..leap, leap..end]),
                None => pieces.push(start..end),
            }
        }
        if pieces.len() > MOST_PIECES {
            return None;
        }
        for one in 0..pieces.len() {
            for other in one + 1..pieces.len() {
                let mut moved = pieces.clone();
                moved.swap(one, other);
                let all = moved.iter().flat_map(|piece| self.part(piece.clone()));
                if !self.is_in_order(all) {
                    continue;
                }
                let (one, other) = (pieces.get(one)?, pieces.get(other)?);
                let what = format!(
                    "the values of the coordinate from {} to {} and from {} to {} are exchanged",
                    one.start,
                    one.end - 1,
                    other.start,
                    other.end - 1
                );
                let why = format!("{}; exchanged, all values are in order", self.against(*breaks.first()?));
                return Some((one.start, hypothesis(what, sure::EXCHANGED, why)));
            }
        }
        None
    }

    fn leap(&self, at: usize) -> f64 {
        (self.at(at) - self.at(at - 1)) * self.way
    }

    /// Whether values leap by more than any other step but few.
    fn is_leap(&self, at: usize) -> bool {
        const TIMES: f64 = 4.0;
        self.leap(at) > TIMES * self.step.abs()
    }

    /// From one place on all values are less, as after a clock was set back.
    fn begun_anew(&self, breaks: &[usize]) -> Said {
        let &[at] = breaks else { return None };
        let usual = self.step;
        let by = self.at(at - 1) + usual - self.at(at);
        let is_start =
            |start: &usize| (self.at(*start) - self.at(*start - 1) - usual - by).abs() <= by.abs() * ROUNDING;
        if let Some(start) = (1..at).find(is_start) {
            let side = if by > 0.0 { "large" } else { "small" };
            let what = format!(
                "the values of the coordinate from {start} to {} are {} too {side}",
                at - 1,
                short(by.abs())
            );
            let why = format!("{}; by as much they leap at {start}", self.against(at));
            return Some((start, hypothesis(what, sure::CHANGED_VALUES, why)));
        }
        let what = format!(
            "from {at} on the coordinate begins anew: its values are {} too {}",
            short(by.abs()),
            if by > 0.0 { "small" } else { "large" }
        );
        let twin = self.part(0..at).iter().position(|value| value.total_cmp(&self.at(at)).is_eq());
        let twice = twin.map_or_else(String::new, |twin| {
            format!(", or those from {twin} to {} were written twice", at - 1)
        });
        let what = what + &twice;
        let why = format!("{}; from there on all are in order again", self.against(at));
        Some((at, hypothesis(what, sure::CHANGED_VALUES, why)))
    }
}
