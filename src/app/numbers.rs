//! The windows of numbers: the statistics of the chunk and of the array, and the profile through the cursor.

use std::sync::Arc;

use super::content::{Content, Shown};
use super::effect::{Effect, Work};
use super::late::{Late, RequestId};
use super::overlay::{Overlay, StatsWindow};
use super::selection::Selection;
use super::shared::Shared;
use super::state::App;
use crate::metadata::linear;
use crate::pipeline::{NumberType, Region, Summary, SummaryProgress};

/// The most points of a profile; a plot has fewer columns.
const POINTS: u64 = 2048;

/// The numbers along one dimension, through the cursor.
#[derive(Debug, Clone, PartialEq)]
pub struct Profile {
    /// The dimension.
    pub dimension: usize,
    /// Where the cursor is on it, in the array where that is known.
    pub at: u64,
    /// Coordinates with their numbers; what is no number is left out.
    pub points: Vec<(f64, f64)>,
    /// How many elements there are, of which no more than some are points.
    pub elements: u64,
}

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

    /// Stops counting once the window is closed.
    pub(super) fn stop_counting(&mut self) -> Option<Effect> {
        let is_open = matches!(self.overlay, Overlay::Stats(_));
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

/// The row and the column of the decoded chunk through the element that is followed: the last dimension first.
///
/// # Errors
/// When there is nothing to plot, and why.
pub fn profiles(selection: &Selection) -> Result<Vec<Profile>, String> {
    let Some(trace) = selection.trace.ready() else { return Err("no chunk is decoded here".to_owned()) };
    let shown = Shown { row: trace.stages().len(), hex: false };
    let (elements, shape) = match Content::of(trace, shown, None) {
        Content::Array { elements, shape, .. } => (elements, shape),
        Content::Fill { .. } => {
            return Err("this chunk is missing: every element is the fill value".to_owned());
        }
        Content::Nothing(why) => return Err(why),
        Content::Bytes { .. } | Content::Shard(_) | Content::Window(_) => {
            return Err("these elements are no numbers".to_owned());
        }
    };
    if NumberType::of(elements.data_type()).is_none() {
        return Err(format!("elements of {} are no numbers", elements.data_type()));
    }
    let coords = &selection.element.coords;
    let origin = selection.origin().unwrap_or_default();
    let along = |dimension: usize| -> Option<Profile> {
        let (edge, at) = (*shape.get(dimension)?, *coords.get(dimension)?);
        let first = origin.get(dimension).copied().unwrap_or(0);
        // What lies past the array is no part of it.
        let end = selection.array_layout().and_then(|layout| layout.shape.get(dimension)).copied();
        let edge = end.filter(|_| !origin.is_empty()).map_or(edge, |end| edge.min(end.saturating_sub(first)));
        let step = edge.div_ceil(POINTS).max(1);
        let mut own = coords.clone();
        let point = |place: u64| {
            *own.get_mut(dimension)? = place;
            let index = usize::try_from(linear(&own, shape)?).ok()?;
            let number = NumberType::nearest(&elements.get(index)?);
            #[expect(clippy::cast_precision_loss, reason = "a place in a plot")]
            number.is_finite().then_some((first.saturating_add(place) as f64, number))
        };
        let points = (0..edge).step_by(usize::try_from(step).ok()?).filter_map(point).collect();
        Some(Profile { dimension, at: first.saturating_add(at), points, elements: edge })
    };
    let [rows, columns] = selection.axes().dimensions(shape.len());
    let columns = columns.ok_or("an array without dimensions has no rows")?;
    Ok([Some(columns), rows].into_iter().flatten().filter_map(along).collect())
}
