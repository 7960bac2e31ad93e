//! `verify`: every stored chunk of every array.

use std::io::{self, IsTerminal, Write};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::arguments::VerifyArguments;
use super::open::{found, message};
use super::output::Tone;
use super::{Failure, Output, json as print, open, unless_closed};
use crate::app::words::{count, grouped, size, time};
use crate::pipeline::{Found, Verification};

/// How often progress is told.
const EVERY: Duration = Duration::from_millis(100);

pub(super) fn run(arguments: &VerifyArguments, output: &mut Output) -> Result<(), Failure> {
    let hierarchy = open(&arguments.node.path)?;
    let start = Instant::now();
    let mut progress = Progress { shown: start, terminal: io::stderr().is_terminal() };
    let verification =
        Verification::run(&hierarchy, "", &arguments.decode.options(), &mut |so_far| progress.tell(so_far));
    progress.clear();
    let elapsed = start.elapsed();
    unless_closed(if arguments.node.json {
        print::print(&verification_json(&verification, elapsed), output)
    } else {
        text(&verification, elapsed, output)
    })?;
    match verification.faults.first() {
        None => Ok(()),
        Some(first) => {
            let first = message(&first.array, Some(&first.key), &first.fault);
            Err(found(&first, verification.faults.len()))
        }
    }
}

/// A line on stderr that is written over, when stderr is a terminal.
struct Progress {
    shown: Instant,
    terminal: bool,
}

impl Progress {
    fn tell(&mut self, so_far: &Verification) {
        if !self.terminal || self.shown.elapsed() < EVERY {
            return;
        }
        self.shown = Instant::now();
        let done = grouped((so_far.decoded + so_far.faulty).into());
        let stored = grouped(so_far.stored.into());
        // Progress that cannot be shown is no reason to stop.
        let _ = write!(io::stderr(), "\r\u{1b}[K{done} of {stored} chunks, {} faulty", so_far.faulty);
    }

    fn clear(&self) {
        if self.terminal {
            let _ = write!(io::stderr(), "\r\u{1b}[K");
        }
    }
}

fn verification_json(verification: &Verification, elapsed: Duration) -> Value {
    json!({
        "arrays": verification.arrays,
        "chunks": {
            "stored": verification.stored, "missing": print::large(verification.missing),
            "decoded": verification.decoded, "faulty": verification.faulty,
        },
        "stored_nbytes": verification.stored_nbytes, "decoded_nbytes": verification.decoded_nbytes,
        "seconds": elapsed.as_secs_f64(),
        "faults": verification.faults.iter().map(fault_json).collect::<Value>(),
    })
}

fn fault_json(fault: &Found) -> Value {
    let mut value = print::fault(&fault.fault);
    value["array"] = json!(fault.array);
    value["key"] = json!(fault.key);
    value["chunk"] = json!(fault.chunk);
    value
}

fn text(verification: &Verification, elapsed: Duration, output: &mut Output) -> Result<(), Failure> {
    for found in &verification.faults {
        let text = message(&found.array, Some(&found.key), &found.fault);
        writeln!(output, "{} {text}", output.paint(Tone::Fault, "✗"))?;
    }
    let Verification { arrays, stored, missing, decoded, faulty, stored_nbytes, decoded_nbytes, faults } =
        verification;
    writeln!(
        output,
        "{}: {} stored, {} missing, {} decoded, {} faulty",
        count((*arrays).into(), "array"),
        count((*stored).into(), "chunk"),
        missing.map_or_else(|| "more than 2^128".to_owned(), grouped),
        grouped((*decoded).into()),
        grouped((*faulty).into()),
    )?;
    writeln!(
        output,
        "{} stored, {} decoded, in {}",
        size(*stored_nbytes),
        size(*decoded_nbytes),
        time(elapsed)
    )?;
    let verdict = if faults.is_empty() {
        output.paint(Tone::Sound, "no faults")
    } else {
        output.paint(Tone::Fault, &count(faults.len() as u128, "fault"))
    };
    writeln!(output, "{verdict}")?;
    Ok(())
}
