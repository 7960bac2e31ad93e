use std::sync::Arc;

use crate::codec::{DecodeOptions, Statistics};
use crate::explorer::faults::Verifying;
use crate::explorer::faults::work::{JudgeValues, VerifyNode};
use crate::explorer::tree::state::lies_in;
use crate::explorer::{App, Late, Pane, RequestId};
use crate::pipeline::{
    ChunkAddress, ChunkVerdict, FaultSite, JudgedChunk, PartCells, ShortFault, Survey, WindowPart,
};
use crate::tell::faults;

impl App {
    /// The key of the selected array; `None` where faults that are shown are not those of the store.
    fn looks_at(&self) -> Option<String> {
        let open = &self.shared.selection.node.ready()?.open;
        let is_usable = open.usable().is_some() && self.shared.sees_what_is_stored();
        is_usable.then(|| open.node.key.clone())
    }

    pub(crate) fn surveyed(&mut self, id: RequestId, survey: &Arc<Survey>) {
        if !self.grid.survey.answer(id, Ok(Arc::clone(survey))) {
            return;
        }
        if let Some(key) = self.looks_at() {
            let faults = survey.faults(&key).collect();
            self.shared.known.set(&key, faults, |site| matches!(site, FaultSite::Key(_)));
        }
    }

    /// An inner chunk that decodes says nothing of the whole shard.
    pub(crate) fn saw_trace(&mut self) {
        let Some(key) = self.looks_at() else { return };
        let (address, known) = (&self.shared.selection.address, &mut self.shared.known);
        let fault = match &self.shared.selection.trace {
            Late::Ready { value: trace, .. } if trace.is_unknown() => return,
            Late::Ready { value: trace, .. } => trace.trace.fault.as_ref().map(ToString::to_string),
            Late::Failed(error) => Some(error.clone()),
            Late::Idle | Late::Waiting { .. } => return,
        };
        match fault {
            Some(text) => {
                // The text of the whole shard is worth more than that of a part.
                if !address.is_inner() || !known.has_chunk(&key, &address.chunk) {
                    known.add(ShortFault::of_chunk(&key, &address.chunk, &text));
                }
            }
            None if address.is_inner() => {}
            None => known.sound(&key, &address.chunk),
        }
    }

    /// An inner chunk that decodes says nothing of the others.
    pub(crate) fn judged(&mut self, id: RequestId, found: Vec<(ChunkAddress, JudgedChunk)>) {
        if self.grid.judging.is_of(id)
            && let Some(key) = self.looks_at()
        {
            let known = &mut self.shared.known;
            for (address, judged) in &found {
                match judged.verdict {
                    ChunkVerdict::Faulty => known.add(ShortFault::of_chunk(&key, &address.chunk, "")),
                    ChunkVerdict::Unknown => {}
                    _ if address.is_inner() => {}
                    ChunkVerdict::Sound
                    | ChunkVerdict::AllFill
                    | ChunkVerdict::PartlyFilled
                    | ChunkVerdict::Doubtful => known.sound(&key, &address.chunk),
                }
            }
        }
        self.grid.judged(id, found, &self.shared.selection);
    }

    pub(crate) fn measured(&mut self, id: RequestId, row: usize, statistics: Arc<Statistics>) {
        let selection = &mut self.shared.selection;
        if selection.trace.is_of(id) {
            self.grid.measured(row, &statistics, selection);
            selection.statistics.insert(row, statistics);
        }
    }

    /// A part that decodes says nothing of the others.
    pub(crate) fn windowed(&mut self, id: RequestId, parts: Vec<WindowPart>) {
        if self.shared.selection.window.counts(id)
            && let Some(key) = self.looks_at()
        {
            for part in &parts {
                if let PartCells::Faulty(error) = &part.cells {
                    self.shared.known.add(ShortFault::of_chunk(&key, &part.chunk, error));
                }
            }
        }
        self.shared.selection.window.take(id, parts);
    }

    pub(crate) fn mark_faults(&mut self) {
        let Some(key) = self.looks_at() else { return };
        let Some(layout) = self.shared.selection.array_layout() else { return };
        let known = &self.shared.known;
        // The document may have had another grid when they were found.
        let chunks = known.chunks(&key).filter(|chunk| layout.grid.contains(chunk));
        let own = self.verifying.doubts().iter().filter(|doubt| doubt.node == key);
        let doubtful = own.filter_map(ShortFault::chunk).filter(|chunk| layout.grid.contains(chunk));
        self.grid.mark(known.changes, known.keeps_all(), chunks, doubtful);
    }
}

impl App {
    pub(crate) fn verify(&mut self) {
        if self.verifying.counts.is_waiting() {
            return self.stop_verifying();
        }
        let key = self.shared.selection.node_key().to_owned();
        let request = self.shared.request();
        self.shared.known.begin_run(&key);
        self.verifying =
            Verifying { node: key.clone(), counts: Late::asked(request.clone()), ..Verifying::default() };
        // Faults are those of the store: checksums count even where they are ignored on the screen.
        let options = DecodeOptions { ignore_checksums: false, ..self.shared.options };
        let hierarchy = Arc::clone(&self.shared.hierarchy);
        self.shared.send(&request, VerifyNode { hierarchy, key, options });
    }

    pub(crate) fn judge_values(&mut self) {
        let (key, hierarchy) = (self.verifying.node.clone(), Arc::clone(&self.shared.hierarchy));
        let options = DecodeOptions { ignore_checksums: false, ..self.shared.options };
        self.verifying.doubts = Late::asked(self.shared.ask(JudgeValues { hierarchy, key, options }));
    }

    pub(crate) fn stop_verifying(&mut self) {
        let counts = self.verifying.counts.so_far().copied().unwrap_or_default();
        self.shared.say(faults::stopped(&counts, self.verifying.chunks, self.faults_so_far()));
        self.verifying.counts = Late::Idle;
    }

    pub fn faults_so_far(&self) -> u64 {
        self.shared.known.count(&self.verifying.node).faults
    }

    /// The longest text comes first.
    pub fn verify_progress(&self) -> Option<[String; 3]> {
        if !self.verifying.counts.is_waiting() {
            return None;
        }
        let counts = self.verifying.counts.so_far().copied().unwrap_or_default();
        Some(faults::progress(&counts, self.verifying.chunks, self.faults_so_far()))
    }

    pub fn percent_done(&self) -> Option<u8> {
        if !self.verifying.counts.is_waiting() {
            return None;
        }
        let counts = self.verifying.counts.so_far()?;
        let chunks = self.verifying.chunks?;
        u8::try_from((u128::from(counts.checked().min(chunks)) * 100).checked_div(chunks.into())?).ok()
    }

    /// Stops verifying what is read again: half of the result would be of another store.
    pub(crate) fn stop_verifying_below(&mut self, node: &str) {
        let own = &self.verifying.node;
        let is_touched = lies_in(own, node) || lies_in(node, own);
        if is_touched {
            self.verifying.doubts = Late::Idle;
            if self.verifying.counts.is_waiting() {
                self.stop_verifying();
            }
        }
    }

    /// The key for the way out stops verifying where there is nothing to leave or close.
    pub(crate) fn ends_verifying(&self) -> bool {
        let tree = &self.hierarchy.tree;
        let is_open = tree.current().is_some_and(|row| !matches!(row.children, Late::Idle));
        let is_outermost = self.shared.focus == Pane::Hierarchy && !is_open && tree.parent().is_none();
        is_outermost && self.verifying.counts.is_waiting()
    }
}
