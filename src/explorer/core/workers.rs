//! Threads that read and decode, so that the screen never waits: a request in, an action out.

use std::sync::mpsc::Sender;
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use crate::codec::DecodeOptions;
use crate::explorer::compare::work as comparing;
use crate::explorer::core::action::Action;
use crate::explorer::core::effect::{Work, WorkKind};
use crate::explorer::core::lane::{Lane, Perform, lock};
use crate::explorer::core::late::RequestId;
use crate::explorer::core::tasks;
use crate::explorer::core::tasks::{Judgement, WindowBoxes};
use crate::explorer::core::traces::Traces;
use crate::explorer::faults::work as verifying;
use crate::explorer::finder::work as finding;
use crate::explorer::follow::work as watching;
use crate::explorer::geometry::boxes::Boxes;
use crate::explorer::lab::work as trying;
use crate::explorer::save::work as saving;
use crate::hierarchy::Child;
use crate::learn::{LESSONS, judge};
use crate::limits::CACHE_BYTES;
use crate::pipeline::{Array, ChunkAddress, ChunkTrace, ImagePyramid, NodeRow};
use crate::places::{StorePlace, StorePlaces};
use crate::tell::copy_as::copies;

/// How long after it was written where somebody is, until that is written again.
const REST: Duration = Duration::from_secs(3);
/// How many nodes are described before the first answer is sent: few, so that the first rows appear at once, even on
/// a slow file system.
const BATCH: usize = 16;

/// The threads: a lane for each kind of work, so that a long survey delays no chunk.
pub struct Workers {
    lanes: [Lane; 22],
}

impl Drop for Workers {
    fn drop(&mut self) {
        // A file that is being written is finished or removed: nothing unfinished stays.
        if let Some(lane) = self.lanes.get(SAVING) {
            lane.finish();
        }
    }
}

/// Ends the explorer when a worker panics: its requests would never be answered.
struct Alarm(Sender<Action>);

impl Drop for Alarm {
    fn drop(&mut self) {
        if thread::panicking() {
            // Sending fails where the explorer has ended already.
            let _ = self.0.send(Action::Quit);
        }
    }
}

impl Workers {
    /// Starts the threads. They keep at most `cache_bytes` of decoded chunks, and end when this or the receiver of the
    /// actions is dropped.
    pub fn start(actions: &Sender<Action>, cache_bytes: u64) -> Self {
        // A picture is made of the chunks that another thread has decoded.
        let kept = Worker::keeping(cache_bytes);
        let lane = |_| {
            let (worker, actions) = (kept.clone(), Mutex::new(actions.clone()));
            let perform: Arc<Perform> = Arc::new(move |work, go_on| {
                let alarm = Alarm(lock(&actions).clone());
                worker.perform(work, go_on, &mut |action| alarm.0.send(action).is_ok())
            });
            Lane::start(perform)
        };
        Self { lanes: std::array::from_fn(lane) }
    }

    /// Hands work to its thread.
    pub fn send(&self, work: Work) {
        let mut lanes = lanes(work.kind()).iter().filter_map(|lane| self.lanes.get(*lane)).peekable();
        let mut work = Some(work);
        while let Some(lane) = lanes.next() {
            // Work may hold a long list, so that it is copied only where several threads get it.
            let own = if lanes.peek().is_some() { work.clone() } else { work.take() };
            if let Some(own) = own {
                lane.send(own);
            }
        }
    }

    /// Whether a thread has panicked.
    pub fn have_failed(&self) -> bool {
        self.lanes.iter().any(Lane::has_ended)
    }
}

/// The lane that writes files.
const SAVING: usize = 17;

/// The lanes that do a kind of work. Kinds that would delay each other have different lanes.
fn lanes(kind: WorkKind) -> &'static [usize] {
    const SURVEYS: usize = 3;
    const VERDICTS: usize = 6;
    const WALKS: usize = 7;
    const TABLES: usize = 9;
    const WEIGHTS: usize = 10;
    const PICTURES: usize = 11;
    const WINDOW: usize = 13;
    const LABELS: usize = 19;
    const IMAGES: usize = 20;
    const OVERLAYS: usize = 21;
    match kind {
        WorkKind::List | WorkKind::Forget => &[0],
        WorkKind::Open | WorkKind::OpenStore | WorkKind::Reopen | WorkKind::Watch => &[1],
        WorkKind::Describe => &[2],
        WorkKind::Survey => &[SURVEYS],
        WorkKind::Trace | WorkKind::Locate => &[4],
        WorkKind::Diagnose | WorkKind::JudgeAnswer => &[5],
        WorkKind::Judge | WorkKind::Count => &[VERDICTS],
        WorkKind::Walk | WorkKind::Release => &[WALKS],
        WorkKind::Find | WorkKind::Preview | WorkKind::ReadCopy | WorkKind::FindBytes => &[8],
        WorkKind::ReadLabels | WorkKind::FindLabels | WorkKind::StopFinding => &[LABELS],
        WorkKind::FindImage | WorkKind::ReadFrame => &[IMAGES],
        WorkKind::LabelsOver | WorkKind::ReadWells => &[OVERLAYS],
        WorkKind::Tabulate | WorkKind::Rows => &[TABLES],
        WorkKind::Weigh => &[WEIGHTS],
        WorkKind::Picture => &[PICTURES, WINDOW],
        WorkKind::Summarize | WorkKind::Profile | WorkKind::StopCounting => &[12],
        WorkKind::Window => &[WINDOW],
        WorkKind::Verify | WorkKind::StopVerifying => &[14],
        WorkKind::Save | WorkKind::KeepProgress | WorkKind::KeepPlace => &[SAVING],
        WorkKind::SampleValues | WorkKind::TryChain | WorkKind::ReturnValues | WorkKind::StopTrying => &[18],
        WorkKind::CompareArrays => &[15],
        WorkKind::CompareChunks | WorkKind::Report => &[16],
        WorkKind::StopComparing => &[15, 16],
        // The kinds that go on for long without anybody waiting for their end.
        WorkKind::Stop => &[SURVEYS, VERDICTS, TABLES, WEIGHTS, PICTURES, WINDOW, OVERLAYS],
    }
}

/// Does one piece of work and hands the answers to `answer`. Gives `false` once `answer` does: nobody listens any
/// more. Nothing is kept for the next request.
///
/// `go_on` is asked now and then whether the answer is still wanted.
pub fn perform(work: &Work, go_on: &mut dyn FnMut() -> bool, answer: &mut dyn FnMut(Action) -> bool) -> bool {
    Worker::default().perform(work, go_on, answer)
}

/// Does requests, and keeps the chunks that were decoded last. A clone keeps the same ones.
#[derive(Debug, Clone)]
pub struct Worker {
    traces: Arc<Mutex<Traces>>,
    /// Held while values are read or a chain is tried: two of them at once would take twice the memory, and each other's time.
    trying: Arc<Mutex<()>>,
    /// When it was last written where somebody is.
    kept: Arc<Mutex<Option<Instant>>>,
}

impl Default for Worker {
    fn default() -> Self {
        Self::keeping(CACHE_BYTES.default)
    }
}

impl Worker {
    fn keeping(cache_bytes: u64) -> Self {
        Self {
            traces: Arc::new(Mutex::new(Traces::at_most(cache_bytes))),
            trying: Arc::default(),
            kept: Arc::default(),
        }
    }
}

impl Worker {
    /// Does one piece of work and hands the answers to `answer`. Gives `false` once `answer` does.
    ///
    /// `go_on` is asked now and then whether the answer is still wanted.
    pub fn perform(
        &self,
        work: &Work,
        go_on: &mut dyn FnMut() -> bool,
        answer: &mut dyn FnMut(Action) -> bool,
    ) -> bool {
        match work {
            Work::Stop
            | Work::StopCounting
            | Work::StopVerifying
            | Work::StopFinding
            | Work::StopComparing
            | Work::StopTrying
            | Work::Forget(_)
            | Work::ForgetTable(_)
            | Work::Release(..) => true,
            Work::KeepPlace(place) => {
                self.keep_place(place);
                true
            }
            Work::Survey(..)
            | Work::Count(..)
            | Work::Judge(..)
            | Work::Window(..)
            | Work::Trace(..)
            | Work::TraceAgain(..)
            | Work::Locate(..)
            | Work::Diagnose(..)
            | Work::Picture(..)
            | Work::Profile(..)
            | Work::CompareChunks(..)
            | Work::SampleValues(..)
            | Work::TryChain(..)
            | Work::ReturnValues(..)
            | Work::Save(..)
            | Work::ReadCopy(..)
            | Work::FindBytes(..)
            | Work::ReadLabels(..)
            | Work::FindLabels(..)
            | Work::LabelsOver(..)
            | Work::Summarize(..) => self.on_chunks(work, go_on, answer),
            _ => on_nodes(work, go_on, answer),
        }
    }

    /// Work on the chunks of an array.
    fn on_chunks(
        &self,
        work: &Work,
        go_on: &mut dyn FnMut() -> bool,
        answer: &mut dyn FnMut(Action) -> bool,
    ) -> bool {
        match work {
            Work::Survey(id, hierarchy, layout) => tasks::survey(*id, hierarchy, layout, go_on, answer),
            Work::Count(id, survey, of) => {
                answer(Action::Counted(*id, Box::new(Boxes::count(of.clone(), survey))))
            }
            Work::Judge(id, array, chunks, options) => {
                tasks::judge(*id, &Judgement { array, chunks, options }, go_on, answer)
            }
            Work::Window(id, array, boxes, options) => {
                tasks::window(*id, &WindowBoxes { array, boxes, options }, go_on, answer)
            }
            Work::Trace(id, array, address, options) => {
                self.trace_for(*id, (array, address, options, None), go_on, answer)
            }
            Work::TraceAgain(id, again) => {
                let (array, address, options, before) = again.as_ref();
                lock(&self.traces).forget(address);
                self.trace_for(*id, (array, address, options, before.as_deref()), go_on, answer)
            }
            Work::Locate(id, array, address, options) => {
                let found = array.locate(address, options).map_err(|fault| fault.to_string());
                answer(Action::Located(*id, found.map(|located| copies(&located).into())))
            }
            Work::Diagnose(id, doubt, options) => {
                let verdict = tasks::diagnose(doubt, options, go_on);
                answer(Action::Diagnosed(*id, Arc::new(verdict)))
            }
            Work::Picture(id, array, plan, options) => {
                let kept = lock(&self.traces).all(array, options);
                tasks::picture(*id, (array, plan, options, kept), go_on, answer)
            }
            Work::Profile(id, array, plans, options) => {
                tasks::profile(*id, (array, plans, options), go_on, answer)
            }
            Work::Save(id, request) => answer(Action::Saved(*id, saving::save(request, go_on))),
            Work::ReadCopy(id, array, region, options) => {
                answer(Action::CopyRead(*id, saving::copied(array, region, options)))
            }
            Work::ReadLabels(..) | Work::FindLabels(..) => tasks::labels(work, go_on, answer),
            Work::LabelsOver(id, hierarchy, request) => {
                tasks::labels_over(*id, (hierarchy, request), go_on, answer)
            }
            Work::FindBytes(id, quest) => {
                let found = quest.search(go_on);
                found.is_none_or(|found| answer(Action::BytesFound(*id, found)))
            }
            Work::CompareChunks(id, chunks, options) => {
                comparing::chunks(*id, (chunks, options), go_on, answer)
            }
            Work::SampleValues(..) | Work::TryChain(..) | Work::ReturnValues(..) => {
                self.try_chains(work, go_on, answer)
            }
            Work::Summarize(id, array, region, options) => {
                tasks::summarize(*id, (array, region, options), go_on, answer)
            }
            _ => true,
        }
    }

    /// Writes where somebody is, unless that was done a moment ago: at the end it is written in any case. Where it cannot be
    /// written it is forgotten, and nothing else.
    fn keep_place(&self, place: &StorePlace) {
        let mut last = lock(&self.kept);
        if last.is_none_or(|at| at.elapsed() > REST) {
            *last = Some(Instant::now());
            drop(StorePlaces::keep(place.clone()));
        }
    }

    /// Reads values to try chains on, or tries one.
    fn try_chains(
        &self,
        work: &Work,
        go_on: &mut dyn FnMut() -> bool,
        answer: &mut dyn FnMut(Action) -> bool,
    ) -> bool {
        let _alone = lock(&self.trying);
        match work {
            Work::SampleValues(id, array, choice, options) => {
                trying::sample(*id, (array, choice, options), go_on, answer)
            }
            Work::TryChain(id, subject, chain, options) => {
                trying::chain(*id, (subject, chain, options), go_on, answer)
            }
            Work::ReturnValues(id, subject, of, options) => {
                trying::returned(*id, (subject, &of.0, of.1), options, go_on, answer)
            }
            _ => true,
        }
    }

    /// Decodes a chunk, and says what has changed since it was decoded before, where that is given.
    fn trace_for(
        &self,
        id: RequestId,
        (array, address, options, before): (&Arc<Array>, &ChunkAddress, &DecodeOptions, Option<&ChunkTrace>),
        go_on: &mut dyn FnMut() -> bool,
        answer: &mut dyn FnMut(Action) -> bool,
    ) -> bool {
        let trace = match self.trace(array, address, options) {
            // An outdated trace is dropped here: freeing it takes long, and the explorer's thread answers keys.
            Ok(_) if !go_on() => return true,
            Ok(trace) => trace,
            Err(error) => return answer(Action::Traced(id, Err(error))),
        };
        let changed = before.and_then(|before| watching::changed(before, &trace));
        answer(Action::Traced(id, Ok(Arc::clone(&trace))))
            && changed.is_none_or(|changed| answer(Action::ElementsChanged(id, changed)))
            && self.measure(id, &trace, go_on, answer)
    }

    /// The trace of a chunk or inner chunk, kept or new.
    fn trace(
        &self,
        array: &Arc<Array>,
        address: &ChunkAddress,
        options: &DecodeOptions,
    ) -> Result<Arc<ChunkTrace>, String> {
        if let Some(trace) = lock(&self.traces).find(array, address, options) {
            return Ok(trace);
        }
        let decoded =
            array.metadata.chunk_representation(&address.chunk).and_then(|decoded| decoded.nbytes());
        lock(&self.traces).make_room(decoded.unwrap_or(0));
        let trace = Arc::new(tasks::trace(array, address, options)?);
        // What the store did not give is asked for again.
        if !trace.is_unknown() {
            lock(&self.traces).keep(array, options, &trace);
        }
        Ok(trace)
    }

    /// Computes the statistics of every row of the pipeline. Gives `false` once `answer` does.
    fn measure(
        &self,
        id: RequestId,
        trace: &Arc<ChunkTrace>,
        go_on: &mut dyn FnMut() -> bool,
        answer: &mut dyn FnMut(Action) -> bool,
    ) -> bool {
        for row in 0..=trace.stages().len() {
            if !go_on() {
                return true;
            }
            let known = lock(&self.traces).statistics(trace).get(row).cloned();
            let statistics = known.unwrap_or_else(|| {
                let counted = tasks::statistics(trace, row).map(Arc::new);
                lock(&self.traces).keep_statistics(trace, counted.clone());
                counted
            });
            let Some(statistics) = statistics else { continue };
            if !answer(Action::Measured(id, row, statistics)) {
                return false;
            }
        }
        true
    }
}
/// Work on the nodes of a hierarchy.
fn on_nodes(work: &Work, go_on: &mut dyn FnMut() -> bool, answer: &mut dyn FnMut(Action) -> bool) -> bool {
    match work {
        Work::OpenStore(id, path, access) => {
            answer(Action::StoreOpened(*id, tasks::open_store(path, access)))
        }
        Work::Reopen(id, hierarchy) => answer(Action::Reopened(*id, tasks::reopen(hierarchy))),
        Work::List(id, hierarchy, key) => answer(Action::Listed(*id, tasks::children(hierarchy, key))),
        Work::Describe(hierarchy, children) => children
            .chunks(BATCH)
            .take_while(|_| go_on())
            .all(|some| answer(Action::Described(tasks::describe(hierarchy, some)))),
        Work::Open(id, hierarchy, child) => {
            answer(Action::Opened(*id, Box::new(tasks::open(hierarchy, child))))
        }
        Work::FindImage(id, hierarchy, key) => {
            answer(Action::ImageFound(*id, ImagePyramid::around(hierarchy, key).map(Arc::new)))
        }
        Work::ReadWells(id, hierarchy, key, plate) => {
            tasks::wells(*id, (hierarchy, key, plate), go_on, answer)
        }
        Work::ReadFrame(id, hierarchy, request) => {
            answer(Action::FrameRead(*id, tasks::frame(hierarchy, request)))
        }
        Work::Tabulate(id, hierarchy, key) => {
            answer(Action::Tabulated(*id, hierarchy.children(key).map_err(|error| error.to_string())))
        }
        Work::Rows(id, hierarchy, children) => {
            let row = |(index, child): &(usize, Child)| (*index, NodeRow::of_child(hierarchy, child));
            let mut parts = children.chunks(BATCH).take_while(|_| go_on());
            parts.all(|some| answer(Action::Rows(*id, some.iter().map(row).collect())))
        }
        Work::Verify(id, hierarchy, key, options) => {
            verifying::verify(*id, (hierarchy, key, options), go_on, answer)
        }
        Work::CompareArrays(id, hierarchy, keys, options) => {
            comparing::arrays(*id, (hierarchy, keys, options), go_on, answer)
        }
        Work::Weigh(id, hierarchy, rows) => finding::weigh_rows(*id, hierarchy, rows, go_on, answer),
        Work::Walk(id, hierarchy, catalog) => finding::walk(*id, hierarchy, catalog, go_on, answer),
        Work::Find(id, catalog, query, before) => {
            let found = query.find(catalog, before.as_deref(), go_on);
            found.is_none_or(|found| answer(Action::Found(*id, Arc::new(found))))
        }
        Work::JudgeAnswer(id, hierarchy, number, typed) => {
            let lesson = LESSONS.get(*number);
            lesson.is_none_or(|lesson| answer(Action::AnswerJudged(*id, judge(lesson, hierarchy, typed))))
        }
        // Where it cannot be kept it is forgotten at the end, and nothing else.
        Work::KeepProgress(progress) => {
            drop(progress.write());
            true
        }
        Work::Watch(id, request) => answer(Action::Watched(*id, watching::watch(request))),
        Work::Report(id, request) => answer(Action::Reported(*id, tasks::report(request).into())),
        Work::Preview(id, hierarchy, key) => answer(Action::Previewed(*id, finding::preview(hierarchy, key))),
        _ => true,
    }
}
