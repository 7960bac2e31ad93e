//! Hex that leads: going to bytes, looking for them, and the fields that they belong to.
#![allow(clippy::unwrap_used)]

use insta::assert_snapshot;
use zarrscope::explorer::{Prompt, Side};

use crate::document::Document;
use crate::explorer::Explorer;
use crate::store::Store;

const WIDE: (u16, u16) = (140, 40);
const MEDIUM: (u16, u16) = (80, 24);
const NARROW: (u16, u16) = (40, 12);

/// The stored bytes of an array of 200 `uint8` that count up from 0, and begin again with 100 at number 150.
fn counting() -> Vec<u8> {
    (0..150).chain(100..150).collect()
}

/// A store with that array behind `codecs`, stored as `bytes`.
fn array(codecs: &str, bytes: &[u8]) -> Store {
    let document = Document::v3().shaped("[200]", "[200]").with("codecs", codecs);
    Store::named("t.zarr").array("", &document).file("c/0", bytes)
}

fn plain() -> Store {
    array(r#"[{"name": "bytes"}]"#, &counting())
}

fn offset(explorer: &Explorer, side: Side) -> u64 {
    explorer.app.values(side).offset
}

/// The message, or what is wrong with the line that is typed.
fn said(explorer: &Explorer) -> String {
    if let Some(prompt) = explorer.app.overlays.get::<Prompt>() {
        return prompt.error.clone().unwrap_or_default();
    }
    explorer.app.shared.message.clone().unwrap_or_default()
}

#[test]
fn a_byte_is_gone_to_by_its_number() {
    for size in [WIDE, MEDIUM, NARROW] {
        let store = plain();
        let mut explorer = store.explorer(size);
        explorer.keys(":byte 100\n");
        assert_eq!(offset(&explorer, Side::Output), 100);
        assert!(explorer.screen().contains("byte 100 = 0x64"), "{}", explorer.screen());
        explorer.keys(":byte 0xc7\n");
        assert_eq!(offset(&explorer, Side::Output), 199);
        explorer.keys(":byte 200\n");
        assert_eq!(offset(&explorer, Side::Output), 199);
        assert!(said(&explorer).contains("expected a byte below 200"), "{}", said(&explorer));
        explorer.keys("\u{1b}:byte x\n");
        assert!(said(&explorer).contains("expected the number of a byte"), "{}", said(&explorer));
        explorer.keys("\u{1b}");
    }
}

#[test]
fn bytes_are_looked_for_and_stepped_through() {
    for size in [WIDE, MEDIUM, NARROW] {
        let store = plain();
        let mut explorer = store.explorer(size);
        // Letters, as text and as bytes: d is 0x64.
        explorer.keys(":find \"de\"\n");
        assert_eq!(offset(&explorer, Side::Output), 100);
        assert!(said(&explorer).contains("1 of 2"), "{}", said(&explorer));
        explorer.keys("n");
        assert_eq!(offset(&explorer, Side::Output), 150);
        explorer.keys("n");
        assert_eq!(offset(&explorer, Side::Output), 100, "round the end");
        explorer.keys("N");
        assert_eq!(offset(&explorer, Side::Output), 150, "and back");
        explorer.keys(":find 64 66\n");
        assert!(said(&explorer).contains("these bytes were not found"), "{}", said(&explorer));
        explorer.keys(":find 6\n");
        assert!(said(&explorer).contains("expected bytes in hex"), "{}", said(&explorer));
        explorer.keys("\u{1b}:find 00 01\n");
        assert_eq!(offset(&explorer, Side::Output), 0);
        explorer.keys("\u{1b}");
        assert!(said(&explorer).contains("the search is ended"), "{}", said(&explorer));
        assert!(explorer.app.values(Side::Output).search.is_none());
    }
}

#[test]
fn what_is_found_is_marked() {
    let store = plain();
    let mut explorer = store.explorer(WIDE);
    explorer.keys(":find 64 65\nZ");
    let buffer = explorer.buffer();
    let mut marked = String::new();
    for y in 0..buffer.area.height {
        for x in 0..buffer.area.width {
            let cell = &buffer[(x, y)];
            if cell.bg == ratatui::style::Color::Yellow {
                marked.push_str(cell.symbol());
            }
        }
    }
    assert_eq!(marked, "64656465");
    assert_snapshot!("found_wide", explorer.screen());
}

#[test]
fn the_fields_of_a_header_have_names() {
    // By hand: version 2, LZ4 version 1, flags (LZ4, copied as they are), elements of one byte; 200 bytes in one block of 200.
    let mut stored = vec![2, 1, 0x22, 1, 200, 0, 0, 0, 200, 0, 0, 0, 216, 0, 0, 0];
    stored.extend(counting());
    let stored = &stored[..];
    let codecs = r#"[{"name": "bytes"}, {"name": "blosc", "configuration": {"cname": "lz4", "clevel": 5, "shuffle": "noshuffle", "typesize": 1, "blocksize": 0}}]"#;
    for (size, name) in [(WIDE, "wide"), (MEDIUM, "medium"), (NARROW, "narrow")] {
        let store = array(codecs, stored);
        let mut explorer = store.explorer(size);
        // The stage of blosc, opened: what goes in begins at its first byte.
        explorer.keys("\tkk\n:byte 0\n");
        assert_eq!(offset(&explorer, Side::Output), 0);
        explorer.keys("]]]]");
        assert_eq!(offset(&explorer, Side::Output), 4);
        assert!(explorer.screen().contains("how many bytes come out"), "{}", explorer.screen());
        let buffer = explorer.buffer();
        let magenta = buffer.content.iter().filter(|cell| cell.fg == ratatui::style::Color::Magenta);
        let marked: String = magenta.map(ratatui::buffer::Cell::symbol).collect();
        assert_eq!(marked, "c8000000", "all bytes of the field are marked");
        explorer.keys("[");
        assert_eq!(offset(&explorer, Side::Output), 3);
        explorer.keys("]]]]]");
        assert!(said(&explorer).contains("no further field"), "{}", said(&explorer));
        assert_snapshot!(format!("fields_{name}"), explorer.screen());
    }
}

#[test]
fn the_fields_of_a_row_stand_beside_it_where_there_is_room() {
    let mut stored = vec![2, 1, 0x22, 1, 200, 0, 0, 0, 200, 0, 0, 0, 216, 0, 0, 0];
    stored.extend(counting());
    let codecs = r#"[{"name": "bytes"}, {"name": "blosc", "configuration": {"cname": "lz4", "clevel": 5, "shuffle": "noshuffle", "typesize": 1, "blocksize": 0}}]"#;
    for (size, rows) in [
        (
            (200, 60),
            vec!["version 2, format 1, flags 0x22, typesize 1, nbytes 200, blocksize 200, cbytes 216"],
        ),
        (WIDE, vec!["version 2, format 1, flags 0x22, typesize 1, nbytes 200, blocksize 200, cb…"]),
        ((110, 30), vec!["version 2, format 1, flags 0x22, typesize 1, ", "blocksize 200, cbytes 216"]),
    ] {
        let store = array(codecs, &stored);
        let mut explorer = store.explorer(size);
        explorer.keys("\tkk\n:byte 0\nZ");
        for row in rows {
            assert!(explorer.screen().contains(row), "{row}: {}", explorer.screen());
        }
        // Keys and the mouse know the same rows.
        let in_row = if size.0 < 120 { 8 } else { 16 };
        assert_eq!(offset(explorer.keys("j"), Side::Output), in_row, "{}", explorer.screen());
    }
    let store = array(codecs, &stored);
    let mut explorer = store.explorer(MEDIUM);
    assert!(!explorer.keys("\tkk\n:byte 0\nZ").screen().contains("cbytes"), "{}", explorer.screen());
}

#[test]
fn the_bytes_of_another_stage_begin_at_the_first() {
    let codecs = r#"[{"name": "bytes"}, {"name": "gzip", "configuration": {"level": 1}}]"#;
    let store = array(codecs, &gzip(&counting()));
    let mut explorer = store.explorer(WIDE);
    explorer.keys(":at 190\n<\n");
    // The stage of gzip is open: the element is known in what comes out, and nothing of what goes in belongs to it alone.
    assert_eq!((offset(&explorer, Side::Output), offset(&explorer, Side::Input)), (190, 0));
}

/// A gzip member with one stored block.
fn gzip(bytes: &[u8]) -> Vec<u8> {
    use std::io::Write as _;
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::none());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

#[test]
fn an_entry_of_the_index_of_a_shard_has_a_name() {
    let mut explorer = Explorer::sample("sharded.zarr", WIDE);
    explorer.find("plain").keys("\t\tkkx:byte 0\nZ");
    // The file has 241 bytes: four inner chunks, 16 bytes for each from byte 173 on, and the checksum of those.
    for (byte, text) in [
        (0, "bytes 0 to 41, inner chunk (0, 0)"),
        (127, "bytes 86 to 127, inner chunk (0, 1)"),
        (173, "bytes 173 to 188, at byte 0, 42 bytes: inner chunk (0, 0), entry of the index"),
        (204, "bytes 189 to 204, at byte 86, 42 bytes: inner chunk (0, 1), entry of the index"),
        (205, "bytes 205 to 220, at byte 42, 44 bytes: inner chunk (1, 0), entry of the index"),
        (240, "bytes 237 to 240, the last 4 bytes of the index: its checksum"),
    ] {
        explorer.keys(&format!(":byte {byte}\n"));
        assert!(explorer.screen().contains(text), "{}", explorer.screen());
    }
    explorer.keys("[[");
    assert_eq!(offset(&explorer, Side::Output), 221);
    assert_snapshot!("index", explorer.screen());
    // In little room the numbers come first, and the text goes on in rows without bytes.
    for size in [MEDIUM, NARROW] {
        let mut explorer = Explorer::sample("sharded.zarr", size);
        explorer.find("plain").keys("\t\tkkx:byte 200\nZ");
        assert!(explorer.screen().contains("at byte 86, 42 bytes"), "{}", explorer.screen());
    }
}

#[test]
fn without_bytes_it_says_so() {
    let store = Store::of(&Document::v3());
    let mut explorer = store.explorer(WIDE);
    for line in [":byte 0\n", ":find 00\n"] {
        explorer.keys(line);
        assert!(said(&explorer).contains("no bytes here: open a stage"), "{}", said(&explorer));
        explorer.keys("\u{1b}");
    }
}
