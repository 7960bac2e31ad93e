//! The window of statistics: of the chunk and of the array.

use std::sync::Arc;

use super::effect::{Effect, Work};
use super::late::{Late, RequestId};
use super::overlay::{Overlay, StatsWindow};
use super::shared::Shared;
use super::state::App;
use crate::pipeline::{Region, Summary, SummaryProgress};

impl App {
    /// Opens the window of statistics: those of the selected chunk come first.
    pub(super) fn open_stats(&mut self) -> Option<Effect> {
        let selection = &self.shared.selection;
        let used =
            selection.array().and_then(|array| array.metadata.chunk_grid.used(&selection.address.chunk));
        let Some(region) = used else {
            self.shared.say("no chunk is selected");
            return None;
        };
        let (id, work) = summarize(&mut self.shared, region)?;
        self.overlay = Overlay::Stats(StatsWindow { chunk: Late::asked(id), ..StatsWindow::default() });
        self.is_counting = true;
        Some(work)
    }

    /// Takes statistics. After those of the chunk, those of the array are asked for.
    pub(super) fn summarized(
        &mut self,
        id: RequestId,
        result: Result<Arc<Summary>, String>,
    ) -> Option<Effect> {
        let Overlay::Stats(window) = &mut self.overlay else { return None };
        let is_sound = result.is_ok();
        if !window.chunk.is_of(id) {
            self.is_counting &= !window.whole.answer(id, result);
            return None;
        }
        if !window.chunk.answer(id, result) {
            return None;
        }
        self.is_counting = is_sound;
        let region = self.shared.selection.array().filter(|_| is_sound)?.whole();
        let (id, work) = summarize(&mut self.shared, region)?;
        window.whole = Late::asked(id);
        Some(work)
    }

    /// Notes how far the statistics of the array have come.
    pub(super) fn counted_so_far(&mut self, id: RequestId, progress: SummaryProgress) {
        if let Overlay::Stats(window) = &mut self.overlay
            && window.whole.is_of(id)
        {
            window.progress = Some(progress);
        }
    }

    /// Stops counting, or reading lines, once the window is closed.
    pub(super) fn stop_counting(&mut self) -> Option<Effect> {
        let is_open = matches!(self.overlay, Overlay::Stats(_) | Overlay::Profile(_));
        let stops = self.is_counting && !is_open;
        self.is_counting &= is_open;
        stops.then(|| Work::StopCounting.into())
    }
}

fn summarize(shared: &mut Shared, region: Region) -> Option<(RequestId, Effect)> {
    let array = Arc::clone(shared.selection.array()?);
    let id = shared.next_id();
    Some((id, Work::Summarize(id, array, region, shared.options).into()))
}
