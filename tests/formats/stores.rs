//! Stores by many writers: every array against the values that its writer's library read, and every command on each.
//!
//! `tests/python/make_corpus.py` and `make_corpus_v2.py` wrote `tests/corpus` and its manifest.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::fs;
use std::path::PathBuf;

use serde_json::Value;
use zarrscope::codec::DecodeOptions;

use crate::array::open_any;
use crate::repository::{manifest, repository};

pub fn corpus() -> PathBuf {
    repository("tests/corpus")
}

pub fn rows() -> Vec<Value> {
    manifest("tests/corpus/manifest.json")
}

pub fn text<'a>(row: &'a Value, member: &str) -> Option<&'a str> {
    row[member].as_str()
}

/// The bytes of the whole array, or why there are none.
fn whole(path: &str) -> Result<Vec<u8>, String> {
    let array = open_any(&corpus().join(path)).map_err(|fault| fault.to_string())?;
    let read = array.read_region(&array.whole(), &DecodeOptions::default());
    read.map(|values| values.bytes().to_vec()).map_err(|error| error.to_string())
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
    assert_eq!(compared, 480);
}
