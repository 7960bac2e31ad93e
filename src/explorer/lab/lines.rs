//! What the lab says of the selected chain, in lines.

use crate::codec::stored_elsewhere;
use crate::explorer::lab::{LabPart, LabWindow, TrialSubject, TriedChain};
use crate::lab::{StageSize, TrialOrigin};
use crate::metadata::text::{escape, shorten};
use crate::tell::report::Line;
use crate::tell::trial_facts::{FASTEST, chunk_text, figures_text, values_text};
use crate::tell::trials::short;
use crate::tell::words::size;

impl LabWindow {
    pub fn title(&self) -> String {
        let name = escape(&self.name);
        match self.subject.ready() {
            None => format!("lab: {name}"),
            Some(subject) => {
                let (done, all) = (self.done(), self.rows.len());
                let state =
                    if done < all { format!("{done} of {all} tried") } else { format!("{all} tried") };
                format!("lab: {name} · {state} · {}", values_text(&subject.sample))
            }
        }
    }

    pub fn lines(&self, width: u16) -> Vec<Line> {
        let Some(row) = self.row() else { return Vec::new() };
        let mut lines = vec![Line::Text(row.text())];
        match (&row.chain, row.tried.ready()) {
            (Err(reason), _) => lines.push(Line::Fault(format!("refused: {}", escape(reason)))),
            (Ok(_), None) => lines.push(Line::Text("not tried yet".to_owned())),
            (Ok(_), Some(tried)) => {
                lines.extend(self.outcome(tried));
                lines.extend(stages(tried, width));
            }
        }
        lines
    }

    pub fn outcome(&self, tried: &TriedChain) -> Vec<Line> {
        let figures = match &tried.trial.outcome {
            Err(reason) => return vec![Line::Fault(escape(&reason.to_string()).into_owned())],
            Ok(figures) => figures,
        };
        let best = self.marks().get(self.selected).cloned().unwrap_or_default();
        let best = if best.is_empty() { best } else { format!(" · {best}") };
        let mut lines = vec![Line::Text(format!("{}{best}", figures_text(&tried.trial, figures)))];
        if let Err(reason) = &figures.encode {
            lines.push(Line::Text(format!("not encoded: {}", escape(reason))));
        }
        let chain = &tried.trial.chain;
        let in_force = self.rows.iter().find(|row| row.is_in_force()).and_then(|row| row.chain.as_ref().ok());
        let values = self.subject.ready().and_then(|subject| subject.sample.values.first());
        let written = in_force.zip(values).and_then(|(chain, values)| chain.as_v3(values).ok());
        if written.is_some() && self.row().and_then(|row| row.edited.as_ref()) == written.as_ref() {
            lines.push(Line::Text(
                "the chain in force, encoded again here: another program may have stored more or less"
                    .to_owned(),
            ));
        }
        // What is in force was stored by whatever wrote it.
        let own = chain.codecs.iter().filter(|_| chain.origin != TrialOrigin::InForce);
        lines.extend(own.filter_map(stored_elsewhere).map(|text| Line::Text(text.to_owned())));
        if self.marks().get(self.selected).is_some_and(|marks| marks.contains(FASTEST)) {
            lines.push(Line::Text(format!("{FASTEST}: of those that store less than the values have")));
        }
        lines
    }

    pub fn whole_lines(&self, width: u16) -> Vec<Line> {
        if !matches!(self.part, LabPart::Whole(_)) {
            return Vec::new();
        }
        let mut lines = self.lines(width);
        let Some(TrialSubject { sample, .. }) = self.subject.ready().map(AsRef::as_ref) else { return lines };
        lines.push(Line::Heading("values".to_owned()));
        lines.push(Line::Text(values_text(sample)));
        if let Some(values) = sample.values.first() {
            lines.push(Line::Text(values.decoded.to_string()));
        }
        for (address, fault) in &sample.left_out {
            let text = format!("left out: {}: {fault}", chunk_text(address));
            lines.push(Line::Fault(escape(&text).into_owned()));
        }
        lines
    }
}

fn stages(tried: &TriedChain, width: u16) -> Vec<Line> {
    // Why it cannot encode was said before.
    let Some(stages) = tried.stages.as_ref().ok().filter(|stages| !stages.is_empty()) else {
        return Vec::new();
    };
    let again = if tried.trial.chain.origin == TrialOrigin::InForce { ", encoded again" } else { "" };
    let name = |stage: &StageSize| stage.codec.clone().unwrap_or_else(|| "values".to_owned());
    let widest = stages.iter().map(|stage| name(stage).chars().count()).max().unwrap_or(0);
    let widest = widest.min(usize::from(width).saturating_sub(NUMBERS).max(6));
    let line = |stage: &StageSize| {
        let mut name = escape(&name(stage)).into_owned();
        if name.chars().count() > widest {
            name = shorten(&name, widest.saturating_sub(1));
        }
        let bits = stage.entropy.map_or("–".to_owned(), short);
        Line::Text(format!("  {name:<widest$} {:>10}  entropy {bits}", size(stage.nbytes)))
    };
    let heading = Line::Text(format!("stages of the first chunk{again} (entropy: bits for a byte):"));
    std::iter::once(heading).chain(stages.iter().map(line)).collect()
}

const NUMBERS: usize = 27;
