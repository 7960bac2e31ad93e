//! What a node is, by all the conventions that name one, as lines of a report.

use serde_json::{Map, Value};

use super::ome;
use super::report_line::Line;
use crate::meaning::OmeMetadata;

/// What a node is, as its attributes say it; nothing where no convention does.
#[must_use]
pub fn lines(attributes: &Map<String, Value>) -> Vec<Line> {
    OmeMetadata::read(attributes).iter().flat_map(ome::lines).collect()
}
