//! Very many dimensions, sizes whose products overflow, and false copies of documents.

use std::fs;

use crate::document::Document;
use crate::store::{CHUNK, Hostile, SOUND};

/// The array is sound, but larger than anybody can decode.
const ENDLESS: &str = "0000-00";

/// Every such store.
pub fn all() -> Vec<Hostile> {
    [dimensions(), products(), copies()].into_iter().flatten().collect()
}

/// An array of chunks of one edge in every dimension; one byte is stored under the first key.
fn array(name: &str, (shape, edge): (&[&str], &str), status: &'static str, stage: &'static str) -> Hostile {
    let edges = vec![edge; shape.len()].join(", ");
    let document = Document::v3().with("shape", format!("[{}]", shape.join(", "))).with(
        "chunk_grid",
        format!(r#"{{"name": "regular", "configuration": {{"chunk_shape": [{edges}]}}}}"#),
    );
    let key = format!("c{}", "/0".repeat(shape.len()));
    let chunk: &'static str = vec!["0"; shape.len()].join(",").leak();
    let made = Hostile::new(name, status, stage, move |node| {
        fs::write(node.join("zarr.json"), document.text()).unwrap();
        fs::create_dir_all(node.join(&key).parent().unwrap()).unwrap();
        fs::write(node.join(&key), [7]).unwrap();
    });
    Hostile { chunk, ..made }
}

fn dimensions() -> Vec<Hostile> {
    let row = |rank: usize| array(&format!("{rank} dimensions"), (&vec!["1"; rank], "1"), SOUND, "");
    [32, 33, 64, 300].map(row).into()
}

fn products() -> Vec<Hostile> {
    let (half, all) = ("9223372036854775808", "18446744073709551615");
    let grid = |name, shape: &[&str], status| array(name, (shape, "1"), status, "");
    let chunk = |name, edge| array(name, (&[edge; 3], edge), CHUNK, "bytes");
    vec![
        grid("a size of 2^63", &[half], ENDLESS),
        grid("a size of 2^64 - 1", &[all], ENDLESS),
        grid("a grid of 2^256 chunks", &[half, half, half, half, "16"], ENDLESS),
        grid("a grid of no chunks beside 2^128", &["0", half, half, "4"], "0002001"),
        chunk("a chunk of 2^63 elements", "2097152"),
        chunk("a chunk of 2^64 elements and more", "2642246"),
        chunk("a chunk of 2^186 elements", "4611686018427387904"),
    ]
}

/// Consolidated metadata that differs from the nodes; it never hides a node.
fn copies() -> Vec<Hostile> {
    let row = |name: &str, consolidated: String, status| {
        Hostile::new(name, status, "metadata", move |node| {
            Document::v3().write(node, &[7; 8]);
            let root = Document::group().with("consolidated_metadata", consolidated.as_str());
            fs::write(node.with_file_name("zarr.json"), root.text()).unwrap();
        })
    };
    let inline =
        |copies: &str| format!(r#"{{"kind": "inline", "must_understand": false, "metadata": {copies}}}"#);
    let sound = Document::v3().text();
    let many: Vec<String> = (0..20_000).map(|number| format!(r#""n{number}": {{}}"#)).collect();
    // Only commands that read the whole store find a fault of the group.
    let group = "0100011";
    // The doctor alone compares copies with the documents that they are of.
    let stale = "0000001";
    vec![
        row("copies that are no documents", inline(r#"{"a": "text", "b": null, "c": [1]}"#), stale),
        row(
            "copies of what is outside",
            // They do not list the node that is there.
            inline(r#"{"../x": {}, "/etc/passwd": {}, "a/../../x": {}}"#),
            stale,
        ),
        row(
            "copies under no names",
            inline(r#"{"": {}, "a//b": {}, ".": {}, "\u001b[2J\n\u202e": {}}"#),
            stale,
        ),
        row("a copy that is there twice", inline(&format!(r#"{{"a": {sound}, "a": {{}}}}"#)), stale),
        row("copies of 20 000 nodes that are not there", inline(&format!("{{{}}}", many.join(", "))), stale),
        row("a copy that controls terminals", inline(r#"{"a": {"\u001b[2J": "\u009b\u202e"}}"#), stale),
        row("copies that are a list", inline("[]"), group),
        row("copies of an unknown kind", r#"{"kind": "\u001b[2J", "metadata": {}}"#.to_owned(), group),
        row("copies that are a number", "7".to_owned(), group),
        row(
            "copies that are deep",
            inline(&format!("{}1{}", r#"{"a": "#.repeat(300), "}".repeat(300))),
            group,
        ),
    ]
}
