use crate::codec::stored_elsewhere;
use crate::explorer::lab::{LabPart, LabRow, LabWindow, TrialSubject, TriedChain};
use crate::lab::TrialOrigin;
use crate::metadata::text::{escape, shorten};
use crate::tell::report::Line;
use crate::tell::trial_facts::{FASTEST, chunk_text, figures_text, short, values_text};
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
        let marks = self.marks().get(self.selected).cloned().unwrap_or_default();
        let best = if marks.is_empty() { String::new() } else { format!(" · {marks}") };
        let mut lines = vec![Line::Text(format!("{}{best}", figures_text(&tried.trial, figures)))];
        if let Err(reason) = &figures.encode {
            lines.push(Line::Text(format!("not encoded: {}", escape(reason))));
        }
        let mut chains = self.rows.iter().filter_map(|row| row.chain.as_ref().ok());
        if let Some(LabRow { edited: Some(edited), .. }) = self.row()
            && let Some(in_force) = chains.find(|chain| chain.origin == TrialOrigin::InForce)
            && let Some(values) = self.values()
            && in_force.as_v3(values).is_ok_and(|written| written == *edited)
        {
            lines.push(Line::Text(
                "the current chain, encoded again here: another program may have stored more or less"
                    .to_owned(),
            ));
        }
        // Another program stored the chain in force.
        let chain = &tried.trial.chain;
        if chain.origin != TrialOrigin::InForce {
            let elsewhere = chain.codecs.iter().filter_map(stored_elsewhere);
            lines.extend(elsewhere.map(|text| Line::Text(text.to_owned())));
        }
        if marks.contains(FASTEST) {
            lines.push(Line::Text(FASTEST.to_owned()));
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
    let stages = match &tried.stages {
        Ok(stages) if !stages.is_empty() => stages,
        // The outcome says already why it cannot encode.
        Ok(_) | Err(_) => return Vec::new(),
    };
    let again = if tried.trial.chain.origin == TrialOrigin::InForce { ", encoded again" } else { "" };
    let names: Vec<&str> = stages.iter().map(|stage| stage.codec.as_deref().unwrap_or("values")).collect();
    let widest = names.iter().map(|name| name.chars().count()).max().unwrap_or(0);
    let widest = widest.min(usize::from(width).saturating_sub(NUMBERS).max(6));
    let mut lines = vec![Line::Text(format!("stages of the first chunk{again} (entropy: bits per byte):"))];
    for (name, stage) in names.into_iter().zip(stages) {
        let mut name = escape(name).into_owned();
        if name.chars().count() > widest {
            name = shorten(&name, widest.saturating_sub(1));
        }
        let bits = stage.entropy.map_or("–".to_owned(), short);
        lines.push(Line::Text(format!("  {name:<widest$} {:>10}  entropy {bits}", size(stage.nbytes))));
    }
    lines
}

const NUMBERS: usize = 27;
