use ratatui::buffer::Buffer;

use crate::explorer::draw::text::{fitted_within, window, write};
use crate::explorer::{App, Area, PlacesWindow, RecentStores, theme};
use crate::metadata::text::escape;

pub(crate) fn places(buffer: &mut Buffer, app: &App, shown: &PlacesWindow) {
    let inner = window(buffer, app, "marks, then recent places");
    if shown.places.is_empty() {
        write(buffer, inner, 0, "no place is marked or visited before this one", theme::NOTICE);
    }
    for ((number, listed), row) in shown.places.iter().enumerate().zip(0..inner.height) {
        let mark = if listed.is_marked { "marked  " } else { "        " };
        numbered(buffer, inner, row, &format!("{mark}{}", listed.name), number, shown.selected);
    }
}

pub(crate) fn recent(buffer: &mut Buffer, app: &App, stores: &RecentStores) {
    let inner = window(buffer, app, "no store here. Recent stores");
    for ((number, path), row) in stores.paths.iter().enumerate().zip(0..inner.height) {
        let text = path.display().to_string();
        numbered(buffer, inner, row, &escape(&text), number, stores.selected);
    }
    if stores.opening.is_waiting() {
        write(buffer, inner, inner.height.saturating_sub(1), "opening …", theme::NOTICE);
    }
}

fn numbered(buffer: &mut Buffer, area: Area, row: u16, text: &str, number: usize, selected: usize) {
    let style = if number == selected { theme::CURSOR } else { theme::PLAIN };
    let text = fitted_within(text, area.width.saturating_sub(4)).into_owned();
    write(buffer, area, row, &format!(" {}  {text}", number + 1), style);
}
