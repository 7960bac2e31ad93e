//! Goes to a node that is not listed yet, and opens the nodes above it on the way.

use crate::explorer::core::app::App;
use crate::explorer::keys::keymap::{KeyCommand, named};
use crate::explorer::tree::state::Towards;
use crate::metadata::text::escape;
use crate::tell::nearest::nearest;

const COMPARED: usize = 2000;

impl App {
    pub(crate) fn go_to_node(&mut self, key: String) {
        self.pending.line = None;
        self.head_for(key);
    }

    pub(crate) fn head_for(&mut self, key: String) {
        self.pending.fault = None;
        self.visited.jump();
        self.pending.node = Some(key);
        self.continue_to_node();
    }

    fn near_node(&self, key: &str) -> Option<String> {
        // A node that the finder has seen existed.
        let seen = self.finder.catalog.view();
        if (0..seen.len()).filter_map(|number| seen.row(number)).any(|row| &*row.key == key) {
            return None;
        }
        let above = |key: &str| key.rsplit_once('/').map_or(String::new(), |(above, _)| above.to_owned());
        let (wanted, rows) = (above(key), &self.hierarchy.tree.rows);
        let beside = rows.iter().map(|row| row.child.key.as_str()).filter(|own| above(own) == wanted);
        nearest(key, beside.take(COMPARED)).first().map(|near| (*near).to_owned())
    }

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
            // It may be one of the files that share a row.
            Towards::Nowhere if !self.shared.shows_files => {
                self.toggle_files();
                self.pending.node = Some(key);
                self.continue_to_node();
            }
            Towards::Nowhere => {
                let said = match self.near_node(&key) {
                    Some(near) => format!("there is no {}; did you mean {}?", escape(&key), escape(&near)),
                    // A typed node may never have existed.
                    None if self.pending.line.is_some() => format!("there is no {}", escape(&key)),
                    None => {
                        format!("{} is gone: {}", escape(&key), named(&[KeyCommand::Reload], "reads again"))
                    }
                };
                self.say_of_line(said);
            }
            Towards::Failed(error) => self.shared.say(error),
        }
    }
}
