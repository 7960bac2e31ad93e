//! What a node is, by all the conventions that name one, in a few words.

use serde_json::{Map, Value};

use super::anndata::EncodedElement;
use super::geo::GeoPlace;
use super::ome::OmeMetadata;

/// What a node is, in a few words; `None` where no convention says it.
pub fn named_in_short(attributes: &Map<String, Value>) -> Option<String> {
    let image = OmeMetadata::read(attributes).map(|found| found.in_short());
    let element = || EncodedElement::read(attributes).map(|found| found.in_short());
    let place = GeoPlace::read(attributes).map(|found| found.in_short());
    let parts: Vec<String> = image.or_else(element).into_iter().chain(place).collect();
    (!parts.is_empty()).then(|| parts.join(", "))
}
