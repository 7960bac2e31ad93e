//! `index`.

use serde_json::{Value, json};

use crate::run::*;

#[test]
fn the_inside_of_a_shard() {
    let shard = parsed("index sharded.zarr/plain --chunk 0,0 --json");
    assert_has(
        &shard,
        &json!({"state": "stored", "nbytes": 241, "as_stored": true, "grid_shape": [2, 2], "chunk_shape": [4, 4],
            "index": {"offset": 173, "nbytes": 68}, "gaps": [], "overlaps": [], "outside": 0}),
    );
    assert_eq!(
        shard["inner_chunks"][1],
        json!({"coords": [0, 1], "state": "stored", "offset": 86, "nbytes": 42})
    );
    let total: u64 =
        shard["inner_chunks"].as_array().unwrap().iter().filter_map(|it| it["nbytes"].as_u64()).sum();
    assert_eq!(total, 173, "the inner chunks fill the shard up to its index");
    assert_names(
        &text("index sharded.zarr/plain --chunk 0,0"),
        &["index    bytes 173:241", "4 stored, 0 missing"],
    );
}

#[test]
fn inner_chunks_that_are_missing_and_shards_in_shards() {
    let states = |shard: &Value| {
        let of = |inner: &Value| inner["state"].as_str().unwrap().to_owned();
        shard["inner_chunks"].as_array().unwrap().iter().map(of).collect::<Vec<String>>()
    };
    let shard = parsed("index sharded.zarr/gzip_after --chunk 0,0 --json");
    assert_eq!(shard["as_stored"], json!(false), "the offsets count the bytes that gzip gives");
    let shard = parsed("index sharded.zarr/nested --chunk 0,0 --inner 0,0 --json");
    assert!(states(&shard).iter().all(|state| state == "stored"), "{shard}");
}

#[test]
fn an_entry_that_leads_out_is_a_fault_and_the_table_is_shown() {
    let (message, shown) = faulty("index broken.zarr/bad_shard_index --chunk 0,0");
    assert!(String::from_utf8_lossy(&shown).contains("lies outside the shard"));
    assert_names(&message, &["found 1 outside it"]);
}

#[test]
fn what_is_no_shard_is_refused() {
    for (arguments, what) in [
        ("codecs.zarr/zstd --chunk 0,0", "expected an array of shards, found \"bytes\""),
        ("sharded.zarr/plain --chunk 7,7", "within the grid"),
        ("sharded.zarr/plain --chunk 0,0 --inner 0,0", "expected an array of shards"),
    ] {
        assert_names(&misused(&format!("index {arguments}")), &[what]);
    }
}
