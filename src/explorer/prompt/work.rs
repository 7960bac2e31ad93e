use std::sync::Arc;

use crate::codec::DecodeOptions;
use crate::explorer::{App, Lane, Link, RequestId, Task};
use crate::hierarchy::Hierarchy;
use crate::pipeline::{Array, LabelError, LabelProgress, LabelQuery, LabelSelection};

#[derive(Debug)]
pub struct FindLabels {
    pub(crate) hierarchy: Arc<Hierarchy>,
    pub(crate) array: Arc<Array>,
    pub(crate) queries: Vec<LabelQuery>,
    pub(crate) options: DecodeOptions,
}

#[derive(Debug)]
pub enum FoundLabels {
    Progress(LabelProgress),
    Selection(Result<LabelSelection, String>),
}

impl Task for FindLabels {
    const LANE: Lane = Lane::Labels;
    type Answer = FoundLabels;

    fn run(&self, link: &mut Link<Self>) {
        let found =
            self.array.select_around(&self.hierarchy, &self.queries, &self.options, &mut |progress| {
                link.is_wanted() && link.answer(FoundLabels::Progress(progress))
            });
        if matches!(found, Err(LabelError::Stopped { .. })) {
            return;
        }
        link.answer(FoundLabels::Selection(found.map_err(|error| error.to_string())));
    }

    fn answered(app: &mut App, id: RequestId, found: FoundLabels) {
        match found {
            FoundLabels::Progress(progress) => _ = app.pending.labels.progress.part(id, progress),
            FoundLabels::Selection(found) => app.labels_found(id, found),
        }
    }
}
