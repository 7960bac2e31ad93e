//! Groups of conventions that are made to be a nuisance: images with labels, plates, tables and sparse matrices. What cannot be
//! used is refused or noted, in bounded memory.
#![allow(clippy::unwrap_used)]

use std::fs;
use std::path::Path;

use serde_json::{Value, json};

use crate::run::run;

/// The most memory that a command may have at once.
const MEMORY: u64 = 256 << 20;

/// An array of bytes whose shape is a lie or not.
fn array(node: &Path, shape: &Value, bytes: &[u8]) {
    let rank = shape.as_array().map_or(1, Vec::len);
    let document = json!({
        "zarr_format": 3, "node_type": "array", "shape": shape, "data_type": "uint8",
        "chunk_grid": {"name": "regular", "configuration": {"chunk_shape": vec![4; rank]}},
        "chunk_key_encoding": {"name": "default"}, "fill_value": 0, "codecs": [{"name": "bytes"}],
    });
    let chunk = node.join(format!("c{}", "/0".repeat(rank)));
    fs::create_dir_all(chunk.parent().unwrap()).unwrap();
    fs::write(node.join("zarr.json"), document.to_string()).unwrap();
    fs::write(chunk, bytes).unwrap();
}

fn group(node: &Path, attributes: &Value) {
    fs::create_dir_all(node).unwrap();
    let document = json!({"zarr_format": 3, "node_type": "group", "attributes": attributes});
    fs::write(node.join("zarr.json"), document.to_string()).unwrap();
}

/// Runs commands on a node: they end with a status of their own, in bounded memory, and never speak to the terminal.
fn try_all(commands: &[&str], node: &Path, root: &Path, about: &str) {
    for command in commands {
        let words: Vec<&str> = command.split(' ').collect();
        let ran = run(&words, node, root);
        let error = String::from_utf8_lossy(&ran.stderr);
        assert!(matches!(ran.status, Some(0..=2)), "{command}, {about}: {:?} {error:.300}", ran.status);
        assert!(ran.peak < MEMORY, "{command}, {about}: {} bytes", ran.peak);
        let escapes = ran.stdout.contains(&0x1b) || ran.stderr.contains(&0x1b);
        assert!(!escapes, "{command}, {about}: it speaks to the terminal");
    }
}

/// What stands in the place of something else.
fn odd() -> Vec<Value> {
    let many: Vec<Value> = (0..2_000).map(|number| json!({"label-value": number, "rgba": [1, 2]})).collect();
    vec![
        json!(null),
        json!(true),
        json!([]),
        json!({}),
        json!([[1], {}, "\u{1b}[2J", -1, 1e308]),
        json!("../../.."),
        json!(u64::MAX),
        json!("x".repeat(1 << 16)),
        json!(many),
    ]
}

#[test]
fn images_with_odd_members_are_images_or_nothing() {
    let commands = [
        "info --json",
        "tree",
        "check --json",
        "picture --labels cells",
        "picture --channel 1",
        "picture --level 0",
    ];
    for value in odd() {
        let root = tempfile::tempdir().unwrap();
        let axes = json!([{"name": "y", "type": "space"}, {"name": "x", "type": "space"}]);
        let steps = json!([{"type": "scale", "scale": value}, {"type": "translation", "translation": [1e308, -1e308]}]);
        let level = json!({"path": "0", "coordinateTransformations": steps});
        let multiscales = json!([{"axes": axes, "datasets": [level, {"path": value}]}]);
        let omero =
            json!({"channels": value, "rdefs": {"defaultZ": value, "defaultT": value, "model": value}});
        group(root.path(), &json!({"ome": {"version": "0.5", "multiscales": multiscales, "omero": omero}}));
        array(&root.path().join("0"), &json!([4, 4]), &[7; 16]);
        group(&root.path().join("labels"), &json!({"ome": {"labels": ["cells", value]}}));
        let label = json!({"colors": value, "properties": value, "source": value});
        group(
            &root.path().join("labels/cells"),
            &json!({"ome": {"version": "0.5", "multiscales": multiscales, "image-label": label}}),
        );
        array(&root.path().join("labels/cells/0"), &json!([4, 4]), &[3; 16]);
        let about: String = value.to_string().chars().take(60).collect();
        try_all(&commands, root.path(), root.path(), &about);
    }
}

#[test]
fn plates_with_odd_members_are_plates_or_nothing() {
    let names: Vec<Value> = (0..4_000).map(|number| json!({"name": number.to_string()})).collect();
    let wells: Vec<Value> = (0..4_000_u64)
        .map(|number| json!({"path": format!("{number}/../{number}"), "rowIndex": u64::MAX - number}))
        .collect();
    let mut plates: Vec<Value> =
        odd().into_iter().map(|value| json!({"rows": value, "columns": value, "wells": value})).collect();
    plates.push(json!({"rows": names, "columns": names, "wells": wells}));
    for plate in plates {
        let root = tempfile::tempdir().unwrap();
        group(root.path(), &json!({"ome": {"version": "0.5", "plate": plate}}));
        let about: String = plate.to_string().chars().take(60).collect();
        try_all(&["info", "info --json", "check --json"], root.path(), root.path(), &about);
    }
}

#[test]
fn tables_and_matrices_with_odd_parts_are_refused() {
    let commands = [
        "decode --format csv --region 0:9",
        "decode --format json --region 0:9",
        "info --json",
        "check --json",
    ];
    for value in odd() {
        let root = tempfile::tempdir().unwrap();
        group(root.path(), &json!({"encoding-type": "dataframe", "_index": value, "column-order": value}));
        let about: String = value.to_string().chars().take(60).collect();
        try_all(&commands, root.path(), root.path(), &about);
        group(root.path(), &json!({"encoding-type": "csr_matrix", "shape": value}));
        try_all(&commands, root.path(), root.path(), &about);
    }
    // More rows than anybody has, of which nothing is stored.
    for (shape, rows) in [
        (json!([u64::MAX, 3]), u64::MAX),
        (json!([3, u64::MAX]), 4),
        (json!([1_u64 << 40, 3]), (1 << 40) + 1),
    ] {
        for encoding in ["csr_matrix", "csc_matrix"] {
            let root = tempfile::tempdir().unwrap();
            group(root.path(), &json!({"encoding-type": encoding, "shape": shape}));
            for (name, size) in [("indptr", rows), ("indices", 1 << 50), ("data", 1 << 50)] {
                array(&root.path().join(name), &json!([size]), &[0, 255, 3, 9]);
            }
            try_all(&commands, root.path(), root.path(), &shape.to_string());
        }
    }
}
