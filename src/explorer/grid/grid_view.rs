//! Which chunks are on the screen, and where: geometry only.

use std::ops::Range;

use crate::explorer::geometry::plane::Plane;
use crate::explorer::geometry::views::{self, View};
use crate::explorer::{Area, Cell, Move, Scroll};
use crate::pipeline::{Axes, Layout};

/// Each cell is a box of `factor` chunks in both dimensions.
#[derive(Debug, Clone)]
pub struct GridView {
    pub view: View,
    pub factor: u64,
}

impl GridView {
    pub fn of(layout: &Layout, axes: Axes, (area, about): (Area, Area), zoom: u32) -> Self {
        let factor = 1_u64.checked_shl(zoom).unwrap_or(1 << 63);
        let grid_shape = layout.grid.grid_shape();
        let mut shape = grid_shape.clone();
        scale(&mut shape, axes, |edge| edge.div_ceil(factor));
        Self { view: views::grid(&grid_shape, Plane::new(&shape, axes, 1), area, about), factor }
    }

    fn axes(&self) -> Axes {
        self.view.plane.axes
    }

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

    pub fn moved(&self, coords: &[u64], by: Move) -> Vec<u64> {
        let mut cell = coords.to_vec();
        scale(&mut cell, self.axes(), |coord| coord / self.factor);
        let mut moved = self.view.plane.moved(&cell, by, self.view.visible().0);
        // Keeps the chunk if the movement stays in its cell, instead of jumping to the first chunk of the cell.
        if moved == cell {
            return coords.to_vec();
        }
        scale(&mut moved, self.axes(), |coord| coord.saturating_mul(self.factor));
        moved
    }

    pub(crate) fn on_screen(&self, [down, across]: &[Scroll; 2], on: &[u64]) -> Vec<Range<u64>> {
        let ((row, column), (rows, columns)) = ((down.first, across.first), self.view.visible());
        let first = self.chunk((row, column), on).unwrap_or_else(|| on.to_vec());
        let (end_row, end_column) = (row.saturating_add(rows), column.saturating_add(columns));
        let axes = self.axes();
        let mut region = Vec::new();
        for (axis, first) in first.into_iter().enumerate() {
            let end = match on {
                // A folded dimension goes on in the next row, so every chunk from the first to the last row is on the screen.
                [_] => {
                    let end = self.chunk((end_row, 0), on);
                    end.and_then(|coords| coords.first().copied()).unwrap_or(u64::MAX)
                }
                _ if axis == axes.rows => end_row.saturating_mul(self.factor),
                _ if axis == axes.columns => end_column.saturating_mul(self.factor),
                _ => first.saturating_add(1),
            };
            region.push(first..end);
        }
        region
    }

    pub fn visible<'a>(
        &'a self,
        [down, across]: &'a [Scroll; 2],
        on: &'a [u64],
    ) -> impl Iterator<Item = Vec<u64>> + 'a {
        let (rows, columns) = self.view.visible();
        let cells = (0..rows).flat_map(move |row| (0..columns).map(move |column| (row, column)));
        cells.filter_map(move |(row, column)| self.chunk((down.first + row, across.first + column), on))
    }

    pub fn chunks_in(&self, coords: &[u64], grid_shape: &[u64]) -> u64 {
        let mut count = 1_u64;
        for (axis, (coord, edge)) in coords.iter().zip(grid_shape).enumerate() {
            if self.axes().has(axis) {
                count = count.saturating_mul(edge.saturating_sub(*coord).min(self.factor));
            }
        }
        count
    }
}

fn scale(coords: &mut [u64], axes: Axes, scale: impl Fn(u64) -> u64) {
    for (axis, coord) in coords.iter_mut().enumerate() {
        if axes.has(axis) {
            *coord = scale(*coord);
        }
    }
}
