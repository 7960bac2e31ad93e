use std::io::Write;

use serde::Serialize;

use super::arguments::{ExplainArguments, ExplainFormat, NodeArguments};
use super::open::{failure, open_usable};
use super::{Failure, Output, Result, address::address, json, output::Tone, unless_closed};
use crate::check::{self, Rule};
use crate::codec::{CODECS, CodecRow};
use crate::learn::{Bench, BenchOutcome, StageShown};
use crate::metadata::text::escape;
use crate::pipeline::Fault;
use crate::tell::card_page::{IN_THIS_CHUNK, about_chunk};
use crate::tell::card_text::{CardPart, flow, parts};
use crate::tell::cards::{self, Card};
use crate::tell::{card_markdown, worked};

/// The widest that text is on a terminal: longer lines are hard to read.
const WIDEST: usize = 100;

pub fn codecs_to_try(arguments: &ExplainArguments) -> Result<Vec<&'static CodecRow>> {
    let Some(topic) = &arguments.topic else { return Ok(Vec::new()) };
    let Some(card) = cards::find(topic) else { return Err(Failure::Usage(unknown(topic))) };
    let own = CodecRow::find(topic).or_else(|| CODECS.iter().find(|row| row.card == card.topic));
    Ok(own.into_iter().collect())
}

pub(super) fn run(arguments: &ExplainArguments, output: &mut Output) -> Result {
    if arguments.tries {
        let run = Bench::with(&codecs_to_try(arguments)?).run();
        let text = |shown: &StageShown| match shown {
            StageShown::Numbers(text) => text.clone(),
            StageShown::Bytes(count, hex) => format!("{count} B: {hex}"),
            StageShown::Failed(reason) => format!("✗ {reason}"),
            StageShown::Nothing => "·".to_owned(),
        };
        for row in &run.rows {
            writeln!(output, "{}", output.paint(Tone::Name, &escape(&row.name)))?;
            writeln!(output, "  written    {}", text(&row.written))?;
            writeln!(output, "  read back  {}", text(&row.read))?;
        }
        if let BenchOutcome::Refused(reason) = &run.outcome {
            writeln!(output, "✗ {}", escape(reason))?;
        }
        return Ok(());
    }
    let is_markdown = arguments.format == ExplainFormat::Markdown;
    let Some(topic) = &arguments.topic else {
        if is_markdown {
            return unless_closed(write!(output, "{}", card_markdown::course()).map_err(Failure::from));
        }
        return list(arguments.json, output);
    };
    if topic == RULES {
        return unless_closed(rules(check::rules(), arguments.json, output));
    }
    if let Some(rule) = check::rule(topic) {
        return unless_closed(rules(std::iter::once(rule), arguments.json, output));
    }
    let Some(card) = cards::find(topic) else {
        return Err(Failure::Usage(unknown(topic)));
    };
    let mut lines = None;
    let mut fault = None;
    if let (Some(path), Some(chunk)) = (&arguments.array, &arguments.chunk) {
        let (limits, json) = (arguments.limits.clone(), arguments.json);
        let array = open_usable(&NodeArguments { path: path.clone(), json, limits }, output)?;
        let address = address(&array, chunk, &arguments.inner)?;
        let key = array.chunk_key(&address.chunk);
        let failure = |fault: &Fault| failure(&array.path, Some(&key), fault);
        let trace = array.trace(&address, &arguments.decode.options()).map_err(|fault| failure(&fault))?;
        fault = trace.trace.fault.clone().map(|fault| failure(&fault.into()));
        lines = Some(worked::in_chunk(&array, &trace, &card, None));
    }
    unless_closed(if arguments.json {
        let mut report = CardReport::from(card);
        report.text = Some(card.text);
        report.in_this_chunk = lines;
        json::print(&report, output)
    } else if is_markdown {
        write!(output, "{}", card_markdown::card(&card, lines.as_deref())).map_err(Failure::from)
    } else {
        print(&card, lines, output)
    })?;
    fault.map_or(Ok(()), Err)
}

fn unknown(topic: &str) -> String {
    let near: Vec<String> = cards::nearest(topic).iter().map(|name| format!("\"{name}\"")).collect();
    let topic = escape(topic);
    if !near.is_empty() {
        return format!("expected a topic, found \"{topic}\"; did you mean {}?", near.join(" or "));
    }
    let topics: Vec<&str> = cards::all().map(|card| card.topic).collect();
    format!("expected a topic ({}), found \"{topic}\"", topics.join(", "))
}

pub(super) const RULES: &str = "rules";

fn rules(rules: impl Iterator<Item = &'static Rule>, as_json: bool, output: &mut Output) -> Result {
    if as_json {
        return json::print(&rules.collect::<Vec<_>>(), output);
    }
    writeln!(output, "{}", output.paint(Tone::Heading, "rules of verify and check"))?;
    for Rule { id, severity, summary, source } in rules {
        let id = output.paint(Tone::Name, &format!("{id:<26}"));
        writeln!(output, "  {id} {:<8} {summary}", severity.name())?;
        writeln!(output, "  {:<26} {:<8} {}", "", "", output.paint(Tone::Quiet, source))?;
    }
    Ok(())
}

fn list(as_json: bool, output: &mut Output) -> Result {
    if as_json {
        return json::print(&cards::all().map(CardReport::from).collect::<Vec<_>>(), output);
    }
    for (number, group) in cards::groups().enumerate() {
        let gap = if number > 0 { "\n" } else { "" };
        writeln!(output, "{gap}{}", output.paint(Tone::Heading, group))?;
        for card in cards::all().filter(|card| card.group == group) {
            let topic = output.paint(Tone::Name, &format!("{:<20}", card.topic));
            writeln!(output, "  {topic} {}", card.summary)?;
        }
    }
    writeln!(output, "\n{}", output.paint(Tone::Heading, "checks"))?;
    let topic = output.paint(Tone::Name, &format!("{RULES:<20}"));
    Ok(writeln!(output, "  {topic} every rule of verify and check, with its id")?)
}

#[derive(Serialize)]
struct CardReport {
    topic: &'static str,
    summary: &'static str,
    group: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    text: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    in_this_chunk: Option<Vec<String>>,
}

impl From<Card> for CardReport {
    fn from(Card { topic, summary, group, .. }: Card) -> Self {
        Self { topic, summary, group, text: None, in_this_chunk: None }
    }
}

/// Flows to the width of a terminal; into a pipe the card goes as it is written.
fn print(card: &Card, lines: Option<Vec<String>>, output: &mut Output) -> Result {
    let Some(columns) = output.columns else { return print_as_written(card, lines, output) };
    let mut all = parts(card.text);
    if let Some(lines) = lines {
        all.push(CardPart::Gap);
        all.extend(about_chunk(&lines));
    }
    for row in flow(&all, columns.clamp(1, WIDEST)) {
        let text = if row.is_heading { output.paint(Tone::Heading, &row.text) } else { row.text };
        writeln!(output, "{text}")?;
    }
    Ok(())
}

fn print_as_written(card: &Card, lines: Option<Vec<String>>, output: &mut Output) -> Result {
    for line in card.text.lines() {
        let line = match line.strip_prefix("## ").or_else(|| line.strip_prefix("# ")) {
            Some(heading) => output.paint(Tone::Heading, heading),
            None => line.to_owned(),
        };
        writeln!(output, "{line}")?;
    }
    let Some(lines) = lines else { return Ok(()) };
    writeln!(output, "\n{}", output.paint(Tone::Heading, IN_THIS_CHUNK))?;
    for line in lines {
        writeln!(output, "{line}")?;
    }
    Ok(())
}
