//! Where a key is pressed, and why it would do nothing there.

use crate::explorer::keys::keymap::{KeyCommand, binding_of, key_of, named};
use crate::explorer::{App, Content, KeyPlace, Pane, Side};

impl App {
    pub fn place(&self) -> KeyPlace {
        self.place_of(self.shared.focus)
    }

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
                let values = self.values(Side::of(pane).unwrap_or(Side::Output));
                let is_hex = matches!(values.content(&self.shared.selection), Content::Bytes { .. });
                if is_hex { KeyPlace::Hex } else { KeyPlace::Values }
            }
        }
    }

    pub(crate) fn why_nothing(&self, command: KeyCommand) -> Option<String> {
        let binding = binding_of(command)?;
        let applies = |place: KeyPlace| binding.places.contains(&place);
        if !binding.is_only_there
            || self.shared.selection.node.is_waiting()
            || applies(self.place_of(self.pane_of(command)))
            || (self.picture.is_shown(&self.shared) && applies(KeyPlace::Picture))
        {
            return None;
        }
        let key = key_of(command)?;
        let help = binding.help.split([';', ',']).next().unwrap_or_default();
        let way = self.way_to(binding.places);
        if self.shared.selection.layout().is_none() {
            return Some(format!("{key} ({help}): {way}"));
        }
        Some(format!("{key} ({help}) is for {}: {way}", KeyPlace::list(binding.places)))
    }

    fn way_to(&self, places: &[KeyPlace]) -> String {
        match places {
            [KeyPlace::Table] => "select a group".to_owned(),
            _ if self.shared.selection.layout().is_none() => "select an array first".to_owned(),
            [KeyPlace::Picture] => named(&[KeyCommand::Picture], "shows a picture"),
            _ if self.place() == KeyPlace::Picture => named(&[KeyCommand::Picture], "shows values"),
            _ => named(&[KeyCommand::NextPane], "goes on to it"),
        }
    }
}
