//! Draws lines of text that scroll, in a window or in a pane.

use ratatui::buffer::Buffer;

use crate::explorer::draw::text::{window_at, write, write_right};
use crate::explorer::{App, Area, theme, views};
use crate::tell::line_rows::{all_rows, name_columns, row_count, rows};
use crate::tell::report::Line;

pub(crate) fn draw_page(buffer: &mut Buffer, app: &App, title: &str, lines: &[Line], first: u64) {
    let inner = window_at(buffer, app, title, views::page(app.shared.size, title, lines));
    draw_lines(buffer, inner, lines, first);
}

pub(crate) fn draw_lines(buffer: &mut Buffer, area: Area, lines: &[Line], first: u64) {
    if draw_some(buffer, area, lines, first) {
        say_more(buffer, area);
    }
}

/// The same in a pane, which may have a rule above it in place of a frame.
pub(crate) fn draw_in_pane(buffer: &mut Buffer, area: Area, app: &App, (lines, first): (&[Line], u64)) {
    if draw_some(buffer, area, lines, first) {
        let is_ruled = app.shared.regions().is_ruled;
        say_more_at(buffer, area, if is_ruled { area.y.saturating_sub(1) } else { area.y + area.height });
    }
}

/// Draws wrapped lines from row `first` on, but keeps the area full. Gives whether more follows.
fn draw_some(buffer: &mut Buffer, area: Area, lines: &[Line], first: u64) -> bool {
    let all = all_rows(lines, area.width);
    let first = first.min(all.saturating_sub(area.height.into()));
    let mut skipped = first;
    let mut row = 0;
    for line in lines {
        if row >= area.height {
            break;
        }
        let count = row_count(line, area.width) as u64;
        if count <= skipped {
            skipped -= count;
            continue;
        }
        row = row.saturating_add(draw_line(buffer, area, row, line, usize::try_from(skipped).unwrap_or(0)));
        skipped = 0;
    }
    first.saturating_add(area.height.into()) < all
}

/// Draws headings, each with lines below it. The selected one is on the screen, with its beginning if it is longer than that.
pub(crate) fn draw_entries(
    buffer: &mut Buffer,
    area: Area,
    entries: &[(String, Vec<String>)],
    selected: usize,
) {
    let mut rows = Vec::new();
    let mut first = 0;
    for (number, (heading, lines)) in entries.iter().enumerate() {
        let begin = rows.len();
        let style = if number == selected { theme::CURSOR } else { theme::HEADING };
        rows.push((heading, style));
        rows.extend(lines.iter().map(|line| (line, theme::PLAIN)));
        if number == selected {
            first = rows.len().saturating_sub(area.height.into()).min(begin);
        }
    }
    for ((line, style), row) in rows.iter().skip(first).zip(0..area.height) {
        write(buffer, area, row, line, *style);
    }
    if rows.iter().skip(first.saturating_add(area.height.into())).any(|(line, _)| !line.is_empty()) {
        say_more(buffer, area);
    }
}

pub(crate) fn say_more(buffer: &mut Buffer, area: Area) {
    say_more_at(buffer, area, area.y.saturating_add(area.height));
}

fn say_more_at(buffer: &mut Buffer, area: Area, y: u16) {
    if y < buffer.area.bottom() {
        write_right(buffer, Area { y, height: 1, ..area }, 0, " more ▾ ", theme::QUIET);
    }
}

fn draw_line(buffer: &mut Buffer, area: Area, row: u16, line: &Line, skipped: usize) -> u16 {
    let (area_of_rows, style) = match line {
        Line::Heading(_) => (area, theme::HEADING),
        Line::Text(_) => (area, theme::PLAIN),
        Line::Fault(_) => (area, theme::FAULT),
        Line::Fact(name, _) => {
            let (names, values) = area.left(name_columns(area.width));
            if skipped == 0 {
                write(buffer, names, row, name, theme::QUIET);
            }
            (values, theme::PLAIN)
        }
    };
    let rows = rows(line, area.width);
    let shown = rows.get(skipped..).unwrap_or_default();
    for (text, row) in shown.iter().zip(row..) {
        write(buffer, area_of_rows, row, text, style);
    }
    u16::try_from(shown.len()).unwrap_or(u16::MAX)
}
