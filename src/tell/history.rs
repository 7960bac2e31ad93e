use std::collections::BTreeMap;

use serde::Serialize;

use super::{line_rows::Line, words::count};
use crate::limits::HISTORY_BYTES;
use crate::metadata::text::{escape, shorten};
use crate::metadata::{TimeKind, TimeType, TimeUnit};
use crate::store::{NamedSnapshot, RepositoryHistory, SnapshotRecord, StoreError};

pub const SHOWN: usize = 50;
const MESSAGE: usize = 72;
const WIDEST: usize = 40;
const SECOND: u64 = 1_000_000;

pub fn lines(history: &Result<RepositoryHistory, StoreError>, most: usize) -> Vec<Line> {
    let history = match history {
        Ok(history) => history,
        Err(error) => return vec![Line::Fault(escape(&error.to_string()).into_owned())],
    };
    let mut lines = vec![Line::Fact("format", format!("Icechunk {}", history.version))];
    let mut named: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    for (heading, kind, names) in [("branches", "branch", &history.branches), ("tags", "tag", &history.tags)]
    {
        if names.is_empty() {
            continue;
        }
        let shown = |one: &NamedSnapshot| escape(&format!("{kind}.{}", one.key)).into_owned();
        let width = names.iter().map(|one| shown(one).chars().count()).max().unwrap_or(0).min(WIDEST);
        lines.push(Line::Heading(heading.to_owned()));
        for one in names {
            lines.push(Line::Text(format!("{:<width$}  snapshot.{}", shown(one), one.id)));
            named.entry(&one.id).or_default().push(format!("{kind}.{}", one.key));
        }
    }
    lines.extend(history.faults.iter().map(|fault| Line::Fault(escape(&fault.to_string()).into_owned())));
    lines.push(Line::Heading("history, newest first, in UTC".to_owned()));
    for (index, row) in history.snapshots.iter().take(most).enumerate() {
        lines.push(Line::Text(snapshot_line(row, history.snapshots.get(index + 1), &named)));
    }
    let hidden = history.snapshots.len().saturating_sub(most);
    let known = count(hidden as u128, "snapshot");
    lines.extend(match (hidden, history.has_more) {
        (0, false) => None,
        (0, true) => Some(Line::Text("… and more, which are not read".to_owned())),
        (_, false) => Some(Line::Text(format!("… and {known} more, which `info --json` lists"))),
        (_, true) => Some(Line::Text(format!("… and more: `info --json` lists {known} of them"))),
    });
    if history.is_cut {
        lines.push(Line::Text(format!(
            "… the history is cut: no more than {HISTORY_BYTES} bytes of snapshots are read"
        )));
    }
    lines
}

fn snapshot_line(
    row: &SnapshotRecord,
    below: Option<&SnapshotRecord>,
    named: &BTreeMap<&str, Vec<String>>,
) -> String {
    let mut message = row.message.lines();
    let first = shorten(message.next().unwrap_or_default(), MESSAGE);
    let more =
        if message.next().is_some() || row.message_is_cut && !first.ends_with('…') { " …" } else { "" };
    let mut leads = String::new();
    if let Some(names) = named.get(row.id.as_str()) {
        leads = format!("  ← {}", names.join(", "));
    }
    let parent = match &row.parent {
        Some(parent) if below.is_none_or(|below| below.id != *parent) => format!("  (after {parent})"),
        _ => String::new(),
    };
    let time = written(row, TimeUnit::Second);
    escape(&format!("{time}  {}  {first}{more}{leads}{parent}", row.id)).into_owned()
}

fn written(row: &SnapshotRecord, unit: TimeUnit) -> String {
    let units = if unit == TimeUnit::Second { row.written / SECOND } else { row.written };
    let time = TimeType { kind: TimeKind::Date, unit, scale: 1 };
    match i64::try_from(units) {
        Ok(units) => time.text(units),
        Err(_) => units.to_string(),
    }
}

#[derive(Serialize)]
#[serde(untagged)]
pub enum HistoryReport<'a> {
    Fault {
        fault: String,
    },
    Read {
        format: u8,
        branches: Vec<RefReport<'a>>,
        tags: Vec<RefReport<'a>>,
        snapshots: Vec<SnapshotReport<'a>>,
        has_more: bool,
        is_cut: bool,
        #[serde(skip_serializing_if = "Vec::is_empty")]
        faults: Vec<String>,
    },
}

#[derive(Serialize)]
pub struct RefReport<'a> {
    name: &'a str,
    key: String,
    snapshot: &'a str,
}

#[derive(Serialize)]
pub struct SnapshotReport<'a> {
    id: &'a str,
    parent: Option<&'a str>,
    written: String,
    message: &'a str,
    message_is_cut: bool,
}

impl<'a> From<&'a Result<RepositoryHistory, StoreError>> for HistoryReport<'a> {
    fn from(history: &'a Result<RepositoryHistory, StoreError>) -> Self {
        let history = match history {
            Ok(history) => history,
            Err(error) => return Self::Fault { fault: error.to_string() },
        };
        let names = |kind: &str, names: &'a [NamedSnapshot]| {
            let row = |one: &'a NamedSnapshot| RefReport {
                name: &one.name,
                key: format!("{kind}.{}", one.key),
                snapshot: &one.id,
            };
            names.iter().map(row).collect()
        };
        let snapshot = |row: &'a SnapshotRecord| SnapshotReport {
            id: &row.id,
            parent: row.parent.as_deref(),
            written: format!("{}Z", written(row, TimeUnit::Microsecond)),
            message: &row.message,
            message_is_cut: row.message_is_cut,
        };
        Self::Read {
            format: history.version,
            branches: names("branch", &history.branches),
            tags: names("tag", &history.tags),
            snapshots: history.snapshots.iter().map(snapshot).collect(),
            has_more: history.has_more,
            is_cut: history.is_cut,
            faults: history.faults.iter().map(ToString::to_string).collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_explorer_lists_all_that_are_read() {
        let row = |number: u64| SnapshotRecord {
            id: number.to_string(),
            parent: number.checked_sub(1).map(|before| before.to_string()),
            written: number * SECOND,
            message: String::new(),
            message_is_cut: false,
        };
        let snapshots: Vec<SnapshotRecord> = (0..70).rev().map(row).collect();
        let (branches, tags) = (Vec::new(), Vec::new());
        let (has_more, is_cut, faults) = (false, false, Vec::new());
        let history =
            Ok(RepositoryHistory { version: 2, branches, tags, snapshots, has_more, is_cut, faults });
        // The version and a heading are above.
        assert_eq!(lines(&history, usize::MAX).len(), 2 + 70);
        let some = lines(&history, SHOWN);
        assert_eq!(some.len(), 2 + SHOWN + 1);
        let rest = "… and 20 snapshots more, which `info --json` lists";
        assert!(matches!(some.last(), Some(Line::Text(last)) if last == rest), "{:?}", some.last());
    }
}
