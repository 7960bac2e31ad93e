//! The report of a node: beside the tree where the node is no array, and in a window over the panes.

use ratatui::buffer::Buffer;
use ratatui::style::Style;

use super::{border, is_focused, theme, wrap, write, write_right};
use crate::app::{App, Area, Late, Pane};
use crate::metadata::text::escape;
use crate::tell::report::Line;

pub(super) fn draw(buffer: &mut Buffer, area: Area, app: &App) {
    if area.width == 0 {
        return;
    }
    let name = escape(&app.shared.selection.child.name).into_owned();
    let inner = border(buffer, area, &name, is_focused(app, Pane::Grid));
    if !app.report.files.is_empty() {
        return draw_lines(buffer, inner, &app.report.files, app.report.scroll.first);
    }
    match &app.shared.selection.node {
        Late::Ready { value: node, .. } => draw_lines(buffer, inner, &node.report, app.report.scroll.first),
        Late::Failed(error) => write(buffer, inner, 0, &escape(error), theme::FAULT),
        Late::Waiting { .. } | Late::Idle => write(buffer, inner, 0, "reading …", theme::NOTICE),
    }
}

/// Draws lines, beginning with number `first`.
pub(super) fn draw_lines(buffer: &mut Buffer, area: Area, lines: &[Line], first: u64) {
    let first = usize::try_from(first).unwrap_or(usize::MAX).min(lines.len().saturating_sub(1));
    let (mut row, mut drawn) = (0, 0);
    for line in lines.iter().skip(first) {
        if row >= area.height {
            break;
        }
        row += draw_line(buffer, area, row, line);
        drawn += 1;
    }
    if row > area.height || first + drawn < lines.len() {
        say_more(buffer, area);
    }
}

/// Says on the border below an area that more lines follow.
pub(super) fn say_more(buffer: &mut Buffer, area: Area) {
    let border = Area { y: area.y.saturating_add(area.height), height: 1, ..area };
    if border.y >= buffer.area.bottom() {
        return;
    }
    write_right(buffer, border, 0, " more ▾ ", theme::QUIET);
}

/// Draws one line, wrapped. Gives the number of rows that it takes.
fn draw_line(buffer: &mut Buffer, area: Area, row: u16, line: &Line) -> u16 {
    let wrapped = |buffer: &mut Buffer, area: Area, row: u16, text: &str, style: Style| {
        let lines = wrap(text, area.width);
        for (line, row) in lines.iter().zip(row..) {
            write(buffer, area, row, line, style);
        }
        u16::try_from(lines.len()).unwrap_or(u16::MAX)
    };
    match line {
        Line::Heading(text) => {
            write(buffer, area, row + 1, text, theme::HEADING);
            2
        }
        Line::Fact(name, value) => {
            let (names, values) = area.left(13.min(area.width / 3));
            write(buffer, names, row, name, theme::QUIET);
            wrapped(buffer, values, row, value, theme::PLAIN)
        }
        Line::Text(text) => wrapped(buffer, area, row, text, theme::PLAIN),
        Line::Fault(text) => wrapped(buffer, area, row, &format!("✗ {text}"), theme::FAULT),
    }
}
