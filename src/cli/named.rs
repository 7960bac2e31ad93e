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

pub(super) fn lines(path: &Path, hierarchy: &Hierarchy, open: &OpenNode, limits: &StoreAccess) -> Vec<Line> {
    if let Some((found, levels)) = image(hierarchy, open) {
        let mut lines = Vec::new();
        for (image, levels) in found.images.iter().zip(&levels) {
            lines.extend(ome::level_lines(image, levels));
        }
        return lines;
    }
    if let Some((element, parts)) = encoded(hierarchy, open) {
        return encoded::part_lines(&element, &parts);
    }
    let Some((place, group)) = place(path, hierarchy, open, limits) else { return Vec::new() };
    ome::place_lines(&place, &group)
}

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
    pub(super) fn of(path: &Path, hierarchy: &Hierarchy, open: &OpenNode, limits: &StoreAccess) -> Self {
        let mut ome = None;
        if let Some((found, levels)) = image(hierarchy, open) {
            ome = Some(NamedImage::Group(Box::new(OmeReport::of(found, levels))));
        } else if let Some((place, group)) = place(path, hierarchy, open, limits) {
            ome = Some(NamedImage::Level { level_of: LevelPlaceReport::of(&place, group) });
        }
        Self {
            ome,
            encoding: encoded(hierarchy, open).map(|(element, parts)| EncodedReport::of(element, parts)),
            geo: attributes(open).and_then(GeoPlace::read),
        }
    }
}

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

fn image(hierarchy: &Hierarchy, open: &OpenNode) -> Option<(OmeMetadata, Vec<Vec<ImageLevel>>)> {
    let found = ome_of(&open.node)?;
    let levels = found.images.iter().map(|image| image_levels(hierarchy, &open.node.key, image)).collect();
    Some((found, levels))
}

fn place(path: &Path, here: &Hierarchy, at: &OpenNode, limits: &StoreAccess) -> Option<(LevelPlace, String)> {
    if !at.node.is_array() {
        return None;
    }
    let home = Home::above(path, limits);
    let LabelPlace { hierarchy, key } = match &home {
        Some(home) => home.place(),
        None => LabelPlace { hierarchy: here, key: "" },
    };
    let place = LevelPlace::find(hierarchy, key)?;
    let group = hierarchy.display(&place.group);
    Some((place, group))
}
