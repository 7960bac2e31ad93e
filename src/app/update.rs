//! The one place where the state changes: actions in, requests out.

use std::sync::Arc;

use super::action::{Action, Request};
use super::content::Content;
use super::goto::{self, Target};
use super::key::Key;
use super::keymap::{Command, command};
use super::load::Load;
use super::plane::Scroll;
use super::regions::Pane;
use super::selection::Side;
use super::state::{App, Overlay, Purpose};
use super::tree::Branch;
use crate::metadata::text::escape;

impl App {
    /// Takes in what happened, and says what is to be done. After answers that come in numbers, and move nothing, nothing
    /// is to be done.
    pub fn update(&mut self, action: Action) -> Vec<Request> {
        let mut requests = match action {
            Action::Key(key) => self.key(key),
            Action::Mouse(mouse) => self.mouse(mouse),
            Action::Resize(width, height) => {
                self.size = (width, height);
                Vec::new()
            }
            Action::Reopened(id, result) => self.reopened(id, result),
            Action::Children(id, result) => {
                self.tree.children(id, result);
                Vec::new()
            }
            Action::Described(found) => {
                self.tree.described(found, usize::from(self.inner(Pane::Hierarchy).height));
                return Vec::new();
            }
            Action::Opened(id, node) => self.opened(id, *node),
            Action::Surveyed(id, result) => {
                if self.selection.array_survey().answer(id, result) {
                    self.selection.so_far = None;
                }
                Vec::new()
            }
            Action::Located(id, result) => {
                self.located(id, result);
                Vec::new()
            }
            Action::SurveyedPart(id, part) => {
                if matches!(self.selection.array_survey(), Load::Loading(own) if *own == id) {
                    self.selection.so_far = Some(part);
                }
                Vec::new()
            }
            Action::Judged(id, verdicts) => {
                self.selection.judged(id, verdicts);
                return Vec::new();
            }
            Action::Counted(id, boxes) => {
                self.counted(id, *boxes);
                return Vec::new();
            }
            Action::Traced(id, result) => self.traced(id, result),
            Action::Measured(id, row, statistics) => {
                self.measured(id, row, statistics);
                return Vec::new();
            }
            Action::Diagnosed(id, result) => {
                self.selection.diagnosis.answer(id, result);
                Vec::new()
            }
            Action::Quit => {
                self.quit = true;
                Vec::new()
            }
            Action::Suspend => return vec![Request::Suspend],
            Action::Continue => return vec![Request::Resume],
        };
        requests.extend(self.settle());
        requests
    }

    /// Puts scrolling where the cursors are, and asks what the nodes on the screen are.
    fn settle(&mut self) -> Vec<Request> {
        self.settle_focus();
        self.settle_lists();
        let visible = usize::from(self.inner(Pane::Hierarchy).height);
        self.tree.follow(visible);
        self.selection.settle_values();
        self.follow_cursors();
        let mut requests = self.judge_visible();
        requests.extend(self.count_visible());
        let unknown = self.tree.to_describe(visible);
        if !unknown.is_empty() {
            requests.push(Request::Describe(Arc::clone(&self.hierarchy), unknown));
        }
        requests
    }

    /// Keeps the focus on a pane that is shown. Whoever goes to another pane leaves the stage that was opened.
    fn settle_focus(&mut self) {
        if self.selection.node.ready().is_none() || self.panes().contains(&self.focus) {
            return;
        }
        self.selection.opened = false;
        if !self.panes().contains(&self.focus) {
            self.focus = Pane::Grid;
        }
    }

    fn follow_cursors(&mut self) {
        if let Some(grid) = self.grid_view() {
            let pane = &mut self.selection.grid;
            grid.view.follow(grid.cell(&pane.coords), &mut pane.scroll);
        }
        for side in Side::BOTH {
            let area = self.inner(side.pane());
            let scroll = self.selection.followed(side, area);
            self.selection.pane_mut(side).scroll = scroll;
        }
    }

    fn key(&mut self, key: Key) -> Vec<Request> {
        self.message = None;
        let asked = command(key);
        // Whatever is being typed or read.
        if let Some(at_once @ (Command::Quit | Command::Suspend)) = asked {
            return self.command(at_once);
        }
        if let Overlay::Prompt(purpose, text) = &self.overlay {
            return self.prompt(*purpose, text.clone(), key);
        }
        let Some(command) = asked else { return Vec::new() };
        if self.overlay != Overlay::None {
            return self.in_overlay(command);
        }
        self.command(command)
    }

    fn command(&mut self, command: Command) -> Vec<Request> {
        match command {
            Command::Move(by) => return self.step(by),
            Command::NextPane => self.turn_focus(1),
            Command::PreviousPane => self.turn_focus(self.panes().len() - 1),
            Command::Enter => return self.enter(),
            Command::Back if self.focus == Pane::Hierarchy => self.quit = true,
            Command::Out | Command::Back => return self.out(),
            Command::Quit => self.quit = true,
            Command::Suspend => return vec![Request::Suspend],
            Command::Find => self.overlay = Overlay::Prompt(Purpose::Find, String::new()),
            Command::FindNext => return self.find(false),
            Command::FindPrevious => return self.find(true),
            Command::GoTo => self.overlay = Overlay::Prompt(Purpose::GoTo, String::new()),
            Command::SliceBack => return self.slice(false),
            Command::SliceOn => return self.slice(true),
            Command::SliceAxis => self.slice_axis(),
            Command::PreviousStage => self.select_stage(self.selection.stage().saturating_sub(1)),
            Command::NextStage => self.select_stage(self.selection.stage() + 1),
            Command::Hex => self.toggle_hex(),
            Command::Sizes => self.toggle_sizes(),
            Command::ZoomOut => self.zoom(true),
            Command::ZoomIn => self.zoom(false),
            Command::ZoomToFit => self.zoom_to_fit(),
            Command::Probe => self.open_way(),
            Command::Explain => self.open_card(),
            Command::CopyAs => return self.open_copies(),
            Command::Diagnose => return self.open_diagnosis(),
            Command::Undo => return self.undo_what_if(),
            Command::Info => self.overlay = Overlay::Info(Scroll::default()),
            Command::Help if self.focus == Pane::Stages => self.open_card(),
            Command::Help => self.overlay = Overlay::Help(Scroll::default()),
            Command::IgnoreChecksums => return self.toggle_checksums(),
            Command::Copy => return self.copy(),
            Command::Reload => return self.reload(),
        }
        Vec::new()
    }

    /// Switches between values and bytes in the pane with the focus; elsewhere in the one of what comes out.
    fn toggle_hex(&mut self) {
        let side = Side::of(self.focus).unwrap_or(Side::Output);
        let pane = self.selection.pane_mut(side);
        pane.hex = !pane.hex;
        self.selection.put_cursors();
    }

    fn prompt(&mut self, purpose: Purpose, mut text: String, key: Key) -> Vec<Request> {
        match key {
            Key::Enter => {
                self.overlay = Overlay::None;
                return match purpose {
                    Purpose::Find => {
                        self.sought = text;
                        self.find(false)
                    }
                    Purpose::GoTo => self.go_to(&text),
                };
            }
            Key::Esc => self.overlay = Overlay::None,
            Key::Backspace if text.is_empty() => self.overlay = Overlay::None,
            Key::Backspace => {
                text.pop();
                self.overlay = Overlay::Prompt(purpose, text);
            }
            Key::Char(c) => {
                text.push(c);
                self.overlay = Overlay::Prompt(purpose, text);
            }
            _ => {}
        }
        Vec::new()
    }

    fn turn_focus(&mut self, by: usize) {
        let panes = self.panes();
        let at = panes.iter().position(|pane| *pane == self.focus).unwrap_or(0);
        self.focus = panes.get((at + by) % panes.len()).copied().unwrap_or(Pane::Hierarchy);
    }

    pub(super) fn enter(&mut self) -> Vec<Request> {
        match self.focus {
            Pane::Hierarchy => return self.enter_node(),
            Pane::Grid if self.panes().contains(&Pane::Stages) => {
                if let Some(requests) = self.enter_shard(None) {
                    return requests;
                }
                self.focus = Pane::Stages;
            }
            Pane::Stages => {
                self.selection.opened = true;
                self.focus = Pane::Values;
                self.selection.put_cursors();
            }
            Pane::Input | Pane::Values => return self.enter_entry(),
            Pane::Grid => {}
        }
        Vec::new()
    }

    /// Opens or closes the node, or goes on to what it holds.
    fn enter_node(&mut self) -> Vec<Request> {
        let Some(row) = self.tree.current() else { return Vec::new() };
        if matches!(row.branch, Branch::Open(_)) {
            return self.tree.close().map(Request::Forget).into_iter().collect();
        }
        if row.may_open() && self.selection.layout().is_none() {
            return self.expand();
        }
        self.focus = Pane::Grid;
        Vec::new()
    }

    /// Enters the inner chunk that the cursor is on in the index of a shard.
    fn enter_entry(&mut self) -> Vec<Request> {
        let Some(side) = Side::of(self.focus) else { return Vec::new() };
        let coords = match self.selection.content(side) {
            Content::Shard(shard) => {
                shard.entries.get(self.selection.pane(side).entry).map(|(coords, _)| coords.clone())
            }
            _ => None,
        };
        coords.and_then(|coords| self.enter_shard(Some(coords))).unwrap_or_default()
    }

    fn out(&mut self) -> Vec<Request> {
        match self.focus {
            Pane::Hierarchy => return self.close_or_parent(),
            Pane::Grid => match self.leave_shard() {
                Some(requests) => return requests,
                None => self.focus = Pane::Hierarchy,
            },
            Pane::Stages if self.selection.opened => self.selection.opened = false,
            Pane::Stages => self.focus = Pane::Grid,
            Pane::Input | Pane::Values => self.focus = Pane::Stages,
        }
        Vec::new()
    }

    fn find(&mut self, backwards: bool) -> Vec<Request> {
        if self.sought.is_empty() {
            return Vec::new();
        }
        match self.tree.find(&self.sought, backwards) {
            Some(row) => {
                self.focus = Pane::Hierarchy;
                if self.tree.select(row) { self.open_selected() } else { Vec::new() }
            }
            None => {
                self.message =
                    Some(format!("no node shown here has \"{}\" in its name", escape(&self.sought)));
                Vec::new()
            }
        }
    }

    fn go_to(&mut self, text: &str) -> Vec<Request> {
        // Elements and keys are those of the array; the coordinates of a chunk are those of the grid that is shown.
        let chunk = text.trim_start().starts_with('c');
        let layout = if chunk { self.selection.layout() } else { self.selection.array_layout() };
        let Some(layout) = layout.cloned() else {
            self.message = Some("no array is selected".to_owned());
            return Vec::new();
        };
        match goto::parse(text, &layout.grid, layout.encoding) {
            Ok(Target::Chunk(coords)) => {
                self.focus = if self.selection.opened { self.focus } else { Pane::Grid };
                self.go_to_chunk(coords, !chunk)
            }
            Ok(Target::Element(coords, within)) => {
                self.focus = Pane::Values;
                self.selection.stage = usize::MAX;
                (self.selection.place.element, self.selection.values.hex) = (within, false);
                let requests = self.go_to_chunk(coords, true);
                // A chunk that is to be decoded puts the cursors when it is there.
                if requests.is_empty() {
                    self.selection.put_cursors();
                }
                requests
            }
            Err(error) => {
                self.message = Some(error);
                Vec::new()
            }
        }
    }

    /// Selects a chunk of the array, which leads out of all shards, or of the grid that is shown.
    fn go_to_chunk(&mut self, coords: Vec<u64>, of_array: bool) -> Vec<Request> {
        if !of_array || self.selection.levels.is_empty() {
            return self.select_chunk(coords);
        }
        self.leave_shards();
        self.selection.grid.coords = coords;
        self.trace()
    }

    fn toggle_checksums(&mut self) -> Vec<Request> {
        self.options.ignore_checksums = !self.options.ignore_checksums;
        let told =
            if self.options.ignore_checksums { "checksums are ignored" } else { "checksums are checked" };
        self.message = Some(told.to_owned());
        self.selection.forget_verdicts();
        self.trace()
    }

    fn copy(&mut self) -> Vec<Request> {
        let path = self.hierarchy.display(&self.selection.child.key);
        let key = self.selection.trace.ready().map(|trace| trace.key.clone());
        let text = match self.focus {
            Pane::Hierarchy => Some(path),
            Pane::Grid => Some(key.map_or(path.clone(), |key| format!("{path}/{key}"))),
            Pane::Stages => self.selection.stage_trace().map(|stage| stage.info.name.clone()),
            Pane::Input => self.selection.content(Side::Input).text(&self.selection.input.coords),
            Pane::Values => self.selection.content(Side::Output).text(&self.selection.values.coords),
        };
        let Some(text) = text else { return Vec::new() };
        let text = escape(&text).into_owned();
        self.message = Some(format!("copied {text}"));
        vec![Request::Copy(text)]
    }
}
