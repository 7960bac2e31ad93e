//! `decode`.

use std::fs;

use assert_cmd::Command;
use half::f16;
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::run::*;

#[test]
fn npy_is_the_recorded_file_byte_for_byte_and_raw_is_its_elements() {
    let rows = manifest("values");
    assert!(rows.len() > 70, "{}", rows.len());
    for row in rows {
        let array = row["array"].as_str().unwrap();
        let expected = recorded(row["values"].as_str().unwrap());
        assert!(sound(&format!("decode {array} --format npy")) == expected, "{array}: another file");
        assert!(
            sound(&format!("decode {array} --format raw")) == elements(&expected),
            "{array}: other bytes"
        );
    }
}

#[test]
fn a_region_is_the_recorded_file_byte_for_byte() {
    let mut compared = 0;
    for row in manifest("regions") {
        for entry in row["regions"].as_array().unwrap() {
            let (array, region) = (row["array"].as_str().unwrap(), entry["region"].as_str().unwrap());
            let npy = sound(&format!("decode {array} --region {region} --format npy"));
            assert!(npy == recorded(entry["values"].as_str().unwrap()), "{array} {region}: another file");
            compared += 1;
        }
    }
    assert!(compared > 20, "{compared}");
}

/// Arrays whose values are compared as text, with NumPy's names of their data types.
const TEXTS: &[(&str, &str)] = &[
    ("data-types.zarr/bool", "b1"),
    ("data-types.zarr/int8", "i1"),
    ("data-types.zarr/int64", "i8"),
    ("data-types.zarr/uint64", "u8"),
    ("data-types.zarr/float16", "f2"),
    ("data-types.zarr/float32", "f4"),
    ("data-types.zarr/float64", "f8"),
    ("fill-values.zarr/tenth", "f4"),
    ("codecs.zarr/everything", "f4"),
    ("grids.zarr/zero_d", "f8"),
    ("grids.zarr/zero_length", "i2"),
    ("grids.zarr/four_d", "i2"),
    ("grids.zarr/rectilinear", "i2"),
];

/// The bytes of the element with this text.
fn bytes(text: &str, descr: &str) -> Vec<u8> {
    if let Some(bits) = text.strip_prefix("0x") {
        return u64::from_str_radix(bits, 16).unwrap().to_le_bytes()[..nbytes(descr)].to_vec();
    }
    match descr {
        "b1" => vec![u8::from(text.parse::<bool>().unwrap())],
        "f2" => text.parse::<f16>().unwrap().to_le_bytes().to_vec(),
        "f4" => text.parse::<f32>().unwrap().to_le_bytes().to_vec(),
        "f8" => text.parse::<f64>().unwrap().to_le_bytes().to_vec(),
        _ => text.parse::<i128>().unwrap().to_le_bytes()[..nbytes(descr)].to_vec(),
    }
}

fn nbytes(descr: &str) -> usize {
    descr[1..].parse().unwrap()
}

fn is_nan(bytes: &[u8], descr: &str) -> bool {
    match descr {
        "f2" => f16::from_le_bytes(bytes.try_into().unwrap()).is_nan(),
        "f4" => f32::from_le_bytes(bytes.try_into().unwrap()).is_nan(),
        "f8" => f64::from_le_bytes(bytes.try_into().unwrap()).is_nan(),
        _ => false,
    }
}

/// Fails unless the texts read back to the elements. "NaN" may be any, unless its bits are given.
fn assert_reads_back(texts: &[String], descr: &str, elements: &[u8]) {
    assert_eq!(texts.len(), elements.len() / nbytes(descr), "{texts:?}");
    for (text, element) in texts.iter().zip(elements.chunks(nbytes(descr))) {
        let nan = text == "NaN" && is_nan(element, descr);
        assert!(nan || bytes(text, descr) == element, "{descr}: {text} is not {element:?}");
    }
}

/// The numbers and strings of nested lists.
fn leaves(value: &Value) -> Vec<String> {
    match value {
        Value::Array(list) => list.iter().flat_map(leaves).collect(),
        Value::String(text) => vec![text.clone()],
        other => vec![other.to_string()],
    }
}

/// The lengths of nested lists, down to the first element.
fn lengths(value: &Value) -> Vec<usize> {
    let Value::Array(list) = value else { return Vec::new() };
    std::iter::once(list.len()).chain(list.first().map(lengths).unwrap_or_default()).collect()
}

#[test]
fn csv_reads_back_to_the_recorded_values() {
    for (array, descr) in TEXTS {
        let csv = text(&format!("decode {array} --format csv"));
        let texts: Vec<String> = csv.lines().flat_map(|line| line.split(',')).map(str::to_owned).collect();
        assert_reads_back(&texts, descr, elements(&recorded(&format!("{array}.npy"))));
    }
    assert_eq!(text("decode codecs.zarr/bytes_little --format csv").lines().count(), 4);
}

#[test]
fn json_reads_back_to_the_recorded_values() {
    for (array, descr) in TEXTS {
        let found = parsed(&format!("decode {array} --format json"));
        assert_eq!(keys(&found), ["shape", "data_type", "values"].into());
        assert_reads_back(&leaves(&found["values"]), descr, elements(&recorded(&format!("{array}.npy"))));
        let shape = &parsed(&format!("info {array} --json"))["shape"];
        assert_eq!(found["shape"], *shape, "{array}");
        if *array != "grids.zarr/zero_length" {
            assert_eq!(json!(lengths(&found["values"])), *shape, "{array}");
        }
    }
}

#[test]
fn json_has_pairs_for_complex_numbers() {
    for (array, descr) in [("data-types.zarr/complex64", "f4"), ("data-types.zarr/complex128", "f8")] {
        let found = parsed(&format!("decode {array} --format json"));
        assert_eq!(lengths(&found["values"]), [16, 2]);
        assert_reads_back(&leaves(&found["values"]), descr, elements(&recorded(&format!("{array}.npy"))));
    }
}

#[test]
fn json_has_strings_for_what_json_has_no_number_for() {
    let values = &parsed("decode data-types.zarr/float32 --format json")["values"];
    assert_eq!(values.as_array().unwrap()[12..], ["Infinity", "-Infinity", "NaN", "0xffc00123"]);
    let bits = parsed("decode data-types.zarr/r24 --format json");
    assert_eq!(bits["values"], json!(["AAEC", "AwQF", "BgcI", "CQoL", "AQID", "AQID"]));
}

#[test]
fn an_array_without_dimensions_or_without_elements_is_decoded_whole() {
    let one = parsed("decode grids.zarr/zero_d --format json");
    assert_eq!(one, json!({"shape": [], "data_type": "float64", "values": 281.35}));
    assert_eq!(text("decode grids.zarr/zero_d --format csv"), "281.35\n");
    assert_eq!(text("decode grids.zarr/zero_d").trim(), "281.35");
    let none = parsed("decode grids.zarr/zero_length --format json");
    assert_eq!(none, json!({"shape": [0, 4], "data_type": "int16", "values": []}));
    assert_eq!(text("decode grids.zarr/zero_length --format csv"), "");
    assert_eq!(sound("decode grids.zarr/zero_length --format raw"), b"");
}

#[test]
fn a_chunk_has_its_overhang_and_a_region_is_clipped() {
    let whole = parsed("decode grids.zarr/one_d --chunk 2 --format json");
    assert_eq!(whole, json!({"shape": [4], "data_type": "int16", "values": [9, 10, 0, 0]}));
    let clipped = parsed("decode grids.zarr/one_d --region 8:10 --format json");
    assert_eq!(clipped, json!({"shape": [2], "data_type": "int16", "values": [9, 10]}));
    assert_eq!(sound("decode grids.zarr/edges --chunk 1,1 --format raw").len(), 16 * 16 * 2);
    assert_eq!(sound("decode grids.zarr/edges --region 16:30,16:30 --format raw").len(), 14 * 14 * 2);
}

#[test]
fn a_missing_chunk_reads_as_the_fill_value() {
    let missing = text("decode fill-values.zarr/partly_missing --chunk 0,1 --format csv");
    assert_eq!(missing, "-1,-1,-1\n-1,-1,-1\n");
    let bytes = sound("decode climate.zarr/temperature --chunk 0,0,3 --format raw");
    assert!(bytes.len() == 160_000 && bytes.chunks(4).all(|element| is_nan(element, "f4")));
}

#[test]
fn a_table_is_the_default_and_has_coordinates() {
    let table = text("decode codecs.zarr/bytes_little --region 1:3,2:4");
    assert_eq!(table, text("decode codecs.zarr/bytes_little --region 1:3,2:4 --format table"));
    let csv = text("decode codecs.zarr/bytes_little --region 1:3,2:4 --format csv");
    let words = |line: &str| line.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
    let rows: Vec<Vec<String>> = table.lines().map(words).collect();
    assert_eq!(rows[0], ["2", "3"]);
    for (row, (coord, values)) in rows[1..].iter().zip(["1", "2"].iter().zip(csv.lines())) {
        assert_eq!(row.join(","), format!("{coord},{values}"));
    }
    assert_eq!(rows.len(), 3);
}

#[test]
fn a_large_region_is_whole_in_csv() {
    let region = "decode climate.zarr/temperature --region 0:10,0:20,0:2000";
    let csv = text(&format!("{region} --format csv"));
    assert_eq!(csv.lines().count(), 200);
    let texts: Vec<String> = csv.lines().flat_map(|line| line.split(',')).map(str::to_owned).collect();
    assert_reads_back(&texts, "f4", &sound(&format!("{region} --format raw")));
}

#[test]
fn an_output_file_has_what_stdout_would_have() {
    let directory = TempDir::new().unwrap();
    let file = directory.path().join("out");
    for format in ["table", "csv", "json", "npy", "raw"] {
        let decode = format!("decode codecs.zarr/everything --format {format}");
        assert_eq!(sound(&format!("{decode} -o {}", file.display())), b"");
        assert!(fs::read(&file).unwrap() == sound(&decode), "{format}: another file");
    }
    assert_eq!(fs::read_dir(directory.path()).unwrap().count(), 1);
}

#[test]
fn nothing_is_left_behind_when_decoding_fails() {
    let directory = TempDir::new().unwrap();
    let file = directory.path().join("out");
    for format in ["table", "csv", "json", "npy", "raw"] {
        faulty(&format!("decode broken.zarr/flipped_bit --format {format} -o {}", file.display()));
        assert_eq!(fs::read_dir(directory.path()).unwrap().count(), 0, "{format}");
    }
    misused(&format!("decode grids.zarr/one_d --chunk 9 -o {}", file.display()));
    assert_eq!(fs::read_dir(directory.path()).unwrap().count(), 0);
    fs::write(&file, "kept").unwrap();
    faulty(&format!("decode broken.zarr/flipped_bit -o {}", file.display()));
    assert_eq!(fs::read_to_string(&file).unwrap(), "kept");
}

#[test]
fn an_output_file_that_cannot_be_written_is_named() {
    let file = TempDir::new().unwrap().path().join("nowhere/out");
    assert_names(&failed(&format!("decode grids.zarr/one_d -o {}", file.display()), 1).0, &["nowhere/out"]);
}

#[test]
fn the_number_of_threads_changes_nothing() {
    let one = sound("decode climate.zarr/temperature --format raw --threads 1");
    assert_eq!(sound("decode climate.zarr/temperature --format raw --threads 5"), one);
    assert_eq!(sound("decode climate.zarr/temperature --format raw"), one);
    Command::from_std(zarrscope("decode climate.zarr/temperature --threads 0")).assert().code(2);
    for command in ["decode", "verify", "stats", "picture", "diff climate.zarr"] {
        let called = format!("{command} climate.zarr/temperature --threads 4000000000");
        let refused = Command::from_std(zarrscope(&called)).assert().code(2);
        let text = String::from_utf8_lossy(&refused.get_output().stderr).into_owned();
        assert!(text.contains("expected at most 256 threads, found 4000000000"), "{called}: {text}");
    }
}

#[test]
fn a_name_that_asks_for_another_format_is_refused() {
    let directory = tempfile::tempdir().unwrap();
    for (name, options) in [("x.parquet", ""), ("x.NC", "--format raw"), ("x.h5", "--tidy")] {
        let file = directory.path().join(name);
        let message = misused(&format!("decode climate.zarr/time {options} -o {}", file.display()));
        assert_names(&message, &["expected the name of a file for", "csv", "json", "which is not written"]);
        assert!(!file.exists());
    }
    let file = directory.path().join("x.f32");
    sound(&format!("decode climate.zarr/time --format raw -o {}", file.display()));
}
