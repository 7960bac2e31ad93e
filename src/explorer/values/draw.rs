//! Draws the input and the output of a stage: elements with their coordinates, or bytes in hex. Only what is on the screen is
//! formatted, because a chunk may have many millions of elements.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use unicode_width::UnicodeWidthStr;

use crate::explorer::core::app::App;
use crate::explorer::core::content::{Content, SHOWN, ShownCell};
use crate::explorer::core::element_text::ElementText;
use crate::explorer::core::selection::Selection;
use crate::explorer::core::side::Side;
use crate::explorer::draw::text::{border, fit, is_focused, write, write_right, write_wrapped};
use crate::explorer::draw::titles::array_coords;
use crate::explorer::draw::{theme, titles};
use crate::explorer::follow::Following;
use crate::explorer::geometry::plane::{Cell, Scroll};
use crate::explorer::geometry::regions::Area;
use crate::explorer::geometry::views::{ScreenRow, View};
use crate::explorer::values::draw_bytes::BytesView;
use crate::explorer::values::selected::Selected;
use crate::explorer::values::{ValuesPane, draw_shard};
use crate::metadata::Scalar;
use crate::metadata::text::escape;
use crate::tell::words::size;

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
    let inner = border(buffer, area, &format!("{title}{followed}"), focused);
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
            draw_shard::draw(buffer, inner, map, pane, focused);
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
        self.draw_cells(buffer);
        let (content, on) = (self.content, &self.pane.coords);
        let coords = array_coords(on, content);
        let about = match content {
            Content::Window(cells) => about_cell(&coords, cells.cell(on, SHOWN), self.selection),
            _ => {
                let past = if is_past(&coords, &self.end) { "  past the array (overhang)" } else { "" };
                let value = content.shown_text(on).unwrap_or_else(|| "not readable".to_owned());
                let mut meant = String::new();
                if content.is_decoded()
                    && let Some(element) = content.element(on, SHOWN)
                {
                    meant = self::meant(self.selection, &element);
                }
                format!("{} = {value}{meant}{past}", brackets(&coords))
            }
        };
        let selected = self.selected.as_ref().map_or_else(String::new, |own| format!("{} · ", own.words()));
        write(buffer, self.view.below, 0, &format!("{selected}{about}"), theme::HEADING);
    }

    fn draw_cells(&self, buffer: &mut Buffer) {
        let [down, across] = self.pane.scroll;
        let (_, columns) = self.view.visible();
        for (y, row) in (0..self.view.cells.height).zip(self.view.rows(down)) {
            if let ScreenRow::Cells(row) = row {
                self.draw_row_label(buffer, row, y);
            }
            for (number, column) in (0..u16::try_from(columns).unwrap_or(u16::MAX)).zip(across.first..) {
                let x = number.saturating_mul(self.view.cell_width);
                if y == 0 {
                    self.draw_column_label(buffer, column, x);
                }
                let cells = self.view.cells;
                let place = Area { x: cells.x + x, y: cells.y + y, width: self.view.cell_width, height: 1 };
                match row {
                    ScreenRow::Cells(row) => self.draw_cell(buffer, place, (row, column)),
                    ScreenRow::Border => self.draw_line(buffer, place, (down.first, column)),
                }
            }
        }
    }

    fn draw_row_label(&self, buffer: &mut Buffer, row: u64, y: u16) {
        let Some(coords) = self.view.plane.coords((row, 0), &self.pane.coords) else { return };
        let coords = array_coords(&coords, self.content);
        let axis = self.view.plane.axes.rows;
        if let Some(coord) = coords.get(axis) {
            let labels = Area { width: self.view.labels.width.saturating_sub(1), ..self.view.labels };
            let text = self.label(axis, *coord);
            write_right(buffer, labels, y, &fit(&text, labels.width.into()), theme::QUIET);
            if self.view.is_marked(row) {
                write_right(buffer, self.view.labels, y, "─", theme::QUIET);
            }
        }
    }

    fn label(&self, axis: usize, coord: u64) -> String {
        if let Some(label) = self.writing.label(axis, coord) {
            return escape(&label).into_owned();
        }
        let is_past = self.end.get(axis).is_some_and(|end| coord >= *end);
        format!("{coord}{}", if is_past { "*" } else { "" })
    }

    fn draw_column_label(&self, buffer: &mut Buffer, column: u64, x: u16) {
        let row = self.view.plane.cell(&self.pane.coords).0;
        let Some(coords) = self.view.plane.coords((row, column), &self.pane.coords) else { return };
        // A single dimension is folded into rows, so its columns have no coordinate.
        if coords.len() < 2 {
            return;
        }
        let coords = array_coords(&coords, self.content);
        let place = Area { x: self.view.ruler.x + x, width: self.view.cell_width, ..self.view.ruler };
        let axis = self.view.plane.axes.columns;
        if let Some(coord) = coords.get(axis) {
            let place = Area { width: place.width.saturating_sub(1), x: place.x + 1, ..place };
            let text = self.label(axis, *coord);
            write_right(buffer, place, 0, &fit(&text, place.width.into()), theme::QUIET);
        }
    }

    fn begins_chunk(&self, coords: &[u64]) -> bool {
        let axis = self.view.plane.axes.columns;
        coords.get(axis).is_some_and(|coord| self.view.begins_chunk(axis, *coord))
    }

    fn draw_line(&self, buffer: &mut Buffer, place: Area, cell: Cell) {
        let Some(coords) = self.view.plane.coords(cell, &self.pane.coords) else { return };
        let first = if self.begins_chunk(&coords) { "┼" } else { "─" };
        let line = format!("{first}{}", "─".repeat(usize::from(place.width).saturating_sub(1)));
        write(buffer, place, 0, &line, theme::QUIET);
    }

    fn draw_cell(&self, buffer: &mut Buffer, place: Area, cell: Cell) {
        let Some(coords) = self.view.plane.coords(cell, &self.pane.coords) else { return };
        let width = usize::from(self.view.cell_width).saturating_sub(2);
        let (text, style) = match self.content {
            Content::Window(cells) => cell_text(cells.cell(&coords, SHOWN), self.writing),
            // A stage that failed may have given fewer elements than the shape has.
            content => match content.element(&coords, SHOWN) {
                Some(element) => (self.writing.of(&element), theme::PLAIN),
                None => ("–".to_owned(), theme::PLAIN),
            },
        };
        let past = is_past(&array_coords(&coords, self.content), &self.end);
        let row = self.selection.row(self.pane.side).unwrap_or(0);
        let has_changed = self.following.has_changed(self.selection, self.content, row, &coords);
        let style = if has_changed { style.patch(theme::CHANGED) } else { style };
        write_right(buffer, place, 0, &fit(&text, width), if past { theme::QUIET } else { style });
        if self.begins_chunk(&coords) {
            write(buffer, place, 0, "│", theme::QUIET);
        }
        let own = Rect { x: place.x + 1, y: place.y, width: place.width.saturating_sub(1), height: 1 };
        if self.selected.as_ref().is_some_and(|selected| selected.has_element(&coords)) {
            buffer.set_style(own, theme::SELECTED);
        }
        if coords == self.pane.coords {
            buffer.set_style(own, theme::cursor(self.focused));
        }
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

/// Draws the elements of a plane. `own` gives the coordinates for the labels, `on` is the cursor.
pub(crate) fn draw_plane(
    buffer: &mut Buffer,
    view: &View,
    [down, across]: [Scroll; 2],
    on: &[u64],
    own: &dyn Fn(&[u64]) -> Vec<u64>,
    draw_cell: &dyn Fn(&mut Buffer, Area, &[u64]),
) {
    let (plane, axes) = (&view.plane, view.plane.axes);
    let (rows, columns) = view.visible();
    for (row, y) in (down.first..).zip(0..u16::try_from(rows).unwrap_or(u16::MAX)) {
        if let Some(coords) = plane.coords((row, 0), on)
            && let Some(coord) = own(&coords).get(axes.rows)
        {
            let labels = Area { width: view.labels.width.saturating_sub(1), ..view.labels };
            write_right(buffer, labels, y, &coord.to_string(), theme::QUIET);
        }
        for (column, number) in (across.first..).zip(0..u16::try_from(columns).unwrap_or(u16::MAX)) {
            let x = view.cells.x + number.saturating_mul(view.cell_width);
            if y == 0
                && let Some(coords) = plane.coords((plane.cell(on).0, column), on)
                && coords.len() > 1
                && let Some(coord) = own(&coords).get(axes.columns)
            {
                let label = Area { x, width: view.cell_width.saturating_sub(1), ..view.ruler };
                write_right(buffer, label, 0, &fit(&coord.to_string(), label.width.into()), theme::QUIET);
            }
            if let Some(coords) = plane.coords((row, column), on) {
                let cell = Area { x, y: view.cells.y + y, width: view.cell_width, height: 1 };
                draw_cell(buffer, cell, &coords);
            }
        }
    }
}

pub(crate) fn brackets(coords: &[u64]) -> String {
    let coords: Vec<String> = coords.iter().map(u64::to_string).collect();
    format!("[{}]", coords.join(", "))
}

fn is_past(coords: &[u64], end: &[u64]) -> bool {
    coords.iter().zip(end).any(|(coord, end)| coord >= end)
}
