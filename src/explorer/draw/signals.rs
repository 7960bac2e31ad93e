//! Signals of the system, where it has some: they end the explorer, stop it, and let it go on.

use std::io;
use std::sync::mpsc::Sender;

use crate::explorer::core::action::Action;
use crate::explorer::draw::thread_failure::ThreadFailure;

/// Starts sending an action for each signal of the system. Call this before the terminal is taken, so that any
/// signal gives it back.
///
/// # Errors
/// When signals cannot be listened to.
#[cfg(unix)]
pub fn listen_to_signals(actions: Sender<Action>, failure: &ThreadFailure) -> io::Result<()> {
    use signal_hook::consts::{SIGCONT, SIGHUP, SIGINT, SIGTERM, SIGTSTP};
    use signal_hook::iterator::Signals;

    let mut signals = Signals::new([SIGTERM, SIGHUP, SIGINT, SIGTSTP, SIGCONT])?;
    let watch = failure.watch(&actions);
    std::thread::spawn(move || {
        let _watch = watch;
        for signal in signals.forever() {
            let action = match signal {
                SIGTSTP => Action::Suspend,
                SIGCONT => Action::Continue,
                _ => Action::Quit,
            };
            if actions.send(action).is_err() {
                break;
            }
        }
    });
    Ok(())
}

/// The same on a system without such signals: there Ctrl-c is a key, and who closes the window ends the program.
///
/// # Errors
/// None.
#[cfg(not(unix))]
pub fn listen_to_signals(_: Sender<Action>, _: &ThreadFailure) -> io::Result<()> {
    Ok(())
}

/// Stops the program until it is continued, as a shell does with `fg`.
#[cfg(unix)]
pub(crate) fn stop() -> io::Result<()> {
    signal_hook::low_level::emulate_default_handler(signal_hook::consts::SIGTSTP)
}

/// Where shells cannot stop a program, it goes on.
#[cfg(not(unix))]
pub(crate) fn stop() -> io::Result<()> {
    Ok(())
}
