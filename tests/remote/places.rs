//! What is read is the same, wherever it is.

use std::collections::BTreeMap;
use std::path::Path;

use serde_json::{Value, json};

use super::server::Server;
use super::{failed, parsed, run};
use crate::repository::repository;

const STORES: &[&str] = &[
    "climate.zarr",
    "codecs.zarr",
    "data-types.zarr",
    "fill-values.zarr",
    "grids.zarr",
    "sharded.zarr",
    "broken.zarr",
];

/// What a command prints, without what differs from place to place.
fn said(command: &str, place: &str, options: &str) -> (i32, String, String) {
    let (code, stdout, stderr) = run(&format!("{command} {place} --json {options}"));
    let plain = |text: &str| text.replace(place, "PLACE");
    let stdout = match serde_json::from_str::<Value>(&plain(&stdout)) {
        Ok(mut value) => {
            if let Some(members) = value.as_object_mut() {
                members.remove("seconds");
            }
            value.to_string()
        }
        Err(_) => plain(&stdout),
    };
    (code, stdout, plain(&stderr))
}

/// The same where `tree` and `info` did not count chunks, as at an address.
fn uncounted((code, stdout, stderr): (i32, String, String)) -> (i32, String, String) {
    let Ok(mut value) = serde_json::from_str::<Value>(&stdout) else { return (code, stdout, stderr) };
    if value.get("schema").is_none() {
        forget_counts(&mut value);
    }
    (code, value.to_string(), stderr)
}

fn forget_counts(node: &mut Value) {
    for name in ["stored", "missing"] {
        if let Some(chunks) = node.get_mut("chunks").filter(|chunks| chunks.is_object()) {
            chunks[name] = Value::Null;
        }
    }
    for name in ["stored_nbytes", "decoded_nbytes", "ratio", "sizes"] {
        if node.get(name).is_some() {
            node[name] = Value::Null;
        }
    }
    // The first and the last date are read from chunks, and what attributes name is above the array.
    if let Some(meaning) = node.get_mut("meaning").and_then(Value::as_object_mut) {
        meaning.retain(|name, _| !matches!(name.as_str(), "first" | "last"));
        let related = meaning.get_mut("related").and_then(Value::as_array_mut);
        related.into_iter().flatten().for_each(|one| one["shape"] = Value::Null);
    }
    let children = node.get_mut("children").and_then(Value::as_array_mut);
    children.into_iter().flatten().for_each(forget_counts);
}

#[test]
fn stores_are_the_same_on_a_disk_and_over_s3() {
    let server = Server::of(&repository("sample-data"));
    // So few that every list has several pages.
    server.page(7);
    for store in STORES {
        for command in ["tree", "info", "verify"] {
            let there = said(command, &format!("s3://bucket/{store}"), &server.s3_options());
            assert_eq!(there, uncounted(said(command, store, "")), "{command} {store}");
        }
    }
}

#[test]
fn the_other_clouds_are_read_in_the_same_way() {
    let server = Server::of(&repository("sample-data"));
    server.page(50);
    let local = said("verify", "climate.zarr", "");
    for scheme in ["gs", "az"] {
        let mut command = crate::program::zarrscope(
            "",
            &format!("verify {scheme}://bucket/climate.zarr --json {}", server.s3_options()),
        );
        let output = command.env("AZURE_STORAGE_ACCOUNT_NAME", "account").output().unwrap();
        let counts: Value = serde_json::from_slice(&output.stdout)
            .unwrap_or_else(|_| panic!("{scheme}: {}", String::from_utf8_lossy(&output.stderr)));
        let expected: Value = serde_json::from_str(&local.1).unwrap();
        assert_eq!(counts["chunks"], expected["chunks"], "{scheme}");
        // A suffix, which Azure does not know, is read in another way.
        let trace = format!(
            "trace {scheme}://bucket/sharded.zarr/plain --chunk 0,0 --inner 1,1 --json {}",
            server.s3_options()
        );
        let mut command = crate::program::zarrscope("", &trace);
        let output = command.env("AZURE_STORAGE_ACCOUNT_NAME", "account").output().unwrap();
        let trace: Value = serde_json::from_slice(&output.stdout).unwrap();
        let local = parsed("trace sharded.zarr/plain --chunk 0,0 --inner 1,1 --json");
        assert_eq!((&trace["nbytes"], &trace["offset"]), (&local["nbytes"], &local["offset"]), "{scheme}");
    }
}

/// The arrays of a tree, as `tree --json` lists them.
fn arrays(tree: &Value, found: &mut Vec<String>) {
    if tree["kind"] == "array" {
        found.push(tree["path"].as_str().unwrap().to_owned());
    }
    for child in tree["children"].as_array().into_iter().flatten() {
        arrays(child, found);
    }
}

#[test]
fn arrays_are_the_same_on_a_disk_and_over_http() {
    let server = Server::of(&repository("sample-data"));
    for store in ["climate.zarr", "codecs.zarr", "grids.zarr", "sharded.zarr"] {
        let mut found = Vec::new();
        arrays(&parsed(&format!("tree {store} --json")), &mut found);
        assert!(!found.is_empty());
        for array in found {
            for command in ["info", "verify"] {
                let there = said(command, &server.http(&array), "");
                assert_eq!(there, uncounted(said(command, &array, "")), "{command} {array}");
            }
        }
    }
}

#[test]
fn arrays_of_version_2_are_the_same_over_http() {
    let server = Server::of(&repository("tests/corpus/v2"));
    let directory = repository("tests/corpus/v2");
    let is_array = |path: &Path| path.join(".zarray").is_file();
    let entries = walkdir::WalkDir::new(&directory).sort_by_file_name().into_iter().filter_map(Result::ok);
    let arrays: Vec<_> = entries.filter(|entry| is_array(entry.path())).step_by(9).collect();
    assert!(arrays.len() > 5);
    for array in arrays {
        let name = array.path().strip_prefix(&directory).unwrap().to_str().unwrap();
        let there = said("verify", &server.http(name), "");
        assert_eq!(there, said("verify", array.path().to_str().unwrap(), ""), "{name}");
    }
}

fn group() -> Value {
    json!({"zarr_format": 3, "node_type": "group"})
}

fn array() -> Value {
    json!({
        "zarr_format": 3, "node_type": "array", "shape": [6], "data_type": "uint8",
        "chunk_grid": {"name": "regular", "configuration": {"chunk_shape": [2]}},
        "chunk_key_encoding": {"name": "default"}, "fill_value": 7, "codecs": [{"name": "bytes"}],
    })
}

fn objects(values: &[(&str, Vec<u8>)]) -> BTreeMap<String, Vec<u8>> {
    values.iter().map(|(key, value)| ((*key).to_owned(), value.clone())).collect()
}

fn bytes(document: &Value) -> Vec<u8> {
    document.to_string().into_bytes()
}

/// A group with an array of which one chunk is missing.
fn store(root: &Value) -> Server {
    Server::start(objects(&[
        ("a.zarr/zarr.json", bytes(root)),
        ("a.zarr/b/x/zarr.json", bytes(&array())),
        ("a.zarr/b/zarr.json", bytes(&group())),
        ("a.zarr/b/x/c/0", vec![1, 2]),
        ("a.zarr/b/x/c/2", vec![3, 4]),
    ]))
}

#[test]
fn what_a_server_does_not_list_is_unknown_and_not_missing() {
    let server = store(&group());
    let address = server.http("a.zarr");
    let message = failed(&format!("tree {address}"), 3);
    assert_eq!(
        message,
        format!(
            "error: {address}: expected names that can be listed, found a server that lists none: what is there is unknown\n"
        )
    );
    // The array itself is named: its chunks can be asked for.
    let chunks = parsed(&format!("chunks {address}/b/x --json"));
    assert_eq!([&chunks["chunks"]["stored"], &chunks["chunks"]["missing"]], [2, 1]);
    assert_eq!(chunks["stored_nbytes"], 4);
}

#[test]
fn consolidated_metadata_give_the_tree_where_nothing_is_listed() {
    let mut root = group();
    root["consolidated_metadata"] = json!({
        "kind": "inline", "must_understand": false, "metadata": {"b": group(), "b/x": array()},
    });
    let server = store(&root);
    let tree = parsed(&format!("tree {} --json", server.http("a.zarr")));
    let below = &tree["children"][0];
    assert_eq!((&below["name"], &below["kind"]), (&json!("b"), &json!("group")));
    let below = &below["children"][0];
    assert_eq!((&below["name"], &below["chunks"]), (&json!("x"), &json!({"stored": null, "missing": null})));
    let info = run(&format!("info {} ", server.http("a.zarr")));
    assert!(info.1.contains("the nodes below are read from consolidated metadata"), "{info:?}");
}

#[test]
fn consolidated_metadata_of_version_2_give_the_tree() {
    let array = json!({
        "zarr_format": 2, "shape": [2], "chunks": [2], "dtype": "|u1", "compressor": null, "filters": null, "order": "C",
        "fill_value": 0,
    });
    let copies = json!({
        "zarr_consolidated_format": 1,
        "metadata": {".zgroup": {"zarr_format": 2}, "x/.zarray": array, "x/.zattrs": {"units": "K"}},
    });
    let server = Server::start(objects(&[
        ("a.zarr/.zmetadata", bytes(&copies)),
        ("a.zarr/.zgroup", b"{\"zarr_format\": 2}".to_vec()),
        ("a.zarr/x/0", vec![1, 2]),
    ]));
    let tree = parsed(&format!("tree {} --json", server.http("a.zarr")));
    let below = &tree["children"][0];
    assert_eq!((&below["name"], &below["shape"]), (&json!("x"), &json!([2])));
    let found = parsed(&format!("find {} attr:units=K --json", server.http("a.zarr")));
    assert_eq!(found[0]["path"], "x");
}

#[test]
fn a_grid_that_is_too_large_to_ask_for_is_unknown() {
    let mut document = array();
    document["shape"] = json!([100_000_000]);
    let server = Server::start(objects(&[("x/zarr.json", bytes(&document)), ("x/c/0", vec![1, 2])]));
    let (code, stdout, _) = run(&format!("verify {} --json", server.http("x")));
    let counts: Value = serde_json::from_str(&stdout).unwrap();
    assert_eq!((code, &counts["chunks"]["missing"]), (3, &json!(0)), "{stdout}");
    assert!(stdout.contains("which of them are stored is unknown"), "{stdout}");
    // A chunk that is named is asked for.
    let trace = parsed(&format!("trace {} --chunk 0 --json", server.http("x")));
    assert_eq!(trace["state"], "stored");
    assert_eq!(parsed(&format!("trace {} --chunk 1 --json", server.http("x")))["state"], "missing");
}

#[test]
fn keys_of_all_sorts_are_found() {
    let server = Server::start(objects(&[
        ("my data/50% & more.zarr/zarr.json", bytes(&group())),
        ("my data/50% & more.zarr/ä ö/zarr.json", bytes(&array())),
        ("my data/50% & more.zarr/ä ö/c/0", vec![1, 2]),
        // A marker of a directory, as some programs write them.
        ("my data/50% & more.zarr/ä ö/c/", Vec::new()),
    ]));
    let mut command = crate::program::zarrscope("", &format!("tree {} --json", server.s3_options()));
    command.arg("s3://bucket/my data/50% & more.zarr");
    let output = command.output().unwrap();
    let tree: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(tree["children"][0]["name"], "ä ö");
    let mut command = crate::program::zarrscope("", &format!("chunks --json {}", server.s3_options()));
    let output = command.arg("s3://bucket/my data/50% & more.zarr/ä ö").output().unwrap();
    let found: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!([&found["chunks"]["stored"], &found["chunks"]["missing"]], [1, 2]);
}
