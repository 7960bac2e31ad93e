//! References to chunks in other files, as the explorer shows them.
#![allow(clippy::unwrap_used)]

use insta::assert_snapshot;
use zarrscope::hierarchy::Hierarchy;

use crate::document::Document;
use crate::explorer::Explorer;
use crate::store::Store;

const WIDE: (u16, u16) = (140, 40);
const MEDIUM: (u16, u16) = (80, 24);
const NARROW: (u16, u16) = (40, 12);

/// An array of three chunks: one in a file beside it, one outside, one missing.
fn open(size: (u16, u16)) -> (Store, Explorer) {
    let array = Document::v2().with("shape", "[12]").with("chunks", "[4]").text();
    let text = format!(
        r#"{{".zgroup": {{"zarr_format": 2}}, "v/.zarray": {array}, "v/0": ["a.bin", 70, 4], "v/1": ["/etc/passwd", 0, 4]}}"#
    );
    let store = Store::new().file("a.bin", (0..99).collect::<Vec<u8>>()).file("refs.json", text);
    let mut hierarchy = Hierarchy::open(&store.path("refs.json")).unwrap();
    "refs.json".clone_into(&mut hierarchy.name);
    let mut explorer = Explorer::open(hierarchy, size);
    explorer.find("v");
    (store, explorer)
}

#[test]
fn the_line_of_a_chunk_names_the_file_to_which_its_reference_leads() {
    for (size, name) in [(WIDE, "wide"), (MEDIUM, "medium"), (NARROW, "narrow")] {
        let (_store, mut explorer) = open(size);
        explorer.keys(":c 0\n");
        assert_snapshot!(format!("references_{name}"), explorer.screen());
    }
}

#[test]
fn a_reference_that_leads_out_is_an_error_of_its_chunk() {
    let (_store, mut explorer) = open(WIDE);
    explorer.keys(":c 1\n");
    let screen = explorer.screen();
    assert!(screen.contains("/etc/passwd") && screen.contains("--allow-references"), "{screen}");
    assert_snapshot!("references_refused", screen);
    let (_store, mut explorer) = open(MEDIUM);
    explorer.keys(":c 1\n");
    assert!(explorer.screen().contains("store"), "{}", explorer.screen());
}
