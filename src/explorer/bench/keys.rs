//! Building a chunk by hand: opening the window, and its keys.

use crate::codec::{CodecRow, DecodeOptions};
use crate::configuration::Key;
use crate::explorer::bench::window::{BenchNext, BenchWindow};
use crate::explorer::core::app::App;
use crate::explorer::core::task::{Effect, Terminal};
use crate::explorer::keys::keymap::KeyCommand;
use crate::explorer::overlay::window::Overlay;
use crate::hierarchy::Hierarchy;
use crate::learn::{CourseLesson, LESSONS};
use crate::store::MemoryStore;

impl App {
    /// The explorer with nothing but a chunk to build, with these codecs in its chain: it ends with the window.
    pub fn building(codecs: &[&CodecRow], size: (u16, u16)) -> (Self, Vec<Effect>) {
        let nothing = || Hierarchy::in_store("", MemoryStore::default());
        let hierarchy = LESSONS.first().and_then(CourseLesson::open).unwrap_or_else(nothing);
        let (mut app, effects) = Self::new(hierarchy, DecodeOptions::default(), size);
        app.overlay = Overlay::Bench(Box::new(BenchWindow::new(codecs, true)));
        (app, effects)
    }

    /// Opens the bench, as it was left.
    pub(crate) fn build(&mut self) {
        let window = self.bench.take().unwrap_or_else(|| Box::new(BenchWindow::new(&[], false)));
        self.overlay = Overlay::Bench(window);
    }

    /// Handles a key while a chunk is built.
    pub(crate) fn key_in_bench(&mut self, key: Key, command: Option<KeyCommand>) -> Option<Effect> {
        let Overlay::Bench(window) = &mut self.overlay else { return None };
        if window.is_typing() {
            window.typed(key, &mut self.shared);
            return None;
        }
        if command == Some(KeyCommand::Help) {
            self.shared.say("the keys of each part stand on this line; Tab goes to the next part");
            return None;
        }
        if window.key(key, command, &mut self.shared) == BenchNext::Stay {
            return None;
        }
        let ends = window.is_all;
        // Whoever comes back finds what was built.
        if let Overlay::Bench(window) = std::mem::replace(&mut self.overlay, Overlay::None) {
            self.bench = Some(window);
        }
        ends.then(|| Terminal::Quit.into())
    }
}
