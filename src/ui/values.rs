//! The values pane: elements with their coordinates, or bytes in hex. Only what is on the screen is made into text.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::{border, is_focused, theme, wrap, write, write_right};
use crate::app::words::shape;
use crate::app::{App, Area, Content, Pane, Selection, views};
use crate::metadata::text::{escape, shorten};

pub(super) fn draw(buffer: &mut Buffer, area: Area, app: &App) {
    if area.width == 0 {
        return;
    }
    let selection = &app.selection;
    let focused = is_focused(app, Pane::Values);
    let content = selection.content();
    let inner = border(buffer, area, &title(selection, &content), focused);
    match &content {
        Content::Nothing(reason) => {
            for (line, row) in wrap(&escape(reason), inner.width).iter().zip(0..inner.height) {
                write(buffer, inner, row, line, theme::NOTICE);
            }
        }
        Content::Bytes(bytes) => draw_bytes(buffer, inner, bytes, selection, focused),
        Content::Array { .. } | Content::Fill { .. } => {
            draw_values(buffer, inner, &content, selection, focused);
        }
    }
}

fn title(selection: &Selection, content: &Content) -> String {
    let what = if content.nbytes().is_some() { "bytes" } else { "values" };
    let name = match selection.stage_trace() {
        Some(stage) => format!("after {}", escape(&stage.info.name)),
        None if selection.stage_count() == 0 => String::new(),
        None => "as stored".to_owned(),
    };
    let about = match content {
        Content::Bytes(bytes) => format!("{} bytes", bytes.len()),
        Content::Array { shape: edges, elements, .. } => format!("{} {}", elements.data_type(), shape(edges)),
        Content::Fill { shape: edges, .. } => format!("fill value {}", shape(edges)),
        Content::Nothing(_) => String::new(),
    };
    format!("{what}  {name}  {about}{}", slice(selection, content)).trim_end().to_owned()
}

/// Where the dimensions that are not shown are sliced, in array coordinates where they are known.
fn slice(selection: &Selection, content: &Content) -> String {
    let rank = content.shape().map_or(0, <[u64]>::len);
    if rank < 3 {
        return String::new();
    }
    let coords = array_coords(&selection.values.coords, content);
    let axis = selection.values.axis;
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

fn draw_values(buffer: &mut Buffer, inner: Area, content: &Content, selection: &Selection, focused: bool) {
    let view = views::values(content, inner);
    if view.plane.is_empty() {
        write(buffer, inner, 0, "no elements", theme::NOTICE);
        return;
    }
    let on = &selection.values.coords;
    let [down, across] = &selection.values.scroll;
    let (visible_rows, visible_columns) = view.visible();
    let bound = array_end(selection, content);
    let width = usize::from(view.cell_width).saturating_sub(2);
    for row in 0..visible_rows {
        let y = u16::try_from(row).unwrap_or(u16::MAX);
        draw_row_label(buffer, &view, (down.first + row, y), (on, content, &bound));
        for column in 0..visible_columns {
            let x = u16::try_from(column).unwrap_or(u16::MAX).saturating_mul(view.cell_width);
            let cell = (down.first + row, across.first + column);
            if row == 0 {
                draw_column_label(buffer, &view, (cell.1, x), (on, content, &bound));
            }
            let Some(coords) = view.plane.coords(cell, on) else { continue };
            let text = fit(&content.text(&coords).unwrap_or_default(), width);
            let place = Area { x: view.cells.x + x, y: view.cells.y + y, width: view.cell_width, height: 1 };
            let past = is_past(&array_coords(&coords, content), &bound);
            write_right(buffer, place, 0, &text, if past { theme::QUIET } else { theme::PLAIN });
            if coords == *on {
                let cursor =
                    Rect { x: place.x + 1, y: place.y, width: place.width.saturating_sub(1), height: 1 };
                buffer.set_style(cursor, theme::cursor(focused));
            }
        }
    }
    let coords = array_coords(on, content);
    let past = if is_past(&coords, &bound) { "  past the array (overhang)" } else { "" };
    let value = content.text(on).unwrap_or_default();
    write(buffer, view.below, 0, &format!("{} = {value}{past}", brackets(&coords)), theme::HEADING);
}

/// The text, or as much of it as fits, with a mark that there is more.
fn fit(text: &str, width: usize) -> String {
    if text.chars().count() <= width { text.to_owned() } else { shorten(text, width.saturating_sub(1)) }
}

fn brackets(coords: &[u64]) -> String {
    let coords: Vec<String> = coords.iter().map(u64::to_string).collect();
    format!("[{}]", coords.join(", "))
}

/// The shape of the array, where the coordinates shown are those of the array.
fn array_end(selection: &Selection, content: &Content) -> Vec<u64> {
    match (content.origin(), selection.layout()) {
        (Some(_), Some(layout)) => layout.shape.clone(),
        _ => Vec::new(),
    }
}

/// Whether an element is unused, because it lies past the array.
fn is_past(coords: &[u64], end: &[u64]) -> bool {
    coords.iter().zip(end).any(|(coord, end)| coord >= end)
}

/// A coordinate; one past the array is marked.
fn label(coord: u64, end: Option<&u64>) -> String {
    if end.is_some_and(|end| coord >= *end) { format!("{coord}*") } else { coord.to_string() }
}

type On<'a> = (&'a [u64], &'a Content<'a>, &'a [u64]);

fn draw_row_label(buffer: &mut Buffer, view: &views::View, (row, y): (u64, u16), (on, content, end): On) {
    let Some(coords) = view.plane.coords((row, 0), on) else { return };
    let coords = array_coords(&coords, content);
    let axis = coords.len().saturating_sub(2);
    if let Some(coord) = coords.get(axis) {
        let labels = Area { width: view.labels.width.saturating_sub(1), ..view.labels };
        write_right(buffer, labels, y, &label(*coord, end.get(axis)), theme::QUIET);
    }
}

fn draw_column_label(
    buffer: &mut Buffer,
    view: &views::View,
    (column, x): (u64, u16),
    (on, content, end): On,
) {
    let Some(coords) =
        view.plane.coords((view.plane.cell(on).0, column), on).filter(|coords| coords.len() > 1)
    else {
        return;
    };
    let coords = array_coords(&coords, content);
    let place = Area { x: view.ruler.x + x, width: view.cell_width, ..view.ruler };
    if let Some(coord) = coords.last() {
        write_right(buffer, place, 0, &label(*coord, end.get(coords.len() - 1)), theme::QUIET);
    }
}

fn draw_bytes(buffer: &mut Buffer, inner: Area, bytes: &[u8], selection: &Selection, focused: bool) {
    let view = views::bytes(bytes.len() as u64, inner);
    if bytes.is_empty() {
        write(buffer, inner, 0, "no bytes", theme::NOTICE);
        return;
    }
    let [down, _] = &selection.values.scroll;
    let (visible_rows, in_row) = view.visible();
    let in_row = usize::try_from(in_row.max(1)).unwrap_or(1);
    for row in 0..visible_rows {
        let y = u16::try_from(row).unwrap_or(u16::MAX);
        let start = usize::try_from(down.first + row).unwrap_or(usize::MAX).saturating_mul(in_row);
        let Some(rest) = bytes.get(start..).filter(|rest| !rest.is_empty()) else { break };
        let line = rest.get(..in_row.min(rest.len())).unwrap_or_default();
        let width = usize::from(view.labels.width.saturating_sub(1));
        write(buffer, view.labels, y, &format!("{start:0width$x}"), theme::QUIET);
        let hex: Vec<String> = line.iter().map(|byte| format!("{byte:02x}")).collect();
        write(buffer, view.cells, y, &hex.join(" "), theme::PLAIN);
        let (_, right) = inner.left(view.labels.width + view.cells.width);
        let text: String = line.iter().map(|byte| printable(*byte)).collect();
        write(buffer, right, y, &text, theme::QUIET);
    }
    draw_byte_cursor(buffer, &view, selection, focused);
    let offset = selection.values.offset;
    let byte = usize::try_from(offset).ok().and_then(|offset| bytes.get(offset)).copied().unwrap_or(0);
    let text = format!("byte {offset} = {byte:#04x}, {byte}, {byte:#010b}");
    write(buffer, view.below, 0, &text, theme::HEADING);
}

fn draw_byte_cursor(buffer: &mut Buffer, view: &views::View, selection: &Selection, focused: bool) {
    let (row, column) = view.plane.cell(&[selection.values.offset]);
    let [down, _] = &selection.values.scroll;
    let Some(row) = row.checked_sub(down.first).filter(|row| *row < view.visible().0) else { return };
    let (Ok(x), Ok(y)) = (u16::try_from(column * 3), u16::try_from(row)) else { return };
    let cursor = Rect { x: view.cells.x + x, y: view.cells.y + y, width: 2, height: 1 };
    if cursor.x + 2 <= view.cells.x + view.cells.width {
        buffer.set_style(cursor, theme::cursor(focused));
    }
}

fn printable(byte: u8) -> char {
    if byte.is_ascii_graphic() || byte == b' ' { char::from(byte) } else { '·' }
}
