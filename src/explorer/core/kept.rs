use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use crate::explorer::core::traces::Traces;
use crate::limits::CACHE_BYTES;

/// Results are sent at most 25 times a second, which looks smooth.
pub(crate) const BEAT: Duration = Duration::from_millis(40);

#[derive(Debug)]
pub struct Kept {
    traces: Mutex<Traces>,
    /// Held while values are read or a chain is tried: two at once would take twice the memory, and each other's time.
    trying: Mutex<()>,
    place_written: Mutex<Option<Instant>>,
}

impl Default for Kept {
    fn default() -> Self {
        Self::at_most(CACHE_BYTES.default)
    }
}

impl Kept {
    pub fn at_most(cache_bytes: u64) -> Self {
        Self {
            traces: Mutex::new(Traces::at_most(cache_bytes)),
            trying: Mutex::default(),
            place_written: Mutex::default(),
        }
    }

    pub(crate) fn traces(&self) -> MutexGuard<'_, Traces> {
        lock(&self.traces)
    }

    pub(crate) fn try_alone(&self) -> MutexGuard<'_, ()> {
        lock(&self.trying)
    }

    pub(crate) fn writes_place(&self, rest: Duration) -> bool {
        let mut last = lock(&self.place_written);
        let is_due = last.is_none_or(|at| at.elapsed() > rest);
        if is_due {
            *last = Some(Instant::now());
        }
        is_due
    }
}

/// A poisoned lock is safe: nothing is left half done, and the explorer ends after a panic anyway.
pub(crate) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

pub(crate) struct Beat(Instant);

impl Beat {
    pub(crate) fn new() -> Self {
        Self(Instant::now())
    }

    pub(crate) fn is_due(&mut self) -> bool {
        let is_due = self.0.elapsed() >= BEAT;
        if is_due {
            self.0 = Instant::now();
        }
        is_due
    }
}
