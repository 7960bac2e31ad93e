//! References to chunks in other files: what commands show of them, and where they are not followed.

use std::fs;
use std::path::Path;
use std::process::Command;

use serde_json::{Value, json};

use crate::document::Document;
use crate::run::*;
use crate::store::Store;

/// A file of references in a folder, with a file beside it and one outside.
fn folder(references: &str) -> Store {
    // Documents are texts here.
    let group = json!(Document::group_v2().text());
    let array = json!(Document::v2().with("chunks", "[4]").text());
    let text =
        format!(r#"{{"version": 1, "refs": {{".zgroup": {group}, "v/.zarray": {array}, {references}}}}}"#);
    Store::named("in")
        .file("a.bin", [9, 1, 2, 3, 4, 9])
        .file("../out.bin", [5, 6, 7, 8])
        .file("refs.json", text)
}

fn array(folder: &Store) -> String {
    folder.path("refs.json/v").display().to_string()
}

#[test]
fn a_chunk_is_shown_with_the_file_to_which_its_reference_leads() {
    let folder = folder(r#""v/0": ["a.bin", 1, 4]"#);
    let (path, target) = (array(&folder), folder.path("a.bin"));
    assert_names(
        &text(&format!("trace {path} --chunk 0")),
        &[&format!("in      {}, bytes 1:5", target.display())],
    );
    assert_has(
        &parsed(&format!("trace {path} --chunk 0 --json")),
        &json!({"key": "0", "nbytes": 4, "target": {"file": target.to_str(), "offset": 1, "nbytes": 4}}),
    );
    let located = parsed(&format!("locate {path} --chunk 0 --json"));
    assert_has(
        &located,
        &json!({"state": "stored", "offset": 1, "nbytes": 4, "file": target.to_str(), "key": "0"}),
    );
    let shell = Command::new("sh").args(["-c", located["shell"].as_str().unwrap()]).output().unwrap();
    assert_eq!(shell.stdout, [1, 2, 3, 4]);
    assert!(
        located["python"]
            .as_str()
            .unwrap()
            .starts_with("zarr.open_array(\"reference://v\", storage_options=")
    );
    assert_eq!(parsed(&format!("decode {path} --format json"))["values"], json!([1, 2, 3, 4, 0, 0, 0, 0]));
    assert_names(&text(&format!("chunks {path}")), &["stored     1 chunk of 2", "missing    1"]);
    assert_names(&text(&format!("verify {path}")), &["no faults"]);
    assert_names(&text(&format!("info {path}")), &["store          references to chunks in other files"]);
    assert_names(&text(&format!("probe {path} --at 2")), &["3"]);
}

#[test]
fn what_is_written_out_has_no_place_in_a_file() {
    let folder = folder(r#""v/0": "base64:AQIDBA==""#);
    let path = array(&folder);
    assert_has(
        &parsed(&format!("locate {path} --chunk 0 --json")),
        &json!({"state": "inline", "offset": null}),
    );
    assert_names(
        &text(&format!("locate {path} --chunk 0")),
        &["written out as text in the file of references"],
    );
    assert!(parsed(&format!("trace {path} --chunk 0 --json"))["target"].is_null());
    assert_eq!(parsed(&format!("decode {path} --format json --chunk 0"))["values"], json!([1, 2, 3, 4]));
}

#[test]
fn a_reference_that_leads_out_is_an_error_that_names_the_option() {
    let folder = folder(r#""v/0": ["../out.bin", 0, 4], "v/1": ["http://169.254.169.254/latest", 0, 4]"#);
    let path = array(&folder);
    for (chunk, target) in [("0", "../out.bin"), ("1", "http://169.254.169.254/latest")] {
        let (message, _) = failed(&format!("trace {path} --chunk {chunk}"), 3);
        assert_names(
            &message,
            &[&format!("{chunk}: store"), "--allow-references", &format!("found one to {target}")],
        );
    }
    // What was not asked for may be sound.
    let (_, stdout) = failed(&format!("verify {path} --json"), 3);
    let verified: Value = serde_json::from_slice(&stdout).unwrap();
    assert_eq!(verified["faults"][0]["rule"], "reference-refused");
    assert_has(&verified, &json!({"chunks": {"stored": 2, "faulty": 0, "not_known": 2}}));
    assert_eq!(failed(&format!("doctor {path}"), 3).0.lines().count(), 1);
    let note = "followed only with --allow-references: ../out.bin, http://169.254.169.254/latest";
    assert_names(&text(&format!("info {path}")), &[note]);
    let told = format!("--allow-references {}", folder.beside("").display());
    assert_eq!(
        parsed(&format!("decode {path} --chunk 0 --format json {told}"))["values"],
        json!([5, 6, 7, 8])
    );
    assert_names(&failed(&format!("decode {path} --chunk 1 {told}"), 3).0, &["--allow-references"]);
    let misspelt = misused(&format!("info {path} --allow-references /nothing/here"));
    assert_names(&misspelt, &["for --allow-references, found /nothing/here, where nothing is"]);
}

#[test]
fn a_file_that_cannot_be_read_as_references_says_why() {
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("refs.json");
    let path = |file: &Path| file.display().to_string();
    fs::write(&file, r#"{"version": 1, "refs": {"a/.zarray": 1"#).unwrap();
    let (message, _) = faulty(&format!("tree {}", path(&file)));
    assert_names(&message, &["expected references to chunks (Kerchunk) that can be read, found EOF"]);
    fs::write(&file, r#"{"version": 1, "refs": {".zgroup": "{}"}, "gen": [{"key": "a/{{ f(i) }}", "url": "x", "dimensions": {"i": [1]}}]}"#).unwrap();
    assert_names(&faulty(&format!("tree {}", path(&file))).0, &["{{f(i)}}, where only names and"]);
    fs::write(&file, r#"{"a": 1}"#).unwrap();
    assert_names(
        &misused(&format!("info {}", path(&file))),
        &["expected a directory, a zip archive or references"],
    );
}

#[test]
fn a_store_that_cannot_be_opened_is_told_in_json_too() {
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("refs.json").display().to_string();
    fs::write(&file, r#"{"version": 1, "refs": {"a/.zarray": 1"#).unwrap();
    let tree = parsed_fault(&format!("tree {file} --json"));
    assert_has(&tree, &json!({"path": file, "name": file, "kind": "unusable"}));
    assert_has(&tree["faults"][0], &json!({"stage": "store", "document": "", "pointer": ""}));
    let report = parsed_fault(&format!("verify {file} --json"));
    assert_has(&report, &json!({"schema": "zarrscope.verify", "arrays": 0, "chunks": {"stored": 0}}));
    assert_has(
        &report["faults"][0],
        &json!({"array": file, "key": "", "stage": "store", "rule": "store-reference"}),
    );
    assert_has(&parsed_fault(&format!("trace {file} --chunk 0 --json")), &json!({"array": file}));
    for found in [&tree, &report] {
        let message = found["faults"][0]["message"].as_str().unwrap();
        assert_names(message, &["expected references to chunks (Kerchunk) that can be read, found EOF"]);
    }
}

#[cfg(feature = "references-parquet")]
#[test]
fn tables_whose_documents_python_wrote_are_read() {
    let directory = tempfile::tempdir().unwrap();
    let root = directory.path().join("r.parq");
    crate::repository::copy(&repository("tests/references/combined.parq"), &root);
    for file in ["step0.nc", "step1.nc"] {
        fs::copy(repository("tests/references").join(file), directory.path().join(file)).unwrap();
    }
    let document = root.join(".zmetadata");
    let text = fs::read_to_string(&document).unwrap();
    let changed = text.replace(r#""units":"hours"#, r#""_FillValue":NaN,"units":"hours"#);
    assert_ne!(text, changed);
    fs::write(&document, changed).unwrap();
    let time = root.join("time").display().to_string();
    let before = repository("tests/references/combined.parq/time").display().to_string();
    assert_eq!(text_of(&time), text_of(&before));
    assert_eq!(parsed(&format!("info {time} --json"))["attributes"]["_FillValue"], json!("NaN"));
}

#[cfg(feature = "references-parquet")]
fn text_of(array: &str) -> String {
    text(&format!("decode {array} --format json"))
}

#[test]
fn two_stores_of_references_are_compared_by_value() {
    let file = |name: &str| repository("tests/references").join(name).display().to_string();
    assert_names(&text(&format!("diff {} {}", file("layouts.json"), file("inline.json"))), &["equal"]);
}

#[cfg(not(feature = "references-parquet"))]
#[test]
fn tables_of_references_say_what_reads_them() {
    let path = repository("tests/references/layouts.parq").display().to_string();
    assert_names(&text(&format!("info {path}")), &["--features references-parquet"]);
}
