//! Cells of a picture that are read together, because they lie in one chunk.

use std::ops::Range;

use super::PicturePlan;
use crate::metadata::ChunkGrid;
use crate::pipeline::Array;

/// Cells next to each other in one chunk, along rows or columns.
#[derive(Debug, Clone)]
pub(super) struct CellRun {
    pub(super) chunk: u64,
    /// The first inner chunk that they lie in, and the number of inner chunks.
    pub(super) inner: Option<u64>,
    pub(super) inner_count: u64,
    pub(super) cells: Range<u64>,
}

pub(super) fn count(runs: &[Vec<CellRun>; 2], of: fn(&CellRun) -> u64) -> u64 {
    let mut sums = [0_u64; 2];
    for (sum, runs) in sums.iter_mut().zip(runs) {
        for run in runs {
            *sum = sum.saturating_add(of(run));
        }
    }
    sums[0].saturating_mul(sums[1])
}

/// The runs of cells that share a chunk, or an inner chunk.
pub(super) fn runs(
    array: &Array,
    plan: &PicturePlan,
    along: usize,
    inner: Option<&ChunkGrid>,
) -> Option<Vec<CellRun>> {
    let cells = *plan.size.get(along)?;
    let Some(dimension) = plan.dimension(along) else {
        return Some(vec![CellRun { chunk: 0, inner: None, inner_count: 1, cells: 0..1 }]);
    };
    let mut runs: Vec<CellRun> = Vec::new();
    for cell in 0..cells {
        let (chunk, within) =
            array.metadata.chunk_grid.locate_along(dimension, plan.position(along, cell))?;
        let inner = match inner {
            Some(grid) => grid.locate_along(dimension, within).map(|(inner, _)| inner),
            None => None,
        };
        match runs.last_mut() {
            Some(run) if run.chunk == chunk && run.inner == inner => run.cells.end = cell + 1,
            _ => runs.push(CellRun { chunk, inner, inner_count: 1, cells: cell..cell + 1 }),
        }
    }
    Some(runs)
}

/// The same runs, with the number of inner chunks that each lies in.
pub(super) fn spanned(
    runs: &[Vec<CellRun>; 2],
    grid: &ChunkGrid,
    array: &Array,
    plan: &PicturePlan,
) -> [Vec<CellRun>; 2] {
    let mut runs = runs.clone();
    for (along, runs) in runs.iter_mut().enumerate() {
        let Some(dimension) = plan.dimension(along) else { continue };
        let inner_of = |cell: u64| {
            let (_, within) =
                array.metadata.chunk_grid.locate_along(dimension, plan.position(along, cell))?;
            Some(grid.locate_along(dimension, within)?.0)
        };
        for run in runs {
            if let Some(first) = inner_of(run.cells.start)
                && let Some(last) = inner_of(run.cells.end.saturating_sub(1))
            {
                run.inner_count = last.saturating_sub(first) + 1;
            }
        }
    }
    runs
}
