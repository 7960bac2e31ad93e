//! What the values of all cells are like, and of all but one.

use super::digest::{CellDigest, Extreme, median};
use super::fabric::Fabric;

/// From so many other cells on, it is odd to be unlike them.
const FEWEST: usize = 6;

/// The values of all cells.
#[derive(Debug)]
pub(super) struct AllValues {
    /// The two cells with the least values, the least first, and the two with the greatest.
    least: [(Vec<u64>, f64); 2],
    most: [(Vec<u64>, f64); 2],
    middle: f64,
    /// Cells that vary, and those of them that have the value in the middle of all.
    varied: usize,
    sharing: usize,
    /// Elements of zero bytes, and those that are NaN or infinite.
    pub zeros: usize,
    pub strange: usize,
}

/// What the values of the other cells are like.
#[derive(Debug, Clone, Copy)]
pub(super) struct OtherValues {
    pub least: f64,
    pub most: f64,
    /// Whether all of them are about the same, so that a cell of its own is odd.
    is_shared: bool,
}

impl AllValues {
    pub fn of(fabric: &Fabric) -> Self {
        let mut found = Self {
            least: [(Vec::new(), f64::INFINITY), (Vec::new(), f64::INFINITY)],
            most: [(Vec::new(), f64::NEG_INFINITY), (Vec::new(), f64::NEG_INFINITY)],
            middle: f64::NAN,
            varied: 0,
            sharing: 0,
            zeros: 0,
            strange: 0,
        };
        let varied = || fabric.cells.iter().filter(|(_, cell)| !cell.is_constant());
        found.middle = median(varied().map(|(_, cell)| cell.quantile(50)).collect()).unwrap_or(f64::NAN);
        for (place, cell) in varied() {
            found.varied += 1;
            found.sharing += usize::from(found.shares(cell));
            push(&mut found.least, place, cell.least[0], |one, other| one < other);
            push(&mut found.most, place, cell.most[0], |one, other| one > other);
        }
        for cell in fabric.cells.values() {
            found.zeros += cell.zeros;
            found.strange += cell.strange;
        }
        found
    }

    fn shares(&self, cell: &CellDigest) -> bool {
        (cell.quantile(2)..=cell.quantile(98)).contains(&self.middle)
    }

    /// Those of all cells but one.
    pub fn but(&self, place: &[u64], cell: &CellDigest) -> OtherValues {
        let own = usize::from(!cell.is_constant());
        let others = self.varied - own.min(self.varied);
        let sharing = self.sharing - usize::from(own > 0 && self.shares(cell)).min(self.sharing);
        let first = |ends: &[(Vec<u64>, f64); 2]| if ends[0].0 == place { ends[1].1 } else { ends[0].1 };
        OtherValues {
            least: first(&self.least),
            most: first(&self.most),
            is_shared: others >= FEWEST && sharing * 10 >= others * 9,
        }
    }
}

fn push(
    ends: &mut [(Vec<u64>, f64); 2],
    place: &[u64],
    extreme: Extreme,
    is_farther: impl Fn(f64, f64) -> bool,
) {
    if is_farther(extreme.value, ends[0].1) {
        ends.swap(0, 1);
        ends[0] = (place.to_vec(), extreme.value);
    } else if is_farther(extreme.value, ends[1].1) {
        ends[1] = (place.to_vec(), extreme.value);
    }
}

impl OtherValues {
    pub fn width(self) -> f64 {
        self.most - self.least
    }

    /// Whether a cell has values of another kind: most lie far outside, or some unthinkably far.
    pub fn are_unlike(self, cell: &CellDigest) -> bool {
        if !self.is_shared {
            return false;
        }
        let (low, high) = (cell.quantile(25), cell.quantile(75));
        let is_beside = low > self.most + self.width() || high < self.least - self.width();
        let far = cell.sample.iter().filter(|value| self.distance(**value) > 10.0 * self.width()).count();
        is_beside || far * 20 > cell.sample.len()
    }

    /// Whether nearly all values of a cell are like those of the others.
    pub fn are_like(self, cell: &CellDigest) -> bool {
        let near = cell.sample.iter().filter(|value| self.distance(**value) <= self.width() / 2.0).count();
        cell.strange == 0 && near * 50 >= cell.sample.len() * 49
    }

    fn distance(self, value: f64) -> f64 {
        (self.least - value).max(value - self.most).max(0.0)
    }
}
