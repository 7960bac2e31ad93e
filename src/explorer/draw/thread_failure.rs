//! A thread that has panicked: the explorer ends, because what the thread has to say would never come.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::Sender;
use std::thread;

use crate::explorer::core::action::Action;

/// Whether a thread that reads keys or signals has panicked.
#[derive(Debug, Clone, Default)]
pub struct ThreadFailure(Arc<AtomicBool>);

impl ThreadFailure {
    pub fn has_happened(&self) -> bool {
        self.0.load(Ordering::SeqCst)
    }

    /// Watches the thread that keeps what this gives.
    pub(crate) fn watch(&self, actions: &Sender<Action>) -> ThreadWatch {
        ThreadWatch { failure: self.clone(), actions: actions.clone() }
    }
}

/// Ends the explorer when the thread that has this panics.
pub(crate) struct ThreadWatch {
    failure: ThreadFailure,
    pub(crate) actions: Sender<Action>,
}

impl Drop for ThreadWatch {
    fn drop(&mut self) {
        if thread::panicking() {
            self.failure.0.store(true, Ordering::SeqCst);
            // Sending fails where the explorer has ended already.
            let _ = self.actions.send(Action::Quit);
        }
    }
}
