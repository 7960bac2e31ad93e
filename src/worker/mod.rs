//! Threads that read and decode, so that the screen never waits: a request in, an action out.

mod tasks;
mod traces;

use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use self::traces::Traces;
use crate::app::{Action, Boxes, Request};
use crate::codec::DecodeOptions;
use crate::limits::CACHE_BYTES;
use crate::pipeline::{Array, ChunkAddress, ChunkTrace};
use crate::tell::copy_as::copies;

/// How long actions that wait are taken in before the next frame is drawn.
pub const SLICE: Duration = Duration::from_millis(8);
/// How many nodes are described before the first answer is sent.
const BATCH: usize = 16;

/// The threads: one for each kind of work, so that a long survey delays no chunk.
#[derive(Debug)]
pub struct Workers {
    lanes: [Lane; 7],
}

/// A thread, and the way to it.
#[derive(Debug)]
struct Lane {
    requests: Sender<Request>,
    thread: JoinHandle<()>,
}

/// Ends the explorer when a worker ends by a panic: nobody would answer any more.
struct Alarm(Sender<Action>);

impl Drop for Alarm {
    fn drop(&mut self) {
        if thread::panicking() {
            // Where nobody listens, the explorer has ended already.
            let _ = self.0.send(Action::Quit);
        }
    }
}

impl Workers {
    /// Starts the threads, which keep so many bytes of decoded chunks; they end when this is dropped or nobody listens.
    #[must_use]
    pub fn start(actions: &Sender<Action>, cache_bytes: u64) -> Self {
        let lane = |_| {
            let (sender, requests) = mpsc::channel();
            let alarm = Alarm(actions.clone());
            Lane { requests: sender, thread: thread::spawn(move || work(cache_bytes, &requests, &alarm.0)) }
        };
        Self { lanes: std::array::from_fn(lane) }
    }

    /// Hands a request to its thread.
    pub fn send(&self, request: Request) {
        let [lists, nodes, names, surveys, chunks, doubts, verdicts] = &self.lanes;
        // A thread that has ended has told so by an action.
        let send = |lane: &Lane, request| drop(lane.requests.send(request));
        match &request {
            Request::Children(..) | Request::Forget(_) => send(lists, request),
            Request::Open(..) | Request::Reopen(..) => send(nodes, request),
            Request::Describe(..) => send(names, request),
            Request::Survey(..) => send(surveys, request),
            Request::Trace(..) | Request::Locate(..) => send(chunks, request),
            Request::Diagnose(..) => send(doubts, request),
            Request::Judge(..) | Request::Count(..) => send(verdicts, request),
            Request::Stop => [surveys, verdicts].into_iter().for_each(|lane| send(lane, Request::Stop)),
            Request::Copy(_) | Request::Suspend | Request::Resume => {}
        }
    }

    /// Whether a thread has ended before its time.
    #[must_use]
    pub fn have_failed(&self) -> bool {
        self.lanes.iter().any(|lane| lane.thread.is_finished())
    }
}

/// Works until nobody asks or listens any more.
fn work(cache_bytes: u64, requests: &Receiver<Request>, actions: &Sender<Action>) {
    let mut worker = Worker { traces: Traces::at_most(cache_bytes) };
    let mut waiting: Vec<Request> = Vec::new();
    loop {
        if waiting.is_empty() {
            match requests.recv() {
                Ok(request) => waiting.push(request),
                Err(_) => return,
            }
        }
        waiting.extend(requests.try_iter());
        drop_outdated(&mut waiting);
        let request = waiting.remove(0);
        // A newer request for the same thing makes this one pointless.
        let mut go_on = || {
            waiting.extend(requests.try_iter());
            !waiting.iter().any(|newer| replaces(newer, &request))
        };
        if !worker.perform(&request, &mut go_on, &mut |action| actions.send(action).is_ok()) {
            return;
        }
    }
}

/// Keeps only the last of the requests that replace each other.
fn drop_outdated(waiting: &mut Vec<Request>) {
    let mut index = 0;
    while index < waiting.len() {
        let (before, after) = waiting.split_at(index + 1);
        let outdated = before.last().is_some_and(|own| after.iter().any(|newer| replaces(newer, own)));
        if outdated {
            waiting.remove(index);
        } else {
            index += 1;
        }
    }
}

/// Whether nobody waits for `older` any more once `newer` has been asked for.
fn replaces(newer: &Request, older: &Request) -> bool {
    matches!(
        (newer, older),
        (Request::Open(..), Request::Open(..))
            | (Request::Describe(..), Request::Describe(..))
            | (Request::Count(..), Request::Count(..))
            | (Request::Survey(..), Request::Survey(..))
            | (Request::Trace(..), Request::Trace(..))
            | (Request::Diagnose(..), Request::Diagnose(..))
            | (Request::Locate(..), Request::Locate(..))
            | (Request::Judge(..), Request::Judge(..))
            | (Request::Stop, Request::Survey(..) | Request::Judge(..))
    )
}

/// Does what a request asks for and hands the answers to `answer`; says whether anybody still listens. Nothing is
/// remembered for a next request.
///
/// `go_on` is asked now and then whether the answer is still wanted.
pub fn perform(
    request: &Request,
    go_on: &mut dyn FnMut() -> bool,
    answer: &mut dyn FnMut(Action) -> bool,
) -> bool {
    Worker::default().perform(request, go_on, answer)
}

/// Does one request after the other.
#[derive(Debug)]
pub struct Worker {
    traces: Traces,
}

impl Default for Worker {
    fn default() -> Self {
        Self { traces: Traces::at_most(CACHE_BYTES.default) }
    }
}

impl Worker {
    /// Does what a request asks for and hands the answers to `answer`; says whether anybody still listens.
    ///
    /// `go_on` is asked now and then whether the answer is still wanted.
    pub fn perform(
        &mut self,
        request: &Request,
        go_on: &mut dyn FnMut() -> bool,
        answer: &mut dyn FnMut(Action) -> bool,
    ) -> bool {
        match request {
            Request::Reopen(id, hierarchy) => answer(Action::Reopened(*id, tasks::reopen(hierarchy))),
            Request::Children(id, hierarchy, key) => {
                answer(Action::Children(*id, hierarchy.children(key).map_err(|error| error.to_string())))
            }
            Request::Describe(hierarchy, children) => children
                .chunks(BATCH)
                .take_while(|_| go_on())
                .all(|some| answer(Action::Described(tasks::describe(hierarchy, some)))),
            Request::Open(id, hierarchy, child) => {
                answer(Action::Opened(*id, Box::new(tasks::open(hierarchy, child))))
            }
            Request::Survey(id, hierarchy, layout) => tasks::survey(*id, (hierarchy, layout), go_on, answer),
            Request::Count(id, survey, of) => {
                answer(Action::Counted(*id, Box::new(Boxes::count(of.clone(), survey))))
            }
            Request::Judge(id, array, chunks, options) => {
                tasks::judge(*id, (array, chunks, options), go_on, answer)
            }
            Request::Trace(id, array, address, options) => match self.trace(array, address, options) {
                // A trace that nobody waits for any more is freed here, not where keys are answered.
                Ok(_) if !go_on() => true,
                Ok(trace) => {
                    answer(Action::Traced(*id, Ok(Arc::clone(&trace))))
                        && self.measure(*id, &trace, go_on, answer)
                }
                Err(error) => answer(Action::Traced(*id, Err(error))),
            },
            Request::Locate(id, array, address, options) => {
                let found = array.locate(address, options).map_err(|fault| fault.to_string());
                answer(Action::Located(*id, found.map(|located| copies(&located).into())))
            }
            Request::Diagnose(id, doubt, options) => {
                let found = tasks::diagnose(doubt, options, go_on).map(Arc::from);
                answer(Action::Diagnosed(*id, found.map_err(|fault| fault.to_string())))
            }
            Request::Stop | Request::Forget(_) | Request::Copy(_) | Request::Suspend | Request::Resume => {
                true
            }
        }
    }

    /// The trace of a chunk, or of an inner chunk of it: one that is kept, or a new one.
    fn trace(
        &mut self,
        array: &Arc<Array>,
        address: &ChunkAddress,
        options: &DecodeOptions,
    ) -> Result<Arc<ChunkTrace>, String> {
        if let Some(trace) = self.traces.find(array, address, options) {
            return Ok(trace);
        }
        let decoded =
            array.metadata.chunk_representation(&address.chunk).and_then(|decoded| decoded.nbytes());
        self.traces.make_room(decoded.unwrap_or(0));
        let trace = Arc::new(tasks::trace(array, address, options)?);
        self.traces.keep(&trace);
        Ok(trace)
    }

    /// Counts through what every row of the pipeline gave; says whether anybody still listens.
    fn measure(
        &mut self,
        id: u64,
        trace: &ChunkTrace,
        go_on: &mut dyn FnMut() -> bool,
        answer: &mut dyn FnMut(Action) -> bool,
    ) -> bool {
        for row in 0..=trace.stages().len() {
            if !go_on() {
                return true;
            }
            let Some(statistics) = self.traces.statistics(row, || tasks::statistics(trace, row)) else {
                continue;
            };
            if !answer(Action::Measured(id, row, statistics)) {
                return false;
            }
        }
        true
    }
}
