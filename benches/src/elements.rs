//! What treats every element on its own: GiB of output per second, one thread, on a chunk of 1 MiB that stays in the cache,
//! beside NumPy doing the same without any check. Buffers are used again, so that nothing is said of page faults.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use serde_json::{Value, json};
use zarrscope::codec::{self, Beside, Chain, CodecError, DecodeOptions, Recorder, StageInfo};
use zarrscope::metadata::{ArrayRepresentation, ByteOrder, CodecMetadata, DataType, Json};
use zarrscope::store::Slice;

use crate::measure::{least, numbers_of_python, rate, time};

/// Bytes of a chunk.
const NBYTES: usize = 1 << 20;
/// What NumPy does of the same, and prints as lines of a name and GiB/s.
const NUMPY: &str = include_str!("elements.py");

pub fn run() {
    let numpy = numbers_of_python(NUMPY, &[]);
    println!("| what | stored | decoded | GiB/s | NumPy GiB/s | ratio | traced GiB/s |");
    println!("| --- | --- | --- | --- | --- | --- | --- |");
    for (decoded, name, codec, encoded) in codecs() {
        let line = format!("{name} | {encoded} | {decoded}");
        let traced = codec_rate(decoded, &codec, encoded, true);
        print(&line, codec_rate(decoded, &codec, encoded, false), &numpy, Some(traced));
    }
    for name in ["int16", "int32", "float64"] {
        print(&format!("byte order | {name} | {name}"), swap_rate(name), &numpy, None);
    }
    for name in ["uint8", "int16", "float32", "float64"] {
        let transpose = json!({"name": "transpose", "configuration": {"order": [1, 0]}});
        let rate = |is_traced| codec_rate(name, &transpose, name, is_traced);
        print(&format!("transpose | {name} | {name}"), rate(false), &numpy, Some(rate(true)));
    }
}

fn print(line: &str, own: f64, numpy: &BTreeMap<String, f64>, traced: Option<f64>) {
    let [peer, ratio] = match numpy.get(line) {
        Some(peer) => [format!("{peer:.1}"), format!("{:.2}", own / peer)],
        None => Default::default(),
    };
    let traced = traced.map_or_else(String::new, |rate| format!("{rate:.1}"));
    println!("| {line} | {own:.1} | {peer} | {ratio} | {traced} |");
}

/// The data type of what is decoded, the name of the row, the codec, and the data type of what is stored.
fn codecs() -> Vec<(&'static str, &'static str, Value, &'static str)> {
    let cast = |to: &str| json!({"name": "cast_value", "configuration": {"data_type": to}});
    let clamp =
        |to: &str| json!({"name": "cast_value", "configuration": {"data_type": to, "out_of_range": "clamp"}});
    let scale =
        |scale: f64| json!({"name": "scale_offset", "configuration": {"offset": -10, "scale": scale}});
    let integers =
        |scale: i32| json!({"name": "scale_offset", "configuration": {"offset": -10, "scale": scale}});
    vec![
        ("float32", "cast_value", cast("int16"), "int16"),
        ("int16", "cast_value", cast("float32"), "float32"),
        ("int16", "cast_value, clamp", clamp("float32"), "float32"),
        ("uint8", "cast_value", cast("float32"), "float32"),
        ("float64", "cast_value", cast("uint8"), "uint8"),
        ("uint8", "cast_value", cast("float64"), "float64"),
        ("float64", "cast_value", cast("float32"), "float32"),
        ("int64", "cast_value", cast("int32"), "int32"),
        ("float16", "cast_value", cast("int16"), "int16"),
        ("float32", "scale_offset", scale(0.5), "float32"),
        ("float64", "scale_offset", scale(0.5), "float64"),
        ("int16", "scale_offset, scale 1", integers(1), "int16"),
        ("int16", "scale_offset, scale -1", integers(-1), "int16"),
        ("int64", "scale_offset, scale -1", integers(-1), "int64"),
        ("int32", "scale_offset, scale 1", integers(1), "int32"),
    ]
}

/// The rate of a stage alone: as in bulk decoding, or traced, with a count of what it did to the elements.
fn codec_rate(decoded: &str, codec: &Value, encoded: &str, is_traced: bool) -> f64 {
    let [decoded, encoded] = [decoded, encoded].map(data_type);
    let edges = square(NBYTES / decoded.nbytes());
    let codecs = json!([codec, {"name": "bytes", "configuration": {"endian": "little"}}]);
    let codecs = Json::at(&codecs, "/codecs".into()).list("codecs", CodecMetadata::read).expect("codecs");
    let chunk = ArrayRepresentation { shape: edges.to_vec(), data_type: decoded, fill_value: None };
    let chain = Chain::build(&codecs, "/codecs", chunk).expect("a chain");
    let stored = stored(&encoded, edges.iter().product());
    let options = DecodeOptions::default();
    let best = least(|| {
        let mut clock = Clock { is_traced, last: Duration::ZERO };
        let decoded = chain.decode(&Slice(&stored), &options, &mut clock).expect("it decodes");
        std::hint::black_box(&decoded);
        clock.last
    });
    rate(NBYTES, best)
}

/// Keeps how long the last stage took.
struct Clock {
    is_traced: bool,
    last: Duration,
}

impl Recorder for Clock {
    fn ran(&mut self, _: &StageInfo, _: Result<&Arc<codec::Value>, &CodecError>, beside: Beside) {
        self.last = beside.elapsed;
    }

    fn is_tracing(&self) -> bool {
        self.is_traced
    }
}

fn swap_rate(name: &str) -> f64 {
    let data_type = data_type(name);
    let order = ByteOrder::big_endian(&data_type);
    let mut bytes = stored(&data_type, (NBYTES / data_type.nbytes()) as u64);
    rate(NBYTES, least(|| time(|| order.apply(&mut bytes, data_type.nbytes()))))
}

fn data_type(name: &str) -> DataType {
    DataType::from_name(name).expect("a data type")
}

/// The edges of a plane that is a square, or twice as long as wide.
fn square(size: usize) -> [u64; 2] {
    let edge = 1 << (size.ilog2() / 2);
    [size as u64 / edge, edge]
}

/// Small whole numbers, in the encoded type.
fn stored(encoded: &DataType, size: u64) -> Vec<u8> {
    let mut bytes = Vec::new();
    for index in 0..size {
        let number = (index % 100) as i64;
        match encoded.to_string().as_str() {
            "float64" => bytes.extend((number as f64).to_le_bytes()),
            "float32" => bytes.extend((number as f32).to_le_bytes()),
            _ => bytes.extend(number.to_le_bytes().into_iter().take(encoded.nbytes())),
        }
    }
    bytes
}
