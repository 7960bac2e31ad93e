//! Statistics of a region: every stored chunk of it is decoded once, several at the same time, and nothing is kept.

use std::cmp::Ordering;
use std::ops::Range;

use rayon::iter::{IndexedParallelIterator, IntoParallelRefIterator, ParallelIterator};
use thiserror::Error;

use super::bins::Countable;
use super::number::{NumberReader, NumberType, ReadNumbers, element};
use super::summary_chunks::{FAULTS, Touched, TouchingRegion};
use super::tally::{NumberCounting, Tally};
use super::{Array, Fault, WorkPart};
use crate::codec::{DecodeOptions, recycle};
use crate::meaning::Meaning;
use crate::metadata::float::{Float, FloatType};
use crate::metadata::{DataType, Elements, Scalar, delinear, lengths, starts};

/// How many elements are kept for the quantiles: with so many a quantile is off by far less than one in a hundred.
const SAMPLE: u64 = 1 << 18;
/// How many bytes each thread decodes before it reports its progress.
const BATCH_NBYTES: u64 = 16 << 20;
/// The same, as a number of chunks.
const BATCH_CHUNKS: u64 = 512;
/// How many elements become physical values at once.
const MEANT_BLOCK: usize = 1 << 16;
/// The quantiles that are given.
pub const QUANTILES: [f64; 3] = [0.01, 0.5, 0.99];

/// What values there are in a region.
#[derive(Debug, Clone, PartialEq)]
pub struct Summary {
    /// The shape of the region.
    pub shape: Vec<u64>,
    /// The elements that were counted, missing ones too. Those of faulty chunks are not among them.
    pub elements: u128,
    /// Chunks that the region touches and that are missing.
    pub missing_chunks: u128,
    /// Chunks that cannot be decoded.
    pub faulty_chunks: u128,
    /// Chunks of which nothing is known, because the store did not answer.
    pub unknown_chunks: u128,
    /// The first of these, with their coordinates; none for what cannot be read on the way to chunks.
    pub faults: Vec<(Option<Vec<u64>>, Fault)>,
    /// Elements that are the fill value, stored or missing.
    pub fill: u128,
    /// Elements that are NaN, or no time.
    pub nan: u128,
    /// Elements that are infinite: `+Inf`, and `-Inf`.
    pub infinite: [u128; 2],
    /// What there is to say of all others, unless there are none.
    pub numbers: Option<FiniteNumbers>,
}

/// What there is to say of finite numbers.
#[derive(Debug, Clone, PartialEq)]
pub struct FiniteNumbers {
    /// The least.
    pub least: Scalar,
    /// The greatest.
    pub greatest: Scalar,
    /// Where in the array the least is: of equal ones the first in C order. `None` in the report of a part that does not say it.
    pub least_at: Option<Vec<u64>>,
    /// The same of the greatest.
    pub greatest_at: Option<Vec<u64>>,
    /// Their mean.
    pub mean: f64,
    /// Their standard deviation.
    pub deviation: f64,
    /// How they are spread; `None` of a part, because it takes all of them together.
    pub places: Option<NumberPlaces>,
}

/// How finite numbers are spread between the least and the greatest.
#[derive(Debug, Clone, PartialEq)]
pub struct NumberPlaces {
    /// For each of [`QUANTILES`] the greatest element that at most so large a part of all is below.
    pub quantiles: [Scalar; 3],
    /// Whether the quantiles come from a sample.
    pub is_sampled: bool,
    /// Where the bins of the histogram begin, and where the last one ends. A number on an edge is counted after it, and one
    /// on the last edge before it.
    pub edges: Vec<Scalar>,
    /// How many numbers are in each bin.
    pub counts: Vec<u128>,
}

/// How far a summary has come.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct SummaryProgress {
    /// Stored chunks that were decoded.
    pub decoded: u64,
    /// Chunks that could not be.
    pub faulty: u64,
    /// Chunks that the store did not give.
    pub unknown: u64,
    /// Stored chunks in all; `None` before that is known.
    pub chunks: Option<u64>,
    /// The bytes of the chunks decoded.
    pub decoded_nbytes: u64,
}

/// Why there are no statistics.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum SummaryError {
    /// The elements have no order, or are no numbers.
    #[error("expected elements that are integers, real numbers, bools or times, found {0}")]
    NoNumbers(DataType),
    /// It was asked to stop.
    #[error("interrupted before all was counted")]
    Stopped,
}

/// With coordinates in the array for places. `None` is a place that is not known.
type ArrayTally<L> = Tally<L, Option<Vec<u64>>>;

struct CountedNumbers<L> {
    of: NumberType,
    tally: ArrayTally<L>,
    missing: u128,
    /// The first missing element.
    missing_at: Option<Vec<u64>>,
    is_sampled: bool,
}

#[doc(hidden)]
impl Array {
    /// Counts what values there are in a region, on all cores and in memory that does not depend on its size. `tell` is
    /// called now and then with the progress, and says whether to go on.
    pub fn summarize(
        &self,
        region: &[Range<u64>],
        options: &DecodeOptions,
        tell: &mut dyn FnMut(SummaryProgress) -> bool,
    ) -> Result<Summary, SummaryError> {
        self.summarize_part(region, options, None, tell).map(|(summary, _)| summary)
    }

    /// Counts a part of the region, and gives the digest of what was divided, which all parts have in common; without a part
    /// everything is counted, and there is no digest. Missing chunks, their elements, and chunks that may be either belong to
    /// the part that holds the array itself.
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
        let mut run = SummaryRun { array: self, region, options, tell, progress };
        let fill = self.values_fill();
        let mut summary = match NumberReader::of(of) {
            NumberReader::Signed(read) => run.run(of, read, of.none(), &fill, found),
            NumberReader::Unsigned(read) => run.run(of, read, None, &fill, found),
            NumberReader::Real(read) => run.run(of, read, None, &fill, found),
        }?;
        if part.is_some()
            && let Some(numbers) = &mut summary.numbers
        {
            numbers.places = None;
        }
        Ok((summary, plan))
    }
}

struct SummaryRun<'a> {
    array: &'a Array,
    region: &'a [Range<u64>],
    options: &'a DecodeOptions,
    tell: &'a mut dyn FnMut(SummaryProgress) -> bool,
    progress: SummaryProgress,
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
        let Touched { stored, missing: missing_chunks, missing_elements, missing_at, hidden, mut faults } =
            found;
        let touching = TouchingRegion { array: self.array, region: self.region };
        let stride = touching.size_in_each(stored.iter().map(Vec::as_slice)).div_ceil(SAMPLE.into());
        let stride = u64::try_from(stride).unwrap_or(u64::MAX).max(1);
        let Some(fill) = read.one(fill) else {
            return Err(SummaryError::NoNumbers(self.array.values_type().clone()));
        };
        let counting = NumberCounting { read, none, fill, stride };
        self.progress.chunks = Some(stored.len() as u64);
        let mut tally = ArrayTally::default();
        for (number, some) in stored.chunks(self.batch()).enumerate() {
            let seed = (number * self.batch()) as u64;
            let results: Vec<Result<ArrayTally<L>, Fault>> = some
                .par_iter()
                .enumerate()
                .map(|(place, coords)| {
                    self.array.tally(coords, self.region, self.options, &counting, seed + place as u64)
                })
                .collect();
            for (coords, result) in some.iter().zip(results) {
                match result {
                    Ok(own) => {
                        self.progress.decoded += 1;
                        tally.merge(&own);
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
        }
        let counts =
            CountedNumbers { of, tally, missing: missing_elements, missing_at, is_sampled: stride > 1 };
        Ok(Summary {
            shape: lengths(self.region),
            missing_chunks,
            faulty_chunks: hidden.chunks.saturating_add(self.progress.faulty.into()),
            unknown_chunks: hidden.unknown.saturating_add(self.progress.unknown.into()),
            faults,
            ..counts.summary(&counting)
        })
    }

    fn counted(&mut self, some: &[Vec<u64>]) -> bool {
        for coords in some {
            let chunk = self.array.metadata.chunk_representation(coords);
            let nbytes = chunk.and_then(|chunk| chunk.nbytes()).unwrap_or(0);
            self.progress.decoded_nbytes = self.progress.decoded_nbytes.saturating_add(nbytes);
        }
        (self.tell)(self.progress)
    }

    /// How many chunks are decoded before the progress is reported. Large ones are decoded one after the other.
    fn batch(&self) -> usize {
        let nbytes = self.array.chain().decoded().nbytes().unwrap_or(u64::MAX).max(1);
        let each = (BATCH_NBYTES / nbytes).clamp(1, BATCH_CHUNKS);
        usize::try_from(each).unwrap_or(1).saturating_mul(rayon::current_num_threads())
    }
}

impl Array {
    fn tally<L: Countable>(
        &self,
        coords: &[u64],
        region: &[Range<u64>],
        options: &DecodeOptions,
        counting: &NumberCounting<L>,
        seed: u64,
    ) -> Result<ArrayTally<L>, Fault> {
        let (elements, part) = self.part(coords, region, options)?.ok_or_else(|| self.gone(coords))?;
        let tally = match self.shown_meaning() {
            Some(meaning) if !meaning.keeps_values() => count_meant(meaning, &elements, counting, seed),
            _ => counting.count(elements.bytes(), seed, 0),
        };
        recycle(elements);
        let (shape, first) = (lengths(&part), starts(&part));
        Ok(tally.placed(|number| {
            let within = delinear(number, &shape);
            Some(within.iter().zip(&first).map(|(coord, first)| first.saturating_add(*coord)).collect())
        }))
    }
}

/// Counts physical values, block by block: they may take eight times the bytes of the elements.
fn count_meant<L: Countable>(
    meaning: &Meaning,
    elements: &Elements,
    counting: &NumberCounting<L>,
    seed: u64,
) -> Tally<L> {
    let mut tally = Tally::default();
    let block = MEANT_BLOCK.saturating_mul(elements.data_type().nbytes().max(1));
    for (number, bytes) in elements.bytes().chunks(block).enumerate() {
        let meant = meaning.convert(Elements::new(elements.data_type().clone(), bytes.to_vec()));
        let first = (number * MEANT_BLOCK) as u64;
        tally.merge(&counting.count(meant.bytes(), seed.wrapping_add(number as u64), first));
    }
    tally
}

impl<L: Countable> CountedNumbers<L> {
    fn summary(mut self, counting: &NumberCounting<L>) -> Summary {
        // What is beyond 2^62 is added at the end: it changes nothing about where the numbers are.
        let counted = u64::try_from(self.missing).unwrap_or(u64::MAX).min(1 << 62);
        let beyond = self.missing - u128::from(counted);
        let missing = counting.fills_alone(counted, self.missing_at.take());
        let place = missing.bins.range.map(|_| counting.fill);
        self.tally.merge(&missing);
        let all = &self.tally;
        let more = |count: u64, own: u64| u128::from(count) + if own > 0 { beyond } else { 0 };
        let nan = more(all.nan, missing.nan);
        let fill = u128::from(all.fill) + beyond;
        let above = more(all.infinite[0], missing.infinite[0]);
        let below = more(all.infinite[1], missing.infinite[1]);
        let finite = more(all.numbers, missing.numbers);
        Summary {
            shape: Vec::new(),
            elements: finite.saturating_add(nan).saturating_add(above).saturating_add(below),
            missing_chunks: 0,
            faulty_chunks: 0,
            unknown_chunks: 0,
            faults: Vec::new(),
            fill,
            nan,
            infinite: [above, below],
            numbers: self.numbers(place, beyond),
        }
    }

    fn numbers(&mut self, missing: Option<L>, beyond: u128) -> Option<FiniteNumbers> {
        let (least, least_at) = self.tally.extremes.least.take()?;
        let (greatest, greatest_at) = self.tally.extremes.greatest.take()?;
        let scalar = |number: L| element(self.of, number.whole(), number.real());
        let bins: Vec<(i128, u64)> = self.tally.bins.used().collect();
        let scale = self.tally.bins.scale;
        let of_missing = missing.map(|number| number.bin(scale));
        let mut counts = Vec::new();
        for (bin, count) in &bins {
            let more = if of_missing == Some(*bin) { beyond } else { 0 };
            counts.push(u128::from(*count) + more);
        }
        self.tally.sample.sort_unstable_by(L::order);
        let [low, middle, high] = QUANTILES.map(|part| {
            let found = quantile(&self.tally.sample, self.tally.numbers, missing, self.missing, part);
            scalar(found.unwrap_or(least))
        });
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
                edges: edges(&bins, scale, least, greatest),
                counts,
            }),
        })
    }
}

/// Where bins begin, and the last one ends. Those of real numbers begin and end with the least and greatest of them.
fn edges<L: Countable>(counted: &[(i128, u64)], scale: i32, least: L, greatest: L) -> Vec<Scalar> {
    let mut numbers: Vec<i128> = counted.iter().map(|(bin, _)| *bin).collect();
    numbers.extend(numbers.last().map(|bin| bin + 1));
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

/// The element at a part of the way from the least to the greatest of a sorted sample, and of `weight` elements that are
/// missing and have the fill value.
#[expect(
    clippy::cast_precision_loss,
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "a quantile is a rounded place"
)]
fn quantile<L: Countable>(sample: &[L], numbers: u64, fill: Option<L>, weight: u128, part: f64) -> Option<L> {
    let fill = match fill {
        Some(fill) if weight > 0 => fill,
        _ => return sample.get((part * sample.len().saturating_sub(1) as f64) as usize).copied(),
    };
    let stored = (u128::from(numbers).saturating_sub(weight)) as f64;
    let each = if sample.is_empty() { 0.0 } else { stored / sample.len() as f64 };
    let below = sample.partition_point(|own| own.order(&fill) == Ordering::Less);
    let target = part * (stored + weight as f64 - 1.0).max(0.0);
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
