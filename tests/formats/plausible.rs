//! Values that look wrong: arrays whose documents do not fit their bytes, and many that are sound.
//!
//! `tests/python/make_plausible.py` wrote `tests/plausible/stores` and the manifest.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod sound;

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;
use zarrscope::codec::DecodeOptions;
use zarrscope::doctor::Hypothesis;
use zarrscope::pipeline::Array;

use crate::array::open_any;
use crate::repository::{manifest, repository};

fn open(path: &Path) -> Option<Array> {
    open_any(path).ok()
}

fn stores() -> PathBuf {
    repository("tests/plausible/stores")
}

fn diagnose(array: &Array, chunk: &[u64]) -> Vec<Hypothesis> {
    array.diagnose(chunk, &DecodeOptions::default()).expect("bytes that can be read")
}

/// The first chunks of an array that decode.
fn decoding(array: &Array, most: usize) -> Vec<Vec<u64>> {
    let whole = array.whole();
    let chunks = array.metadata.chunk_grid.touched(&whole).take(most);
    chunks.filter(|chunk| matches!(array.decode(chunk, &DecodeOptions::default()), Ok(Some(_)))).collect()
}

fn rows() -> Vec<Value> {
    manifest("tests/plausible/manifest.json")
}

fn row(row: &Value) -> (String, Vec<u64>, String) {
    let chunk = row["chunk"].as_array().unwrap().iter().filter_map(Value::as_u64).collect();
    (row["array"].as_str().unwrap().to_owned(), chunk, row["hypothesis"].as_str().unwrap().to_owned())
}

/// Arrays whose cause is not the first that is named: what is stored allows another one as well.
const MISSED: [&str; 1] = ["order/square"];

#[test]
fn the_true_cause_comes_first() {
    let (rows, mut missed) = (rows(), Vec::new());
    for (path, chunk, expected) in rows.iter().map(row) {
        let array = open(&stores().join(&path)).expect(&path);
        let found = diagnose(&array, &chunk);
        if found.first().is_none_or(|first| !first.hypothesis.starts_with(&expected)) {
            missed.push(path);
        }
    }
    assert!(rows.len() >= 100, "{}", rows.len());
    assert_eq!(missed, MISSED);
}

#[test]
fn nothing_is_left_to_say_once_the_document_is_changed() {
    for (path, chunk, _) in rows().iter().map(row) {
        let array = open(&stores().join(&path)).expect(&path);
        // No document mends a chunk that is cut.
        let found = diagnose(&array, &chunk);
        for first in found.iter().take(1).filter(|first| first.hypothesis != "the file is truncated") {
            assert!(first.confidence >= 0.6 && first.confidence <= 0.9, "{path}: {first:?}");
            let changed = array.changed(&first.changes).unwrap_or_else(|fault| panic!("{path}: {fault}"));
            assert_eq!(diagnose(&changed, &chunk), [], "{path}");
        }
    }
}

#[test]
fn the_evidence_says_the_numbers() {
    for (path, expected) in [
        (
            "endian/float32_little",
            "as little-endian numbers 22 % of the values are beyond 1e30, below 1e-30 or not a number; \
             as big-endian numbers all lie between 268.8 and 291.9",
        ),
        (
            "endian/datetime64",
            "as little-endian numbers all of the dates are before 1900 or after 2100; \
             as big-endian numbers all lie between 2021-03-01T00:00:00 and 2021-03-17T15:00:00",
        ),
        (
            "data_type/int32_as_float32",
            "as float32 all of the values are subnormal; as int32 they are whole numbers between 240 and 377",
        ),
    ] {
        let array = open(&stores().join(path)).expect(path);
        let chunk = vec![0; array.metadata.shape.len()];
        assert_eq!(diagnose(&array, &chunk).first().expect(path).evidence, expected, "{path}");
    }
}

#[test]
fn nothing_is_said_of_sound_values() {
    let mut said = Vec::new();
    let size = sound::each(|name, path| {
        let array = open(path).expect(name);
        let chunk = vec![0; array.metadata.shape.len()];
        let found = diagnose(&array, &chunk);
        said.extend(found.into_iter().map(|one| format!("{name}: {one:?}")));
    });
    assert!(size > 900 && said.is_empty(), "{} of {size}: {said:#?}", said.len());
}

#[test]
fn nothing_is_said_of_the_stores_that_are_sound() {
    let (mut chunks, mut said) = (0, Vec::new());
    for place in [repository("sample-data"), repository("tests/corpus")] {
        find_arrays(&place, &mut |path| {
            let Some(array) = open(path) else { return };
            for chunk in decoding(&array, 4) {
                chunks += 1;
                let found = diagnose(&array, &chunk);
                said.extend(found.into_iter().map(|one| format!("{} {chunk:?}: {one:?}", path.display())));
            }
        });
    }
    assert!(chunks > 1000 && said.is_empty(), "{} of {chunks}: {said:#?}", said.len());
}

fn find_arrays(directory: &Path, found: &mut dyn FnMut(&Path)) {
    if directory.ends_with("broken.zarr") {
        return;
    }
    if directory.join(".zarray").exists() || directory.join("zarr.json").exists() {
        found(directory);
    }
    let mut below: Vec<PathBuf> =
        fs::read_dir(directory).unwrap().map(|entry| entry.unwrap().path()).collect();
    below.sort();
    below.iter().filter(|path| path.is_dir() && !path.is_symlink()).for_each(|path| find_arrays(path, found));
}
