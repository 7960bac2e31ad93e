//! A histogram that is made in one pass: its bins are powers of two wide, and become wider as further numbers come.
//!
//! Bins begin at whole multiples of their width, so that two histograms can be added exactly, in any order, and the
//! result depends on the numbers alone.

use std::{cmp::Ordering, fmt::Debug};

use crate::simd::widened;

pub(super) const BINS: usize = 64;

/// From this many times the usual range on, the bins are left to the usual numbers: they would share four of them.
const FAR: f64 = 16.0;

pub(super) trait Countable: Copy + PartialEq + PartialOrd + Debug + Send + Sync + 'static {
    fn real(self) -> f64;

    fn above(self, other: Self) -> f64;

    fn whole(self) -> Option<i128>;

    fn order(&self, other: &Self) -> Ordering;

    /// The narrowest bins, as an exponent of two, in which a number of this size has a bin of its own.
    fn least_scale(self) -> i32;

    fn bin(self, scale: i32) -> i128;

    fn count(numbers: &[Self], scale: i32, first: i128, counts: &mut [u64; BINS]);
}

macro_rules! whole {
    ($($type:ident)*) => { $(
        impl Countable for $type {
            #[inline(always)]
            #[expect(clippy::cast_precision_loss, reason = "the nearest number is asked for")]
            fn real(self) -> f64 {
                self as f64
            }

            #[inline(always)]
            #[expect(clippy::cast_precision_loss, reason = "the nearest number is asked for")]
            fn above(self, other: Self) -> f64 {
                // The difference is exact where the numbers themselves, as floats, would not be.
                self.abs_diff(other) as f64
            }

            fn whole(self) -> Option<i128> {
                Some(self.into())
            }

            fn order(&self, other: &Self) -> Ordering {
                self.cmp(other)
            }

            fn least_scale(self) -> i32 {
                0
            }

            fn bin(self, scale: i32) -> i128 {
                i128::from(self) >> scale.clamp(0, 64)
            }

            #[expect(
                clippy::cast_possible_truncation, clippy::cast_sign_loss,
                reason = "the difference of two bins is below 64, so that the low bits are enough"
            )]
            fn count(numbers: &[Self], scale: i32, first: i128, counts: &mut [u64; BINS]) {
                let shift = scale.clamp(0, 63) as u32;
                let first = first as u64;
                for number in numbers {
                    let bin = ((*number >> shift) as u64).wrapping_sub(first) as usize % BINS;
                    if let Some(count) = counts.get_mut(bin) {
                        *count += 1;
                    }
                }
            }
        }
    )* };
}

whole! { i64 u64 }

/// Limits of the exponent: neither the widths of bins nor what they are multiplied with may leave the range.
const LEAST_SCALE: i32 = -1022;

impl Countable for f64 {
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "it is compiled for the processor at hand")]
    fn real(self) -> f64 {
        self
    }

    #[inline(always)]
    #[expect(clippy::inline_always, reason = "it is compiled for the processor at hand")]
    fn above(self, other: Self) -> f64 {
        self - other
    }

    fn whole(self) -> Option<i128> {
        None
    }

    fn order(&self, other: &Self) -> Ordering {
        self.total_cmp(other)
    }

    fn least_scale(self) -> i32 {
        // The number of a bin stays below 2^52, so that it is exact.
        let exponent = i32::try_from((self.to_bits() >> 52) & 0x7ff).unwrap_or(0) - 1023;
        (exponent - 51).max(LEAST_SCALE)
    }

    #[expect(clippy::cast_possible_truncation, reason = "it is whole, and beyond the range it is clamped")]
    fn bin(self, scale: i32) -> i128 {
        (self * 2_f64.powi(-scale)).floor() as i128
    }

    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_precision_loss,
        reason = "the number of a bin is whole and below 2^52, the difference of two of them below 64"
    )]
    fn count(numbers: &[Self], scale: i32, first: i128, counts: &mut [u64; BINS]) {
        // Adding it puts a small whole number in the lowest bits: a conversion would look at every number alone.
        const WHOLE: f64 = 4_503_599_627_370_496.0; // 2^52
        let factor = 2_f64.powi(-scale);
        let first = first as f64;
        // Neighbours are often in the same bin: with several counters none waits for the one before it.
        let mut parts = [[0_u32; BINS]; 4];
        for some in numbers.chunks(1024) {
            let mut bins = [0_u8; 1024];
            widened(
                #[inline(always)]
                || {
                    for (bin, number) in bins.iter_mut().zip(some) {
                        *bin = ((number * factor).floor() - first + WHOLE).to_bits() as u8;
                    }
                },
            );
            let (whole, rest) = bins.get(..some.len()).unwrap_or_default().as_chunks::<4>();
            for bins in whole.iter().map(<[u8; 4]>::as_slice).chain([rest]) {
                for (part, bin) in parts.iter_mut().zip(bins) {
                    if let Some(count) = part.get_mut(usize::from(*bin) % BINS) {
                        *count += 1;
                    }
                }
            }
        }
        for part in parts {
            for (count, more) in counts.iter_mut().zip(part) {
                *count += u64::from(more);
            }
        }
    }
}

#[derive(Debug, Clone)]
pub(super) struct Bins<L> {
    /// Each bin is two to the power of this wide.
    pub(super) scale: i32,
    pub(super) first: i128,
    pub(super) counts: [u64; BINS],
    pub(super) range: Option<(L, L)>,
}

impl<L> Default for Bins<L> {
    fn default() -> Self {
        Self { scale: 0, first: 0, counts: [0; BINS], range: None }
    }
}

impl<L: Countable> Bins<L> {
    pub(super) fn add(&mut self, numbers: &[L], least: L, greatest: L) {
        self.widen(least, greatest);
        L::count(numbers, self.scale, self.first, &mut self.counts);
    }

    pub(super) fn add_many(&mut self, number: L, times: u64) {
        self.widen(number, number);
        if let Ok(bin) = usize::try_from(number.bin(self.scale) - self.first)
            && let Some(count) = self.counts.get_mut(bin)
        {
            *count = count.saturating_add(times);
        }
    }

    pub(super) fn merge(&mut self, other: &Self) {
        let Some((least, greatest)) = other.range else { return };
        if self.range.is_none() {
            *self = other.clone();
            return;
        }
        self.widen(least, greatest);
        let mut own = other.clone();
        own.place(self.scale, self.first);
        for (count, more) in self.counts.iter_mut().zip(own.counts) {
            *count = count.saturating_add(more);
        }
    }

    fn widen(&mut self, mut least: L, mut greatest: L) {
        match self.range {
            Some((own, end)) if own <= least && greatest <= end => return,
            Some((own, end)) => {
                if own <= least {
                    least = own;
                }
                if greatest <= end {
                    greatest = end;
                }
            }
            None => self.scale = i32::MIN,
        }
        let mut scale = self.scale.max(least.least_scale()).max(greatest.least_scale());
        while greatest.bin(scale) - least.bin(scale) >= BINS as i128 {
            scale += 1;
        }
        let before = self.range.replace((least, greatest));
        if before.is_some() {
            self.place(scale, least.bin(scale));
        } else {
            self.scale = scale;
            self.first = least.bin(scale);
        }
    }

    fn place(&mut self, scale: i32, first: i128) {
        let by = u32::try_from(scale - self.scale).unwrap_or(0).min(127);
        let mut counts = [0; BINS];
        for (bin, count) in (self.first..).zip(self.counts) {
            if let Ok(place) = usize::try_from((bin >> by) - first)
                && let Some(own) = counts.get_mut(place)
            {
                *own += count;
            }
        }
        *self = Self { scale, first, counts, range: self.range };
    }

    /// With as much room on both sides. `None` unless a few numbers lie so far away that all others would share a few bins.
    pub(super) fn usual(&self, low: L, high: L) -> Option<BinWindow> {
        let (least, greatest) = self.range?;
        if greatest.above(least) <= FAR * high.above(low) {
            return None;
        }
        let mut scale = low.least_scale().max(high.least_scale());
        while high.bin(scale) - low.bin(scale) >= BINS as i128 / 3 {
            scale += 1;
        }
        let (low, high) = (low.bin(scale), high.bin(scale));
        let room = high - low + 1;
        Some(BinWindow {
            scale,
            first: (low - room).max(least.bin(scale)),
            last: (high + room).min(greatest.bin(scale)),
        })
    }

    pub(super) fn used(&self) -> impl Iterator<Item = (i128, u64)> {
        let end = match self.range {
            Some((_, greatest)) => greatest.bin(self.scale) + 1,
            None => self.first,
        };
        (self.first..end).zip(self.counts)
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct BinWindow {
    pub(super) scale: i32,
    pub(super) first: i128,
    pub(super) last: i128,
}

#[derive(Debug, Clone)]
pub(super) struct WindowCounts {
    pub(super) below: u64,
    pub(super) above: u64,
    pub(super) counts: [u64; BINS],
}

impl Default for WindowCounts {
    fn default() -> Self {
        Self { below: 0, above: 0, counts: [0; BINS] }
    }
}

impl WindowCounts {
    pub(super) fn add<L: Countable>(&mut self, window: &BinWindow, numbers: &mut Vec<L>) {
        numbers.retain(|number| {
            let bin = number.bin(window.scale);
            self.below += u64::from(bin < window.first);
            self.above += u64::from(bin > window.last);
            (window.first..=window.last).contains(&bin)
        });
        L::count(numbers, window.scale, window.first, &mut self.counts);
    }

    pub(super) fn merge(&mut self, other: &Self) {
        self.below += other.below;
        self.above += other.above;
        for (count, more) in self.counts.iter_mut().zip(other.counts) {
            *count += more;
        }
    }

    pub(super) fn all(&self) -> u64 {
        self.counts.iter().sum::<u64>() + self.below + self.above
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bins<L: Countable>(numbers: &[L]) -> Bins<L> {
        let mut bins = Bins::default();
        // One by one, so that the bins are widened again and again.
        for number in numbers {
            bins.add(&[*number], *number, *number);
        }
        bins
    }

    #[test]
    fn small_integers_have_a_bin_each() {
        let found = bins(&[3_i64, -2, 3, 5]);
        let used: Vec<_> = found.used().filter(|(_, count)| *count > 0).collect();
        assert_eq!((found.scale, used), (0, vec![(-2, 1), (3, 2), (5, 1)]));
    }

    #[test]
    fn bins_do_not_depend_on_the_order_of_the_numbers() {
        let numbers = [1e-300, 0.1, 0.25, -7.5, 3e9, 3e9 + 1.0, -1e-5, 0.0];
        let mut backwards = numbers;
        backwards.reverse();
        let (one, other) = (bins(&numbers), bins(&backwards));
        assert_eq!((one.scale, one.first, one.counts), (other.scale, other.first, other.counts));
        let (mut first, second) = (bins(&numbers[..3]), bins(&numbers[3..]));
        first.merge(&second);
        assert_eq!((one.scale, one.first, one.counts), (first.scale, first.first, first.counts));
        assert_eq!(one.counts.iter().sum::<u64>(), 8);
    }

    #[test]
    fn a_number_just_below_an_edge_is_not_counted_behind_it() {
        let found = bins(&[-1e-20, 0.0, 10.0]);
        assert_eq!(found.used().take(2).collect::<Vec<_>>(), [(-1, 1), (0, 1)]);
    }

    #[test]
    fn the_ends_of_each_type_have_bins() {
        let found = bins(&[i64::MIN, i64::MAX]);
        assert_eq!((found.scale, found.counts[0], found.counts[63]), (58, 1, 1));
        assert_eq!(bins(&[0, u64::MAX]).scale, 58);
        assert_eq!(bins(&[f64::MIN, f64::MAX]).counts.iter().sum::<u64>(), 2);
        assert_eq!(bins(&[f64::MIN_POSITIVE, 5e-324, 0.0]).counts.iter().sum::<u64>(), 3);
    }

    #[test]
    fn a_few_numbers_far_away_leave_the_bins_to_the_others() {
        // 280 … 299 take 20 bins; as many are on both sides of them, unless nothing is there.
        let found = bins(&[-9999, 280, 299, 1_i64 << 40]).usual(280, 299).unwrap();
        assert_eq!(found, BinWindow { scale: 0, first: 260, last: 319 });
        let found = bins(&[275, 280, 299, 1_i64 << 40]).usual(280, 299).unwrap();
        assert_eq!((found.first, found.last), (275, 319));
        let mut numbers = vec![-9999, 275, 280, 280, 299, 319, 320, 1_i64 << 40];
        let mut counts = WindowCounts::default();
        counts.add(&BinWindow { first: 260, ..found }, &mut numbers);
        assert_eq!((counts.below, counts.above, counts.counts[20], counts.all()), (1, 2, 2, 8));
        assert_eq!(bins(&[0_i64, 280, 299, 400]).usual(0, 300), None, "they are not far");
        let found = bins(&[f64::MIN, 1.0, 2.0, f64::MAX]).usual(1.0, 2.0).unwrap();
        assert_eq!(found, BinWindow { scale: -4, first: -1, last: 49 });
        let ends = bins(&[i64::MIN, -1, 1, i64::MAX]).usual(-1, 1).unwrap();
        assert_eq!(ends, BinWindow { scale: 0, first: -4, last: 4 });
    }
}
