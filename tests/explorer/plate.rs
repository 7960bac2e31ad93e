//! The wells of a plate as a table: how many images are in each, which are missing, and the way into one.
#![allow(clippy::unwrap_used)]

use ratatui::buffer::Buffer;
use ratatui::style::Color;
use serde_json::{Value, json};

use crate::document::Document;
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
    assert!(screen.lines().last().unwrap().contains("m pictures"), "{screen}");
    let screen = explorer.keys("mm").screen();
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

/// An image of 8×8 elements that are all the same, in two channels.
fn image(store: Store, path: &str, values: [u8; 2], window: Option<u8>) -> Store {
    let axis = |name: &str, kind: &str| json!({"name": name, "type": kind});
    let channel = |color: &str| match window {
        Some(end) => json!({"color": color, "window": {"start": 0, "end": end, "min": 0, "max": 255}}),
        None => json!({"color": color}),
    };
    let ome = json!({
        "version": "0.5",
        "multiscales": [{
            "axes": [axis("c", "channel"), axis("y", "space"), axis("x", "space")],
            "datasets": [{"path": "0", "coordinateTransformations": [{"type": "scale", "scale": [1, 1, 1]}]}],
        }],
        "omero": {"channels": [channel("FF0000"), channel("00FF00")]},
    });
    let document = Document::v3().shaped("[2, 8, 8]", "[2, 8, 8]").dotted();
    let bytes: Vec<u8> = values.iter().flat_map(|value| [*value; 64]).collect();
    let array = format!("{path}/0");
    store.ome(path, &ome).array(&array, &document).file(&format!("{array}/0.0.0"), bytes)
}

/// The colours of the characters in a line, without those of the text.
fn colors(buffer: &Buffer, line: &str) -> Vec<(u8, u8, u8)> {
    let area = buffer.area;
    let row = (0..area.height).find(|y| {
        let text: String = (0..area.width).map(|x| buffer[(x, *y)].symbol()).collect();
        text.contains(line)
    });
    let mut found = Vec::new();
    for x in 0..area.width {
        if let Color::Rgb(red, green, blue) = buffer[(x, row.unwrap())].fg {
            found.push((red, green, blue));
        }
    }
    found.dedup();
    found
}

#[test]
fn wells_are_compared_by_small_pictures_in_the_same_colours() {
    let name_of_row = "A ▀";
    for size in [(140, 40), (80, 24), (40, 12)] {
        let store = image(plate(2, 3), "A/1/0", [200, 0], Some(200));
        let store = image(store, "A/3/0", [100, 200], Some(200));
        let mut explorer = store.explorer(size);
        let screen = explorer.keys("\tm").screen();
        assert!(screen.contains("the first image of each well, small"), "{screen}");
        let screen = explorer.keys("l").screen();
        assert!(
            screen.contains('B') && screen.contains('✗') && screen.contains("well A/2: not listed"),
            "{screen}"
        );
        // Both channels at once, in their windows: half of the red light, and all of the green.
        let found = colors(&explorer.buffer(), name_of_row);
        assert_eq!(found, [(255, 0, 0), (128, 255, 0)], "{size:?}: {screen}");
        assert!(screen.lines().last().unwrap().contains("m nodes") || size.0 < 80, "{screen}");
        // The way into a well is that of the table.
        assert!(explorer.keys("l\n").screen().contains("OME well, 1 field"), "{}", explorer.screen());
    }
}

#[test]
fn without_windows_wells_have_one_range() {
    let store = image(plate(2, 3), "A/1/0", [50, 0], None);
    let store = image(store, "A/3/0", [100, 20], None);
    let mut explorer = store.explorer((80, 24));
    let found = colors(&explorer.keys("\tml").buffer(), "A ▀");
    // The ranges of all wells together: 50 to 100, and 0 to 20.
    assert_eq!(found, [(0, 0, 0), (255, 255, 0)], "{}", explorer.screen());
}

#[test]
fn channels_and_range_of_the_small_pictures_can_be_chosen() {
    let store = image(plate(2, 3), "A/1/0", [200, 0], Some(200));
    let store = image(store, "A/3/0", [100, 200], Some(200));
    let mut explorer = store.explorer((140, 40));
    let screen = explorer.keys("\tml").screen();
    assert!(screen.contains("channel 0 0–200, channel 1 0–200"), "{screen}");
    let found = colors(&explorer.keys(":channel 0\n").buffer(), "A ▀");
    assert_eq!(found, [(255, 0, 0), (128, 0, 0)], "{}", explorer.screen());
    // The range of both wells together, then numbers, then the windows again.
    let found = colors(&explorer.keys(":range\n").buffer(), "A ▀");
    assert_eq!(found, [(255, 0, 0), (0, 0, 0)], "{}", explorer.screen());
    let found = colors(&explorer.keys(":range 0 400\n").buffer(), "A ▀");
    assert_eq!(found, [(128, 0, 0), (64, 0, 0)], "{}", explorer.screen());
    assert!(explorer.screen().contains("channel 0 0–400"), "{}", explorer.screen());
    let screen = explorer.keys(":channel GFP\n").screen();
    assert!(screen.contains("expected channels of the wells: all, or of channel 0, channel 1"), "{screen}");
    let found = colors(&explorer.keys("\u{1b}:range\n:channel all\n").buffer(), "A ▀");
    assert_eq!(found, [(255, 0, 0), (128, 255, 0)], "{}", explorer.screen());
}
