//! The rows below a node whose names were listed again.

use std::collections::HashMap;

use super::row::TreeRow;

/// The rows below a node: those that are listed now, with what was open below them before. What is not listed any more goes,
/// but for the row that is selected or has it below: what the other panes show is of it.
pub(super) fn renewed(before: Vec<TreeRow>, listed: Vec<TreeRow>, selected: &str) -> Vec<TreeRow> {
    let mut parts: HashMap<String, Vec<TreeRow>> = HashMap::new();
    let depth = before.first().map_or(0, |row| row.depth);
    let mut above = String::new();
    for row in before {
        if row.depth == depth {
            above.clone_from(&row.child.key);
        }
        parts.entry(above.clone()).or_default().push(row);
    }
    let mut rows: Vec<TreeRow> = Vec::new();
    for row in listed {
        match parts.remove(&row.child.key) {
            Some(part) if row.files.is_empty() && is_same(&part, &row) => rows.extend(part),
            _ => rows.push(row),
        }
    }
    let holds = |part: &Vec<TreeRow>| part.iter().any(|row| row.child.key == selected);
    if let Some(part) = parts.into_values().find(holds) {
        let key = part.first().map_or(String::new(), |row| row.child.key.clone());
        let behind = |row: &TreeRow| row.depth == depth && (!row.files.is_empty() || row.child.key > key);
        let at = rows.iter().position(behind).unwrap_or(rows.len());
        rows.splice(at..at, part);
    }
    rows
}

/// Whether the first of some rows is the same thing as one that is listed.
fn is_same(part: &[TreeRow], listed: &TreeRow) -> bool {
    part.first().is_some_and(|row| row.child == listed.child)
}
