//! The panes of what goes into a stage and what comes out: elements with their coordinates, or bytes in hex. Only what
//! is on the screen is formatted, because a chunk may have many millions of elements.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

use super::bytes::BytesView;
use super::shard::{self, Cursor};
use super::{border, is_focused, theme, wrap, write, write_right};
use crate::app::views::{self, View};
use crate::app::{App, Area, Cell, Content, Scroll, Selection, Side, ValuesPane};
use crate::metadata::text::escape;
use crate::tell::words::shape;

pub(super) fn draw(buffer: &mut Buffer, area: Area, app: &App, side: Side) {
    if area.width == 0 {
        return;
    }
    let (selection, pane) = (&app.shared.selection, app.values(side));
    let focused = is_focused(app, side.pane());
    let content = pane.content(selection);
    let inner = border(buffer, area, &title(selection, &content, pane), focused);
    match &content {
        Content::Nothing(reason) => {
            for (line, row) in wrap(&escape(reason), inner.width).iter().zip(0..inner.height) {
                write(buffer, inner, row, line, theme::NOTICE);
            }
        }
        Content::Bytes { bytes, group } => {
            BytesView { all: bytes, group: *group, selection, pane, focused }.draw(buffer, inner);
        }
        Content::Shard(map) => {
            shard::draw(buffer, inner, map, Cursor { entry: pane.entry, first: pane.scroll[0], focused });
        }
        Content::Array { .. } | Content::Fill { .. } => {
            Values { content: &content, selection, pane, focused }.draw(buffer, inner);
        }
    }
}

fn title(selection: &Selection, content: &Content, pane: &ValuesPane) -> String {
    let side = pane.side;
    let what = match content {
        Content::Bytes { .. } => "bytes",
        Content::Shard(_) => "shard index",
        _ => "values",
    };
    let what = match side {
        Side::Input => format!("in: {what}"),
        Side::Output if selection.opened => format!("out: {what}"),
        Side::Output => what.to_owned(),
    };
    let name = match (selection.stage_of(side), selection.row(side)) {
        _ if matches!(content, Content::Array { readable: Some(_), .. }) => "what is readable".to_owned(),
        (Some(stage), _) if stage.partial.is_some() => {
            format!("of {}, before it failed", escape(&stage.info.codec.name))
        }
        (Some(stage), _) => format!("after {}", escape(&stage.info.codec.name)),
        (None, Some(_)) if selection.stage_count() > 0 => "as stored".to_owned(),
        (None, _) => String::new(),
    };
    let about = match content {
        Content::Bytes { bytes, .. } => format!("{} bytes", bytes.len()),
        Content::Shard(map) => format!("{} bytes", map.nbytes),
        Content::Array { shape: edges, elements, .. } => format!("{} {}", elements.data_type(), shape(edges)),
        Content::Fill { shape: edges, .. } => format!("fill value {}", shape(edges)),
        Content::Nothing(_) => String::new(),
    };
    format!("{what}  {name}  {about}{}", slice(pane, content)).trim_end().to_owned()
}

/// Where the dimensions that are not shown are sliced, in array coordinates where they are known.
fn slice(pane: &ValuesPane, content: &Content) -> String {
    let rank = content.shape().map_or(0, <[u64]>::len);
    if rank < 3 {
        return String::new();
    }
    let coords = array_coords(&pane.coords, content);
    let axis = pane.axis;
    let mark = |index: usize| if rank > 3 && index == axis { "›" } else { "" };
    let fixed =
        coords.iter().take(rank - 2).enumerate().map(|(index, coord)| format!("{}{coord}, ", mark(index)));
    format!("  [{}:, :]", fixed.collect::<String>())
}

/// Chunk coordinates as array coordinates, where the origin is known.
fn array_coords(coords: &[u64], content: &Content) -> Vec<u64> {
    match content.origin() {
        Some(origin) => coords.iter().zip(origin).map(|(coord, origin)| coord + origin).collect(),
        None => coords.to_vec(),
    }
}

/// The elements of one side of a stage.
struct Values<'a> {
    content: &'a Content<'a>,
    selection: &'a Selection,
    pane: &'a ValuesPane,
    focused: bool,
}

impl Values<'_> {
    fn draw(&self, buffer: &mut Buffer, inner: Area) {
        let (content, on) = (self.content, &self.pane.coords);
        let view = views::values(content, inner);
        if view.plane.is_empty() {
            write(buffer, inner, 0, "no elements", theme::NOTICE);
            return;
        }
        let end = array_end(self.selection, content);
        let table = ValuesTable { content, on, focused: self.focused, view: &view, end: &end };
        table.draw(buffer, &self.pane.scroll);
        let coords = array_coords(on, content);
        let past = if is_past(&coords, &end) { "  past the array (overhang)" } else { "" };
        let value = content.shown_text(on).unwrap_or_else(|| "not readable".to_owned());
        write(buffer, view.below, 0, &format!("{} = {value}{past}", brackets(&coords)), theme::HEADING);
    }
}

/// A plane through the elements, with the labels of its rows and columns.
struct ValuesTable<'a> {
    content: &'a Content<'a>,
    /// The element with the cursor, which also says where the other dimensions are sliced.
    on: &'a [u64],
    focused: bool,
    view: &'a View,
    /// The shape of the array, where coordinates past it are to be marked.
    end: &'a [u64],
}

impl ValuesTable<'_> {
    fn draw(&self, buffer: &mut Buffer, [down, across]: &[Scroll; 2]) {
        let (rows, columns) = self.view.visible();
        for (y, row) in (0..u16::try_from(rows).unwrap_or(u16::MAX)).zip(down.first..) {
            self.draw_row_label(buffer, row, y);
            for (number, column) in (0..u16::try_from(columns).unwrap_or(u16::MAX)).zip(across.first..) {
                let x = number.saturating_mul(self.view.cell_width);
                if y == 0 {
                    self.draw_column_label(buffer, column, x);
                }
                let cells = self.view.cells;
                let place = Area { x: cells.x + x, y: cells.y + y, width: self.view.cell_width, height: 1 };
                self.draw_cell(buffer, place, (row, column));
            }
        }
    }

    fn draw_row_label(&self, buffer: &mut Buffer, row: u64, y: u16) {
        let Some(coords) = self.view.plane.coords((row, 0), self.on) else { return };
        let coords = array_coords(&coords, self.content);
        let axis = coords.len().saturating_sub(2);
        if let Some(coord) = coords.get(axis) {
            let labels = Area { width: self.view.labels.width.saturating_sub(1), ..self.view.labels };
            write_right(buffer, labels, y, &label(*coord, self.end.get(axis)), theme::QUIET);
        }
    }

    fn draw_column_label(&self, buffer: &mut Buffer, column: u64, x: u16) {
        let row = self.view.plane.cell(self.on).0;
        // An array of one dimension is folded into rows: its columns have no coordinate of their own.
        let coords = self.view.plane.coords((row, column), self.on).filter(|coords| coords.len() > 1);
        let Some(coords) = coords else { return };
        let coords = array_coords(&coords, self.content);
        let place = Area { x: self.view.ruler.x + x, width: self.view.cell_width, ..self.view.ruler };
        if let Some(coord) = coords.last() {
            write_right(buffer, place, 0, &label(*coord, self.end.get(coords.len() - 1)), theme::QUIET);
        }
    }

    fn draw_cell(&self, buffer: &mut Buffer, place: Area, cell: Cell) {
        let Some(coords) = self.view.plane.coords(cell, self.on) else { return };
        let width = usize::from(self.view.cell_width).saturating_sub(2);
        // A stage that failed may have given fewer elements than the shape has.
        let text = fit(&self.content.shown_text(&coords).unwrap_or_else(|| "–".to_owned()), width);
        let past = is_past(&array_coords(&coords, self.content), self.end);
        write_right(buffer, place, 0, &text, if past { theme::QUIET } else { theme::PLAIN });
        if coords == self.on {
            let cursor = Rect { x: place.x + 1, y: place.y, width: place.width.saturating_sub(1), height: 1 };
            buffer.set_style(cursor, theme::cursor(self.focused));
        }
    }
}

/// The text, cut to so many columns with `…` where it takes more: a character may take two.
pub(super) fn fit(text: &str, width: usize) -> String {
    if text.width() <= width {
        return text.to_owned();
    }
    let (mut cut, mut columns) = (String::new(), 1);
    for c in text.chars() {
        columns += c.width().unwrap_or(0);
        if columns > width {
            break;
        }
        cut.push(c);
    }
    cut + "…"
}

pub(super) fn brackets(coords: &[u64]) -> String {
    let coords: Vec<String> = coords.iter().map(u64::to_string).collect();
    format!("[{}]", coords.join(", "))
}

/// The shape of the array, where the coordinates shown are those of the array.
fn array_end(selection: &Selection, content: &Content) -> Vec<u64> {
    match (content.origin(), selection.array_layout()) {
        (Some(_), Some(layout)) => layout.shape.clone(),
        _ => Vec::new(),
    }
}

/// Whether an element lies past the end of the array, so that nothing uses it.
fn is_past(coords: &[u64], end: &[u64]) -> bool {
    coords.iter().zip(end).any(|(coord, end)| coord >= end)
}

/// A coordinate, with a mark where it lies past the array.
fn label(coord: u64, end: Option<&u64>) -> String {
    if end.is_some_and(|end| coord >= *end) { format!("{coord}*") } else { coord.to_string() }
}

#[cfg(test)]
mod tests {
    use super::fit;

    #[test]
    fn a_text_is_cut_by_the_columns_that_it_takes() {
        assert_eq!(fit("abc", 3), "abc");
        assert_eq!(fit("abcd", 3), "ab…");
        // Each of these characters takes two columns.
        assert_eq!(fit("日本語", 6), "日本語");
        assert_eq!(fit("日本語", 5), "日本…");
        assert_eq!(fit("日本語", 4), "日…");
        assert_eq!(fit("日本語", 1), "…");
    }
}
