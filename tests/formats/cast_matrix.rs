//! `cast_value` and `scale_offset` against what zarr-python 3.4.2 with cast-value-rs 0.5.1 made of the same stores.
//!
//! Every difference is on purpose: [`DIFFERENCES`] lists the kinds of difference, with the reasons.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::fs;

use serde_json::{Value, json};
use zarrscope::codec::{Chain, DecodeOptions, Silent};
use zarrscope::metadata::{ArrayRepresentation, CodecMetadata, DataType, Elements, Json};
use zarrscope::pipeline::Array;
use zarrscope::store::Slice;

use crate::document::Document;
use crate::repository::repository;
use crate::store::Store;

/// One element in one direction of a row: what zarrscope made of it, and what zarr-python made of it.
struct Case<'a> {
    row: &'a Value,
    direction: &'a str,
    element: Vec<u8>,
    found: Option<Vec<u8>>,
    recorded: Option<Vec<u8>>,
}

type Difference = (&'static str, fn(&Case) -> bool);

const DIFFERENCES: &[Difference] = &[
    (
        "the text has the first entry of a scalar map win; zarr-python keeps entries in a dictionary, so that the last does",
        |case| {
            let plain = |text: Option<String>| text.map(|text| text.trim_end_matches(".0").to_owned());
            case.direction == "encode"
                && case.row["codec"]["configuration"]["scalar_map"]["encode"][0][1] == 1
                && plain(case.text(case.found.as_deref())).as_deref() == Some("1")
                && plain(case.text(case.recorded.as_deref())).as_deref() == Some("2")
        },
    ),
    (
        "the nearest float16 of 1 + 2^-11 + 2^-30 is 0x3c01; cast-value-rs rounds by way of float32, to 0x3c00",
        |case| {
            case.element == 0x3ff0_0200_0040_0000_u64.to_le_bytes()
                && case.found.as_deref() == Some(&[0x01, 0x3c])
                && case.recorded.as_deref() == Some(&[0x00, 0x3c])
        },
    ),
    (
        "the text has every number that the data type does not have be an error; zarr-python wraps int64 around",
        |case| {
            case.row["codec"]["name"] == "scale_offset"
                && case.row["stored"] == "int64"
                && case.found.is_none()
        },
    ),
    (
        "zarrscope takes a finite float that becomes infinite for one that is not representable; zarr-python stores Infinity",
        |case| {
            case.row["codec"]["name"] == "scale_offset"
                && case.found.is_none()
                && case.text(case.recorded.as_deref()).is_some_and(|text| text.ends_with("Infinity"))
        },
    ),
];

impl Case<'_> {
    fn text(&self, bytes: Option<&[u8]>) -> Option<String> {
        let to = if self.direction == "decode" { "data_type" } else { "stored" };
        Some(data_type(&self.row[to]).scalar(bytes?).unwrap().to_string())
    }

    /// Whether both give the same result; all NaNs count as the same.
    fn agrees(&self) -> bool {
        let nan = |bytes: &Option<Vec<u8>>| self.text(bytes.as_deref()).as_deref() == Some("NaN");
        self.found == self.recorded || (nan(&self.found) && nan(&self.recorded))
    }
}

#[test]
fn every_element_is_that_of_zarr_python_or_differs_for_a_stated_reason() {
    let matrix = Matrix::read();
    let mut counts = vec![0; DIFFERENCES.len()];
    let mut cases = 0;
    for (row, direction) in matrix.rows().iter().flat_map(|row| [(row, "decode"), (row, "encode")]) {
        for (element, recorded) in matrix.tried(row, direction) {
            let found = run(row, direction, &element);
            let case = Case { row, direction, element, found, recorded };
            cases += 1;
            if case.agrees() {
                continue;
            }
            let Some(reason) = DIFFERENCES.iter().position(|(_, is_it)| is_it(&case)) else {
                let Case { element, found, recorded, .. } = case;
                panic!("{direction} {element:02x?}: {found:02x?}, not {recorded:02x?}: {row}");
            };
            counts[reason] += 1;
        }
    }
    assert_eq!(cases, 47_666);
    assert_eq!(counts, [121, 10, 13, 32], "of each difference");
}

#[test]
fn the_stores_of_the_matrix_open_and_decode() {
    let matrix = Matrix::read();
    for row in matrix.rows() {
        let sound = |element: &Vec<u8>| run(row, "decode", element);
        let tried = matrix.tried(row, "decode").into_iter().map(|(element, _)| element);
        let (stored, expected): (Vec<_>, Vec<_>) =
            tried.filter_map(|element| sound(&element).map(|value| (element, value))).unzip();
        let store = Store::of(&document(row, stored.len())).file("0", stored.concat());
        let array = Array::open(&store.hierarchy(), "").unwrap();
        assert_eq!(array.chain().fill_path().fault, None, "{row}");
        let decoded = array.decode(&[0], &DecodeOptions::default()).unwrap().unwrap();
        assert_eq!(decoded.bytes(), expected.concat(), "{row}");
    }
}

fn document(row: &Value, size: usize) -> Document {
    let shape = format!("[{size}]");
    let own = json!({"data_type": row["data_type"], "fill_value": row["fill_value"], "codecs": codecs(row)});
    Document::v3().shaped(&shape, &shape).dotted().members(&own)
}

struct Matrix(Value);

impl Matrix {
    fn read() -> Self {
        let path = repository("tests/values/cast_matrix.json");
        Self(serde_json::from_str(&fs::read_to_string(path).unwrap()).unwrap())
    }

    fn rows(&self) -> &[Value] {
        self.0["rows"].as_array().unwrap()
    }

    /// The elements that were tried in one direction, and what became of each.
    fn tried(&self, row: &Value, direction: &str) -> Vec<(Vec<u8>, Option<Vec<u8>>)> {
        let from = if direction == "decode" { &row["stored"] } else { &row["data_type"] };
        let elements = hexes(&self.0["elements"][from.as_str().unwrap()]).into_iter().flatten();
        elements.zip(hexes(&row[direction])).collect()
    }
}

/// Elements as hex with spaces between them; `-` is none.
fn hexes(list: &Value) -> Vec<Option<Vec<u8>>> {
    let byte = |hex: &[u8]| u8::from_str_radix(std::str::from_utf8(hex).unwrap(), 16).unwrap();
    let element = |hex: &str| (hex != "-").then(|| hex.as_bytes().chunks(2).map(byte).collect());
    list.as_str().unwrap().split(' ').map(element).collect()
}

fn data_type(name: &Value) -> DataType {
    DataType::from_name(name.as_str().unwrap()).unwrap()
}

fn codecs(row: &Value) -> Value {
    json!([row["codec"], {"name": "bytes", "configuration": {"endian": "little"}}])
}

fn chain(row: &Value, size: u64) -> Chain {
    let codecs = codecs(row);
    let codecs = Json::at(&codecs, "/codecs".into()).list("codecs", CodecMetadata::read).unwrap();
    let chunk =
        ArrayRepresentation { shape: vec![size], data_type: data_type(&row["data_type"]), fill_value: None };
    let chain = Chain::build(&codecs, "/codecs", chunk).unwrap();
    assert_eq!(chain.fault(), None);
    chain
}

/// One element alone; `None` where it has no result.
fn run(row: &Value, direction: &str, element: &[u8]) -> Option<Vec<u8>> {
    let (chain, options) = (chain(row, 1), DecodeOptions::default());
    if direction == "decode" {
        return Some(chain.decode(&Slice(element), &options, &mut Silent).ok()?.into_bytes());
    }
    let elements = Elements::new(data_type(&row["data_type"]), element.to_vec());
    chain.encode(&elements, &options, &mut Silent).ok()
}
