//! What a node is by conventions that name one, as `info` says it beside the node's own document: the levels of an image,
//! and the image that an array is a level of.

use std::path::Path;

use serde_json::{Value, json};

use super::labels::home;
use crate::hierarchy::Hierarchy;
use crate::limits::Limits;
use crate::meaning::OmeMetadata;
use crate::pipeline::{ImageLevel, LevelPlace, OpenNode, image_levels, ome_of};
use crate::tell::ome;
use crate::tell::report::Line;

/// What the store says beyond the document.
pub(super) fn lines(path: &Path, (hierarchy, open): (&Hierarchy, &OpenNode), limits: Limits) -> Vec<Line> {
    if let Some((found, levels)) = image(hierarchy, open) {
        let images = found.images.iter().zip(&levels);
        return images.flat_map(|(image, levels)| ome::level_lines(image, levels)).collect();
    }
    place(path, open, limits).map(|(place, group)| ome::place_lines(&place, &group)).unwrap_or_default()
}

/// The same for scripts.
pub(super) fn add_json(
    path: &Path,
    (hierarchy, open): (&Hierarchy, &OpenNode),
    limits: Limits,
    value: &mut Value,
) {
    if let Some((found, levels)) = image(hierarchy, open) {
        value["ome"] = ome::json(&found, &levels);
    } else if let Some((place, group)) = place(path, open, limits) {
        value["ome"] = json!({"level_of": ome::place_json(&place, &group)});
    }
}

/// The images that a group has, and their levels in the store.
fn image(hierarchy: &Hierarchy, open: &OpenNode) -> Option<(OmeMetadata, Vec<Vec<ImageLevel>>)> {
    let found = ome_of(&open.node)?;
    let levels = found.images.iter().map(|image| image_levels(hierarchy, &open.node.key, image)).collect();
    Some((found, levels))
}

/// The image that an array is a level of, and the path of its group.
fn place(path: &Path, open: &OpenNode, limits: Limits) -> Option<(LevelPlace, String)> {
    open.node.is_array().then_some(())?;
    let home = home(path, limits).ok()?;
    let place = LevelPlace::find(&home.hierarchy, &home.key)?;
    let group = home.hierarchy.display(&place.group);
    Some((place, group))
}
