//! The windows of numbers: the statistics of the chunk, of the plane and of the array, and profiles.

use std::sync::Arc;

use crate::explorer::core::app::App;
use crate::explorer::core::effect::{Effect, Work};
use crate::explorer::core::late::{Late, RequestId};
use crate::explorer::core::selection::Selection;
use crate::explorer::core::shared::Shared;
use crate::explorer::overlay::window::{Overlay, StatsWindow};
use crate::pipeline::{NumberType, Picture, Region, Summary, SummaryError, SummaryProgress};

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
        let (id, work) = summarize(&mut self.shared, region)?;
        *(if window.chunk.is_failed() { &mut window.whole } else { &mut window.chunk }) = Late::asked(id);
        self.overlay = Overlay::Stats(window);
        self.is_counting = true;
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
        self.is_counting = false;
        let plane = plane(&self.shared.selection).filter(|_| number == 0);
        let region = match &plane {
            Some(region) => region.clone(),
            None => self.shared.selection.array().filter(|_| number < 2)?.whole(),
        };
        let (id, work) = summarize(&mut self.shared, region)?;
        *(if plane.is_some() { &mut window.plane } else { &mut window.whole }) = Late::asked(id);
        window.progress = None;
        self.is_counting = true;
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

    /// Stops counting, or reading lines, once the window is closed.
    pub(crate) fn stop_counting(&mut self) -> Option<Effect> {
        let is_open = matches!(self.overlay, Overlay::Stats(_) | Overlay::Profile(_));
        let stops = self.is_counting && !is_open;
        self.is_counting &= is_open;
        stops.then(|| Work::StopCounting.into())
    }

    /// Asks for the lines that the window of profiles is to show.
    pub(crate) fn settle_profile(&mut self) -> Option<Effect> {
        let Overlay::Profile(window) = &mut self.overlay else { return None };
        let work = window.settle(&mut self.shared)?;
        self.is_counting = true;
        Some(work)
    }

    /// Takes a line, or the part of it that has come.
    pub(crate) fn profiled(
        &mut self,
        (id, number): (RequestId, usize),
        result: Result<Arc<Picture>, String>,
        is_whole: bool,
    ) {
        let Overlay::Profile(window) = &mut self.overlay else { return };
        let Some(line) = window.lines.get_mut(number) else { return };
        match result {
            Ok(part) if !is_whole => _ = line.picture.part(id, part),
            result => _ = line.picture.answer(id, result),
        }
        self.is_counting &= window.lines.iter().any(|line| line.picture.is_waiting());
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

fn summarize(shared: &mut Shared, region: Region) -> Option<(RequestId, Effect)> {
    let array = Arc::clone(shared.selection.value_array()?);
    let id = shared.next_id();
    Some((id, Work::Summarize(id, array, region, shared.options).into()))
}
