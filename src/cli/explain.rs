//! `explain`: the teaching cards.

use std::io::Write;

use super::output::Tone;
use super::{Failure, Output};
use crate::app::cards::{self, Card};
use crate::metadata::text::escape;

pub(super) fn run(topic: Option<&str>, output: &mut Output) -> Result<(), Failure> {
    let Some(topic) = topic else {
        for card in cards::all() {
            let topic = output.paint(Tone::Name, &format!("{:<20}", card.topic));
            writeln!(output, "{topic} {}", card.summary)?;
        }
        return Ok(());
    };
    let Some(card) = cards::find(topic) else {
        let topics: Vec<&str> = cards::all().map(|card| card.topic).collect();
        return Err(Failure::Usage(format!(
            "expected a topic ({}), found \"{}\"",
            topics.join(", "),
            escape(topic)
        )));
    };
    print(&card, output)?;
    Ok(())
}

fn print(card: &Card, output: &mut Output) -> Result<(), Failure> {
    for line in card.text.lines() {
        let line = match line.strip_prefix("## ").or_else(|| line.strip_prefix("# ")) {
            Some(heading) => output.paint(Tone::Heading, heading),
            None => line.to_owned(),
        };
        writeln!(output, "{line}")?;
    }
    Ok(())
}
