//! Chunks by imagecodecs, above all images, against what it reads from them; and what is made of them when they are damaged.
//!
//! `tests/python/make_imagecodecs.py` wrote `tests/values/imagecodecs.json`.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::fs;

use base64::prelude::{BASE64_STANDARD, Engine};
use serde_json::Value;
use zarrscope::codec::{DecodeOptions, Silent};
use zarrscope::pipeline::Array;
use zarrscope::store::Slice;

use crate::array;
use crate::repository::repository;
use crate::store::Store;

struct Row {
    name: String,
    array: Array,
    stored: Vec<u8>,
    values: Vec<u8>,
    differs: u8,
    _store: Store,
}

fn bytes(value: &Value) -> Vec<u8> {
    BASE64_STANDARD.decode(value.as_str().unwrap()).unwrap()
}

fn rows() -> Vec<Row> {
    let text = fs::read_to_string(repository("tests/values/imagecodecs.json")).unwrap();
    let rows: Vec<Value> = serde_json::from_str(&text).unwrap();
    let row = |row: &Value| {
        let stored = bytes(&row["stored"]);
        let (document, members) = row["document"].as_object().unwrap().iter().next().unwrap();
        let store = Store::named("array").file(document, members.to_string());
        let store = store.file(row["key"].as_str().unwrap(), &stored);
        let name = row["name"].as_str().unwrap().to_owned();
        let array = array::open(&store.path("")).unwrap_or_else(|fault| panic!("{name}: {fault}"));
        let differs = u8::try_from(row["differs"].as_u64().unwrap()).unwrap();
        Row { name, array, stored, values: bytes(&row["values"]), differs, _store: store }
    };
    rows.iter().map(row).collect()
}

#[test]
fn every_chunk_decodes_to_what_imagecodecs_reads() {
    let mut compared = 0;
    for row in rows() {
        let name = &row.name;
        let result = row.array.read_region(&row.array.whole(), &DecodeOptions::default());
        if row.array.unknown_codecs().next().is_some() {
            let error = result.unwrap_err().to_string();
            assert!(error.contains("feature `images`"), "{name}: {error}");
            continue;
        }
        let elements = result.unwrap_or_else(|error| panic!("{name}: {error}")).into_elements();
        assert_eq!(elements.bytes().len(), row.values.len(), "{name}");
        let differences = elements.bytes().iter().zip(&row.values).map(|(one, other)| one.abs_diff(*other));
        let most = differences.max().unwrap();
        assert!(most <= row.differs, "{name}: {most} instead of at most {}", row.differs);
        compared += 1;
    }
    assert!(compared > if cfg!(feature = "images") { 110 } else { 40 }, "{compared}");
}

/// Bytes are cut off, changed one by one at the start, and replaced: nothing may panic, and what decodes is of the right size.
#[test]
fn damaged_chunks_are_faults_or_of_the_size_of_the_chunk() {
    let options = DecodeOptions { max_chunk_bytes: 1 << 20, ..DecodeOptions::default() };
    for row in rows() {
        let chain = row.array.chain();
        let try_out = |stored: &[u8], what: &str| {
            if let Ok(elements) = chain.decode(&Slice(stored), &options, &mut Silent) {
                let decoded = chain.decoded();
                assert_eq!(Some(elements.bytes().len() as u64), decoded.nbytes(), "{}: {what}", row.name);
            }
        };
        let nbytes = row.stored.len();
        for part in 0..16 {
            try_out(&row.stored[..nbytes * part / 16], "cut");
        }
        for place in (0..nbytes.min(96)).chain((96..nbytes).step_by(41)) {
            for flipped in [0x01, 0x80, 0xff] {
                let mut stored = row.stored.clone();
                stored[place] ^= flipped;
                try_out(&stored, "changed");
            }
        }
    }
}

#[cfg(feature = "images")]
mod images {
    use zarrscope::codec::DecodeOptions;

    use crate::array;
    use crate::document::Document;
    use crate::store::Store;

    fn fault(data_type: &str, shape: &str, codec: &str, stored: &[u8]) -> String {
        let codec = if codec.starts_with('{') { codec.to_owned() } else { format!("\"{codec}\"") };
        let document =
            Document::v3().shaped(shape, shape).dotted().with("data_type", format!("\"{data_type}\""));
        let store = Store::of(&document.with("codecs", format!("[{codec}]"))).file("0.0", stored);
        let array = match array::open(&store.path("")) {
            Ok(array) => array,
            Err(fault) => return fault.to_string(),
        };
        array.read_region(&array.whole(), &DecodeOptions::default()).unwrap_err().to_string()
    }

    /// A PNG image that says what size it has, with a right CRC-32 of that.
    fn png(width: u32, height: u32, bits: u8) -> Vec<u8> {
        let mut header = b"IHDR".to_vec();
        header.extend([width.to_be_bytes(), height.to_be_bytes()].concat());
        header.extend([bits, 0, 0, 0, 0]);
        let sum = !header.iter().fold(!0_u32, |sum, byte| {
            (0..8)
                .fold(sum ^ u32::from(*byte), |sum, _| (sum >> 1) ^ (0xedb8_8320 & (sum & 1).wrapping_neg()))
        });
        let start = b"\x89PNG\r\n\x1a\n\0\0\0\x0d";
        [start, header.as_slice(), &sum.to_be_bytes(), b"\0\0\0\0IDAT\x35\xaf\x06\x1e"].concat()
    }

    #[test]
    fn an_image_of_another_size_or_type_is_not_decoded() {
        for (shape, found) in [("[4, 6]", png(4, 6, 8)), ("[6, 4]", png(2_000_000_000, 2_000_000_000, 8))] {
            let fault = fault("uint8", shape, "imagecodecs_png", &found);
            let is_too_large = fault.contains("expected at most") && fault.contains("bytes to come out");
            let is_other = fault.contains("expected an image of") && fault.contains("found one of");
            assert!(is_other || is_too_large, "{fault}");
        }
        let wrong = fault("uint8", "[6, 4]", "imagecodecs_png", &png(4, 6, 16));
        assert!(wrong.contains("expected an image of 6×4 uint8, found one of 6×4×1 uint16"), "{wrong}");
        let cut = fault("uint8", "[6, 4]", "imagecodecs_png", &png(4, 6, 8));
        assert!(cut.contains("imagecodecs_png"), "{cut}");
    }

    #[test]
    fn what_a_configuration_asks_for_is_checked() {
        for (codec, expected) in [
            (r#"{"name": "imagecodecs_jpeg", "configuration": {"tables": "~"}}"#, "bytes in base64"),
            (
                r#"{"name": "imagecodecs_jpeg", "configuration": {"colorspace_jpeg": "LAB"}}"#,
                "one of GRAYSCALE",
            ),
            (r#"{"name": "imagecodecs_jpeg2k", "configuration": {"skipres": 1}}"#, "an integer from 0 to 0"),
            (r#"{"name": "imagecodecs_webp", "configuration": {"hasalpha": 1}}"#, "true or false"),
            (r#"{"name": "imagecodecs_jpegxl", "configuration": {"index": "last"}}"#, "an integer"),
            (r#"{"name": "imagecodecs_zfp", "configuration": {"header": false}}"#, "a header"),
        ] {
            let data_type = if codec.contains("zfp") { "float32" } else { "uint8" };
            let fault = fault(data_type, "[6, 4]", codec, b"");
            assert!(fault.contains(expected), "{fault}");
        }
    }
}
