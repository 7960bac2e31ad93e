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

use super::limits::{HEADING, LimitArguments};
use super::{config::Configured, without_secrets};
use crate::configuration::KeyEntry;
use crate::limits::CACHE_BYTES;
use crate::metadata::text::escape;
use crate::tell::{nearest::nearest, theme_name::ThemeName};

pub use judge::{
    AdviseArguments, CheckArguments, DiffArguments, DoctorArguments, MergeArguments, NanChoice,
    ReportArguments, SchemaArguments, TryArguments, VerifyArguments,
};
pub use parts::{Coords, DecodeArguments, NodeArguments, StageName, ValueArguments};
pub use show::{
    ChunksArguments, DecodeCommand, ExplainArguments, ExplainFormat, FindArguments, LearnArguments,
    LocateArguments, PictureArguments, ProbeArguments, StageSide, StatsArguments, TraceArguments,
    TreeArguments,
};

/// Explore Zarr stores: chunk grids, codec pipelines stage by stage, and values.
///
/// Without a command the explorer opens. It never writes to a store.
#[derive(Debug, Parser)]
#[command(name = "zarrscope", version, max_term_width = 100)]
pub struct Arguments {
    /// A store, in a directory, a zip archive or at an address such as `s3://bucket/data.zarr`, or any node in one.
    #[arg(default_value = ".", value_name = "PATH")]
    pub path: PathBuf,
    #[command(flatten)]
    pub decode: DecodeArguments,
    #[command(flatten)]
    pub limits: LimitArguments,
    /// Keep so many bytes of decoded chunks.
    #[arg(long, value_name = "N", default_value_t = CACHE_BYTES.default, help_heading = HEADING)]
    pub cache_bytes: u64,
    /// When to use colour; NO_COLOR turns it off too.
    #[arg(long, global = true, value_enum, default_value_t = ColorChoice::Auto, value_name = "WHEN")]
    pub color: ColorChoice,
    /// The colours of the explorer; without it those of the terminal, or light ones where it says that it is light.
    #[arg(long, global = true, value_name = "NAME", value_parser = PossibleValuesParser::new(ThemeName::ALL.map(ThemeName::name)))]
    pub theme: Option<String>,
    /// Draw the explorer without boxes, and with letters for marks, for screen readers.
    #[arg(long, global = true)]
    pub plain: bool,
    /// Read the configuration from this file; `zarrscope config` says where it is looked for without.
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
            picture.usual_map = configured.configuration.color_map.unwrap_or_default();
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
    nearest(word, names.into_iter()).first().map(|name| (*name).to_owned())
}

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
    /// found; 3 means that a part of the hierarchy cannot be listed.
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
    ///
    /// Of what `AnnData` writes in groups it prints the rows of a table or of a column, and of a sparse matrix row, column and value
    /// of each entry. --region takes rows and columns of them; the columns may be left out.
    Decode(DecodeCommand),
    /// Count what values there are in an array, a chunk or a region.
    ///
    /// Missing chunks count as their fill value, because that is what reading the array gives; overhang and the elements of
    /// faulty chunks are not counted. NaN and infinities are counted apart: least, greatest, mean, standard deviation,
    /// quantiles and histogram are those of the finite numbers. All counts are exact. A quantile is an element; beyond
    /// 262 144 elements it comes from a sample, and is off by less than one part in a hundred.
    ///
    /// With --part the work is divided as that of `verify` is, and `merge` makes one report of the parts. Each stored chunk is
    /// in one part; missing chunks are all in one. Quantiles and histogram take all elements together: a part has none, and
    /// neither has a merged report.
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
    /// back with the same bits the smallest is marked, and of those that make them smaller the fastest to read. Sizes are those
    /// of the encoders in this program: gzip and LZ4 of other libraries differ by some parts in a hundred. Nothing is written.
    ///
    /// Without --codecs there are proposals for the data type and the values: decimals as integers, differences, fewer bits.
    /// What cannot encode such values is listed with the reason, and the others go on. zarr-python 3.4.2 has no `zfp` and no
    /// `packbits`; zarrs reads both.
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
    ///
    /// With --part the work is divided, for several machines or a job that is too long: the same store with the same N gives the
    /// same parts everywhere, and a part can be run again. `merge` makes one report of theirs.
    ///
    /// A missing chunk reads as the fill value, and is no fault unless --expect says that it should be there. FILE names the
    /// chunks that may be missing, a line for each; what is behind a # is not read:
    ///
    ///   tas/c/0/3         a chunk by its key, from PATH
    ///   tas[0:10, 3]      chunks by ranges of their coordinates in the grid of the array; further dimensions whole
    ///   [2:, 3]           the same where PATH is the array
    ///   tas[0, 1][3:]     inner chunks of such shards
    ///
    /// A chunk that may be missing may lack inner chunks too. --write-expect writes such a list of what is missing now.
    ///
    /// Each chunk is counted as present, absent or unknown, by arithmetic, however many there are. Chunks that are nothing but the
    /// fill value, arrays without a chunk, and keys that belong to no chunk are counted and named. Without --expect, a shard that
    /// lacks inner chunks is noted where nearly all others are full.
    #[expect(rustdoc::broken_intra_doc_links, reason = "the text is help, and two brackets are a chunk")]
    #[command(verbatim_doc_comment)]
    Verify(VerifyArguments),
    /// Make one report of the reports of parts, and say which parts are lacking.
    ///
    /// Reports are those of `verify --part I/N --json`, or those of `stats --part I/N --json`. All must be of the same store in
    /// the same state: where the listings of chunks differ, they are refused. The exit status is 0 where all parts are there and
    /// nothing is faulty, 1 where parts are lacking or there is a fault, 2 for files that are no such reports, 3 where something
    /// could not be read or asked for, and that is all. Reports are regular files, `-` or pipes of the shell.
    Merge(MergeArguments),
    /// Check documents, attributes and keys against the format and its conventions.
    ///
    /// No chunk is decoded but those of coordinates. Each finding has the id of a rule, a severity, a place and a source;
    /// `explain rules` lists all rules. A note says what is worth knowing, a warning that somebody will read something else than
    /// was meant, an error that something cannot be read. The exit status is 1 where there is an error, or what --fail-on names;
    /// 3 where such findings only say that something could not be read or asked for.
    Check(CheckArguments),
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
    /// The exit status is 0 for equal, 1 for different or faulty, 2 for wrong use, 3 where something could not be read.
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
    /// nothing was found, 2 for wrong use, 3 where something could not be read.
    Report(ReportArguments),
    /// Explain a codec or a word of the format.
    Explain(ExplainArguments),
    /// Learn the format in lessons, each with a store to look at and a question.
    ///
    /// The stores are part of the program; nothing is needed, and nothing is unpacked. Which lessons are done is kept in a small
    /// file, where the platform keeps such files. Without a terminal the lessons are listed.
    Learn(LearnArguments),
    /// Print the configuration that holds without a file, with a comment on each entry, and where the file is looked for.
    ///
    /// Colours, the colours of pictures, what is shown first, limits and keys. Entries that are unknown or wrong are named
    /// with their line, and the others hold. Options of the command line go before it.
    Config,
    /// Print what the JSON of a command is like, as a JSON Schema.
    ///
    /// Members may be added to reports; none is renamed or changes its meaning without another version.
    Schema(SchemaArguments),
    /// Print a completion script.
    Completions {
        /// The shell.
        shell: clap_complete::Shell,
    },
    /// Print the manual pages.
    Man {
        /// The page of this command alone; `zarrscope` for the first page. Without it, all pages.
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
