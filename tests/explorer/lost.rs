//! Elements that a codec could not convert: the cursor goes to the first, and from one to the next.
#![allow(clippy::unwrap_used)]

use zarrscope::explorer::Side;
use zarrscope::hierarchy::Hierarchy;

use crate::document::Document;
use crate::explorer::Explorer;

/// uint8 of shape 2×3, stored as int16 of shape 3×2: 1 300 | 3 4 | -5 6. No uint8 is (0, 1) or (2, 0) of what is stored,
/// which are (1, 0) and (0, 2) of the array.
fn explorer(directory: &tempfile::TempDir) -> Explorer {
    let codecs = r#"[{"name": "transpose", "configuration": {"order": [1, 0]}},
        {"name": "cast_value", "configuration": {"data_type": "int16"}},
        {"name": "bytes", "configuration": {"endian": "little"}}]"#;
    let encoding = r#"{"name": "v2", "configuration": {"separator": "."}}"#;
    let document = Document::v3().shaped("[2, 3]", "[2, 3]").with("codecs", codecs);
    std::fs::write(directory.path().join("zarr.json"), document.with("chunk_key_encoding", encoding).text())
        .unwrap();
    let stored: Vec<u8> = [1_i16, 300, 3, 4, -5, 6].into_iter().flat_map(i16::to_le_bytes).collect();
    std::fs::write(directory.path().join("0.0"), stored).unwrap();
    Explorer::open(Hierarchy::open(directory.path()).unwrap(), (140, 40))
}

fn element(explorer: &Explorer) -> Vec<u64> {
    explorer.app.shared.selection.element.coords.clone()
}

#[test]
fn the_cursor_goes_from_one_element_without_a_value_to_the_next_and_back() {
    let directory = tempfile::tempdir().unwrap();
    let mut explorer = explorer(&directory);
    assert_eq!(element(&explorer), [1, 0]);
    explorer.keys("\tn");
    assert_eq!(element(&explorer), [0, 2]);
    assert!(explorer.screen().contains("2 elements without a value"));
    explorer.keys("n");
    assert_eq!(element(&explorer), [0, 2]);
    assert!(explorer.screen().contains("no further one of 2 elements without a value"));
    assert_eq!(element(explorer.keys("N")), [1, 0]);
}

#[test]
fn what_could_be_converted_is_readable() {
    let directory = tempfile::tempdir().unwrap();
    let explorer = explorer(&directory);
    let pane = explorer.app.values(Side::Output);
    let content = pane.content(&explorer.app.shared.selection);
    let row = |row| [0, 1, 2].map(|column| content.text(&[row, column]).unwrap_or_default());
    assert_eq!([row(0), row(1)], [["1", "3", ""], ["", "4", "6"]]);
}
