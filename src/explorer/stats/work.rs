use std::sync::Arc;

use crate::codec::DecodeOptions;
use crate::explorer::core::work::still_there;
use crate::explorer::{
    App, Beat, Delivered, Lane, Late, Link, ProfileWindow, RequestId, Selection, Shared, StatsWindow, Task,
};
use crate::pipeline::{Array, Picture, PicturePlan, Region, Summary, SummaryError, SummaryProgress};

#[derive(Debug)]
pub struct SummarizeRegion {
    pub(crate) array: Arc<Array>,
    pub(crate) region: Region,
    pub(crate) options: DecodeOptions,
}

#[derive(Debug)]
pub enum SummaryAnswer {
    Progress(SummaryProgress),
    Whole(Result<Arc<Summary>, String>),
}

impl Task for SummarizeRegion {
    const LANE: Lane = Lane::Numbers;
    type Answer = SummaryAnswer;

    fn run(&self, link: &mut Link<Self>) {
        let mut beat = Beat::new();
        let counted = self.array.summarize(&self.region, &self.options, &mut |progress| {
            if beat.is_due() {
                link.answer(SummaryAnswer::Progress(progress));
            }
            link.is_wanted()
        });
        if matches!(counted, Err(SummaryError::Stopped)) {
            return;
        }
        link.answer(SummaryAnswer::Whole(counted.map(Arc::new).map_err(|error| error.to_string())));
    }

    fn answered(app: &mut App, id: RequestId, found: SummaryAnswer) {
        let Some(window) = app.overlays.get_mut::<StatsWindow>() else { return };
        let (is_of_chunk, is_of_whole) = (window.chunk.is_of(id), window.whole.is_of(id));
        let late = [&mut window.chunk, &mut window.plane, &mut window.whole];
        let Some(late) = late.into_iter().find(|late| late.is_of(id)) else { return };
        let summary = match found {
            SummaryAnswer::Progress(progress) => return window.progress = Some(progress),
            SummaryAnswer::Whole(summary) => summary,
        };
        if !late.answer(id, summary) || is_of_whole {
            return;
        }
        // After the chunk comes the plane, and then the array.
        window.progress = None;
        if is_of_chunk && let Some(region) = plane(&app.shared.selection) {
            window.plane = summarize(&mut app.shared, region);
        } else if let Some(array) = app.shared.selection.array() {
            let whole = array.whole();
            window.whole = summarize(&mut app.shared, whole);
        }
    }
}

fn plane(selection: &Selection) -> Option<Region> {
    let (array, at, axes) = (selection.array()?, selection.cursor()?, selection.axes());
    let mut region: Region = array.whole();
    for (axis, (range, at)) in region.iter_mut().zip(&at).enumerate() {
        if !axes.has(axis) {
            *range = *at..at.saturating_add(1);
        }
    }
    (region != array.whole()).then_some(region)
}

pub(super) fn summarize(shared: &mut Shared, region: Region) -> Late<Arc<Summary>> {
    let Some(array) = shared.selection.value_array().cloned() else { return Late::Idle };
    Late::asked(shared.ask(SummarizeRegion { array, region, options: shared.options }))
}

#[derive(Debug)]
pub struct ReadProfile {
    pub(crate) array: Arc<Array>,
    pub(crate) plans: Vec<PicturePlan>,
    pub(crate) options: DecodeOptions,
}

#[derive(Debug)]
pub struct ProfileAnswer {
    pub(crate) number: usize,
    pub(crate) line: Delivered<Arc<Picture>>,
}

impl Task for ReadProfile {
    const LANE: Lane = Lane::Numbers;
    type Answer = ProfileAnswer;

    fn run(&self, link: &mut Link<Self>) {
        let mut beat = Beat::new();
        for (number, plan) in self.plans.iter().enumerate() {
            let read = self.array.picture(plan, &self.options, Vec::new(), &mut |so_far| {
                if beat.is_due() {
                    link.answer(ProfileAnswer { number, line: Delivered::Part(Arc::new(so_far.clone())) });
                }
                link.is_wanted()
            });
            if matches!(read, Err(SummaryError::Stopped)) {
                return;
            }
            let whole = Delivered::Whole(still_there(&self.array, read));
            if !link.answer(ProfileAnswer { number, line: whole }) {
                return;
            }
        }
    }

    fn answered(app: &mut App, id: RequestId, found: ProfileAnswer) {
        let Some(window) = app.overlays.get_mut::<ProfileWindow>() else { return };
        if let Some(line) = window.lines.get_mut(found.number) {
            line.picture.deliver(id, found.line);
        }
    }
}
