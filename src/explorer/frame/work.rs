use std::ops::Range;
use std::sync::Arc;

use crate::codec::DecodeOptions;
use crate::explorer::{App, Lane, Link, RequestId, Task};
use crate::hierarchy::Hierarchy;
use crate::pipeline::{Frame, FramePart, RowChoice};

pub type ReadFrame = (Arc<Frame>, FramePart);

#[derive(Debug)]
pub struct ReadFramePart {
    pub(crate) hierarchy: Arc<Hierarchy>,
    pub key: String,
    pub(crate) frame: Option<Arc<Frame>>,
    pub rows: Range<u64>,
    /// Without that of the index.
    pub columns: Range<usize>,
    /// The rows that are shown, in their order. Then `rows` are places in it.
    pub(crate) chosen: Option<Arc<Vec<u64>>>,
    pub(crate) options: DecodeOptions,
}

impl Task for ReadFramePart {
    const LANE: Lane = Lane::Images;
    type Answer = Result<Box<ReadFrame>, String>;

    fn run(&self, link: &mut Link<Self>) {
        let frame = match &self.frame {
            Some(frame) => Ok(Arc::clone(frame)),
            None => Frame::open(&self.hierarchy, &self.key).map(Arc::new),
        };
        let read = frame.map(|frame| {
            let (rows, columns) = (self.rows.clone(), self.columns.clone());
            let part = match &self.chosen {
                Some(chosen) => frame.read_chosen(chosen, rows, columns, &self.options),
                None => frame.read(rows, columns, &self.options),
            };
            Box::new((frame, part))
        });
        link.answer(read);
    }

    fn answered(app: &mut App, id: RequestId, read: Self::Answer) {
        app.frame.page.answer(id, read.map(|page| *page));
    }
}

#[derive(Debug)]
pub struct ChooseRows {
    pub(crate) frame: Arc<Frame>,
    pub(crate) choice: RowChoice,
    pub(crate) options: DecodeOptions,
}

impl Task for ChooseRows {
    const LANE: Lane = Lane::Rows;
    type Answer = Result<Arc<Vec<u64>>, String>;

    fn run(&self, link: &mut Link<Self>) {
        let chosen = self.frame.choose(&self.choice, &self.options, &mut || link.is_wanted());
        // Nobody waits for it where it was stopped.
        if let Some(chosen) = chosen.transpose() {
            link.answer(chosen.map(Arc::new));
        }
    }

    fn answered(app: &mut App, id: RequestId, chosen: Self::Answer) {
        app.frame.rows_chosen(id, chosen, &mut app.shared);
    }
}
