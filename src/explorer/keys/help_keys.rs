//! Where a key is pressed: what it does there and what to say where it does nothing.

use crate::configuration::Key;
use crate::explorer::core::app::App;
use crate::explorer::core::content::Content;
use crate::explorer::core::side::Side;
use crate::explorer::draw::canvas::Canvas;
use crate::explorer::geometry::regions::Pane;
use crate::explorer::keys::draw_help;
use crate::explorer::keys::key_help::HelpWindow;
use crate::explorer::keys::keymap::KeyPlace;
use crate::explorer::keys::keymap::{
    KeyCommand, KeyHint, Move, WindowHint, binding_of, command, named_all, typed_hint,
};
use crate::explorer::overlay::stack::{Handled, Hints, Overlay, closes};

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

    /// What to say of a key that does nothing here; `None` where it does something.
    pub(crate) fn why_nothing(&self, command: KeyCommand) -> Option<String> {
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
        Some(format!("{key} is for {where_to}: {help} · {way}"))
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

impl Overlay for HelpWindow {
    fn key(&mut self, key: Key, app: &mut App) -> Handled {
        if self.is_typing {
            self.type_key(key, app.shared.size);
            return Handled::Stay;
        }
        match command(key) {
            Some(KeyCommand::Move(by)) => self.scroll(by, app),
            Some(KeyCommand::Find) => self.is_typing = true,
            Some(KeyCommand::Out) if self.has_line() => self.forget(),
            Some(KeyCommand::Help) => return Handled::Close,
            Some(command) if closes(command) => return Handled::Close,
            _ => return Handled::Pass,
        }
        Handled::Stay
    }

    fn scroll(&mut self, by: Move, app: &mut App) {
        self.step(by, app.shared.size);
    }

    fn is_typing(&self) -> bool {
        self.is_typing
    }

    fn reconcile(&mut self, app: &mut App) {
        self.keep_on_screen(app.shared.size);
    }

    fn draw(&self, canvas: &mut Canvas, app: &App) {
        draw_help::draw(canvas, app, self);
    }

    fn hints(&self, _: &App) -> Hints {
        if self.is_typing {
            return Hints::Line(FINDING.iter().map(typed_hint).collect());
        }
        Hints::Keys(named_all(READING), if self.has_line() { "all keys" } else { "close" })
    }
}

/// What the last line says while words are typed that the help is searched for.
const FINDING: &[KeyHint] =
    &[(&[Key::Down, Key::Up], "scroll"), (&[Key::Enter], "keep them"), (&[Key::Esc], "all keys")];

/// The same otherwise.
const READING: &[WindowHint] = &[
    (&[KeyCommand::Find], "find a key"),
    (&[KeyCommand::Move(Move::Down), KeyCommand::Move(Move::Up)], "scroll"),
    (&[KeyCommand::Move(Move::PageDown), KeyCommand::Move(Move::PageUp)], "page"),
];
