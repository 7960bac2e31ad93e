mod asked;
mod pieces;
mod progress;
mod sample;

use std::collections::BTreeSet;
use std::time::Instant;

pub use self::progress::{VerifyBudget, VerifyPosition};
pub use self::sample::{CONFIDENCE, ChunkSample, at_most_faulty};

use rayon::ThreadPool;
use rayon::iter::{IntoParallelRefIterator, ParallelIterator};

use super::fault::MissingChunks;
use super::missing_list::{ListError, MissingList};
use super::work_part::WorkPlan;
use super::{
    Array, ChunkNote, ChunkSums, Completeness, ExpectedChunks, ExpectedLine, Fault, Inventory, OpenNode,
    Region, ShardTally, ShortFault, Survey, WorkPart,
};
use super::{
    array::CheckWanted, array::Checked, completeness::NAMED, expected::Absences, summary::batch,
    survey::UNSAID, survey::volume,
};
use crate::codec::DecodeOptions;
use crate::hierarchy::{Hierarchy, NodeKind};
use crate::limits::{DOCUMENT_BYTES, IDLE_LINES};
use crate::metadata::{DocumentError, delinear, lengths, starts};
use crate::store::{StoreError, is_archive, join, relative};

/// What verifying has counted so far.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Counts {
    /// Arrays, usable or not.
    pub arrays: u64,
    /// Stored chunks.
    pub stored: u64,
    /// Missing chunks; `None` beyond 2^128.
    pub missing: Option<u128>,
    /// Chunks that may be stored or missing, because what leads to them cannot be read.
    #[doc(hidden)]
    pub hidden: u128,
    /// Chunks that decode.
    pub decoded: u64,
    /// Chunks that do not.
    pub faulty: u64,
    /// Bytes of the chunks that were looked at, as they are stored.
    #[doc(hidden)]
    pub stored_nbytes: u64,
    #[doc(hidden)]
    pub decoded_nbytes: u64,
    /// Chunks from which a sample was taken.
    #[doc(hidden)]
    pub drawn_from: u128,
}

/// One fault, and where it is.
#[derive(Debug, Clone)]
pub struct VerifyFault {
    /// The path of the node as the user would write it.
    pub array: String,
    #[doc(hidden)]
    pub node: String,
    /// The key of the chunk or document, relative to the node.
    pub key: String,
    /// The chunk, if it is one.
    pub chunk: Option<Vec<u64>>,
    /// What is wrong. It says of which inner chunk ([`Fault::inner`]).
    pub fault: Fault,
}

impl From<&VerifyFault> for ShortFault {
    fn from(found: &VerifyFault) -> Self {
        match (&found.fault, &found.chunk) {
            (fault, Some(chunk)) => Self::of_chunk(&found.node, chunk, &fault.to_string()),
            (Fault::Metadata(fault), None) => Self::of_document(&found.node, fault),
            (fault, None) => Self::of_key(&found.node, &found.key, &fault.to_string()),
        }
    }
}

/// What was found since the last time.
#[derive(Debug, Clone, Default)]
pub struct Findings {
    /// What is wrong.
    pub faults: Vec<VerifyFault>,
    /// What is no fault: once for each array and kind, when all of its chunks have been looked at.
    #[doc(hidden)]
    pub notes: Vec<ChunkNote>,
    /// Which chunks of arrays are there, where the user says which are expected.
    #[doc(hidden)]
    pub listings: Vec<Completeness>,
    /// What is missing, as lines of a list of what may be; or why there can be no such list.
    #[doc(hidden)]
    pub missing: Vec<String>,
    #[doc(hidden)]
    pub list_error: Option<ListError>,
    #[doc(hidden)]
    pub inner: InnerAbsences,
    #[doc(hidden)]
    pub unlisted: Vec<(String, String)>,
    /// Names that are passed over, with the path at which verifying began.
    #[doc(hidden)]
    pub odd_names: Vec<(String, String)>,
    /// Archives that were not looked into, with the reason.
    #[doc(hidden)]
    pub archives: Vec<(String, &'static str)>,
    #[doc(hidden)]
    pub idle_lines: Vec<ExpectedLine>,
    /// Such lines behind those.
    #[doc(hidden)]
    pub more_idle_lines: u64,
    /// Why nothing could be read where the hierarchy was opened, so that nothing is known of it.
    pub not_reached: Option<String>,
    #[doc(hidden)]
    pub verified: Vec<VerifiedNode>,
    /// Notes of the array whose chunks are being looked at, so far: they come again, and at last among the others.
    #[doc(hidden)]
    pub pending: Vec<ChunkNote>,
    #[doc(hidden)]
    pub sums: Vec<ChunkSums>,
    #[doc(hidden)]
    pub position: VerifyPosition,
    /// The option that ended the run before all was checked.
    #[doc(hidden)]
    pub budget_ended: Option<String>,
    /// Why a run cannot go on where an earlier one ended.
    #[doc(hidden)]
    pub changed: Option<String>,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct InnerAbsences {
    pub absent: u64,
    pub allowed: u64,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct VerifiedNode {
    pub node: String,
    pub decoded: u64,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Total {
    pub chunks: u64,
    pub nbytes: u64,
}

impl Default for Counts {
    fn default() -> Self {
        Self {
            arrays: 0,
            stored: 0,
            missing: Some(0),
            hidden: 0,
            decoded: 0,
            faulty: 0,
            stored_nbytes: 0,
            decoded_nbytes: 0,
            drawn_from: 0,
        }
    }
}

impl Counts {
    #[doc(hidden)]
    pub fn checked(&self) -> u64 {
        self.decoded.saturating_add(self.faulty)
    }
}

/// Verifies a node and everything below it. `tell` is called now and then with the progress, and the faults found since the
/// last time, in the order of the nodes and chunks, and what else there is to say; it says whether to go on. At the end it is
/// called once more, also after it said that it was enough.
///
/// ```
/// use zarrscope::{DecodeOptions, Hierarchy, verify};
///
/// let hierarchy = Hierarchy::open("sample-data/broken.zarr")?;
/// let (mut counts, mut faults) = (Default::default(), Vec::new());
/// verify(&hierarchy, "", &DecodeOptions::default(), &mut |so_far, found| {
///     counts = so_far;
///     faults.extend(found.faults.into_iter().map(|found| format!("{}: {}", found.key, found.fault)));
///     true
/// });
/// assert_eq!((counts.decoded, counts.faulty), (7, 7));
/// assert!(faults.contains(&"c.0.1: bytes: expected 128 bytes (4×4 int64), found 64".to_owned()));
/// # Ok::<(), zarrscope::Error>(())
/// ```
pub fn verify(
    hierarchy: &Hierarchy,
    key: &str,
    options: &DecodeOptions,
    tell: &mut dyn FnMut(Counts, Findings) -> bool,
) {
    verify_on(None, hierarchy, key, options, tell);
}

pub fn verify_on(
    threads: Option<&ThreadPool>,
    hierarchy: &Hierarchy,
    key: &str,
    options: &DecodeOptions,
    tell: &mut dyn FnMut(Counts, Findings) -> bool,
) {
    verify_part(&VerifyTask { threads, ..VerifyTask::new(options) }, hierarchy, key, tell);
}

#[derive(Debug, Clone, Copy)]
pub struct VerifyTask<'a> {
    /// The threads that decode; `None` for those of all the program.
    pub threads: Option<&'a ThreadPool>,
    pub options: &'a DecodeOptions,
    pub part: Option<WorkPart>,
    pub expected: Option<&'a ExpectedChunks>,
    #[doc(hidden)]
    pub lists_missing: bool,
    /// What the store has, so that its chunks are not listed.
    #[doc(hidden)]
    pub inventory: Option<&'a Inventory>,
    /// Whether digests of chunks are wanted.
    #[doc(hidden)]
    pub sums: bool,
    #[doc(hidden)]
    pub budget: VerifyBudget,
    #[doc(hidden)]
    pub sample: Option<ChunkSample>,
    /// Where an earlier run ended, which goes on.
    #[doc(hidden)]
    pub begin: Option<&'a VerifyPosition>,
}

impl<'a> VerifyTask<'a> {
    #[doc(hidden)]
    #[must_use]
    pub fn new(options: &'a DecodeOptions) -> Self {
        Self {
            threads: None,
            options,
            part: None,
            expected: None,
            lists_missing: false,
            inventory: None,
            sums: false,
            budget: VerifyBudget::default(),
            sample: None,
            begin: None,
        }
    }

    fn holds(&self, node: &str, key: &str) -> bool {
        self.part.is_none_or(|part| part.holds(node, key))
    }

    fn draws(&self, array: &Array, coords: &[u64]) -> bool {
        self.sample.is_none_or(|sample| sample.holds(array, &array.chunk_key(coords)))
    }

    fn threads(&self) -> usize {
        match self.threads {
            Some(threads) => threads.current_num_threads(),
            None => rayon::current_num_threads(),
        }
    }

    fn run<C: Sync, T: Send>(&self, chunks: &[C], check: impl Fn(&C) -> T + Sync) -> Vec<T> {
        let run = || chunks.par_iter().map(&check).collect();
        match self.threads {
            Some(threads) => threads.install(run),
            None => run(),
        }
    }
}

/// Verifies a part, and gives the digest of the whole that was divided; `None` for everything, and when told to stop.
pub fn verify_part(
    task: &VerifyTask,
    hierarchy: &Hierarchy,
    key: &str,
    tell: &mut dyn FnMut(Counts, Findings) -> bool,
) -> Option<String> {
    let hierarchy = &hierarchy.for_a_walk();
    let plan = task.part.map(|_| {
        let mut plan = WorkPlan::new(task.options, task.expected);
        plan.take_pieces(task.inventory);
        plan
    });
    let mut run = VerifyRun {
        task: *task,
        hierarchy,
        counts: Counts::default(),
        unlisted: 0,
        plan,
        taken: BTreeSet::new(),
        missing: MissingList::default(),
        found: Findings::default(),
        tell,
        start: Instant::now(),
        asked_before: hierarchy.store().requests().map_or(0, |requests| requests.count),
        has_begun: false,
        begin: task.begin,
        position: VerifyPosition::default(),
        pending: Vec::new(),
        faults: 0,
    };
    let root = OpenNode::at(hierarchy, key);
    // Every part says so: another machine with another part may have reached it.
    if let NodeKind::Unreadable(
        error @ (StoreError::Io { .. } | StoreError::Answer { .. } | StoreError::Unanswered { .. }),
    ) = &root.node.kind
    {
        run.found.not_reached = Some(error.contrast().1);
    }
    if task.begin.is_none() && task.holds(key, "") {
        let notes = hierarchy.store().odd_names(key).into_iter();
        run.found.odd_names.extend(notes.map(|note| (root.path.clone(), note)));
    }
    let mut is_done = run.node(root).is_some();
    if is_done && let Some(position) = run.begin {
        let key = &position.node;
        run.found.changed = Some(format!("{key}: expected the node at which the report ends, found none"));
        is_done = false;
    }
    if is_done && task.holds(key, "") {
        run.lost_nodes(key);
    }
    if is_done
        && task.holds(key, "")
        && let Some(expected) = task.expected
    {
        for (number, line) in expected.lines.iter().enumerate() {
            if run.taken.contains(&number) {
                continue;
            }
            if run.found.idle_lines.len() < IDLE_LINES {
                run.found.idle_lines.push(line.clone());
            } else {
                run.found.more_idle_lines += 1;
            }
        }
    }
    run.tell();
    if is_done { run.plan.map(WorkPlan::text) } else { None }
}

/// `None` when told to stop, and where names cannot be listed: counting would take as long as verifying.
pub fn total(hierarchy: &Hierarchy, key: &str, go_on: &dyn Fn() -> bool) -> Option<Total> {
    if !hierarchy.store().lists() {
        return None;
    }
    let mut total = Total::default();
    each_array(&hierarchy.for_a_walk(), OpenNode::at(hierarchy, key), go_on, &mut |array| {
        let survey = Survey::take(&array.stored_chunks(), |_| go_on())?;
        total.chunks = total.chunks.saturating_add(present(&survey).count() as u64);
        total.nbytes = total.nbytes.saturating_add(survey.total_nbytes);
        Some(())
    })?;
    Some(total)
}

/// Nothing can be said of the chunks of an array that cannot be used. `None` when told to stop.
fn each_array(
    hierarchy: &Hierarchy,
    open: OpenNode,
    go_on: &dyn Fn() -> bool,
    visit: &mut dyn FnMut(&Array) -> Option<()>,
) -> Option<()> {
    if let Some(array) = open.usable() {
        visit(array)?;
    }
    let node = &open.node;
    let children = if node.may_have_children() { hierarchy.children(&node.key) } else { Ok(Vec::new()) };
    // Its document may be large, and there may be many levels below it.
    drop(open);
    for child in children.unwrap_or_default() {
        if !go_on() {
            return None;
        }
        each_array(hierarchy, OpenNode::of_child(hierarchy, &child), go_on, visit)?;
    }
    Some(())
}

/// Which chunks are there: what a list says, or the store.
fn surveyed(array: &Array, inventory: Option<&Inventory>, mut go_on: impl FnMut() -> bool) -> Option<Survey> {
    let chunks = array.stored_chunks();
    match inventory {
        Some(inventory) => Some(Survey::of_names(&chunks, inventory.below(&array.key))),
        None => Survey::take_names(&chunks, |_| go_on()),
    }
}

fn present(survey: &Survey) -> impl Iterator<Item = &[u64]> {
    survey.blocked().chain(survey.iter().map(|(coords, _)| coords))
}

struct ArrayRun<'a> {
    array: &'a Array,
    notes: Vec<ChunkNote>,
    shards: ShardTally,
    absences: Option<Absences<'a>>,
    /// Inner chunks that are missing and should not be, and how many of them are faults of their own.
    absent: u64,
    named: usize,
}

impl<'a> ArrayRun<'a> {
    fn new(array: &'a Array, absences: Option<Absences<'a>>) -> Self {
        Self { array, notes: Vec::new(), shards: ShardTally::default(), absences, absent: 0, named: 0 }
    }
}

fn first_inner(path: &[Region], most: usize) -> Vec<Vec<Vec<u64>>> {
    let mut found = Vec::new();
    let Some((last, before)) = path.split_last() else { return found };
    let lead: Vec<Vec<u64>> = before.iter().map(|region| starts(region)).collect();
    let shape = lengths(last);
    for number in 0..u64::try_from(volume(last)).unwrap_or(u64::MAX).min(most as u64) {
        let mut inner = delinear(number, &shape);
        for (coord, range) in inner.iter_mut().zip(last) {
            *coord = coord.saturating_add(range.start);
        }
        let mut path = lead.clone();
        path.push(inner);
        found.push(path);
    }
    found
}

struct VerifyRun<'a> {
    task: VerifyTask<'a>,
    hierarchy: &'a Hierarchy,
    counts: Counts,
    unlisted: u64,
    plan: Option<WorkPlan>,
    taken: BTreeSet<usize>,
    missing: MissingList,
    found: Findings,
    tell: &'a mut dyn FnMut(Counts, Findings) -> bool,
    start: Instant,
    asked_before: u64,
    /// However small a budget is, some chunks are done, so that each run comes further than the one before.
    has_begun: bool,
    /// Where an earlier run ended; `None` from there on.
    begin: Option<&'a VerifyPosition>,
    position: VerifyPosition,
    pending: Vec<ChunkNote>,
    faults: u64,
}

impl VerifyRun<'_> {
    /// Nodes that an inventory has and the store has not: nothing else would look for them.
    fn lost_nodes(&mut self, key: &str) {
        let Some(inventory) = self.task.inventory else { return };
        for (node, document) in inventory.documents(key) {
            // What cannot be asked for is not known to be lost.
            if !matches!(
                self.hierarchy.store().read(&join(&node, document), DOCUMENT_BYTES.default),
                Ok(None)
            ) {
                continue;
            }
            let fault = DocumentError::new(document, "", "the document that --keys names", "none");
            self.found(&self.hierarchy.display(&node), &node, document, None, fault.into());
        }
    }

    fn node(&mut self, open: OpenNode) -> Option<()> {
        let hierarchy = self.hierarchy;
        let node = &open.node;
        let decoded_before = self.counts.decoded;
        let unlisted_before = self.unlisted;
        // The document of a node, what cannot be listed and what is missing belong to one part.
        let is_own = self.task.holds(&node.key, "");
        if let Some(plan) = &mut self.plan {
            plan.take_node(&open);
        }
        let before = self.begin.take_if(|position| position.node == node.key);
        let is_done = before.is_some() || self.begin.is_some();
        if is_own && !is_done {
            for fault in &open.faults {
                self.found(&open.path, &node.key, fault.document, None, Fault::Metadata(fault.clone()));
            }
            self.counts.arrays += u64::from(node.is_array());
            if let NodeKind::Other(reason) = node.kind
                && is_archive(&node.key)
            {
                self.found.archives.push((open.path.clone(), reason));
            }
        }
        if self.begin.is_none() {
            self.position = VerifyPosition { node: node.key.clone(), ..VerifyPosition::default() };
        }
        if let Some(array) = open.usable()
            && self.begin.is_none()
        {
            self.array(array, before)?;
        }
        let children = if node.may_have_children() { hierarchy.children(&node.key) } else { Ok(Vec::new()) };
        let key = node.key.clone();
        match children {
            Ok(children) => {
                if is_own
                    && !is_done
                    && let Some(note) = hierarchy.unlisted_note(node)
                {
                    self.found.unlisted.push((open.path.clone(), note));
                }
                // Its document may be large, and there may be many levels below it.
                drop(open);
                for child in &children {
                    self.node(OpenNode::of_child(hierarchy, child))?;
                }
            }
            Err(error) => {
                self.unlisted += 1;
                if is_own && !is_done {
                    self.found(&open.path, &key, "", None, error.into());
                }
            }
        }
        if self.unlisted == unlisted_before {
            let decoded = self.counts.decoded.saturating_sub(decoded_before);
            self.found.verified.push(VerifiedNode { node: key, decoded });
        }
        self.go_on()
    }

    /// `before` is how far an earlier run came.
    fn array(&mut self, array: &Array, before: Option<&VerifyPosition>) -> Option<()> {
        self.spend()?;
        if !array.store().lists() && self.task.inventory.is_none() {
            return self.asked(array, before);
        }
        match self.task.part {
            Some(part) => self.in_part(part, array, before),
            None => self.whole(array, before),
        }
    }

    fn whole(&mut self, array: &Array, before: Option<&VerifyPosition>) -> Option<()> {
        let survey = surveyed(array, self.task.inventory, || self.tell())?;
        let task = self.task;
        let done = before.and_then(|position| position.chunks);
        if done.is_none() {
            self.unreadable(array, &survey);
            self.counts.missing = match (self.counts.missing, survey.missing()) {
                (Some(before), Some(more)) => before.checked_add(more),
                _ => None,
            };
            self.counts.hidden = self.counts.hidden.saturating_add(survey.hidden);
        }
        if task.lists_missing {
            self.missing.chunks(array, &survey);
        }
        let absences = task.expected.map(|expected| expected.absences(array));
        if let (Some(expected), Some(absences)) = (task.expected, &absences) {
            let (counted, taken) = Completeness::of(array, &survey, &absences.chunks);
            self.taken.extend(taken);
            self.taken.extend(expected.inner_lines(array));
            self.completeness(array, counted);
        }
        let mut chunks: Vec<&[u64]> = present(&survey).collect();
        let all = chunks.len() as u64;
        chunks.retain(|coords| task.draws(array, coords));
        if done.is_none() {
            self.counts.stored += all;
            self.counts.drawn_from += u128::from(all);
        }
        let mut run = ArrayRun::new(array, absences);
        let list = Some(list_digest(&chunks));
        let mut done = self.begin_array(&mut run, (chunks.len() as u64, list), before)?;
        self.go_on()?;
        let usual = batch(array, task.options, task.threads());
        while let Some(left) = chunks.get(done..).filter(|left| !left.is_empty()) {
            let some = left.get(..self.allowed(usual)).unwrap_or(left);
            self.spend()?;
            done += some.len();
            self.chunks(&mut run, some, &survey, done as u64)?;
            self.pace()?;
        }
        self.end_array(run);
        Some(())
    }

    fn unreadable(&mut self, array: &Array, survey: &Survey) {
        for error in &survey.unreadable {
            self.found_below(array, relative(error.key(), &array.key), error.clone().into());
        }
    }

    /// How many of the chunks of an array an earlier run has done. `None` where there are other ones now.
    fn begin_array(
        &mut self,
        run: &mut ArrayRun,
        (of, list): (u64, Option<String>),
        before: Option<&VerifyPosition>,
    ) -> Option<usize> {
        let [done, told] = before.and_then(|position| position.chunks).unwrap_or([0, of]);
        if told != of {
            let path = &run.array.path;
            let expected = format!("{path}: expected {told} chunks, as when the report was begun");
            self.found.changed = Some(format!("{expected}, found {of}"));
            return None;
        }
        let told = before.and_then(|position| position.list.as_ref());
        if told.is_some() && told != list.as_ref() {
            let path = &run.array.path;
            let text =
                format!("{path}: expected the same {of} chunks as when the report was begun, found others");
            self.found.changed = Some(text);
            return None;
        }
        self.position.list = list;
        run.shards = before.map(|position| position.shards.clone()).unwrap_or_default();
        self.position.chunks = Some([done, of]);
        self.position.shards.clone_from(&run.shards);
        usize::try_from(done).ok()
    }

    fn end_array(&mut self, run: ArrayRun) {
        let ArrayRun { array, mut notes, shards, absences, named, absent } = run;
        self.pending.clear();
        // If the user says what is expected, what is missing is a fault and no doubt.
        if absences.is_none() {
            notes.extend(shards.note(array));
        }
        self.found.notes.extend(notes);
        let unnamed = absent.saturating_sub(named as u64);
        if unnamed > 0 {
            self.found_below(array, "", MissingChunks::MoreInner(unnamed).into());
        }
    }

    fn completeness(&mut self, array: &Array, mut counted: Completeness) {
        let named = std::mem::take(&mut counted.named);
        if counted.is_header_only() && counted.allowed == 0 {
            self.found_below(array, "", MissingChunks::All(counted.absent).into());
        } else {
            let more = counted.absent.map(|absent| absent.saturating_sub(named.len() as u128));
            for coords in named {
                self.found_chunk(array, &coords, MissingChunks::One.into());
            }
            if more != Some(0) {
                self.found_below(array, "", MissingChunks::More(more).into());
            }
        }
        self.found.listings.push(counted);
    }

    /// `done` is how far the run has come in the array when these chunks are done.
    fn chunks(&mut self, run: &mut ArrayRun, chunks: &[&[u64]], survey: &Survey, done: u64) -> Option<()> {
        let array = run.array;
        let is_listed = self.task.inventory.is_some();
        for (coords, checked) in chunks.iter().zip(self.check(array, chunks)) {
            let checked = match checked {
                Some(checked) => {
                    let listed = survey.nbytes(coords).filter(|nbytes| is_listed && *nbytes != UNSAID);
                    // A fault of the chunk itself says more.
                    if let Some(listed) = listed
                        && checked.decoded_nbytes.is_ok()
                        && listed != checked.stored_nbytes
                    {
                        let found = checked.stored_nbytes;
                        self.found_chunk(array, coords, MissingChunks::ListedSize { listed, found }.into());
                    }
                    checked
                }
                None => {
                    let gone = || MissingChunks::Listed.into();
                    let decoded_nbytes = Err(if is_listed { gone() } else { array.gone(coords) });
                    Checked { stored_nbytes: 0, decoded_nbytes, remarks: Vec::new(), inner: None, sums: None }
                }
            };
            self.record(run, coords, checked);
        }
        self.end_batch(run, done);
        self.go_on()
    }

    fn end_batch(&mut self, run: &ArrayRun, done: u64) {
        if let Some([own, _]) = &mut self.position.chunks {
            *own = done;
        }
        self.position.shards.clone_from(&run.shards);
        self.pending.clone_from(&run.notes);
        self.has_begun = true;
    }

    /// If the user says which chunks are expected, those of nothing but the fill value are noted.
    fn check<C: AsRef<[u64]> + Sync>(&self, array: &Array, chunks: &[C]) -> Vec<Option<Checked>> {
        let task = self.task;
        let wanted = CheckWanted { fill: task.expected.is_some(), sums: task.sums };
        let check = |coords: &C, options| array.check_if_stored(coords.as_ref(), options, wanted);
        if !array.chain().decoded().data_type.is_variable() {
            let nbytes = array.chain().weight().unwrap_or(u64::MAX);
            let at_once = chunks.chunks(task.options.chunks_at_once(nbytes));
            return at_once.flat_map(|some| task.run(some, |coords| check(coords, task.options))).collect();
        }
        let share = task.options.shared_by(task.threads());
        let mut found = task.run(chunks, |coords| check(coords, &share));
        for (coords, found) in chunks.iter().zip(&mut found) {
            // It may be its share that was not enough.
            if let Some(Checked { decoded_nbytes: Err(Fault::Stage(_)), .. }) = found {
                *found = check(coords, task.options);
            }
        }
        found
    }

    fn record(&mut self, run: &mut ArrayRun, coords: &[u64], checked: Checked) {
        let Checked { stored_nbytes, decoded_nbytes, remarks, inner, sums } = checked;
        let array = run.array;
        if let Some(sums) = sums {
            self.found.sums.push(ChunkSums {
                path: array.path.clone(),
                array: array.key.clone(),
                chunk: coords.to_vec(),
                key: array.chunk_key(coords),
                nbytes: stored_nbytes,
                sums,
            });
        }
        ChunkNote::count(&mut run.notes, array, coords, remarks);
        self.counts.stored_nbytes = self.counts.stored_nbytes.saturating_add(stored_nbytes);
        match decoded_nbytes {
            Ok(nbytes) => {
                self.counts.decoded += 1;
                self.counts.decoded_nbytes = self.counts.decoded_nbytes.saturating_add(nbytes);
            }
            Err(fault) => {
                // A chunk that the store did not give may be sound.
                if fault.is_unknown() {
                    self.counts.hidden = self.counts.hidden.saturating_add(1);
                } else {
                    self.counts.faulty += 1;
                }
                self.found_chunk(array, coords, fault);
            }
        }
        let Some(inner) = inner else { return };
        run.shards.add(coords, &inner);
        if self.task.lists_missing {
            self.missing.inner(array, coords, &inner);
        }
        let Some(absences) = &run.absences else { return };
        let boxes = absences.inner_absent(coords, &inner);
        let mut absent: u64 = 0;
        for path in &boxes {
            let size = path.last().map_or(0, |region| volume(region));
            absent = absent.saturating_add(u64::try_from(size).unwrap_or(u64::MAX));
            for inner in first_inner(path, NAMED.saturating_sub(run.named)) {
                run.named += 1;
                let missing = MissingChunks::Inner { chunk: coords.to_vec(), inner };
                self.found_chunk(array, coords, missing.into());
            }
        }
        run.absent = run.absent.saturating_add(absent);
        self.found.inner.absent = self.found.inner.absent.saturating_add(absent);
        let allowed = inner.missing.saturating_sub(absent);
        self.found.inner.allowed = self.found.inner.allowed.saturating_add(allowed);
    }

    fn found(&mut self, path: &str, node: &str, key: &str, chunk: Option<Vec<u64>>, fault: Fault) {
        let (array, node, key) = (path.to_owned(), node.to_owned(), key.to_owned());
        self.found.faults.push(VerifyFault { array, node, key, chunk, fault });
        self.faults += 1;
    }

    fn found_below(&mut self, array: &Array, key: &str, fault: Fault) {
        self.found(&array.path, &array.key, key, None, fault);
    }

    fn found_chunk(&mut self, array: &Array, coords: &[u64], fault: Fault) {
        self.found(&array.path, &array.key, &array.chunk_key(coords), Some(coords.to_vec()), fault);
    }

    fn tell(&mut self) -> bool {
        self.found.missing = std::mem::take(&mut self.missing.lines);
        self.found.list_error.clone_from(&self.missing.error);
        self.found.position.clone_from(&self.position);
        self.found.pending.clone_from(&self.pending);
        (self.tell)(self.counts, std::mem::take(&mut self.found))
    }

    fn go_on(&mut self) -> Option<()> {
        if self.tell() { Some(()) } else { None }
    }
}

/// A digest of all coordinates, in the manner of FNV-1a: it tells another list of as many chunks from the same one.
fn list_digest(chunks: &[&[u64]]) -> String {
    let mut digest = 0xcbf2_9ce4_8422_2325_u64;
    for coord in chunks.iter().flat_map(|coords| coords.iter()) {
        digest = (digest ^ coord).wrapping_mul(0x0100_0000_01b3).rotate_left(23);
    }
    format!("{digest:016x}")
}
