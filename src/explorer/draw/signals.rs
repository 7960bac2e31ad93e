use std::io;
use std::sync::mpsc::Sender;

use crate::explorer::{Action, ThreadFailure};

/// Sends an action for each signal. Call this before the terminal is taken, so that any signal gives it back.
#[cfg(unix)]
pub fn listen_to_signals(actions: Sender<Action>, failure: &ThreadFailure) -> io::Result<()> {
    use crossterm::terminal;
    use signal_hook::consts::{SIGCONT, SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGTSTP, SIGWINCH};
    use signal_hook::iterator::Signals;

    let mut signals = Signals::new([SIGTERM, SIGHUP, SIGINT, SIGQUIT, SIGTSTP, SIGCONT, SIGWINCH])?;
    let watch = failure.watch(&actions);
    std::thread::spawn(move || {
        let _watch = watch;
        for signal in signals.forever() {
            let action = match signal {
                SIGTSTP => Action::Suspend,
                SIGCONT => Action::Continue,
                SIGWINCH => match terminal::size() {
                    Ok((width, height)) => Action::Resize(width, height),
                    Err(_) => continue,
                },
                _ => {
                    end_unless(128 | signal, || false);
                    Action::Signal(signal)
                }
            };
            if actions.send(action).is_err() {
                break;
            }
        }
    });
    Ok(())
}

/// Ends the program where drawing waits for a terminal that takes nothing, as behind a connection that is gone: after a while, unless
/// it `goes_on`.
pub(crate) fn end_unless(status: i32, goes_on: impl FnOnce() -> bool + Send + 'static) {
    std::thread::spawn(move || {
        std::thread::sleep(GRACE);
        // By now the program has ended by itself, if it could.
        if !goes_on() {
            let _ = crossterm::terminal::disable_raw_mode();
            std::process::exit(status);
        }
    });
}

pub(crate) const GRACE: std::time::Duration = std::time::Duration::from_secs(2);

/// Without signals, Ctrl-c is a key, and closing the window ends the program.
#[cfg(not(unix))]
pub fn listen_to_signals(_: Sender<Action>, _: &ThreadFailure) -> io::Result<()> {
    Ok(())
}

#[cfg(unix)]
pub(crate) fn stop() -> io::Result<()> {
    signal_hook::low_level::emulate_default_handler(signal_hook::consts::SIGTSTP)
}

#[cfg(not(unix))]
pub(crate) fn stop() -> io::Result<()> {
    Ok(())
}
