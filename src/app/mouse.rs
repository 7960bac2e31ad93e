//! The mouse: a click selects what is under it, the wheel scrolls the pane it is over.

use super::action::Request;
use super::key::{Mouse, MouseKind};
use super::keymap::{Command, Move};
use super::regions::Pane;
use super::state::{App, Overlay};
use super::views;

impl App {
    pub(super) fn mouse(&mut self, mouse: Mouse) -> Vec<Request> {
        if self.overlay != Overlay::None {
            let by = match mouse.kind {
                MouseKind::ScrollUp => Move::Up,
                MouseKind::ScrollDown => Move::Down,
                MouseKind::Click => return Vec::new(),
            };
            self.in_overlay(Command::Move(by));
            return Vec::new();
        }
        let Some(pane) = self.regions().at(mouse.x, mouse.y).filter(|pane| self.panes().contains(pane))
        else {
            return Vec::new();
        };
        match mouse.kind {
            MouseKind::ScrollUp | MouseKind::ScrollDown => {
                let by = if mouse.kind == MouseKind::ScrollUp { Move::Up } else { Move::Down };
                let focus = std::mem::replace(&mut self.focus, pane);
                let requests = self.step(by);
                self.focus = focus;
                requests
            }
            MouseKind::Click => self.click(pane, mouse.x, mouse.y),
        }
    }

    fn click(&mut self, pane: Pane, x: u16, y: u16) -> Vec<Request> {
        self.focus = pane;
        let area = self.inner(pane);
        if !area.contains(x, y) {
            return Vec::new();
        }
        let row = u64::from(y - area.y);
        match pane {
            Pane::Hierarchy => {
                let row = usize::try_from(self.tree.scroll.first + row).unwrap_or(usize::MAX);
                let inside = row < self.tree.rows().len();
                if !inside {
                    return Vec::new();
                }
                if self.tree.select(row) { self.open_selected() } else { self.enter() }
            }
            Pane::Grid => {
                let Some(layout) = self.selection.layout() else { return Vec::new() };
                let view = views::grid(layout, area);
                let cell = view.cell_at(x, y, &self.selection.grid.scroll);
                let coords = cell.and_then(|cell| view.plane.coords(cell, &self.selection.grid.coords));
                coords.map(|coords| self.select_chunk(coords)).unwrap_or_default()
            }
            Pane::Stages => {
                let row = usize::try_from(row).unwrap_or(usize::MAX);
                if row < self.selection.stage_count() {
                    self.selection.stage = row;
                }
                Vec::new()
            }
            Pane::Values => {
                self.click_value(x, y);
                Vec::new()
            }
        }
    }

    fn click_value(&mut self, x: u16, y: u16) {
        let area = self.inner(Pane::Values);
        let content = self.selection.content();
        let scroll = &self.selection.values.scroll;
        if let Some(nbytes) = content.nbytes() {
            let view = views::bytes(nbytes, area);
            let offset = view.cell_at(x, y, scroll).and_then(|cell| view.plane.coords(cell, &[0]));
            if let Some(&[offset]) = offset.as_deref() {
                self.selection.values.offset = offset;
            }
            return;
        }
        let view = views::values(&content, area);
        let cell = view.cell_at(x, y, scroll);
        let coords = cell.and_then(|cell| view.plane.coords(cell, &self.selection.values.coords));
        if let Some(coords) = coords {
            self.selection.values.coords = coords;
        }
    }
}
