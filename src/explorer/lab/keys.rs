//! The lab: other chains on the values of what has the cursor.

use std::sync::Arc;

use crate::configuration::Key;
use crate::explorer::core::app::App;
use crate::explorer::core::late::RequestId;
use crate::explorer::core::shared::Shared;
use crate::explorer::core::task::Terminal;
use crate::explorer::geometry::plane::Scroll;
use crate::explorer::geometry::regions::Pane;
use crate::explorer::keys::keymap::KeyCommand;
use crate::explorer::lab::tried::{ReturnedChunk, TrialSubject, TriedChain};
use crate::explorer::lab::window::{ChainForms, LabPart, LabWindow};
use crate::explorer::overlay::window::Overlay;
use crate::lab::SampleChoice;
use crate::metadata::text::escape;

/// How many chunks the values are from, as for the command.
const CHUNKS: u64 = 8;

impl App {
    /// Opens the lab on the array, or on the chunk that has the cursor.
    pub(crate) fn open_lab(&mut self) {
        let selection = &self.shared.selection;
        let Some(array) = selection.array().cloned() else {
            self.shared.say("chains are tried on the values of an array or a chunk");
            return;
        };
        let is_chunk = self.shared.focus != Pane::Hierarchy;
        if is_chunk && !array.metadata.chunk_grid.contains(&selection.address.chunk) {
            self.shared.say("no chunk is selected");
            return;
        }
        let address = is_chunk.then(|| selection.address.clone());
        let name = self.shared.hierarchy.display(selection.child.key.trim_end_matches('/'));
        let name = name.rsplit('/').next().unwrap_or(&name).to_owned();
        let choice = SampleChoice { address, most: CHUNKS, chunk_shape: None };
        let window = LabWindow::ask(name, array, choice, &mut self.shared);
        self.overlay = Overlay::Lab(Box::new(window));
    }

    /// Whether letters are typed in the lab.
    pub(crate) fn types_in_lab(&self) -> bool {
        matches!(&self.overlay, Overlay::Lab(window) if window.is_typing())
    }

    /// Handles a key while they are.
    pub(crate) fn key_in_lab_line(&mut self, key: Key) {
        if let Overlay::Lab(window) = &mut self.overlay {
            window.typed(key, &mut self.shared);
        }
    }

    /// Acts on a key in the lab.
    pub(crate) fn in_lab(&mut self, command: KeyCommand) {
        let Overlay::Lab(window) = &mut self.overlay else { return };
        match (command, &window.part) {
            (KeyCommand::Lab, _) | (KeyCommand::Out | KeyCommand::Back, LabPart::Chains) => {
                self.overlay = Overlay::None;
            }
            (KeyCommand::Out | KeyCommand::Back | KeyCommand::Picture, LabPart::Loss(_)) => {
                window.part = before(&window.part);
            }
            (KeyCommand::Picture, LabPart::Chains | LabPart::Whole(_) | LabPart::Codecs) => {
                window.show_loss();
            }
            (command, LabPart::Loss(_)) if command != KeyCommand::Help => {
                window.in_loss(command, &mut self.shared);
            }
            (KeyCommand::Move(by), _) => window.step(by, &self.shared),
            (KeyCommand::Help, _) => {
                self.open_help();
            }
            (KeyCommand::Out | KeyCommand::Back, part) => window.part = before(part),
            (KeyCommand::Enter | KeyCommand::Copy | KeyCommand::CopyAs, LabPart::Copies(..)) => {
                self.copy_chain();
            }
            (
                KeyCommand::Copy | KeyCommand::CopyAs,
                LabPart::Chains | LabPart::Whole(_) | LabPart::Codecs,
            ) => {
                window.list_copies(&mut self.shared);
            }
            (command, LabPart::Chains) => in_chains(command, window, &mut self.shared),
            (command, LabPart::Codecs) => in_codecs(command, window, &mut self.shared),
            (KeyCommand::Enter, LabPart::Whole(_)) => window.part = LabPart::Chains,
            _ => {}
        }
    }

    fn copy_chain(&mut self) {
        let Overlay::Lab(window) = &mut self.overlay else { return };
        let LabPart::Copies(copies) = &window.part else { return };
        let Some(text) = copies.forms.get(copies.selected).map(|form| form.text.clone()) else { return };
        let said = match &copies.note {
            Some(note) => format!("copied, but {}", escape(note)),
            None => format!("copied {text}"),
        };
        window.part = before(&window.part);
        self.shared.say(said);
        self.shared.terminal(Terminal::Copy(text));
    }

    /// Takes the values that chains are tried on.
    pub(crate) fn sampled(&mut self, id: RequestId, result: Result<Arc<TrialSubject>, String>) {
        if let Overlay::Lab(window) = &mut self.overlay {
            window.sampled(id, result);
        }
    }

    /// Takes what came of a chain.
    pub(crate) fn chain_tried(&mut self, id: RequestId, tried: Arc<TriedChain>) {
        if let Overlay::Lab(window) = &mut self.overlay {
            window.tried(id, tried);
        }
    }

    /// Takes the values of a chunk as they come back from a chain.
    pub(crate) fn values_returned(&mut self, id: RequestId, result: Result<ReturnedChunk, String>) {
        if let Overlay::Lab(window) = &mut self.overlay {
            window.returned(id, result);
        }
    }

    /// Keeps what is selected on the screen, and asks for the next chain.
    pub(crate) fn settle_lab(&mut self) {
        let Overlay::Lab(window) = &mut self.overlay else { return };
        window.settle(self.shared.size);
        window.ask_loss(&mut self.shared);
        window.go_on(&mut self.shared);
    }
}

/// What was shown before.
fn before(part: &LabPart) -> LabPart {
    match part {
        LabPart::Picker(_) | LabPart::Line(_) | LabPart::Copies(ChainForms { is_edited: true, .. }) => {
            LabPart::Codecs
        }
        LabPart::Loss(view) if view.was_editing => LabPart::Codecs,
        LabPart::Chains | LabPart::Whole(_) | LabPart::Codecs | LabPart::Copies(_) | LabPart::Loss(_) => {
            LabPart::Chains
        }
    }
}

fn in_chains(command: KeyCommand, window: &mut LabWindow, shared: &mut Shared) {
    match command {
        KeyCommand::Enter if window.row().is_some() => window.part = LabPart::Whole(Scroll::default()),
        KeyCommand::Explain => drop(window.edit(shared)),
        KeyCommand::Axes if window.edit(shared) => window.pick(),
        KeyCommand::Hex => window.remove_chain(shared),
        _ => {}
    }
}

fn in_codecs(command: KeyCommand, window: &mut LabWindow, shared: &mut Shared) {
    match command {
        KeyCommand::Enter => window.configure(shared),
        KeyCommand::Axes => window.pick(),
        KeyCommand::Hex => window.remove_codec(shared),
        KeyCommand::PreviousStage => window.move_codec(false, shared),
        KeyCommand::NextStage => window.move_codec(true, shared),
        _ => {}
    }
}
