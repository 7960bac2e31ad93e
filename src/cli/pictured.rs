use std::{ops::Range, sync::Arc};

use super::arguments::{NodeArguments, PictureArguments};
use super::{Failure, Result, labels::home, open};
use crate::codec::DecodeOptions;
use crate::hierarchy::Hierarchy;
use crate::metadata::text::escape;
use crate::pipeline::{
    Home, ImageKind, ImagePyramid, LabelLayer, LabelOverlay, Layout, PicturePlan, image_axes, ome_of,
};
use crate::store::Address;
use crate::tell::channel::{
    DrawnChannel, are_rgb, find_channels, find_level, first_channel, level_title, rgb, rgb_axis,
};
use crate::tell::words::cut;

const LONGEST: usize = 60;

pub(super) struct Pictured {
    pub(super) node: NodeArguments,
    image: Option<DrawnImage>,
    pub(super) level: Option<String>,
    /// Whether red, green and blue are not to be put together, as in a difference.
    is_of_numbers: bool,
}

struct DrawnImage {
    hierarchy: Hierarchy,
    pyramid: ImagePyramid,
    level: usize,
}

impl Pictured {
    pub(super) fn find(arguments: &PictureArguments, most: [u64; 2], is_difference: bool) -> Result<Self> {
        // Who asks for a map wants numbers.
        let is_of_numbers = is_difference || arguments.plane.map.is_some();
        Ok(Self { is_of_numbers, ..Self::of_path(arguments, most)? })
    }

    fn of(node: NodeArguments, image: Option<DrawnImage>, level: Option<String>) -> Self {
        Self { node, image, level, is_of_numbers: false }
    }

    fn of_path(arguments: &PictureArguments, [columns, rows]: [u64; 2]) -> Result<Self> {
        let node = arguments.node();
        let usage = |text: &str| usage(arguments, text);
        let hierarchy = open(&arguments.path, &arguments.limits.access())?;
        let Some(metadata) = ome_of(&hierarchy.describe("")) else {
            return Self::of_array(arguments, node);
        };
        let Some(image) = ImagePyramid::of_group(&hierarchy, "") else {
            let well = metadata.plate.as_ref().and_then(|plate| Some(plate.wells.first()?.path.clone()));
            let fields = match &well {
                Some(well) => ome_of(&hierarchy.describe(well)).and_then(|own| own.fields),
                None => metadata.fields.clone(),
            };
            let field = fields.and_then(|fields| Some(fields.first()?.path.clone()));
            let path: Vec<String> = well.into_iter().chain(field).collect();
            let example = match path.as_slice() {
                [] => String::new(),
                path => format!(", such as {}", cut(&path.join("/"), LONGEST)),
            };
            let found = escape(&metadata.in_short()).into_owned();
            let expected = "expected an array, or a group that is an image";
            return Err(usage(&format!("{expected}, found {found}; images are below it{example}")));
        };
        if arguments.level.is_none() && arguments.plane.region.is_some() {
            let text = "--region: expected --level too, because elements are counted in each level for itself; --sel \
                        takes positions";
            return Err(usage(text));
        }
        let level = match (arguments.level, image.fitting([rows, columns])) {
            (Some(wanted), _) => {
                find_level(wanted, &image).map_err(|reason| usage(&format!("--level: {reason}")))?
            }
            (None, Some(level)) => level,
            (None, None) => {
                return Err(usage("expected an image with a level that has rows and columns, found none"));
            }
        };
        let path = image.levels.get(level).map_or("", |level| level.level.path.as_str());
        let node = NodeArguments { path: Address::node_below(&arguments.path, path), ..node };
        let words = level_title(&image, level, arguments.level.is_none());
        Ok(Self::of(node, Some(DrawnImage { hierarchy, pyramid: image, level }), Some(words)))
    }

    /// A level of an image is drawn as its image says.
    fn of_array(arguments: &PictureArguments, node: NodeArguments) -> Result<Self> {
        if arguments.level.is_some() {
            let text = "--level: expected an image in several sizes (OME-Zarr), found none";
            return Err(usage(arguments, text));
        }
        let option = match (&arguments.channel, &arguments.labels) {
            (Some(_), _) => Some("--channel"),
            (None, Some(_)) => Some("--labels"),
            (None, None) => None,
        };
        let mut home = match (home(&arguments.path, &arguments.limits.access()), option) {
            (Ok(home), _) => home,
            (Err(error), Some(_)) => return Err(error),
            (Err(_), None) => return Ok(Self::of(node, None, None)),
        };
        if home.key.is_empty() {
            home = Home::of_level(&home.hierarchy).unwrap_or(home);
        }
        let Home { hierarchy, key } = home;
        if let Some(pyramid) = ImagePyramid::around(&hierarchy, &key)
            && let Some(level) = pyramid.level_at(&key)
        {
            return Ok(Self::of(node, Some(DrawnImage { hierarchy, pyramid, level }), None));
        }
        let Some(option) = option else { return Ok(Self::of(node, None, None)) };
        let text = "expected a level of an image (OME-Zarr), found none; --region takes coordinates";
        Err(usage(arguments, &format!("{option}: {text}")))
    }

    pub(super) fn kind(&self) -> ImageKind {
        self.image.as_ref().map(|image| ImageKind::of(&image.pyramid.metadata)).unwrap_or_default()
    }

    pub(super) fn name(&self) -> Option<String> {
        let image = self.image.as_ref()?;
        image.pyramid.name(&image.hierarchy).map(|name| cut(&name, LONGEST))
    }

    pub(super) fn first_element(&self) -> Option<Vec<u64>> {
        let image = self.image.as_ref()?;
        image.pyramid.first_element(image.level)
    }

    pub(super) fn axes(&self, rank: usize) -> Option<Vec<Option<String>>> {
        // Where the image is known, nothing has to be searched for: at an address it could not be found.
        if let Some(image) = &self.image {
            let axes = &image.pyramid.image()?.axes;
            if axes.len() != rank {
                return None;
            }
            return Some(axes.iter().map(|axis| Some(axis.name.clone())).collect());
        }
        let Home { hierarchy, key } = home(&self.node.path, &self.node.limits.access()).ok()?;
        if let Some(axes) = image_axes(&hierarchy, &key, rank) {
            return Some(axes);
        }
        let Home { hierarchy, key } = Home::of_level(&hierarchy)?;
        image_axes(&hierarchy, &key, rank)
    }

    pub(super) fn plane(&self, rank: usize) -> Option<[Option<usize>; 2]> {
        let plane = self.image.as_ref()?.pyramid.image()?.plane()?;
        if plane.iter().any(|dimension| *dimension >= rank) {
            return None;
        }
        Some(plane.map(Some))
    }

    pub(super) fn labels(
        &self,
        wanted: Option<&str>,
        plan: &PicturePlan,
        options: &DecodeOptions,
    ) -> Result<Option<LabelOverlay>> {
        let (Some(wanted), Some(image)) = (wanted, &self.image) else { return Ok(None) };
        let path = escape(&self.node.path.to_string_lossy()).into_owned();
        let layer = LabelLayer::find(&image.hierarchy, &image.pyramid, image.level, wanted);
        let layer = layer.map_err(|reason| Failure::Usage(format!("{path}: --labels: {reason}")))?;
        match Arc::new(layer).over(plan, options, &mut || true) {
            Ok(over) => Ok(Some(over)),
            Err(error) => Err(Failure::Data(format!("{path}: labels {}: {error}", cut(wanted, LONGEST)))),
        }
    }

    /// The channels that are asked for, or the one that is shown first; `plan` is at the first of them.
    pub(super) fn take_channels(
        &self,
        wanted: Option<&str>,
        plan: &mut PicturePlan,
        layout: &Layout,
        region: &[Range<u64>],
    ) -> Result<Vec<DrawnChannel>, String> {
        let shape = &layout.shape;
        let Some(DrawnImage { pyramid: image, .. }) = &self.image else {
            let is_whole = |axis: usize| {
                region.get(axis).zip(shape.get(axis)).is_some_and(|(own, edge)| *own == (0..*edge))
            };
            let is_free = |axis: &usize| is_whole(*axis) && !plan.dimensions.contains(&Some(*axis));
            let axis = rgb_axis(layout).filter(|axis| !self.is_of_numbers && is_free(axis));
            return Ok(axis.map(|axis| DrawnChannel::all(rgb(), axis, &[0, 1, 2])).unwrap_or_default());
        };
        let axis = match (image.channel_axis(), wanted) {
            (Some(axis), _) if axis < shape.len() => axis,
            (_, None) => return Ok(Vec::new()),
            (_, Some(_)) => return Err("expected an image with an axis of channels, found none".to_owned()),
        };
        if plan.dimensions.contains(&Some(axis)) {
            return match wanted {
                None => Ok(Vec::new()),
                Some(_) => Err("expected rows and columns other than channels".to_owned()),
            };
        }
        let channels = &image.metadata.channels;
        let count = shape.get(axis).copied().unwrap_or(0);
        let selected = region.get(axis);
        let indices = match wanted {
            Some(wanted) => find_channels(wanted, channels, count)?,
            None if selected == Some(&(0..count)) && are_rgb(channels, count) => vec![0, 1, 2],
            None if selected == Some(&(0..count)) => vec![first_channel(channels, count)],
            None => vec![plan.fixed.get(axis).copied().unwrap_or(0)],
        };
        if let (Some(_), Some(Range { start, end })) = (wanted, selected)
            && let Some(outside) = indices.iter().find(|index| !(*start..*end).contains(*index))
        {
            return Err(format!("expected a channel of the region, {start}:{end}, found {outside}"));
        }
        if let (Some(fixed), Some(first)) = (plan.fixed.get_mut(axis), indices.first()) {
            *fixed = *first;
        }
        Ok(DrawnChannel::all(&image.metadata, axis, &indices))
    }
}

fn usage(arguments: &PictureArguments, text: &str) -> Failure {
    Failure::Usage(format!("{}: {text}", escape(&arguments.path.to_string_lossy())))
}
