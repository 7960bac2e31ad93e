use unicode_width::UnicodeWidthStr;

use crate::configuration::{Configuration, FirstView};
use crate::explorer::core::app::App;
use crate::explorer::keys::moved_keys::move_keys;

impl App {
    /// Before the first key. The command line overrules the colours.
    pub fn configure(&mut self, configuration: &Configuration) {
        self.theme = configuration.theme.unwrap_or(self.theme);
        self.picture.colors.coloring.map =
            configuration.color_map.unwrap_or(self.picture.colors.coloring.map);
        self.picture.on = configuration.first_view == FirstView::Picture;
        self.shared.shows_files = configuration.show_files;
        self.hierarchy.tree.fold_files(!configuration.show_files);
        self.is_plain = configuration.plain;
        self.shared.selection.writing = configuration.writing;
        move_keys(configuration.keys.clone());
        self.configuration = configuration.clone();
    }

    /// Shows another store. Colours, keys, typed lines and the bench belong to the user and not to the store.
    pub(crate) fn show_instead(&mut self, mut fresh: Self) {
        fresh.shared.go_on_from(&mut self.shared);
        fresh.configure(&self.configuration);
        fresh.shared.selection.writing = self.shared.selection.writing;
        (fresh.theme, fresh.kept_theme) = (self.theme, self.kept_theme);
        (fresh.ground, fresh.fits_theme) = (self.ground, self.fits_theme);
        (fresh.shown_keys, fresh.is_plain) = (self.shown_keys.take(), self.is_plain);
        (fresh.bench, fresh.history) = (self.bench.take(), std::mem::take(&mut self.history));
        *self = fresh;
    }

    pub fn show_message(&mut self, messages: &[String]) {
        let room = usize::from(self.shared.size.0);
        if let Some(message) = messages.iter().find(|text| text.width() <= room).or(messages.last()) {
            self.shared.say(message.as_str());
        }
    }
}
