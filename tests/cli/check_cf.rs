//! `check` by the CF conventions: each rule with a store that breaks it and one that does not.

use serde_json::{Value, json};

use crate::check::{array, assert_finds, found, group, group_v2};
use crate::run::*;
use crate::store::Store;

/// A data set of CF with a field on a grid of 2 by 3 cells, as sound as can be.
fn sound() -> Store {
    let root = Store::new();
    group(&root, "", &json!({"Conventions": "CF-1.8 ACDD-1.3", "external_variables": "volcello"}));
    let named = |key: &str, shape: &str, names: Value, attributes: Value| {
        array(&root, key, ("uint8", shape), &names, &attributes);
    };
    named(
        "tas",
        "[2, 3]",
        json!(["y", "x"]),
        json!({
            "standard_name": "air_temperature", "units": "K", "coordinates": "lat lon height",
            "cell_methods": "area: time: mean (interval: 1 month)", "cell_measures": "area: areacella volume: volcello",
            "grid_mapping": "crs", "ancillary_variables": "quality",
        }),
    );
    named(
        "quality",
        "[2, 3]",
        json!(["y", "x"]),
        json!({"standard_name": "air_temperature status_flag", "units": "1"}),
    );
    named("areacella", "[2, 3]", json!(["y", "x"]), json!({"standard_name": "cell_area", "units": "m2"}));
    let lat = json!({"standard_name": "latitude", "units": "degrees_north", "bounds": "lat_bnds"});
    named("lat", "[2, 3]", json!(["y", "x"]), lat);
    named("lat_bnds", "[2, 3, 4]", json!(["y", "x", "corner"]), json!({}));
    named("lon", "[2, 3]", json!(["y", "x"]), json!({"standard_name": "longitude", "units": "degrees_east"}));
    named(
        "height",
        "[]",
        json!([]),
        json!({"units": "m", "positive": "up", "axis": "Z", "standard_name": "height"}),
    );
    named(
        "lev",
        "[1]",
        json!(["lev"]),
        json!({
            "standard_name": "atmosphere_sigma_coordinate", "formula_terms": "sigma: lev ptop: ptop ps: ps", "positive": "down",
        }),
    );
    named("ptop", "[]", json!([]), json!({"units": "Pa"}));
    named(
        "ps",
        "[2, 3]",
        json!(["y", "x"]),
        json!({"units": "hPa", "standard_name": "surface_air_pressure"}),
    );
    let pole = json!({
        "grid_mapping_name": "rotated_latitude_longitude", "grid_north_pole_latitude": 39, "grid_north_pole_longitude": -162,
    });
    named("crs", "[]", json!([]), pole);
    root
}

#[test]
fn what_cf_asks_of_attributes() {
    let without_notes = |root: &Store| {
        let all = found(root);
        all.into_iter().filter(|(rule, ..)| rule != "dimension-without-coordinate").collect::<Vec<_>>()
    };
    assert_eq!(without_notes(&sound()), []);
    for (key, attribute, value, rule) in [
        ("tas", "units", json!("Kelvins per"), "units"),
        ("tas", "units", json!("hPa"), "units-dimension"),
        ("tas", "standard_name", json!("air_temprature"), "standard-name"),
        ("tas", "standard_name", json!("air_temperature error"), "standard-name"),
        ("tas", "cell_methods", json!("time: average"), "cell-methods"),
        ("tas", "cell_methods", json!("nowhere: mean"), "cell-methods"),
        ("tas", "cell_measures", json!("areacella"), "cell-measures"),
        ("tas", "cell_measures", json!("size: areacella"), "cell-measures"),
        ("tas", "cell_measures", json!("area: gone"), "named-array-missing"),
        ("tas", "cell_measures", json!("area: lat_bnds"), "named-array-dimensions"),
        ("tas", "coordinates", json!("lat lon lev"), "named-array-dimensions"),
        ("tas", "coordinates", json!("lat lon gone"), "named-array-missing"),
        ("lat", "bounds", json!("lon"), "cell-bounds"),
        ("lat", "climatology", json!("gone"), "named-array-missing"),
        ("height", "axis", json!("H"), "axis-attribute"),
        ("height", "positive", json!("upwards"), "axis-attribute"),
        ("lev", "formula_terms", json!("sigma: lev ptop: ptop"), "formula-terms"),
        ("lev", "formula_terms", json!("sigma lev"), "formula-terms"),
        ("lev", "formula_terms", json!("sigma: lev ptop: ptop ps: gone"), "named-array-missing"),
        ("crs", "grid_mapping_name", json!("rotated"), "grid-mapping"),
        ("crs", "grid_mapping_name", json!("mercator"), "grid-mapping"),
    ] {
        let root = sound();
        let text = std::fs::read_to_string(root.path(key).join("zarr.json")).unwrap();
        let mut document: Value = serde_json::from_str(&text).unwrap();
        document["attributes"][attribute] = value.clone();
        root.write(&format!("{key}/zarr.json"), document.to_string());
        let expected = (rule.to_owned(), key.to_owned(), format!("/attributes/{attribute}"));
        assert_eq!(without_notes(&root).first(), Some(&expected), "{key} {attribute} {value}");
    }
}

#[test]
fn what_says_nothing_of_cf_is_not_held_to_it() {
    let root = &Store::new();
    group(root, "", &json!({}));
    let free = json!({"units": "furlongs per fortnite", "axis": "left", "positive": "yes"});
    array(root, "a", ("uint8", "[2]"), &Value::Null, &free);
    assert_finds(root, &[]);
}

#[test]
fn latitudes_end_at_the_poles() {
    let root = &Store::new();
    group(root, "", &json!({}));
    array(root, "a", ("uint8", "[3, 4]"), &Value::Null, &json!({"units": "degrees_north"}));
    assert_finds(root, &[]);
    root.write("a/c/0/0", vec![91; 12]);
    assert_finds(root, &[("coordinate-range", "a", "")]);
    array(root, "a", ("uint8", "[3, 4]"), &Value::Null, &json!({"units": "degrees_east"}));
    root.write("a/c/0/0", vec![91; 12]);
    assert_finds(root, &[]);
}

#[test]
fn names_of_dimensions_that_xarray_refuses_are_errors() {
    let root = &Store::new();
    group_v2(root, "", &json!({}));
    for (key, names) in [("a", json!(["x"])), ("b", json!(["x", "y"])), ("c", json!("x"))] {
        let document = crate::document::Document::v2()
            .with("shape", "[1]")
            .with("chunks", "[1]")
            .with("dtype", r#""|u1""#);
        root.put(key, &document, &[("0", vec![1])]);
        root.write(&format!("{key}/.zattrs"), json!({"_ARRAY_DIMENSIONS": names}).to_string());
    }
    let errors: Vec<_> =
        found(root).into_iter().filter(|(rule, ..)| rule == "document-dimension-names").collect();
    let place = || "/_ARRAY_DIMENSIONS".to_owned();
    let expected = ["b", "c"].map(|key| ("document-dimension-names".to_owned(), key.to_owned(), place()));
    assert_eq!(errors, expected);
}

#[test]
fn groups_that_are_no_tree_of_data_sets_are_named() {
    let root = &Store::new();
    group(root, "", &json!({}));
    group(root, "same", &json!({}));
    group(root, "other", &json!({}));
    group(root, "longer", &json!({}));
    let line = |key: &str, values: &[u8]| {
        let shape = format!("[{}]", values.len());
        array(root, key, ("uint8", &shape), &json!(["x"]), &json!({}));
        root.write(&format!("{key}/c/0"), values);
    };
    line("x", &[1, 2]);
    line("same/x", &[1, 2]);
    line("other/x", &[1, 3]);
    line("longer/a", &[1, 3, 4]);
    assert_finds(root, &[("group-alignment", "longer", ""), ("group-alignment", "other", "")]);
    let output = zarrscope(&format!("check {root}")).output().unwrap();
    let printed = String::from_utf8(output.stdout).unwrap();
    assert!(printed.contains("expected 2 elements along \"x\", as in a group above, found 3"), "{printed}");
}
