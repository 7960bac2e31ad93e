//! What a node is, by all the conventions that name one, as lines of a report.

use serde_json::{Map, Value};

use super::report_line::Line;
use super::{encoded, geo, ome};
use crate::meaning::{EncodedElement, GeoPlace, OmeMetadata};

/// What a group is, as its attributes say it; nothing where no convention does.
pub fn lines(attributes: &Map<String, Value>) -> Vec<Line> {
    let image = OmeMetadata::read(attributes);
    let own = array_lines(attributes);
    image.iter().flat_map(ome::lines).chain(own).collect()
}

/// What an array is.
pub fn array_lines(attributes: &Map<String, Value>) -> Vec<Line> {
    let element = EncodedElement::read(attributes);
    let place = GeoPlace::read(attributes);
    let element = element.iter().flat_map(encoded::lines);
    element.chain(place.iter().flat_map(geo::lines)).collect()
}
