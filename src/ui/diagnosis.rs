//! What may be wrong with the chunk: hypotheses, the likeliest first, each with its evidence.

use ratatui::buffer::Buffer;

use super::{theme, window, wrap, write};
use crate::app::{App, Area, Late};
use crate::doctor::Hypothesis;
use crate::metadata::text::escape;

pub(super) fn draw(buffer: &mut Buffer, app: &App, selected: usize) {
    let inner = window(buffer, app, "what may be wrong with this chunk");
    let note = match &app.shared.selection.diagnosis {
        Late::Ready { value: found, .. } if found.is_empty() => "nothing looks wrong with this chunk",
        Late::Ready { value: found, .. } => {
            draw_found(buffer, inner, found, selected);
            return;
        }
        Late::Failed(error) => error.as_str(),
        Late::Waiting { .. } => "looking …",
        Late::Idle => "nothing was looked at yet",
    };
    write(buffer, inner, 0, &escape(note), theme::NOTICE);
}

/// Draws the hypotheses. Those before the selected one are left out as far as needed to show that one.
fn draw_found(buffer: &mut Buffer, inner: Area, found: &[Hypothesis], selected: usize) {
    let (list, hint) = inner.top(inner.height.saturating_sub(1));
    let texts: Vec<Vec<String>> = found.iter().map(|found| lines(found, list.width)).collect();
    let height = |from: usize| -> usize {
        texts.get(from..=selected).unwrap_or_default().iter().map(|lines| lines.len() + 1).sum()
    };
    let first = (0..=selected).find(|from| height(*from) <= usize::from(list.height) + 1).unwrap_or(selected);
    let mut row = 0;
    for (number, lines) in texts.iter().enumerate().skip(first) {
        for (line, is_first) in lines.iter().zip(std::iter::once(true).chain(std::iter::repeat(false))) {
            let style = match (is_first, number == selected) {
                (true, true) => theme::CURSOR,
                (true, false) => theme::HEADING,
                (false, _) => theme::PLAIN,
            };
            write(buffer, list, row, line, style);
            row = row.saturating_add(1);
        }
        row = row.saturating_add(1);
    }
    write(buffer, hint, 0, "Enter sees it so in memory; the store stays as it is", theme::QUIET);
}

fn lines(found: &Hypothesis, width: u16) -> Vec<String> {
    let mut lines = vec![format!("{:.2}  {}", found.confidence, escape(&found.hypothesis))];
    let indent = |line: String| format!("      {line}");
    lines.extend(wrap(&escape(&found.evidence), width.saturating_sub(6)).into_iter().map(indent));
    for change in &found.changes {
        let change = format!("{} would be {}", change.pointer, change.value);
        lines.extend(wrap(&escape(&change), width.saturating_sub(6)).into_iter().map(indent));
    }
    lines
}
