//! The commands: the facts of the explorer, for people without a screen and for scripts.

mod arguments;
mod chunks;
mod decode;
mod explain;
mod format;
mod info;
mod json;
mod open;
mod output;
mod trace;
mod tree;
mod verify;

use std::io::{self, Write};

use clap::CommandFactory;
use thiserror::Error;

pub use arguments::{Arguments, ColorChoice, Command, DecodeArguments, Format};
pub use open::open;
pub use output::Output;

/// What a command found: exit status 0 or 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    /// Done, and all that was looked at is sound.
    Sound,
    /// The data is at fault.
    Faulty,
}

/// Why a command ended early.
#[derive(Debug, Error)]
pub enum Failure {
    /// The command was called with something that does not fit: exit status 2.
    #[error("{0}")]
    Usage(String),
    /// The data is at fault: exit status 1.
    #[error("{0}")]
    Data(String),
    /// The output cannot be written: exit status 1, or none when the reader has gone.
    #[error("output: {0}")]
    Output(#[from] io::Error),
}

/// Runs one command.
///
/// # Errors
/// When it could not be carried out.
pub fn run(command: &Command, output: &mut Output) -> Result<Verdict, Failure> {
    match command {
        Command::Tree(arguments) => tree::run(arguments, output),
        Command::Info(arguments) => info::run(arguments, output),
        Command::Chunks(arguments) => chunks::run(arguments, output),
        Command::Trace(arguments) => trace::run(arguments, output),
        Command::Decode(arguments) => decode::run(arguments, output),
        Command::Verify(arguments) => verify::run(arguments, output),
        Command::Explain { topic } => explain::run(topic.as_deref(), output),
        Command::Completions { shell } => {
            clap_complete::generate(*shell, &mut Arguments::command(), "zarrscope", output);
            Ok(Verdict::Sound)
        }
        Command::Man => {
            clap_mangen::Man::new(Arguments::command()).render(output)?;
            Ok(Verdict::Sound)
        }
    }
}

/// Prints what `tree` prints, for an explorer without a terminal.
///
/// # Errors
/// As [`run`].
pub fn print_tree(path: &std::path::Path, output: &mut Output) -> Result<Verdict, Failure> {
    let node = arguments::NodeArguments { path: path.to_owned(), json: false };
    tree::run(&arguments::TreeArguments { node, depth: None }, output)
}

/// Writes what is left to write, tells a failure on stderr, and gives the exit status.
#[must_use]
pub fn exit_status(result: Result<Verdict, Failure>, mut output: Output) -> u8 {
    let flushed = output.flush();
    let failure = match result.and_then(|verdict| flushed.map(|()| verdict).map_err(Failure::from)) {
        Ok(Verdict::Sound) => return 0,
        Ok(Verdict::Faulty) => return 1,
        Err(Failure::Output(error)) if error.kind() == io::ErrorKind::BrokenPipe => return 0,
        Err(failure) => failure,
    };
    // Where stderr cannot be written either, the exit status has to do.
    let _ = writeln!(io::stderr(), "error: {failure}");
    if matches!(failure, Failure::Usage(_)) { 2 } else { 1 }
}
