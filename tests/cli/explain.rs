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
fn topics_are_in_groups() {
    let printed = text("explain");
    assert!(printed.starts_with("the format\n  metadata "), "{printed}");
    assert_names(
        &printed,
        &["\n\ncodecs, array -> array\n  transpose ", "\nother formats and libraries\n  imagecodecs "],
    );
    let topics = parsed("explain --json");
    for topic in topics.as_array().unwrap() {
        let group = topic["group"].as_str().unwrap();
        assert!(printed.contains(&format!("{group}\n  ")), "{topic}");
    }
    assert_has(&parsed("explain zstd --json"), &json!({"group": "codecs, bytes -> bytes"}));
}

#[test]
fn cards_are_pages_of_markdown() {
    let page = text("explain zstd --format markdown");
    assert!(page.starts_with("# zstd: compresses with Zstandard\n\n## For\n\nCompresses bytes."), "{page}");
    assert_names(&page, &["```text\n{\"name\": \"zstd\"", "- <https://github.com/"]);
    let page = text("explain zstd --format markdown --array sharded.zarr/plain --chunk 0,0 --inner 0,0");
    assert_names(&page, &["## In this chunk\n\n```text\n", "28 b5 2f fd"]);
    let course = text("explain --format markdown");
    assert!(course.starts_with("# Zarr in cards\n"), "{course}");
    assert_names(
        &course,
        &["- the format\n  - [`metadata`](#metadata): ", "<a id=\"libraries\"></a>\n\n### libraries: "],
    );
    assert_names(&misused("explain zstd --format markdown --json"), &["--json"]);
}

#[test]
fn into_a_pipe_a_card_goes_as_it_is_written() {
    let written = include_str!("../../assets/explain/chunk-grid.md").replace("## ", "").replacen("# ", "", 1);
    assert_eq!(text("explain chunk-grid"), written);
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
        ("gzip", "This card describes none of the codecs of this chunk"),
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
