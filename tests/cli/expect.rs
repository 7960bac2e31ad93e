//! `verify --expect`: which chunks should be there.

use std::fs;
use std::path::Path;

use serde_json::{Value, json};

use crate::document::Document;
use crate::run::*;

/// A store of an array `a/tas` of 4×6 chunks of one element each, of which some are stored.
fn store(stored: &[&str]) -> tempfile::TempDir {
    let directory = tempfile::tempdir().unwrap();
    let array = directory.path().join("s.zarr/a/tas");
    fs::create_dir_all(&array).unwrap();
    fs::write(directory.path().join("s.zarr/zarr.json"), r#"{"zarr_format": 3, "node_type": "group"}"#)
        .unwrap();
    fs::write(directory.path().join("s.zarr/a/zarr.json"), r#"{"zarr_format": 3, "node_type": "group"}"#)
        .unwrap();
    fs::write(array.join("zarr.json"), Document::v3().shaped("[4, 6]", "[1, 1]").text()).unwrap();
    for key in stored {
        let path = array.join(key);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, [7]).unwrap();
    }
    directory
}

/// All 24 chunks but for some.
fn all_but(missing: &[&str]) -> Vec<String> {
    let all = (0..4).flat_map(|row| (0..6).map(move |column| format!("c/{row}/{column}")));
    all.filter(|key| !missing.contains(&key.as_str())).collect()
}

fn ran(directory: &Path, arguments: &str) -> (Value, Option<i32>) {
    let output =
        zarrscope(&format!("verify {}/s.zarr --json {arguments}", directory.display())).output().unwrap();
    assert_schema("verify --json", &output.stdout);
    let text = String::from_utf8_lossy(&output.stderr);
    (serde_json::from_slice(&output.stdout).unwrap_or_else(|_| panic!("{text}")), output.status.code())
}

/// Runs it with a list of chunks that may be missing.
fn listed(directory: &Path, list: &str) -> (Value, Option<i32>) {
    let path = directory.join("list.txt");
    fs::write(&path, list).unwrap();
    ran(directory, &format!("--expect {}", path.display()))
}

fn totals(report: &Value) -> [u64; 4] {
    ["present", "absent", "may_be_missing", "unknown"]
        .map(|name| report["completeness"][name].as_u64().unwrap())
}

#[test]
fn a_missing_chunk_is_a_fault_only_where_it_is_expected() {
    let keys = all_but(&["c/0/3", "c/2/1"]);
    let directory = store(&keys.iter().map(String::as_str).collect::<Vec<_>>());
    let (report, status) = ran(directory.path(), "");
    assert_eq!((status, &report["faults"], report.get("completeness")), (Some(0), &json!([]), None));
    let (report, status) = ran(directory.path(), "--expect all");
    assert_eq!((status, totals(&report)), (Some(1), [22, 2, 0, 0]));
    assert_eq!(each(&report["faults"], "key"), ["c/0/3", "c/2/1"]);
    assert_has(
        &report["faults"][0],
        &json!({"chunk": [0, 3], "stage": "store", "rule": "chunk-missing",
        "message": "expected a stored chunk (--expect), found none"}),
    );
    assert_has(&report, &json!({"chunks": {"stored": 22, "missing": 2, "decoded": 22, "faulty": 0}}));
}

#[test]
fn a_list_names_what_may_be_missing() {
    let keys = all_but(&["c/0/3", "c/2/1", "c/2/2", "c/3/5"]);
    let directory = store(&keys.iter().map(String::as_str).collect::<Vec<_>>());
    for (list, expected, keys) in [
        ("a/tas/c/0/3\na/tas[2, 1:3] # one row\na/tas[3]", [20, 0, 4, 0], vec![]),
        ("a/tas[0:3]", [20, 1, 3, 0], vec!["c/3/5"]),
        // Overlapping ranges count each chunk once.
        ("a/tas[:, 1:4]\na/tas[2]\na/tas/c/2/2\na/tas/c/2/2", [20, 1, 3, 0], vec!["c/3/5"]),
        ("a/tas[]", [20, 0, 4, 0], vec![]),
        ("a/tas[:, :]\n/a/tas/c/1/1", [20, 0, 4, 0], vec![]),
    ] {
        let (report, status) = listed(directory.path(), list);
        assert_eq!(totals(&report), expected, "{list}");
        assert_eq!(each(&report["faults"], "key"), keys, "{list}");
        assert_eq!(status, Some(i32::from(!keys.is_empty())), "{list}");
        assert_eq!(report["completeness"]["expect"], "listed");
    }
}

#[test]
fn a_line_that_names_no_chunk_is_named() {
    let directory = store(&["c/0/0"]);
    let (report, _) =
        listed(directory.path(), "a/tas[:]\n# a comment\na/tos[0]\na/tas[9:]\na/tas/c/9/9\na/tas[0, 0, 0]");
    let notes = report["notes"].as_array().unwrap();
    let lines: Vec<&str> = notes.iter().map(|note| note["message"].as_str().unwrap()).collect();
    assert_eq!(notes.iter().filter(|note| note["rule"] == "expect-line").count(), 4, "{notes:#?}");
    for (line, number) in lines.iter().zip([3, 4, 5, 6]) {
        assert_names(line, &[&format!("line {number} of the list names no chunk")]);
    }
    fs::write(directory.path().join("wrong"), "a/tas[x]").unwrap();
    let path = directory.path().display();
    let message = misused(&format!("verify {path}/s.zarr --expect {path}/wrong"));
    assert_names(&message, &["line 1: expected ranges such as [0:10, 3], found a/tas[x]"]);
    assert_names(
        &misused("verify climate.zarr --expect nothing.txt"),
        &["--expect: nothing.txt: ", "not found"],
    );
}

#[test]
fn what_is_stored_for_nothing_is_counted_and_named() {
    let keys = all_but(&["c/1/1"]);
    let directory = store(&keys.iter().map(String::as_str).collect::<Vec<_>>());
    let root = directory.path().join("s.zarr");
    fs::write(root.join("a/tas/c/0/0"), [0]).unwrap();
    fs::write(root.join("a/tas/c/0/1"), [0]).unwrap();
    fs::write(root.join("a/tas/c/0/77"), [1]).unwrap();
    fs::write(root.join("a/tas/notes.txt"), "hello").unwrap();
    fs::create_dir(root.join("empty")).unwrap();
    fs::write(root.join("empty/zarr.json"), Document::v3().text()).unwrap();
    let (report, status) = ran(directory.path(), "--expect all");
    assert_eq!((status, totals(&report)), (Some(1), [23, 2, 0, 0]));
    assert_has(
        &report["completeness"],
        &json!({"all_fill": 2, "header_only_arrays": 1, "stray_keys": 2, "chunks": 25}),
    );
    let faults: Vec<(&str, &str)> = report["faults"]
        .as_array()
        .unwrap()
        .iter()
        .map(|fault| (fault["key"].as_str().unwrap(), fault["message"].as_str().unwrap()))
        .collect();
    assert_eq!(
        faults,
        [
            ("c/1/1", "expected a stored chunk (--expect), found none"),
            ("", "expected 1 chunk (--expect), found none stored")
        ]
    );
    let run = zarrscope(&format!("verify {} --expect all", root.display())).output().unwrap();
    let text = String::from_utf8(run.stdout).unwrap();
    assert_names(
        &text,
        &[
            "a/tas: all fill: 2 chunks, first c/0/0: every element is the fill value",
            "a/tas: stray keys: 2 keys belong to no chunk: ",
            "empty: header only: no chunk is stored, of 1 chunk",
            "expected: 23 present, 2 absent, 0 that may be missing, 0 unknown; 2 all fill, 1 array without a chunk, 2 \
             keys of no chunk",
        ],
    );
}

#[test]
fn a_grid_of_any_size_is_counted_and_not_gone_through() {
    let directory = store(&["c/0/0"]);
    let array = directory.path().join("s.zarr/a/tas");
    let huge = Document::v3().shaped("[9223372036854775807, 9223372036854775807]", "[1, 1]");
    fs::write(array.join("zarr.json"), huge.text()).unwrap();
    let (report, _) = listed(directory.path(), "a/tas[1:]\na/tas[0, 100:]");
    assert_has(&report["completeness"], &json!({"present": 1, "absent": 99}));
    assert_eq!(each(&report["faults"], "key").len(), 64 + 1);
    assert_names(
        report["faults"][64]["message"].as_str().unwrap(),
        &["expected 35 chunks behind those that are named (--expect), found none stored"],
    );
    let square = (i64::MAX as u128).pow(2);
    assert_eq!(report["completeness"]["may_be_missing"].to_string(), (square - 100).to_string());
    assert_eq!(report["completeness"]["chunks"].to_string(), square.to_string());
    let (report, _) = ran(directory.path(), "--expect all");
    assert_eq!(report["completeness"]["absent"].to_string(), (square - 1).to_string());
}

#[cfg(unix)]
#[test]
fn what_is_behind_something_unreadable_is_unknown() {
    let directory = store(&["c/0/0"]);
    // A file where a directory of six chunks should be.
    fs::write(directory.path().join("s.zarr/a/tas/c/2"), [1]).unwrap();
    let (report, status) = listed(directory.path(), "a/tas[1:3, :2]");
    assert_eq!((status, totals(&report)), (Some(1), [1, 15, 2, 6]));
    assert!(!each(&report["faults"], "key").contains(&"c/2/5"));
}

#[test]
fn parts_are_as_complete_as_the_whole() {
    let keys = all_but(&["c/0/3", "c/2/1"]);
    let directory = store(&keys.iter().map(String::as_str).collect::<Vec<_>>());
    let array = directory.path().join("s.zarr/a/tas");
    fs::write(array.join("c/3/3"), [0]).unwrap();
    fs::write(array.join("c/1/0"), [0]).unwrap();
    fs::write(array.join("stray"), [0]).unwrap();
    let list = directory.path().join("list");
    fs::write(&list, "a/tas/c/0/3\nb[0]").unwrap();
    let options = format!("--expect {}", list.display());
    let (mut whole, _) = ran(directory.path(), &options);
    assert_eq!(whole["completeness"]["all_fill"], 2);
    let paths: Vec<String> = (1..=3)
        .map(|number| {
            let path = directory.path().join(number.to_string());
            fs::write(&path, ran(directory.path(), &format!("{options} --part {number}/3")).0.to_string())
                .unwrap();
            path.display().to_string()
        })
        .collect();
    let mut merged = parsed_fault(&format!("merge --json {}", paths.join(" ")));
    for report in [&mut whole, &mut merged] {
        for name in ["seconds", "plan", "parts", "lacking"] {
            report.as_object_mut().unwrap().remove(name);
        }
    }
    assert_eq!(merged, whole);
    // Other expectations are other work.
    let other = directory.path().join("other");
    fs::write(&other, ran(directory.path(), "--expect all --part 2/3").0.to_string()).unwrap();
    assert_names(&misused(&format!("merge {} {}", paths[0], other.display())), &["same work"]);
}
