//! Ctrl-c in a command that has something to say, or to take away, before it ends.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::{fs, io, thread};

use signal_hook::consts::{SIGINT, SIGTERM, SIGXFSZ};
use signal_hook::flag;
use signal_hook::iterator::Signals;
use signal_hook::low_level::emulate_default_handler;

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

/// Removes a file when the program is ended before the file is whole; then the signal does what it does.
pub(super) fn remove_when_ended(path: PathBuf) -> io::Result<()> {
    let mut signals = Signals::new([SIGINT, SIGTERM])?;
    thread::spawn(move || {
        if let Some(signal) = signals.forever().next() {
            // It is gone where it has become the whole file.
            let _ = fs::remove_file(&path);
            let _ = emulate_default_handler(signal);
        }
    });
    Ok(())
}

/// Makes writing beyond the size that the system allows fail like any writing, instead of ending the program.
pub(super) fn survive_full_files() {
    // Where that is not possible the program ends as it would have.
    let _ = flag::register(SIGXFSZ, Arc::new(AtomicBool::new(false)));
}
