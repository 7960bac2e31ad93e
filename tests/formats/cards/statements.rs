//! Sentences of the cards that can be run.

use serde_json::{Value, json};

use crate::document::Document;

use super::{Stored, both_ways, document, rule, says};

fn little() -> Value {
    json!({"name": "bytes", "configuration": {"endian": "little"}})
}

/// One element of an array of one chunk, as it is encoded with these codecs: its bytes, or that it is an error.
fn encoded(data_type: &str, element: &[u8], codecs: &Value) -> Result<Vec<u8>, String> {
    let options = zarrscope::codec::DecodeOptions::default();
    let plain = Stored::new(&document(&json!({"data_type": data_type, "shape": [1]})), &[("c/0", element)]);
    let trace = plain.array.trace_within(&vec![0].into(), &options, usize::MAX).unwrap();
    let own = document(&json!({"data_type": data_type, "shape": [1], "codecs": codecs}));
    let chain = Stored::new(&own, &[]);
    let elements = trace.trace.result().unwrap();
    let found = chain.array.chain().encode(elements, &options, &mut zarrscope::codec::Silent);
    found.map_err(|fault| fault.to_string())
}

/// Whether an array with these members can be used.
fn is_usable(own: &Value) -> bool {
    Stored::open(&document(own), &[]).is_ok_and(|stored| stored.array.fault().is_none())
}

fn with_codecs(codecs: &Value) -> Value {
    json!({"data_type": "int16", "shape": [2, 3, 4], "codecs": codecs})
}

#[test]
fn names_and_short_forms_that_are_read() {
    says("bytes", "Older documents name this codec `endian`. zarrscope and zarrs read it");
    let older = json!({"name": "endian", "configuration": {"endian": "little"}});
    both_ways(&json!({"data_type": "int16", "shape": [1], "codecs": [older]}), &[1, 0], &["1"]);
    says("crc32c", "The short form \"crc32c\" instead of an object is legal since V3.1.");
    assert!(is_usable(&with_codecs(&json!([little(), "crc32c"]))));
    says("chunk-key-encoding", "The short form \"default\" is legal since V3.1");
    assert!(is_usable(&json!({"data_type": "int16", "shape": [1], "chunk_key_encoding": "default"})));
    says("transpose", "\"C\" (as it is) and \"F\" (all dimensions reversed) were allowed");
    for (order, shape) in [("C", "2×3×4 int16"), ("F", "4×3×2 int16")] {
        let codecs = json!([{"name": "transpose", "configuration": {"order": order}}, little()]);
        let array = Stored::new(&document(&with_codecs(&codecs)), &[]).array;
        assert_eq!(array.chain().array_to_bytes_info().decoded.to_string(), shape);
    }
    says("transpose", "The inverse of [2, 0, 1] is [1, 2, 0]; using it by mistake gives 3×4×2.");
    let codecs = json!([{"name": "transpose", "configuration": {"order": [1, 2, 0]}}, little()]);
    let array = Stored::new(&document(&with_codecs(&codecs)), &[]).array;
    assert_eq!(array.chain().array_to_bytes_info().decoded.to_string(), "3×4×2 int16");
}

#[test]
fn what_a_chain_may_have() {
    says("codec-pipeline", "A list in the wrong order, or without array -> bytes, is a fault of the array.");
    assert!(!is_usable(&with_codecs(&json!([{"name": "crc32c"}, little()]))));
    assert!(!is_usable(&with_codecs(&json!([{"name": "transpose", "configuration": {"order": [2, 0, 1]}}]))));
    says("codec-pipeline", "An unknown codec with `must_understand` false is passed over");
    let unknown = |name: &str| json!({"name": name, "must_understand": false});
    assert!(is_usable(&with_codecs(&json!([little(), unknown("some_codec")]))));
    says("codec-pipeline", "unless it is in the place of array -> bytes");
    let alone = document(&json!({"data_type": "int16", "shape": [1], "codecs": [unknown("some_codec")]}));
    assert!(Stored::new(&alone, &[("c/0", &[1, 0])]).read(&[0]).is_err());
    says(
        "metadata",
        "A member with another name is a fault, unless it is an object with \"must_understand\": false.",
    );
    let other = |value: Value| json!({"data_type": "int16", "shape": [1], "other": value});
    assert!(is_usable(&other(json!({"must_understand": false}))));
    assert!(!is_usable(&other(json!(1))));
    says("data-type", "A data type always has to be understood: `must_understand` false is refused.");
    let optional = json!({"name": "int16", "must_understand": false});
    assert!(!is_usable(&json!({"data_type": optional, "shape": [1]})));
    says("scale_offset", "Any other key is refused.");
    let more = json!({"name": "scale_offset", "configuration": {"scale": 2, "more": 1}});
    assert!(!is_usable(&with_codecs(&json!([more, little()]))));
    says("scale_offset", "a scale of zero, also -0.0, is refused");
    let zero = json!({"name": "scale_offset", "configuration": {"scale": -0.0}});
    assert!(!is_usable(&json!({"data_type": "float32", "shape": [1], "codecs": [zero, little()]})));
    says("scale_offset", "0.1 is wrong for an int16 array, \"0x3f800000\" is right for float32");
    let scaled =
        |scale: Value| json!([{"name": "scale_offset", "configuration": {"scale": scale}}, little()]);
    assert!(!is_usable(&with_codecs(&scaled(json!(0.1)))));
    let floats = json!({"data_type": "float32", "shape": [1], "codecs": scaled(json!("0x3f800000"))});
    assert!(is_usable(&floats));
}

#[test]
fn grids_at_their_limits() {
    says(
        "chunk-grid",
        "An array without dimensions has one chunk. One with a dimension of length zero has none",
    );
    let grid = |shape: Value, chunks: Value| {
        let grid = json!({"name": "regular", "configuration": {"chunk_shape": chunks}});
        let own = json!({"data_type": "uint8", "shape": shape, "chunk_grid": grid});
        Stored::new(&document(&own), &[]).array.metadata.chunk_grid.size()
    };
    assert_eq!([grid(json!([]), json!([])), grid(json!([0]), json!([3]))], [Some(1), Some(0)]);
    says("chunk-grid", "still has to be at least 1");
    let zero = json!({"name": "regular", "configuration": {"chunk_shape": [0]}});
    assert!(!is_usable(&json!({"data_type": "uint8", "shape": [0], "chunk_grid": zero})));
}

#[test]
fn numbers_of_cast_value() {
    let cast = |data_type: &str, more: Value| {
        let mut configuration = json!({"data_type": data_type});
        configuration.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        json!([{"name": "cast_value", "configuration": configuration}, little()])
    };
    says("cast_value", "float64 to float32: 1e39 is an error; with clamp it becomes Infinity.");
    let large = 1e39_f64.to_le_bytes();
    assert!(encoded("float64", &large, &cast("float32", json!({}))).is_err());
    let clamped = encoded("float64", &large, &cast("float32", json!({"out_of_range": "clamp"})));
    assert_eq!(clamped.unwrap(), f32::INFINITY.to_le_bytes());
    says("cast_value", "int32 to float32: 16777217 is rounded to 16777216.");
    let rounded = encoded("int32", &16_777_217_i32.to_le_bytes(), &cast("float32", json!({})));
    assert_eq!(rounded.unwrap(), 16_777_216_f32.to_le_bytes());
    says("cast_value", "wrap the number modulo 2^N; `data_type` is an integer of N bits");
    let wrapped = json!({"data_type": "int32", "shape": [1], "codecs": cast("float32", json!({"out_of_range": "wrap"}))});
    assert!(!is_usable(&wrapped));
    says("cast_value", "an entry of `scalar_map`; if several match, the first");
    let map = json!({"scalar_map": {"encode": [["NaN", 7], ["NaN", 8]]}});
    assert_eq!(encoded("float64", &f64::NAN.to_le_bytes(), &cast("uint8", map)).unwrap(), [7]);
    says("cast_value", "1.5 to uint8 alone is a fault");
    let own =
        json!({"data_type": "float64", "shape": [1], "fill_value": 1.5, "codecs": cast("uint8", json!({}))});
    assert!(Stored::new(&document(&own), &[]).is_at_fault());
    says("cast_value", "1 + 2^-11 + 2^-30 becomes 1 instead of the next number above it");
    let next = 1.0 + 2_f64.powi(-11) + 2_f64.powi(-30);
    assert_eq!(encoded("float64", &next.to_le_bytes(), &cast("float16", json!({}))).unwrap(), [0x01, 0x3c]);
    says("scale_offset", "zarr-python 3.4.2 encodes int64 2^62 * 4 as 0");
    let times = json!([{"name": "scale_offset", "configuration": {"scale": 4}}, little()]);
    assert!(encoded("int64", &(1_i64 << 62).to_le_bytes(), &times).is_err());
}

#[test]
fn bools_and_texts() {
    says("data-type", "A bool is stored as 0 or 1. Other bytes are read as true, with a note.");
    let own = json!({"data_type": "bool", "shape": [3], "fill_value": false});
    let stored = Stored::new(&document(&own), &[("c/0", &[0, 1, 9])]);
    assert_eq!(stored.read(&[0]).unwrap(), ["false", "true", "true"]);
    says("zarr-v2", "A string of fixed length has its fill value in base64: \"MA==\" is \"0\".");
    let v2 = |dtype: &str, fill: Value| {
        let own = json!({"shape": [1], "chunks": [1], "dtype": dtype, "fill_value": fill});
        Stored::new(&Document::v2().members(&own), &[]).read(&[0]).unwrap()
    };
    assert_eq!(v2("|S1", json!("MA==")), ["\"0\""]);
    says("zarr-v2", "`fill_value` null says nothing about missing chunks; zarrscope shows zeros.");
    assert_eq!(v2("<i2", Value::Null), ["0"]);
}

#[test]
fn every_mode_of_zfp_and_every_compressor_of_blosc_is_known() {
    for (mode, more) in [
        ("reversible", json!({})),
        ("fixed_accuracy", json!({"tolerance": 0.05})),
        ("fixed_precision", json!({"precision": 8})),
        ("fixed_rate", json!({"rate": 4})),
        ("expert", json!({"minbits": 1, "maxbits": 4096, "maxprec": 32, "minexp": -1074})),
    ] {
        says("zfp", &format!("{mode} "));
        let mut configuration = json!({"mode": mode});
        configuration.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        let codec = json!({"name": "zfp", "configuration": configuration});
        assert!(is_usable(&json!({"data_type": "float32", "shape": [4, 4], "codecs": [codec]})), "{mode}");
    }
    says("blosc", "`cname`: lz4, lz4hc, blosclz, zstd, snappy or zlib.");
    for name in ["lz4", "lz4hc", "blosclz", "zstd", "snappy", "zlib"] {
        let mut codec = rule("blosc");
        codec["configuration"]["cname"] = json!(name);
        assert!(is_usable(&with_codecs(&json!([little(), codec]))), "{name}");
    }
}

/// With c-blosc (numcodecs 0.17.1), 359 and 305 bytes are what the card says; another search for the same bytes gives other
/// numbers, but the same order.
#[test]
fn shuffling_brings_equal_bytes_together() {
    says(
        "blosc",
        "uint32 0 to 1023 with lz4 took 4112 bytes without it, 359 with shuffle, 305 with bitshuffle.",
    );
    let size = |count: u32, shuffle: &str| {
        let mut codec = rule("blosc");
        codec["configuration"]["shuffle"] = json!(shuffle);
        let own = document(&json!({"data_type": "uint32", "shape": [count], "codecs": [little(), codec]}));
        let bytes: Vec<u8> = (0..count).flat_map(u32::to_le_bytes).collect();
        let plain =
            Stored::new(&document(&json!({"data_type": "uint32", "shape": [count]})), &[("c/0", &bytes)]);
        let options = zarrscope::codec::DecodeOptions::default();
        let trace = plain.array.trace_within(&vec![0].into(), &options, usize::MAX).unwrap();
        let chain = Stored::new(&own, &[]);
        let elements = trace.trace.result().unwrap();
        chain.array.chain().encode(elements, &options, &mut zarrscope::codec::Silent).unwrap().len()
    };
    assert_eq!(size(1024, "noshuffle"), 4112);
    assert!(size(1024, "bitshuffle") < size(1024, "shuffle") && size(1024, "shuffle") < 500);
    says("blosc", "Small chunks grow: uint32 0 to 3 became 32 bytes, the header and a copy.");
    assert_eq!(size(4, "shuffle"), 32);
}
