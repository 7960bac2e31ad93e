//! A lane does one task after the other. One that is no longer wanted may take long to stop, so the next begins on another thread.
//! An answer is wanted as long as its [`Request`](super::late::Request) is kept: a newer one in its place ends the task.

use std::num::NonZeroUsize;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle, available_parallelism};

use rayon::{ThreadPool, ThreadPoolBuilder};

use crate::explorer::core::kept::lock;
use crate::explorer::core::task::Work;
use crate::hierarchy::Hierarchy;
use crate::store::REQUESTS_AT_ONCE;

/// All but one are busy with unwanted work, and each may hold a decoded chunk.
const LANE_THREADS: usize = 4;

pub(crate) struct LaneThreads {
    shared: Arc<SharedQueue>,
    perform: Arc<Perform>,
    threads: Mutex<Vec<JoinHandle<()>>>,
}

/// Does a task, and asks whether to go on. Gives `false` once answers no longer reach the explorer.
pub(crate) type Perform = dyn Fn(&Work, &dyn Fn() -> bool) -> bool + Send + Sync;

#[derive(Default)]
struct SharedQueue {
    queue: Mutex<Queue>,
    changed: Condvar,
}

#[derive(Default)]
struct Queue {
    waiting: Vec<Work>,
    doing: Vec<Doing>,
    next_number: u64,
    is_closed: bool,
}

struct Doing {
    number: u64,
    work: Work,
}

impl Queue {
    /// The next task, unless one that is still wanted is being done.
    fn begin(&mut self) -> Option<(u64, Work)> {
        self.waiting.retain(Work::is_wanted);
        if self.waiting.is_empty() || self.doing.iter().any(|doing| doing.work.is_wanted()) {
            return None;
        }
        let work = self.waiting.remove(0);
        let number = self.next_number;
        self.next_number += 1;
        self.doing.push(Doing { number, work: work.clone() });
        Some((number, work))
    }

    fn end(&mut self, number: u64) {
        self.doing.retain(|doing| doing.number != number);
    }

    fn is_stuck(&self, threads: usize) -> bool {
        let is_free = !self.doing.iter().any(|doing| doing.work.is_wanted());
        is_free && self.doing.len() >= threads && self.waiting.iter().any(Work::is_wanted)
    }
}

impl SharedQueue {
    fn lock(&self) -> MutexGuard<'_, Queue> {
        lock(&self.queue)
    }

    fn next(&self) -> Option<(u64, Work)> {
        let mut queue = self.lock();
        loop {
            if queue.is_closed {
                return None;
            }
            if let Some(begun) = queue.begin() {
                return Some(begun);
            }
            queue = self.changed.wait(queue).unwrap_or_else(PoisonError::into_inner);
        }
    }

    fn close(&self) {
        self.lock().is_closed = true;
        self.changed.notify_all();
    }
}

impl LaneThreads {
    pub(crate) fn start(perform: Arc<Perform>) -> Self {
        let lane = Self { shared: Arc::default(), perform, threads: Mutex::default() };
        lane.add_thread(&mut lock(&lane.threads));
        lane
    }

    pub(crate) fn send(&self, work: Work) {
        self.shared.lock().waiting.push(work);
        self.free();
        self.shared.changed.notify_all();
    }

    /// Starts another thread where all are busy with unwanted work. A lane does not notice when an answer is no longer wanted.
    pub(crate) fn free(&self) {
        let mut threads = lock(&self.threads);
        if threads.len() < LANE_THREADS && self.shared.lock().is_stuck(threads.len()) {
            self.add_thread(&mut threads);
        }
    }

    fn add_thread(&self, threads: &mut Vec<JoinHandle<()>>) {
        let shared = Arc::clone(&self.shared);
        let perform = Arc::clone(&self.perform);
        threads.push(thread::spawn(move || {
            give_way();
            while let Some((number, work)) = shared.next() {
                if !perform(&work, &|| work.is_wanted() && !shared.lock().is_closed) {
                    return;
                }
                shared.lock().end(number);
                shared.changed.notify_all();
            }
        }));
    }

    pub(crate) fn finish(&self) {
        self.shared.close();
        let threads = std::mem::take(&mut *lock(&self.threads));
        for thread in threads {
            // The message of a panic was printed already.
            let _ = thread.join();
        }
    }

    pub(crate) fn has_ended(&self) -> bool {
        lock(&self.threads).iter().any(JoinHandle::is_finished)
    }
}

impl Drop for LaneThreads {
    fn drop(&mut self) {
        self.shared.close();
    }
}

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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::explorer::App;
    use crate::explorer::core::late::{Request, RequestId};
    use crate::explorer::core::task::{Lane, Link, Task};
    use std::sync::mpsc;

    /// A task that does nothing.
    #[derive(Debug)]
    struct Numbered(usize);

    impl Task for Numbered {
        const LANE: Lane = Lane::Lists;
        type Answer = ();

        fn run(&self, _: &mut Link<Self>) {}

        fn answered(_: &mut App, _: RequestId, (): ()) {}
    }

    fn request(id: u64) -> Request {
        Request::new(id.into())
    }

    fn number(work: &Work) -> usize {
        work.task::<Numbered>().unwrap().0
    }

    #[test]
    fn what_is_wanted_is_done_one_after_the_other() {
        let kept = [request(1), request(2)];
        let waiting = vec![Work::new(&kept[0], Numbered(1)), Work::new(&kept[1], Numbered(2))];
        let mut queue = Queue { waiting, ..Queue::default() };
        let (first, work) = queue.begin().unwrap();
        assert_eq!(number(&work), 1);
        assert!(queue.begin().is_none());
        queue.end(first);
        assert_eq!(number(&queue.begin().unwrap().1), 2);
    }

    #[test]
    fn work_that_is_not_wanted_any_more_is_not_begun_and_keeps_nothing_waiting() {
        let mut queue = Queue::default();
        let (old, new) = (request(1), request(2));
        queue.waiting.push(Work::new(&old, Numbered(1)));
        let (_, work) = queue.begin().unwrap();
        queue.waiting.push(Work::new(&request(3), Numbered(3)));
        queue.waiting.push(Work::new(&new, Numbered(2)));
        assert!(queue.begin().is_none() && !queue.is_stuck(1));
        drop(old);
        assert!(!work.is_wanted() && queue.is_stuck(1));
        assert_eq!(number(&queue.begin().unwrap().1), 2);
    }

    /// A lane whose first task hangs until the sender is dropped; it tells the number of each task that begins.
    fn hanging() -> (LaneThreads, mpsc::Receiver<usize>, mpsc::Sender<()>) {
        let (sender, begun) = mpsc::channel();
        let (release, hold) = mpsc::channel::<()>();
        let sender = Mutex::new(sender);
        let hold = Mutex::new(hold);
        let lane = LaneThreads::start(Arc::new(move |work: &Work, _: &dyn Fn() -> bool| {
            lock(&sender).send(number(work)).unwrap();
            if number(work) == 1 {
                let _ = lock(&hold).recv();
            }
            true
        }));
        (lane, begun, release)
    }

    #[test]
    fn newer_work_is_done_while_older_work_hangs() {
        let (lane, begun, release) = hanging();
        let mut asked = request(1);
        lane.send(Work::new(&asked, Numbered(1)));
        assert_eq!(begun.recv(), Ok(1));
        for next in 2..6 {
            asked = request(next as u64);
            lane.send(Work::new(&asked, Numbered(next)));
            assert_eq!(begun.recv(), Ok(next));
        }
        assert!(!lane.has_ended());
        drop(release);
    }

    #[test]
    fn what_waits_begins_once_the_work_before_it_is_dropped() {
        let (lane, begun, release) = hanging();
        let first = request(1);
        let second = request(2);
        lane.send(Work::new(&first, Numbered(1)));
        assert_eq!(begun.recv(), Ok(1));
        lane.send(Work::new(&second, Numbered(2)));
        drop(first);
        lane.free();
        assert_eq!(begun.recv(), Ok(2));
        drop(release);
    }
}
