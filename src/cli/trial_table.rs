//! The table of chains that were tried.

use crate::lab::{StageSize, Trial, TrialFigures};
use crate::metadata::text::escape;
use crate::tell::trial_facts::{COLUMNS, cells, entropy, named};
use crate::tell::words::size;

pub(super) struct TableLine {
    pub(super) text: String,
    pub(super) is_heading: bool,
}

/// The cells of a row: chain, stored, ratio, encode, decode, error.
type Cells = [String; 6];

/// A row for each chain, with what it is the best at; what was refused stands below, with its reason.
pub(super) fn chain_table(trials: &[Trial], marks: impl Fn(usize) -> Vec<&'static str>) -> Vec<TableLine> {
    let heading = COLUMNS.map(str::to_owned);
    let tried =
        || trials.iter().enumerate().filter_map(|(place, trial)| Some((place, trial, figures(trial)?)));
    let rows: Vec<(Cells, String)> = tried()
        .map(|(place, trial, figures)| (cells(&trial.chain, figures), marks(place).join(", ")))
        .collect();
    let mut widths = heading.clone().map(|cell| cell.chars().count());
    for (cells, _) in &rows {
        for (width, cell) in widths.iter_mut().zip(cells) {
            *width = cell.chars().count().max(*width);
        }
    }
    let mut lines = vec![TableLine { text: line(&heading, &widths, ""), is_heading: true }];
    let rows = rows.iter().map(|(cells, marks)| line(cells, &widths, marks));
    lines.extend(rows.map(|text| TableLine { text, is_heading: false }));
    lines.extend(notes(trials).into_iter().map(|text| TableLine { text, is_heading: false }));
    lines
}

fn figures(trial: &Trial) -> Option<&TrialFigures> {
    trial.outcome.as_ref().ok()
}

/// The first column to the left, numbers to the right, the error to the left.
fn line(cells: &Cells, widths: &[usize; 6], marks: &str) -> String {
    let pad = |cell: &str, width: usize| " ".repeat(width.saturating_sub(cell.chars().count()));
    let mut text = "  ".to_owned();
    for (place, (cell, width)) in cells.iter().zip(widths).enumerate() {
        let pad = pad(cell, *width);
        let is_number = (1..5).contains(&place);
        let [first, second] =
            if is_number { [pad.as_str(), cell.as_str()] } else { [cell.as_str(), pad.as_str()] };
        text.extend([first, second, "  "]);
    }
    text.push_str(marks);
    text.trim_end().to_owned()
}

/// How many chains are named that have the same reason.
const NAMED: usize = 3;

/// Why chains were refused, and why the one in force is not encoded: a line for each reason.
fn notes(trials: &[Trial]) -> Vec<String> {
    let mut reasons: Vec<(&str, String, Vec<String>)> = Vec::new();
    for trial in trials {
        let (word, reason) = match &trial.outcome {
            Err(reason) => ("refused", reason.to_string()),
            Ok(TrialFigures { encode: Err(reason), .. }) => ("not encoded", reason.clone()),
            Ok(_) => continue,
        };
        match reasons.iter_mut().find(|known| (known.0, &known.1) == (word, &reason)) {
            Some((.., chains)) => chains.push(named(&trial.chain)),
            None => reasons.push((word, reason, vec![named(&trial.chain)])),
        }
    }
    let line = |(word, reason, chains): &(&str, String, Vec<String>)| {
        let shown: Vec<&str> = chains.iter().take(NAMED).map(String::as_str).collect();
        let more = chains.len().saturating_sub(NAMED);
        let more = if more > 0 { format!("; and {more} more") } else { String::new() };
        format!("  {word}: {}{more}: {}", shown.join("; "), escape(reason))
    };
    reasons.iter().map(line).collect()
}

/// The stages of a chain, one line each; `place` is the chunk.
pub(super) fn stages_text(stages: &[StageSize], place: &str) -> Vec<String> {
    if stages.is_empty() {
        return Vec::new();
    }
    let mut lines =
        vec![String::new(), format!("  stages of the smallest, as it encodes here, for {place}:")];
    let names = || stages.iter().map(|stage| stage.codec.as_deref().unwrap_or("values"));
    let width = names().map(|name| name.chars().count()).max().unwrap_or(0);
    for (name, stage) in names().zip(stages) {
        let pad = " ".repeat(width.saturating_sub(name.chars().count()));
        let entropy = entropy(stage);
        lines.push(format!("    {}{pad}  {:>12}  entropy {entropy}", escape(name), size(stage.nbytes)));
    }
    lines
}
