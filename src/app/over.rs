//! Opening and closing the windows over the panes.

use super::effect::{Effect, Terminal, Work};
use super::facts;
use super::keymap::KeyCommand;
use super::late::Late;
use super::overlay::{CopyMenu, Overlay, Page};
use super::plane::Scroll;
use super::regions::Pane;
use super::state::App;
use crate::metadata::text::escape;
use crate::tell::cards::{self, Card};
use crate::tell::report::Line;
use crate::tell::worked;

impl App {
    pub(super) fn in_overlay(&mut self, command: KeyCommand) -> Option<Effect> {
        if matches!(self.overlay, Overlay::Compare(_)) {
            return self.in_comparison(command);
        }
        if matches!(self.overlay, Overlay::Lab(_)) {
            return self.in_lab(command);
        }
        match (command, &mut self.overlay) {
            (KeyCommand::Move(by), overlay) => overlay.step(by, &self.shared),
            // On a stage `?` opens the card of its codec first; there it goes on to the list of keys.
            (KeyCommand::Help, Overlay::Page(_)) => self.overlay = Overlay::Help(Scroll::default()),
            (KeyCommand::SliceAxis, Overlay::Profile(shown)) => shown.next(&self.shared),
            (KeyCommand::Enter, Overlay::Diagnosis(number)) => {
                let number = *number;
                return self.try_out(number);
            }
            (KeyCommand::Enter | KeyCommand::Copy | KeyCommand::CopyAs, Overlay::Copy(_)) => {
                return self.copy_form();
            }
            (command, _) if CLOSING.contains(&command) => self.overlay = Overlay::None,
            _ => {}
        }
        None
    }

    /// Opens the card for the focused pane, worked through with the numbers of the selected chunk.
    pub(super) fn open_card(&mut self) {
        let selection = &self.shared.selection;
        let card = match self.shared.focus {
            Pane::Hierarchy => cards::find("metadata"),
            Pane::Grid => cards::find("chunk-grid"),
            Pane::Values if !selection.opened => cards::find("data-type"),
            Pane::Stages | Pane::Input | Pane::Values => self.card_of_stage(),
        };
        let Some(card) = card else { return };
        let mut lines = Vec::new();
        if let (Some(array), Some(trace)) = (selection.array(), selection.trace.ready()) {
            let worked = worked::in_chunk(array, trace, &card);
            lines.push(Line::Heading("In this chunk".to_owned()));
            lines.extend(worked.into_iter().map(Line::Text));
        }
        lines.extend(card.text.lines().map(line));
        let title = format!("card: {}  (? again for the keys)", card.topic);
        self.overlay = Overlay::Page(Page { title, lines, scroll: Scroll::default() });
    }

    fn card_of_stage(&self) -> Option<Card> {
        match self.shared.selection.stage_trace() {
            Some(stage) => worked::of_stage(&stage.info).or_else(|| cards::find("codec-pipeline")),
            None => cards::find("chunk-key-encoding"),
        }
    }

    /// Opens the list of all places of the element under the cursor, from the array to the stored bytes.
    pub(super) fn open_way(&mut self) {
        let way = facts::way(&self.shared.selection);
        let lines = if way.is_empty() { vec!["no chunk is decoded here".to_owned()] } else { way };
        let lines = lines.into_iter().map(|line| Line::Text(escape(&line).into_owned())).collect();
        let title = "the way of the element under the cursor".to_owned();
        self.overlay = Overlay::Page(Page { title, lines, scroll: Scroll::default() });
    }

    /// Opens the list of forms in which the selected chunk can be copied.
    pub(super) fn open_copies(&mut self) -> Option<Effect> {
        if let Some(selected) = self.selected() {
            return self.list_selected(&selected);
        }
        let selection = &self.shared.selection;
        let Some(array) = selection.array().cloned() else {
            self.shared.say("no array is selected");
            return None;
        };
        let address = selection.address.clone();
        if !array.metadata.chunk_grid.contains(&address.chunk) {
            self.shared.say("no chunk is selected");
            return None;
        }
        let id = self.shared.next_id();
        self.overlay = Overlay::Copy(CopyMenu { forms: Late::asked(id), selected: 0 });
        Some(Work::Locate(id, array, address, self.shared.options).into())
    }

    fn copy_form(&mut self) -> Option<Effect> {
        let Overlay::Copy(menu) = &self.overlay else { return None };
        let form = menu.forms.ready()?.get(menu.selected)?.clone();
        self.overlay = Overlay::None;
        self.shared.say(format!("copied {}", form.text));
        Some(Terminal::Copy(form.text).into())
    }
}

/// The keys that close any window over the panes.
const CLOSING: &[KeyCommand] = &[
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
];

/// A line of a card.
fn line(text: &'static str) -> Line {
    match text.strip_prefix("## ").or_else(|| text.strip_prefix("# ")) {
        Some(heading) => Line::Heading(heading.to_owned()),
        None => Line::Text(text.to_owned()),
    }
}
