//! `explain` with a chunk.

use serde_json::json;

use crate::run::*;

#[test]
fn explain_lists_its_topics() {
    let topics = parsed("explain --json");
    assert_has(&topics[0], &json!({"topic": "metadata"}));
    assert!(topics.as_array().unwrap().len() > 20);
    assert_has(&parsed("explain sharding --json"), &json!({"topic": "sharding_indexed"}));
}

#[test]
fn explain_works_a_card_through_with_a_chunk() {
    let printed = text("explain scale_offset --array codecs.zarr/packed_temperature --chunk 0,0");
    let (_, worked) = printed.split_once("\nIn this chunk\n").unwrap();
    assert_names(worked, &["scale_offset (/codecs/0)", "stored 2.0; 2.0 / 0.1 + (-10) = 10.0"]);
    let printed = parsed("explain zstd --array sharded.zarr/plain --chunk 0,0 --inner 0,0 --json");
    assert_names(&printed["in_this_chunk"].to_string(), &["28 b5 2f fd"]);
    for (topic, expected) in [
        ("chunk-grid", "dimension 0: the chunk covers 16:32, the array ends at 30"),
        ("chunk-key-encoding", "chunk (1, 1) has the key c/1/1"),
        ("missing-chunk", "chunk (1, 1) is stored under c/1/1"),
        ("fill-value", "fill value of the array: 0"),
        ("codec-pipeline", "after bytes: 16×16 int16, 512 bytes"),
        ("data-type", "16×16 int16: the last element is"),
        ("metadata", "zarr.json, zarr_format 3"),
        ("gzip", "No codec of this chunk is on this card"),
    ] {
        assert_names(&text(&format!("explain {topic} --array grids.zarr/edges --chunk 1,1")), &[expected]);
    }
}

#[test]
fn explain_shows_a_fault_at_work_and_ends_with_1() {
    let command = "explain crc32c --array broken.zarr/flipped_bit --chunk 1,0";
    let (message, stdout) = faulty(command);
    assert_names(&message, &["broken.zarr/flipped_bit: c.1.0: crc32c"]);
    assert_names(&String::from_utf8(stdout).unwrap(), &["They differ"]);
}

#[test]
fn explain_wants_an_array_and_a_chunk_together() {
    assert_names(&misused("explain bytes --array codecs.zarr/bytes_big"), &["--chunk"]);
    assert_names(&misused("explain bytes --chunk 0,0"), &["--array"]);
    assert_names(&misused("explain bytes --array codecs.zarr/bytes_big --chunk 9,9"), &["within the grid"]);
    assert_names(&misused("explain bytes --array codecs.zarr --chunk 0,0"), &["expected an array"]);
}
