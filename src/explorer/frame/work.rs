use std::ops::Range;
use std::sync::Arc;

use crate::codec::DecodeOptions;
use crate::explorer::{App, Lane, Link, RequestId, Task};
use crate::hierarchy::Hierarchy;
use crate::pipeline::{Frame, FramePart};

pub type ReadFrame = (Arc<Frame>, FramePart);

#[derive(Debug)]
pub struct ReadFramePart {
    pub(crate) hierarchy: Arc<Hierarchy>,
    pub key: String,
    pub(crate) frame: Option<Arc<Frame>>,
    pub rows: Range<u64>,
    /// Without that of the index.
    pub columns: Range<usize>,
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
            let part = frame.read(self.rows.clone(), self.columns.clone(), &self.options);
            Box::new((frame, part))
        });
        link.answer(read);
    }

    fn answered(app: &mut App, id: RequestId, read: Self::Answer) {
        app.frame.page.answer(id, read.map(|page| *page));
    }
}
