//! A lane of work: one thing after the other, but nothing waits for work that nobody wants any more.
//!
//! Work that newer work replaces is asked to end, and may take long to notice: decoding one chunk is not interrupted. So
//! it goes on beside the newer work, on a thread of its own, and its answers are dropped by who gets them.

use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use crate::explorer::core::effect::{Work, WorkKind};
use crate::explorer::core::priority::give_way;

/// How long waiting actions are handled before the next frame is drawn: half of the time between two frames at 60 Hz.
pub const SLICE: Duration = Duration::from_millis(8);
/// How long what is found is collected before it is reported: 25 times a second looks smooth.
pub(crate) const BEAT: Duration = Duration::from_millis(40);
/// The threads of a lane, at most. All but one are busy with work that nobody wants; each may hold a decoded chunk.
const MOST_THREADS: usize = 4;

/// A lane, and the threads that work in it.
pub(crate) struct Lane {
    shared: Arc<SharedQueue>,
    /// Does one piece of work; it is asked whether to go on, and gives `false` when nobody listens any more.
    perform: Arc<Perform>,
    threads: Mutex<Vec<JoinHandle<()>>>,
}

/// How a lane does its work.
pub(crate) type Perform = dyn Fn(&Work, &mut dyn FnMut() -> bool) -> bool + Send + Sync;

#[derive(Default)]
struct SharedQueue {
    queue: Mutex<Queue>,
    changed: Condvar,
}

/// What is to be done in a lane, and what is being done.
#[derive(Default)]
struct Queue {
    waiting: Vec<Work>,
    doing: Vec<Doing>,
    next_id: u64,
    is_closed: bool,
}

/// Work that a thread is doing.
struct Doing {
    id: u64,
    kind: WorkKind,
    /// Whether newer work has replaced it.
    is_outdated: bool,
}

impl Queue {
    fn push(&mut self, work: Work) {
        let newer = work.kind();
        self.waiting.retain(|older| !newer.replaces(older.kind()));
        for doing in self.doing.iter_mut().filter(|doing| newer.replaces(doing.kind)) {
            doing.is_outdated = true;
        }
        self.waiting.push(work);
    }

    /// The work to begin with, if there is some: only one piece of work is done at a time that is still wanted.
    fn begin(&mut self) -> Option<(u64, Work)> {
        if self.waiting.is_empty() || self.doing.iter().any(|doing| !doing.is_outdated) {
            return None;
        }
        let (id, work) = (self.next_id, self.waiting.remove(0));
        self.next_id += 1;
        self.doing.push(Doing { id, kind: work.kind(), is_outdated: false });
        Some((id, work))
    }

    fn is_wanted(&self, id: u64) -> bool {
        !self.is_closed && self.doing.iter().any(|doing| doing.id == id && !doing.is_outdated)
    }

    fn end(&mut self, id: u64) {
        self.doing.retain(|doing| doing.id != id);
    }
}

impl SharedQueue {
    fn lock(&self) -> MutexGuard<'_, Queue> {
        lock(&self.queue)
    }

    /// Waits for work; `None` when the lane is closed.
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

    fn end(&self, id: u64) {
        self.lock().end(id);
        self.changed.notify_all();
    }
}

/// Nothing here is left half done: where a thread has panicked, the explorer ends anyway.
pub(crate) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Lane {
    pub(crate) fn start(perform: Arc<Perform>) -> Self {
        let lane = Self { shared: Arc::default(), perform, threads: Mutex::default() };
        lane.add_thread(&mut lock(&lane.threads));
        lane
    }

    /// Takes in work. Where every thread is busy with work that nobody wants any more, another one is started.
    pub(crate) fn send(&self, work: Work) {
        let mut threads = lock(&self.threads);
        let is_stuck = {
            let mut queue = self.shared.lock();
            queue.push(work);
            queue.doing.len() >= threads.len() && queue.doing.iter().all(|doing| doing.is_outdated)
        };
        if is_stuck && threads.len() < MOST_THREADS {
            self.add_thread(&mut threads);
        }
        self.shared.changed.notify_all();
    }

    fn add_thread(&self, threads: &mut Vec<JoinHandle<()>>) {
        let (shared, perform) = (Arc::clone(&self.shared), Arc::clone(&self.perform));
        threads.push(thread::spawn(move || {
            give_way();
            while let Some((id, work)) = shared.next() {
                if !perform(&work, &mut || shared.lock().is_wanted(id)) {
                    return;
                }
                shared.end(id);
            }
        }));
    }

    /// Lets the threads end what they do, as soon as that is possible, and waits for it.
    pub(crate) fn finish(&self) {
        self.shared.lock().is_closed = true;
        self.shared.changed.notify_all();
        let threads = std::mem::take(&mut *lock(&self.threads));
        for thread in threads {
            // A thread that has panicked has said so.
            let _ = thread.join();
        }
    }

    /// Whether a thread has ended.
    pub(crate) fn has_ended(&self) -> bool {
        lock(&self.threads).iter().any(JoinHandle::is_finished)
    }
}

impl Drop for Lane {
    fn drop(&mut self) {
        self.shared.lock().is_closed = true;
        self.shared.changed.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;

    use super::*;
    use crate::explorer::core::effect::Work::{Describe, Forget, Stop};
    use crate::hierarchy::{Child, Hierarchy};
    use crate::store::EntryKind;

    /// A request to describe so many nodes.
    fn describe(count: usize) -> Work {
        let hierarchy = Arc::new(Hierarchy::open(std::path::Path::new(".")).unwrap());
        let child = Child { name: "a".to_owned(), key: "a".to_owned(), kind: EntryKind::File };
        Describe(hierarchy, vec![child; count])
    }

    fn count(work: &Work) -> usize {
        match work {
            Describe(_, children) => children.len(),
            Forget(rows) => 100 + rows.len(),
            _ => 0,
        }
    }

    #[test]
    fn newer_work_of_a_kind_replaces_older_work_and_other_work_waits() {
        let mut queue = Queue::default();
        queue.push(describe(1));
        queue.push(describe(2));
        let (first, work) = queue.begin().unwrap();
        assert_eq!(count(&work), 2);
        queue.push(Forget(Vec::new()));
        assert!(queue.begin().is_none(), "what is wanted is done one after the other");
        assert!(queue.is_wanted(first));
        queue.end(first);
        assert_eq!(count(&queue.begin().unwrap().1), 100);
    }

    #[test]
    fn work_that_nobody_wants_any_more_keeps_nothing_waiting() {
        let mut queue = Queue::default();
        queue.push(describe(1));
        let (old, _) = queue.begin().unwrap();
        queue.push(describe(2));
        let (new, work) = queue.begin().unwrap();
        assert_eq!(count(&work), 2);
        assert!(!queue.is_wanted(old) && queue.is_wanted(new));
        queue.push(Stop);
        assert!(queue.begin().is_none(), "describing is not stopped by that");
    }

    #[test]
    fn newer_work_is_done_while_older_work_hangs() {
        let (sender, done) = mpsc::channel();
        let (release, hold) = mpsc::channel::<()>();
        let (sender, hold) = (Mutex::new(sender), Mutex::new(hold));
        let lane = Lane::start(Arc::new(move |work: &Work, _: &mut dyn FnMut() -> bool| {
            lock(&sender).send(count(work)).unwrap();
            if count(work) == 1 {
                let _ = lock(&hold).recv();
            }
            true
        }));
        lane.send(describe(1));
        assert_eq!(done.recv(), Ok(1));
        for number in 2..6 {
            lane.send(describe(number));
            assert_eq!(done.recv(), Ok(number));
        }
        assert!(!lane.has_ended());
        drop(release);
    }
}
