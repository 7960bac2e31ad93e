//! `check` of hierarchies of OME-Zarr: what one document says of others. What a document says of itself is tried in
//! `src/check/form_tests.rs`.

use serde_json::{Value, json};

use crate::check::*;
use crate::document::Document;
use crate::run::*;
use crate::store::Store;

/// An image that is not known as one has dimensions without coordinates.
fn assert_finds_of_ome(root: &Store, expected: &[(&str, &str, &str)]) {
    let mut found = found(root);
    found.retain(|(rule, ..)| rule != "dimension-without-coordinate");
    let found: Vec<(&str, &str, &str)> =
        found.iter().map(|(rule, path, place)| (rule.as_str(), path.as_str(), place.as_str())).collect();
    assert_eq!(found, expected);
}

/// An image with a group of labels, of which one is listed.
fn labelled(own: &Value, label: &Value) -> Store {
    let root = Store::new();
    group(&root, "", &image("0.5", "yx", &["0"]));
    level(&root, "0", "[8, 6]");
    group(&root, "labels", own);
    let mut members = image("0.5", "yx", &["0"]);
    for (name, value) in label.as_object().unwrap() {
        members["ome"][name] = value.clone();
    }
    group(&root, "labels/cells", &members);
    level(&root, "labels/cells/0", "[8, 6]");
    root
}

fn names(of: &Value) -> Value {
    json!({"ome": {"version": "0.5", "labels": of}})
}

#[test]
fn labels_are_listed_and_are_images() {
    let at = |index: u8| format!("/attributes/ome/labels/{index}");
    let label = json!({"image-label": {}});
    assert_finds_of_ome(&labelled(&names(&json!(["cells"])), &label), &[]);
    for (own, rule, place) in [
        (names(&json!(["cells", "cells/0"])), "labels-path", at(1)),
        (names(&json!(["cells", 7])), "labels-form", at(1)),
        (names(&json!("cells")), "labels-form", "/attributes/ome/labels".to_owned()),
        (json!({"ome": {"version": "0.5"}}), "labels-form", "/attributes/ome/labels".to_owned()),
        (json!({}), "labels-form", "/attributes/labels".to_owned()),
        // Writers leave the version out.
        (json!({"ome": {"labels": ["cells"]}}), "ome-version", "/attributes/ome/version".to_owned()),
        (
            json!({"ome": {"version": "0.4", "labels": ["cells"]}}),
            "ome-form",
            "/attributes/ome/version".to_owned(),
        ),
    ] {
        assert_finds_of_ome(&labelled(&own, &label), &[(rule, "labels", &place)]);
    }
}

#[test]
fn a_label_image_is_an_image_of_integers_whether_it_is_listed_or_not() {
    let root = labelled(&names(&json!([])), &json!({"image-label": {}}));
    array(&root, "labels/cells/0", ("float64", "[8, 6]"), &json!(["y", "x"]), &json!({}));
    let place = "/attributes/ome/multiscales/0/datasets/0/path";
    assert_finds_of_ome(&root, &[("labels-form", "labels/cells", place)]);
    let alone = json!({"ome": {"version": "0.5", "image-label": {}}});
    group(&root, "labels/cells", &alone);
    assert_finds_of_ome(&root, &[("labels-form", "labels/cells", "/attributes/ome/image-label")]);
}

#[test]
fn labels_come_from_an_image_that_is_there() {
    for (source, is_there) in [
        ("../../", true),
        ("../..", true),
        // What lies above the place that was opened is not seen.
        ("../../../other", true),
        ("../../gone", false),
        ("../../0", false),
        ("../", false),
        ("", false),
        ("/", false),
        ("https://example.org/a.zarr", false),
    ] {
        let root =
            labelled(&names(&json!(["cells"])), &json!({"image-label": {"source": {"image": source}}}));
        let place = "/attributes/ome/image-label/source/image";
        let expected = [("labels-source", "labels/cells", place)];
        assert_finds_of_ome(&root, if is_there { &[] } else { &expected });
    }
}

#[test]
fn groups_between_labels_and_a_label_image_have_no_metadata() {
    for (attributes, is_right) in [(json!({}), true), (json!({"note": 1}), false)] {
        let root = labelled(&names(&json!(["more/nuclei"])), &json!({}));
        group(&root, "labels/more", &attributes);
        group(&root, "labels/more/nuclei", &image("0.5", "yx", &["0"]));
        level(&root, "labels/more/nuclei/0", "[8, 6]");
        let expected = [("labels-form", "labels", "/attributes/ome/labels/0")];
        assert_finds_of_ome(&root, if is_right { &[] } else { &expected });
    }
}

#[test]
fn an_array_called_labels_is_no_group_of_them() {
    let root = Store::new();
    group(&root, "", &image("0.5", "yx", &["0"]));
    level(&root, "0", "[8, 6]");
    level(&root, "labels", "[8, 6]");
    assert_finds_of_ome(&root, &[("labels-form", "labels", "")]);
}

/// A plate of one well with one field.
fn plate(acquisitions: &Value, field: &Value) -> Store {
    let root = Store::new();
    let wells = json!([{"path": "A/1", "rowIndex": 0, "columnIndex": 0}]);
    let mut plate =
        json!({"version": "0.5", "rows": [{"name": "A"}], "columns": [{"name": "1"}], "wells": wells});
    if !acquisitions.is_null() {
        plate["acquisitions"] = acquisitions.clone();
    }
    group(&root, "", &json!({"ome": {"version": "0.5", "plate": plate}}));
    group(&root, "A", &json!({}));
    group(&root, "A/1", &json!({"ome": {"version": "0.5", "well": {"images": [field]}}}));
    group(&root, "A/1/0", &image("0.5", "yx", &["0"]));
    level(&root, "A/1/0/0", "[8, 6]");
    root
}

#[test]
fn fields_belong_to_an_acquisition_of_the_plate() {
    for (acquisitions, field, is_right) in [
        (json!(null), json!({"path": "0"}), true),
        (json!([{"id": 4}]), json!({"path": "0"}), true),
        (json!([{"id": 4}]), json!({"path": "0", "acquisition": 4.0}), true),
        (json!([{"id": 4}, {"id": 5}]), json!({"path": "0"}), false),
        (json!([{"id": 4}]), json!({"path": "0", "acquisition": 5}), false),
        (json!(null), json!({"path": "0", "acquisition": 0}), false),
        (json!(null), json!({"path": "0", "acquisition": "x"}), false),
    ] {
        let place = "/attributes/ome/well/images/0/acquisition";
        let expected = [("well-form", "A/1", place)];
        assert_finds_of_ome(&plate(&acquisitions, &field), if is_right { &[] } else { &expected });
    }
}

#[test]
fn fields_are_images() {
    let place = "/attributes/ome/well/images/0/path";
    let root = plate(&json!(null), &json!({"path": "0"}));
    group(&root, "A/1/0", &json!({}));
    assert_finds_of_ome(&root, &[("well-path", "A/1", place)]);
    let root = plate(&json!(null), &json!({"path": "0"}));
    level(&root, "A/1/0", "[8, 6]");
    let found = found(&root);
    assert!(found.contains(&("well-path".to_owned(), "A/1".to_owned(), place.to_owned())), "{found:?}");
}

#[test]
fn a_hierarchy_has_one_version() {
    let root = plate(&json!(null), &json!({"path": "0"}));
    group(&root, "A/1", &json!({"ome": {"version": "0.4", "well": {"images": [{"path": "0"}]}}}));
    let found = found(&root);
    let place = "/attributes/ome/version".to_owned();
    assert!(found.contains(&("ome-form".to_owned(), "A/1".to_owned(), place)), "{found:?}");
}

#[test]
fn a_version_that_is_not_known_is_named_once() {
    let root = Store::new();
    let members = |members: &Value| {
        let mut members = members.clone();
        members["version"] = json!("0.6.dev4");
        json!({"ome": members})
    };
    let plate = json!({"rows": [{"name": "A"}], "columns": [{"name": "1"}],
        "wells": [{"path": "A/1", "rowIndex": 0, "columnIndex": 0}]});
    group(&root, "", &members(&json!({"plate": plate})));
    group(&root, "A", &json!({}));
    group(&root, "A/1", &members(&json!({"well": {"images": [{"path": "0"}, {"path": "0"}]}})));
    group(&root, "A/1/0", &members(&json!({"multiscales": []})));
    assert_finds_of_ome(
        &root,
        &[
            ("ome-version", "", "/attributes/ome/version"),
            ("well-form", "A/1", "/attributes/ome/well/images/1/path"),
        ],
    );
}

#[test]
fn metadata_are_where_their_version_has_them() {
    let root = Store::new();
    level(&root, "0", "[8, 6]");
    for (attributes, rule, place) in [
        (image("0.4", "yx", &["0"]), "ome-version", "/attributes/multiscales"),
        (json!({"ome": "0.5"}), "ome-form", "/attributes/ome"),
        (json!({"ome": null}), "ome-form", "/attributes/ome"),
        (json!({"ome": {}}), "ome-version", "/attributes/ome/version"),
    ] {
        group(&root, "", &attributes);
        assert_finds_of_ome(&root, &[(rule, "", place)]);
    }
    let root = Store::new();
    level(&root, "0", "[8, 6]");
    group_v2(&root, "", &image("0.5", "yx", &["0"]));
    assert_finds_of_ome(&root, &[("ome-version", "", "/ome")]);
    // A number that means the version.
    let mut old = image("0.4", "yx", &["0"]);
    old["multiscales"][0]["version"] = json!(0.4);
    group_v2(&root, "", &old);
    assert_finds_of_ome(&root, &[("ome-version", "", "/multiscales/0/version")]);
    let said = text(&format!("check {root}"));
    assert_names(&said, &["expected the version of OME-Zarr as a text, found 0.4"]);
}

#[test]
fn wells_and_plates_of_0_4_are_known_by_what_is_around_them() {
    let root = Store::new();
    let plate = json!({"plate": {"rows": [{"name": "A"}], "columns": [{"name": "1"}],
        "wells": [{"path": "A/1", "rowIndex": 0, "columnIndex": 0}]}});
    group_v2(&root, "", &plate);
    root.put("A", &Document::group_v2(), &[]);
    group_v2(&root, "A/1", &json!({"well": null}));
    assert_finds_of_ome(&root, &[("well-form", "A/1", "/well")]);
    group_v2(&root, "A/1", &json!({"well": {"images": []}}));
    assert_finds_of_ome(&root, &[]);
    group_v2(&root, "", &json!({"plate": "none"}));
    assert_finds_of_ome(&root, &[("plate-form", "", "/plate")]);
}

/// Images in groups of these names, as bioformats2raw writes them.
fn collection(layout: &Value, series: Option<&Value>, images: &[&str]) -> Store {
    let root = Store::new();
    group(&root, "", &json!({"ome": {"version": "0.5", "bioformats2raw.layout": layout}}));
    for name in images {
        group(&root, name, &image("0.5", "yx", &["0"]));
        level(&root, &format!("{name}/0"), "[8, 6]");
    }
    if let Some(series) = series {
        group(&root, "OME", &json!({"ome": {"version": "0.5", "series": series}}));
    }
    root
}

#[test]
fn images_of_a_collection_are_where_its_layout_says() {
    let layout = "/attributes/ome/bioformats2raw.layout";
    let series = |rest: &str| format!("/attributes/ome/series{rest}");
    for root in [
        collection(&json!(3), None, &["0", "1"]),
        collection(&json!(3.0), None, &["0", "other"]),
        collection(&json!(3), Some(&json!(["a", "b"])), &["a", "b"]),
        collection(&json!(3), Some(&json!([])), &[]),
    ] {
        assert_finds_of_ome(&root, &[]);
    }
    let rule = "bioformats2raw-layout";
    for (root, node, place) in [
        (collection(&json!("3"), None, &["0"]), "", layout.to_owned()),
        (collection(&json!(4), None, &["0"]), "", layout.to_owned()),
        (collection(&json!(3), None, &[]), "", layout.to_owned()),
        (collection(&json!(3), None, &["1", "2"]), "", layout.to_owned()),
        (collection(&json!(3), None, &["0", "2"]), "", layout.to_owned()),
        (collection(&json!(3), Some(&json!(null)), &["0"]), "OME", series("")),
        (collection(&json!(3), Some(&json!({"0": 0})), &["0"]), "OME", series("")),
        (collection(&json!(3), Some(&json!(["0", 1])), &["0"]), "OME", series("/1")),
        (collection(&json!(3), Some(&json!(["0", "1"])), &["0"]), "OME", series("/1")),
        (collection(&json!(3), Some(&json!(["0/0"])), &["0"]), "OME", series("/0")),
        (collection(&json!(3), Some(&json!(["../0"])), &["0"]), "OME", series("/0")),
    ] {
        assert_finds_of_ome(&root, &[(rule, node, &place)]);
    }
}

#[test]
fn scenes_lead_to_images_and_their_coordinate_systems() {
    let root = Store::new();
    let axes = json!([{"name": "y", "type": "space"}, {"name": "x", "type": "space"}]);
    let scale =
        json!([{"type": "scale", "scale": [1, 1], "input": {"path": "0"}, "output": {"name": "physical"}}]);
    let image = json!({"coordinateSystems": [{"name": "physical", "axes": axes}],
        "datasets": [{"path": "0", "coordinateTransformations": scale}]});
    group(&root, "a", &json!({"ome": {"version": "0.6rc0", "multiscales": [image]}}));
    level(&root, "a/0", "[8, 6]");
    let scene = |path: &str, name: &str| {
        let step = json!({"type": "translation", "translation": [1, 2], "input": {"path": path, "name": name},
            "output": {"name": "world"}});
        let systems = json!([{"name": "world", "axes": axes}]);
        json!({"ome": {"version": "0.6rc0",
            "scene": {"coordinateSystems": systems, "coordinateTransformations": [step]}}})
    };
    let version = ("ome-candidate", "", "/attributes/ome/version");
    group(&root, "", &scene("a", "physical"));
    assert_finds_of_ome(&root, &[version]);
    let place = "/attributes/ome/scene/coordinateTransformations/0/input";
    group(&root, "", &scene("b", "physical"));
    assert_finds_of_ome(&root, &[version, ("scene-form", "", &format!("{place}/path"))]);
    group(&root, "", &scene("a", "turned"));
    assert_finds_of_ome(&root, &[version, ("scene-form", "", &format!("{place}/name"))]);
}
