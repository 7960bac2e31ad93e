//! What can be written on the command line. Help, completions and the manual page come from here.

mod judge;
mod parts;
mod show;

use std::ffi::OsString;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use clap::builder::PossibleValuesParser;
use clap::parser::ValueSource;
use clap::{Arg, CommandFactory, FromArgMatches, Parser, Subcommand, ValueEnum, error::ErrorKind};

use super::limits::{HEADING, StoreArguments};
use super::{config::Configured, without_secrets};
use crate::configuration::KeyEntry;
use crate::limits::CACHE_BYTES;
use crate::metadata::text::escape;
use crate::tell::{nearest::nearest, theme_name::ThemeName};

pub use judge::{
    AdviseArguments, CheckArguments, DiffArguments, DoctorArguments, MergeArguments, NanChoice,
    ReportArguments, ReportFormat, SampleSize, SchemaArguments, TryArguments, VerifyArguments,
};
pub use parts::{AddressArguments, Coords, DecodeArguments, NodeArguments, StageName, ValueArguments};
pub use show::{
    ChunksArguments, DecodeCommand, ExplainArguments, ExplainFormat, FindArguments, LearnArguments,
    LocateArguments, PictureArguments, PlanArguments, PlaneArguments, PreviewArguments, ProbeArguments,
    RangeChoice, StageSide, StatsArguments, TraceArguments, TreeArguments,
};

/// Explore Zarr stores: chunk grids, codec pipelines stage by stage, and values.
///
/// Without a command the explorer opens. It never writes to a store.
#[derive(Debug, Parser)]
#[command(name = "zarrscope", version, max_term_width = 100)]
pub struct Arguments {
    /// A store (a directory, a zip archive or an address such as `s3://bucket/data.zarr`), or any node in one.
    #[arg(default_value = ".", value_name = "PATH")]
    pub path: PathBuf,
    #[command(flatten)]
    pub decode: DecodeArguments,
    #[command(flatten)]
    pub limits: StoreArguments,
    /// Keep up to N bytes of decoded chunks.
    #[arg(long, value_name = "N", default_value_t = CACHE_BYTES.default, help_heading = HEADING)]
    pub cache_bytes: u64,
    /// When to use colour; NO_COLOR turns it off too.
    #[arg(long, global = true, value_enum, default_value_t = ColorChoice::Auto, value_name = "WHEN")]
    pub color: ColorChoice,
    /// The colours of the explorer. By default those of the terminal, or light ones if it says that it is light.
    #[arg(long, global = true, value_name = "NAME", value_parser = PossibleValuesParser::new(ThemeName::ALL.map(ThemeName::name)))]
    pub theme: Option<String>,
    /// Draw the explorer without boxes, and with letters instead of marks, for screen readers.
    #[arg(long, global = true)]
    pub plain: bool,
    /// Read the configuration from this file; `zarrscope config` prints the default place.
    #[arg(long, global = true, value_name = "FILE")]
    pub config: Option<PathBuf>,
    /// What to do instead of exploring.
    #[command(subcommand)]
    pub command: Option<Command>,
}

const OF_THE_EXPLORER: &[&str] = &[
    "path",
    "ignore_checksums",
    "max_chunk_bytes",
    "document_bytes",
    "document_values",
    "json_depth",
    "nodes",
    "links",
    "endpoint",
    "bucket_region",
    "anonymous",
    "timeout",
    "answer_timeout",
    "list_pages",
    "asked_chunks",
    "retries",
    "cache_bytes",
];

impl Arguments {
    /// Reads the command line and the configuration; prints help or what is wrong, and ends the process then.
    pub fn read(keys: &[KeyEntry]) -> (Self, Configured) {
        match Self::read_configured(keys) {
            Ok(read) => read,
            Err(error) => end_with(&error),
        }
    }

    fn read_configured(keys: &[KeyEntry]) -> Result<(Self, Configured), clap::Error> {
        let words: Vec<OsString> = std::env::args_os().collect();
        let first = Self::read_from(&words, &[])?;
        let configured = Configured::read(first.config.as_deref(), keys);
        let configured = configured.map_err(|said| Self::command().error(ErrorKind::Io, said))?;
        let limits = &configured.configuration.limits;
        // What is configured is the default of an option from then on.
        let mut arguments = if limits.is_empty() { first } else { Self::read_from(&words, limits)? };
        if let Some(Command::Picture(picture)) = &mut arguments.command {
            picture.plane.usual_map = configured.configuration.color_map.unwrap_or_default();
        }
        Ok((arguments, configured))
    }

    fn read_from(words: &[OsString], limits: &[(&'static str, u64)]) -> Result<Self, clap::Error> {
        let set = |argument: Arg| match limits.iter().find(|(name, _)| argument.get_long() == Some(name)) {
            Some((_, number)) => argument.default_value(number.to_string()),
            None => argument,
        };
        let mut command = Self::command().mut_args(set).mut_subcommands(|part| part.mut_args(set));
        let matches =
            command.try_get_matches_from_mut(words).map_err(|error| with_near_command(error, words))?;
        if let Some(name) = matches.subcommand_name() {
            for id in OF_THE_EXPLORER {
                if matches.value_source(id) == Some(ValueSource::CommandLine) {
                    let message = format!("expected {id} after the command {name}, found it before");
                    return Err(command.error(ErrorKind::ArgumentConflict, message));
                }
            }
        }
        Self::from_arg_matches(&matches)
    }

    pub fn theme(&self, configured: Option<ThemeName>) -> Option<ThemeName> {
        self.theme.as_deref().and_then(ThemeName::named).or(configured)
    }
}

/// Such a word is taken for a path, so that whatever follows it is one argument too many.
fn with_near_command(error: clap::Error, words: &[OsString]) -> clap::Error {
    let Some(word) = words.get(1).and_then(|word| word.to_str()) else { return error };
    let is_one_too_many = [ErrorKind::UnknownArgument, ErrorKind::InvalidSubcommand].contains(&error.kind());
    if !is_one_too_many || Path::new(word).exists() {
        return error;
    }
    let Some(near) = near_command(word) else { return error };
    let message = format!("no command is called \"{}\": did you mean {near}?", escape(word));
    Arguments::command().error(ErrorKind::InvalidSubcommand, message)
}

pub(super) fn near_command(word: &str) -> Option<String> {
    let commands = Arguments::command();
    let names: Vec<&str> = commands.get_subcommands().map(clap::Command::get_name).collect();
    if names.contains(&word) {
        return None;
    }
    let meant = USUAL.iter().find(|(words, _)| words.contains(&word)).map(|(_, name)| *name);
    meant.or(nearest(word, names.into_iter()).first().copied()).map(str::to_owned)
}

/// What other programs call the same.
const USUAL: &[(&[&str], &str)] = &[
    (&["list", "ls", "walk"], "tree"),
    (&["show", "describe", "inspect", "dump", "ncdump"], "info"),
    (&["cat", "get", "read", "print", "export"], "decode"),
    (&["validate", "lint"], "check"),
    (&["fsck", "scrub"], "verify"),
    (&["search", "grep"], "find"),
    (&["plot", "image", "png"], "picture"),
    (&["compare"], "diff"),
    (&["teach", "course", "tutorial"], "learn"),
];

/// What is said repeats arguments. Secrets in addresses are left out, characters that change the screen are escaped, and with
/// both the colours are lost.
fn end_with(error: &clap::Error) -> ! {
    let said = error.render().to_string();
    let shown = without_secrets(&on_screen(&said, std::env::args_os()));
    let printed = if shown == said { error.print() } else { io::stderr().write_all(shown.as_bytes()) };
    let status = match printed.and_then(|()| io::stdout().flush()) {
        Err(failure) if failure.kind() != io::ErrorKind::BrokenPipe => {
            // Where stderr cannot be written either, the exit status has to be enough.
            let _ = writeln!(io::stderr(), "error: output: {failure}");
            error.exit_code().max(1)
        }
        _ => error.exit_code(),
    };
    std::process::exit(status)
}

/// Only line feeds of our own stay.
fn on_screen(said: &str, arguments: impl Iterator<Item = OsString>) -> String {
    let mut said = said.to_owned();
    for argument in arguments {
        let argument = argument.to_string_lossy();
        let value = argument.split_once('=').map_or("", |(_, value)| value);
        for part in [&*argument, value] {
            if part.contains('\n') {
                said = said.replace(part, &escape(part));
            }
        }
    }
    let lines: Vec<_> = said.split('\n').map(escape).collect();
    lines.join("\n")
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum ColorChoice {
    /// On a terminal, unless NO_COLOR is set.
    Auto,
    /// Always.
    Always,
    /// Never.
    Never,
}

#[derive(Debug, Subcommand)]
pub enum Command {
    /// List groups and arrays, and anything that is neither.
    Tree(TreeArguments),
    /// Show everything that is known about one node.
    Info(NodeArguments),
    /// Find nodes by words in their paths, or by what they are, such as a data type.
    ///
    /// Every word must match the path of a node below PATH: the letters of the word in order, with
    /// anything between them, in any case. Words with a colon are filters:
    ///
    ///   name:temp       a part of the name itself, not of the groups above
    ///   dtype:float32   a data type by its beginning, or short: f32
    ///   codec:NAME      a codec by its name, even inside a shard
    ///   attr:units=K    an attribute with these words in its value, such as 'attr:units=kg m-2 s-1'; attr:units for any that
    ///                   has the attribute, or this word as a value
    ///   dim:time        a dimension of this name
    ///   kind:array      group, array, unusable, directory or other; without it, directories and files are left out
    ///   is:faulty       nodes with a fault in their document
    ///
    /// The best matches come first; equal matches are in the order of their paths. The exit status
    /// is 0 even if nothing was found; 3 means that part of the hierarchy cannot be listed.
    #[command(verbatim_doc_comment)]
    Find(FindArguments),
    /// Show which chunks of an array are stored, and how large they are.
    ///
    /// An outlier is a stored chunk whose size lies outside the middle half of all sizes by more than three times the width of
    /// that half, or of a tenth of the median if that is larger. In an array of shards, the inner chunks of every shard are counted
    /// from its index; an inner chunk that is itself a shard counts as one.
    Chunks(ChunksArguments),
    /// Follow one chunk through every stage of the codec pipeline.
    ///
    /// --stage shows the bytes of one stage, and -o writes them to a file: raw, elements in C order and little-endian. The exit
    /// status is then 0 once the file is written, even if a later stage fails.
    Trace(TraceArguments),
    /// Show where a chunk is, and how to read it with other programs.
    Locate(LocateArguments),
    /// Follow an element from the array to its stored bytes, or a byte back to its elements.
    Probe(ProbeArguments),
    /// Show the inside of a shard: its index, gaps and overlaps.
    Index(LocateArguments),
    /// Print or write the values of an array, a chunk or a region.
    ///
    /// PATH may also be a table, a column or a sparse matrix of `AnnData`. A table or a column prints its rows; a sparse matrix
    /// prints the row, column and value of each entry. --region takes rows and columns of them; the columns may be left out.
    Decode(DecodeCommand),
    /// Show statistics of an array, a chunk or a region: extremes, mean, quantiles and a histogram.
    ///
    /// All elements have the same weight. The standard deviation is that of all of them, divided by their number as in
    /// `numpy.std`, not by one less as in pandas.
    ///
    /// Missing chunks count as their fill value, because that is what reading the array gives; overhang and the elements of
    /// faulty chunks are not counted. NaN and infinities are counted separately: minimum, maximum, mean, standard deviation,
    /// quantiles and histogram are those of the finite numbers. All counts are exact. A quantile is always an element; beyond
    /// 262 144 elements it comes from a sample, and its rank is off by less than one per cent.
    ///
    /// PATH may also be a table of `AnnData` or a column of one: of each column it shows how many values there are and are missing,
    /// and the extremes, mean and standard deviation of numbers, or how often each name is there, the most frequent first.
    ///
    /// --part divides the work as for `verify`, and `merge` combines the parts into one report. Each stored chunk is in one
    /// part; all missing chunks are in the same part. Quantiles and the histogram need all elements together, so neither a part
    /// nor a merged report has them.
    Stats(StatsArguments),
    /// Show a plane of an array as a picture, in the terminal or as a PNG file.
    ///
    /// Each cell shows the element in its middle. In a terminal, a character is two cells, one above the other; without colours
    /// it is one, and a denser sign means a greater number. Chunks are read until 256 MiB of them are decoded; the legend says
    /// how many were read.
    ///
    /// Missing chunks, faults, NaN and infinities have signs of their own (colours, in a file); the legend names them. So has a
    /// fill value that is further from the other numbers than a quarter of their range: -999 among 270 to 290 is left out of
    /// the range of the colours, but 0 among 1 to 255 has a colour. A --range that includes it, such as -1000:300, gives it a
    /// colour again.
    ///
    /// Bools, OME-Zarr labels, and integers that have few values or form areas as labels do, have a colour for each value; 0 is
    /// the background. With --map or --range they are drawn like all other numbers.
    Picture(PictureArguments),
    /// Show what reading a region takes: requests, bytes that are stored and decoded. No chunk is read.
    ///
    /// A chunk is one request; a shard one for its index, and one for each run of inner chunks that lie near each other, as this
    /// program reads them. The amplification is the number of bytes that are decoded for each byte that is wanted. Missing chunks
    /// are asked for, but nothing of them is decoded. Sizes come from the store, and of shards the indexes are read; beyond
    /// 10 000 chunks sizes are not looked at.
    ///
    /// --chunk-shape plans the same read for chunks of another shape, without shards: as if all of them were stored, and as
    /// compressible as those of now.
    Plan(PlanArguments),
    /// Show a node in a few lines, as file managers do beside its name.
    ///
    /// An array or an image is drawn, values without rows and columns are listed; a group is its tree, a chunk its way through the
    /// codecs. It ends within 200 ms with what is there by then, and its lines are never longer nor more than asked for. Colours come
    /// with --color always. The exit status is 0 where anything is shown, faults included.
    Preview(PreviewArguments),
    /// Try other codecs on the values of an array, in memory: sizes, times and losses.
    ///
    /// The values come from a few stored chunks (inner chunks, if there are shards), spread over the array, at most 40 MiB in
    /// all. The chain that the array uses comes first, with the size that is stored; the other chains encode the values and
    /// decode them again. Times are those of one thread for all values, the median of up to five runs. Among the chains that
    /// give the values back with the same bits, two are marked: the smallest, and the fastest to read of those that save space.
    /// Sizes are those of the encoders in this program: gzip and LZ4 of other libraries differ by a few per cent. Nothing is
    /// written.
    ///
    /// Without --codecs, chains are proposed that suit the data type and the values: decimals as integers, differences, fewer
    /// bits. A chain that cannot encode the values is listed with the reason. zarr-python 3.4.2 has no `zfp` and no `packbits`;
    /// zarrs reads both.
    Try(TryArguments),
    /// Suggest how an array could be stored better, with the numbers that support it.
    ///
    /// It looks for chunks that are too small or too large, too many objects, gains from sharding, bytes that are read for
    /// nothing, compression that is missing or makes the data larger, overhang, and chunks of nothing but the fill value. Each
    /// suggestion has its number, and its rule says where the threshold comes from. If nothing can be improved, there is no
    /// advice.
    ///
    /// --access counts what one read costs: it names the dimensions that are read whole, at one place of the others. `--access
    /// time` is a series at one point, `--access y,x` a plane.
    ///
    /// The numbers come from documents, the listing of chunks, and up to eight decoded chunks. For a group, every array below
    /// it is looked at, a thousand at most.
    Advise(AdviseArguments),
    /// Decode every stored chunk and list every fault.
    ///
    /// --part divides the work, for several machines or for a job that takes too long: the same
    /// store and the same N give the same parts everywhere, and a part can be run again. A part is a
    /// few ranges of the keys of each array, and lists only those; chunks that come or go meanwhile
    /// are seen by the part that they are in. `merge` combines the reports into one.
    ///
    /// A missing chunk reads as the fill value. It is not a fault unless --expect says that it
    /// should be there. FILE names the chunks that may be missing, one per line; anything after a #
    /// is ignored:
    ///
    ///   tas/c/0/3         a chunk by its key, from PATH
    ///   tas[0:10, 3]      chunks by ranges of their coordinates in the chunk grid; further dimensions whole
    ///   [2:, 3]           the same, if PATH is the array
    ///   tas[0, 1][3:]     inner chunks of these shards
    ///
    /// A chunk that may be missing may also lack inner chunks. --write-expect writes such a list of
    /// what is missing now.
    ///
    /// Every chunk is counted as stored, missing or not known; large grids take no longer to count.
    /// Without --expect, a shard that lacks inner chunks is noted if at least two other shards, and
    /// three quarters of all others, are full. With it, chunks of nothing but the fill value, arrays
    /// without a chunk, and keys that belong to no chunk are counted too; `check` names such keys.
    #[expect(rustdoc::broken_intra_doc_links, reason = "the text is help, and two brackets are a chunk")]
    #[command(verbatim_doc_comment)]
    Verify(VerifyArguments),
    /// Combine the reports of parts into one, and list the parts that are missing.
    ///
    /// The reports come from `verify --part I/N --json`, or from `stats --part I/N --json`. All must be of the same store in
    /// the same state: if documents or options differ, they are refused, and of `stats` if the listings of chunks differ. The exit
    /// status is 0 if all parts are there and nothing is faulty, 1 if parts are missing or there is a fault, 2 for files that are
    /// not such reports, and 3 if the only problem is that something could not be reached or read. Reports are regular files, `-`
    /// or pipes of the shell.
    Merge(MergeArguments),
    /// Check documents, attributes and keys against the format and its conventions.
    ///
    /// Only chunks of coordinates are decoded. Each finding has the id of a rule, a severity, a place and a source; `explain
    /// rules` lists all rules. A note is worth knowing; a warning means that a reader will get something other than what was
    /// meant; an error means that something cannot be read. The exit status is 1 if there is an error, or a finding that
    /// --fail-on names; it is 3 if such findings only say that something could not be reached or read.
    Check(CheckArguments),
    /// Compare two stores, groups, arrays or chunks, however each is stored.
    ///
    /// Nodes are matched by their paths below A and B. These count as different: nodes that only one side has, shapes, data
    /// types, fill values, attributes, dimension names and elements. Versions, chunk shapes, codecs and keys may differ: that
    /// is listed as stored differently (or as written differently, if it means the same), and does not count.
    ///
    /// Elements are equal when their values are, as in `numpy.array_equal(a, b, equal_nan=True)`: all NaNs are equal, and so
    /// are 0 and -0. With --atol or --rtol, numbers are compared as in `numpy.isclose(a, b)`. Missing chunks count as their
    /// fill value. Chunks that are encoded in the same way and have the same stored bytes are not decoded.
    ///
    /// A and B may also be files that `verify --write-sums` wrote: then chunks are compared by their digests, without either store.
    ///
    /// The exit status is 0 for equal, 1 for different or faulty, 2 for wrong use, 3 if something could not be read.
    Diff(DiffArguments),
    /// Look for the cause of what is wrong, and show the evidence.
    Doctor(DoctorArguments),
    /// Write a report of a node or a chunk: for an issue as Markdown, or as a page with pictures.
    ///
    /// The report has the fault, its likely cause according to `doctor`, the trace of the chunk through its codecs, its first
    /// bytes and those around the fault, the entry in the shard index, the codecs, the document without its attributes, lines
    /// that reproduce the fault, and versions. Of your paths it shows only the name of the store and what is inside it. Names
    /// and messages are written as code, so nothing in a store is taken for Markdown, HTML or a mention.
    ///
    /// Without --chunk, the report is about the first chunk that does not decode; for a group, it lists the faults below it.
    /// Chunks are looked at in the order of the tree until --chunks of them, or 4 GiB, are decoded; the report says how far the
    /// search went.
    ///
    /// The exit status is that of `trace` and `doctor`: 0 if nothing was found, 1 if the report has a fault (it is still
    /// written), 2 for wrong use, 3 if something could not be read.
    Report(ReportArguments),
    /// Explain a codec or a term of the format.
    Explain(ExplainArguments),
    /// Learn the format in lessons, each with a store to look at and a question.
    ///
    /// The stores are part of the program; nothing else is needed, and nothing is unpacked. Which lessons are done is kept in a
    /// small file, where the platform keeps such files. Without a terminal, the lessons are listed.
    Learn(LearnArguments),
    /// Print the default configuration, with a comment on each entry, and where the file is looked for.
    ///
    /// It has colours, the colours of pictures, what is shown first, limits and keys. Entries that are unknown or wrong are
    /// reported with their line; the others still apply. Options of the command line override it.
    Config,
    /// Print the JSON Schema of what a command prints as JSON.
    ///
    /// Members may be added to reports; none is renamed or changes its meaning without a new version.
    Schema(SchemaArguments),
    /// Print a completion script.
    Completions {
        /// The shell.
        shell: clap_complete::Shell,
    },
    /// Print the manual pages.
    Man {
        /// Only the page of this command; `zarrscope` for the first page. Without it, all pages.
        command: Option<String>,
    },
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
    fn arguments_cannot_change_the_screen() {
        let shown = on_screen(
            "found 'a\u{202e}\u{1b}[2J' and 'x\nerror: y'\n\nusage",
            ["--a=x\nerror: y".into()].into_iter(),
        );
        assert_eq!(shown, "found 'a\\u{202e}\\u{1b}[2J' and 'x\\nerror: y'\n\nusage");
    }

    #[test]
    fn what_belongs_to_a_command_stands_behind_it() {
        let read = |words: &str| {
            let words: Vec<OsString> = words.split(' ').map(OsString::from).collect();
            Arguments::read_from(&words, &[])
        };
        assert!(read("zarrscope --color never tree a.zarr").is_ok());
        assert!(read("zarrscope verify a.zarr --ignore-checksums --color always").is_ok());
        assert!(read("zarrscope a.zarr --ignore-checksums").is_ok());
        assert!(read("zarrscope --ignore-checksums verify a.zarr").is_err());
        assert!(read("zarrscope a.zarr tree b.zarr").is_err());
    }
}
