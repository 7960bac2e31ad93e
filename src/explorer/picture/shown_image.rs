//! The image in several sizes that the selected node is, or is a level of.

use std::sync::Arc;

use crate::pipeline::ImagePyramid;

#[derive(Debug, Clone)]
pub struct ShownImage {
    pub pyramid: Arc<ImagePyramid>,
    /// Which of its levels the node is; `None` for the group of all.
    pub level: Option<usize>,
    /// Where the cursor and the first element of the picture were when somebody came here from another level.
    pub(crate) anchors: [LevelAnchor; 2],
}

#[derive(Debug, Clone, Default)]
pub(crate) struct LevelAnchor(Vec<AxisAnchor>);

#[derive(Debug, Clone, Copy)]
struct AxisAnchor {
    /// The level in which somebody went there.
    level: usize,
    at: u64,
    /// The element of the level that is shown.
    here: u64,
}

impl LevelAnchor {
    /// The place of an element of a level. Along axes on which nobody has moved since the level before, it stays where it was.
    pub(crate) fn stayed(&self, element: &[u64], level: usize) -> Self {
        let one = |(axis, at): (usize, &u64)| {
            let kept = self.0.get(axis).copied().filter(|kept| kept.here == *at);
            kept.unwrap_or(AxisAnchor { level, at: *at, here: *at })
        };
        Self(element.iter().enumerate().map(one).collect())
    }

    /// The same place in another level; `None` where that has other axes.
    pub(crate) fn in_level(&self, image: &ImagePyramid, level: usize) -> Option<Self> {
        let one = |(axis, own): (usize, &AxisAnchor)| {
            let here = image.moved_along(axis, own.at, own.level, level)?;
            Some(AxisAnchor { here, ..*own })
        };
        self.0.iter().enumerate().map(one).collect::<Option<Vec<AxisAnchor>>>().map(Self)
    }

    pub(crate) fn element(&self) -> Vec<u64> {
        self.0.iter().map(|own| own.here).collect()
    }
}
