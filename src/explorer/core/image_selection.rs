//! What the selected array is as a level of an image: its rows and columns, and its channels.

use std::sync::Arc;

use crate::explorer::core::selection::Selection;
use crate::explorer::picture::shown_image::ShownImage;
use crate::pipeline::{Axes, ImagePyramid};
use crate::tell::channel::ShownChannel;

impl Selection {
    pub fn image(&self) -> Option<&ShownImage> {
        self.image.ready()?.as_ref()
    }

    /// The image that the selected array is a level of, and which.
    pub fn image_level(&self) -> Option<(&Arc<ImagePyramid>, usize)> {
        let image = self.image()?;
        Some((&image.pyramid, image.level?))
    }

    pub(crate) fn image_axes(&self) -> Option<Axes> {
        let [rows, columns] = self.image_level()?.0.plane()?;
        Some(Axes { rows, columns })
    }

    /// The dimension of channels, where the selected array has several of them.
    fn channel_axis(&self) -> Option<usize> {
        let axis = self.image_level()?.0.channel_axis()?;
        let count = *self.array_layout()?.shape.get(axis)?;
        (count > 1).then_some(axis)
    }

    /// Which of the sliced dimensions is stepped, where a pane has gone on by so many: that of channels comes first.
    pub fn stepped(&self, on: usize) -> usize {
        let channels = self.channel_axis();
        let first = channels.and_then(|channels| self.sliced().iter().position(|axis| *axis == channels));
        first.unwrap_or(0).saturating_add(on)
    }

    fn sliced(&self) -> Vec<usize> {
        let rank = self.array_layout().map_or(0, |layout| layout.shape.len());
        self.axes().sliced(rank).collect()
    }

    pub fn steps_channels(&self, on: usize) -> bool {
        let sliced = self.sliced();
        let at = self.stepped(on).checked_rem(sliced.len()).and_then(|at| sliced.get(at).copied());
        at.is_some() && at == self.channel_axis()
    }

    /// The channel that an element is in, where rows and columns are other dimensions.
    pub fn channel_of(&self, element: &[u64]) -> Option<(usize, ShownChannel)> {
        let (pyramid, _) = self.image_level()?;
        let axis = pyramid.channel_axis().filter(|axis| !self.axes().has(*axis))?;
        Some((axis, ShownChannel::of(&pyramid.metadata, *element.get(axis)?)))
    }
}
