//! Threads that read and decode, so that the screen never waits: a request in, an action out.

mod traces;

use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use self::traces::Traces;
use crate::app::copy_as::copies;
use crate::app::{Action, Boxes, Described, Doubt, Layout, OpenNode, Request, report};
use crate::codec::{DecodeOptions, Outcome, Statistics};
use crate::hierarchy::{Child, Hierarchy, Node, NodeKind};
use crate::metadata::{DataType, Node as Document};
use crate::pipeline::{
    Array, ChunkTrace, Fault, Hypothesis, Survey, Verdict, document_hypotheses, node_faults,
};

/// How many bytes of intermediate values a trace keeps.
const KEEP: usize = 512 << 20;
/// How many stored chunks a survey finds before it tells what there is for the first time.
const PART: u64 = 2048;
/// How long actions that wait are taken in before the next frame is drawn.
pub const SLICE: Duration = Duration::from_millis(8);
/// How many nodes are described before the first answer is sent.
const BATCH: usize = 16;
/// How long what chunks are is collected before it is told.
const BEAT: Duration = Duration::from_millis(40);

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
    /// Starts the threads; they end when this is dropped or nobody listens.
    #[must_use]
    pub fn start(actions: &Sender<Action>) -> Self {
        let lane = |_| {
            let (sender, requests) = mpsc::channel();
            let alarm = Alarm(actions.clone());
            Lane { requests: sender, thread: thread::spawn(move || work(&requests, &alarm.0)) }
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
            Request::Open(..) => send(nodes, request),
            Request::Describe(..) => send(names, request),
            Request::Survey(..) => send(surveys, request),
            Request::Trace(..) | Request::Locate(..) => send(chunks, request),
            Request::Diagnose(..) => send(doubts, request),
            Request::Judge(..) | Request::Count(..) => send(verdicts, request),
            Request::Stop => [surveys, verdicts].into_iter().for_each(|lane| send(lane, Request::Stop)),
            Request::Copy(_) => {}
        }
    }

    /// Whether a thread has ended before its time.
    #[must_use]
    pub fn have_failed(&self) -> bool {
        self.lanes.iter().any(|lane| lane.thread.is_finished())
    }
}

/// Works until nobody asks or listens any more.
fn work(requests: &Receiver<Request>, actions: &Sender<Action>) {
    let mut worker = Worker::default();
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
#[derive(Debug, Default)]
pub struct Worker {
    traces: Traces,
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
            Request::Children(id, hierarchy, key) => {
                answer(Action::Children(*id, hierarchy.children(key).map_err(|error| error.to_string())))
            }
            Request::Describe(hierarchy, children) => children
                .chunks(BATCH)
                .take_while(|_| go_on())
                .all(|some| answer(Action::Described(describe(hierarchy, some)))),
            Request::Open(id, hierarchy, child) => {
                answer(Action::Opened(*id, Box::new(open(hierarchy, child))))
            }
            Request::Survey(id, hierarchy, layout) => survey(*id, (hierarchy, layout), go_on, answer),
            Request::Count(id, survey, of) => {
                answer(Action::Counted(*id, Box::new(Boxes::count(of.clone(), survey))))
            }
            Request::Judge(id, array, chunks, options) => judge(*id, (array, chunks, options), go_on, answer),
            Request::Trace(id, array, path, options) => match self.trace(array, path, options) {
                // A trace that nobody waits for any more is freed here, not where keys are answered.
                Ok(_) if !go_on() => true,
                Ok(trace) => {
                    answer(Action::Traced(*id, Ok(Arc::clone(&trace))))
                        && self.measure(*id, &trace, go_on, answer)
                }
                Err(error) => answer(Action::Traced(*id, Err(error))),
            },
            Request::Locate(id, array, (chunk, inner), options) => {
                let found = array.locate(chunk, inner, options).map_err(|fault| fault.to_string());
                let found = found.and_then(|found| found.ok_or_else(|| "no such inner chunk".to_owned()));
                answer(Action::Located(*id, found.map(|located| copies(&located).into())))
            }
            Request::Diagnose(id, doubt, options) => {
                let found = diagnose(doubt, options, go_on).map(Arc::from);
                answer(Action::Diagnosed(*id, found.map_err(|fault| fault.to_string())))
            }
            Request::Stop | Request::Copy(_) | Request::Forget(_) => true,
        }
    }

    /// The trace of a chunk, or of an inner chunk of it: one that is kept, or a new one.
    fn trace(
        &mut self,
        array: &Arc<Array>,
        path: &traces::Path,
        options: &DecodeOptions,
    ) -> Result<Arc<ChunkTrace>, String> {
        if let Some(trace) = self.traces.find(array, path, options) {
            return Ok(trace);
        }
        let decoded = array.metadata.chunk_representation(&path.0).and_then(|decoded| decoded.nbytes());
        self.traces.make_room(decoded.unwrap_or(0));
        let trace = Arc::new(trace(array, path, options)?);
        self.traces.keep(path, &trace);
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
            let Some(statistics) = self.traces.statistics(row, || statistics(trace, row)) else { continue };
            if !answer(Action::Measured(id, row, statistics)) {
                return false;
            }
        }
        true
    }
}

/// Surveys an array, and tells what there is on the way.
fn survey(
    id: u64,
    (hierarchy, layout): (&Hierarchy, &Layout),
    go_on: &mut dyn FnMut() -> bool,
    answer: &mut dyn FnMut(Action) -> bool,
) -> bool {
    let mut next = PART;
    let survey = Survey::take(hierarchy.store(), &layout.key, &layout.grid, layout.encoding, |found| {
        // Each part is twice the one before, so that sorting them stays cheap.
        let send = found.stored() >= next;
        next = if send { next.saturating_mul(2) } else { next };
        go_on() && (!send || answer(Action::SurveyedPart(id, Arc::new(found.so_far()))))
    });
    survey.is_none_or(|survey| answer(Action::Surveyed(id, Ok(Arc::new(survey)))))
}

/// Decodes chunks to see what they are.
fn judge(
    id: u64,
    (array, chunks, options): (&Array, &[Vec<u64>], &DecodeOptions),
    go_on: &mut dyn FnMut() -> bool,
    answer: &mut dyn FnMut(Action) -> bool,
) -> bool {
    let (mut found, mut told) = (Vec::new(), Instant::now());
    for coords in chunks {
        if !go_on() {
            break;
        }
        match array.judge(coords, options) {
            Ok(None) => {}
            Ok(Some(verdict)) => found.push((coords.clone(), verdict)),
            Err(_) => found.push((coords.clone(), Verdict::Faulty)),
        }
        if told.elapsed() >= BEAT {
            told = Instant::now();
            if !answer(Action::Judged(id, std::mem::take(&mut found))) {
                return false;
            }
        }
    }
    found.is_empty() || answer(Action::Judged(id, found))
}

/// Decodes a chunk, or an inner chunk of it.
fn trace(
    array: &Array,
    (coords, path): &(Vec<u64>, Vec<Vec<u64>>),
    options: &DecodeOptions,
) -> Result<ChunkTrace, String> {
    let trace = if path.is_empty() {
        array.trace(coords, options, KEEP).map(Some)
    } else {
        array.trace_inner(coords, path, options, KEEP)
    };
    let mut trace = trace
        .map_err(|fault| fault.to_string())?
        .ok_or_else(|| "expected an inner chunk of a shard, found none".to_owned())?;
    trace.look_inside(options);
    Ok(trace)
}

/// What may be wrong.
fn diagnose(
    doubt: &Doubt,
    options: &DecodeOptions,
    go_on: &mut dyn FnMut() -> bool,
) -> Result<Vec<Hypothesis>, Fault> {
    let (array, coords, inner) = match doubt {
        Doubt::Chunk(array, coords, inner) => (array, coords, inner),
        Doubt::Document(hierarchy, open) => return Ok(document_hypotheses(hierarchy, &open.node, options)),
    };
    if !array.is_stored(coords)? {
        return Ok(array.diagnose_array(options, go_on).unwrap_or_default());
    }
    if inner.is_empty() {
        array.diagnose(coords, options)
    } else {
        array.diagnose_inner(coords, inner, options)
    }
}

/// Counts through what a row of the pipeline gave; `None` where there is nothing to count.
fn statistics(trace: &ChunkTrace, row: usize) -> Option<Statistics> {
    let Some(stage) = row.checked_sub(1) else {
        return trace.trace.stored.as_deref().map(Statistics::of_bytes);
    };
    let stage = trace.stages().get(stage)?;
    match &stage.outcome {
        Outcome::Decoded(_, Some(value)) => Some(Statistics::of(value, stage.info.decoded.fill_value())),
        _ => None,
    }
}

fn describe(hierarchy: &Hierarchy, children: &[Child]) -> Vec<(String, Described)> {
    let describe =
        |child: &Child| (child.key.clone(), describe_node(hierarchy, &hierarchy.describe_child(child)));
    children.iter().map(describe).collect()
}

fn describe_node(hierarchy: &Hierarchy, node: &Node) -> Described {
    match &node.kind {
        NodeKind::Document(_) if !node_faults(hierarchy, node).is_empty() => Described::Unusable,
        NodeKind::Document(document) => match &document.node {
            Ok(Document::Array(array)) => {
                let short = array.data_type.as_ref().map(DataType::abbreviation);
                Described::Array(short.unwrap_or_default())
            }
            Ok(Document::Group(_)) => Described::Group,
            Err(_) => Described::Unusable,
        },
        NodeKind::Directory(_) => Described::Directory,
        NodeKind::Unreadable(_) => Described::Unusable,
        NodeKind::Other(reason) => Described::Other(reason),
    }
}

fn open(hierarchy: &Hierarchy, child: &Child) -> OpenNode {
    let node = hierarchy.describe_child(child);
    let array = Array::open(hierarchy, &node)
        .map(|array| array.map(Arc::new).map_err(|fault: Fault| fault.to_string()));
    let layout = match &node.kind {
        NodeKind::Document(document) => match &document.node {
            Ok(Document::Array(document)) => Layout::read(&node.key, document).map(Arc::new),
            _ => None,
        },
        _ => None,
    };
    OpenNode { report: report::node(hierarchy, &node), node, array, layout }
}
