//! `trace`, and the options of decoding.

use std::fs;

use serde_json::{Value, json};

use crate::run::*;

#[test]
fn every_stage_is_counted_through_and_can_be_shown_whole() {
    let trace = parsed("trace codecs.zarr/packed_temperature --chunk 0,0 --json");
    let last = &trace["stages"][2]["statistics"];
    assert_has(
        last,
        &json!({"min": 0.0, "max": 2540.0, "nan": 2, "infinite": 0, "fill": 2, "looked_at": 12}),
    );
    let stored = parsed("trace codecs.zarr/packed_temperature --chunk 0,0 --stage stored --json");
    assert_has(&stored, &json!({"stage": "stored", "nbytes": 12, "bytes": "AQICAwQEHQAC/wD/"}));
    let dump = text("trace codecs.zarr/packed_temperature --chunk 0,0 --stage 2");
    assert_names(&dump, &["c.0.0 after bytes: 12 bytes", "0000 01 02 02 03 04 04 1d 00 02 ff 00 ff"]);
    misused("trace codecs.zarr/crc32c --chunk 0,0 --stage 5");
}

#[test]
fn trace_shows_every_stage_in_decoding_order() {
    let trace = text("trace codecs.zarr/everything --chunk 0,1");
    assert_names(&trace, &["codecs.zarr/everything", "(0, 1)", "c.0.1", "47 B", "0x98cb8a7b"]);
    assert_eq!(codecs(&trace), ["crc32c", "zstd", "bytes", "cast_value", "scale_offset", "transpose"]);
    assert_names(line(&trace, "transpose"), &["array->array", "3×5 float32"]);
}

#[test]
fn trace_json_has_every_stage_in_decoding_order() {
    let trace = parsed("trace codecs.zarr/everything --chunk 0,1 --json");
    let array = |data_type: &str, shape: [u64; 2], nbytes: u64| json!({"data_type": data_type, "shape": shape, "nbytes": nbytes});
    let stage = |codec: &str, kind: &str, input: &Value, output: &Value| json!({"codec": codec, "kind": kind, "outcome": "decoded", "input": input, "output": output});
    let [stored, zstd, bytes] = [47, 43, 30].map(|nbytes| json!({"nbytes": nbytes}));
    let (int16, float32) = (array("int16", [5, 3], 30), array("float32", [5, 3], 60));
    let stages = json!([
        stage("crc32c", "bytes->bytes", &stored, &zstd),
        stage("zstd", "bytes->bytes", &zstd, &bytes),
        stage("bytes", "array->bytes", &bytes, &int16),
        stage("cast_value", "array->array", &int16, &float32),
        stage("scale_offset", "array->array", &float32, &float32),
        stage("transpose", "array->array", &float32, &array("float32", [3, 5], 60)),
    ]);
    let expected = json!({"array": "codecs.zarr/everything", "chunk": [0, 1], "key": "c.0.1", "state": "stored",
        "nbytes": 47, "stages": stages, "fault": null});
    assert_has(&trace, &expected);
    assert_eq!(keys(&trace), keys(&expected));
    assert_eq!(trace["stages"][0]["notes"], json!([{"name": "checksum", "value": "0x98cb8a7b"}]));
    for stage in trace["stages"].as_array().unwrap() {
        assert!(stage["elapsed_us"].is_u64() && stage["notes"].is_array(), "{stage}");
        assert!(stage.get("error").is_none(), "{stage}");
    }
}

#[test]
fn trace_json_of_a_fault_is_as_the_contract_shows_it() {
    let (message, stdout) = faulty("trace broken.zarr/wrong_length --chunk 0,1 --json");
    let error = "expected 128 bytes (4×4 int64), found 64";
    assert_eq!(message, format!("error: broken.zarr/wrong_length: c.0.1: bytes: {error}\n"));
    let trace: Value = serde_json::from_slice(&stdout).unwrap();
    let expected = json!({"array": "broken.zarr/wrong_length", "chunk": [0, 1], "key": "c.0.1", "state": "stored",
        "nbytes": 68,
        "stages": [
            {"codec": "crc32c", "kind": "bytes->bytes", "outcome": "decoded", "input": {"nbytes": 68},
                "output": {"nbytes": 64}, "notes": [{"name": "checksum", "value": "0x71681083"}]},
            {"codec": "bytes", "kind": "array->bytes", "outcome": "failed", "input": {"nbytes": 64}, "error": error},
            {"codec": "transpose", "kind": "array->array", "outcome": "not reached"}],
        "fault": {"stage": "bytes", "codec_index": 1, "message": error}});
    assert_has(&trace, &expected);
    assert_eq!(keys(&trace), keys(&expected));
    assert_eq!(trace["fault"]["hints"][0], "64 bytes would be 4×4 int32");
    assert!(trace["stages"][1].get("output").is_none(), "{trace:#}");
    for field in ["input", "output", "error", "elapsed_us"] {
        assert!(trace["stages"][2].get(field).is_none(), "{trace:#}");
    }
}

#[test]
fn trace_shows_what_a_failed_stage_had_given() {
    let (_, stdout) = faulty("trace broken.zarr/wrong_length --chunk 0,1 --json");
    let trace: Value = serde_json::from_slice(&stdout).unwrap();
    // int64 in the document, int32 in the chunk: half of the elements are there.
    assert_eq!(trace["stages"][1]["partial"], json!({"nbytes": 64, "consumed": 64, "size": 8}));
    assert!(trace["stages"][0].get("partial").is_none(), "{trace:#}");
    let (_, stdout) = faulty("trace broken.zarr/flipped_bit --chunk 1,0 --json");
    let trace: Value = serde_json::from_slice(&stdout).unwrap();
    let nbytes = trace["nbytes"].as_u64().unwrap() - 4;
    assert_eq!(trace["stages"][0]["partial"], json!({"nbytes": nbytes, "consumed": nbytes}));
    let (_, stdout) = faulty("trace broken.zarr/wrong_length --chunk 0,1");
    let line = "gave 8 of 16 elements before it failed, from the first 64 bytes of its input";
    assert_names(&String::from_utf8(stdout).unwrap(), &[line]);
}

#[test]
fn trace_shows_which_inner_chunks_of_a_shard_are_broken() {
    let (_, stdout) = faulty("trace broken.zarr/bad_shard_index --chunk 0,0 --json");
    let trace: Value = serde_json::from_slice(&stdout).unwrap();
    let stage = &trace["stages"][0];
    let (size, filled) = (&stage["partial"]["size"], &stage["partial"]["filled"]);
    assert_eq!(filled.as_u64().unwrap() * 4, size.as_u64().unwrap(), "one of four inner chunks: {stage:#}");
    assert!(
        stage["notes"]
            .as_array()
            .unwrap()
            .contains(&json!({"name": "broken inner chunks", "value": "1: (0, 1)"}))
    );
    let (_, stdout) = faulty("trace broken.zarr/bad_shard_index --chunk 0,0");
    assert_names(&String::from_utf8(stdout).unwrap(), &["; the others have no value"]);
}

#[test]
fn trace_leads_to_the_stage_of_every_fault_of_the_samples() {
    for row in manifest("fault_stage") {
        let arguments = faulty_chunk(&row);
        let (message, stdout) = faulty(&format!("trace {arguments} --json"));
        let (trace, stage) = (serde_json::from_slice::<Value>(&stdout).unwrap(), row["fault_stage"].as_str());
        let (stage, array) = (stage.unwrap(), row["array"].as_str().unwrap());
        assert_has(&trace, &json!({"array": array, "fault": {"stage": stage}}));
        assert_names(
            &message,
            &[array, stage, "expected", "found", trace["fault"]["message"].as_str().unwrap()],
        );
        if stage == "metadata" {
            let expected = json!({"stage": stage, "document": "zarr.json", "pointer": row["pointer"],
                "message": trace["fault"]["message"]});
            assert_has(&trace, &json!({"array": array, "fault": expected}));
            assert_names(&message, &["zarr.json", row["pointer"].as_str().unwrap()]);
        } else {
            assert_names(&message, &[trace["key"].as_str().unwrap()]);
            let outcomes = each(&trace["stages"], "outcome");
            let failed = outcomes.iter().position(|outcome| *outcome == "failed").unwrap();
            assert!(
                outcomes[..failed].iter().all(|outcome| *outcome == "decoded"),
                "{arguments}: {outcomes:?}"
            );
            assert!(outcomes[failed + 1..].iter().all(|outcome| *outcome == "not reached"), "{outcomes:?}");
            let codec_index = trace["fault"]["codec_index"].as_u64().unwrap();
            assert_eq!(trace["stages"][failed]["codec"], stage);
            assert_eq!(codec_in_document(array, codec_index), stage);
        }
    }
}

/// The name at a position of the metadata's `codecs`.
fn codec_in_document(array: &str, codec_index: u64) -> String {
    let document = fs::read(repository("sample-data").join(array).join("zarr.json")).unwrap();
    let document: Value = serde_json::from_slice(&document).unwrap();
    document["codecs"][usize::try_from(codec_index).unwrap()]["name"].as_str().unwrap().to_owned()
}

#[test]
fn a_missing_chunk_is_no_fault_and_reaches_no_stage() {
    let trace = parsed("trace codecs.zarr/packed_temperature --chunk 1,0 --json");
    assert_has(&trace, &json!({"state": "missing", "key": "c.1.0", "fault": null}));
    let outcomes = each(&trace["stages"], "outcome");
    assert_eq!(outcomes, ["not reached"; 3]);
    assert_names(
        &text("trace codecs.zarr/packed_temperature --chunk 1,0"),
        &["missing", "not reached", "fill value"],
    );
}

#[test]
fn an_array_without_dimensions_has_a_chunk_without_coordinates() {
    let trace = parsed("trace grids.zarr/zero_d --chunk= --json");
    assert_has(&trace, &json!({"chunk": [], "key": "c", "state": "stored", "nbytes": 8, "fault": null}));
    assert_has(&parsed("trace grids.zarr/zero_d_v2_keys --chunk= --json"), &json!({"key": "0"}));
}

#[test]
fn trace_opens_an_inner_chunk_of_a_shard() {
    let trace = parsed("trace sharded.zarr/plain --chunk 0,1 --inner 1,0 --json");
    assert_has(
        &trace,
        &json!({"chunk": [0, 1], "inner": [1, 0], "key": "c/0/1", "state": "stored", "fault": null}),
    );
    assert_eq!(each(&trace["stages"], "codec"), ["sharding_indexed", "zstd", "bytes"]);
    let output = &trace["stages"][2]["output"];
    assert_eq!(*output, json!({"data_type": "int32", "shape": [4, 4], "nbytes": 64}));
    let nested = parsed("trace sharded.zarr/nested --chunk 0,0 --inner 1,0 --inner 1,3 --json");
    assert_has(&nested, &json!({"stages": [{}, {}, {}, {"output": {"shape": [4, 2]}}]}));
}

#[test]
fn an_inner_chunk_that_is_not_in_its_shard_is_missing() {
    let trace = parsed("trace sharded.zarr/missing_inner --chunk 1,0 --inner 0,0 --json");
    assert_has(&trace, &json!({"state": "missing", "fault": null}));
    assert_has(
        &parsed("trace sharded.zarr/missing_inner --chunk 1,0 --inner 1,1 --json"),
        &json!({"state": "stored", "fault": null}),
    );
}

#[test]
fn a_faulty_entry_of_a_shard_index_leaves_the_other_inner_chunks_sound() {
    for inner in ["0,0", "1,0", "1,1"] {
        sound(&format!("trace broken.zarr/bad_shard_index --chunk 0,0 --inner {inner}"));
    }
    let (message, _) = faulty("trace broken.zarr/bad_shard_index --chunk 0,0 --inner 0,1");
    assert_names(
        &message,
        &["broken.zarr/bad_shard_index", "c.0.0", "sharding_indexed", "expected", "found"],
    );
}

#[test]
fn an_ignored_checksum_becomes_a_note_and_decoding_goes_on() {
    let (checksum, _) = faulty("trace broken.zarr/flipped_bit --chunk 1,0");
    assert_names(&checksum, &["broken.zarr/flipped_bit", "c.1.0", "crc32c", "0x18ee2490", "0xd3610e69"]);
    let trace = parsed("trace broken.zarr/flipped_bit --chunk 1,0 --ignore-checksums --json");
    assert_eq!(trace["fault"], Value::Null);
    assert_eq!(each(&trace["stages"], "outcome"), ["decoded", "decoded"]);
    let notes = trace["stages"][0]["notes"].to_string();
    assert_names(&notes, &["mismatch", "0x18ee2490", "0xd3610e69"]);
    let csv = text("decode broken.zarr/flipped_bit --ignore-checksums --format csv");
    assert_eq!(csv.lines().nth(5), Some("8233,42,43,44,45,46,47,48"));
    let verified = parsed("verify broken.zarr/flipped_bit --ignore-checksums --json");
    assert_has(&verified, &json!({"chunks": {"decoded": 4, "faulty": 0}, "faults": []}));
}

#[test]
fn a_chunk_over_the_limit_is_refused() {
    for command in ["trace climate.zarr/temperature --chunk 0,0,0", "decode climate.zarr/temperature"] {
        let (message, _) = faulty(&format!("{command} --max-chunk-bytes 10"));
        assert_names(
            &message,
            &["climate.zarr/temperature", "c/0/0/0", "--max-chunk-bytes", "expected", "160000"],
        );
    }
    let (_, stdout) = faulty("trace climate.zarr/temperature --chunk 0,0,0 --max-chunk-bytes 10 --json");
    let trace: Value = serde_json::from_slice(&stdout).unwrap();
    assert_names(trace["fault"]["message"].as_str().unwrap(), &["10 bytes", "160000 bytes"]);
    let verified = parsed_fault("verify climate.zarr/x --max-chunk-bytes 10 --json");
    assert_has(&verified, &json!({"chunks": {"decoded": 0, "faulty": 1}, "faults": [{"key": "c/0"}]}));
    sound("decode climate.zarr/x --max-chunk-bytes 24000 --format raw");
}

#[test]
fn a_missing_chunk_over_the_limit_is_refused_as_a_stored_one() {
    let (message, _) = faulty("decode climate.zarr/temperature --chunk 0,0,3 --max-chunk-bytes 10");
    assert_names(&message, &["climate.zarr/temperature", "c/0/0/3", "expected", "found 160000"]);
}
