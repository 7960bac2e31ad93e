//! The doctor on chunks that were damaged or misdeclared on purpose, and on sound ones.
//!
//! `tests/python/make_doctor.py` wrote `tests/doctor` and its manifest.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use serde_json::Value;
use zarrscope::codec::DecodeOptions;
use zarrscope::doctor::{Checkup, ChunkChoice, Hypothesis};
use zarrscope::hierarchy::Hierarchy;
use zarrscope::metadata::Change;
use zarrscope::pipeline::{Array, Survey};

use crate::array::open;
use crate::document::Document;
use crate::repository::{manifest, repository};
use crate::store::Store;

fn cases() -> PathBuf {
    repository("tests/doctor")
}

fn rows() -> Vec<Value> {
    manifest("tests/doctor/manifest.json")
}

pub fn coords(value: &Value) -> Option<Vec<u64>> {
    value.as_array().map(|coords| coords.iter().filter_map(Value::as_u64).collect())
}

fn checkup(path: &Path) -> Checkup {
    let hierarchy = Hierarchy::open(path).unwrap();
    Checkup::run(&hierarchy, &DecodeOptions::default(), ChunkChoice::Quick, &mut |_| {})
}

/// What the doctor says about the chunk of a row, or about the array where the row names no chunk.
fn diagnosed(row: &Value) -> Vec<Hypothesis> {
    let path = cases().join(row["store"].as_str().unwrap());
    match coords(&row["chunk"]) {
        Some(chunk) => open(&path).unwrap().diagnose(chunk, &DecodeOptions::default()).unwrap(),
        None => {
            let found = checkup(&path).found.into_iter().filter(|diagnosis| diagnosis.address.is_none());
            found.flat_map(|diagnosis| diagnosis.verdict.hypotheses).collect()
        }
    }
}

#[test]
fn the_true_cause_stands_first() {
    let (mut wrong, rows) = (Vec::new(), rows());
    for row in &rows {
        let found = diagnosed(row);
        if found.first().map(|likeliest| likeliest.hypothesis.as_str()) != row["hypothesis"].as_str() {
            let listed: Vec<String> = found
                .iter()
                .map(|one| format!("{:.2} {} ({})", one.confidence, one.hypothesis, one.evidence))
                .collect();
            wrong.push(format!(
                "{}: expected {}, found\n    {}",
                row["store"],
                row["hypothesis"],
                listed.join("\n    ")
            ));
        }
    }
    assert!(wrong.is_empty(), "{} of {}:\n{}", wrong.len(), rows.len(), wrong.join("\n"));
    assert!(rows.len() >= 100, "{}", rows.len());
}

#[test]
fn every_change_of_a_true_cause_makes_the_chunk_decode() {
    for row in rows().iter().filter(|row| row["changes"] == true) {
        let path = cases().join(row["store"].as_str().unwrap());
        let found = diagnosed(row);
        let cause = found.iter().find(|one| one.hypothesis == row["hypothesis"]).expect("the cause");
        let changes: Vec<Change> = cause.changes.clone();
        assert!(!changes.is_empty(), "{row}");
        // A document that cannot be used has no array to open, so that it is changed as JSON.
        let array = open(&path).ok().map(|array| array.changed(&changes).unwrap());
        let Some(array) = array else { continue };
        let chunk = coords(&row["chunk"]).unwrap_or_else(|| vec![1, 0]);
        let decoded = array.decode(&chunk, &DecodeOptions::default());
        assert!(matches!(decoded, Ok(Some(_))), "{row}: {decoded:?}");
    }
}

#[test]
fn the_other_chunks_of_a_damaged_array_are_sound() {
    let rows = rows();
    for row in rows.iter().filter(|row| row["changes"] == false && !row["chunk"].is_null()) {
        let array = open(&cases().join(row["store"].as_str().unwrap())).unwrap();
        for chunk in chunks(&array).iter().filter(|chunk| Some(*chunk) != coords(&row["chunk"]).as_ref()) {
            let found = array.diagnose(chunk.clone(), &DecodeOptions::default()).unwrap();
            assert_eq!(found, [], "{} {chunk:?}", row["store"]);
        }
    }
}

fn chunks(array: &Array) -> Vec<Vec<u64>> {
    let survey = Survey::take(&array.stored_chunks(), |_| true).unwrap();
    survey.iter().map(|(coords, _)| coords.to_vec()).collect()
}

/// Everything the doctor says about sound arrays.
fn alarms(found: &Checkup) -> Vec<String> {
    let text = |one: &Hypothesis| format!("{:.2} {} ({})", one.confidence, one.hypothesis, one.evidence);
    found
        .found
        .iter()
        .flat_map(|place| {
            place.verdict.hypotheses.iter().map(|one| {
                format!(
                    "{} {:?}: {}",
                    place.array,
                    place.address.as_ref().map(|address| &address.chunk),
                    text(one)
                )
            })
        })
        .collect()
}

#[test]
fn nothing_is_said_of_the_sound_samples() {
    let mut said = Vec::new();
    for entry in fs::read_dir(repository("sample-data")).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() && !path.ends_with("broken.zarr") {
            said.extend(alarms(&checkup(&path)));
        }
    }
    // What is damaged on purpose in the lessons is found.
    let damaged =
        ["11-checksum.zarr/damaged", "15-faults.zarr/snow", "15-faults.zarr/wind", "18-tide.zarr/tide"];
    for array in damaged {
        assert!(said.iter().any(|said| said.contains(array)), "nothing of {array}: {}", said.join("\n"));
    }
    said.retain(|said| !damaged.iter().any(|array| said.contains(array)));
    assert!(said.is_empty(), "{}", said.join("\n"));
}

/// Both inner chunks have 29 bytes, and those of the other one, 29 bytes away, decode.
#[test]
fn a_damaged_inner_chunk_is_not_taken_for_the_one_beside_it() {
    let said = format!("{:?}", checkup(&repository("sample-data/lessons/18-tide.zarr")));
    assert!(said.contains("one bit is flipped") && !said.contains("the entry of inner chunk"), "{said}");
}

#[test]
fn nothing_is_said_of_the_sound_arrays_of_other_writers() {
    let corpus = repository("tests/corpus");
    let (mut said, mut looked_at) = (Vec::new(), 0);
    for row in manifest("tests/corpus/manifest.json") {
        let has_values = row["raw"].is_string() || row["json"].is_string();
        let path = corpus.join(row["path"].as_str().unwrap());
        if has_values && row["expect"].is_null() && path.exists() {
            said.extend(alarms(&checkup(&path)));
            looked_at += 1;
        }
    }
    assert!(said.is_empty(), "{}", said.join("\n"));
    assert!(looked_at > 400, "{looked_at}");
}

#[test]
fn a_chunk_takes_little_time() {
    // The bound is for a release build; without optimisation everything takes longer.
    let most = Duration::from_millis(if cfg!(debug_assertions) { 3000 } else { 100 });
    for row in rows().iter().filter(|row| !row["chunk"].is_null()) {
        let start = Instant::now();
        diagnosed(row);
        assert!(start.elapsed() < most, "{row}: {:?}", start.elapsed());
    }
}

#[test]
fn however_much_is_wrong_a_confidence_is_one() {
    let array = |data_type: &str, codecs: &[&str]| {
        let document = Document::v3().shaped("[4]", "[4]").typed(data_type);
        document.with("codecs", serde_json::json!(codecs).to_string())
    };
    // No chunk is stored that would show which of the similar names is meant, or which of many codecs was not applied.
    let unnamed = array("knt8", &["bytes"]);
    let many = array("uint8", &[&["bytes"][..], &["crc32c"; 20]].concat());
    let stored = Store::of(&many).file("c/0", [1, 2, 3, 4]);
    for (document, store) in [(&unnamed, Store::of(&unnamed)), (&many, stored)] {
        let found = checkup(&store.path("")).found.into_iter();
        let found: Vec<_> = found.flat_map(|diagnosis| diagnosis.verdict.hypotheses).collect();
        assert!(!found.is_empty(), "{}", document.text());
        for hypothesis in found {
            assert!(hypothesis.confidence > 0.0 && hypothesis.confidence <= 1.0, "{hypothesis:?}");
        }
    }
}
