//! Where a key is pressed: what it does there, what to say where it does nothing, and the help over a window.

use crate::configuration::Key;
use crate::explorer::core::app::App;
use crate::explorer::core::content::Content;
use crate::explorer::core::side::Side;
use crate::explorer::geometry::regions::Pane;
use crate::explorer::keys::key_help::HelpWindow;
use crate::explorer::keys::key_place::KeyPlace;
use crate::explorer::keys::keymap::{KeyCommand, Move, binding_of, key_of};
use crate::explorer::overlay::keys::{CLOSING, closes};
use crate::explorer::overlay::window::Overlay;

impl App {
    /// The place with the focus.
    pub fn place(&self) -> KeyPlace {
        self.place_of(self.shared.focus)
    }

    /// What a pane shows.
    fn place_of(&self, pane: Pane) -> KeyPlace {
        let is_array = self.shared.selection.layout().is_some();
        match pane {
            Pane::Hierarchy => KeyPlace::Hierarchy,
            Pane::Grid | Pane::Stages | Pane::Input | Pane::Values if !is_array => {
                if self.group.is_shown() {
                    KeyPlace::Table
                } else {
                    KeyPlace::Document
                }
            }
            Pane::Grid => KeyPlace::Grid,
            Pane::Stages => KeyPlace::Stages,
            Pane::Values if self.picture.takes_over(&self.shared) => KeyPlace::Picture,
            Pane::Input | Pane::Values => {
                let side = Side::of(pane).unwrap_or(Side::Output);
                match self.values(side).content(&self.shared.selection) {
                    Content::Bytes { .. } => KeyPlace::Hex,
                    _ => KeyPlace::Values,
                }
            }
        }
    }

    /// What to say of a key that does nothing here, in several lengths; `None` where it does something.
    pub(crate) fn why_nothing(&self, command: KeyCommand) -> Option<Vec<String>> {
        let binding = binding_of(command).filter(|binding| binding.is_only_there)?;
        let is_reading = self.shared.selection.node.is_waiting();
        let place = self.place_of(self.pane_of(command));
        let beside = self.picture.is_shown(&self.shared).then_some(KeyPlace::Picture);
        let applies = |place: &KeyPlace| binding.places.contains(place);
        if is_reading || applies(&place) || beside.as_ref().is_some_and(applies) {
            return None;
        }
        let (key, where_to) = (binding.keys.first()?, KeyPlace::list(binding.places));
        let help = binding.help.split([';', ',']).next().unwrap_or_default();
        let way = self.way_to(binding.places);
        Some(vec![
            format!("{key} is for {where_to}: {help} · {way}"),
            format!("{key} is for {where_to} · {way}"),
            format!("{key} does nothing here · {way}"),
        ])
    }

    /// How one comes where a key does something.
    fn way_to(&self, places: &[KeyPlace]) -> &'static str {
        if self.shared.selection.layout().is_none() {
            return match places {
                [KeyPlace::Table] => "select a group",
                _ => "no array is selected",
            };
        }
        match places {
            [KeyPlace::Table] => "select a group",
            [KeyPlace::Picture] => "m shows a picture",
            _ if self.place() == KeyPlace::Picture => "m shows values",
            _ => "Tab goes on to it",
        }
    }
}

impl App {
    /// The help over another window, which is still there when it is closed.
    pub fn help_over(&self) -> Option<&HelpWindow> {
        self.help_over.as_deref().filter(|_| self.overlay.is_open())
    }

    /// Handles a key in the help over another window.
    pub(crate) fn key_in_help_over(&mut self, asked: Option<KeyCommand>, key: Key) -> bool {
        let size = self.shared.size;
        if !self.overlay.is_open() {
            self.help_over = None;
        }
        let Some(window) = &mut self.help_over else { return false };
        match asked {
            _ if window.is_typing => window.key(key, size),
            Some(KeyCommand::Move(by)) => window.step(by, size),
            Some(KeyCommand::Find) => window.is_typing = true,
            Some(KeyCommand::Out) if window.has_line() => window.forget(),
            Some(command) if CLOSING.contains(&command) => self.help_over = None,
            _ => self.say_nothing_happens(key),
        }
        true
    }

    /// Scrolls the help over another window; gives whether there is one.
    pub(crate) fn scroll_help_over(&mut self, by: Option<Move>) -> bool {
        let (size, is_open) = (self.shared.size, self.overlay.is_open());
        let Some(window) = self.help_over.as_mut().filter(|_| is_open) else { return false };
        if let Some(by) = by {
            window.step(by, size);
        }
        true
    }

    pub(crate) fn settle_help_over(&mut self) {
        if !self.overlay.is_open() {
            self.help_over = None;
        }
        if let Some(window) = &mut self.help_over {
            window.settle(self.shared.size);
        }
    }

    /// Whether the window that is open passes a key over.
    pub(crate) fn has_no_use(&self, command: KeyCommand) -> bool {
        let own: &[KeyCommand] = match &self.overlay {
            Overlay::Help(_) => &[KeyCommand::Find],
            Overlay::Info(_) | Overlay::Stats(_) | Overlay::Page(_) | Overlay::Copy(_) => &[],
            Overlay::Diagnosis(_) => &[KeyCommand::Enter],
            Overlay::Profile(_) => &[KeyCommand::SliceAxis],
            _ => return false,
        };
        // What closes a window or has closed it did something.
        !own.contains(&command) && !closes(command) && !matches!(command, KeyCommand::Move(_))
    }

    /// Says that a key does nothing here, and which key shows what the others do.
    pub(crate) fn say_nothing_happens(&mut self, key: Key) {
        let help = key_of(KeyCommand::Help).map(|key| key.to_string()).unwrap_or_default();
        let place = if self.overlay.is_open() { " in this window" } else { "" };
        let said = [
            format!("{key} does nothing{place}; {help} shows the keys"),
            format!("{key} does nothing; {help}: keys"),
        ];
        self.shared.say_fitting(&said);
    }
}
