use ratatui::buffer::Buffer;
use ratatui::style::{Modifier, Style};
use ratatui::widgets::{Clear, Widget};
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

use crate::explorer::draw::text::{border, fitted, rect, write, write_right, write_wrapped};
use crate::explorer::draw::{lines, theme};
use crate::explorer::finder::Finder;
use crate::explorer::geometry::views::{self, FinderView};
use crate::explorer::prompt::draw::draw_search;
use crate::explorer::{App, Area, Late};
use crate::metadata::text::escape;
use crate::pipeline::{FILTERS, NodeRow, Query, Stopped};
use crate::tell::rows;
use crate::tell::words::grouped;

/// The letters of a path that the words fit: not by a colour alone.
const FITS: Style = Style::new().add_modifier(Modifier::BOLD).add_modifier(Modifier::UNDERLINED);

pub(crate) fn draw(buffer: &mut Buffer, app: &App) {
    let view = views::finder(app.shared.size);
    Clear.render(rect(view.window), buffer);
    border(buffer, view.window, "find", true);
    draw_search(buffer, view.line, &app.finder.line, &count(&app.finder));
    draw_nodes(buffer, &view, &app.finder);
    draw_preview(buffer, view.preview, &app.finder);
}

fn count(finder: &Finder) -> String {
    if finder.error.is_some() {
        return String::new();
    }
    let progress = finder.progress();
    let found = finder.nodes().map_or(0, |found| found.len());
    let more = match progress.end {
        None => ", still looking",
        Some(Stopped::AtTheLimit) => ", no more are searched",
        Some(Stopped::AtTheEnd | Stopped::OnRequest) => "",
    };
    format!("{} of {}{more}", grouped(found as u128), grouped(progress.nodes as u128))
}

fn draw_nodes(buffer: &mut Buffer, view: &FinderView, finder: &Finder) {
    let area = view.list;
    if let Some(error) = &finder.error {
        write_wrapped(buffer, area, &escape(error), theme::FAULT);
        return draw_filters(buffer, area);
    }
    let Some(found) = finder.nodes() else {
        return write(buffer, area, 0, "looking …", theme::NOTICE);
    };
    if found.is_empty() {
        return draw_none(buffer, area, finder);
    }
    let first = usize::try_from(finder.scroll.first).unwrap_or(usize::MAX);
    for (number, y) in (first..found.len()).zip(0..area.height) {
        let Some(row) = found.row(number) else { continue };
        let line = Area { y: area.y + y, height: 1, ..area };
        draw_node(buffer, line, row, &found.query, number == finder.selected);
    }
}

fn draw_none(buffer: &mut Buffer, area: Area, finder: &Finder) {
    let looks = finder.progress().end.is_none() || finder.found.is_waiting();
    let said = if looks { "nothing yet, still looking …" } else { "no matching nodes" };
    write(buffer, area, 0, said, theme::NOTICE);
    draw_filters(buffer, area);
}

fn draw_filters(buffer: &mut Buffer, area: Area) {
    let (left, right) = area.left(15.min(area.width));
    for (filter, row) in FILTERS.iter().zip(3..) {
        write(buffer, left, row, &format!("{}:{}", filter.name, filter.value), theme::NAME);
        write(buffer, right, row, filter.help, theme::QUIET);
    }
}

fn draw_node(buffer: &mut Buffer, area: Area, row: &NodeRow, query: &Query, is_selected: bool) {
    let cursor = if is_selected { theme::CURSOR } else { theme::PLAIN };
    write(buffer, area, 0, &" ".repeat(area.width.into()), cursor);
    write(buffer, area, 0, if is_selected { ">" } else { " " }, cursor);
    let (_, area) = area.left(2);
    // The path matters more: the rest has a third of the room at most.
    let room = area.width / 3;
    let about = about(row);
    let about = fitted(&about, room);
    let taken = u16::try_from(about.width()).unwrap_or(room);
    let (path, _) = area.left(area.width.saturating_sub(taken + 2));
    draw_path(buffer, path, &row.key, query, cursor);
    write_right(buffer, area, 0, &about, if is_selected { cursor } else { theme::QUIET });
}

/// A path that does not fit loses its beginning: its end says most.
fn draw_path(buffer: &mut Buffer, area: Area, key: &str, query: &Query, style: Style) {
    let width = usize::from(area.width);
    if width == 0 {
        return;
    }
    let places = query.places(key);
    let mut letters = Vec::new();
    for (place, letter) in key.chars().enumerate() {
        let text = escape(letter.encode_utf8(&mut [0; 4])).into_owned();
        letters.push((text, places.binary_search(&place).is_ok()));
    }
    let mut left: usize = letters.iter().map(|(text, _)| text.width()).sum();
    let (mut x, is_cut) = (area.x, left > width);
    let mut rest = letters.iter();
    if is_cut {
        while left + 1 > width {
            left -= rest.next().map_or(left, |(text, _)| text.width());
        }
        buffer.set_stringn(x, area.y, "…", 1, style);
        x += 1;
    }
    for (text, fits) in rest {
        let style = if *fits { style.patch(FITS) } else { style };
        buffer.set_string(x, area.y, text, style);
        x = x.saturating_add(text.chars().map(|c| u16::try_from(c.width().unwrap_or(0)).unwrap_or(0)).sum());
    }
}

fn about(row: &NodeRow) -> String {
    let facts = &row.facts;
    let sign = if facts.faults > 0 { "✗ " } else { "" };
    let kind = if facts.short_type.is_empty() { rows::kind(facts) } else { facts.short_type.clone() };
    let shape = facts.shape.as_deref().map_or(String::new(), |shape| format!("  {}", rows::edges(shape)));
    escape(&format!("{sign}{kind}{shape}")).into_owned()
}

fn draw_preview(buffer: &mut Buffer, area: Area, finder: &Finder) {
    if area.width == 0 || area.height < 3 {
        return;
    }
    let inner = border(buffer, area, "preview", false);
    match (&finder.preview.1, finder.current().filter(|_| finder.error.is_none())) {
        (_, None) => write(buffer, inner, 0, "no node is selected", theme::QUIET),
        (Late::Ready { value: lines, .. }, _) => lines::draw_lines(buffer, inner, lines, 0),
        (Late::Failed(error), _) => write(buffer, inner, 0, &escape(error), theme::FAULT),
        (Late::Waiting { .. } | Late::Idle, _) => write(buffer, inner, 0, "reading …", theme::NOTICE),
    }
}
