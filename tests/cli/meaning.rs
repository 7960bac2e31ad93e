//! Physical values and labels: `--physical` and `--sel`. The expected numbers are those of NumPy and xarray.

use std::fs;

use assert_cmd::Command;
use serde_json::{Value, json};

use crate::document::Document;
use crate::run::*;
use crate::store::Store;

/// Writes an array of one chunk.
fn array(store: &Store, key: &str, shape: &str, data_type: &str, attributes: &Value, more: (&str, &[u8])) {
    let (names, bytes) = more;
    let document = Document::v3()
        .shaped(shape, shape)
        .typed(data_type)
        .with("dimension_names", names)
        .with("attributes", attributes.to_string());
    let chunk = format!("c{}", "/0".repeat(shape.matches(',').count() + 1));
    store.put(key, &document, &[(&chunk, bytes.to_vec())]);
}

fn bytes<T, const N: usize>(numbers: &[T], of: impl Fn(&T) -> [u8; N]) -> Vec<u8> {
    numbers.iter().flat_map(of).collect()
}

/// A store with temperatures in three months at four latitudes, their coordinates, and a group with one more array.
fn store() -> Store {
    let store = Store::new().group("").group("sub");
    let attributes = json!({
        "scale_factor": 0.01, "add_offset": 273.15, "_FillValue": -32768, "units": "K", "long_name": "temperature",
        "coordinates": "area nothing",
    });
    let stored: [i16; 12] = [0, 100, -277, -32768, 1000, 5, 6, 7, 8, 9, 10, 11];
    let stored = bytes(&stored, |number| number.to_le_bytes());
    for name in ["t", "sub/t"] {
        array(&store, name, "[3, 4]", "int16", &attributes, (r#"["time", "lat"]"#, &stored));
    }
    let days = bytes(&[15_i32, 46, 75], |number| number.to_le_bytes());
    array(&store, "time", "[3]", "int32", &json!({"units": "days since 2020-01-01"}), (r#"["time"]"#, &days));
    let lat = bytes(&[60.0_f32, 50.0, 47.1, 40.0], |number| number.to_le_bytes());
    array(&store, "lat", "[4]", "float32", &json!({"units": "degrees_north"}), (r#"["lat"]"#, &lat));
    array(&store, "area", "[3, 4]", "uint8", &json!({}), (r#"["time", "lat"]"#, &[0; 12]));
    let flags = json!({"flag_values": [0, 1, 2], "flag_meanings": "sea land ice", "_FillValue": 9});
    array(&store, "kind", "[4]", "uint8", &flags, (r#"["lat"]"#, &[0, 2, 9, 7]));
    array(&store, "odd", "[3]", "int8", &json!({}), (r#"["run"]"#, &[1, 2, 3]));
    array(&store, "run", "[3]", "int8", &json!({}), (r#"["run"]"#, &[10, 30, 20]));
    array(&store, "named", "[2]", "int8", &json!({}), (r#"["city"]"#, &[1, 2]));
    let city = Document::v3()
        .shaped("[2]", "[2]")
        .with("data_type", r#"{"name": "null_terminated_bytes", "configuration": {"length_bytes": 5}}"#)
        .with("fill_value", "\"\"")
        .with("dimension_names", r#"["city"]"#);
    store.array("city", &city).file("city/c/0", b"Bern\0Basel")
}

fn printed(store: &Store, command: &str) -> (Option<i32>, String, String) {
    let command = command.replace('@', &store.to_string());
    let output = zarrscope(&command).output().unwrap();
    assert_schema(&command, &output.stdout);
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (output.status.code(), text(output.stdout), text(output.stderr))
}

fn parsed_from(store: &Store, command: &str) -> Value {
    let command = command.replace('@', &store.to_string());
    let run = Command::from_std(zarrscope(&command)).assert().code(0);
    assert_schema(&command, &run.get_output().stdout);
    serde_json::from_slice(&run.get_output().stdout).unwrap()
}

#[test]
fn decode_gives_what_attributes_mean() {
    let store = store();
    let value = parsed_from(&store, "decode @/t --physical --format json");
    assert_eq!(
        (&value["values_are"], &value["unit"], &value["data_type"]),
        (&json!("physical"), &json!("K"), &json!("float64"))
    );
    let expected = json!([
        [273.15, 274.15, 270.38, null],
        [283.15, 273.2, 273.21, 273.219_999_999_999_97],
        [273.229_999_999_999_96, 273.239_999_999_999_95, 273.25, 273.26]
    ]);
    assert_eq!(value["values"], expected);
    let (_, table, _) = printed(&store, "decode @/t --physical");
    assert!(table.starts_with("physical values, in K\n\n"), "{table}");
    assert!(table.contains("270.38       –\n") && table.contains("273.22\n"), "{table}");
    let (_, csv, _) = printed(&store, "decode @/t --physical --format csv");
    assert_eq!(csv.lines().next(), Some("273.15,274.15,270.38,"));
    let (_, raw, _) = printed(&store, "decode @/t --format csv");
    assert_eq!(raw.lines().next(), Some("0,100,-277,-32768"), "without the option it is what is stored");
}

#[test]
fn dates_and_flags_are_texts() {
    let store = store();
    let value = parsed_from(&store, "decode @/time --physical --format json");
    assert_eq!(
        (&value["data_type"], &value["values"]),
        (&json!("date"), &json!(["2020-01-16", "2020-02-16", "2020-03-16"]))
    );
    let (_, table, _) = printed(&store, "decode @/kind --physical");
    assert_eq!(table, "physical values\n\n60.0  sea\n50.0  ice\n47.1    –\n40.0  7.0\n");
    let output = zarrscope(&format!("decode {store}/time --physical --format npy")).output().unwrap();
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(text.contains("'descr': '<U32'"), "{text}");
    assert!(text.replace('\0', "").contains("2020-02-16"), "{text}");
    let output = zarrscope(&format!("decode {store}/t --physical --format npy")).output().unwrap();
    assert!(String::from_utf8_lossy(&output.stdout).contains("'descr': '<f8'"));
    assert!(output.stdout.ends_with(&273.26_f64.to_le_bytes()));
}

#[test]
fn a_group_says_what_it_has() {
    let (_, info, _) = printed(&store(), "info @");
    let expected = "dimensions     time 3, lat 4, city 2, run 3\ngroups         sub\n\ncoordinates\n  area  (time, lat)  uint8";
    assert!(info.contains(expected), "{info}");
    assert!(info.contains("\nvariables\n  kind"), "{info}");
    assert!(info.contains("\n  t      (time, lat)  int16  K, temperature\n"), "{info}");
    let value = parsed_from(&store(), "info @ --json");
    assert_eq!(value["dimensions"], json!({"time": 3, "lat": 4, "city": 2, "run": 3}));
    assert_eq!(value["groups"], json!(["sub"]));
    let time = &value["variables"].as_array().unwrap().iter().find(|one| one["name"] == "time").unwrap();
    assert_eq!((&time["is_coordinate"], &time["units"]), (&json!(true), &json!("days since 2020-01-01")));
}

#[test]
fn a_label_is_the_nearest_and_says_so() {
    let store = store();
    let value = parsed_from(&store, "decode @/t --physical --sel time=2020-02,lat=47 --format json");
    assert_eq!((&value["shape"], &value["values"]), (&json!([1, 1]), &json!([[273.21]])));
    assert_eq!(value["selection"][0]["first"], "2020-02-16");
    assert_eq!(
        value["selection"][1],
        json!({
            "dimension": "lat", "wanted": "47", "start": 2, "end": 3, "first": "47.1", "last": "47.1", "exact": false, "range": false,
            "same": 1, "outside": null,
        })
    );
    // As xarray has it, a short date is all of its labels.
    let value = parsed_from(&store, "decode @/t --sel time=2020,lat=47 --format json");
    assert_eq!(value["shape"], json!([3, 1]));
    assert_eq!(
        value["selection"][0],
        json!({
            "dimension": "time", "wanted": "2020", "start": 0, "end": 3, "first": "2020-01-16", "last": "2020-03-16",
            "exact": true, "range": true, "same": null, "outside": null,
        })
    );
    let value = parsed_from(&store, "decode @/t --sel time=2020-03-16,lat=47.1 --format json");
    assert_eq!(
        (&value["selection"][0]["exact"], &value["selection"][1]["exact"]),
        (&json!(true), &json!(true)),
        "float32 too"
    );
    let (_, _, said) = printed(&store, "decode @/t --sel lat=47 --format csv");
    assert_eq!(said, "lat 47 → index 2 (nearest: 47.1)\n");
}

#[test]
fn a_dimension_has_other_usual_names() {
    let store = store();
    for name in ["latitude", "Lat", "LATS"] {
        let (_, _, said) = printed(&store, &format!("decode @/t --sel {name}=47 --format csv"));
        assert_eq!(said, "lat 47 → index 2 (nearest: 47.1)\n", "{name}");
    }
    let document = fs::read_to_string(store.path("lat/zarr.json")).unwrap();
    let mut document: serde_json::Value = serde_json::from_str(&document).unwrap();
    document["attributes"]["standard_name"] = json!("grid_latitude");
    document["attributes"]["axis"] = json!("Y");
    store.write("lat/zarr.json", document.to_string());
    for name in ["grid_latitude", "y"] {
        let (_, _, said) = printed(&store, &format!("decode @/t --sel {name}=47 --format csv"));
        assert_eq!(said, "lat 47 → index 2 (nearest: 47.1)\n", "{name}");
    }
}

#[test]
fn ranges_have_both_ends_in_either_order() {
    let store = store();
    for wanted in ["lat=40:50", "lat=50:40"] {
        let value = parsed_from(&store, &format!("decode @/t --sel {wanted} --format json"));
        assert_eq!(
            (&value["selection"][0]["start"], &value["selection"][0]["end"]),
            (&json!(1), &json!(4)),
            "{wanted}"
        );
    }
    for (wanted, start, end) in [
        ("time=2020-02:2020-03", 1, 3),
        ("time=2020-01-16:2020-02-16", 0, 2),
        ("time=2020-02-01T12:00:2020-02-20T00:00", 1, 2),
        ("time=:2020-01", 0, 1),
        ("time=2020:2020", 0, 3),
        ("lat=50:", 0, 2),
        ("lat=47.1:50", 1, 3),
    ] {
        let value = parsed_from(&store, &format!("decode @/t --sel {wanted} --format json"));
        assert_eq!(
            (&value["selection"][0]["start"], &value["selection"][0]["end"]),
            (&json!(start), &json!(end)),
            "{wanted}"
        );
    }
}

#[test]
fn a_region_cuts_the_dimensions_without_labels() {
    let store = store();
    let value = parsed_from(&store, "decode @/t --sel lat=47 --region 1:3 --format json");
    let whole = parsed_from(&store, "decode @/t --sel lat=47 --format json");
    assert_eq!(value["values"], json!([whole["values"][1], whole["values"][2]]));
    let planned = parsed_from(&store, "plan @/t --sel lat=47 --region 1:3 --json");
    assert_eq!(planned["region"], json!([[1, 3], [2, 3]]));
}

#[test]
fn coordinates_are_also_in_the_group_above() {
    let store = store();
    let value = parsed_from(&store, "decode @/sub/t --sel time=2020-02,lat=60 --format json");
    assert_eq!(value["values"], json!([[1000]]));
}

#[test]
fn texts_have_to_be_the_same_and_irregular_labels_are_looked_through() {
    let store = store();
    let value = parsed_from(&store, "decode @/named --sel city=Basel --format json");
    assert_eq!((&value["values"], &value["selection"][0]["exact"]), (&json!([2]), &json!(true)));
    let (code, _, error) = printed(&store, "decode @/named --sel city=Rome");
    assert_eq!(code, Some(2));
    assert!(
        error.contains("city: expected one of its labels, from \"Basel\" to \"Bern\", found \"Rome\""),
        "{error}"
    );
    let value = parsed_from(&store, "decode @/odd --sel run=21 --format json");
    assert_eq!(value["values"], json!([3]));
    let (_, _, error) = printed(&store, "decode @/odd --sel run=5:25");
    assert!(error.contains("run: expected labels that run one way"), "{error}");
    let value = parsed_from(&store, "decode @/odd --sel run=15:35 --format json");
    assert_eq!(value["values"], json!([2, 3]));
}

#[test]
fn what_leads_nowhere_is_refused_by_name() {
    let store = store();
    for (arguments, expected) in [
        (
            "decode @/t --sel lta=3",
            "expected one of the dimensions time, lat, found \"lta\"; did you mean lat?",
        ),
        ("decode @/t --sel area=3", "a coordinate of several dimensions (time, lat)"),
        ("decode @/t --sel lat=north", "lat: expected a number such as 47.5"),
        ("decode @/t --sel time=2020-13", "time: expected a date such as 2020-03-01"),
        (
            "decode @/t --sel lat=70:80",
            "lat: expected a range that has one of the labels from 40.0 to 60.0, found \"70:80\"",
        ),
        ("decode @/t --sel lat", "expected names and labels such as time=2020-03-01,lat=40:50"),
        (
            "decode @/t --sel lat=40 --region 0:1,0:1",
            "expected lat to be selected once, found it in --region as well",
        ),
        ("stats @/t --sel lat=40 --chunk 0,0", "expected either labels or --chunk, found both"),
        ("probe @/t --sel lat=40", "expected one label of time, found 3 elements"),
    ] {
        let (code, _, error) = printed(&store, arguments);
        assert_eq!(code, Some(2), "{arguments}: {error}");
        assert!(error.contains(expected), "{arguments}: {error}");
    }
    fs::remove_dir_all(store.path("lat")).unwrap();
    let (code, _, error) = printed(&store, "decode @/t --sel lat=40");
    assert_eq!(code, Some(2));
    assert!(error.contains("lat: expected a coordinate, an array of that name beside the array or in a group above, found none"), "{error}");
    store.write("time/c/0", b"short");
    let (code, _, error) = printed(&store, "decode @/t --sel time=2020");
    assert_eq!(code, Some(1), "{error}");
}

#[test]
fn probe_shows_the_steps_behind_the_last_stage() {
    let store = store();
    let (code, text, _) = printed(&store, "probe @/t --sel time=2020-01,lat=47 --physical");
    assert_eq!(code, Some(0));
    let last = text.lines().last().unwrap();
    assert!(last.starts_with("meaning") && last.ends_with("× 0.01 + 273.15 → 270.38 K"), "{text}");
    let value = parsed_from(&store, "probe @/t --at 0,3 --physical --json");
    assert_eq!((&value["values"], &value["value"]), (&json!("physical"), &json!("-32768")));
    assert_eq!((&value["physical"]["masked"], &value["physical"]["text"]), (&json!("fill"), &json!("–")));
    assert_eq!(value["physical"]["steps"], json!(["→ – (_FillValue)"]));
    let value = parsed_from(&store, "probe @/t --at 0,3 --json");
    assert_eq!(value.get("physical"), None);
}

#[test]
fn stats_and_pictures_have_physical_values() {
    let store = store();
    let value = parsed_from(&store, "stats @/t --physical --json");
    assert_eq!(
        (&value["values"], &value["masked"], &value["nan"], &value["unit"]),
        (&json!("physical"), &json!(1), &json!(1), &json!("K"))
    );
    assert_eq!((&value["min"], &value["max"]), (&json!(270.38), &json!(283.15)));
    // `numpy.nanmean` and `numpy.nanstd`.
    assert!((value["mean"].as_f64().unwrap() - 273.949_090_909_090_9).abs() < 1e-10, "{value}");
    assert!((value["std"].as_f64().unwrap() - 3.040_581_447_221_908).abs() < 1e-10, "{value}");
    // Numbers that stand for names have no mean; those of the command for scripts are what they are.
    let (_, said, _) = printed(&store, "stats @/kind --physical");
    assert!(said.contains("min") && !said.contains("mean") && !said.contains("median"), "{said}");
    let value = parsed_from(&store, "stats @/time --physical --json");
    assert_eq!((&value["min"], &value["max"]), (&json!("2020-01-16"), &json!("2020-03-16")));
    let (code, text, _) =
        printed(&store, "picture @/t --physical --sel time=2020-02,lat=40:50 --color never");
    assert_eq!(code, Some(0));
    assert!(
        text.starts_with("physical values, in K\ntime 2020-02 → index 1 (nearest: 2020-02-16)\n"),
        "{text}"
    );
    assert!(text.contains("columns lat 1:4 from 50.0 to 40.0, time=2020-02-16 (1)"), "{text}");
}

#[test]
fn info_says_what_values_mean_and_what_cannot_be_used() {
    let store = store();
    let (_, text, _) = printed(&store, "info @/t");
    let part = text.split("what the values mean\n").nth(1).unwrap_or_else(|| panic!("{text}"));
    for line in [
        "long name      temperature",
        "unit           K",
        "unpacked       stored × 0.01 + 273.15",
        "no value       -32768",
        "coordinates    area (3, 4)",
        "coordinates    nothing, which is not there",
    ] {
        assert!(part.contains(line), "{line}\n{part}");
    }
    let value = parsed_from(&store, "info @/t --json");
    let meaning = &value["meaning"];
    assert_eq!(
        (&meaning["scale_factor"], &meaning["fill_value"], &meaning["units"]),
        (&json!(0.01), &json!(-32768), &json!("K"))
    );
    assert_eq!((&meaning["data_type"], &meaning["notes"]), (&json!("float64"), &json!([])));
    assert_eq!(meaning["related"][1], json!({"attribute": "coordinates", "name": "nothing", "shape": null}));
}

#[test]
fn coordinates_that_do_not_fit_are_refused_by_name() {
    let store = store();
    let document = Document::v3().shaped("[99999999999]", "[1000]").with("dimension_names", r#"["far"]"#);
    let store = store.array("large", &document).array("far", &document);
    let (code, _, error) = printed(&store, "decode @/large --sel far=3");
    assert_eq!(code, Some(2));
    assert!(error.contains("far: expected at most 16777216 labels, found 99999999999"), "{error}");
    // A dimension whose coordinate has several dimensions of its own.
    fs::remove_dir_all(store.path("lat")).unwrap();
    array(&store, "lat", "[3, 4]", "uint8", &json!({}), (r#"["time", "lat"]"#, &[0; 12]));
    let (_, _, error) = printed(&store, "decode @/t --sel lat=40");
    assert!(
        error.contains("lat: expected a coordinate of shape (4), found") && error.contains("of shape (3, 4)"),
        "{error}"
    );
    fs::remove_dir_all(store.path("lat")).unwrap();
    array(&store, "lat", "[4]", "bool", &json!({}), (r#"["lat"]"#, &[0; 4]));
    let (_, _, error) = printed(&store, "decode @/t --sel lat=1");
    assert!(error.contains("lat: expected labels that are numbers, dates or texts, found bool"), "{error}");
}

#[test]
fn a_date_within_a_part_of_a_date_comes_before_a_nearer_one() {
    let store = store();
    fs::remove_dir_all(store.path("time")).unwrap();
    // The middles of January, February and March 2020; that of February is nearer to the first of March.
    let hours = bytes(&[15.5_f64 * 24.0, 45.5 * 24.0, 75.5 * 24.0], |number| number.to_le_bytes());
    array(
        &store,
        "time",
        "[3]",
        "float64",
        &json!({"units": "hours since 2020-01-01"}),
        (r#"["time"]"#, &hours),
    );
    let value = parsed_from(&store, "decode @/t --sel time=2020-03 --format json");
    assert_eq!(
        (&value["selection"][0]["first"], &value["selection"][0]["exact"]),
        (&json!("2020-03-16T12:00:00"), &json!(false))
    );
    let value = parsed_from(&store, "decode @/t --sel time=2020-03-01T00:00 --format json");
    assert_eq!(value["selection"][0]["first"], "2020-02-15T12:00:00");
}

#[test]
fn what_is_packed_twice_is_said_wherever_values_are_physical() {
    let store = store();
    let codecs = r#"[{"name": "scale_offset", "configuration": {"scale": 2.0}}, {"name": "bytes", "configuration": {"endian": "little"}}]"#;
    let document = Document::v3()
        .shaped("[2]", "[2]")
        .with("data_type", "\"float64\"")
        .with("fill_value", "0.0")
        .with("attributes", r#"{"scale_factor": 0.5, "add_offset": 0}"#)
        .with("codecs", codecs);
    let store =
        store.array("twice", &document).file("twice/c/0", [8.0_f64, 4.0].map(f64::to_le_bytes).concat());
    let expected = "twice: scale_factor: expected values that are scaled once, found scale_factor beside the codec scale_offset: \
                    they are packed twice\n";
    for command in [
        "decode @/twice --physical --format csv",
        "stats @/twice --physical",
        "picture @/twice --physical --color never",
        "probe @/twice --at 0 --physical",
    ] {
        let (code, text, error) = printed(&store, command);
        assert_eq!(code, Some(0), "{error}");
        assert!(error.starts_with("note: ") && error.ends_with(expected), "{command}: {error}");
        if command.starts_with("probe") {
            assert!(text.trim_end().ends_with("× 0.5 + 0 → 2 (packed twice)"), "{text}");
        }
    }
    let value = parsed_from(&store, "probe @/twice --at 1 --physical --json");
    assert_eq!(value["physical"]["packed_twice"], true);
    let (_, _, error) = printed(&store, "decode @/twice --format csv");
    assert_eq!(error, "", "nothing is unpacked without the option");
}

#[test]
fn names_with_blanks_and_labels_that_several_elements_have() {
    let store = store();
    array(&store, "a", "[4]", "int8", &json!({}), (r#"["my dim"]"#, &[1, 2, 3, 4]));
    array(&store, "my dim", "[4]", "int8", &json!({}), (r#"["my dim"]"#, &[10, 20, 20, 20]));
    for wanted in ["my dim=20", "\"my dim\"=20", "'my dim' = '20'"] {
        let mut command = zarrscope("decode --format csv");
        let output = command.arg(store.path("a")).arg("--sel").arg(wanted).output().unwrap();
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.stdout, b"2\n", "{wanted}: {said}");
        assert_eq!(said, "my dim 20 → index 1 (exact), the first of 3 with that label\n");
    }
    let value = parsed_from(&store, "decode @/t --sel lat=47 --format json");
    assert_eq!(value["selection"][0]["same"], 1);
    // Far from all labels: 60, 50, 47.1 and 40.
    let value = parsed_from(&store, "decode @/t --sel lat=95 --format json");
    assert_eq!(
        (&value["selection"][0]["start"], &value["selection"][0]["outside"]),
        (&json!(0), &json!(["40.0", "60.0"]))
    );
    let value = parsed_from(&store, "decode @/t --sel time=2020-01 --format json");
    assert_eq!(value["selection"][0]["outside"], Value::Null);
    let said = printed(&store, "probe @/t --sel lat=-95,time=2020-02-16").1;
    assert_names(&said, &["lat -95 → index 3 (nearest: 40.0); -95 is outside the labels, 40.0 to 60.0"]);
}

#[test]
fn tables_and_pictures_have_labels_where_attributes_count() {
    let store = store();
    let (_, table, _) = printed(&store, "decode @/t --physical");
    let expected = "physical values, in K

              60.0    50.0    47.1    40.0
2020-01-16  273.15  274.15  270.38       –
2020-02-16  283.15   273.2  273.21  273.22
2020-03-16  273.23  273.24  273.25  273.26

values are rounded; --format csv and json have all digits of values
";
    assert_eq!(table, expected);
    let (_, table, _) = printed(&store, "decode @/t --sel time=2020-02");
    assert!(
        table.ends_with("\n            60.0  50.0  47.1  40.0\n2020-02-16  1000     5     6     7\n"),
        "{table}"
    );
    let (_, table, _) = printed(&store, "decode @/t --region 1:2,0:4");
    assert_eq!(
        table, "      0     1     2     3\n1  1000     5     6     7\n",
        "it is as it was without labels"
    );
    let (_, text, _) = printed(&store, "picture @/time --physical --color never");
    assert!(text.contains("2020-01-16") && text.lines().last().unwrap().contains("2020-03-16"), "{text}");
    store.write("time/c/0", b"short");
    let (_, table, said) = printed(&store, "decode @/t --physical");
    assert!(table.contains("\n0  273.15") && said.contains("no labels of time: "), "{table}{said}");
    let (_, text, _) = printed(&store, "picture @/kind --physical --color never");
    let legend = text.lines().last().unwrap();
    assert!(legend.contains(" sea ") && legend.contains(" ice ") && legend.contains("masked"), "{text}");
}

#[test]
fn info_has_the_first_and_the_last_date() {
    let store = store();
    let (_, text, _) = printed(&store, "info @/time");
    assert!(text.contains("first, last    2020-01-16, 2020-03-16"), "{text}");
    assert!(text.contains("values         dates, with --physical"), "{text}");
    let value = parsed_from(&store, "info @/time --json");
    assert_eq!(
        (&value["meaning"]["first"], &value["meaning"]["last"]),
        (&json!("2020-01-16"), &json!("2020-03-16"))
    );
}

#[test]
fn decode_has_a_schema() {
    let store = store();
    let schema = parsed_from(&store, "schema decode");
    for command in ["decode @/t --format json", "decode @/t --physical --sel lat=47 --format json"] {
        let value = parsed_from(&store, command);
        for name in schema["required"].as_array().unwrap() {
            assert!(value.get(name.as_str().unwrap()).is_some(), "{name}");
        }
        for name in value.as_object().unwrap().keys() {
            assert!(schema["properties"].get(name).is_some(), "{name}");
        }
        for (pick, name) in value["selection"]
            .as_array()
            .into_iter()
            .flatten()
            .flat_map(|pick| pick.as_object().unwrap().keys().map(move |name| (pick, name)))
        {
            assert!(schema["properties"]["selection"]["items"]["properties"].get(name).is_some(), "{pick}");
        }
    }
}

#[test]
fn a_bool_is_never_masked() {
    let store = Store::new();
    let flags = json!({"_FillValue": false, "flag_values": [0, 1], "flag_meanings": "no yes"});
    let document = Document::v3()
        .shaped("[3]", "[3]")
        .with("data_type", "\"bool\"")
        .with("fill_value", "false")
        .with("attributes", flags.to_string());
    store.put("flags", &document, &[("c/0", vec![1, 0, 1])]);
    let (_, said, _) = printed(&store, "decode @/flags --physical --format csv");
    assert_eq!(said, "yes\nno\nyes\n");
    let (_, said, _) = printed(&store, "info @/flags");
    assert_names(&said, &["expected elements with a value to spare, found bools; it is not used"]);
    // In Zarr 2 the fill value is what xarray calls _FillValue.
    let document = Document::v2().with("shape", "[3]").with("chunks", "[3]").with("dtype", r#""|b1""#);
    store.put("plain", &document.with("fill_value", "false"), &[("0", vec![1, 0, 1])]);
    let (_, said, _) = printed(&store, "decode @/plain --physical --format csv");
    assert_eq!(said, "true\nfalse\ntrue\n");
}

/// In V2 xarray masks the fill value. Labels have background there, and counts have zeros.
#[test]
fn the_fill_value_of_v2_is_masked_in_data_sets_only() {
    let store = Store::new();
    let physical = |name: &str, attributes: Value| {
        let document = Document::v2().with("shape", "[4]").with("chunks", "[4]");
        store.put(name, &document, &[("0", vec![0, 7, 0, 5]), (".zattrs", attributes.to_string().into())]);
        printed(&store, &format!("decode @/{name} --physical --format csv")).1
    };
    let values = "0\n7\n0\n5\n";
    assert_eq!(physical("bare", json!({})), values);
    assert_eq!(physical("counts", json!({"encoding-type": "array", "encoding-version": "0.2.0"})), values);
    let masked = "\"\"\n7.0\n\"\"\n5.0\n";
    assert_eq!(physical("xarray", json!({"_ARRAY_DIMENSIONS": ["x"]})), masked);
    assert_eq!(physical("units", json!({"units": "m"})), masked);
    // A level of an image, and labels: what is said of them is in the groups above.
    let levels = json!({"multiscales": [{"version": "0.4", "axes": [{"name": "x", "type": "space"}],
        "datasets": [{"path": "0", "coordinateTransformations": [{"type": "scale", "scale": [1.0]}]}]}]});
    for (group, attributes) in [("image", levels.clone()), ("labels", levels)] {
        store.put(group, &Document::group_v2(), &[(".zattrs", attributes.to_string().into_bytes())]);
        assert_eq!(physical(&format!("{group}/0"), json!({})), values);
    }
}

#[test]
fn bits_without_a_name_are_written_whole() {
    let store = Store::new();
    let masks = json!({"flag_masks": [1, 2], "flag_meanings": "a b"});
    array(&store, "masks", "[4]", "uint8", &masks, (r#"["x"]"#, &[1, 3, 17, 16]));
    let (_, said, _) = printed(&store, "decode @/masks --physical --format csv");
    assert_eq!(said, "a\na|b\na|16\n16\n");
    // `_Unsigned` is a text; xarray takes nothing else.
    array(&store, "unsigned", "[2]", "int8", &json!({"_Unsigned": true}), (r#"["x"]"#, &[128, 1]));
    let (_, said, _) = printed(&store, "decode @/unsigned --physical --format csv");
    assert_eq!(said, "-128\n1\n");
    let (_, said, _) = printed(&store, "check @/unsigned");
    assert_names(&said, &["_Unsigned", "attribute-form"]);
}

#[test]
fn labels_without_a_sign_run_one_way() {
    let store = Store::new().group("");
    // 100, 200, 250.
    array(&store, "x", "[3]", "int8", &json!({"_Unsigned": "true"}), (r#"["x"]"#, &[100, 200, 250]));
    let (_, said, _) = printed(&store, "check @");
    assert!(said.contains("no findings"), "{said}");
}

/// Two rows and three columns whose latitudes and longitudes vary along both, with a depth and packed temperatures.
fn curvilinear() -> Store {
    let store = Store::new().group("");
    let le = |numbers: &[f64]| bytes(numbers, |number| number.to_le_bytes());
    let plane = r#"["y", "x"]"#;
    let degrees = |name: &str| json!({ "units": format!("degrees_{name}") });
    let north = le(&[50.0, 50.5, 51.0, 52.0, 52.5, 53.0]);
    array(&store, "nav_lat", "[2, 3]", "float64", &degrees("north"), (plane, &north));
    let east = le(&[0.0, 10.0, 20.0, 1.0, 11.0, 21.0]);
    array(&store, "nav_lon", "[2, 3]", "float64", &degrees("east"), (plane, &east));
    array(&store, "x", "[3]", "uint8", &json!({"units": "km"}), (r#"["x"]"#, &[10, 20, 30]));
    let attributes = json!({
        "units": "K", "scale_factor": 0.5, "add_offset": 270, "_FillValue": 255, "coordinates": "nav_lat nav_lon",
    });
    array(&store, "t", "[2, 3]", "uint8", &attributes, (plane, &[1, 2, 3, 4, 255, 6]));
    store
}

/// In the form of `to_dataframe` of xarray, which has NaN for what is masked.
#[test]
fn tidy_lines_have_the_coordinates_of_each_element() {
    let store = curvilinear();
    let (code, stdout, said) = printed(&store, "decode @/t --physical --tidy");
    assert_eq!((code, said.as_str()), (Some(0), ""));
    assert_eq!(
        stdout,
        "y,x [km],nav_lat [degrees_north],nav_lon [degrees_east],t [K]\n0,10,50.0,0.0,270.5\n0,20,50.5,10.0,271.0\n\
         0,30,51.0,20.0,271.5\n1,10,52.0,1.0,272.0\n1,20,52.5,11.0,\n1,30,53.0,21.0,273.0\n"
    );
    let (_, stdout, _) = printed(&store, "decode @/t --region 1:2,1:3 --tidy --format csv");
    let raw =
        "y,x [km],nav_lat [degrees_north],nav_lon [degrees_east],t\n1,20,52.5,11.0,255\n1,30,53.0,21.0,6\n";
    assert_eq!(stdout, raw, "packed numbers are not in kelvin");
    let value = parsed_from(&store, "decode @/t --physical --region 1:2,1:3 --tidy --format json");
    assert_eq!(
        value,
        json!({
            "shape": [2, 5], "columns": ["y", "x", "nav_lat", "nav_lon", "t"], "units": [null, "km", "degrees_north", "degrees_east", "K"],
            "values": [[1, 20, 52.5, 11.0, null], [1, 30, 53.0, 21.0, 273.0]],
        })
    );
    let (code, _, said) = printed(&store, "decode @/t --tidy --format npy");
    assert!(code == Some(2) && said.contains("expected csv or json with --tidy"), "{said}");
}

#[test]
fn an_element_is_found_by_coordinates_along_several_dimensions() {
    let store = curvilinear();
    let (_, stdout, said) = printed(&store, "decode @/t --sel nav_lat=52.4,nav_lon=10 --format csv");
    // The haversine formula on a sphere of 6371 km, computed in Python.
    let of = |dimension: &str| {
        format!("{dimension} nav_lat=52.4, nav_lon=10 → index 1 (nearest: 52.5, 11, 68.67 km away)\n")
    };
    assert_eq!((stdout.as_str(), said), ("255\n", of("y") + &of("x")));
    let (_, _, said) = printed(&store, "decode @/t --sel lon=20,lat=51 --format csv");
    assert_eq!(
        said.lines().last(),
        Some("x lon=20, lat=51 → index 2 (exact)"),
        "in another order, and by usual names"
    );
    for (wanted, expected) in [
        ("nav_lat=52", "a coordinate of several dimensions (y, x): expected as many such coordinates"),
        ("nav_lat=52,nav_lon=1:3", "nav_lon: expected a number"),
        (
            "lat=52",
            "lat: nav_lat varies along several dimensions (y, x): expected nav_lon beside it, such as lat=52",
        ),
        ("nav_lat=52,nav_lon=1,x=10", "x: expected one label for each dimension, found two"),
    ] {
        let (code, _, said) = printed(&store, &format!("decode @/t --sel {wanted}"));
        assert!(code == Some(2) && said.contains(expected), "{said}");
    }
}

/// Longitudes from 0 to 315 east, from 180 west to 135 east, and across Greenwich.
fn longitudes() -> Store {
    let store = Store::new().group("");
    let degrees = json!({"units": "degrees_east"});
    for (group, labels) in [
        ("east", [0.0_f32, 45.0, 90.0, 135.0, 180.0, 225.0, 270.0, 315.0]),
        ("west", [-180.0, -135.0, -90.0, -45.0, 0.0, 45.0, 90.0, 135.0]),
        ("europe", [320.0, 330.0, 340.0, 350.0, 0.0, 10.0, 20.0, 30.0]),
    ] {
        store.put(group, &Document::group(), &[]);
        let labels = bytes(&labels, |number| number.to_le_bytes());
        array(&store, &format!("{group}/lon"), "[8]", "float32", &degrees, (r#"["lon"]"#, &labels));
        let values = (r#"["lon"]"#, [0, 1, 2, 3, 4, 5, 6, 7].as_slice());
        array(&store, &format!("{group}/t"), "[8]", "uint8", &json!({}), values);
    }
    store
}

#[test]
fn longitudes_are_the_same_after_a_turn() {
    let store = longitudes();
    for (query, values, said) in [
        ("@/east/t --sel lon=-90", "6\n", "lon 270.0 → index 6 (exact)"),
        ("@/east/t --sel lon=0", "0\n", "lon 0.0 → index 0 (exact)"),
        ("@/east/t --sel lon=350", "0\n", "lon 350 → index 0 (nearest: 0.0)"),
        ("@/east/t --sel lon=90:180", "2\n3\n4\n", "indices 2:5"),
        ("@/east/t --sel lon=-100:-40", "6\n7\n", "from 270.0 to 315.0"),
        ("@/west/t --sel lon=188", "0\n", "lon 188 → index 0 (nearest: -180.0)"),
        ("@/west/t --sel lon=180", "0\n", "lon -180.0 → index 0 (exact)"),
        ("@/west/t --sel lon=350:50", "4\n5\n", "indices 4:6"),
        ("@/europe/t --sel lon=350:10", "3\n4\n5\n", "from 350.0 to 10.0"),
        ("@/europe/t --sel lon=200", "0\n", "200 is outside the labels, 320.0 to 30.0"),
        ("@/europe/t --sel lon=34", "7\n", "index 7 (nearest: 30.0)"),
        ("@/europe/t --sel lon=100", "7\n", "100 is outside the labels"),
    ] {
        let (code, stdout, stderr) = printed(&store, &format!("decode {query} --format csv"));
        assert_eq!((code, stdout.as_str()), (Some(0), values), "{query}: {stderr}");
        assert!(stderr.contains(said), "{query}: {stderr}");
        assert_eq!(stderr.contains("outside"), said.contains("outside"), "{query}: {stderr}");
    }
    for query in ["@/east/t --sel lon=300:50", "@/east/t --sel lon=-50:50", "@/west/t --sel lon=90:-100"] {
        let (code, _, stderr) = printed(&store, &format!("decode {query}"));
        assert_eq!(code, Some(2), "{stderr}");
        assert_names(&stderr, &["a range that does not go beyond the end of the axis"]);
    }
}

#[test]
fn rows_of_stations_are_chosen_by_name_and_have_no_north() {
    let store = Store::new().group("");
    let attributes = json!({"coordinates": "name lat", "missing_value": 99});
    let stored = [1, 2, 99, 4, 5, 6];
    array(&store, "v", "[2, 3]", "uint8", &attributes, (r#"["station", "time"]"#, &stored));
    array(&store, "lat", "[2]", "int8", &json!({"units": "degrees_north"}), (r#"["station"]"#, &[40, 50]));
    let name = Document::v3()
        .shaped("[2]", "[2]")
        .with("data_type", r#"{"name": "null_terminated_bytes", "configuration": {"length_bytes": 5}}"#)
        .with("fill_value", "\"\"")
        .with("dimension_names", r#"["station"]"#);
    let store = store.array("name", &name).file("name/c/0", b"Bern\0Basel");
    let (code, chosen, said) = printed(&store, "decode @/v --sel name=Basel --format csv");
    assert_eq!((code, chosen.as_str()), (Some(0), "4,5,6\n"), "{said}");
    let (code, _, said) = printed(&store, "decode @/v --sel name=Rome");
    assert_eq!(code, Some(2));
    assert!(said.contains("expected one of its labels"), "{said}");
    let (_, _, said) = printed(&store, "decode @/v --sel lat=45,depth=2");
    assert!(said.contains("found \"depth\""), "{said}");
    // What stands for missing values is left out of the colours, and it is said that the numbers are the stored ones.
    let (_, picture, _) = printed(&store, "picture @/v --color never");
    assert!(
        picture.contains("\nthese are the stored numbers; --physical") && picture.contains("fill 99"),
        "{picture}"
    );
    assert!(!picture.contains("north"), "{picture}");
    let (_, stats, _) = printed(&store, "stats @/v");
    assert!(stats.contains("these are the stored numbers; --physical"), "{stats}");
    // A row of its own is as high as the picture.
    let file = store.beside("row.png");
    let (_, row, _) = printed(&store, &format!("picture @/lat --size 400x300 -o {}", file.display()));
    assert!(!row.contains("not read"), "{row}");
}

#[test]
fn bounds_take_units_and_calendar_from_their_coordinate() {
    let store = Store::new().group("");
    let time = json!({"units": "days since 2000-01-01", "calendar": "noleap", "bounds": "time_bnds"});
    array(&store, "time", "[2]", "uint8", &time, (r#"["time"]"#, &[15, 45]));
    array(&store, "time_bnds", "[2, 2]", "uint8", &json!({}), (r#"["time", "bnds"]"#, &[0, 31, 31, 59]));
    array(&store, "other", "[2, 2]", "uint8", &json!({}), (r#"["time", "bnds"]"#, &[0, 31, 31, 59]));
    let decoded = |name: &str| printed(&store, &format!("decode @/{name} --physical --format csv")).1;
    assert_eq!(decoded("time_bnds"), "2000-01-01,2000-02-01\n2000-02-01,2000-03-01\n");
    assert_eq!(decoded("other"), "0,31\n31,59\n");
    let (code, _, error) = printed(&store, "decode @/time --sel time=2000-02-29");
    assert_eq!(code, Some(2));
    assert!(error.contains("between, in the calendar noleap, found \"2000-02-29\""), "{error}");
}
