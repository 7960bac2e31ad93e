//! Two files of digests: copies are compared without either store.

use std::io::Write;
use std::path::Path;

use serde::Serialize;

use super::super::arguments::DiffArguments;
use super::super::sums::{RecordedSums, SumVerdict, SumsLine, each_line, is_sums};
use super::super::{Failure, Output, Result, json, output::Tone, unless_closed};
use crate::metadata::text::escape;
use crate::store::join;
use crate::tell::words::{count, grouped};

/// `None` where these are no files of digests, but stores.
pub(super) fn run(arguments: &DiffArguments, output: &mut Output) -> Option<Result> {
    match [&arguments.a, &arguments.b].map(|path| is_sums(path)) {
        [false, false] => None,
        [true, true] => Some(compare(arguments, output)),
        are_sums => {
            let store = if are_sums[0] { &arguments.b } else { &arguments.a };
            let text = "expected digests as those of the other side; `verify PATH --sums FILE` compares a store with digests";
            Some(Err(Failure::Usage(format!("{}: {text}", escape(&store.to_string_lossy())))))
        }
    }
}

#[derive(Default, Serialize)]
struct ComparedSums {
    equal: bool,
    chunks: SumsCounts,
    different: Vec<String>,
    only_a: Vec<String>,
    only_b: Vec<String>,
}

#[derive(Default, Serialize)]
struct SumsCounts {
    a: u64,
    b: u64,
    same: u64,
    /// Other bytes, the same values.
    rewritten: u64,
    different: u64,
    only_a: u64,
    only_b: u64,
}

fn compare(arguments: &DiffArguments, output: &mut Output) -> Result {
    let most = if arguments.json { usize::MAX } else { arguments.limit };
    let mut recorded = RecordedSums::read(&arguments.a)?;
    let mut found = ComparedSums::default();
    let add = |names: &mut Vec<String>, line: &SumsLine| {
        if names.len() < most {
            names.push(join(&line.array, &line.key));
        }
    };
    let counts = &mut found.chunks;
    counts.a = recorded.len() as u64;
    each_line(&arguments.b, &mut |line| {
        counts.b += 1;
        match recorded.compare(&line) {
            SumVerdict::Same => counts.same += 1,
            SumVerdict::Rewritten => counts.rewritten += 1,
            SumVerdict::Different | SumVerdict::OtherBytes => {
                counts.different += 1;
                add(&mut found.different, &line);
            }
            SumVerdict::New => {
                counts.only_b += 1;
                add(&mut found.only_b, &line);
            }
        }
        true
    })?;
    each_line(&arguments.a, &mut |line| {
        if !recorded.is_seen(&line) {
            counts.only_a += 1;
            add(&mut found.only_a, &line);
        }
        true
    })?;
    found.equal = counts.different + counts.only_a + counts.only_b == 0;
    unless_closed(if arguments.json {
        json::print(&found, output)
    } else {
        text(&found, [&arguments.a, &arguments.b].map(AsRef::as_ref), output)
    })?;
    if found.equal { Ok(()) } else { Err(Failure::Different) }
}

fn text(found: &ComparedSums, [a, b]: [&Path; 2], output: &mut Output) -> Result {
    let counts = &found.chunks;
    let line = |path: &Path, chunks: u64| {
        format!("{}: digests of {}", escape(&path.to_string_lossy()), count(chunks.into(), "chunk"))
    };
    writeln!(output, "{}\n{}", line(a, counts.a), line(b, counts.b))?;
    for (names, number, what) in [
        (&found.only_a, counts.only_a, "only in the first"),
        (&found.only_b, counts.only_b, "only in the second"),
        (&found.different, counts.different, "other values"),
    ] {
        for name in names {
            writeln!(output, "{} {}: {what}", output.paint(Tone::Fault, "≠"), escape(name))?;
        }
        let more = number.saturating_sub(names.len() as u64);
        if more > 0 {
            writeln!(output, "… {} more: {what}", grouped(more.into()))?;
        }
    }
    if counts.rewritten > 0 {
        let rewritten = count(counts.rewritten.into(), "chunk");
        writeln!(output, "{rewritten}: other bytes, the same values (written again)")?;
    }
    let verdict = if found.equal {
        output.paint(Tone::Sound, "equal: all chunks have the same values")
    } else {
        output.paint(Tone::Fault, "different")
    };
    Ok(writeln!(output, "{verdict}")?)
}
