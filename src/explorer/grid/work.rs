use std::sync::Arc;

use crate::codec::DecodeOptions;
use crate::explorer::geometry::boxes::{Boxes, Counted};
use crate::explorer::{App, Beat, Delivered, Lane, Link, RequestId, Task};
use crate::hierarchy::Hierarchy;
use crate::pipeline::{Array, ChunkAddress, JudgedChunk, Layout, StoredChunks, Survey};

/// Stored chunks in the first report of a survey. Smaller arrays are finished before a part could be drawn.
const PART: u64 = 2048;

#[derive(Debug)]
pub struct SurveyChunks {
    pub(crate) hierarchy: Arc<Hierarchy>,
    pub(crate) layout: Arc<Layout>,
}

impl Task for SurveyChunks {
    const LANE: Lane = Lane::Surveys;
    type Answer = Delivered<Arc<Survey>>;

    fn run(&self, link: &mut Link<Self>) {
        let mut next = PART;
        let Layout { key, grid, encoding, .. } = self.layout.as_ref();
        let chunks = StoredChunks { store: self.hierarchy.store(), key, grid, encoding };
        let survey = Survey::take_unasked(&chunks, |found| {
            if found.stored() < next {
                return link.is_wanted();
            }
            // Each part is twice as large as the last, so that all together cost at most twice the whole.
            next = next.saturating_mul(2);
            link.is_wanted() && link.answer(Delivered::Part(Arc::new(found.so_far())))
        });
        if let Some(survey) = survey {
            link.answer(Delivered::Whole(Ok(Arc::new(survey))));
        }
    }

    fn answered(app: &mut App, id: RequestId, found: Self::Answer) {
        if let Delivered::Whole(Ok(survey)) = &found {
            app.surveyed(id, survey);
        } else {
            app.grid.survey.deliver(id, found);
        }
    }
}

#[derive(Debug)]
pub struct JudgeChunks {
    pub(crate) array: Arc<Array>,
    pub chunks: Vec<ChunkAddress>,
    pub(crate) options: DecodeOptions,
}

impl Task for JudgeChunks {
    const LANE: Lane = Lane::Verdicts;
    type Answer = Vec<(ChunkAddress, JudgedChunk)>;

    fn run(&self, link: &mut Link<Self>) {
        let mut found = Vec::new();
        let mut beat = Beat::new();
        for address in &self.chunks {
            if !link.is_wanted() {
                break;
            }
            if let Some(judged) = self.array.judge_numbers(address, &self.options) {
                found.push((address.clone(), judged));
            }
            if beat.is_due() {
                link.answer(std::mem::take(&mut found));
            }
        }
        if !found.is_empty() {
            link.answer(found);
        }
    }

    fn answered(app: &mut App, id: RequestId, found: Self::Answer) {
        app.judged(id, found);
    }

    fn is_note(_: &Self::Answer) -> bool {
        true
    }
}

#[derive(Debug)]
pub struct CountBoxes {
    pub(crate) survey: Arc<Survey>,
    pub(crate) of: Counted,
}

impl Task for CountBoxes {
    const LANE: Lane = Lane::Verdicts;
    type Answer = Box<Boxes>;

    fn run(&self, link: &mut Link<Self>) {
        link.answer(Box::new(Boxes::count(self.of.clone(), &self.survey)));
    }

    fn answered(app: &mut App, id: RequestId, boxes: Self::Answer) {
        app.grid.counted(id, *boxes);
    }

    fn is_note(_: &Self::Answer) -> bool {
        true
    }
}
