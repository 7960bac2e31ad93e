use std::{path::PathBuf, time::Instant};

use clap::{Args, ValueEnum};

use super::super::{limits::StoreArguments, threads::ThreadArguments};
use super::parts::{
    AddressArguments, Coords, DecodeArguments, NodeArguments, StageName, ValueArguments, coords, stage_name,
    work_part,
};
use crate::pipeline::{PICTURE_CELLS, WorkPart};
use crate::save::ValuesFormat;
use crate::tell::colors::{ColorMap, ColorRange};

#[derive(Debug, Args)]
pub struct TreeArguments {
    #[command(flatten)]
    pub node: NodeArguments,
    /// How many levels to show below PATH.
    #[arg(long, value_name = "N")]
    pub depth: Option<usize>,
}

#[derive(Debug, Args)]
pub struct FindArguments {
    #[command(flatten)]
    pub node: NodeArguments,
    /// Words and filters; without any, all nodes.
    #[arg(value_name = "QUERY")]
    pub query: Vec<String>,
}

#[derive(Debug, Args)]
pub struct ChunksArguments {
    #[command(flatten)]
    pub node: NodeArguments,
    /// Also decode every stored chunk, and count those that are nothing but the fill value and those that do not decode.
    #[arg(long = "decode")]
    pub judge: bool,
    #[command(flatten)]
    pub decode: DecodeArguments,
}

#[derive(Debug, Args)]
pub struct TraceArguments {
    #[command(flatten)]
    pub node: NodeArguments,
    #[command(flatten)]
    pub address: AddressArguments,
    /// Print the whole output of one codec, in hex. CODEC is its name, its place in `codecs`, or `stored`.
    #[arg(long, value_name = "CODEC", value_parser = stage_name)]
    pub stage: Option<StageName>,
    /// Which side of the stage: what goes in when it decodes, or what comes out.
    #[arg(long, value_enum, default_value_t = StageSide::Out, value_name = "SIDE", requires = "stage")]
    pub side: StageSide,
    /// Write the raw bytes of the stage to a file; - prints them.
    #[arg(short, long, value_name = "FILE", requires = "stage", conflicts_with = "json")]
    pub output: Option<PathBuf>,
    /// Overwrite a file that exists.
    #[arg(long, requires = "output")]
    pub force: bool,
    /// If the stage fails, write what it had produced before.
    #[arg(long, requires = "output")]
    pub partial: bool,
    #[command(flatten)]
    pub decode: DecodeArguments,
}

impl TraceArguments {
    /// All stages of a chunk, as text.
    pub(in super::super) fn of_chunk(
        node: NodeArguments,
        address: AddressArguments,
        decode: DecodeArguments,
    ) -> Self {
        let side = StageSide::Out;
        Self { node, address, stage: None, side, output: None, force: false, partial: false, decode }
    }
}

/// The lines beside a name in a file manager.
#[derive(Debug, Clone, Args)]
pub struct PreviewArguments {
    /// A store (a directory, a zip archive or an address such as `s3://bucket/data.zarr`), any node in one, or a file of one.
    #[arg(value_name = "PATH")]
    pub path: PathBuf,
    /// At most so many columns.
    #[arg(long, value_name = "N", default_value_t = 80, value_parser = clap::value_parser!(u16).range(1..))]
    pub width: u16,
    /// At most so many lines.
    #[arg(long, value_name = "N", default_value_t = 24, value_parser = clap::value_parser!(u16).range(1..))]
    pub height: u16,
    #[command(flatten)]
    pub decode: DecodeArguments,
    #[command(flatten)]
    pub limits: StoreArguments,
}

#[derive(Debug, Args)]
pub struct LocateArguments {
    #[command(flatten)]
    pub node: NodeArguments,
    #[command(flatten)]
    pub address: AddressArguments,
    #[command(flatten)]
    pub decode: DecodeArguments,
}

#[derive(Debug, Args)]
pub struct PlanArguments {
    #[command(flatten)]
    pub node: NodeArguments,
    /// The region to read, such as 0:10,5:6; dimensions that are not named are whole. By default, the whole array.
    #[arg(long, value_name = "A:B,C:D", allow_hyphen_values = true)]
    pub region: Option<String>,
    /// Plan for chunks of this shape, and compare with those of now.
    #[arg(long, value_name = "I,J", value_parser = coords, allow_hyphen_values = true)]
    pub chunk_shape: Option<Coords>,
    /// Plan a selection by the labels of dimensions, as `decode` takes it.
    #[arg(long, value_name = "DIM=LABEL", allow_hyphen_values = true)]
    pub sel: Vec<String>,
    #[command(flatten)]
    pub decode: DecodeArguments,
}

#[derive(Debug, Args)]
pub struct ProbeArguments {
    #[command(flatten)]
    pub node: NodeArguments,
    /// The element's coordinates in the array; empty for an array without dimensions.
    #[arg(
        long, value_name = "I,J", value_parser = coords, allow_hyphen_values = true,
        required_unless_present_any = ["byte", "sel"], conflicts_with_all = ["chunk", "inner", "byte", "stage"]
    )]
    pub at: Option<Coords>,
    /// For the other direction: the chunk that has the byte.
    #[arg(long, value_name = "I,J", value_parser = coords, allow_hyphen_values = true, requires = "byte")]
    pub chunk: Option<Coords>,
    /// An inner chunk of the shard; repeat for a shard in a shard.
    #[arg(long, value_name = "K,L", value_parser = coords, allow_hyphen_values = true, requires = "chunk")]
    pub inner: Vec<Coords>,
    /// The byte whose elements to find.
    #[arg(long, value_name = "N", requires = "chunk")]
    pub byte: Option<u64>,
    /// The codec whose output, when it decodes, has the byte, by its place in `codecs`. By default, the byte is a stored one.
    #[arg(long, value_name = "CODEC", requires = "byte")]
    pub stage: Option<usize>,
    #[command(flatten)]
    pub values: ValueArguments,
    #[command(flatten)]
    pub decode: DecodeArguments,
}

#[derive(Debug, Args)]
pub struct DecodeCommand {
    /// An array, or a table, a column or a sparse matrix of `AnnData`.
    #[arg(value_name = "PATH")]
    pub path: PathBuf,
    /// One chunk, whole; empty for an array without dimensions.
    #[arg(long, value_name = "I,J", value_parser = coords, conflicts_with = "region", allow_hyphen_values = true)]
    pub chunk: Option<Coords>,
    /// A box of the array, such as 0:10,5:6; a bound may be left out, and dimensions after the last range are whole.
    #[arg(long, value_name = "A:B,C:D", allow_hyphen_values = true)]
    pub region: Option<String>,
    #[command(flatten)]
    pub values: ValueArguments,
    /// How to write the values.
    #[arg(long, value_enum, default_value_t = ValuesFormat::Table)]
    pub format: ValuesFormat,
    /// Of a table, only the rows in which this holds, such as 'batch == "B 2" and counts > 500'. null is a missing value, and
    /// categories that have an order are compared in it.
    #[arg(long = "where", value_name = "CONDITION")]
    pub condition: Option<String>,
    /// A line for each element: its coordinates, then its value, with the units in the line of names. CSV, or JSON by --format
    /// json. Beside the labels of dimensions there are those of arrays that `coordinates` names.
    #[arg(long)]
    pub tidy: bool,
    /// Write to a file.
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    #[command(flatten)]
    pub decode: DecodeArguments,
    #[command(flatten)]
    pub limits: StoreArguments,
    #[command(flatten)]
    pub threads: ThreadArguments,
}

#[derive(Debug, Args)]
pub struct PictureArguments {
    /// An array, or an image in several sizes (OME-Zarr), of which the level that fits is drawn.
    #[arg(value_name = "PATH")]
    pub path: PathBuf,
    #[command(flatten)]
    pub plane: PlaneArguments,
    #[command(flatten)]
    pub values: ValueArguments,
    /// The channel of an image, by number or name, in its colour and window. Several, such as 0,1 or DAPI,GFP, or all that are
    /// active, are drawn at once: their light is added. By default the first that is active.
    #[arg(long, value_name = "N|NAME|all")]
    pub channel: Option<String>,
    /// Draw the labels of this name over their image, in their colours.
    #[arg(long, value_name = "NAME")]
    pub labels: Option<String>,
    /// The level of an image in several sizes; 0 is the largest.
    #[arg(long, value_name = "N")]
    pub level: Option<usize>,
    #[command(flatten)]
    pub decode: DecodeArguments,
    #[command(flatten)]
    pub limits: StoreArguments,
    #[command(flatten)]
    pub threads: ThreadArguments,
}

/// Which plane is drawn, and how.
#[derive(Debug, Clone, Default, Args)]
pub struct PlaneArguments {
    /// A box of the array, such as 0:10,5:6; in dimensions that are neither rows nor columns, only its first coordinate counts.
    #[arg(long, value_name = "A:B,C:D", allow_hyphen_values = true)]
    pub region: Option<String>,
    /// The dimensions of rows and columns, by name or number. By default the last two, or the two longest if the last two are tiny.
    #[arg(long, value_name = "Y,X")]
    pub dims: Option<String>,
    /// At most C columns and R rows of cells, all of them in a file. By default 80x44, without colours 80x22, in a file
    /// 1024x1024, and never more cells than elements.
    #[arg(long, value_name = "CxR", value_parser = picture_size)]
    pub size: Option<[u64; 2]>,
    /// N pixels of the file for each element, along its shorter side.
    #[arg(long, value_name = "N", conflicts_with = "size", requires = "output", value_parser = clap::value_parser!(u64).range(1..=64))]
    pub scale: Option<u64>,
    /// The colours: viridis, greys or red-blue, in which white is zero. By default viridis, or one colour for each label;
    /// of a difference red-blue.
    #[arg(long, value_name = "NAME", value_parser = color_map)]
    pub map: Option<ColorMap>,
    /// The colours without the option.
    #[arg(skip)]
    pub usual_map: ColorMap,
    /// When what was read so far is drawn, without progress; `None` to read all.
    #[arg(skip)]
    pub until: Option<Instant>,
    /// The values at the ends of the colours: percentile (2 and 98 per cent) or extremes of the picture, array (the extremes of all
    /// of it, which is read for that), or two numbers such as 0:1. By default percentile, or one colour for each label; of a difference its
    /// extremes, with zero in the middle.
    #[arg(long, value_name = "RANGE", value_parser = range_choice, allow_hyphen_values = true)]
    pub range: Option<RangeChoice>,
    /// Write a PNG file, with title, axes and colour bar where there is room: from 160x120 cells or a --size of 320x240 on.
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Write only the cells, one pixel each.
    #[arg(long, requires = "output")]
    pub no_axes: bool,
}

impl PlaneArguments {
    /// The first of these options that was given.
    pub fn given(&self) -> Option<&'static str> {
        let options = [
            ("--dims", self.dims.is_some()),
            ("--size", self.size.is_some()),
            ("--scale", self.scale.is_some()),
            ("--map", self.map.is_some()),
            ("--range", self.range.is_some()),
            ("--output", self.output.is_some()),
        ];
        options.into_iter().find_map(|(name, is_given)| is_given.then_some(name))
    }
}

impl PictureArguments {
    pub(in super::super) fn of(node: NodeArguments, plane: PlaneArguments, decode: DecodeArguments) -> Self {
        Self {
            path: node.path,
            plane,
            values: ValueArguments::default(),
            channel: None,
            labels: None,
            level: None,
            decode,
            limits: node.limits,
            threads: ThreadArguments { threads: None },
        }
    }

    pub(in super::super) fn node(&self) -> NodeArguments {
        NodeArguments { path: self.path.clone(), json: false, limits: self.limits.clone() }
    }
}

#[derive(Debug, Args)]
pub struct StatsArguments {
    #[command(flatten)]
    pub node: NodeArguments,
    /// One chunk, without its overhang; empty for an array without dimensions.
    #[arg(long, value_name = "I,J", value_parser = coords, conflicts_with = "region", allow_hyphen_values = true)]
    pub chunk: Option<Coords>,
    /// A box of the array, such as 0:10,5:6; a bound may be left out, and dimensions after the last range are whole.
    #[arg(long, value_name = "A:B,C:D", allow_hyphen_values = true)]
    pub region: Option<String>,
    /// Count only the I-th of N parts, such as `2/7`. The parts do not overlap, cover everything, and are the same on every
    /// machine.
    #[arg(long, value_name = "I/N", value_parser = work_part)]
    pub part: Option<WorkPart>,
    #[command(flatten)]
    pub values: ValueArguments,
    #[command(flatten)]
    pub decode: DecodeArguments,
    #[command(flatten)]
    pub threads: ThreadArguments,
}

#[derive(Debug, Args)]
pub struct ExplainArguments {
    /// What to explain. Without it, the topics are listed, or all cards are printed as Markdown.
    pub topic: Option<String>,
    /// The output: text, or a page of Markdown.
    #[arg(long, value_enum, default_value_t = ExplainFormat::Text, conflicts_with = "json")]
    pub format: ExplainFormat,
    /// Build a chunk with this codec in its chain: change numbers, codecs and bits, and see every stage of encoding and
    /// decoding. Without a terminal, it is printed once.
    #[arg(long = "try", conflicts_with_all = ["format", "array", "json"])]
    pub tries: bool,
    /// Work through the topic with the numbers of this array.
    #[arg(long, value_name = "PATH", requires = "chunk", requires = "topic")]
    pub array: Option<PathBuf>,
    /// The chunk's coordinates; empty for an array without dimensions.
    #[arg(long, value_name = "I,J", value_parser = coords, requires = "array", allow_hyphen_values = true)]
    pub chunk: Option<Coords>,
    /// An inner chunk of the shard; repeat for a shard in a shard.
    #[arg(long, value_name = "K,L", value_parser = coords, requires = "array", allow_hyphen_values = true)]
    pub inner: Vec<Coords>,
    /// Print JSON.
    #[arg(long)]
    pub json: bool,
    #[command(flatten)]
    pub decode: DecodeArguments,
    #[command(flatten)]
    pub limits: StoreArguments,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum ExplainFormat {
    /// Text, wrapped to the width of the terminal.
    Text,
    /// A page of Markdown; without a topic, all cards with a table of contents.
    Markdown,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum StageSide {
    /// What goes in.
    In,
    /// What comes out.
    Out,
}

#[derive(Debug, Args)]
pub struct LearnArguments {
    /// The number or name of a lesson; by default the first that is not done.
    pub lesson: Option<String>,
    /// The same as the argument.
    #[arg(long = "lesson", value_name = "LESSON", conflicts_with = "lesson")]
    pub lesson_option: Option<String>,
}

fn picture_size(text: &str) -> Result<[u64; 2], String> {
    if let Some((columns, rows)) = text.split_once('x')
        && let (Ok(columns), Ok(rows)) = (columns.parse::<u64>(), rows.parse::<u64>())
        && columns > 0
        && rows > 0
        && columns.saturating_mul(rows) <= PICTURE_CELLS
    {
        return Ok([columns, rows]);
    }
    Err(format!("expected columns and rows such as 80x40, at most {PICTURE_CELLS} cells"))
}

fn color_map(text: &str) -> Result<ColorMap, String> {
    for map in ColorMap::ALL {
        if map.name() == text {
            return Ok(map);
        }
    }
    Err(format!("expected one of {}", ColorMap::ALL.map(ColorMap::name).join(", ")))
}

#[derive(Debug, Clone, Copy)]
pub enum RangeChoice {
    Of(ColorRange),
    /// From the least to the greatest number of the array.
    Array,
}

fn range_choice(text: &str) -> Result<RangeChoice, String> {
    let range = match text {
        "array" => return Ok(RangeChoice::Array),
        "percentile" => Some(ColorRange::Percentiles),
        "extremes" => Some(ColorRange::Extremes),
        _ => ColorRange::of_numbers(text),
    };
    let expected = "expected percentile, extremes, array, or two numbers such as 0:1";
    range.map(RangeChoice::Of).ok_or_else(|| expected.to_owned())
}
