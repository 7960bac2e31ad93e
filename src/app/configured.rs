//! What the configuration changes at the start.

use super::configuration::{Configuration, FirstView};
use super::key_bindings::moved;
use super::moved_keys::put_in_force;
use super::state::App;

impl App {
    /// Takes what the user has chosen, before the first key; the command line goes before it for the colours.
    pub fn configure(&mut self, configuration: &Configuration) {
        self.theme = configuration.theme.unwrap_or(self.theme);
        self.picture.coloring.map = configuration.color_map.unwrap_or(self.picture.coloring.map);
        self.picture.on = configuration.first_view == FirstView::Picture;
        self.shared.shows_files = configuration.show_files;
        self.hierarchy.tree.fold_files(!configuration.show_files);
        self.is_plain = configuration.plain;
        self.shared.selection.writing = configuration.writing;
        put_in_force(moved(&configuration.keys));
        self.configuration = configuration.clone();
    }

    /// Shows the first of these messages that there is room for.
    pub fn show_message(&mut self, messages: &[String]) {
        if !messages.is_empty() {
            self.shared.say_fitting(messages);
        }
    }
}
