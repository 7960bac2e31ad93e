//! The image in several sizes that the selected node is, or is a level of.

use std::sync::Arc;

use crate::explorer::picture::level_anchor::LevelAnchor;
use crate::pipeline::ImagePyramid;

/// The image that the selected node is, or is a level of.
#[derive(Debug, Clone)]
pub struct ShownImage {
    pub pyramid: Arc<ImagePyramid>,
    /// Which of its levels the node is; `None` for the group of all.
    pub level: Option<usize>,
    /// Where the cursor and the first element of the picture were when somebody came here from another level.
    pub(crate) anchors: [LevelAnchor; 2],
}
