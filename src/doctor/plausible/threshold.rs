//! Where a sign begins: how far two readings of the same bytes have to be apart.
//!
//! All of these were set with `tests/formats/plausible.rs`: no sound array there may get a hypothesis, and as many of the misread
//! ones as possible the right one. Between the two lies a gap for each number, and it stands in that gap; where its line
//! gives no other reason, that is the whole of it. Differences are between neighbours, *unrelated* ones between elements
//! far from each other.

/// Exponents of floats.
pub(super) mod exponents {
    /// The least share of values within one window of exponents for a reading to be plausible: a few outliers are sound.
    pub const PLAUSIBLE: f64 = 0.97;
    /// The largest such share for a reading not to be.
    pub const NOT_PLAUSIBLE: f64 = 0.75;
    /// The largest such share of values that are all over: bytes by chance have 40 of 254 exponents in a window.
    pub const SCATTERED: f64 = 0.4;
    /// The least share of extreme values that is worth showing as such.
    pub const MANY_EXTREME: f64 = 0.1;
}

/// Numbers of several bytes.
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
    /// The least share of each sign in numbers of both signs.
    pub const BOTH_SIGNS: f64 = 0.05;
}

/// Data types of the same width.
pub(super) mod width {
    /// The least share of subnormal floats that are integers: all but single outliers.
    pub const ALL_TINY: f64 = 0.995;
    /// The least share of each sign in numbers of both signs.
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
}

/// Rows and columns.
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
    /// How many times farther apart neighbours may be where rows only seem to end.
    pub const GOES_ON: f64 = 2.0;
    /// How many times nearer than unrelated ones neighbours within rows are.
    pub const SMOOTH_INSIDE: f64 = 4.0;
    /// How many times farther apart than within rows neighbours are where rows end.
    pub const JUMP: f64 = 4.0;
    /// How many times nearer than unrelated ones they are there at most.
    pub const JUMP_APART: f64 = 8.0;
}

/// Borders of square chunks.
pub(super) mod borders {
    /// How many times nearer than unrelated ones neighbours within the chunk are.
    pub const SMOOTH_WITHIN: f64 = 6.0;
    /// How many times farther apart than within the chunk neighbours across the border may be when exchanged.
    pub const JOINED: f64 = 3.0;
    /// As in [`order`](super::order::FLOOR).
    pub const FLOOR: f64 = 1000.0;
    /// How many times farther apart neighbours across the border are as they are.
    pub const TORN: f64 = 4.0;
    /// How many times nearer than unrelated ones they are at most.
    pub const TORN_APART: f64 = 8.0;
}
