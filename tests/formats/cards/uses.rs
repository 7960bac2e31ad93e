//! The cards about chunks at work, what numbers mean, and the marks of the screen.

use serde_json::json;
use zarrscope::codec::Statistics;
use zarrscope::explorer::keymap::SIGNS;
use zarrscope::hierarchy::NodeKind;
use zarrscope::meaning::{Meaning, MeaningSource, OmeMetadata};
use zarrscope::metadata::{ArrayDocument, Json, Scalar};

use super::{blocks, card, documents, rest, row, says};
use crate::document::Document;
use crate::store::Store;

#[test]
fn entropies_of_bytes() {
    for (start, count) in [("00 00", 4), ("00 01 00 01", 4), ("00 01 00 02", 12)] {
        let text = rest("entropy", start);
        let bytes = row("entropy", start);
        assert_eq!(bytes.len(), count, "{start}");
        let (_, expected) = text.split_once("entropy ").unwrap();
        assert_eq!(format!("{:.2}", Statistics::of_bytes(&bytes).entropy), expected, "{start}");
    }
    let every: Vec<u8> = (0..=255).collect();
    says("entropy", "8 bits: all 256 occur equally often");
    assert_eq!(format!("{:.2}", Statistics::of_bytes(&every).entropy), "8.00");
}

#[test]
fn requests_and_bytes_of_two_ways_to_read() {
    let shape: [u64; 3] = [365, 1000, 1000];
    says("choosing-chunks", "float32, time 365, y 1000, x 1000 (1.46 GB)");
    assert_eq!(shape.iter().product::<u64>() * 4, 1_460_000_000);
    for (chunk, map, series) in [
        ([1, 1000, 1000], (1, 4_000_000), (365, 1_460_000_000)),
        ([365, 100, 100], (100, 1_460_000_000), (1, 14_600_000)),
        ([30, 250, 250], (16, 120_000_000), (13, 97_500_000)),
    ] {
        let along = |axis: usize| shape[axis].div_ceil(chunk[axis]);
        let nbytes = chunk.iter().product::<u64>() * 4;
        assert_eq!((along(1) * along(2), along(1) * along(2) * nbytes), map, "{chunk:?}");
        assert_eq!((along(0), along(0) * nbytes), series, "{chunk:?}");
    }
    says("choosing-chunks", "1×1000×1000 1 request, 4 MB 365 requests, 1.46 GB");
    says("choosing-chunks", "365×100×100 100 requests, 1 request, 14.6 MB 1.46 GB");
    says("choosing-chunks", "30×250×250 16 requests, 13 requests, 97.5 MB 120 MB");
}

#[test]
fn packing_and_masks() {
    says("xarray", "int16, `scale_factor` 0.01, `add_offset` 273.15, `units` \"K\"");
    let attributes = json!({"scale_factor": 0.01, "add_offset": 273.15, "units": "K", "_FillValue": -32768});
    let document: serde_json::Value = serde_json::from_str(
        &Document::v3().typed("int16").with("attributes", attributes.to_string()).text(),
    )
    .unwrap();
    let array = ArrayDocument::read(&Json::root(&document));
    let (attributes, data_type) = (array.attributes.clone().unwrap(), array.data_type.clone().unwrap());
    let source = MeaningSource {
        attributes: &attributes,
        data_type: &data_type,
        zarr_format: 3,
        fill_value: None,
        scaling_codec: None,
    };
    let meaning = Meaning::read(&source, &array, &document);
    says("xarray", "-277 × 0.01 + 273.15 = 270.38 K");
    assert_eq!(meaning.value(&Scalar::Integer(-277)).text(), "270.38 K");
    assert_eq!(meaning.value(&Scalar::Integer(-32768)).text(), "–");
}

#[test]
fn an_image_of_two_levels() {
    let attributes = documents(&card("ome-zarr")).remove(0);
    let read = OmeMetadata::read(attributes.as_object().unwrap(), "").unwrap();
    assert_eq!(read.notes, []);
    assert_eq!(read.images[0].levels.len(), 2);
    says("ome-zarr", "is at y 5 µm, x 10 µm");
    let scale = |level: usize| read.images[0].levels[level].scale.clone().unwrap();
    assert_eq!(format!("y {} µm, x {} µm", 10.0 * scale(0)[1], 20.0 * scale(0)[2]), "y 5 µm, x 10 µm");
    assert_eq!(format!("y {} µm, x {} µm", 5.0 * scale(1)[1], 10.0 * scale(1)[2]), "y 5 µm, x 10 µm");
}

#[test]
fn a_group_with_attributes() {
    let document = documents(&card("groups")).remove(0);
    let store = Store::of(&Document::json(&document));
    assert!(matches!(store.hierarchy().describe("").kind, NodeKind::Document(_)));
}

#[test]
fn marks_are_those_of_the_help() {
    let known: String = SIGNS.iter().map(|(signs, _)| *signs).collect();
    for line in blocks(&card("marks")).into_iter().flatten() {
        for sign in line.chars().filter(|sign| !sign.is_ascii()) {
            assert!(known.contains(sign), "{sign}: {line}");
        }
    }
}
