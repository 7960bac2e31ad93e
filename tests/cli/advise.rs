//! `advise`: arrays written by hand, of which one thing could be better.

use assert_cmd::Command;
use serde_json::{Value, json};

use crate::document::Document;
use crate::run::*;
use crate::store::Store;

fn run(store: &Store, options: &str, code: i32) -> (String, String) {
    let mut command = zarrscope("advise");
    command.arg(store.path("")).args(options.split_whitespace());
    let run = Command::from_std(command).assert().code(code);
    assert_schema(&format!("advise {options}"), &run.get_output().stdout);
    let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).unwrap();
    (text(&run.get_output().stdout), text(&run.get_output().stderr))
}

fn found(store: &Store, options: &str) -> Value {
    serde_json::from_str(&run(store, &format!("{options} --json"), 0).0).unwrap()
}

fn rules(found: &Value) -> Vec<&str> {
    each(&found["advice"], "rule")
}

#[test]
fn a_small_array_in_one_chunk_needs_no_advice() {
    let store = Store::new();
    store.put("", &Document::v3(), &[("c/0", vec![3, 1, 4, 1, 5, 9, 2, 6])]);
    let value = found(&store, "");
    assert_eq!(value["advice"], json!([]));
    assert_has(
        &value["facts"],
        &json!({"shape": [8], "chunk_nbytes": 8, "stored_chunks": 1, "stored_nbytes": 8, "ratio": 1.0, "overhang": 0.0,
            "compresses": false, "access": null}),
    );
    assert_names(&run(&store, "", 0).0, &["nothing to improve"]);
}

#[test]
fn small_chunks_of_nothing_that_are_not_compressed() {
    let store = Store::new();
    let ramp: Vec<u8> = (0..=255).cycle().take(500_000).collect();
    store.put(
        "",
        &Document::v3().shaped("[15000000]", "[500000]"),
        &[("c/0", vec![0; 500_000]), ("c/1", ramp.clone()), ("c/2", ramp)],
    );
    let value = found(&store, "");
    assert_eq!(rules(&value), ["small-chunks", "not-compressed", "fill-value-chunks"]);
    assert_has(&value["advice"][0], &json!({"number": 500_000.0}));
    assert_has(&value["advice"][2], &json!({"number": 1.0}));
    assert_has(&value["facts"]["sample"], &json!({"chunks": 3, "fill_only": 1}));
    for advice in value["advice"].as_array().unwrap() {
        assert_eq!(keys(advice), ["number", "rule", "source", "text"].into());
    }
    let (text, _) = run(&store, "", 0);
    assert_names(
        &text,
        &["chunks (500000) decode to 500.0 kB", "10 chunks instead of 30 chunks", "1 of 3 sampled chunks"],
    );
}

#[test]
fn what_a_read_costs() {
    let store = Store::new();
    // 4000 planes of 64×64 in chunks of one plane: a series at one point reads all of them.
    let document = Document::v3()
        .shaped("[4000, 64, 64]", "[1, 64, 64]")
        .with("dimension_names", r#"["time", "y", "x"]"#);
    store.put("", &document, &[]);
    let value = found(&store, "--access time");
    assert_has(
        &value["facts"]["access"],
        &json!({"dimensions": ["time"], "wanted_nbytes": 4000, "chunks": 4000, "read_nbytes": 16_384_000, "amplification": 4096.0}),
    );
    assert_eq!(rules(&value), ["small-chunks", "read-amplification", "chunk-shape"]);
    let plane = found(&store, "--access y,2");
    assert_has(&plane["facts"]["access"], &json!({"dimensions": ["y", "x"], "amplification": 1.0}));
    let (text, _) = run(&store, "--access time", 0);
    assert_names(&text, &["time: 16.4 MB decoded (4 000 chunks) for 4 000 B"]);
    let (_, message) = run(&store, "--access lat", 2);
    assert_names(&message, &["--access: expected dimensions out of time, y, x, found \"lat\""]);
}

#[test]
fn every_array_below_a_group() {
    let value = parsed("advise climate.zarr --json");
    let paths = each(&value["arrays"], "array");
    assert!(paths.contains(&"climate.zarr/ocean/salinity") || paths.len() > 4, "{paths:?}");
    assert_eq!((&value["left_out"], &value["stopped"]), (&json!([]), &json!(false)));
    let broken = parsed("advise broken.zarr --json");
    assert!(!broken["left_out"].as_array().unwrap().is_empty());
    assert_names(
        &text("advise climate.zarr --access time"),
        &["array    climate.zarr/temperature", "access   time: "],
    );
}

#[test]
fn chunks_that_do_not_decode_are_reported() {
    let store = Store::new();
    let document = Document::v3().shaped("[16]", "[8]");
    store.put("", &document, &[("c/0", vec![3, 1, 4, 1, 5, 9, 2, 6]), ("c/1", vec![1])]);
    assert_eq!(found(&store, "")["facts"]["sample"]["faulty"], json!(1));
    assert_names(&run(&store, "", 0).0, &["✗ 1 sampled chunk decoded, 1 did not"]);
    store.write("c/0", [7]);
    assert_names(&run(&store, "", 0).0, &["✗ none of the sampled chunks decodes"]);
}
