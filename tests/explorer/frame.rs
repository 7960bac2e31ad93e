//! Tables of `AnnData`: their contents, read as far as the screen shows them, and their arrays.
#![allow(clippy::unwrap_used)]

use std::fs;

use insta::assert_snapshot;
use serde_json::json;
use zarrscope::explorer::tasks::ReadFramePart;
use zarrscope::explorer::{Action, Key};
use zarrscope::hierarchy::Hierarchy;

use crate::document::Document;
use crate::explorer::Explorer;
use crate::repository::repository;
use crate::store::Store;

const MEDIUM: (u16, u16) = (80, 24);

fn named(name: &str, size: (u16, u16)) -> Explorer {
    let mut hierarchy = Hierarchy::open(&repository("tests/named/stores").join(name)).unwrap();
    name.clone_into(&mut hierarchy.name);
    Explorer::open(hierarchy, size)
}

#[test]
fn the_contents_of_a_table_stand_in_rows_and_columns() {
    for name in ["anndata_v2.zarr", "anndata_v3.zarr"] {
        let mut explorer = named(name, MEDIUM);
        let screen = explorer.keys(":open obs\n\t").screen();
        // What anndata wrote: tests/python/make_named.py.
        for row in [
            "_index  cell_type  n     ok",
            "c1      B          1     true",
            "c2      T          2     –",
            "c3      B          3     false",
            "c4      –          4     true",
        ] {
            assert!(screen.contains(row), "{name}: {row}: {screen}");
        }
        assert!(screen.lines().last().unwrap().contains("m arrays"), "{screen}");
    }
    let mut explorer = named("anndata_v3.zarr", MEDIUM);
    assert_snapshot!(explorer.keys(":open obs\n\tljj").screen());
    let screen = explorer.keys("m").screen();
    assert!(screen.contains("arrays of the table") && screen.contains("cell_type"), "{screen}");
    assert!(explorer.keys("o").screen().contains("m contents"), "{}", explorer.screen());
    // Enter leads to the column under the cursor.
    explorer.keys("mgl");
    let screen = explorer.keys("\n").screen();
    assert_eq!(explorer.app.shared.selection.node_key(), "obs/n", "{screen}");
}

/// The names of the rows on the screen, from top to bottom.
fn rows(screen: &str) -> Vec<&str> {
    let words = screen.lines().filter_map(|line| line.split('│').rev().find(|part| !part.trim().is_empty()));
    words
        .filter_map(|line| line.split_whitespace().find(|word| ["c1", "c2", "c3", "c4"].contains(word)))
        .collect()
}

#[test]
fn a_table_is_sorted_and_its_rows_are_chosen() {
    let mut explorer = named("anndata_v3.zarr", MEDIUM);
    explorer.keys(":open obs\n\tlll");
    // What is missing comes last in either order, and equal rows keep theirs: c2 has no value there.
    for (keys, order) in [("o", ["c3", "c1", "c4", "c2"]), ("O", ["c1", "c4", "c3", "c2"])] {
        let screen = explorer.keys(keys).screen();
        assert_eq!(rows(&screen), order, "{keys}: {screen}");
    }
    assert!(explorer.screen().contains("ok ▴") && explorer.screen().contains("row 0, ok = true"));
    assert!(explorer.keys("j").screen().contains("row 3, ok = true"), "{}", explorer.screen());
    let screen = explorer.keys(":where cell_type == B\n").screen();
    assert_eq!(rows(&screen), ["c1", "c3"], "{screen}");
    assert!(screen.contains("2 of 4 rows"), "{screen}");
    let screen = explorer.keys("o").screen();
    assert_eq!(rows(&screen), ["c1", "c3"], "{screen}");
    assert!(explorer.keys(":where n > 9\n").screen().contains("no row is so: :where shows all again"));
    assert_eq!(rows(&explorer.keys(":where\n").screen()), ["c1", "c2", "c3", "c4"]);
    assert!(explorer.keys(":where m > 9\n").screen().contains("expected one of the columns"));
    // What is refused leaves the rows and their order.
    explorer.keys(":where cell_type == B\no");
    let before = explorer.screen();
    let screen = explorer.keys(":where cell_type == Q\n").screen();
    assert!(screen.contains("expected one of its categories") && screen.contains("2 of 4 rows"), "{screen}");
    assert_eq!(rows(&screen), rows(&before));
}

#[test]
fn categories_are_sorted_in_their_own_order() {
    // The categories are B, T and NK, in this order.
    let directory = tempfile::tempdir().unwrap();
    let root = directory.path().join("copy.zarr");
    let from = repository("tests/named/stores/anndata_v3.zarr");
    let copied = std::process::Command::new("cp").arg("-r").args([&from, &root]).status().unwrap();
    assert!(copied.success());
    let codes = Document::v3().typed("int8").shaped("[4]", "[4]");
    fs::remove_dir_all(root.join("obs/cell_type/codes")).unwrap();
    fs::create_dir(root.join("obs/cell_type/codes")).unwrap();
    codes.write(&root.join("obs/cell_type/codes"), &[2, 1, 0, 0xff]);
    let mut explorer = Explorer::open(Hierarchy::open(&root).unwrap(), MEDIUM);
    for (keys, order) in [(":open obs\n\tlo", ["c3", "c2", "c1", "c4"]), ("O", ["c1", "c2", "c3", "c4"])] {
        let screen = explorer.keys(keys).screen();
        assert_eq!(rows(&screen), order, "{keys}: {screen}");
    }
    let screen = explorer.keys(":where cell_type == Tcell\n").screen();
    assert!(screen.contains("expected one of its categories B, T, NK, found \"Tcell\""), "{screen}");
}

#[test]
fn a_sparse_matrix_shows_what_is_stored_of_each_row() {
    for name in ["anndata_v2.zarr", "anndata_v3.zarr"] {
        let mut explorer = named(name, MEDIUM);
        let screen = explorer.keys(":open X\n\tljl").screen();
        // The matrix of tests/python/make_named.py, with the names of its cells and genes.
        for row in [
            "row   stored  column: value",
            "c1    1       g2: 1.0",
            "c2    2       g1: 2.0 · g3: 3.0",
            "c3    0       nothing stored",
            "c4    3       g1: 4.0 · g2: 5.0 · g3: 6.0",
            "row 1, column: value = g1: 2.0 · g3: 3.0   4×3",
        ] {
            assert!(screen.contains(row), "{name}: {row}: {screen}");
        }
        let screen = explorer.keys(":open layers/csc\n\t").screen();
        for row in ["column  stored  row: value", "g1      2       c2: 2.0 · c4: 4.0"] {
            assert!(screen.contains(row), "{name}: {row}: {screen}");
        }
    }
    let mut explorer = named("anndata_v3.zarr", (40, 12));
    assert_snapshot!(explorer.keys(":open X\n\tjl").screen());
}

#[test]
fn labels_that_may_be_missing_are_labels_of_a_matrix_too() {
    let directory = tempfile::tempdir().unwrap();
    let root = directory.path().join("copy.zarr");
    let from = repository("tests/named/stores/anndata_v3.zarr");
    let copied = std::process::Command::new("cp").arg("-r").args([&from, &root]).status().unwrap();
    assert!(copied.success());
    // As anndata writes the strings of newer versions of pandas.
    let (index, away) = (root.join("obs/_index"), root.join("obs/away"));
    fs::rename(&index, &away).unwrap();
    fs::create_dir(&index).unwrap();
    fs::rename(&away, index.join("values")).unwrap();
    let attributes = json!({"encoding-type": "nullable-string-array", "encoding-version": "0.1.0"});
    fs::write(index.join("zarr.json"), Document::group().with("attributes", attributes.to_string()).text())
        .unwrap();
    let mut explorer = Explorer::open(Hierarchy::open(&root).unwrap(), MEDIUM);
    let screen = explorer.keys(":open X\n\t").screen();
    assert!(screen.contains("c2    2       g1: 2.0 · g3: 3.0"), "{screen}");
}

#[test]
fn a_column_by_itself_shows_its_values() {
    let mut explorer = named("anndata_v3.zarr", MEDIUM);
    let screen = explorer.keys(":open obs/cell_type\n\t").screen();
    for row in ["row   cell_type", "0     B", "1     T", "3     –", "4 rows, 1 column"] {
        assert!(screen.contains(row), "{row}: {screen}");
    }
}

/// A table of a thousand rows: its index, 40 columns that count up from their number, and one that is not there.
fn large() -> Store {
    let mut store = Store::named("large.zarr");
    let mut columns = Vec::new();
    for number in 0..40_u32 {
        let name = format!("column{number}");
        let bytes: Vec<u8> = (0..1000).map(|row| u8::try_from((row + number) % 256).unwrap()).collect();
        store = store
            .array(&name, &Document::v3().shaped("[1000]", "[1000]"))
            .file(&format!("{name}/c/0"), bytes);
        columns.push(name);
    }
    columns.push("lost".to_owned());
    let attributes = json!({
        "encoding-type": "dataframe", "encoding-version": "0.2.0", "_index": "column0",
        "column-order": columns[1..],
    });
    store.described("", &attributes)
}

#[test]
fn only_what_is_on_the_screen_is_read() {
    let store = large();
    for size in [(140, 40), MEDIUM, (40, 12)] {
        let mut explorer = store.explorer(size);
        explorer.keys("\tG");
        let screen = explorer.screen();
        // 999 + 0 and 999 + 1 of 256.
        assert!(screen.contains("231") && screen.contains("232"), "{screen}");
        explorer.act(Action::Key(Key::End));
        let screen = explorer.screen();
        assert!(screen.contains("lost") && screen.contains('✗'), "{screen}");
        assert!(screen.contains("231"), "the index stays: {screen}");
        explorer.act(Action::Key(Key::Home));
        assert!(explorer.screen().contains("column1"), "{}", explorer.screen());
        for work in &explorer.work {
            if let Some(request) = work.task::<ReadFramePart>() {
                assert!(
                    request.rows.end - request.rows.start < 40 && request.columns.len() < 40,
                    "{request:?}"
                );
            }
        }
    }
}

#[test]
fn a_table_that_says_nothing_of_its_columns_says_so() {
    let attributes = json!({"encoding-type": "dataframe", "column-order": "cells"});
    let store = Store::new().described("", &attributes);
    let explorer = store.explorer(MEDIUM);
    assert!(
        explorer.screen().contains("the table has no columns: m shows what lies below it"),
        "{}",
        explorer.screen()
    );
}
