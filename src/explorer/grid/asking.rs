//! What workers do for the chunk grid: they decode and count the chunks on the screen.

use std::collections::BTreeSet;

use crate::codec::Statistics;
use crate::explorer::core::chunk_window::distance;
use crate::explorer::core::late::RequestId;
use crate::explorer::core::selection::Selection;
use crate::explorer::core::shared::Shared;
use crate::explorer::geometry::boxes::{Boxes, Counted};
use crate::explorer::grid::GridPane;
use crate::explorer::grid::work::{CountBoxes, JudgeChunks};
use crate::pipeline::{Array, ChunkAddress, ChunkNumbers, ChunkVerdict, JudgedChunk};

impl GridPane {
    pub(crate) fn reconcile(&mut self, shared: &mut Shared) {
        self.judge_visible(shared);
        self.count_visible(shared);
    }

    /// Asks a worker to decode those chunks on the screen of which too little is known, unless each would have to come over a
    /// network and nobody has asked for what is in them. Inner chunks are decoded only where
    /// their numbers are shown, and in a shard that is broken: there somebody looks for which of them it is.
    fn judge_visible(&mut self, shared: &mut Shared) {
        let Some(array) = shared.selection.array().cloned() else { return };
        let counts = self.shown_mode(&shared.selection).needs_decoding(&array.metadata.data_type);
        let address = &shared.selection.address;
        if array.is_remote() && !counts {
            return;
        }
        if address.is_inner() && !counts && !self.is_in_broken_shard(address) {
            return;
        }
        let chunks = self.to_judge(&array, counts, shared).unwrap_or_default();
        if self.judging.covers(&chunks, |address| self.is_known(address, counts)) {
            return;
        }
        let options = shared.options;
        let request = shared.ask(JudgeChunks { array, chunks: chunks.clone(), options });
        self.judging.ask(&chunks, request);
    }

    fn is_in_broken_shard(&self, address: &ChunkAddress) -> bool {
        let shard = address.levels().rev().nth(1);
        let around = self.around.last().zip(shard);
        around.is_some_and(|(level, shard)| level.verdicts.get(shard) == Some(&ChunkVerdict::Faulty))
    }

    fn to_judge(&self, array: &Array, counts: bool, shared: &Shared) -> Option<Vec<ChunkAddress>> {
        let selection = &shared.selection;
        let grid = self.view(shared).filter(|grid| grid.factor == 1 && array.fault().is_none())?;
        let survey = self.shown_survey(selection)?;
        let chunks = grid.visible(&self.level.scroll, selection.coords());
        let unknown = chunks.filter(|coords| !self.level.is_known(coords, counts));
        let mut found: Vec<(u64, Vec<u64>)> = unknown
            .filter_map(|coords| Some((survey.nbytes(&coords)?, coords)))
            .filter(|(stored, coords)| Self::is_small(*stored, selection, coords))
            .collect();
        if counts {
            // Somebody waits for these: the nearest to the cursor come first.
            for (order, coords) in &mut found {
                *order = distance(coords, selection.coords());
            }
        }
        found.sort();
        let mut address = selection.address.clone();
        let addresses = found.into_iter().map(|(_, coords)| {
            *address.last_mut() = coords;
            address.clone()
        });
        Some(addresses.collect())
    }

    /// Whether nothing more is to be found out about a chunk, in whichever grid it is.
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
        if self.level.has_counted(&of) {
            return;
        }
        self.level.boxes.ask_again(shared.ask(CountBoxes { survey, of: of.clone() }));
        self.level.counting = Some(of);
    }

    /// Takes what a worker has found out about chunks, if that answers the last request.
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
            // Another shard may have been entered since.
            let is_here = leads_to(&address, &selection.address);
            let mut levels = self.around.iter_mut().chain([&mut self.level]);
            if let Some(level) = levels.nth(address.inner.len()).filter(|_| is_here) {
                level.take(coords, judged);
            }
        }
    }

    /// Keeps what was counted of the selected chunk for the other panes.
    pub(crate) fn measured(&mut self, row: usize, statistics: &Statistics, selection: &Selection) {
        let Some(trace) = selection.trace.ready().filter(|trace| row == trace.stages().len()) else { return };
        if let Some(numbers) = ChunkNumbers::of_trace(trace, statistics) {
            self.level.counted(trace.address.last().to_vec(), numbers);
        }
    }

    /// Takes the counted boxes, for whichever grid had asked for them.
    pub(crate) fn counted(&mut self, id: RequestId, boxes: Boxes) {
        let mut levels = self.around.iter_mut().chain([&mut self.level]);
        if let Some(level) = levels.find(|level| level.boxes.is_waiting() && level.boxes.is_of(id)) {
            level.boxes.answer(id, Ok(boxes));
        }
    }

    /// Marks faulty chunks of the array, unless that was done since the last change; only those, where `all` of them are known.
    pub(crate) fn mark<'a>(&mut self, change: u64, all: bool, faulty: impl Iterator<Item = &'a [u64]>) {
        if self.marked == Some(change) {
            return;
        }
        self.marked = Some(change);
        let faulty: BTreeSet<&[u64]> = faulty.collect();
        let level = self.around.first_mut().unwrap_or(&mut self.level);
        if all {
            let is_left = |coords: &Vec<u64>| faulty.contains(coords.as_slice());
            level.verdicts.retain(|coords, verdict| *verdict != ChunkVerdict::Faulty || is_left(coords));
        }
        for coords in faulty {
            if level.verdicts.get(coords) != Some(&ChunkVerdict::Faulty) {
                level.judged(coords.to_vec(), ChunkVerdict::Faulty);
            }
        }
    }
}

/// Whether the selection is in the same grid as a chunk whose own coordinates do not count, or within that.
fn leads_to(address: &ChunkAddress, selected: &ChunkAddress) -> bool {
    let around = address.inner.len();
    address.levels().take(around).eq(selected.levels().take(around))
}
