//! The windows of numbers: the statistics of the chunk, of the plane and of the array, and profiles.

use crate::explorer::core::late::Request;
use crate::explorer::stats::work::ProfileAnswer;
use crate::explorer::stats::work::SummarizeRegion;
use std::sync::Arc;

use crate::explorer::core::app::App;
use crate::explorer::core::late::{Late, RequestId};
use crate::explorer::core::selection::Selection;
use crate::explorer::core::shared::Shared;
use crate::explorer::core::task::{Effect, Work};
use crate::explorer::overlay::window::{Overlay, StatsWindow};
use crate::pipeline::{NumberType, Region, Summary, SummaryError, SummaryProgress};

impl App {
    /// Opens the window of statistics: those of the selected chunk come first.
    pub(crate) fn open_stats(&mut self) -> Option<Effect> {
        let Some(array) = self.shared.selection.value_array().cloned() else {
            self.shared.say("no array is selected");
            return None;
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
            return None;
        }
        // An array without elements has no chunk, but it can be counted.
        let used = array.metadata.chunk_grid.used(&self.shared.selection.address.chunk);
        if used.is_none() {
            window.chunk = Late::Failed("no chunk is selected".to_owned());
        }
        let region = used.unwrap_or_else(|| array.whole());
        let (request, work) = summarize(&mut self.shared, region)?;
        *(if window.chunk.is_failed() { &mut window.whole } else { &mut window.chunk }) =
            Late::asked(request);
        self.overlay = Overlay::Stats(window);
        Some(work)
    }

    /// Takes statistics. After those of the chunk, those of the plane and of the array are asked for.
    pub(crate) fn summarized(
        &mut self,
        id: RequestId,
        result: Result<Arc<Summary>, String>,
    ) -> Option<Effect> {
        let Overlay::Stats(window) = &mut self.overlay else { return None };
        let late = [&mut window.chunk, &mut window.plane, &mut window.whole];
        let (number, late) = late.into_iter().enumerate().find(|(_, late)| late.is_of(id))?;
        if !late.answer(id, result) {
            return None;
        }
        let plane = plane(&self.shared.selection).filter(|_| number == 0);
        let region = match &plane {
            Some(region) => region.clone(),
            None => self.shared.selection.array().filter(|_| number < 2)?.whole(),
        };
        let (request, work) = summarize(&mut self.shared, region)?;
        *(if plane.is_some() { &mut window.plane } else { &mut window.whole }) = Late::asked(request);
        window.progress = None;
        Some(work)
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
    pub(crate) fn settle_profile(&mut self) -> Option<Effect> {
        let Overlay::Profile(window) = &mut self.overlay else { return None };
        window.settle(&mut self.shared)
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

fn summarize(shared: &mut Shared, region: Region) -> Option<(Request, Effect)> {
    let array = Arc::clone(shared.selection.value_array()?);
    let request = shared.request();
    let work = Work::new(&request, SummarizeRegion { array, region, options: shared.options });
    Some((request, work.into()))
}
