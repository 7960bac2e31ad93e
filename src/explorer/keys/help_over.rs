//! The keys over another window, and keys that do nothing there.

use crate::configuration::Key;
use crate::explorer::core::app::App;
use crate::explorer::keys::key_help::HelpWindow;
use crate::explorer::keys::keymap::{KeyCommand, Move, key_of};
use crate::explorer::overlay::keys::{CLOSING, closes};
use crate::explorer::overlay::window::Overlay;

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
