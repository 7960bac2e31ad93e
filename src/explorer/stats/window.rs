//! The window of statistics.

use std::sync::Arc;

use crate::explorer::core::late::Late;
use crate::explorer::core::shared::Shared;
use crate::explorer::geometry::plane::Scroll;
use crate::explorer::geometry::views;
use crate::explorer::geometry::views::StatsView;
use crate::metadata::text::escape;
use crate::pipeline::{Summary, SummaryProgress};
use crate::tell::line_rows::all_rows;
use crate::tell::report::Line;
use crate::tell::summary::{bar_lines, facts_of};

/// The statistics of the selected chunk, then of its plane, and then of the whole array.
#[derive(Debug, Default)]
pub struct StatsWindow {
    /// Why there are none of this array.
    pub refused: Option<String>,
    /// Those of the chunk.
    pub chunk: Late<Arc<Summary>>,
    /// Those of the plane of rows and columns that the cursor is on, where that is not the whole array.
    pub plane: Late<Arc<Summary>>,
    /// Those of the array.
    pub whole: Late<Arc<Summary>>,
    /// How far those that are being counted have come.
    pub progress: Option<SummaryProgress>,
    /// The first line on the screen.
    pub scroll: Scroll,
}

impl StatsWindow {
    /// Whether the plane has statistics of its own.
    pub fn has_plane(&self) -> bool {
        !matches!(self.plane, Late::Idle)
    }

    /// How they are on the screen: the chunk, the plane and the array each have a block of lines.
    pub fn view(&self, size: (u16, u16)) -> StatsView {
        views::stats(size, self.has_plane())
    }

    /// How many rows can be scrolled through: those of all blocks, or side by side those of the longest.
    pub(crate) fn rows(&self, shared: &Shared) -> u64 {
        let view = self.view(shared.size);
        let plane = self.has_plane().then_some(&self.plane);
        let blocks = [Some(&self.chunk), plane, Some(&self.whole)].into_iter().flatten();
        // A heading with a row above it, and a row between facts and bars or one that says why there are none.
        let rows = blocks.map(|block| match block {
            Late::Ready { value: summary, .. } => {
                let meaning = shared.selection.shown_meaning().map(AsRef::as_ref);
                let facts: Vec<Line> = facts_of(summary, meaning)
                    .into_iter()
                    .map(|(name, fact)| Line::Fact(name, fact))
                    .collect();
                3 + all_rows(&facts, view.width) + bar_lines(summary, view.bars) as u64
            }
            Late::Failed(error) => 2 + all_rows(&[Line::Text(escape(error).into_owned())], view.width),
            Late::Waiting { .. } | Late::Idle => 3,
        });
        if view.is_wide { rows.max().unwrap_or(0) } else { rows.sum() }
    }
}
