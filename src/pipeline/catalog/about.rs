//! What attributes say about a node, in a few words.

use serde_json::{Map, Value};

use crate::meaning::{GeoPlace, named_in_short};
use crate::metadata::text::shorten;

/// The attributes of a node that are kept, at most.
const ATTRIBUTES: usize = 256;
/// The most characters of an attribute that are kept.
const LONGEST: usize = 120;
/// The attributes that say what a group is, the best first.
const TITLES: &[&str] = &["title", "long_name", "description"];
/// The attributes that say what an array is, the best first.
const NAMES: &[&str] = &["long_name", "standard_name", "title", "description"];
/// The attributes of numbers that stand for others.
const PACKING: &[&str] = &["scale_factor", "add_offset"];

/// What a group is: what conventions name it, and its title.
pub(super) fn of_group(attributes: &Map<String, Value>) -> String {
    let kind = named_in_short(attributes).map(|kind| shorten(&kind, LONGEST));
    let parts = [kind, first(attributes, TITLES)];
    parts.into_iter().flatten().collect::<Vec<_>>().join(", ")
}

/// What an array is: its units, its name, and whether its numbers stand for others.
pub(super) fn of_array(attributes: &Map<String, Value>) -> String {
    let units = first(attributes, &["units"]);
    let packed = PACKING.iter().any(|name| attributes.contains_key(*name)).then(|| "packed".to_owned());
    let kind = geo_in_short(attributes);
    let parts = [units, first(attributes, NAMES), packed, kind];
    parts.into_iter().flatten().collect::<Vec<_>>().join(", ")
}

/// Where an array lies on the earth.
fn geo_in_short(attributes: &Map<String, Value>) -> Option<String> {
    GeoPlace::read(attributes).map(|place| shorten(&place.in_short(), LONGEST))
}

/// The first of some attributes that is a text.
fn first(attributes: &Map<String, Value>, names: &[&str]) -> Option<String> {
    let text = |name: &&str| attributes.get(*name)?.as_str().map(str::trim).filter(|text| !text.is_empty());
    names.iter().find_map(text).map(|text| shorten(text, LONGEST))
}

/// The attributes as text, in their order.
pub(super) fn texts(attributes: &Map<String, Value>) -> Vec<(String, String)> {
    let text = |value: &Value| match value {
        Value::String(text) => shorten(text, LONGEST),
        // Whoever looks for a number or a truth value writes it as JSON does. Lists and objects may be of any size.
        Value::Array(_) | Value::Object(_) => "…".to_owned(),
        other => shorten(&other.to_string(), LONGEST),
    };
    let texts = attributes.iter().take(ATTRIBUTES);
    texts.map(|(name, value)| (shorten(name, LONGEST), text(value))).collect()
}
