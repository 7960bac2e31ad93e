//! The cards of the chunk grid, of keys, of missing chunks and of documents.

use serde_json::{Value, json};
use zarrscope::codec::CodecRow;
use zarrscope::metadata::{ChunkKeyEncoding, KeyScheme};
use zarrscope::tell::cards;

use crate::document::Document;

use super::{Stored, blocks, bytes, card, document, documents, hex, line, rest, says};

#[test]
fn chunks_of_one_shape() {
    says("chunk-grid", "uint8, shape 5, elements 1 to 5, chunk shape 3, fill value 9:");
    let grid = json!({"name": "regular", "configuration": {"chunk_shape": [3]}});
    let own = json!({"data_type": "uint8", "shape": [5], "fill_value": 9, "chunk_grid": grid});
    let (first, second) = (bytes("chunk-grid", "c/0   01"), bytes("chunk-grid", "c/1   04"));
    let (first, second) = ([&[1], first.as_slice()].concat(), [&[4], second.as_slice()].concat());
    let stored = Stored::new(&document(&own), &[("c/0", &first), ("c/1", &second)]);
    assert_eq!(stored.read(&[0]).unwrap(), ["1", "2", "3"]);
    assert_eq!(stored.read(&[1]).unwrap(), ["4", "5", "9"], "the overhang is stored too");
    assert_eq!(stored.array.metadata.chunk_grid.overhang(), [1]);
    assert_eq!(stored.encode(&[1]), second);
    says("chunk-grid", "a clipped one is a fault");
    assert!(Stored::new(&document(&own), &[("c/1", &second[..2])]).read(&[1]).is_err());
}

#[test]
fn chunks_of_several_shapes() {
    says("chunk-grid", "Shape 9, elements 0 to 8, `chunk_shapes` [[4, [3, 2]]], fill value 255:");
    let grid =
        json!({"name": "rectilinear", "configuration": {"kind": "inline", "chunk_shapes": [[4, [3, 2]]]}});
    let own = json!({"data_type": "uint8", "shape": [9], "fill_value": 255, "chunk_grid": grid});
    let text = line("chunk-grid", "c/0   00");
    let mut chunks: Vec<(String, Vec<u8>)> = Vec::new();
    for part in text.split("     ") {
        let (key, bytes) = part.trim().split_once(' ').unwrap();
        chunks.push((key.to_owned(), hex(bytes)));
    }
    let by_key: Vec<(&str, &[u8])> =
        chunks.iter().map(|(key, bytes)| (key.as_str(), bytes.as_slice())).collect();
    let stored = Stored::new(&document(&own), &by_key);
    for (number, (_, bytes)) in (0..3).zip(&chunks) {
        let elements: Vec<String> = bytes.iter().map(u8::to_string).collect();
        assert_eq!(stored.read(&[number]).unwrap(), elements);
        assert_eq!(stored.encode(&[number]), *bytes);
    }
}

#[test]
fn keys_of_chunks() {
    let encoding = ChunkKeyEncoding::new;
    for (label, scheme, separator) in [
        ("default         c/1", KeyScheme::Default, '/'),
        ("default, \".\"", KeyScheme::Default, '.'),
        ("v2              1", KeyScheme::V2, '.'),
        ("v2, \"/\"", KeyScheme::V2, '/'),
    ] {
        let found = line("chunk-key-encoding", label);
        let key = encoding(scheme, separator).key(&[1, 23, 45]);
        assert_eq!(found.split_whitespace().last(), Some(key.as_str()));
    }
    let suffix = ChunkKeyEncoding { suffix: Some(".tif".into()), ..encoding(KeyScheme::Default, '/') };
    for (label, encoding) in
        [("suffix, \".tif\"", suffix), ("fanout          c", encoding(KeyScheme::Fanout { digits: 3 }, '/'))]
    {
        let found = line("chunk-key-encoding", label);
        assert_eq!(found.split_whitespace().last(), Some(encoding.key(&[1, 23, 45]).as_str()));
    }
    let only: Vec<Vec<String>> = blocks(&card("chunk-key-encoding")).into_iter().rev().take(1).collect();
    let keys = [KeyScheme::Default, KeyScheme::V2].map(|scheme| encoding(scheme, '/').key(&[]));
    assert_eq!(only, [[format!("default         {}", keys[0]), format!("v2              {}", keys[1])]]);
}

#[test]
fn a_chunk_that_is_not_there_and_one_that_is() {
    says("missing-chunk", "int16, shape 2, one chunk, fill value 7:");
    let own = json!({"data_type": "int16", "shape": [2], "fill_value": 7});
    let read = |chunks: &[(&str, &[u8])]| Stored::new(&document(&own), chunks).read(&[0]);
    says("missing-chunk", "(none) 7, 7 missing");
    assert_eq!(read(&[]).unwrap(), ["7", "7"]);
    for (start, expected) in [("c/0       07 00", ["7", "7"]), ("c/0       00 00", ["0", "0"])] {
        let text = line("missing-chunk", start);
        let stored = hex(text.trim_start_matches("c/0"));
        assert_eq!(read(&[("c/0", &stored)]).unwrap(), expected);
        assert!(text.contains(&expected.join(", ")));
    }
    let (_, error) = rest("missing-chunk", "c/0       (0 bytes)")
        .split_once(": ")
        .map(|(a, b)| (a.to_owned(), b.to_owned()))
        .unwrap();
    let found = read(&[("c/0", &[])]).unwrap_err();
    let plain = |text: &str| text.chars().filter(char::is_ascii_digit).collect::<String>();
    assert!(found.starts_with("expected 4 bytes") || found.contains("expected 4 bytes"), "{found}: {error}");
    assert!(plain(&error) == "40", "{error}");
}

/// Arrays that a codec of any card takes.
fn kinds() -> Vec<Value> {
    let arrays =
        [("float32", json!([4, 4, 4])), ("float32", json!([100, 50, 64, 3])), ("uint8", json!([4, 4]))];
    let numbers = arrays.map(|(data_type, shape)| json!({"data_type": data_type, "shape": shape}));
    let int4 = json!({"data_type": "int4", "shape": [4]});
    numbers.into_iter().chain([int4]).collect()
}

#[test]
fn every_document_in_a_card_is_read() {
    let mut read = 0;
    for card in cards::all() {
        for found in documents(&card) {
            read += 1;
            let topic = card.topic;
            if found.get("ome").is_some() || found["node_type"] == "group" {
                // A test beside this one reads it.
            } else if found.get("zarr_format").is_some() {
                let stored = Stored::new(&Document::json(&found), &[]);
                assert!(!stored.is_at_fault(), "{topic}: {found}");
            } else if let Some(name) = found.get("name").and_then(Value::as_str) {
                assert!(is_sound(name, &found), "{topic}: {found}");
            } else {
                let own = json!({"shape": [4], "fill_value": 0});
                let own = document(&own).members(&found);
                assert!(!Stored::new(&own, &[]).is_at_fault(), "{topic}: {found}");
            }
        }
    }
    assert!(read >= 20, "only {read} documents were found");
}

/// Whether an array can have this codec, chunk grid or chunk key encoding.
fn is_sound(name: &str, found: &Value) -> bool {
    let Some(codec) = CodecRow::find(name) else {
        let rank = if name == "rectilinear" || name == "regular" { vec![10, 10] } else { vec![4] };
        let member = if name == "default" { "chunk_key_encoding" } else { "chunk_grid" };
        let own = document(&json!({"data_type": "uint8", "shape": rank, member: found}));
        return !Stored::new(&own, &[]).is_at_fault();
    };
    let little = json!({"name": "bytes", "configuration": {"endian": "little"}});
    let codecs = match codec.kind().to_string().as_str() {
        "array->array" => json!([found, little]),
        "array->bytes" => json!([found]),
        _ => json!([little, found]),
    };
    kinds().into_iter().any(|mut own| {
        own["codecs"] = codecs.clone();
        if name == "cast_value" {
            own["fill_value"] = json!(0);
        }
        !Stored::new(&document(&own), &[]).is_at_fault()
    })
}

#[test]
fn the_chain_of_a_document_of_v2() {
    let found = documents(&card("zarr-v2")).remove(0);
    let array = Stored::new(&Document::json(&found), &[]).array;
    let names: Vec<&str> = array.chain().decoding().map(|stage| stage.codec.name.as_str()).collect();
    assert_eq!(names.join(" -> "), rest("zarr-v2", "as decoded:"));
}
