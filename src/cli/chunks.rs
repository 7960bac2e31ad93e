use std::io::Write;

use serde::Serialize;

use crate::cli::arguments::ChunksArguments;
use crate::cli::json::{self, FaultReport};
use crate::cli::open::{found, message, open_usable};
use crate::cli::{Output, Result};
use crate::codec::DecodeOptions;
use crate::metadata::text::escape;
use crate::pipeline::{Array, ChunkNote, ChunkVerdict, Fault, ShardTally, Sizes, Survey};
use crate::store::{StoreError, relative};
use crate::tell::words::{common_shape, count, grouped, large, ratio, shape, size};

const BARS: [char; 8] = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];
const NAMED: usize = 16;
const OUTLIERS: usize = 8;

pub(super) fn run(arguments: &ChunksArguments, output: &mut Output) -> Result {
    let array = open_usable(&arguments.node, output)?;
    let Some(survey) = Survey::take(&array.stored_chunks(), |_| true) else { return Ok(()) };
    let options = arguments.decode.options();
    let inner = count_inner(&array, &survey, &options);
    let verdicts = if arguments.judge { Some(Verdicts::of(&array, &survey, &options)) } else { None };
    let unreadable = survey.unreadable.first();
    let unreadable =
        unreadable.map(|error| (relative(error.key(), &array.key).to_owned(), error.clone().into()));
    let judged = verdicts.as_ref().and_then(|verdicts| verdicts.fault.clone());
    let facts = Facts {
        decoded_nbytes: array.decoded_nbytes(&survey),
        fault: unreadable.or(judged).or(inner.fault),
        inner: inner.counts,
        note: inner.note,
        verdicts,
        array: &array,
        survey: &survey,
    };
    if arguments.node.json {
        json::print(&facts.json(), output)?;
    } else {
        facts.print(output)?;
    }
    let Some((key, fault)) = &facts.fault else { return Ok(()) };
    let faulty = facts.verdicts.as_ref().map_or(0, |verdicts| verdicts.faulty.len());
    let are_unread = fault.is_unread() && survey.unreadable.iter().all(StoreError::is_unread);
    Err(found(&message(&array.path, Some(key), fault), survey.unreadable.len() + faulty, are_unread))
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
    let mut all = InnerCounts {
        stored: 0,
        missing: survey.missing().unwrap_or(0).saturating_mul(per_shard),
        chunk_shape: sharding.grid().common_shape(),
    };
    let mut shards = ShardTally::default();
    for (coords, _) in survey.iter() {
        // What cannot be read is a fault below.
        if let Ok(Some(inner)) = array.missing_inner(coords, options) {
            shards.add(coords, &inner);
        }
        match array.count_inner(coords, options) {
            Ok(counts) => {
                let [there, absent] = counts.unwrap_or_default();
                all.stored += there as u64;
                all.missing = all.missing.saturating_add(absent as u128);
            }
            Err(fault) => {
                let fault = Some((array.chunk_key(coords), fault));
                return Inner { counts: None, fault, note: shards.note(array) };
            }
        }
    }
    Inner { counts: Some(all), fault: None, note: shards.note(array) }
}

struct Facts<'a> {
    array: &'a Array,
    survey: &'a Survey,
    inner: Option<InnerCounts>,
    note: Option<ChunkNote>,
    fault: Option<(String, Fault)>,
    decoded_nbytes: u128,
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
    #[serde(skip_serializing_if = "<[ChunkNote]>::is_empty")]
    notes: &'a [ChunkNote],
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

impl From<&Sizes> for SizesReport {
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
    fn json(&self) -> ChunksJson<'_> {
        let Self { array, survey, .. } = self;
        let grid = &array.metadata.chunk_grid;
        let chunk = |(coords, nbytes)| SizedChunk { chunk: coords, key: array.chunk_key(coords), nbytes };
        let extremes = survey.extremes().map(|[smallest, largest]| (chunk(smallest), chunk(largest)));
        let (smallest, largest) = extremes.unzip();
        ChunksJson {
            array: &array.path,
            grid_shape: grid.grid_shape(),
            chunk_shape: grid.common_shape(),
            chunks: ChunksCounts {
                total: grid.size(),
                stored: survey.stored(),
                missing: survey.missing(),
                inner: self.inner.as_ref(),
                not_known: Some(survey.hidden).filter(|hidden| *hidden > 0),
            },
            stored_nbytes: survey.total_nbytes,
            decoded_nbytes: self.decoded_nbytes,
            ratio: ratio(self.decoded_nbytes, survey.total_nbytes),
            smallest,
            largest,
            sizes: survey.sizes().map(SizesReport::from),
            zero_length: NamedChunks::of(array, survey.empty_chunks()),
            outliers: survey.outliers().map(chunk).collect(),
            outlier_count: survey.outliers().count(),
            not_files: survey.blocked().map(|coords| array.chunk_key(coords)).collect(),
            strays: NamedChunks { count: survey.stray_count, keys: survey.strays.clone() },
            decoded: self.verdicts.as_ref().map(|verdicts| verdicts.report(array)),
            notes: self.note.as_slice(),
            fault: self.fault.as_ref().map(|(_, fault)| fault.into()),
        }
    }

    fn print(&self, output: &mut Output) -> Result {
        let grid = &self.array.metadata.chunk_grid;
        let chunks = common_shape(grid.common_shape().as_deref());
        writeln!(output, "array      {}", escape(&self.array.path))?;
        writeln!(output, "grid       {}  chunks {chunks}  {}", shape(&grid.grid_shape()), grid.name)?;
        let stored = count(self.survey.stored().into(), "chunk");
        writeln!(output, "stored     {stored} of {}", large(grid.size()))?;
        writeln!(output, "missing    {}", large(self.survey.missing()))?;
        if self.survey.hidden > 0 {
            writeln!(output, "not known  {}", grouped(self.survey.hidden))?;
        }
        if let Some(InnerCounts { stored, missing, chunk_shape }) = &self.inner {
            let missing = grouped(*missing);
            let stored = count((*stored).into(), "inner chunk");
            write!(output, "inner      {stored} stored, {missing} missing")?;
            if let Some(edges) = chunk_shape {
                write!(output, "  {}", shape(edges))?;
            }
            let sharding = self.array.chain().sharding();
            let is_deeper = sharding.is_some_and(|sharding| sharding.inner().sharding().is_some());
            writeln!(output, "{}", if is_deeper { ", each a shard again" } else { "" })?;
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
        let sizes = self.survey.sizes().filter(|sizes| sizes.least < sizes.greatest);
        if let Some(sizes) = sizes {
            let most = sizes.histogram.iter().max().copied().unwrap_or(1).max(1);
            let mut bars = String::new();
            for count in &sizes.histogram {
                // Any chunk at all gives a bar, so that a single outlier is visible beside thousands of others.
                bars.push(match count {
                    0 => ' ',
                    _ => {
                        BARS.get(usize::try_from((count - 1) * 8 / most).unwrap_or(7)).copied().unwrap_or('█')
                    }
                });
            }
            let [least, lower, median, upper, greatest] =
                [sizes.least, sizes.lower, sizes.median, sizes.upper, sizes.greatest].map(size);
            let half = format!("middle half {lower} to {upper}");
            writeln!(output, "sizes      {least} {bars} {greatest}, median {median}, {half}")?;
        }
        let key = |coords: &[u64]| self.array.chunk_key(coords);
        print_named("no bytes", self.survey.empty_chunks().map(key), NAMED, output)?;
        if sizes.is_some() {
            let outliers = self.survey.outliers();
            let named = outliers.map(|(coords, nbytes)| format!("{}  {}", key(coords), size(nbytes)));
            print_named("outlier", named, OUTLIERS, output)?;
        }
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

#[derive(Default)]
pub(super) struct Verdicts {
    sound: u64,
    all_fill: Vec<Vec<u64>>,
    pub(super) faulty: Vec<Vec<u64>>,
    pub(super) fault: Option<(String, Fault)>,
}

impl Verdicts {
    pub(super) fn of(array: &Array, survey: &Survey, options: &DecodeOptions) -> Self {
        let mut verdicts = Self::default();
        for (coords, _) in survey.iter() {
            match array.judge(coords, options) {
                Ok(None) => {}
                Ok(Some(verdict)) => {
                    verdicts.sound += 1;
                    if verdict == ChunkVerdict::AllFill {
                        verdicts.all_fill.push(coords.to_vec());
                    }
                }
                Err(fault) => {
                    // What was read and is at fault is named before what could not be read.
                    if verdicts
                        .fault
                        .as_ref()
                        .is_none_or(|(_, first)| first.is_unread() && !fault.is_unread())
                    {
                        verdicts.fault = Some((array.chunk_key(coords), fault));
                    }
                    verdicts.faulty.push(coords.to_vec());
                }
            }
        }
        verdicts
    }

    pub(super) fn report(&self, array: &Array) -> VerdictsReport {
        VerdictsReport {
            sound: self.sound,
            all_fill: NamedChunks::of(array, self.all_fill.iter().map(Vec::as_slice)),
            faulty: NamedChunks::of(array, self.faulty.iter().map(Vec::as_slice)),
        }
    }

    pub(super) fn print(&self, array: &Array, output: &mut Output) -> Result {
        let sound = grouped(self.sound.into());
        let all_fill = grouped(self.all_fill.len() as u128);
        let faulty = grouped(self.faulty.len() as u128);
        writeln!(output, "decoded    {sound} sound, {all_fill} of them all fill, {faulty} faulty")?;
        for (kind, chunks) in [("faulty", &self.faulty), ("all fill", &self.all_fill)] {
            print_named(kind, chunks.iter().map(|coords| array.chunk_key(coords)), NAMED, output)?;
        }
        Ok(())
    }
}

#[derive(Serialize)]
pub(super) struct VerdictsReport {
    sound: u64,
    all_fill: NamedChunks,
    faulty: NamedChunks,
}

#[derive(Serialize)]
pub(super) struct NamedChunks {
    pub(super) count: u64,
    pub(super) keys: Vec<String>,
}

impl NamedChunks {
    pub(super) fn of<'a>(array: &Array, chunks: impl Iterator<Item = &'a [u64]>) -> Self {
        let all: Vec<&[u64]> = chunks.collect();
        let keys = all.iter().take(NAMED).map(|coords| array.chunk_key(coords)).collect();
        Self { count: all.len() as u64, keys }
    }
}

pub(super) fn print_named(
    kind: &str,
    mut each: impl Iterator<Item = String>,
    most: usize,
    output: &mut Output,
) -> Result {
    for text in each.by_ref().take(most) {
        writeln!(output, "{kind:<10} {text}")?;
    }
    match each.count() {
        0 => Ok(()),
        more => Ok(writeln!(output, "{kind:<10} … and {} more", grouped(more as u128))?),
    }
}
