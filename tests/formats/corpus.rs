//! Every sample array against the values that another library read from it.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::fs;
use std::path::Path;

use serde_json::Value;
use zarrscope::codec::DecodeOptions;
use zarrscope::metadata::Elements;
use zarrscope::pipeline::{Array, Fault, Region};

use crate::array;
use crate::repository::{manifest, repository};

/// The rows of the manifest: an array, and what is known of it.
fn rows() -> Vec<Value> {
    manifest("tests/values/manifest.json")
}

fn open(path: &str) -> Result<Array, Fault> {
    array::open(&repository("sample-data").join(path))
}

/// The element bytes of a `.npy` file.
fn npy(path: &Path) -> Vec<u8> {
    let bytes = fs::read(path).unwrap();
    assert_eq!(&bytes[..8], b"\x93NUMPY\x01\x00", "{}", path.display());
    let header = usize::from(u16::from_le_bytes([bytes[8], bytes[9]]));
    bytes[10 + header..].to_vec()
}

fn region(text: &str) -> Region {
    let bound = |text: &str| text.parse::<u64>().unwrap();
    text.split(',')
        .map(|part| part.split_once(':').map(|(start, end)| bound(start)..bound(end)).unwrap())
        .collect()
}

fn read(array: &Array, region: &Region) -> Elements {
    let read = array.read_region(region, &DecodeOptions::default());
    read.unwrap_or_else(|error| panic!("{}: {error}", array.path)).into_elements()
}

#[test]
fn every_array_decodes_to_the_recorded_bytes() {
    let mut compared = 0;
    for row in rows() {
        let path = row["array"].as_str().unwrap();
        let Some(values) = row["values"].as_str() else { continue };
        let array = open(path).unwrap_or_else(|fault| panic!("{path}: {fault}"));
        let elements = read(&array, &array.whole());
        assert!(elements.bytes() == npy(&repository("tests/values").join(values)), "{path}: other bytes");
        compared += 1;
    }
    assert!(compared > 70, "{compared}");
}

#[test]
fn every_recorded_region_decodes_to_the_recorded_bytes() {
    let mut compared = 0;
    for row in rows() {
        let path = row["array"].as_str().unwrap();
        for entry in row["regions"].as_array().into_iter().flatten() {
            let array = open(path).unwrap_or_else(|fault| panic!("{path}: {fault}"));
            let elements = read(&array, &region(entry["region"].as_str().unwrap()));
            let values = npy(&repository("tests/values").join(entry["values"].as_str().unwrap()));
            assert!(elements.bytes() == values, "{path} {}: other bytes", entry["region"]);
            compared += 1;
        }
    }
    assert!(compared > 10, "{compared}");
}

#[test]
fn large_arrays_have_the_recorded_checksum_as_a_whole() {
    let mut compared = 0;
    for row in rows() {
        let (path, Some(expected)) = (row["array"].as_str().unwrap(), row["raw_crc32c"].as_str()) else {
            continue;
        };
        let array = open(path).unwrap();
        let (mut checksum, mut nbytes) = (0, 0);
        for piece in array.pieces(array.whole(), 1 << 20, 1 << 30) {
            let elements = read(&array, &piece);
            checksum = crc32c::crc32c_append(checksum, elements.bytes());
            nbytes += elements.bytes().len() as u64;
        }
        assert_eq!(
            (format!("{checksum:#010x}").as_str(), Some(nbytes)),
            (expected, row["raw_nbytes"].as_u64()),
            "{path}"
        );
        compared += 1;
    }
    assert_eq!(compared, 3);
}

#[test]
fn every_broken_array_fails_at_the_recorded_stage() {
    let mut checked = 0;
    for row in rows() {
        let (path, Some(stage)) = (row["array"].as_str().unwrap(), row["fault_stage"].as_str()) else {
            continue;
        };
        let fault = match open(path) {
            Err(fault) => fault,
            Ok(array) => {
                let coords: Vec<u64> =
                    row["chunk"].as_array().unwrap().iter().filter_map(Value::as_u64).collect();
                array.decode(&coords, &DecodeOptions::default()).expect_err(path)
            }
        };
        assert_eq!(fault.stage(), stage, "{path}: {fault}");
        if let (Some(pointer), Fault::Metadata(error)) = (row["pointer"].as_str(), &fault) {
            assert_eq!(error.pointer, pointer, "{path}");
        }
        checked += 1;
    }
    assert!(checked > 8, "{checked}");
}

#[test]
fn every_array_of_the_samples_is_in_the_manifest() {
    let known: Vec<String> = rows().iter().map(|row| row["array"].as_str().unwrap().to_owned()).collect();
    let mut unknown = Vec::new();
    find_arrays(&repository("sample-data"), "", &mut |path| {
        if !known.iter().any(|known| known == path) {
            unknown.push(path.to_owned());
        }
    });
    assert_eq!(unknown, Vec::<String>::new());
}

fn find_arrays(directory: &Path, path: &str, found: &mut dyn FnMut(&str)) {
    let document = fs::read_to_string(directory.join("zarr.json")).unwrap_or_default();
    if document.contains("\"array\"") && !document.contains("\"group\"") {
        return found(path);
    }
    let mut entries: Vec<_> = fs::read_dir(directory).unwrap().map(|entry| entry.unwrap()).collect();
    entries.sort_by_key(fs::DirEntry::file_name);
    for entry in entries.iter().filter(|entry| entry.path().is_dir()) {
        let name = entry.file_name().into_string().unwrap();
        let below = if path.is_empty() { name } else { format!("{path}/{name}") };
        find_arrays(&entry.path(), &below, found);
    }
}
