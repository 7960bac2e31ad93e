//! `probe`.

use std::fs;

use serde_json::{Value, json};

use crate::run::*;

#[test]
fn an_element_is_followed_to_its_bytes() {
    let probe = parsed("probe climate.zarr/temperature --at 7,150,900 --json");
    assert_has(
        &probe,
        &json!({"chunk": [1, 7, 2], "key": "c/1/7/2", "within": [2, 10, 100], "state": "stored", "shards": []}),
    );
    let codecs: Vec<&str> = probe["stages"]
        .as_array()
        .unwrap()
        .iter()
        .map(|stage| stage["codec"].as_str().unwrap_or("stored"))
        .collect();
    assert_eq!(codecs, ["scale_offset", "cast_value", "bytes", "zstd", "crc32c", "stored"]);
    assert_has(&probe["stages"][2], &json!({"element": [2, 10, 100], "index": 20_100}));
    assert_has(&probe["stages"][3], &json!({"ranges": [[40_200, 40_202]]}));
    // The frame has a header of nine bytes and one block, and ends where the checksum begins.
    assert_has(&probe["stages"][5], &json!({"ranges": [[9, 3722]]}));
    let said = text("probe climate.zarr/temperature --at 7,150,900");
    assert_names(&said, &["key c/1/7/2", "within   (2, 10, 100)", "bytes 40200:40202", "bytes 9:3722"]);
}

#[test]
fn a_byte_is_followed_back_to_its_elements() {
    // 2×3×4 int16, stored as 4×2×3: byte 27 is of element number 13 there, (2, 0, 1), which is (0, 1, 2) in the chunk.
    let back = parsed("probe codecs.zarr/transpose --chunk 0,0,0 --byte 27 --json");
    assert_eq!(back["dependents"], json!({"first": [0, 1, 2], "count": 1, "element": [0, 1, 2]}));
    assert_names(&text("probe codecs.zarr/transpose --chunk 0,0,0 --byte 27"), &["1 element, (0, 1, 2)"]);
    // 128 bytes, then a checksum.
    for (byte, dependents) in [("127", json!(1)), ("128", json!(null))] {
        let back = parsed(&format!("probe codecs.zarr/crc32c --chunk 0,0 --byte {byte} --json"));
        assert_eq!(back["dependents"]["count"], dependents, "{byte}");
    }
    let back = parsed("probe sharded.zarr/plain --chunk 0,0 --byte 86 --json");
    assert_eq!(
        back["dependents"],
        json!({"first": [0, 4], "count": 16, "element": [0, 4]}),
        "inner chunk (0, 1)"
    );
    for (wrong, what) in [
        ("--chunk 0,0 --byte 132", "expected a byte that is there"),
        ("--chunk 0,0 --byte 1 --stage 0", "expected a codec that gives bytes"),
        ("--chunk 0,0 --byte 1 --stage 7", "expected the place of a codec"),
        ("--chunk 9,0 --byte 1", "within the grid"),
    ] {
        assert_names(&misused(&format!("probe codecs.zarr/crc32c {wrong}")), &[what]);
    }
}

#[test]
fn the_value_is_the_decoded_one_wherever_it_is_stored() {
    for (array, elements) in [
        ("codecs.zarr/transpose", ["0,0,0", "1,2,1", "1,1,3"]),
        ("codecs.zarr/packed_temperature", ["0,0", "1,2", "3,5"]),
        ("codecs.zarr/everything", ["0,0", "1,2", "3,3"]),
        ("sharded.zarr/plain", ["0,0", "3,3", "7,15"]),
        ("sharded.zarr/missing_inner", ["0,0", "9,9", "15,15"]),
        ("sharded.zarr/transpose_before", ["0,0", "3,9", "7,31"]),
        ("lessons/17-everything.zarr/sea", ["0,0", "5,2", "7,7"]),
    ] {
        for element in elements {
            let probe = parsed(&format!("probe {array} --at {element} --json"));
            let region: Vec<String> = element
                .split(',')
                .map(|at| at.parse::<u64>().unwrap())
                .map(|at| format!("{at}:{}", at + 1))
                .collect();
            let decoded = text(&format!("decode {array} --region {} --format csv", region.join(",")));
            assert_eq!(probe["value"], json!(decoded.trim_end()), "{array} {element}");
        }
    }
}

#[test]
fn the_bytes_are_those_of_the_file() {
    let probe = parsed("probe codecs.zarr/packed_temperature --at 1,2 --json");
    let stored = probe["stages"].as_array().unwrap().last().unwrap();
    let at = usize::try_from(stored["ranges"][0][0].as_u64().unwrap()).unwrap();
    let file = fs::read(repository("sample-data/codecs.zarr/packed_temperature/c.0.0")).unwrap();
    assert_eq!(stored["bytes"], json!(format!("{:02x}", file[at])));
}

#[test]
fn a_fault_and_a_missing_chunk_are_reported() {
    let probe: Value = parsed_fault("probe broken.zarr/flipped_bit --at 4,0 --json");
    assert_has(&probe, &json!({"key": "c.1.0", "value": null, "fault": {"stage": "crc32c"}}));
    assert_has(&probe["stages"][2], &json!({"codec": null, "ranges": [[0, 4]]}));
    let missing = parsed("probe codecs.zarr/packed_temperature --at 3,3 --json");
    assert_has(&missing, &json!({"state": "missing", "value": "NaN"}));
    let message = misused("probe codecs.zarr/packed_temperature --at 4,0");
    assert_names(&message, &["--at", "(4, 6)", "(4, 0)"]);
}
