//! `explain`: the teaching cards.

use std::io::Write;

use super::output::Tone;
use super::{Failure, Output, Verdict};
use crate::app::cards::{self, Card};

pub(super) fn run(topic: Option<&str>, output: &mut Output) -> Result<Verdict, Failure> {
    let Some(topic) = topic else {
        for card in cards::all() {
            let topic = output.paint(Tone::Name, &format!("{:<20}", card.topic));
            writeln!(output, "{topic} {}", card.summary)?;
        }
        return Ok(Verdict::Sound);
    };
    let Some(card) = cards::find(topic) else {
        let topics: Vec<&str> = cards::all().map(|card| card.topic).collect();
        return Err(Failure::Usage(format!("expected a topic: {}", topics.join(", "))));
    };
    print(&card, output)?;
    Ok(Verdict::Sound)
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
