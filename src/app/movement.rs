//! Moving the cursors: rows of the tree, chunks of the grid, stages, elements and bytes.

use super::action::Request;
use super::content::Content;
use super::hex::Hex;
use super::keymap::Move;
use super::plane::{Plane, Scroll};
use super::regions::Pane;
use super::selection::{Side, step_slice};
use super::state::App;
use super::tree::Branch;
use super::views;

impl App {
    pub(super) fn step(&mut self, by: Move) -> Vec<Request> {
        let page = u64::from(self.inner(self.focus).height);
        match self.focus {
            Pane::Hierarchy => self.step_tree(by, page),
            Pane::Grid => self.step_grid(by),
            Pane::Stages => {
                let mut at = Scroll { first: self.selection.stage() as u64 };
                scroll_lines(&mut at, by, page, self.selection.stage_count() as u64);
                self.select_stage(usize::try_from(at.first).unwrap_or(0));
                Vec::new()
            }
            Pane::Input => {
                self.step_values(Side::Input, by);
                Vec::new()
            }
            Pane::Values => {
                self.step_values(Side::Output, by);
                Vec::new()
            }
        }
    }

    fn step_tree(&mut self, by: Move, page: u64) -> Vec<Request> {
        match by {
            Move::Left => return self.close_or_parent(),
            Move::Right => {
                let open = matches!(self.tree.current().map(|row| &row.branch), Some(Branch::Open(_)));
                return if open { Vec::new() } else { self.enter() };
            }
            _ => {}
        }
        if self.tree.step(by, usize::try_from(page).unwrap_or(usize::MAX)) {
            self.open_selected()
        } else {
            Vec::new()
        }
    }

    fn step_grid(&mut self, by: Move) -> Vec<Request> {
        let area = self.inner(Pane::Grid);
        let Some(grid) = self.grid_view() else {
            let lines = self.selection.report().len() as u64;
            scroll_lines(&mut self.selection.report_scroll, by, u64::from(area.height), lines);
            return Vec::new();
        };
        if grid.view.plane.is_empty() {
            return Vec::new();
        }
        let coords = grid.moved(&self.selection.grid.coords, by);
        self.select_chunk(coords)
    }

    /// Selects a stage; the cursors stay on their element.
    pub(super) fn select_stage(&mut self, stage: usize) {
        self.selection.stage = stage.min(self.selection.stage_count().saturating_sub(1));
        self.selection.put_cursors();
    }

    fn step_values(&mut self, side: Side, by: Move) {
        let area = self.inner(side.pane());
        let content = self.selection.content(side);
        let pane = self.selection.pane(side);
        match &content {
            Content::Bytes { bytes, group } => {
                let hex = Hex::of(bytes.len() as u64, *group, area);
                let moved = hex.moved(bytes, pane.offset, by);
                self.selection.pane_mut(side).offset = moved;
            }
            Content::Shard(shard) => {
                let (mut at, entries) = (Scroll { first: pane.entry as u64 }, shard.entries.len());
                let visible = u64::from(views::table(entries, area).rows.height);
                scroll_lines(&mut at, by, visible, entries as u64);
                self.selection.pane_mut(side).entry = usize::try_from(at.first).unwrap_or(0);
            }
            _ if content.shape().is_some_and(|shape| !shape.contains(&0)) => {
                let view = views::values(&content, area);
                let moved = view.plane.moved(&pane.coords, by, view.visible().0);
                self.selection.pane_mut(side).coords = moved;
            }
            _ => {}
        }
        self.selection.follow_from(side);
    }

    pub(super) fn slice(&mut self, on: bool) -> Vec<Request> {
        let selection = &mut self.selection;
        if let Some(side) = Side::of(self.focus) {
            let shape = selection.content(side).shape().map(<[u64]>::to_vec).unwrap_or_default();
            let pane = selection.pane_mut(side);
            if step_slice(&mut pane.coords, &shape, pane.axis, on) {
                selection.follow_from(side);
            } else {
                self.message = Some("no further slice".to_owned());
            }
            return Vec::new();
        }
        let Some(layout) = selection.layout().cloned() else { return Vec::new() };
        let mut coords = selection.grid.coords.clone();
        if step_slice(&mut coords, &layout.grid.grid_shape(), selection.grid.axis, on) {
            return self.select_chunk(coords);
        }
        self.message = Some("no further slice".to_owned());
        Vec::new()
    }

    pub(super) fn slice_axis(&mut self) {
        let rank = self.selection.layout().map_or(0, |layout| layout.shape.len());
        let sliced = Plane::new(&vec![1; rank], 1).sliced();
        let axis = match Side::of(self.focus) {
            Some(side) => &mut self.selection.pane_mut(side).axis,
            None => &mut self.selection.grid.axis,
        };
        *axis = if sliced == 0 { 0 } else { (*axis + 1) % sliced };
    }
}

/// Moves through lines; never past the last one.
pub(super) fn scroll_lines(scroll: &mut Scroll, by: Move, page: u64, lines: u64) {
    let last = lines.saturating_sub(1);
    let first = match by {
        Move::Up => scroll.first.saturating_sub(1),
        Move::Down => scroll.first.saturating_add(1),
        Move::PageUp => scroll.first.saturating_sub(page),
        Move::PageDown => scroll.first.saturating_add(page),
        Move::First => 0,
        Move::Last => last,
        Move::Left | Move::Right | Move::RowStart | Move::RowEnd => scroll.first,
    };
    scroll.first = first.min(last);
}
