//! Draws the input and the output of a stage. Only what is on the screen is formatted: a chunk may have many millions of elements.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use unicode_width::UnicodeWidthStr;

use crate::codec::{Entry, ShardMap, Use};
use crate::explorer::core::content::ShownCell;
use crate::explorer::core::element_text::{ElementText, SHOWN};
use crate::explorer::draw::text::{fit, framed, is_focused, write, write_right, write_wrapped};
use crate::explorer::draw::titles::{self, array_coords};
use crate::explorer::geometry::views::{ScreenRow, View};
use crate::explorer::values::draw_bytes::BytesView;
use crate::explorer::values::selected::Selected;
use crate::explorer::{App, Area, Content, Following, Scroll, Selection, Side, ValuesPane, theme, views};
use crate::metadata::Scalar;
use crate::metadata::text::escape;
use crate::tell::words::{count, shape, size};

pub(crate) fn draw(buffer: &mut Buffer, area: Area, app: &App, side: Side) {
    if area.width == 0 {
        return;
    }
    let (selection, pane) = (&app.shared.selection, app.values(side));
    let focused = is_focused(app, side.pane());
    let content = pane.content(selection);
    let selected = pane.selected(selection);
    let room = usize::from(area.width).saturating_sub(4);
    let followed = titles::followed(app, area.width);
    let title = titles::of_values(selection, &content, pane, room.saturating_sub(followed.width()));
    let inner = framed(buffer, area, app, &format!("{title}{followed}"), focused);
    match &content {
        Content::Nothing(reason) => {
            write_wrapped(buffer, inner, &escape(reason), theme::NOTICE);
        }
        Content::Bytes { bytes, group } => {
            let before = app.following.bytes_before(selection.row(side).unwrap_or(0));
            BytesView { all: bytes, group: *group, selection, pane, focused, selected, before }
                .draw(buffer, inner);
        }
        Content::Shard(map) => {
            draw_shard(buffer, inner, map, pane, focused);
        }
        Content::Array { .. } | Content::Fill { .. } | Content::Window(_) => {
            let end = match (content.origin(), selection.array_layout()) {
                (Some(_), Some(layout)) => layout.shape.clone(),
                _ => Vec::new(),
            };
            let table = ValuesTable {
                content: &content,
                selection,
                pane,
                focused,
                selected,
                following: &app.following,
                view: pane.view(&content, selection, inner),
                end,
                writing: selection.element_text(content.is_decoded()),
            };
            table.draw(buffer, inner);
        }
    }
}

struct ValuesTable<'a> {
    content: &'a Content<'a>,
    selection: &'a Selection,
    pane: &'a ValuesPane,
    focused: bool,
    selected: Option<Selected>,
    following: &'a Following,
    view: View,
    end: Vec<u64>,
    writing: ElementText<'a>,
}

impl ValuesTable<'_> {
    fn draw(&self, buffer: &mut Buffer, inner: Area) {
        if self.view.plane.is_empty() {
            return write(buffer, inner, 0, "no elements", theme::NOTICE);
        }
        let (content, on) = (self.content, &self.pane.coords);
        let row_label = usize::from(self.view.labels.width.saturating_sub(1));
        let label = |coords: &[u64], axis: usize| {
            let text = self.label(coords, axis)?;
            Some(if axis == self.view.plane.axes.rows { fit(&text, row_label) } else { text })
        };
        draw_plane(buffer, &self.view, self.pane.scroll, on, 0, &label, &|buffer, place, coords| {
            self.draw_cell(buffer, place, coords);
        });
        let coords = array_coords(on, content);
        let about = if let Content::Window(cells) = content {
            about_cell(&coords, cells.cell(on, SHOWN), self.selection)
        } else {
            let past = if is_past(&coords, &self.end) { "  past the array (overhang)" } else { "" };
            let value = content.shown_text(on).unwrap_or_else(|| "not readable".to_owned());
            let mut meant = String::new();
            if content.is_decoded()
                && let Some(element) = content.element(on, SHOWN)
            {
                meant = self::meant(self.selection, &element);
            }
            format!("{} = {value}{meant}{past}", brackets(&coords))
        };
        let about = if content.is_decoded() { about + &self.selection.others_at(&coords) } else { about };
        let selected = self.selected.as_ref().map_or_else(String::new, |own| format!("{} · ", own.words()));
        write(buffer, self.view.below, 0, &format!("{selected}{about}"), theme::HEADING);
    }

    fn label(&self, coords: &[u64], axis: usize) -> Option<String> {
        let coord = *array_coords(coords, self.content).get(axis)?;
        if let Some(label) = self.writing.label(axis, coord) {
            return Some(escape(&label).into_owned());
        }
        let is_past = self.end.get(axis).is_some_and(|end| coord >= *end);
        Some(format!("{coord}{}", if is_past { "*" } else { "" }))
    }

    fn draw_cell(&self, buffer: &mut Buffer, place: Area, coords: &[u64]) {
        let width = usize::from(self.view.cell_width).saturating_sub(2);
        let (text, style) = if let Content::Window(cells) = self.content {
            cell_text(cells.cell(coords, SHOWN), self.writing)
        } else if let Some(element) = self.content.element(coords, SHOWN) {
            (self.writing.of(&element), theme::PLAIN)
        } else {
            // A stage that failed may have given fewer elements than the shape has.
            ("–".to_owned(), theme::PLAIN)
        };
        let past = is_past(&array_coords(coords, self.content), &self.end);
        let row = self.selection.row(self.pane.side).unwrap_or(0);
        let has_changed = self.following.has_changed(self.selection, self.content, row, coords);
        let style = if has_changed { style.patch(theme::CHANGED) } else { style };
        let text = if self.view.widths.columns() <= width { self.view.widths.align(text) } else { text };
        write_right(buffer, place, 0, &fit_number(&text, width), if past { theme::QUIET } else { style });
        if begins_chunk(&self.view, coords) {
            write(buffer, place, 0, "│", theme::QUIET);
        }
        let own = Rect { x: place.x + 1, y: place.y, width: place.width.saturating_sub(1), height: 1 };
        if self.selected.as_ref().is_some_and(|selected| selected.has_element(coords)) {
            buffer.set_style(own, theme::SELECTED);
        }
        if coords == self.pane.coords {
            buffer.set_style(own, theme::cursor(self.focused));
        }
    }
}

/// A number that is cut keeps its exponent: without it, it would be another.
fn fit_number(text: &str, width: usize) -> String {
    let exponent = text.rsplit_once('e').map(|(_, exponent)| exponent);
    let Some(exponent) = exponent.filter(|own| own.parse::<i32>().is_ok()) else { return fit(text, width) };
    match width.checked_sub(exponent.len() + 1) {
        Some(room @ 2..) if text.len() > width => format!("{}e{exponent}", fit(text, room)),
        _ => fit(text, width),
    }
}

fn cell_text(cell: ShownCell, writing: ElementText) -> (String, Style) {
    match cell {
        ShownCell::Value(element) => (writing.of(&element), theme::PLAIN),
        ShownCell::Salvaged(element) => (writing.of(&element), theme::NOTICE),
        ShownCell::Fill(element) => (writing.of(&element), theme::QUIET),
        ShownCell::Waiting | ShownCell::TooLarge(_) => ("…".to_owned(), theme::QUIET),
        ShownCell::Faulty(_) => ("✗".to_owned(), theme::FAULT),
        ShownCell::Unknown(_) => ("?".to_owned(), theme::NOTICE),
    }
}

/// For the text after a value: ` × 0.01 + 273.15 → 270.38 K`.
fn meant(selection: &Selection, element: &Scalar) -> String {
    escape(&selection.behind(element)).into_owned()
}

fn about_cell(coords: &[u64], cell: ShownCell, selection: &Selection) -> String {
    let element = brackets(coords);
    let own = |value: &Scalar| format!("{element} = {value}{}", meant(selection, value));
    match cell {
        ShownCell::Value(value) => own(&value),
        ShownCell::Salvaged(value) => format!("{}  readable, though the chunk has a fault", own(&value)),
        ShownCell::Fill(value) => format!("{}  fill value (chunk missing)", own(&value)),
        ShownCell::Waiting => format!("{element}  decoding …"),
        ShownCell::Faulty(fault) => format!("{element}  ✗ {}", escape(&fault)),
        ShownCell::Unknown(reason) => format!("{element}  ? not known: {}", escape(&reason)),
        ShownCell::TooLarge(nbytes) => format!("{element}  decoding {} …", size(nbytes)),
    }
}

/// Draws the elements of a plane. `on` is the cursor; `gap` columns are free at the right of each label of a column.
pub(crate) fn draw_plane(
    buffer: &mut Buffer,
    view: &View,
    [down, across]: [Scroll; 2],
    on: &[u64],
    gap: u16,
    label: &dyn Fn(&[u64], usize) -> Option<String>,
    draw_cell: &dyn Fn(&mut Buffer, Area, &[u64]),
) {
    let (plane, axes) = (&view.plane, view.plane.axes);
    let (_, columns) = view.visible();
    for (y, row) in (0..view.cells.height).zip(view.rows(down)) {
        if let ScreenRow::Cells(row) = row
            && let Some(coords) = plane.coords((row, 0), on)
            && let Some(text) = label(&coords, axes.rows)
        {
            let labels = Area { width: view.labels.width.saturating_sub(1), ..view.labels };
            write_right(buffer, labels, y, &text, theme::QUIET);
            if view.is_marked(row) {
                write_right(buffer, view.labels, y, "─", theme::QUIET);
            }
        }
        for (number, column) in (0..u16::try_from(columns).unwrap_or(u16::MAX)).zip(across.first..) {
            let x = view.cells.x + number.saturating_mul(view.cell_width);
            // A single dimension is folded into rows, so its columns have no coordinate.
            if y == 0
                && let Some(coords) = plane.coords((plane.cell(on).0, column), on)
                && coords.len() > 1
                && let Some(text) = label(&coords, axes.columns)
            {
                let width = view.cell_width.saturating_sub(1);
                let heading = Area { x: (x + 1).saturating_sub(gap), width, ..view.ruler };
                write_right(buffer, heading, 0, &fit(&text, width.into()), theme::QUIET);
            }
            let cell = Area { x, y: view.cells.y + y, width: view.cell_width, height: 1 };
            match row {
                ScreenRow::Cells(row) => {
                    if let Some(coords) = plane.coords((row, column), on) {
                        draw_cell(buffer, cell, &coords);
                    }
                }
                ScreenRow::Border => {
                    if let Some(coords) = plane.coords((down.first, column), on) {
                        let first = if begins_chunk(view, &coords) { "┼" } else { "─" };
                        let line = "─".repeat(usize::from(cell.width).saturating_sub(1));
                        write(buffer, cell, 0, &format!("{first}{line}"), theme::QUIET);
                    }
                }
            }
        }
    }
}

fn begins_chunk(view: &View, coords: &[u64]) -> bool {
    let axis = view.plane.axes.columns;
    coords.get(axis).is_some_and(|coord| view.begins_chunk(axis, *coord))
}

pub(crate) fn brackets(coords: &[u64]) -> String {
    let coords: Vec<String> = coords.iter().map(u64::to_string).collect();
    format!("[{}]", coords.join(", "))
}

fn is_past(coords: &[u64], end: &[u64]) -> bool {
    coords.iter().zip(end).any(|(coord, end)| coord >= end)
}

pub(crate) fn draw_shard(buffer: &mut Buffer, inner: Area, map: &ShardMap, pane: &ValuesPane, focused: bool) {
    let table = views::table(map.entries.len(), inner);
    draw_strip(buffer, table.strip, map, pane.entry);
    let coords = map.entries.iter().map(|(coords, _)| shape(coords).chars().count()).take(64).max();
    // Coordinates of very many dimensions are wider than any pane, and `format!` panics at widths beyond 65 535.
    let width = coords.unwrap_or(0).min(inner.width.into()).max("inner chunk".len());
    let header = format!("{:<width$}  {:>12}  {:>10}", "inner chunk", "offset", "nbytes");
    write(buffer, table.header, 0, &header, theme::QUIET);
    let rows =
        map.entries.iter().enumerate().skip(usize::try_from(pane.scroll[0].first).unwrap_or(usize::MAX));
    for ((number, (coords, entry)), y) in rows.zip(0..table.rows.height) {
        let (text, style) = row(map, *entry);
        write(buffer, table.rows, y, &format!("{:<width$}  {text}", shape(coords)), style);
        if number == pane.entry {
            let place = Rect { x: table.rows.x, y: table.rows.y + y, width: table.rows.width, height: 1 };
            buffer.set_style(place, theme::cursor(focused));
        }
    }
    write(buffer, table.below, 0, &summary(map), theme::HEADING);
}

fn row(map: &ShardMap, entry: Entry) -> (String, Style) {
    let Entry::Stored { offset, nbytes } = entry else {
        return (format!("{:>12}  {:>10}", "·", "missing"), theme::QUIET);
    };
    let end = offset.saturating_add(nbytes);
    let (what, style) = if map.is_outside(entry) {
        ("  ✗ lies outside the shard", theme::FAULT)
    } else if map.overlaps.iter().any(|overlap| overlap.start < end && offset < overlap.end) {
        ("  ✗ overlaps", theme::FAULT)
    } else {
        ("", theme::PLAIN)
    };
    (format!("{offset:>12}  {nbytes:>10}{what}"), style)
}

fn draw_strip(buffer: &mut Buffer, area: Area, map: &ShardMap, selected: usize) {
    for (used, x) in map.strip(area.width).into_iter().zip(area.x..) {
        let (sign, style) = match used {
            Use::Inner(number) if number == selected => ("█", theme::FOLLOWED),
            Use::Inner(number) if number.is_multiple_of(2) => ("▓", theme::STORED),
            Use::Inner(_) => ("▒", theme::STORED),
            Use::Index => ("i", theme::NAME),
            Use::Gap => ("·", theme::QUIET),
            Use::Overlap => ("✗", theme::FAULT),
        };
        if area.height > 0 {
            buffer.set_string(x, area.y, sign, style);
        }
    }
}

fn summary(map: &ShardMap) -> String {
    let stored = map.stored;
    let missing = map.entries.len() as u64 - stored;
    let mut parts = vec![format!("{stored} stored, {missing} missing")];
    if !map.gaps.is_empty() {
        let nbytes = map.gaps.iter().map(|gap| gap.end - gap.start).sum();
        parts.push(format!("{} of {}", count(map.gaps.len() as u128, "gap"), size(nbytes)));
    }
    if !map.overlaps.is_empty() {
        parts.push(count(map.overlaps.len() as u128, "overlap"));
    }
    if map.outside > 0 {
        parts.push(format!("{} lead out", map.outside));
    }
    parts.push(format!("index i at {}:{}", map.index.start, map.index.end));
    parts.join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_that_is_cut_keeps_its_exponent() {
        assert_eq!(fit_number("1.18009559e-38", 10), "1.180…e-38");
        assert_eq!(fit_number("1.18e-38", 10), "1.18e-38");
        assert_eq!(fit_number("1.18009559e-38", 5), "1.18…");
        assert_eq!(fit_number("\"apple\"", 5), "\"app…");
        assert_eq!(fit_number("123456", 4), "123…");
    }
}
