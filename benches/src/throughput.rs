//! `decode --format raw` and `verify` of an array of 256 MiB, beside the crate zarrs reading it; two threads each.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use crate::programs::{Programs, Run, race, run};

/// Elements in each dimension: 256 MiB of float32.
const EDGE: u64 = 8192;
/// The same in a chunk: 1 MiB.
const CHUNK: u64 = 512;

pub fn run_all() {
    let programs = Programs::build();
    let data = std::env::temp_dir().join("zarrscope-benches");
    println!("array                                    stored MiB   zarrs ms   decode ms   ratio   verify ms   ratio");
    for (name, array) in rows() {
        let path = array_at(&data, name, &array, &programs);
        let [zarrs, decode, verify] = race([
            &|| run(&programs.peer, &["read"], &path),
            &|| run(&programs.zarrscope, &["decode", "--format", "raw"], &path),
            &|| run(&programs.zarrscope, &["verify"], &path),
        ]);
        print_row(name, nbytes(&path), &zarrs, &[decode, verify]);
    }
    stretched(&data, &programs);
}

fn print_row(name: &str, stored: u64, zarrs: &Run, ours: &[Run; 2]) {
    print!("{name:<40} {:>10.1} {:>10.0}", stored as f64 / f64::from(1 << 20), ms(zarrs));
    for own in ours {
        print!("  {:>10.0}   {:>5.2}", ms(own), ms(zarrs) / ms(own));
    }
    println!();
}

/// `scale_offset` and `cast_value` over zstd, beside the same stored bytes through zstd alone.
fn stretched(data: &Path, programs: &Programs) {
    let zstd = json!({"name": "zstd", "configuration": {"level": 3, "checksum": false}});
    let plain = array_at(data, "zstd int16", &document("int16", &json!([bytes("little"), zstd])), programs);
    let scale = json!({"name": "scale_offset", "configuration": {"offset": 280, "scale": 100}});
    let cast = json!({"name": "cast_value", "configuration": {"data_type": "int16"}});
    let path = data.join("scale_offset cast_value zstd");
    if !path.exists() {
        copy(&plain, &path);
        let document = document("float32", &json!([scale, cast, bytes("little"), zstd]));
        fs::write(path.join("zarr.json"), document.to_string()).expect("the document is written");
    }
    println!("\nchain                                    zstd ms   with scale_offset and cast_value ms   rate/rate");
    for task in [["decode", "--format", "raw"].as_slice(), &["verify"]] {
        let [plain, stretched] =
            race([&|| run(&programs.zarrscope, task, &plain), &|| run(&programs.zarrscope, task, &path)]);
        println!("{:<40} {:>7.0} {:>37.0} {:>11.2}", task[0], ms(&plain), ms(&stretched), ms(&plain) / ms(&stretched));
    }
}

fn ms(run: &Run) -> f64 {
    run.time.as_secs_f64() * 1e3
}

/// The arrays, by what their chunks go through.
fn rows() -> Vec<(&'static str, Value)> {
    let zstd = || json!({"name": "zstd", "configuration": {"level": 3, "checksum": false}});
    let gzip = json!({"name": "gzip", "configuration": {"level": 5}});
    let blosc = |cname: &str, shuffle: &str| {
        let configuration =
            json!({"cname": cname, "clevel": 5, "shuffle": shuffle, "typesize": 4, "blocksize": 0});
        json!({"name": "blosc", "configuration": configuration})
    };
    let transpose = json!({"name": "transpose", "configuration": {"order": [1, 0]}});
    let sharding = json!({"name": "sharding_indexed", "configuration": {
        "chunk_shape": [64, 64], "codecs": [bytes("little"), zstd()],
        "index_codecs": [bytes("little"), "crc32c"], "index_location": "end",
    }});
    let chains = [
        ("raw", json!([bytes("little")])),
        ("big-endian", json!([bytes("big")])),
        ("crc32c", json!([bytes("little"), "crc32c"])),
        ("blosc lz4 shuffle", json!([bytes("little"), blosc("lz4", "shuffle")])),
        ("blosc zstd bitshuffle", json!([bytes("little"), blosc("zstd", "bitshuffle")])),
        ("zstd", json!([bytes("little"), zstd()])),
        ("gzip", json!([bytes("little"), gzip])),
        ("transpose", json!([transpose, bytes("little")])),
        ("sharded 64x64, zstd", json!([sharding])),
    ];
    chains.into_iter().map(|(name, codecs)| (name, document("float32", &codecs))).collect()
}

fn bytes(endian: &str) -> Value {
    json!({"name": "bytes", "configuration": {"endian": endian}})
}

fn document(data_type: &str, codecs: &Value) -> Value {
    json!({
        "zarr_format": 3, "node_type": "array", "shape": [EDGE, EDGE], "data_type": data_type,
        "chunk_grid": {"name": "regular", "configuration": {"chunk_shape": [CHUNK, CHUNK]}},
        "chunk_key_encoding": {"name": "default", "configuration": {"separator": "/"}},
        "fill_value": 0, "codecs": codecs, "attributes": {},
    })
}

/// The array with this document, written by the peer where it is not there yet.
fn array_at(data: &Path, name: &str, document: &Value, programs: &Programs) -> PathBuf {
    let path = data.join(name);
    let text = document.to_string();
    if fs::read_to_string(path.join("zarr.json")).is_ok_and(|found| found == text) {
        return path;
    }
    let _ = fs::remove_dir_all(&path);
    fs::create_dir_all(&path).expect("a directory");
    fs::write(path.join("zarr.json"), text).expect("the document is written");
    run(&programs.peer, &["write"], &path);
    path
}

fn copy(from: &Path, to: &Path) {
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
fn nbytes(path: &Path) -> u64 {
    let entries = fs::read_dir(path).expect("a directory").map(|entry| entry.expect("an entry").path());
    entries.map(|path| if path.is_dir() { nbytes(&path) } else { fs::metadata(path).map_or(0, |it| it.len()) }).sum()
}
