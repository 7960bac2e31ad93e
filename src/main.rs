//! The command line: arguments, then the explorer or one command.

use std::process::ExitCode;

use clap::Parser;
use zarrscope::cli::{self, Arguments, Output};

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let mut output = Output::new(arguments.color);
    let result = match &arguments.command {
        Some(command) => cli::run(command, &mut output),
        None => cli::print_tree(&arguments.path, &mut output),
    };
    ExitCode::from(cli::exit_status(result, output))
}
