//! Cells of a picture that are read together, because they lie in one chunk.

use std::ops::Range;

use super::PicturePlan;
use crate::metadata::ChunkGrid;
use crate::pipeline::Array;

/// Cells that lie next to each other in one chunk, along rows or columns.
#[derive(Debug, Clone)]
pub(super) struct CellRun {
    /// The chunk's coordinate.
    pub(super) chunk: u64,
    /// The first inner chunk, and how many they lie between.
    pub(super) inner: Option<u64>,
    pub(super) inner_count: u64,
    pub(super) cells: Range<u64>,
}

/// The product of what is counted of the runs of rows and of columns.
pub(super) fn count(runs: &[Vec<CellRun>; 2], of: fn(&CellRun) -> u64) -> u64 {
    let sum = |runs: &Vec<CellRun>| runs.iter().map(of).fold(0, u64::saturating_add);
    sum(&runs[0]).saturating_mul(sum(&runs[1]))
}

/// The runs of cells in one chunk each, or in one inner chunk each.
pub(super) fn runs(
    array: &Array,
    plan: &PicturePlan,
    along: usize,
    inner: Option<&ChunkGrid>,
) -> Option<Vec<CellRun>> {
    let cells = *plan.size.get(along)?;
    let Some(dimension) = plan.dimensions.get(along).copied().flatten() else {
        return Some(vec![CellRun { chunk: 0, inner: None, inner_count: 1, cells: 0..1 }]);
    };
    let mut runs: Vec<CellRun> = Vec::new();
    for cell in 0..cells {
        let (chunk, within) =
            array.metadata.chunk_grid.locate_along(dimension, plan.position(along, cell))?;
        let inner = inner.and_then(|grid| grid.locate_along(dimension, within)).map(|(inner, _)| inner);
        match runs.last_mut() {
            Some(run) if run.chunk == chunk && run.inner == inner => run.cells.end = cell + 1,
            _ => runs.push(CellRun { chunk, inner, inner_count: 1, cells: cell..cell + 1 }),
        }
    }
    Some(runs)
}

/// The same runs, with the number of inner chunks that each lies between.
pub(super) fn spanned(
    runs: &[Vec<CellRun>; 2],
    grid: &ChunkGrid,
    array: &Array,
    plan: &PicturePlan,
) -> [Vec<CellRun>; 2] {
    let mut runs = runs.clone();
    for (along, runs) in runs.iter_mut().enumerate() {
        let Some(dimension) = plan.dimensions.get(along).copied().flatten() else { continue };
        let inner = |cell: u64| {
            let (_, within) =
                array.metadata.chunk_grid.locate_along(dimension, plan.position(along, cell))?;
            grid.locate_along(dimension, within).map(|(inner, _)| inner)
        };
        for run in runs {
            let ends = inner(run.cells.start).zip(inner(run.cells.end.saturating_sub(1)));
            run.inner_count = ends.map_or(1, |(first, last)| last.saturating_sub(first) + 1);
        }
    }
    runs
}
