use std::{cmp::Ordering, sync::Arc};

use super::bins::{BinWindow, Bins, Countable, WindowCounts};
use super::number::ReadNumbers;
use crate::meaning::{FlagTable, Meaning, RawNumber};
use crate::simd::widened;

const BLOCK: usize = 1024;

#[derive(Debug, Clone)]
pub(super) struct Tally<L, P = u64> {
    pub(super) numbers: u64,
    pub(super) nan: u64,
    pub(super) infinite: [u64; 2],
    pub(super) fill: u64,
    pub(super) mean: f64,
    squares: f64,
    pub(super) bins: Bins<L>,
    pub(super) extremes: Extremes<L, P>,
    pub(super) sample: Vec<L>,
    /// How many numbers have each name of the flags, and how many have none.
    pub(super) named: Vec<u64>,
    pub(super) unnamed: u64,
}

impl<L, P> Default for Tally<L, P> {
    fn default() -> Self {
        Self {
            numbers: 0,
            nan: 0,
            infinite: [0; 2],
            fill: 0,
            mean: 0.0,
            squares: 0.0,
            bins: Bins::default(),
            extremes: Extremes::default(),
            sample: Vec::new(),
            named: Vec::new(),
            unnamed: 0,
        }
    }
}

pub(super) struct NumberCounting<L> {
    pub(super) read: ReadNumbers<L>,
    pub(super) none: Option<L>,
    pub(super) fill: L,
    /// One element in this many is in the sample.
    pub(super) stride: u64,
    /// Of values whose numbers stand for names.
    pub(super) meaning: Option<Arc<Meaning>>,
}

impl<L: Countable> NumberCounting<L> {
    /// Places are numbers in C order; `first` is that of the first element.
    pub(super) fn count(&self, bytes: &[u8], seed: u64, first: u64) -> Tally<L> {
        let mut tally = Tally::default();
        let mut numbers = Vec::with_capacity(BLOCK);
        let mut first = first;
        for block in bytes.chunks(BLOCK * self.read.nbytes.max(1)) {
            numbers.clear();
            self.read.read(block, &mut numbers);
            let size = numbers.len() as u64;
            let fill = self.fill;
            // Every NaN counts as the fill value NaN.
            #[expect(clippy::eq_op, reason = "NaN is not equal to itself")]
            let fills = widened(
                #[inline(always)]
                || {
                    if fill != fill {
                        return numbers.iter().filter(|number| **number != **number).count();
                    }
                    numbers.iter().filter(|number| **number == fill).count()
                },
            );
            tally.fill += fills as u64;
            let before = tally.nan;
            self.keep_numbers(&mut numbers, &mut tally);
            if before == 0 && tally.nan > 0 {
                let mut block_numbers = Vec::with_capacity(BLOCK);
                self.read.read(block, &mut block_numbers);
                let is_none = |number: &L| Some(*number) == self.none || number.real().is_nan();
                tally.extremes.none =
                    (first..).zip(&block_numbers).find_map(|(at, own)| is_none(own).then_some(at));
            }
            if let Some(flags) = self.flags() {
                tally.count_names(flags, &numbers);
            }
            if let Some((least, greatest)) = tally.add(&numbers) {
                // Blocks come in order: only what is further out than before has to be looked for.
                let extremes = &mut tally.extremes;
                let is_less = extremes.least.is_none_or(|(own, _)| least < own);
                let is_greater = extremes.greatest.is_none_or(|(own, _)| greatest > own);
                if is_less || is_greater {
                    // What is no number was taken out, but it has a place too.
                    numbers.clear();
                    self.read.read(block, &mut numbers);
                }
                let place = |number: L| (first..).zip(numbers.iter()).find(|(_, own)| **own == number);
                if is_less {
                    extremes.least = place(least).map(|(at, own)| (*own, at));
                }
                if is_greater {
                    extremes.greatest = place(greatest).map(|(at, own)| (*own, at));
                }
            }
            first += size;
        }
        tally.sample = self.sample(bytes, seed);
        tally
    }

    fn flags(&self) -> Option<&FlagTable> {
        self.meaning.as_ref()?.shown_flags()
    }

    pub(super) fn count_within(&self, bytes: &[u8], window: &BinWindow, counts: &mut WindowCounts) {
        let mut numbers = Vec::with_capacity(BLOCK);
        for block in bytes.chunks(BLOCK * self.read.nbytes.max(1)) {
            numbers.clear();
            self.read.read(block, &mut numbers);
            self.keep_numbers(&mut numbers, &mut Tally::default());
            counts.add(window, &mut numbers);
        }
    }

    fn keep_numbers(&self, numbers: &mut Vec<L>, tally: &mut Tally<L>) {
        let is_finite = |number: &L| Some(*number) != self.none && number.real().is_finite();
        let all = widened(
            #[inline(always)]
            || numbers.iter().fold(true, |all, number| all & is_finite(number)),
        );
        if all {
            return;
        }
        numbers.retain(|number| {
            let infinite = number.real().is_infinite();
            let keep = is_finite(number);
            tally.infinite[0] += u64::from(infinite && number.real() > 0.0);
            tally.infinite[1] += u64::from(infinite && number.real() < 0.0);
            tally.nan += u64::from(!keep && !infinite);
            keep
        });
    }

    /// One element of each stride, at a place that looks random and is the same in every run.
    fn sample(&self, bytes: &[u8], seed: u64) -> Vec<L> {
        let nbytes = self.read.nbytes.max(1);
        let size = (bytes.len() / nbytes) as u64;
        let mut sample = Vec::new();
        for (number, start) in
            (0..size).step_by(usize::try_from(self.stride).unwrap_or(usize::MAX)).enumerate()
        {
            let place = start.saturating_add(scattered(seed, number as u64) % self.stride.max(1));
            if let Ok(place) = usize::try_from(place)
                && let Some(start) = place.checked_mul(nbytes)
                && let Some(end) = start.checked_add(nbytes)
                && let Some(own) = bytes.get(start..end)
                && let Some(number) = self.read.one(own)
                && Some(number) != self.none
                && number.real().is_finite()
            {
                sample.push(number);
            }
        }
        sample
    }

    pub(super) fn fills_alone<P: Ord + Clone>(&self, times: u64, first: P) -> Tally<L, P> {
        let mut tally = Tally { fill: times, ..Tally::default() };
        if Some(self.fill) == self.none || self.fill.real().is_nan() {
            tally.nan = times;
            tally.extremes.none = (times > 0).then_some(first);
        } else if self.fill.real().is_infinite() {
            tally.infinite = if self.fill.real() > 0.0 { [times, 0] } else { [0, times] };
        } else if times > 0 {
            (tally.numbers, tally.mean) = (times, self.fill.real());
            tally.bins.add_many(self.fill, times);
            if let Some(flags) = self.flags() {
                tally.add_names(flags, whole(self.fill), times);
            }
            let least = Some((self.fill, first.clone()));
            tally.extremes = Extremes { least, greatest: Some((self.fill, first)), none: None };
        }
        tally
    }
}

fn whole<L: Countable>(number: L) -> Option<i128> {
    number.whole().or_else(|| RawNumber::Real(number.real()).whole())
}

fn scattered(seed: u64, number: u64) -> u64 {
    let mut bits = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ number.wrapping_mul(0xd1b5_4a32_d192_ed03);
    bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    bits ^ (bits >> 31)
}

impl<L: Countable, P: Ord + Clone> Tally<L, P> {
    fn add(&mut self, numbers: &[L]) -> Option<(L, L)> {
        let first = numbers.first()?;
        let ((least, greatest), [mean, squares]) = widened(
            #[inline(always)]
            || {
                let range = range(numbers, *first);
                (range, moments(numbers, range.0))
            },
        );
        self.bins.add(numbers, least, greatest);
        self.add_moments(numbers.len() as u64, mean, squares);
        Some((least, greatest))
    }

    fn count_names(&mut self, flags: &FlagTable, numbers: &[L]) {
        let mut values: Vec<Option<i128>> = numbers.iter().map(|number| whole(*number)).collect();
        // Of many numbers there are few different ones.
        values.sort_unstable();
        for same in values.chunk_by(|one, other| one == other) {
            self.add_names(flags, same.first().copied().flatten(), same.len() as u64);
        }
    }

    fn add_names(&mut self, flags: &FlagTable, value: Option<i128>, times: u64) {
        self.named.resize(flags.rows.len(), 0);
        let places = value.map(|value| flags.places(value)).unwrap_or_default();
        if places.is_empty() {
            self.unnamed = self.unnamed.saturating_add(times);
        }
        for place in places {
            if let Some(count) = self.named.get_mut(place) {
                *count = count.saturating_add(times);
            }
        }
    }

    /// Chan and others, 1979: exact even where the mean is far from zero.
    #[expect(clippy::cast_precision_loss, reason = "a count of 2^53 may be rounded here")]
    fn add_moments(&mut self, count: u64, mean: f64, squares: f64) {
        let all = self.numbers.saturating_add(count);
        if count == 0 {
            return;
        }
        let own = self.numbers as f64;
        let share = count as f64 / all as f64;
        let apart = mean - self.mean;
        self.mean += apart * share;
        self.squares += squares + apart * apart * (own * share);
        self.numbers = all;
    }

    pub(super) fn merge(&mut self, other: &Self) {
        self.add_moments(other.numbers, other.mean, other.squares);
        self.nan = self.nan.saturating_add(other.nan);
        for (own, more) in self.infinite.iter_mut().zip(other.infinite) {
            *own = own.saturating_add(more);
        }
        self.fill = self.fill.saturating_add(other.fill);
        self.bins.merge(&other.bins);
        self.extremes.merge(other.extremes.clone());
        self.sample.extend_from_slice(&other.sample);
        self.unnamed = self.unnamed.saturating_add(other.unnamed);
        self.named.resize(self.named.len().max(other.named.len()), 0);
        for (own, more) in self.named.iter_mut().zip(&other.named) {
            *own = own.saturating_add(*more);
        }
    }

    pub(super) fn placed<Q>(self, place: impl Fn(P) -> Q) -> Tally<L, Q> {
        Tally {
            numbers: self.numbers,
            nan: self.nan,
            infinite: self.infinite,
            fill: self.fill,
            mean: self.mean,
            squares: self.squares,
            bins: self.bins,
            extremes: self.extremes.placed(place),
            sample: self.sample,
            named: self.named,
            unnamed: self.unnamed,
        }
    }

    #[expect(clippy::cast_precision_loss, reason = "a count of 2^53 may be rounded here")]
    pub(super) fn deviation(&self) -> f64 {
        (self.squares / self.numbers.max(1) as f64).sqrt()
    }
}

/// How many sums are made in parallel, so that none waits for the one before it.
const LANES: usize = 8;

#[inline(always)]
#[expect(clippy::inline_always, reason = "it is compiled for the processor at hand")]
fn range<L: Countable>(numbers: &[L], first: L) -> (L, L) {
    // One after the other: both in one loop are slower.
    (chosen(numbers, first, |one, other| one < other), chosen(numbers, first, |one, other| one > other))
}

#[inline(always)]
#[expect(clippy::inline_always, reason = "it is compiled for the processor at hand")]
fn chosen<L: Countable>(numbers: &[L], first: L, is_before: impl Fn(&L, &L) -> bool) -> L {
    let mut chosen = [first; LANES];
    let (blocks, rest) = numbers.as_chunks::<LANES>();
    for block in blocks {
        for (chosen, number) in chosen.iter_mut().zip(block) {
            *chosen = if is_before(number, chosen) { *number } else { *chosen };
        }
    }
    let all = chosen.iter().chain(rest);
    all.fold(first, |chosen, number| if is_before(number, &chosen) { *number } else { chosen })
}

#[inline(always)]
#[expect(
    clippy::inline_always,
    clippy::cast_precision_loss,
    reason = "it is compiled for the processor at hand, and a block is short"
)]
fn moments<L: Countable>(numbers: &[L], least: L) -> [f64; 2] {
    // Far from zero, the sum of the numbers would be rounded more than that of their distances.
    let apart = summed(numbers, |number| number.above(least)) / numbers.len().max(1) as f64;
    let squares = summed(numbers, |number| {
        let own = number.above(least) - apart;
        own * own
    });
    [least.real() + apart, squares]
}

#[inline(always)]
#[expect(clippy::inline_always, reason = "it is compiled for the processor at hand")]
fn summed<L: Countable>(numbers: &[L], value: impl Fn(&L) -> f64) -> f64 {
    let mut sums = [0.0; LANES];
    let (blocks, rest) = numbers.as_chunks::<LANES>();
    for block in blocks {
        for (sum, number) in sums.iter_mut().zip(block) {
            *sum += value(number);
        }
    }
    sums.into_iter().sum::<f64>() + rest.iter().map(value).sum::<f64>()
}

#[derive(Debug, Clone)]
pub(super) struct Extremes<L, P> {
    pub(super) least: Option<(L, P)>,
    pub(super) greatest: Option<(L, P)>,
    /// The first that is no number.
    pub(super) none: Option<P>,
}

impl<L, P> Default for Extremes<L, P> {
    fn default() -> Self {
        Self { least: None, greatest: None, none: None }
    }
}

impl<L: Countable, P: Ord + Clone> Extremes<L, P> {
    pub(super) fn merge(&mut self, other: Self) {
        take(&mut self.least, other.least, Ordering::Less);
        take(&mut self.greatest, other.greatest, Ordering::Greater);
        self.none = self.none.take().into_iter().chain(other.none).min();
    }

    pub(super) fn placed<Q>(self, place: impl Fn(P) -> Q) -> Extremes<L, Q> {
        Extremes {
            least: self.least.map(|(number, at)| (number, place(at))),
            greatest: self.greatest.map(|(number, at)| (number, place(at))),
            none: self.none.map(place),
        }
    }
}

fn take<L: Countable, P: Ord>(own: &mut Option<(L, P)>, other: Option<(L, P)>, further: Ordering) {
    let Some((number, at)) = other else { return };
    let is_taken = match own {
        Some((own, own_at)) => match number.partial_cmp(own) {
            Some(Ordering::Equal) => at < *own_at,
            order => order == Some(further),
        },
        None => true,
    };
    if is_taken {
        *own = Some((number, at));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::metadata::float::FloatType;

    fn count(values: &[f64], fill: f64) -> Tally<f64> {
        let bytes: Vec<u8> = values.iter().flat_map(|value| value.to_le_bytes()).collect();
        let read = ReadNumbers::real(FloatType::Float64);
        NumberCounting { read, none: None, fill, stride: 1, meaning: None }.count(&bytes, 0, 0)
    }

    #[test]
    fn what_is_no_number_is_counted_apart() {
        let tally = count(&[1.0, f64::NAN, f64::INFINITY, -3.0, f64::NEG_INFINITY, f64::NAN], f64::NAN);
        assert_eq!((tally.numbers, tally.nan, tally.infinite, tally.fill), (2, 2, [1, 1], 2));
        assert_eq!((tally.mean, tally.deviation(), tally.bins.range), (-1.0, 2.0, Some((-3.0, 1.0))));
        assert_eq!(tally.sample, [1.0, -3.0]);
        assert_eq!((tally.extremes.none, count(&[2.0, f64::INFINITY], 0.0).extremes.none), (Some(1), None));
        // The first of all blocks and chunks counts.
        let far = [vec![0.0; 3000], vec![f64::NAN]].concat();
        let (mut late, early) = (count(&far, 0.0).extremes, tally.extremes);
        assert_eq!(late.none, Some(3000));
        late.merge(early);
        assert_eq!(late.none, Some(1));
    }

    #[test]
    fn the_spread_far_from_zero_is_not_lost() {
        // 1e9 + 0, 1, 2 … 99: their variance is (100² - 1) / 12.
        let values: Vec<f64> = (0..5000).map(|index| 1e9 + f64::from(index % 100)).collect();
        let tally = count(&values, 0.0);
        assert!((tally.mean - (1e9 + 49.5)).abs() < 1e-6, "{}", tally.mean);
        assert!((tally.deviation() - (9999.0_f64 / 12.0).sqrt()).abs() < 1e-9, "{}", tally.deviation());
        let (mut first, second) = (count(&values[..1234], 0.0), count(&values[1234..], 0.0));
        first.merge(&second);
        assert!((first.deviation() - tally.deviation()).abs() < 1e-9);
    }

    #[test]
    fn one_of_each_stride_is_in_the_sample() {
        let bytes: Vec<u8> = (0..10_000_u64).flat_map(u64::to_le_bytes).collect();
        let read = ReadNumbers::unsigned();
        let counting = NumberCounting { read, none: None, fill: 0, stride: 100, meaning: None };
        let sample = counting.sample(&bytes, 7);
        assert_eq!(sample.len(), 100);
        assert!(sample.iter().enumerate().all(|(number, own)| own / 100 == number as u64), "{sample:?}");
    }
}
