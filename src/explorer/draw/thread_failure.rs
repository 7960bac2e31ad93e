//! A thread that has panicked ends the explorer, because its answer would never come.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::Sender;
use std::thread;

use crate::explorer::core::action::Action;

#[derive(Debug, Clone, Default)]
pub struct ThreadFailure(Arc<AtomicBool>);

impl ThreadFailure {
    pub fn has_happened(&self) -> bool {
        self.0.load(Ordering::SeqCst)
    }

    /// The thread must keep the result.
    pub(crate) fn watch(&self, actions: &Sender<Action>) -> ThreadWatch {
        ThreadWatch { failure: self.clone(), actions: actions.clone() }
    }
}

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
