//! What threads do for pictures: they read them, with their images and their labels.

use std::sync::Arc;

use crate::codec::DecodeOptions;
use crate::explorer::App;
use crate::explorer::core::kept::Beat;
use crate::explorer::core::late::RequestId;
use crate::explorer::core::task::{Lane, Link, Task};
use crate::explorer::core::work::still_there;
use crate::hierarchy::Hierarchy;
use crate::pipeline::{
    Array, ArrayLabels, ImagePyramid, LabelError, LabelLayer, LabelOverlay, LabelProgress, LabelQuery,
    LabelSelection, OverlayError, Picture, PicturePlan, SummaryError,
};

#[derive(Debug)]
pub struct ReadPicture {
    pub(crate) array: Arc<Array>,
    pub(crate) plan: PicturePlan,
    pub(crate) options: DecodeOptions,
}

#[derive(Debug)]
pub struct PictureAnswer {
    pub picture: Result<Arc<Picture>, String>,
    /// Whether that is all of it.
    pub is_whole: bool,
}

impl Task for ReadPicture {
    const LANE: Lane = Lane::Pictures;
    type Answer = PictureAnswer;

    fn run(&self, link: &mut Link<Self>) {
        let mut beat = Beat::new();
        let kept = link.kept.traces().all(&self.array, &self.options);
        let read = self.array.picture_with(&self.plan, &self.options, kept, &mut |so_far| {
            if beat.is_due() {
                let mut part = so_far.clone();
                part.measure();
                link.answer(PictureAnswer { picture: Ok(Arc::new(part)), is_whole: false });
            }
            link.is_wanted()
        });
        if matches!(read, Err(SummaryError::Stopped)) {
            return;
        }
        link.answer(PictureAnswer { picture: still_there(&self.array, read), is_whole: true });
    }

    fn answered(app: &mut App, id: RequestId, found: PictureAnswer) {
        app.picture.came(id, found.picture, found.is_whole);
    }
}

#[derive(Debug)]
pub struct FindImage {
    pub(crate) hierarchy: Arc<Hierarchy>,
    pub(crate) key: String,
}

impl Task for FindImage {
    const LANE: Lane = Lane::Images;
    type Answer = Option<Arc<ImagePyramid>>;

    fn run(&self, link: &mut Link<Self>) {
        link.answer(ImagePyramid::around(&self.hierarchy, &self.key).map(Arc::new));
    }

    fn answered(app: &mut App, id: RequestId, found: Self::Answer) {
        app.image_found(id, found);
    }
}

#[derive(Debug)]
pub struct ReadLabels {
    pub(crate) hierarchy: Arc<Hierarchy>,
    pub(crate) array: Arc<Array>,
    pub(crate) options: DecodeOptions,
}

impl Task for ReadLabels {
    const LANE: Lane = Lane::Labels;
    type Answer = Arc<ArrayLabels>;

    fn run(&self, link: &mut Link<Self>) {
        link.answer(Arc::new(self.array.axis_labels(&self.hierarchy, &self.options)));
    }

    fn answered(app: &mut App, id: RequestId, labels: Self::Answer) {
        app.labels_read(id, labels);
    }
}

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

#[derive(Debug)]
pub struct ReadOverlay {
    pub(crate) hierarchy: Arc<Hierarchy>,
    pub(crate) image: Arc<ImagePyramid>,
    /// Which of its levels the picture is of.
    pub(crate) level: usize,
    pub(crate) name: String,
    /// The labels over that level, where they were found before.
    pub(crate) layer: Option<Arc<LabelLayer>>,
    pub(crate) plan: PicturePlan,
    pub(crate) options: DecodeOptions,
}

impl ReadOverlay {
    fn layer(&self) -> Result<Arc<LabelLayer>, OverlayError> {
        if let Some(layer) = &self.layer {
            return Ok(Arc::clone(layer));
        }
        let found = LabelLayer::find(&self.hierarchy, &self.image, self.level, &self.name);
        found.map(Arc::new).map_err(OverlayError::Unfit)
    }
}

impl Task for ReadOverlay {
    const LANE: Lane = Lane::Overlays;
    type Answer = Result<Arc<LabelOverlay>, String>;

    fn run(&self, link: &mut Link<Self>) {
        let read = match self.layer() {
            Ok(layer) => layer.over(&self.plan, &self.options, &mut || link.is_wanted()),
            Err(error) => Err(error),
        };
        if matches!(read, Err(OverlayError::Stopped)) {
            return;
        }
        link.answer(read.map(Arc::new).map_err(|error| error.to_string()));
    }

    fn answered(app: &mut App, id: RequestId, read: Self::Answer) {
        app.picture.labels.came(id, read, &mut app.shared);
    }
}
