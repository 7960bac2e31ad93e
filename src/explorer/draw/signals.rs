use std::io;
use std::sync::mpsc::Sender;
use std::thread::{sleep, spawn};
use std::time::{Duration, Instant};

use crate::explorer::{Action, Backlog, ThreadFailure};

/// How long a terminal may take what is drawn before it is thrown away, once somebody wants to leave.
const PATIENCE: Duration = Duration::from_millis(300);
/// How long the explorer may take to end by itself.
pub(crate) const GRACE: Duration = Duration::from_secs(2);
/// Each time, what the terminal has not taken yet is thrown away: some 64 kB of a frame that may have megabytes.
const LOOK: Duration = Duration::from_millis(1);

/// Sends an action for each signal. Call this before the terminal is taken, so that any signal gives it back.
#[cfg(unix)]
pub fn listen_to_signals(
    actions: Sender<Action>,
    backlog: Backlog,
    failure: &ThreadFailure,
) -> io::Result<()> {
    use crossterm::terminal;
    use signal_hook::consts::{SIGCONT, SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGTSTP, SIGWINCH};
    use signal_hook::iterator::Signals;

    let often = [SIGTERM, SIGHUP, SIGINT, SIGQUIT, SIGTSTP, SIGCONT, SIGWINCH];
    let mut signals = Signals::new(often.iter().chain(&crate::limits::SELDOM_SENT))?;
    let watch = failure.watch(&actions);
    spawn(move || {
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
                    end_unless(128 | signal, &backlog, true);
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

/// Sees to it that the program ends where drawing waits for a terminal that is slow, or takes nothing, as behind a connection that
/// is gone: what waits for the terminal is thrown away, and if that does not help, the program ends after a while. A key does not
/// have to end it, where other actions are taken.
pub(crate) fn end_unless(status: i32, backlog: &Backlog, has_to_end: bool) {
    let (backlog, before, asked) = (backlog.clone(), backlog.taken(), Instant::now());
    spawn(move || {
        sleep(PATIENCE);
        // Never after the action was taken: then it is what gives the terminal back that waits.
        while backlog.taken() == before && asked.elapsed() < GRACE {
            drop_output();
            sleep(LOOK);
        }
        if backlog.taken() != before && !has_to_end {
            return;
        }
        // By now the program has ended by itself, if it could.
        sleep(GRACE.saturating_sub(asked.elapsed()));
        let _ = crossterm::terminal::disable_raw_mode();
        std::process::exit(status);
    });
}

#[cfg(target_os = "linux")]
fn drop_output() {
    let _ = rustix::termios::tcflush(io::stdout(), rustix::termios::QueueSelector::OFlush);
    // Any signal wakes the thread that waits to write: a terminal that is flushed does not.
    let _ = rustix::process::kill_process(rustix::process::getpid(), rustix::process::Signal::WINCH);
}

#[cfg(not(target_os = "linux"))]
fn drop_output() {}

/// Without signals, Ctrl-c is a key, and closing the window ends the program.
#[cfg(not(unix))]
pub fn listen_to_signals(_: Sender<Action>, _: Backlog, _: &ThreadFailure) -> io::Result<()> {
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
