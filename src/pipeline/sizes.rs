#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sizes {
    pub least: u64,
    /// The quartiles: a quarter of the chunks is not larger than `lower`.
    pub lower: u64,
    pub median: u64,
    pub upper: u64,
    pub greatest: u64,
    pub near: (u64, u64),
    pub histogram: Vec<u64>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OnScale {
    Below,
    Step(usize),
    Above,
}

const BINS: u64 = 16;
const FAR: u64 = 3;

impl Sizes {
    pub fn of(sizes: impl Iterator<Item = u64>) -> Option<Self> {
        let mut sorted: Vec<u64> = sizes.collect();
        sorted.sort_unstable();
        let at = |quarter: usize| sorted.get((sorted.len().saturating_sub(1)) * quarter / 4).copied();
        let least = at(0)?;
        let greatest = at(4)?;
        let mut spread = Self {
            least,
            lower: at(1)?,
            median: at(2)?,
            upper: at(3)?,
            greatest,
            near: (least, greatest),
            histogram: vec![0; usize::try_from((greatest - least).saturating_add(1).min(BINS)).unwrap_or(1)],
        };
        // The middle half is no outlier: there are such sizes.
        let near = |nbytes: &&u64| !spread.is_outlier(**nbytes);
        let low = sorted.iter().find(near).copied().unwrap_or(least);
        spread.near = (low, sorted.iter().rev().find(near).copied().unwrap_or(greatest));
        for nbytes in sorted {
            let bin = step(nbytes, least, greatest, spread.histogram.len());
            if let Some(count) = spread.histogram.get_mut(bin) {
                *count += 1;
            }
        }
        Some(spread)
    }

    /// The place on a scale of equal steps. Outliers are off it: one of them would put all others on one step.
    pub fn on_scale(&self, nbytes: u64, steps: usize) -> OnScale {
        match nbytes {
            _ if nbytes < self.near.0 => OnScale::Below,
            _ if nbytes > self.near.1 => OnScale::Above,
            _ => OnScale::Step(step(nbytes, self.near.0, self.near.1, steps)),
        }
    }

    pub fn ranges(&self) -> Vec<(u64, u64)> {
        let bins = self.histogram.len() as u128;
        let range = u128::from(self.greatest - self.least) + 1;
        let mut ranges = Vec::new();
        let mut start = self.least;
        for bin in 1..bins {
            let above = u64::try_from((bin * range).div_ceil(bins)).unwrap_or(u64::MAX);
            let next = self.least.saturating_add(above);
            ranges.push((start, next.saturating_sub(1)));
            start = next;
        }
        ranges.push((start, self.greatest));
        ranges
    }

    /// The width counts as at least a tenth of the median: where it has one size only, every other would be far away.
    pub fn is_outlier(&self, nbytes: u64) -> bool {
        let far = (self.upper - self.lower).max(self.median / 10).saturating_mul(FAR);
        nbytes < self.lower.saturating_sub(far) || nbytes > self.upper.saturating_add(far)
    }
}

fn step(nbytes: u64, least: u64, greatest: u64, steps: usize) -> usize {
    let range = u128::from(greatest.saturating_sub(least)) + 1;
    let above = u128::from(nbytes.min(greatest).saturating_sub(least));
    usize::try_from(above * steps as u128 / range).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quartiles_and_a_histogram() {
        let sizes = Sizes::of([7, 1, 3, 5, 9].into_iter()).unwrap();
        assert_eq!([sizes.least, sizes.lower, sizes.median, sizes.upper, sizes.greatest], [1, 3, 5, 7, 9]);
        assert_eq!(sizes.histogram, [1, 0, 1, 0, 1, 0, 1, 0, 1]);
        assert_eq!(sizes.ranges(), [1, 2, 3, 4, 5, 6, 7, 8, 9].map(|size| (size, size)));
        let two_each = Sizes::of([10, 41].into_iter()).unwrap().ranges();
        assert_eq!((two_each[0], two_each[1], two_each[15]), ((10, 11), (12, 13), (40, 41)));
        let wide = Sizes::of([0, u64::MAX].into_iter()).unwrap();
        assert_eq!((wide.histogram[0], wide.histogram[15], wide.ranges()[8].0), (1, 1, 1 << 63));
        assert_eq!(Sizes::of(std::iter::empty()), None);
    }

    #[test]
    fn what_is_far_from_most_is_an_outlier() {
        let sizes = Sizes::of((100..200).chain([5, 900])).unwrap();
        assert_eq!(
            [5, 100, 199, 320, 900].map(|nbytes| sizes.is_outlier(nbytes)),
            [false, false, false, false, true]
        );
        let same = Sizes::of([64; 20].into_iter().chain([12])).unwrap();
        assert!(same.is_outlier(12) && !same.is_outlier(64));
        let (beside, on) = ([same.on_scale(12, 8), same.on_scale(65, 8)], same.on_scale(64, 8));
        assert_eq!((beside, on), ([OnScale::Below, OnScale::Above], OnScale::Step(0)));
        assert_eq!((sizes.near, sizes.on_scale(900, 8)), ((5, 199), OnScale::Above));
        assert_eq!([5, 28, 29, 30, 199].map(|it| sizes.on_scale(it, 8)), [0, 0, 0, 1, 7].map(OnScale::Step));
        let all_but_same = Sizes::of([64; 20].into_iter().chain([65, 70])).unwrap();
        assert!(!all_but_same.is_outlier(65) && !all_but_same.is_outlier(70));
    }
}
