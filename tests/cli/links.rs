//! Links, and things in the place of a file.
#![cfg(unix)]

use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use crate::run::*;

/// A copy of an array of three chunks, one of them replaced by a link; gives the path of the array.
fn with_link(to: &str) -> (tempfile::TempDir, PathBuf) {
    let directory = tempfile::tempdir().unwrap();
    copy("grids.zarr", directory.path());
    let chunk = directory.path().join("grids.zarr/one_d/c/0");
    let _ = fs::remove_file(&chunk);
    symlink(to, chunk).unwrap();
    let array = directory.path().join("grids.zarr/one_d");
    (directory, array)
}

fn json_of(command: &str, path: &Path) -> Value {
    let run = assert_cmd::Command::from_std(zarrscope(&format!("{command} {}", path.display()))).assert();
    assert_schema(command, &run.get_output().stdout);
    serde_json::from_slice(&run.get_output().stdout).unwrap()
}

#[test]
fn a_chunk_that_leads_to_itself_is_one_fault_and_hides_no_other_chunk() {
    for target in ["0", ".."] {
        let (_directory, array) = with_link(target);
        let verified = json_of("verify --json", &array);
        let sound = parsed("verify grids.zarr/one_d --json");
        assert_eq!(verified["chunks"]["stored"], sound["chunks"]["stored"], "{target}: {verified:#}");
        assert_eq!(verified["chunks"]["missing"], sound["chunks"]["missing"]);
        assert_has(&verified, &json!({"faults": [{"key": "c/0", "chunk": [0], "stage": "store"}]}));
        assert_eq!(json_of("chunks --json", &array)["not_files"], json!(["c/0"]));
        faulty(&format!("decode {}", array.display()));
    }
}

#[test]
fn a_link_to_a_directory_is_not_walked_for_a_chunk() {
    let elsewhere = tempfile::tempdir().unwrap();
    for number in 0..20 {
        fs::write(elsewhere.path().join(format!("{number}")), b"").unwrap();
    }
    let (_directory, array) = with_link(elsewhere.path().to_str().unwrap());
    let chunks = json_of("chunks --json", &array);
    assert_eq!((&chunks["not_files"], &chunks["strays"]["count"]), (&json!(["c/0"]), &json!(0)));
}

#[test]
fn a_document_that_is_no_file_is_reported_once_with_its_stage() {
    let node = tempfile::tempdir().unwrap();
    fs::create_dir(node.path().join("zarr.json")).unwrap();
    let path = node.path().display();
    for command in ["trace --chunk 0", "chunks", "decode"] {
        let (message, _) = faulty(&format!("{command} {path}"));
        let expected = "zarr.json: metadata: expected a regular file, found a directory";
        assert_eq!(message, format!("error: {path}: {expected}\n"), "{command}");
    }
    for command in ["trace --json --chunk 0", "chunks --json"] {
        assert_has(
            &json_of(command, node.path()),
            &json!({"fault": {"stage": "metadata", "document": "zarr.json"}}),
        );
    }
    let (message, _) = faulty(&format!("verify {path}"));
    assert_eq!(message.matches("zarr.json").count(), 1, "{message}");
}

#[test]
fn a_directory_on_the_way_to_chunks_that_cannot_be_read_is_a_fault() {
    let directory = tempfile::tempdir().unwrap();
    copy("grids.zarr", directory.path());
    let array = directory.path().join("grids.zarr/one_d");
    fs::remove_dir_all(array.join("c")).unwrap();
    symlink("c", array.join("c")).unwrap();
    let path = array.display();
    for command in ["chunks", "verify", "tree"] {
        let (message, _) = faulty(&format!("{command} {path}"));
        assert_names(&message, &["c: store: ", "expected something that can be read"]);
    }
    assert_has(&json_of("chunks --json", &array), &json!({"fault": {"stage": "store"}}));
}
