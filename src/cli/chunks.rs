//! `chunks`: which chunks of an array are stored, and how large they are.

use std::io::Write;

use serde::Serialize;

use super::arguments::ChunksArguments;
use super::json::FaultReport;
use super::open::{found, message, open_usable};
use super::verdicts::{NamedChunks, Verdicts, VerdictsReport, print_named};
use super::{Failure, Output, json as print};
use crate::codec::DecodeOptions;
use crate::metadata::text::escape;
use crate::pipeline::{Array, Fault, Sizes, Survey};
use crate::store::relative;
use crate::tell::words::{count, grouped, ratio, shape, size};

/// The bars of the histogram of sizes, from low to high.
const BARS: [char; 8] = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];
/// The most keys of one kind that are printed: more do not help a reader, and `--json` has the counts.
const NAMED: usize = 16;
/// The most outliers that are printed.
const OUTLIERS: usize = 8;

pub(super) fn run(arguments: &ChunksArguments, output: &mut Output) -> Result<(), Failure> {
    let array = open_usable(&arguments.node, output)?;
    let survey = Survey::take(&array.stored_chunks(), |_| true);
    let Some(survey) = survey else { return Ok(()) };
    let inner = count_inner(&array, &survey, &arguments.decode.options());
    let verdicts = arguments.judge.then(|| Verdicts::of(&array, &survey, &arguments.decode.options()));
    let of_chunks = verdicts.as_ref().and_then(Verdicts::fault);
    let facts = Facts {
        decoded_nbytes: array.decoded_nbytes(&survey),
        fault: first_fault(&array, &survey).or(of_chunks).or(inner.fault),
        inner: inner.counts,
        verdicts,
        array: &array,
        survey: &survey,
    };
    if arguments.node.json {
        print::print(&facts.json(), output)?;
    } else {
        facts.print(output)?;
    }
    match &facts.fault {
        Some((key, fault)) => {
            let faulty = facts.verdicts.as_ref().map_or(0, Verdicts::faulty);
            Err(found(&message(&array.path, Some(key), fault), survey.unreadable.len() + faulty))
        }
        None => Ok(()),
    }
}

/// The first fault of the survey, and its key: a directory on the way to chunks, or the key of a chunk.
fn first_fault(array: &Array, survey: &Survey) -> Option<(String, Fault)> {
    let unreadable = survey.unreadable.first();
    unreadable.map(|error| (relative(error.key(), &array.key).to_owned(), error.clone().into()))
}

/// The inner chunks of all shards.
#[derive(Default)]
struct Inner {
    /// `None` when chunks are no shards.
    counts: Option<(u64, u128)>,
    fault: Option<(String, Fault)>,
}

fn count_inner(array: &Array, survey: &Survey, options: &DecodeOptions) -> Inner {
    let Some(sharding) = array.chain().sharding() else { return Inner::default() };
    let per_shard = sharding.grid().size().unwrap_or(u128::MAX);
    let (mut stored, mut missing) = (0, survey.missing().unwrap_or(0).saturating_mul(per_shard));
    for (coords, _) in survey.iter() {
        match array.count_inner(coords, options) {
            Ok(counts) => {
                let (there, absent) = counts.unwrap_or((0, 0));
                stored += there as u64;
                missing = missing.saturating_add(absent as u128);
            }
            Err(fault) => {
                return Inner { counts: None, fault: Some((array.chunk_key(coords), fault)) };
            }
        }
    }
    Inner { counts: Some((stored, missing)), fault: None }
}

struct Facts<'a> {
    array: &'a Array,
    survey: &'a Survey,
    /// Stored and missing inner chunks.
    inner: Option<(u64, u128)>,
    /// The first thing that cannot be read or decoded, and its key.
    fault: Option<(String, Fault)>,
    decoded_nbytes: u128,
    /// What the stored chunks are, where they were decoded.
    verdicts: Option<Verdicts>,
}

/// The facts in JSON.
#[derive(Serialize)]
struct ChunksJson<'a> {
    array: &'a str,
    grid_shape: Vec<u64>,
    chunk_shape: Option<Vec<u64>>,
    chunks: ChunksCounts,
    stored_nbytes: u64,
    decoded_nbytes: u128,
    ratio: Option<f64>,
    smallest: Option<SizedChunk<'a>>,
    largest: Option<SizedChunk<'a>>,
    sizes: Option<ChunksSizes>,
    zero_length: NamedChunks,
    outliers: Vec<SizedChunk<'a>>,
    outlier_count: usize,
    not_files: Vec<String>,
    strays: NamedChunks,
    #[serde(skip_serializing_if = "Option::is_none")]
    decoded: Option<VerdictsReport>,
    #[serde(skip_serializing_if = "Option::is_none")]
    fault: Option<FaultReport>,
}

#[derive(Serialize)]
struct ChunksCounts {
    total: Option<u128>,
    stored: u64,
    missing: Option<u128>,
    inner: Option<ChunksInner>,
    #[serde(skip_serializing_if = "Option::is_none")]
    not_known: Option<u128>,
}

#[derive(Serialize)]
struct ChunksInner {
    stored: u64,
    missing: u128,
    chunk_shape: Option<Vec<u64>>,
}

#[derive(Serialize)]
struct SizedChunk<'a> {
    chunk: &'a [u64],
    key: String,
    nbytes: u64,
}

#[derive(Serialize)]
struct ChunksSizes {
    min: u64,
    lower_quartile: u64,
    median: u64,
    upper_quartile: u64,
    max: u64,
    histogram: Vec<SizeBin>,
}

#[derive(Serialize)]
struct SizeBin {
    from: u64,
    to: u64,
    count: u64,
}

impl From<&Sizes> for ChunksSizes {
    fn from(sizes: &Sizes) -> Self {
        let bins = sizes.ranges().into_iter().zip(&sizes.histogram);
        Self {
            min: sizes.least,
            lower_quartile: sizes.lower,
            median: sizes.median,
            upper_quartile: sizes.upper,
            max: sizes.greatest,
            histogram: bins.map(|((from, to), count)| SizeBin { from, to, count: *count }).collect(),
        }
    }
}

impl Facts<'_> {
    /// Prints how the sizes are spread, and which chunks are far from most.
    fn print_sizes(&self, output: &mut Output) -> Result<(), Failure> {
        let Some(sizes) = self.survey.sizes().filter(|sizes| sizes.least < sizes.greatest) else {
            return self.print_empty(output);
        };
        let most = sizes.histogram.iter().max().copied().unwrap_or(1).max(1);
        // Any chunk at all gives a bar, so that a single outlier is visible beside thousands of others.
        let bar = |count: &u64| match count {
            0 => ' ',
            _ => BARS.get(usize::try_from((count - 1) * 8 / most).unwrap_or(7)).copied().unwrap_or('█'),
        };
        let bars: String = sizes.histogram.iter().map(bar).collect();
        writeln!(
            output,
            "sizes      {} {bars} {}, median {}, middle half {} to {}",
            size(sizes.least),
            size(sizes.greatest),
            size(sizes.median),
            size(sizes.lower),
            size(sizes.upper)
        )?;
        self.print_empty(output)?;
        let outliers = self.survey.outliers();
        let text =
            |(coords, nbytes): (&[u64], u64)| format!("{}  {}", self.array.chunk_key(coords), size(nbytes));
        print_named("outlier", outliers.map(text), OUTLIERS, output)
    }

    fn print_empty(&self, output: &mut Output) -> Result<(), Failure> {
        let keys = self.survey.empty_chunks().map(|coords| self.array.chunk_key(coords));
        print_named("no bytes", keys, NAMED, output)
    }

    fn json(&self) -> ChunksJson<'_> {
        let Self { array, survey, .. } = self;
        let grid = &array.metadata.chunk_grid;
        let chunk = |(coords, nbytes)| SizedChunk { chunk: coords, key: array.chunk_key(coords), nbytes };
        let (smallest, largest) = survey.extremes().map(|[smallest, largest]| (smallest, largest)).unzip();
        let sharding = array.chain().sharding();
        let inner = self.inner.map(|(stored, missing)| ChunksInner {
            stored,
            missing,
            chunk_shape: sharding.and_then(|sharding| sharding.grid().common_shape()),
        });
        ChunksJson {
            array: &array.path,
            grid_shape: grid.grid_shape(),
            chunk_shape: grid.common_shape(),
            chunks: ChunksCounts {
                total: grid.size(),
                stored: survey.stored(),
                missing: survey.missing(),
                inner,
                not_known: Some(survey.hidden()).filter(|hidden| *hidden > 0),
            },
            stored_nbytes: survey.total_nbytes(),
            decoded_nbytes: self.decoded_nbytes,
            ratio: ratio(self.decoded_nbytes, survey.total_nbytes()),
            smallest: smallest.map(chunk),
            largest: largest.map(chunk),
            sizes: survey.sizes().map(ChunksSizes::from),
            zero_length: NamedChunks::of(array, survey.empty_chunks()),
            outliers: survey.outliers().map(chunk).collect(),
            outlier_count: survey.outliers().count(),
            not_files: survey.blocked().map(|coords| array.chunk_key(coords)).collect(),
            strays: NamedChunks { count: survey.stray_count, keys: survey.strays.clone() },
            decoded: self.verdicts.as_ref().map(|verdicts| verdicts.report(array)),
            fault: self.fault.as_ref().map(|(_, fault)| fault.into()),
        }
    }

    /// The shape of the inner chunks that are counted. Shards in shards are counted as one inner chunk each.
    fn inner_form(&self) -> String {
        let Some(sharding) = self.array.chain().sharding() else { return String::new() };
        let form = sharding.grid().common_shape().map(|inner| format!("  {}", shape(&inner)));
        let nested = if sharding.inner().sharding().is_some() { ", each a shard again" } else { "" };
        format!("{}{nested}", form.unwrap_or_default())
    }

    fn print(&self, output: &mut Output) -> Result<(), Failure> {
        let grid = &self.array.metadata.chunk_grid;
        let number = |number: Option<u128>| number.map_or_else(|| "more than 2^128".to_owned(), grouped);
        let chunks =
            grid.common_shape().map_or_else(|| "of several shapes".to_owned(), |chunks| shape(&chunks));
        writeln!(output, "array      {}", escape(&self.array.path))?;
        writeln!(output, "grid       {}  chunks {chunks}  {}", shape(&grid.grid_shape()), grid.name)?;
        writeln!(
            output,
            "stored     {} of {}",
            count(self.survey.stored().into(), "chunk"),
            number(grid.size())
        )?;
        writeln!(output, "missing    {}", number(self.survey.missing()))?;
        if self.survey.hidden() > 0 {
            writeln!(output, "not known  {}", grouped(self.survey.hidden()))?;
        }
        if let Some((stored, missing)) = self.inner {
            let missing = grouped(missing);
            let stored = count(stored.into(), "inner chunk");
            writeln!(output, "inner      {stored} stored, {missing} missing{}", self.inner_form())?;
        }
        let nbytes = self.survey.total_nbytes();
        writeln!(output, "nbytes     {} stored", size(nbytes))?;
        if let Some(ratio) = ratio(self.decoded_nbytes, nbytes) {
            let decoded =
                u64::try_from(self.decoded_nbytes).map_or_else(|_| "more than 2^64 B".to_owned(), size);
            writeln!(output, "decoded    {decoded}, ratio {ratio:.2}")?;
        }
        for (name, (coords, nbytes)) in
            ["smallest", "largest"].iter().zip(self.survey.extremes().into_iter().flatten())
        {
            writeln!(output, "{name:<10} {}  {}", self.array.chunk_key(coords), size(nbytes))?;
        }
        self.print_sizes(output)?;
        if let Some(verdicts) = &self.verdicts {
            verdicts.print(self.array, output)?;
        }
        for coords in self.survey.blocked() {
            writeln!(output, "no file    {}", self.array.chunk_key(coords))?;
        }
        if self.survey.stray_count > 0 {
            writeln!(output, "no chunks  {}", count(self.survey.stray_count.into(), "other key"))?;
            for key in &self.survey.strays {
                writeln!(output, "           {}", escape(key))?;
            }
        }
        Ok(())
    }
}
