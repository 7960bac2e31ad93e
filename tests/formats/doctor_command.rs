//! The command `doctor` on arrays that were damaged or misdeclared on purpose.
#![allow(clippy::unwrap_used)]

use serde_json::Value;

use crate::doctor::coords;
use crate::program;

/// What the command prints, with its exit status.
fn run(arguments: &str) -> (Option<i32>, String, String) {
    program::run("", arguments)
}

#[test]
fn the_command_prints_cause_evidence_and_change() {
    let (code, text, error) = run("doctor tests/doctor/gzip_is_zstd");
    assert_eq!(code, Some(1));
    assert!(error.starts_with("error: tests/doctor/gzip_is_zstd: c.0.0: gzip: "), "{error}");
    assert!(!error.contains("more)"), "{error}");
    for part in [
        "zarr.json  chunk (0, 0)  key c.0.0, and 3 more chunks",
        "compressor is zstd",
        "28 b5 2f fd",
        "/codecs/1: {\"name\":\"zstd\"",
        "1 array, 4 chunks: something is wrong in 1 place",
    ] {
        assert!(text.contains(part), "{part:?} is not in\n{text}");
    }
}

#[test]
fn the_command_prints_the_same_for_scripts() {
    let (code, text, _) = run("doctor tests/doctor/gzip_is_zstd --chunk 1,0 --json");
    let found: Value = serde_json::from_str(&text).unwrap();
    assert_eq!((code, &found["arrays"], &found["chunks"]), (Some(1), &1.into(), &1.into()));
    let first = &found["hypotheses"][0];
    assert_eq!(first["hypothesis"], "compressor is zstd");
    assert_eq!(
        (first["array"].as_str(), first["key"].as_str()),
        (Some("tests/doctor/gzip_is_zstd"), Some("c.1.0"))
    );
    assert_eq!((coords(&first["chunk"]), first["confidence"].as_f64()), (Some(vec![1, 0]), Some(0.98)));
    assert_eq!(first["changes"][0]["pointer"], "/codecs/1");
    assert_eq!(found["faults"][0]["stage"], "gzip");
}

#[test]
fn what_can_be_said_in_any_case_is_said() {
    let (_, text, _) = run("doctor tests/doctor/truncated_raw");
    assert!(text.contains("300 bytes are stored; the median of 3 other chunks has 480"), "{text}");
    assert!(text.contains("they begin with "), "{text}");
    let (_, text, _) = run("doctor tests/doctor/foreign_html --json");
    let found: Value = serde_json::from_str(&text).unwrap();
    let remarks = found["faults"][0]["remarks"].as_array().unwrap();
    assert!(remarks.iter().any(|remark| remark.as_str().unwrap().contains("as text \"<!")), "{remarks:?}");
}

#[test]
fn a_sound_array_ends_with_0_and_a_wrong_call_with_2() {
    let (code, text, error) = run("doctor sample-data/sharded.zarr");
    assert_eq!((code, error.as_str()), (Some(0), ""));
    assert!(text.ends_with("nothing wrong found\n"), "{text}");
    assert_eq!(run("doctor sample-data/sharded.zarr/plain --chunk 9,9").0, Some(2));
    assert_eq!(run("doctor sample-data/sharded.zarr --chunk 0,0").0, Some(2));
    assert_eq!(run("doctor sample-data/nothing.zarr").0, Some(2));
}

#[test]
fn one_inner_chunk_can_be_looked_at() {
    let (code, text, _) = run("doctor tests/doctor/shard_flipped_inner --chunk 1,0 --inner 1,0");
    assert_eq!(code, Some(1));
    assert!(text.contains("one bit is flipped: byte 17, bit 4 of the inner chunk"), "{text}");
    assert_eq!(run("doctor tests/doctor/shard_flipped_inner --chunk 1,0 --inner 0,0").0, Some(0));
}

#[test]
fn trace_prints_the_likeliest_causes_too() {
    let (_, text, _) = run("trace tests/doctor/gzip_is_zstd --chunk 1,0");
    assert!(text.contains("hint: compressor is zstd: 28 b5 2f fd, the mark of zstd"), "{text}");
    let (_, text, _) = run("trace tests/doctor/gzip_is_zstd --chunk 1,0 --json");
    let trace: Value = serde_json::from_str(&text).unwrap();
    let hint = trace["fault"]["hints"][0].as_str().unwrap();
    assert!(hint.starts_with("compressor is zstd: "), "{hint}");
}
