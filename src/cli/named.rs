use serde::Serialize;
use serde_json::{Map, Value};

use crate::meaning::GeoPlace;
use crate::metadata::GroupOrArray;
use crate::pipeline::{NamedParts, OpenNode};
use crate::tell::encoded::EncodedReport;
use crate::tell::ome::{LevelPlaceReport, OmeReport};

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
    pub(super) fn of(open: &OpenNode, parts: NamedParts) -> Self {
        let NamedParts { ome, wells, series, encoded, level, contents: _ } = parts;
        let group =
            |(found, levels)| NamedImage::Group(Box::new(OmeReport::of(found, levels, &wells, series)));
        let level = level.map(|(place, group)| LevelPlaceReport::of(&place, group));
        Self {
            ome: ome.map(group).or(level.map(|level_of| NamedImage::Level { level_of })),
            encoding: encoded.map(|(element, parts)| EncodedReport::of(element, parts)),
            geo: attributes(open).and_then(GeoPlace::read),
        }
    }
}

fn attributes(open: &OpenNode) -> Option<&Map<String, Value>> {
    match open.described()? {
        GroupOrArray::Group(group) => group.attributes.as_ref().ok(),
        GroupOrArray::Array(array) => array.attributes.as_ref().ok(),
    }
}
