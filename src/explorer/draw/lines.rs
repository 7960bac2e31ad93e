use ratatui::buffer::Buffer;

use crate::explorer::draw::text::{window, write, write_right};
use crate::explorer::{App, Area, theme};
use crate::tell::line_rows::{all_rows, name_columns, row_count, rows};
use crate::tell::report::Line;

pub(crate) fn draw_page(buffer: &mut Buffer, app: &App, title: &str, lines: &[Line], first: u64) {
    let inner = window(buffer, app, title);
    draw_lines(buffer, inner, lines, first);
}

/// Draws wrapped lines from row `first` on, but keeps the area full.
pub(crate) fn draw_lines(buffer: &mut Buffer, area: Area, lines: &[Line], first: u64) {
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
    if first.saturating_add(area.height.into()) < all {
        say_more(buffer, area);
    }
}

/// In the border below, or in the rule above where there is no border.
pub(crate) fn say_more(buffer: &mut Buffer, area: Area) {
    let below = area.y.saturating_add(area.height);
    let is_border = buffer.cell((area.x, below)).is_some_and(|cell| ["─", "━"].contains(&cell.symbol()));
    let y = if is_border { below } else { area.y.saturating_sub(1) };
    write_right(buffer, Area { y, height: 1, ..area }, 0, " more ▾ ", theme::QUIET);
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
