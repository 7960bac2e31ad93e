//! Encoding, which `try` does for every chain: MiB of values per second, one thread, beside numcodecs with the same settings.

use std::collections::BTreeMap;
use std::fs;

use serde_json::{Value, json};
use zarrscope::codec::{Chain, DecodeOptions, Silent};
use zarrscope::metadata::{ArrayRepresentation, CodecMetadata, DataType, Elements, Json};

use crate::measure::{median, numbers_of_python, time};
use crate::stores::{bytes, directory};

/// Elements of a chunk of 1 MiB.
const SIZE: u64 = 1 << 18;
/// What numcodecs does of the same file.
const NUMCODECS: &str = include_str!("encoding.py");

pub fn run() {
    let values = values();
    let file = directory().join("encoding.bin");
    fs::create_dir_all(directory()).expect("a directory");
    fs::write(&file, &values).expect("a file that can be written");
    let peer = numbers_of_python(NUMCODECS, &[&file]);
    println!("| codec | MiB/s | numcodecs MiB/s | ratio | stored bytes | numcodecs |");
    println!("| --- | --- | --- | --- | --- | --- |");
    for (name, codec) in codecs() {
        row(name, &codec, &values, &peer);
    }
}

fn row(name: &str, codec: &Value, values: &[u8], peer: &BTreeMap<String, f64>) {
    let is_array_codec = codec["name"] == "numcodecs.pcodec";
    let codecs = if is_array_codec { json!([codec]) } else { json!([bytes("little"), codec]) };
    let codecs = Json::at(&codecs, "/codecs".into()).list("codecs", CodecMetadata::read).expect("codecs");
    let data_type = DataType::from_name("float32").expect("a data type");
    let chunk = ArrayRepresentation { shape: vec![SIZE], data_type: data_type.clone(), fill_value: None };
    let chain = Chain::build(&codecs, "/codecs", chunk).expect("a chain");
    let elements = Elements::new(data_type, values.to_vec());
    let options = DecodeOptions::default();
    let stored = chain.encode(&elements, &options, &mut Silent).expect("a chunk that can be encoded").len();
    let took = median(|| time(|| chain.encode(&elements, &options, &mut Silent)));
    let own = values.len() as f64 / took.as_secs_f64() / f64::from(1 << 20);
    let text =
        |key: &str, digits: usize| peer.get(key).map_or(String::new(), |number| format!("{number:.digits$}"));
    let ratio = peer.get(name).map_or(String::new(), |peer| format!("{:.2}", own / peer));
    println!(
        "| {name} | {own:.0} | {} | {ratio} | {stored} | {} |",
        text(name, 0),
        text(&format!("{name} bytes"), 0)
    );
}

fn codecs() -> Vec<(&'static str, Value)> {
    let codec = |name: &str, configuration: Value| json!({"name": name, "configuration": configuration});
    let blosc = |cname: &str, shuffle: &str| {
        codec(
            "blosc",
            json!({"cname": cname, "clevel": 5, "shuffle": shuffle, "typesize": 4, "blocksize": 0}),
        )
    };
    vec![
        ("zstd 3", codec("zstd", json!({"level": 3, "checksum": false}))),
        ("gzip 5", codec("gzip", json!({"level": 5}))),
        ("blosc lz4 shuffle", blosc("lz4", "shuffle")),
        ("blosc zstd bitshuffle", blosc("zstd", "bitshuffle")),
        ("lz4", codec("numcodecs.lz4", json!({}))),
        ("bz2 1", codec("numcodecs.bz2", json!({"level": 1}))),
        ("pcodec", codec("numcodecs.pcodec", json!({"level": 8}))),
    ]
}

/// A slow wave with noise upon it, like measurements, with three digits: what people store.
fn values() -> Vec<u8> {
    let mut seed = 3_u64;
    let value = |index: u64| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let noise = (seed >> 45) as f64 / f64::from(1 << 19);
        ((((index % 512) as f64 / 50.0).sin() * 10.0 + noise) * 1000.0).round() / 1000.0
    };
    (0..SIZE).map(value).flat_map(|value| (value as f32).to_le_bytes()).collect()
}
