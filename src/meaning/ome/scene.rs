//! Images that lie in one space, and the transformations between them.
//!
//! Source: [OME-Zarr 0.6rc0, scene](https://github.com/ome/ngff-spec/blob/0.6rc0/index.md#scene-metadata)
//!
//! ```json
//! {"coordinateTransformations": [{"type": "translation", "translation": [0, 50],
//!     "input": {"path": "tile_1", "name": "physical"}, "output": {"name": "world"}}]}
//! ```

use serde_json::{Map, Value};

use super::image::{TRANSFORMATIONS, kind_text};
use super::read::{LISTED, first, list, text};
use crate::meaning::attributes::MeaningNotes;

#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(feature = "explorer", derive(serde::Serialize))]
pub struct OmeSceneStep {
    pub transformation: String,
    /// `tile_1, physical`: the path of an image and a coordinate system of it, or a system of the scene.
    pub from: String,
    pub to: String,
}

impl OmeSceneStep {
    pub(super) fn read_all(scene: &Map<String, Value>, notes: &mut MeaningNotes) -> Vec<Self> {
        let steps =
            first(list(scene, TRANSFORMATIONS, notes).unwrap_or_default(), TRANSFORMATIONS, LISTED, notes);
        let end = |step: &Value, name: &str| {
            let parts: Vec<String> =
                ["path", "name"].iter().filter_map(|part| text(&step[name], part)).collect();
            parts.join(", ")
        };
        let read = |step: &Value| Self {
            transformation: kind_text(step),
            from: end(step, "input"),
            to: end(step, "output"),
        };
        steps.iter().map(read).collect()
    }
}
