//! Counting values, and reading the lines of a profile.

use std::sync::Arc;

use crate::codec::DecodeOptions;
use crate::explorer::core::kept::Beat;
use crate::explorer::core::late::RequestId;
use crate::explorer::core::task::{Lane, Link, Task};
use crate::explorer::core::work::still_there;
use crate::explorer::{App, ProfileWindow, StatsWindow};
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
        match found {
            SummaryAnswer::Progress(progress) => {
                if let Some(window) = app.overlays.get_mut::<StatsWindow>()
                    && [&window.chunk, &window.plane, &window.whole].iter().any(|late| late.is_of(id))
                {
                    window.progress = Some(progress);
                }
            }
            SummaryAnswer::Whole(summary) => app.summarized(id, summary),
        }
    }
}

/// Reads lines of an array through the cursor, each as a picture of one row.
#[derive(Debug)]
pub struct ReadProfile {
    pub(crate) array: Arc<Array>,
    pub(crate) plans: Vec<PicturePlan>,
    pub(crate) options: DecodeOptions,
}

#[derive(Debug)]
pub struct ProfileAnswer {
    pub(crate) number: usize,
    pub(crate) line: Result<Arc<Picture>, String>,
    pub(crate) is_whole: bool,
}

impl Task for ReadProfile {
    const LANE: Lane = Lane::Numbers;
    type Answer = ProfileAnswer;

    fn run(&self, link: &mut Link<Self>) {
        let mut beat = Beat::new();
        for (number, plan) in self.plans.iter().enumerate() {
            let read = self.array.picture(plan, &self.options, &mut |so_far| {
                if beat.is_due() {
                    link.answer(ProfileAnswer {
                        number,
                        line: Ok(Arc::new(so_far.clone())),
                        is_whole: false,
                    });
                }
                link.is_wanted()
            });
            if matches!(read, Err(SummaryError::Stopped)) {
                return;
            }
            let whole = still_there(&self.array, read);
            if !link.answer(ProfileAnswer { number, line: whole, is_whole: true }) {
                return;
            }
        }
    }

    fn answered(app: &mut App, id: RequestId, found: ProfileAnswer) {
        let Some(window) = app.overlays.get_mut::<ProfileWindow>() else { return };
        let Some(line) = window.lines.get_mut(found.number) else { return };
        match found.line {
            Ok(part) if !found.is_whole => _ = line.picture.part(id, part),
            whole => _ = line.picture.answer(id, whole),
        }
    }
}
