use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, LazyLock};
use std::{env, io, path::PathBuf, process::exit, thread};

#[cfg(unix)]
use signal_hook::consts::{SIGHUP, SIGQUIT};
use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::flag;

/// The signal that has come: a process has one end.
static SIGNAL: LazyLock<Arc<AtomicUsize>> = LazyLock::new(Arc::default);

/// Whether the next signal ends the program at once: the second one while something is counted, and the first one later, when what was
/// found is written.
static ENDS_AT_ONCE: LazyLock<Arc<AtomicBool>> = LazyLock::new(Arc::default);

/// The exit status after a signal, as shells have it.
pub(super) fn status_of(signal: i32) -> u8 {
    128 | u8::try_from(signal).unwrap_or_default()
}

/// The exit status after the signal that has come, or after Ctrl-c.
pub(super) fn status() -> u8 {
    match i32::try_from(SIGNAL.load(Ordering::SeqCst)) {
        Ok(signal @ 1..) => status_of(signal),
        Ok(_) | Err(_) => status_of(SIGINT),
    }
}

pub(super) fn has_any_come() -> bool {
    SIGNAL.load(Ordering::SeqCst) != 0
}

#[derive(Debug)]
pub(super) struct Interrupt(Arc<AtomicBool>);

impl Interrupt {
    /// Notes Ctrl-c and the signal of whoever stops programs politely, instead of ending. A second one ends the program at
    /// once. The signal of a terminal that closes is left alone: `nohup` has programs ignore it.
    pub(super) fn listen() -> io::Result<Self> {
        let has_come = Arc::new(AtomicBool::new(false));
        ENDS_AT_ONCE.store(has_any_come(), Ordering::SeqCst);
        for signal in [SIGINT, SIGTERM] {
            flag::register_conditional_shutdown(signal, status_of(signal).into(), Arc::clone(&ENDS_AT_ONCE))?;
            flag::register_usize(signal, Arc::clone(&SIGNAL), signal.unsigned_abs() as usize)?;
            flag::register(signal, Arc::clone(&has_come))?;
            flag::register(signal, Arc::clone(&ENDS_AT_ONCE))?;
        }
        Ok(Self(has_come))
    }

    pub(super) fn has_come(&self) -> bool {
        self.0.load(Ordering::SeqCst)
    }
}

impl Drop for Interrupt {
    fn drop(&mut self) {
        ENDS_AT_ONCE.store(true, Ordering::SeqCst);
    }
}

/// Removes an unfinished file when a signal ends the program; then the signal has its usual effect.
#[cfg(unix)]
pub(super) fn remove_when_ended(path: PathBuf) -> io::Result<()> {
    remove_at(path, &[SIGINT, SIGTERM, SIGHUP, SIGQUIT])?;
    ENDS_AT_ONCE.store(false, Ordering::SeqCst);
    Ok(())
}

/// The same where [`Interrupt`] notes the signals after which a command goes on to its end.
#[cfg(unix)]
pub(super) fn remove_when_ended_at_once(path: PathBuf) -> io::Result<()> {
    remove_at(path, &[SIGHUP, SIGQUIT])
}

#[cfg(unix)]
fn remove_at(path: PathBuf, signals: &[i32]) -> io::Result<()> {
    use signal_hook::iterator::Signals;
    use signal_hook::low_level::emulate_default_handler;

    use crate::limits::SELDOM_SENT;

    let mut signals = Signals::new(signals.iter().chain(&SELDOM_SENT))?;
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

#[cfg(not(unix))]
pub(super) use remove_when_ended as remove_when_ended_at_once;

/// Ends the command with its input: a pipe closes however its owner ends, also on systems that know nothing of parents.
const ENDS_WITH_INPUT: &str = "ZARRSCOPE_ENDS_WITH_INPUT";

pub fn end_with_input() {
    if env::var_os(ENDS_WITH_INPUT).is_none_or(|text| text.is_empty()) {
        return;
    }
    thread::spawn(|| {
        // A fault is an end too: the other side is gone.
        let _ = io::copy(&mut io::stdin().lock(), &mut io::sink());
        exit(status_of(SIGINT).into());
    });
}

/// Makes a file that grows too large for the system an ordinary error: `SIGXFSZ` would end the program and leave the file.
pub(super) fn survive_full_files() {
    // Where that is not possible, the signal ends the program as before.
    #[cfg(unix)]
    let _ = flag::register(signal_hook::consts::SIGXFSZ, Arc::new(AtomicBool::new(false)));
}
