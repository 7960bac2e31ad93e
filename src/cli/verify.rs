//! `verify`: every stored chunk of every array.

use std::io::{self, IsTerminal, Write};
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::arguments::VerifyArguments;
use super::open::{found, message};
use super::output::Tone;
use super::watched::watched;
use super::{Failure, Output, json as print, open, unless_closed};
use crate::codec::DecodeOptions;
use crate::hierarchy::Hierarchy;
use crate::metadata::text::escape;
use crate::pipeline::{self, ChunkNote, Counts, Findings, Total, VerifyFault};
use crate::tell::words::{count, grouped, size, time};

/// What was verified.
#[derive(Debug, Default)]
struct Verification {
    counts: Counts,
    /// Everything that is wrong.
    faults: Vec<VerifyFault>,
    /// What else there is to say.
    notes: Vec<ChunkNote>,
    /// Whether that is not all, because the user stopped it.
    interrupted: bool,
    elapsed: Duration,
}

pub(super) fn run(arguments: &VerifyArguments, output: &mut Output) -> Result<(), Failure> {
    arguments.threads.start()?;
    let hierarchy = Arc::new(open(&arguments.node.path, &arguments.node.limits.limits())?);
    let verification = verify(&hierarchy, arguments.decode.options())?;
    unless_closed(if arguments.node.json {
        print::print(&verification_json(&verification), output)
    } else {
        text(&verification, output)
    })?;
    match verification.faults.first() {
        None if verification.interrupted => Err(Failure::Interrupted),
        None => Ok(()),
        Some(first) => {
            let first = message(&first.array, Some(&first.key), &first.fault);
            Err(found(&first, verification.faults.len()))
        }
    }
}

/// Verifies on another thread, so that Ctrl-c stops the command at once, however long the current chunk takes.
fn verify(hierarchy: &Arc<Hierarchy>, options: DecodeOptions) -> Result<Verification, Failure> {
    let start = Instant::now();
    let own = Arc::clone(hierarchy);
    let total = if io::stderr().is_terminal() { count_all(hierarchy) } else { mpsc::channel().1 };
    let (mut verification, mut all) = (Verification::default(), None);
    let work = move |news: &Sender<_>| {
        pipeline::verify(&own, "", &options, &mut |counts, found| news.send((counts, found)).is_ok());
    };
    let hear = |news: Option<(Counts, Findings)>| {
        if let Some((counts, found)) = news {
            verification.counts = counts;
            verification.faults.extend(found.faults);
            verification.notes.extend(found.notes);
        }
        all = all.or_else(|| total.try_recv().ok());
        (verification.counts, all)
    };
    verification.interrupted = watched(work, hear)?.is_none();
    verification.elapsed = start.elapsed();
    Ok(verification)
}

/// Counts the chunks and their bytes for the progress bar, at the same time as they are verified. It reads no chunk.
pub(super) fn count_all(hierarchy: &Arc<Hierarchy>) -> Receiver<Total> {
    let (sender, total) = mpsc::channel();
    let hierarchy = Arc::clone(hierarchy);
    thread::spawn(move || {
        // Sending fails where the work has ended before the count: then nobody needs it.
        pipeline::total(&hierarchy, "", &|| true).map(|total| sender.send(total))
    });
    total
}

fn verification_json(verification: &Verification) -> Value {
    let counts = &verification.counts;
    let mut value = json!({
        "arrays": counts.arrays,
        "chunks": {
            "stored": counts.stored, "missing": print::large(counts.missing),
            "decoded": counts.decoded, "faulty": counts.faulty,
        },
        "stored_nbytes": counts.stored_nbytes, "decoded_nbytes": counts.decoded_nbytes,
        "seconds": verification.elapsed.as_secs_f64(),
        "faults": verification.faults.iter().map(fault_json).collect::<Value>(),
    });
    print::add_notes(verification.notes.iter().map(print::chunk_note).collect(), &mut value);
    if counts.hidden > 0 {
        value["chunks"]["not_known"] = print::large(Some(counts.hidden));
    }
    if verification.interrupted {
        value["interrupted"] = json!(true);
    }
    value
}

fn fault_json(fault: &VerifyFault) -> Value {
    let mut value = print::fault(&fault.fault);
    value["array"] = json!(fault.array);
    value["key"] = json!(fault.key);
    value["chunk"] = json!(fault.chunk);
    value
}

fn text(verification: &Verification, output: &mut Output) -> Result<(), Failure> {
    for found in &verification.faults {
        let text = message(&found.array, Some(&found.key), &found.fault);
        writeln!(output, "{} {text}", output.paint(Tone::Fault, "✗"))?;
    }
    for note in &verification.notes {
        writeln!(output, "{} {}", output.paint(Tone::Name, "note:"), escape(&note.to_string()))?;
    }
    let Verification { counts, faults, interrupted, elapsed, .. } = verification;
    let Counts { arrays, stored, missing, decoded, faulty, stored_nbytes, decoded_nbytes, .. } = counts;
    writeln!(
        output,
        "{}: {} stored, {} missing, {}{} decoded, {} faulty",
        count((*arrays).into(), "array"),
        count((*stored).into(), "chunk"),
        missing.map_or_else(|| "more than 2^128".to_owned(), grouped),
        if counts.hidden > 0 { format!("{} not known, ", grouped(counts.hidden)) } else { String::new() },
        grouped((*decoded).into()),
        grouped((*faulty).into()),
    )?;
    writeln!(
        output,
        "{} stored, {} decoded, in {}",
        size(*stored_nbytes),
        size(*decoded_nbytes),
        time(*elapsed)
    )?;
    if *interrupted {
        writeln!(output, "interrupted: not all was checked")?;
    }
    let verdict = if faults.is_empty() {
        output.paint(Tone::Sound, if *interrupted { "no faults so far" } else { "no faults" })
    } else {
        output.paint(Tone::Fault, &count(faults.len() as u128, "fault"))
    };
    writeln!(output, "{verdict}")?;
    Ok(())
}
