//! Opening and closing the windows over the panes.

use crate::explorer::core::app::App;
use crate::explorer::core::facts;
use crate::explorer::core::late::Late;
use crate::explorer::core::task::Terminal;
use crate::explorer::geometry::plane::Scroll;
use crate::explorer::keys::keymap::KeyCommand;
use crate::explorer::overlay::window::{CopyMenu, Overlay, Page};
use crate::explorer::save::work::LocateChunk;
use crate::metadata::text::escape;
use crate::tell::report::Line;

impl App {
    pub(crate) fn in_overlay(&mut self, command: KeyCommand) {
        if matches!(self.overlay, Overlay::Compare(_)) {
            return self.in_comparison(command);
        }
        if matches!(self.overlay, Overlay::Lab(_)) {
            return self.in_lab(command);
        }
        if matches!(self.overlay, Overlay::Cards(_)) {
            return self.in_cards(command);
        }
        match (command, &mut self.overlay) {
            (KeyCommand::Move(by), overlay) => overlay.step(by, &self.shared),
            (KeyCommand::Find, Overlay::Help(window)) => window.is_typing = true,
            (KeyCommand::Out, Overlay::Help(window)) if window.has_line() => window.forget(),
            (KeyCommand::Help, Overlay::Help(_)) => self.overlay = Overlay::None,
            (KeyCommand::Help, _) => self.open_help(),
            (KeyCommand::SliceAxis, Overlay::Profile(shown)) => shown.next(&self.shared),
            (KeyCommand::Enter, Overlay::Diagnosis(number)) => {
                let number = *number;
                self.try_out(number);
            }
            (KeyCommand::Enter | KeyCommand::Copy | KeyCommand::CopyAs, Overlay::Copy(_)) => {
                self.copy_form();
            }
            (command, _) if CLOSING.contains(&command) => self.overlay = Overlay::None,
            _ => {}
        }
    }

    /// Opens the list of all places of the element under the cursor, from the array to the stored bytes.
    pub(crate) fn open_way(&mut self) {
        let way = facts::way(&self.shared.selection);
        let lines = if way.is_empty() { vec!["no chunk is decoded here".to_owned()] } else { way };
        let lines = lines.into_iter().map(|line| Line::Text(escape(&line).into_owned())).collect();
        let title = "the way of the element under the cursor".to_owned();
        self.overlay = Overlay::Page(Page { title, lines, scroll: Scroll::default() });
    }

    /// Opens the list of forms in which the selected chunk can be copied.
    pub(crate) fn open_copies(&mut self) {
        if let Some(selected) = self.selected() {
            return self.list_selected(&selected);
        }
        let selection = &self.shared.selection;
        let Some(array) = selection.array().cloned() else {
            self.shared.say("no array is selected");
            return;
        };
        let address = selection.address.clone();
        if !array.metadata.chunk_grid.contains(&address.chunk) {
            self.shared.say("no chunk is selected");
            return;
        }
        let options = self.shared.options;
        let forms = Late::asked(self.shared.ask(LocateChunk { array, address, options }));
        self.overlay = Overlay::Copy(CopyMenu { forms, selected: 0 });
    }

    fn copy_form(&mut self) {
        let Overlay::Copy(menu) = &self.overlay else { return };
        let form = menu.forms.ready().and_then(|forms| forms.get(menu.selected)).cloned();
        let Some(form) = form else { return };
        self.overlay = Overlay::None;
        self.shared.say(format!("copied {}", form.text));
        self.shared.terminal(Terminal::Copy(form.text));
    }
}

/// Whether a key closes a window over the panes, or opens the help over it.
pub(crate) fn closes(command: KeyCommand) -> bool {
    CLOSING.contains(&command)
}

/// The keys that close any window over the panes.
pub(crate) const CLOSING: &[KeyCommand] = &[
    KeyCommand::Back,
    KeyCommand::Out,
    KeyCommand::Help,
    KeyCommand::Info,
    KeyCommand::Enter,
    KeyCommand::Probe,
    KeyCommand::Explain,
    KeyCommand::Diagnose,
    KeyCommand::CopyAs,
    KeyCommand::Stats,
    KeyCommand::Profile,
    KeyCommand::Places,
];
