//! Pictures, statistics and profiles: keys in, screens out.
#![allow(clippy::unwrap_used)]

use std::fs;

use insta::assert_snapshot;
use ratatui::style::Color;
use zarrscope::app::{Action, Effect, Key, Overlay, Pane, Work};
use zarrscope::hierarchy::Hierarchy;
use zarrscope::worker;

use crate::document::Document;
use crate::explorer::Explorer;

const WIDE: (u16, u16) = (140, 40);
const MEDIUM: (u16, u16) = (80, 24);
const NARROW: (u16, u16) = (40, 12);

/// An array of uint8 in the shape and chunks given; stored chunks count up from their number.
fn open(shape: &str, chunk: &str, keys: &[&str], size: (u16, u16)) -> (tempfile::TempDir, Explorer) {
    let directory = tempfile::tempdir().unwrap();
    let document = Document::v3().shaped(shape, chunk).with("chunk_key_encoding", r#"{"name": "v2"}"#);
    fs::write(directory.path().join("zarr.json"), document.text()).unwrap();
    for (number, key) in (0..).zip(keys) {
        let bytes: Vec<u8> = (0..16).map(|byte| number * 16 + byte).collect();
        fs::write(directory.path().join(key), bytes).unwrap();
    }
    let mut hierarchy = Hierarchy::open(directory.path()).unwrap();
    "array".clone_into(&mut hierarchy.name);
    let explorer = Explorer::open(hierarchy, size);
    (directory, explorer)
}

fn element(explorer: &Explorer) -> Vec<u64> {
    zarrscope::app::picture_cursor(&explorer.app.shared.selection).unwrap()
}

#[test]
fn a_plane_as_a_picture() {
    for size in [WIDE, MEDIUM, NARROW] {
        let mut explorer = Explorer::sample("climate.zarr", size);
        explorer.find("temperature").keys("m");
        assert_snapshot!(explorer.screen());
    }
}

#[test]
fn moving_in_the_picture_selects_the_chunk_and_the_element() {
    let mut explorer = Explorer::sample("climate.zarr/temperature", WIDE);
    explorer.keys("m]").act(Action::Key(Key::End)).keys("G");
    assert_eq!(element(&explorer), [1, 199, 2999]);
    assert_eq!(explorer.app.shared.selection.coords(), [0, 9, 7]);
    let screen = explorer.screen();
    assert!(screen.contains("columns x, time = 1"), "{screen}");
    explorer.keys("mm++");
    assert_snapshot!(explorer.screen());
    explorer.keys("0hk");
    let near = element(&explorer);
    assert!(near[1] < 199 && near[2] < 2999, "{near:?}");
    assert!(explorer.screen().contains("picture  rows y, columns x"), "{}", explorer.screen());
    explorer.keys("m");
    assert!(explorer.screen().contains("array, y ↓ x →"), "{}", explorer.screen());
}

#[test]
fn every_element_has_a_square_where_there_is_room() {
    let (directory, mut explorer) = open("[6, 8]", "[4, 4]", &["0.0", "1.1"], MEDIUM);
    fs::write(directory.path().join("0.1"), b"short").unwrap();
    explorer.keys("mR");
    assert_snapshot!(explorer.screen());
    let buffer = explorer.buffer();
    let colors: Vec<Color> =
        buffer.content.iter().filter(|cell| cell.symbol() == "▀").map(|cell| cell.fg).collect();
    // The least number is the first colour of viridis, the greatest the last.
    assert!(
        colors.contains(&Color::Rgb(68, 1, 84)) && colors.contains(&Color::Rgb(253, 231, 37)),
        "{colors:?}"
    );
    explorer.keys("M");
    assert!(explorer.screen().contains("colours: greys"), "{}", explorer.screen());
    let grey = |color: &Color| matches!(color, Color::Rgb(red, green, blue) if red == green && green == blue);
    let buffer = explorer.buffer();
    assert!(buffer.content.iter().filter(|cell| cell.symbol() == "▀").all(|cell| grey(&cell.fg)));
}

#[test]
fn one_dimension_is_a_row_of_colours() {
    assert_snapshot!(Explorer::sample("grids.zarr/one_d", MEDIUM).keys("m").screen());
    let mut explorer = Explorer::sample("grids.zarr/zero_d", MEDIUM);
    assert!(explorer.keys("m").screen().contains("picture"), "{}", explorer.screen());
    let mut explorer = Explorer::sample("grids.zarr/zero_length", MEDIUM);
    assert!(explorer.keys("m").screen().contains("no picture"), "{}", explorer.screen());
    let mut explorer = Explorer::sample("data-types.zarr/complex64", MEDIUM);
    assert!(explorer.keys("m").screen().contains("no picture: expected elements"), "{}", explorer.screen());
}

#[test]
fn labels_have_colours_of_their_own() {
    let mut explorer = Explorer::sample("climate.zarr", MEDIUM);
    explorer.find("mask").keys("m");
    assert!(explorer.screen().contains("█ 0  █ 1"), "{}", explorer.screen());
}

#[test]
fn a_map_or_a_range_takes_the_colours_from_labels() {
    let mut explorer = Explorer::sample("climate.zarr", MEDIUM);
    explorer.find("mask").keys("m").keys("M");
    assert!(!explorer.screen().contains("█ 0  █ 1"), "{}", explorer.screen());
    assert!(explorer.screen().contains("colours: viridis"), "{}", explorer.screen());
    explorer.keys("MMM");
    assert!(explorer.screen().contains("colours: one for each label"), "{}", explorer.screen());
    assert!(explorer.screen().contains("█ 0  █ 1"), "{}", explorer.screen());
    explorer.keys("R");
    assert!(explorer.screen().contains("colours from 2 to 98"), "{}", explorer.screen());
    assert!(!explorer.screen().contains("█ 0  █ 1"), "{}", explorer.screen());
}

#[test]
fn a_known_fault_is_shown_where_no_element_of_it_is() {
    let (directory, mut explorer) = open("[600, 800]", "[4, 4]", &["0.0", "1.1"], MEDIUM);
    fs::write(directory.path().join("0.1"), b"short").unwrap();
    explorer.keys("m");
    assert!(!explorer.screen().contains("✗ 1 fault"), "{}", explorer.screen());
    explorer.keys("m:c 0,1\n:c 0,0\nm");
    let picture = explorer.app.picture.shown(&explorer.app.shared).unwrap();
    assert_eq!(picture.faults.iter().collect::<Vec<_>>(), [&vec![0, 1]]);
    assert!(picture.cells.contains(&zarrscope::pipeline::PictureCell::Faulty));
    assert!(explorer.screen().contains("✗ 1 fault"), "{}", explorer.screen());
}

#[test]
fn a_picture_comes_in_parts_and_only_the_last_one_counts() {
    let (_directory, mut explorer) = open("[600, 800]", "[4, 4]", &["0.0", "1.1"], MEDIUM);
    let first = explorer.app.update(Action::Key(Key::Char('m')));
    assert!(explorer.screen().contains("reading …"), "{}", explorer.screen());
    let pictures = |effects: &[Effect]| -> Vec<Work> {
        let work = effects.iter().filter_map(|effect| match effect {
            Effect::Work(work @ Work::Picture(..)) => Some(work.clone()),
            _ => None,
        });
        work.collect()
    };
    let old = pictures(&first);
    let newer = explorer.app.update(Action::Resize(100, 30));
    assert_eq!((old.len(), pictures(&newer).len()), (1, 1));
    let mut answers = Vec::new();
    worker::perform(&old[0], &mut || true, &mut |action| {
        answers.push(action);
        true
    });
    for answer in answers {
        drop(explorer.app.update(answer));
    }
    assert!(explorer.app.picture.picture.ready().is_none(), "it was replaced");
    explorer.perform(newer);
    assert!(explorer.app.picture.picture.ready().is_some());
    let moved = explorer.app.update(Action::Key(Key::Char('j')));
    assert!(pictures(&moved).is_empty(), "the cursor alone costs no new picture");
}

#[test]
fn the_largest_arrays_have_pictures() {
    let edge = "9223372036854775807";
    let (_directory, mut explorer) = open(&format!("[{edge}, {edge}]"), "[4, 4]", &["0.0"], MEDIUM);
    explorer.keys("m").act(Action::Key(Key::End)).keys("G");
    assert_eq!(element(&explorer), [u64::MAX / 2 - 1; 2]);
    assert!(explorer.screen().contains("░ missing"), "{}", explorer.screen());
    explorer.keys(&"+".repeat(70)).keys("0kh");
    assert!(explorer.screen().contains('+'), "{}", explorer.screen());
}

#[test]
fn statistics_of_the_chunk_and_of_the_array() {
    for size in [WIDE, MEDIUM, NARROW] {
        let mut explorer = Explorer::sample("climate.zarr", size);
        explorer.find("temperature").keys("S");
        assert_snapshot!(explorer.screen());
        explorer.keys("q");
        assert!(matches!(explorer.app.overlay, Overlay::None));
    }
    let mut explorer = Explorer::sample("data-types.zarr/complex64", MEDIUM);
    assert!(explorer.keys("S").screen().contains("found complex64"), "{}", explorer.screen());
}

#[test]
fn counting_stops_with_its_window() {
    let mut explorer = Explorer::sample("climate.zarr/temperature", MEDIUM);
    let asked = explorer.app.update(Action::Key(Key::Char('S')));
    assert!(matches!(asked.as_slice(), [Effect::Work(Work::Summarize(..))]), "{asked:?}");
    assert!(explorer.screen().contains("counting …"), "{}", explorer.screen());
    let closed = explorer.app.update(Action::Key(Key::Esc));
    assert!(matches!(closed.as_slice(), [Effect::Work(Work::StopCounting)]), "{closed:?}");
    explorer.perform(asked);
    assert!(matches!(explorer.app.overlay, Overlay::None));
}

#[test]
fn the_row_and_the_column_through_the_cursor() {
    for size in [WIDE, MEDIUM, NARROW] {
        let mut explorer = Explorer::sample("climate.zarr/temperature", size);
        explorer.keys(":at 7,150,900\nP");
        assert_snapshot!(explorer.screen());
    }
    let mut explorer = Explorer::sample("climate.zarr/temperature", MEDIUM);
    explorer.keys("lllP");
    assert!(explorer.screen().contains("this chunk is missing"), "{}", explorer.screen());
}

#[test]
fn clicking_selects_what_is_under_the_pointer() {
    use zarrscope::app::{Mouse, MouseKind};
    let mut explorer = Explorer::sample("climate.zarr/temperature", WIDE);
    explorer.keys("m");
    let area = explorer.app.shared.inner(Pane::Values);
    let (x, y) = (area.x + area.width - 1, area.y);
    explorer.act(Action::Mouse(Mouse { kind: MouseKind::Click, x, y }));
    let found = element(&explorer);
    assert!(found[1] < 10 && found[2] > 2900, "{found:?}");
    assert_eq!(explorer.app.shared.selection.coords(), [0, 0, 7]);
}
