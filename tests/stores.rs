//! Stores by many writers: every array against the values that its writer's library read, and every command on each.
//!
//! `tests/python/make_corpus.py` and `make_corpus_v2.py` wrote `tests/corpus` and its manifest.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::fs;
use std::path::PathBuf;
use std::process::Command;

use serde_json::Value;
use zarrscope::codec::DecodeOptions;
use zarrscope::hierarchy::Hierarchy;
use zarrscope::pipeline::{Array, Fault};

fn corpus() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/corpus")
}

fn rows() -> Vec<Value> {
    let text = fs::read_to_string(corpus().join("manifest.json")).unwrap();
    serde_json::from_str::<Value>(&text).unwrap().as_array().unwrap().clone()
}

fn text<'a>(row: &'a Value, member: &str) -> Option<&'a str> {
    row[member].as_str()
}

fn open(path: &str) -> Result<Array, Fault> {
    let hierarchy = Hierarchy::open(&corpus().join(path)).unwrap();
    Array::open(&hierarchy, &hierarchy.describe("")).expect("an array")
}

/// The bytes of the whole array, or why there are none.
fn whole(path: &str) -> Result<Vec<u8>, String> {
    let array = open(path).map_err(|fault| fault.to_string())?;
    let read = array.read_region(&array.whole(), &DecodeOptions::default());
    read.map(|elements| elements.bytes().to_vec()).map_err(|(coords, fault)| format!("{coords:?}: {fault}"))
}

fn run(command: &str, path: &str) -> (Option<i32>, String, String) {
    let mut words = command.split_whitespace();
    let output = Command::new(env!("CARGO_BIN_EXE_zarrscope"))
        .args([words.next().unwrap(), path])
        .args(words)
        .current_dir(corpus())
        .output()
        .unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("text");
    (output.status.code(), text(output.stdout), text(output.stderr))
}

#[test]
fn every_array_decodes_to_the_bytes_of_its_writer() {
    let (mut compared, mut wrong) = (0, Vec::new());
    for row in rows() {
        let (Some(path), Some(raw)) = (text(&row, "path"), text(&row, "raw")) else { continue };
        let expected = fs::read(corpus().join(raw)).unwrap();
        match whole(path) {
            Ok(found) if found == expected => compared += 1,
            Ok(found) => wrong.push(format!("{path}: {} bytes of {} differ", found.len(), expected.len())),
            Err(fault) => wrong.push(format!("{path}: {fault}")),
        }
    }
    assert!(wrong.is_empty(), "{compared} are right, {} are not:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn every_array_of_any_length_decodes_to_the_values_of_its_writer() {
    let mut wrong = Vec::new();
    for row in rows() {
        let (Some(path), Some(json)) = (text(&row, "path"), text(&row, "json")) else { continue };
        let expected: Value = serde_json::from_slice(&fs::read(corpus().join(json)).unwrap()).unwrap();
        let (_, stdout, stderr) = run("decode --format json", path);
        match serde_json::from_str::<Value>(&stdout) {
            Ok(found) if found["values"] == expected => {}
            Ok(found) => wrong.push(format!("{path}: {} is not {expected}", found["values"])),
            Err(_) => wrong.push(format!("{path}: {stderr}")),
        }
    }
    assert!(wrong.is_empty(), "{} are not right:\n{}", wrong.len(), wrong.join("\n"));
}
