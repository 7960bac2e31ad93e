//! The visible part of a grid, of values or of bytes: the geometry that drawing, scrolling and the mouse share.

use std::sync::Arc;

use unicode_width::UnicodeWidthStr;

use crate::explorer::core::element_text::{ElementText, TextWidths};
use crate::explorer::geometry::plane::{Plane, Scroll};
use crate::explorer::{Area, Cell, Content};
use crate::pipeline::{Axes, Layout};
use crate::tell::line_rows::{all_rows, columns};
use crate::tell::report::Line;

#[derive(Debug, Clone)]
pub struct View {
    pub plane: Plane,
    pub cells: Area,
    pub labels: Area,
    pub ruler: Area,
    pub above: Area,
    pub below: Area,
    pub cell_width: u16,
    /// Of the texts in the cells.
    pub widths: TextWidths,
    pub borders: Option<Arc<Layout>>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ScreenRow {
    Cells(u64),
    Border,
}

impl View {
    /// The rows and columns of cells with room on the screen, without lines between chunks.
    pub fn visible(&self) -> Cell {
        (self.cells.height.into(), (self.cells.width / self.cell_width.max(1)).into())
    }

    pub fn cell_at(&self, x: u16, y: u16, scroll: &[Scroll; 2]) -> Option<Cell> {
        if !self.cells.contains(x, y) {
            return None;
        }
        let [rows, columns] = scroll;
        let ScreenRow::Cells(row) = self.rows(*rows).nth(usize::from(y - self.cells.y))? else { return None };
        let column = columns.first + u64::from((x - self.cells.x) / self.cell_width.max(1));
        let (row_count, column_count) = self.plane.size();
        (row < row_count && column < column_count).then_some((row, column))
    }

    pub fn follow(&self, (row, column): Cell, scroll: &mut [Scroll; 2]) {
        let ((visible_rows, visible_columns), (rows, columns)) = (self.visible(), self.plane.size());
        let [down, across] = scroll;
        down.follow(row, visible_rows, rows);
        // Lines take rows too: the cursor has to stay above the last one.
        down.first = down.first.max(self.first_row_above(row).min(row));
        across.follow(column, visible_columns, columns);
    }

    /// If a cell is more than `steps` screens away, scrolls its chunk to the edge of the screen, or the cell to the middle.
    pub fn jump(&self, (row, column): Cell, begin: Cell, steps: u64, scroll: &mut [Scroll; 2]) {
        let (visible_rows, visible_columns) = self.visible();
        let [down, across] = scroll;
        down.jump(row, begin.0, (visible_rows, steps));
        across.jump(column, begin.1, (visible_columns, steps));
    }

    pub fn rows(&self, scroll: Scroll) -> impl Iterator<Item = ScreenRow> {
        let has_lines = self.has_lines();
        let row = move |row: u64| {
            let is_border = has_lines && row > scroll.first && self.begins_chunk(self.plane.axes.rows, row);
            is_border.then_some(ScreenRow::Border).into_iter().chain([ScreenRow::Cells(row)])
        };
        let (count, _) = self.plane.size();
        (scroll.first..count).flat_map(row).take(self.cells.height.into())
    }

    pub fn visible_rows(&self, scroll: Scroll) -> u64 {
        self.rows(scroll).filter(|row| matches!(row, ScreenRow::Cells(_))).count() as u64
    }

    pub fn is_marked(&self, row: u64) -> bool {
        let axes = self.plane.axes;
        axes.rows != axes.columns && !self.has_lines() && self.begins_chunk(axes.rows, row)
    }

    /// Except for the first chunk.
    pub(crate) fn begins_chunk(&self, axis: usize, coord: u64) -> bool {
        let Some(layout) = self.borders.as_ref().filter(|_| coord > 0) else { return false };
        layout.grid.locate_along(axis, coord).is_some_and(|(_, within)| within == 0)
    }

    /// Lines between rows of chunks are left out if every row would have one, or few rows fit.
    fn has_lines(&self) -> bool {
        let axes = self.plane.axes;
        self.cells.height >= 3
            && axes.rows != axes.columns
            && self.borders.as_ref().is_some_and(|layout| layout.grid.common_edge(axes.rows) != Some(1))
    }

    fn first_row_above(&self, row: u64) -> u64 {
        if !self.has_lines() {
            return 0;
        }
        let (mut first, mut used) = (row, 1);
        while first > 0 {
            used += 1 + u64::from(self.begins_chunk(self.plane.axes.rows, first));
            if used > u64::from(self.cells.height) {
                break;
            }
            first -= 1;
        }
        first
    }
}

fn digits(number: u64) -> u16 {
    u16::try_from(number.to_string().len()).unwrap_or(20)
}

/// The length of a folded row: a round number of cells is easier to count.
fn folded(room: u16) -> u64 {
    let room = u64::from(room).max(1);
    if room >= 10 { room - room % 10 } else { room }
}

/// `about` is where the line about the selected chunk is, if not in the last row of the area.
pub fn grid(grid_shape: &[u64], plane: Plane, area: Area, about: Area) -> View {
    let (above, rest) = area.top(u16::from(area.height >= 4));
    let (rest, below) =
        if about.is_empty() { rest.top(rest.height - u16::from(rest.height >= 3)) } else { (rest, about) };
    let (ruler, rest) = rest.top(u16::from(rest.height >= 2));
    let (labels, cells) = rest.left(digits(grid_shape.get(plane.axes.rows).copied().unwrap_or(0)) + 1);
    let fold = folded(cells.width / 2);
    View {
        plane: plane.folded(fold),
        cells,
        labels,
        ruler: Area { x: cells.x, width: cells.width, ..ruler },
        above,
        below,
        cell_width: 2,
        widths: TextWidths::default(),
        borders: None,
    }
}

pub fn values(content: &Content, axes: Axes, area: Area, written: ElementText) -> View {
    let shape = content.shape().unwrap_or_default();
    let origin = content.origin();
    let end = |axis: usize| {
        let edge = shape.get(axis).copied().unwrap_or(0);
        origin.and_then(|origin| origin.get(axis)).map_or(edge, |origin| origin.saturating_add(edge))
    };
    // Two columns more: a mark after a coordinate past the array, and a gap. The whole array ends where it ends.
    let mark = u16::from(!matches!(content, Content::Window(_)));
    let axes = if axes.fit(shape.len()) { axes } else { Axes::last(shape.len()) };
    let label = |axis: usize| written.label_columns(axis).unwrap_or_else(|| digits(end(axis)) + mark);
    let labels = label(axes.rows).saturating_add(1).min(area.width / 2);
    let column_label = if shape.len() > 1 { label(axes.columns) } else { 1 };
    let widths = content.text_widths(written);
    let text = written.writing.columns(widths.columns().max(1));
    let mut view = elements_of(shape, axes, area, labels, text.max(column_label).saturating_add(2));
    view.plane = view.plane.folded(folded(view.cells.width / view.cell_width.max(1)));
    view.widths = widths;
    if let Content::Window(cells) = content {
        view.borders = Some(Arc::clone(cells.layout));
    }
    view
}

fn elements_of(shape: &[u64], axes: Axes, area: Area, labels: u16, cell_width: u16) -> View {
    let (rest, below) = area.top(area.height - u16::from(area.height >= 4));
    let (ruler, rest) = rest.top(u16::from(shape.len() > 1 && rest.height >= 2));
    let (labels, cells) = rest.left(labels);
    let cell_width = cell_width.min(cells.width.max(1));
    View {
        plane: Plane::new(shape, axes, u64::from(cells.width / cell_width.max(1))),
        cells,
        labels,
        ruler: Area { x: cells.x, width: cells.width, ..ruler },
        above: Area::default(),
        below,
        cell_width,
        widths: TextWidths::default(),
        borders: None,
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct GroupView {
    pub header: Area,
    pub list: Area,
    pub files: Area,
    pub total: Area,
}

pub fn group(area: Area) -> GroupView {
    let (header, rest) = area.top(u16::from(area.height >= 4));
    let below = if area.height >= 6 { 2 } else { u16::from(area.height >= 3) };
    let (list, below) = rest.top(rest.height.saturating_sub(below));
    let (files, total) = below.top(below.height.saturating_sub(1));
    GroupView { header, list, files, total }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FinderView {
    pub window: Area,
    pub line: Area,
    pub list: Area,
    pub preview: Area,
}

const WITH_PREVIEW: u16 = 100;
const WITH_PREVIEW_BELOW: u16 = 14;

pub fn finder((width, height): (u16, u16)) -> FinderView {
    let window = window((width, height));
    let (line, rest) = window.inner().top(1);
    let (_, rest) = rest.top(u16::from(rest.height >= 8));
    let (list, preview) = if rest.width >= WITH_PREVIEW {
        let (list, preview) = rest.left(rest.width * 3 / 5);
        (list, preview.left(1).1)
    } else if rest.height >= WITH_PREVIEW_BELOW {
        rest.top(rest.height / 2)
    } else {
        (rest, Area::default())
    };
    FinderView { window, line, list, preview }
}

/// The line of hints stays visible.
pub fn window((width, height): (u16, u16)) -> Area {
    let height = height.saturating_sub(1);
    let (x, y) = if width >= 80 { (4, height.min(20) / 10) } else { (0, 0) };
    Area { x, y, width: width - 2 * x, height: height - 2 * y }
}

/// Longer lines of text are hard to follow.
const TEXT: u16 = 108;
/// A window that shows one short line is still seen.
const LEAST: u16 = 40;

/// A window over text, which has room for all of it from the first moment on: what is in it may change.
pub fn text_window(size: (u16, u16)) -> Area {
    let whole = window(size);
    Area { width: whole.width.min(TEXT + 2), ..whole }
}

/// One that is as large as what it shows, where there is room for that: columns and rows.
pub fn fitting_window(size: (u16, u16), columns: usize, rows: usize) -> Area {
    let whole = text_window(size);
    let with_frame = |length: usize| u16::try_from(length.saturating_add(2)).unwrap_or(u16::MAX);
    let width = with_frame(columns).max(LEAST).min(whole.width);
    Area { width, height: with_frame(rows.max(1)).min(whole.height), ..whole }
}

/// One that is as large as its lines.
pub fn page(size: (u16, u16), title: &str, lines: &[Line]) -> Area {
    let widest = lines.iter().map(|line| columns(line, TEXT)).max().unwrap_or(0);
    // The title has a blank on both sides, and the corners.
    let columns = widest.max(title.width() + 4);
    let width = fitting_window(size, columns, 0).inner().width;
    fitting_window(size, columns, usize::try_from(all_rows(lines, width)).unwrap_or(usize::MAX))
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct StatsView {
    pub is_wide: bool,
    pub width: u16,
    pub bars: usize,
}

const TWO_BESIDE: u16 = 100;
const THREE_BESIDE: u16 = 120;

pub fn stats(size: (u16, u16), has_plane: bool) -> StatsView {
    let inner = window(size).inner();
    let (blocks, least) = if has_plane { (3, THREE_BESIDE) } else { (2, TWO_BESIDE) };
    let is_wide = inner.width >= least;
    let width = if is_wide { (inner.width - 2 * (blocks - 1)) / blocks } else { inner.width };
    let bars = if is_wide { usize::from(inner.height).saturating_sub(14).max(6) } else { 10 };
    StatsView { is_wide, width, bars }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ShardTable {
    pub strip: Area,
    pub header: Area,
    pub rows: Area,
    pub below: Area,
    pub entries: usize,
}

pub fn table(entries: usize, area: Area) -> ShardTable {
    let (strip, rest) = area.top(u16::from(area.height >= 4));
    let (header, rest) = rest.top(u16::from(rest.height >= 3));
    let (rows, below) = rest.top(rest.height - u16::from(rest.height >= 3));
    ShardTable { strip, header, rows, below, entries }
}

impl ShardTable {
    pub fn entry_at(&self, x: u16, y: u16, scroll: Scroll) -> Option<usize> {
        if !self.rows.contains(x, y) {
            return None;
        }
        let row = scroll.first.checked_add(u64::from(y - self.rows.y))?;
        usize::try_from(row).ok().filter(|row| *row < self.entries)
    }
}

pub fn elements_view(shape: &[u64], text: usize, area: Area) -> View {
    let axes = Axes::of_shape(shape);
    let label = |axis: usize| digits(shape.get(axis).copied().unwrap_or(0));
    let column_label = if shape.len() > 1 { label(axes.columns) } else { 1 };
    let text = u16::try_from(text).unwrap_or(u16::MAX).clamp(1, 26);
    // Brackets and a gap.
    elements_of(shape, axes, area, label(axes.rows) + 1, text.max(column_label) + 3)
}
