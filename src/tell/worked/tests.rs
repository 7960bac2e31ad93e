//! The expected numbers were worked out by hand, from the documents and the bytes of the stored chunks.

use std::path::Path;

use super::*;
use crate::codec::DecodeOptions;
use crate::hierarchy::Hierarchy;
use crate::pipeline::{Array, ChunkAddress};

fn open(path: &str) -> Array {
    let hierarchy = Hierarchy::open(&Path::new(env!("CARGO_MANIFEST_DIR")).join(path)).unwrap();
    Array::open(&hierarchy, "").unwrap()
}

fn trace(path: &str, coords: &[u64], inner: &[&[u64]]) -> ChunkTrace {
    let (array, options) = (open(path), DecodeOptions::default());
    let inner = inner.iter().map(|coords| coords.to_vec()).collect();
    array.trace_within(&ChunkAddress { chunk: coords.to_vec(), inner }, &options, usize::MAX).unwrap()
}

fn worked(path: &str, coords: &[u64], codec: &str) -> Vec<String> {
    let trace = trace(path, coords, &[]);
    let stage = trace.trace.stages.iter().position(|stage| stage.info.codec.name == codec).unwrap();
    example(&trace, stage, &[])
}

#[test]
fn transpose_moves_an_element_of_a_dimension_that_moves() {
    assert_eq!(
        worked("sample-data/codecs.zarr/transpose", &[0, 0, 0], "transpose"),
        [
            "order [2, 0, 1]: dimension i as stored is dimension order[i] of the chunk",
            "chunk (2, 3, 4), as stored (4, 2, 3)",
            "element (0, 0, 1) of the chunk is element (1, 0, 0) as stored",
            "in C order number 1 of the chunk, number 6 as stored: 1",
        ]
    );
}

#[test]
fn bytes_gives_the_address_of_an_element_and_its_value() {
    // The chunk is 00000000 00000001 00000002 00000006 00000007 00000008.
    let lines = worked("sample-data/codecs.zarr/bytes_big", &[0, 0], "bytes");
    assert_eq!(
        lines,
        [
            "2×3 int32: 6 × 4 bytes = 24 bytes",
            "element (0, 1): 0 × 3 + 1 × 1 = number 1 in C order",
            "number 1 × 4 bytes = byte 4",
            "bytes 4 to 7: 00 00 00 01 (big-endian) = 1",
        ]
    );
    let lines = worked("tests/corpus/v2/zarr3/type_i4_big", &[0, 0], "dtype");
    assert_eq!(lines.last().unwrap(), "bytes 4 to 7: 7f ff ff ff (big-endian) = 2147483647");
}

#[test]
fn a_packed_number_is_cast_divided_and_added_to() {
    // The chunk is 01 02 02 03 04 04 1d 00 …, with scale 0.1, offset -10 and 0 for NaN.
    let packed = "sample-data/codecs.zarr/packed_temperature";
    assert_eq!(
        worked(packed, &[0, 0], "cast_value"),
        [
            "element (0, 1): 2 as uint8 is 2.0 as float64",
            "element (1, 1): 0 is NaN, because scalar_map says so"
        ]
    );
    assert_eq!(
        worked(packed, &[0, 0], "scale_offset"),
        [
            "decoded = stored / scale + offset, with scale 0.1, offset -10",
            "element (0, 1): stored 2.0; 2.0 / 0.1 + (-10) = 10.0",
        ]
    );
}

#[test]
fn a_missing_chunk_has_no_stages_but_a_fill_value() {
    assert_eq!(
        worked("sample-data/codecs.zarr/packed_temperature", &[1, 0], "cast_value"),
        ["Nothing is stored, so no codec runs.", "The fill value NaN would be stored as 0."]
    );
}

#[test]
fn a_checksum_is_compared() {
    // The last four bytes of the chunk are fd 63 c9 57.
    assert_eq!(
        worked("sample-data/codecs.zarr/crc32c", &[0, 0], "crc32c"),
        [
            "bytes 128 to 131: fd 63 c9 57 (little-endian) = 0x57c963fd, the stored `checksum`",
            "CRC-32C of the 128 bytes before it: 0x57c963fd",
            "They are the same: the bytes are as they were written.",
        ]
    );
    let broken = worked("sample-data/broken.zarr/flipped_bit", &[1, 0], "crc32c");
    assert_eq!(
        broken[1..3],
        [
            "CRC-32C of the 64 bytes before it: 0xd3610e69",
            "They differ: at least one byte has changed since it was written."
        ]
    );
    assert!(broken[3].starts_with("It fails here: expected the checksum 0x18ee2490"), "{broken:?}");
    let first = worked("tests/corpus/v2/zarr3/crc32_default", &[0, 0], "crc32");
    assert!(first[0].starts_with("bytes 0 to 3: ") && first[1].contains("24 bytes after it"), "{first:?}");
}

#[test]
fn what_stands_behind_a_failed_stage_is_not_reached() {
    let lines = worked("sample-data/broken.zarr/wrong_length", &[0, 1], "transpose");
    assert_eq!(lines, ["It was not reached: a stage before it failed."]);
}

#[test]
fn a_compressor_shows_the_fields_around_its_bytes() {
    // 1f 8b 08 … 3a 25 09 f0 80 00 00 00
    let gzip = worked("sample-data/codecs.zarr/gzip", &[0, 0], "gzip");
    assert_eq!(gzip[0], "bytes 0 to 1: 1f 8b, the `signature` of a gzip member");
    assert_eq!(gzip[6], "bytes 81 to 84: 3a 25 09 f0 = 0xf009253a, the `CRC-32` of what comes out");
    assert_eq!(gzip[7], "bytes 85 to 88: 80 00 00 00 = 128, how many bytes come out (`length`)");
    assert_eq!(gzip.last().unwrap(), "89 bytes in, 128 bytes out: 1.44 times as many");
    let cut = worked("sample-data/broken.zarr/truncated_gzip", &[0, 1], "gzip");
    assert!(!cut.iter().any(|line| line.contains("CRC-32")), "{cut:?}");
}

#[test]
fn a_shard_shows_the_entry_of_an_inner_chunk() {
    // Of four inner chunks only the last is stored: 19 bytes. The index has 4 × 16 bytes and a checksum of 4.
    assert_eq!(
        worked("sample-data/sharded.zarr/missing_inner", &[1, 0], "sharding_indexed")[1..4],
        [
            "the `index` is bytes 19 to 86: an offset and a number of bytes for each",
            "inner chunk (1, 1) has entry number 3, bytes 67 to 82: 00 00 00 00 00 00 00 00 13 00 00 00 00 00 00 00",
            "offset 0, 19 bytes: it is bytes 0 to 18 of the shard",
        ]
    );
}

#[test]
fn the_stages_of_an_inner_chunk_take_its_own_bytes() {
    let trace = trace("sample-data/sharded.zarr/plain", &[0, 0], &[&[0, 0]]);
    assert_eq!(example(&trace, 1, &[])[0], "bytes 0 to 3: 28 b5 2f fd, the `signature` of a Zstandard frame");
    assert!(example(&trace, 2, &[])[0].starts_with("4×4 int32: 16 × 4 bytes = 64 bytes"));
}

#[test]
fn filters_of_numcodecs() {
    let corpus = |name: &str, codec: &str| worked(&format!("tests/corpus/v2/zarr3/{name}"), &[0, 0], codec);
    // 2c010000 03000000 03000000 …
    assert_eq!(
        corpus("delta_little", "delta"),
        [
            "element number 0: 300, as stored",
            "element number 1: 300 + 3 = 303",
            "element number 2: 303 + 3 = 306",
        ]
    );
    assert_eq!(
        corpus("packbits", "packbits")[1..],
        [
            "byte 1: e8 = 11101000, the highest bit first",
            "elements number 0 to 5: true, true, true, false, true, false",
        ]
    );
    assert_eq!(
        corpus("shuffle", "shuffle")[1..],
        [
            "element number 1: its bytes are stored at 1, 7, 13, 19: 2f 01 00 00",
            "decoded they are bytes 4 to 7: 2f 01 00 00",
        ]
    );
    // 06000000 00000000 01000000 61 …
    assert_eq!(
        corpus("object_vlen_utf8", "vlen-utf8"),
        [
            "bytes 0 to 3: 06 00 00 00 = 6 elements",
            "element (0, 1): bytes 8 to 11: 01 00 00 00 = a length of 1 byte",
            "byte 12: 61 = \"a\"",
        ]
    );
    assert_eq!(corpus("base64_filter", "base64")[0], "characters 0 to 3: LAEA = bytes 2c 01 00");
}

#[test]
fn an_element_is_found_in_its_chunk() {
    let array = open("sample-data/climate.zarr/temperature");
    assert_eq!(
        grid(&array.metadata.chunk_grid, &[7, 150, 2900]),
        [
            "element (7, 150, 2900) // chunk shape (5, 20, 400) = chunk (1, 7, 7)  (// divides and rounds down)",
            "element (7, 150, 2900) mod chunk shape (5, 20, 400) = (2, 10, 100) within the chunk",
            "dimension 2: the chunk covers 2800:3200, the array ends at 3000: 200 places past the end",
        ]
    );
    // Chunk edges 3, 4, 3 and 5, 7.
    let array = open("sample-data/grids.zarr/rectilinear");
    assert_eq!(
        grid(&array.metadata.chunk_grid, &[8, 6]),
        ["chunk (2, 1) begins at element (7, 5)", "element (8, 6) - (7, 5) = (1, 1) within the chunk"]
    );
    assert!(grid(&array.metadata.chunk_grid, &[10, 0]).is_empty());
}

#[test]
fn a_key_is_made_of_coordinates() {
    let worked_key = |path: &str, coords: &[u64]| key(&open(path).metadata.chunk_key_encoding, coords);
    assert_eq!(
        worked_key("sample-data/climate.zarr/temperature", &[1, 7, 2]),
        [
            "chunk key encoding default: \"c\", then each coordinate after \"/\"",
            "chunk (1, 7, 2) has the key c/1/7/2"
        ]
    );
    assert_eq!(worked_key("sample-data/grids.zarr/v2_keys", &[1, 0])[1], "chunk (1, 0) has the key 1.0");
    assert_eq!(worked_key("sample-data/grids.zarr/zero_d", &[])[1], "chunk () has the key c");
}

#[test]
fn the_fill_value_goes_along_the_chain() {
    assert_eq!(
        fill_value(open("sample-data/codecs.zarr/packed_temperature").chain()),
        [
            "fill value of the array: NaN",
            "after scale_offset: NaN as float64",
            "after cast_value: 0 as uint8",
            "through the codecs and back: NaN → NaN → 0 → NaN → NaN"
        ]
    );
}

#[test]
fn every_stage_of_the_corpus_has_lines_that_are_safe_to_show() {
    let manifest = std::fs::read(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/corpus/manifest.json")).unwrap();
    let rows: Json = serde_json::from_slice(&manifest).unwrap();
    let mut stages = 0;
    for row in rows.as_array().unwrap() {
        let path =
            Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/corpus").join(row["path"].as_str().unwrap());
        let Ok(hierarchy) = Hierarchy::open(&path) else { continue };
        let Ok(array) = Array::open(&hierarchy, "") else { continue };
        let first = ChunkAddress::from(vec![0; array.metadata.shape.len()]);
        let Ok(trace) = array.trace_within(&first, &DecodeOptions::default(), usize::MAX) else { continue };
        for stage in 0..trace.trace.stages.len() {
            let lines = example(&trace, stage, &[]);
            assert!(!lines.is_empty(), "{} {stage}", path.display());
            assert!(lines.iter().all(|line| !line.contains(char::is_control)), "{lines:?}");
            stages += 1;
        }
        assert!(example(&trace, trace.trace.stages.len(), &[]).is_empty());
    }
    assert!(stages > 500, "{stages}");
}
