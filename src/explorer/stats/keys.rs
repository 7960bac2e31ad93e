//! The windows of numbers: the statistics of the chunk, of the plane and of the array, and profiles.

use crate::explorer::stats::work::ProfileAnswer;
use crate::explorer::stats::work::SummarizeRegion;
use std::sync::Arc;

use crate::explorer::core::app::App;
use crate::explorer::core::late::{Late, RequestId};
use crate::explorer::core::selection::Selection;
use crate::explorer::core::shared::Shared;
use crate::explorer::overlay::window::{Overlay, StatsWindow};
use crate::pipeline::{NumberType, Region, Summary, SummaryError, SummaryProgress};

impl App {
    /// Opens the window of statistics: those of the selected chunk come first.
    pub(crate) fn open_stats(&mut self) {
        let Some(array) = self.shared.selection.value_array().cloned() else {
            self.shared.say("no array is selected");
            return;
        };
        let mut window = StatsWindow::default();
        let data_type = array.values_type();
        let why_not = if NumberType::of(data_type).is_none() {
            Some(SummaryError::NoNumbers(data_type.clone()).to_string())
        } else {
            array.fault().map(|fault| format!("no chunk of this array can be decoded: {fault}"))
        };
        if let Some(why) = why_not {
            window.refused = Some(why);
            self.overlay = Overlay::Stats(window);
            return;
        }
        // An array without elements has no chunk, but it can be counted.
        let used = array.metadata.chunk_grid.used(&self.shared.selection.address.chunk);
        if used.is_none() {
            window.chunk = Late::Failed("no chunk is selected".to_owned());
        }
        let region = used.unwrap_or_else(|| array.whole());
        let late = if window.chunk.is_failed() { &mut window.whole } else { &mut window.chunk };
        *late = summarize(&mut self.shared, region);
        self.overlay = Overlay::Stats(window);
    }

    /// Takes statistics. After those of the chunk, those of the plane and of the array are asked for.
    pub(crate) fn summarized(&mut self, id: RequestId, result: Result<Arc<Summary>, String>) {
        let Overlay::Stats(window) = &mut self.overlay else { return };
        let late = [&mut window.chunk, &mut window.plane, &mut window.whole];
        let Some((number, late)) = late.into_iter().enumerate().find(|(_, late)| late.is_of(id)) else {
            return;
        };
        if !late.answer(id, result) || number == 2 {
            return;
        }
        let plane = plane(&self.shared.selection).filter(|_| number == 0);
        window.progress = None;
        if let Some(region) = plane {
            window.plane = summarize(&mut self.shared, region);
        } else if let Some(whole) = self.shared.selection.array().map(|array| array.whole()) {
            window.whole = summarize(&mut self.shared, whole);
        }
    }

    /// Notes how far the statistics that are being counted have come.
    pub(crate) fn counted_so_far(&mut self, id: RequestId, progress: SummaryProgress) {
        if let Overlay::Stats(window) = &mut self.overlay
            && [&window.chunk, &window.plane, &window.whole].iter().any(|late| late.is_of(id))
        {
            window.progress = Some(progress);
        }
    }

    /// Asks for the lines that the window of profiles is to show.
    pub(crate) fn settle_profile(&mut self) {
        let Overlay::Profile(window) = &mut self.overlay else { return };
        window.settle(&mut self.shared);
    }

    /// Takes a line, or the part of it that has come.
    pub(crate) fn profiled(&mut self, id: RequestId, found: ProfileAnswer) {
        let Overlay::Profile(window) = &mut self.overlay else { return };
        let Some(line) = window.lines.get_mut(found.number) else { return };
        match found.line {
            Ok(part) if !found.is_whole => _ = line.picture.part(id, part),
            whole => _ = line.picture.answer(id, whole),
        }
    }
}

/// The plane of rows and columns that the cursor is on; `None` where that is the whole array.
pub(crate) fn plane(selection: &Selection) -> Option<Region> {
    let (array, at, axes) = (selection.array()?, selection.cursor()?, selection.axes());
    let region: Region = array
        .whole()
        .into_iter()
        .zip(&at)
        .enumerate()
        .map(|(axis, (whole, at))| if axes.has(axis) { whole } else { *at..at.saturating_add(1) })
        .collect();
    (region != array.whole()).then_some(region)
}

fn summarize(shared: &mut Shared, region: Region) -> Late<Arc<Summary>> {
    let Some(array) = shared.selection.value_array().cloned() else { return Late::Idle };
    Late::asked(shared.ask(SummarizeRegion { array, region, options: shared.options }))
}
