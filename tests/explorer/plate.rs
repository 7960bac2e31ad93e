//! The wells of a plate as a table: how many images are in each, which are missing, and the way into one.
#![allow(clippy::unwrap_used)]

use serde_json::{Value, json};

use crate::store::Store;

/// A plate of so many rows and columns, of which A/1 has two images, A/3 one, and B/2 is listed and missing.
fn plate(rows: usize, columns: usize) -> Store {
    let names = |count: usize, name: &dyn Fn(usize) -> String| {
        (0..count).map(|at| json!({"name": name(at)})).collect::<Vec<Value>>()
    };
    let well =
        |path: &str, row: usize, column: usize| json!({"path": path, "rowIndex": row, "columnIndex": column});
    let plate = json!({"version": "0.5", "plate": {
        "rows": names(rows, &|at| char::from(b'A' + u8::try_from(at).unwrap()).to_string()),
        "columns": names(columns, &|at| (at + 1).to_string()),
        "wells": [well("A/1", 0, 0), well("A/3", 0, 2), well("B/2", 1, 1)],
    }});
    let image = |path: &str| json!({"path": path});
    Store::named("plate.zarr")
        .ome("", &plate)
        .ome("A", &json!({}))
        .ome("A/1", &json!({"version": "0.5", "well": {"images": [image("0"), image("1")]}}))
        .ome("A/3", &json!({"version": "0.5", "well": {"images": [image("0")]}}))
}

#[test]
fn a_plate_is_a_table_of_its_wells() {
    for size in [(140, 40), (80, 24), (40, 12)] {
        let store = plate(2, 3);
        let mut explorer = store.explorer(size);
        let screen = explorer.keys("\t").screen();
        for line in ["  1 2 3", "A 2 · 1", "B · ✗ ·", "well A/1: 2 images"] {
            assert!(screen.contains(line), "{line}: {screen}");
        }
        let screen = explorer.keys("l").screen();
        assert!(screen.contains("well A/2: not listed by the plate"), "{screen}");
        let screen = explorer.keys("j").screen();
        assert!(screen.contains("well B/2 is missing"), "{screen}");
        // Nothing is there to go to.
        assert!(explorer.keys("\n").screen().contains("well B/2 is missing"), "{}", explorer.screen());
        let screen = explorer.keys("kl\n").screen();
        assert!(screen.contains("OME well, 1 field"), "{size:?}: {screen}");
    }
}

#[test]
fn nodes_of_a_plate_are_a_key_away() {
    let store = plate(2, 3);
    let mut explorer = store.explorer((80, 24));
    let screen = explorer.keys("\t").screen();
    assert!(screen.lines().last().unwrap().contains("m nodes"), "{screen}");
    let screen = explorer.keys("m").screen();
    assert!(screen.contains("the nodes below the plate; m shows its wells"), "{screen}");
    assert!(screen.contains("name"), "{screen}");
    assert!(explorer.keys("m").screen().contains("A 2 · 1"), "{}", explorer.screen());
}

#[test]
fn large_plates_scroll_to_the_cursor() {
    let store = plate(16, 24);
    let mut explorer = store.explorer((40, 12));
    let screen = explorer.keys("\t").screen();
    assert!(screen.contains('…') && screen.contains("well A/1: 2 images"), "{screen}");
    let screen =
        explorer.act(zarrscope::explorer::Action::Key(zarrscope::explorer::Key::End)).keys("G").screen();
    assert!(screen.contains("well P/24: not listed by the plate") && screen.contains(" 24"), "{screen}");
    assert!(screen.contains("\nP  ·"), "{screen}");
}
