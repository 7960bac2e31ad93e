//! Threads that read and decode, so that the screen never waits: a request in, an action out.

use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use crate::app::copy_as::copies;
use crate::app::{Action, Described, Doubt, Layout, OpenNode, Request, report};
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

/// The threads: one for each kind of work, so that a long survey delays no chunk.
#[derive(Debug)]
pub struct Workers {
    lanes: [(Sender<Request>, JoinHandle<()>); 5],
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
        let lane = || {
            let (sender, requests) = mpsc::channel();
            let alarm = Alarm(actions.clone());
            (sender, thread::spawn(move || work(&requests, &alarm.0)))
        };
        Self { lanes: [lane(), lane(), lane(), lane(), lane()] }
    }

    /// Hands a request to its thread.
    pub fn send(&self, request: Request) {
        let [nodes, surveys, chunks, doubts, verdicts] = &self.lanes;
        if let Request::Stop = request {
            // Threads that have ended need not be stopped.
            let _ = [surveys, verdicts].map(|lane| lane.0.send(Request::Stop));
            return;
        }
        let lane = match &request {
            Request::Children(..) | Request::Describe(..) | Request::Open(..) => nodes,
            Request::Survey(..) => surveys,
            Request::Trace(..) | Request::Locate(..) => chunks,
            Request::Diagnose(..) => doubts,
            Request::Judge(..) => verdicts,
            Request::Stop | Request::Copy(_) => return,
        };
        // A thread that has ended has told so by an action.
        let _ = lane.0.send(request);
    }

    /// Whether a thread has ended before its time.
    #[must_use]
    pub fn have_failed(&self) -> bool {
        self.lanes.iter().any(|(_, thread)| thread.is_finished())
    }
}

/// Works until nobody asks or listens any more.
fn work(requests: &Receiver<Request>, actions: &Sender<Action>) {
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
        let answered = perform(&request, &mut go_on, &mut |action| actions.send(action).is_ok());
        if !answered {
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
            | (Request::Survey(..), Request::Survey(..))
            | (Request::Trace(..), Request::Trace(..))
            | (Request::Diagnose(..), Request::Diagnose(..))
            | (Request::Locate(..), Request::Locate(..))
            | (Request::Judge(..), Request::Judge(..))
            | (Request::Stop, Request::Survey(..) | Request::Judge(..))
    )
}

/// Does what a request asks for and hands the answers to `answer`; says whether anybody still listens.
///
/// `go_on` is asked now and then whether the answer is still wanted.
pub fn perform(
    request: &Request,
    go_on: &mut dyn FnMut() -> bool,
    answer: &mut dyn FnMut(Action) -> bool,
) -> bool {
    match request {
        Request::Children(id, hierarchy, key) => {
            answer(Action::Children(*id, hierarchy.children(key).map_err(|error| error.to_string())))
        }
        Request::Describe(hierarchy, children) => {
            children.chunks(BATCH).all(|some| answer(Action::Described(describe(hierarchy, some))))
        }
        Request::Open(id, hierarchy, child) => answer(Action::Opened(*id, Box::new(open(hierarchy, child)))),
        Request::Survey(id, hierarchy, layout) => {
            let mut next = PART;
            let survey =
                Survey::take(hierarchy.store(), &layout.key, &layout.grid, layout.encoding, |so_far| {
                    // Each part is twice the one before, so that copying them stays cheap.
                    let send = so_far.stored() >= next;
                    next = if send { next.saturating_mul(2) } else { next };
                    go_on() && (!send || answer(Action::SurveyedPart(*id, Arc::new(so_far.clone()))))
                });
            survey.is_none_or(|survey| answer(Action::Surveyed(*id, Ok(Arc::new(survey)))))
        }
        Request::Judge(id, array, chunks, options) => chunks.iter().all(|coords| {
            if !go_on() {
                return true;
            }
            match array.judge(coords, options) {
                Ok(None) => true,
                Ok(Some(verdict)) => answer(Action::Judged(*id, coords.clone(), verdict)),
                Err(_) => answer(Action::Judged(*id, coords.clone(), Verdict::Faulty)),
            }
        }),
        Request::Trace(id, array, path, options) => match trace(array, path, options) {
            Ok(trace) => {
                let trace = Arc::new(trace);
                answer(Action::Traced(*id, Ok(Arc::clone(&trace)))) && measure(*id, &trace, go_on, answer)
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
        Request::Stop | Request::Copy(_) => true,
    }
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

/// Counts through what every row of the pipeline gave; says whether anybody still listens.
fn measure(
    id: u64,
    trace: &ChunkTrace,
    go_on: &mut dyn FnMut() -> bool,
    answer: &mut dyn FnMut(Action) -> bool,
) -> bool {
    let stored = trace.trace.stored.as_deref().map(Statistics::of_bytes);
    let stages = trace.stages().iter().map(|stage| match &stage.outcome {
        Outcome::Decoded(_, Some(value)) => Some(Statistics::of(value, stage.info.decoded.fill_value())),
        _ => None,
    });
    for (row, statistics) in std::iter::once(stored).chain(stages).enumerate() {
        if !go_on() {
            return true;
        }
        let Some(statistics) = statistics else { continue };
        if !answer(Action::Measured(id, row, Arc::new(statistics))) {
            return false;
        }
    }
    true
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
