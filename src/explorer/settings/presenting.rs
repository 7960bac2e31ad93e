//! Presenting the explorer to others: colours, the keys that are pressed, and screens on paper.

use std::sync::Arc;

use crate::explorer::save::SavedThing;
use crate::explorer::{App, CourseMode, PrintedScreen, Prompt, Purpose, Recording, SaveRequest};
use crate::save::SaveFormat;
use crate::tell::theme_name::{Ground, ThemeName};

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
