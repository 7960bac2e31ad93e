//! A few words for a node, by all the conventions that name one.

use serde_json::{Map, Value};

use super::anndata::EncodedElement;
use super::geo::GeoPlace;
use super::ome::OmeMetadata;

/// A node in a few words, such as those for an image; `None` where no convention names it.
pub fn named_in_short(attributes: &Map<String, Value>) -> Option<String> {
    let mut parts = Vec::new();
    if let Some(image) = OmeMetadata::read(attributes) {
        parts.push(image.in_short());
    } else if let Some(element) = EncodedElement::read(attributes) {
        parts.push(element.in_short());
    }
    if let Some(place) = GeoPlace::read(attributes) {
        parts.push(place.in_short());
    }
    if parts.is_empty() { None } else { Some(parts.join(", ")) }
}
