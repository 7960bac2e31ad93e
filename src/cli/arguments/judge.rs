use std::path::PathBuf;

use clap::{Args, ValueEnum, builder::RangedU64ValueParser};
use serde_json::Value;

use super::super::limits::{HEADING, LimitArguments};
use super::super::{finding_arguments::FindingArguments, threads::ThreadArguments};
use super::parts::{Coords, DecodeArguments, NodeArguments, StageName, coords, stage_name, work_part};
use crate::doctor::ChunkChoice;
use crate::issue::CHUNKS;
use crate::limits::CHUNK_BYTES;
use crate::pipeline::WorkPart;

#[derive(Debug, Args)]
pub struct TryArguments {
    #[command(flatten)]
    pub node: NodeArguments,
    /// The values of one chunk; empty for an array without dimensions. Without it, of some stored chunks.
    #[arg(long, value_name = "I,J", value_parser = coords, allow_hyphen_values = true)]
    pub chunk: Option<Coords>,
    /// The values of one inner chunk of the shard; again for a shard in a shard.
    #[arg(long, value_name = "K,L", value_parser = coords, allow_hyphen_values = true, requires = "chunk")]
    pub inner: Vec<Coords>,
    /// A chain to try instead of the proposals, as a document of Zarr V3 lists its codecs; again for another one.
    #[arg(long, value_name = "JSON", value_parser = json_list)]
    pub codecs: Vec<Value>,
    /// Convert the values to this data type first, as `cast_value` does; what they lose is counted.
    #[arg(long, value_name = "T")]
    pub data_type: Option<String>,
    /// Take the values in chunks of this shape, which lie where the stored ones are.
    #[arg(long, value_name = "I,J", value_parser = coords, allow_hyphen_values = true)]
    pub chunk_shape: Option<Coords>,
    /// How many chunks to take, at most; of a shard that is named, inner chunks.
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
    /// The dimensions that are read whole, by their names or numbers.
    #[arg(long, value_name = "DIMENSION,…")]
    pub access: Option<String>,
    #[command(flatten)]
    pub decode: DecodeArguments,
}

#[derive(Debug, Args)]
pub struct VerifyArguments {
    #[command(flatten)]
    pub node: NodeArguments,
    /// Verify the I-th of N parts only: `2/7`. The parts are disjoint and complete, and the same on every machine.
    #[arg(long, value_name = "I/N", value_parser = work_part)]
    pub part: Option<WorkPart>,
    /// A missing chunk is a fault, or inner chunk of a shard: `all` of them, or those that FILE does not name. See above for what
    /// FILE says.
    #[arg(long, value_name = "all|FILE")]
    pub expect: Option<PathBuf>,
    /// Write what is missing to this file, as a list for --expect: what is there now is what is expected later.
    #[arg(long, value_name = "FILE", conflicts_with = "part")]
    pub write_expect: Option<PathBuf>,
    /// Judge every chunk that decodes by its values too, as `doctor --chunks all` does.
    #[arg(long, conflicts_with = "part")]
    pub values: bool,
    #[command(flatten)]
    pub found: FindingArguments,
    #[command(flatten)]
    pub decode: DecodeArguments,
    #[command(flatten)]
    pub threads: ThreadArguments,
}

#[derive(Debug, Args)]
pub struct MergeArguments {
    /// Reports of parts, as `verify` or `stats` prints them with `--part I/N --json`; `-` for standard input. A file may have
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
    /// The command whose JSON is described; `topics` and `rules` for the lists of `explain`. Without it, the list of schemas.
    pub name: Option<String>,
}

#[derive(Debug, Args)]
pub struct CheckArguments {
    #[command(flatten)]
    pub node: NodeArguments,
    #[command(flatten)]
    pub found: FindingArguments,
    /// Refuse a chunk of a coordinate whose decoded form has more bytes.
    #[arg(long, value_name = "N", default_value_t = CHUNK_BYTES.default, help_heading = HEADING)]
    pub max_chunk_bytes: u64,
}

#[derive(Debug, Args)]
pub struct DiffArguments {
    /// A store, in a directory, a zip archive or at an address such as `s3://bucket/data.zarr`, or any node in one.
    #[arg(value_name = "A")]
    pub a: PathBuf,
    /// What it is compared with.
    #[arg(value_name = "B")]
    pub b: PathBuf,
    /// Numbers are equal that are no further apart.
    #[arg(long, value_name = "X", value_parser = tolerance, default_value_t = 0.0, allow_hyphen_values = true)]
    pub atol: f64,
    /// Numbers are equal that are no further apart than this part of the one in B.
    #[arg(long, value_name = "X", value_parser = tolerance, default_value_t = 0.0, allow_hyphen_values = true)]
    pub rtol: f64,
    /// When two NaN are equal: always, or where their bits are.
    #[arg(long, value_enum, default_value_t = NanChoice::Value, value_name = "HOW")]
    pub nan: NanChoice,
    /// Compare one chunk of two arrays, and what each codec makes of it; empty for arrays without dimensions.
    #[arg(long, value_name = "I,J", value_parser = coords, allow_hyphen_values = true)]
    pub chunk: Option<Coords>,
    /// Compare what one codec gives for the chunk: the codec by its name or its place in `codecs`, or `stored`.
    #[arg(long, value_name = "CODEC", value_parser = stage_name, requires = "chunk")]
    pub stage: Option<StageName>,
    /// List at most so many of each kind; --json lists all.
    #[arg(long, value_name = "N", default_value_t = 20)]
    pub limit: usize,
    /// Print JSON.
    #[arg(long)]
    pub json: bool,
    #[command(flatten)]
    pub decode: DecodeArguments,
    #[command(flatten)]
    pub limits: LimitArguments,
    #[command(flatten)]
    pub threads: ThreadArguments,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum NanChoice {
    /// Always.
    Value,
    /// Where their bits are.
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
    /// Look at one chunk of an array only; empty for an array without dimensions.
    #[arg(long, value_name = "I,J", value_parser = coords, allow_hyphen_values = true)]
    pub chunk: Option<Coords>,
    /// Look at one inner chunk of the shard; again for a shard in a shard.
    #[arg(long, value_name = "K,L", value_parser = coords, allow_hyphen_values = true, requires = "chunk")]
    pub inner: Vec<Coords>,
    /// How many faulty chunks of each array to diagnose, and how many sound ones to judge by their values, or `all`;
    /// without it 16 faulty ones, and as many sound ones as take about two seconds.
    #[arg(long, value_name = "N|all", value_parser = chunk_choice, conflicts_with = "chunk")]
    pub chunks: Option<ChunkChoice>,
    /// Refuse a chunk whose decoded form has more bytes.
    #[arg(long, value_name = "N", default_value_t = CHUNK_BYTES.default, help_heading = HEADING)]
    pub max_chunk_bytes: u64,
}

#[derive(Debug, Args)]
pub struct ReportArguments {
    /// A store, in a directory, a zip archive or at an address such as `s3://bucket/data.zarr`, or any node in one.
    #[arg(value_name = "PATH")]
    pub path: PathBuf,
    /// The chunk of an array; empty for an array without dimensions.
    #[arg(long, value_name = "I,J", value_parser = coords, allow_hyphen_values = true)]
    pub chunk: Option<Coords>,
    /// An inner chunk of the shard; again for a shard in a shard.
    #[arg(long, value_name = "K,L", value_parser = coords, allow_hyphen_values = true, requires = "chunk")]
    pub inner: Vec<Coords>,
    /// Show attributes too: they may say what is not for everybody.
    #[arg(long)]
    pub attributes: bool,
    /// How many chunks to look at for faults, where none is named.
    #[arg(long, value_name = "N", default_value_t = CHUNKS, conflicts_with = "chunk")]
    pub chunks: u64,
    /// Write to a file.
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Refuse a chunk whose decoded form has more bytes.
    #[arg(long, value_name = "N", default_value_t = CHUNK_BYTES.default, help_heading = HEADING)]
    pub max_chunk_bytes: u64,
    #[command(flatten)]
    pub limits: LimitArguments,
}
