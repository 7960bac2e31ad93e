use std::io::{self, IsTerminal};
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::{thread, time::Instant};

use super::progress::{EVERY, Progress};
use super::{Failure, Result, interrupt::Interrupt};
use crate::pipeline::{Array, Counts, SummaryError, Total};

pub(super) type SoFar = (Counts, Option<Total>);

/// `None` once a signal has come: the work ends by itself where its news are no longer received. `hear` takes news,
/// and is called without any now and then; it gives the progress to show.
pub(super) fn watched<N: Send + 'static, T: Send + 'static>(
    work: impl FnOnce(&Sender<N>) -> T + Send + 'static,
    mut hear: impl FnMut(Option<N>) -> SoFar,
) -> Result<Option<T>> {
    let interrupt = Interrupt::listen()?;
    let (sender, news) = mpsc::channel();
    let worker = thread::spawn(move || work(&sender));
    let on_terminal = io::stderr().is_terminal();
    let mut progress = Progress { start: Instant::now(), shown: None, on_terminal };
    loop {
        let news = match news.recv_timeout(EVERY / 2) {
            Ok(news) => Some(news),
            Err(RecvTimeoutError::Timeout) => None,
            Err(RecvTimeoutError::Disconnected) => break,
        };
        let (counts, total) = hear(news);
        if interrupt.has_come() {
            progress.clear();
            return Ok(None);
        }
        progress.show(&counts, total);
    }
    progress.clear();
    match worker.join() {
        Ok(result) => Ok(Some(result)),
        Err(_) => Err(Failure::Data("the work ended early, see above".to_owned())),
    }
}

pub(super) fn newest() -> impl FnMut(Option<SoFar>) -> SoFar {
    let mut last = SoFar::default();
    move |news| {
        last = news.unwrap_or(last);
        last
    }
}

pub(super) fn no_numbers(array: &Array, error: &SummaryError) -> Failure {
    match error {
        SummaryError::NoNumbers(_) => Failure::Usage(format!("{}: {error}", array.path)),
        SummaryError::Stopped => Failure::Interrupted,
    }
}
