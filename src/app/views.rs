//! Which part of a grid, of values or of bytes is on the screen: the geometry that drawing, scrolling and the mouse share.

use super::content::Content;
use super::plane::{Cell, Plane, Scroll};
use super::regions::Area;

/// Rows and columns of cells on the screen.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct View {
    /// The plane the cells are on.
    pub plane: Plane,
    /// Where the cells are.
    pub cells: Area,
    /// Where the labels of the rows are; as many rows as there are cells.
    pub labels: Area,
    /// Where the labels of the columns are, one row; empty where there is no room.
    pub ruler: Area,
    /// What is left above.
    pub above: Area,
    /// What is left below.
    pub below: Area,
    /// Columns of the screen that a cell takes.
    pub cell_width: u16,
}

impl View {
    /// How many rows and columns of cells are on the screen.
    #[must_use]
    pub fn visible(&self) -> Cell {
        (self.cells.height.into(), (self.cells.width / self.cell_width.max(1)).into())
    }

    /// The cell at a place of the screen.
    #[must_use]
    pub fn cell_at(&self, x: u16, y: u16, scroll: &[Scroll; 2]) -> Option<Cell> {
        if !self.cells.contains(x, y) {
            return None;
        }
        let [rows, columns] = scroll;
        let row = rows.first + u64::from(y - self.cells.y);
        let column = columns.first + u64::from((x - self.cells.x) / self.cell_width.max(1));
        let (row_count, column_count) = self.plane.size();
        (row < row_count && column < column_count).then_some((row, column))
    }

    /// Scrolls so that a cell is on the screen.
    pub fn follow(&self, (row, column): Cell, scroll: &mut [Scroll; 2]) {
        let ((visible_rows, visible_columns), (rows, columns)) = (self.visible(), self.plane.size());
        let [down, across] = scroll;
        down.follow(row, visible_rows, rows);
        across.follow(column, visible_columns, columns);
    }
}

/// Digits of the largest coordinate.
fn digits(largest: u64) -> u16 {
    u16::try_from(largest.to_string().len()).unwrap_or(20)
}

/// The chunk grid in an area within its border; `cells_shape` says how many cells it has, which stand for one chunk each or
/// for more.
#[must_use]
pub fn grid(grid_shape: &[u64], cells_shape: &[u64], area: Area) -> View {
    let (above, rest) = area.top(u16::from(area.height >= 4));
    let (rest, below) = rest.top(rest.height - u16::from(rest.height >= 3));
    let (ruler, rest) = rest.top(u16::from(rest.height >= 2));
    let largest = if grid_shape.len() > 1 { grid_shape.iter().rev().nth(1) } else { grid_shape.last() };
    let (labels, cells) = rest.left(digits(largest.copied().unwrap_or(0)) + 1);
    let fold = u64::from(cells.width / 2).max(1);
    // A row of a round number of chunks is easier to count.
    let fold = if fold >= 10 { fold - fold % 10 } else { fold };
    View {
        plane: Plane::new(cells_shape, fold),
        cells,
        labels,
        ruler: Area { x: cells.x, width: cells.width, ..ruler },
        above,
        below,
        cell_width: 2,
    }
}

/// The elements of an array in an area within its border.
#[must_use]
pub fn values(content: &Content, area: Area) -> View {
    let shape = content.shape().unwrap_or_default();
    let origin = content.origin();
    let end = |axis: usize| {
        let edge = shape.get(axis).copied().unwrap_or(0);
        origin.and_then(|origin| origin.get(axis)).map_or(edge, |origin| origin.saturating_add(edge))
    };
    let (rest, below) = area.top(area.height - u16::from(area.height >= 4));
    let matrix = shape.len() > 1;
    let (ruler, rest) = rest.top(u16::from(matrix && rest.height >= 2));
    // Two columns more: a mark after a coordinate past the array, and a gap.
    let (labels, cells) = rest.left(digits(end(shape.len().saturating_sub(2))) + 2);
    let column_label = if matrix { digits(end(shape.len() - 1)) + 1 } else { 1 };
    let text = u16::try_from(content.text_width()).unwrap_or(u16::MAX).clamp(2, 26);
    let cell_width = (text.max(column_label) + 2).min(cells.width.max(1));
    View {
        plane: Plane::new(shape, u64::from(cells.width / cell_width.max(1))),
        cells,
        labels,
        ruler: Area { x: cells.x, width: cells.width, ..ruler },
        above: Area::default(),
        below,
        cell_width,
    }
}

/// The table of a group.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct GroupView {
    /// The names of the columns.
    pub header: Area,
    /// The rows.
    pub list: Area,
    /// The line about files.
    pub files: Area,
    /// The sum of all rows.
    pub total: Area,
}

/// The table of a group in an area within its border.
#[must_use]
pub fn group(area: Area) -> GroupView {
    let (header, rest) = area.top(u16::from(area.height >= 4));
    let below = if area.height >= 6 { 2 } else { u16::from(area.height >= 3) };
    let (list, below) = rest.top(rest.height.saturating_sub(below));
    let (files, total) = below.top(below.height.saturating_sub(1));
    GroupView { header, list, files, total }
}

/// The finder: a line, the nodes that fit it, and a report of one of them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FinderView {
    /// The window with its border.
    pub window: Area,
    /// The line.
    pub line: Area,
    /// The nodes.
    pub list: Area,
    /// The report of the node under the cursor; empty where there is no room.
    pub preview: Area,
}

/// The fewest columns within the window at which a report fits beside the nodes.
const WITH_PREVIEW: u16 = 100;

/// The finder on a screen of this size; the line of hints stays visible.
#[must_use]
pub fn finder((width, height): (u16, u16)) -> FinderView {
    let window = window((width, height));
    let (line, rest) = window.inner().top(1);
    let (_, rest) = rest.top(u16::from(rest.height >= 8));
    let beside = if rest.width >= WITH_PREVIEW { rest.width * 3 / 5 } else { rest.width };
    let (list, preview) = rest.left(beside);
    let (_, preview) = preview.left(1);
    FinderView { window, line, list, preview }
}

/// A window over the panes; the line of hints stays visible.
#[must_use]
pub fn window((width, height): (u16, u16)) -> Area {
    let height = height.saturating_sub(1);
    let (x, y) = if width >= 80 { (4, height.min(20) / 10) } else { (0, 0) };
    Area { x, y, width: width - 2 * x, height: height - 2 * y }
}

/// The table of a shard's index: a strip of the shard, then a row for every inner chunk.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ShardTable {
    /// The strip.
    pub strip: Area,
    /// The names of the columns.
    pub header: Area,
    /// The rows.
    pub rows: Area,
    /// What is left below.
    pub below: Area,
    /// How many rows there are in all.
    pub entries: usize,
}

/// The index of a shard of so many inner chunks, in an area within its border.
#[must_use]
pub fn table(entries: usize, area: Area) -> ShardTable {
    let (strip, rest) = area.top(u16::from(area.height >= 4));
    let (header, rest) = rest.top(u16::from(rest.height >= 3));
    let (rows, below) = rest.top(rest.height - u16::from(rest.height >= 3));
    ShardTable { strip, header, rows, below, entries }
}

impl ShardTable {
    /// The row at a place of the screen.
    #[must_use]
    pub fn entry_at(&self, x: u16, y: u16, scroll: Scroll) -> Option<usize> {
        if !self.rows.contains(x, y) {
            return None;
        }
        let row = scroll.first.checked_add(u64::from(y - self.rows.y))?;
        usize::try_from(row).ok().filter(|row| *row < self.entries)
    }
}
