#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum HexRow {
    Bytes(u64),
    Same(u64),
}

/// One frame searches at most so many rows for repetitions: gigabytes of zeros must not stop the screen.
const MOST_ROWS: u64 = 1 << 16;

const ENOUGH: u64 = 16;

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

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct HexRows {
    pub label_columns: u16,
    pub byte_columns: u16,
    pub in_row: u64,
    pub group: u64,
}

impl HexRows {
    /// `group` bytes belong together. Where that is not known, `closer` leaves out gaps for more bytes in a row.
    pub fn fitting(nbytes: u64, group: u64, closer: bool, width: u16) -> Self {
        let label_columns = (u16::try_from(format!("{nbytes:x}").len()).unwrap_or(16).max(4) + 1).min(width);
        let columns = u64::from(width - label_columns);
        let group = if (1..=16).contains(&group) { group } else { 1 };
        // Where a whole element has no room, its halves and quarters stay together.
        let groups = std::iter::successors(Some(group), |group| group.is_multiple_of(2).then(|| group / 2));
        let row = |group| Some((in_row(group, columns)?, group));
        let mut single = None;
        if group == 1 && closer {
            let is_enough = |row: &(u64, u64)| row.0 >= ENOUGH;
            single = [1, 2, 4].into_iter().filter_map(row).find(is_enough).or_else(|| row(1));
        }
        let (in_row, group) = single.or_else(|| groups.chain([1]).find_map(row)).unwrap_or((1, 1));
        let byte_columns = u16::try_from(2 * in_row + in_row.div_ceil(group)).unwrap_or(u16::MAX);
        Self { label_columns, byte_columns, in_row, group }
    }

    pub fn rows(&self, bytes: &[u8], first: u64, cursor: u64, most: u64) -> Vec<HexRow> {
        let total = self.total(bytes);
        let cursor = cursor / self.in_row;
        let mut rows = Vec::new();
        let mut row = first;
        while row < total && (rows.len() as u64) < most {
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

    pub fn total(&self, bytes: &[u8]) -> u64 {
        (bytes.len() as u64).div_ceil(self.in_row)
    }

    pub fn row_before(&self, bytes: &[u8], row: u64) -> u64 {
        let Some(before) = row.checked_sub(1) else { return 0 };
        let mut first = before;
        while first > 0 && before - first < MOST_ROWS && self.is_same(bytes, first) {
            first -= 1;
        }
        // A single repeated row is not folded: the mark would take as much room.
        if before - first > 1 { first } else { before }
    }

    pub fn row_after(&self, bytes: &[u8], row: u64) -> u64 {
        match self.repeats(bytes, row + 1, u64::MAX) {
            0 | 1 => row + 1,
            same => row + 1 + same,
        }
    }

    fn repeats(&self, bytes: &[u8], row: u64, cursor: u64) -> u64 {
        let same = |row: &u64| *row != cursor && self.is_same(bytes, *row);
        (row..row.saturating_add(MOST_ROWS)).take_while(same).count() as u64
    }

    fn is_same(&self, bytes: &[u8], row: u64) -> bool {
        let line = |row: u64| {
            let start = usize::try_from(row.checked_mul(self.in_row)?).ok()?;
            bytes.get(start..start.checked_add(usize::try_from(self.in_row).ok()?)?)
        };
        let Some(before) = row.checked_sub(1) else { return false };
        line(row).is_some() && line(row) == line(before)
    }
}

pub fn printable(byte: u8) -> char {
    if byte.is_ascii_graphic() || byte == b' ' { char::from(byte) } else { '.' }
}
