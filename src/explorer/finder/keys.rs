//! What the finder does: a key in its window, answers from the workers, and the way to the node that was chosen.

use crate::explorer::finder::work::FindNodes;
use crate::explorer::finder::work::PreviewNode;
use crate::explorer::finder::work::WalkNodes;
use crate::explorer::tree::work::ListChildren;
use std::sync::Arc;

use crate::configuration::Key;
use crate::explorer::core::app::App;
use crate::explorer::core::late::{Late, RequestId};
use crate::explorer::finder::window::WalkProgress;
use crate::explorer::geometry::plane::Scroll;
use crate::explorer::geometry::regions::Pane;
use crate::explorer::geometry::views;
use crate::explorer::keys::keymap::Move;
use crate::explorer::overlay::window::Overlay;
use crate::explorer::tree::state::Towards;
use crate::metadata::text::escape;
use crate::pipeline::{Found, Query};
use crate::tell::nearest::nearest;
use crate::tell::report::Line;

/// The most names that are compared with one that is not there.
const COMPARED: usize = 2000;

impl App {
    /// Opens the finder, and begins to walk through the hierarchy where that is not done yet.
    pub(crate) fn open_finder(&mut self) {
        self.finder.begin();
        self.overlay = Overlay::Finder;
        if matches!(self.finder.walk, Late::Idle) {
            let hierarchy = Arc::clone(&self.shared.hierarchy);
            let catalog = Arc::clone(&self.finder.catalog);
            self.finder.walk = Late::asked(self.shared.ask(WalkNodes { hierarchy, catalog }));
        }
        self.look();
    }

    /// Forgets every node that was found: the hierarchy is read again.
    pub(crate) fn forget_found(&mut self) {
        let line = std::mem::take(&mut self.finder.line);
        let forgotten = std::mem::take(&mut self.finder);
        self.finder.line = line;
        self.shared.free((forgotten.catalog, forgotten.found.so_far().cloned(), forgotten.last));
    }

    /// Looks for the line that is typed.
    pub(crate) fn look(&mut self) {
        if let Some(query) = self.finder.query() {
            self.look_for(query);
        }
    }

    fn look_for(&mut self, query: Query) {
        let query =
            if query.asks_for_faults() { query.with_faulty(self.shared.known.nodes()) } else { query };
        let before = self.finder.nodes().cloned();
        let catalog = Arc::clone(&self.finder.catalog);
        self.finder.found.ask_again(self.shared.ask(FindNodes { catalog, query, before }));
    }

    /// Handles a key while the finder is open.
    pub(crate) fn key_in_finder(&mut self, key: Key) {
        let by = match key {
            Key::Esc => return self.close_finder(),
            Key::Backspace if self.finder.line.is_empty() => return self.close_finder(),
            Key::Enter => return self.enter_found(),
            Key::Up | Key::Ctrl('p') => Move::Up,
            Key::Down | Key::Ctrl('n') => Move::Down,
            Key::PageUp => Move::PageUp,
            Key::PageDown => Move::PageDown,
            key => {
                let before = self.finder.line.text();
                self.finder.enters = false;
                if self.finder.line.key(key) && self.finder.line.text() != before {
                    self.look();
                }
                return;
            }
        };
        self.step_in_finder(by);
    }

    /// Moves the cursor of the finder.
    pub(crate) fn step_in_finder(&mut self, by: Move) {
        let page = u64::from(views::finder(self.shared.size).list.height);
        let count = self.finder.nodes().map_or(0, |found| found.len());
        let mut at = Scroll { first: self.finder.selected as u64 };
        at.step(by, page, count as u64);
        self.finder.selected = usize::try_from(at.first).unwrap_or(0);
        self.finder.enters = false;
    }

    /// The wheel moves the cursor of the finder; a click puts it on a node.
    pub(crate) fn mouse_in_finder(&mut self, by: Option<Move>, x: u16, y: u16) {
        let list = views::finder(self.shared.size).list;
        match by {
            Some(by) => self.step_in_finder(by),
            None if list.contains(x, y) => {
                let row = self.finder.scroll.first + u64::from(y - list.y);
                let count = self.finder.nodes().map_or(0, |found| found.len());
                self.finder.selected = usize::try_from(row).unwrap_or(0).min(count.saturating_sub(1));
            }
            None => {}
        }
    }

    /// Goes to the node that was clicked.
    pub(crate) fn enter_clicked(&mut self, x: u16, y: u16) {
        if views::finder(self.shared.size).list.contains(x, y) {
            self.enter_found();
        }
    }

    fn close_finder(&mut self) {
        self.overlay = Overlay::None;
        self.finder.enters = false;
    }

    /// Goes to the node under the cursor. Where the nodes that fit the line are still to come, it waits for them.
    fn enter_found(&mut self) {
        let is_known = self.finder.is_current() && self.finder.current().is_some();
        let more_come = self.finder.found.is_waiting() || self.finder.progress().end.is_none();
        if !is_known {
            self.finder.enters = self.finder.error.is_none() && more_come;
            return;
        }
        self.overlay = Overlay::None;
        self.finder.enters = false;
        let Some(key) = self.finder.choose() else { return };
        self.shared.focus = Pane::Hierarchy;
        self.go_to_node(key);
    }

    /// Goes to the next or the previous node that was found.
    pub(crate) fn next_found(&mut self, back: bool) {
        let Some((key, number, count)) = self.finder.next(back) else {
            self.shared.say("nothing was looked for yet: / finds nodes");
            return;
        };
        self.shared.focus = Pane::Hierarchy;
        let said = format!("{number} of {count} found");
        let path = escape(&key).into_owned();
        self.go_to_node(key);
        if self.shared.message.is_none() {
            // Far down in a narrow tree, rows look alike.
            self.shared.say_fitting(&[format!("{said}: {path}"), said]);
        }
    }

    /// Takes how far the walk has come. Where more nodes have come, they are looked through.
    pub(crate) fn walked(&mut self, id: RequestId, progress: WalkProgress) {
        let is_new = match progress.end {
            None => self.finder.walk.part(id, progress),
            Some(_) => self.finder.walk.answer(id, Ok(progress)),
        };
        if !is_new {
            return;
        }
        self.look_further();
    }

    /// Takes what was found.
    pub(crate) fn found(&mut self, id: RequestId, found: &Arc<Found>) {
        self.finder.take(id, found);
        if self.finder.enters && self.finder.is_current() && self.finder.current().is_some() {
            return self.enter_found();
        }
        self.look_further();
    }

    /// Looks through nodes that have come since, while the window is open.
    fn look_further(&mut self) {
        let is_open = matches!(self.overlay, Overlay::Finder);
        if !is_open || !self.finder.is_behind() {
            return;
        }
        if let Some(query) = self.finder.nodes().map(|found| found.query.clone()) {
            self.look_for(query);
        }
    }

    /// Takes the report of the node under the cursor.
    pub(crate) fn previewed(&mut self, id: RequestId, lines: Vec<Line>) {
        self.finder.preview.1.answer(id, Ok(lines));
    }

    /// Scrolls to the node under the cursor, and asks for its report where there is room for that.
    pub(crate) fn settle_finder(&mut self) {
        if !matches!(self.overlay, Overlay::Finder) {
            return;
        }
        let view = views::finder(self.shared.size);
        let finder = &mut self.finder;
        let count = finder.nodes().map_or(0, |found| found.len());
        finder.selected = finder.selected.min(count.saturating_sub(1));
        finder.scroll.follow(finder.selected as u64, view.list.height.into(), count as u64);
        let Some(key) = finder.current().map(|row| row.key.to_string()) else { return };
        if view.preview.width == 0 || finder.preview.0 == key {
            return;
        }
        let hierarchy = Arc::clone(&self.shared.hierarchy);
        let request = self.shared.ask(PreviewNode { hierarchy, key: key.clone() });
        self.finder.preview = (key, Late::asked(request));
    }

    /// Selects a node of the tree. What is above it is opened on the way: that takes a list for each level, one after the
    /// other, and everything else goes on in the meantime.
    pub(crate) fn go_to_node(&mut self, key: String) {
        self.typed_line = None;
        self.head_for(key);
    }

    /// The same where the line that was typed says what comes of it.
    pub(crate) fn head_for(&mut self, key: String) {
        self.station = None;
        self.visited.jump();
        self.going = Some(key);
        self.go_on();
    }

    /// The node in the tree whose name is nearest to that of one that is not there, beside where it would be.
    fn near_node(&self, key: &str) -> Option<String> {
        // What the finder has seen was there.
        let seen = self.finder.catalog.view();
        if (0..seen.len()).filter_map(|number| seen.row(number)).any(|row| &*row.key == key) {
            return None;
        }
        let above = |key: &str| key.rsplit_once('/').map_or(String::new(), |(above, _)| above.to_owned());
        let (wanted, rows) = (above(key), self.hierarchy.tree.rows());
        let beside = rows.iter().map(|row| row.child.key.as_str()).filter(|own| above(own) == wanted);
        nearest(key, beside.take(COMPARED)).first().map(|near| (*near).to_owned())
    }

    /// Goes on to the node that was chosen, as far as the names above it are known.
    pub(crate) fn go_on(&mut self) {
        let Some(key) = self.going.take() else { return };
        match self.hierarchy.tree.towards(&key) {
            Towards::There(row) => {
                self.hierarchy.tree.select(row);
                self.typed_line = None;
            }
            Towards::Closed(row) => {
                let request = self.shared.request();
                let Some(above) = self.hierarchy.tree.open_at(row, &request) else { return };
                self.going = Some(key);
                let hierarchy = Arc::clone(&self.shared.hierarchy);
                self.shared.send(&request, ListChildren { hierarchy, key: above });
            }
            Towards::Waiting => self.going = Some(key),
            // It may be one of the files that stand in one row.
            Towards::Nowhere if !self.shared.shows_files => {
                self.toggle_files();
                self.going = Some(key);
                self.go_on();
            }
            Towards::Nowhere => {
                let said = match self.near_node(&key) {
                    Some(near) => format!("there is no {}; did you mean {}?", escape(&key), escape(&near)),
                    // What was typed need never have been there.
                    None if self.typed_line.is_some() => format!("there is no {}", escape(&key)),
                    None => format!("{} is not there any more: r reads again", escape(&key)),
                };
                self.say_of_line(said);
            }
            Towards::Failed(error) => self.shared.say(error),
        }
    }
}
