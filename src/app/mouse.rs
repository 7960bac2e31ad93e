//! The mouse: a click selects what is under it, the wheel scrolls the pane it is over.

use super::action::Request;
use super::content::Content;
use super::hex::Hex;
use super::key::{Mouse, MouseKind};
use super::keymap::{Command, Move};
use super::regions::Pane;
use super::selection::Side;
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
                let Some(grid) = self.grid_view() else { return Vec::new() };
                let cell = grid.view.cell_at(x, y, &self.selection.grid.scroll);
                let coords = cell.and_then(|cell| grid.chunk(cell, &self.selection.grid.coords));
                coords.map(|coords| self.select_chunk(coords)).unwrap_or_default()
            }
            Pane::Stages => {
                let row = usize::try_from(row).unwrap_or(usize::MAX);
                if row < self.selection.stage_count() {
                    self.select_stage(row);
                }
                Vec::new()
            }
            Pane::Input => {
                self.click_value(Side::Input, x, y);
                Vec::new()
            }
            Pane::Values => {
                self.click_value(Side::Output, x, y);
                Vec::new()
            }
        }
    }

    fn click_value(&mut self, side: Side, x: u16, y: u16) {
        let area = self.inner(side.pane());
        let content = self.selection.content(side);
        let pane = self.selection.pane(side);
        match &content {
            Content::Bytes { bytes, group } => {
                let hex = Hex::of(bytes.len() as u64, *group, area);
                let rows = hex.rows(bytes, pane.scroll[0].first, pane.offset);
                let byte = hex.at(x, y, &rows);
                if let Some(byte) = byte.filter(|byte| *byte < bytes.len() as u64) {
                    self.selection.pane_mut(side).offset = byte;
                }
            }
            Content::Shard(shard) => {
                let table = views::table(shard.entries.len(), area);
                let entry = table.entry_at(x, y, pane.scroll[0]);
                if let Some(entry) = entry {
                    self.selection.pane_mut(side).entry = entry;
                }
            }
            _ => {
                let view = views::values(&content, area);
                let cell = view.cell_at(x, y, &pane.scroll);
                if let Some(coords) = cell.and_then(|cell| view.plane.coords(cell, &pane.coords)) {
                    self.selection.pane_mut(side).coords = coords;
                }
            }
        }
        self.selection.follow_from(side);
    }
}
