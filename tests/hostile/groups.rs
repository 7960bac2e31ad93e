//! Groups of conventions that are made to be a nuisance: images with labels, plates, tables and sparse matrices. What cannot be
//! used is refused or noted, in bounded memory.
#![allow(clippy::unwrap_used)]

use serde_json::{Value, json};

use crate::document::Document;
use crate::run::run;
use crate::stores::Store;

/// The most memory that a command may have at once.
const MEMORY: u64 = 256 << 20;

/// An array of bytes whose shape is a lie or not.
fn array(store: &Store, key: &str, shape: &Value, bytes: &[u8]) {
    let rank = shape.as_array().map_or(1, Vec::len);
    let document = Document::v3().shaped(&shape.to_string(), &json!(vec![4; rank]).to_string());
    store.put(key, &document, &[(&format!("c{}", "/0".repeat(rank)), bytes.to_vec())]);
}

fn group(store: &Store, key: &str, attributes: &Value) {
    store.put(key, &Document::group().with("attributes", attributes.to_string()), &[]);
}

/// Runs commands on a store: they end with a status of their own, in bounded memory, and never speak to the terminal.
fn try_all(commands: &[&str], store: &Store, about: &str) {
    let root = store.path("");
    for command in commands {
        let words: Vec<&str> = command.split(' ').collect();
        let ran = run(&words, &root, &root);
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
        let store = Store::new();
        let axes = json!([{"name": "y", "type": "space"}, {"name": "x", "type": "space"}]);
        let steps = json!([{"type": "scale", "scale": value}, {"type": "translation", "translation": [1e308, -1e308]}]);
        let level = json!({"path": "0", "coordinateTransformations": steps});
        let multiscales = json!([{"axes": axes, "datasets": [level, {"path": value}]}]);
        let omero =
            json!({"channels": value, "rdefs": {"defaultZ": value, "defaultT": value, "model": value}});
        group(&store, "", &json!({"ome": {"version": "0.5", "multiscales": multiscales, "omero": omero}}));
        array(&store, "0", &json!([4, 4]), &[7; 16]);
        group(&store, "labels", &json!({"ome": {"labels": ["cells", value]}}));
        let label = json!({"colors": value, "properties": value, "source": value});
        group(
            &store,
            "labels/cells",
            &json!({"ome": {"version": "0.5", "multiscales": multiscales, "image-label": label}}),
        );
        array(&store, "labels/cells/0", &json!([4, 4]), &[3; 16]);
        let about: String = value.to_string().chars().take(60).collect();
        try_all(&commands, &store, &about);
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
        let store = Store::new();
        group(&store, "", &json!({"ome": {"version": "0.5", "plate": plate}}));
        let about: String = plate.to_string().chars().take(60).collect();
        try_all(&["info", "info --json", "check --json"], &store, &about);
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
        let store = Store::new();
        group(&store, "", &json!({"encoding-type": "dataframe", "_index": value, "column-order": value}));
        let about: String = value.to_string().chars().take(60).collect();
        try_all(&commands, &store, &about);
        group(&store, "", &json!({"encoding-type": "csr_matrix", "shape": value}));
        try_all(&commands, &store, &about);
    }
    // More rows than anybody has, of which nothing is stored.
    for (shape, rows) in [
        (json!([u64::MAX, 3]), u64::MAX),
        (json!([3, u64::MAX]), 4),
        (json!([1_u64 << 40, 3]), (1 << 40) + 1),
    ] {
        for encoding in ["csr_matrix", "csc_matrix"] {
            let store = Store::new();
            group(&store, "", &json!({"encoding-type": encoding, "shape": shape}));
            for (name, size) in [("indptr", rows), ("indices", 1 << 50), ("data", 1 << 50)] {
                array(&store, name, &json!([size]), &[0, 255, 3, 9]);
            }
            try_all(&commands, &store, &shape.to_string());
        }
    }
}
