//! Bytes in rows: how they are grouped, which rows are folded because they repeat, and where the cursor goes.

use crate::explorer::geometry::plane::Scroll;
use crate::explorer::geometry::regions::Area;
use crate::explorer::keys::keymap::Move;

/// Where the parts of a hex dump are on the screen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Hex {
    /// The offsets of the rows.
    pub labels: Area,
    /// The bytes, two digits each, with a gap behind every group.
    pub cells: Area,
    /// The bytes as characters.
    pub text: Area,
    /// What is known of the rows, beside them; empty where there is no room.
    pub notes: Area,
    /// The rest below.
    pub below: Area,
    /// Bytes in a row.
    pub in_row: u64,
    /// Bytes in a group: those of an element, where that is known.
    pub group: u64,
}

/// One row on the screen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum HexRow {
    /// The bytes of the row of this number.
    Bytes(u64),
    /// So many rows that repeat the row above.
    Same(u64),
}

/// The most rows that one frame searches for repetitions, so that gigabytes of zeros do not stop the screen.
const MOST_ROWS: u64 = 1 << 16;

/// The fewest bytes in a row that bytes of no known element are given, by leaving out gaps between them.
const ENOUGH: u64 = 16;

/// From so many columns on, what is known of the bytes stands beside them; from so many on beside rows of 16.
const WITH_NOTES: u16 = 96;
const WITH_LONG_ROWS: u16 = 130;

/// How many bytes in groups fit into a row of so many columns.
fn in_row(group: u64, columns: u64) -> Option<u64> {
    // A byte takes two digits and a character at the right. A group takes a gap.
    let width = |in_row: u64| 3 * in_row + in_row.div_ceil(group);
    // Rows begin at round numbers, and hold whole elements.
    let (times, counts): (u64, &[u64]) = if group.is_power_of_two() {
        (1, &[64, 48, 32, 24, 16, 8, 4, 2, 1])
    } else {
        (group, &[32, 24, 16, 12, 8, 6, 4, 3, 2, 1])
    };
    let mut counts = counts.iter().map(|count| count * times);
    counts.find(|in_row| in_row.is_multiple_of(group) && width(*in_row) <= columns)
}

/// The bytes in a row and in a group, where nobody knows what belongs together: in little room they stand closer.
fn of_single_bytes(columns: u64) -> Option<(u64, u64)> {
    let closer = [1, 2, 4].map(|group| Some((in_row(group, columns)?, group)));
    let mut found = closer.into_iter().flatten();
    let plain = found.next();
    let has_enough = |row: &(u64, u64)| row.0 >= ENOUGH;
    plain.filter(has_enough).or_else(|| found.find(has_enough)).or(plain)
}

impl Hex {
    /// Bytes in an area within its border; `group` bytes belong together.
    pub fn of(nbytes: u64, group: u64, area: Area) -> Self {
        Self::in_groups(nbytes, (group, true), area)
    }

    /// The same with room beside the rows for what is known of them, where that is anything and the area is wide enough.
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

    /// Single bytes, always with gaps between them: what is marked there has room for brackets.
    pub fn apart(nbytes: u64, area: Area) -> Self {
        Self::in_groups(nbytes, (1, false), area)
    }

    fn in_groups(nbytes: u64, (group, closer): (u64, bool), area: Area) -> Self {
        let (rest, below) = area.top(area.height - u16::from(area.height >= 4));
        let (labels, rest) = rest.left(digits(nbytes) + 1);
        let group = if (1..=16).contains(&group) { group } else { 1 };
        // Where a whole element has no room, its halves and quarters stay together.
        let groups = std::iter::successors(Some(group), |group| group.is_multiple_of(2).then(|| group / 2));
        let row = |group| Some((in_row(group, rest.width.into())?, group));
        let single = if group == 1 && closer { of_single_bytes(rest.width.into()) } else { None };
        let (in_row, group) = single.or_else(|| groups.chain([1]).find_map(row)).unwrap_or((1, 1));
        let cells = u16::try_from(2 * in_row + in_row.div_ceil(group)).unwrap_or(u16::MAX);
        let (cells, text) = rest.left(cells);
        Self { labels, cells, text, notes: Area::default(), below, in_row, group }
    }

    /// Columns of the cells in front of a byte of a row.
    pub fn column(&self, byte: u64) -> u16 {
        u16::try_from(byte * 2 + byte / self.group).unwrap_or(u16::MAX)
    }

    /// The number of rows on the screen.
    pub fn visible(&self) -> u64 {
        self.cells.height.into()
    }

    /// The rows on the screen, beginning with number `first`. Rows that repeat the row above are folded, except for the row
    /// with the cursor.
    pub fn rows(&self, bytes: &[u8], first: u64, cursor: u64) -> Vec<HexRow> {
        let (total, cursor) = (self.total(bytes), cursor / self.in_row);
        let mut rows = Vec::new();
        let mut row = first;
        while row < total && (rows.len() as u64) < self.visible() {
            let same = if row == first { 0 } else { self.repeats(bytes, row, cursor) };
            if same > 1 {
                rows.push(HexRow::Same(same));
                row += same;
            } else {
                rows.push(HexRow::Bytes(row));
                row += 1;
            }
        }
        rows
    }

    /// Scrolls so that the cursor is on the screen.
    pub fn follow(&self, bytes: &[u8], cursor: u64, scroll: &mut Scroll) {
        let (row, total) = (cursor / self.in_row, self.total(bytes));
        scroll.first = scroll.first.min(total.saturating_sub(1));
        let shown = self.rows(bytes, scroll.first, cursor).contains(&HexRow::Bytes(row));
        if !shown {
            let (visible, far) = (self.visible().max(1), row < scroll.first);
            scroll.first = if far { row } else { (row + 1).saturating_sub(visible) };
        }
    }

    /// Where a movement leads. It skips folded rows.
    pub fn moved(&self, bytes: &[u8], offset: u64, by: Move) -> u64 {
        let last = (bytes.len() as u64).saturating_sub(1);
        let (row, column) = (offset / self.in_row, offset % self.in_row);
        let page = self.visible().max(1);
        let target = match by {
            Move::Left => offset.saturating_sub(1),
            Move::Right => offset + 1,
            Move::Up => self.row_before(bytes, row) * self.in_row + column,
            Move::Down => self.row_behind(bytes, row) * self.in_row + column,
            Move::PageUp => row.saturating_sub(page) * self.in_row + column,
            Move::PageDown => row.saturating_add(page).saturating_mul(self.in_row).saturating_add(column),
            Move::First => 0,
            Move::Last => last,
            Move::RowStart => row * self.in_row,
            Move::RowEnd => row * self.in_row + self.in_row - 1,
        };
        target.min(last)
    }

    /// The byte at a place of the screen.
    pub fn at(&self, x: u16, y: u16, rows: &[HexRow]) -> Option<u64> {
        if !self.cells.contains(x, y) {
            return None;
        }
        let HexRow::Bytes(row) = rows.get(usize::from(y - self.cells.y))? else { return None };
        let column = x - self.cells.x;
        let byte = (0..self.in_row).rev().find(|byte| self.column(*byte) <= column)?;
        Some(row * self.in_row + byte)
    }

    fn total(&self, bytes: &[u8]) -> u64 {
        (bytes.len() as u64).div_ceil(self.in_row)
    }

    fn row_before(&self, bytes: &[u8], row: u64) -> u64 {
        let Some(before) = row.checked_sub(1) else { return 0 };
        let mut first = before;
        while first > 0 && before - first < MOST_ROWS && self.is_same(bytes, first) {
            first -= 1;
        }
        // A single repeated row is not folded: the mark would take as much room.
        if before - first > 1 { first } else { before }
    }

    fn row_behind(&self, bytes: &[u8], row: u64) -> u64 {
        match self.repeats(bytes, row + 1, u64::MAX) {
            0 | 1 => row + 1,
            same => row + 1 + same,
        }
    }

    /// How many rows from this one on repeat the row above, up to the row with the cursor.
    fn repeats(&self, bytes: &[u8], row: u64, cursor: u64) -> u64 {
        let same = |row: &u64| *row != cursor && self.is_same(bytes, *row);
        (row..row.saturating_add(MOST_ROWS)).take_while(same).count() as u64
    }

    fn is_same(&self, bytes: &[u8], row: u64) -> bool {
        let line = |row: u64| {
            let start = usize::try_from(row.checked_mul(self.in_row)?).ok()?;
            bytes.get(start..start.checked_add(usize::try_from(self.in_row).ok()?)?)
        };
        row.checked_sub(1).is_some_and(|before| line(row).is_some() && line(row) == line(before))
    }
}

fn digits(nbytes: u64) -> u16 {
    u16::try_from(format!("{nbytes:x}").len()).unwrap_or(16).max(4)
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
