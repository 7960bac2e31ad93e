//! The store changes while the explorer shows it: the explorer says so, and finds what comes back.
#![allow(clippy::unwrap_used)]

use std::fs::{self, File};
use std::io::Write;
use std::path::{Path, PathBuf};

use zarrscope::explorer::Pane;
use zarrscope::hierarchy::Hierarchy;
use zarrscope::tell::line_rows::all_rows;
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

use crate::document::Document;
use crate::explorer::Explorer;

/// A group with so many attributes.
fn group(directory: &Path, attributes: usize) {
    node(directory, "group", attributes);
}

/// A node of some type with so many attributes.
fn node(directory: &Path, kind: &str, attributes: usize) {
    let attributes: Vec<String> = (0..attributes).map(|n| format!("\"attribute {n}\": {n}")).collect();
    let attributes = attributes.join(", ");
    let document = format!(r#"{{"zarr_format": 3, "node_type": "{kind}", "attributes": {{{attributes}}}}}"#);
    fs::write(directory.join("zarr.json"), document).unwrap();
}

#[test]
fn nobody_has_to_scroll_back_through_lines_that_are_gone() {
    // What is neither group nor array has no table, but a report.
    let store = tempfile::tempdir().unwrap();
    node(store.path(), "grope", 60);
    let mut explorer = Explorer::open(Hierarchy::open(store.path()).unwrap(), (80, 24));
    explorer.keys("\tG");
    node(store.path(), "grope", 40);
    explorer.keys("rk");
    let area = explorer.app.shared.inner(Pane::Grid);
    let rows = all_rows(explorer.app.shared.selection.report(), area.width);
    let first = explorer.app.report.scroll.first;
    assert_eq!(first, rows - u64::from(area.height) - 1, "one line up from the end");
}

/// An array of sixteen `uint8` in four chunks.
fn document() -> String {
    Document::v3().shaped("[16]", "[4]").text()
}

/// Writes it, with the same value everywhere.
fn array(node: &Path, value: u8) {
    fs::create_dir_all(node.join("c")).unwrap();
    fs::write(node.join("zarr.json"), document()).unwrap();
    for chunk in 0..4 {
        fs::write(node.join(format!("c/{chunk}")), [value; 4]).unwrap();
    }
}

/// A store with two arrays, and a directory to which its parts can be moved.
struct Store {
    directory: tempfile::TempDir,
}

impl Store {
    fn new() -> Self {
        let store = Self { directory: tempfile::tempdir().unwrap() };
        fs::create_dir(store.path("")).unwrap();
        group(&store.path(""), 1);
        array(&store.path("a"), 7);
        array(&store.path("b"), 8);
        store
    }

    fn path(&self, key: &str) -> PathBuf {
        self.directory.path().join("s.zarr").join(key)
    }

    fn take_away(&self, key: &str) {
        fs::rename(self.path(key), self.directory.path().join("away")).unwrap();
    }

    fn bring_back(&self, key: &str) {
        fs::rename(self.directory.path().join("away"), self.path(key)).unwrap();
    }

    fn explore(&self) -> Explorer {
        open(&self.path(""))
    }
}

fn open(path: &Path) -> Explorer {
    let mut hierarchy = Hierarchy::open(path).unwrap();
    hierarchy.name = path.file_name().unwrap().to_string_lossy().into_owned();
    Explorer::open(hierarchy, (90, 20))
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
    let store = Store::new();
    let mut explorer = store.explore();
    store.take_away("");
    explorer.keys("r");
    let gone = ["✗ s.zarr", "s.zarr cannot be read", "expected a directory, found nothing"];
    assert_shows(&explorer, &gone);
    store.bring_back("");
    explorer.keys("r");
    assert_shows(&explorer, &["▾ s.zarr", "▪ a", "▪ b", "Σ 2 arrays, 8 of 8 chunks stored"]);
}

#[test]
fn what_is_new_beside_the_node_comes_and_what_was_deleted_goes() {
    let store = Store::new();
    let mut explorer = store.explore();
    explorer.keys("j");
    fs::remove_dir_all(store.path("b")).unwrap();
    fs::create_dir_all(store.path("new")).unwrap();
    fs::write(store.path("new/zarr.json"), document()).unwrap();
    explorer.keys("r");
    assert_shows(&explorer, &["▪ a", "▪ new"]);
    assert!(!explorer.screen().contains("▪ b"), "{}", explorer.screen());
    // What is selected stays until another node is.
    store.take_away("a");
    explorer.keys("r");
    assert_shows(&explorer, &["✗ a", "a cannot be read"]);
    explorer.keys("jr");
    assert_shows(&explorer, &["▪ new"]);
    assert!(!explorer.screen().contains("✗ a"), "{}", explorer.screen());
}

#[test]
fn a_chunk_of_a_store_that_is_gone_is_not_taken_for_a_missing_one() {
    for gone in ["", "a"] {
        let store = Store::new();
        let mut explorer = store.explore();
        explorer.keys("j\tll");
        assert_shows(&explorer, &["chunk (2)", "7   7   7   7"]);
        store.take_away(gone);
        explorer.keys("l");
        assert_shows(&explorer, &["chunk (3)", "a/zarr.json: expected a regular file, found nothing"]);
        explorer.keys("r");
        assert_shows(&explorer, &["✗ a", "a cannot be read", "expected a directory, found nothing"]);
        store.bring_back(gone);
        explorer.keys("r");
        assert_shows(&explorer, &["▪ a", "chunk (3)", "4 of 4 chunks", "7   7   7   7"]);
    }
}

#[test]
fn the_chunk_on_the_screen_is_missing_when_it_is_gone_and_stored_when_it_is_back() {
    let store = Store::new();
    let mut explorer = store.explore();
    explorer.keys("j\tlll");
    store.take_away("a/c/3");
    explorer.keys("r");
    assert_shows(&explorer, &["chunk (3)  key c/3  missing", "3 of 4 chunks"]);
    fs::create_dir(store.path("a/c/3")).unwrap();
    explorer.keys("r");
    assert_shows(&explorer, &["chunk (3)", "a/c/3: expected a regular file, found a directory"]);
    fs::remove_dir(store.path("a/c/3")).unwrap();
    store.bring_back("a/c/3");
    explorer.keys("r");
    assert_shows(&explorer, &["chunk (3)  key c/3  4 B", "4 of 4 chunks", "7   7   7   7"]);
}

#[test]
fn an_array_in_whose_place_there_is_a_file() {
    let store = Store::new();
    let mut explorer = store.explore();
    explorer.keys("j\tl");
    store.take_away("a");
    fs::write(store.path("a"), b"a file").unwrap();
    explorer.keys("r");
    assert_shows(&explorer, &["✗ a", "a cannot be read", "expected a directory, found a file"]);
    fs::remove_file(store.path("a")).unwrap();
    store.bring_back("a");
    explorer.keys("r");
    assert_shows(&explorer, &["▪ a", "chunk (1)", "7   7   7   7"]);
}

/// Writes an archive with an array of one value; a new file, or over what is there.
fn archive(mut file: File, value: u8) {
    let mut archive = ZipWriter::new(std::io::Cursor::new(Vec::new()));
    let options = SimpleFileOptions::default().compression_method(zip::CompressionMethod::Stored);
    let chunks = (0..4).map(|chunk| (format!("a/c/{chunk}"), vec![value; 4]));
    for (name, bytes) in chunks.chain([("a/zarr.json".to_owned(), document().into())]) {
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
