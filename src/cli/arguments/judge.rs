use std::path::PathBuf;

use clap::{Args, ValueEnum, builder::RangedU64ValueParser};
use serde_json::Value;

use super::super::limits::{HEADING, StoreArguments};
use super::super::{finding_arguments::FindingArguments, threads::ThreadArguments};
use super::parts::{Coords, DecodeArguments, NodeArguments, StageName, coords, stage_name, work_part};
use super::show::PlaneArguments;
use crate::doctor::ChunkChoice;
use crate::issue::CHUNKS;
use crate::limits::CHUNK_BYTES;
use crate::pipeline::WorkPart;

#[derive(Debug, Args)]
pub struct TryArguments {
    #[command(flatten)]
    pub node: NodeArguments,
    /// Use the values of this chunk; empty for an array without dimensions. By default, use a few stored chunks.
    #[arg(long, value_name = "I,J", value_parser = coords, allow_hyphen_values = true)]
    pub chunk: Option<Coords>,
    /// Use the values of this inner chunk of the shard; repeat for a shard in a shard.
    #[arg(long, value_name = "K,L", value_parser = coords, allow_hyphen_values = true, requires = "chunk")]
    pub inner: Vec<Coords>,
    /// Try this chain instead of the proposals, written as `codecs` in a Zarr V3 document; repeat to try more.
    #[arg(long, value_name = "JSON", value_parser = json_list)]
    pub codecs: Vec<Value>,
    /// Convert the values to this data type first, as `cast_value` does; the loss is counted.
    #[arg(long, value_name = "T")]
    pub data_type: Option<String>,
    /// Divide the values into chunks of this shape, taken from where stored chunks are.
    #[arg(long, value_name = "I,J", value_parser = coords, allow_hyphen_values = true)]
    pub chunk_shape: Option<Coords>,
    /// How many chunks to take at most; inner chunks, if --chunk names a shard.
    #[arg(long, value_name = "N", default_value_t = 8, value_parser = RangedU64ValueParser::<u64>::new().range(1..=256))]
    pub sample: u64,
    #[command(flatten)]
    pub decode: DecodeArguments,
}

fn json_list(text: &str) -> Result<Value, String> {
    let expected = "expected a list of codecs, such as [\"bytes\", \"zstd\"]";
    match serde_json::from_str(text) {
        Ok(value @ Value::Array(_)) => Ok(value),
        Ok(_) => Err(expected.to_owned()),
        Err(error) => Err(format!("{expected}: {error}")),
    }
}

#[derive(Debug, Args)]
pub struct AdviseArguments {
    #[command(flatten)]
    pub node: NodeArguments,
    /// The dimensions that a read takes whole, by name or number.
    #[arg(long, value_name = "DIMENSION,…")]
    pub access: Option<String>,
    #[command(flatten)]
    pub decode: DecodeArguments,
}

#[derive(Debug, Args)]
pub struct VerifyArguments {
    #[command(flatten)]
    pub node: NodeArguments,
    /// Verify only the I-th of N parts, such as `2/7`. The parts do not overlap, cover everything, and are the same on every
    /// machine.
    #[arg(long, value_name = "I/N", value_parser = work_part)]
    pub part: Option<WorkPart>,
    /// Treat missing chunks and inner chunks as faults: `all` of them, or those that FILE does not name. The format of FILE is
    /// described above.
    #[arg(long, value_name = "all|FILE")]
    pub expect: Option<PathBuf>,
    /// Write a list of what is missing now to this file, for --expect later.
    #[arg(long, value_name = "FILE", conflicts_with = "part")]
    pub write_expect: Option<PathBuf>,
    /// Take what the store has from this list instead of listing it, and compare sizes: keys, one on each line; S3 Inventory as
    /// CSV or Parquet; what `aws s3 ls --recursive` prints; or JSON lines, also compressed with gzip. A node that it names and the store lacks is a fault.
    #[arg(long, value_name = "FILE")]
    pub keys: Option<PathBuf>,
    /// Also judge the values of every chunk that decodes, as `doctor --chunks all` does.
    #[arg(long, conflicts_with = "part")]
    pub values: bool,
    /// Go on where the report in --output ended, if there is one, and write it every few seconds while it grows, as JSON. A run that
    /// was killed loses those seconds only.
    #[arg(long, requires = "output", conflicts_with_all = ["format", "expect", "write_expect", "values", "sample"])]
    pub resume: bool,
    /// Verify N chunks, or P% of them, chosen by chance, and say how many of all are faulty at most.
    #[arg(long, value_name = "N|P%", value_parser = sample_size, conflicts_with_all = ["expect", "write_expect", "values"])]
    pub sample: Option<SampleSize>,
    /// Write the digests of every chunk to this file: of its stored bytes and of its values, a line each as JSON.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["part", "resume", "sample", "sums"])]
    pub write_sums: Option<PathBuf>,
    /// Compare every chunk with the digests in this file, which --write-sums wrote for this store or a copy of it. Other values are
    /// a fault, other bytes with the same values a note. `diff` compares two such files.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["part", "resume"])]
    pub sums: Option<PathBuf>,
    /// End after N requests; where there is no server, after N chunks. The exit status is then 3, or 1 if there is a fault, and --resume
    /// goes on.
    #[arg(long, value_name = "N", conflicts_with = "values")]
    pub max_requests: Option<u64>,
    /// End after N stored bytes of chunks.
    #[arg(long, value_name = "N", conflicts_with = "values")]
    pub max_bytes: Option<u64>,
    /// End after N faults. The exit status is then 1, and --resume goes on.
    #[arg(long, value_name = "N", default_value_t = 100_000, conflicts_with = "values", value_parser = clap::value_parser!(u64).range(1..))]
    pub max_faults: u64,
    /// Make at most N requests in a second.
    #[arg(long, value_name = "N", conflicts_with = "values", value_parser = clap::value_parser!(u64).range(1..))]
    pub rate: Option<u64>,
    #[command(flatten)]
    pub found: FindingArguments,
    #[command(flatten)]
    pub decode: DecodeArguments,
    #[command(flatten)]
    pub threads: ThreadArguments,
}

/// How many chunks a sample has.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum SampleSize {
    /// So many, or all if there are fewer.
    Count(usize),
    /// Each with this probability, in per cent.
    Percent(f64),
}

fn sample_size(text: &str) -> Result<SampleSize, String> {
    let found = match text.strip_suffix('%') {
        Some(percent) => percent
            .trim()
            .parse()
            .ok()
            .filter(|percent| (0.0..=100.0).contains(percent))
            .map(SampleSize::Percent),
        None => text.parse().ok().filter(|count| (1..=MOST_SAMPLED).contains(count)).map(SampleSize::Count),
    };
    found.ok_or_else(|| {
        format!("expected a number of chunks from 1 to {MOST_SAMPLED}, or a part of them such as 0.5%")
    })
}

/// A digest is kept of each while they are chosen.
const MOST_SAMPLED: usize = 10_000_000;

#[derive(Debug, Args)]
pub struct MergeArguments {
    /// Reports of parts, as `verify` and `stats` print them with `--part I/N --json`; `-` is standard input. A file may hold
    /// several.
    #[arg(value_name = "REPORT", required = true)]
    pub reports: Vec<PathBuf>,
    /// Print JSON.
    #[arg(long)]
    pub json: bool,
    #[command(flatten)]
    pub found: FindingArguments,
}

#[derive(Debug, Args)]
pub struct SchemaArguments {
    /// The command whose JSON to describe, or `topics` or `rules` for the lists of `explain`. Without it, the schemas are
    /// listed.
    pub name: Option<String>,
}

#[derive(Debug, Args)]
pub struct CheckArguments {
    #[command(flatten)]
    pub node: NodeArguments,
    #[command(flatten)]
    pub found: FindingArguments,
    /// Refuse a chunk of a coordinate that decodes to more bytes.
    #[arg(long, value_name = "N", default_value_t = CHUNK_BYTES.default, help_heading = HEADING)]
    pub max_chunk_bytes: u64,
}

#[derive(Debug, Args)]
pub struct DiffArguments {
    /// A store (a directory, a zip archive or an address such as `s3://bucket/data.zarr`), or any node in one.
    #[arg(value_name = "A")]
    pub a: PathBuf,
    /// The store or node to compare it with.
    #[arg(value_name = "B")]
    pub b: PathBuf,
    /// Treat numbers as equal if they differ by at most X.
    #[arg(long, value_name = "X", value_parser = tolerance, default_value_t = 0.0, allow_hyphen_values = true)]
    pub atol: f64,
    /// Treat numbers as equal if they differ by at most X times the number in B.
    #[arg(long, value_name = "X", value_parser = tolerance, default_value_t = 0.0, allow_hyphen_values = true)]
    pub rtol: f64,
    /// When two NaNs are equal: always, or only if their bits are.
    #[arg(long, value_enum, default_value_t = NanChoice::Value, value_name = "HOW")]
    pub nan: NanChoice,
    /// Compare what the attributes make of the values: scaled, masked, as dates.
    #[arg(long)]
    pub physical: bool,
    /// Compare one chunk of two arrays, codec by codec; empty for arrays without dimensions.
    #[arg(long, value_name = "I,J", value_parser = coords, allow_hyphen_values = true, conflicts_with = "region")]
    pub chunk: Option<Coords>,
    /// Compare the output of one codec for the chunk. CODEC is its name, its place in `codecs`, or `stored`.
    #[arg(long, value_name = "CODEC", value_parser = stage_name, requires = "chunk", conflicts_with = "physical")]
    pub stage: Option<StageName>,
    /// Compare the elements with these labels, as `decode` takes them; they have to be at the same places in A and B.
    #[arg(long, value_name = "DIM=LABEL", allow_hyphen_values = true, conflicts_with = "chunk")]
    pub sel: Vec<String>,
    /// With --picture, the labels in B where they are others than in A: `diff DATA/tas DATA/tas --picture --sel time=2026-07-01
    /// --sel-b time=2026-01-01` is July minus January.
    #[arg(long, value_name = "DIM=LABEL", allow_hyphen_values = true, requires = "picture")]
    pub sel_b: Vec<String>,
    /// Draw the difference of one plane, A minus B, to a file with --output, else in the terminal. White is zero.
    #[arg(long, conflicts_with_all = ["json", "chunk", "stage"])]
    pub picture: bool,
    #[command(flatten)]
    pub plane: PlaneArguments,
    /// List at most N of each kind; --json lists all.
    #[arg(long, value_name = "N", default_value_t = 20)]
    pub limit: usize,
    /// Print JSON.
    #[arg(long)]
    pub json: bool,
    #[command(flatten)]
    pub decode: DecodeArguments,
    #[command(flatten)]
    pub limits: StoreArguments,
    #[command(flatten)]
    pub threads: ThreadArguments,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum NanChoice {
    /// Always.
    Value,
    /// Only if their bits are equal.
    Bits,
}

fn chunk_choice(text: &str) -> Result<ChunkChoice, String> {
    if text == "all" {
        return Ok(ChunkChoice::All);
    }
    text.parse().map(ChunkChoice::Number).map_err(|_| "expected a number of chunks or `all`".to_owned())
}

fn tolerance(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(number) if number.is_finite() && number >= 0.0 => Ok(number),
        _ => Err("expected a number of at least 0, such as 1e-6".to_owned()),
    }
}

#[derive(Debug, Args)]
pub struct DoctorArguments {
    #[command(flatten)]
    pub node: NodeArguments,
    /// Look only at this chunk of an array; empty for an array without dimensions.
    #[arg(long, value_name = "I,J", value_parser = coords, allow_hyphen_values = true)]
    pub chunk: Option<Coords>,
    /// Look only at this inner chunk of the shard; repeat for a shard in a shard.
    #[arg(long, value_name = "K,L", value_parser = coords, allow_hyphen_values = true, requires = "chunk")]
    pub inner: Vec<Coords>,
    /// How many faulty chunks of each array to diagnose, and how many sound ones to judge by their values: a number or `all`.
    /// By default 16 faulty ones, and as many sound ones as take about two seconds.
    #[arg(long, value_name = "N|all", value_parser = chunk_choice, conflicts_with = "chunk")]
    pub chunks: Option<ChunkChoice>,
    /// Refuse a chunk that decodes to more bytes.
    #[arg(long, value_name = "N", default_value_t = CHUNK_BYTES.default, help_heading = HEADING)]
    pub max_chunk_bytes: u64,
}

#[derive(Debug, Args)]
pub struct ReportArguments {
    /// A store (a directory, a zip archive or an address such as `s3://bucket/data.zarr`), or any node in one.
    #[arg(value_name = "PATH")]
    pub path: PathBuf,
    /// Report on this chunk; empty for an array without dimensions.
    #[arg(long, value_name = "I,J", value_parser = coords, allow_hyphen_values = true)]
    pub chunk: Option<Coords>,
    /// An inner chunk of the shard; repeat for a shard in a shard.
    #[arg(long, value_name = "K,L", value_parser = coords, allow_hyphen_values = true, requires = "chunk")]
    pub inner: Vec<Coords>,
    /// Include attributes, which may hold private information.
    #[arg(long)]
    pub attributes: bool,
    /// How many chunks to search for faults, if none is named.
    #[arg(long, value_name = "N", default_value_t = CHUNKS, conflicts_with = "chunk")]
    pub chunks: u64,
    /// Markdown for an issue, or a page for a browser that also shows the chunk grid and a picture: one file, without scripts.
    #[arg(long, value_enum, default_value_t = ReportFormat::Markdown, value_name = "FORMAT")]
    pub format: ReportFormat,
    /// Write to a file.
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Refuse a chunk that decodes to more bytes.
    #[arg(long, value_name = "N", default_value_t = CHUNK_BYTES.default, help_heading = HEADING)]
    pub max_chunk_bytes: u64,
    #[command(flatten)]
    pub limits: StoreArguments,
}

/// The form of a report.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum ReportFormat {
    /// For an issue.
    Markdown,
    /// For people who have no terminal.
    Html,
}
