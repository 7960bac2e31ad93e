//! The cards: the index, links from one to another and to bytes, and the card of what is under the cursor.
#![allow(clippy::unwrap_used, clippy::panic)]

use insta::assert_snapshot;
use zarrscope::explorer::{Action, CardsWindow, Key, Mouse, MouseKind, Pane};
use zarrscope::tell::card_page::CardTarget;

use crate::explorer::Explorer;

const WIDE: (u16, u16) = (140, 40);
const MEDIUM: (u16, u16) = (80, 24);
const SMALL: (u16, u16) = (40, 12);

/// The topic of the card that is open.
fn topic(explorer: &Explorer) -> Option<&'static str> {
    let window = explorer.app.overlays.get::<CardsWindow>()?;
    window.card().map(|opened| opened.card.topic)
}

fn press(explorer: &mut Explorer, key: Key) {
    explorer.act(Action::Key(key));
}

#[test]
fn all_cards_are_in_groups() {
    for size in [WIDE, MEDIUM, SMALL] {
        assert_snapshot!(Explorer::sample("codecs.zarr", size).keys("E").screen());
    }
}

#[test]
fn letters_find_cards_and_the_way_leads_back() {
    let mut explorer = Explorer::sample("codecs.zarr", MEDIUM);
    explorer.keys("Eshard");
    assert_snapshot!(explorer.screen());
    explorer.keys("\n");
    assert_eq!(topic(&explorer), Some("sharding_indexed"));
    explorer.keys("\u{1b}");
    assert!(explorer.screen().contains("/shard▏"), "{}", explorer.screen());
    explorer.keys("\u{1b}");
    assert!(!explorer.app.overlays.is_open());
}

#[test]
fn words_that_no_name_has_are_found_in_the_texts() {
    let mut explorer = Explorer::sample("codecs.zarr", MEDIUM);
    explorer.keys("Ecastagnoli");
    assert!(explorer.screen().contains("1 card by their texts"), "{}", explorer.screen());
    explorer.keys("\n");
    assert_eq!(topic(&explorer), Some("crc32c"));
    explorer.keys("Eno such words");
    assert!(explorer.screen().contains("no card has these words"), "{}", explorer.screen());
    explorer.keys("\n");
    assert!(topic(&explorer).is_none(), "there is nothing to open");
}

#[test]
fn a_name_of_another_card_is_followed_and_left_again() {
    let mut explorer = Explorer::sample("codecs.zarr", MEDIUM);
    explorer.keys("Ehdf5\n\t");
    assert_snapshot!(explorer.screen());
    explorer.keys("\n");
    assert_eq!(topic(&explorer), Some("bytes"));
    press(&mut explorer, Key::Backspace);
    assert_eq!(topic(&explorer), Some("hdf5"));
    explorer.keys("n");
    press(&mut explorer, Key::BackTab);
    explorer.keys("\n");
    assert_eq!(topic(&explorer), Some("bytes"), "the choice is kept, and goes on and back");
    explorer.keys("\u{1b}\u{1b}");
    assert!(topic(&explorer).is_none() && explorer.app.overlays.is_open(), "the index is below");
}

#[test]
fn the_mouse_follows_links_too() {
    let mut explorer = Explorer::sample("codecs.zarr", MEDIUM);
    explorer.keys("Ehdf5\n");
    let screen = explorer.screen();
    let (y, row) = screen.lines().enumerate().find(|(_, row)| row.contains("`bytes`")).unwrap();
    let x = row.chars().position(|letter| letter == '`').unwrap() + 1;
    let click = |x: usize, y: usize| {
        let (x, y) = (u16::try_from(x).unwrap(), u16::try_from(y).unwrap());
        Action::Mouse(Mouse { kind: MouseKind::Click, x, y })
    };
    explorer.act(click(x, y));
    assert_eq!(topic(&explorer), Some("bytes"));
    explorer.keys("\u{1b}\u{1b}");
    press(&mut explorer, Key::Ctrl('u'));
    let screen = explorer.screen();
    let (y, _) = screen.lines().enumerate().find(|(_, row)| row.contains("chunk-grid")).unwrap();
    explorer.act(click(20, y));
    assert_eq!(topic(&explorer), Some("chunk-grid"));
}

#[test]
fn the_card_is_about_what_is_under_the_cursor() {
    // Chunk (1, 1) of 16×16 reaches past the array of 30×30; c/0/1 and others are stored.
    for (path, keys, expected) in [
        ("grids.zarr/edges", "e", "metadata"),
        ("grids.zarr/edges", "\te", "chunk-grid"),
        ("fill-values.zarr", "e", "metadata"),
        ("sharded.zarr/plain", "\te", "chunk-grid"),
        ("codecs.zarr/transpose", "\t\tGe", "transpose"),
        ("codecs.zarr/transpose", "\t\tge", "chunk-key-encoding"),
    ] {
        let mut explorer = Explorer::sample(path, MEDIUM);
        if explorer.app.shared.focus != Pane::Hierarchy {
            explorer.app.shared.focus = Pane::Hierarchy;
        }
        assert_eq!(topic(explorer.keys(keys)), Some(expected), "{path} {keys:?}");
    }
}

#[test]
fn a_missing_chunk_and_a_fill_value_have_their_cards() {
    let mut explorer = Explorer::sample("climate.zarr/temperature", MEDIUM);
    explorer.keys(":c 0,0,3\ne");
    assert_eq!(topic(&explorer), Some("missing-chunk"));
    assert_snapshot!(explorer.screen());
    // The element of a missing chunk too.
    explorer.keys("\u{1b}:at 0,0,1200\ne");
    assert_eq!(topic(&explorer), Some("missing-chunk"));
    // What is stored as the fill value is another thing: inner chunk (0, 0) is not missing.
    let mut explorer = Explorer::sample("codecs.zarr/transpose", MEDIUM);
    explorer.keys(":at 0,0,0\ne");
    assert_eq!(topic(&explorer), Some("fill-value"));
    assert!(
        explorer.screen().contains("of the chunk is 0: the fill value, and stored"),
        "{}",
        explorer.screen()
    );
    explorer.keys("\u{1b}:at 0,0,1\ne");
    assert_eq!(topic(&explorer), Some("data-type"));
    assert!(explorer.screen().contains("element (0, 0, 1) is 1, in memory"), "{}", explorer.screen());
}

#[test]
fn the_card_of_an_element_past_the_array_says_so() {
    let mut explorer = Explorer::sample("grids.zarr/edges", MEDIUM);
    explorer.keys(":c 1,1\n\t\tw");
    explorer.app.shared.focus = Pane::Values;
    explorer.keys("G");
    press(&mut explorer, Key::End);
    explorer.keys("e");
    assert_eq!(topic(&explorer), Some("chunk-grid"));
    let screen = explorer.screen();
    assert!(screen.contains("lies past the array: it is overhang"), "{screen}");
    assert!(screen.contains("the array ends at 30: 2 places"), "{screen}");
}

#[test]
fn an_example_uses_the_element_under_the_cursor() {
    let mut explorer = Explorer::sample("codecs.zarr/transpose", WIDE);
    explorer.keys(":at 1,2,3\n<\te");
    explorer.app.shared.focus = Pane::Stages;
    explorer.keys("\u{1b}>e");
    assert_eq!(topic(&explorer), Some("transpose"));
    let screen = explorer.screen();
    assert!(screen.contains("element (1, 2, 3) of the chunk is element (3, 1, 2) as stored"), "{screen}");
}

#[test]
fn a_field_of_a_header_is_marked_in_its_bytes() {
    let mut explorer = Explorer::sample("codecs.zarr/blosc_lz4", WIDE);
    explorer.app.shared.focus = Pane::Stages;
    explorer.keys("gje");
    assert_eq!(topic(&explorer), Some("blosc"));
    let screen = explorer.screen();
    assert!(
        screen.contains("byte 3: 04 = 4, the bytes of an element, for the shuffle (`typesize`)"),
        "{screen}"
    );
    let window = explorer.app.overlays.get::<CardsWindow>().unwrap();
    let links = window.card().unwrap().page(WIDE).links;
    let typesize =
        links.iter().position(|link| link.target == CardTarget::Field("typesize".to_owned())).unwrap();
    for _ in 0..=typesize {
        explorer.keys("\t");
    }
    explorer.keys("\n");
    assert!(!explorer.app.overlays.is_open());
    let screen = explorer.screen();
    assert!(screen.contains("byte 3 = 4, the bytes of an element, for the shuffle"), "{screen}");
    assert_snapshot!(screen);
}

#[test]
fn fields_of_other_codecs_lead_to_their_bytes() {
    for (path, keys, card, field, expected) in [
        ("codecs.zarr/gzip", "gj", "gzip", "CRC-32", "the CRC-32 of what comes out"),
        ("codecs.zarr/zstd", "gj", "zstd", "descriptor", "the flags:"),
        ("codecs.zarr/crc32c", "gj", "crc32c", "checksum", "the CRC-32C of all other bytes"),
        ("sharded.zarr/plain", "gj", "sharding_indexed", "index", "index:"),
    ] {
        let mut explorer = Explorer::sample(path, WIDE);
        explorer.app.shared.focus = Pane::Stages;
        explorer.keys(keys).keys("e");
        assert_eq!(topic(&explorer), Some(card), "{path}");
        let Some(window) = explorer.app.overlays.get::<CardsWindow>() else { panic!("no card") };
        let target = CardTarget::Field(field.to_owned());
        let links = window.card().unwrap().page(WIDE).links;
        let number = links.iter().position(|link| link.target == target).unwrap();
        explorer.keys(&"n".repeat(number + 1)).keys("\n");
        let screen = explorer.screen();
        assert!(screen.contains(expected), "{path}: {screen}");
    }
}

#[test]
fn texts_are_wrapped_once_to_the_width() {
    for size in [(200, 60), SMALL] {
        assert_snapshot!(Explorer::sample("codecs.zarr", size).keys("Ecrc32c\n").screen());
    }
}
