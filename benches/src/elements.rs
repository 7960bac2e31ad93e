//! `cast_value` and `scale_offset`, one thread: GiB of output per second, beside a plain copy of as many bytes.

use serde_json::{Value, json};
use zarrscope::codec::{Chain, DecodeOptions, Trace};
use zarrscope::metadata::{ArrayRepresentation, CodecMetadata, DataType, Json};

use crate::measure::{median, rate, time};

/// Elements of the chunk.
const SIZE: u64 = 16 << 20;

pub fn run() {
    println!("codec          from      to         GiB/s   copy GiB/s   codec/copy");
    let cast = |to: &str| json!({"name": "cast_value", "configuration": {"data_type": to}});
    let clamp =
        |to: &str| json!({"name": "cast_value", "configuration": {"data_type": to, "out_of_range": "clamp"}});
    let scale = json!({"name": "scale_offset", "configuration": {"offset": -10, "scale": 0.5}});
    let scale_integers = json!({"name": "scale_offset", "configuration": {"offset": -10}});
    let double_integers = json!({"name": "scale_offset", "configuration": {"offset": -10, "scale": -1}});
    let rows = [
        ("float32", cast("int16"), "int16"),
        ("int16", cast("float32"), "float32"),
        ("int16", clamp("float32"), "float32"),
        ("float64", cast("uint8"), "uint8"),
        ("uint8", cast("float64"), "float64"),
        ("float64", cast("float32"), "float32"),
        ("int64", cast("int32"), "int32"),
        ("float16", cast("int16"), "int16"),
        ("float32", scale.clone(), "float32"),
        ("float64", scale, "float64"),
        ("int16", scale_integers.clone(), "int16"),
        ("int16", double_integers.clone(), "int16"),
        ("int64", double_integers, "int64"),
        ("int32", scale_integers, "int32"),
    ];
    for (decoded, codec, encoded) in rows {
        row(decoded, &codec, encoded);
    }
}

fn row(decoded: &str, codec: &Value, encoded: &str) {
    let [decoded, encoded] = [decoded, encoded].map(|name| DataType::from_name(name).expect("a data type"));
    let codecs = json!([codec, {"name": "bytes", "configuration": {"endian": "little"}}]);
    let codecs = Json::at(&codecs, "/codecs".into()).list("codecs", CodecMetadata::read).expect("codecs");
    let chunk = ArrayRepresentation { shape: vec![SIZE], data_type: decoded.clone(), fill_value: None };
    let chain = Chain::build(&codecs, "/codecs", chunk).expect("a chain");
    let stored = stored(&encoded);
    let options = DecodeOptions::default();
    let nbytes = SIZE as usize * decoded.nbytes();
    let codec_time = median(|| {
        let trace = Trace::record(&chain, stored.clone(), &options, 0);
        assert!(trace.fault.is_none(), "{:?}", trace.fault);
        trace.stages.last().expect("a stage").elapsed
    });
    let bytes = vec![1_u8; nbytes];
    let copy_time = median(|| time(|| bytes.clone()));
    let name = codec["name"].as_str().unwrap_or_default();
    let (codec_rate, copy_rate) = (rate(nbytes, codec_time), rate(nbytes, copy_time));
    println!(
        "{name:<14} {encoded:<9} {decoded:<9} {codec_rate:>6.2}   {copy_rate:>10.2}   {:>10.2}",
        codec_rate / copy_rate,
        encoded = encoded.to_string(),
        decoded = decoded.to_string(),
    );
}

/// Small whole numbers, in the encoded type.
fn stored(encoded: &DataType) -> Vec<u8> {
    let mut bytes = Vec::new();
    for index in 0..SIZE {
        let number = (index % 100) as i64;
        match encoded.to_string().as_str() {
            "float64" => bytes.extend((number as f64).to_le_bytes()),
            "float32" => bytes.extend((number as f32).to_le_bytes()),
            _ => bytes.extend(number.to_le_bytes().into_iter().take(encoded.nbytes())),
        }
    }
    bytes
}
