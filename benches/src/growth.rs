//! What more costs: time and memory against the number of nodes and chunks, the size of chunks, and dimensions.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::json;

use crate::programs::{Programs, Run, race, run};
use crate::stores::{array_at, bytes, document, made, zstd};

pub fn run_all() {
    let programs = Programs::build();
    println!("| what | how many | ms | each µs | resident MB |");
    println!("| --- | --- | --- | --- | --- |");
    for exponent in 2..=5 {
        let count = 10_u64.pow(exponent);
        row("nodes: `tree`", count, &["tree"], &nodes(count), &programs);
    }
    for exponent in 2..=6 {
        let count = 10_u64.pow(exponent);
        row("chunks: `chunks`", count, &["chunks"], &chunks(count), &programs);
    }
    for exponent in 2..=5 {
        let count = 10_u64.pow(exponent);
        row("chunks: `verify`", count, &["verify"], &chunks(count), &programs);
    }
    for shift in [10, 12, 14, 16, 18, 20, 22, 24, 26] {
        let size = 1_u64 << shift;
        let document = document("float32", (&[size], &[size]), &json!([bytes("big"), zstd()]));
        let path = array_at(&format!("one chunk 2^{shift}"), &document, &programs);
        row("KiB in a chunk: `verify`", size * 4 / 1024, &["verify"], &path, &programs);
        row("KiB in a chunk: `trace`", size * 4 / 1024, &["trace", "--chunk", "0"], &path, &programs);
    }
    for rank in 1..=8 {
        let path = dimensions(rank, &programs);
        row("dimensions, 64 MiB: `decode`", rank, &["decode", "--format", "raw"], &path, &programs);
    }
}

fn row(what: &str, count: u64, arguments: &[&str], path: &Path, programs: &Programs) {
    let [Run { time, resident }] = race([&|| run(&programs.zarrscope, arguments, path)]);
    let micros = time.as_secs_f64() * 1e6;
    let (ms, each) = (micros / 1e3, micros / count as f64);
    println!("| {what} | {count} | {ms:.1} | {each:.2} | {:.1} |", resident as f64 / 1e6);
}

/// A group of so many arrays.
fn nodes(count: u64) -> PathBuf {
    let group = json!({"zarr_format": 3, "node_type": "group", "attributes": {}});
    made(&format!("nodes {count}"), &group, |path| {
        let array = document("int16", (&[100, 100], &[10, 10]), &json!([bytes("little")])).to_string();
        for number in 0..count {
            let directory = path.join(format!("array{number}"));
            fs::create_dir(&directory).expect("a directory");
            fs::write(directory.join("zarr.json"), &array).expect("a document");
        }
    })
}

/// An array of so many chunks, all of them in one directory.
fn chunks(count: u64) -> PathBuf {
    let array = document("uint8", (&[count * 16], &[16]), &json!(["bytes"]));
    made(&format!("chunks {count}"), &array, |path| {
        fs::create_dir(path.join("c")).expect("a directory");
        for number in 0..count {
            fs::write(path.join(format!("c/{number}")), [7; 16]).expect("a chunk");
        }
    })
}

/// An array of 2^24 elements in 64 chunks, in so many dimensions of nearly the same length, turned around.
fn dimensions(rank: u64, programs: &Programs) -> PathBuf {
    let share = |bits: u64, axis: u64| 1_u64 << (bits * (axis + 1) / rank - bits * axis / rank);
    let shape: Vec<u64> = (0..rank).map(|axis| share(24, axis)).collect();
    let chunk: Vec<u64> = (0..rank).map(|axis| share(24, axis) / share(6, axis)).collect();
    let order: Vec<u64> = (0..rank).rev().collect();
    let transpose = json!({"name": "transpose", "configuration": {"order": order}});
    let document = document("float32", (&shape, &chunk), &json!([transpose, bytes("little")]));
    array_at(&format!("dimensions {rank}"), &document, programs)
}
