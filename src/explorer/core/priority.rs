//! The thread that draws goes first, whatever is being decoded.

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
