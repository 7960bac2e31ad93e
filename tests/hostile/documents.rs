//! Documents of version 3 that are no JSON, or have impossible values.

use std::fs::{self, File};
use std::io::{BufWriter, Write};

use crate::document::Document;
use crate::store::{DOCUMENT, Hostile, SOUND};

/// Every such store.
pub fn all() -> Vec<Hostile> {
    let texts = texts().into_iter().map(|(name, text)| document(name, text));
    let fields = FIELDS.iter().map(|(name, field, value, pointer)| {
        let text = Document::v3().with(field, *value).text();
        Hostile { status: DOCUMENT, ..document(name, text.into()) }.at(pointer)
    });
    texts.chain(fields).collect()
}

fn document(name: &str, text: Vec<u8>) -> Hostile {
    Hostile::new(name, DOCUMENT, "metadata", move |node| {
        fs::write(node.join("zarr.json"), &text).unwrap();
        fs::create_dir(node.join("c")).unwrap();
        fs::write(node.join("c/0"), [1, 2, 3, 4, 5, 6, 7, 8]).unwrap();
    })
    .at("")
}

/// What is no document at all.
fn texts() -> Vec<(&'static str, Vec<u8>)> {
    let sound = Document::v3().text();
    let utf_16: Vec<u8> = sound.encode_utf16().flat_map(u16::to_le_bytes).collect();
    let big: Vec<u8> = sound.encode_utf16().flat_map(u16::to_be_bytes).collect();
    let with_mark = [&[0xff, 0xfe], utf_16.as_slice()].concat();
    vec![
        ("garbage", b"\x00\x1b[2J\xff\xfe garbage".to_vec()),
        ("empty", Vec::new()),
        ("spaces", b" \n\t ".to_vec()),
        ("truncated", sound.as_bytes()[..60].to_vec()),
        ("UTF-16", utf_16),
        ("UTF-16 with a mark", with_mark),
        ("UTF-16 the other way", big.clone()),
        ("UTF-16 the other way with a mark", [&[0xfe, 0xff], big.as_slice()].concat()),
        ("UTF-8 with a mark", [b"\xef\xbb\xbf", sound.as_bytes()].concat()),
        ("NUL bytes", vec![0; 4096]),
        ("100 000 brackets", vec![b'['; 100_000]),
        ("100 000 braces", b"{\"a\":".repeat(100_000)),
        ("an array", b"[]".to_vec()),
        ("a string with escape sequences", br#""\u001b[2J\u202e""#.to_vec()),
        ("null", b"null".to_vec()),
        ("two documents", [sound.as_bytes(), sound.as_bytes()].concat()),
    ]
}

/// Large documents. They are written part by part: the memory of the tests counts as that of a command, too.
pub fn large() -> Vec<Hostile> {
    let row = |name: &str, status, stage, value: [&'static str; 3], times: usize| {
        Hostile::new(name, status, stage, move |node| {
            Document::v3().write(node, &[7; 8]);
            let [open, part, close] = value;
            let text = Document::v3().with("attributes", format!("{{\"a\": {open}@{close}}}")).text();
            let (before, after) = text.split_once('@').unwrap();
            let mut file = BufWriter::new(File::create(node.join("zarr.json")).unwrap());
            file.write_all(before.as_bytes()).unwrap();
            for _ in 0..times {
                file.write_all(part.as_bytes()).unwrap();
            }
            file.write_all(after.as_bytes()).unwrap();
        })
    };
    let over = |name, value, times| row(name, DOCUMENT, "metadata", value, times).at("");
    let within = |name, value, times| row(name, SOUND, "", value, times);
    let codecs = format!(
        "[{}{{\"name\": \"bytes\"}}]",
        "{\"name\": \"bitround\", \"configuration\": {\"keepbits\": 1}},".repeat(64)
    );
    let many = document("65 codecs", Document::v3().with("codecs", codecs).text().into()).at("/codecs");
    vec![
        many,
        // Each value takes two bytes of text, and a hundred times as much in memory.
        over("millions of values", ["[", "0,", "0]"], 4_000_000),
        over("values over the limit", ["[", "0,", "0]"], 400_000),
        within("values just within the limit", ["[", "0,", "0]"], 399_900),
        within("a number of 20 MiB", ["7", "7777777777777777", "7"], 20 << 16),
        over("a number of 40 MiB", ["7", "7777777777777777", "7"], 40 << 16),
    ]
}

/// A member of a wrong value, and where the fault is.
#[rustfmt::skip]
const FIELDS: &[(&str, &str, &str, &str)] = &[
    ("no format", "zarr_format", "null", "/zarr_format"),
    ("a format as a string", "zarr_format", "\"3\"", "/zarr_format"),
    ("a huge format", "zarr_format", "1e400", "/zarr_format"),
    ("an unknown kind of node", "node_type", "\"\\u001b[31mnode\\u202e\"", "/node_type"),
    ("a kind of node that is a list", "node_type", "[]", "/node_type"),
    ("a negative size", "shape", "[-1]", "/shape/0"),
    ("a fractional size", "shape", "[1.5]", "/shape/0"),
    ("a size of 2^64", "shape", "[18446744073709551616]", "/shape/0"),
    ("a size of 2^64 in other words", "shape", "[1.8446744073709551616e19]", "/shape/0"),
    ("a size with an exponent", "shape", "[8e0]", "/shape/0"),
    ("a size with a fraction of nothing", "shape", "[8.0]", "/shape/0"),
    ("a size of -2^63", "shape", "[-9223372036854775808]", "/shape/0"),
    ("a size of NaN", "shape", "[NaN]", "/shape/0"),
    ("a size as a string", "shape", "[\"8\"]", "/shape/0"),
    ("a shape that is a number", "shape", "8", "/shape"),
    ("a shape that is an object", "shape", "{}", "/shape"),
    ("more dimensions than chunks", "shape", "[8, 8]", "/chunk_grid/configuration/chunk_shape"),
    ("no data type", "data_type", "null", "/data_type"),
    ("an unknown data type", "data_type", "\"uint8\\u001b]0;title\\u0007\"", "/data_type"),
    ("a data type that is a number", "data_type", "8", "/data_type"),
    ("a data type without a name", "data_type", "{\"configuration\": {}}", "/data_type/name"),
    ("an unknown chunk grid", "chunk_grid", "{\"name\": \"hexagonal\"}", "/chunk_grid"),
    ("a chunk grid that is a list", "chunk_grid", "[]", "/chunk_grid"),
    ("a chunk grid without chunks", "chunk_grid", "{\"name\": \"regular\"}", "/chunk_grid"),
    ("a chunk of size 0", "chunk_grid", "{\"name\": \"regular\", \"configuration\": {\"chunk_shape\": [0]}}", "/chunk_grid/configuration/chunk_shape/0"),
    ("a negative chunk", "chunk_grid", "{\"name\": \"regular\", \"configuration\": {\"chunk_shape\": [-8]}}", "/chunk_grid/configuration/chunk_shape/0"),
    ("a chunk of 2^64", "chunk_grid", "{\"name\": \"regular\", \"configuration\": {\"chunk_shape\": [18446744073709551616]}}", "/chunk_grid/configuration/chunk_shape/0"),
    ("a chunk of 2^63", "chunk_grid", "{\"name\": \"regular\", \"configuration\": {\"chunk_shape\": [9223372036854775808]}}", "/chunk_grid/configuration/chunk_shape/0"),
    ("a chunk with an exponent", "chunk_grid", "{\"name\": \"regular\", \"configuration\": {\"chunk_shape\": [8e0]}}", "/chunk_grid/configuration/chunk_shape/0"),
    ("an unknown chunk key encoding", "chunk_key_encoding", "{\"name\": \"\\u009b2J\"}", "/chunk_key_encoding"),
    ("a separator that leads out", "chunk_key_encoding", "{\"name\": \"default\", \"configuration\": {\"separator\": \"/../\"}}", "/chunk_key_encoding/configuration/separator"),
    ("no fill value", "fill_value", "null", "/fill_value"),
    ("a fill value out of range", "fill_value", "256", "/fill_value"),
    ("a fill value of 400 digits", "fill_value", "1e400", "/fill_value"),
    ("codecs that are an object", "codecs", "{}", "/codecs"),
    ("no codecs", "codecs", "[]", "/codecs"),
    ("codecs that are null", "codecs", "[null]", "/codecs/0"),
    ("a codec without a name", "codecs", "[{\"configuration\": {}}]", "/codecs/0/name"),
    ("a configuration that is a list", "codecs", "[{\"name\": \"bytes\", \"configuration\": [1]}]", "/codecs/0/configuration"),
    ("compression before bytes", "codecs", "[{\"name\": \"gzip\", \"configuration\": {\"level\": 1}}, {\"name\": \"bytes\"}]", "/codecs/0"),
    ("two codecs that give bytes", "codecs", "[{\"name\": \"bytes\"}, {\"name\": \"bytes\"}]", "/codecs/1"),
    ("an order that is none", "codecs", "[{\"name\": \"transpose\", \"configuration\": {\"order\": [1]}}, {\"name\": \"bytes\"}]", "/codecs/0/configuration/order"),
    ("something to be understood", "hostile", "{\"must_understand\": true}", "/hostile"),
    ("something to be understood silently", "hostile\\u001b[2J", "1", "/hostile\u{1b}[2J"),
    ("a storage transformer", "storage_transformers", "[{\"name\": \"evil\"}]", "/storage_transformers/0"),
];
