//! `stats`: numbers beside those of NumPy, which were computed from the same elements and are recorded here.

use std::fmt::Display;
use std::fs;

use assert_cmd::Command;
use serde_json::{Value, json};

use crate::document::Document;
use crate::run::*;
use crate::store::Store;

/// An array of that type whose chunks are the ones given, each in the shape of a whole chunk.
fn array(store: &Store, data_type: &str, shape: [&str; 2], chunks: &[(&str, Vec<u8>)]) {
    let document =
        Document::v3().shaped(shape[0], shape[1]).dotted().typed("uint8").with("data_type", data_type);
    store.put("", &document, chunks);
}

fn run(array: impl Display, options: &str, code: i32) -> (Value, String) {
    let command = format!("stats {array} {options} --json");
    let run = Command::from_std(zarrscope(&command)).assert().code(code);
    assert_schema(&command, &run.get_output().stdout);
    let stderr = String::from_utf8(run.get_output().stderr.clone()).unwrap();
    (serde_json::from_slice(&run.get_output().stdout).unwrap_or_default(), stderr)
}

fn near(found: &Value, expected: f64) {
    let found = found.as_f64().unwrap();
    assert!((found - expected).abs() <= expected.abs() * 1e-12, "expected {expected}, found {found}");
}

/// `numpy.arange(35, dtype="f4") * 0.3 - 2` in 5 rows of 7, with NaN, both infinities and a zero, cut into chunks of 3 by 4.
/// Behind the end of the array there are sevens.
fn floats() -> Vec<(&'static str, Vec<u8>)> {
    #[expect(clippy::cast_precision_loss, reason = "a small number")]
    let value = |row: usize, column: usize| match row * 7 + column {
        _ if row >= 5 || column >= 7 => 7777.0,
        3 => f32::NAN,
        7 => f32::INFINITY,
        9 => f32::NEG_INFINITY,
        12 => 0.0,
        index => index as f32 * 0.3 - 2.0,
    };
    let chunk = |row: usize, column: usize| -> Vec<u8> {
        let rows = row * 3..row * 3 + 3;
        let each = rows.flat_map(|row| (column * 4..column * 4 + 4).map(move |column| value(row, column)));
        each.flat_map(f32::to_le_bytes).collect()
    };
    vec![("0.0", chunk(0, 0)), ("0.1", chunk(0, 1)), ("1.0", chunk(1, 0)), ("1.1", chunk(1, 1))]
}

#[test]
fn floats_with_overhang_and_what_is_no_number() {
    let store = Store::new();
    array(&store, r#""float32""#, ["[5, 7]", "[3, 4]"], &floats());
    let (found, _) = run(&store, "", 0);
    assert_has(
        &found,
        &json!({"shape": [5, 7], "elements": 35, "missing_chunks": 0, "faulty_chunks": 0, "fill": 1, "nan": 1,
            "inf": 2, "inf_positive": 1, "inf_negative": 1, "min": -2.0, "max": 8.200_001, "quantiles": {"0.01": -2.0, "0.5": 3.4, "0.99": 7.900_000_6}}),
    );
    near(&found["mean"], 3.350_000_217_556_953_4);
    near(&found["std"], 3.032_429_052_106_339_7);
    let (edges, counts) = (&found["histogram"]["edges"], &found["histogram"]["counts"]);
    let counts: Vec<u64> = counts.as_array().unwrap().iter().map(|count| count.as_u64().unwrap()).collect();
    assert_eq!((counts.iter().sum::<u64>(), edges.as_array().unwrap().len()), (32, counts.len() + 1));
    // Bins are a quarter wide, from the least number to the greatest.
    assert_eq!((edges[0].as_f64(), edges[1].as_f64(), counts[0]), (Some(-2.0), Some(-1.75), 1));
    let fields = [
        "shape",
        "elements",
        "missing_chunks",
        "faulty_chunks",
        "fill",
        "nan",
        "inf",
        "inf_positive",
        "inf_negative",
        "min",
        "max",
        "min_at",
        "max_at",
    ];
    let all = fields.into_iter().chain(["mean", "std", "quantiles", "histogram"]).collect();
    assert_eq!(keys(&found), all);
}

/// Of equal numbers the first in C order, whichever chunk has it, and wherever numbers are left out.
#[test]
fn extremes_have_a_place() {
    let store = Store::new();
    let at = |options: &str, code| {
        let (found, _) = run(&store, options, code);
        (found["min_at"].clone(), found["max_at"].clone())
    };
    array(&store, r#""float32""#, ["[5, 7]", "[3, 4]"], &floats());
    assert_eq!(at("", 0), (json!([0, 0]), json!([4, 6])));
    // Beside 3, which is NaN, 7, 9, which are infinite, and the zero of 12.
    assert_eq!(at("--region 0:2,3:6", 0), (json!([0, 4]), json!([1, 4])));
    let words = store.text("stats PATH");
    assert_names(&words, &["min         -2.0  at [0, 0]", "max         8.200001  at [4, 6]"]);
    // A missing chunk in the second row of chunks, and one that is faulty in the first.
    fs::remove_file(store.path("1.0")).unwrap();
    store.write("0.0", b"short");
    assert_eq!(at("", 1), (json!([0, 4]), json!([4, 6])));
    assert_eq!(at("--region 2:5,0:7", 1), (json!([3, 0]), json!([4, 6])));
    // 9 at [0, 3], [1, 0] and [1, 3]; 1 at [0, 1] and [1, 2]; in chunks of 1 by 2 and 2 by 2.
    for (shape, chunks) in [
        ("[1, 2]", vec![("0.0", vec![5, 1]), ("0.1", vec![2, 9]), ("1.0", vec![9, 5]), ("1.1", vec![1, 9])]),
        ("[2, 2]", vec![("0.0", vec![5, 1, 9, 5]), ("0.1", vec![2, 9, 1, 9])]),
    ] {
        array(&store, r#""uint8""#, ["[2, 4]", shape], &chunks);
        assert_eq!(at("", 0), (json!([0, 1]), json!([0, 3])));
        assert_eq!(at("--region 1:2,0:4", 0), (json!([1, 2]), json!([1, 0])));
    }
    array(&store, r#""float32""#, ["[2]", "[2]"], &[("0", [f32::NAN; 2].map(f32::to_le_bytes).concat())]);
    assert_eq!(at("", 0), (Value::Null, Value::Null));
}

/// The first element is the last of a long chunk: it is found behind all others.
#[test]
fn extremes_of_long_chunks_have_a_place() {
    let store = Store::new();
    let mut numbers: Vec<i16> = (0..70_000).map(|index: i32| (index % 100) as i16).collect();
    (numbers[69_999], numbers[3_000], numbers[66_000]) = (-5, 200, 200);
    let bytes: Vec<u8> = numbers.iter().flat_map(|own| own.to_le_bytes()).collect();
    array(&store, r#""int16""#, ["[70000]", "[70000]"], &[("0", bytes)]);
    for attributes in ["{}", r#"{"scale_factor": 0.5}"#] {
        let document = fs::read_to_string(store.path("zarr.json")).unwrap();
        let document = document.replacen('{', &format!(r#"{{"attributes": {attributes},"#), 1);
        store.write("zarr.json", document);
        let (found, _) = run(&store, if attributes == "{}" { "" } else { "--physical" }, 0);
        assert_eq!((&found["min_at"], &found["max_at"]), (&json!([69_999]), &json!([3_000])));
    }
}

/// The edges of a histogram from the first to the last, the count in the bin that begins at a number, and those left out.
fn histogram(found: &Value, begin: i64) -> [Value; 5] {
    let histogram = &found["histogram"];
    let edges = histogram["edges"].as_array().unwrap();
    let bin = edges.iter().position(|edge| *edge == json!(begin)).unwrap();
    let (first, last) = (edges[0].clone(), edges.last().unwrap().clone());
    [first, last, histogram["counts"][bin].clone(), histogram["below"].clone(), histogram["above"].clone()]
}

#[test]
fn a_few_numbers_far_away_do_not_flatten_the_histogram() {
    let store = Store::new();
    // 20 numbers from 280 to 299, and as much room on both sides: 260 to 319.
    let mut numbers: Vec<i16> = (0..1000).map(|index| 280 + index % 20).collect();
    (numbers[0], numbers[501], numbers[999]) = (-9999, 20_000, 20_001);
    let bytes: Vec<u8> = numbers.iter().flat_map(|own| own.to_le_bytes()).collect();
    let chunks = [("0", bytes[..1000].to_vec()), ("1", bytes[1000..].to_vec())];
    array(&store, r#""int16""#, ["[1000]", "[500]"], &chunks);
    let (found, _) = run(&store, "", 0);
    assert_eq!(histogram(&found, 280), [260, 320, 49, 1, 2].map(|number| json!(number)));
    assert_eq!(histogram(&found, 285)[2], json!(50));
    let all: u64 =
        found["histogram"]["counts"].as_array().unwrap().iter().map(|own| own.as_u64().unwrap()).sum();
    assert_eq!((all, &found["min"], &found["max"]), (997, &json!(-9999), &json!(20_001)));
    let words = store.text("stats PATH");
    assert_names(&words, &["below: 1, above: 2", "min         -9999  at [0]", "max         20001  at [999]"]);
    // Chunks that are missing count: 500 times 281, and as often 0, which then is not far away.
    let document = fs::read_to_string(store.path("zarr.json")).unwrap();
    fs::remove_file(store.path("1")).unwrap();
    let filled = document.replace(r#""fill_value": 0"#, r#""fill_value": 281"#);
    store.write("zarr.json", filled);
    let (found, _) = run(&store, "", 0);
    assert_eq!(histogram(&found, 281), [260, 300, 525, 1, 0].map(|number| json!(number)));
    store.write("zarr.json", &document);
    let (found, _) = run(&store, "", 0);
    assert_eq!((&found["histogram"]["below"], &found["quantiles"]["0.01"]), (&json!(1), &json!(0)));
    // Only a faulty chunk is counted nowhere.
    store.write("1", "short");
    let (found, _) = run(&store, "", 1);
    assert_eq!(histogram(&found, 280), [260, 300, 24, 1, 0].map(|number| json!(number)));
}

#[test]
fn where_nearly_all_are_equal_the_others_say_what_is_far_away() {
    let store = Store::new();
    let mut numbers = vec![0_i16; 1000];
    numbers[100..110].copy_from_slice(&[1, 2, 3, 4, 5, 6, 7, 8, 9, 30_000]);
    let bytes = |numbers: &[i16]| numbers.iter().flat_map(|own| own.to_le_bytes()).collect::<Vec<u8>>();
    array(&store, r#""int16""#, ["[1000]", "[1000]"], &[("0", bytes(&numbers))]);
    let (found, _) = run(&store, "", 0);
    assert_eq!(histogram(&found, 0), [0, 20, 990, 0, 1].map(|number| json!(number)));
    // Nothing but zeros and one number: both are shown.
    numbers[100..109].fill(0);
    array(&store, r#""int16""#, ["[1000]", "[1000]"], &[("0", bytes(&numbers))]);
    let (found, _) = run(&store, "", 0);
    assert_eq!(histogram(&found, 0)[1..], [30_001, 999, 0, 0].map(|number| json!(number)));
    let floats = [1e30_f32, 280.0, 281.5, 283.0, 284.25, -3e38].map(f32::to_le_bytes).concat();
    array(&store, r#""float32""#, ["[6]", "[6]"], &[("0", floats)]);
    let (found, _) = run(&store, "", 0);
    assert_eq!((&found["histogram"]["below"], &found["histogram"]["above"]), (&json!(1), &json!(1)));
    let edges = found["histogram"]["edges"].as_array().unwrap();
    // A quarter is the narrowest power of two of which 18 reach from 280 to 284.25.
    assert_eq!((edges[1].as_f64().unwrap() - edges[0].as_f64().unwrap(), edges.len()), (0.25, 55));
}

#[test]
fn missing_chunks_count_as_the_fill_value_and_faulty_ones_do_not_count() {
    let store = Store::new();
    let mut chunks = floats();
    chunks.truncate(3);
    array(&store, r#""float32""#, ["[5, 7]", "[3, 4]"], &chunks);
    let (found, _) = run(&store, "", 0);
    assert_has(
        &found,
        &json!({"elements": 35, "missing_chunks": 1, "fill": 7, "min": -2.0, "max": 7.3,
            "quantiles": {"0.01": -2.0, "0.5": 1.300_000_2, "0.99": 7.0}}),
    );
    near(&found["mean"], 2.065_625_131_130_218_5);
    near(&found["std"], 2.671_213_487_932_649_2);
    store.write("1.0", b"short");
    let (found, message) = run(&store, "", 1);
    assert_has(&found, &json!({"elements": 27, "missing_chunks": 1, "faulty_chunks": 1}));
    assert_eq!(found["faults"][0]["chunk"], json!([1, 0]));
    assert_names(&message, &["error: ", "1.0: bytes: ", "found 5"]);
    store.write("0.0", b"shorter");
    let (_, message) = run(&store, "", 1);
    assert_names(&message, &["✗ ", "0.0: bytes: ", "(and 1 more)"]);
    let (found, _) = run(&store, "--chunk 1,1", 0);
    assert_has(
        &found,
        &json!({"shape": [2, 3], "elements": 6, "fill": 6, "min": 0.0, "max": 0.0, "std": 0.0}),
    );
    assert_eq!(found["histogram"], json!({"edges": [0.0, 0.0], "counts": [6], "below": 0, "above": 0}));
}

#[test]
fn integers_beyond_2_to_the_53_are_exact() {
    let store = Store::new();
    let numbers: Vec<u8> = (0..10_i64).flat_map(|index| ((1_i64 << 53) + 3 * index).to_le_bytes()).collect();
    array(&store, r#""int64""#, ["[10]", "[10]"], &[("0", numbers)]);
    let (found, _) = run(&store, "", 0);
    assert_eq!(found["min"].to_string(), "9007199254740992");
    assert_eq!(found["max"].to_string(), "9007199254741019");
    near(&found["mean"], 9_007_199_254_741_004.0);
    // NumPy rounds the numbers first, and has 8.81: this is the root of 9 * 99 / 12.
    near(&found["std"], 8.616_843_969_807_043);
    assert_eq!(found["histogram"]["edges"].as_array().unwrap().len(), 29, "a bin for each integer");
    let numbers = [u64::MAX, 1 << 63, 3].into_iter().flat_map(u64::to_le_bytes).collect();
    array(&store, r#""uint64""#, ["[3]", "[3]"], &[("0", numbers)]);
    let (found, _) = run(&store, "", 0);
    assert_eq!(
        (found["min"].to_string(), found["max"].to_string().as_str()),
        ("3".to_owned(), "18446744073709551615")
    );
    assert_eq!(found["quantiles"]["0.5"].to_string(), "9223372036854775808");
}

#[test]
fn bytes_bools_and_times() {
    let store = Store::new();
    let bytes: Vec<u8> = (0..=255).chain(0..44).collect();
    array(&store, r#""uint8""#, ["[300]", "[300]"], &[("0", bytes)]);
    let (found, _) = run(&store, "", 0);
    assert_has(
        &found,
        &json!({"fill": 2, "min": 0, "max": 255, "quantiles": {"0.01": 1, "0.5": 105, "0.99": 252}}),
    );
    near(&found["mean"], 111.953_333_333_333_33);
    near(&found["std"], 78.039_505_949_800_13);
    array(&store, r#""bool""#, ["[4]", "[4]"], &[("0", vec![1, 0, 1, 2])]);
    let document = fs::read_to_string(store.path("zarr.json")).unwrap();
    store.write("zarr.json", document.replace(r#""fill_value": 0"#, r#""fill_value": false"#));
    let (found, _) = run(&store, "", 0);
    assert_has(&found, &json!({"fill": 1, "min": false, "max": true, "mean": 0.75}));
    assert_eq!(found["histogram"], json!({"edges": [0, 1, 2], "counts": [1, 3], "below": 0, "above": 0}));
    let days = [18_262_i64, i64::MIN, 18_264, 18_263].into_iter().flat_map(i64::to_le_bytes).collect();
    let unit = r#"{"name": "numpy.datetime64", "configuration": {"unit": "D", "scale_factor": 1}}"#;
    array(&store, unit, ["[4]", "[4]"], &[("0", days)]);
    let (found, _) = run(&store, "", 0);
    assert_has(&found, &json!({"elements": 4, "nan": 1, "min": 18262, "max": 18264, "mean": 18263.0}));
    let words = store.text("stats PATH");
    assert_names(&words, &["NaN", "2020-01-01", "2020-01-03", "█"]);
}

#[test]
fn many_numbers_far_from_zero() {
    let store = Store::new();
    let numbers: Vec<u8> =
        (0..1_000_000_u32).flat_map(|n| (1e9 + f64::from(n * 919 % 1000) / 1000.0).to_le_bytes()).collect();
    let chunks: Vec<(String, Vec<u8>)> =
        numbers.chunks(800_000).enumerate().map(|(number, own)| (number.to_string(), own.to_vec())).collect();
    let chunks: Vec<(&str, Vec<u8>)> = chunks.iter().map(|(key, own)| (key.as_str(), own.clone())).collect();
    array(&store, r#""float64""#, ["[1000000]", "[100000]"], &chunks);
    let (found, _) = run(&store, "", 0);
    near(&found["mean"], 1_000_000_000.499_5);
    let deviation = found["std"].as_f64().unwrap();
    assert!((deviation - 0.288_674_990_257_210_6).abs() < 1e-8, "{deviation}");
    // Each thousandth is as often there as any other, so that a quantile is its own rank.
    for (part, value) in [("0.01", 0.01), ("0.5", 0.5), ("0.99", 0.99)] {
        let found = found["quantiles"][part].as_f64().unwrap() - 1e9;
        assert!((found - value).abs() < 0.01, "{part}: {found}");
    }
}

#[test]
fn a_region_is_counted_alone() {
    let store = Store::new();
    array(&store, r#""float32""#, ["[5, 7]", "[3, 4]"], &floats());
    let (found, _) = run(&store, "--region 2:4,3:6", 0);
    // Rows 2 and 3, columns 3 to 5: 17, 18, 19, 24, 25, 26 times 0.3 less 2.
    assert_has(&found, &json!({"shape": [2, 3], "elements": 6, "min": 3.100_000_4, "max": 5.8}));
    let (found, _) = run(&store, "--region 2:2,3:6", 0);
    assert_has(&found, &json!({"elements": 0, "min": null, "mean": null, "quantiles": {"0.5": null}}));
    assert_names(
        &misused("stats climate.zarr/temperature --region 0:1,0:1,0:1,0:1"),
        &["--region", "at most 3 ranges"],
    );
    assert_names(&misused("stats climate.zarr/temperature --chunk 9,9,9"), &["--chunk"]);
}

#[test]
fn the_two_infinities_are_counted_apart() {
    let store = Store::new();
    let values = [f32::INFINITY, f32::NEG_INFINITY, f32::INFINITY, 1.5];
    let bytes = values.iter().flat_map(|value| value.to_le_bytes()).collect();
    array(&store, r#""float32""#, ["[4]", "[4]"], &[("0", bytes)]);
    let (found, _) = run(&store, "", 0);
    assert_has(&found, &json!({"inf": 3, "inf_positive": 2, "inf_negative": 1, "min": 1.5, "max": 1.5}));
    let words = store.text("stats PATH");
    assert_names(&words, &["+Inf        2 (50.00 %)", "-Inf        1 (25.00 %)"]);
}

#[test]
fn what_is_refused_is_said_on_stdout_too_with_json() {
    let (found, stderr) = run("data-types.zarr/complex64", "", 2);
    let message = "expected elements that are integers, real numbers, bools or times, found complex64";
    assert_has(&found["fault"], &json!({"stage": "statistics", "message": message}));
    assert!(found["array"].as_str().is_some_and(|path| path.ends_with("complex64")), "{found}");
    assert!(stderr.contains(message), "{stderr}");
}

#[test]
fn what_has_no_numbers_is_refused_by_its_name() {
    for name in ["data-types.zarr/complex64", "data-types.zarr/r24", "data-types.zarr/complex128"] {
        let message = misused(&format!("stats {name}"));
        assert_names(
            &message,
            &["expected elements that are integers, real numbers, bools or times, found "],
        );
        assert_eq!(message.lines().count(), 1, "{message}");
    }
    assert_names(&misused("stats climate.zarr"), &["expected an array"]);
}

#[test]
fn a_huge_array_costs_what_is_stored() {
    let store = Store::new();
    let edge = "9223372036854775807";
    let chunk = vec![5; 16];
    array(&store, r#""uint8""#, [&format!("[{edge}, {edge}]"), "[4, 4]"], &[("7.9", chunk)]);
    let (found, _) = run(&store, "", 0);
    assert_has(&found, &json!({"min": 0, "max": 5, "nan": 0, "quantiles": {"0.01": 0, "0.99": 0}}));
    assert_eq!((&found["min_at"], &found["max_at"]), (&json!([0, 0]), &json!([28, 36])));
    let elements = (u128::from(u64::MAX / 2)).pow(2);
    assert_eq!(
        (found["elements"].to_string(), found["fill"].to_string()),
        (elements.to_string(), (elements - 16).to_string())
    );
    assert_eq!(found["histogram"]["counts"][5], json!(16));
}

/// Behind a file where a directory should be nobody can tell which chunks are stored: they are neither fill values nor counted
/// for a region that does not reach them.
#[test]
fn chunks_behind_what_cannot_be_read_are_not_counted() {
    let store = Store::new();
    let document = Document::v3().shaped("[40, 40]", "[1, 1]").with("data_type", r#""uint8""#);
    let document = document.with("codecs", r#"["bytes"]"#).with("fill_value", "3");
    store.write("zarr.json", document.text());
    store.write("c/0/0", [5]);
    store.write("c/1", "no directory");
    let counts = |found: &Value| {
        ["elements", "missing_chunks", "faulty_chunks", "fill"].map(|name| found[name].as_u64().unwrap())
    };
    let (all, error) = run(&store, "", 1);
    assert_eq!(counts(&all), [1560, 1559, 40, 1559], "{error}");
    assert_eq!((&all["min_at"], &all["max_at"]), (&json!([0, 1]), &json!([0, 0])));
    assert!(error.contains("c/1"), "{error}");
    let (part, _) = run(&store, "--region 2:40,0:40", 0);
    assert_eq!(counts(&part), [1520, 1520, 0, 1520]);
}

/// Land cover of which nothing is 30, two are masked, and one number (7) has no name; a missing chunk reads as 0.
#[test]
fn flags_are_counted_by_their_names() {
    let attributes = json!({
        "flag_values": [0, 10, 30, 200], "flag_meanings": "no_data crops trees urban", "_FillValue": 255,
    });
    let document =
        Document::v3().shaped("[3, 4]", "[1, 4]").dotted().with("attributes", attributes.to_string());
    let store = Store::of(&document).files(&[("0.0", [10, 10, 200, 255]), ("1.0", [7, 10, 255, 0])]);
    let (found, _) = run(&store, "--physical", 0);
    let counts = [("no_data", 0, 5), ("crops", 10, 3), ("trees", 30, 0), ("urban", 200, 1)];
    let flags: Vec<Value> = counts
        .iter()
        .map(|(name, value, count)| json!({"name": name, "value": value, "count": count, "part": f64::from(*count) / 12.0}))
        .collect();
    assert_eq!((&found["flags"], &found["unnamed"]), (&json!(flags), &json!(1)));
    let words = store.text("stats PATH --physical");
    let lines = [
        "     0 no_data ┤███",
        "█ 5 (41.67 %)\n      10 crops ┤███",
        "▏ 3 (25.00 %)\n      30 trees ┤ 0\n     200 urban ┤███",
        "▍ 1 (8.33 %)\nwithout a name ┤███",
    ];
    assert_names(&words, &lines);
    assert_eq!(words.matches('┤').count(), 5, "{words}");
    // Of bits each is counted, whatever else is set.
    let bits = json!({"flag_masks": [1, 2], "flag_meanings": "cloud snow"});
    let document = Document::v3().shaped("[4]", "[4]").dotted().with("attributes", bits.to_string());
    let store = Store::of(&document).file("0", [0, 1, 3, 2]);
    assert_names(
        &store.text("stats PATH --physical"),
        &["&1 cloud ┤██", " 2 (50.00 %)", "without a name ┤██"],
    );
    // Stored numbers are numbers.
    assert_names(&store.text("stats PATH"), &["┤"]);
}

#[test]
fn extremes_have_coordinates_where_labels_are_known() {
    let named = |names: &str| Document::v3().dotted().with("dimension_names", names);
    let store = Store::new()
        .group("")
        .array("t", &named(r#"["y", "x"]"#).shaped("[2, 3]", "[2, 3]"))
        .file("t/0.0", [5, 1, 9, 2, 7, 3])
        .array("x", &named(r#"["x"]"#).shaped("[3]", "[3]"))
        .file("x/0", [10, 20, 30]);
    let (found, _) = run(store.path("t").display(), "--physical", 0);
    assert_eq!(
        (&found["min_coordinates"], &found["max_coordinates"]),
        (&json!({"x": 20}), &json!({"x": 30}))
    );
    let words = text(&format!("stats {store}/t --physical"));
    assert_names(&words, &["min         1  at [0, 1]  x=20", "max         9  at [0, 2]  x=30"]);
}

/// Sea ice as its producers write it: a fraction in steps of 0.004, and numbers above 250 for what is no ice.
#[test]
fn numbers_that_are_unpacked_have_no_names() {
    let document = Document::v3().shaped("[8]", "[8]").typed("uint8").with(
        "attributes",
        json!({"scale_factor": 0.004, "units": "1", "valid_range": [0, 250],
            "flag_values": [251, 254], "flag_meanings": "pole_hole land"})
        .to_string(),
    );
    let store = Store::of(&document).file("c/0", [0_u8, 50, 100, 150, 200, 250, 251, 254]);
    let physical = text(&format!("stats {store} --physical"));
    assert_names(&physical, &["mean", "0.5", "max", "1"]);
    assert!(!physical.contains("land"), "{physical}");
    let drawn = text(&format!("picture {store} --physical"));
    assert!(drawn.contains("viridis") && !drawn.contains("labels"), "{drawn}");
}
