//! Draws bytes in hexadecimal, with the fields of a header marked.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;

use crate::explorer::draw::text::{fitted, longest, write};
use crate::explorer::values::selected::Selected;
use crate::explorer::{Area, Hex, Selection, ValuesPane, theme};
use crate::tell::byte_fields::ByteField;
use crate::tell::hex_rows::HexRow;
use crate::tell::words::grouped;
use crate::tell::wrapping::wrap;

pub(crate) struct BytesView<'a> {
    pub(crate) all: &'a [u8],
    pub(crate) group: u64,
    pub(crate) selection: &'a Selection,
    pub(crate) pane: &'a ValuesPane,
    pub(crate) focused: bool,
    pub(crate) selected: Option<Selected>,
    pub(crate) before: Option<&'a [u8]>,
}

impl BytesView<'_> {
    pub(crate) fn draw(&self, buffer: &mut Buffer, inner: Area) {
        if self.all.is_empty() {
            write(buffer, inner, 0, "no bytes", theme::NOTICE);
            return;
        }
        let pane = self.pane;
        let hex = pane.hex((self.all, self.group), self.selection, inner);
        let field = self.field();
        let rows = hex.rows(self.all, pane.scroll.first().map_or(0, |scroll| scroll.first), pane.offset);
        let free = hex.cells.height.saturating_sub(u16::try_from(rows.len()).unwrap_or(u16::MAX));
        self.draw_notes(buffer, &hex, &rows);
        for (row, y) in rows.into_iter().zip(0..) {
            match row {
                HexRow::Bytes(row) => self.draw_row(buffer, &hex, (row, y), field.as_ref()),
                HexRow::Same(rows) => {
                    let text = format!("* the same, {} rows", grouped(rows.into()));
                    write(buffer, Area { width: inner.width, ..hex.labels }, y, &text, theme::QUIET);
                }
            }
        }
        self.draw_below(buffer, &hex, free, field.as_ref());
    }

    fn draw_below(&self, buffer: &mut Buffer, hex: &Hex, free: u16, field: Option<&ByteField>) {
        let own = self.selected.as_ref().map_or_else(String::new, |own| format!("{} · ", own.words()));
        let wide = hex.below.width;
        let texts = self.below(field).map(|text| format!("{own}{text}"));
        // One row is enough, unless even the number of the byte has no room.
        if let Some(text) = texts.iter().take(3).find(|text| width(text) <= wide) {
            return write(buffer, hex.below, 0, text, theme::HEADING);
        }
        let wrapped = texts.iter().map(|text| wrap(text, wide));
        let fits = |lines: &Vec<String>| lines.len() <= usize::from(free) + 1;
        let Some(lines) = wrapped.into_iter().find(fits) else {
            return write(buffer, hex.below, 0, &longest(&texts, wide), theme::HEADING);
        };
        let more = u16::try_from(lines.len()).unwrap_or(1).saturating_sub(1);
        let y = hex.below.y.saturating_sub(more);
        let place = Area { y, height: hex.below.height.saturating_add(more), ..hex.below };
        for (line, row) in lines.iter().zip(0..place.height) {
            write(buffer, place, row, line, theme::HEADING);
        }
    }

    fn field(&self) -> Option<ByteField> {
        self.pane.fields(self.all, self.selection)?.at(self.pane.offset)
    }

    fn draw_notes(&self, buffer: &mut Buffer, hex: &Hex, rows: &[HexRow]) {
        if hex.notes.is_empty() {
            return;
        }
        let Some(fields) = self.pane.fields(self.all, self.selection) else { return };
        let range = |row: u64| {
            let start = row.saturating_mul(hex.in_row);
            start..start.saturating_add(hex.in_row)
        };
        let mut ranges = Vec::new();
        for row in rows {
            if let HexRow::Bytes(row) = row {
                ranges.push(range(*row));
            }
        }
        let known = fields.beginning(&ranges);
        for (row, y) in rows.iter().zip(0..hex.notes.height) {
            let HexRow::Bytes(row) = row else { continue };
            let range = range(*row);
            let from = known.partition_point(|field| field.range.start < range.start);
            let own = known.iter().skip(from).take_while(|field| field.range.start < range.end);
            let place = Area { y: hex.notes.y + y, height: 1, ..hex.notes };
            self.draw_fields(buffer, place, &own.collect::<Vec<_>>());
        }
    }

    fn draw_fields(&self, buffer: &mut Buffer, place: Area, fields: &[&ByteField]) {
        let mut rest = place;
        for (field, left) in fields.iter().zip((0..fields.len()).rev()) {
            let room = rest.width.saturating_sub(u16::from(left > 0));
            if room == 0 {
                write(buffer, rest, 0, "…", theme::QUIET);
                return;
            }
            let text = fitted(&field.brief, room);
            let is_current = field.range.contains(&self.pane.offset);
            write(buffer, rest, 0, &text, if is_current { theme::HEADING } else { theme::QUIET });
            (_, rest) = rest.left(width(&text));
            if left > 0 && rest.width > 2 {
                write(buffer, rest, 0, ", ", theme::QUIET);
                (_, rest) = rest.left(2);
            }
        }
    }

    fn marked(&self, style: Style, offset: u64, field: Option<&ByteField>) -> Style {
        let mut style = style;
        if field.is_some_and(|field| field.is_header && field.range.contains(&offset)) {
            style = style.patch(theme::FIELD);
        }
        let shown = self.selection.row(self.pane.side).unwrap_or(0);
        if self.selection.is_of_element(shown, offset, self.group) {
            style = style.patch(theme::FOLLOWED);
        }
        if self.before.is_some_and(|before| byte_at(before, offset) != byte_at(self.all, offset)) {
            style = style.patch(theme::CHANGED);
        }
        if self.pane.search.as_ref().is_some_and(|search| search.has(self.all, offset)) {
            style = style.patch(theme::FOUND);
        }
        if matches!(&self.selected, Some(Selected::Bytes(range)) if range.contains(&offset)) {
            style = style.patch(theme::SELECTED);
        }
        style
    }

    fn draw_row(&self, buffer: &mut Buffer, hex: &Hex, (row, y): (u64, u16), field: Option<&ByteField>) {
        let start = row * hex.in_row;
        let width = usize::from(hex.labels.width.saturating_sub(1));
        write(buffer, hex.labels, y, &format!("{start:0width$x}"), theme::QUIET);
        let (pane, shown) = (self.pane, self.selection.row(self.pane.side).unwrap_or(0));
        for column in 0..hex.in_row {
            let offset = start + column;
            let Some(byte) = byte_at(self.all, offset) else { break };
            let style = self.marked(style(byte), offset, field);
            let (_, place) = hex.cells.left(hex.column(column));
            let place = Area { width: place.width.min(2), ..place };
            write(buffer, place, y, &format!("{byte:02x}"), style);
            let past = self.selection.is_overhang(shown, offset, self.group);
            let (_, text) = hex.text.left(u16::try_from(column).unwrap_or(u16::MAX));
            let sign = if past { '*' } else { printable(byte) };
            write(buffer, text, y, &sign.to_string(), if past { theme::OVERHANG } else { theme::QUIET });
            if offset == pane.offset && place.width == 2 {
                let cursor = Rect { x: place.x, y: place.y + y, width: 2, height: 1 };
                buffer.set_style(cursor, theme::cursor(self.focused));
            }
        }
    }

    fn below(&self, field: Option<&ByteField>) -> [String; 5] {
        let offset = self.pane.offset;
        let byte = byte_at(self.all, offset).unwrap_or(0);
        let row = self.selection.row(self.pane.side).unwrap_or(0);
        let past = self.selection.is_overhang(row, offset, self.group);
        let past = if past { "  past the array (overhang)" } else { "" };
        let plain = format!("byte {offset} = {byte:#04x}, {byte}, {byte:#010b}{past}");
        let Some(field) = field else { return [(); 5].map(|()| plain.clone()) };
        let [text, short] = field.texts();
        [
            format!("{plain} · {text}"),
            format!("byte {offset} = {byte:#04x} · {text}"),
            format!("{byte:#04x} · {text}"),
            text,
            short,
        ]
    }
}

fn width(text: &str) -> u16 {
    u16::try_from(text.chars().count()).unwrap_or(u16::MAX)
}

fn style(byte: u8) -> Style {
    match byte {
        0 => theme::QUIET,
        0xff => theme::NOTICE,
        b' '..=b'~' => theme::NAME,
        1..=0x7f => theme::STORED,
        _ => theme::PLAIN,
    }
}

fn byte_at(bytes: &[u8], at: u64) -> Option<u8> {
    bytes.get(usize::try_from(at).ok()?).copied()
}

fn printable(byte: u8) -> char {
    if byte.is_ascii_graphic() || byte == b' ' { char::from(byte) } else { '·' }
}
