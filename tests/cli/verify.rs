//! `verify`.

use assert_cmd::Command;
use serde_json::json;

use crate::run::*;
use crate::store::Store;

#[test]
fn verify_json_counts_chunks_and_bytes() {
    let verified = parsed("verify climate.zarr/ocean --json");
    let expected = json!({"schema": "zarrscope.verify", "version": 1,
        "arrays": 3, "chunks": {"stored": 7, "missing": 0, "decoded": 7, "faulty": 0},
        "stored_nbytes": 112 + 1020 + 456, "decoded_nbytes": 14 * 8 + 600 * 2 + 600 * 4,
        "seconds": verified["seconds"], "faults": []});
    assert_eq!(verified, expected);
    assert!(verified["seconds"].as_f64().unwrap() >= 0.0);
    let temperature = parsed("verify climate.zarr/temperature --json");
    assert_has(&temperature, &json!({"arrays": 1, "chunks": {"stored": 117, "missing": 43, "decoded": 117}}));
}

#[test]
fn verify_lists_every_fault_of_the_samples() {
    let verified = parsed_fault("verify broken.zarr --json");
    let run = Command::from_std(zarrscope("verify broken.zarr")).assert().code(1);
    let listed = String::from_utf8(run.get_output().stdout.clone()).unwrap();
    let (mut rows, faults) = (manifest("fault_stage"), verified["faults"].as_array().unwrap());
    rows.retain(|row| row["array"].as_str().unwrap().starts_with("broken.zarr/"));
    assert_eq!(faults.len(), rows.len(), "{verified:#}");
    for row in rows {
        let array = row["array"].as_str().unwrap();
        let fault = faults.iter().find(|fault| fault["array"] == row["array"]).expect(array);
        assert_has(fault, &json!({"stage": row["fault_stage"]}));
        for field in ["array", "key", "chunk", "stage", "message"] {
            assert!(fault.get(field).is_some(), "no {field} in {fault}");
        }
        if fault["stage"] != "metadata" {
            assert_eq!(fault["chunk"], row["chunk"], "{fault}");
        }
        let [key, stage, message] = ["key", "stage", "message"].map(|field| fault[field].as_str().unwrap());
        assert_names(line(&listed, array), &[key, stage, message]);
    }
}

#[test]
fn a_fault_says_in_fields_where_it_is() {
    let index = json!({"path": "broken.zarr/bad_shard_index", "key": "c.0.0", "chunk": [0, 0], "inner": [[0, 1]],
        "rule": "shard-index", "severity": "error"});
    assert_has(&parsed_fault("verify broken.zarr/bad_shard_index --json")["faults"][0], &index);
    let traced = parsed_fault("trace broken.zarr/bad_shard_index --chunk 0,0 --json");
    assert_has(&traced["fault"], &json!({"rule": "shard-index", "severity": "error", "inner": [[0, 1]]}));
    let examined = parsed_fault("doctor broken.zarr/bad_shard_index --json");
    let fault = json!({"path": "broken.zarr/bad_shard_index", "inner": [0, 1], "rule": "shard-index", "severity": "error"});
    assert_has(&examined["faults"][0], &fault);
    let examined = parsed_fault("doctor broken.zarr/bit_flip_in_zstd --chunk 1,0 --json");
    assert_has(&examined["faults"][0], &json!({"byte": 10, "rule": "chunk-corrupt"}));
}

#[test]
fn verify_goes_on_behind_a_fault() {
    let verified = parsed_fault("verify broken.zarr/flipped_bit --json");
    assert_has(
        &verified,
        &json!({"arrays": 1, "chunks": {"stored": 4, "missing": 0, "decoded": 3, "faulty": 1},
            "stored_nbytes": 272, "decoded_nbytes": 192,
            "faults": [{"array": "broken.zarr/flipped_bit", "key": "c.1.0", "chunk": [1, 0], "stage": "crc32c"}]}),
    );
}

#[test]
fn verify_finds_the_samples_sound() {
    for store in
        ["codecs.zarr", "data-types.zarr", "fill-values.zarr", "grids.zarr", "groups.zarr", "sharded.zarr"]
    {
        assert_names(&text(&format!("verify {store}")), &["no faults"]);
    }
}

#[test]
fn verify_finds_the_damaged_chunks_of_the_lessons() {
    let verified = parsed_fault("verify lessons --json");
    let fault = |array: &str, key: &str, stage: &str| json!({"array": format!("lessons/{array}"), "key": key, "stage": stage});
    let faults = [
        fault("11-checksum.zarr/damaged", "c.1.0", "crc32c"),
        fault("15-faults.zarr/snow", "c.1.1", "zstd"),
        fault("15-faults.zarr/wind", "c.0.0", "bytes"),
        fault("18-tide.zarr/tide", "c.1.0", "sharding_indexed"),
    ];
    assert_has(&verified, &json!({"arrays": 39, "chunks": {"faulty": 4, "missing": 1}, "faults": faults}));
}

#[test]
fn where_nothing_is_there_nothing_was_checked() {
    let said = Store::new().text("verify PATH");
    assert_names(&said, &["nothing was checked: there is no array"]);
    assert!(!said.contains("no faults"), "{said}");
}
