mod address;
mod advise;
mod arguments;
mod back;
mod beside;
mod check;
mod chunks;
mod completions;
mod config;
mod decode;
mod decode_table;
mod diff;
mod doctor;
mod explain;
mod file;
mod find;
mod finding_arguments;
mod findings;
mod fitted;
mod hexdump;
mod index;
mod info;
mod interrupt;
mod json;
mod labels;
mod learn;
mod limits;
mod locate;
mod man;
mod merge;
mod named;
mod open;
mod output;
mod part_reports;
mod path_help;
mod picture;
mod pictured;
mod plan;
mod preview;
mod probe;
mod region;
mod report;
mod report_page;
mod schema;
mod stage;
mod stats;
mod sums;
mod threads;
mod trace;
mod tree;
mod trials;
mod verify;
mod watched;

use std::io::{self, Write};
use std::path::PathBuf;

use thiserror::Error;

use crate::configuration::KeyEntry;
use crate::hierarchy::{Hierarchy, NodeKind};
use crate::metadata::text::{escape, shorten};
use crate::places::StorePlaces;
use crate::save::SaveError;
use crate::store::Secrets;

pub use arguments::{Arguments, ColorChoice, Command, DecodeArguments, LearnArguments};
pub use config::Configured;
pub use explain::codecs_to_try;
pub use interrupt::end_with_input;
pub use learn::asked_lesson;
pub use open::open;
pub use output::Output;

pub type Result<T = (), E = Failure> = std::result::Result<T, E>;

#[derive(Debug, Error)]
pub enum Failure {
    /// The command was called with something that does not fit: exit status 2.
    #[error("{0}")]
    Usage(String),
    /// The data is at fault: exit status 1.
    #[error("{0}")]
    Data(String),
    /// Something could not be read or asked for, and nothing that was read is at fault: exit status 3.
    #[error("{0}")]
    Unread(String),
    #[error("output: {0}")]
    Output(#[from] io::Error),
    /// Two things are not the same, which was asked for and is printed: exit status 1, and no message.
    #[error("different")]
    Different,
    /// A signal stopped it before it was done, and nothing wrong had been found: the status of that signal.
    #[error("interrupted before all was checked")]
    Interrupted,
    /// A signal ended the explorer: the status of that signal, and no message.
    #[error("signal {0}")]
    Signal(i32),
}

impl Failure {
    fn of(text: String, is_unread: bool) -> Self {
        if is_unread { Self::Unread(text) } else { Self::Data(text) }
    }
}

impl From<SaveError> for Failure {
    fn from(error: SaveError) -> Self {
        match error {
            SaveError::Refused(text) => Self::Usage(text),
            SaveError::Chunk { path, key, fault } => open::failure(&path, Some(&key), &fault),
            SaveError::Read(text) => Self::Data(text),
            SaveError::Output(error) => Self::Output(error),
            SaveError::Stopped => Self::Interrupted,
        }
    }
}

fn unless_closed(written: Result) -> Result {
    match written {
        Err(Failure::Output(error)) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        other => other,
    }
}

pub fn run(command: &Command, keys: &[KeyEntry], output: &mut Output) -> Result {
    match command {
        Command::Tree(arguments) => tree::run(arguments, output),
        Command::Info(arguments) => info::run(arguments, output),
        Command::Find(arguments) => find::run(arguments, output),
        Command::Chunks(arguments) => chunks::run(arguments, output),
        Command::Trace(arguments) => trace::run(arguments, output),
        Command::Locate(arguments) => locate::run(arguments, output),
        Command::Probe(arguments) => probe::run(arguments, output),
        Command::Index(arguments) => index::run(arguments, output),
        Command::Decode(arguments) => decode::run(arguments, output),
        Command::Picture(arguments) => picture::run(arguments, output),
        Command::Stats(arguments) => stats::run(arguments, output),
        Command::Plan(arguments) => plan::run(arguments, output),
        Command::Preview(arguments) => preview::run(arguments, output),
        Command::Try(arguments) => trials::run(arguments, output),
        Command::Advise(arguments) => advise::run(arguments, output),
        Command::Verify(arguments) => verify::run(arguments, output),
        Command::Schema(arguments) => schema::run(arguments, output),
        Command::Check(arguments) => check::run(arguments, output),
        Command::Merge(arguments) => merge::run(arguments, output),
        Command::Learn(arguments) => learn::run(arguments, output),
        Command::Diff(arguments) => diff::run(arguments, output),
        Command::Doctor(arguments) => doctor::run(arguments, output),
        Command::Report(arguments) => report::run(arguments, output),
        Command::Explain(arguments) => explain::run(arguments, output),
        Command::Config => config::run(keys, output),
        Command::Completions { shell } => completions::run(*shell, output),
        Command::Man { command } => man::run(command.as_deref(), output),
    }
}

const LOOKED_AT: usize = 1000;

/// The stores that were opened before, for a directory that is no store and has none in it; `None` for any other.
pub fn recent_stores(hierarchy: &Hierarchy) -> Option<Vec<PathBuf>> {
    if matches!(hierarchy.describe("").kind, NodeKind::Document(_)) {
        return None;
    }
    for child in hierarchy.children("").unwrap_or_default().iter().take(LOOKED_AT) {
        if matches!(hierarchy.describe_child(child).kind, NodeKind::Document(_)) {
            return None;
        }
    }
    let places = StorePlaces::read().places.into_iter();
    Some(places.map(|place| place.store).filter(|store| store.exists()).collect())
}

pub fn print_tree(arguments: &Arguments, output: &mut Output) -> Result {
    let node = arguments::NodeArguments {
        path: arguments.path.clone(),
        json: false,
        limits: arguments.limits.clone(),
    };
    tree::run(&arguments::TreeArguments { node, depth: None }, output)
}

/// A message without the secrets of the command line: a message about an address may repeat it.
fn without_secrets(text: &str) -> String {
    let words: Vec<String> =
        std::env::args_os().skip(1).map(|word| escape(&word.to_string_lossy()).into_owned()).collect();
    Secrets::of(words.iter().map(String::as_str)).hidden_in(text)
}

/// What was found instead may be all of a file.
const MOST_OF_MESSAGE: usize = 1 << 14;

pub fn exit_status(result: Result, mut output: Output) -> u8 {
    let flushed = output.flush();
    let failure = match result.and_then(|()| flushed.map_err(Failure::from)) {
        Ok(()) if interrupt::has_any_come() => return interrupt::status(),
        Ok(()) => return 0,
        Err(Failure::Output(error)) if error.kind() == io::ErrorKind::BrokenPipe => return 0,
        // Like other programs named `diff`, it adds no message to what it has printed.
        Err(Failure::Different) => return 1,
        Err(Failure::Signal(signal)) => return interrupt::status_of(signal),
        Err(failure) => failure,
    };
    // Where stderr cannot be written either, the exit status has to be enough. The message is escaped, because a name
    // in it may have any characters.
    let text = shorten(&failure.to_string(), MOST_OF_MESSAGE);
    let _ = writeln!(io::stderr(), "error: {}", without_secrets(&escape(&text)));
    match failure {
        Failure::Usage(_) => 2,
        Failure::Unread(_) => 3,
        Failure::Data(_) | Failure::Output(_) | Failure::Different => 1,
        Failure::Interrupted | Failure::Signal(_) => interrupt::status(),
    }
}
