//! Cells that are judged by what is within them, and by how that ends at their borders: in mosaics, labels, counts and sorted lists, where
//! the step from one cell to the next says nothing.

use super::super::confidence::around as sure;
use super::super::plausible::verdict::short;
use super::super::{Hypothesis, hypothesis};
use super::contrast::{is_vague, replace_vaguer};
use super::digest::{CellBytes, CellDigest, Face, mean, median, row_at};
use super::fabric::{SidePair, beside};
use super::readings::{self, Done};
use super::values::distance;
use super::{SOMETHING_ELSE, Surroundings};
use crate::codec::DecodeOptions;
use crate::metadata::text::count;
use crate::pipeline::ChunkAddress;

/// Of fewer cells none is odd.
const FEWEST_CELLS: usize = 6;
/// So many cells are decoded once more, the oddest first.
const MOST: usize = 64;

impl Surroundings<'_> {
    /// Finds cells that are odd inside, of which nothing is known yet. Where more than one is, that is how the array is.
    pub(super) fn odd_inside(&self, found: &mut Vec<(ChunkAddress, Hypothesis)>, options: &DecodeOptions) {
        if self.fabric.cells.len() < FEWEST_CELLS {
            return;
        }
        for look in [
            Self::hollow,
            Self::hollow_list,
            Self::lifted,
            Self::in_other_unit,
            Self::capped,
            Self::shuffled_rows,
            Self::scrambled,
            Self::half_empty,
            Self::rotated_list,
            Self::rotated,
            Self::of_other_kind,
            Self::inverted,
        ] {
            let mut own = look(self, options);
            let is_surer = |(address, own): &(ChunkAddress, Hypothesis)| {
                let known = found.iter().find(|(other, _)| other == address);
                known.is_none_or(|(_, known)| known.confidence < own.confidence || is_vague(known))
            };
            own.retain(is_surer);
            if let (Some(own), true) = (own.pop(), own.is_empty()) {
                replace_vaguer(found, own);
            }
        }
    }

    /// In each of the others neighbours are near each other; in one they are not, and are once its bytes are read otherwise.
    fn scrambled(&self, options: &DecodeOptions) -> Vec<(ChunkAddress, Hypothesis)> {
        /// Neighbours in it differ by this part of what nearly all of its values do …
        const ROUGH: f64 = 0.2;
        /// … and by so many times less in every other cell …
        const SMOOTHER: f64 = 3.0;
        /// … or its values spread so many times more than those of any other cell.
        const WIDER: f64 = 4.0;
        let mut all = Vec::new();
        for cell in self.fabric.cells.values().filter(|cell| !cell.is_constant()) {
            // Where one value is far away, all others are near each other.
            all.extend(roughness(cell).filter(|rough| *rough < 1.0).map(|rough| (cell, rough)));
        }
        all.sort_by(|one, other| other.1.total_cmp(&one.1));
        let [(cell, rough), others @ ..] = all.as_slice() else { return Vec::new() };
        let Some((_, next)) = others.first().filter(|_| others.len() >= FEWEST_CELLS && *rough >= ROUGH)
        else {
            return Vec::new();
        };
        let widths = || others.iter().map(|(cell, _)| width(cell));
        let (narrowest, widest) = (widths().fold(f64::INFINITY, f64::min), widths().fold(0.0, f64::max));
        let is_rough = next * SMOOTHER <= *rough;
        if !is_rough && width(cell) < WIDER * widest {
            return Vec::new();
        }
        let least = others.iter().map(|(cell, _)| cell.least[0].value).fold(f64::INFINITY, f64::min);
        let most = others.iter().map(|(cell, _)| cell.most[0].value).fold(f64::NEG_INFINITY, f64::max);
        // Those that are put right spread as others do, and where others are.
        let is_like = |digest: &CellDigest| {
            let range = least - widest..=most + widest;
            (narrowest / 4.0..=widest * 1.5).contains(&width(digest))
                && digest.strange <= cell.strange
                && range.contains(&digest.least[0].value)
                && range.contains(&digest.most[0].value)
        };
        let restored = self.with_cell(&cell.address, options, |bytes| {
            let mut best: Option<(usize, f64, Done, Vec<u8>)> = None;
            for done in readings::all(self, &bytes) {
                if done.keeps_numbers(self.numbers.nbytes) || matches!(done, Done::Differences | Done::Summed)
                {
                    continue;
                }
                let Some(undone) = done.undo(&self.numbers, &bytes) else { continue };
                let Some(digest) = undone.digest(&cell.address, &done, &bytes) else { continue };
                let Some(after) = roughness(&digest) else { continue };
                let effort = done.effort();
                let is_better = best.as_ref().is_none_or(|best| (effort, after) < (best.0, best.1));
                let is_smoother = if is_rough { after * SMOOTHER <= *rough } else { after < *rough };
                if is_smoother && is_like(&digest) && is_better {
                    best = Some((effort, after, done, undone.bytes));
                }
            }
            best
        });
        let Some((_, after, done, bytes)) = restored.flatten() else { return Vec::new() };
        let why = if is_rough {
            format!(
                "neighbours in it differ by {} of what its values do, in no other chunk by more than {}; put right, by {}",
                short(*rough),
                short(*next),
                short(after)
            )
        } else {
            format!(
                "its values spread over {}, those of no other chunk over more than {}; put right, they are like those",
                short(width(cell)),
                short(widest)
            )
        };
        let mends = self.mend(&cell.address, bytes, options);
        let what = format!("the chunk {}", done.describe(&self.numbers, &cell.edges));
        vec![(cell.address.clone(), hypothesis(what, sure::READ_OTHERWISE, why).mending(mends))]
    }

    /// Every second element is zero, as of numbers that are twice as wide.
    fn half_empty(&self, options: &DecodeOptions) -> Vec<(ChunkAddress, Hypothesis)> {
        const FEWEST: usize = 64;
        let width = 8 * self.numbers.nbytes;
        if self.numbers.bits_of_integer().is_none() {
            return Vec::new();
        }
        let mut found = Vec::new();
        let is_half = |cell: &CellDigest| {
            let size = cell.edges.iter().product::<u64>();
            let zeros = cell.zeros as u64;
            size >= FEWEST as u64 && 2 * zeros >= size && zeros < size
        };
        for cell in self.fabric.cells.values().filter(|cell| is_half(cell)).take(MOST) {
            let halves = self.with_cell(&cell.address, options, |bytes| {
                let (mut even, mut odd) = (0, 0);
                for (index, element) in bytes.bytes.chunks_exact(self.numbers.nbytes).enumerate() {
                    let is_there = element.iter().any(|byte| *byte != 0);
                    *(if index % 2 == 0 { &mut even } else { &mut odd }) += usize::from(is_there);
                }
                (even, odd)
            });
            let Some((even, 0)) = halves else { continue };
            if even >= FEWEST / 2 {
                // No numbers are wider than 64 bits: those were taken for twice as many of half their width before.
                let what = match width {
                    64 => "the chunk holds numbers of 64 bits that were read as 32 before they were stored"
                        .to_owned(),
                    _ => format!("the chunk holds numbers of {} bits, read as {width}", 2 * width),
                };
                let why = format!(
                    "every second element of it is 0, and {} of the others not: those are the upper halves",
                    count(even as u128, "element")
                );
                found.push((cell.address.clone(), hypothesis(what, sure::READ_OTHERWISE, why)));
            }
        }
        found
    }

    /// In a list that only rises, the one chunk in which values fall once: put right, it goes on from the one before to the next.
    fn rotated_list(&self, options: &DecodeOptions) -> Vec<(ChunkAddress, Hypothesis)> {
        let mut fallen = self.fabric.cells.iter().filter(|(_, cell)| cell.falls > 0);
        let (Some((place, cell)), None) = (fallen.next(), fallen.next()) else { return Vec::new() };
        if place.len() != 1 || cell.falls != 1 || cell.missing > 0 {
            return Vec::new();
        }
        let end = |is_after: bool| {
            let other = self.fabric.cells.get(&beside(place, 0, is_after))?;
            let [first, last] = other.ends()?;
            Some(if is_after { first } else { last })
        };
        let (before, after) = (end(false), end(true));
        if before.or(after).is_none() {
            return Vec::new();
        }
        let restored = self.with_cell(&cell.address, options, |bytes| {
            if bytes.used != bytes.shape {
                return None;
            }
            let size = bytes.shape.first().copied()?;
            let value = |index| self.numbers.at(bytes.bytes, index);
            let by = (1..size).find(|index| value(*index) < value(index - 1))?;
            if let Some(flipped) = self.flipped_in_order(&bytes, by, [before, after]) {
                return Some(flipped);
            }
            let (first, last) = (value(by), value(by - 1));
            let goes_on = before.is_none_or(|before| before <= first)
                && after.is_none_or(|after| last <= after)
                && value(size - 1) <= value(0);
            let done = Done::Rolled(0, by);
            let bytes = done.undo(&self.numbers, &bytes)?.bytes;
            goes_on.then(|| (format!("the chunk {}", done.describe(&self.numbers, &cell.edges)), bytes))
        });
        let Some((what, bytes)) = restored.flatten() else { return Vec::new() };
        let why = "values rise through all other chunks, and fall once in this one; put right, they rise everywhere";
        let mends = self.mend(&cell.address, bytes, options);
        vec![(cell.address.clone(), hypothesis(what, sure::READ_OTHERWISE, why).mending(mends))]
    }

    /// The one element at a fall that lies in order with one bit flipped, and the bytes then.
    fn flipped_in_order(
        &self,
        bytes: &CellBytes,
        fall: usize,
        ends: [Option<f64>; 2],
    ) -> Option<(String, Vec<u8>)> {
        let size = bytes.shape.first().copied()?;
        let value = |index: usize| self.numbers.at(bytes.bytes, index);
        let mut found = Vec::new();
        for index in [fall.checked_sub(1)?, fall] {
            let low = index.checked_sub(1).map(value).or(ends[0]);
            let high = if index + 1 < size { Some(value(index + 1)) } else { ends[1] };
            let bits = self.numbers.bits(bytes.bytes, index)?;
            for bit in 0..8 * self.numbers.part.nbytes {
                let own = self.numbers.value(bits ^ 1 << bit);
                if low.is_some_and(|low| low <= own) && high.is_some_and(|high| own <= high) {
                    found.push((index, bit));
                }
            }
        }
        let &[(index, bit)] = found.as_slice() else { return None };
        let mut put_right = bytes.bytes.to_vec();
        let at = index * self.numbers.nbytes + self.numbers.part.offset + bit / 8;
        *put_right.get_mut(at)? ^= 1 << (bit % 8);
        Some((format!("one bit of the element ({index}) is flipped: bit {bit}"), put_right))
    }

    /// A few rows at one end belong at the other: they tear the chunk within and its border, and there they fit both.
    fn rotated(&self, options: &DecodeOptions) -> Vec<(ChunkAddress, Hypothesis)> {
        /// At a border that tells something, values differ so many times as much as within.
        const TORN: f64 = 1.6;
        /// Only so few rows are looked for.
        const FARTHEST: usize = 4;
        /// Neighbours in it differ by no more than this part of what its values do: rows of noise are as near to any others.
        const SMOOTH: f64 = 0.2;
        let mut odd = Vec::new();
        let is_smooth = |cell: &CellDigest| roughness(cell).is_some_and(|rough| rough <= SMOOTH);
        for (place, cell) in
            self.fabric.cells.iter().filter(|(place, cell)| place.len() > 1 && is_smooth(cell))
        {
            for axis in (0..place.len()).filter(|axis| self.fabric.is_smooth_along(*axis)) {
                let other = |is_after| self.fabric.cells.get(&beside(place, axis, is_after));
                let (Some(before), Some(after)) = (other(false), other(true)) else { continue };
                let (Some(own), Some(Some(steps))) = (cell.faces.get(axis), cell.steps.get(axis)) else {
                    continue;
                };
                let (Some([_, low]), Some([high, _])) = (before.faces.get(axis), after.faces.get(axis))
                else {
                    continue;
                };
                let across = [apart(&low.outer, &own[0].outer), apart(&own[1].outer, &high.outer)];
                let most = across.into_iter().flatten().fold(0.0, f64::max) / steps.median;
                if most.is_finite() && most >= TORN {
                    odd.push((most, cell, axis, [low, high]));
                }
            }
        }
        odd.sort_by(|one, other| other.0.total_cmp(&one.0));
        let mut found = Vec::new();
        for (_, cell, axis, sides) in odd.into_iter().take(MOST) {
            let restored = self.with_cell(&cell.address, options, |bytes| {
                let edge = bytes.shape.get(axis).copied().filter(|_| bytes.used == bytes.shape)?;
                let mut by = (1..=FARTHEST).flat_map(|by| [by, edge.saturating_sub(by)]);
                let by = by.find(|by| {
                    (2..edge).contains(&(by + 1)) && self.is_rotated(&bytes, axis, *by, sides) == Some(true)
                })?;
                let done = Done::Rolled(axis, by);
                let bytes = done.undo(&self.numbers, &bytes)?.bytes;
                Some((format!("the chunk {}", done.describe(&self.numbers, &cell.edges)), bytes))
            });
            let Some((what, bytes)) = restored.flatten() else { continue };
            let why = "values leap within it and at its border, on both sides of what is at the wrong end, which goes on from the other end";
            let mends = self.mend(&cell.address, bytes, options);
            found.push((cell.address.clone(), hypothesis(what, sure::READ_OTHERWISE, why).mending(mends)));
        }
        found
    }

    /// Whether a cell fits between its neighbours once it is rotated back by so many places, and leaps twice where it is. `None` where
    /// too little is known.
    fn is_rotated(&self, bytes: &CellBytes, axis: usize, by: usize, [low, high]: [&Face; 2]) -> Option<bool> {
        /// Of fewer elements, two rows are alike by chance.
        const FEWEST: usize = 8;
        /// Both leaps are so many times as large as what is left of them, and than what neighbours in it differ by …
        const LEAP: f64 = 2.0;
        /// … and what is left is at most so many times that.
        const LEFT: f64 = 2.6;
        let edge = bytes.shape.get(axis).copied()?;
        let row = |at: usize| row_at(&self.numbers, bytes, axis, at);
        let (begin, end, before, after) =
            (row(0), row(edge.checked_sub(1)?), row(by.checked_sub(1)?), row(by));
        if begin.len() < FEWEST {
            return None;
        }
        let places = (1..edge).filter(|at| *at != by).step_by((edge / 16).max(1));
        let usual = mean(places.filter_map(|at| apart(&row(at - 1), &row(at))))?;
        let inside = apart(&before, &after)?;
        // What was few rows is at the end where the leap is.
        let border = if 2 * by <= edge { apart(&low.outer, &begin)? } else { apart(&end, &high.outer)? };
        let left = apart(&low.outer, &after)?.max(apart(&before, &high.outer)?).max(apart(&end, &begin)?);
        let leap = inside.min(border);
        Some(leap >= LEAP * left && leap >= LEAP * usual && left <= LEFT * usual)
    }

    /// Values are distributed otherwise right up to all borders of one cell, and alike across all other borders.
    fn of_other_kind(&self, _: &DecodeOptions) -> Vec<(ChunkAddress, Hypothesis)> {
        /// Of fewer borders nothing is said.
        const FEWEST_SIDES: usize = 3;
        /// So far apart are distributions on both sides of each border of it …
        const APART: f64 = 0.45;
        /// … and at most so far on the sides of others, of which only some elements are known …
        const ALIKE: f64 = 0.35;
        /// … and those at its borders from those in its middle.
        const ITSELF: f64 = 0.3;
        let mut found: Vec<(&CellDigest, Vec<SidePair>)> = Vec::new();
        let mut odd = 0;
        let mut sides_in_all = 0;
        for (place, cell) in &self.fabric.cells {
            let sides = self.fabric.sides(place, cell);
            let unlike: Vec<f64> = sides
                .iter()
                .map(|side| distance(&sorted(&side.mine.outer), &sorted(&side.theirs.outer)))
                .collect();
            sides_in_all += sides.len();
            odd += unlike.iter().filter(|apart| **apart > ALIKE).count();
            let is_like_itself = |side: &SidePair| {
                distance(&sorted(&side.mine.outer), &cell.sample) <= ITSELF
                    && distance(&sorted(&side.theirs.outer), &side.neighbour.sample) <= ITSELF
            };
            let is_other = unlike.len() >= FEWEST_SIDES && unlike.iter().all(|apart| *apart >= APART);
            if is_other && !cell.is_constant() && sides.iter().all(is_like_itself) {
                found.push((cell, sides));
            }
        }
        let [(cell, sides)] = found.as_slice() else { return Vec::new() };
        // Each of its borders is one of a neighbour, too.
        if odd > 2 * sides.len() + sides_in_all / 100 || self.fabric.cells.len() < 2 * FEWEST_CELLS {
            return Vec::new();
        }
        let other = mean(sides.iter().map(|side| side.neighbour.quantile(50))).unwrap_or(f64::NAN);
        let why = format!(
            "up to all of its {} its values are others than those across, as nowhere else: half of them are above {}, beside it above {}",
            count(sides.len() as u128, "border"),
            short(cell.quantile(50)),
            short(other)
        );
        vec![(cell.address.clone(), hypothesis(SOMETHING_ELSE, sure::OTHER_VALUES, why))]
    }

    /// Of a mask, the one cell in which nearly every element is another one than across its borders.
    fn inverted(&self, _: &DecodeOptions) -> Vec<(ChunkAddress, Hypothesis)> {
        const FEWEST_SIDES: usize = 3;
        const NEARLY_ALL: f64 = 0.9;
        const ELSEWHERE: f64 = 0.6;
        if !self.numbers.are_bits() {
            return Vec::new();
        }
        let differ = |side: &SidePair| {
            let pairs = side.mine.outer.iter().zip(&side.theirs.outer);
            mean(pairs.map(|(one, other)| f64::from(u8::from((one - other).abs() > 0.5)))).unwrap_or(0.0)
        };
        let mut found = Vec::new();
        let (mut many, mut usual) = (0, Vec::new());
        for (place, cell) in &self.fabric.cells {
            let sides: Vec<f64> = self.fabric.sides(place, cell).iter().map(differ).collect();
            many += sides.iter().filter(|side| **side > ELSEWHERE).count();
            if sides.len() >= FEWEST_SIDES && sides.iter().all(|side| *side >= NEARLY_ALL) {
                found.push((cell, sides.len()));
            }
            usual.extend(sides);
        }
        let [(cell, sides)] = found.as_slice() else { return Vec::new() };
        // Each of its borders is one of a neighbour, too.
        if many > 2 * sides || median(usual).is_none_or(|usual| usual > 0.3) {
            return Vec::new();
        }
        let why = format!(
            "at all of its {} nearly every element is another one than that across, and at no other",
            count(*sides as u128, "border")
        );
        vec![(
            cell.address.clone(),
            hypothesis("the chunk is inverted: 0 and 1 are exchanged in it", sure::NOT_CONTINUED, why),
        )]
    }
}

/// What neighbours differ by, along the axis where they do least, as a part of what nearly all values do.
fn roughness(cell: &CellDigest) -> Option<f64> {
    let width = width(cell);
    let steps = cell.steps.iter().flatten().map(|steps| steps.mean);
    steps.reduce(f64::min).filter(|_| width > 0.0).map(|step| step / width)
}

fn width(cell: &CellDigest) -> f64 {
    cell.quantile(95) - cell.quantile(5)
}

/// The middle difference of rows beside each other: a few columns of a table may have far larger numbers than all others.
fn apart(one: &[f64], other: &[f64]) -> Option<f64> {
    let steps = one.iter().zip(other).map(|(one, other)| (one - other).abs());
    median(steps.filter(|step| step.is_finite()).collect()).filter(|_| one.len() == other.len())
}

fn sorted(face: &[f64]) -> Vec<f64> {
    let mut sorted: Vec<f64> = face.iter().copied().filter(|value| value.is_finite()).collect();
    sorted.sort_unstable_by(f64::total_cmp);
    sorted
}
