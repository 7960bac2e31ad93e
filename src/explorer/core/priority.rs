//! The thread that draws goes first, whatever is being decoded.

use std::num::NonZeroUsize;
use std::thread::available_parallelism;

use rayon::{ThreadPool, ThreadPoolBuilder};

use crate::hierarchy::Hierarchy;
use crate::store::REQUESTS_AT_ONCE;

/// The kernel lets the thread that draws run as soon as it wakes, and nine tenths of the time while both are busy.
#[cfg(target_os = "linux")]
const NICENESS: i32 = 10;

/// Lowers the priority of this thread and of those it starts, where the system has one for each thread.
pub(crate) fn give_way() {
    #[cfg(target_os = "linux")]
    let _ = rustix::process::nice(NICENESS);
}

/// All cores but one, so that keys are answered at once; more threads for a server, because they mostly wait. `None`: none starts.
pub(crate) fn all_but_one(hierarchy: &Hierarchy) -> Option<ThreadPool> {
    let is_remote = hierarchy.store().requests().is_some();
    let cores = available_parallelism().map_or(1, NonZeroUsize::get);
    let count = if is_remote { REQUESTS_AT_ONCE } else { cores.saturating_sub(1).max(1) };
    ThreadPoolBuilder::new().num_threads(count).build().ok()
}
