//! `preview`: never more lines or columns than asked for, whatever is shown, and never a fault that ends without anything.

use unicode_width::UnicodeWidthStr;

use crate::document::Document;
use crate::run::*;
use crate::store::Store;

/// What is said where the machine was too slow.
const LATE: &str = "… the rest was not there in time";

fn shown(path: &str, width: usize, height: usize) -> String {
    let text = text(&format!("preview {path} --width {width} --height {height}"));
    assert!(text.lines().count() <= height, "{path} at {height} lines:\n{text}");
    for line in text.lines() {
        assert!(line.width() <= width, "{path} at {width} columns: {line:?}");
    }
    text
}

#[track_caller]
fn assert_shows(path: &str, parts: &[&str]) {
    let text = shown(path, 80, 24);
    if !text.contains(LATE) {
        assert_names(&text, parts);
    }
}

#[test]
fn every_kind_of_node_has_its_own_preview() {
    assert_shows("climate.zarr", &["▾ climate.zarr", "├ ▪ mask  bool", "pressure"]);
    assert_shows(
        "climate.zarr/ocean/depth",
        &["depth  int16  20×30  chunks 20×30", "rows ", "columns ", "viridis"],
    );
    assert_shows("climate.zarr/time", &["days since 2024-01-01", " 9  9"]);
    assert_shows("climate.zarr/ocean/salinity/c.0.1", &["chunk   (0, 1)  key c.0.1", "array->bytes"]);
    // A document, and a directory of chunks, are those of the array.
    for inside in ["zarr.json", "c", "c/0"] {
        assert_shows(&format!("climate.zarr/temperature/{inside}"), &["temperature  float32", "viridis"]);
    }
}

#[test]
fn faults_are_shown_and_what_is_no_zarr_is_refused() {
    assert_shows("broken.zarr/bad_order", &["✗ /codecs/0/configuration/order", "expected a permutation"]);
    assert_shows("broken.zarr", &["✗ bad_data_type", "expected a known data type"]);
    assert_shows("broken.zarr/wrong_length/c.0.1", &["✗ bytes", "expected 128 bytes"]);
    assert_names(&misused("preview ../README.md"), &["README.md", "found a file"]);
    assert_names(&misused("preview nothing.zarr"), &["no such path"]);
    assert_names(&misused("preview ../src/cli"), &["src/cli: expected Zarr, found a directory without any"]);
    assert_shows("../sample-data", &["▾ broken.zarr"]);
}

#[test]
fn every_size_is_kept() {
    let store = Store::new();
    let long = "x".repeat(200);
    store.put("", &Document::group(), &[]);
    store.put(&format!("{long}/a"), &Document::v3(), &[("c/0", vec![1; 8])]);
    let own = store.to_string();
    for path in ["climate.zarr", "climate.zarr/temperature", "broken.zarr/not_json", "codecs.zarr", &own] {
        for (width, height) in [(1, 1), (2, 3), (17, 5), (40, 12), (300, 60)] {
            shown(path, width, height);
        }
    }
    assert_names(&misused("preview climate.zarr --width 0"), &["--width"]);
}
