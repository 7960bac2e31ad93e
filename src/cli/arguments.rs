//! What can be written on the command line. Help, completions and the manual page come from here.

use std::ffi::OsString;
use std::io::{self, Write};
use std::path::PathBuf;

use clap::builder::RangedU64ValueParser;
use clap::error::ErrorKind;
use clap::parser::ValueSource;
use clap::{Args, CommandFactory, FromArgMatches, Parser, Subcommand, ValueEnum};

use serde_json::Value;

use super::limits::{HEADING, LimitArguments};
use super::threads::ThreadArguments;
use crate::codec::DecodeOptions;
use crate::issue::CHUNKS;
use crate::limits::{CACHE_BYTES, CHUNK_BYTES};
use crate::pipeline::PICTURE_CELLS;
use crate::save::ValuesFormat;
use crate::tell::colors::{ColorMap, ColorRange};

/// Explore Zarr stores: chunk grids, codec pipelines stage by stage, and values.
///
/// Without a command the explorer opens. It never writes to a store.
#[derive(Debug, Parser)]
#[command(name = "zarrscope", version, max_term_width = 100)]
pub struct Arguments {
    /// A store, in a directory or a zip archive, or any node in one.
    #[arg(default_value = ".", value_name = "PATH")]
    pub path: PathBuf,
    /// How to decode.
    #[command(flatten)]
    pub decode: DecodeArguments,
    /// How much to read.
    #[command(flatten)]
    pub limits: LimitArguments,
    /// Keep so many bytes of decoded chunks.
    #[arg(long, value_name = "N", default_value_t = CACHE_BYTES.default, help_heading = HEADING)]
    pub cache_bytes: u64,
    /// When to use colour; NO_COLOR turns it off too.
    #[arg(long, global = true, value_enum, default_value_t = ColorChoice::Auto, value_name = "WHEN")]
    pub color: ColorChoice,
    /// What to do instead of exploring.
    #[command(subcommand)]
    pub command: Option<Command>,
}

/// Options of the explorer that no command takes.
const OF_THE_EXPLORER: &[&str] = &[
    "path",
    "ignore_checksums",
    "max_chunk_bytes",
    "document_bytes",
    "document_values",
    "json_depth",
    "nodes",
    "links",
    "cache_bytes",
];

impl Arguments {
    /// Reads the command line of this process. Where that asks for help, or is wrong, prints so and ends the process.
    #[must_use]
    pub fn read() -> Self {
        Self::read_from(std::env::args_os()).unwrap_or_else(|error| end_with(&error))
    }

    fn read_from(words: impl IntoIterator<Item = impl Into<OsString> + Clone>) -> Result<Self, clap::Error> {
        let mut command = Self::command();
        let matches = command.try_get_matches_from_mut(words)?;
        let given = |id: &&&str| matches.value_source(id) == Some(ValueSource::CommandLine);
        if let (Some(name), Some(id)) = (matches.subcommand_name(), OF_THE_EXPLORER.iter().find(given)) {
            let message = format!("expected {id} after the command {name}, found it before");
            return Err(command.error(ErrorKind::ArgumentConflict, message));
        }
        Self::from_arg_matches(&matches)
    }
}

/// Prints what is wrong with the arguments, or the help, and ends the process.
fn end_with(error: &clap::Error) -> ! {
    let written = error.print().and_then(|()| io::stdout().flush());
    let status = match written {
        Err(failure) if failure.kind() != io::ErrorKind::BrokenPipe => {
            // Where stderr cannot be written either, the exit status has to be enough.
            let _ = writeln!(io::stderr(), "error: output: {failure}");
            error.exit_code().max(1)
        }
        _ => error.exit_code(),
    };
    std::process::exit(status)
}

/// When output is coloured.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum ColorChoice {
    /// On a terminal, unless NO_COLOR is set.
    Auto,
    /// Always.
    Always,
    /// Never.
    Never,
}

/// The commands.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// List groups and arrays, and what is neither.
    Tree(TreeArguments),
    /// Show everything that is known about one node.
    Info(NodeArguments),
    /// Find nodes by words in their paths, and by what they are.
    ///
    /// Every word has to fit the path of a node below PATH: its letters in their order, whatever lies between them, in any
    /// case. Words with a colon are filters:
    ///
    ///   dtype:float32   data types that begin so; also short, as f32
    ///   codec:NAME      a codec by its name, also one within a shard
    ///   attr:units=K    an attribute with this value; attr:units for any that has the attribute
    ///   dim:time        a dimension of this name
    ///   kind:array      group, array, unusable, directory or other; without it, directories and files are left out
    ///   is:faulty       nodes with a fault in their document
    ///
    /// What fits best comes first, and what fits as well in the order of paths. The exit status is 0 also when nothing was
    /// found; 1 means that a part of the hierarchy cannot be listed.
    #[command(verbatim_doc_comment)]
    Find(FindArguments),
    /// Show which chunks of an array are stored, and how large they are.
    ///
    /// An outlier is a stored chunk whose size is further from the middle half of all sizes than three times what that is
    /// wide; the middle half counts as at least a tenth of the median wide. In an array of shards the inner chunks of every
    /// shard are counted by its index; inner chunks that are shards again count as one each.
    Chunks(ChunksArguments),
    /// Show one chunk's way through every stage of the codec pipeline.
    ///
    /// With --stage it shows the bytes of one stage, and with -o writes them to a file: raw, elements in C order and
    /// little-endian. The exit status is 0 then once the file is written, also where a later stage fails.
    Trace(TraceArguments),
    /// Show where a chunk is, and how other programs read it.
    Locate(LocateArguments),
    /// Follow one element from the array to its stored bytes, or a byte back to the elements.
    Probe(ProbeArguments),
    /// Show the inside of a shard: its index, its gaps and overlaps.
    Index(LocateArguments),
    /// Print or write the values of an array, a chunk or a region.
    Decode(DecodeCommand),
    /// Count what values there are in an array, a chunk or a region.
    ///
    /// Missing chunks count as their fill value, because that is what reading the array gives; overhang and the elements of
    /// faulty chunks are not counted. NaN and infinities are counted apart: least, greatest, mean, standard deviation,
    /// quantiles and histogram are those of the finite numbers. All counts are exact. A quantile is an element; beyond
    /// 262 144 elements it comes from a sample, and is off by less than one part in a hundred.
    Stats(StatsArguments),
    /// Show a plane of an array as a picture, in the terminal or as a PNG file.
    ///
    /// Each cell shows the element in its middle. In a terminal a character is two cells, one above the other; without colours
    /// it is one, and the denser its sign, the greater the number. Chunks are read until 256 MiB of them are decoded; the
    /// legend says how many were read.
    ///
    /// Missing chunks, faults, NaN and infinities have signs of their own, in a file other colours; the legend names them. So has
    /// the fill value where it lies outside of the other numbers by more than a quarter of their range: -999 among 270 to
    /// 290 does and takes no part in the range, 0 among 1 to 255 is a colour. A range with it in it, such as -1000:300, makes it
    /// a colour again.
    ///
    /// Bools, images that OME-Zarr calls labels, and integers of few values, or that lie in areas as labels do, have a colour
    /// for each value; 0 is the background. With --map or --range they are numbers as all others.
    Picture(PictureArguments),
    /// Try other codecs on the values of an array, in memory: what they store, how long they take, what they lose.
    ///
    /// The values are those of a few stored chunks, spread over the array, of 40 MiB in all at most; of shards those of inner
    /// chunks. The chain in force comes first. What it stores is what is there; the other chains encode the values, and decode
    /// them again. Times are those of one thread for all values, the median of up to five runs. Of those that give the values
    /// back with the same bits, the smallest and the fastest to read are marked. Nothing is written.
    ///
    /// Without --codecs there are proposals for the data type and the values: decimals as integers, differences, fewer bits.
    /// What cannot encode such values is listed with the reason, and the others go on.
    Try(TryArguments),
    /// Say what of an array could be stored better, with the numbers that are the reason.
    ///
    /// Chunks that are too small or too large, too many objects, what sharding would change, bytes that are read for nothing,
    /// compression that is missing or makes more of it, overhang, chunks of nothing but the fill value. Each piece of advice
    /// has its number, and its rule says where the threshold is from. Where there is no reason, there is no advice.
    ///
    /// With --access it counts what one read costs: the dimensions that are named are read whole, at one place of the others.
    /// `--access time` is a series at one point, `--access y,x` a plane.
    ///
    /// Everything is counted: documents, the listing of chunks, and up to eight chunks that are decoded. Of a group, every array
    /// below it is looked at, a thousand of them at most.
    Advise(AdviseArguments),
    /// Decode every stored chunk and list every fault.
    Verify(VerifyArguments),
    /// Compare two stores, groups, arrays or chunks, however each is stored.
    ///
    /// Nodes are matched by their paths below A and B. Different are nodes that only one side has, other shapes, data types, fill
    /// values, attributes, dimension names and elements. Versions, chunk shapes, codecs and keys may be others: that is listed
    /// as stored differently, or written differently where it means the same, and does not count.
    ///
    /// Elements are equal when their values are, as in `numpy.array_equal(a, b, equal_nan=True)`: all NaN are equal, and so are
    /// zeros of both signs. With --atol or --rtol numbers are compared as in `numpy.isclose(a, b)`. Missing chunks are their
    /// fill value. Chunks that are encoded in the same way and whose stored bytes are the same are not decoded.
    ///
    /// The exit status is 0 for equal, 1 for different or faulty, 2 for wrong use.
    Diff(DiffArguments),
    /// Look for the cause of what is wrong, and show the evidence for it.
    Doctor(DoctorArguments),
    /// Write everything that an issue about a node or a chunk needs, as Markdown.
    ///
    /// The fault, what may be its cause as `doctor` sees it, the chunk's way through its codecs, its first bytes and those
    /// around the fault, the entry in the shard index, the codecs, the document without its attributes, lines that reproduce
    /// it, versions. Of your paths there is nothing in it but the name of the store and what lies in it. Names and messages
    /// stand as code, so that nothing in a store is taken for Markdown, HTML or a mention.
    ///
    /// Without --chunk the first chunk is taken that does not decode; of a group, the faults below it are listed. Chunks are
    /// looked at in the order of the tree until --chunks of them, or 4 GiB, are decoded; the report says how far that was.
    ///
    /// The exit status is that of `trace` and `doctor`: 1 where the report has a fault, although it is written, 0 where
    /// nothing was found, 2 for wrong use.
    Report(ReportArguments),
    /// Explain a codec or a word of the format.
    Explain(ExplainArguments),
    /// Print a completion script.
    Completions {
        /// The shell.
        shell: clap_complete::Shell,
    },
    /// Print the manual page.
    Man,
}

/// A node.
#[derive(Debug, Args)]
pub struct NodeArguments {
    /// A store, in a directory or a zip archive, or any node in one.
    #[arg(value_name = "PATH")]
    pub path: PathBuf,
    /// Print JSON.
    #[arg(long)]
    pub json: bool,
    /// How much to read.
    #[command(flatten)]
    pub limits: LimitArguments,
}

/// `tree`.
#[derive(Debug, Args)]
pub struct TreeArguments {
    #[command(flatten)]
    pub node: NodeArguments,
    /// How many levels to show below PATH.
    #[arg(long, value_name = "N")]
    pub depth: Option<usize>,
}

/// `find`.
#[derive(Debug, Args)]
pub struct FindArguments {
    /// A store, in a directory or a zip archive, or any node in one.
    #[arg(value_name = "PATH")]
    pub path: PathBuf,
    /// Words and filters; without any, all nodes.
    #[arg(value_name = "QUERY")]
    pub query: Vec<String>,
    /// Print JSON.
    #[arg(long)]
    pub json: bool,
    /// How much to read.
    #[command(flatten)]
    pub limits: LimitArguments,
}

/// `chunks`.
#[derive(Debug, Args)]
pub struct ChunksArguments {
    #[command(flatten)]
    pub node: NodeArguments,
    /// Decode every stored chunk too: how many are nothing but the fill value, and how many do not decode.
    #[arg(long = "decode")]
    pub judge: bool,
    #[command(flatten)]
    pub decode: DecodeArguments,
}

/// How to decode.
#[derive(Debug, Args)]
pub struct DecodeArguments {
    /// Note a checksum that does not match, and go on decoding.
    #[arg(long)]
    pub ignore_checksums: bool,
    /// Refuse a chunk whose decoded form has more bytes.
    #[arg(long, value_name = "N", default_value_t = CHUNK_BYTES.default, help_heading = HEADING)]
    pub max_chunk_bytes: u64,
}

impl DecodeArguments {
    /// The options of the decoder.
    #[must_use]
    pub fn options(&self) -> DecodeOptions {
        DecodeOptions { ignore_checksums: self.ignore_checksums, max_chunk_bytes: self.max_chunk_bytes }
    }
}

/// A chunk, or an inner chunk.
#[derive(Debug, Args)]
pub struct AddressArguments {
    /// The chunk's coordinates; empty for an array without dimensions.
    #[arg(long, value_name = "I,J", value_parser = coords, allow_hyphen_values = true)]
    pub chunk: Coords,
    /// An inner chunk of the shard; again for a shard in a shard.
    #[arg(long, value_name = "K,L", value_parser = coords, allow_hyphen_values = true)]
    pub inner: Vec<Coords>,
}

/// `trace`.
#[derive(Debug, Args)]
pub struct TraceArguments {
    #[command(flatten)]
    pub node: NodeArguments,
    #[command(flatten)]
    pub address: AddressArguments,
    /// Print what one codec gives, whole: its bytes in hex. The codec by its name, its place in `codecs`, or `stored`.
    #[arg(long, value_name = "CODEC", value_parser = stage_name)]
    pub stage: Option<StageName>,
    /// What of the stage: what goes into it when it decodes, or what comes out.
    #[arg(long, value_enum, default_value_t = StageSide::Out, value_name = "SIDE", requires = "stage")]
    pub side: StageSide,
    /// Write the bytes of the stage to a file, raw.
    #[arg(short, long, value_name = "FILE", requires = "stage", conflicts_with = "json")]
    pub output: Option<PathBuf>,
    /// Write over a file that is there.
    #[arg(long, requires = "output")]
    pub force: bool,
    /// Of a stage that fails, write what it had given before.
    #[arg(long, requires = "output")]
    pub partial: bool,
    #[command(flatten)]
    pub decode: DecodeArguments,
}

/// `locate` and `index`.
#[derive(Debug, Args)]
pub struct LocateArguments {
    #[command(flatten)]
    pub node: NodeArguments,
    #[command(flatten)]
    pub address: AddressArguments,
    #[command(flatten)]
    pub decode: DecodeArguments,
}

/// `probe`.
#[derive(Debug, Args)]
pub struct ProbeArguments {
    #[command(flatten)]
    pub node: NodeArguments,
    /// The element's coordinates in the array; empty for an array without dimensions.
    #[arg(
        long, value_name = "I,J", value_parser = coords, allow_hyphen_values = true,
        required_unless_present = "byte", conflicts_with_all = ["chunk", "inner", "byte", "stage"]
    )]
    pub at: Option<Coords>,
    /// The other direction: the chunk of a byte.
    #[arg(long, value_name = "I,J", value_parser = coords, allow_hyphen_values = true, requires = "byte")]
    pub chunk: Option<Coords>,
    /// An inner chunk of the shard; again for a shard in a shard.
    #[arg(long, value_name = "K,L", value_parser = coords, allow_hyphen_values = true, requires = "chunk")]
    pub inner: Vec<Coords>,
    /// The byte whose elements are looked for.
    #[arg(long, value_name = "N", requires = "chunk")]
    pub byte: Option<u64>,
    /// The codec that gives the byte when it decodes, by its place in `codecs`; without it, the byte is a stored one.
    #[arg(long, value_name = "CODEC", requires = "byte")]
    pub stage: Option<usize>,
    #[command(flatten)]
    pub decode: DecodeArguments,
}

/// `decode`.
#[derive(Debug, Args)]
pub struct DecodeCommand {
    /// An array.
    #[arg(value_name = "PATH")]
    pub path: PathBuf,
    /// One chunk, whole; empty for an array without dimensions.
    #[arg(long, value_name = "I,J", value_parser = coords, conflicts_with = "region", allow_hyphen_values = true)]
    pub chunk: Option<Coords>,
    /// A box of the array, such as 0:10,5:6; a bound may be left out.
    #[arg(long, value_name = "A:B,C:D", allow_hyphen_values = true)]
    pub region: Option<String>,
    /// How to write the values.
    #[arg(long, value_enum, default_value_t = OutputFormat::Table)]
    pub format: OutputFormat,
    /// Write to a file.
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    #[command(flatten)]
    pub decode: DecodeArguments,
    #[command(flatten)]
    pub limits: LimitArguments,
    #[command(flatten)]
    pub threads: ThreadArguments,
}

/// `stats`.
#[derive(Debug, Args)]
pub struct StatsArguments {
    #[command(flatten)]
    pub node: NodeArguments,
    /// One chunk, without its overhang; empty for an array without dimensions.
    #[arg(long, value_name = "I,J", value_parser = coords, conflicts_with = "region", allow_hyphen_values = true)]
    pub chunk: Option<Coords>,
    /// A box of the array, such as 0:10,5:6; a bound may be left out.
    #[arg(long, value_name = "A:B,C:D", allow_hyphen_values = true)]
    pub region: Option<String>,
    #[command(flatten)]
    pub decode: DecodeArguments,
    #[command(flatten)]
    pub threads: ThreadArguments,
}

/// `picture`.
#[derive(Debug, Args)]
pub struct PictureArguments {
    /// An array.
    #[arg(value_name = "PATH")]
    pub path: PathBuf,
    /// A box of the array, such as 0:10,5:6; in dimensions that are neither rows nor columns its first coordinate counts.
    #[arg(long, value_name = "A:B,C:D", allow_hyphen_values = true)]
    pub region: Option<String>,
    /// The dimensions of rows and columns, by name or number; without it the last two, or the two longest where those are tiny.
    #[arg(long, value_name = "Y,X")]
    pub dims: Option<String>,
    /// At most so many columns and rows of cells; without it 80x44, without colours 80x22, in a file 1024x1024.
    #[arg(long, value_name = "CxR", value_parser = picture_size)]
    pub size: Option<[u64; 2]>,
    /// The colours: viridis, greys or red-blue, in which white is zero; without it viridis, or one for each label.
    #[arg(long, value_name = "NAME", value_parser = color_map)]
    pub map: Option<ColorMap>,
    /// What the ends of the colours stand for: percentile (2 and 98 in a hundred), extremes, or two numbers such as 0:1;
    /// without it percentile, or one colour for each label.
    #[arg(long, value_name = "RANGE", value_parser = color_range, allow_hyphen_values = true)]
    pub range: Option<ColorRange>,
    /// Write a PNG file, one pixel a cell.
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    #[command(flatten)]
    pub decode: DecodeArguments,
    #[command(flatten)]
    pub limits: LimitArguments,
    #[command(flatten)]
    pub threads: ThreadArguments,
}

impl PictureArguments {
    /// The node.
    pub(super) fn node(&self) -> NodeArguments {
        NodeArguments { path: self.path.clone(), json: false, limits: self.limits.clone() }
    }
}

fn picture_size(text: &str) -> Result<[u64; 2], String> {
    let parts =
        text.split_once('x').and_then(|(columns, rows)| Some([columns.parse().ok()?, rows.parse().ok()?]));
    let fits = |size: &[u64; 2]| {
        size.iter().all(|edge| *edge > 0) && size[0].saturating_mul(size[1]) <= PICTURE_CELLS
    };
    parts
        .filter(fits)
        .ok_or_else(|| format!("expected columns and rows such as 80x40, at most {PICTURE_CELLS} cells"))
}

fn color_map(text: &str) -> Result<ColorMap, String> {
    let names = ColorMap::ALL.map(ColorMap::name);
    let found = ColorMap::ALL.into_iter().find(|map| map.name() == text);
    found.ok_or_else(|| format!("expected one of {}", names.join(", ")))
}

fn color_range(text: &str) -> Result<ColorRange, String> {
    match (text, text.split_once(':')) {
        ("percentile", _) => Some(ColorRange::Percentiles),
        ("extremes", _) => Some(ColorRange::Extremes),
        (_, Some((low, high))) => {
            let ends = low.trim().parse::<f64>().ok().zip(high.trim().parse::<f64>().ok());
            let ends = ends.filter(|(low, high)| low.is_finite() && high.is_finite() && low <= high);
            ends.map(|(low, high)| ColorRange::Between(low, high))
        }
        _ => None,
    }
    .ok_or_else(|| "expected percentile, extremes, or two numbers such as 0:1".to_owned())
}

/// `try`.
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

/// `advise`.
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

/// `verify`.
#[derive(Debug, Args)]
pub struct VerifyArguments {
    #[command(flatten)]
    pub node: NodeArguments,
    #[command(flatten)]
    pub decode: DecodeArguments,
    #[command(flatten)]
    pub threads: ThreadArguments,
}

/// `diff`.
#[derive(Debug, Args)]
pub struct DiffArguments {
    /// A store, in a directory or a zip archive, or any node in one.
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

/// When two NaN are equal.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum NanChoice {
    /// Always.
    Value,
    /// Where their bits are.
    Bits,
}

/// A stage of a chunk.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum StageName {
    /// The stored bytes.
    Stored,
    /// What the codec at this place gives when it decodes.
    Place(usize),
    /// What the codec of this name gives.
    Named(String),
}

fn stage_name(text: &str) -> Result<StageName, String> {
    Ok(match (text, text.parse()) {
        ("", _) => return Err("expected the name of a codec, its place in `codecs`, or `stored`".to_owned()),
        ("stored", _) => StageName::Stored,
        (_, Ok(place)) => StageName::Place(place),
        (name, Err(_)) => StageName::Named(name.to_owned()),
    })
}

fn tolerance(text: &str) -> Result<f64, String> {
    let number = text.parse::<f64>().ok().filter(|number| number.is_finite() && *number >= 0.0);
    number.ok_or_else(|| "expected a number of at least 0, such as 1e-6".to_owned())
}

/// `explain`.
#[derive(Debug, Args)]
pub struct ExplainArguments {
    /// What to explain; without it, the list of topics.
    pub topic: Option<String>,
    /// Work the topic through with the numbers of this array.
    #[arg(long, value_name = "PATH", requires = "chunk", requires = "topic")]
    pub array: Option<PathBuf>,
    /// The chunk's coordinates; empty for an array without dimensions.
    #[arg(long, value_name = "I,J", value_parser = coords, requires = "array", allow_hyphen_values = true)]
    pub chunk: Option<Coords>,
    /// An inner chunk of the shard; again for a shard in a shard.
    #[arg(long, value_name = "K,L", value_parser = coords, requires = "array", allow_hyphen_values = true)]
    pub inner: Vec<Coords>,
    /// Print JSON.
    #[arg(long)]
    pub json: bool,
    #[command(flatten)]
    pub decode: DecodeArguments,
    #[command(flatten)]
    pub limits: LimitArguments,
}

/// `doctor`.
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
    /// How many faulty chunks of each array to diagnose, and how many sound ones to judge by their values.
    #[arg(long, value_name = "N", default_value_t = 16, conflicts_with = "chunk")]
    pub chunks: usize,
    /// Refuse a chunk whose decoded form has more bytes.
    #[arg(long, value_name = "N", default_value_t = CHUNK_BYTES.default, help_heading = HEADING)]
    pub max_chunk_bytes: u64,
}

/// A side of a stage, as it decodes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum StageSide {
    /// What goes into it.
    In,
    /// What comes out.
    Out,
}

/// `report`.
#[derive(Debug, Args)]
pub struct ReportArguments {
    /// A store, in a directory or a zip archive, or any node in one.
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
    /// How much to read.
    #[command(flatten)]
    pub limits: LimitArguments,
}

/// How values are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum OutputFormat {
    /// For reading, with coordinates.
    Table,
    /// Comma-separated: a line for each row of the last dimension; one value in a line where there is one dimension.
    Csv,
    /// Shape, data type and nested lists.
    Json,
    /// NumPy, format 1.0.
    Npy,
    /// C order, little-endian, no header.
    Raw,
}

impl From<OutputFormat> for ValuesFormat {
    fn from(format: OutputFormat) -> Self {
        match format {
            OutputFormat::Table => Self::Table,
            OutputFormat::Csv => Self::Csv,
            OutputFormat::Json => Self::Json,
            OutputFormat::Npy => Self::Npy,
            OutputFormat::Raw => Self::Raw,
        }
    }
}

/// Coordinates on the command line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Coords(pub Vec<u64>);

fn coords(text: &str) -> Result<Coords, String> {
    let trimmed = text.trim();
    if trimmed.is_empty() {
        return Ok(Coords(Vec::new()));
    }
    let parts = trimmed.split(',').map(|part| part.trim().parse::<u64>());
    let coords: Result<Vec<u64>, _> = parts.collect();
    coords.map(Coords).map_err(|_| "expected whole numbers with commas between them, such as 1,7".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::limits::LIMITS;

    #[test]
    fn every_limit_has_its_option_with_its_default() {
        let command = Arguments::command();
        let all: Vec<_> = command.get_subcommands().chain([&command]).collect();
        for limit in LIMITS {
            let name = limit.option.trim_start_matches('-');
            let options = all.iter().flat_map(|part| part.get_arguments());
            let options: Vec<_> = options.filter(|option| option.get_long() == Some(name)).collect();
            assert!(!options.is_empty(), "no command has {}", limit.option);
            for option in options {
                let default: Vec<_> = option.get_default_values().iter().map(|text| text.to_str()).collect();
                let expected = (limit.default > 0).then(|| limit.default.to_string());
                assert_eq!(default, Vec::from_iter(expected.as_deref().map(Some)), "{}", limit.option);
            }
        }
    }

    #[test]
    fn the_definitions_are_consistent() {
        Arguments::command().debug_assert();
    }

    #[test]
    fn what_belongs_to_a_command_stands_behind_it() {
        let read = |words: &str| Arguments::read_from(words.split(' '));
        assert!(read("zarrscope --color never tree a.zarr").is_ok());
        assert!(read("zarrscope verify a.zarr --ignore-checksums --color always").is_ok());
        assert!(read("zarrscope a.zarr --ignore-checksums").is_ok());
        assert!(read("zarrscope --ignore-checksums verify a.zarr").is_err());
        assert!(read("zarrscope a.zarr tree b.zarr").is_err());
    }

    #[test]
    fn coordinates_are_whole_numbers_with_commas() {
        assert_eq!(coords("1, 7"), Ok(Coords(vec![1, 7])));
        assert_eq!(coords(""), Ok(Coords(vec![])));
        assert!(coords("1,").is_err() && coords("-1").is_err() && coords("1.5").is_err());
    }
}
