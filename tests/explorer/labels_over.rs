//! Labels over the picture of an image: their colours, the one under the cursor, and why some cannot lie there.
#![allow(clippy::unwrap_used)]

use std::collections::BTreeSet;

use crate::explorer::Explorer;
use crate::labelled::labelled;

const SIZES: [(u16, u16); 3] = [(140, 40), (80, 24), (40, 12)];

/// All colours of cells of the picture.
fn colours(explorer: &Explorer) -> BTreeSet<String> {
    let buffer = explorer.buffer();
    let cells = buffer.content.iter().filter(|cell| cell.symbol() == "▀");
    cells.flat_map(|cell| [format!("{:?}", cell.fg), format!("{:?}", cell.bg)]).collect()
}

fn expected(colours: &[&str]) -> BTreeSet<String> {
    colours.iter().map(|colour| format!("Rgb({colour})")).collect()
}

#[test]
fn labels_are_mixed_with_the_colours_of_the_picture() {
    for size in SIZES {
        let store = labelled();
        let mut explorer = store.explorer(size);
        explorer.keys("m");
        assert_eq!(colours(&explorer), expected(&["0, 0, 255"]), "{size:?}");
        explorer.keys("&");
        // Half of (0, 0, 255) and half of red; of green, which is half transparent, a quarter (128 / 255 / 2 = 0.251); the
        // third has none, and gets the third of ten, (225, 87, 89); 0 is transparent.
        let mixed = expected(&["128, 0, 128", "0, 64, 191", "113, 44, 172", "0, 0, 255"]);
        assert_eq!(colours(&explorer), mixed, "{size:?}");
        // Those of the next ones are as large as four elements of the image, and each a number of its own.
        explorer.keys("&");
        let mixed = expected(&["39, 61, 211", "121, 71, 150", "113, 44, 172", "59, 92, 217"]);
        assert_eq!(colours(&explorer), mixed, "{size:?}");
        let screen = explorer.keys("&&&&").screen();
        assert!(screen.contains("no labels over the picture"), "{screen}");
        assert_eq!(colours(&explorer), expected(&["0, 0, 255"]), "{size:?}");
    }
}

#[test]
fn the_label_under_the_cursor_is_said() {
    let store = labelled();
    for (size, whole) in [
        (SIZES[0], "labels nuclei: label 1 (class nucleus)"),
        (SIZES[1], "nuclei: label 1 (class nucleus)"),
        (SIZES[2], "nuclei: label 1"),
    ] {
        let mut explorer = store.explorer(size);
        let screen = explorer.keys("m&").screen();
        assert!(screen.contains(whole), "{screen}");
        let screen = explorer.keys(":at 0,6,2\n").screen();
        assert!(screen.contains("nuclei: label 2"), "{screen}");
        let screen = explorer.keys(":at 0,6,7\n").screen();
        assert!(screen.contains("nuclei: no label"), "{screen}");
        let screen = explorer.keys(":labels coarse\n").screen();
        assert!(screen.contains(": label 4"), "{screen}");
    }
    let screen = store.explorer(SIZES[0]).keys("m&&").screen();
    assert!(screen.contains("labels coarse, their level 1 (0–1): label 1"), "{screen}");
}

#[test]
fn labels_that_do_not_fit_say_why() {
    let store = labelled();
    for (keys, why) in [
        ("m&&&", "labels deep: it has 3 elements along its axis z, which the image does not have"),
        ("m&&&&", "labels real: expected whole numbers, found float32"),
        ("m&&&&&", "labels away: there are none in this part of the image"),
        (
            "m:labels cell\n",
            "expected the name of labels over the image, found \"cell\"; there are labels nuclei",
        ),
    ] {
        let mut explorer = store.explorer((200, 40));
        let screen = explorer.keys(keys).screen();
        assert!(screen.contains(why), "{keys}: {screen}");
    }
    let screen = Explorer::sample("climate.zarr/mask", SIZES[1]).keys("m&").screen();
    assert!(screen.contains("this array is not a level of an image"), "{screen}");
}

#[test]
fn the_key_is_hinted_at_where_there_are_labels() {
    let store = labelled();
    for size in SIZES {
        let mut explorer = store.explorer(size);
        let screen = explorer.keys("m").screen();
        assert!(size.0 == 40 || screen.lines().last().unwrap().contains("& labels"), "{screen}");
        let screen = explorer.keys("?/segmentation\n").screen();
        assert!(screen.contains('&'), "{screen}");
    }
    let mut plain = Explorer::sample("climate.zarr/temperature", SIZES[0]);
    assert!(!plain.keys("m").screen().contains("& labels"), "{}", plain.screen());
}

#[test]
fn labels_stay_in_other_colours_and_beside_values() {
    let store = labelled();
    let mut explorer = store.explorer(SIZES[1]);
    explorer.keys("m&:at 0,6,5\n");
    let screen = explorer.keys("MM").screen();
    assert!(screen.contains("nuclei: label 3"), "{screen}");
    // The values and back.
    let screen = explorer.keys("mm").screen();
    assert!(screen.contains("nuclei: label 3"), "{screen}");
}
