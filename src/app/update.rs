//! The one place where the state changes: actions in, requests out.

use std::sync::Arc;

use super::action::{Action, OpenNode, Request};
use super::goto::{self, Target};
use super::key::Key;
use super::keymap::{Command, KEYMAP, SIGNS, command};
use super::load::Load;
use super::movement::scroll_lines;
use super::plane::Scroll;
use super::regions::Pane;
use super::selection::Selection;
use super::state::{App, Overlay, Purpose};
use super::tree::Branch;
use super::views;
use crate::metadata::text::escape;
use crate::pipeline::ChunkTrace;

impl App {
    /// Takes in what happened, and says what is to be done.
    pub fn update(&mut self, action: Action) -> Vec<Request> {
        let mut requests = match action {
            Action::Key(key) => self.key(key),
            Action::Mouse(mouse) => self.mouse(mouse),
            Action::Resize(width, height) => {
                self.size = (width, height);
                Vec::new()
            }
            Action::Children(id, result) => {
                self.tree.children(id, result);
                Vec::new()
            }
            Action::Described(found) => {
                self.tree.described(found);
                Vec::new()
            }
            Action::Opened(id, node) => self.opened(id, *node),
            Action::Surveyed(id, result) => {
                self.selection.survey.answer(id, result);
                Vec::new()
            }
            Action::Traced(id, result) => {
                self.traced(id, result);
                Vec::new()
            }
            Action::Quit => {
                self.quit = true;
                Vec::new()
            }
        };
        requests.extend(self.settle());
        requests
    }

    /// Puts scrolling where the cursors are, and asks what the nodes on the screen are.
    fn settle(&mut self) -> Vec<Request> {
        if !self.panes().contains(&self.focus) && self.selection.node.ready().is_some() {
            self.focus = Pane::Grid;
        }
        let visible = usize::from(self.inner(Pane::Hierarchy).height);
        self.tree.follow(visible);
        self.selection.settle_values();
        self.follow_cursors();
        let unknown = self.tree.to_describe(visible);
        if unknown.is_empty() {
            Vec::new()
        } else {
            vec![Request::Describe(Arc::clone(&self.hierarchy), unknown)]
        }
    }

    fn follow_cursors(&mut self) {
        let (grid_area, values_area) = (self.inner(Pane::Grid), self.inner(Pane::Values));
        if let Some(layout) = self.selection.layout() {
            let view = views::grid(layout, grid_area);
            let grid = &mut self.selection.grid;
            view.follow(view.plane.cell(&grid.coords), &mut grid.scroll);
        }
        let content = self.selection.content();
        let view = match content.nbytes() {
            Some(nbytes) => views::bytes(nbytes, values_area),
            None => views::values(&content, values_area),
        };
        let cell = match content.nbytes() {
            Some(_) => view.plane.cell(&[self.selection.values.offset]),
            None => view.plane.cell(&self.selection.values.coords),
        };
        view.follow(cell, &mut self.selection.values.scroll);
    }

    fn key(&mut self, key: Key) -> Vec<Request> {
        self.message = None;
        if key == Key::Ctrl('c') {
            self.quit = true;
            return Vec::new();
        }
        if let Overlay::Prompt(purpose, text) = &self.overlay {
            return self.prompt(*purpose, text.clone(), key);
        }
        let Some(command) = command(key) else { return Vec::new() };
        if self.overlay != Overlay::None {
            self.in_overlay(command);
            return Vec::new();
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
            Command::Find => self.overlay = Overlay::Prompt(Purpose::Find, String::new()),
            Command::FindNext => return self.find(false),
            Command::FindPrevious => return self.find(true),
            Command::GoTo => self.overlay = Overlay::Prompt(Purpose::GoTo, String::new()),
            Command::SliceBack => return self.slice(false),
            Command::SliceOn => return self.slice(true),
            Command::SliceAxis => self.slice_axis(),
            Command::Hex => self.selection.values.hex = !self.selection.values.hex,
            Command::Info => self.overlay = Overlay::Info(Scroll::default()),
            Command::Help => self.overlay = Overlay::Help(Scroll::default()),
            Command::IgnoreChecksums => return self.toggle_checksums(),
            Command::Copy => return self.copy(),
            Command::Reload => return self.reload(),
        }
        Vec::new()
    }

    pub(super) fn in_overlay(&mut self, command: Command) {
        let page = u64::from(self.size.1.saturating_sub(4)).max(1);
        let (scroll, lines) = match &mut self.overlay {
            Overlay::Help(scroll) => (scroll, KEYMAP.len() + SIGNS.len()),
            Overlay::Info(scroll) => (scroll, self.selection.report().len()),
            Overlay::None | Overlay::Prompt(..) => return,
        };
        match command {
            Command::Move(by) => scroll_lines(scroll, by, page, lines as u64),
            Command::Back | Command::Out | Command::Help | Command::Info | Command::Enter => {
                self.overlay = Overlay::None;
            }
            _ => {}
        }
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
            Pane::Hierarchy => {
                let open = matches!(self.tree.current().map(|row| &row.branch), Some(Branch::Open(_)));
                let may_open = self.tree.current().is_some_and(super::tree::Row::may_open);
                if open {
                    self.tree.close();
                } else if may_open && self.selection.layout().is_none() {
                    return self.expand();
                } else {
                    self.focus = Pane::Grid;
                }
            }
            Pane::Grid if self.panes().contains(&Pane::Stages) => self.focus = Pane::Stages,
            Pane::Stages => self.focus = Pane::Values,
            Pane::Grid | Pane::Values => {}
        }
        Vec::new()
    }

    fn out(&mut self) -> Vec<Request> {
        match self.focus {
            Pane::Hierarchy => return self.close_or_parent(),
            Pane::Grid => self.focus = Pane::Hierarchy,
            Pane::Stages => self.focus = Pane::Grid,
            Pane::Values => self.focus = Pane::Stages,
        }
        Vec::new()
    }

    /// Opens the selected row of the tree.
    pub(super) fn expand(&mut self) -> Vec<Request> {
        let id = self.next_id();
        let key = self.tree.open(id);
        key.map(|key| Request::Children(id, Arc::clone(&self.hierarchy), key)).into_iter().collect()
    }

    /// Opens the root as soon as it is known to be no array.
    fn expand_root(&mut self) -> Vec<Request> {
        let untouched = matches!(self.tree.rows(), [root] if root.branch == Branch::Closed);
        let has_children = self.selection.node.ready().is_some_and(|open| open.node.may_have_children());
        if untouched && has_children { self.expand() } else { Vec::new() }
    }

    pub(super) fn close_or_parent(&mut self) -> Vec<Request> {
        if self.tree.close() {
            return Vec::new();
        }
        match self.tree.parent() {
            Some(row) if self.tree.select(row) => self.open_selected(),
            _ => Vec::new(),
        }
    }

    /// Reads the selected node; everything that was shown of the one before is gone.
    pub(super) fn open_selected(&mut self) -> Vec<Request> {
        let Some(child) = self.tree.current().map(|row| row.child.clone()) else { return Vec::new() };
        let id = self.next_id();
        self.selection = Selection::new(child.clone(), id);
        vec![Request::Open(id, Arc::clone(&self.hierarchy), child)]
    }

    fn opened(&mut self, id: u64, node: OpenNode) -> Vec<Request> {
        if !self.selection.node.answer(id, Ok(Arc::new(node))) {
            return Vec::new();
        }
        let Some(layout) = self.selection.layout().cloned() else { return self.expand_root() };
        if self.selection.grid.coords.len() != layout.shape.len()
            || !layout.grid.contains(&self.selection.grid.coords)
        {
            self.selection.grid.coords = vec![0; layout.shape.len()];
        }
        if self.tree.rows().len() == 1 && self.focus == Pane::Hierarchy {
            self.focus = Pane::Grid; // the whole hierarchy is this array
        }
        let id = self.next_id();
        self.selection.survey = Load::Loading(id);
        let mut requests = vec![Request::Survey(id, Arc::clone(&self.hierarchy), layout)];
        requests.extend(self.trace());
        requests
    }

    /// Decodes the selected chunk.
    fn trace(&mut self) -> Vec<Request> {
        let coords = self.selection.grid.coords.clone();
        let array = match self.selection.node.ready().and_then(|node| node.array.as_ref()) {
            Some(Ok(array)) => Arc::clone(array),
            Some(Err(error)) => {
                self.selection.trace = Load::Failed(error.clone());
                return Vec::new();
            }
            None => return Vec::new(),
        };
        if !array.metadata.chunk_grid.contains(&coords) {
            self.selection.trace = Load::Failed("the chunk grid has no chunks".to_owned());
            return Vec::new();
        }
        let id = self.next_id();
        self.selection.trace = Load::Loading(id);
        vec![Request::Trace(id, array, coords, self.options)]
    }

    fn traced(&mut self, id: u64, result: Result<Arc<ChunkTrace>, String>) {
        let told = result.as_ref().ok().map(|trace| (trace.coords.clone(), trace.trace.fault.is_some()));
        if !self.selection.trace.answer(id, result) {
            return;
        }
        match told {
            Some((coords, true)) => self.selection.grid.faulty.insert(coords),
            Some((coords, false)) => self.selection.grid.faulty.remove(&coords),
            None => self.selection.grid.faulty.insert(self.selection.grid.coords.clone()),
        };
    }

    pub(super) fn select_chunk(&mut self, coords: Vec<u64>) -> Vec<Request> {
        if coords == self.selection.grid.coords {
            return Vec::new();
        }
        self.selection.grid.coords = coords;
        self.trace()
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
        let Some(layout) = self.selection.layout().cloned() else {
            self.message = Some("no array is selected".to_owned());
            return Vec::new();
        };
        match goto::parse(text, &layout.grid, layout.encoding) {
            Ok(Target::Chunk(coords)) => {
                self.focus = Pane::Grid;
                self.select_chunk(coords)
            }
            Ok(Target::Element(coords, within)) => {
                self.focus = Pane::Values;
                self.selection.stage = usize::MAX;
                (self.selection.values.coords, self.selection.values.hex) = (within, false);
                self.select_chunk(coords)
            }
            Err(error) => {
                self.message = Some(error);
                Vec::new()
            }
        }
    }

    fn toggle_checksums(&mut self) -> Vec<Request> {
        self.options.ignore_checksums = !self.options.ignore_checksums;
        let told =
            if self.options.ignore_checksums { "checksums are ignored" } else { "checksums are checked" };
        self.message = Some(told.to_owned());
        self.trace()
    }

    fn reload(&mut self) -> Vec<Request> {
        let mut requests = Vec::new();
        if self.tree.close() {
            requests.extend(self.expand());
        }
        let Some(child) = self.tree.current().map(|row| row.child.clone()) else { return requests };
        let id = self.next_id();
        self.selection.node = Load::Loading(id);
        requests.push(Request::Open(id, Arc::clone(&self.hierarchy), child));
        self.message = Some("read again".to_owned());
        requests
    }

    fn copy(&mut self) -> Vec<Request> {
        let path = self.hierarchy.display(&self.selection.child.key);
        let key = self.selection.trace.ready().map(|trace| trace.key.clone());
        let text = match self.focus {
            Pane::Hierarchy => Some(path),
            Pane::Grid => Some(key.map_or(path.clone(), |key| format!("{path}/{key}"))),
            Pane::Stages => self.selection.stage_trace().map(|stage| stage.info.name.clone()),
            Pane::Values => self.selection.content().text(&self.selection.values.coords),
        };
        let Some(text) = text else { return Vec::new() };
        let text = escape(&text).into_owned();
        self.message = Some(format!("copied {text}"));
        vec![Request::Copy(text)]
    }
}
