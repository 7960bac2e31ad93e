//! Where the bytes of a page in hexadecimal are on the screen.

use crate::explorer::{Area, Move, Scroll};
use crate::tell::hex_rows::{HexRow, HexRows};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Hex {
    pub labels: Area,
    pub cells: Area,
    pub text: Area,
    pub notes: Area,
    pub below: Area,
    pub in_row: u64,
    pub group: u64,
}

/// The fewest columns for notes beside the rows; and beside rows of 16.
const WITH_NOTES: u16 = 96;
const WITH_LONG_ROWS: u16 = 130;

impl Hex {
    pub fn of(nbytes: u64, group: u64, area: Area) -> Self {
        Self::in_groups(nbytes, group, true, area)
    }

    pub fn with_notes(nbytes: u64, group: u64, area: Area, are_known: bool) -> Self {
        let columns = match area.width {
            _ if !are_known => return Self::of(nbytes, group, area),
            0..WITH_NOTES => return Self::of(nbytes, group, area),
            WITH_NOTES..WITH_LONG_ROWS => 45,
            WITH_LONG_ROWS.. => 62,
        };
        let hex = Self::of(nbytes, group, Area { width: columns, ..area });
        let right =
            hex.text.x.saturating_add(u16::try_from(hex.in_row).unwrap_or(u16::MAX)).saturating_add(2);
        let width = area.x.saturating_add(area.width).saturating_sub(right);
        let notes = Area { x: right, width, ..hex.text };
        Self { notes, below: Area { width: area.width, ..hex.below }, ..hex }
    }

    pub fn apart(nbytes: u64, area: Area) -> Self {
        Self::in_groups(nbytes, 1, false, area)
    }

    fn in_groups(nbytes: u64, group: u64, closer: bool, area: Area) -> Self {
        let (rest, below) = area.top(area.height - u16::from(area.height >= 4));
        let rows = HexRows::fitting(nbytes, group, closer, rest.width);
        let (labels, rest) = rest.left(rows.label_columns);
        let (cells, text) = rest.left(rows.byte_columns);
        Self { labels, cells, text, notes: Area::default(), below, in_row: rows.in_row, group: rows.group }
    }

    pub fn column(&self, byte: u64) -> u16 {
        u16::try_from(byte * 2 + byte / self.group).unwrap_or(u16::MAX)
    }

    pub fn visible(&self) -> u64 {
        self.cells.height.into()
    }

    /// The visible rows. Rows that repeat the row above are folded, except the one with the cursor.
    pub fn rows(&self, bytes: &[u8], first: u64, cursor: u64) -> Vec<HexRow> {
        self.all_rows().rows(bytes, first, cursor, self.visible())
    }

    fn all_rows(&self) -> HexRows {
        HexRows {
            label_columns: self.labels.width,
            byte_columns: self.cells.width,
            in_row: self.in_row,
            group: self.group,
        }
    }

    pub fn follow(&self, bytes: &[u8], cursor: u64, scroll: &mut Scroll) {
        let (row, total) = (cursor / self.in_row, self.all_rows().total(bytes));
        scroll.first = scroll.first.min(total.saturating_sub(1));
        if !self.rows(bytes, scroll.first, cursor).contains(&HexRow::Bytes(row)) {
            let is_above = row < scroll.first;
            scroll.first = if is_above { row } else { (row + 1).saturating_sub(self.visible().max(1)) };
        }
    }

    pub fn moved(&self, bytes: &[u8], offset: u64, by: Move) -> u64 {
        let last = (bytes.len() as u64).saturating_sub(1);
        let (row, column) = (offset / self.in_row, offset % self.in_row);
        let page = self.visible().max(1);
        let target = match by {
            Move::Left => offset.saturating_sub(1),
            Move::Right => offset + 1,
            Move::Up => self.all_rows().row_before(bytes, row) * self.in_row + column,
            Move::Down => self.all_rows().row_after(bytes, row) * self.in_row + column,
            Move::PageUp => row.saturating_sub(page) * self.in_row + column,
            Move::PageDown => row.saturating_add(page).saturating_mul(self.in_row).saturating_add(column),
            Move::First => 0,
            Move::Last => last,
            Move::RowStart => row * self.in_row,
            Move::RowEnd => row * self.in_row + self.in_row - 1,
        };
        target.min(last)
    }

    pub fn at(&self, x: u16, y: u16, rows: &[HexRow]) -> Option<u64> {
        if !self.cells.contains(x, y) {
            return None;
        }
        let HexRow::Bytes(row) = rows.get(usize::from(y - self.cells.y))? else { return None };
        let column = x - self.cells.x;
        let byte = (0..self.in_row).rev().find(|byte| self.column(*byte) <= column)?;
        Some(row * self.in_row + byte)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn area(width: u16, height: u16) -> Area {
        Area { x: 0, y: 0, width, height }
    }

    #[test]
    fn rows_hold_whole_groups() {
        for (width, group, found) in [
            (80, 1, (16, 1)),
            (66, 1, (16, 2)),
            (58, 1, (16, 4)),
            (56, 1, (8, 1)),
            (105, 1, (24, 1)),
            (200, 1, (48, 1)),
            (90, 4, (24, 4)),
            (80, 4, (16, 4)),
            (30, 8, (8, 8)),
            (80, 3, (18, 3)),
            // An element of complex128 has 16 bytes: where they have no room, its parts keep together.
            (60, 16, (16, 16)),
            (40, 16, (8, 8)),
            (20, 16, (4, 4)),
            (20, 12, (3, 3)),
            (6, 8, (1, 1)),
            (0, 1, (1, 1)),
        ] {
            let hex = Hex::of(1000, group, area(width, 9));
            assert_eq!((hex.in_row, hex.group), found, "{width} columns");
        }
        let hex = Hex::of(64, 4, area(80, 9));
        assert_eq!((hex.in_row, hex.group), (16, 4));
        assert_eq!([0, 1, 3, 4, 8].map(|byte| hex.column(byte)), [0, 2, 6, 9, 18]);
    }

    fn repeating() -> (Hex, Vec<u8>) {
        let mut bytes = vec![7; 8 * 10];
        bytes.extend([1, 2, 3]);
        (Hex { in_row: 8, group: 1, ..Hex::of(83, 1, area(40, 6)) }, bytes)
    }

    #[test]
    fn rows_that_repeat_are_folded_round_the_cursor() {
        let (hex, bytes) = repeating();
        assert_eq!(hex.rows(&bytes, 0, 0), [HexRow::Bytes(0), HexRow::Same(9), HexRow::Bytes(10)]);
        let rows = hex.rows(&bytes, 0, 8 * 4);
        assert_eq!(
            rows,
            [HexRow::Bytes(0), HexRow::Same(3), HexRow::Bytes(4), HexRow::Same(5), HexRow::Bytes(10)]
        );
    }

    #[test]
    fn the_cursor_passes_over_folded_rows() {
        let (hex, bytes) = repeating();
        assert_eq!(hex.moved(&bytes, 2, Move::Down), 82);
        assert_eq!(hex.moved(&bytes, 82, Move::Up), 2);
        assert_eq!(hex.moved(&bytes, 82, Move::Right), 82);
        assert_eq!(hex.moved(&bytes, 9, Move::RowEnd), 15);
    }

    #[test]
    fn the_cursor_is_always_on_the_screen() {
        let (hex, bytes) = repeating();
        for cursor in 0..83 {
            let mut scroll = Scroll { first: 90 };
            hex.follow(&bytes, cursor, &mut scroll);
            assert!(hex.rows(&bytes, scroll.first, cursor).contains(&HexRow::Bytes(cursor / 8)), "{cursor}");
        }
    }

    #[test]
    fn a_place_of_the_screen_is_a_byte() {
        let (hex, bytes) = repeating();
        let rows = hex.rows(&bytes, 0, 0);
        assert_eq!(hex.at(hex.cells.x + 3, 0, &rows), Some(1));
        assert_eq!(hex.at(hex.cells.x, 1, &rows), None, "folded rows");
    }
}
