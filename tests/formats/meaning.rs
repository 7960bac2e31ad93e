//! What attributes make of numbers, value for value against xarray: `tests/python/make_meaning.py` wrote the stores and what
//! xarray reads of them.
#![allow(clippy::unwrap_used, clippy::panic)]

use std::fs;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde_json::Value;
use zarrscope::codec::DecodeOptions;
use zarrscope::meaning::is_nothing;
use zarrscope::metadata::Scalar;
use zarrscope::pipeline::Array;

use crate::repository::repository;
use crate::store::Store;

/// Writes the store of a case.
fn written(case: &Value) -> Store {
    let store = Store::new();
    for (name, document) in case["documents"].as_object().unwrap() {
        store.write(name, document.to_string());
    }
    for (key, bytes) in case["chunks"].as_object().unwrap() {
        store.write(key, STANDARD.decode(bytes.as_str().unwrap()).unwrap());
    }
    store
}

/// A value as the file of cases has it.
fn value(array: &Array, scalar: &Scalar) -> Value {
    let meaning = array.shown_meaning().unwrap();
    if is_nothing(scalar) {
        return Value::Null;
    }
    if meaning.time.is_some() {
        let date = meaning.label(scalar).unwrap();
        return Value::from(if date.contains('T') { date } else { format!("{date}T00:00:00") });
    }
    plain(scalar)
}

fn plain(scalar: &Scalar) -> Value {
    match scalar {
        Scalar::Bool(value) => Value::from(*value),
        Scalar::Integer(value) => serde_json::from_str(&value.to_string()).unwrap(),
        Scalar::Float(float) if float.value().is_nan() => Value::Null,
        Scalar::Float(float) if float.value().is_infinite() => {
            Value::from(if float.value() > 0.0 { "inf" } else { "-inf" })
        }
        Scalar::Float(float) => Value::from(float.value()),
        other => panic!("{other:?}"),
    }
}

/// Numbers count by their value: 7.0 and 7 are the same.
fn same(found: &Value, expected: &Value) -> bool {
    match (found, expected) {
        (Value::Number(found), Value::Number(expected)) => {
            found.to_string() == expected.to_string()
                || (found.to_string().contains(['.', 'e']) || expected.to_string().contains(['.', 'e']))
                    && found.as_f64().map(f64::to_bits) == expected.as_f64().map(f64::to_bits)
        }
        _ => found == expected,
    }
}

/// What is not as xarray has it.
fn differences(case: &Value) -> Vec<String> {
    let store = written(case);
    let array = Array::open(&store.hierarchy(), "").unwrap();
    let name = case["name"].as_str().unwrap();
    let mut wrong = Vec::new();
    let mut compare = |array: &Array, what: &str, read: &dyn Fn(&Scalar) -> Value| {
        let values = array.read_region(&array.whole(), &DecodeOptions::default()).unwrap();
        let expected = case[what].as_array().unwrap();
        assert_eq!(values.elements().size(), expected.len(), "{name}");
        for (scalar, expected) in values.elements().iter().zip(expected) {
            let found = read(&scalar);
            if !same(&found, expected) {
                wrong.push(format!("{name}, {what}: expected {expected}, found {found}"));
            }
        }
    };
    compare(&array, "raw", &plain);
    let physical = array.physical();
    compare(&physical, "values", &|scalar| value(&physical, scalar));
    let meaning = physical.shown_meaning().unwrap();
    let data_type =
        if meaning.time.is_some() { "date".to_owned() } else { physical.values_type().to_string() };
    if case["dtype"] != data_type.as_str() {
        wrong.push(format!("{name}: expected {}, found {data_type}", case["dtype"]));
    }
    wrong
}

/// The cases of another file may be tried too: `MEANING_CASES` names it.
#[test]
fn values_are_those_of_xarray() {
    let path =
        std::env::var("MEANING_CASES").map_or_else(|_| repository("tests/values/meaning.json"), Into::into);
    let cases: Vec<Value> = serde_json::from_slice(&fs::read(path).unwrap()).unwrap();
    assert!(cases.len() > 200, "{}", cases.len());
    let wrong: Vec<String> = cases.iter().flat_map(differences).collect();
    assert!(wrong.is_empty(), "{} differences:\n{}", wrong.len(), wrong.join("\n"));
}
