//! What documents of OME-Zarr are found to lack, member by member.

use serde_json::{Value, json};

use super::ome_form::form;

/// Rules and pointers.
fn faults(attributes: &Value) -> Vec<(&'static str, String)> {
    let found = form(attributes.as_object().unwrap()).0;
    found.into_iter().map(|(rule, pointer, _)| (rule.id, pointer)).collect()
}

fn reasons(attributes: &Value) -> Vec<String> {
    form(attributes.as_object().unwrap()).0.into_iter().map(|(_, _, reason)| reason).collect()
}

/// An image with channels, labels, a plate and a well, all as they should be.
fn sound() -> Value {
    let axes = json!([
        {"name": "t", "type": "time", "unit": "second"},
        {"name": "y", "type": "space", "unit": "micrometer"}, {"name": "x", "type": "space"},
    ]);
    let steps =
        json!([{"type": "scale", "scale": [1, 0.5, 0.5]}, {"type": "translation", "translation": [0, 1, 1]}]);
    let level = json!({"path": "0", "coordinateTransformations": steps});
    let image = json!({"axes": axes, "datasets": [level]});
    let window = json!({"min": 0, "max": 255, "start": 3, "end": 99.5});
    let omero = json!({"channels": [{"color": "00ffAA", "window": window}]});
    let label = json!({"version": "0.5", "source": {"image": "../../"}, "properties": [{"label-value": 1.0}],
        "colors": [{"label-value": 1, "rgba": [255, 0.0, 0, 9]}, {"label-value": 2}]});
    let plate = json!({"version": "0.5", "field_count": 1.0, "rows": [{"name": "A"}], "columns": [{"name": "1"}, {"name": "2"}],
        "acquisitions": [{"id": 0.0, "name": "a", "starttime": -1}],
        "wells": [{"path": "A/2", "rowIndex": 0.0, "columnIndex": 1}]});
    let well = json!({"images": [{"path": "0", "acquisition": 0.0}, {"path": "f1"}]});
    json!({"multiscales": [image], "omero": omero, "image-label": label, "plate": plate, "well": well})
}

/// As an attribute of each version: without one where it is 0.4.
fn of_version(version: &str, members: &Value) -> Value {
    if version == "0.4" {
        return members.clone();
    }
    let mut members = members.clone();
    members["version"] = json!(version);
    json!({"ome": members})
}

#[test]
fn members_of_a_wrong_type_are_found_where_they_are() {
    for version in ["0.4", "0.5"] {
        assert_eq!(faults(&of_version(version, &sound())), [], "{version}");
    }
    for (place, rule, wrong) in [
        ("/multiscales", "multiscales-form", json!({})),
        ("/multiscales", "multiscales-form", json!([])),
        ("/multiscales/0", "multiscales-form", json!(7)),
        ("/multiscales/0/axes", "multiscales-form", json!(null)),
        ("/multiscales/0/axes/1", "multiscales-form", json!("y")),
        ("/multiscales/0/axes/1/name", "multiscales-form", json!(null)),
        ("/multiscales/0/datasets", "multiscales-form", json!("0")),
        ("/multiscales/0/datasets/0", "multiscales-form", json!("0")),
        ("/multiscales/0/datasets/0/path", "multiscales-form", json!(0)),
        ("/multiscales/0/datasets/0/coordinateTransformations", "multiscales-form", json!(null)),
        ("/multiscales/0/datasets/0/coordinateTransformations/1", "multiscales-form", json!([1, 1])),
        ("/omero", "omero-form", json!([])),
        ("/omero/channels", "omero-form", json!({})),
        ("/omero/channels/0", "omero-form", json!("DAPI")),
        ("/omero/channels/0/color", "omero-form", json!(null)),
        ("/omero/channels/0/color", "omero-form", json!("00ffAA99")),
        // As pages write it: readers take it.
        ("/omero/channels/0/color", "omero-channels", json!("#00ffAA")),
        ("/omero/channels/0/window", "omero-form", json!([0, 255])),
        ("/omero/channels/0/window/end", "omero-form", json!("99")),
        ("/image-label", "labels-form", json!(null)),
        ("/image-label/version", "labels-form", json!(0.5)),
        ("/image-label/source", "labels-form", json!("../../")),
        ("/image-label/source/image", "labels-form", json!(null)),
        ("/image-label/colors", "labels-form", json!(null)),
        ("/image-label/colors/1", "labels-form", json!([1, 2])),
        ("/image-label/colors/1/label-value", "labels-form", json!(1.0)),
        ("/image-label/colors/0/rgba", "labels-form", json!(null)),
        ("/plate/version", "plate-form", json!(null)),
        ("/plate/rows/0", "plate-form", json!("A")),
        ("/plate/columns/1/name", "plate-form", json!("1")),
        ("/plate/wells/0", "plate-form", json!("A/2")),
        ("/plate/wells/0/path", "plate-form", json!(null)),
        ("/plate/wells/0/columnIndex", "plate-form", json!(0.5)),
        ("/plate/acquisitions", "plate-form", json!(null)),
        ("/plate/acquisitions/0", "plate-form", json!(0)),
        ("/plate/acquisitions/0/name", "plate-form", json!(7)),
        ("/plate/field_count", "plate-form", json!(0)),
        ("/well/images", "well-form", json!({})),
        ("/well/images/1", "well-form", json!("f1")),
        ("/well/images/1/path", "well-form", json!("f_1")),
        ("/well/images/0/acquisition", "well-form", json!("0")),
    ] {
        for (version, before) in [("0.4", ""), ("0.5", "/ome")] {
            let mut members = sound();
            *members.pointer_mut(place).unwrap() = wrong.clone();
            let found = faults(&of_version(version, &members));
            let expected = (rule, format!("{before}{place}"));
            assert!(found.contains(&expected), "{version} {place} {wrong}: {found:?}");
        }
    }
}

#[test]
fn members_that_must_be_there_are_missed() {
    for (place, rule) in [
        ("/multiscales/0/datasets", "multiscales-form"),
        ("/multiscales/0/axes", "multiscales-form"),
        ("/multiscales/0/datasets/0/coordinateTransformations", "multiscales-form"),
        ("/omero/channels", "omero-form"),
        ("/omero/channels/0/color", "omero-form"),
        ("/omero/channels/0/window", "omero-form"),
        ("/omero/channels/0/window/min", "omero-form"),
        ("/omero/channels/0/window/max", "omero-form"),
        ("/omero/channels/0/window/start", "omero-form"),
        ("/omero/channels/0/window/end", "omero-form"),
        ("/image-label/colors/0/label-value", "labels-form"),
        ("/plate/rows", "plate-form"),
        ("/plate/columns", "plate-form"),
        ("/plate/wells", "plate-form"),
        ("/plate/wells/0/path", "plate-form"),
        ("/plate/wells/0/rowIndex", "plate-form"),
        ("/plate/acquisitions/0/id", "plate-form"),
        ("/well/images/0/path", "well-form"),
    ] {
        for (version, before) in [("0.4", ""), ("0.5", "/ome")] {
            let mut members = sound();
            let (above, name) = place.rsplit_once('/').unwrap();
            members.pointer_mut(above).unwrap().as_object_mut().unwrap().remove(name);
            let found = faults(&of_version(version, &members));
            assert!(found.contains(&(rule, format!("{before}{place}"))), "{version} {place}: {found:?}");
        }
    }
    // A plate says its version with MUST from 0.5 on only, and its writers do not.
    let mut members = sound();
    members["plate"].as_object_mut().unwrap().remove("version");
    assert_eq!(faults(&of_version("0.4", &members)), []);
    assert_eq!(faults(&of_version("0.5", &members)), [("ome-version", "/ome/plate/version".to_owned())]);
}

#[test]
fn members_of_0_6_are_held_to_its_rules() {
    let mut members = sound();
    members["plate"].as_object_mut().unwrap().remove("version");
    members["multiscales"] = json!([image_of_0_6()]);
    assert_eq!(faults(&of_version("0.6rc0", &members)), []);
    members["plate"]["rows"] = json!({});
    members["well"]["images"] = json!(null);
    members["image-label"]["colors"] = json!(3);
    members["omero"]["channels"] = json!("DAPI");
    let found = faults(&of_version("0.6", &members));
    let places: Vec<&str> = found.iter().map(|(_, pointer)| pointer.as_str()).collect();
    assert_eq!(
        places,
        ["/ome/plate/rows", "/ome/well/images", "/ome/image-label/colors", "/ome/omero/channels"]
    );
    assert_eq!(faults(&of_version("9.9", &members)), []);
}

#[test]
fn what_others_call_alike_is_not_judged() {
    for attributes in [
        json!({"plate": "P-17", "well": "A1"}),
        json!({"plate": 3, "well": []}),
        json!({"plate": {"maker": "Corning"}, "well": {"depth": 310.5}}),
        json!({"multiscales": {"layout": [{"asset": "r10m"}]}}),
        json!({"multiscales": {"tile_matrix_set": "WebMercatorQuad"}}),
        // Versions before 0.4, which are not stated.
        json!({"multiscales": [{"axes": ["y", "x"], "datasets": [{"path": "0"}]}]}),
        json!({"multiscales": [{"version": "0.1", "datasets": [{}]}]}),
    ] {
        assert_eq!(faults(&attributes), [], "{attributes}");
    }
}

#[test]
fn sentences_name_what_was_found_and_say_it_once() {
    let with = |place: &str, wrong: Value| {
        let mut members = sound();
        *members.pointer_mut(place).unwrap() = wrong;
        reasons(&of_version("0.5", &members))
    };
    let steps = "/multiscales/0/datasets/0/coordinateTransformations";
    for (place, wrong, expected) in [
        ("/multiscales/0/axes/0", json!(7), "expected an object, found 7"),
        // A missing type is no blank in a list of types.
        (
            steps,
            json!([{"scale": [1, 1, 1]}, {"type": "translation", "translation": [0, 0, 0]}]),
            "expected scale or translation, found none",
        ),
        (
            "/multiscales/0/axes/0/unit",
            json!("micrometer"),
            "expected a unit of time by its name in UDUNITS-2, such as second, found \"micrometer\"",
        ),
        (
            "/plate/wells/0/path",
            json!(null),
            "expected the name of a row, a slash and the name of a column, found null",
        ),
        ("/plate/version", json!(0.5), "expected a version as a text, found 0.5"),
    ] {
        assert_eq!(with(place, wrong), [expected], "{place}");
    }
}

fn image_of_0_6() -> Value {
    let axes = |kind: &str| json!([{"name": "c", "type": "channel"}, {"name": "y", "type": kind}, {"name": "x", "type": kind}]);
    let level = |path: &str, size: f64| {
        let steps = json!([{"type": "scale", "scale": [1, size, size]}, {"type": "translation", "translation": [0, 0.5, 0.5]}]);
        json!({"path": path, "coordinateTransformations": [
            {"type": "sequence", "transformations": steps, "input": {"path": path}, "output": {"name": "physical"}},
        ]})
    };
    json!({
        "coordinateSystems": [{"name": "physical", "axes": axes("space")}, {"name": "turned", "axes": axes("space")}],
        "datasets": [level("0", 0.5), level("1", 1.0)],
        "coordinateTransformations": [
            {"type": "rotation", "rotation": [[1, 0, 0], [0, 0, -1], [0, 1, 0]], "input": {"name": "physical"}, "output": {"name": "turned"}},
        ],
    })
}

#[test]
fn images_of_0_6_have_coordinate_systems() {
    let step = "/coordinateTransformations/0";
    for (place, wrong) in [
        ("/coordinateSystems", json!([])),
        ("/coordinateSystems/1/name", json!("physical")),
        ("/coordinateSystems/0/axes/2/name", json!("y")),
        ("/coordinateSystems/0/axes", json!([{"name": "x", "type": "space"}])),
        ("/coordinateSystems/0/axes/2/type", json!("time")),
        ("/datasets/0/path", json!(0)),
        ("/datasets/0/coordinateTransformations", json!([])),
        ("/datasets/1/coordinateTransformations/0/type", json!("rotation")),
        ("/datasets/1/coordinateTransformations/0/input/path", json!("0")),
        ("/datasets/1/coordinateTransformations/0/output/name", json!("turned")),
        ("/datasets/1/coordinateTransformations/0/output/name", json!("other")),
        ("/datasets/1/coordinateTransformations/0/transformations/0/scale", json!([1, 1])),
        (&format!("{step}/rotation"), json!([[1, 0, 0], [0, 2, -1], [0, 1, 0]])),
        (&format!("{step}/rotation"), json!([[1, 0], [0, 1]])),
        (&format!("{step}/input/name"), json!("elsewhere")),
        (&format!("{step}/type"), json!("shear")),
        (
            step,
            json!({"type": "mapAxis", "mapAxis": [0, 0, 1], "input": {"name": "physical"}, "output": {"name": "turned"}}),
        ),
        (
            step,
            json!({"type": "affine", "affine": [[1, 0, 0]], "input": {"name": "physical"}, "output": {"name": "turned"}}),
        ),
        ("/coordinateTransformations", json!([])),
    ] {
        let mut image = image_of_0_6();
        assert_eq!(faults(&of_version("0.6rc0", &json!({"multiscales": [image]}))), []);
        *image.pointer_mut(place).unwrap() = wrong.clone();
        let found = faults(&of_version("0.6rc0", &json!({"multiscales": [image]})));
        assert!(
            !found.is_empty() && found.iter().all(|(rule, _)| *rule == "multiscales-form"),
            "{place} {wrong}: {found:?}"
        );
    }
    // A sequence of a thousand sequences.
    let mut deep = json!({"type": "identity"});
    for _ in 0..100 {
        deep = json!({"type": "sequence", "transformations": [deep]});
    }
    deep["input"] = json!({"name": "a", "path": "a"});
    deep["output"] = json!({"name": "b", "path": "b"});
    let scene = json!({"scene": {"coordinateTransformations": [deep]}});
    assert_eq!(faults(&of_version("0.6", &scene)).len(), 1);
}
