//! `chunks`: which chunks of an array are stored, and how large they are.

use std::io::Write;

use serde::Serialize;

use super::arguments::ChunksArguments;
use super::json::{ChunkNoteReport, FaultReport};
use super::open::{found, message, open_usable};
use super::verdicts::{NamedChunks, Verdicts, VerdictsReport, print_named};
use super::{Failure, Output, json as print};
use crate::codec::DecodeOptions;
use crate::metadata::text::escape;
use crate::pipeline::{Array, ChunkNote, Fault, ShardTally, Survey};
use crate::store::relative;
use crate::tell::words::{common_shape, count, grouped, large, ratio, shape, size};

const BARS: [char; 8] = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];
/// The most keys of one kind that are printed: more do not help a reader, and `--json` has the counts.
const NAMED: usize = 16;
const OUTLIERS: usize = 8;

pub(super) fn run(arguments: &ChunksArguments, output: &mut Output) -> Result<(), Failure> {
    let array = open_usable(&arguments.node, output)?;
    let Some(survey) = Survey::take(&array.stored_chunks(), |_| true) else { return Ok(()) };
    let options = arguments.decode.options();
    let inner = count_inner(&array, &survey, &options);
    let verdicts = if arguments.judge { Some(Verdicts::of(&array, &survey, &options)) } else { None };
    let mut fault = first_fault(&array, &survey);
    if let Some(verdicts) = &verdicts {
        fault = fault.or(verdicts.fault());
    }
    let facts = Facts {
        decoded_nbytes: array.decoded_nbytes(&survey),
        fault: fault.or(inner.fault),
        inner: inner.counts,
        note: inner.note,
        verdicts,
        array: &array,
        survey: &survey,
    };
    if arguments.node.json {
        print::print(&facts.json(), output)?;
    } else {
        facts.print(output)?;
    }
    let Some((key, fault)) = &facts.fault else { return Ok(()) };
    let mut faulty = survey.unreadable.len();
    if let Some(verdicts) = &facts.verdicts {
        faulty += verdicts.faulty();
    }
    Err(found(&message(&array.path, Some(key), fault), faulty))
}

fn first_fault(array: &Array, survey: &Survey) -> Option<(String, Fault)> {
    let error = survey.unreadable.first()?;
    Some((relative(error.key(), &array.key).to_owned(), error.clone().into()))
}

#[derive(Default)]
struct Inner {
    counts: Option<InnerCounts>,
    fault: Option<(String, Fault)>,
    note: Option<ChunkNote>,
}

fn count_inner(array: &Array, survey: &Survey, options: &DecodeOptions) -> Inner {
    let Some(sharding) = array.chain().sharding() else { return Inner::default() };
    let per_shard = sharding.grid().size().unwrap_or(u128::MAX);
    let mut stored = 0;
    let mut missing = survey.missing().unwrap_or(0).saturating_mul(per_shard);
    let mut shards = ShardTally::default();
    for (coords, _) in survey.iter() {
        // What cannot be read is a fault below.
        if let Ok(Some(inner)) = array.missing_inner(coords, options) {
            shards.add(coords, &inner);
        }
        match array.count_inner(coords, options) {
            Ok(counts) => {
                let (there, absent) = counts.unwrap_or((0, 0));
                stored += there as u64;
                missing = missing.saturating_add(absent as u128);
            }
            Err(fault) => {
                let fault = Some((array.chunk_key(coords), fault));
                return Inner { counts: None, fault, note: shards.note(array) };
            }
        }
    }
    let chunk_shape = sharding.grid().common_shape();
    let counts = Some(InnerCounts { stored, missing, chunk_shape });
    Inner { counts, fault: None, note: shards.note(array) }
}

struct Facts<'a> {
    array: &'a Array,
    survey: &'a Survey,
    inner: Option<InnerCounts>,
    note: Option<ChunkNote>,
    fault: Option<(String, Fault)>,
    decoded_nbytes: u128,
    /// What the stored chunks are, where they were decoded.
    verdicts: Option<Verdicts>,
}

#[derive(Serialize)]
struct ChunksJson<'a> {
    array: &'a str,
    grid_shape: Vec<u64>,
    chunk_shape: Option<Vec<u64>>,
    chunks: ChunksCounts<'a>,
    stored_nbytes: u64,
    decoded_nbytes: u128,
    ratio: Option<f64>,
    smallest: Option<SizedChunk<'a>>,
    largest: Option<SizedChunk<'a>>,
    sizes: Option<SizesReport>,
    zero_length: NamedChunks,
    outliers: Vec<SizedChunk<'a>>,
    outlier_count: usize,
    not_files: Vec<String>,
    strays: NamedChunks,
    #[serde(skip_serializing_if = "Option::is_none")]
    decoded: Option<VerdictsReport>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    notes: Vec<ChunkNoteReport<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    fault: Option<FaultReport>,
}

#[derive(Serialize)]
struct ChunksCounts<'a> {
    total: Option<u128>,
    stored: u64,
    missing: Option<u128>,
    inner: Option<&'a InnerCounts>,
    #[serde(skip_serializing_if = "Option::is_none")]
    not_known: Option<u128>,
}

#[derive(Serialize)]
struct InnerCounts {
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
struct SizesReport {
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

fn sizes_report(survey: &Survey) -> Option<SizesReport> {
    let sizes = survey.sizes()?;
    let mut histogram = Vec::new();
    for ((from, to), count) in sizes.ranges().into_iter().zip(&sizes.histogram) {
        histogram.push(SizeBin { from, to, count: *count });
    }
    Some(SizesReport {
        min: sizes.least,
        lower_quartile: sizes.lower,
        median: sizes.median,
        upper_quartile: sizes.upper,
        max: sizes.greatest,
        histogram,
    })
}

impl Facts<'_> {
    fn print_sizes(&self, output: &mut Output) -> Result<(), Failure> {
        let sizes = match self.survey.sizes() {
            Some(sizes) if sizes.least < sizes.greatest => sizes,
            _ => return self.print_empty(output),
        };
        let most = sizes.histogram.iter().max().copied().unwrap_or(1).max(1);
        let mut bars = String::new();
        for count in &sizes.histogram {
            // Any chunk at all gives a bar, so that a single outlier is visible beside thousands of others.
            bars.push(match count {
                0 => ' ',
                _ => BARS.get(usize::try_from((count - 1) * 8 / most).unwrap_or(7)).copied().unwrap_or('█'),
            });
        }
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
        let named =
            outliers.map(|(coords, nbytes)| format!("{}  {}", self.array.chunk_key(coords), size(nbytes)));
        print_named("outlier", named, OUTLIERS, output)
    }

    fn print_empty(&self, output: &mut Output) -> Result<(), Failure> {
        let keys = self.survey.empty_chunks().map(|coords| self.array.chunk_key(coords));
        print_named("no bytes", keys, NAMED, output)
    }

    fn json(&self) -> ChunksJson<'_> {
        let Self { array, survey, .. } = self;
        let grid = &array.metadata.chunk_grid;
        let chunk = |(coords, nbytes)| SizedChunk { chunk: coords, key: array.chunk_key(coords), nbytes };
        let (smallest, largest) = match survey.extremes() {
            Some([smallest, largest]) => (Some(chunk(smallest)), Some(chunk(largest))),
            None => (None, None),
        };
        let hidden = survey.hidden;
        ChunksJson {
            array: &array.path,
            grid_shape: grid.grid_shape(),
            chunk_shape: grid.common_shape(),
            chunks: ChunksCounts {
                total: grid.size(),
                stored: survey.stored(),
                missing: survey.missing(),
                inner: self.inner.as_ref(),
                not_known: if hidden > 0 { Some(hidden) } else { None },
            },
            stored_nbytes: survey.total_nbytes,
            decoded_nbytes: self.decoded_nbytes,
            ratio: ratio(self.decoded_nbytes, survey.total_nbytes),
            smallest,
            largest,
            sizes: sizes_report(survey),
            zero_length: NamedChunks::of(array, survey.empty_chunks()),
            outliers: survey.outliers().map(chunk).collect(),
            outlier_count: survey.outliers().count(),
            not_files: survey.blocked().map(|coords| array.chunk_key(coords)).collect(),
            strays: NamedChunks { count: survey.stray_count, keys: survey.strays.clone() },
            decoded: self.verdicts.as_ref().map(|verdicts| verdicts.report(array)),
            notes: self.note.iter().map(ChunkNoteReport::from).collect(),
            fault: self.fault.as_ref().map(|(_, fault)| fault.into()),
        }
    }

    fn inner_form(&self) -> String {
        let Some(sharding) = self.array.chain().sharding() else { return String::new() };
        let mut form = String::new();
        if let Some(inner) = sharding.grid().common_shape() {
            form = format!("  {}", shape(&inner));
        }
        if sharding.inner().sharding().is_some() {
            form.push_str(", each a shard again");
        }
        form
    }

    fn print(&self, output: &mut Output) -> Result<(), Failure> {
        let grid = &self.array.metadata.chunk_grid;
        let chunks = common_shape(grid.common_shape().as_deref());
        writeln!(output, "array      {}", escape(&self.array.path))?;
        writeln!(output, "grid       {}  chunks {chunks}  {}", shape(&grid.grid_shape()), grid.name)?;
        writeln!(
            output,
            "stored     {} of {}",
            count(self.survey.stored().into(), "chunk"),
            large(grid.size())
        )?;
        writeln!(output, "missing    {}", large(self.survey.missing()))?;
        if self.survey.hidden > 0 {
            writeln!(output, "not known  {}", grouped(self.survey.hidden))?;
        }
        if let Some(InnerCounts { stored, missing, .. }) = &self.inner {
            let missing = grouped(*missing);
            let stored = count((*stored).into(), "inner chunk");
            writeln!(output, "inner      {stored} stored, {missing} missing{}", self.inner_form())?;
        }
        if let Some(note) = &self.note {
            let place = match note.chunks {
                0 | 1 => note.key.clone(),
                shards => format!("{shards} shards, first {}", note.key),
            };
            writeln!(output, "partly     {place}: {}", note.value)?;
        }
        let nbytes = self.survey.total_nbytes;
        writeln!(output, "nbytes     {} stored", size(nbytes))?;
        if let Some(ratio) = ratio(self.decoded_nbytes, nbytes) {
            let decoded = match u64::try_from(self.decoded_nbytes) {
                Ok(nbytes) => size(nbytes),
                Err(_) => "more than 2^64 B".to_owned(),
            };
            writeln!(output, "decoded    {decoded}, ratio {ratio:.2}")?;
        }
        if let Some([smallest, largest]) = self.survey.extremes() {
            for (name, (coords, nbytes)) in [("smallest", smallest), ("largest", largest)] {
                writeln!(output, "{name:<10} {}  {}", self.array.chunk_key(coords), size(nbytes))?;
            }
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
