//! The chunk grid on the screen: at its own size, or zoomed out, where one cell stands for many chunks.

use std::collections::{BTreeMap, BTreeSet};

use super::action::{Layout, Request};
use super::keymap::Move;
use super::plane::{Cell, Scroll};
use super::regions::{Area, Pane};
use super::state::App;
use super::views::{self, View};
use crate::pipeline::{Survey, Verdict};

/// The largest stored chunk that is decoded just to see what it is, in bytes.
const MOST_STORED: u64 = 16 << 20;
/// The largest decoded one.
const MOST_DECODED: u64 = 64 << 20;
/// Verdicts that are kept.
const MOST_VERDICTS: usize = 1 << 16;

/// The chunk grid pane.
#[derive(Debug, Default)]
pub struct GridPane {
    /// The selected chunk.
    pub coords: Vec<u64>,
    /// The first row and column on the screen.
    pub scroll: [Scroll; 2],
    /// Which of the sliced dimensions is stepped.
    pub axis: usize,
    /// Whether stored chunks show their sizes.
    pub sizes: bool,
    /// A cell stands for two to this power of chunks in each of the two dimensions.
    pub zoom: u32,
    /// What the chunks are that were decoded.
    pub verdicts: BTreeMap<Vec<u64>, Verdict>,
    /// The chunks that a worker was asked to decode last.
    pub(super) asked: BTreeSet<Vec<u64>>,
    /// Where one cell stands for many chunks: how many of them are stored, for the cells on the screen.
    pub boxes: Boxes,
}

/// How many chunks are stored in the box of each cell on the screen.
#[derive(Debug, Default)]
pub struct Boxes {
    /// What they were counted for: zoom, slice, first cell and number of cells.
    of: Option<(u32, Vec<u64>, Cell, Cell, u64)>,
    /// Cells with stored chunks.
    pub stored: BTreeMap<Cell, u64>,
}

/// The cells of the grid, each of which stands for `factor` chunks in both dimensions.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GridView {
    /// Where the cells are.
    pub view: View,
    /// Chunks that a cell stands for, along each of the two dimensions.
    pub factor: u64,
}

impl GridView {
    /// The grid in an area within its border.
    #[must_use]
    pub fn of(layout: &Layout, area: Area, zoom: u32) -> Self {
        let factor = 1_u64.checked_shl(zoom).unwrap_or(1 << 63);
        let mut shape = layout.grid.grid_shape();
        let first = shape.len().saturating_sub(2);
        for edge in shape.iter_mut().skip(first) {
            *edge = edge.div_ceil(factor);
        }
        Self { view: views::grid(&layout.grid.grid_shape(), &shape, area), factor }
    }

    /// The first chunk of a cell, on the slice that `on` lies in.
    #[must_use]
    pub fn chunk(&self, cell: Cell, on: &[u64]) -> Option<Vec<u64>> {
        let mut coords = self.view.plane.coords(cell, on)?;
        scale(&mut coords, |coord| coord.saturating_mul(self.factor));
        Some(coords)
    }

    /// The cell that a chunk is in.
    #[must_use]
    pub fn cell(&self, coords: &[u64]) -> Cell {
        let mut coords = coords.to_vec();
        scale(&mut coords, |coord| coord / self.factor);
        self.view.plane.cell(&coords)
    }

    /// Where a movement leads, a cell at a time.
    #[must_use]
    pub fn moved(&self, coords: &[u64], by: Move) -> Vec<u64> {
        let mut cell = coords.to_vec();
        scale(&mut cell, |coord| coord / self.factor);
        let moved = self.view.plane.moved(&cell, by, self.view.visible().0);
        // Where nothing moves, the chunk stays the one it is within its cell.
        if moved == cell {
            return coords.to_vec();
        }
        let mut moved = moved;
        scale(&mut moved, |coord| coord.saturating_mul(self.factor));
        moved
    }

    /// How many chunks the box of a cell has in the grid.
    #[must_use]
    pub fn chunks_in(&self, coords: &[u64], grid_shape: &[u64]) -> u64 {
        let first = coords.len().saturating_sub(2);
        let edges = coords.iter().zip(grid_shape).skip(first);
        edges.fold(1, |size: u64, (coord, edge)| {
            size.saturating_mul(edge.saturating_sub(*coord).min(self.factor))
        })
    }
}

/// Changes the coordinates in the two dimensions that make rows and columns.
fn scale(coords: &mut [u64], scale: impl Fn(u64) -> u64) {
    let first = coords.len().saturating_sub(2);
    for coord in coords.iter_mut().skip(first) {
        *coord = scale(*coord);
    }
}

impl GridPane {
    /// Keeps what a chunk is.
    pub fn judged(&mut self, coords: Vec<u64>, verdict: Verdict) {
        if self.verdicts.len() >= MOST_VERDICTS {
            self.verdicts.clear();
        }
        self.verdicts.insert(coords, verdict);
    }

    /// Forgets what chunks are, because they are decoded in another way now.
    pub fn forget(&mut self) {
        self.verdicts.clear();
        self.asked.clear();
    }

    /// Counts the stored chunks of the cells on the screen, where each stands for many. The cost is that of the chunks
    /// stored in the slice, and only when something has moved.
    pub fn count_boxes(&mut self, grid: &GridView, survey: &Survey) {
        let first = (self.scroll[0].first, self.scroll[1].first);
        let slice = self.coords.get(..self.coords.len().saturating_sub(2)).unwrap_or_default().to_vec();
        let of = Some((self.zoom, slice.clone(), first, grid.view.visible(), survey.stored()));
        if self.zoom == 0 || self.boxes.of == of {
            return;
        }
        let mut stored: BTreeMap<Cell, u64> = BTreeMap::new();
        for (coords, _) in survey.in_slice(&slice) {
            *stored.entry(grid.cell(coords)).or_default() += 1;
        }
        self.boxes = Boxes { of, stored };
    }
}

impl App {
    /// What the grid pane shows.
    #[must_use]
    pub fn grid_view(&self) -> Option<GridView> {
        let layout = self.selection.layout()?;
        Some(GridView::of(layout, self.inner(Pane::Grid), self.selection.grid.zoom))
    }

    /// Zooms in or out; the selected chunk stays.
    pub(super) fn zoom(&mut self, out: bool) {
        let Some(layout) = self.selection.layout() else { return };
        let longest = layout.grid.grid_shape().into_iter().rev().take(2).max().unwrap_or(1);
        let most = longest.checked_next_power_of_two().map_or(63, u64::trailing_zeros);
        let zoom = &mut self.selection.grid.zoom;
        *zoom = if out { (*zoom + 1).min(most) } else { zoom.saturating_sub(1) };
        let factor = 1_u64 << *zoom;
        self.message = Some(match (*zoom, self.selection.grid.coords.len()) {
            (0, _) => "one cell for each chunk".to_owned(),
            (_, 0 | 1) => format!("one cell for {factor} chunks"),
            _ => format!("one cell for {factor}×{factor} chunks"),
        });
    }

    /// Zooms so that all of the grid is on the screen, or back.
    pub(super) fn zoom_to_fit(&mut self) {
        let Some(layout) = self.selection.layout().cloned() else { return };
        let area = self.inner(Pane::Grid);
        let fits = |zoom: &u32| {
            let grid = GridView::of(&layout, area, *zoom);
            let ((rows, columns), (down, across)) = (grid.view.plane.size(), grid.view.visible());
            rows <= down && columns <= across
        };
        let fit = (0..64).find(fits).unwrap_or(0);
        self.selection.grid.zoom = if self.selection.grid.zoom == fit { 0 } else { fit };
    }

    /// Shows the sizes of stored chunks, or their states.
    pub(super) fn toggle_sizes(&mut self) {
        let spread = self.selection.survey.ready().and_then(|survey| survey.sizes());
        let same = spread.is_none_or(|sizes| sizes.least == sizes.greatest);
        if same && !self.selection.grid.sizes {
            self.message = Some("all stored chunks have the same size".to_owned());
            return;
        }
        self.selection.grid.sizes = !self.selection.grid.sizes;
    }

    /// Asks a worker to decode the chunks on the screen, the smallest first, where it is not known yet what they are.
    pub(super) fn judge_visible(&mut self) -> Vec<Request> {
        let zoomed = self.selection.grid.zoom > 0 || !self.selection.levels.is_empty();
        let (Some(array), Some(survey), Some(grid)) =
            (self.selection.array().cloned(), self.selection.survey.ready().cloned(), self.grid_view())
        else {
            return Vec::new();
        };
        let decoded = array.chain().decoded().nbytes().unwrap_or(u64::MAX);
        if zoomed || array.fault().is_some() || decoded > MOST_DECODED {
            return Vec::new();
        }
        let pane = &self.selection.grid;
        let mut waiting: Vec<(u64, Vec<u64>)> = visible(&grid, &pane.scroll, &pane.coords)
            .filter(|coords| !pane.verdicts.contains_key(coords))
            .filter_map(|coords| Some((survey.nbytes(&coords)?, coords)))
            .filter(|(nbytes, _)| (1..=MOST_STORED).contains(nbytes))
            .collect();
        if waiting.iter().all(|(_, coords)| pane.asked.contains(coords)) {
            return Vec::new();
        }
        waiting.sort();
        let coords: Vec<Vec<u64>> = waiting.into_iter().map(|(_, coords)| coords).collect();
        self.selection.grid.asked = coords.iter().cloned().collect();
        let id = self.next_id();
        self.selection.judging = id;
        vec![Request::Judge(id, array, coords, self.options)]
    }
}

/// The chunks on the screen.
fn visible<'a>(
    grid: &'a GridView,
    scroll: &'a [Scroll; 2],
    on: &'a [u64],
) -> impl Iterator<Item = Vec<u64>> + 'a {
    let (rows, columns) = grid.view.visible();
    let [down, across] = scroll;
    let cells = (0..rows).flat_map(move |row| (0..columns).map(move |column| (row, column)));
    cells.filter_map(move |(row, column)| grid.chunk((down.first + row, across.first + column), on))
}
