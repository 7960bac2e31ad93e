use ratatui::buffer::Buffer;
use unicode_width::UnicodeWidthStr;

use crate::explorer::draw::text::{window, write, write_right};
use crate::explorer::draw::{lines, theme};
use crate::explorer::keys::help::HelpRow;
use crate::explorer::{App, Area, HelpWindow};
use crate::metadata::text::escape;

pub(crate) fn draw(buffer: &mut Buffer, app: &App, shown: &HelpWindow) {
    let inner = window(buffer, app, "keys");
    let (line, list) = inner.top(u16::from(shown.has_line()));
    if shown.has_line() {
        let (before, behind) = shown.line.halves();
        let cursor = if shown.is_typing { "▏" } else { "" };
        let text = format!("/{}{cursor}{}", escape(&before), escape(&behind));
        let found = shown.found();
        let room = line.width.saturating_sub(u16::try_from(found.width() + 2).unwrap_or(u16::MAX));
        write(buffer, Area { width: room, ..line }, 0, &text, theme::PLAIN);
        write_right(buffer, line, 0, &found, theme::QUIET);
    }
    let rows = shown.rows(inner.width);
    if rows.is_empty() {
        write(buffer, list, 0, "no key has these words in its help", theme::NOTICE);
    }
    let first = usize::try_from(shown.scroll.first).unwrap_or(usize::MAX);
    let (left, right) = list.left(HelpWindow::key_columns(inner.width));
    for (row, y) in rows.iter().skip(first).zip(0..list.height) {
        match row {
            HelpRow::Heading(text) => write(buffer, list, y, text, theme::HEADING),
            HelpRow::Entry(what, meaning) => {
                write(buffer, left, y, what, theme::NAME);
                write(buffer, right, y, meaning, theme::PLAIN);
            }
        }
    }
    if rows.len() > first.saturating_add(list.height.into()) {
        lines::say_more(buffer, inner);
    }
}
