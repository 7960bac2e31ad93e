//! Where chunks begin, for the lines between them.

use std::sync::Arc;

use crate::pipeline::Layout;

#[derive(Debug, Clone)]
pub struct Borders(Arc<Layout>);

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ScreenRow {
    Cells(u64),
    /// The line between the rows of two chunks.
    Border,
}

impl Borders {
    pub fn of(layout: &Arc<Layout>) -> Self {
        Self(Arc::clone(layout))
    }

    /// Whether an element is the first of a chunk other than the first chunk, along one dimension.
    pub fn begins(&self, axis: usize, coord: u64) -> bool {
        coord > 0 && self.0.grid.locate_along(axis, coord).is_some_and(|(_, within)| within == 0)
    }

    /// Whether there are several elements between two borders. Otherwise lines would say nothing.
    pub fn are_apart(&self, axis: usize) -> bool {
        self.0.grid.common_edge(axis) != Some(1)
    }
}
