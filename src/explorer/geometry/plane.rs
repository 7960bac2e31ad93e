//! A plane through an array: two dimensions are rows and columns, the others are sliced. A single one is folded into rows.

use crate::explorer::keys::keymap::Move;
use crate::pipeline::Axes;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Plane {
    shape: Vec<u64>,
    /// For a single dimension, both are that one.
    pub axes: Axes,
    fold: u64,
}

/// Row and column.
pub type Cell = (u64, u64);

impl Plane {
    pub fn new(shape: &[u64], axes: Axes, fold: u64) -> Self {
        let axes = if axes.fit(shape.len()) { axes } else { Axes::last(shape.len()) };
        Self { shape: shape.to_vec(), axes, fold: fold.max(1) }
    }

    #[must_use]
    pub fn folded(self, fold: u64) -> Self {
        Self { fold: fold.max(1), ..self }
    }

    pub fn size(&self) -> Cell {
        match self.shape.as_slice() {
            [] => (1, 1),
            [size] => (size.div_ceil(self.fold), self.fold.min(*size)),
            shape => {
                let edge = |axis: usize| shape.get(axis).copied().unwrap_or(0);
                (edge(self.axes.rows), edge(self.axes.columns))
            }
        }
    }

    pub fn is_empty(&self) -> bool {
        self.shape.contains(&0)
    }

    pub fn sliced(&self) -> usize {
        self.shape.len().saturating_sub(2)
    }

    pub fn sliced_axis(&self, number: usize) -> Option<usize> {
        self.axes.sliced(self.shape.len()).nth(number.checked_rem(self.sliced())?)
    }

    pub fn step_slice(&self, coords: &mut [u64], number: usize, on: bool) -> bool {
        let Some(axis) = self.sliced_axis(number) else { return false };
        let (Some(coord), Some(edge)) = (coords.get_mut(axis), self.shape.get(axis)) else { return false };
        let next = if on { coord.checked_add(1).filter(|next| next < edge) } else { coord.checked_sub(1) };
        let Some(next) = next else { return false };
        *coord = next;
        true
    }

    pub fn next_sliced(&self, number: usize) -> usize {
        (number + 1).checked_rem(self.sliced()).unwrap_or(0)
    }

    pub fn cell(&self, coords: &[u64]) -> Cell {
        match coords {
            [] => (0, 0),
            [index] => (index / self.fold, index % self.fold),
            coords => {
                let coord = |axis: usize| coords.get(axis).copied().unwrap_or(0);
                (coord(self.axes.rows), coord(self.axes.columns))
            }
        }
    }

    /// The element of a cell, on the slice through `on`; `None` past the end of a folded row.
    pub fn coords(&self, cell: Cell, on: &[u64]) -> Option<Vec<u64>> {
        let (row, column) = cell;
        let mut coords = on.to_vec();
        match (self.shape.as_slice(), coords.as_mut_slice()) {
            ([], _) => (row == 0 && column == 0).then_some(coords),
            ([size], [index]) => {
                *index = row.checked_mul(self.fold)?.checked_add(column)?;
                (column < self.fold && *index < *size).then_some(coords)
            }
            (shape, own) if shape.len() == own.len() => {
                *own.get_mut(self.axes.rows)? = row;
                *own.get_mut(self.axes.columns)? = column;
                (row < *shape.get(self.axes.rows)? && column < *shape.get(self.axes.columns)?)
                    .then_some(coords)
            }
            _ => None,
        }
    }

    /// `page` is the number of rows on the screen.
    pub fn moved(&self, coords: &[u64], by: Move, page: u64) -> Vec<u64> {
        let (rows, columns) = self.size();
        // A folded dimension goes on in the next row.
        if let ([size], [index]) = (self.shape.as_slice(), coords) {
            if by == Move::Left {
                return vec![index.saturating_sub(1)];
            }
            if by == Move::Right {
                return vec![index.saturating_add(1).min(size.saturating_sub(1))];
            }
        }
        let (row, column) = self.cell(coords);
        let (last_row, last_column) = (rows.saturating_sub(1), columns.saturating_sub(1));
        let page = page.max(1);
        let target = match by {
            Move::Up => (row.saturating_sub(1), column),
            Move::Down => ((row + 1).min(last_row), column),
            Move::Left => (row, column.saturating_sub(1)),
            Move::Right => (row, (column + 1).min(last_column)),
            Move::PageUp => (row.saturating_sub(page), column),
            Move::PageDown => (row.saturating_add(page).min(last_row), column),
            Move::First => (0, column),
            Move::Last => (last_row, column),
            Move::RowStart => (row, 0),
            Move::RowEnd => (row, last_column),
        };
        match (self.coords(target, coords), self.shape.as_slice()) {
            (Some(coords), _) => coords,
            // The last folded row may be shorter than the others.
            (None, [size]) => vec![size.saturating_sub(1)],
            (None, _) => coords.to_vec(),
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Scroll {
    pub first: u64,
}

pub(crate) fn step_number(number: &mut usize, by: Move, page: impl Into<u64>, count: usize) {
    let mut at = Scroll { first: *number as u64 };
    at.step(by, page.into().max(1), count as u64);
    *number = usize::try_from(at.first).unwrap_or(0);
}

impl Scroll {
    pub fn follow(&mut self, position: u64, visible: u64, total: u64) {
        let visible = visible.max(1);
        if position < self.first {
            self.first = position;
        }
        if position - self.first >= visible {
            self.first = position - visible + 1;
        }
        self.first = self.first.min(total.saturating_sub(visible));
    }

    /// Where a position is more than some screens away, scrolls to `begin` if that shows it, or else puts it in the middle.
    pub fn jump(&mut self, position: u64, begin: u64, (visible, screens): (u64, u64)) {
        let around = visible.saturating_mul(screens);
        let first = self.first.saturating_sub(around);
        if position < first || position >= self.first.saturating_add(visible).saturating_add(around) {
            let is_shown = position.checked_sub(begin).is_some_and(|behind| behind < visible);
            self.first = if is_shown { begin } else { position.saturating_sub(visible / 2) };
        }
    }

    pub fn step(&mut self, by: Move, page: u64, lines: u64) {
        let last = lines.saturating_sub(1);
        let first = match by {
            Move::Up => self.first.saturating_sub(1),
            Move::Down => self.first.saturating_add(1),
            Move::PageUp => self.first.saturating_sub(page),
            Move::PageDown => self.first.saturating_add(page),
            Move::First => 0,
            Move::Last => last,
            Move::Left | Move::Right | Move::RowStart | Move::RowEnd => self.first,
        };
        self.first = first.min(last);
    }

    pub fn step_page(&mut self, by: Move, visible: u64, lines: u64) {
        self.step(by, visible.max(1), lines.saturating_sub(visible.max(1)).saturating_add(1));
    }

    pub fn keep_page(&mut self, visible: u64, lines: u64) {
        self.first = self.first.min(lines.saturating_sub(visible.max(1)));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_matrix_has_its_last_two_dimensions_as_rows_and_columns() {
        let plane = Plane::new(&[2, 10, 8], Axes::last(3), 99);
        assert_eq!((plane.size(), plane.sliced()), ((10, 8), 1));
        assert_eq!(plane.cell(&[1, 7, 2]), (7, 2));
        assert_eq!(plane.coords((7, 2), &[1, 0, 0]), Some(vec![1, 7, 2]));
        assert_eq!(plane.coords((10, 0), &[1, 0, 0]), None);
        assert_eq!(plane.moved(&[1, 7, 2], Move::Last, 5), [1, 9, 2]);
        assert_eq!(plane.moved(&[1, 7, 2], Move::RowEnd, 5), [1, 7, 7]);
        assert_eq!(plane.moved(&[1, 7, 2], Move::PageUp, 5), [1, 2, 2]);
    }

    #[test]
    fn any_two_dimensions_make_rows_and_columns() {
        let plane = Plane::new(&[2, 10, 8], Axes { rows: 2, columns: 0 }, 99);
        assert_eq!((plane.size(), plane.sliced_axis(0)), ((8, 2), Some(1)));
        assert_eq!(plane.cell(&[1, 7, 2]), (2, 1));
        assert_eq!(plane.coords((5, 1), &[0, 7, 2]), Some(vec![1, 7, 5]));
        assert_eq!(plane.coords((5, 2), &[0, 7, 2]), None);
        let mut coords = [1, 9, 2];
        assert!(!plane.step_slice(&mut coords, 0, true) && plane.step_slice(&mut coords, 3, false));
        assert_eq!(coords, [1, 8, 2]);
        assert_eq!(plane.moved(&[1, 7, 2], Move::Last, 5), [1, 7, 7]);
    }

    #[test]
    fn one_dimension_is_folded() {
        let plane = Plane::new(&[10], Axes::last(1), 4);
        assert_eq!(plane.size(), (3, 4));
        assert_eq!(plane.cell(&[6]), (1, 2));
        assert_eq!(plane.coords((2, 1), &[0]), Some(vec![9]));
        assert_eq!(plane.coords((2, 2), &[0]), None);
        assert_eq!(plane.moved(&[7], Move::Down, 1), [9], "the last row is shorter");
        assert_eq!((plane.moved(&[7], Move::Right, 1), plane.moved(&[8], Move::Left, 1)), (vec![8], vec![7]));
        assert_eq!((plane.moved(&[9], Move::Right, 1), plane.moved(&[0], Move::Left, 1)), (vec![9], vec![0]));
    }

    #[test]
    fn no_dimension_is_one_cell() {
        let plane = Plane::new(&[], Axes::last(0), 4);
        assert_eq!((plane.size(), plane.coords((0, 0), &[])), ((1, 1), Some(vec![])));
        assert_eq!(plane.moved(&[], Move::Down, 1), Vec::<u64>::new());
    }

    #[test]
    fn scrolling_far_shows_the_chunk_from_its_beginning() {
        for (position, begin, screens, first) in [
            (15, 12, 1, 0),
            (15, 12, 0, 12),
            (35, 30, 1, 30),
            (35, 20, 1, 30),
            (u64::MAX, 20, 1, u64::MAX - 5),
        ] {
            let mut scroll = Scroll::default();
            scroll.jump(position, begin, (10, screens));
            assert_eq!(scroll.first, first, "{position}");
        }
    }

    #[test]
    fn scrolling_follows_the_cursor_and_no_more() {
        let mut scroll = Scroll::default();
        for (position, first) in [(5, 0), (10, 1), (12, 3), (11, 3), (2, 2), (99, 90)] {
            scroll.follow(position, 10, 100);
            assert_eq!(scroll.first, first, "{position}");
        }
        scroll.follow(99, 200, 100);
        assert_eq!(scroll.first, 0);
    }
}
