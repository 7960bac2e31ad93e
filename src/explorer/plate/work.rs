use std::ops::Range;
use std::sync::Arc;

use crate::codec::DecodeOptions;
use crate::explorer::plate::thumbnails::{Thumbnail, Thumbnails};
use crate::explorer::{App, Beat, Delivered, Lane, Link, RequestId, Task};
use crate::hierarchy::Hierarchy;
use crate::meaning::OmePlate;
use crate::pipeline::{Array, ElementShape, Growth, ImagePyramid, PicturePlan, WellState, ome_of};
use crate::store::join;
use crate::tell::channel::{DrawnChannel, find_channels};

#[derive(Debug)]
pub struct ReadWells {
    pub(crate) hierarchy: Arc<Hierarchy>,
    pub(crate) key: String,
    pub(crate) plate: Arc<OmePlate>,
}

impl Task for ReadWells {
    const LANE: Lane = Lane::Overlays;
    type Answer = Delivered<Vec<WellState>>;

    fn run(&self, link: &mut Link<Self>) {
        let mut beat = Beat::new();
        let found = WellState::find_all(&self.hierarchy, &self.key, &self.plate, &mut |so_far| {
            if beat.is_due() {
                link.answer(Delivered::Part(so_far.to_vec()));
            }
            link.is_wanted()
        });
        if let Some(states) = found {
            link.answer(Delivered::Whole(Ok(states)));
        }
    }

    fn answered(app: &mut App, id: RequestId, found: Self::Answer) {
        app.plate.states.deliver(id, found);
    }
}

#[derive(Debug, Clone)]
pub struct ReadThumbnails {
    pub(crate) hierarchy: Arc<Hierarchy>,
    pub(crate) key: String,
    pub(crate) plate: Arc<OmePlate>,
    /// The rows and columns of wells on the screen.
    pub(crate) shown: [Range<usize>; 2],
    /// At most so many cells, down and across.
    pub(crate) most: [u64; 2],
    pub(crate) options: DecodeOptions,
}

impl ReadThumbnails {
    pub(crate) fn is_same(&self, other: &Self) -> bool {
        (&self.key, &self.shown, self.most) == (&other.key, &other.shown, other.most)
    }

    fn read(&self, well: &str, is_wanted: &mut dyn FnMut() -> bool) -> Option<Thumbnail> {
        let well = join(&self.key, well);
        let fields = ome_of(&self.hierarchy.describe(&well))?.fields?;
        let image = ImagePyramid::of_group(&self.hierarchy, &join(&well, &fields.first()?.path))?;
        let level = image.fitting(self.most)?;
        let array = Array::open(&self.hierarchy, &image.key_of(level)?).ok()?;
        let shape = &array.metadata.shape;
        let axes = image.plane()?;
        let mut fixed = image.first_element(level)?;
        let mut shown = [0..1, 0..1];
        for (range, axis) in shown.iter_mut().zip(axes) {
            *range = 0..*shape.get(axis)?;
            *fixed.get_mut(axis)? = 0;
        }
        let scale = image.levels.get(level)?.level.scale.as_deref().unwrap_or_default();
        let height = match axes.map(|axis| scale.get(axis)) {
            [Some(down), Some(across)] if down / across > 0.0 && (down / across).is_finite() => down / across,
            _ => 1.0,
        };
        let element = ElementShape { height, growth: Growth::Room };
        let plan = PicturePlan::in_shape(axes.map(Some), fixed, shown, self.most, element);
        let mut channels = Vec::new();
        if let Some(axis) = image.channel_axis() {
            let all = *shape.get(axis)?;
            let active = find_channels("all", &image.metadata.channels, all).unwrap_or_else(|_| vec![0]);
            channels = DrawnChannel::all(&image.metadata, axis, &active);
        }
        let plans = match channels.as_slice() {
            [] => vec![plan],
            channels => channels.iter().map(|channel| channel.plan(&plan)).collect(),
        };
        let read = |plan| array.picture(plan, &self.options, Vec::new(), &mut |_| is_wanted()).map(Arc::new);
        Some(Thumbnail { planes: plans.iter().map(read).collect::<Result<_, _>>().ok()?, channels })
    }
}

impl Task for ReadThumbnails {
    const LANE: Lane = Lane::Pictures;
    type Answer = Delivered<Arc<Thumbnails>>;

    fn run(&self, link: &mut Link<Self>) {
        let mut beat = Beat::new();
        let mut found = Thumbnails::new();
        let [rows, columns] = &self.shown;
        let is_in = |range: &Range<usize>, at: Option<usize>| at.is_some_and(|at| range.contains(&at));
        for well in
            self.plate.wells.iter().filter(|well| is_in(rows, well.row) && is_in(columns, well.column))
        {
            let read = self.read(&well.path, &mut || link.is_wanted());
            if !link.is_wanted() {
                return;
            }
            found.insert(well.path.clone(), read.map(Arc::new));
            if beat.is_due() {
                link.answer(Delivered::Part(Arc::new(found.clone())));
            }
        }
        link.answer(Delivered::Whole(Ok(Arc::new(found))));
    }

    fn answered(app: &mut App, id: RequestId, found: Self::Answer) {
        app.plate.thumbnails.deliver(id, found);
    }
}
