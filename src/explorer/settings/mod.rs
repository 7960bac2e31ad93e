//! What the configuration sets before the first key, and what stays when another store is opened.

use std::sync::Arc;

use unicode_width::UnicodeWidthStr;

use crate::configuration::{Configuration, FirstView};
use crate::explorer::keys::moved_keys::move_keys;
use crate::explorer::save::SavedThing;
use crate::explorer::{App, CourseMode, PrintedScreen, Prompt, Purpose, Recording, SaveRequest};
use crate::save::SaveFormat;
use crate::tell::theme_name::{Ground, ThemeName};

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
        fresh.shared.terminal_graphics = self.shared.terminal_graphics;
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

const SCREEN: &str = "screen.svg";
const RECORDING: &str = "recording.svg";

impl App {
    /// On a light ground the colours are light, unless others were chosen.
    pub fn fit_to(&mut self, ground: Ground) {
        self.ground = Some(ground);
        if self.fits_theme && ground == Ground::Light {
            self.theme = ThemeName::Light;
        }
    }

    pub(crate) fn next_theme(&mut self) {
        self.take_theme(self.theme.next());
    }

    pub(crate) fn toggle_shown_keys(&mut self) {
        self.shown_keys = if self.shown_keys.is_some() { None } else { Some(Vec::new()) };
    }

    pub(crate) fn choose_theme(&mut self, name: &str) -> Result<(), String> {
        if name.is_empty() {
            self.take_theme(self.theme.next());
            return Ok(());
        }
        let Some(theme) = ThemeName::named(name) else {
            let names = ThemeName::ALL.map(ThemeName::name).join(", ");
            return Err(format!("expected one of {names}; found \"{name}\""));
        };
        self.take_theme(theme);
        Ok(())
    }

    fn take_theme(&mut self, theme: ThemeName) {
        (self.theme, self.kept_theme, self.fits_theme) = (theme, Some(theme), false);
        self.shared.say(format!("colours: {}", theme.name()));
    }

    pub(crate) fn printed(&mut self, screen: PrintedScreen) {
        self.ask_name_of(SavedThing::Screen(Arc::new(screen)), SCREEN);
    }

    pub(crate) fn recorded(&mut self, recording: Recording) {
        self.ask_name_of(SavedThing::Recording(Arc::new(recording), self.theme), RECORDING);
    }

    fn ask_name_of(&mut self, thing: SavedThing, name: &str) {
        if self.saving.written.is_waiting() {
            return self.shared.say("another file is still being written");
        }
        // A line that is typed gives way, because one thing is saved at a time.
        self.overlays.close::<Prompt>();
        // The line to type in is below the panes.
        if let Some(course) = &mut self.course {
            course.mode = CourseMode::Panes;
        }
        let (path, format) = (name.to_owned(), SaveFormat::Svg);
        self.saving.asked = Some(SaveRequest { thing, path, format, overwrite: false });
        self.overlays.open(Prompt::with(Purpose::SaveAs, name));
    }
}
