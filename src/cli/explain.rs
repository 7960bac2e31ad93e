//! `explain`: the teaching cards, worked through with a chunk where one is given.

use std::io::Write;
use std::path::Path;

use serde_json::{Value, json};

use super::address::address;
use super::arguments::{Coords, ExplainArguments, NodeArguments};
use super::open::{message, open_usable};
use super::output::Tone;
use super::{Failure, Output, json as print, unless_closed};
use crate::limits::TRACE_BYTES;
use crate::metadata::text::escape;
use crate::pipeline::Fault;
use crate::tell::cards::{self, Card};
use crate::tell::worked;

pub(super) fn run(arguments: &ExplainArguments, output: &mut Output) -> Result<(), Failure> {
    let Some(topic) = &arguments.topic else { return list(arguments.json, output) };
    let Some(card) = cards::find(topic) else {
        return Err(Failure::Usage(unknown(topic)));
    };
    let (lines, fault) = match (&arguments.array, &arguments.chunk) {
        (Some(path), Some(chunk)) => in_chunk(&card, arguments, path, chunk, output)?,
        _ => (None, None),
    };
    unless_closed(if arguments.json {
        print::print(&card_json(&card, lines.as_deref()), output)
    } else {
        print(&card, lines.as_deref(), output)
    })?;
    fault.map_or(Ok(()), Err)
}

/// What to say of a topic that there is none of: which is meant, or else which there are.
fn unknown(topic: &str) -> String {
    let near: Vec<String> = cards::nearest(topic).iter().map(|name| format!("\"{name}\"")).collect();
    let topic = escape(topic);
    if !near.is_empty() {
        return format!("expected a topic, found \"{topic}\"; did you mean {}?", near.join(" or "));
    }
    let topics: Vec<&str> = cards::all().map(|card| card.topic).collect();
    format!("expected a topic ({}), found \"{topic}\"", topics.join(", "))
}

/// The list of topics.
fn list(as_json: bool, output: &mut Output) -> Result<(), Failure> {
    if as_json {
        let topics = cards::all().map(|card| json!({"topic": card.topic, "summary": card.summary}));
        return print::print(&topics.collect(), output);
    }
    for card in cards::all() {
        let topic = output.paint(Tone::Name, &format!("{:<20}", card.topic));
        writeln!(output, "{topic} {}", card.summary)?;
    }
    Ok(())
}

/// What the card says, worked through with a chunk; and the fault where the chunk does not decode.
fn in_chunk(
    card: &Card,
    arguments: &ExplainArguments,
    path: &Path,
    chunk: &Coords,
    output: &mut Output,
) -> Result<(Option<Vec<String>>, Option<Failure>), Failure> {
    let array = open_usable(
        &NodeArguments { path: path.to_owned(), json: arguments.json, limits: arguments.limits.clone() },
        output,
    )?;
    let address = address(&array, chunk, &arguments.inner)?;
    let key = array.chunk_key(&address.chunk);
    let failure = |fault: &Fault| Failure::Data(message(&array.path, Some(&key), fault));
    let trace =
        array.trace(&address, &arguments.decode.options(), TRACE_BYTES).map_err(|fault| failure(&fault))?;
    let fault = trace.trace.fault.clone().map(|fault| failure(&fault.into()));
    Ok((Some(worked::in_chunk(&array, &trace, card)), fault))
}

fn card_json(card: &Card, lines: Option<&[String]>) -> Value {
    let mut value = json!({"topic": card.topic, "summary": card.summary, "text": card.text});
    if let Some(lines) = lines {
        value["in_this_chunk"] = json!(lines);
    }
    value
}

fn print(card: &Card, lines: Option<&[String]>, output: &mut Output) -> Result<(), Failure> {
    for line in card.text.lines() {
        let line = match line.strip_prefix("## ").or_else(|| line.strip_prefix("# ")) {
            Some(heading) => output.paint(Tone::Heading, heading),
            None => line.to_owned(),
        };
        writeln!(output, "{line}")?;
    }
    let Some(lines) = lines else { return Ok(()) };
    writeln!(output, "\n{}", output.paint(Tone::Heading, "In this chunk"))?;
    for line in lines {
        writeln!(output, "{line}")?;
    }
    Ok(())
}
