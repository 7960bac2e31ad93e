//! What is encoded here, other libraries read: `values/encoded.json` has arrays of one chunk with the bytes that they were
//! encoded to, and `python/check_encoded.py` has read all of them.
//!
//! `UPDATE_ENCODED=1` writes the bytes anew.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;

use base64::prelude::{BASE64_STANDARD, Engine};
use serde_json::{Map, Value};
use zarrscope::codec::{CODECS, Chain, DecodeOptions, Silent};
use zarrscope::metadata::float::Float;
use zarrscope::metadata::{DataType, Elements, Scalar};
use zarrscope::pipeline::Array;
use zarrscope::store::Slice;

use crate::array;
use crate::document::Document;
use crate::repository::repository;
use crate::store::Store;

fn path() -> PathBuf {
    std::env::var_os("ENCODED").map_or_else(|| repository("tests/values/encoded.json"), PathBuf::from)
}

fn rows() -> Vec<Map<String, Value>> {
    serde_json::from_str(&fs::read_to_string(path()).unwrap()).unwrap()
}

/// The array that a row is about.
fn open(row: &Map<String, Value>) -> Result<Array, String> {
    let mut own = row.clone();
    for member in ["name", "values", "decoded", "stored", "refused"] {
        own.remove(member);
    }
    let (shape, own) = (row["shape"].to_string(), Value::Object(own));
    let document = if row.contains_key("dtype") {
        Document::v2().with("chunks", shape).members(&own)
    } else {
        Document::v3().shaped(&shape, &shape).dotted().members(&own)
    };
    array::open(&Store::of(&document).path("")).map_err(|fault| fault.to_string())
}

fn bytes(value: &Value) -> Vec<u8> {
    BASE64_STANDARD.decode(value.as_str().unwrap()).unwrap()
}

/// The elements that a row has in a member.
fn elements(row: &Map<String, Value>, member: &str, chain: &Chain) -> Elements {
    let data_type = chain.decoded().data_type.clone();
    match &row[member] {
        Value::Array(items) => {
            let items: Vec<Vec<u8>> = items.iter().map(bytes).collect();
            Elements::variable(data_type, items.iter().map(Vec::as_slice))
        }
        Value::String(formula) if formula == "steps" => made(data_type, chain, |index| index / 1000),
        Value::String(formula) if formula == "squares" => made(data_type, chain, |index| index * index % 101),
        other => Elements::new(data_type, bytes(other)),
    }
}

fn made(data_type: DataType, chain: &Chain, formula: impl Fn(u64) -> u64) -> Elements {
    let scalar = |number: u64| match &data_type {
        DataType::Float(kind) => {
            Scalar::Float(Float::nearest(*kind, u32::try_from(number).unwrap().into()).unwrap())
        }
        _ => Scalar::Integer(number.into()),
    };
    let size = chain.decoded().size().unwrap();
    let bytes = (0..size).flat_map(|index| scalar(formula(index)).bytes(&data_type)).collect();
    Elements::new(data_type, bytes)
}

/// Elements in the form of the file.
fn form(elements: &Elements) -> Value {
    if elements.data_type().is_variable() {
        elements.each().map(|element| BASE64_STANDARD.encode(element)).collect()
    } else {
        BASE64_STANDARD.encode(elements.bytes()).into()
    }
}

fn encode(row: &Map<String, Value>) -> Result<(Array, Vec<u8>), String> {
    let array = open(row)?;
    let values = elements(row, "values", array.chain());
    let stored = array.chain().encode(&values, &DecodeOptions::default(), &mut Silent);
    stored.map_err(|fault| fault.to_string()).map(|stored| (array, stored))
}

fn decode(array: &Array, stored: &[u8]) -> Result<Elements, String> {
    let decoded = array.chain().decode(&Slice(stored), &DecodeOptions::default(), &mut Silent);
    decoded.map_err(|fault| fault.to_string())
}

#[test]
fn what_is_encoded_is_what_other_libraries_have_read() {
    if std::env::var_os("UPDATE_ENCODED").is_some() {
        update();
    }
    let rows = rows();
    assert!(rows.len() > 200);
    for row in &rows {
        let name = &row["name"];
        let (array, stored) = encode(row).unwrap_or_else(|fault| panic!("{name}: {fault}"));
        let committed = bytes(&row["stored"]);
        let member = if row.contains_key("decoded") { "decoded" } else { "values" };
        let wanted = form(&elements(row, member, array.chain()));
        assert!(
            form(&decode(&array, &committed).unwrap()) == wanted,
            "{name}: the bytes decode to other elements"
        );
        // Another version of a library may compress otherwise; what it gives is still the same chunk.
        assert!(
            stored == committed || (is_compressed(row) && form(&decode(&array, &stored).unwrap()) == wanted),
            "{name}: encoded to other bytes"
        );
    }
}

/// Whether a library has a say in the bytes.
fn is_compressed(row: &Map<String, Value>) -> bool {
    const LIBRARIES: &[&str] = &["blosc", "bz2", "gzip", "lz4", "lzma", "pcodec", "zfp", "zlib", "zstd"];
    let text = format!("{:?}{:?}{:?}", row.get("codecs"), row.get("filters"), row.get("compressor"));
    LIBRARIES.iter().any(|library| text.contains(library))
}

/// Every codec has a row: what cannot be encoded would be noticed here.
#[test]
fn every_codec_is_encoded_with() {
    let mut named = BTreeSet::new();
    for row in &rows() {
        named.extend(open(row).unwrap().chain().stages().map(|stage| stage.row().unwrap().name));
    }
    // Those that only decode are held against files of their own.
    for row in CODECS.iter().filter(|row| row.encodes) {
        assert!(named.contains(row.name), "{}", row.name);
    }
}

fn update() {
    let mut rows = rows();
    for row in &mut rows {
        for member in ["stored", "decoded", "refused"] {
            row.remove(member);
        }
        let encoded = encode(row).and_then(|(array, stored)| {
            let decoded = decode(&array, &stored).map_err(|fault| format!("what was encoded: {fault}"))?;
            Ok((form(&decoded), form(&elements(row, "values", array.chain())), stored))
        });
        match encoded {
            Ok((decoded, values, stored)) => {
                row.insert("stored".to_owned(), BASE64_STANDARD.encode(&stored).into());
                if decoded != values {
                    row.insert("decoded".to_owned(), decoded);
                }
            }
            Err(fault) => {
                row.insert("refused".to_owned(), fault.into());
            }
        }
    }
    let lines: Vec<String> = rows.into_iter().map(|row| Value::Object(row).to_string()).collect();
    fs::write(path(), format!("[\n{}\n]\n", lines.join(",\n"))).unwrap();
}
