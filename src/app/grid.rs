//! The chunk grid on the screen: at its own size, or zoomed out, where one cell stands for many chunks.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::sync::Arc;

use super::action::{Layout, Request};
use super::boxes::{Boxes, Counted};
use super::keymap::Move;
use super::plane::{Cell, Scroll};
use super::regions::{Area, Pane};
use super::selection::Selection;
use super::state::App;
use super::views::{self, View};
use crate::pipeline::{Array, Verdict};

/// The largest stored chunk that is decoded just to see what it is, in bytes.
const MOST_STORED: u64 = 16 << 20;
/// The largest decoded one.
const MOST_DECODED: u64 = 16 << 20;
/// The largest stored one of elements of any length, because nobody knows before how many bytes they will have.
const MOST_VARIABLE: u64 = 1 << 20;
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
    /// The number of that request; 0 where its answers count no more.
    pub(super) judging: u64,
    /// Where one cell stands for many chunks: how many of them are stored, for the cells on the screen.
    pub boxes: Boxes,
    /// What a worker was asked to count, by the request of this number.
    pub(super) counting: Option<(u64, Counted)>,
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

    /// The chunks on the screen, as a box of the grid.
    pub(super) fn on_screen(&self, [down, across]: &[Scroll; 2], on: &[u64]) -> Vec<Range<u64>> {
        let ((row, column), (rows, columns)) = ((down.first, across.first), self.view.visible());
        let first = self.chunk((row, column), on).unwrap_or_else(|| on.to_vec());
        let end = [row.saturating_add(rows), column.saturating_add(columns)];
        let end = match on {
            // A folded row goes on in the next one, up to the end of the grid.
            [_] => vec![self.chunk((end[0], 0), on).and_then(|coords| coords.first().copied())],
            _ => end.iter().map(|cell| cell.checked_mul(self.factor)).collect(),
        };
        let sliced = on.len().saturating_sub(2);
        let slice = first.iter().take(sliced).map(|coord| *coord..coord.saturating_add(1));
        let plane = first.iter().skip(sliced).zip(end);
        slice.chain(plane.map(|(first, end)| *first..end.unwrap_or(u64::MAX))).collect()
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
            self.forget();
        }
        self.verdicts.insert(coords, verdict);
    }

    /// Forgets what was found out of chunks, because they may be others now, or are decoded in another way.
    pub fn forget(&mut self) {
        self.verdicts.clear();
        self.judging = 0;
        (self.boxes, self.counting) = (Boxes::default(), None);
    }

    /// Whether a worker may still be decoding chunks to see what they are.
    pub(super) fn is_judging(&self) -> bool {
        self.asked.iter().any(|coords| !self.verdicts.contains_key(coords))
    }

    /// Whether a worker has been asked about these chunks, and about no others that it may be decoding still.
    fn has_asked(&self, chunks: &BTreeSet<Vec<u64>>) -> bool {
        let mut open = self.asked.iter().filter(|coords| !self.verdicts.contains_key(*coords));
        self.judging != 0 && chunks.is_subset(&self.asked) && open.all(|coords| chunks.contains(coords))
    }
}

impl Selection {
    /// The grid of the array, whatever shards were entered.
    pub(super) fn array_grid(&mut self) -> &mut GridPane {
        self.levels.first_mut().map_or(&mut self.grid, |level| &mut level.grid)
    }

    /// Forgets what was found out of chunks and inner chunks.
    pub(super) fn forget_verdicts(&mut self) {
        self.grid.forget();
        self.levels.iter_mut().for_each(|level| level.grid.forget());
    }

    /// Takes in what chunks of the array are, if that was asked for and still counts.
    pub(super) fn judged(&mut self, id: u64, verdicts: Vec<(Vec<u64>, Verdict)>) {
        let grid = self.array_grid();
        for (coords, verdict) in verdicts {
            if id == grid.judging {
                grid.judged(coords, verdict);
            }
        }
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
        let zoom = self.selection.grid.zoom;
        self.set_zoom(if out { (zoom + 1).min(most) } else { zoom.saturating_sub(1) });
    }

    fn set_zoom(&mut self, zoom: u32) {
        self.selection.grid.zoom = zoom;
        let factor = 1_u64.checked_shl(zoom).unwrap_or(1 << 63);
        self.message = Some(match (zoom, self.selection.grid.coords.len()) {
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
        self.set_zoom(if self.selection.grid.zoom == fit { 0 } else { fit });
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
        if self.selection.grid.sizes && self.selection.grid.zoom > 0 {
            self.message = Some("sizes are shown where a cell is one chunk".to_owned());
        }
    }

    /// Asks a worker to decode the chunks on the screen, the smallest first, where it is not known yet what they are. It
    /// goes on with no others: being asked about nothing makes it stop.
    pub(super) fn judge_visible(&mut self) -> Vec<Request> {
        if !self.selection.levels.is_empty() {
            return Vec::new();
        }
        let Some(array) = self.selection.array().cloned() else { return Vec::new() };
        let mut chunks = self.to_judge(&array);
        chunks.sort();
        let chunks: Vec<Vec<u64>> = chunks.into_iter().map(|(_, coords)| coords).collect();
        let asked = chunks.iter().cloned().collect();
        let pane = &self.selection.grid;
        if pane.has_asked(&asked) || (chunks.is_empty() && !pane.is_judging()) {
            return Vec::new();
        }
        let id = self.next_id();
        (self.selection.grid.asked, self.selection.grid.judging) = (asked, id);
        vec![Request::Judge(id, array, chunks, self.options)]
    }

    /// The chunks on the screen that are small enough to be decoded unasked, with their sizes.
    fn to_judge(&self, array: &Arc<Array>) -> Vec<(u64, Vec<u64>)> {
        let (Some(survey), Some(grid)) = (self.selection.survey.ready(), self.grid_view()) else {
            return Vec::new();
        };
        if grid.factor > 1 || array.fault().is_some() {
            return Vec::new();
        }
        let is_small = |coords: &[u64]| {
            let decoded = array.metadata.chunk_representation(coords).and_then(|chunk| chunk.nbytes());
            decoded.is_some_and(|nbytes| nbytes <= MOST_DECODED)
        };
        let most = if array.metadata.data_type.is_variable() { MOST_VARIABLE } else { MOST_STORED };
        let pane = &self.selection.grid;
        visible(&grid, &pane.scroll, &pane.coords)
            .filter(|coords| !pane.verdicts.contains_key(coords))
            .filter_map(|coords| Some((survey.nbytes(&coords)?, coords)))
            .filter(|(nbytes, coords)| (1..=most).contains(nbytes) && is_small(coords))
            .collect()
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
