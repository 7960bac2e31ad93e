//! `check`: the Zarr conventions of `GeoZarr`. One sound store, and each breach planted alone in it.

use serde_json::{Value, json};

use crate::check::{array, found, group};
use crate::run::*;
use crate::store::Store;

/// As the pages of the conventions have them.
fn convention(name: &str) -> Value {
    let uuid = match name {
        "spatial" => "689b58e2-cf7b-45e0-9fff-9cfc0883d6b4",
        "proj" => "f17cb550-5864-4468-aeb7-f3180cfb622f",
        _ => "d35379db-88df-4056-af3a-620245f8e347",
    };
    json!({
        "schema_url": format!("https://raw.githubusercontent.com/zarr-conventions/{name}/refs/tags/v0.1/schema.json"),
        "spec_url": format!("https://github.com/zarr-conventions/{name}/blob/v0.1/README.md"),
        "uuid": uuid, "name": name, "description": "as its page says",
    })
}

/// A pyramid of two levels, each a group with an array, as the example of `spatial` with `multiscales` has it.
fn pyramid() -> Value {
    json!({
        "zarr_conventions": [convention("multiscales"), convention("proj"), convention("spatial")],
        "multiscales": {"resampling_method": "average", "layout": [
            {"asset": "r10m", "transform": {"scale": [1.0, 1.0], "translation": [0.0, 0.0]},
             "spatial:shape": [8, 12], "spatial:transform": [10.0, 0.0, 500_000.0, 0.0, -10.0, 5_000_000.0]},
            {"asset": "r20m", "derived_from": "r10m", "transform": {"scale": [2.0, 2.0], "translation": [0.0, 0.0]},
             "spatial:shape": [4, 6], "spatial:transform": [20.0, 0.0, 500_000.0, 0.0, -20.0, 5_000_000.0]},
        ]},
        "proj:code": "EPSG:32633",
        "spatial:dimensions": ["y", "x"],
        "spatial:bbox": [500_000.0, 4_999_920.0, 500_120.0, 5_000_000.0],
    })
}

/// One plane.
fn plane() -> Value {
    json!({
        "zarr_conventions": [convention("proj"), convention("spatial")],
        "proj:wkt2": "PROJCRS[\"WGS 84 / UTM zone 33N\",BASEGEOGCRS[\"WGS 84\"]]",
        "proj:projjson": {"type": "ProjectedCRS", "name": "WGS 84 / UTM zone 33N"},
        "spatial:dimensions": ["y", "x"],
        "spatial:transform_type": "affine",
        "spatial:transform": [10.0, 0.0, 500_000.0, 0.0, -10.0, 5_000_000.0],
        "spatial:shape": [8, 12],
        "spatial:bbox": [500_000.0, 4_999_920.0, 500_120.0, 5_000_000.0],
        "spatial:registration": "pixel",
    })
}

fn store(pyramid: &Value, plane: &Value) -> Store {
    let root = Store::new();
    group(&root, "", &json!({}));
    group(&root, "pyramid", pyramid);
    for (level, shape) in [("r10m", "[1, 8, 12]"), ("r20m", "[1, 4, 6]")] {
        group(&root, &format!("pyramid/{level}"), &json!({}));
        let names = json!([null, "y", "x"]);
        array(&root, &format!("pyramid/{level}/b02"), ("uint8", shape), &names, &json!({}));
    }
    array(&root, "plane", ("uint8", "[8, 12]"), &json!(["y", "x"]), plane);
    root
}

/// With another value at a place; `"absent"` takes the member away.
fn with(mut attributes: Value, pointer: &str, value: &Value) -> Value {
    let (parent, name) = pointer.rsplit_once('/').unwrap();
    match attributes.pointer_mut(parent).unwrap() {
        Value::Array(items) => items[name.parse::<usize>().unwrap()] = value.clone(),
        Value::Object(members) if value == "absent" => drop(members.shift_remove(name)),
        members => members[name] = value.clone(),
    }
    attributes
}

/// Without the notes of dimensions that nothing gives coordinates, as those of a turned plane.
fn found_of_geo(root: &Store) -> Vec<(String, String, String)> {
    let mut all = found(root);
    all.retain(|(rule, ..)| rule != "dimension-without-coordinate");
    all
}

fn assert_plants(node: &str, rows: &[(&str, Value, &str, &str)]) {
    for (pointer, value, rule, place) in rows {
        let root = match node {
            "plane" => store(&pyramid(), &with(plane(), pointer, value)),
            _ => store(&with(pyramid(), pointer, value), &plane()),
        };
        let own = [((*rule).to_owned(), node.to_owned(), format!("/attributes{place}"))];
        assert_eq!(found_of_geo(&root), own, "{pointer} {value}");
    }
}

#[test]
fn a_sound_pyramid_and_a_sound_plane_have_no_findings() {
    assert_eq!(found(store(&pyramid(), &plane())), []);
    // By their addresses, by a name that the convention had before, and centres instead of corners.
    let older = json!([
        {"spec_url": "https://github.com/zarr-experimental/geo-proj/blob/v1/README.md", "name": "proj:"},
        {"uuid": "689b58e2-cf7b-45e0-9fff-9cfc0883d6b4", "name": "spatial:"},
    ]);
    let nodes = with(with(plane(), "/spatial:registration", &json!("node")), "/zarr_conventions", &older);
    let nodes = with(nodes, "/spatial:bbox", &json!([500_000, 4_999_930, 500_110, 5_000_000]));
    assert_eq!(found(store(&pyramid(), &nodes)), []);
    // A turned plane, a code of another authority, and a type of transform that is not known.
    let turned = with(plane(), "/spatial:transform", &json!([0, 10, 500_000, 10, 0, 4_999_880]));
    let turned = with(turned, "/spatial:bbox", &json!([500_000, 4_999_880, 500_080, 5_000_000]));
    assert_eq!(found_of_geo(&store(&pyramid(), &with(turned, "/proj:code", &json!("IAU_2015:30100")))), []);
    let rpc =
        with(with(plane(), "/spatial:transform_type", &json!("rpc")), "/spatial:transform", &json!("absent"));
    assert_eq!(found_of_geo(&store(&pyramid(), &rpc)), []);
}

#[test]
fn each_breach_of_a_plane_is_found() {
    let spatial = convention("spatial");
    assert_plants(
        "plane",
        &[
            ("/zarr_conventions/0", json!("proj"), "convention-form", "/zarr_conventions/0"),
            ("/spatial:dimensions", json!("absent"), "spatial-form", "/spatial:dimensions"),
            ("/zarr_conventions/0/name", json!(7), "convention-form", "/zarr_conventions/0/name"),
            ("/zarr_conventions/0/version", json!("1"), "convention-form", "/zarr_conventions/0/version"),
            ("/zarr_conventions/0", json!({"name": "proj"}), "convention-form", "/zarr_conventions/0"),
            ("/zarr_conventions", json!([spatial]), "convention-undeclared", "/zarr_conventions"),
            (
                "/zarr_conventions",
                json!([convention("proj"), spatial, spatial]),
                "convention-form",
                "/zarr_conventions/2",
            ),
            ("/spatial:dimensions", json!(["y"]), "spatial-form", "/spatial:dimensions"),
            ("/spatial:dimensions", json!(["y", 1]), "spatial-form", "/spatial:dimensions"),
            ("/spatial:dimensions", json!("yx"), "spatial-form", "/spatial:dimensions"),
            ("/spatial:dimensions", json!(["x", "x"]), "spatial-form", "/spatial:dimensions"),
            ("/spatial:dimensions", json!(["y", "lon"]), "spatial-form", "/spatial:dimensions/1"),
            ("/spatial:transform", json!([10, 0, 500_000, 0, -10]), "spatial-form", "/spatial:transform"),
            ("/spatial:transform", json!([10, 0, "5", 0, -10, 0]), "spatial-form", "/spatial:transform"),
            ("/spatial:transform", json!({"a": 10}), "spatial-form", "/spatial:transform"),
            ("/spatial:transform", json!("absent"), "spatial-form", "/spatial:transform_type"),
            ("/spatial:transform_type", json!(6), "spatial-form", "/spatial:transform_type"),
            ("/spatial:bbox", json!([0, 0, 1]), "spatial-form", "/spatial:bbox"),
            ("/spatial:bbox", json!([0, 0, 0, 1, 1, 1]), "spatial-form", "/spatial:bbox"),
            ("/spatial:shape", json!([8, 12, 1]), "spatial-form", "/spatial:shape"),
            ("/spatial:shape", json!([8.5, 12]), "spatial-form", "/spatial:shape"),
            ("/spatial:shape", json!([0, 12]), "spatial-form", "/spatial:shape"),
            ("/spatial:registration", json!("area"), "spatial-form", "/spatial:registration"),
            ("/spatial:registration", json!("node"), "spatial-place", "/spatial:bbox"),
            ("/spatial:shape", json!([12, 8]), "spatial-place", "/spatial:shape"),
            (
                "/spatial:transform",
                json!([10, 0, 500_000, 0, 10, 5_000_000]),
                "spatial-place",
                "/spatial:bbox",
            ),
            (
                "/spatial:transform",
                json!([500_000, 10, 0, 5_000_000, 0, -10]),
                "spatial-place",
                "/spatial:bbox",
            ),
            (
                "/spatial:transform",
                json!([10, 0, 500_000, 10, 0, 5_000_000]),
                "spatial-place",
                "/spatial:transform",
            ),
            (
                "/spatial:bbox",
                json!([500_005, 4_999_925, 500_115, 4_999_995]),
                "spatial-place",
                "/spatial:bbox",
            ),
            (
                "/spatial:bbox",
                json!([500_000, 5_000_000, 500_120, 4_999_920]),
                "spatial-place",
                "/spatial:bbox",
            ),
            ("/proj:wkt2", json!("PROJCS[\"WGS 84\",GEOGCS["), "proj-form", "/proj:wkt2"),
            ("/proj:wkt2", json!(4326), "proj-form", "/proj:wkt2"),
            ("/proj:code", json!(4326), "proj-form", "/proj:code"),
            ("/proj:code", json!("4326"), "proj-form", "/proj:code"),
            ("/proj:projjson", json!("{}"), "proj-form", "/proj:projjson"),
            ("/proj:projjson", json!({"name": "x"}), "proj-form", "/proj:projjson"),
        ],
    );
}

#[test]
fn each_breach_of_a_pyramid_is_found() {
    let layout = "/multiscales/layout";
    let level = |name: &str| format!("{layout}/1/{name}");
    let to_second = level("spatial:transform");
    assert_plants(
        "pyramid",
        &[
            ("/proj:code", json!("absent"), "proj-form", "/proj:code"),
            ("/proj:code", json!("EPSG"), "proj-form", "/proj:code"),
            ("/multiscales", json!("absent"), "layout-form", "/multiscales"),
            ("/multiscales", json!({"levels": []}), "layout-form", "/multiscales"),
            ("/multiscales/layout", json!([]), "layout-form", layout),
            ("/multiscales/layout", json!({"0": {}}), "layout-form", layout),
            ("/multiscales/resampling_method", json!(1), "layout-form", "/multiscales/resampling_method"),
            ("/multiscales/layout/1", json!("r20m"), "layout-form", "/multiscales/layout/1"),
            ("/multiscales/layout/1/asset", json!("absent"), "layout-form", &level("asset")),
            ("/multiscales/layout/1/asset", json!("/r20m"), "layout-form", &level("asset")),
            ("/multiscales/layout/1/asset", json!("../r20m"), "layout-form", &level("asset")),
            ("/multiscales/layout/1/asset", json!("r60m"), "layout-path", &level("asset")),
            ("/multiscales/layout/1/derived_from", json!("r60m"), "layout-path", &level("derived_from")),
            ("/multiscales/layout/1/derived_from", json!(0), "layout-form", &level("derived_from")),
            ("/multiscales/layout/1/transform", json!("absent"), "layout-form", &level("transform")),
            ("/multiscales/layout/1/transform", json!([2, 2]), "layout-form", &level("transform")),
            ("/multiscales/layout/1/transform/scale", json!(2), "layout-form", &level("transform/scale")),
            (
                "/multiscales/layout/1/transform/scale",
                json!([0, 2]),
                "layout-form",
                &level("transform/scale"),
            ),
            (
                "/multiscales/layout/1/transform/translation",
                json!([0]),
                "layout-form",
                &level("transform/translation"),
            ),
            (
                "/multiscales/layout/1/resampling_method",
                json!([]),
                "layout-form",
                &level("resampling_method"),
            ),
            ("/multiscales/layout/1/spatial:shape", json!([4]), "spatial-form", &level("spatial:shape")),
            ("/multiscales/layout/1/spatial:shape", json!([4, 5]), "spatial-place", &level("spatial:shape")),
            (
                "/multiscales/layout/1/spatial:transform",
                json!([20, 0, 0, 0, -20]),
                "spatial-form",
                &to_second,
            ),
            (
                "/multiscales/layout/1/spatial:transform",
                json!([20, 0, 500_020, 0, -20, 5_000_000]),
                "spatial-place",
                &to_second,
            ),
            (
                "/zarr_conventions",
                json!([convention("proj"), convention("spatial")]),
                "convention-undeclared",
                "/zarr_conventions",
            ),
        ],
    );
    // What breaks two rules.
    for (pointer, value, rules) in [
        ("/multiscales/layout/1/transform/scale", json!([3, 3]), vec!["layout-scale", "layout-scale"]),
        ("/multiscales/layout/1/transform/scale", json!([2, 4]), vec!["layout-scale", "layout-scale"]),
        (
            "/multiscales/layout/1/spatial:transform",
            json!([10, 0, 500_000, 0, -10, 5_000_000]),
            vec!["layout-scale", "spatial-place"],
        ),
        (
            "/multiscales/layout/1/asset",
            json!("r10m"),
            vec!["layout-form", "layout-form", "layout-scale", "spatial-place", "spatial-place"],
        ),
        (
            "/zarr_conventions/0/uuid",
            json!("0b1c2d3e-0000-4000-8000-000000000000"),
            vec!["convention-undeclared", "convention-unknown"],
        ),
        (
            "/zarr_conventions/0/uuid",
            json!("D35379DB"),
            vec!["convention-form", "convention-undeclared", "convention-unknown"],
        ),
    ] {
        let mut all: Vec<String> = found(store(&with(pyramid(), pointer, &value), &plane()))
            .into_iter()
            .filter_map(|(rule, path, _)| (path == "pyramid").then_some(rule))
            .collect();
        all.sort();
        assert_eq!(all, rules, "{pointer} {value}");
    }
}

#[test]
fn a_level_is_held_to_its_arrays() {
    let root = store(&pyramid(), &plane());
    array(&root, "pyramid/r20m/b02", ("uint8", "[1, 3, 6]"), &json!([null, "y", "x"]), &json!({}));
    let all: Vec<_> = found(&root).into_iter().map(|(rule, _, place)| (rule, place)).collect();
    let at = |name: &str| format!("/attributes/multiscales/layout/1/{name}");
    assert_eq!(
        all,
        [
            ("spatial-place".to_owned(), at("spatial:shape")),
            ("spatial-place".to_owned(), at("spatial:transform")),
            ("layout-scale".to_owned(), at("transform/scale")),
        ]
    );
}

#[test]
fn cells_are_selected_by_the_transform_where_no_array_has_coordinates() {
    let root = store(&pyramid(), &plane());
    let picked = |path: &str, sel: &str| text(&format!("probe {root}/{path} --sel {sel}"));
    // The centre of the third column is 500025, that of the second row 4999985.
    assert_names(
        &picked("plane", "x=500025,y=4999985"),
        &["x 500025.0 → index 2 (exact)", "y 4999985.0 → index 1 (exact)"],
    );
    assert_names(
        &picked("plane", "x=500021,y=5000000"),
        &["x 500021 → index 2 (nearest: 500025.0)", "index 0"],
    );
    assert_names(
        &picked("pyramid/r20m/b02", "x=500030,y=4999970"),
        &["x 500030.0 → index 1 (exact)", "y 4999970.0 → index 1"],
    );
    let nodes = store(&pyramid(), &with(plane(), "/spatial:registration", &json!("node")));
    assert_names(
        &text(&format!("probe {nodes}/plane --sel x=500020,y=4999990")),
        &["x 500020.0 → index 2 (exact)"],
    );
}
