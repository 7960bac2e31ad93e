use ratatui::buffer::Buffer;
use unicode_width::UnicodeWidthStr;

use crate::explorer::draw::text::{fit, window, write, write_right};
use crate::explorer::draw::theme;
use crate::explorer::keys::help::{HelpAreas, HelpEntry, HelpRow, detail};
use crate::explorer::{App, Area, HelpWindow};
use crate::metadata::text::escape;

/// Columns of keys, and those where there is room for more of them.
const KEYS: usize = 9;
const MORE_KEYS: usize = 14;
const WIDE: u16 = 36;

pub(crate) fn draw(buffer: &mut Buffer, app: &App, shown: &HelpWindow) {
    window(buffer, app, "keys");
    let areas = shown.areas(app.shared.size);
    if shown.has_line() {
        draw_line(buffer, areas.line, shown);
    }
    if areas.list.is_empty() {
        return;
    }
    let rows = shown.rows(areas);
    if rows.is_empty() {
        write(buffer, areas.list, 0, "nothing in the help has these words", theme::NOTICE);
        return;
    }
    let entries = rows.iter().enumerate().filter(|(_, row)| matches!(row, Some(HelpRow::Entry(_))));
    let at = entries.map(|(at, _)| at).nth(shown.selected).unwrap_or(0);
    let page = at / areas.page();
    let first = page * areas.page();
    for (place, row) in rows.iter().enumerate().skip(first).take(areas.page()) {
        let Some(row) = row else { continue };
        draw_row(buffer, area_of(areas, place - first), row, place == at);
    }
    let rule = "─".repeat(areas.rule.width.into());
    write(buffer, areas.rule, 0, &rule, theme::QUIET);
    let pages = rows.len().div_ceil(areas.page());
    if pages > 1 {
        write_right(buffer, areas.rule, 0, &format!(" page {} of {pages} ", page + 1), theme::QUIET);
    }
    if let Some(Some(HelpRow::Entry(entry))) = rows.get(at) {
        for (line, y) in detail(entry, areas.detail.width).iter().zip(0..) {
            write(buffer, areas.detail, y, line, theme::PLAIN);
        }
    }
}

fn draw_line(buffer: &mut Buffer, line: Area, shown: &HelpWindow) {
    let (before, behind) = shown.line.halves();
    let cursor = if shown.is_typing { "▏" } else { "" };
    let text = format!("/{}{cursor}{}", escape(&before), escape(&behind));
    let found = shown.found();
    let room = line.width.saturating_sub(u16::try_from(found.width() + 2).unwrap_or(u16::MAX));
    write(buffer, Area { width: room, ..line }, 0, &text, theme::PLAIN);
    write_right(buffer, line, 0, &found, theme::QUIET);
}

/// The place of a row among those on the screen.
fn area_of(areas: HelpAreas, place: usize) -> Area {
    let (column, row) = (place / areas.rows(), place % areas.rows());
    let width = areas.list.width / areas.columns;
    let [column, row] = [column, row].map(|number| u16::try_from(number).unwrap_or(u16::MAX));
    let x = areas.list.x.saturating_add(width.saturating_mul(column));
    // A gap parts it from the next column.
    Area { x, y: areas.list.y.saturating_add(row), width: width.saturating_sub(1), height: 1 }
}

fn draw_row(buffer: &mut Buffer, area: Area, row: &HelpRow, is_selected: bool) {
    let HelpEntry { keys, short, .. } = match row {
        HelpRow::Heading(text) => return write(buffer, area, 0, text, theme::HEADING),
        HelpRow::Entry(entry) => entry,
    };
    let cursor =
        |style: ratatui::style::Style| if is_selected { style.patch(theme::cursor(true)) } else { style };
    let columns = if area.width < WIDE { KEYS } else { MORE_KEYS };
    let keys = fit(keys, columns);
    let gap = " ".repeat((columns + 1).saturating_sub(keys.width()));
    write(buffer, area, 0, &format!("{keys}{gap}{short}"), cursor(theme::PLAIN));
    write(buffer, area, 0, &keys, cursor(theme::NAME));
}
