//! What is read of groups, also of strange ones.

use serde_json::{Value, json};

use super::{AxisKind, OmeMetadata};

fn read(attributes: &Value) -> OmeMetadata {
    OmeMetadata::read(attributes.as_object().unwrap(), "").unwrap()
}

fn notes(attributes: &Value) -> Vec<String> {
    read(attributes).notes.iter().map(ToString::to_string).collect()
}

/// An image of one level with these transformations, and with those of the whole.
fn image(level: &Value, whole: &Value) -> Value {
    json!({"ome": {"version": "0.5", "multiscales": [{
        "axes": [{"name": "y", "type": "space", "unit": "micrometer"}, {"name": "x", "type": "space"}],
        "datasets": [{"path": "0", "coordinateTransformations": level}], "coordinateTransformations": whole,
    }]}})
}

#[test]
fn transformations_of_the_image_come_after_those_of_the_level() {
    let found = read(&image(
        &json!([{"type": "scale", "scale": [0.5, 0.25]}, {"type": "translation", "translation": [1, 2]}]),
        &json!([{"type": "scale", "scale": [10, 4]}, {"type": "translation", "translation": [3, -1]}]),
    ));
    let level = &found.images[0].levels[0];
    // y = (0.5·i + 1)·10 + 3, x = (0.25·j + 2)·4 − 1.
    assert_eq!(
        (level.scale.clone(), level.translation.clone()),
        (Some(vec![5.0, 1.0]), Some(vec![13.0, 7.0]))
    );
    assert_eq!((found.images[0].plane(), found.images[0].channel_axis()), (Some([0, 1]), None));
    assert_eq!((found.version.as_deref(), found.notes.len()), (Some("0.5"), 0));
}

#[test]
fn axes_of_version_0_3_are_names_and_their_kinds_follow() {
    let found = read(&json!({"multiscales": [{
        "version": "0.3", "axes": ["t", "c", "z", "y", "x"], "datasets": [{"path": "0"}],
    }]}));
    let kinds: Vec<AxisKind> = found.images[0].axes.iter().map(|axis| axis.kind).collect();
    let space = AxisKind::Space;
    assert_eq!(kinds, [AxisKind::Time, AxisKind::Channel, space, space, space]);
    assert_eq!(
        (found.images[0].plane(), found.in_short().as_str()),
        (Some([3, 4]), "OME image, 1 level, tczyx")
    );
}

#[test]
fn channels_have_colours_and_windows() {
    let found = read(&json!({"omero": {"channels": [
        {"label": "DAPI", "color": "0000ff", "window": {"min": 0, "max": 255, "start": 5, "end": 90}, "active": true},
        {"label": "x", "color": "blue", "window": {"start": 9, "end": 1}},
        7,
    ]}}));
    let first = &found.channels[0];
    assert_eq!(
        (first.color, first.window, first.limits),
        (Some([0, 0, 255]), Some((5.0, 90.0)), Some((0.0, 255.0)))
    );
    assert_eq!((found.channels.len(), found.channels[1].color, found.channels[1].window), (3, None, None));
    assert_eq!(found.notes.len(), 3);
}

#[test]
fn a_plate_has_wells_by_index_or_by_path() {
    let found = read(&json!({"plate": {
        "rows": [{"name": "A"}, {"name": "B"}], "columns": [{"name": "1"}, {"name": "2"}],
        "wells": [{"path": "A/2"}, {"path": "B/1", "rowIndex": 1, "columnIndex": 0}, {"path": "C/9"}, {"path": "../up"}],
    }}));
    let plate = found.plate.unwrap();
    let places: Vec<_> = plate.wells.iter().map(|well| (well.row, well.column)).collect();
    assert_eq!(places, [(Some(0), Some(1)), (Some(1), Some(0)), (None, None)]);
    assert_eq!((plate.well_count, plate.wells.len(), found.notes.len()), (4, 3, 2));
}

#[test]
fn what_cannot_be_used_is_a_note() {
    for (attributes, expected) in [
        (image(&json!([{"type": "scale", "scale": [-1, 1]}]), &json!(null)), "scales above zero, found -1"),
        (
            image(&json!([{"type": "scale", "scale": [1, 2, 3]}]), &json!(null)),
            "a scale of 2 numbers, found a list of 3",
        ),
        (image(&json!([{"type": "scale", "path": "x"}]), &json!(null)), "its scale are in an array, \"x\""),
        (image(&json!([{"type": "scale"}]), &json!(null)), "a scale of 2 numbers, found null"),
        (image(&json!([{"type": "scale", "scale": ["NaN", 1]}]), &json!(null)), "found a list of 2"),
        (image(&json!([{"type": "affine"}]), &json!(null)), "expected scale, translation or identity"),
        (image(&json!(3), &json!(null)), "expected a list, found 3"),
        (json!({"multiscales": 3}), "expected a list of images, found 3"),
        (json!({"multiscales": [4]}), "expected an image with a list of datasets, found 4"),
        (json!({"multiscales": [{"datasets": [{"path": "../../etc"}]}]}), "found \"../../etc\""),
        (json!({"multiscales": [{"datasets": [{"path": "/a"}]}]}), "found \"/a\""),
        (
            json!({"multiscales": [{"datasets": [{"path": "0"}], "axes": 5}]}),
            "expected a list of axes, found 5",
        ),
        (json!({"multiscales": [{"datasets": [{"path": "0"}], "axes": [{}]}]}), "an axis with a name"),
    ] {
        let found = notes(&attributes);
        assert!(found.iter().any(|note| note.contains(expected)), "{attributes}: {found:?}");
    }
}

#[test]
fn lists_of_a_million_have_an_end() {
    let levels: Vec<Value> = (0..1_000_000).map(|_| json!({"path": 3})).collect();
    let found = read(&json!({"multiscales": [{"datasets": levels}], "labels": vec!["a"; 100_000]}));
    assert_eq!((found.images[0].level_count, found.images[0].levels.len()), (1_000_000, 0));
    assert!(found.notes.len() <= 21, "{}", found.notes.len());
    assert_eq!((found.labels.len(), found.label_count), (128, 100_000));
}

#[test]
fn other_attributes_are_no_images() {
    for attributes in [
        json!({}),
        json!({"labels": {"a": 1}}),
        json!({"labels": ["cat", "dog"]}),
        json!({"labels": [1, 2], "version": "1.0"}),
        json!({"ome": 3}),
        json!({"multiscales": {"layout": []}}),
        json!({"plate": 3, "well": []}),
    ] {
        assert_eq!(OmeMetadata::read(attributes.as_object().unwrap(), "a"), None, "{attributes}");
    }
}
