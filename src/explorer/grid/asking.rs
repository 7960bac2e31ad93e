//! What the chunk grid asks threads for: surveys, and judgements of the chunks that are on the screen.

use std::collections::BTreeSet;

use crate::codec::Statistics;
use crate::explorer::core::chunk_window::distance;
use crate::explorer::geometry::boxes::{Boxes, Counted};
use crate::explorer::grid::GridPane;
use crate::explorer::grid::work::{CountBoxes, JudgeChunks};
use crate::explorer::{Late, RequestId, Selection, Shared};
use crate::pipeline::{Array, ChunkAddress, ChunkNumbers, ChunkVerdict, JudgedChunk};

impl GridPane {
    pub(crate) fn reconcile(&mut self, shared: &mut Shared) {
        self.judge_visible(shared);
        self.count_visible(shared);
    }

    /// Asks for the chunks on the screen of which too little is known; behind a network, only for their numbers.
    fn judge_visible(&mut self, shared: &mut Shared) {
        let Some(array) = shared.selection.array().cloned() else { return };
        let counts = self.shown_mode(&shared.selection).needs_decoding(&array.metadata.data_type);
        let address = &shared.selection.address;
        if array.is_remote() && !counts {
            return;
        }
        if address.is_inner() && !counts {
            let outer = address.levels().rev().nth(1);
            let (Some(level), Some(outer)) = (self.around.last(), outer) else { return };
            if level.verdicts.get(outer) != Some(&ChunkVerdict::Faulty) {
                return;
            }
        }
        let chunks = self.to_judge(&array, counts, shared).unwrap_or_default();
        if self.judging.covers(&chunks, |address| self.is_known(address, counts)) {
            return;
        }
        let options = shared.options;
        self.judging.ask(&chunks, shared.ask(JudgeChunks { array, chunks: chunks.clone(), options }));
    }

    fn to_judge(&self, array: &Array, counts: bool, shared: &Shared) -> Option<Vec<ChunkAddress>> {
        let selection = &shared.selection;
        let grid = self.view(shared)?;
        if grid.factor > 1 || array.fault().is_some() {
            return None;
        }
        let survey = self.shown_survey(selection)?;
        let mut found = Vec::new();
        for coords in grid.visible(&self.level.scroll, selection.coords()) {
            if !self.level.is_known(&coords, counts)
                && let Some(stored) = survey.nbytes(&coords)
                && Self::is_small(stored, selection, &coords)
            {
                // Numbers are wanted on the screen, so the nearest to the cursor come first.
                let order = if counts { distance(&coords, selection.coords()) } else { stored };
                found.push((order, coords));
            }
        }
        found.sort();
        let mut addresses = Vec::new();
        for (_, coords) in found {
            let mut address = selection.address.clone();
            *address.last_mut() = coords;
            addresses.push(address);
        }
        Some(addresses)
    }

    /// The chunk may be in any grid around the selection.
    fn is_known(&self, address: &ChunkAddress, counts: bool) -> bool {
        let mut levels = self.around.iter().chain([&self.level]);
        levels.nth(address.inner.len()).is_some_and(|level| level.is_known(address.last(), counts))
    }

    fn count_visible(&mut self, shared: &mut Shared) {
        let Some(grid) = self.view(shared).filter(|grid| grid.factor > 1) else { return };
        let Some(survey) = self.survey_so_far(&shared.selection).cloned() else { return };
        let region = grid.on_screen(&self.level.scroll, shared.selection.coords());
        let axes = shared.selection.axes();
        let of = Counted { zoom: self.level.zoom, axes, region, stored: survey.stored() };
        let counted = match &self.level.boxes {
            Late::Waiting { .. } => self.level.counting.as_ref(),
            boxes @ (Late::Idle | Late::Ready { .. } | Late::Failed(_)) => {
                boxes.ready().and_then(|boxes| boxes.of.as_ref())
            }
        };
        if counted == Some(&of) {
            return;
        }
        self.level.boxes.ask_again(shared.ask(CountBoxes { survey, of: of.clone() }));
        self.level.counting = Some(of);
    }

    pub(crate) fn judged(
        &mut self,
        id: RequestId,
        found: Vec<(ChunkAddress, JudgedChunk)>,
        selection: &Selection,
    ) {
        if !self.judging.is_of(id) {
            return;
        }
        for (mut address, judged) in found {
            let coords = std::mem::take(address.last_mut());
            // Another shard may have been entered meanwhile.
            let depth = address.inner.len();
            let is_here = address.levels().take(depth).eq(selection.address.levels().take(depth));
            let mut levels = self.around.iter_mut().chain([&mut self.level]);
            if is_here && let Some(level) = levels.nth(depth) {
                level.take(coords, judged);
            }
        }
    }

    pub(crate) fn measured(&mut self, row: usize, statistics: &Statistics, selection: &Selection) {
        let Some(trace) = selection.trace.ready().filter(|trace| row == trace.stages().len()) else { return };
        if let Some(numbers) = ChunkNumbers::of_trace(trace, statistics) {
            self.level.counted(trace.address.last().to_vec(), numbers);
        }
    }

    pub(crate) fn counted(&mut self, id: RequestId, boxes: Boxes) {
        let mut levels = self.around.iter_mut().chain([&mut self.level]);
        if let Some(level) = levels.find(|level| level.boxes.is_waiting() && level.boxes.is_of(id)) {
            level.boxes.answer(id, Ok(boxes));
        }
    }

    /// Marks faulty chunks of the array, and those whose values look wrong, unless that was done since the last change. If `all` faults are
    /// known, unmarks the others.
    pub(crate) fn mark<'a>(
        &mut self,
        change: u64,
        all: bool,
        faulty: impl Iterator<Item = &'a [u64]>,
        doubtful: impl Iterator<Item = &'a [u64]>,
    ) {
        if self.marked == Some(change) {
            return;
        }
        self.marked = Some(change);
        let faulty: BTreeSet<&[u64]> = faulty.collect();
        let level = self.around.first_mut().unwrap_or(&mut self.level);
        if all {
            level.verdicts.retain(|coords, verdict| {
                *verdict != ChunkVerdict::Faulty || faulty.contains(coords.as_slice())
            });
        }
        for coords in faulty {
            if level.verdicts.get(coords) != Some(&ChunkVerdict::Faulty) {
                level.judged(coords.to_vec(), ChunkVerdict::Faulty);
            }
        }
        for coords in doubtful {
            if level.verdicts.get(coords) != Some(&ChunkVerdict::Faulty) {
                level.judged(coords.to_vec(), ChunkVerdict::Doubtful);
            }
        }
    }
}
