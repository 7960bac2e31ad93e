//! The history of a repository in words: branches, tags, and what was written when.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::report_line::Line;
use super::words::count;
use crate::metadata::text::{escape, shorten};
use crate::metadata::{TimeKind, TimeType, TimeUnit};
use crate::store::{NamedSnapshot, RepositoryHistory, SnapshotRecord, StoreError};

/// How many snapshots are shown. The JSON has all that are read.
const SHOWN: usize = 50;
/// The most columns of a message.
const MESSAGE: usize = 72;
/// The most columns that names are filled up to, so that ids stand below each other.
const WIDEST: usize = 40;
/// Microseconds of a second.
const SECOND: u64 = 1_000_000;

/// The branches and tags, and the snapshots from the newest on.
#[must_use]
pub fn lines(history: &Result<RepositoryHistory, StoreError>) -> Vec<Line> {
    let history = match history {
        Ok(history) => history,
        Err(error) => return vec![Line::Fault(escape(&error.to_string()).into_owned())],
    };
    let mut lines = vec![Line::Fact("format", format!("Icechunk {}", history.version))];
    for (heading, kind, names) in [("branches", "branch", &history.branches), ("tags", "tag", &history.tags)]
    {
        if names.is_empty() {
            continue;
        }
        let shown = |one: &NamedSnapshot| escape(&format!("{kind}.{}", one.key)).into_owned();
        let width = names.iter().map(|one| shown(one).chars().count()).max().unwrap_or(0).min(WIDEST);
        lines.push(Line::Heading(heading.to_owned()));
        lines.extend(
            names.iter().map(|one| Line::Text(format!("{:<width$}  snapshot.{}", shown(one), one.id))),
        );
    }
    lines.push(Line::Heading("history, newest first, in UTC".to_owned()));
    let named = names_of(history);
    lines.extend(history.snapshots.iter().take(SHOWN).map(|row| Line::Text(snapshot_line(row, &named))));
    lines.extend(rest(history).map(Line::Text));
    lines
}

/// What leads to each snapshot.
fn names_of(history: &RepositoryHistory) -> BTreeMap<&str, Vec<String>> {
    let mut named: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    for (kind, names) in [("branch", &history.branches), ("tag", &history.tags)] {
        for NamedSnapshot { key, id, .. } in names {
            named.entry(id).or_default().push(format!("{kind}.{key}"));
        }
    }
    named
}

/// One snapshot: when it was written, its id, its message, and what leads to it.
fn snapshot_line(row: &SnapshotRecord, named: &BTreeMap<&str, Vec<String>>) -> String {
    let mut message = row.message.lines();
    let first = shorten(message.next().unwrap_or_default(), MESSAGE);
    let more = if message.next().is_some() { " …" } else { "" };
    let leads = named.get(row.id.as_str()).map(|names| format!("  ← {}", names.join(", ")));
    let text =
        format!("{}  {}  {first}{more}{}", written(row, TimeUnit::Second), row.id, leads.unwrap_or_default());
    escape(&text).into_owned()
}

/// How many snapshots are not shown.
fn rest(history: &RepositoryHistory) -> Option<String> {
    let hidden = history.snapshots.len().saturating_sub(SHOWN);
    let known = count(hidden as u128, "snapshot");
    match (hidden, history.has_more) {
        (0, false) => None,
        (_, false) => Some(format!("… and {known} more, which `info --json` lists")),
        (_, true) => Some(format!("… and more: `info --json` lists {known} of them")),
    }
}

/// When a snapshot was written, as exact as a unit.
fn written(row: &SnapshotRecord, unit: TimeUnit) -> String {
    let units = if unit == TimeUnit::Second { row.written / SECOND } else { row.written };
    let time = TimeType { kind: TimeKind::Date, unit, scale: 1 };
    i64::try_from(units).map_or_else(|_| units.to_string(), |units| time.text(units))
}

/// The same for scripts.
#[must_use]
pub fn json(history: &Result<RepositoryHistory, StoreError>) -> Value {
    let history = match history {
        Ok(history) => history,
        Err(error) => return json!({"fault": error.to_string()}),
    };
    let names = |kind: &str, names: &[NamedSnapshot]| -> Value {
        let row = |one: &NamedSnapshot| json!({"name": one.name, "key": format!("{kind}.{}", one.key), "snapshot": one.id});
        names.iter().map(row).collect()
    };
    let snapshot = |row: &SnapshotRecord| {
        let written = format!("{}Z", written(row, TimeUnit::Microsecond));
        json!({"id": row.id, "parent": row.parent, "written": written, "message": row.message})
    };
    json!({
        "format": history.version, "branches": names("branch", &history.branches), "tags": names("tag", &history.tags),
        "snapshots": history.snapshots.iter().map(snapshot).collect::<Value>(), "has_more": history.has_more,
    })
}
