//! A report of the chunk or the node: the same text as that of the command, to the clipboard or to a file.
#![allow(clippy::unwrap_used, clippy::panic)]

use std::fs;
use std::process::Command;

use zarrscope::explorer::{Pane, Terminal};
use zarrscope::hierarchy::Hierarchy;

use crate::document::Document;
use crate::explorer::Explorer;
use crate::store::Store;

const WIDE: (u16, u16) = (140, 40);
const NARROW: (u16, u16) = (40, 12);

/// A group with the array `t` of 16 `uint8` in two chunks, of which the second is cut.
fn store() -> Store {
    let document = Document::v3().shaped("[16]", "[8]").with("attributes", r#"{"owner": "nobody else"}"#);
    let store = Store::named("secret").group("s.zarr").array("s.zarr/t", &document);
    store.file("s.zarr/t/c/0", [7; 8]).file("s.zarr/t/c/1", [7; 5])
}

fn open(store: &Store, size: (u16, u16)) -> Explorer {
    let mut explorer = Explorer::open(Hierarchy::open(&store.path("s.zarr")).unwrap(), size);
    explorer.find("t");
    explorer
}

fn copied(explorer: &Explorer) -> String {
    match explorer.terminal.last() {
        Some(Terminal::Copy(text)) => text.clone(),
        other => panic!("{other:?}\n{}", explorer.screen()),
    }
}

/// What the command prints.
fn printed(store: &Store, node: &str, arguments: &[&str]) -> String {
    let path = store.path("s.zarr").join(node);
    let output = Command::new(env!("CARGO_BIN_EXE_zarrscope"))
        .arg("report")
        .arg(path)
        .args(arguments)
        .output()
        .unwrap();
    String::from_utf8(output.stdout).unwrap()
}

/// Without the lines with times, which differ from run to run.
fn without_times(text: &str) -> String {
    let lines = text.lines().filter(|line| !line.contains("µs") && !line.contains(" ms"));
    lines.collect::<Vec<_>>().join("\n")
}

#[test]
fn the_report_is_that_of_the_command() {
    let store = store();
    for size in [WIDE, NARROW] {
        let mut explorer = open(&store, size);
        explorer.keys(":c 1\nI");
        assert_ne!(explorer.app.shared.focus, Pane::Hierarchy);
        let report = copied(&explorer);
        assert!(report.contains("s.zarr/t") && report.starts_with('#'), "{report}");
        assert!(!report.contains("secret") && !report.contains("nobody else"), "{report}");
        assert_eq!(without_times(&report), without_times(&printed(&store, "t", &["--chunk", "1"])));
        let lines = report.lines().count();
        assert!(
            explorer.screen().contains(&format!("copied a report of {lines} lines")),
            "{}",
            explorer.screen()
        );
    }
}

#[test]
fn in_the_tree_it_is_about_the_node() {
    let store = store();
    let mut explorer = open(&store, WIDE);
    explorer.keys(":report\n");
    assert_eq!(without_times(&copied(&explorer)), without_times(&printed(&store, "t", &[])));
    explorer.keys("k:report\n");
    let group = copied(&explorer);
    assert_eq!(without_times(&group), without_times(&printed(&store, "", &[])));
    assert!(group.contains("c/1"), "{group}");
}

#[test]
fn it_is_saved_under_a_name() {
    let store = store();
    let mut explorer = open(&store, WIDE);
    let file = store.beside("out.md");
    explorer.keys(&format!(":report {}\n", file.display()));
    let saved = fs::read_to_string(&file).unwrap();
    assert_eq!(without_times(&saved), without_times(&printed(&store, "t", &[])));
    assert!(explorer.screen().contains("saved "), "{}", explorer.screen());
    explorer.keys(&format!(":report {}\n", file.display()));
    assert!(explorer.screen().contains("overwrite it? y n"), "{}", explorer.screen());
    explorer.keys("n:report out.txt\n");
    assert!(explorer.screen().contains("expected a name that ends in .md"), "{}", explorer.screen());
    let inside = store.path("s.zarr/t/r.md");
    explorer.keys(&format!("\u{1b}:report {}\n", inside.display()));
    assert!(explorer.screen().contains("nothing was saved"), "{}", explorer.screen());
    assert!(!inside.exists());
}
