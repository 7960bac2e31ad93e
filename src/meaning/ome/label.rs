//! What an image of labels says of its labels: their colours, and anything else.
//!
//! Source: [OME-Zarr 0.5, labels](https://ngff.openmicroscopy.org/0.5/#labels-md)
//!
//! ```json
//! {"colors": [{"label-value": 1, "rgba": [255, 0, 0, 128]}],
//!  "properties": [{"label-value": 1, "class": "nucleus", "area": 12}], "source": {"image": "../../"}}
//! ```

use serde_json::{Map, Value};

use super::read::{first, list};
use crate::meaning::attributes::{MeaningNotes, RawNumber, beginning, read_number, shown};

/// The most labels of which something is read.
const LABELS: usize = 1 << 14;
/// The most properties of one label that are read.
const PROPERTIES: usize = 8;
/// What names a label.
const VALUE: &str = "label-value";

/// What is said of the labels of an image.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct OmeLabels {
    /// The labels that have colours, by their values.
    colors: Vec<(f64, [u8; 4])>,
    /// The labels of which more is said, by their values: names and values.
    properties: Vec<(f64, Vec<(String, String)>)>,
}

impl OmeLabels {
    pub(super) fn read(label: &Map<String, Value>, notes: &mut MeaningNotes) -> Self {
        Self {
            colors: each(label, "colors", color, notes),
            properties: each(label, "properties", properties, notes),
        }
    }

    /// The colour of a label: red, green, blue, and how much of what is below it hides.
    pub fn color(&self, label: f64) -> Option<[u8; 4]> {
        found(&self.colors, label).copied()
    }

    /// What is said of a label: names and values.
    pub fn properties(&self, label: f64) -> &[(String, String)] {
        found(&self.properties, label).map_or(&[], Vec::as_slice)
    }

    /// How many labels have colours.
    pub fn color_count(&self) -> usize {
        self.colors.len()
    }

    /// Of how many labels more is said.
    pub fn property_count(&self) -> usize {
        self.properties.len()
    }
}

fn found<T>(of: &[(f64, T)], label: f64) -> Option<&T> {
    let index = of.binary_search_by(|(own, _)| own.total_cmp(&label)).ok()?;
    of.get(index).map(|(_, found)| found)
}

/// What a list says of each label, by their values; of two for one label the first.
fn each<T>(
    label: &Map<String, Value>,
    name: &str,
    read: fn(&Value, &mut MeaningNotes) -> Option<T>,
    notes: &mut MeaningNotes,
) -> Vec<(f64, T)> {
    let items = list(label, name, notes).unwrap_or_default();
    let mut all = Vec::new();
    for item in first(items, (name, LABELS), notes) {
        let value =
            item.get(VALUE).and_then(read_number).map(RawNumber::real).filter(|value| value.is_finite());
        match value {
            // A zero is found whatever its sign.
            Some(value) => all.extend(read(item, notes).map(|found| (value + 0.0, found))),
            None => notes.add(
                name,
                format!("expected a {VALUE} that is a number, found {}; it is left out", shown(item)),
            ),
        }
    }
    all.sort_by(|(one, _), (other, _)| one.total_cmp(other));
    all.dedup_by(|(later, _), (earlier, _)| later.total_cmp(earlier).is_eq());
    all
}

fn color(item: &Value, notes: &mut MeaningNotes) -> Option<[u8; 4]> {
    let rgba = item.get("rgba").filter(|rgba| !rgba.is_null())?;
    let part = |part: &Value| part.as_u64().and_then(|part| u8::try_from(part).ok());
    let parts = rgba.as_array().map(|parts| parts.iter().map_while(part).collect::<Vec<u8>>());
    let whole = parts.filter(|parts| rgba.as_array().is_some_and(|all| all.len() == parts.len()));
    let found = whole.and_then(|parts| <[u8; 4]>::try_from(parts).ok());
    if found.is_none() {
        notes.unexpected("rgba", "four whole numbers from 0 to 255", rgba);
    }
    found
}

fn properties(item: &Value, _: &mut MeaningNotes) -> Option<Vec<(String, String)>> {
    let others = item.as_object()?.iter().filter(|(name, _)| *name != VALUE);
    let text = |value: &Value| value.as_str().map_or_else(|| shown(value), beginning);
    Some(others.take(PROPERTIES).map(|(name, value)| (beginning(name), text(value))).collect())
}
