use super::digest::{CellDigest, median, quantile};
use super::fabric::Fabric;

/// From so many other cells on, it is odd to be unlike them.
const FEWEST: usize = 6;
/// Of each cell so many values are put together with those of all others.
const OF_EACH: usize = 32;
/// Of all of them so many are kept.
const MOST_POOLED: usize = 1 << 11;
/// Of values that are no labels there are at least so many different ones.
const DISTINCT: usize = 24;
/// Cells like all others are at most so far apart: of 192 values chance makes it a tenth, and a slow change more.
const ALIKE: f64 = 0.35;
/// The distribution of an odd cell is at least so far from that of the others …
const ODD: f64 = 0.5;
/// … and so many times farther than that of any other cell.
const FARTHER: f64 = 2.0;
/// Without an explanation it is odd only so far away …
const FOREIGN: f64 = 0.9;
/// … where those of all others are as far as chance makes it.
const CHANCE: f64 = 0.25;

#[derive(Debug, Default)]
pub(super) struct AllValues {
    /// The two cells with the least values, the least first, and the two with the greatest.
    least: [(Vec<u64>, f64); 2],
    most: [(Vec<u64>, f64); 2],
    middle: f64,
    /// Cells that vary, and those of them that have the value in the middle of all.
    varied: usize,
    sharing: usize,
    /// Elements of zero bytes, those that are missing, and those that are NaN or infinite.
    pub zeros: usize,
    pub missing: usize,
    pub strange: usize,
    /// The two cells with the longest runs of zeros.
    zero_runs: [(Vec<u64>, f64); 2],
    /// Some values of each cell, in their order.
    pool: Vec<f64>,
    /// The cell whose distribution is farthest from that of all, how far it is, and how far the next one is.
    farthest: (Vec<u64>, f64),
    next: f64,
}

#[derive(Debug, Clone, Copy)]
pub(super) struct OtherValues<'a> {
    pub least: f64,
    pub most: f64,
    all: &'a AllValues,
    /// Whether its distribution is another one, where those of all others are alike.
    pub is_odd: bool,
    /// The same beyond doubt, whatever may explain it.
    pub is_foreign: bool,
    /// Whether all of them are about the same, so that a cell of its own is odd.
    is_shared: bool,
}

impl AllValues {
    pub fn of(fabric: &Fabric) -> Self {
        let mut found = Self {
            least: [(Vec::new(), f64::INFINITY), (Vec::new(), f64::INFINITY)],
            most: [(Vec::new(), f64::NEG_INFINITY), (Vec::new(), f64::NEG_INFINITY)],
            next: f64::INFINITY,
            ..Self::default()
        };
        let varied = || fabric.cells.iter().filter(|(_, cell)| !cell.is_constant());
        found.middle = median(varied().map(|(_, cell)| cell.quantile(50)).collect()).unwrap_or(f64::NAN);
        for (place, cell) in varied() {
            found.varied += 1;
            found.sharing += usize::from(found.shares(cell));
            push(&mut found.least, place, cell.least[0].value, |one, other| one < other);
            push(&mut found.most, place, cell.most[0].value, |one, other| one > other);
        }
        for (place, cell) in &fabric.cells {
            #[expect(clippy::cast_precision_loss, reason = "a chunk has not so many elements")]
            let run = cell.zero_run.1 as f64;
            push(&mut found.zero_runs, place, run, |one, other| one > other);
            found.zeros += cell.zeros;
            found.missing += cell.missing;
            found.strange += cell.strange;
        }
        found.compare_distributions(fabric);
        found
    }

    fn compare_distributions(&mut self, fabric: &Fabric) {
        let varied = || fabric.cells.iter().filter(|(_, cell)| !cell.is_constant());
        for (_, cell) in varied() {
            self.pool.extend(cell.sample.iter().step_by(cell.sample.len().div_ceil(OF_EACH).max(1)));
        }
        self.pool.sort_unstable_by(f64::total_cmp);
        let step = self.pool.len().div_ceil(MOST_POOLED).max(1);
        self.pool = self.pool.iter().copied().step_by(step).collect();
        let distinct = self.pool.chunk_by(|one, other| one.total_cmp(other).is_eq()).count();
        if self.varied <= FEWEST || distinct < DISTINCT {
            return;
        }
        self.next = 0.0;
        // Of few elements, as at the end of an array, a distribution says little.
        let most = varied().map(|(_, cell)| cell.sample.len()).max().unwrap_or(0);
        for (place, cell) in varied().filter(|(_, cell)| 2 * cell.sample.len() >= most) {
            let apart = distance(&cell.sample, &self.pool);
            if apart > self.farthest.1 {
                self.next = self.farthest.1;
                self.farthest = (place.clone(), apart);
            } else {
                self.next = self.next.max(apart);
            }
        }
    }

    /// Whether the values of every cell are like those of all others, but for one cell at most.
    fn are_alike(&self) -> bool {
        self.next <= ALIKE
    }

    fn shares(&self, cell: &CellDigest) -> bool {
        (cell.quantile(2)..=cell.quantile(98)).contains(&self.middle)
    }

    /// The longest run of zeros in another cell.
    pub fn zero_run_but(&self, place: &[u64]) -> f64 {
        first_but(&self.zero_runs, place)
    }

    pub fn but(&self, place: &[u64], cell: &CellDigest) -> OtherValues<'_> {
        let own = usize::from(!cell.is_constant());
        let others = self.varied - own.min(self.varied);
        let sharing = self.sharing - usize::from(own > 0 && self.shares(cell)).min(self.sharing);
        OtherValues {
            least: first_but(&self.least, place),
            most: first_but(&self.most, place),
            all: self,
            is_odd: self.are_alike()
                && self.farthest.0 == place
                && self.farthest.1 >= ODD.max(FARTHER * self.next),
            is_foreign: self.farthest.0 == place && self.farthest.1 >= FOREIGN && self.next <= CHANCE,
            is_shared: others >= FEWEST && sharing * 10 >= others * 9,
        }
    }
}

fn first_but(ends: &[(Vec<u64>, f64); 2], place: &[u64]) -> f64 {
    if ends[0].0 == place { ends[1].1 } else { ends[0].1 }
}

fn push(ends: &mut [(Vec<u64>, f64); 2], place: &[u64], value: f64, is_farther: impl Fn(f64, f64) -> bool) {
    if is_farther(value, ends[0].1) {
        ends.swap(0, 1);
        ends[0] = (place.to_vec(), value);
    } else if is_farther(value, ends[1].1) {
        ends[1] = (place.to_vec(), value);
    }
}

/// How far two distributions are apart: by the largest difference of the shares up to any value. Both are in their order.
pub(super) fn distance(one: &[f64], other: &[f64]) -> f64 {
    let length = |sorted: &[f64]| f64::from(u32::try_from(sorted.len().max(1)).unwrap_or(u32::MAX));
    let (of_one, of_other) = (1.0 / length(one), 1.0 / length(other));
    let (mut at, mut beside) = (0, 0);
    let (mut below, mut below_other, mut most) = (0.0, 0.0, 0.0_f64);
    while let Some(end) = match (one.get(at), other.get(beside)) {
        (Some(own), Some(theirs)) => Some(own.min(*theirs)),
        (own, theirs) => own.or(theirs).copied(),
    } {
        while one.get(at).is_some_and(|value| *value <= end) {
            (at, below) = (at + 1, below + of_one);
        }
        while other.get(beside).is_some_and(|value| *value <= end) {
            (beside, below_other) = (beside + 1, below_other + of_other);
        }
        most = most.max((below - below_other).abs());
    }
    most
}

impl OtherValues<'_> {
    pub fn width(&self) -> f64 {
        self.most - self.least
    }

    /// Whether a cell has values of another kind: most lie far outside, or some unthinkably far.
    pub fn are_unlike(&self, cell: &CellDigest) -> bool {
        if !self.is_shared {
            return false;
        }
        let (low, high) = (cell.quantile(25), cell.quantile(75));
        let is_beside = low > self.most + self.width() || high < self.least - self.width();
        let far = cell.sample.iter().filter(|value| self.distance(**value) > 10.0 * self.width()).count();
        is_beside || far * 20 > cell.sample.len()
    }

    pub fn are_like(&self, cell: &CellDigest) -> bool {
        let near = cell.sample.iter().filter(|value| self.distance(**value) <= self.width() / 2.0).count();
        let is_new = cell.strange > 0 && self.all.strange == 0;
        // Where those of all others are alike, its values have to be distributed so, too.
        let is_distributed = || {
            !self.all.are_alike() || distance(&cell.sample, &self.all.pool) <= ALIKE.max(1.5 * self.all.next)
        };
        !is_new && near * 50 >= cell.sample.len() * 49 && is_distributed()
    }

    pub fn quantile(&self, hundredths: usize) -> f64 {
        quantile(&self.all.pool, hundredths).unwrap_or(f64::NAN)
    }

    fn distance(&self, value: f64) -> f64 {
        (self.least - value).max(value - self.most).max(0.0)
    }
}
