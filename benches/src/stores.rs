//! The stores that are measured. They are made once, in the temporary directory of the system.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use crate::programs::{Programs, run};

/// Where all of them are.
pub fn directory() -> PathBuf {
    std::env::temp_dir().join("zarrscope-benches")
}

/// The document of an array.
pub fn document(data_type: &str, shapes: (&[u64], &[u64]), codecs: &Value) -> Value {
    let (shape, chunk_shape) = shapes;
    json!({
        "zarr_format": 3, "node_type": "array", "shape": shape, "data_type": data_type,
        "chunk_grid": {"name": "regular", "configuration": {"chunk_shape": chunk_shape}},
        "chunk_key_encoding": {"name": "default", "configuration": {"separator": "/"}},
        "fill_value": 0, "codecs": codecs, "attributes": {},
    })
}

pub fn bytes(endian: &str) -> Value {
    json!({"name": "bytes", "configuration": {"endian": endian}})
}

pub fn zstd() -> Value {
    json!({"name": "zstd", "configuration": {"level": 3, "checksum": false}})
}

/// The array with this document, written by the peer where it is not there yet.
pub fn array_at(name: &str, document: &Value, programs: &Programs) -> PathBuf {
    made(name, document, |path| _ = run(&programs.peer, &["write"], path))
}

/// A directory with this document, filled by `fill` where it is not there yet.
pub fn made(name: &str, document: &Value, fill: impl FnOnce(&Path)) -> PathBuf {
    let path = directory().join(name);
    let (text, done) = (document.to_string(), path.with_extension("done"));
    if fs::read_to_string(&done).is_ok_and(|found| found == text) {
        return path;
    }
    let _ = fs::remove_dir_all(&path);
    fs::create_dir_all(&path).expect("a directory");
    fs::write(path.join("zarr.json"), &text).expect("the document is written");
    fill(&path);
    fs::write(done, text).expect("a note that it is made");
    path
}

pub fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).expect("a directory");
    for entry in fs::read_dir(from).expect("a directory") {
        let entry = entry.expect("an entry");
        let target = to.join(entry.file_name());
        if entry.path().is_dir() {
            copy(&entry.path(), &target);
        } else {
            fs::copy(entry.path(), target).expect("the file is copied");
        }
    }
}

/// The bytes of all files below a directory.
pub fn nbytes(path: &Path) -> u64 {
    let entries = fs::read_dir(path).expect("a directory").map(|entry| entry.expect("an entry").path());
    let nbytes = |path: PathBuf| {
        if path.is_dir() { nbytes(&path) } else { fs::metadata(path).map_or(0, |it| it.len()) }
    };
    entries.map(nbytes).sum()
}
