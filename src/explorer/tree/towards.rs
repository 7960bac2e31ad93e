//! The way to a node that is not on the screen yet: what is above it is opened, one level after the other.

use crate::explorer::core::app::App;
use crate::explorer::tree::state::Towards;
use crate::metadata::text::escape;
use crate::tell::nearest::nearest;

/// The most names that are compared with one that is not there.
const COMPARED: usize = 2000;

impl App {
    /// Selects a node of the tree. What is above it is opened on the way, a list for each level, and everything else goes on.
    pub(crate) fn go_to_node(&mut self, key: String) {
        self.pending.line = None;
        self.head_for(key);
    }

    /// The same where the line that was typed says what comes of it.
    pub(crate) fn head_for(&mut self, key: String) {
        self.pending.fault = None;
        self.visited.jump();
        self.pending.node = Some(key);
        self.continue_to_node();
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
    pub(crate) fn continue_to_node(&mut self) {
        let Some(key) = self.pending.node.take() else { return };
        match self.hierarchy.tree.towards(&key) {
            Towards::There(row) => {
                self.hierarchy.tree.select(row);
                self.pending.line = None;
            }
            Towards::Closed(row) => {
                if self.hierarchy.expand_at(row, &mut self.shared) {
                    self.pending.node = Some(key);
                }
            }
            Towards::Waiting => self.pending.node = Some(key),
            // It may be one of the files that stand in one row.
            Towards::Nowhere if !self.shared.shows_files => {
                self.toggle_files();
                self.pending.node = Some(key);
                self.continue_to_node();
            }
            Towards::Nowhere => {
                let said = match self.near_node(&key) {
                    Some(near) => format!("there is no {}; did you mean {}?", escape(&key), escape(&near)),
                    // What was typed need never have been there.
                    None if self.pending.line.is_some() => format!("there is no {}", escape(&key)),
                    None => format!("{} is not there any more: r reads again", escape(&key)),
                };
                self.say_of_line(said);
            }
            Towards::Failed(error) => self.shared.say(error),
        }
    }
}
