use std::ops::{Range, RangeInclusive};
use std::{cmp::Ordering, convert::identity, iter::repeat};

use rayon::iter::{IndexedParallelIterator, IntoParallelRefIterator, ParallelIterator};
use thiserror::Error;

use super::bins::{BinWindow, Countable, WindowCounts};
use super::number::{NumberReader, NumberType, ReadNumbers, element};
use super::summary_chunks::{FAULTS, Touched, TouchingRegion};
use super::tally::{NumberCounting, Tally};
use super::{Array, Fault, WorkPart};
use crate::codec::{DecodeOptions, recycle};
use crate::metadata::float::{Float, FloatType};
use crate::metadata::{DataType, Elements, Scalar, common, delinear, lengths, starts};

/// How many elements are kept for the quantiles, which are then off by far less than one in a hundred.
const SAMPLE: u64 = 1 << 18;
const BATCH_NBYTES: u64 = 16 << 20;
const BATCH_CHUNKS: u64 = 512;
const MEANT_BLOCK: usize = 1 << 16;
pub const QUANTILES: [f64; 3] = [0.01, 0.5, 0.99];

#[derive(Debug, Clone, Default, PartialEq)]
pub struct Summary {
    pub shape: Vec<u64>,
    pub elements: u128,
    pub missing_chunks: u128,
    pub faulty_chunks: u128,
    pub unknown_chunks: u128,
    /// The first faults, with coordinates; without for what cannot be read on the way to chunks.
    pub faults: Vec<(Option<Vec<u64>>, Fault)>,
    pub fill: u128,
    pub nan: u128,
    /// The first of them in C order.
    pub nan_at: Option<Vec<u64>>,
    pub infinite: [u128; 2],
    pub numbers: Option<FiniteNumbers>,
    /// How many have each name of the flags, in the order of their table, and how many have none; empty without flags.
    pub named: Vec<u128>,
    pub unnamed: u128,
}

#[derive(Debug, Clone, PartialEq)]
pub struct FiniteNumbers {
    pub least: Scalar,
    pub greatest: Scalar,
    /// The place in the array; of equal numbers the first in C order. `None` in the report of a part that does not say it.
    pub least_at: Option<Vec<u64>>,
    pub greatest_at: Option<Vec<u64>>,
    pub mean: f64,
    pub deviation: f64,
    /// `None` for a part: places need all numbers.
    pub places: Option<NumberPlaces>,
}

#[derive(Debug, Clone, PartialEq)]
pub struct NumberPlaces {
    /// The greatest element below which at most each of [`QUANTILES`] of all lie.
    pub quantiles: [Scalar; 3],
    pub is_sampled: bool,
    /// The beginnings of the bins, and the end of the last one. A number on an edge is counted after it, but the greatest of all
    /// before the last edge.
    pub edges: Vec<Scalar>,
    pub counts: Vec<u128>,
    /// Numbers below the first edge: a few so far away that all others would share a few bins.
    pub below: u128,
    pub above: u128,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct SummaryProgress {
    pub decoded: u64,
    pub faulty: u64,
    pub unknown: u64,
    pub chunks: Option<u64>,
    pub decoded_nbytes: u64,
    pub is_again: bool,
}

#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum SummaryError {
    #[error("expected elements that are integers, real numbers, bools or times, found {0}")]
    NoNumbers(DataType),
    #[error("interrupted before all was counted")]
    Stopped,
}

type ArrayTally<L> = Tally<L, Option<Vec<u64>>>;

struct CountedNumbers<L> {
    of: NumberType,
    tally: ArrayTally<L>,
    missing: u128,
    missing_at: Option<Vec<u64>>,
    fill: Option<L>,
    is_sampled: bool,
}

#[doc(hidden)]
impl Array {
    /// Counts the values of a region, on all cores, in constant memory. `tell` gives false to stop.
    pub fn summarize(
        &self,
        region: &[Range<u64>],
        options: &DecodeOptions,
        tell: &mut dyn FnMut(SummaryProgress) -> bool,
    ) -> Result<Summary, SummaryError> {
        let (summary, _) = self.summarize_part(region, options, None, tell)?;
        Ok(summary)
    }

    /// Counts a part of the region, and gives the digest of the whole that was divided; without a part, all of it, and no digest.
    /// Missing chunks, their elements, and chunks that may be missing belong to the part that holds the array itself.
    pub fn summarize_part(
        &self,
        region: &[Range<u64>],
        options: &DecodeOptions,
        part: Option<WorkPart>,
        tell: &mut dyn FnMut(SummaryProgress) -> bool,
    ) -> Result<(Summary, Option<String>), SummaryError> {
        let data_type = self.values_type();
        let of = NumberType::of(data_type).ok_or_else(|| SummaryError::NoNumbers(data_type.clone()))?;
        let progress = SummaryProgress::default();
        let touching = TouchingRegion { array: self, region };
        let mut found = touching.find(|| tell(progress)).ok_or(SummaryError::Stopped)?;
        let plan = part.map(|_| touching.plan(&found, options));
        if let Some(part) = part {
            found = touching.own(part, found);
        }
        let mut run = SummaryRun { array: self, region, options, tell, progress, is_part: part.is_some() };
        let fill = self.values_fill();
        let summary = match NumberReader::of(of) {
            NumberReader::Signed(read) => run.run(of, read, of.none(), &fill, found),
            NumberReader::Unsigned(read) => run.run(of, read, None, &fill, found),
            NumberReader::Real(read) => run.run(of, read, None, &fill, found),
        }?;
        Ok((summary, plan))
    }

    fn tally<L: Countable>(
        &self,
        coords: &[u64],
        region: &[Range<u64>],
        options: &DecodeOptions,
        counting: &NumberCounting<L>,
        seed: u64,
    ) -> Result<Option<ArrayTally<L>>, Fault> {
        let Some((elements, part)) = self.part(coords, region, options)? else { return Ok(None) };
        let mut tally = Tally::default();
        self.each_block(&elements, |bytes, number, first| {
            tally.merge(&counting.count(bytes, seed.wrapping_add(number), first));
        });
        recycle(elements);
        let (shape, first) = (lengths(&part), starts(&part));
        Ok(Some(tally.placed(|number| {
            let within = delinear(number, &shape);
            Some(within.iter().zip(&first).map(|(coord, first)| first.saturating_add(*coord)).collect())
        })))
    }

    fn count_within<L: Countable>(
        &self,
        coords: &[u64],
        region: &[Range<u64>],
        options: &DecodeOptions,
        counting: &NumberCounting<L>,
        window: &BinWindow,
    ) -> Result<WindowCounts, Fault> {
        let (elements, _) = self.part(coords, region, options)?.ok_or_else(|| self.gone(coords))?;
        let mut counts = WindowCounts::default();
        self.each_block(&elements, |bytes, _, _| counting.count_within(bytes, window, &mut counts));
        recycle(elements);
        Ok(counts)
    }

    /// Calls `take` with the bytes of values, the number of the block and that of its first element. Physical values come block by
    /// block: they may take eight times the bytes of the elements.
    fn each_block(&self, elements: &Elements, mut take: impl FnMut(&[u8], u64, u64)) {
        let meaning = match self.shown_meaning() {
            Some(meaning) if !meaning.keeps_values() => meaning,
            _ => return take(elements.bytes(), 0, 0),
        };
        let block = MEANT_BLOCK.saturating_mul(elements.data_type().nbytes().max(1));
        for (number, bytes) in elements.bytes().chunks(block).enumerate() {
            let meant = meaning.convert(Elements::new(elements.data_type().clone(), bytes.to_vec()));
            take(meant.bytes(), number as u64, (number * MEANT_BLOCK) as u64);
        }
    }
}

/// After so many refusals no more chunks are asked for.
const REFUSALS: u64 = 64;

/// Chunks of the region that are not there, and the first of their elements.
struct AbsentChunks {
    chunks: u128,
    elements: u128,
    first: Option<Vec<u64>>,
}

impl AbsentChunks {
    /// Chunks come in C order.
    fn add(&mut self, touching: &TouchingRegion, coords: &[u64]) {
        self.chunks = self.chunks.saturating_add(1);
        self.elements = self.elements.saturating_add(touching.size_in_each([coords]));
        if self.first.is_none() {
            let used = touching.array.metadata.chunk_grid.used(coords);
            self.first = used.map(|used| starts(&common(&used, touching.region)));
        }
    }
}

struct SummaryRun<'a> {
    array: &'a Array,
    region: &'a [Range<u64>],
    options: &'a DecodeOptions,
    tell: &'a mut dyn FnMut(SummaryProgress) -> bool,
    progress: SummaryProgress,
    is_part: bool,
}

impl SummaryRun<'_> {
    fn run<L: Countable>(
        &mut self,
        of: NumberType,
        read: ReadNumbers<L>,
        none: Option<L>,
        fill: &[u8],
        found: Touched,
    ) -> Result<Summary, SummaryError> {
        let Touched { stored, is_unasked, missing, missing_elements, missing_at, hidden, mut faults } = found;
        let mut absent = AbsentChunks { chunks: missing, elements: missing_elements, first: missing_at };
        let touching = TouchingRegion { array: self.array, region: self.region };
        let stride = touching.size_in_each(stored.iter().map(Vec::as_slice)).div_ceil(SAMPLE.into());
        let stride = u64::try_from(stride).unwrap_or(u64::MAX).max(1);
        let Some(fill) = read.one(fill) else {
            return Err(SummaryError::NoNumbers(self.array.values_type().clone()));
        };
        let meaning = self.array.shown_meaning().cloned();
        let counting = NumberCounting { read, none, fill, stride, meaning };
        self.progress.chunks = Some(stored.len() as u64);
        let mut tally = ArrayTally::default();
        let mut sound = Vec::with_capacity(stored.len());
        let batch = batch(self.array, self.options, rayon::current_num_threads());
        for (number, some) in stored.chunks(batch).enumerate() {
            let seed = (number * batch) as u64;
            let results: Vec<Result<Option<ArrayTally<L>>, Fault>> = some
                .par_iter()
                .enumerate()
                .map(|(place, coords)| {
                    self.array.tally(coords, self.region, self.options, &counting, seed + place as u64)
                })
                .collect();
            for (coords, result) in some.iter().zip(results) {
                let found = match result {
                    Ok(None) if is_unasked => {
                        absent.add(&touching, coords);
                        continue;
                    }
                    other => other.and_then(|own| own.ok_or_else(|| self.array.gone(coords))),
                };
                match found {
                    Ok(own) => {
                        self.progress.decoded += 1;
                        tally.merge(&own);
                        sound.push(coords);
                    }
                    Err(fault) => {
                        let is_unknown = fault.is_unknown();
                        self.progress.unknown += u64::from(is_unknown);
                        self.progress.faulty += u64::from(!is_unknown);
                        if faults.len() < FAULTS {
                            faults.push((Some(coords.clone()), fault));
                        }
                    }
                }
            }
            if !self.counted(some) {
                return Err(SummaryError::Stopped);
            }
            if is_unasked && self.progress.decoded == 0 && self.progress.unknown >= REFUSALS {
                // There would be nothing but refusals.
                let asked = ((number + 1) * batch).min(stored.len());
                self.progress.unknown += (stored.len() - asked) as u64;
                break;
            }
        }
        let finite = tally.numbers;
        let is_sampled = stride > 1;
        let mut counts = CountedNumbers {
            of,
            tally,
            missing: absent.elements,
            missing_at: absent.first,
            fill: None,
            is_sampled,
        };
        let mut summary = Summary {
            shape: lengths(self.region),
            missing_chunks: absent.chunks,
            faulty_chunks: hidden.chunks.saturating_add(self.progress.faulty.into()),
            unknown_chunks: hidden.unknown.saturating_add(self.progress.unknown.into()),
            faults,
            ..counts.summary(&counting)
        };
        let Some(numbers) = &mut summary.numbers else { return Ok(summary) };
        if self.is_part {
            // It takes all elements together.
            numbers.places = None;
        } else if let Some(places) = &mut numbers.places
            && let Some(window) = counts.usual()
            && let Some(found) = self.count_within(&sound, &counting, &window)?
            && found.all() == finite
        {
            counts.show_within(&window, &found, places);
        }
        Ok(summary)
    }

    fn count_within<L: Countable>(
        &mut self,
        sound: &[&Vec<u64>],
        counting: &NumberCounting<L>,
        window: &BinWindow,
    ) -> Result<Option<WindowCounts>, SummaryError> {
        self.progress = SummaryProgress { decoded: 0, decoded_nbytes: 0, is_again: true, ..self.progress };
        let mut counts = WindowCounts::default();
        for some in sound.chunks(batch(self.array, self.options, rayon::current_num_threads())) {
            let results: Vec<Result<WindowCounts, Fault>> = some
                .par_iter()
                .map(|coords| self.array.count_within(coords, self.region, self.options, counting, window))
                .collect();
            for result in results {
                let Ok(own) = result else { return Ok(None) };
                counts.merge(&own);
                self.progress.decoded += 1;
            }
            if !self.counted(some) {
                return Err(SummaryError::Stopped);
            }
        }
        Ok(Some(counts))
    }

    fn counted(&mut self, some: &[impl AsRef<[u64]>]) -> bool {
        for coords in some {
            let chunk = self.array.metadata.chunk_representation(coords.as_ref());
            let nbytes = chunk.and_then(|chunk| chunk.nbytes()).unwrap_or(0);
            self.progress.decoded_nbytes = self.progress.decoded_nbytes.saturating_add(nbytes);
        }
        (self.tell)(self.progress)
    }
}

/// Chunks until the next report. They are decoded at the same time.
pub(super) fn batch(array: &Array, options: &DecodeOptions, threads: usize) -> usize {
    let nbytes = array.chain().weight().unwrap_or(u64::MAX).max(1);
    let each = usize::try_from((BATCH_NBYTES / nbytes).clamp(1, BATCH_CHUNKS)).unwrap_or(1);
    options.batch(each.saturating_mul(threads), nbytes, threads)
}

impl<L: Countable> CountedNumbers<L> {
    fn summary(&mut self, counting: &NumberCounting<L>) -> Summary {
        // What is beyond 2^62 is added at the end: it changes nothing about where the numbers are.
        let counted = u64::try_from(self.missing).unwrap_or(u64::MAX).min(1 << 62);
        let beyond = self.missing - u128::from(counted);
        let missing = counting.fills_alone(counted, self.missing_at.take());
        self.fill = missing.bins.range.map(|_| counting.fill);
        self.tally.merge(&missing);
        let nan_at = self.tally.extremes.none.take().flatten();
        let all = &self.tally;
        let more = |count: u64, own: u64| u128::from(count) + if own > 0 { beyond } else { 0 };
        let nan = more(all.nan, missing.nan);
        let fill = u128::from(all.fill) + beyond;
        let above = more(all.infinite[0], missing.infinite[0]);
        let below = more(all.infinite[1], missing.infinite[1]);
        let finite = more(all.numbers, missing.numbers);
        let missing_too = missing.named.iter().chain(repeat(&0));
        let named = all.named.iter().zip(missing_too).map(|(count, own)| more(*count, *own)).collect();
        let unnamed = more(all.unnamed, missing.unnamed);
        Summary {
            elements: finite.saturating_add(nan).saturating_add(above).saturating_add(below),
            fill,
            nan,
            nan_at,
            infinite: [above, below],
            named,
            unnamed,
            numbers: self.numbers(beyond),
            ..Summary::default()
        }
    }

    fn numbers(&mut self, beyond: u128) -> Option<FiniteNumbers> {
        let (least, least_at) = self.tally.extremes.least.take()?;
        let (greatest, greatest_at) = self.tally.extremes.greatest.take()?;
        let scalar = |number: L| element(self.of, number.whole(), number.real());
        let (scale, first) = (self.tally.bins.scale, self.tally.bins.first);
        let of_missing = self.fill.map(|number| number.bin(scale));
        let mut counts = Vec::new();
        for (bin, count) in self.tally.bins.used() {
            let more = if of_missing == Some(bin) { beyond } else { 0 };
            counts.push(u128::from(count) + more);
        }
        self.tally.sample.sort_unstable_by(L::order);
        let [low, middle, high] =
            QUANTILES.map(|part| scalar(self.quantile(part, identity).unwrap_or(least)));
        Some(FiniteNumbers {
            least: scalar(least)?,
            greatest: scalar(greatest)?,
            least_at,
            greatest_at,
            mean: self.tally.mean,
            deviation: self.tally.deviation(),
            places: Some(NumberPlaces {
                quantiles: [low?, middle?, high?],
                is_sampled: self.is_sampled,
                edges: edges(first..=first + counts.len() as i128, scale, least, greatest),
                counts,
                below: 0,
                above: 0,
            }),
        })
    }

    fn quantile(&self, part: f64, rounded: fn(f64) -> f64) -> Option<L> {
        quantile(&self.tally.sample, self.tally.numbers, self.fill, self.missing, part, rounded)
    }

    /// Where nearly all numbers are equal, the quantiles are those of the others.
    fn usual(&self) -> Option<BinWindow> {
        // Rounded towards the middle: one number far away is left out, however few there are.
        let [low_part, _, high_part] = QUANTILES;
        let mut low = self.quantile(low_part, f64::ceil)?;
        let mut high = self.quantile(high_part, identity)?;
        if low == high {
            let others: Vec<L> = self.tally.sample.iter().copied().filter(|own| *own != low).collect();
            let first = quantile(&others, 0, None, 0, low_part, f64::ceil)?;
            let last = quantile(&others, 0, None, 0, high_part, identity)?;
            if first > last {
                return None;
            }
            low = if first < low { first } else { low };
            high = if last > high { last } else { high };
        }
        if low < high { self.tally.bins.usual(low, high) } else { None }
    }

    fn show_within(&self, window: &BinWindow, found: &WindowCounts, places: &mut NumberPlaces) {
        let Some((least, greatest)) = self.tally.bins.range else { return };
        places.below = found.below.into();
        places.above = found.above.into();
        places.counts.clear();
        for (_, count) in (window.first..=window.last).zip(found.counts) {
            places.counts.push(count.into());
        }
        places.edges = edges(window.first..=window.last + 1, window.scale, least, greatest);
        if let Some(fill) = self.fill {
            let count = match usize::try_from(fill.bin(window.scale) - window.first) {
                Ok(bin) => places.counts.get_mut(bin).unwrap_or(&mut places.above),
                Err(_) => &mut places.below,
            };
            *count = count.saturating_add(self.missing);
        }
    }
}

fn edges<L: Countable>(numbers: RangeInclusive<i128>, scale: i32, least: L, greatest: L) -> Vec<Scalar> {
    let mut edges = Vec::new();
    for bin in numbers {
        edges.push(match (least.whole(), greatest.whole()) {
            (Some(least), Some(greatest)) => {
                Scalar::Integer((bin << scale.clamp(0, 63)).clamp(least, greatest + 1))
            }
            _ => {
                #[expect(clippy::cast_precision_loss, reason = "the number of a bin is below 2^52")]
                let real = bin as f64 * 2_f64.powi(scale);
                let bits = real.clamp(least.real(), greatest.real()).to_bits();
                Scalar::Float(Float { kind: FloatType::Float64, bits })
            }
        });
    }
    edges
}

/// The element at a part of the way through a sorted sample and `weight` missing elements, which have the fill value.
#[expect(
    clippy::cast_precision_loss,
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "a quantile is a rounded place"
)]
fn quantile<L: Countable>(
    sample: &[L],
    numbers: u64,
    fill: Option<L>,
    weight: u128,
    part: f64,
    rounded: fn(f64) -> f64,
) -> Option<L> {
    let fill = match fill {
        Some(fill) if weight > 0 => fill,
        _ => return sample.get(rounded(part * sample.len().saturating_sub(1) as f64) as usize).copied(),
    };
    let stored = (u128::from(numbers).saturating_sub(weight)) as f64;
    let each = if sample.is_empty() { 0.0 } else { stored / sample.len() as f64 };
    let below = sample.partition_point(|own| own.order(&fill) == Ordering::Less);
    let target = rounded(part * (stored + weight as f64 - 1.0).max(0.0));
    let before = below as f64 * each;
    if target < before {
        return sample.get((target / each) as usize).copied();
    }
    if target < before + weight as f64 || each <= 0.0 {
        return Some(fill);
    }
    let place = ((target - weight as f64) / each) as usize;
    sample.get(place.min(sample.len().saturating_sub(1))).copied()
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use crate::hierarchy::Hierarchy;

    /// Ten bytes, of which one is far away: they are counted twice, and a chunk is removed between.
    #[test]
    fn what_is_not_there_again_leaves_the_histogram_of_everything() {
        let directory = tempfile::tempdir().unwrap();
        let document = r#"{"zarr_format": 3, "node_type": "array", "shape": [10], "data_type": "uint8", "fill_value": 0,
            "chunk_grid": {"name": "regular", "configuration": {"chunk_shape": [5]}},
            "chunk_key_encoding": {"name": "v2"}, "codecs": ["bytes"]}"#;
        fs::write(directory.path().join("zarr.json"), document).unwrap();
        fs::write(directory.path().join("0"), [1, 2, 3, 4, 5]).unwrap();
        fs::write(directory.path().join("1"), [1, 2, 3, 4, 250]).unwrap();
        let array = Array::open(&Hierarchy::open(directory.path()).unwrap(), "").unwrap();
        let outside = |removes: bool| {
            let mut again = Vec::new();
            let summary = array.summarize(&array.whole(), &DecodeOptions::default(), &mut |progress| {
                if removes && progress.decoded == 2 {
                    let _ = fs::remove_file(directory.path().join("1"));
                }
                again.push(progress.is_again);
                true
            });
            let places = summary.unwrap().numbers.unwrap().places.unwrap();
            assert_eq!(places.counts.iter().sum::<u128>() + places.above, 10);
            (places.below, places.above, again.last().copied())
        };
        assert_eq!(outside(false), (0, 1, Some(true)));
        assert_eq!(outside(true), (0, 0, Some(false)));
    }
}
