//! Small questions that all parts of OME-Zarr ask of attributes. Strangers wrote them, so that every list has an end.

use serde_json::{Map, Value};

use crate::meaning::attributes::{MeaningNotes, RawNumber, beginning, read_number, shown};

/// The most items of a short list that are read: images, levels, axes, channels, rows.
pub(super) const LISTED: usize = 128;
/// The most wells that are read: as many as the largest plates have.
pub(super) const WELLS: usize = 6144;

/// A text that is not empty, as far as a line has room for it.
pub(super) fn text(value: &Value, name: &str) -> Option<String> {
    let found = value.get(name)?.as_str().map(str::trim).filter(|text| !text.is_empty())?;
    Some(beginning(found))
}

/// A list among the members, where it is one; something else is noted.
pub(super) fn list<'a>(
    members: &'a Map<String, Value>,
    name: &str,
    notes: &mut MeaningNotes,
) -> Option<&'a [Value]> {
    let value = members.get(name).filter(|value| !value.is_null())?;
    let found = value.as_array().map(Vec::as_slice);
    if found.is_none() {
        notes.unexpected(name, "a list", value);
    }
    found
}

/// The first items of a list; that there are more is noted.
pub(super) fn first<'a>(
    items: &'a [Value],
    (name, most): (&str, usize),
    notes: &mut MeaningNotes,
) -> &'a [Value] {
    if items.len() > most {
        notes.add(name, format!("a list of {}; only the first {most} are used", items.len()));
    }
    items.get(..most).unwrap_or(items)
}

/// What can be read of the first items of a list.
pub(super) fn each<T>(
    items: &[Value],
    (name, most): (&str, usize),
    notes: &mut MeaningNotes,
    mut read: impl FnMut(&Value, &mut MeaningNotes) -> Option<T>,
) -> Vec<T> {
    first(items, (name, most), notes).iter().filter_map(|item| read(item, notes)).collect()
}

/// A finite number.
pub(super) fn finite(value: &Value) -> Option<f64> {
    read_number(value).map(RawNumber::real).filter(|number| number.is_finite())
}

/// The path of a node below the group; `..` and the like would lead out of it.
pub(super) fn path(value: &Value, name: &str, notes: &mut MeaningNotes) -> Option<String> {
    let clean = |text: &str| {
        let text = text.strip_prefix("./").unwrap_or(text).trim_end_matches('/');
        let is_plain = text.len() <= 1000 && !text.split('/').any(|part| matches!(part, "" | "." | ".."));
        is_plain.then(|| text.to_owned())
    };
    let found = value.get("path").and_then(Value::as_str).and_then(clean);
    if found.is_none() {
        notes.add(
            name,
            format!(
                "expected the path of a node below this group, found {}; it is left out",
                shown(value.get("path").unwrap_or(&Value::Null))
            ),
        );
    }
    found
}

/// A count or an index.
pub(super) fn size(value: &Value, name: &str) -> Option<usize> {
    value.get(name)?.as_u64().and_then(|number| usize::try_from(number).ok())
}
