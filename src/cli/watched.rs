use std::io::{IsTerminal, Write};
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::time::{Duration, Instant};
use std::{io, thread};

use crate::cli::interrupt::Interrupt;
use crate::cli::{Failure, Result};
use crate::pipeline::{Array, Counts, SummaryError, Total};
use crate::tell::words::{grouped, size};

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

/// How often the line changes: smooth to look at, and rare enough for a slow terminal.
pub(super) const EVERY: Duration = Duration::from_millis(100);
const BAR: usize = 20;

pub(super) struct Progress {
    pub(super) start: Instant,
    pub(super) shown: Option<Instant>,
    pub(super) on_terminal: bool,
}

impl Progress {
    pub(super) fn show(&mut self, counts: &Counts, total: Option<Total>) {
        if !self.on_terminal || self.shown.is_some_and(|shown| shown.elapsed() < EVERY) {
            return;
        }
        self.shown = Some(Instant::now());
        // Verifying goes on where its progress cannot be shown.
        let _ = write!(io::stderr(), "\r\u{1b}[K{}", line(counts, total, self.start.elapsed()));
    }

    pub(super) fn clear(&self) {
        if self.shown.is_some() {
            let _ = write!(io::stderr(), "\r\u{1b}[K");
        }
    }
}

fn line(counts: &Counts, total: Option<Total>, elapsed: Duration) -> String {
    let faulty = match counts.faulty {
        0 => String::new(),
        faulty => format!("  {} faulty", grouped(faulty.into())),
    };
    let checked = grouped(counts.checked().into());
    let rate = u128::from(counts.stored_nbytes) * 1000 / elapsed.as_millis().max(1);
    let rate = format!("{}/s", size(u64::try_from(rate).unwrap_or(u64::MAX)));
    let Some(total) = total else {
        return format!("{checked} chunks  {}  {rate}{faulty}", size(counts.stored_nbytes));
    };
    let (done, all): (u128, u128) = match total.nbytes {
        0 => (counts.checked().into(), total.chunks.into()),
        nbytes => (counts.stored_nbytes.into(), nbytes.into()),
    };
    // Chunks that are written during the run may make it more than was counted before.
    let done = done.min(all);
    // How many of so many equal parts are done; all of them where there is nothing to do.
    let part = |parts: usize| {
        usize::try_from((done * parts as u128).checked_div(all).unwrap_or(parts as u128)).unwrap_or(parts)
    };
    let full = part(BAR);
    let bar = format!("[{}{}]", "=".repeat(full), " ".repeat(BAR - full));
    // From the speed so far. There is none while too little is done for an estimate.
    let left = match (elapsed.as_millis() * (all - done)).checked_div(done * 1000) {
        Some(seconds) if elapsed >= EVERY => format!("  {} left", span(seconds)),
        _ => String::new(),
    };
    let chunks = grouped(total.chunks.into());
    format!("{bar} {:>3} %  {checked} of {chunks} chunks  {rate}{left}{faulty}", part(100))
}

fn span(seconds: u128) -> String {
    match (seconds / 3600, seconds / 60 % 60, seconds % 60) {
        (0, 0, seconds) => format!("{seconds} s"),
        (0, minutes, seconds) => format!("{minutes} min {seconds} s"),
        (hours, minutes, _) => format!("{} h {minutes} min", grouped(hours)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn counts(decoded: u64, faulty: u64, stored_nbytes: u64) -> Counts {
        Counts { decoded, faulty, stored_nbytes, ..Counts::default() }
    }

    const SECOND: Duration = Duration::from_secs(1);

    #[test]
    fn until_the_total_is_known_there_is_no_bar() {
        assert_eq!(line(&counts(1200, 0, 3_000_000), None, SECOND), "1 200 chunks  3.0 MB  3.0 MB/s");
    }

    #[test]
    fn the_bar_goes_by_bytes() {
        let total = Total { chunks: 4000, nbytes: 12_000_000 };
        assert_eq!(
            line(&counts(1000, 2, 3_000_000), Some(total), SECOND * 2),
            "[=====               ]  25 %  1 002 of 4 000 chunks  1.5 MB/s  6 s left  2 faulty"
        );
    }

    #[test]
    fn chunks_of_no_bytes_count_too() {
        let total = Total { chunks: 4, nbytes: 0 };
        let half = line(&counts(2, 0, 0), Some(total), SECOND);
        assert!(half.starts_with("[==========          ]  50 %"), "{half}");
        let nothing = line(&counts(0, 0, 0), Some(Total::default()), SECOND);
        assert!(nothing.starts_with("[====================] 100 %"), "{nothing}");
    }

    #[test]
    fn a_long_time_has_hours() {
        assert_eq!([59, 60, 3_725].map(span), ["59 s", "1 min 0 s", "1 h 2 min"]);
    }
}
