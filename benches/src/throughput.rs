//! `decode --format raw` and `verify` of an array of 256 MiB, beside the crate zarrs reading it; two threads each.

use std::fs;
use std::path::Path;

use serde_json::{Value, json};

use crate::programs::{Programs, Run, race, run};
use crate::stores::{array_at, bytes, copy, directory, document, nbytes, zstd};

/// Elements in each dimension: 256 MiB of float32.
const SHAPE: [u64; 2] = [8192, 8192];
/// The same in a chunk: 1 MiB.
const CHUNK: [u64; 2] = [512, 512];

const DECODE: &[&str] = &["decode", "--format", "raw"];
const VERIFY: &[&str] = &["verify"];

pub fn run_all() {
    let programs = Programs::build();
    println!("| codecs | stored MiB | zarrs ms | decode ms | ratio | verify ms | ratio |");
    println!("| --- | --- | --- | --- | --- | --- | --- |");
    for (name, codecs) in chains() {
        let path = array_at(name, &document("float32", (&SHAPE, &CHUNK), &codecs), &programs);
        race_one(name, &path, "read", &programs);
    }
    small(&programs);
    compared(&programs);
    stretched(&programs);
}

fn race_one(name: &str, path: &Path, task: &str, programs: &Programs) {
    let [zarrs, decode, verify] =
        race([&|| run(&programs.peer, &[task], path), &|| run(&programs.zarrscope, DECODE, path), &|| {
            run(&programs.zarrscope, VERIFY, path)
        }]);
    let mib = nbytes(path) as f64 / f64::from(1 << 20);
    print!("| {name} | {mib:.0} | {:.0} |", ms(&zarrs));
    for own in [decode, verify] {
        print!(" {:.0} | {:.2} |", ms(&own), ms(&zarrs) / ms(&own));
    }
    println!();
}

/// 100 000 chunks of 1 KiB, which zarrs reads chunk by chunk.
fn small(programs: &Programs) {
    let document = document("float32", (&[25_600_000], &[256]), &json!([bytes("little"), "crc32c"]));
    race_one("100 000 chunks of 1 KiB, crc32c", &array_at("small", &document, programs), "chunks", programs);
}

/// `diff` of two arrays of the same elements, beside `verify` of one and of the other: how much of its rate is left.
fn compared(programs: &Programs) {
    let shapes = (SHAPE.as_slice(), CHUNK.as_slice());
    let codecs = json!([bytes("little"), zstd()]);
    let plain = array_at("raw", &document("float32", shapes, &json!([bytes("little")])), programs);
    let packed = array_at("zstd", &document("float32", shapes, &codecs), programs);
    let smaller = document("float32", (&SHAPE, &[384, 384]), &codecs);
    let smaller = array_at("zstd 384", &smaller, programs);
    println!("\n| A | B | verify A and B ms | diff ms | rate/rate |");
    println!("| --- | --- | --- | --- | --- |");
    for (one, other) in [(&plain, &packed), (&packed, &smaller), (&plain, &smaller)] {
        let first = one.to_str().expect("a path in UTF-8");
        let [a, b, diff] = race([
            &|| run(&programs.zarrscope, VERIFY, one),
            &|| run(&programs.zarrscope, VERIFY, other),
            &|| run(&programs.zarrscope, &["diff", first], other),
        ]);
        let name =
            |path: &Path| path.file_name().map_or(String::new(), |name| name.to_string_lossy().into_owned());
        let verify = ms(&a) + ms(&b);
        println!(
            "| {} | {} | {verify:.0} | {:.0} | {:.2} |",
            name(one),
            name(other),
            ms(&diff),
            verify / ms(&diff)
        );
    }
}

/// `scale_offset` and `cast_value` over zstd, beside the same stored bytes through zstd alone.
fn stretched(programs: &Programs) {
    let shapes = (SHAPE.as_slice(), CHUNK.as_slice());
    let plain = document("int16", shapes, &json!([bytes("little"), zstd()]));
    let plain = array_at("zstd int16", &plain, programs);
    let scale = json!({"name": "scale_offset", "configuration": {"offset": 280, "scale": 100}});
    let cast = json!({"name": "cast_value", "configuration": {"data_type": "int16"}});
    let path = directory().join("scale_offset cast_value zstd");
    if !path.exists() {
        copy(&plain, &path);
        let document = document("float32", shapes, &json!([scale, cast, bytes("little"), zstd()]));
        fs::write(path.join("zarr.json"), document.to_string()).expect("the document is written");
    }
    println!("\n| the same bytes | zstd alone ms | scale_offset, cast_value, zstd ms | rate/rate |");
    println!("| --- | --- | --- | --- |");
    for task in [DECODE, VERIFY] {
        let [plain, stretched] =
            race([&|| run(&programs.zarrscope, task, &plain), &|| run(&programs.zarrscope, task, &path)]);
        let ratio = ms(&plain) / ms(&stretched);
        println!("| {} | {:.0} | {:.0} | {ratio:.2} |", task[0], ms(&plain), ms(&stretched));
    }
}

fn ms(run: &Run) -> f64 {
    run.time.as_secs_f64() * 1e3
}

/// What the chunks go through.
pub fn chains() -> Vec<(&'static str, Value)> {
    let gzip = json!({"name": "gzip", "configuration": {"level": 5}});
    let blosc = |cname: &str, shuffle: &str| {
        let configuration =
            json!({"cname": cname, "clevel": 5, "shuffle": shuffle, "typesize": 4, "blocksize": 0});
        json!({"name": "blosc", "configuration": configuration})
    };
    let transpose = json!({"name": "transpose", "configuration": {"order": [1, 0]}});
    let sharding = json!({"name": "sharding_indexed", "configuration": {
        "chunk_shape": [64, 64], "codecs": [bytes("little"), zstd()],
        "index_codecs": [bytes("little"), {"name": "crc32c"}], "index_location": "end",
    }});
    vec![
        ("raw", json!([bytes("little")])),
        ("big-endian", json!([bytes("big")])),
        ("crc32c", json!([bytes("little"), {"name": "crc32c"}])),
        ("blosc, lz4, shuffle", json!([bytes("little"), blosc("lz4", "shuffle")])),
        ("blosc, zstd, bitshuffle", json!([bytes("little"), blosc("zstd", "bitshuffle")])),
        ("zstd", json!([bytes("little"), zstd()])),
        ("gzip", json!([bytes("little"), gzip])),
        ("transpose", json!([transpose, bytes("little")])),
        ("sharded, 64×64, zstd", json!([sharding])),
    ]
}
