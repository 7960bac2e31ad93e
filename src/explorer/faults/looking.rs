use std::sync::Arc;

use crate::codec::Statistics;
use crate::explorer::{App, Late, RequestId};
use crate::pipeline::{
    ChunkAddress, ChunkVerdict, FaultSite, JudgedChunk, PartCells, ShortFault, Survey, WindowPart,
};

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
        self.grid.mark(known.changes, known.keeps_all(), chunks);
    }
}
