//! The store changes while the explorer shows it: the explorer says so, and finds what comes back.
#![allow(clippy::unwrap_used)]

use std::fs::{self, File};
use std::io::Write;
use std::path::Path;

use serde_json::{Value, json};
use zarrscope::explorer::Pane;
use zarrscope::hierarchy::Hierarchy;
use zarrscope::tell::line_rows::all_rows;
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

use crate::document::Document;
use crate::explorer::Explorer;
use crate::store::Store;

#[test]
fn nobody_has_to_scroll_back_through_lines_that_are_gone() {
    // What is neither group nor array has no table, but a report.
    let node = |attributes: u64| {
        let attributes: Value = (0..attributes).map(|n| (format!("attribute {n}"), n)).collect();
        Document::group().with("node_type", r#""grope""#).with("attributes", attributes.to_string())
    };
    let store = Store::of(&node(60));
    let mut explorer = store.explorer((80, 24));
    explorer.keys("\tG");
    store.put("", &node(40), &[]);
    explorer.keys("rk");
    let area = explorer.app.shared.inner(Pane::Grid);
    let rows = all_rows(explorer.app.shared.selection.report(), area.width);
    let first = explorer.app.report.scroll.first;
    assert_eq!(first, rows - u64::from(area.height) - 1, "one line up from the end");
}

/// An array of sixteen `uint8` in four chunks.
fn array() -> Document {
    Document::v3().shaped("[16]", "[4]")
}

/// A store with two arrays of one value each.
fn store() -> Store {
    let mut store = Store::named("s.zarr").described("", &json!({"attribute 0": 0}));
    for (name, value) in [("a", 7), ("b", 8)] {
        store = store.array(name, &array());
        for chunk in 0..4 {
            store.write(&format!("{name}/c/{chunk}"), [value; 4]);
        }
    }
    store
}

/// Moves a part of the store to a place beside it.
fn take_away(store: &Store, key: &str) {
    fs::rename(store.path(key), store.beside("away")).unwrap();
}

fn bring_back(store: &Store, key: &str) {
    fs::rename(store.beside("away"), store.path(key)).unwrap();
}

const SIZE: (u16, u16) = (90, 20);

fn open(path: &Path) -> Explorer {
    let mut hierarchy = Hierarchy::open(path).unwrap();
    hierarchy.name = path.file_name().unwrap().to_string_lossy().into_owned();
    Explorer::open(hierarchy, SIZE)
}

#[track_caller]
fn assert_shows(explorer: &Explorer, texts: &[&str]) {
    let screen = explorer.screen();
    for text in texts {
        assert!(screen.contains(text), "expected {text:?} on\n{screen}");
    }
}

#[test]
fn a_store_that_is_gone_is_reported_and_found_again() {
    let store = store();
    let mut explorer = store.explorer(SIZE);
    take_away(&store, "");
    explorer.keys("r");
    let gone = ["✗ s.zarr", "s.zarr cannot be read", "expected a directory, found nothing"];
    assert_shows(&explorer, &gone);
    bring_back(&store, "");
    explorer.keys("r");
    assert_shows(&explorer, &["▾ s.zarr", "▪ a", "▪ b", "Σ 2 arrays, 8 of 8 chunks stored"]);
}

#[test]
fn what_is_new_beside_the_node_comes_and_what_was_deleted_goes() {
    let store = store();
    let mut explorer = store.explorer(SIZE);
    explorer.keys("j");
    fs::remove_dir_all(store.path("b")).unwrap();
    store.put("new", &array(), &[]);
    explorer.keys("r");
    assert_shows(&explorer, &["▪ a", "▪ new"]);
    assert!(!explorer.screen().contains("▪ b"), "{}", explorer.screen());
    // What is selected stays until another node is.
    take_away(&store, "a");
    explorer.keys("r");
    assert_shows(&explorer, &["✗ a", "a cannot be read"]);
    explorer.keys("jr");
    assert_shows(&explorer, &["▪ new"]);
    assert!(!explorer.screen().contains("✗ a"), "{}", explorer.screen());
}

#[test]
fn a_chunk_of_a_store_that_is_gone_is_not_taken_for_a_missing_one() {
    for gone in ["", "a"] {
        let store = store();
        let mut explorer = store.explorer(SIZE);
        explorer.keys("j\tll");
        assert_shows(&explorer, &["chunk (2)", "7   7   7   7"]);
        take_away(&store, gone);
        explorer.keys("l");
        assert_shows(&explorer, &["chunk (3)", "a/zarr.json: expected a regular file, found nothing"]);
        explorer.keys("r");
        assert_shows(&explorer, &["✗ a", "a cannot be read", "expected a directory, found nothing"]);
        bring_back(&store, gone);
        explorer.keys("r");
        assert_shows(&explorer, &["▪ a", "chunk (3)", "4 of 4 chunks", "7   7   7   7"]);
    }
}

#[test]
fn the_chunk_on_the_screen_is_missing_when_it_is_gone_and_stored_when_it_is_back() {
    let store = store();
    let mut explorer = store.explorer(SIZE);
    explorer.keys("j\tlll");
    take_away(&store, "a/c/3");
    explorer.keys("r");
    assert_shows(&explorer, &["chunk (3)  key c/3  missing", "3 of 4 chunks"]);
    fs::create_dir(store.path("a/c/3")).unwrap();
    explorer.keys("r");
    assert_shows(&explorer, &["chunk (3)", "a/c/3: expected a regular file, found a directory"]);
    fs::remove_dir(store.path("a/c/3")).unwrap();
    bring_back(&store, "a/c/3");
    explorer.keys("r");
    assert_shows(&explorer, &["chunk (3)  key c/3  4 B", "4 of 4 chunks", "7   7   7   7"]);
}

#[test]
fn an_array_in_whose_place_there_is_a_file() {
    let store = store();
    let mut explorer = store.explorer(SIZE);
    explorer.keys("j\tl");
    take_away(&store, "a");
    store.write("a", b"a file");
    explorer.keys("r");
    assert_shows(&explorer, &["✗ a", "a cannot be read", "expected a directory, found a file"]);
    fs::remove_file(store.path("a")).unwrap();
    bring_back(&store, "a");
    explorer.keys("r");
    assert_shows(&explorer, &["▪ a", "chunk (1)", "7   7   7   7"]);
}

/// Writes an archive with an array of one value; a new file, or over what is there.
fn archive(mut file: File, value: u8) {
    let mut archive = ZipWriter::new(std::io::Cursor::new(Vec::new()));
    let options = SimpleFileOptions::default().compression_method(zip::CompressionMethod::Stored);
    let chunks = (0..4).map(|chunk| (format!("a/c/{chunk}"), vec![value; 4]));
    for (name, bytes) in chunks.chain([("a/zarr.json".to_owned(), array().text().into_bytes())]) {
        archive.start_file(name, options).unwrap();
        archive.write_all(&bytes).unwrap();
    }
    file.write_all(&archive.finish().unwrap().into_inner()).unwrap();
}

#[test]
fn an_archive_in_whose_place_there_is_another() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("s.zip");
    archive(File::create(&path).unwrap(), 7);
    let mut explorer = open(&path);
    explorer.keys("j\tl");
    assert_shows(&explorer, &["chunk (1)", "7   7   7   7"]);
    fs::remove_file(&path).unwrap();
    explorer.keys("r");
    assert_shows(&explorer, &["s.zip: no such path", "chunk (1)", "7   7   7   7"]);
    archive(File::create(&path).unwrap(), 9);
    explorer.keys("r");
    assert_shows(&explorer, &["read again", "chunk (1)", "9   9   9   9"]);
    fs::write(&path, b"no archive").unwrap();
    explorer.keys("r");
    assert_shows(&explorer, &["s.zip: expected a zip archive that can be read, found one that cannot"]);
}

#[test]
fn an_archive_that_is_written_over_is_read_again() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("s.zip");
    archive(File::create(&path).unwrap(), 7);
    let mut explorer = open(&path);
    explorer.keys("j\tl");
    fs::write(&path, b"PK").unwrap();
    explorer.keys("l");
    assert_shows(&explorer, &["chunk (2)", "a/c/2: expected a member of 4 bytes at byte"]);
    archive(File::create(&path).unwrap(), 9);
    explorer.keys("r");
    assert_shows(&explorer, &["chunk (2)", "9   9   9   9"]);
}
