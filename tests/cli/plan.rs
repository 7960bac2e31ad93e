//! `plan`: counted by hand, and from the ranges that shard indexes have.

use serde_json::{Value, json};

use crate::document::Document;
use crate::run::*;
use crate::store::Store;

const FIGURES: [&str; 6] =
    ["chunks", "requests", "stored_bytes", "decoded_bytes", "wanted_bytes", "amplification"];

fn figures(plan: &Value) -> Vec<Value> {
    FIGURES.iter().map(|name| plan[name].clone()).collect()
}

fn planned(store: &Store, options: &str) -> Value {
    store.parsed(&format!("plan PATH {options} --json"))
}

/// 3×4 chunks of 2×3 bytes, the first of which is missing; the chunk of row r and column c has 10 r + c + 1 bytes, whatever they are.
fn grid() -> Store {
    let store = Store::new();
    let mut chunks = Vec::new();
    for row in 0..3_u8 {
        for column in 0..4_u8 {
            chunks.push((format!("c/{row}/{column}"), vec![0; usize::from(10 * row + column + 1)]));
        }
    }
    let chunks: Vec<_> = chunks.iter().skip(1).map(|(key, bytes)| (key.as_str(), bytes.clone())).collect();
    store.put("", &Document::v3().shaped("[6, 12]", "[2, 3]"), &chunks);
    store
}

#[test]
fn chunks_are_counted_and_none_is_read() {
    let store = grid();
    let whole = planned(&store, "");
    let stored = (2 + 3 + 4) + (11 + 12 + 13 + 14) + (21 + 22 + 23 + 24);
    assert_eq!(
        figures(&whole),
        [json!(12), json!(12), json!(stored), json!(66), json!(72), json!(66.0 / 72.0)]
    );
    assert_eq!(whole["missing"], 1);
    // Rows 1 and 2 are in two rows of chunks, column 3 to 5 in one.
    let part = planned(&store, "--region 1:3,3:6");
    assert_eq!(figures(&part), [json!(2), json!(2), json!(2 + 12), json!(12), json!(6), json!(2.0)]);
    assert_eq!(part["region"], json!([[1, 3], [3, 6]]));
    let row = planned(&store, "--region 5");
    assert_eq!(
        figures(&row),
        [json!(4), json!(4), json!(21 + 22 + 23 + 24), json!(24), json!(12), json!(2.0)]
    );
    let nothing = planned(&store, "--region 2:2");
    assert_eq!(figures(&nothing), [json!(0), json!(0), json!(0), json!(0), json!(0), Value::Null]);
}

#[test]
fn other_chunks_are_compared_with_those_there_are() {
    let store = grid();
    let plan = planned(&store, "--region 5 --chunk-shape 1,5");
    // Three chunks of five bytes; the chunks there are take 90 bytes for 24.
    assert_eq!(figures(&plan), [json!(3), json!(3), json!(15 * 90 / 24), json!(15), json!(12), json!(1.25)]);
    assert_eq!(plan["chunk_shape"], json!([1, 5]));
    assert_eq!(figures(&plan["as_stored"])[..2], [json!(4), json!(4)]);
    let text = store.text("plan PATH --region 5 --chunk-shape 1,5");
    assert_names(&text, &["as it is", "(1, 5)", "~56 B", "2.0", "if (1, 5) compresses as the chunks of now"]);
}

#[test]
fn of_shards_the_index_says_what_is_read() {
    for array in ["sharded.zarr/plain", "sharded.zarr/nested", "codecs.zarr/sharding_indexed"] {
        let info = parsed(&format!("info {array} --json"));
        let rank = info["shape"].as_array().unwrap().len();
        let zero = vec!["0"; rank].join(",");
        let first = vec!["0:1"; rank].join(",");
        let plan = parsed(&format!("plan {array} --region {first} --json"));
        let index = parsed(&format!("index {array} --chunk {zero} --json"));
        let inner = index["inner_chunks"].as_array().unwrap().first().unwrap().clone();
        assert_eq!(plan["chunks"], 1, "{array}");
        if array.ends_with("nested") {
            let inside = parsed(&format!("index {array} --chunk {zero} --inner {zero} --json"));
            let innermost = &inside["inner_chunks"].as_array().unwrap()[0];
            assert_eq!(plan["requests"], 3, "{array}");
            let nbytes = [&index["index"], &inside["index"], innermost].map(|part| part["nbytes"].as_u64());
            assert_eq!(plan["stored_bytes"].as_u64(), nbytes.into_iter().sum(), "{array}");
        } else {
            assert_eq!((&plan["requests"], &plan["inner_chunks"]), (&json!(2), &json!(1)), "{array}");
            let nbytes = [&index["index"], &inner].map(|part| part["nbytes"].as_u64());
            assert_eq!(plan["stored_bytes"].as_u64(), nbytes.into_iter().sum(), "{array}");
        }
    }
}

#[test]
fn what_cannot_be_planned_is_said() {
    let store = grid();
    assert_names(
        &misused(&format!("plan {store} --chunk-shape 1")),
        &["--chunk-shape", "expected 2 edges", "(1)"],
    );
    assert_names(&misused(&format!("plan {store} --chunk-shape 0,1")), &["of at least 1", "(0, 1)"]);
    assert_names(&misused(&format!("plan {store} --region 7")), &["--region"]);
    assert_names(&faulty("plan broken.zarr/bad_shard_index").0, &["bad_shard_index", "c.0.0"]);
}

#[test]
fn shards_that_share_their_bytes_are_not_counted_for_ever() {
    // Five shards in each other, each of ten inner chunks that are all the same bytes: 1 + 10 + … + 10 000 indexes.
    let (mut bytes, mut edge) = (vec![7], 1);
    let mut codecs = json!([{"name": "bytes"}]);
    for _ in 0..5 {
        let index = json!([{"name": "bytes", "configuration": {"endian": "little"}}]);
        let configuration = json!({"chunk_shape": [edge], "codecs": codecs, "index_codecs": index});
        codecs = json!([{"name": "sharding_indexed", "configuration": configuration}]);
        let entry = [0_u64, bytes.len() as u64].map(u64::to_le_bytes).concat();
        bytes.extend(entry.repeat(10));
        edge *= 10;
    }
    let edges = format!("[{edge}]");
    let document = Document::v3().shaped(&edges, &edges).dotted().with("codecs", codecs.to_string());
    let store = Store::of(&document).file("0", bytes);
    let plan = planned(&store, "");
    assert_eq!(
        (&plan["chunks"], &plan["requests"], &plan["inner_chunks"]),
        (&json!(1), &Value::Null, &Value::Null)
    );
    // A part of it has few.
    assert_eq!(planned(&store, "--region 0:10")["inner_chunks"], 10);
}
