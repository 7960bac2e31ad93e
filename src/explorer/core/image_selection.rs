use std::sync::Arc;

use crate::explorer::core::selection::Selection;
use crate::explorer::picture::shown_image::ShownImage;
use crate::meaning::OmeMetadata;
use crate::pipeline::{Axes, ImagePyramid};
use crate::tell::channel::{ShownChannel, rgb, rgb_axis};

impl Selection {
    pub fn image(&self) -> Option<&ShownImage> {
        self.image.ready()?.as_ref()
    }

    pub fn image_level(&self) -> Option<(&Arc<ImagePyramid>, usize)> {
        let image = self.image()?;
        Some((&image.pyramid, image.level?))
    }

    pub(crate) fn image_axes(&self) -> Option<Axes> {
        let [rows, columns] = self.image_level()?.0.plane()?;
        Some(Axes { rows, columns })
    }

    pub(crate) fn channel_axis(&self) -> Option<usize> {
        let (_, axis, _) = self.channels()?;
        let count = *self.array_layout()?.shape.get(axis)?;
        if count > 1 { Some(axis) } else { None }
    }

    /// The key of an image, the dimension of its channels, and what is said of them: by OME-Zarr, or by an array of red, green and blue
    /// alone.
    pub(crate) fn channels(&self) -> Option<(&str, usize, &OmeMetadata)> {
        if let Some((image, _)) = self.image_level() {
            return Some((&image.group, image.channel_axis()?, &image.metadata));
        }
        let layout = self.array_layout()?;
        let is_known = matches!(self.image.ready(), Some(None));
        let axis = rgb_axis(layout).filter(|_| is_known)?;
        Some((&layout.key, axis, rgb()))
    }

    /// Which sliced dimension is stepped along. Channels come first.
    pub fn stepped(&self) -> usize {
        let mut first = 0;
        if let Some(channels) = self.channel_axis() {
            first = self.sliced().iter().position(|axis| *axis == channels).unwrap_or(0);
        }
        first.saturating_add(self.slice_axis)
    }

    fn sliced(&self) -> Vec<usize> {
        self.axes().sliced(self.array_layout().map_or(0, |layout| layout.shape.len())).collect()
    }

    pub fn steps_channels(&self) -> bool {
        let Some(channels) = self.channel_axis() else { return false };
        let sliced = self.sliced();
        let Some(at) = self.stepped().checked_rem(sliced.len()) else { return false };
        sliced.get(at) == Some(&channels)
    }

    pub fn channel_of(&self, element: &[u64]) -> Option<(usize, ShownChannel)> {
        let (_, axis, metadata) = self.channels()?;
        if self.axes().has(axis) {
            return None;
        }
        Some((axis, ShownChannel::of(metadata, *element.get(axis)?)))
    }
}
