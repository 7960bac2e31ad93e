use ratatui::buffer::Buffer;
use unicode_width::UnicodeWidthStr;

use crate::explorer::draw::text::{fitted_within, window_at, write};
use crate::explorer::{App, Area, PlacesWindow, RecentStores, theme, views};
use crate::metadata::text::escape;

pub(crate) fn places(buffer: &mut Buffer, app: &App, shown: &PlacesWindow) {
    let none = "no place is marked or visited before this one";
    let names = shown.places.iter().map(|listed| listed.name.width() + 8);
    let inner = numbered_window(buffer, app, "marks, then recent places", names, none.width());
    if shown.places.is_empty() {
        write(buffer, inner, 0, none, theme::NOTICE);
    }
    for ((number, listed), row) in shown.places.iter().enumerate().zip(0..inner.height) {
        let mark = if listed.is_marked { "marked  " } else { "        " };
        numbered(buffer, inner, row, &format!("{mark}{}", listed.name), number, shown.selected);
    }
}

pub(crate) fn recent(buffer: &mut Buffer, app: &App, stores: &RecentStores) {
    let paths: Vec<String> = stores.paths.iter().map(|path| path.display().to_string()).collect();
    let names = paths.iter().map(|path| path.width());
    let inner = numbered_window(buffer, app, "no store here. Recent stores", names, 0);
    for ((number, path), row) in paths.iter().enumerate().zip(0..inner.height) {
        numbered(buffer, inner, row, &escape(path), number, stores.selected);
    }
    if stores.opening.is_waiting() {
        write(buffer, inner, inner.height.saturating_sub(1), "opening …", theme::NOTICE);
    }
}

/// With room for the numbers before the names, and for a line below them.
fn numbered_window(
    buffer: &mut Buffer,
    app: &App,
    title: &str,
    names: impl ExactSizeIterator<Item = usize>,
    least: usize,
) -> Area {
    let rows = names.len() + 1;
    let columns = names.map(|width| width + 5).max().unwrap_or(0).max(least).max(title.width() + 4);
    window_at(buffer, app, title, views::fitting_window(app.shared.size, columns, rows))
}

fn numbered(buffer: &mut Buffer, area: Area, row: u16, text: &str, number: usize, selected: usize) {
    let style = if number == selected { theme::CURSOR } else { theme::PLAIN };
    let text = fitted_within(text, area.width.saturating_sub(4)).into_owned();
    write(buffer, area, row, &format!(" {}  {text}", number + 1), style);
}
