//! Verifying in the background. It leaves a core to the thread that draws.

use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver};
use std::thread::{self, available_parallelism};
use std::time::Instant;

use rayon::{ThreadPool, ThreadPoolBuilder};

use crate::codec::DecodeOptions;
use crate::explorer::core::action::Action;
use crate::explorer::core::lane::BEAT;
use crate::explorer::core::late::RequestId;
use crate::explorer::faults::verify_news::VerifyNews;
use crate::hierarchy::Hierarchy;
use crate::pipeline::{ShortFault, total, verify_on};
use crate::store::REQUESTS_AT_ONCE;

/// Verifies a node and everything below it, and reports what it has found so far on the way. All chunks are counted beside
/// that, which takes far less time.
pub(crate) fn verify(
    id: RequestId,
    (hierarchy, key, options): (&Hierarchy, &str, &DecodeOptions),
    go_on: &mut dyn FnMut() -> bool,
    answer: &mut dyn FnMut(Action) -> bool,
) -> bool {
    let is_done = AtomicBool::new(false);
    thread::scope(|scope| {
        let (sender, all) = mpsc::channel();
        let counts_on = || !is_done.load(Ordering::Relaxed);
        // Sending fails where all is verified before it is counted: then nobody needs it.
        scope.spawn(move || total(hierarchy, key, &counts_on).map(|all| sender.send(all.chunks)));
        let listens = verify_beside(id, (hierarchy, key, options), go_on, (answer, &all));
        is_done.store(true, Ordering::Relaxed);
        listens
    })
}

fn verify_beside(
    id: RequestId,
    (hierarchy, key, options): (&Hierarchy, &str, &DecodeOptions),
    go_on: &mut dyn FnMut() -> bool,
    (answer, all): (&mut dyn FnMut(Action) -> bool, &Receiver<u64>),
) -> bool {
    let (threads, mut news) = (all_but_one(hierarchy), VerifyNews::default());
    let (mut reported, mut listens, mut is_wanted) = (Instant::now(), true, true);
    verify_on(threads.as_ref(), hierarchy, key, options, &mut |counts, found| {
        // What the store did not answer is no fault.
        let faults = found.faults.iter().filter(|found| !found.fault.is_unknown()).map(ShortFault::from);
        let faults = faults.collect();
        news.add(VerifyNews { counts, chunks: all.try_recv().ok(), faults, verified: found.verified });
        is_wanted = is_wanted && go_on();
        if is_wanted && reported.elapsed() >= BEAT {
            reported = Instant::now();
            listens = answer(Action::Verifying(id, Box::new(std::mem::take(&mut news))));
        }
        listens && is_wanted
    });
    if !(listens && is_wanted) {
        return listens;
    }
    answer(Action::Verified(id, Box::new(news)))
}

/// Threads of their own for all cores but one: whoever presses a key meanwhile does not wait. Where none can be started,
/// those that all others use have to do. Where chunks come from a server, most of the threads wait for it.
pub(crate) fn all_but_one(hierarchy: &Hierarchy) -> Option<ThreadPool> {
    let is_remote = hierarchy.store().requests().is_some();
    let cores = available_parallelism().map_or(1, NonZeroUsize::get);
    let count = if is_remote { REQUESTS_AT_ONCE } else { cores.saturating_sub(1).max(1) };
    ThreadPoolBuilder::new().num_threads(count).build().ok()
}
