//! Following a chunk that somebody writes. The clock is an action: no test waits.
#![allow(clippy::unwrap_used)]

use std::fs::{self, File};
use std::path::Path;
use std::time::{Duration, SystemTime};

use insta::assert_snapshot;
use ratatui::style::Color;
use zarrscope::explorer::{Action, FollowState};

use crate::document::Document;
use crate::explorer::Explorer;
use crate::store::Store;

const WIDE: (u16, u16) = (140, 40);
const MEDIUM: (u16, u16) = (80, 24);
const NARROW: (u16, u16) = (40, 12);

/// Writes a file, at a time of its own: clocks of file systems are coarse.
fn write(path: &Path, bytes: impl AsRef<[u8]>, second: u64) {
    fs::write(path, bytes).unwrap();
    let time = SystemTime::UNIX_EPOCH + Duration::from_secs(1_000_000 + second);
    File::options().write(true).open(path).unwrap().set_modified(time).unwrap();
}

fn document() -> Document {
    Document::v3().shaped("[4, 6]", "[4, 3]").dotted()
}

/// An array of 4 by 6 `uint8` in two chunks of 4 by 3, which count up from 0 and 12.
fn open(size: (u16, u16)) -> (Store, Explorer) {
    let store = Store::named("t.zarr");
    write(&store.path("zarr.json"), document().text(), 0);
    write(&store.path("0.0"), (0..12).collect::<Vec<u8>>(), 0);
    write(&store.path("0.1"), (12..24).collect::<Vec<u8>>(), 0);
    let explorer = store.explorer(size);
    (store, explorer)
}

fn ticks(explorer: &mut Explorer, number: usize) {
    (0..number).for_each(|_| _ = explorer.act(Action::Tick));
}

/// Everything on the screen that is marked as changed.
fn marked(explorer: &Explorer) -> String {
    let buffer = explorer.buffer();
    let cells = buffer.content.iter().filter(|cell| cell.fg == Color::LightGreen);
    cells
        .map(ratatui::buffer::Cell::symbol)
        .collect::<String>()
        .split_whitespace()
        .collect::<Vec<_>>()
        .join(" ")
}

#[test]
fn what_is_written_is_shown_and_marked() {
    for (size, name) in [(WIDE, "wide"), (MEDIUM, "medium"), (NARROW, "narrow")] {
        let (store, mut explorer) = open(size);
        explorer.keys(":at 0,0\nU");
        assert!(explorer.screen().contains("U stops"), "{}", explorer.screen());
        ticks(&mut explorer, 2);
        assert_eq!((explorer.app.following.state, marked(&explorer)), (FollowState::Resting, String::new()));
        let mut bytes: Vec<u8> = (0..12).collect();
        (bytes[4], bytes[11]) = (77, 99);
        write(&store.path("0.0"), &bytes, 1);
        ticks(&mut explorer, 1);
        assert!(explorer.screen().contains("being written"), "{}", explorer.screen());
        assert_eq!(marked(&explorer), "");
        ticks(&mut explorer, 1);
        assert_eq!(marked(&explorer), "7799");
        assert!(explorer.screen().contains("read again: 2 of 12 elements"), "{}", explorer.screen());
        assert_snapshot!(format!("changed_{name}"), explorer.screen());
        explorer.keys("x");
        assert_eq!(marked(&explorer), "4d63", "in bytes too");
        explorer.keys("U");
        assert!(!explorer.app.following.is_on() && marked(&explorer).is_empty());
        assert!(explorer.screen().contains("no longer following"), "{}", explorer.screen());
        write(&store.path("0.0"), [1; 12], 2);
        explorer.act(Action::Tick);
        assert_eq!(explorer.app.following.state, FollowState::Off);
    }
}

#[test]
fn n_goes_to_the_next_element_that_was_written_anew() {
    let (store, mut explorer) = open(MEDIUM);
    explorer.keys(":at 0,0\nU");
    ticks(&mut explorer, 2);
    let said = explorer.keys("n").screen();
    assert!(said.contains("the chunk has not been rewritten since you follow it"), "{said}");
    let mut bytes: Vec<u8> = (0..12).collect();
    (bytes[4], bytes[11]) = (77, 99);
    write(&store.path("0.0"), &bytes, 1);
    ticks(&mut explorer, 2);
    for (keys, at, said) in [
        ("n", [1, 1], "rewritten: 4 → 77"),
        ("n", [3, 2], "rewritten: 11 → 99"),
        ("n", [3, 2], "no further element that was rewritten"),
        ("N", [1, 1], "rewritten: 4 → 77"),
        ("N", [1, 1], "no element before this one that was rewritten"),
    ] {
        let screen = explorer.keys(keys).screen();
        assert_eq!(explorer.app.shared.selection.cursor(), Some(at.to_vec()), "{screen}");
        assert!(screen.contains(said), "{screen}");
    }
}

#[test]
fn a_chunk_that_is_half_written_has_no_fault() {
    let (store, mut explorer) = open(WIDE);
    let chunk = store.path("0.0");
    explorer.keys("U");
    ticks(&mut explorer, 2);
    for length in [3, 7, 11] {
        write(&chunk, vec![5; length], length as u64);
        ticks(&mut explorer, 1);
        let screen = explorer.screen();
        assert!(
            screen.contains("following: being written") && !screen.contains('✗'),
            "not in the legend either: {screen}"
        );
    }
    // It rests: what it lacks is a fault now.
    ticks(&mut explorer, 1);
    assert!(explorer.screen().matches('✗').count() > 1, "{}", explorer.screen());
    write(&chunk, [5; 12], 20);
    ticks(&mut explorer, 2);
    assert_eq!(explorer.app.following.state, FollowState::Resting);
    let trace = explorer.app.shared.selection.trace.ready().unwrap();
    assert!(trace.trace.fault.is_none());
    fs::remove_file(&chunk).unwrap();
    ticks(&mut explorer, 1);
    assert_eq!(explorer.app.following.state, FollowState::Writing, "it may come back");
    ticks(&mut explorer, 1);
    let trace = explorer.app.shared.selection.trace.ready().unwrap();
    assert!(trace.trace.stored.is_none());
}

#[test]
fn the_document_and_another_chunk_are_followed_too() {
    let (store, mut explorer) = open(WIDE);
    explorer.keys(":follow\n");
    ticks(&mut explorer, 2);
    explorer.keys(":c 0,1\n");
    ticks(&mut explorer, 2);
    assert_eq!(explorer.app.following.state, FollowState::Resting);
    write(&store.path("0.1"), [9; 12], 1);
    ticks(&mut explorer, 2);
    assert!(explorer.screen().contains("read again: 12 of 12 elements"), "{}", explorer.screen());
    write(&store.path("zarr.json"), document().with("data_type", r#""int8""#).text(), 2);
    ticks(&mut explorer, 2);
    assert!(explorer.screen().contains("int8 (4, 6)"), "{}", explorer.screen());
    assert!(explorer.screen().contains("its document was rewritten"), "{}", explorer.screen());
}

#[test]
fn what_is_no_array_is_not_followed() {
    let mut explorer = Explorer::sample("groups.zarr", NARROW);
    explorer.keys("U");
    assert!(explorer.screen().contains("select an array"), "{}", explorer.screen());
    ticks(&mut explorer, 2);
    assert_eq!(explorer.app.following.state, FollowState::Off);
}

#[test]
fn what_became_of_the_chunk_is_said() {
    let (store, mut explorer) = open(WIDE);
    let chunk = store.path("0.0");
    explorer.keys(":at 0,0\nU");
    ticks(&mut explorer, 2);
    let mut says = |change: &dyn Fn(), text: &str| {
        change();
        ticks(&mut explorer, 2);
        assert!(explorer.screen().contains(text), "{text}: {}", explorer.screen());
    };
    says(&|| write(&chunk, [70; 12], 1), "read again: 12 of 12 elements changed");
    says(&|| write(&chunk, [7; 5], 2), "read again: chunk (0, 0) no longer decodes");
    says(&|| write(&chunk, [7; 6], 3), "still does not decode");
    says(&|| write(&chunk, [7; 12], 4), "decodes again");
    says(&|| fs::remove_file(&chunk).unwrap(), "read again: chunk (0, 0) removed: missing now");
    says(&|| write(&chunk, [8; 12], 5), "read again: chunk (0, 0) there again");
    says(
        &|| {
            fs::remove_file(&chunk).unwrap();
            fs::create_dir(&chunk).unwrap();
        },
        "no longer decodes",
    );
}

#[test]
fn a_document_that_is_broken_for_a_while_is_followed() {
    let (store, mut explorer) = open(WIDE);
    let document = store.path("zarr.json");
    let text = fs::read(&document).unwrap();
    explorer.keys(":c 0,1\nU");
    ticks(&mut explorer, 2);
    write(&document, &text[..20], 1);
    ticks(&mut explorer, 5);
    assert!(explorer.app.shared.selection.array().is_none(), "{}", explorer.screen());
    write(&document, &text, 2);
    ticks(&mut explorer, 2);
    assert!(explorer.app.shared.selection.array().is_some(), "{}", explorer.screen());
    assert!(explorer.screen().contains("read again, and still followed"), "{}", explorer.screen());
    assert_eq!(explorer.app.shared.selection.coords(), [0, 1]);
    write(&store.path("0.1"), [9; 12], 3);
    ticks(&mut explorer, 3);
    assert!(explorer.screen().contains("12 of 12 elements changed"), "{}", explorer.screen());
}
