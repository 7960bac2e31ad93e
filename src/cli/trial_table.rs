use crate::lab::{StageSize, Trial, TrialFigures};
use crate::metadata::text::escape;
use crate::tell::trial_facts::{COLUMNS, cells, entropy, named};
use crate::tell::words::size;

pub(super) fn chain_table(trials: &[Trial], marks: impl Fn(usize) -> Vec<&'static str>) -> Vec<String> {
    let mut rows = Vec::new();
    for (place, trial) in trials.iter().enumerate() {
        if let Ok(figures) = &trial.outcome {
            rows.push((cells(&trial.chain, figures), marks(place).join(", ")));
        }
    }
    let mut widths = COLUMNS.map(|cell| cell.chars().count());
    for (cells, _) in &rows {
        for (width, cell) in widths.iter_mut().zip(cells) {
            *width = cell.chars().count().max(*width);
        }
    }
    let mut lines = vec![line(&COLUMNS.map(str::to_owned), &widths, "")];
    lines.extend(rows.iter().map(|(cells, marks)| line(cells, &widths, marks)));
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
    for (word, reason, chains) in reasons {
        let mut shown = chains.get(..NAMED).unwrap_or(&chains).join("; ");
        if chains.len() > NAMED {
            shown = format!("{shown}; and {} more", chains.len() - NAMED);
        }
        lines.push(format!("  {word}: {shown}: {}", escape(&reason)));
    }
    lines
}

fn line(cells: &[String; 6], widths: &[usize; 6], marks: &str) -> String {
    let mut text = "  ".to_owned();
    for (place, (cell, width)) in cells.iter().zip(widths).enumerate() {
        let pad = " ".repeat(width.saturating_sub(cell.chars().count()));
        let is_number = (1..5).contains(&place);
        text = if is_number { format!("{text}{pad}{cell}  ") } else { format!("{text}{cell}{pad}  ") };
    }
    text.push_str(marks);
    text.trim_end().to_owned()
}

const NAMED: usize = 3;

pub(super) fn stages_text(stages: &[StageSize], place: &str) -> Vec<String> {
    if stages.is_empty() {
        return Vec::new();
    }
    let mut lines =
        vec![String::new(), format!("  stages of the smallest, as it encodes here, for {place}:")];
    let names: Vec<&str> = stages.iter().map(|stage| stage.codec.as_deref().unwrap_or("values")).collect();
    let width = names.iter().map(|name| name.chars().count()).max().unwrap_or(0);
    for (name, stage) in names.into_iter().zip(stages) {
        let pad = " ".repeat(width.saturating_sub(name.chars().count()));
        let entropy = entropy(stage);
        lines.push(format!("    {}{pad}  {:>12}  entropy {entropy}", escape(name), size(stage.nbytes)));
    }
    lines
}
