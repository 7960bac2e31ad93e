//! Ctrl-c in a command that has something to say before it ends.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use signal_hook::consts::SIGINT;
use signal_hook::flag;

/// The exit status of a program that was interrupted, as shells have it: 128 and the number of the signal.
pub(super) const INTERRUPTED: u8 = 130;

/// Whether the user has pressed Ctrl-c.
#[derive(Debug)]
pub(super) struct Interrupt(Arc<AtomicBool>);

impl Interrupt {
    /// Takes Ctrl-c from now on. A second one ends the program at once, whatever it does.
    pub(super) fn listen() -> io::Result<Self> {
        let pressed = Arc::new(AtomicBool::new(false));
        flag::register_conditional_shutdown(SIGINT, INTERRUPTED.into(), Arc::clone(&pressed))?;
        flag::register(SIGINT, Arc::clone(&pressed))?;
        Ok(Self(pressed))
    }

    pub(super) fn is_pressed(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}
