use std::sync::Arc;

use crate::codec::DecodeOptions;
use crate::explorer::core::work::still_there;
use crate::explorer::geometry::picture_view::{PictureView, TerminalGraphics};
use crate::explorer::keys::keymap::{KeyCommand, named};
use crate::explorer::picture::encoded::EncodedPicture;
use crate::explorer::picture::shown_image::ShownImage;
use crate::explorer::{App, Area, Beat, Delivered, Lane, Link, RequestId, Task};
use crate::hierarchy::Hierarchy;
use crate::metadata::text::escape;
use crate::pipeline::{
    Array, ArrayLabels, Home, ImagePyramid, LabelLayer, LabelOverlay, OverlayError, Picture, PicturePlan,
    SummaryError,
};
use crate::save::{SaveError, pixels};
use crate::tell::colors::{ColorRange, Coloring, Painter};
use crate::tell::label_colors::{Painted, PaintedChannel};
use crate::tell::summary::digits;

#[derive(Debug, Clone)]
pub struct ReadPicture {
    pub(crate) array: Arc<Array>,
    pub(crate) plan: PicturePlan,
    /// The same part of another plane, which is subtracted.
    pub(crate) minus: Option<PicturePlan>,
    pub(crate) options: DecodeOptions,
}

impl ReadPicture {
    pub(crate) fn is_same(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.array, &other.array)
            && self.plan == other.plan
            && self.minus == other.minus
            && self.options == other.options
    }
}

impl Task for ReadPicture {
    const LANE: Lane = Lane::Pictures;
    type Answer = Delivered<Arc<Picture>>;

    fn run(&self, link: &mut Link<Self>) {
        let mut beat = Beat::new();
        let kept = link.kept.traces().all(&self.array, &self.options);
        let mut read = self.array.picture(&self.plan, &self.options, kept, &mut |so_far| {
            // Half of a difference would be drawn as if it were one.
            if self.minus.is_none() && beat.is_due() {
                let mut part = so_far.clone();
                part.measure();
                link.answer(Delivered::Part(Arc::new(part)));
            }
            link.is_wanted()
        });
        if let (Some(minus), Ok(own)) = (&self.minus, &read) {
            let kept = link.kept.traces().all(&self.array, &self.options);
            let other = self.array.picture(minus, &self.options, kept, &mut |_| link.is_wanted());
            read = other.map(|other| own.minus(&other));
        }
        if matches!(read, Err(SummaryError::Stopped)) {
            return;
        }
        link.answer(Delivered::Whole(still_there(&self.array, read)));
    }

    fn answered(app: &mut App, id: RequestId, found: Self::Answer) {
        app.picture.picture.deliver(id, found);
    }
}

/// The picture in the form that the terminal takes.
#[derive(Debug, Clone)]
pub struct EncodePicture {
    pub(crate) array: Arc<Array>,
    pub(crate) picture: Arc<Picture>,
    /// Faulty chunks that were found elsewhere.
    pub(crate) known: Vec<Vec<u64>>,
    pub(crate) coloring: Coloring,
    pub(crate) others: Vec<(Arc<Picture>, Coloring)>,
    /// Whether channels are added, so that nothing is drawn where there is no light.
    pub(crate) is_light: bool,
    pub(crate) labels: Option<Arc<LabelOverlay>>,
    pub(crate) view: PictureView,
    pub(crate) graphics: TerminalGraphics,
}

impl EncodePicture {
    pub(crate) fn is_same(&self, other: &Self) -> bool {
        let labels = [self, other].map(|task| task.labels.as_ref().map(Arc::as_ptr));
        let others = [self, other].map(|task| {
            task.others
                .iter()
                .map(|(picture, coloring)| (Arc::as_ptr(picture), *coloring))
                .collect::<Vec<_>>()
        });
        Arc::ptr_eq(&self.picture, &other.picture)
            && labels[0] == labels[1]
            && others[0] == others[1]
            && (&self.known, self.coloring, self.is_light, self.view, self.graphics)
                == (&other.known, other.coloring, other.is_light, other.view, other.graphics)
    }

    fn encode(&self) -> Result<EncodedPicture, SaveError> {
        let known: Vec<&[u64]> = self.known.iter().map(Vec::as_slice).collect();
        let picture = &with_faults(&self.picture, &self.array, &known);
        let mut painter = Painter::new(picture.spread.as_ref(), self.coloring);
        if self.is_light {
            painter.fill = None;
        }
        let channel = |(picture, coloring): &(Arc<Picture>, Coloring)| {
            PaintedChannel::new(Arc::clone(picture), *coloring)
        };
        let others: Vec<PaintedChannel> = self.others.iter().map(channel).collect();
        let labels = self.labels.as_deref();
        let cells = pixels(Painted { picture, painter: &painter, others: &others, labels })?;
        let [down, across] = self.graphics.pixels.map(u64::from);
        // A dot may be several pixels.
        let size = [(1, across), (0, down)].map(|(along, pixels): (usize, u64)| {
            let cells = picture.plan.size.get(along).copied().unwrap_or(0);
            let [scale, dots] =
                [self.view.scale, self.view.dots].map(|of| of.get(along).copied().unwrap_or(1));
            usize::try_from(cells * scale * pixels / dots.max(1)).unwrap_or(usize::MAX).max(1)
        });
        let pixels = cells.resized(size);
        let characters = |pixels: usize, each: u64| {
            u16::try_from(pixels.div_ceil(usize::try_from(each.max(1)).unwrap_or(1))).unwrap_or(u16::MAX)
        };
        let area =
            Area { width: characters(size[0], across), height: characters(size[1], down), ..self.view.area };
        let encoded = pixels.encode(self.graphics.protocol);
        let picture = Arc::clone(&self.picture);
        Ok(EncodedPicture { picture, graphics: self.graphics, area, pixels, encoded })
    }
}

impl Task for EncodePicture {
    const LANE: Lane = Lane::Encodings;
    type Answer = Result<Arc<EncodedPicture>, String>;

    fn run(&self, link: &mut Link<Self>) {
        link.answer(self.encode().map(Arc::new).map_err(|error| error.to_string()));
    }

    fn answered(app: &mut App, id: RequestId, found: Self::Answer) {
        app.picture.pixels.answer(id, found);
    }
}

/// A shard's fault is shown once, because cells in it may be readable.
pub(crate) fn with_faults(picture: &Picture, array: &Array, known: &[&[u64]]) -> Picture {
    let is_sharded = array.chain().sharding().is_some();
    picture.with_faults(&array.metadata.chunk_grid, known.iter().copied(), is_sharded)
}

/// The planes of other channels of the image.
#[derive(Debug, Clone)]
pub struct ReadChannels {
    pub(crate) array: Arc<Array>,
    pub(crate) plans: Vec<PicturePlan>,
    pub(crate) options: DecodeOptions,
}

impl ReadChannels {
    pub(crate) fn is_same(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.array, &other.array) && self.plans == other.plans && self.options == other.options
    }
}

impl Task for ReadChannels {
    const LANE: Lane = Lane::Channels;
    type Answer = Delivered<Vec<Arc<Picture>>>;

    fn run(&self, link: &mut Link<Self>) {
        let mut pictures = Vec::new();
        for plan in &self.plans {
            let kept = link.kept.traces().all(&self.array, &self.options);
            let read = self.array.picture(plan, &self.options, kept, &mut |_| link.is_wanted());
            match still_there(&self.array, read) {
                Ok(picture) => pictures.push(picture),
                Err(error) => {
                    link.answer(Delivered::Whole(Err(error)));
                    return;
                }
            }
            link.answer(Delivered::Part(pictures.clone()));
        }
        link.answer(Delivered::Whole(Ok(pictures)));
    }

    fn answered(app: &mut App, id: RequestId, found: Self::Answer) {
        app.picture.composite.deliver(id, found);
    }
}

#[derive(Debug)]
pub struct FindImage {
    pub(crate) hierarchy: Arc<Hierarchy>,
    pub(crate) key: String,
    /// Whether the node is one itself, and no level.
    pub(crate) is_image: bool,
}

impl Task for FindImage {
    const LANE: Lane = Lane::Images;
    type Answer = Option<Box<ShownImage>>;

    fn run(&self, link: &mut Link<Self>) {
        // An array that was opened by its own path may be a level of an image above it. Its own document is known.
        let is_level = self.key.is_empty() && !self.is_image;
        let mut shown = None;
        if !is_level {
            shown = ShownImage::around(Arc::clone(&self.hierarchy), &self.key);
        }
        if is_level && let Some(home) = Home::of_level(&self.hierarchy) {
            shown = ShownImage::of_level(Arc::new(home.hierarchy), &home.key);
        }
        link.answer(shown.map(Box::new));
    }

    fn answered(app: &mut App, id: RequestId, found: Self::Answer) {
        let selection = &mut app.shared.selection;
        let shown = found.map(|found| *found);
        if selection.image.answer(id, Ok(shown)) && std::mem::take(&mut selection.wants_picture) {
            app.show_fitting();
        }
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
        let why = labels.why_none();
        if app.shared.selection.labels.answer(id, Ok(labels))
            && app.shared.selection.is_physical()
            && let Some(why) = why
        {
            app.shared.say(why);
        }
    }
}

/// The ends of the colours for all of an array.
#[derive(Debug)]
pub struct FindRange {
    pub(crate) array: Arc<Array>,
    pub(crate) options: DecodeOptions,
}

impl Task for FindRange {
    const LANE: Lane = Lane::Numbers;
    type Answer = Result<(f64, f64), String>;

    fn run(&self, link: &mut Link<Self>) {
        let found = match self.array.summarize(&self.array.whole(), &self.options, &mut |_| link.is_wanted())
        {
            Err(SummaryError::Stopped) => return,
            Err(error) => Err(error.to_string()),
            Ok(summary) => summary.ends().ok_or_else(|| "no number is stored".to_owned()),
        };
        link.answer(found);
    }

    fn answered(app: &mut App, id: RequestId, found: Self::Answer) {
        let picture = app.picture.picture.so_far();
        let ends_in_fill = |ends| picture.is_some_and(|picture| picture.fill_at_end(ends).is_some());
        let (said, range) = match &found {
            Ok(ends) if ends_in_fill(*ends) => {
                let masks = named(&[KeyCommand::Physical], "masks it");
                (format!("colours stay: an end of the array is its fill value; {masks}"), None)
            }
            Ok((low, high)) => {
                let said =
                    format!("colours from {} to {}, as in the whole array", digits(*low), digits(*high));
                (said, Some(ColorRange::Between(*low, *high)))
            }
            Err(error) => (format!("colours stay: {}", escape(error)), None),
        };
        if app.picture.range_of_array.answer(id, found) {
            if let Some(range) = range {
                app.picture.colors.fix(range);
            }
            app.shared.say(said);
        }
    }
}

#[derive(Debug)]
pub struct ReadOverlay {
    pub(crate) hierarchy: Arc<Hierarchy>,
    pub(crate) image: Arc<ImagePyramid>,
    pub(crate) level: usize,
    pub(crate) name: String,
    pub(crate) layer: Option<Arc<LabelLayer>>,
    pub(crate) plan: PicturePlan,
    pub(crate) options: DecodeOptions,
}

impl Task for ReadOverlay {
    const LANE: Lane = Lane::Overlays;
    type Answer = Result<Arc<LabelOverlay>, String>;

    fn run(&self, link: &mut Link<Self>) {
        let layer = match &self.layer {
            Some(layer) => Ok(Arc::clone(layer)),
            None => LabelLayer::find(&self.hierarchy, &self.image, self.level, &self.name).map(Arc::new),
        };
        let read = match layer {
            Ok(layer) => layer.over(&self.plan, &self.options, &mut || link.is_wanted()),
            Err(unfit) => Err(OverlayError::Unfit(unfit)),
        };
        if matches!(read, Err(OverlayError::Stopped)) {
            return;
        }
        link.answer(read.map(Arc::new).map_err(|error| error.to_string()));
    }

    fn answered(app: &mut App, id: RequestId, read: Self::Answer) {
        let labels = &mut app.picture.labels;
        if labels.under_cursor.answer(id, read.clone()) {
            return;
        }
        if labels.overlay.answer(id, read)
            && labels.overlay.is_failed()
            && let Some(said) = labels.words(&app.shared)
        {
            app.shared.say(said);
        }
    }
}
