//! Building a chunk by hand: opening the window, and its keys.

use super::effect::{Effect, Terminal};
use super::key::Key;
use super::keymap::KeyCommand;
use super::overlay::Overlay;
use super::panes::{BenchNext, BenchWindow};
use super::state::App;
use crate::codec::{CodecRow, DecodeOptions};
use crate::hierarchy::Hierarchy;
use crate::learn::{CourseLesson, LESSONS};
use crate::store::{MemoryStore, Store};

impl App {
    /// The explorer with nothing but a chunk to build, with these codecs in its chain: it ends with the window.
    #[must_use]
    pub fn building(codecs: &[&CodecRow], size: (u16, u16)) -> (Self, Vec<Effect>) {
        let nothing = || Hierarchy::in_store("", Store::Memory(MemoryStore::new::<Vec<u8>>("", [])));
        let hierarchy = LESSONS.first().and_then(CourseLesson::open).unwrap_or_else(nothing);
        let (mut app, effects) = Self::new(hierarchy, DecodeOptions::default(), size);
        app.overlay = Overlay::Bench(Box::new(BenchWindow::new(codecs, true)));
        (app, effects)
    }

    /// Handles a key while a chunk is built.
    pub(super) fn key_in_bench(&mut self, key: Key, command: Option<KeyCommand>) -> Option<Effect> {
        let Overlay::Bench(window) = &mut self.overlay else { return None };
        if window.is_typing() {
            window.typed(key, &mut self.shared);
            return None;
        }
        if command == Some(KeyCommand::Help) {
            self.open_help();
            return None;
        }
        if window.key(key, command, &mut self.shared) == BenchNext::Stay {
            return None;
        }
        let ends = window.is_all;
        self.overlay = Overlay::None;
        ends.then(|| Terminal::Quit.into())
    }
}
