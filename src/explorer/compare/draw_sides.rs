//! One side of two chunks that are compared: its bytes or its elements, with what differs in brackets.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use unicode_width::UnicodeWidthStr;

use crate::explorer::compare::geometry::hex_plane;
use crate::explorer::compare::state::StageSides;
use crate::explorer::compare::window::ChunksView;
use crate::explorer::core::content::Content;
use crate::explorer::draw::text::{fit, write, write_right};
use crate::explorer::draw::theme;
use crate::explorer::geometry::hex::Hex;
use crate::explorer::geometry::regions::Area;
use crate::explorer::geometry::views::View;
use crate::explorer::values::draw::brackets;
use crate::lab::{DiffSide, ElementPairs};
use crate::metadata::text::escape;
use crate::tell::words::grouped;
use crate::tell::wrapping::wrap;

/// One side of a stage.
pub(crate) struct SidesView<'a> {
    pub(crate) view: &'a ChunksView,
    pub(crate) sides: StageSides<'a>,
    pub(crate) side: DiffSide,
}

impl SidesView<'_> {
    pub(crate) fn draw(&self, buffer: &mut Buffer, inner: Area) {
        let content = self.sides.content(self.side, self.view.hex);
        match &content {
            Content::Nothing(reason) => {
                for (line, row) in wrap(&escape(reason), inner.width).iter().zip(0..inner.height) {
                    write(buffer, inner, row, line, theme::NOTICE);
                }
            }
            Content::Bytes { bytes, .. } => self.draw_bytes(buffer, inner, bytes),
            _ => self.draw_elements(buffer, inner, &content),
        }
    }

    fn draw_bytes(&self, buffer: &mut Buffer, inner: Area, bytes: &[u8]) {
        if bytes.is_empty() {
            return write(buffer, inner, 0, "no bytes", theme::NOTICE);
        }
        let (hex, _) = hex_plane(self.view.nbytes(), inner);
        let first = self.view.scroll.first().map_or(0, |scroll| scroll.first);
        for (row, y) in (first..).zip(0..hex.cells.height) {
            let start = row.saturating_mul(hex.in_row);
            if start >= bytes.len() as u64 {
                if start < self.view.nbytes() {
                    write(buffer, Area { width: inner.width, ..hex.labels }, y, "ends before", theme::QUIET);
                }
                break;
            }
            self.draw_row(buffer, &hex, bytes, (start, y));
        }
        let own = byte_at(bytes, self.view.offset);
        let about = own.map_or("ends before".to_owned(), |byte| format!("{byte:#04x}, {byte}"));
        let about = format!("byte {}: {about}", grouped(self.view.offset.into()));
        write(buffer, hex.below, 0, &about, theme::HEADING);
    }

    /// Whether a byte is not the same on the other side; where there is none, nothing is compared.
    fn is_other(&self, bytes: &[u8], at: u64) -> bool {
        let other = self.sides.bytes(self.side.other()).filter(|_| !self.sides.are_unlike());
        other.is_some_and(|other| byte_at(bytes, at) != byte_at(other, at))
    }

    fn draw_row(&self, buffer: &mut Buffer, hex: &Hex, bytes: &[u8], (start, y): (u64, u16)) {
        let width = usize::from(hex.labels.width.saturating_sub(1));
        write(buffer, hex.labels, y, &format!("{start:0width$x}"), theme::QUIET);
        let mut was_other = false;
        for column in 0..hex.in_row {
            let at = start.saturating_add(column);
            let Some(byte) = byte_at(bytes, at) else { break };
            let x = hex.cells.x.saturating_add(hex.column(column));
            if x.saturating_add(2) > hex.cells.x.saturating_add(hex.cells.width) {
                break;
            }
            let is_other = self.is_other(bytes, at);
            let style = if is_other { OTHER } else { theme::PLAIN };
            let place = Area { x, y: hex.cells.y + y, width: 2, height: 1 };
            let style = if at == self.view.offset { style.patch(theme::CURSOR) } else { style };
            write(buffer, place, 0, &format!("{byte:02x}"), style);
            let next = column + 1 < hex.in_row && self.is_other(bytes, at + 1);
            if is_other && !was_other {
                sign(buffer, (x.saturating_sub(1), place.y), "[");
            }
            if is_other && !next {
                sign(buffer, (x + 2, place.y), "]");
            }
            was_other = is_other;
            let (_, text) = hex.text.left(u16::try_from(column).unwrap_or(u16::MAX));
            let letter = if byte.is_ascii_graphic() || byte == b' ' { char::from(byte) } else { '·' };
            write(buffer, text, y, &letter.to_string(), if is_other { OTHER } else { theme::QUIET });
        }
    }

    fn draw_elements(&self, buffer: &mut Buffer, inner: Area, content: &Content) {
        let Some(view) = self.view.view(inner) else { return };
        if view.plane.is_empty() {
            return write(buffer, inner, 0, "no elements", theme::NOTICE);
        }
        let table = ElementsTable { own: self, content, pairs: self.sides.pairs(), view: &view };
        table.draw(buffer);
        let own = self.sides.within(self.side, &self.view.coords);
        let text = table.text(&own).unwrap_or_else(|| "no such element".to_owned());
        let fill = if matches!(content, Content::Fill { .. }) { "  fill value (chunk missing)" } else { "" };
        let about = format!("{} = {text}{fill}", brackets(&own));
        write(buffer, view.below, 0, &about, theme::HEADING);
    }
}

fn byte_at(bytes: &[u8], at: u64) -> Option<u8> {
    usize::try_from(at).ok().and_then(|at| bytes.get(at)).copied()
}

/// What differs. The brackets say so too.
const OTHER: Style = theme::FAULT;

/// A bracket in the gap beside a byte.
fn sign(buffer: &mut Buffer, (x, y): (u16, u16), sign: &str) {
    if x < buffer.area.right() && y < buffer.area.bottom() {
        buffer.set_string(x, y, sign, OTHER);
    }
}

/// The elements of one side as rows and columns.
struct ElementsTable<'a> {
    own: &'a SidesView<'a>,
    content: &'a Content<'a>,
    pairs: Option<ElementPairs<'a>>,
    view: &'a View,
}

impl ElementsTable<'_> {
    fn draw(&self, buffer: &mut Buffer) {
        let (view, [down, across]) = (self.view, self.own.view.scroll);
        let (rows, columns) = view.visible();
        for (row, y) in (down.first..).zip(0..u16::try_from(rows).unwrap_or(u16::MAX)) {
            self.draw_row_label(buffer, row, y);
            for (column, number) in (across.first..).zip(0..u16::try_from(columns).unwrap_or(u16::MAX)) {
                let x = view.cells.x + number.saturating_mul(view.cell_width);
                if y == 0 {
                    self.draw_column_label(buffer, column, x);
                }
                let place = Area { x, y: view.cells.y + y, width: view.cell_width, height: 1 };
                self.draw_cell(buffer, place, (row, column));
            }
        }
    }

    /// What an element is, where this side has it.
    fn text(&self, own: &[u64]) -> Option<String> {
        let shape = self.content.shape()?;
        let is_within = own.len() == shape.len() && own.iter().zip(shape).all(|(coord, edge)| coord < edge);
        self.content.shown_text(own).filter(|_| is_within)
    }

    fn draw_row_label(&self, buffer: &mut Buffer, row: u64, y: u16) {
        let Some(coords) = self.view.plane.coords((row, 0), &self.own.view.coords) else { return };
        let own = self.own.sides.within(self.own.side, &coords);
        if let Some(coord) = own.get(self.view.plane.axes().rows) {
            let labels = Area { width: self.view.labels.width.saturating_sub(1), ..self.view.labels };
            write_right(buffer, labels, y, &coord.to_string(), theme::QUIET);
        }
    }

    fn draw_column_label(&self, buffer: &mut Buffer, column: u64, x: u16) {
        let row = self.view.plane.cell(&self.own.view.coords).0;
        let coords = self.view.plane.coords((row, column), &self.own.view.coords);
        let Some(coords) = coords.filter(|coords| coords.len() > 1) else { return };
        let own = self.own.sides.within(self.own.side, &coords);
        if let Some(coord) = own.get(self.view.plane.axes().columns) {
            let place = Area { x, width: self.view.cell_width.saturating_sub(1), ..self.view.ruler };
            write_right(buffer, place, 0, &fit(&coord.to_string(), place.width.into()), theme::QUIET);
        }
    }

    fn draw_cell(&self, buffer: &mut Buffer, place: Area, cell: (u64, u64)) {
        let Some(coords) = self.view.plane.coords(cell, &self.own.view.coords) else { return };
        let own = self.own.sides.within(self.own.side, &coords);
        let text = self.text(&own).unwrap_or_else(|| "–".to_owned());
        let text = fit(&text, usize::from(place.width).saturating_sub(3));
        let is_other = self.pairs.as_ref().is_some_and(|pairs| pairs.differ_at(&coords));
        let style = if is_other { OTHER } else { theme::PLAIN };
        let shown = if is_other { format!("[{text}]") } else { format!("{text} ") };
        write_right(buffer, place, 0, &shown, style);
        if coords == self.own.view.coords {
            let width = u16::try_from(shown.trim_end().width()).unwrap_or(0);
            let right = place.x + place.width;
            let end = if is_other { right } else { right.saturating_sub(1) };
            let x = end.saturating_sub(width).max(place.x);
            buffer.set_style(Rect { x, y: place.y, width: end.saturating_sub(x), height: 1 }, theme::CURSOR);
        }
    }
}
