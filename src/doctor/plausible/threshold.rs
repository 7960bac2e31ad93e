//! Where a sign begins: how far two readings of the same bytes have to be apart.
//!
//! All of these were set with `tests/formats/plausible.rs`: no sound array there may get a hypothesis, and as many of the misread
//! ones as possible the right one. Between the two lies a gap for each number, and it stands in that gap; where its line
//! gives no other reason, that is the whole of it. Differences are between neighbours, *unrelated* ones between elements
//! far from each other.

pub(super) mod exponents {
    /// The least share of values within one window of exponents for a reading to be plausible: a few outliers are sound.
    pub const PLAUSIBLE: f64 = 0.97;
    /// The largest such share for a reading not to be.
    pub const NOT_PLAUSIBLE: f64 = 0.75;
    /// The largest such share of values that are all over: bytes by chance have 40 of 254 exponents in a window.
    pub const SCATTERED: f64 = 0.4;
    /// The least share of extreme values that is worth showing as such.
    pub const MANY_EXTREME: f64 = 0.1;
    /// The share of numbers up to zero that are less than half the size of others: numbers through zero have about half
    /// there. Dates before a day fall off less, numbers around a mean fall off more and more.
    pub const HALVES: std::ops::RangeInclusive<f64> = 0.38..=0.62;
    /// So many times in a row.
    pub const HALVINGS: usize = 3;
    /// Fewer numbers are no share.
    pub const HALVED: usize = 60;
    /// Among so many of the highest exponents: numbers around a mean have more of them above the most frequent one.
    pub const HIGHEST: usize = 9;
    /// The greatest exponents of floats that are read as integers: from a thousandth to a hundred thousand.
    pub const COMMON: std::ops::RangeInclusive<i32> = -10..=17;
}

pub(super) mod carry {
    /// Bits by which neighbours have to be closer in the other reading.
    pub const CLOSER: f64 = 1.5;
    /// The least share of steps of a higher byte that carry; by chance it is a quarter at most.
    pub const CARRIES: f64 = 0.9;
    /// The same of many steps, of which more may be jumps.
    pub const CARRIES_OF_MANY: f64 = 0.7;
    /// The least share of near steps to believe the declared reading: it gets the benefit of the doubt.
    pub const NEAR: f64 = 0.5;
    /// The largest share of neighbours that are the same: what repeats itself proves nothing.
    pub const SAME: f64 = 0.5;
    /// The largest share of values that look sound in the declared reading for it to be implausible: half.
    pub const FEW: f64 = 0.5;
}

pub(super) mod small {
    /// Fewer different values than this, which is 4, may be one or two flags.
    pub const NO_FLAGS: usize = 4;
    /// What leaves the upper bits of the top byte unused: a fifth of it. Even a dark signal, shifted up, goes farther.
    pub const FAR_BELOW: u64 = 48;
    /// Smooth numbers of four bytes and more begin below the largest divided by this.
    pub const NEAR_ZERO: u64 = 4;
    /// What reaches this fills a byte with a sign, or more.
    pub const FULL: u64 = 0x7f;
    /// The largest of counts of what is rare: dark pictures go farther.
    pub const SKEWED_BELOW: u64 = 96;
    /// Nearly all of them are at most the largest divided by this.
    pub const SKEWED_PARTS: u64 = 4;
    /// How many of them: noise of a picture around its mean leaves half.
    pub const SKEWED: f64 = 0.75;
    /// How many of them are zero: the darkest parts of a picture are a little above.
    pub const ZEROS: f64 = 0.05;
    /// The fewest numbers on each side of a border between bytes; with `BLOCK` of them in all, chance puts them in order once
    /// in a thousand, and without gaps far less often.
    pub const BESIDE_BORDER: usize = 4;
    /// The fewest numbers of a block.
    pub const BLOCK: usize = 12;
    /// How many times longer than the numbers in it a block is at most.
    pub const BLOCK_PARTS: f64 = 3.0;
    /// How far neighbours that differ are apart in what is not smooth, as a share of the range: a sixth in counts, a
    /// third in labels, and less than this in waves of more than 16 elements.
    pub const SMOOTH: f64 = 0.12;
    /// The largest share of steps of one: smooth data have nearly nothing else.
    pub const FEW_ONES: f64 = 0.25;
    /// The least share of neighbours that are the same in an image of labels.
    pub const REGIONS: f64 = 0.6;
    /// The largest upper byte of small numbers of two bytes.
    pub const UPPER: u64 = 15;
    /// The upper byte of small numbers of two bytes and of both signs.
    pub const UPPER_OF_BOTH_SIGNS: std::ops::RangeInclusive<i64> = -8..=7;
    /// The fewest values that it has: a mask of all bits has two, 0 and -1.
    pub const UPPER_VALUES: usize = 3;
    /// The fewest values of the lower byte beside it: it is not the smaller one of two.
    pub const LOWER: usize = 64;
    /// The same in four bytes and more, where the bytes below them are all zeros in the declared order: more than flags.
    pub const LOWER_OF_WIDE: usize = 8;
    /// The fewest values with the largest upper byte.
    pub const ENDS: usize = 8;
    /// The logarithm of the largest chance that numbers end where they do: one in a million.
    pub const CHANCE: f64 = -13.8;
}

pub(super) mod width {
    /// The least share of subnormal floats that are integers: all but single outliers.
    pub const ALL_TINY: f64 = 0.995;
    /// The least share of floats of common sizes: of some thousand around zero a few come very near to it.
    pub const ALL_MODERATE: f64 = 0.998;
    pub const BOTH_SIGNS: f64 = 0.05;
    /// The least share of values with one of the two highest exponents: of numbers up to some size that is three quarters.
    pub const TOP_EXPONENTS: f64 = 0.6;
    /// How many times smaller than the spread of the values the steps between neighbours are.
    pub const SMOOTH: f64 = 3.0;
    /// The largest share of crossings where the other type ends, for one where the declared type ends.
    pub const OTHER_ENDS: f64 = 0.05;
    /// How many times larger than other steps those across the ends may be.
    pub const END_STEP: f64 = 4.0;
    /// The least share of values on each side of zero.
    pub const BALANCED: f64 = 0.1;
    /// Whole numbers from here on are no counts.
    pub const COUNTED: u64 = 1 << 32;
    /// The largest bit pattern of a small whole number that is read as a subnormal float.
    pub const SMALL: u64 = 1 << 16;
    /// The fewest different patterns that are no number: a float has one such pattern, or two.
    pub const NO_NUMBERS: usize = 8;
    /// The largest integer of 16 bits that is read as such a pattern, or as another odd one: others fill the range.
    pub const NARROW: u64 = 1 << 13;
    /// The greatest exponent of floats of two bytes; below an eighth the other float ends at 1, as shares do.
    pub const MODERATE: std::ops::RangeInclusive<i32> = -3..=12;
    /// The most exponents above the most frequent one.
    pub const ABOVE_MODE: usize = 4;
    /// How many exponents below it are less and less frequent at least.
    pub const FALLS: usize = 4;
    /// The least share of values with these exponents.
    pub const OF_TAIL: f64 = 0.8;
    /// The least share of odd values where floats have as many exponents as `bfloat16`.
    pub const ALL_ODD: f64 = 0.9;
    /// The least typical step of floats that are read as integers: counts of time have smaller or equal ones.
    pub const STEP: u64 = 256;
    /// So many different steps are enough of them: counts of time have a few.
    pub const STEPS: usize = 64;
    /// How many of one exponent there are for one of the next higher: half, and something for chance.
    pub const FALL: f64 = 0.8;
    /// How many times farther than others those neighbours are apart that differ in their sign.
    pub const THROUGH_ZERO: f64 = 1.5;
    /// The least share of numbers that are at most half as far from zero as the farthest one, where neighbours have nothing
    /// to do with each other: errors and differences have it, noise around black and white has half.
    pub const AROUND_ZERO: f64 = 0.7;
    /// Whole numbers below this are below 1e-30 as `bfloat16`.
    pub const SMALL_BRAIN: i64 = 0x0d00;
    /// Whole numbers below this are below 2^-13 as `float16`.
    pub const SMALL_HALF: i64 = 0x0800;
    /// Whole numbers below this are subnormal as `float16`.
    pub const SUBNORMAL_HALF: i64 = 0x0400;
    /// The least share of them: floats that end below 2^-13 hardly begin as near to zero.
    pub const MOSTLY_SUBNORMAL: f64 = 0.5;
    /// How many times farther than their median labels and counts go at most.
    pub const NEAR_ZERO: u64 = 12;
    /// Labels and counts are below this, or far from zero, or smooth: probabilities in `float16` may fill the rest.
    pub const BELOW_PROBABILITIES: u64 = 0x200;
    /// How many times the least one the largest is at most, where they are far from zero.
    pub const FAR_FROM_ZERO: u64 = 8;
}

pub(super) mod order {
    use std::ops::RangeInclusive;

    /// The share of steps up in values that go up and down; that of a counter lies outside.
    pub const BOTH_WAYS: RangeInclusive<f64> = 0.1..=0.9;
    /// How many times nearer than unrelated ones elements above each other are.
    pub const ALIKE: f64 = 2.0;
    /// How many times nearer they are at most: what repeats itself exactly is no proof.
    pub const SAME: f64 = 2000.0;
    /// How many times nearer the elements are in the other order than in the declared one.
    pub const NEARER: f64 = 1.5;
    /// The share of the unrelated difference, as a divisor, below which differences count as equal: noise of rounding.
    pub const FLOOR: f64 = 1000.0;
    /// How many times nearer than unrelated ones elements are at a lag that stands out among the lags beside it.
    pub const DIP: f64 = 8.0;
    /// How many times nearer they are than at the lags beside it, and in the declared order.
    pub const DIP_NEARER: f64 = 4.0;
    /// How many times nearer elements above each other are than unrelated ones, than those half a row apart, and than in
    /// the declared order, where rows do not jump at their ends, as around the globe.
    pub const RETURN: f64 = 3.0;
    /// How many times farther apart neighbours may be where rows only seem to end.
    pub const GOES_ON: f64 = 2.0;
    /// How many times nearer than unrelated ones neighbours within rows are.
    pub const SMOOTH_INSIDE: f64 = 4.0;
    /// How many times farther apart than within rows neighbours are where rows end.
    pub const JUMP: f64 = 4.0;
    /// How many times nearer than unrelated ones they are there at most.
    pub const JUMP_APART: f64 = 8.0;
}

pub(super) mod planes {
    /// How many times larger than the smallest step of a vector the largest one is: Gaussian latitudes come to 3.
    pub const UNEVEN: f64 = 16.0;
}

pub(super) mod regions {
    /// The least share of elements far from each other that differ: regions of about the same size have a half and more.
    pub const VARIED: f64 = 0.2;
    /// How much less often neighbours differ at least.
    pub const ALIKE: f64 = 0.9;
    /// So many elements differ from those above them at least.
    pub const EDGES: usize = 20;
}

pub(super) mod saturated {
    /// Fewer numbers are no share.
    pub const LEAST: usize = 256;
    /// The least share that is the greatest number, where others come near it: a mark for what is missing is alone there.
    pub const ONE_END: f64 = 0.02;
    /// How near that is: within this power of two of the range.
    pub const NEAR: u32 = 4;
    pub const BOTH_ENDS: f64 = 0.005;
    /// More at the ends are a mask, or an image in black and white.
    pub const MOST: f64 = 0.9;
}
