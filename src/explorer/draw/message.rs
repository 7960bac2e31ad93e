//! A message that does not fit in the last line takes some rows above it.

use ratatui::buffer::Buffer;
use ratatui::widgets::{Clear, Widget};
use unicode_width::UnicodeWidthStr;

use crate::explorer::draw::text::{fitted, rect, write};
use crate::explorer::{App, Area, Overlay, theme};
use crate::metadata::text::escape;
use crate::tell::wrapping::wrap;

const LEAST: usize = 3;

pub(crate) fn is_long(message: &str, width: u16) -> bool {
    escape(message).width() > usize::from(width)
}

/// Rows from the bottom that a message takes; none where it fits in the last line.
pub(crate) fn rows(app: &App) -> u16 {
    u16::try_from(lines(app).len()).unwrap_or(u16::MAX)
}

fn lines(app: &App) -> Vec<String> {
    let (width, height) = app.shared.size;
    let Some(message) = &app.shared.message else { return Vec::new() };
    // The last line may be needed for typed text.
    if !is_long(message, width) || app.overlays.top().is_some_and(Overlay::has_line) {
        return Vec::new();
    }
    let most = LEAST.max(usize::from(height / 3));
    let mut lines = wrap(&escape(message), width);
    if let Some(rest) = lines.get(most - 1..).filter(|rest| rest.len() > 1) {
        let rest = fitted(&rest.join(" "), width).into_owned();
        lines.truncate(most - 1);
        lines.push(rest);
    }
    lines
}

pub(crate) fn draw(buffer: &mut Buffer, app: &App) {
    let (lines, (width, height)) = (lines(app), app.shared.size);
    let rows = rows(app).min(height);
    if rows == 0 {
        return;
    }
    let area = Area { x: 0, y: height - rows, width, height: rows };
    Clear.render(rect(area), buffer);
    for (line, row) in lines.iter().zip(0..rows) {
        write(buffer, area, row, line, theme::NOTICE);
    }
}
