//! What the explorer looks at changes under it: it says so, and finds again what is back.
#![allow(clippy::unwrap_used)]

mod explorer;

use std::fs;
use std::path::Path;

use explorer::Explorer;
use zarrscope::hierarchy::Hierarchy;

/// A group with so many attributes.
fn group(directory: &Path, attributes: usize) {
    let attributes: Vec<String> = (0..attributes).map(|n| format!("\"attribute {n}\": {n}")).collect();
    let attributes = attributes.join(", ");
    let document = format!(r#"{{"zarr_format": 3, "node_type": "group", "attributes": {{{attributes}}}}}"#);
    fs::write(directory.join("zarr.json"), document).unwrap();
}

#[test]
fn nobody_has_to_scroll_back_through_lines_that_are_gone() {
    let store = tempfile::tempdir().unwrap();
    group(store.path(), 60);
    let mut explorer = Explorer::open(Hierarchy::open(store.path()).unwrap(), (80, 24));
    explorer.keys("\tG");
    group(store.path(), 1);
    explorer.keys("rk");
    let (lines, first) = (explorer.app.selection.report().len(), explorer.app.selection.report_scroll.first);
    assert_eq!(first, lines as u64 - 2, "one line up from the last one");
}
