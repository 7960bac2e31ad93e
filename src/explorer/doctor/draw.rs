use ratatui::buffer::Buffer;

use crate::doctor::{Hypothesis, Verdict};
use crate::explorer::draw::text::{window, write};
use crate::explorer::{App, Area, Late, theme};
use crate::metadata::text::escape;
use crate::tell::words::confidence;
use crate::tell::wrapping::wrap;

pub(crate) fn draw(buffer: &mut Buffer, app: &App, selected: usize) {
    let inner = window(buffer, app, "what may be wrong with this chunk");
    let note = match &app.shared.selection.diagnosis {
        Late::Ready { value: verdict, .. } => return draw_verdict(buffer, inner, verdict, selected),
        Late::Failed(error) => error.as_str(),
        Late::Waiting { .. } => "looking …",
        Late::Idle => "nothing checked yet",
    };
    write(buffer, inner, 0, &escape(note), theme::NOTICE);
}

fn draw_verdict(buffer: &mut Buffer, inner: Area, verdict: &Verdict, selected: usize) {
    let mut fault = Vec::new();
    if let Some(found) = &verdict.fault {
        let sign = if found.is_unknown() { "?" } else { "✗" };
        fault = wrap(&escape(&format!("{sign} {}: {}", found.stage(), found.message())), inner.width);
    }
    let (list, hint) = inner.top(inner.height.saturating_sub(1));
    // A hypothesis is worth more than all of a long fault.
    let shown = fault.len().min(usize::from(list.height / 3).max(1));
    let mut row = 0;
    for line in fault.iter().take(shown) {
        write(buffer, list, row, line, theme::FAULT);
        row += 1;
    }
    let (_, rest) = list.top(if row > 0 { row + 1 } else { 0 });
    let mut row = match verdict.without_hypothesis() {
        Some(note) => {
            let mut row = 0;
            for line in wrap(&note, rest.width) {
                write(buffer, rest, row, &line, theme::NOTICE);
                row = row.saturating_add(1);
            }
            row.saturating_add(1)
        }
        None => {
            if verdict.hypotheses.get(selected).is_some_and(Hypothesis::can_be_tried) {
                let offer = "Enter previews this in memory; the store stays as it is";
                write(buffer, hint, 0, offer, theme::QUIET);
            }
            draw_found(buffer, rest, &verdict.hypotheses, selected)
        }
    };
    for remark in &verdict.remarks {
        for line in wrap(&escape(remark), rest.width) {
            write(buffer, rest, row, &line, theme::QUIET);
            row = row.saturating_add(1);
        }
    }
}

fn draw_found(buffer: &mut Buffer, list: Area, found: &[Hypothesis], selected: usize) -> u16 {
    let texts: Vec<Vec<String>> = found.iter().map(|found| lines(found, list.width)).collect();
    let height = |from: usize| -> usize {
        texts.get(from..=selected).unwrap_or_default().iter().map(|lines| lines.len() + 1).sum()
    };
    let first = (0..=selected).find(|from| height(*from) <= usize::from(list.height) + 1).unwrap_or(selected);
    let mut row = 0;
    for (number, lines) in texts.iter().enumerate().skip(first) {
        for (place, line) in lines.iter().enumerate() {
            let style = match place {
                0 if number == selected => theme::CURSOR,
                0 => theme::HEADING,
                _ => theme::PLAIN,
            };
            write(buffer, list, row, line, style);
            row = row.saturating_add(1);
        }
        row = row.saturating_add(1);
    }
    row
}

fn lines(found: &Hypothesis, width: u16) -> Vec<String> {
    let mut lines = vec![format!("{:<8}  {}", confidence(found.confidence), escape(&found.hypothesis))];
    let indent = |line: String| format!("          {line}");
    lines.extend(wrap(&escape(&found.evidence), width.saturating_sub(10)).into_iter().map(indent));
    for change in &found.changes {
        let change = format!("{} would be {}", change.pointer, change.value);
        lines.extend(wrap(&escape(&change), width.saturating_sub(10)).into_iter().map(indent));
    }
    lines
}
