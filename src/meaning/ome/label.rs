//! The labels of an image of labels: their colours, and whatever else is said of them.
//!
//! Source: [OME-Zarr 0.5, labels](https://ngff.openmicroscopy.org/0.5/#labels-md)
//!
//! ```json
//! {"colors": [{"label-value": 1, "rgba": [255, 0, 0, 128]}],
//!  "properties": [{"label-value": 1, "class": "nucleus", "area": 12}], "source": {"image": "../../"}}
//! ```

use serde_json::{Map, Value};

use super::read::{first, list, member};
use crate::meaning::attributes::{MeaningNotes, beginning, finite, shown};

const LABELS: usize = 1 << 14;
const PROPERTIES: usize = 8;
const VALUE: &str = "label-value";

#[derive(Debug, Clone, PartialEq, Default)]
pub struct OmeLabels {
    pub colors: Vec<(f64, [u8; 4])>,
    pub properties: Vec<(f64, Vec<(String, String)>)>,
}

impl OmeLabels {
    pub(super) fn read(label: &Map<String, Value>, notes: &mut MeaningNotes) -> Self {
        Self {
            colors: each(label, "colors", color, notes),
            properties: each(label, "properties", properties, notes),
        }
    }

    pub fn color(&self, label: f64) -> Option<[u8; 4]> {
        Some(*found(&self.colors, label)?)
    }

    pub fn properties(&self, label: f64) -> &[(String, String)] {
        found(&self.properties, label).map_or(&[], Vec::as_slice)
    }
}

fn found<T>(of: &[(f64, T)], label: f64) -> Option<&T> {
    Some(&of.get(of.binary_search_by(|(own, _)| own.total_cmp(&label)).ok()?)?.1)
}

fn each<T>(
    label: &Map<String, Value>,
    name: &str,
    read: fn(&Value, &mut MeaningNotes) -> Option<T>,
    notes: &mut MeaningNotes,
) -> Vec<(f64, T)> {
    let items = list(label, name, notes).unwrap_or_default();
    let mut all = Vec::new();
    for item in first(items, name, LABELS, notes) {
        let Some(value) = finite(&item[VALUE]) else {
            let found = shown(item);
            notes.add(name, format!("expected a {VALUE} that is a number, found {found}; it is left out"));
            continue;
        };
        if let Some(found) = read(item, notes) {
            // A zero is found whatever its sign.
            all.push((value + 0.0, found));
        }
    }
    all.sort_by(|(one, _), (other, _)| one.total_cmp(other));
    all.dedup_by(|(later, _), (earlier, _)| later.total_cmp(earlier).is_eq());
    all
}

fn color(item: &Value, notes: &mut MeaningNotes) -> Option<[u8; 4]> {
    let rgba = member(item, "rgba")?;
    let bytes = rgba.as_array().into_iter().flatten().map(|item| u8::try_from(item.as_u64()?).ok());
    let found = bytes.collect::<Option<Vec<u8>>>().and_then(|bytes| bytes.try_into().ok());
    if found.is_none() {
        notes.unexpected("rgba", "four whole numbers from 0 to 255", rgba);
    }
    found
}

fn properties(item: &Value, _: &mut MeaningNotes) -> Option<Vec<(String, String)>> {
    let mut properties = Vec::new();
    for (name, value) in item.as_object()? {
        if name != VALUE && properties.len() < PROPERTIES {
            let text = match value {
                Value::String(text) => beginning(text),
                other => shown(other),
            };
            properties.push((beginning(name), text));
        }
    }
    Some(properties)
}
