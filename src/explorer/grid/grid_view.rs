//! The chunk grid on the screen: at its own size, or zoomed out, where one cell stands for many chunks.

use std::ops::Range;

use crate::explorer::geometry::plane::{Cell, Plane, Scroll};
use crate::explorer::geometry::regions::Area;
use crate::explorer::geometry::views::{self, View};
use crate::explorer::keys::keymap::Move;
use crate::pipeline::{Axes, Layout};

/// The cells of the grid, each of which stands for `factor` chunks in both dimensions.
#[derive(Debug, Clone)]
pub struct GridView {
    pub view: View,
    pub factor: u64,
}

impl GridView {
    pub fn of(layout: &Layout, axes: Axes, area: Area, zoom: u32) -> Self {
        let factor = 1_u64.checked_shl(zoom).unwrap_or(1 << 63);
        let grid_shape = layout.grid.grid_shape();
        let mut shape = grid_shape.clone();
        scale(&mut shape, axes, |edge| edge.div_ceil(factor));
        Self { view: views::grid(&grid_shape, Plane::new(&shape, axes, 1), area), factor }
    }

    fn axes(&self) -> Axes {
        self.view.plane.axes()
    }

    /// The first chunk of a cell, on the slice that `on` lies in.
    pub fn chunk(&self, cell: Cell, on: &[u64]) -> Option<Vec<u64>> {
        let mut coords = self.view.plane.coords(cell, on)?;
        scale(&mut coords, self.axes(), |coord| coord.saturating_mul(self.factor));
        Some(coords)
    }

    pub fn cell(&self, coords: &[u64]) -> Cell {
        let mut coords = coords.to_vec();
        scale(&mut coords, self.axes(), |coord| coord / self.factor);
        self.view.plane.cell(&coords)
    }

    /// Where a movement leads, a cell at a time.
    pub fn moved(&self, coords: &[u64], by: Move) -> Vec<u64> {
        let mut cell = coords.to_vec();
        scale(&mut cell, self.axes(), |coord| coord / self.factor);
        let mut moved = self.view.plane.moved(&cell, by, self.view.visible().0);
        // A movement that stays in its cell keeps the chunk, instead of jumping to the first chunk of the cell.
        if moved == cell {
            return coords.to_vec();
        }
        scale(&mut moved, self.axes(), |coord| coord.saturating_mul(self.factor));
        moved
    }

    /// The chunks on the screen, as a box of the grid.
    pub(crate) fn on_screen(&self, [down, across]: &[Scroll; 2], on: &[u64]) -> Vec<Range<u64>> {
        let ((row, column), (rows, columns)) = ((down.first, across.first), self.view.visible());
        let first = self.chunk((row, column), on).unwrap_or_else(|| on.to_vec());
        let (end_row, end_column) = (row.saturating_add(rows), column.saturating_add(columns));
        let axes = self.axes();
        let end = |(axis, first): (usize, u64)| match on {
            // A folded dimension continues in the next row, so that all chunks from the first to the last row are on screen.
            [_] => {
                self.chunk((end_row, 0), on).and_then(|coords| coords.first().copied()).unwrap_or(u64::MAX)
            }
            _ if axis == axes.rows => end_row.saturating_mul(self.factor),
            _ if axis == axes.columns => end_column.saturating_mul(self.factor),
            _ => first.saturating_add(1),
        };
        first.iter().copied().enumerate().map(|(axis, first)| first..end((axis, first))).collect()
    }

    /// The chunks that have a cell of their own on the screen.
    pub fn visible<'a>(
        &'a self,
        [down, across]: &'a [Scroll; 2],
        on: &'a [u64],
    ) -> impl Iterator<Item = Vec<u64>> + 'a {
        let (rows, columns) = self.view.visible();
        let cells = (0..rows).flat_map(move |row| (0..columns).map(move |column| (row, column)));
        cells.filter_map(move |(row, column)| self.chunk((down.first + row, across.first + column), on))
    }

    /// How many chunks of the grid are in the box of a cell: fewer at the edge.
    pub fn chunks_in(&self, coords: &[u64], grid_shape: &[u64]) -> u64 {
        let axes = self.axes();
        let edges = coords.iter().zip(grid_shape).enumerate().filter(|(axis, _)| axes.has(*axis));
        edges.fold(1, |size: u64, (_, (coord, edge))| {
            size.saturating_mul(edge.saturating_sub(*coord).min(self.factor))
        })
    }
}

fn scale(coords: &mut [u64], axes: Axes, scale: impl Fn(u64) -> u64) {
    for (_, coord) in coords.iter_mut().enumerate().filter(|(axis, _)| axes.has(*axis)) {
        *coord = scale(*coord);
    }
}
