//! The chunk grid that is drawn, and what is known of it.

use std::sync::Arc;

use crate::explorer::core::app::App;
use crate::explorer::core::selection::Selection;
use crate::explorer::geometry::regions::Area;
use crate::explorer::grid::grid_mode::GridMode;
use crate::explorer::grid::grid_view::GridView;
use crate::explorer::grid::pane::GridPane;
use crate::pipeline::Layout;
use crate::pipeline::{ChunkVerdict, Survey};

/// The chunk grid that is drawn.
pub(crate) struct ShownGrid<'a> {
    pub(crate) grid: GridView,
    pub(crate) pane: &'a GridPane,
    pub(crate) selection: &'a Selection,
    pub(crate) layout: &'a Layout,
    /// What its cells show.
    pub(crate) mode: GridMode,
}

impl<'a> ShownGrid<'a> {
    /// The grid in an area within its border; `None` where no array is selected.
    pub(crate) fn of(app: &'a App, inner: Area) -> Option<Self> {
        let (selection, pane) = (&app.shared.selection, &app.grid);
        let layout = selection.layout()?;
        let grid = GridView::of(layout, selection.axes(), inner, pane.level.zoom);
        Some(Self { grid, pane, selection, layout, mode: pane.shown_mode(selection) })
    }

    /// The survey of the grid, once all of it is there.
    pub(crate) fn survey(&self) -> Option<&'a Arc<Survey>> {
        self.pane.shown_survey(self.selection)
    }

    /// Whether a chunk is known not to decode.
    pub(crate) fn is_faulty(&self, coords: &[u64]) -> bool {
        self.pane.level.verdicts.get(coords) == Some(&ChunkVerdict::Faulty)
    }
}
