use ratatui::buffer::Buffer;

use crate::doctor::{Hypothesis, Verdict};
use crate::explorer::draw::lines::{self, draw_page};
use crate::explorer::draw::text::{window_at, write};
use crate::explorer::keys::keymap::named;
use crate::explorer::{App, KeyCommand, Late, theme, views};
use crate::metadata::text::escape;
use crate::tell::report::Line;
use crate::tell::words::{confidence, count};
use crate::tell::wrapping::wrap;

const TITLE: &str = "what may be wrong here";
const OFFER: &str = "Enter previews this in memory; the store stays as it is";

pub(crate) fn draw(buffer: &mut Buffer, app: &App, selected: usize) {
    let note = match &app.shared.selection.diagnosis {
        Late::Ready { value: verdict, .. } => return draw_verdict(buffer, app, verdict, selected),
        Late::Failed(error) => escape(error).into_owned(),
        Late::Waiting { .. } => "looking …".to_owned(),
        Late::Idle => "nothing checked yet".to_owned(),
    };
    draw_page(buffer, app, TITLE, &[Line::Text(note)], 0);
}

fn draw_verdict(buffer: &mut Buffer, app: &App, verdict: &Verdict, selected: usize) {
    let width = views::text_window(app.shared.size).inner().width;
    let mut fault = Vec::new();
    if let Some(found) = &verdict.fault {
        let sign = if found.is_unknown() { "?" } else { "✗" };
        fault = wrap(&escape(&format!("{sign} {}: {}", found.stage(), found.message())), width);
    }
    let note = verdict.without_hypothesis().map(|note| wrap(&note, width));
    let found: Vec<(String, Vec<String>)> =
        verdict.hypotheses.iter().map(|found| entry(found, width)).collect();
    let mut remarks: Vec<String> =
        verdict.remarks.iter().flat_map(|remark| wrap(&escape(remark), width)).collect();
    let elsewhere = app.shared.known.count(app.shared.selection.node_key()).faults;
    if verdict.fault.is_none() && elsewhere > 0 {
        let known = count(elsewhere.into(), "fault");
        let go = named(&[KeyCommand::NextFault], "goes to the next");
        remarks.extend(wrap(&format!("{known} known in this array, not in this chunk: {go}"), width));
    }
    let is_offered = note.is_none() && verdict.hypotheses.get(selected).is_some_and(Hypothesis::can_be_tried);
    let parts = [&fault, note.as_ref().unwrap_or(&Vec::new()), &remarks].map(Vec::len);
    // Each part has an empty row after it.
    let gaps = parts.iter().filter(|rows| **rows > 0).count();
    let of_found = if note.is_some() { 0 } else { found.iter().map(|(_, lines)| lines.len() + 1).sum() };
    let rows = parts.iter().sum::<usize>() + gaps + of_found + 1;
    let inner = window_at(buffer, app, TITLE, views::fitting_window(app.shared.size, width.into(), rows));
    let (list, hint) = inner.top(inner.height.saturating_sub(1));
    // A hypothesis is worth more than all of a long fault.
    let shown = fault.len().min(usize::from(list.height / 3).max(1));
    let mut row = 0;
    for line in fault.iter().take(shown) {
        write(buffer, list, row, line, theme::FAULT);
        row += 1;
    }
    let (_, rest) = list.top(if row > 0 { row + 1 } else { 0 });
    let mut row = match note {
        Some(note) => {
            let mut row = 0;
            for line in note {
                write(buffer, rest, row, &line, theme::NOTICE);
                row = row.saturating_add(1);
            }
            row.saturating_add(1)
        }
        None => {
            if is_offered {
                write(buffer, hint, 0, OFFER, theme::QUIET);
            }
            lines::draw_entries(buffer, rest, &found, selected);
            u16::try_from(of_found).unwrap_or(u16::MAX)
        }
    };
    for line in remarks {
        write(buffer, rest, row, &line, theme::QUIET);
        row = row.saturating_add(1);
    }
}

/// A heading and the lines below it, the last one empty.
fn entry(found: &Hypothesis, width: u16) -> (String, Vec<String>) {
    let heading = format!("{:<8}  {}", confidence(found.confidence), escape(&found.hypothesis));
    let mut texts = vec![found.evidence.clone()];
    for change in &found.changes {
        texts.push(format!("{} would be {}", change.pointer, change.value));
    }
    let mut lines = Vec::new();
    for text in texts {
        for line in wrap(&escape(&text), width.saturating_sub(10)) {
            lines.push(format!("          {line}"));
        }
    }
    lines.push(String::new());
    (heading, lines)
}
