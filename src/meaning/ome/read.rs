//! Small questions that all parts of OME-Zarr ask of attributes. Those may be anything, so every list has a limit.

use serde_json::{Map, Value};

use crate::meaning::attributes::{MeaningNotes, beginning, shown};

/// Items of a short list that are read: images, levels, axes, channels, rows.
pub(super) const LISTED: usize = 128;
pub(super) const WELLS: usize = 6144;

pub(super) fn text(value: &Value, name: &str) -> Option<String> {
    let found = value.get(name)?.as_str()?.trim();
    if found.is_empty() { None } else { Some(beginning(found)) }
}

pub(super) fn member<'a>(value: &'a Value, name: &str) -> Option<&'a Value> {
    value.get(name).filter(|value| !value.is_null())
}

pub(super) fn list<'a>(
    members: &'a Map<String, Value>,
    name: &str,
    notes: &mut MeaningNotes,
) -> Option<&'a [Value]> {
    match members.get(name)? {
        Value::Array(items) => return Some(items),
        Value::Null => {}
        other => notes.unexpected(name, "a list", other),
    }
    None
}

pub(super) fn first<'a>(
    items: &'a [Value],
    name: &str,
    most: usize,
    notes: &mut MeaningNotes,
) -> &'a [Value] {
    if items.len() > most {
        notes.add(name, format!("a list of {}; only the first {most} are used", items.len()));
    }
    items.get(..most).unwrap_or(items)
}

pub(super) fn each<T>(
    items: &[Value],
    name: &str,
    most: usize,
    notes: &mut MeaningNotes,
    mut read: impl FnMut(&Value, &mut MeaningNotes) -> Option<T>,
) -> Vec<T> {
    let mut found = Vec::new();
    for item in first(items, name, most, notes) {
        found.extend(read(item, notes));
    }
    found
}

pub(super) fn path(value: &Value, name: &str, notes: &mut MeaningNotes) -> Option<String> {
    let value = value.get("path").unwrap_or(&Value::Null);
    if let Value::String(text) = value {
        let text = text.strip_prefix("./").unwrap_or(text).trim_end_matches('/');
        if text.len() <= 1000 && !text.split('/').any(|part| matches!(part, "" | "." | "..")) {
            return Some(text.to_owned());
        }
    }
    let found = shown(value);
    notes.add(name, format!("expected the path of a node below this group, found {found}; it is left out"));
    None
}

pub(super) fn size(value: &Value, name: &str) -> Option<usize> {
    usize::try_from(value.get(name)?.as_u64()?).ok()
}
