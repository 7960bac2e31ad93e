//! What a node is by conventions that name one, as `info` says it beside the node's own document: the levels of an image,
//! and the image that an array is a level of.

use std::path::Path;

use serde::Serialize;
use serde_json::{Map, Value};

use crate::hierarchy::Hierarchy;
use crate::meaning::{EncodedElement, GeoPlace, OmeMetadata};
use crate::metadata::GroupOrArray;
use crate::pipeline::{
    EncodedParts, Home, ImageLevel, LabelPlace, LevelPlace, OpenNode, image_levels, ome_of,
};
use crate::store::StoreAccess;
use crate::tell::encoded::{self, EncodedReport};
use crate::tell::ome::{self, LevelPlaceReport, OmeReport};
use crate::tell::report::Line;

/// What the store says beyond the document.
pub(super) fn lines(
    path: &Path,
    (hierarchy, open): (&Hierarchy, &OpenNode),
    limits: &StoreAccess,
) -> Vec<Line> {
    if let Some((found, levels)) = image(hierarchy, open) {
        let images = found.images.iter().zip(&levels);
        return images.flat_map(|(image, levels)| ome::level_lines(image, levels)).collect();
    }
    if let Some((element, parts)) = encoded(hierarchy, open) {
        return encoded::part_lines(&element, &parts);
    }
    place(path, (hierarchy, open), limits)
        .map(|(place, group)| ome::place_lines(&place, &group))
        .unwrap_or_default()
}

/// The same for scripts.
#[derive(Serialize)]
pub(super) struct NamedReport {
    #[serde(skip_serializing_if = "Option::is_none")]
    ome: Option<NamedImage>,
    #[serde(skip_serializing_if = "Option::is_none")]
    encoding: Option<EncodedReport>,
    #[serde(skip_serializing_if = "Option::is_none")]
    geo: Option<GeoPlace>,
}

#[derive(Serialize)]
#[serde(untagged)]
enum NamedImage {
    Group(Box<OmeReport>),
    Level { level_of: LevelPlaceReport },
}

impl NamedReport {
    pub(super) fn of(path: &Path, (hierarchy, open): (&Hierarchy, &OpenNode), limits: &StoreAccess) -> Self {
        let ome = match image(hierarchy, open) {
            Some((found, levels)) => Some(NamedImage::Group(Box::new(OmeReport::of(found, levels)))),
            None => place(path, (hierarchy, open), limits)
                .map(|(place, group)| NamedImage::Level { level_of: LevelPlaceReport::of(&place, group) }),
        };
        Self {
            ome,
            encoding: encoded(hierarchy, open).map(|(element, parts)| EncodedReport::of(element, parts)),
            geo: attributes(open).and_then(GeoPlace::read),
        }
    }
}

/// How an element is written, and what lies below it.
fn encoded(hierarchy: &Hierarchy, open: &OpenNode) -> Option<(EncodedElement, EncodedParts)> {
    let element = EncodedElement::read(attributes(open)?)?;
    let parts = EncodedParts::read(hierarchy, &open.node.key, &element);
    Some((element, parts))
}

fn attributes(open: &OpenNode) -> Option<&Map<String, Value>> {
    match open.described()? {
        GroupOrArray::Group(group) => group.attributes.as_ref().ok(),
        GroupOrArray::Array(array) => array.attributes.as_ref().ok(),
    }
}

/// The images that a group has, and their levels in the store.
fn image(hierarchy: &Hierarchy, open: &OpenNode) -> Option<(OmeMetadata, Vec<Vec<ImageLevel>>)> {
    let found = ome_of(&open.node)?;
    let levels = found.images.iter().map(|image| image_levels(hierarchy, &open.node.key, image)).collect();
    Some((found, levels))
}

/// The image that an array is a level of, and the path of its group.
fn place(
    path: &Path,
    (here, open): (&Hierarchy, &OpenNode),
    limits: &StoreAccess,
) -> Option<(LevelPlace, String)> {
    open.node.is_array().then_some(())?;
    let home = Home::above(path, limits);
    let LabelPlace { hierarchy, key } =
        home.as_ref().map_or(LabelPlace { hierarchy: here, key: "" }, Home::place);
    let place = LevelPlace::find(hierarchy, key)?;
    let group = hierarchy.display(&place.group);
    Some((place, group))
}
