//! Attributes that are made to be a nuisance: they are notes, never failures.
#![allow(clippy::unwrap_used)]

use serde_json::{Value, json};

use crate::document::Document;
use crate::run::run;
use crate::stores::Store;

/// The most memory that a command may have at once.
const MEMORY: u64 = 256 << 20;

/// An array of four elements with attributes.
fn array(data_type: &str, attributes: &Value) -> Store {
    let document = Document::v3().shaped("[4]", "[4]").typed(data_type).with("dimension_names", r#"["x"]"#);
    let nbytes = 4 * if data_type.ends_with("64") { 8 } else { 2 };
    Store::new()
        .group("")
        .array("v", &document.with("attributes", attributes.to_string()))
        .file("v/c/0", [0x7f, 0xff].repeat(nbytes / 2))
}

/// Every kind of nuisance, with the data type of its elements.
fn nuisances() -> Vec<(&'static str, Value)> {
    let long = "x".repeat(1 << 16);
    let odd = [
        json!(null),
        json!(true),
        json!([]),
        json!({}),
        json!([[1]]),
        json!("x"),
        json!(""),
        json!(-1e308),
        json!(long),
    ];
    let names = [
        "scale_factor",
        "add_offset",
        "_FillValue",
        "missing_value",
        "valid_min",
        "valid_max",
        "valid_range",
        "flag_values",
        "flag_masks",
        "flag_meanings",
        "_Unsigned",
        "units",
        "calendar",
        "long_name",
        "standard_name",
        "coordinates",
        "bounds",
        "grid_mapping",
        "_ARRAY_DIMENSIONS",
        "_nczarr_array",
        "dtype",
    ];
    let mut all = Vec::new();
    // All at once, so that few programs are started.
    for value in odd {
        let attributes: Value = names.iter().map(|name| ((*name).to_owned(), value.clone())).collect();
        all.push(("int16", attributes));
    }
    all.extend(single());
    all
}

/// Those that are a nuisance of their own.
fn single() -> Vec<(&'static str, Value)> {
    // A document with more values is not read at all.
    let many: Vec<u32> = (0..150_000).collect();
    vec![
        (
            "int16",
            json!({"missing_value": many, "flag_values": many, "flag_meanings": "a ".repeat(1_000_000)}),
        ),
        ("int16", json!({"units": "days since ".repeat(100_000), "calendar": "x".repeat(1 << 20)})),
        ("int16", json!({"scale_factor": 0, "add_offset": "NaN"})),
        ("int64", json!({"scale_factor": 1e308, "add_offset": 1e308})),
        ("int64", json!({"units": "days since 2000-01-01", "calendar": "360_day"})),
        ("int64", json!({"units": "years since 999999999999999999-01-01", "calendar": "noleap"})),
        (
            "float64",
            json!({"units": "months since -999999999999999999-01-01", "calendar": "julian", "_FillValue": "AAAA"}),
        ),
        ("float64", json!({"units": "days since 2000-01-01", "scale_factor": 1e300})),
        (
            "int16",
            json!({"coordinates": "v v ./v ../v /v // . ..", "bounds": "v", "grid_mapping": "v: v v: v"}),
        ),
        ("int16", json!({"coordinates": "a ".repeat(500_000)})),
        ("int16", json!({"units": "\u{1b}[2J since \u{202e}", "long_name": "\u{1b}]0;x\u{7}"})),
    ]
}

#[test]
fn attributes_are_notes_and_never_failures() {
    for (data_type, attributes) in nuisances() {
        let store = array(data_type, &attributes);
        let shown: String = attributes.to_string().chars().take(100).collect();
        for command in [
            "info",
            "info --json",
            "decode --physical",
            "decode --physical --format json",
            "probe --physical --at 1",
            "stats --physical --json",
            "picture --physical",
            "decode --sel x=1",
        ] {
            let words: Vec<&str> = command.split(' ').collect();
            let ran = run(&words, &store.path("v"), &store.path(""));
            let expected = if command.contains("--sel") { Some(2) } else { Some(0) };
            let error = String::from_utf8_lossy(&ran.stderr);
            assert_eq!(ran.status, expected, "{command}, {shown}: {error:.300}");
            assert!(ran.peak < MEMORY, "{command}, {shown}: {} bytes", ran.peak);
            assert!(!ran.stdout.contains(&0x1b), "{command}, {shown}: it speaks to the terminal");
        }
    }
}
