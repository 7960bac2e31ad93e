//! Long work on another thread, with its progress on stderr, so that Ctrl-c stops the command at once.

use std::io::{self, IsTerminal};
use std::sync::Arc;
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::thread;
use std::time::Instant;

use super::Failure;
use super::interrupt::Interrupt;
use super::progress::{EVERY, Progress};
use crate::pipeline::{Array, Counts, SummaryError, Total};

/// How far the work has come, as `verify` shows it.
pub(super) type SoFar = (Counts, Option<Total>);

/// Does the work on an array, and gives what comes of it. The work sends how far it is, and ends where nobody listens.
///
/// # Errors
/// When the work fails, or the user stops it.
pub(super) fn watched<T: Send + 'static>(
    array: &Arc<Array>,
    work: impl FnOnce(&Array, &Sender<SoFar>) -> Result<T, SummaryError> + Send + 'static,
) -> Result<T, Failure> {
    let interrupt = Interrupt::listen()?;
    let (sender, news) = mpsc::channel();
    let own = Arc::clone(array);
    let worker = thread::spawn(move || work(&own, &sender));
    let mut progress = Progress::new(Instant::now(), io::stderr().is_terminal());
    loop {
        match news.recv_timeout(EVERY / 2) {
            Ok((counts, total)) => progress.show(&counts, total),
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => break,
        }
        if interrupt.is_pressed() {
            progress.clear();
            return Err(Failure::Interrupted);
        }
    }
    progress.clear();
    match worker.join() {
        Ok(result) => result.map_err(|error| match error {
            SummaryError::NoNumbers(_) => Failure::Usage(format!("{}: {error}", array.path)),
            SummaryError::Stopped => Failure::Interrupted,
        }),
        Err(_) => Err(Failure::Data("reading ended too early, see above".to_owned())),
    }
}
