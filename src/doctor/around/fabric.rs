//! How cells meet: the step across each border, beside the steps within the cells on both sides.

use std::collections::{BTreeMap, BTreeSet};

use super::digest::{CellDigest, Face, Steps, mean, median, quantile};

/// So many elements on both sides of a border can be compared by their middle; of fewer, the largest usual step counts.
const ENOUGH: usize = 8;
/// A border is torn where the step across is so many times those within …
const TORN: f64 = 5.0;
/// … or, of few elements, so many times the large ones within …
const TORN_OF_FEW: f64 = 3.0;
/// … and no smaller than this part of how far any two values of the array are apart.
const APART: f64 = 8.0;
/// A border fits where the step across is at most so many times those within.
const FITS: f64 = 3.0;
/// Neighbours are so many times nearer than any two values of the array, at least.
const SMOOTH: f64 = 3.0;
/// A border is rough where values are so many times as far from where those before lead as they are within …
const ROUGH: f64 = 6.0;
/// … which is asked where that is so many times nearer than the value beside.
const LEADS: f64 = 1.5;
/// What is left of a line is rounding below this part of how far two values are apart.
const ROUNDING: f64 = 1e-6;

#[derive(Debug, Clone, Default)]
pub(super) struct Usual {
    steps: Vec<f64>,
    across: Vec<f64>,
    /// How far values are from where those before lead, along axes where that is nearer than the value beside.
    turns: Vec<Option<f64>>,
    /// Whether neighbours along each axis are nearer than any two values: in noise no border says anything.
    is_smooth: Vec<bool>,
    /// How much values differ across borders along each axis: the middle of the means, where there are enough of them.
    apart: Vec<Option<f64>>,
    /// How far two values of the array are apart.
    pub spread: f64,
    pub mean_spread: f64,
    pub quantum: f64,
}

#[derive(Debug, Clone, Copy)]
pub(super) struct Border {
    pub across: f64,
    /// What the step would be if they belonged beside each other.
    pub within: f64,
    /// The step within the calmer of both: what is read in the wrong way is rough in itself.
    calm: f64,
    pub is_torn: bool,
    /// Whether it is no border that the fields within have, however small the step is.
    pub is_rough: bool,
    /// How many times as large the step is as it would be.
    pub ratio: f64,
    fits: bool,
}

#[derive(Debug, Clone, Default)]
pub(super) struct Fit {
    pub all: usize,
    pub torn: usize,
    pub rough: usize,
    pub fitting: usize,
    /// Whether both sides along some axis are rough, or the only one.
    pub is_seamed: bool,
    /// How much larger the steps across borders are than they would be, summed up.
    pub misfit: f64,
    /// The middle step across its borders, and what it would be if they fitted.
    pub across: f64,
    pub within: f64,
    /// What is usual there, for words.
    pub calm: f64,
}

impl Fit {
    pub fn is_torn(&self) -> bool {
        self.torn > 0 && 3 * self.torn >= 2 * self.all
    }

    pub fn is_whole(&self) -> bool {
        self.all > 0 && self.torn == 0 && 4 * self.fitting >= 3 * self.all
    }

    pub fn mean_misfit(&self) -> f64 {
        self.misfit / f64::from(u32::try_from(self.all.max(1)).unwrap_or(u32::MAX))
    }
}

#[derive(Debug, Clone, Default)]
pub(super) struct Fabric {
    pub cells: BTreeMap<Vec<u64>, CellDigest>,
    pub usual: Usual,
    /// Where each cell and the next one along each axis meet: it is asked for many times.
    borders: BTreeMap<Vec<u64>, Vec<Option<Border>>>,
}

impl Fabric {
    pub fn measure(&mut self, quantum: f64) {
        let rank = self.cells.keys().next().map_or(0, Vec::len);
        let (spread, mean_spread) = self.spread();
        let mut usual = Usual { spread, mean_spread, quantum, ..Usual::default() };
        for axis in 0..rank {
            let steps: Vec<Steps> = self.cells.values().filter_map(|cell| *cell.steps.get(axis)?).collect();
            let middle = |of: fn(&Steps) -> f64| median(steps.iter().map(of).collect());
            let step = middle(|steps| steps.median).unwrap_or(0.0);
            usual.steps.push(step);
            let mut across = Vec::new();
            for (place, cell) in &self.cells {
                if let Some(next) = self.cells.get(&beside(place, axis, true)) {
                    across.extend(step_across(cell, next, axis).map(|(step, _)| step));
                }
            }
            usual.apart.push(self.usual_apart(axis));
            let means = middle(|steps| steps.mean).or_else(|| mean(across.iter().copied()));
            usual.is_smooth.push(means.is_some_and(|step| step * SMOOTH <= mean_spread));
            usual.across.push(median(across).unwrap_or(0.0));
            usual.turns.push(middle(|steps| steps.turn).filter(|turn| turn * LEADS < step));
        }
        self.usual = usual;
        self.borders.clear();
        for place in self.cells.keys().cloned().collect::<Vec<_>>() {
            self.measure_borders(place);
        }
    }

    fn usual_apart(&self, axis: usize) -> Option<f64> {
        /// Of fewer borders none is usual.
        const FEWEST: usize = 8;
        let next = |place: &[u64]| self.cells.get(&beside(place, axis, true));
        let means = self.cells.iter().filter_map(|(place, cell)| mean_across(cell, next(place)?, axis));
        let means: Vec<f64> = means.collect();
        let is_enough = means.len() >= FEWEST;
        median(means).filter(|usual| is_enough && *usual > 0.0)
    }

    /// How many times as much as usual values differ across the borders of a cell at a place, with another one elsewhere than where it
    /// lies. `None` where nothing is usual.
    pub fn strain(
        &self,
        place: &[u64],
        cell: &CellDigest,
        moved: Option<(&[u64], &CellDigest)>,
    ) -> Option<Strained> {
        let mut all = Vec::new();
        for axis in 0..place.len() {
            let Some(usual) = self.usual.apart.get(axis).copied().flatten() else { continue };
            for is_after in [false, true] {
                let other = beside(place, axis, is_after);
                let theirs = moved.filter(|(to, _)| *to == other.as_slice()).map(|(_, cell)| cell);
                let Some(theirs) = theirs.or_else(|| self.cells.get(&other)) else { continue };
                let (low, high) = if is_after { (cell, theirs) } else { (theirs, cell) };
                all.extend(mean_across(low, high, axis).map(|across| across / usual));
            }
        }
        let most = all.iter().copied().fold(0.0, f64::max);
        Some(Strained { mean: mean(all.iter().copied())?, most, sides: all.len() })
    }

    fn measure_borders(&mut self, place: Vec<u64>) {
        let Some(cell) = self.cells.get(&place) else { return };
        let next = |axis| self.border(cell, self.cells.get(&beside(&place, axis, true))?, axis);
        let borders = (0..place.len()).map(next).collect();
        self.borders.insert(place, borders);
    }

    /// Puts two cells in each other's places.
    pub fn exchange(&mut self, one: &[u64], other: &[u64]) -> Option<()> {
        let (first, second) = (self.cells.remove(one)?, self.cells.remove(other)?);
        self.cells.insert(one.to_vec(), second);
        self.cells.insert(other.to_vec(), first);
        for place in [one, other] {
            self.measure_borders(place.to_vec());
            (0..place.len()).for_each(|axis| self.measure_borders(beside(place, axis, false)));
        }
        Some(())
    }

    fn border_after(&self, place: &[u64], axis: usize) -> Option<Border> {
        self.borders.get(place)?.get(axis).copied()?
    }

    pub fn usual_step(&self, axis: usize) -> f64 {
        self.usual.steps.get(axis).copied().unwrap_or(0.0)
    }

    /// Whether cells go on from each other along an axis: values across most borders are nearer than any two are.
    pub fn goes_on(&self, axis: usize) -> bool {
        self.usual.across.get(axis).is_some_and(|across| across * SMOOTH <= self.usual.spread)
    }

    /// Whether neighbours along an axis are nearer than any two values are.
    pub fn is_smooth_along(&self, axis: usize) -> bool {
        self.usual.is_smooth.get(axis) == Some(&true)
    }

    /// Whether neighbours are so near that whatever does not belong beside them tears a border.
    pub fn is_smooth(&self) -> bool {
        self.usual.steps.iter().all(|step| step * TORN * APART <= self.usual.spread)
    }

    /// Whether neighbours along some axis differ as any two values do.
    pub fn is_noise(&self) -> bool {
        self.usual.steps.iter().any(|step| 4.0 * step > self.usual.spread)
    }

    /// How far unrelated values are apart: the middle, and the mean, for which the outermost values do not count.
    fn spread(&self) -> (f64, f64) {
        let mut values = Vec::new();
        for cell in self.cells.values() {
            values.extend(cell.sample.iter().step_by((cell.sample.len() / 8).max(1)).copied());
        }
        let mut sorted = values.clone();
        sorted.sort_unstable_by(f64::total_cmp);
        let (Some(least), Some(most)) = (quantile(&sorted, 2), quantile(&sorted, 98)) else {
            return (0.0, 0.0);
        };
        let mut apart = Vec::new();
        for (index, value) in values.iter().enumerate() {
            // Two primes lead from every value to one far away, the same at each run.
            let other = values.get(index.wrapping_mul(40_503).wrapping_add(7_919) % values.len());
            apart.extend(other.map(|other| (value.clamp(least, most) - other.clamp(least, most)).abs()));
        }
        (median(apart.clone()).unwrap_or(0.0), mean(apart.into_iter()).unwrap_or(0.0))
    }

    /// Where a cell and the next one along an axis meet; `None` where too little of both was measured.
    pub fn border(&self, low: &CellDigest, high: &CellDigest, axis: usize) -> Option<Border> {
        if !self.is_smooth_along(axis) {
            return None;
        }
        let (across, count) = step_across(low, high, axis)?;
        let floor = (self.usual_step(axis) / 4.0).max(self.usual.quantum);
        let [_, end] = low.faces.get(axis)?;
        let [begin, _] = high.faces.get(axis)?;
        let local = step_in(end).into_iter().chain(step_in(begin)).reduce(f64::max);
        let large = [low, high].into_iter().filter_map(|cell| cell.steps.get(axis).copied()?);
        let large = large.map(|steps| steps.large).reduce(f64::max);
        let (within, limit) = match (local, large) {
            (Some(local), _) if count >= ENOUGH => (local, TORN),
            (_, Some(large)) => (large, TORN_OF_FEW),
            // Cells of one element along this axis have no step within.
            _ => (self.usual.across.get(axis).copied().unwrap_or(0.0), TORN),
        };
        let within = within.max(floor);
        let calm = step_in(end).into_iter().chain(step_in(begin)).reduce(f64::min).unwrap_or(within);
        let is_torn = across >= limit * within && across >= self.usual.spread / APART && across > 0.0;
        let mut ratio = if across > 0.0 { across / within } else { 0.0 };
        // Patches of one value end anywhere.
        let mut is_rough = ratio >= limit && local.is_some_and(|local| local > self.usual.quantum);
        if let Some((turn, usual)) = self.turn_across(low, high, axis) {
            is_rough = turn >= ROUGH * usual && turn > 0.0;
            ratio = ratio.max(if turn > 0.0 { turn / usual } else { 0.0 });
        }
        let fits = across <= FITS * within || across <= self.usual.spread / 32.0;
        Some(Border { across, within, calm, is_torn, is_rough, ratio, fits })
    }

    /// How far values across a border are from where those before lead, and what is usual of that.
    fn turn_across(&self, low: &CellDigest, high: &CellDigest, axis: usize) -> Option<(f64, f64)> {
        let usual = self.usual.turns.get(axis).copied().flatten()?;
        let [_, end] = low.faces.get(axis)?;
        let [begin, _] = high.faces.get(axis)?;
        let sides = end.outer.iter().zip(&end.inner).zip(begin.outer.iter().zip(&begin.inner));
        let mut turns = Vec::new();
        for ((before, farther), (after, beyond)) in sides {
            // At the edge of something real, it is on one side only that values lead elsewhere.
            let onward = (after - (2.0 * before - farther)).abs();
            turns.push(onward.min((before - (2.0 * after - beyond)).abs()));
        }
        let steps = [low, high].into_iter().filter_map(|cell| cell.steps.get(axis).copied()?);
        let is_few = turns.len() < ENOUGH;
        let local = steps.map(|steps| if is_few { steps.large_turn } else { steps.turn }).reduce(f64::max)?;
        // Of a counter that goes on evenly, one step more or less is as odd as many.
        let floor =
            if local == 0.0 { self.usual_step(axis) / 16.0 } else { (usual / 4.0).max(self.usual.quantum) };
        Some((median(turns)?, local.max(floor).max(self.usual.spread * ROUNDING)))
    }

    /// Whether the steps within a cell are no larger than elsewhere, along the axes that say something.
    pub fn is_usual(&self, cell: &CellDigest) -> bool {
        self.wildness(cell) <= TORN
    }

    /// How many times larger they are, at most, where that is much of what values differ by at all.
    pub fn wildness(&self, cell: &CellDigest) -> f64 {
        let mut most = 0.0_f64;
        for ((own, usual), is_smooth) in cell.steps.iter().zip(&self.usual.steps).zip(&self.usual.is_smooth) {
            if let Some(own) = own
                && *is_smooth
                && own.median > self.usual.spread / APART
            {
                most = most.max(own.median / usual.max(self.usual.quantum));
            }
        }
        most
    }

    /// Whether a cell has the same values all along the axes on which it has neighbours: a patch of one colour ends at a border.
    pub fn is_flat(&self, place: &[u64], cell: &CellDigest) -> bool {
        let has_neighbour =
            |axis| [false, true].iter().any(|side| self.cells.contains_key(&beside(place, axis, *side)));
        let steps = cell.steps.iter().enumerate().filter(|(axis, _)| has_neighbour(*axis));
        let mut steps = steps.filter_map(|(_, steps)| steps.map(|steps| steps.mean)).peekable();
        cell.is_constant() || steps.peek().is_some() && steps.all(|mean| mean == 0.0)
    }

    pub fn sides<'a>(&'a self, place: &[u64], cell: &'a CellDigest) -> Vec<SidePair<'a>> {
        let mut found = Vec::new();
        for (axis, faces) in cell.faces.iter().enumerate() {
            for (is_after, mine) in [false, true].into_iter().zip(faces) {
                if let Some(neighbour) = self.cells.get(&beside(place, axis, is_after))
                    && let Some([begin, end]) = neighbour.faces.get(axis)
                {
                    let theirs = if is_after { begin } else { end };
                    found.push(SidePair { axis, is_after, mine, theirs, neighbour });
                }
            }
        }
        found
    }

    /// How a cell meets what is around a place. `moved` are cells that are elsewhere than where they lie.
    pub fn fit(&self, place: &[u64], cell: &CellDigest, moved: &[(&[u64], &CellDigest)]) -> Fit {
        self.fit_but(place, cell, moved, &BTreeSet::new())
    }

    /// The same without the neighbours that are suspected themselves.
    pub fn fit_but(
        &self,
        place: &[u64],
        cell: &CellDigest,
        moved: &[(&[u64], &CellDigest)],
        suspects: &BTreeSet<Vec<u64>>,
    ) -> Fit {
        let mut fit = Fit::default();
        let mut across = Vec::new();
        let mut within = Vec::new();
        let mut calm = Vec::new();
        let is_there = self.cells.get(place).is_some_and(|own| std::ptr::eq(own, cell));
        for axis in 0..place.len() {
            let mut along = (0, 0);
            for is_after in [false, true] {
                let other_place = beside(place, axis, is_after);
                if suspects.contains(&other_place) {
                    continue;
                }
                let is_moved = moved.iter().find(|(to, _)| *to == other_place.as_slice());
                let border = if is_there && is_moved.is_none() {
                    self.border_after(if is_after { place } else { &other_place }, axis)
                } else {
                    let other = is_moved.map(|(_, cell)| *cell).or_else(|| self.cells.get(&other_place));
                    let Some(other) = other else { continue };
                    let (low, high) = if is_after { (cell, other) } else { (other, cell) };
                    self.border(low, high, axis)
                };
                let Some(border) = border else { continue };
                fit.all += 1;
                fit.torn += usize::from(border.is_torn);
                fit.rough += usize::from(border.is_rough);
                fit.fitting += usize::from(border.fits);
                fit.misfit += border.ratio;
                along.0 += 1;
                along.1 += usize::from(border.is_rough);
                across.push(border.across);
                within.push(border.within);
                calm.push(border.calm);
            }
            fit.is_seamed |= along.0 > 0 && along.0 == along.1;
        }
        fit.across = median(across).unwrap_or(0.0);
        fit.within = median(within).unwrap_or(0.0);
        fit.calm = median(calm).unwrap_or(0.0);
        fit
    }

    /// Whether unsuspected cells continue each other, but for one border of so many: else a torn one says nothing.
    pub fn continues(
        &self,
        suspects: &BTreeSet<Vec<u64>>,
        one_of: usize,
        is_bad: impl Fn(&Border) -> bool,
    ) -> bool {
        // In a few chunks, one that is elsewhere makes its neighbours suspects too.
        if suspects.len() * 3 > self.cells.len() + 6 {
            return false;
        }
        let (mut all, mut torn) = (0, 0);
        for place in self.cells.keys().filter(|place| !suspects.contains(*place)) {
            for axis in 0..place.len() {
                if let Some(border) = self.border_after(place, axis)
                    && !suspects.contains(&beside(place, axis, true))
                {
                    all += 1;
                    torn += usize::from(is_bad(&border));
                }
            }
        }
        all >= 3 && torn * one_of <= all
    }
}

/// What the borders of a cell say, as times the usual.
#[derive(Debug, Clone, Copy)]
pub(super) struct Strained {
    pub mean: f64,
    pub most: f64,
    pub sides: usize,
}

/// A side of a cell, and that of the neighbour across from it.
pub(super) struct SidePair<'a> {
    pub axis: usize,
    pub is_after: bool,
    pub mine: &'a Face,
    pub theirs: &'a Face,
    pub neighbour: &'a CellDigest,
}

/// The place one farther along an axis, or one back; itself where there is none.
pub(super) fn beside(place: &[u64], axis: usize, is_after: bool) -> Vec<u64> {
    let mut other = place.to_vec();
    if let Some(coord) = other.get_mut(axis) {
        // Before the first there is no cell, and none is found that far out.
        *coord = if is_after { coord.wrapping_add(1) } else { coord.wrapping_sub(1) };
    }
    other
}

/// The middle step across a border, and over how many elements.
fn step_across(low: &CellDigest, high: &CellDigest, axis: usize) -> Option<(f64, usize)> {
    let [_, end] = low.faces.get(axis)?;
    let [begin, _] = high.faces.get(axis)?;
    if end.outer.len() != begin.outer.len() {
        return None;
    }
    let steps = differences(&end.outer, &begin.outer);
    let count = steps.len();
    // Most of a face may be without values, as along a coast.
    if count < ENOUGH.min(end.outer.len()) {
        return None;
    }
    Some((median(steps)?, count))
}

/// The mean difference of the elements on both sides of a border.
pub(super) fn mean_across(low: &CellDigest, high: &CellDigest, axis: usize) -> Option<f64> {
    let ([_, end], [begin, _]) = (low.faces.get(axis)?, high.faces.get(axis)?);
    let steps = differences(&end.outer, &begin.outer);
    mean(steps.into_iter()).filter(|_| end.outer.len() == begin.outer.len() && end.outer.len() > 4)
}

pub(super) fn step_in(face: &Face) -> Option<f64> {
    median(differences(&face.outer, &face.inner))
}

fn differences(one: &[f64], other: &[f64]) -> Vec<f64> {
    let pairs = one.iter().zip(other).filter(|(one, other)| one.is_finite() && other.is_finite());
    pairs.map(|(one, other)| (one - other).abs()).collect()
}
