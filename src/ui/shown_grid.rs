//! The chunk grid that is drawn, and what is known of it.

use std::sync::Arc;

use crate::app::{App, Area, GridMode, GridPane, GridView, Layout, Selection};
use crate::pipeline::{ChunkVerdict, Survey};

/// The chunk grid that is drawn.
pub(super) struct ShownGrid<'a> {
    pub(super) grid: GridView,
    pub(super) pane: &'a GridPane,
    pub(super) selection: &'a Selection,
    pub(super) layout: &'a Layout,
    /// What its cells show.
    pub(super) mode: GridMode,
}

impl<'a> ShownGrid<'a> {
    /// The grid in an area within its border; `None` where no array is selected.
    pub(super) fn of(app: &'a App, inner: Area) -> Option<Self> {
        let (selection, pane) = (&app.shared.selection, &app.grid);
        let layout = selection.layout()?;
        let grid = GridView::of(layout, selection.axes(), inner, pane.level.zoom);
        Some(Self { grid, pane, selection, layout, mode: pane.shown_mode(selection) })
    }

    /// The survey of the grid, once all of it is there.
    pub(super) fn survey(&self) -> Option<&'a Arc<Survey>> {
        self.pane.shown_survey(self.selection)
    }

    /// Whether a chunk is known not to decode.
    pub(super) fn is_faulty(&self, coords: &[u64]) -> bool {
        self.pane.level.verdicts.get(coords) == Some(&ChunkVerdict::Faulty)
    }
}
