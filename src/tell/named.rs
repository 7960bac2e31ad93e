use serde_json::{Map, Value};

use super::{encoded, geo, line_rows::Line, ome};
use crate::meaning::{EncodedElement, GeoPlace, OmeMetadata};

pub fn lines(attributes: &Map<String, Value>) -> Vec<Line> {
    let mut lines = Vec::new();
    if let Some(image) = OmeMetadata::read(attributes) {
        lines.extend(ome::lines(&image));
    }
    lines.extend(array_lines(attributes));
    lines
}

pub fn array_lines(attributes: &Map<String, Value>) -> Vec<Line> {
    let mut lines = Vec::new();
    if let Some(element) = EncodedElement::read(attributes) {
        lines.extend(encoded::lines(&element));
    }
    if let Some(place) = GeoPlace::read(attributes) {
        lines.extend(geo::lines(&place));
    }
    lines
}
