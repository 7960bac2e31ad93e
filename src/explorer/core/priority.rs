//! The thread that draws goes first, whatever is being decoded.

use std::num::NonZeroUsize;
use std::thread::available_parallelism;

use rayon::{ThreadPool, ThreadPoolBuilder};

use crate::hierarchy::Hierarchy;
use crate::store::REQUESTS_AT_ONCE;

/// How far threads that decode step back. The kernel gives the thread that draws its turn as soon as it wakes, and nine tenths of
/// the time while both are busy.
#[cfg(target_os = "linux")]
const NICENESS: i32 = 10;

/// Lets other threads go first, from now on, and by those that this one starts. Where the system has no such thing for a single
/// thread, nothing changes: a thread is late then, and nothing is wrong.
pub(crate) fn give_way() {
    #[cfg(target_os = "linux")]
    let _ = rustix::process::nice(NICENESS);
}

/// Threads of their own for all cores but one: a key that is pressed meanwhile does not wait. Where none can be started,
/// those that all others use have to do. Where chunks come from a server, most of the threads wait for it.
pub(crate) fn all_but_one(hierarchy: &Hierarchy) -> Option<ThreadPool> {
    let is_remote = hierarchy.store().requests().is_some();
    let cores = available_parallelism().map_or(1, NonZeroUsize::get);
    let count = if is_remote { REQUESTS_AT_ONCE } else { cores.saturating_sub(1).max(1) };
    ThreadPoolBuilder::new().num_threads(count).build().ok()
}
