use std::sync::Arc;

use crate::codec::DecodeOptions;
use crate::explorer::core::content::Shown;
use crate::explorer::values::byte_search::{ByteHits, ByteQuest, hits};
use crate::explorer::{App, Beat, Content, Lane, Link, RequestId, Task};
use crate::pipeline::{Array, ElementFound, LabelProgress, WantedElement};

impl Task for ByteQuest {
    const LANE: Lane = Lane::Finds;
    type Answer = ByteHits;

    fn run(&self, link: &mut Link<Self>) {
        let shown = Shown { row: self.row, hex: true };
        if let Content::Bytes { bytes, .. } = Content::of(&self.trace, shown, None)
            && let Some(found) =
                hits(bytes, &self.pattern, (self.from, self.wanted), &mut || link.is_wanted())
        {
            link.answer(found);
        }
    }

    fn answered(app: &mut App, id: RequestId, found: ByteHits) {
        app.bytes_found(id, found);
    }
}

#[derive(Debug)]
pub struct FindElement {
    pub(crate) array: Arc<Array>,
    pub(crate) wanted: WantedElement,
    pub(crate) from: Vec<u64>,
    pub(crate) back: bool,
    pub(crate) options: DecodeOptions,
}

#[derive(Debug)]
pub enum ElementAnswer {
    Progress(LabelProgress),
    Found(ElementFound),
}

impl Task for FindElement {
    const LANE: Lane = Lane::Labels;
    type Answer = ElementAnswer;

    fn run(&self, link: &mut Link<Self>) {
        let mut beat = Beat::new();
        let Self { array, wanted, from, back, options } = self;
        let found = array.find_element(wanted, from, *back, options, &mut |progress| {
            if beat.is_due() {
                link.answer(ElementAnswer::Progress(progress));
            }
            link.is_wanted()
        });
        if let Some(found) = found {
            link.answer(ElementAnswer::Found(found));
        }
    }

    fn answered(app: &mut App, id: RequestId, answer: ElementAnswer) {
        match answer {
            ElementAnswer::Progress(progress) => _ = app.pending.labels.progress.part(id, progress),
            ElementAnswer::Found(found) => app.element_found(id, found),
        }
    }
}
