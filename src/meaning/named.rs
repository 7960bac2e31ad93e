//! What a node is, by all the conventions that name one, in a few words.

use serde_json::{Map, Value};

use super::ome::OmeMetadata;

/// What a node is, in a few words; `None` where no convention says it.
#[must_use]
pub fn named_in_short(attributes: &Map<String, Value>) -> Option<String> {
    OmeMetadata::read(attributes).map(|found| found.in_short())
}
