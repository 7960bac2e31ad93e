//! The examples of the cards of codecs: their bytes both ways.

use std::io::Write;

use flate2::Compression;
use flate2::write::GzEncoder;
use serde_json::{Value, json};
use zarrscope::codec::CodecRow;

use crate::document::Document;

use super::{Stored, both_ways, bytes, document, line, numbers_in, rest, row, rule, says};

fn little() -> Value {
    json!({"name": "bytes", "configuration": {"endian": "little"}})
}

fn texts(numbers: &[String]) -> Vec<&str> {
    numbers.iter().map(String::as_str).collect()
}

fn range(end: u32) -> Vec<String> {
    (0..end).map(|number| number.to_string()).collect()
}

#[test]
fn bytes_of_elements_in_both_orders() {
    says("bytes", "int16, elements 1 and -2:");
    for endian in ["little", "big"] {
        let codec = json!({"name": "bytes", "configuration": {"endian": endian}});
        let own = json!({"data_type": "int16", "shape": [2], "codecs": [codec]});
        both_ways(&own, &bytes("bytes", endian), &["1", "-2"]);
    }
    says("bytes", "complex64, one element 1-2j, little:");
    let own = json!({"data_type": "complex64", "shape": [1], "fill_value": [0, 0]});
    both_ways(&own, &row("bytes", "00 00 80 3f"), &["1.0-2.0j"]);
    says("bytes", "bool, shape 2×2, rows (true, false) and (false, true):");
    let own =
        json!({"data_type": "bool", "shape": [2, 2], "fill_value": false, "codecs": [{"name": "bytes"}]});
    both_ways(&own, &row("bytes", "01 00 00 01"), &["true", "false", "false", "true"]);
    says("bytes", "01 00 read as big-endian is 256");
    let big = json!([{"name": "bytes", "configuration": {"endian": "big"}}]);
    both_ways(&json!({"data_type": "int16", "shape": [1], "codecs": big}), &[1, 0], &["256"]);
}

#[test]
fn transposed_elements() {
    says("transpose", "uint8, shape 2×3, `order` [1, 0], then `bytes`:");
    let transposed = json!({"name": "transpose", "configuration": {"order": [1, 0]}});
    let own = json!({"data_type": "uint8", "shape": [2, 3], "codecs": [transposed, little()]});
    both_ways(&own, &bytes("transpose", "bytes of B"), &texts(&range(6)));
    let own = json!({"data_type": "uint8", "shape": [2, 3]});
    both_ways(&own, &bytes("transpose", "bytes of A"), &texts(&range(6)));
    says("transpose", "shape 2×3×4 with `order` [2, 0, 1] becomes 4×2×3");
    let own = json!({"data_type": "uint8", "shape": [2, 3, 4], "codecs": [rule("transpose"), little()]});
    let array = Stored::new(&document(&own), &[]).array;
    assert_eq!(array.chain().array_to_bytes_info().decoded.to_string(), "4×2×3 uint8");
}

#[test]
fn a_scaled_and_shifted_number() {
    says("scale_offset", "float32, offset 20, scale 10, then `bytes`, little-endian:");
    let decoded = numbers_in(&rest("scale_offset", "decoded"));
    let own = json!({"data_type": "float32", "shape": [3], "codecs": [rule("scale_offset"), little()]});
    both_ways(&own, &bytes("scale_offset", "bytes"), &texts(&decoded));
    let encoded = numbers_in(&rest("scale_offset", "encoded"));
    both_ways(
        &json!({"data_type": "float32", "shape": [3]}),
        &bytes("scale_offset", "bytes"),
        &texts(&encoded),
    );
    says("scale_offset", "int16, scale 2: a stored 3 is an error, because 3 / 2 is not an integer.");
    let halved = json!({"name": "scale_offset", "configuration": {"scale": 2}});
    let own = json!({"data_type": "int16", "shape": [1], "codecs": [halved, little()]});
    assert!(Stored::new(&document(&own), &[("c/0", &[3, 0])]).read(&[0]).is_err());
    says(
        "scale_offset",
        "Rounding loses digits: with offset 20 and scale 10, float32 100000008 comes back as 100000000.",
    );
    let encoded = ((100_000_008_f32 - 20.0) * 10.0).to_le_bytes();
    let own = json!({"data_type": "float32", "shape": [1], "codecs": [rule("scale_offset"), little()]});
    assert_eq!(Stored::new(&document(&own), &[("c/0", &encoded)]).read(&[0]).unwrap(), ["100000000.0"]);
    says("scale_offset", "uint16, offset 1000 and fill value 0 is an error");
    let shifted = json!({"name": "scale_offset", "configuration": {"offset": 1000}});
    let own = json!({"data_type": "uint16", "shape": [1], "codecs": [shifted, little()]});
    let stored = Stored::new(&document(&own), &[("c/0", &[0, 0])]);
    assert!(stored.is_at_fault(), "a fill value that cannot be encoded is a fault");
    assert_eq!(stored.read(&[0]).unwrap(), ["1000"], "chunks still decode");
}

#[test]
fn the_table_of_cast_value() {
    let values = ["2.5", "127.5", "300.0", "-129.0", "NaN"];
    assert_eq!(rest("cast_value", "element").split_whitespace().collect::<Vec<_>>(), values);
    says("cast_value", "float64 to int8");
    for label in ["absent     ", "clamp      ", "wrap       "] {
        let name = label.trim();
        let expected = rest("cast_value", &format!("{label}{}", if name == "absent" { "02" } else { "02 " }));
        let expected = format!("02 {expected}");
        for (value, expected) in values.iter().zip(expected.split_whitespace()) {
            let mut configuration = json!({"data_type": "int8"});
            if name != "absent" {
                configuration["out_of_range"] = json!(name);
            }
            let cast = json!({"name": "cast_value", "configuration": configuration});
            let own = json!({"data_type": "float64", "shape": [1], "codecs": [cast, little()]});
            // The elements are read as they are, and encoded by the chain with the cast.
            let plain = document(&json!({"data_type": "float64", "shape": [1]}));
            let element = value.parse::<f64>().unwrap().to_le_bytes();
            let plain = Stored::new(&plain, &[("c/0", &element)]);
            let options = zarrscope::codec::DecodeOptions::default();
            let trace = plain.array.trace_within(&vec![0].into(), &options, usize::MAX).unwrap();
            let chain = Stored::new(&document(&own), &[]);
            let encoded = chain.array.chain().encode(
                trace.trace.result().unwrap(),
                &options,
                &mut zarrscope::codec::Silent,
            );
            let found = encoded.map_or("error".to_owned(), |bytes| format!("{:02x}", bytes[0]));
            assert_eq!(found, expected, "{name}: {value}");
        }
    }
}

#[test]
fn elements_in_few_bits() {
    says("packbits", "The bools 0 1 0 1 0 1 0 1 and the int4 numbers -1, -8, 7:");
    let codecs = json!([{"name": "packbits"}]);
    let own = json!({"data_type": "bool", "shape": [8], "fill_value": false, "codecs": codecs});
    let bools: Vec<&str> = ["false", "true"].into_iter().cycle().take(8).collect();
    both_ways(&own, &bytes("packbits", "bool"), &bools);
    let own = json!({"data_type": "int4", "shape": [3], "codecs": codecs});
    both_ways(&own, &bytes("packbits", "int4"), &["-1", "-8", "7"]);
}

#[test]
fn elements_of_any_length() {
    says("vlen", "Two strings, \"ä\" and \"\":");
    let own =
        json!({"data_type": "string", "shape": [2], "fill_value": "", "codecs": [{"name": "vlen-utf8"}]});
    both_ways(&own, &row("vlen", "02 00 00 00"), &["\"ä\"", "\"\""]);
}

#[test]
fn bytes_and_their_checksum() {
    for (start, length) in [("31 32", 9), ("61 62", 4)] {
        let stored = row("crc32c", start);
        assert_eq!(stored.len(), length + 4);
        let own = json!({"data_type": "uint8", "shape": [length], "codecs": [little(), rule("crc32c")]});
        let elements: Vec<String> = stored[..length].iter().map(u8::to_string).collect();
        both_ways(&own, &stored, &texts(&elements));
        let number = u32::from_le_bytes(stored[length..].try_into().unwrap());
        assert!(line("crc32c", start).ends_with(&format!("{number:#010x}")));
    }
}

#[test]
fn a_chain_of_three() {
    says("codec-pipeline", "int16, shape 2×3, elements 1 to 6:");
    let transposed = json!({"name": "transpose", "configuration": {"order": [1, 0]}});
    let big = json!({"name": "bytes", "configuration": {"endian": "big"}});
    let elements = ["1", "2", "3", "4", "5", "6"];
    let mut stored = bytes("codec-pipeline", "bytes, big-endian");
    let own = json!({"data_type": "int16", "shape": [2, 3], "codecs": [transposed, big]});
    both_ways(&own, &stored, &elements);
    stored.extend(bytes("codec-pipeline", "crc32c               the same, then"));
    let own = json!({"data_type": "int16", "shape": [2, 3], "codecs": [transposed, big, {"name": "crc32c"}]});
    both_ways(&own, &stored, &elements);
}

/// 32 bytes of zero behind a codec that compresses.
fn zeros(codec: &Value) -> Document {
    document(&json!({"data_type": "uint8", "shape": [32], "codecs": [little(), codec]}))
}

#[test]
fn zeros_in_gzip() {
    says("gzip", "32 zero bytes at level 5 become 23 bytes:");
    let parts = ["1f 8b 08 00", "63 60 c0", "ad 55 0a", "20 00 00 00"].map(|start| row("gzip", start));
    let stored = parts.concat();
    assert_eq!(stored.len(), 23);
    assert_eq!(row("gzip", "1f 8b   "), stored[..2]);
    assert_eq!(row("gzip", "08     "), stored[2..3]);
    let array = Stored::new(&zeros(&rule("gzip")), &[("c/0", &stored)]);
    assert_eq!(array.read(&[0]).unwrap(), vec!["0"; 32]);
    says("gzip", "At level 0 they become 55");
    let plain = json!({"name": "gzip", "configuration": {"level": 0}});
    let array = Stored::new(&zeros(&plain), &[("c/0", &stored)]);
    assert_eq!(array.encode(&[0]).len(), 55);
    says("gzip", "The outputs of several members are joined.");
    let mut member = GzEncoder::new(Vec::new(), Compression::default());
    member.write_all(&[0; 16]).unwrap();
    let twice = member.finish().unwrap().repeat(2);
    assert_eq!(Stored::new(&zeros(&plain), &[("c/0", &twice)]).read(&[0]).unwrap(), vec!["0"; 32]);
    says("gzip", "Zeros after the last member are accepted, anything else is an error.");
    for (last, is_read) in [(0, true), (1, false)] {
        let longer = [stored.as_slice(), &[last]].concat();
        assert_eq!(Stored::new(&zeros(&plain), &[("c/0", &longer)]).read(&[0]).is_ok(), is_read);
    }
}

#[test]
fn zeros_in_zstd() {
    says("zstd", "32 zero bytes, level 0:");
    let stored = row("zstd", "28 b5 2f fd 20");
    assert_eq!(row("zstd", "28 b5 2f fd   "), stored[..4]);
    let array = Stored::new(&zeros(&rule("zstd")), &[("c/0", &stored)]);
    assert_eq!(array.read(&[0]).unwrap(), vec!["0"; 32]);
    assert_eq!(array.encode(&[0]), stored);
    says("zstd", "With `checksum` the descriptor is 24, and f5 2c 63 70 follows: 21 bytes.");
    let with_checksum = json!({"name": "zstd", "configuration": {"level": 0, "checksum": true}});
    let checked = [&stored[..4], &[0x24], &stored[5..], &[0xf5, 0x2c, 0x63, 0x70]].concat();
    assert_eq!(checked.len(), 21);
    let array = Stored::new(&zeros(&with_checksum), &[("c/0", &checked)]);
    assert_eq!(array.read(&[0]).unwrap(), vec!["0"; 32]);
    assert_eq!(array.encode(&[0]), checked);
    says("zstd", "Skippable frames (5? 2a 4d 18) are passed over.");
    let skippable = [&[0x53, 0x2a, 0x4d, 0x18, 1, 0, 0, 0, 9], stored.as_slice()].concat();
    assert_eq!(Stored::new(&zeros(&rule("zstd")), &[("c/0", &skippable)]).read(&[0]).unwrap(), vec!["0"; 32]);
}

/// What `numcodecs` 0.17.1 with c-blosc gives for uint32 0 to 63 in the configuration of the card, behind the first 20 bytes.
const BLOSC: &str = "50 00 00 00 ff 36 00 01 02 03 04 05 06 07 08 09 0a 0b 0c 0d 0e 0f 10 11 12 13 14 15 16 17 18 19 1a \
    1b 1c 1d 1e 1f 20 21 22 23 24 25 26 27 28 29 2a 2b 2c 2d 2e 2f 30 31 32 33 34 35 36 37 38 39 3a 3b 3c 3d 3e 3f 00 \
    00 00 00 00 05 00 a3 50 00 00 00 00 00";

#[test]
fn numbers_in_blosc() {
    says("blosc", "uint32, 0 to 63, as configured above: 256 bytes become 104.");
    let parts = ["02 01 31 04", "00 01 00 00", "14 00 00 00"].map(|start| row("blosc", start));
    let stored = [parts.concat(), super::hex(BLOSC)].concat();
    assert_eq!(stored.len(), 104);
    let own = json!({"data_type": "uint32", "shape": [64], "codecs": [little(), rule("blosc")]});
    let array = Stored::new(&document(&own), &[("c/0", &stored)]);
    assert_eq!(array.read(&[0]).unwrap(), range(64));
}

#[test]
fn the_header_of_a_block_of_n5() {
    says("n5_default", "The header of a block of 2 rows and 3 columns:");
    let stored =
        [row("n5_default", "00 00   00 02"), (0..6).flat_map(|number| [0, number]).collect()].concat();
    let inside = json!([
        {"name": "transpose", "configuration": {"order": [1, 0]}},
        {"name": "bytes", "configuration": {"endian": "big"}}]);
    let codec = json!({"name": "n5_default", "configuration": {"codecs": inside}});
    let own = json!({"data_type": "int16", "shape": [2, 3], "codecs": [codec]});
    both_ways(&own, &stored, &["0", "2", "4", "1", "3", "5"]);
}

#[test]
fn a_bit_says_which_codec_was_applied() {
    let own = json!({"data_type": "uint8", "shape": [9], "codecs": [little(), rule("conditional")]});
    let elements: Vec<String> = (0..9).map(|number: u8| number.to_string()).collect();
    let plain: Vec<u8> = (0..9).collect();
    assert_eq!(line("conditional", "00 ..."), "00 ...   neither codec was applied");
    let neither = [&[0], plain.as_slice()].concat();
    assert_eq!(line("conditional", "02 ..."), "02 ...   only gzip was");
    let mut member = GzEncoder::new(vec![2], Compression::default());
    member.write_all(&plain).unwrap();
    for stored in [neither, member.finish().unwrap()] {
        assert_eq!(Stored::new(&document(&own), &[("c/0", &stored)]).read(&[0]).unwrap(), elements);
    }
}

#[test]
fn the_size_of_zfp_and_the_shape_of_reshape() {
    says("zfp", "A chunk of 8×8 in mode fixed_rate with rate 4: 4 blocks of 64 bits, 32 bytes in all.");
    let codec = json!({"name": "zfp", "configuration": {"mode": "fixed_rate", "rate": 4}});
    let own = json!({"data_type": "float32", "shape": [8, 8], "codecs": [codec]});
    let array = Stored::new(&document(&own), &[("c/0/0", &[0; 32])]);
    assert_eq!(array.read(&[0, 0]).unwrap().len(), 64);
    assert_eq!(array.encode(&[0, 0]).len(), 32);
    says("reshape", "A chunk of 100×50×64×3 with the shape above becomes 5000×64×3.");
    let own = json!({"data_type": "uint8", "shape": [100, 50, 64, 3], "codecs": [rule("reshape"), little()]});
    let array = Stored::new(&document(&own), &[]).array;
    assert_eq!(array.chain().array_to_bytes_info().decoded.to_string(), "5000×64×3 uint8");
}

#[test]
fn differences_of_numcodecs() {
    says("numcodecs", "delta with dtype \"<i4\" and astype \"<i2\" of 100, 102, 105:");
    let stored = row("numcodecs", "64 00");
    let own = json!({"shape": [3], "chunks": [3], "dtype": "<i4",
        "filters": [{"id": "delta", "dtype": "<i4", "astype": "<i2"}]});
    let array = Stored::new(&Document::v2().members(&own), &[("0", &stored)]);
    assert_eq!(array.read(&[0]).unwrap(), ["100", "102", "105"]);
    assert_eq!(array.encode(&[0]), stored);
    let checksum = CodecRow::find("numcodecs.crc32").unwrap().checksum.unwrap();
    assert_eq!(checksum.default.name(), "start", "crc32 is in front of the bytes");
}

#[test]
fn a_shard_byte_by_byte() {
    says("sharding_indexed", "uint8, shard 4×4, inner chunks 2×2; (0, 0) and (1, 1) are stored:");
    says("sharding_indexed", "The shard has 76 bytes; the index is 4 * 16 + 4 = 68 of them.");
    let mut stored = Vec::new();
    for place in [0, 4, 8, 16] {
        let label = format!("byte {place} ");
        assert_eq!(stored.len(), place);
        stored.extend(bytes("sharding_indexed", &label));
    }
    assert_eq!(rest("sharding_indexed", "byte 24  ff,").split(' ').next(), Some("32"));
    stored.extend([0xff; 32]);
    for place in [56, 64, 72] {
        assert_eq!(stored.len(), place);
        stored.extend(bytes("sharding_indexed", &format!("byte {place} ")));
    }
    assert_eq!(stored.len(), 76);
    let own = json!({"data_type": "uint8", "shape": [4, 4], "codecs": [rule("sharding_indexed")]});
    let elements = [1, 2, 0, 0, 3, 4, 0, 0, 0, 0, 5, 6, 0, 0, 7, 8].map(|number: u8| number.to_string());
    both_ways(&own, &stored, &texts(&elements));
}
