use std::sync::Arc;

use crate::hierarchy::Hierarchy;
use crate::pipeline::ImagePyramid;
use crate::tell::channel::first_channel;

#[derive(Debug, Clone)]
pub struct ShownImage {
    /// The one with the group of the image: another than that of the explorer where a level was opened by its own path.
    pub hierarchy: Arc<Hierarchy>,
    pub pyramid: Arc<ImagePyramid>,
    /// The level that the selected node is; `None` for the group of the image.
    pub level: Option<usize>,
    /// The cursor and the first element of the picture, before the level was changed.
    pub(crate) anchors: [LevelAnchor; 2],
}

impl ShownImage {
    pub(crate) fn around(hierarchy: Arc<Hierarchy>, key: &str) -> Option<Self> {
        let pyramid = ImagePyramid::around(&hierarchy, key)?;
        Some(Self::of_pyramid(hierarchy, pyramid, key))
    }

    pub(crate) fn of_level(hierarchy: Arc<Hierarchy>, key: &str) -> Option<Self> {
        let pyramid = ImagePyramid::of_level(&hierarchy, key)?;
        Some(Self::of_pyramid(hierarchy, pyramid, key))
    }

    fn of_pyramid(hierarchy: Arc<Hierarchy>, pyramid: ImagePyramid, key: &str) -> Self {
        let level = pyramid.level_at(key);
        Self { hierarchy, pyramid: Arc::new(pyramid), level, anchors: Default::default() }
    }
}

#[derive(Debug, Clone, Default)]
pub(crate) struct LevelAnchor(Vec<AxisAnchor>);

#[derive(Debug, Clone, Copy)]
struct AxisAnchor {
    /// The level in which the place was chosen.
    level: usize,
    at: u64,
    /// In the shown level.
    here: u64,
}

impl LevelAnchor {
    /// An anchor for an element of a level. Along axes without a movement since the last change of level, the old anchor stays.
    pub(crate) fn stayed(&self, element: &[u64], level: usize) -> Self {
        let mut anchors = Vec::new();
        for (axis, at) in element.iter().enumerate() {
            match self.0.get(axis) {
                Some(kept) if kept.here == *at => anchors.push(*kept),
                _ => anchors.push(AxisAnchor { level, at: *at, here: *at }),
            }
        }
        Self(anchors)
    }

    pub(crate) fn in_level(&self, image: &ImagePyramid, level: usize) -> Option<Self> {
        let mut anchors = Vec::new();
        for (axis, own) in self.0.iter().enumerate() {
            anchors.push(AxisAnchor { here: image.moved_along(axis, own.at, own.level, level)?, ..*own });
        }
        Some(Self(anchors))
    }

    pub(crate) fn element(&self) -> Vec<u64> {
        self.0.iter().map(|own| own.here).collect()
    }
}

/// That of the plane and the channel that an image shows first.
pub(super) fn first_element(pyramid: &ImagePyramid, level: usize) -> Option<Vec<u64>> {
    let mut element = pyramid.first_element(level)?;
    let shape = pyramid.levels.get(level)?.shape.as_ref()?;
    if let Some(axis) = pyramid.channel_axis()
        && let Some(place) = element.get_mut(axis)
    {
        *place = first_channel(&pyramid.metadata.channels, *shape.get(axis)?);
    }
    Some(element)
}
