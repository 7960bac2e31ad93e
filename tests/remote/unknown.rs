//! What cannot be known of a store at an address, and what stands in for it.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::server::{Fault, Server};
use super::{failed, parsed, run, sound};

fn group(attributes: &Value) -> Vec<u8> {
    json!({"zarr_format": 3, "node_type": "group", "attributes": attributes}).to_string().into_bytes()
}

/// An array of four numbers in two chunks.
fn array(dimensions: &[&str]) -> Vec<u8> {
    let shape: Vec<u64> = dimensions.iter().map(|_| 2).collect();
    let document = json!({
        "zarr_format": 3, "node_type": "array", "shape": shape, "data_type": "uint8", "fill_value": 0, "codecs": ["bytes"],
        "chunk_grid": {"name": "regular", "configuration": {"chunk_shape": shape}}, "chunk_key_encoding": "default",
    });
    document.to_string().into_bytes()
}

fn serve(objects: &[(&str, Vec<u8>)]) -> Server {
    Server::start(
        objects.iter().map(|(key, value)| ((*key).to_owned(), value.clone())).collect::<BTreeMap<_, _>>(),
    )
}

fn image(version_5: bool) -> Value {
    let axes = json!([{"name": "y", "type": "space"}, {"name": "x", "type": "space"}]);
    let level =
        |path: &str| json!({"path": path, "coordinateTransformations": [{"type": "scale", "scale": [1, 1]}]});
    let images =
        json!({"multiscales": [{"axes": axes, "datasets": [level("0"), level("1"), level("gone")]}]});
    if version_5 { json!({"ome": images}) } else { images }
}

/// The names of the children of a node in `tree --json`.
fn names(node: &Value) -> Vec<&str> {
    node["children"].as_array().into_iter().flatten().filter_map(|child| child["name"].as_str()).collect()
}

fn images() -> Server {
    serve(&[
        ("a.zarr/zarr.json", group(&image(true))),
        ("a.zarr/0/zarr.json", array(&["y", "x"])),
        ("a.zarr/0/c/0/0", vec![1, 2, 3, 4]),
        ("a.zarr/1/zarr.json", array(&["y", "x"])),
        ("a.zarr/labels/zarr.json", group(&json!({"ome": {"labels": ["cells"]}}))),
        ("a.zarr/labels/cells/zarr.json", group(&image(true))),
        ("a.zarr/labels/cells/0/zarr.json", array(&["y", "x"])),
        ("a.zarr/hidden/zarr.json", array(&["y"])),
    ])
}

#[test]
fn copies_that_nobody_compared_are_a_note() {
    let root = json!({
        "zarr_format": 3, "node_type": "group", "attributes": {},
        "consolidated_metadata": {"kind": "inline", "must_understand": false, "metadata": {}},
    });
    let server = serve(&[("a.zarr/zarr.json", root.to_string().into_bytes())]);
    for (address, options) in
        [(server.http("a.zarr"), String::new()), ("s3://bucket/a.zarr".to_owned(), server.s3_options())]
    {
        let found = parsed(&format!("check {address} --fail-on warning --json {options}"));
        let rules: Vec<_> =
            found["findings"].as_array().unwrap().iter().map(|found| &found["rule"]).collect();
        assert_eq!(rules, ["consolidated-unchecked"], "{found}");
    }
}
