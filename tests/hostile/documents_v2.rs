//! The same for documents of version 2, and consolidated metadata that does not agree with its nodes.

use std::fs;

use crate::document::Document;
use crate::store::{DOCUMENT, Hostile, SOUND};

/// Every such store.
pub fn all() -> Vec<Hostile> {
    let fields = FIELDS.iter().map(|(name, field, value, pointer)| {
        let document = Document::v2().with(field, *value);
        Hostile::new(name, DOCUMENT, "metadata", move |node| document.write(node, &[7; 8])).at(pointer)
    });
    fields.chain(TEXTS.iter().map(text)).chain(consolidated()).chain([escapes()]).collect()
}

/// What is no document at all.
const TEXTS: &[(&str, &[u8])] = &[
    ("an empty .zarray", b""),
    ("a truncated .zarray", b"{\"zarr_format\": 2, \"shape\": [8"),
    ("a .zarray of bytes", b"\xff\xfe\x1b[2J"),
    ("a .zarray of brackets", &[b'['; 100_000]),
];

fn text((name, text): &(&'static str, &'static [u8])) -> Hostile {
    let text = *text;
    Hostile::new(name, DOCUMENT, "metadata", move |node| fs::write(node.join(".zarray"), text).unwrap())
        .at("")
}

/// A member of a wrong value, and where the fault is.
#[rustfmt::skip]
const FIELDS: &[(&str, &str, &str, &str)] = &[
    ("a negative size in version 2", "shape", "[-1]", "/shape/0"),
    ("a fractional size in version 2", "shape", "[8.5]", "/shape/0"),
    ("a size of 2^64 in version 2", "shape", "[18446744073709551616]", "/shape/0"),
    ("a shape of version 2 that is null", "shape", "null", "/shape"),
    ("chunks of size 0 in version 2", "chunks", "[0]", "/chunks/0"),
    ("negative chunks in version 2", "chunks", "[-8]", "/chunks/0"),
    ("chunks that are a string in version 2", "chunks", "\"8\"", "/chunks"),
    ("more chunks than dimensions in version 2", "chunks", "[8, 8]", "/chunks"),
    ("an unknown data type in version 2", "dtype", "\"<q9\\u001b[2J\"", "/dtype"),
    ("a data type of 2^63 bytes in version 2", "dtype", "\"|S9223372036854775808\"", "/dtype"),
    ("a data type that is a number in version 2", "dtype", "8", "/dtype"),
    ("an order that is none in version 2", "order", "\"Z\"", "/order"),
    ("a fill value that does not fit in version 2", "fill_value", "-1", "/fill_value"),
    ("a compressor that is a list in version 2", "compressor", "[]", "/compressor/id"),
    ("filters that are a number in version 2", "filters", "1", "/filters"),
    ("a separator that leads out in version 2", "dimension_separator", "\"../\"", "/dimension_separator"),
];

/// The consolidated metadata of the node says something else than the node.
fn consolidated() -> Vec<Hostile> {
    let row = |name: &str, text: &'static str| {
        Hostile::new(name, SOUND, "", move |node| {
            Document::v2().write(node, &[7; 8]);
            fs::write(node.parent().unwrap().join(".zmetadata"), text).unwrap();
        })
    };
    vec![
        row("consolidated metadata of garbage", "\u{1b}[2J{"),
        row(
            "consolidated metadata with paths out of it",
            r#"{"metadata": {"../../x/.zarray": {}, "/etc/.zgroup": {}}, "zarr_consolidated_format": 1}"#,
        ),
        row(
            "consolidated metadata of another shape",
            r#"{"metadata": {"a/.zarray": {"zarr_format": 2, "shape": [-1]}}, "zarr_consolidated_format": 1}"#,
        ),
        row("consolidated metadata that is a list", r#"{"metadata": [], "zarr_consolidated_format": 1}"#),
    ]
}

/// Names of fields with everything in them that JSON and terminals have to have escaped.
fn escapes() -> Hostile {
    let document =
        Document::v2().with("dtype", r#"[["x\u001b[2J\"\u202e", "|u1"]]"#).with("fill_value", "\"AA==\"");
    Hostile::new("names of fields that control terminals", SOUND, "", move |node| {
        document.write(node, &[7; 8]);
    })
}
