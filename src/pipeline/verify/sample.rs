//! Some of the chunks, chosen by chance, and what they say of all.

use std::collections::BinaryHeap;

use sha2::{Digest, Sha256};

use super::super::{Array, Inventory, OpenNode};
use super::{each_array, present, surveyed};
use crate::hierarchy::Hierarchy;
use crate::limits::READ_CHUNKS;
use crate::metadata::delinear;

/// The chunks whose digest with the seed is at most so large.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ChunkSample {
    seed: u64,
    most: u64,
}

impl ChunkSample {
    /// Each chunk with this probability, from 0 to 100 per cent.
    #[must_use]
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "the cast saturates")]
    pub fn of_percent(seed: u64, percent: f64) -> Self {
        // 2^64; a float has fewer digits than that.
        let all = 18_446_744_073_709_551_616.0;
        Self { seed, most: (percent / 100.0 * all) as u64 }
    }

    /// So many chunks, or all if there are fewer. All are listed for that; `None` when told to stop.
    pub fn of_count(
        hierarchy: &Hierarchy,
        key: &str,
        seed: u64,
        count: usize,
        inventory: Option<&Inventory>,
        go_on: &dyn Fn() -> bool,
    ) -> Option<Self> {
        let own = Self { seed, most: u64::MAX };
        let mut least = BinaryHeap::new();
        let mut take = |array: &Array, coords: &[u64]| {
            least.push(own.place(&array.key, &array.chunk_key(coords)));
            if least.len() > count {
                least.pop();
            }
        };
        each_array(&hierarchy.for_a_walk(), OpenNode::at(hierarchy, key), go_on, &mut |array| {
            if inventory.is_some() || array.store().lists() {
                let survey = surveyed(array, inventory, go_on)?;
                present(&survey).for_each(|coords| take(array, coords));
                return Some(());
            }
            let grid = &array.metadata.chunk_grid;
            let size = grid.size().and_then(|size| u64::try_from(size).ok()).unwrap_or(0);
            let shape = grid.grid_shape();
            // Others are not verified.
            let numbers = if size <= READ_CHUNKS { 0..size } else { 0..0 };
            numbers.map(|number| delinear(number, &shape)).for_each(|coords| take(array, &coords));
            Some(())
        })?;
        let most = if least.len() < count { u64::MAX } else { least.peek().copied().unwrap_or_default() };
        Some(Self { seed, most })
    }

    pub(super) fn holds(self, array: &Array, key: &str) -> bool {
        self.place(&array.key, key) <= self.most
    }

    fn place(self, node: &str, key: &str) -> u64 {
        let seed = self.seed.to_be_bytes();
        let digest = Sha256::new().chain_update(seed).chain_update(node).chain_update([0]).chain_update(key);
        digest.finalize().first_chunk().map_or(0, |bytes| u64::from_be_bytes(*bytes))
    }
}

/// How many of all chunks are faulty at most, as a part of one, with 95 per cent confidence: the exact bound of Clopper and
/// Pearson. A sample of all has no doubt.
///
/// Source: C. J. Clopper, E. S. Pearson, The use of confidence or fiducial limits illustrated in the case of the binomial,
/// Biometrika 26 (1934).
#[must_use]
#[expect(clippy::cast_precision_loss, reason = "a bound has a few digits")]
pub fn at_most_faulty(sampled: u64, faulty: u64, of: u128) -> f64 {
    if sampled == 0 {
        return 1.0;
    }
    if u128::from(sampled) >= of || faulty >= sampled {
        return faulty as f64 / sampled as f64;
    }
    let (mut low, mut high) = (0.0, 1.0);
    for _ in 0..60 {
        let middle = f64::midpoint(low, high);
        if no_more_than(faulty, sampled, middle) > 1.0 - CONFIDENCE { low = middle } else { high = middle }
    }
    high
}

pub const CONFIDENCE: f64 = 0.95;

/// The probability of at most so many faults in a sample, if this part of all is faulty.
#[expect(clippy::cast_precision_loss, reason = "a bound has a few digits")]
fn no_more_than(faulty: u64, sampled: u64, part: f64) -> f64 {
    let (count, odds) = (sampled as f64, part.ln() - (-part).ln_1p());
    // Terms as logarithms: the first one alone may be too small for a number.
    let mut term = count * (-part).ln_1p();
    let mut sum = term.exp();
    for number in 0..faulty {
        let number = number as f64;
        term += ((count - number) / (number + 1.0)).ln() + odds;
        sum += term.exp();
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_bound_is_that_of_clopper_and_pearson() {
        // scipy.stats.beta.ppf(0.95, faulty + 1, sampled - faulty)
        for (sampled, faulty, expected) in [
            (1000, 0, 0.002_991_249_545_095_3),
            (100, 0, 0.029_513_049_607_039_9),
            (100, 3, 0.075_710_793_749_830_0),
            (20, 10, 0.698_046_088_713_506_5),
            (100_000, 12, 0.000_194_418_458_147_516_7),
        ] {
            let found = at_most_faulty(sampled, faulty, 1 << 40);
            assert!((found - expected).abs() < expected * 1e-9, "{sampled} {faulty}: {found}");
        }
        for (sampled, faulty, of, expected) in [(50, 1, 50, 0.02), (0, 0, 9, 1.0), (3, 3, 9, 1.0)] {
            assert!(
                (at_most_faulty(sampled, faulty, of) - expected).abs() < 1e-15,
                "{sampled} {faulty} {of}"
            );
        }
    }

    #[test]
    fn a_percentage_is_about_that() {
        let sample = ChunkSample::of_percent(7, 10.0);
        let held =
            (0..10_000).filter(|number| sample.place("a", &format!("c/{number}")) <= sample.most).count();
        assert!((900..1100).contains(&held), "{held}");
        assert_eq!(ChunkSample::of_percent(7, 100.0).most, u64::MAX);
    }
}
