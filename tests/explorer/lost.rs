//! Elements that a codec could not convert: the cursor goes to the first, and from one to the next.
#![allow(clippy::unwrap_used)]

use zarrscope::explorer::Side;

use crate::document::Document;
use crate::explorer::Explorer;
use crate::store::Store;

/// uint8 of shape 2×3, stored as int16 of shape 3×2: 1 300 | 3 4 | -5 6. No uint8 is (0, 1) or (2, 0) of what is stored,
/// which are (1, 0) and (0, 2) of the array.
fn store() -> Store {
    let codecs = r#"[{"name": "transpose", "configuration": {"order": [1, 0]}},
        {"name": "cast_value", "configuration": {"data_type": "int16"}},
        {"name": "bytes", "configuration": {"endian": "little"}}]"#;
    let document = Document::v3().shaped("[2, 3]", "[2, 3]").dotted().with("codecs", codecs);
    Store::of(&document).file("0.0", [1_i16, 300, 3, 4, -5, 6].map(i16::to_le_bytes).concat())
}

fn element(explorer: &Explorer) -> Vec<u64> {
    explorer.app.shared.selection.element.coords.clone()
}

#[test]
fn the_cursor_goes_from_one_element_without_a_value_to_the_next_and_back() {
    let store = store();
    let mut explorer = store.explorer((140, 40));
    assert_eq!(element(&explorer), [1, 0]);
    explorer.keys("\tn");
    assert_eq!(element(&explorer), [0, 2]);
    assert!(explorer.screen().contains("2 elements without a value"));
    explorer.keys("n");
    assert_eq!(element(&explorer), [0, 2]);
    assert!(explorer.screen().contains("no other one of 2 elements without a value"));
    assert_eq!(element(explorer.keys("N")), [1, 0]);
}

#[test]
fn what_could_be_converted_is_readable() {
    let store = store();
    let explorer = store.explorer((140, 40));
    let pane = explorer.app.values(Side::Output);
    let content = pane.content(&explorer.app.shared.selection);
    let row = |row| [0, 1, 2].map(|column| content.shown_text(&[row, column]).unwrap_or_default());
    assert_eq!([row(0), row(1)], [["1", "3", ""], ["", "4", "6"]]);
}
