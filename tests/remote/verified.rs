//! `verify` on a server that lists no names: each chunk is read, and its answer says whether it is there.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::server::{Fault, Server};
use super::{parsed, run};
use crate::repository::repository;

const ARRAY: &str = "climate.zarr/temperature";

/// An array of many chunks, of which the first two are stored.
fn many(chunks: u64) -> Server {
    let document = json!({
        "zarr_format": 3, "node_type": "array", "shape": [chunks], "data_type": "uint8", "fill_value": 0, "codecs": ["bytes"],
        "chunk_grid": {"name": "regular", "configuration": {"chunk_shape": [1]}}, "chunk_key_encoding": "default",
    });
    Server::start(BTreeMap::from([
        ("a.zarr/zarr.json".to_owned(), document.to_string().into_bytes()),
        ("a.zarr/c/0".to_owned(), vec![7]),
        ("a.zarr/c/1".to_owned(), vec![8]),
    ]))
}

fn verified(arguments: &str) -> (i32, Value) {
    let (code, stdout, _) = run(&format!("verify {arguments} --json"));
    (code, serde_json::from_str(&stdout).unwrap())
}

#[test]
fn each_chunk_is_asked_for_once_and_read_at_once() {
    let server = Server::of(&repository("sample-data"));
    let (code, found) = verified(&server.http(ARRAY));
    assert_eq!((code, &found["chunks"]), (0, &parsed(&format!("verify {ARRAY} --json"))["chunks"]));
    let asked = server.asked();
    assert!(asked.iter().all(|line| line.starts_with("GET ")), "{asked:?}");
    assert_eq!(asked.len(), 161, "its document and 160 chunks");
}

#[test]
fn a_part_asks_for_its_own_chunks_and_parts_make_one_report() {
    let server = Server::of(&repository("sample-data"));
    let directory = tempfile::tempdir().unwrap();
    let (mut reports, mut requests) = (Vec::new(), 0);
    for number in 1..=5 {
        let (code, found) = verified(&format!("{} --expect all --part {number}/5", server.http(ARRAY)));
        assert!(code < 2, "{found}");
        let path = directory.path().join(format!("{number}.json"));
        std::fs::write(&path, found.to_string()).unwrap();
        reports.push(path.display().to_string());
        requests += server.asked().len() - 1;
    }
    assert_eq!(requests, 160);
    let (code, stdout, stderr) = run(&format!("merge {} --json", reports.join(" ")));
    let merged: Value = serde_json::from_str(&stdout).unwrap();
    let (_, whole) = verified(&format!("{ARRAY} --expect all"));
    assert_eq!(code, 1, "{stderr}");
    assert_eq!(merged["chunks"], whole["chunks"]);
    assert_eq!(merged["completeness"], whole["completeness"]);
    let keys = |report: &Value| -> Vec<String> {
        let faults = report["faults"].as_array().unwrap().iter();
        faults.map(|fault| fault["key"].as_str().unwrap().to_owned()).collect()
    };
    assert_eq!(keys(&merged), keys(&whole));
}

#[test]
fn chunks_that_may_be_missing_are_counted_apart() {
    let server = Server::of(&repository("sample-data"));
    let directory = tempfile::tempdir().unwrap();
    let list = directory.path().join("list");
    std::fs::write(&list, "[0]\nc/1/0/0\nnothing\n").unwrap();
    let expect = format!("--expect {}", list.display());
    let (_, away) = verified(&format!("{} {expect}", server.http(ARRAY)));
    let (_, local) = verified(&format!("{ARRAY} {expect}"));
    assert_eq!(away["completeness"], local["completeness"]);
    assert_eq!(away["faults"].as_array().unwrap().len(), local["faults"].as_array().unwrap().len());
}

#[test]
fn an_array_of_more_chunks_than_are_listed_one_by_one_is_verified_in_parts() {
    let server = many(20_000);
    let (code, found) = verified(&format!("{} --part 3/100", server.http("a.zarr")));
    let asked = server.asked().len() as u64 - 1;
    assert!((100..300).contains(&asked), "{asked}");
    let chunks = &found["chunks"];
    let number = |name: &str| chunks[name].as_u64().unwrap();
    assert_eq!((code, number("stored") + number("missing"), chunks.get("not_known")), (0, asked, None));
}

#[test]
fn where_all_is_refused_not_every_chunk_is_asked_for() {
    let server = many(5_000);
    server.fail("/c/", Fault::Status(403));
    let (code, found) = verified(&server.http("a.zarr"));
    let chunks = &found["chunks"];
    assert_eq!((code, &chunks["missing"], &chunks["not_known"]), (3, &json!(0), &json!(5_000)));
    assert!(server.asked().len() < 1_200);
    assert!(found.to_string().contains("more chunks were not asked for"), "{found}");
}
