//! Files of HDF5 and `NetCDF`, read through references by Kerchunk and `VirtualiZarr`: every array against the values that
//! zarr-python reads through them.
//!
//! `tests/python/make_references.py` wrote `tests/references` and its manifest.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use serde_json::{Map, Value};
use zarrscope::codec::DecodeOptions;
use zarrscope::pipeline::Array;

use crate::array::open;
use crate::repository::repository;

/// The stores of the manifest whose names end so.
fn stores(ending: &str) -> Vec<(String, Map<String, Value>)> {
    let text = std::fs::read_to_string(repository("tests/references/manifest.json")).unwrap();
    let Value::Object(stores) = serde_json::from_str(&text).unwrap() else { panic!("no object") };
    let stores = stores.into_iter().filter(|(name, _)| name.ends_with(ending));
    stores.map(|(name, arrays)| (name, arrays.as_object().unwrap().clone())).collect()
}

/// The elements of an array in the form of the manifest.
fn read(array: &Array, expected: &Value) -> Value {
    let read = array.read_region(&array.whole(), &DecodeOptions::default()).unwrap();
    let elements = read.elements();
    if expected["texts"].is_array() {
        let texts = (0..elements.size()).map(|index| elements.get(index).unwrap().to_string());
        let plain = |text: String| text.trim_matches('"').to_owned();
        return Value::from(texts.map(plain).collect::<Vec<_>>());
    }
    BASE64_STANDARD.encode(elements.bytes()).into()
}

fn compare(ending: &str) -> usize {
    let mut compared = 0;
    for (store, arrays) in stores(ending) {
        for (name, expected) in arrays {
            let path = repository("tests/references").join(&store).join(&name);
            let array = open(&path).unwrap_or_else(|fault| panic!("{store}/{name}: {fault}"));
            assert_eq!(expected["shape"], serde_json::json!(array.metadata.shape), "{store}/{name}");
            let values = if expected["texts"].is_array() { &expected["texts"] } else { &expected["bytes"] };
            assert_eq!(&read(&array, &expected), values, "{store}/{name}");
            compared += 1;
        }
    }
    compared
}

#[test]
fn every_array_behind_references_in_json_decodes_to_the_values_of_zarr_python() {
    assert_eq!(compare(".json"), 40);
}

#[cfg(feature = "references-parquet")]
#[test]
fn every_array_behind_references_in_tables_decodes_to_the_values_of_zarr_python() {
    assert_eq!(compare(".parq"), 12);
}

#[cfg(feature = "references-parquet")]
#[test]
fn a_damaged_table_is_an_error_of_its_chunks() {
    use zarrscope::store::Store;

    let directory = tempfile::tempdir().unwrap();
    let root = directory.path().join("t.parq");
    std::fs::create_dir_all(root.join("gaps")).unwrap();
    let from = repository("tests/references/layouts.parq");
    std::fs::copy(from.join(".zmetadata"), root.join(".zmetadata")).unwrap();
    let sound = std::fs::read(from.join("gaps/refs.0.parq")).unwrap();
    let table = root.join("gaps/refs.0.parq");
    let read = |bytes: &[u8]| {
        std::fs::write(&table, bytes).unwrap();
        let store = Store::at(&root).unwrap();
        store.open("gaps/0.0").map(|value| value.is_some())
    };
    std::fs::copy(repository("tests/references/layouts.h5"), directory.path().join("layouts.h5")).unwrap();
    assert_eq!(read(&sound), Ok(true));
    let mut errors = 0;
    for at in 0..sound.len() {
        let mut damaged = sound.clone();
        damaged[at] ^= 0xff;
        errors += usize::from(read(&damaged).is_err());
        errors += usize::from(read(&sound[..at]).is_err());
    }
    assert!(errors > sound.len(), "{errors}");
    // A column that is called otherwise is not one that is absent: its chunks would be missing.
    let named = |from: &[u8; 4], name: &[u8; 4]| {
        let mut table = sound.clone();
        for at in 0..table.len() - 4 {
            if &table[at..at + 4] == from {
                table[at..at + 4].copy_from_slice(name);
            }
        }
        read(&table).unwrap_err().to_string()
    };
    assert!(named(b"path", b"Path").contains("a column Path in the place of path"));
    assert!(named(b"size", b"SIZE").contains("a column SIZE in the place of size"));
    // Without its table a chunk is missing, and so are those behind the last row.
    std::fs::remove_file(&table).unwrap();
    assert_eq!(Store::at(&root).unwrap().open("gaps/0.0").map(|value| value.is_some()), Ok(false));
}

#[cfg(feature = "references-parquet")]
#[test]
fn a_directory_of_tables_is_opened_at_its_nodes_too() {
    use zarrscope::store::Store;

    let root = repository("tests/references/layouts.parq");
    let names = |path: &str| -> Vec<String> {
        let store = Store::at(&root.join(path)).unwrap();
        store.list("", 99).unwrap().into_iter().map(|entry| entry.name).collect()
    };
    assert_eq!(names("inner"), [".zattrs", ".zgroup", "flags"]);
    // As in every listing, numbers stand before what begins with a dot.
    assert_eq!(names("inner/flags"), ["0.0", "1.0", ".zarray", ".zattrs"]);
    assert_eq!(names("gaps"), ["0.0", "3.0", ".zarray", ".zattrs"]);
    assert!(Store::at(&root.join("nothing")).is_err());
}
