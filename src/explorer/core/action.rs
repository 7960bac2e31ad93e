//! Whatever happens to the explorer: a key, an answer of a thread, a new size of the terminal.

use std::mem::size_of;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use crate::configuration::Key;
use crate::explorer::geometry::picture_view::TerminalGraphics;
use crate::explorer::keys::keymap::is_quit;
use crate::explorer::{Mouse, PrintedScreen, Recording, TaskAnswer};
use crate::tell::theme_name::Ground;

#[derive(Debug)]
pub enum Action {
    Key(Key),
    Paste(String),
    Mouse(Mouse),
    Answer(TaskAnswer),
    Ground(Ground),
    Graphics(Option<TerminalGraphics>),
    /// Columns and rows.
    Resize(u16, u16),
    Tick,
    Printed(Box<PrintedScreen>),
    Recorded(Box<Recording>),
    Quit,
    /// A signal to end.
    Signal(i32),
    Suspend,
    Continue,
}

impl Action {
    /// Whether it ends the explorer, whatever waits before it.
    pub fn is_end(&self) -> bool {
        match self {
            Self::Quit | Self::Signal(_) => true,
            Self::Key(key) => is_quit(*key),
            Self::Paste(_)
            | Self::Mouse(_)
            | Self::Answer(_)
            | Self::Ground(_)
            | Self::Graphics(_)
            | Self::Resize(..)
            | Self::Tick
            | Self::Printed(_)
            | Self::Recorded(_)
            | Self::Suspend
            | Self::Continue => false,
        }
    }
}

/// What was typed or pasted and is not handled yet, in bytes. Nobody waits until a million keys are handled, and they may not
/// fill the memory: what comes when there is too much is dropped.
#[derive(Debug, Clone, Default)]
pub struct Backlog {
    nbytes: Arc<AtomicUsize>,
    taken: Arc<AtomicUsize>,
}

impl Backlog {
    pub const NBYTES: usize = 8 << 20;

    /// Whether an action may wait. What ends the explorer always may.
    pub fn admits(&self, action: &Action) -> bool {
        let nbytes = typed_nbytes(action);
        let is_full = nbytes > 0 && self.nbytes.load(Ordering::Relaxed) + nbytes > Self::NBYTES;
        if is_full && !action.is_end() {
            return false;
        }
        self.nbytes.fetch_add(nbytes, Ordering::Relaxed);
        true
    }

    /// An action waits no more.
    pub fn take(&self, action: &Action) {
        self.nbytes.fetch_sub(typed_nbytes(action), Ordering::Relaxed);
        self.taken.fetch_add(1, Ordering::Relaxed);
    }

    /// How many actions were taken until now.
    pub fn taken(&self) -> usize {
        self.taken.load(Ordering::Relaxed)
    }
}

/// None for what the explorer itself or the system sends.
fn typed_nbytes(action: &Action) -> usize {
    match action {
        Action::Key(_) | Action::Mouse(_) => size_of::<Action>(),
        Action::Paste(text) => size_of::<Action>() + text.len(),
        Action::Answer(_)
        | Action::Ground(_)
        | Action::Graphics(_)
        | Action::Resize(..)
        | Action::Tick
        | Action::Printed(_)
        | Action::Recorded(_)
        | Action::Quit
        | Action::Signal(_)
        | Action::Suspend
        | Action::Continue => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_typed_too_fast_is_dropped_but_for_the_end() {
        let (backlog, key) = (Backlog::default(), |letter| Action::Key(Key::Char(letter)));
        let most = Backlog::NBYTES / size_of::<Action>();
        assert!((0..most).all(|_| backlog.admits(&key('j'))));
        assert!(!backlog.admits(&key('j')));
        assert!(!backlog.admits(&Action::Paste("j".to_owned())));
        assert!(backlog.admits(&Action::Resize(80, 24)));
        assert!(backlog.admits(&Action::Key(Key::Ctrl('c'))));
        backlog.take(&key('j'));
        backlog.take(&key('j'));
        assert!(backlog.admits(&key('j')));
        assert!(!backlog.admits(&key('j')));
    }
}
