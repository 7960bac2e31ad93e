//! Moving the cursors: rows of the tree, chunks of the grid, stages, elements and bytes.

use super::action::Request;
use super::keymap::Move;
use super::plane::{Plane, Scroll};
use super::regions::Pane;
use super::selection::step_slice;
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
                self.selection.stage = usize::try_from(at.first).unwrap_or(0);
                Vec::new()
            }
            Pane::Values => {
                self.step_values(by);
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
        let Some(layout) = self.selection.layout() else {
            let lines = self.selection.report().len() as u64;
            scroll_lines(&mut self.selection.report_scroll, by, u64::from(area.height), lines);
            return Vec::new();
        };
        let view = views::grid(layout, area);
        if view.plane.is_empty() {
            return Vec::new();
        }
        let coords = view.plane.moved(&self.selection.grid.coords, by, view.visible().0);
        self.select_chunk(coords)
    }

    fn step_values(&mut self, by: Move) {
        let area = self.inner(Pane::Values);
        let content = self.selection.content();
        if let Some(nbytes) = content.nbytes().filter(|nbytes| *nbytes > 0) {
            let view = views::bytes(nbytes, area);
            let moved = view.plane.moved(&[self.selection.values.offset], by, view.visible().0);
            self.selection.values.offset = moved.first().copied().unwrap_or(0);
        } else if content.shape().is_some_and(|shape| !shape.contains(&0)) {
            let view = views::values(&content, area);
            self.selection.values.coords =
                view.plane.moved(&self.selection.values.coords, by, view.visible().0);
        }
    }

    pub(super) fn slice(&mut self, on: bool) -> Vec<Request> {
        let selection = &mut self.selection;
        if self.focus == Pane::Values {
            let shape = selection.content().shape().map(<[u64]>::to_vec).unwrap_or_default();
            let (coords, axis) = (&mut selection.values.coords, selection.values.axis);
            if !step_slice(coords, &shape, axis, on) {
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
        let axis = if self.focus == Pane::Values {
            &mut self.selection.values.axis
        } else {
            &mut self.selection.grid.axis
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
