//! `check`: each rule with a store that breaks it and one that does not, and the sound stores of the repository.

use std::fmt::Display;
use std::fs;

use serde_json::{Value, json};

use crate::document::Document;
use crate::run::*;
use crate::store::Store;

/// Writes a group with attributes.
pub fn group(root: &Store, key: &str, attributes: &Value) {
    root.put(key, &Document::group().with("attributes", attributes.to_string()), &[]);
}

/// The same in V2.
pub fn group_v2(root: &Store, key: &str, attributes: &Value) {
    root.put(key, &Document::group_v2(), &[]);
    root.write(&format!("{key}/.zattrs"), attributes.to_string());
}

/// An array of some shape in one chunk, with names of dimensions and attributes.
pub fn array(root: &Store, key: &str, (data_type, shape): (&str, &str), names: &Value, attributes: &Value) {
    let mut document =
        Document::v3().shaped(shape, shape).typed(data_type).with("attributes", attributes.to_string());
    if !names.is_null() {
        document = document.with("dimension_names", names.to_string());
    }
    let edges: Vec<usize> = serde_json::from_str(shape).unwrap();
    let nbytes = if data_type == "float64" { 8 } else { 1 } * edges.iter().product::<usize>();
    let chunk = format!("c{}", "/0".repeat(edges.len()));
    root.put(key, &document, &[(&chunk, vec![1; nbytes])]);
}

/// A coordinate with values.
fn coordinate(root: &Store, key: &str, values: &[f64]) {
    let name = key.rsplit('/').next().unwrap();
    array(root, key, ("float64", &format!("[{}]", values.len())), &json!([name]), &json!({}));
    let bytes: Vec<u8> = values.iter().flat_map(|value| value.to_le_bytes()).collect();
    root.write(&format!("{key}/c/0"), bytes);
}

/// What is found: the rule, the node, and the place.
pub fn found(root: impl Display) -> Vec<(String, String, String)> {
    let output = zarrscope(&format!("check --json --fail-on never {root}")).output().unwrap();
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    assert_schema("check --json", &output.stdout);
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    let before = root.to_string();
    let of = |finding: &Value| {
        let text = |name: &str| finding[name].as_str().unwrap_or_default().to_owned();
        assert!(text("source").starts_with("http"), "{finding}");
        assert!(
            text("message").starts_with("expected ") || text("rule") == "consolidated-stale",
            "{finding}"
        );
        let path = text("array").strip_prefix(&before).unwrap().trim_start_matches('/').to_owned();
        (text("rule"), path, text("pointer") + &text("key"))
    };
    report["findings"].as_array().unwrap().iter().map(of).collect()
}

pub fn assert_finds(root: &Store, expected: &[(&str, &str, &str)]) {
    let found = found(root);
    let found: Vec<(&str, &str, &str)> =
        found.iter().map(|(rule, path, place)| (rule.as_str(), path.as_str(), place.as_str())).collect();
    assert_eq!(found, expected);
}

#[test]
fn dimensions_have_coordinates_names_and_one_size() {
    let root = &Store::new();
    group(root, "", &json!({}));
    coordinate(root, "y", &[3.0, 2.0, 1.0]);
    array(root, "a", ("uint8", "[3, 4]"), &json!(["y", "x"]), &json!({}));
    array(root, "b", ("uint8", "[3, 5]"), &json!(["y", "x"]), &json!({}));
    array(root, "twice", ("uint8", "[3, 3]"), &json!(["y", "y"]), &json!({}));
    array(root, "unnamed", ("uint8", "[7]"), &json!([null]), &json!({}));
    group(root, "below", &json!({}));
    array(root, "below/c", ("uint8", "[3, 2]"), &json!(["y", "z"]), &json!({}));
    assert_finds(
        root,
        &[
            ("dimension-sizes", "", ""),
            ("dimension-without-coordinate", "", ""),
            ("dimension-without-coordinate", "below", ""),
            ("dimension-repeated", "twice", ""),
        ],
    );
    let printed = String::from_utf8(zarrscope(&format!("check {root}")).output().unwrap().stdout).unwrap();
    assert_names(
        &printed,
        &[
            "expected one size of \"x\", found 4 in a, 5 in b [dimension-sizes]",
            "expected an array \"x\" with the coordinates of a and 1 other, found none",
            "expected an array \"z\" with the coordinates of c, found none",
            "8 nodes (6 arrays)",
            "2 warnings, 2 notes",
        ],
    );
}

#[test]
fn exchanged_names_and_levels_of_an_image_are_told_apart_from_wrong_sizes() {
    let root = &Store::new();
    group(root, "", &json!({}));
    array(root, "u", ("uint8", "[3, 4]"), &json!(["y", "x"]), &json!({}));
    array(root, "v", ("uint8", "[3, 4]"), &json!(["x", "y"]), &json!({}));
    array(root, "w", ("uint8", "[3, 4]"), &json!(["y", "x"]), &json!({}));
    group(root, "pyramid", &json!({}));
    for (name, shape) in [("0", "[40, 80]"), ("1", "[20, 40]"), ("2", "[10, 20]")] {
        array(root, &format!("pyramid/{name}"), ("uint8", shape), &json!(["y", "x"]), &json!({}));
    }
    group(root, "list", &json!({}));
    array(root, "list/long", ("uint8", "[80]"), &json!(["x"]), &json!({}));
    array(root, "list/short", ("uint8", "[40]"), &json!(["x"]), &json!({}));
    let output = zarrscope(&format!("check {root}")).output().unwrap();
    let printed = String::from_utf8(output.stdout).unwrap();
    let sizes: Vec<&str> = printed.lines().filter(|line| line.ends_with("[dimension-sizes]")).collect();
    assert_eq!(sizes.len(), 2, "{printed}");
    assert!(sizes[0].contains("the names of the dimensions of v in another order"), "{printed}");
    assert!(sizes[1].contains("expected one size of \"x\", found 40 in short, 80 in long"), "{printed}");
}

#[test]
fn a_coordinate_of_time_covers_what_the_group_says() {
    let covered = |units: &str, start: &str, end: &str| {
        let root = &Store::new();
        group(root, "", &json!({"time_coverage_start": start, "time_coverage_end": end}));
        let times: Vec<u8> = (0..48_i64).flat_map(i64::to_le_bytes).collect();
        let document = Document::v3().shaped("[48]", "[48]").typed("int64");
        let document = document.with("dimension_names", "[\"time\"]");
        let document = document.with("attributes", json!({"units": units}).to_string());
        root.put("time", &document, &[("c/0", times)]);
        found(root).into_iter().map(|(rule, ..)| rule).collect::<Vec<String>>()
    };
    let (start, end) = ("2022-01-01T00:00:00Z", "2022-01-02T23:00:00Z");
    let nothing: [String; 0] = [];
    assert_eq!(covered("hours since 2022-01-01", start, end), nothing);
    assert_eq!(covered("days since 2022-01-01", start, end), ["time-coverage"]);
    assert_eq!(covered("hours since 2022-01-01", start, "2022-01-03"), nothing, "rounded to the day");
    assert_eq!(
        covered("hours since 2022-01-01", start, "2021-12-30"),
        nothing,
        "stated wrongly, in whatever unit"
    );
    assert_eq!(covered("hours since 2022-01-01", start, "2023-05-01"), nothing, "no unit is so long");
}

#[test]
fn coordinates_run_one_way() {
    let root = &Store::new();
    group(root, "", &json!({}));
    coordinate(root, "falling", &[3.0, 2.0, -1.0]);
    coordinate(root, "rising", &[1.0, 2.0, 2.5]);
    coordinate(root, "turning", &[1.0, 2.0, 1.5]);
    coordinate(root, "resting", &[1.0, 1.0]);
    coordinate(root, "undefined", &[1.0, f64::NAN]);
    coordinate(root, "damaged", &[1.0, 2.0]);
    root.write("damaged/c/0", [0; 9]);
    // It is no coordinate: its dimension has another name.
    array(root, "values", ("uint8", "[3]"), &json!(["rising"]), &json!({}));
    assert_finds(
        root,
        &[
            ("chunk-length", "damaged", "c/0"),
            ("coordinate-order", "resting", ""),
            ("coordinate-order", "turning", ""),
            ("coordinate-order", "undefined", ""),
        ],
    );
    let (_, listed) = faulty(&format!("check {root}"));
    let expected = "turning: expected values that only rise or only fall, found 1.5 at 2 after 2.0";
    assert_names(&String::from_utf8(listed).unwrap(), &[expected]);
}

#[test]
fn a_coordinate_that_is_too_long_is_not_read() {
    let root = &Store::new();
    group(root, "", &json!({}));
    coordinate(root, "time", &[1.0]);
    let long = Document::v3().shaped("[9223372036854775807]", "[1]").with("dimension_names", r#"["time"]"#);
    root.write("time/zarr.json", long.text());
    assert_finds(root, &[("coordinate-unread", "time", "")]);
}

#[test]
fn what_attributes_say_of_values() {
    let root = &Store::new();
    group(root, "", &json!({}));
    let one = |key: &str, attributes: Value| array(root, key, ("uint8", "[3]"), &Value::Null, &attributes);
    one("a", json!({"_FillValue": 0, "scale_factor": 0.1}));
    one("b", json!({"_FillValue": 300}));
    one("c", json!({"_FillValue": 7}));
    one("d", json!({"_FillValue": {"a": [1, 2]}}));
    array(root, "h", ("float32", "[3]"), &Value::Null, &json!({"_FillValue": -999.0}));
    array(root, "i", ("float32", "[3]"), &Value::Null, &json!({"_FillValue": "AAAAAAAA+H8="}));
    one("e", json!({"scale_factor": "x", "_FillValue": [0], "add_offset": [1]}));
    // Packed by a codec: attributes that change nothing are no second time.
    for (key, scale) in [("f", 0.5), ("g", 1.0)] {
        array(root, key, ("float64", "[3]"), &Value::Null, &json!({"scale_factor": scale, "add_offset": 0}));
        let text = fs::read_to_string(root.path(key).join("zarr.json")).unwrap();
        let scaled = text.replace(
            "\"codecs\": [",
            r#""codecs": [{"name": "scale_offset", "configuration": {"scale": 2.0}}, "#,
        );
        root.write(&format!("{key}/zarr.json"), scaled);
    }
    assert_finds(
        root,
        &[
            ("fill-attribute-range", "b", "/attributes/_FillValue"),
            ("fill-attribute-differs", "c", "/attributes/_FillValue"),
            ("attribute-form", "d", "/attributes/_FillValue"),
            ("attribute-form", "e", "/attributes/scale_factor"),
            ("packed-twice", "f", "/attributes/scale_factor"),
            ("fill-attribute-form", "h", "/attributes/_FillValue"),
            ("fill-attribute-differs", "h", "/attributes/_FillValue"),
            ("fill-attribute-differs", "i", "/attributes/_FillValue"),
        ],
    );
}

#[test]
fn filters_give_what_is_read() {
    let root = &Store::new();
    let filtered = |dtype: &str, key: &str| {
        let filters =
            format!(r#"[{{"id": "delta", "dtype": "<i2"}}, {{"id": "delta", "dtype": "{dtype}"}}]"#);
        let document = Document::v2().with("shape", "[2]").with("chunks", "[2]").with("dtype", r#""<i2""#);
        root.put(key, &document.with("filters", filters), &[("0", vec![0; 4])]);
    };
    root.put("", &Document::group_v2(), &[]);
    filtered("<i2", "a");
    filtered(">i2", "b");
    // The bytes do not fit: a fault, and no rule of what they are read as.
    filtered("<i8", "c");
    assert_finds(root, &[("filter-dtypes", "b", "/filters/1"), ("document-codecs", "c", "/filters/1")]);
}

/// An array, its attributes, and the rules that they break, each with the attribute.
type UnusableCase = (&'static str, Value, &'static [(&'static str, &'static str)]);

#[test]
fn attributes_that_cannot_be_used_are_those_that_info_notes() {
    let root = &Store::new();
    group(root, "", &json!({}));
    let cases: [UnusableCase; 9] = [
        ("a", json!({"flag_values": [0, 1], "flag_meanings": "sea"}), &[("flag-attributes", "flag_values")]),
        ("b", json!({"flag_meanings": "sea land"}), &[("flag-attributes", "flag_meanings")]),
        ("c", json!({"scale_factor": 0}), &[("packing-attribute", "scale_factor")]),
        (
            "d",
            json!({"add_offset": "NaN"}),
            &[("attribute-form", "add_offset"), ("packing-attribute", "add_offset")],
        ),
        ("e", json!({"units": "fortnights since 2000-01-01"}), &[("time-attributes", "units")]),
        ("f", json!({"units": "days since", "calendar": "standard"}), &[("time-attributes", "units")]),
        (
            "g",
            json!({"units": "days since 2000-01-01", "calendar": "mayan"}),
            &[("time-attributes", "calendar")],
        ),
        (
            "h",
            json!({"valid_range": [1, 2, 3], "missing_value": 300}),
            &[("valid-attribute", "missing_value"), ("valid-attribute", "valid_range")],
        ),
        ("i", json!({"valid_min": 5, "valid_max": 4}), &[("valid-attribute", "valid_min")]),
    ];
    for (key, attributes, _) in &cases {
        array(root, key, ("uint8", "[3]"), &Value::Null, attributes);
    }
    // What can be used, and what is only worth knowing.
    let sound = json!({"units": "months since 2000-01-01", "valid_range": [1, 9], "missing_value": [7, 8]});
    array(root, "sound", ("uint8", "[3]"), &Value::Null, &sound);
    let expected: Vec<(&str, &str, String)> = cases
        .iter()
        .flat_map(|(key, _, found)| {
            found.iter().map(|(rule, name)| (*rule, *key, format!("/attributes/{name}")))
        })
        .collect();
    let expected: Vec<(&str, &str, &str)> =
        expected.iter().map(|(rule, key, place)| (*rule, *key, place.as_str())).collect();
    assert_finds(root, &expected);
    for (key, _, _) in &cases {
        let noted = parsed(&format!("info --json {}", root.path(key).display()));
        let noted = noted["meaning"]["notes"].as_array().unwrap();
        let checked = parsed(&format!("check --json --fail-on never {}", root.path(key).display()));
        for (note, finding) in noted.iter().zip(checked["findings"].as_array().unwrap()) {
            assert_eq!(note["message"], finding["message"], "{key}");
        }
    }
}

#[test]
fn arrays_that_attributes_name_are_there() {
    let root = &Store::new();
    group(root, "", &json!({}));
    group(root, "below", &json!({}));
    array(root, "lat", ("uint8", "[3]"), &Value::Null, &json!({}));
    array(root, "below/crs", ("uint8", "[3]"), &Value::Null, &json!({}));
    let names = json!({
        "coordinates": "lat lon", "grid_mapping": "crs: lat lon", "bounds": "edges", "ancillary_variables": "crs quality",
    });
    array(root, "below/a", ("uint8", "[3]"), &Value::Null, &names);
    let missing = [
        ("named-array-missing", "/attributes/coordinates"),
        ("named-array-missing", "/attributes/ancillary_variables"),
        ("named-array-missing", "/attributes/bounds"),
    ];
    for (path, node) in [("", "below/a"), ("below", "a"), ("below/a", "")] {
        let expected: Vec<_> = missing.iter().map(|(rule, place)| (*rule, node, *place)).collect();
        let mut found = found(root.path(path).display());
        found.sort_by_key(|(.., place)| missing.iter().position(|(_, known)| known == place));
        let found: Vec<(&str, &str, &str)> =
            found.iter().map(|(rule, path, place)| (rule.as_str(), path.as_str(), place.as_str())).collect();
        assert_eq!(found, expected, "{path}");
    }
}

#[test]
fn keys_and_chunks() {
    let root = &Store::new();
    group(root, "", &json!({}));
    array(root, "a", ("uint8", "[3]"), &Value::Null, &json!({}));
    root.write("a/notes.txt", "hello");
    root.write("a/c/7", [1]);
    array(root, "b", ("uint8", "[3]"), &Value::Null, &json!({}));
    fs::remove_file(root.path("b/c/0")).unwrap();
    for number in 0..20 {
        root.write(&format!("b/c.{number:02}"), [1]);
    }
    let found = found(root);
    assert_eq!(found[0], ("stray-key".to_owned(), "a".to_owned(), "c/7".to_owned()));
    assert_eq!(found[1].2, "notes.txt");
    assert_eq!((found[2].0.as_str(), found[2].1.as_str()), ("header-only-array", "b"));
    assert_eq!(found.len(), 3 + 16 + 1);
    assert_eq!((found[3].2.as_str(), found[19].2.as_str()), ("c.00", ""));
}

/// The attributes of an image in OME-Zarr 0.5 or 0.4.
pub fn image(version: &str, axes: &str, paths: &[&str]) -> Value {
    let kind = |name| if name == 'c' { "channel" } else { "space" };
    let axes: Vec<Value> = axes.chars().map(|name| json!({"name": name, "type": kind(name)})).collect();
    // The numbers may be in an array.
    let steps = json!([{"type": "scale", "path": "scales"}]);
    let level = |path| json!({"path": path, "coordinateTransformations": steps});
    let datasets: Vec<Value> = paths.iter().map(level).collect();
    let mut image = json!({"axes": axes, "datasets": datasets});
    if version == "0.5" {
        json!({"ome": {"version": version, "multiscales": [image]}})
    } else {
        image["version"] = json!(version);
        json!({"multiscales": [image]})
    }
}

/// A level of an image, whose last dimensions are called y and x.
pub fn level(root: &Store, key: &str, shape: &str) {
    let rank = shape.split(',').count();
    array(root, key, ("uint8", shape), &json!(["c", "y", "x"][3 - rank..]), &json!({}));
}

#[test]
fn images_have_their_levels_and_labels() {
    for (version, pointer) in [("0.5", "/attributes/ome"), ("0.4", "")] {
        let group = if version == "0.5" { group } else { group_v2 };
        let root = &Store::new();
        group(root, "", &json!({}));
        let level = |key: &str, shape: &str| level(root, key, shape);
        group(root, "sound", &image(version, "cyx", &["0", "1"]));
        level("sound/0", "[2, 8, 6]");
        level("sound/1", "[2, 4, 3]");
        let labels = json!({"labels": ["cells", "wide", "gone"]});
        let ome = json!({"ome": {"version": "0.5", "labels": labels["labels"]}});
        group(root, "sound/labels", if version == "0.5" { &ome } else { &labels });
        group(root, "sound/labels/cells", &image(version, "yx", &["0"]));
        level("sound/labels/cells/0", "[8, 6]");
        group(root, "sound/labels/wide", &image(version, "yx", &["0"]));
        level("sound/labels/wide/0", "[8, 7]");
        group(root, "wrong", &image(version, "yx", &["0", "1", "2", "../wrong/0"]));
        level("wrong/0", "[4, 4]");
        level("wrong/1", "[5, 2]");
        level("wrong/2", "[2]");
        let at = |rest: &str| format!("{pointer}{rest}");
        let places = [
            at("/labels/0"),
            at("/labels/1"),
            at("/labels/2"),
            at("/multiscales/0/datasets/1/path"),
            at("/multiscales/0/datasets/2/path"),
            at("/multiscales/0/datasets/3/path"),
        ];
        assert_finds(
            root,
            &[
                ("labels-levels", "sound/labels", &places[0]),
                ("labels-levels", "sound/labels", &places[1]),
                ("labels-shape", "sound/labels", &places[1]),
                ("labels-path", "sound/labels", &places[2]),
                ("multiscales-shape", "wrong", &places[3]),
                ("multiscales-shape", "wrong", &places[4]),
                ("multiscales-shape", "wrong", &places[4]),
                ("multiscales-path", "wrong", &places[5]),
            ],
        );
    }
}

#[test]
fn images_have_scales_that_follow_from_shapes_and_channels_that_fit() {
    for (version, pointer) in [("0.5", "/attributes/ome"), ("0.4", "")] {
        let group = if version == "0.5" { group } else { group_v2 };
        let root = &Store::new();
        let level = |key: &str, shape: &str| level(root, key, shape);
        let described = |scales: &[Value], omero: &Value| {
            let mut found = image(version, "cyx", &["0", "1", "2"]);
            let members = if version == "0.5" { &mut found["ome"] } else { &mut found };
            for (index, scale) in scales.iter().enumerate() {
                members["multiscales"][0]["datasets"][index]["coordinateTransformations"] =
                    json!([{"type": "scale", "scale": scale}]);
            }
            members["omero"] = omero.clone();
            found
        };
        group(root, "", &json!({}));
        let window = |start: u8, end: u8| json!({"min": 0, "max": 255, "start": start, "end": end});
        // 9 becomes 5 and 3 by rounding up, 8 becomes 4 and 2: also what is rounded down would be sound.
        let scales = [json!([1, 0.5, 0.5]), json!([1, 1, 1]), json!([1, 2, 2])];
        let sound = json!({"channels": [{"color": "00FF00", "window": window(0, 9)}, {"color": "ff0000", "window": window(0, 255)}]});
        group(root, "sound", &described(&scales, &sound));
        let scales = [json!([1, 0.5, 0.5]), json!([1, 1, 0.5]), json!([1, 2, 2])];
        let wrong = json!({"channels": [{"color": "green", "window": window(9, 1)}]});
        group(root, "wrong", &described(&scales, &wrong));
        for key in ["sound", "wrong"] {
            for (index, shape) in ["[2, 9, 8]", "[2, 5, 4]", "[2, 3, 2]"].into_iter().enumerate() {
                level(&format!("{key}/{index}"), shape);
            }
        }
        let places = [
            format!("{pointer}/multiscales/0/datasets/1/coordinateTransformations"),
            format!("{pointer}/omero/channels"),
            format!("{pointer}/omero/channels/0/color"),
            format!("{pointer}/omero/channels/0/window"),
        ];
        assert_finds(
            root,
            &[
                ("omero-form", "wrong", &places[2]),
                ("multiscales-scale", "wrong", &places[0]),
                ("omero-channels", "wrong", &places[1]),
                ("omero-channels", "wrong", &places[3]),
            ],
        );
    }
    // What libraries write follows the rules.
    for name in ["ome_zarr_04", "ome_zarr_05", "ngff_04", "ngff_05"] {
        let said = text(&format!(
            "check --fail-on never {}",
            repository("tests/named/stores").join(name).with_extension("zarr").display()
        ));
        assert!(!said.contains("multiscales-scale") && !said.contains("omero-channels"), "{said}");
    }
}

#[test]
fn the_levels_of_an_image_need_no_coordinates() {
    let root = &Store::new();
    group(root, "", &image("0.5", "yx", &["0", "1"]));
    array(root, "0", ("uint8", "[8, 6]"), &json!(["y", "x"]), &json!({}));
    array(root, "1", ("uint8", "[4, 3]"), &json!(["y", "x"]), &json!({}));
    assert_finds(root, &[]);
    assert_names(&text(&format!("check {root}")), &["3 nodes (2 arrays)", "no findings\n"]);
}

#[test]
fn hostile_attributes_are_notes_but_for_names_of_ome_zarr() {
    let root = &Store::new();
    let many: Vec<Value> = (0..2_000).map(|number| json!({"datasets": number})).collect();
    group(root, "", &json!({"multiscales": many, "labels": {"a": 1}, "ome": "x"}));
    array(root, "a", ("uint8", "[3]"), &Value::Null, &json!({"_FillValue": "\u{1b}[2J", "scale_factor": {}}));
    group(root, "labels", &json!({"labels": [1, 2]}));
    group(root, "own", &json!({"multiscales": [{"datasets": [{"path": ""}, {"path": 3}, {}]}]}));
    let found = found(root);
    assert!(found.len() < 300, "{}", found.len());
    let worse: Vec<_> = found.iter().filter(|(rule, ..)| rule != "attribute-form").collect();
    // The empty path is the group itself, and no array.
    let rules: Vec<&str> = worse.iter().map(|(rule, ..)| rule.as_str()).collect();
    assert_eq!(rules, ["ome-form", "multiscales-path"], "{worse:?}");
}

#[test]
fn stale_copies_are_named() {
    let report = parsed("check ../tests/corpus/mixed/consolidated_differs_v3 --json");
    assert_has(&report, &json!({"schema": "zarrscope.check", "version": 1}));
    let stale = report["findings"].as_array().unwrap();
    assert_eq!(stale.iter().filter(|found| found["rule"] == "consolidated-stale").count(), 3);
    let (message, _) = faulty("check ../tests/corpus/mixed/consolidated_differs_v3 --fail-on warning");
    assert_names(&message, &["consolidated_differs_v3: consolidated metadata"]);
}

#[test]
fn check_has_the_forms_of_verify() {
    let path = "../tests/corpus/mixed/consolidated_differs_v3";
    assert_names(
        &text(&format!("check {path} --format github")),
        &["::warning file=", "title=check (consolidated-stale)"],
    );
    assert_names(
        &text(&format!("check {path} --format junit")),
        &["failures=\"0\"", "<system-out>warning: "],
    );
    let log = parsed(&format!("check {path} --format sarif"));
    assert_eq!(log["runs"][0]["results"][0]["level"], "warning");
}

/// Stores, and parts of stores, that are wrong on purpose.
const WRONG: &[&str] = &[
    "/broken.zarr",
    "/unsound/",
    "/both_v3_broken",
    "/consolidated_differs_",
    // Labels with more levels than their image, as ome-zarr-py wrote them.
    "/ome_zarr_04.zarr/labels/",
    "/ome_zarr_05.zarr/labels/",
    // Of its three wells one was written.
    "/plate_0",
    // A draft that is not read.
    "/zarr2_draft/",
    // Nobody unpickles what somebody else wrote: the codec is not known here.
    "/object_pickle",
    "/name_",
    "/v2_name_blosc",
    // Copies that a lesson is about, and a node that was added by hand.
    "/13-island.zarr",
    "/groups.zarr",
    "/data_type_in_capitals",
    "/document_cut",
    "/grid_misspelt",
];

#[test]
fn nothing_but_notes_is_found_in_sound_stores() {
    for (stores, least) in [
        (".", 100),
        ("../tests/corpus", 100),
        ("../tests/doctor", 100),
        ("../tests/plausible", 100),
        ("../tests/named", 40),
    ] {
        let output = zarrscope(&format!("check {stores} --json")).output().unwrap();
        assert_schema("check --json", &output.stdout);
        let report: Value = serde_json::from_slice(&output.stdout).unwrap();
        assert!(report["arrays"].as_u64().unwrap() > least, "{stores}");
        for found in report["findings"].as_array().unwrap() {
            let path = format!("/{}/", found["array"].as_str().unwrap());
            let is_wrong = WRONG.iter().any(|part| path.contains(part));
            assert!(is_wrong || found["severity"] == "note", "{found:#}");
        }
    }
}

#[test]
fn a_codec_that_is_not_known_is_told_before_anything_is_decoded() {
    let document = Document::v3().with("codecs", r#"[{"name": "bytes"}, {"name": "example.foo"}]"#);
    let store = Store::of(&document);
    let output = zarrscope(&format!("check {}", store.path("").display())).output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.contains(r#"expected a known codec, found "example.foo" [codec-unknown]"#), "{text}");
    assert_eq!(output.status.code(), Some(1));
}

#[test]
fn wells_of_plates_are_there() {
    let root = &Store::new();
    let wells = json!([{"path": "A/1", "rowIndex": 0, "columnIndex": 0}, {"path": "A/2", "rowIndex": 0, "columnIndex": 1}]);
    let plate = json!({"rows": [{"name": "A"}], "columns": [{"name": "1"}, {"name": "2"}], "wells": wells});
    group(root, "", &json!({"ome": {"version": "0.5", "plate": plate}}));
    group(root, "A", &json!({}));
    group(root, "A/1", &json!({}));
    let missing: Vec<_> = found(root).into_iter().filter(|(rule, ..)| rule == "plate-path").collect();
    assert_eq!(missing.len(), 1);
    assert_eq!(missing[0].2, "/attributes/ome/plate/wells/1/path");
    // A plate is no picture; one of its images is.
    group(root, "A/1", &json!({"ome": {"version": "0.5", "well": {"images": [{"path": "7"}]}}}));
    let run = zarrscope(&format!("picture {root}")).output().unwrap();
    assert!(String::from_utf8(run.stderr).unwrap().contains("images are below it, such as A/1/7"));
}

#[test]
fn fields_of_wells_are_there() {
    let root = &Store::new();
    let well = |images: Value| json!({"ome": {"version": "0.5", "well": {"images": images}}});
    let wells = json!([{"path": "A/1", "rowIndex": 0, "columnIndex": 0}]);
    let plate = json!({"version": "0.5", "rows": [{"name": "A"}], "columns": [{"name": "1"}], "wells": wells, "acquisitions": [{"id": 4}]});
    group(root, "", &json!({"ome": {"version": "0.5", "plate": plate}}));
    group(root, "A", &json!({}));
    group(root, "A/1", &well(json!([{"path": "0"}, {"path": "9"}, {"path": "0", "acquisition": 5}])));
    group(root, "A/1/0", &image("0.5", "yx", &["0"]));
    level(root, "A/1/0/0", "[8, 6]");
    let field = |rest: &str| format!("/attributes/ome/well/images/{rest}");
    assert_finds(
        root,
        &[
            ("well-form", "A/1", &field("2/path")),
            ("well-path", "A/1", &field("1/path")),
            ("well-form", "A/1", &field("2/acquisition")),
        ],
    );
    group(root, "A/1", &json!({}));
    assert_finds(root, &[("well-form", "", "/attributes/ome/plate/wells/0/path")]);
}

#[test]
fn metadata_of_images_and_plates_have_the_form_of_their_version() {
    let sound = image("0.5", "cyx", &["0"]);
    let scale = "datasets/0/coordinateTransformations";
    for (place, value, found_at) in [
        ("axes", json!([]), "axes"),
        ("axes", json!(3), "axes"),
        ("axes/0/name", json!("x"), "axes/2/name"),
        ("axes/0/type", json!("space"), ""),
        ("axes/2/type", json!("channel"), "axes"),
        ("datasets", json!([]), "datasets"),
        (scale, json!([]), scale),
        (scale, json!([{"type": "scale", "scale": [1, 2]}]), "datasets/0/coordinateTransformations/0/scale"),
        (scale, json!([{"type": "rotation"}]), "datasets/0/coordinateTransformations/0/type"),
    ] {
        let root = &Store::new();
        level(root, "0", "[2, 8, 6]");
        let mut wrong = sound.clone();
        *wrong.pointer_mut(&format!("/ome/multiscales/0/{place}")).unwrap() = value.clone();
        group(root, "", &wrong);
        let found: Vec<_> = found(root).into_iter().filter(|(rule, ..)| rule == "multiscales-form").collect();
        let pointer = format!("/attributes/ome/multiscales/0/{found_at}");
        assert_eq!(
            found.iter().any(|(.., own)| *own == pointer),
            !found_at.is_empty(),
            "{place} {value}: {found:?}"
        );
        // Another version has other rules.
        wrong["ome"]["version"] = json!("0.6.dev4");
        group(root, "", &wrong);
        assert!(!text(&format!("check --fail-on never {root}")).contains("[multiscales-form]"));
    }
    for (place, value) in [
        ("rows/0/name", json!("A 1")),
        ("columns/1/name", json!("1")),
        ("wells/0/path", json!("B/1")),
        ("wells/0/rowIndex", json!(1)),
        ("acquisitions/0/id", json!(-1)),
        ("field_count", json!(0)),
    ] {
        let root = &Store::new();
        let mut plate = json!({"rows": [{"name": "A"}], "columns": [{"name": "1"}, {"name": "2"}], "field_count": 1,
            "acquisitions": [{"id": 0}], "wells": [{"path": "A/1", "rowIndex": 0, "columnIndex": 0}]});
        *plate.pointer_mut(&format!("/{place}")).unwrap() = value;
        group(root, "", &json!({"ome": {"version": "0.5", "plate": plate}}));
        let pointer = format!("/attributes/ome/plate/{place}");
        let found = found(root);
        assert!(
            found.iter().any(|(rule, _, own)| rule == "plate-form" && *own == pointer),
            "{place}: {found:?}"
        );
    }
}

#[test]
fn levels_have_the_names_of_the_axes_and_labels_are_integers() {
    let root = &Store::new();
    group(root, "", &image("0.5", "yx", &["0", "1"]));
    array(root, "0", ("uint8", "[8, 6]"), &json!(["x", "y"]), &json!({}));
    array(root, "1", ("uint8", "[4, 3]"), &Value::Null, &json!({}));
    group(root, "labels", &json!({"ome": {"version": "0.5", "labels": ["real"]}}));
    group(root, "labels/real", &image("0.5", "yx", &["0", "1"]));
    for (name, shape) in [("0", "[8, 6]"), ("1", "[4, 3]")] {
        array(root, &format!("labels/real/{name}"), ("float64", shape), &json!(["y", "x"]), &json!({}));
    }
    let place = |level: u8| format!("/attributes/ome/multiscales/0/datasets/{level}/path");
    assert_finds(
        root,
        &[
            ("multiscales-names", "", &place(0)),
            ("multiscales-names", "", &place(1)),
            ("labels-form", "labels/real", &place(0)),
            ("labels-form", "labels/real", &place(1)),
        ],
    );
}

#[test]
fn the_doctor_names_the_errors_of_documents() {
    let root = &Store::new();
    group(root, "", &image("0.4", "yx", &["0", "gone"]));
    level(root, "0", "[8, 6]");
    group(root, "labels", &json!({"labels": ["ghost"]}));
    let (_, said) = faulty(&format!("doctor {root}"));
    let said = String::from_utf8(said).unwrap();
    assert_names(&said, &["expected an array at gone, found none", "expected an image at ghost, found none"]);
    assert_names(&said, &["something is wrong in 2 places"]);
    let report = parsed_fault(&format!("doctor {root} --json"));
    assert_eq!(report["hypotheses"].as_array().unwrap().len(), 2);
}

#[test]
fn labels_of_anything_but_an_image_are_no_names_of_images() {
    let root = &Store::new();
    group(root, "", &json!({"labels": ["cat", "dog"]}));
    group(root, "numbers", &json!({"labels": [1, 2]}));
    group(root, "labels", &json!({"labels": ["cat"]}));
    assert_finds(root, &[]);
    assert!(!text(&format!("tree {root}/numbers")).contains("OME"));
    let said = text(&format!("info {root}"));
    assert!(!said.contains("OME"), "{said}");
}

#[test]
fn levels_of_geozarr_are_no_image() {
    let root = &Store::new();
    group(root, "", &json!({"multiscales": {"layout": [{"asset": "r10m"}]}}));
    assert_finds(
        root,
        &[
            ("convention-undeclared", "", "/attributes/zarr_conventions"),
            ("layout-path", "", "/attributes/multiscales/layout/0/asset"),
        ],
    );
}

/// An array of so many bytes.
fn bytes(root: &Store, key: &str, count: usize) {
    let shape = format!("[{count}]");
    root.put(key, &Document::v3().shaped(&shape, &shape), &[("c/0", vec![0; count])]);
}

#[test]
fn parts_of_tables_and_matrices_fit_each_other() {
    let root = &Store::new();
    let table = json!({"encoding-type": "dataframe", "_index": "i", "column-order": ["a", "lost", "short"]});
    group(root, "", &json!({}));
    group(root, "obs", &table);
    for (name, count) in [("i", 3), ("a", 3), ("short", 2)] {
        bytes(root, &format!("obs/{name}"), count);
    }
    group(root, "X", &json!({"encoding-type": "csr_matrix", "shape": [2, 3]}));
    for (name, count) in [("indptr", 2), ("indices", 1), ("data", 1)] {
        bytes(root, &format!("X/{name}"), count);
    }
    let mut rules: Vec<String> = found(root).into_iter().map(|(rule, ..)| rule).collect();
    rules.sort();
    assert_eq!(rules, ["sparse-parts", "table-column", "table-rows"]);
}

#[test]
fn matrices_of_an_anndata_have_its_observations_and_variables() {
    let root = &Store::new();
    group(root, "", &json!({"encoding-type": "anndata", "encoding-version": "0.1.0"}));
    for (table, rows) in [("obs", 4), ("var", 3)] {
        group(root, table, &json!({"encoding-type": "dataframe", "_index": "i", "column-order": []}));
        bytes(root, &format!("{table}/i"), rows);
    }
    array(root, "X", ("uint8", "[4, 3]"), &json!(null), &json!({}));
    for groups in ["obsm", "layers"] {
        group(root, groups, &json!({}));
    }
    array(root, "obsm/X_umap", ("uint8", "[4, 2]"), &json!(null), &json!({}));
    assert_eq!(found(root), []);
    array(root, "obsm/X_pca", ("uint8", "[5, 2]"), &json!(null), &json!({}));
    array(root, "layers/counts", ("uint8", "[4, 2]"), &json!(null), &json!({}));
    let rules: Vec<String> = found(root).into_iter().map(|(rule, ..)| rule).collect();
    assert_eq!(rules, ["anndata-shape", "anndata-shape"]);
}

#[test]
fn most_columns_of_a_table_are_right() {
    let root = &Store::new();
    let table = json!({"encoding-type": "dataframe", "_index": "i", "column-order": ["a", "long"]});
    group(root, "", &table);
    for (name, count) in [("i", 3), ("a", 3), ("long", 4)] {
        bytes(root, name, count);
    }
    let output = zarrscope(&format!("check {root}")).output().unwrap();
    let expected = "expected 3 rows in \"long\", as in 2 of 3 columns, found 4 rows";
    assert!(String::from_utf8_lossy(&output.stdout).contains(expected));
}

#[test]
fn an_array_for_attributes_needs_no_chunk() {
    let root = &Store::new();
    let document = |attributes: &str| Document::v3().shaped("[]", "[]").with("attributes", attributes);
    group(root, "", &json!({}));
    for (name, attributes) in [("crs", r#"{"grid_mapping_name": "latitude_longitude"}"#), ("empty", "{}")] {
        root.put(name, &document(attributes), &[]);
    }
    let rules: Vec<String> = found(root).into_iter().map(|(rule, ..)| rule).collect();
    assert_eq!(rules, ["header-only-array"]);
}

#[test]
fn labels_of_another_scale_lie_within_their_image() {
    let root = &Store::new();
    let scaled = |scale: &[f64], begin: &[f64]| {
        let steps = json!([{"type": "scale", "scale": scale}, {"type": "translation", "translation": begin}]);
        let axes = json!([{"name": "y", "type": "space"}, {"name": "x", "type": "space"}]);
        let level = json!({"path": "0", "coordinateTransformations": steps});
        json!({"ome": {"version": "0.5", "multiscales": [{"axes": axes, "datasets": [level]}]}})
    };
    let level = |key: &str, shape: &str| {
        array(root, key, ("uint8", shape), &Value::Null, &json!({}));
    };
    group(root, "", &scaled(&[0.5, 0.5], &[0.0, 0.0]));
    level("0", "[80, 60]");
    group(root, "labels", &json!({"ome": {"labels": ["half", "part", "past"]}}));
    // 40 · 1 is the whole image, 10 · 0.5 from 20 on lies in its 40, and 40 · 1 from 20 on does not.
    for (name, shape, scale, begin) in
        [("half", "[40, 30]", 1.0, 0.0), ("part", "[10, 10]", 0.5, 20.0), ("past", "[40, 30]", 1.0, 20.0)]
    {
        group(root, &format!("labels/{name}"), &scaled(&[scale; 2], &[begin; 2]));
        level(&format!("labels/{name}/0"), shape);
    }
    let shapes: Vec<_> = found(root).into_iter().filter(|(rule, ..)| rule == "labels-shape").collect();
    assert_eq!(shapes.len(), 1, "{shapes:?}");
    assert!(shapes[0].2.ends_with("/labels/2"), "{shapes:?}");
}

#[test]
fn what_is_not_known_is_not_passed() {
    let root = &Store::new();
    let image = json!([{"axes": [{"name": "x"}], "datasets": [{"path": "0"}]}]);
    let known = json!({"uuid": "689b58e2-cf7b-45e0-9fff-9cfc0883d6b4", "name": "spatial:"});
    let unknown = json!({"uuid": "0b1c2d3e-0000-4000-8000-000000000000", "name": "license"});
    group(root, "", &json!({"zarr_conventions": [known, unknown]}));
    group(root, "new", &json!({"ome": {"version": "0.6.dev4", "multiscales": image}}));
    group(root, "old", &json!({"ome": {"version": "0.5", "labels": []}}));
    group(
        root,
        "scene",
        &json!({"ome": {"version": "0.6.dev4", "scene": {"coordinateTransformations": []}}}),
    );
    array(root, "new/0", ("uint8", "[4]"), &json!(["x"]), &json!({}));
    root.write("more.ZIP", "no archive yet");
    let all = found(root);
    let of = |node: &str| -> Vec<(&str, &str)> {
        let own = all.iter().filter(|(_, path, _)| path == node);
        own.map(|(rule, _, place)| (rule.as_str(), place.as_str())).collect()
    };
    assert_eq!(of("").len(), 2, "{all:?}");
    assert!(of("").iter().any(|(rule, _)| *rule == "archive-unchecked"), "{all:?}");
    assert!(of("").iter().any(|(rule, _)| *rule == "convention-unknown"), "{all:?}");
    assert!(
        of("new").iter().any(|(rule, place)| *rule == "ome-version" && place.contains("/ome/version")),
        "{all:?}"
    );
    assert!(of("old").is_empty(), "{all:?}");
    let rules: Vec<&str> = of("scene").into_iter().map(|(rule, _)| rule).collect();
    assert_eq!(rules, ["ome-version"]);
    // A version that is not known is a warning: it fails where warnings do.
    let path = root;
    let printed = text(&format!("check {path}"));
    assert_names(
        &printed,
        &["warning: ", "found \"0.6.dev4\": only its rules for plates, wells", "[ome-version]"],
    );
    let run = zarrscope(&format!("check {path} --fail-on warning")).output().unwrap();
    assert_eq!(run.status.code(), Some(1));
}

#[test]
fn a_place_without_a_node_is_said_to_have_none() {
    let root = &Store::new();
    fs::create_dir(root.path("below")).unwrap();
    let rules =
        |root: &dyn Display| -> Vec<String> { found(root).into_iter().map(|(rule, ..)| rule).collect() };
    assert_eq!(rules(root), ["no-node"]);
    for number in 0..18 {
        root.write(&format!("{number:02}.zarr.zip"), "PK");
    }
    let all = rules(root);
    assert_eq!(all.iter().filter(|rule| *rule == "archive-unchecked").count(), 17);
    assert_eq!(all.iter().filter(|rule| *rule == "no-node").count(), 1);
    let path = root;
    assert_names(
        &text(&format!("check {path}")),
        &[
            "expected a group or an array of Zarr, found none: nothing was checked",
            "0 nodes",
            "1 warning",
            "17 notes",
        ],
    );
    let run = zarrscope(&format!("check {path} --fail-on no-node")).output().unwrap();
    assert_eq!(run.status.code(), Some(1));
    group(root, "below", &json!({}));
    assert!(!rules(root).contains(&"no-node".to_owned()));
}
