use std::sync::atomic::{AtomicBool, Ordering};
use std::{env, io, path::PathBuf, process::exit, sync::Arc, thread};

use signal_hook::{consts::SIGINT, flag};

/// The exit status of an interrupted program, as shells have it: 128 and the number of the signal.
pub(super) const INTERRUPTED: u8 = 130;

#[derive(Debug)]
pub(super) struct Interrupt(Arc<AtomicBool>);

impl Interrupt {
    /// Notes Ctrl-c instead of ending. A second Ctrl-c ends the program at once.
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

/// Removes an unfinished file when a signal ends the program; then the signal has its usual effect.
#[cfg(unix)]
pub(super) fn remove_when_ended(path: PathBuf) -> io::Result<()> {
    use signal_hook::consts::SIGTERM;
    use signal_hook::iterator::Signals;
    use signal_hook::low_level::emulate_default_handler;

    let mut signals = Signals::new([SIGINT, SIGTERM])?;
    thread::spawn(move || {
        if let Some(signal) = signals.forever().next() {
            // A finished file has been renamed: then there is nothing to remove.
            let _ = std::fs::remove_file(&path);
            let _ = emulate_default_handler(signal);
        }
    });
    Ok(())
}

/// Without signals an unfinished file stays, under its own name that ends in `.part`.
#[cfg(not(unix))]
pub(super) fn remove_when_ended(_: PathBuf) -> io::Result<()> {
    Ok(())
}

/// Ends the command with its input: a pipe closes however its owner ends, also on systems that know nothing of parents.
const ENDS_WITH_INPUT: &str = "ZARRSCOPE_ENDS_WITH_INPUT";

pub fn end_with_input() {
    if env::var_os(ENDS_WITH_INPUT).is_none_or(|text| text.is_empty()) {
        return;
    }
    thread::spawn(|| {
        // A fault is an end too: the other side is gone.
        let _ = io::copy(&mut io::stdin().lock(), &mut io::sink());
        exit(INTERRUPTED.into());
    });
}

/// Makes a file that grows too large for the system an ordinary error: `SIGXFSZ` would end the program and leave the file.
pub(super) fn survive_full_files() {
    // Where that is not possible, the signal ends the program as before.
    #[cfg(unix)]
    let _ = flag::register(signal_hook::consts::SIGXFSZ, Arc::new(AtomicBool::new(false)));
}
