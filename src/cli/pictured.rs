//! What `picture` draws: an array, or of an image in several sizes the level that fits, in one of its channels.

use std::ops::Range;
use std::sync::Arc;

use super::arguments::{NodeArguments, PictureArguments};
use super::labels::home;
use super::{Failure, open};
use crate::codec::DecodeOptions;
use crate::hierarchy::Hierarchy;
use crate::metadata::text::{escape, shorten};
use crate::pipeline::{Home, ImagePyramid, LabelLayer, LabelOverlay, PicturePlan, image_axes, ome_of};
use crate::store::Address;
use crate::tell::channel::{ShownChannel, find_channel, find_level, first_channel, level_title};

/// The longest name in a line.
const LONGEST: usize = 60;

/// What is drawn.
pub(super) struct Pictured {
    /// The array.
    pub(super) node: NodeArguments,
    /// The image that it is a level of, where that matters.
    image: Option<DrawnImage>,
    /// Which level it is, where it was chosen here.
    pub(super) level: Option<String>,
}

struct DrawnImage {
    hierarchy: Hierarchy,
    pyramid: ImagePyramid,
    level: usize,
}

pub(super) struct DrawnChannel {
    /// Its number, name and colour.
    pub(super) words: String,
    /// What is known of it.
    pub(super) shown: ShownChannel,
}

impl Pictured {
    /// Finds what is drawn in at most so many columns and rows.
    pub(super) fn find(arguments: &PictureArguments, [columns, rows]: [u64; 2]) -> Result<Self, Failure> {
        let (node, limits) = (arguments.node(), arguments.limits.limits());
        let usage =
            |text: String| Failure::Usage(format!("{}: {text}", escape(&arguments.path.to_string_lossy())));
        let hierarchy = open(&arguments.path, &limits)?;
        let Some(metadata) = ome_of(&hierarchy.describe("")) else {
            return Self::of_array(arguments, node);
        };
        let Some(image) = ImagePyramid::of_group(&hierarchy, "") else {
            let well = metadata.plate.as_ref().and_then(|plate| plate.wells.first());
            let well = well.map(|well| format!(", such as {}", name(&well.path))).unwrap_or_default();
            let found = escape(&metadata.in_short()).into_owned();
            return Err(usage(format!(
                "expected an array, or a group that is an image, found {found}; images are below it{well}"
            )));
        };
        if arguments.level.is_none() && (arguments.region.is_some() || !arguments.values.sel.is_empty()) {
            let text = "--region and --sel: expected --level beside them, because each level has its own coordinates";
            return Err(usage(text.to_owned()));
        }
        let missing = || "expected an image with a level that has rows and columns, found none".to_owned();
        let level = match arguments.level {
            Some(wanted) => find_level(wanted, &image).map_err(|reason| format!("--level: {reason}")),
            None => image.fitting([rows, columns]).ok_or_else(missing),
        };
        let level = level.map_err(&usage)?;
        let path = image.levels.get(level).map_or("", |level| level.level.path.as_str());
        let node = NodeArguments { path: Address::node_below(&arguments.path, path), ..node };
        let words = level_title(&image, level, arguments.level.is_none());
        Ok(Self { node, image: Some(DrawnImage { hierarchy, pyramid: image, level }), level: Some(words) })
    }

    /// An array is drawn as it is. Only a channel and labels that are asked for need its image.
    fn of_array(arguments: &PictureArguments, node: NodeArguments) -> Result<Self, Failure> {
        let usage =
            |text: &str| Failure::Usage(format!("{}: {text}", escape(&arguments.path.to_string_lossy())));
        if arguments.level.is_some() {
            return Err(usage("--level: expected an image in several sizes (OME-Zarr), found none"));
        }
        let needs = [("--channel", &arguments.channel), ("--labels", &arguments.labels)];
        let asked = needs.into_iter().find_map(|(option, value)| value.as_ref().map(|_| option));
        let image = match asked {
            None => None,
            Some(option) => {
                let missing = format!(
                    "{option}: expected a level of an image (OME-Zarr), found none; --region takes coordinates"
                );
                Some(DrawnImage::around(arguments)?.ok_or_else(|| usage(&missing))?)
            }
        };
        Ok(Self { node, image, level: None })
    }

    /// The element that the image shows first.
    pub(super) fn first_element(&self) -> Option<Vec<u64>> {
        let image = self.image.as_ref()?;
        image.pyramid.first_element(image.level)
    }

    /// The names of the axes of the image that it is a level of.
    pub(super) fn axes(&self, rank: usize) -> Option<Vec<Option<String>>> {
        // Where the image is known, nothing has to be looked for: at an address it could not be found.
        if let Some(image) = &self.image {
            let axes = &image.pyramid.image()?.axes;
            return (axes.len() == rank).then(|| axes.iter().map(|axis| Some(axis.name.clone())).collect());
        }
        let Home { hierarchy, key } = home(&self.node.path, &self.node.limits.limits()).ok()?;
        // At an address nothing above is looked at unasked. A level of an image lies mostly right below it.
        let above = || {
            let (above, key) = hierarchy.store().above()?;
            image_axes(&Hierarchy::in_store("", above), &key, rank)
        };
        image_axes(&hierarchy, &key, rank).or_else(above)
    }

    /// The dimensions of rows and columns, as the image names them.
    pub(super) fn plane(&self, rank: usize) -> Option<[Option<usize>; 2]> {
        let plane = self.image.as_ref()?.pyramid.image()?.plane();
        let plane = plane.filter(|plane| plane.iter().all(|dimension| *dimension < rank))?;
        Some(plane.map(Some))
    }

    /// Reads the labels of a name over a picture.
    pub(super) fn labels(
        &self,
        wanted: Option<&str>,
        (plan, options): (&PicturePlan, &DecodeOptions),
    ) -> Result<Option<LabelOverlay>, Failure> {
        let Some((wanted, image)) = wanted.zip(self.image.as_ref()) else { return Ok(None) };
        let path = || escape(&self.node.path.to_string_lossy()).into_owned();
        let layer = LabelLayer::find(&image.hierarchy, &image.pyramid, image.level, wanted);
        let layer = layer.map_err(|reason| Failure::Usage(format!("{}: --labels: {reason}", path())))?;
        let over = Arc::new(layer).over(plan, options, &mut || true);
        over.map(Some).map_err(|error| Failure::Data(format!("{}: labels {}: {error}", path(), name(wanted))))
    }

    /// Puts the channel that is asked for into a plan, or the first that is active; `region` is what was
    /// selected.
    pub(super) fn take_channel(
        &self,
        wanted: Option<&str>,
        (plan, shape): (&mut PicturePlan, &[u64]),
        region: &[Range<u64>],
    ) -> Result<Option<DrawnChannel>, String> {
        let Some(DrawnImage { pyramid: image, .. }) = &self.image else { return Ok(None) };
        let whole =
            |axis: usize| region.get(axis).zip(shape.get(axis)).is_some_and(|(own, edge)| *own == (0..*edge));
        let axis = image.channel_axis().filter(|axis| *axis < shape.len());
        let free = axis.filter(|axis| !plan.dimensions.contains(&Some(*axis)));
        let Some(axis) = free else {
            return match (wanted, axis) {
                (None, _) => Ok(None),
                (Some(_), None) => Err("expected an image with an axis of channels, found none".to_owned()),
                (Some(_), Some(_)) => Err("expected rows and columns other than channels".to_owned()),
            };
        };
        let channels = &image.metadata.channels;
        let count = shape.get(axis).copied().unwrap_or(0);
        let index = match wanted {
            Some(wanted) => within(find_channel(wanted, channels, count)?, region.get(axis))?,
            None if whole(axis) => first_channel(channels, count),
            None => plan.fixed.get(axis).copied().unwrap_or(0),
        };
        if let Some(fixed) = plan.fixed.get_mut(axis) {
            *fixed = index;
        }
        let words = ShownChannel::with_color(&image.metadata, index);
        Ok(Some(DrawnChannel { words, shown: ShownChannel::of(&image.metadata, index) }))
    }
}

impl DrawnImage {
    /// The image that an array is a level of.
    fn around(arguments: &PictureArguments) -> Result<Option<Self>, Failure> {
        let Home { hierarchy, key } = home(&arguments.path, &arguments.limits.limits())?;
        let pyramid = ImagePyramid::around(&hierarchy, &key);
        let level = pyramid.as_ref().and_then(|pyramid| pyramid.level_at(&key));
        Ok(pyramid.zip(level).map(|(pyramid, level)| Self { hierarchy, pyramid, level }))
    }
}

/// A channel, where it is in what was selected.
fn within(channel: u64, selected: Option<&Range<u64>>) -> Result<u64, String> {
    match selected.filter(|selected| !selected.contains(&channel)) {
        Some(Range { start, end }) => {
            Err(format!("expected a channel of the region, {start}:{end}, found {channel}"))
        }
        None => Ok(channel),
    }
}

fn name(text: &str) -> String {
    shorten(&escape(text), LONGEST)
}
