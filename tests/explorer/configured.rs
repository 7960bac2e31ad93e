//! What the configuration changes, and the screen without boxes.
#![allow(clippy::unwrap_used)]

use insta::assert_snapshot;
use zarrscope::explorer::{Action, Configuration, Key, LabWindow, ThemeName};

use crate::explorer::Explorer;

const MEDIUM: (u16, u16) = (80, 24);

/// An explorer with a configuration, which has nothing wrong in it.
fn with(store: &str, size: (u16, u16), text: &str) -> Explorer {
    let (configuration, faults) = Configuration::read(text, &zarrscope::explorer::key_entries());
    assert_eq!(faults, []);
    let mut explorer = Explorer::sample(store, size);
    explorer.app.configure(&configuration);
    explorer
}

#[test]
fn colours_and_the_first_view_are_chosen() {
    let text = "theme = \"dark\"\ncolor-map = \"greys\"\nfirst-view = \"picture\"\n";
    let mut explorer = with("climate.zarr", (140, 40), text);
    assert_eq!(explorer.app.theme, ThemeName::Dark);
    explorer.find("temperature");
    assert!(
        explorer.screen().contains("picture") && explorer.screen().contains('▀'),
        "{}",
        explorer.screen()
    );
}

#[test]
fn keys_are_moved_in_dispatch_hints_and_help() {
    let text = "[keys]\nverify = \"ctrl-v\"\nfault = \"V\"\nhelp = [\"f\", \"?\"]\n";
    let mut explorer = with("climate.zarr", (140, 40), text);
    let hints = |explorer: &Explorer| explorer.screen().lines().last().unwrap_or_default().to_owned();
    let line = hints(&explorer);
    assert!(line.contains("Ctrl-v verify") && line.contains("V fault") && line.contains("f help"), "{line}");
    explorer.keys("V");
    assert!(explorer.screen().contains("no fault"), "{}", explorer.screen());
    explorer.keys("?G");
    explorer.keys("q").keys("f");
    assert!(explorer.screen().contains("keys"), "{}", explorer.screen());
    let mut pages = (0..9).map(|_| explorer.keys("jjjjjjjjjj").screen());
    assert!(pages.any(|page| page.contains("f, ?")));
    explorer.keys("q").act(Action::Key(Key::Ctrl('v')));
    assert!(explorer.screen().contains("verified"), "{}", explorer.screen());
}

#[test]
fn a_key_that_is_moved_in_one_place_moves_in_no_other() {
    // In the panes `a` turns rows and columns, in the lab it adds a codec.
    let mut explorer = with("climate.zarr/temperature", (140, 40), "keys.axes = \"t\"\n");
    explorer.keys("L");
    assert!(explorer.screen().contains("a add a codec"), "{}", explorer.screen());
    explorer.keys("a");
    assert!(explorer.screen().contains("type to find a codec"), "{}", explorer.screen());
    let text = "[keys.in-lab]\nadd = \"t\"\n";
    let mut explorer = with("climate.zarr/temperature", (140, 40), text);
    explorer.keys("La");
    assert!(explorer.screen().contains("a does nothing in this window"), "{}", explorer.screen());
    assert!(explorer.keys("?").screen().contains("in the lab"), "{}", explorer.screen());
    assert!(explorer.screen().contains("t              add a codec"), "{}", explorer.screen());
    explorer.keys("qt");
    assert!(explorer.screen().contains("type to find a codec"), "{}", explorer.screen());
    explorer.keys("\u{1b}\u{1b}\u{1b}\t\t\ta");
    assert!(explorer.screen().contains("rows:"), "{}", explorer.screen());
}

#[test]
fn a_window_gives_way_where_a_key_of_all_windows_is_moved_to_its_own() {
    let text = "[keys]\ndown = \"e\"\nexplain = \"j\"\n";
    let mut explorer = with("climate.zarr/temperature", (140, 40), text);
    explorer.keys("Lee");
    let lab = explorer.app.overlays.get::<LabWindow>().unwrap();
    assert_eq!((lab.selected, lab.rows.iter().filter(|row| row.edited.is_some()).count()), (2, 0));
}

#[test]
fn a_line_gives_way_to_the_name_of_a_screen() {
    let folder = tempfile::tempdir().unwrap();
    let mut explorer = Explorer::sample("climate.zarr/temperature", (140, 40));
    explorer.keys("W").act(Action::Key(Key::Ctrl('s'))).act(Action::Key(Key::Ctrl('e')));
    explorer.act(Action::Key(Key::Ctrl('u'))).keys(folder.path().join("a.svg").to_str().unwrap()).keys("\n");
    assert!(explorer.screen().contains("saved") && !explorer.app.overlays.is_open(), "{}", explorer.screen());
}

#[test]
fn a_file_name_is_asked_for_over_a_window_that_stays() {
    let mut explorer = Explorer::sample("climate.zarr/temperature", (140, 40));
    explorer.keys("L").act(Action::Key(Key::Ctrl('s')));
    assert!(explorer.screen().contains("save as:"), "{}", explorer.screen());
    assert!(explorer.screen().contains("chain"), "the lab is below: {}", explorer.screen());
    explorer.keys("\u{1b}");
    assert!(explorer.screen().contains("lab: temperature"), "{}", explorer.screen());
}

#[test]
fn a_moved_key_still_types_its_letter() {
    let mut explorer = with("climate.zarr", MEDIUM, "keys.quit = \"t\"\nkeys.back = \"ctrl-c\"\n");
    explorer.keys("/temp");
    assert!(explorer.has_quit(), "what quits at once does so everywhere");
    let mut explorer = with("climate.zarr", MEDIUM, "keys.info = \"t\"\n");
    explorer.keys("/temp\n");
    assert_eq!(explorer.app.shared.selection.node_key(), "temperature");
}

#[test]
fn a_message_says_what_is_wrong_with_the_file() {
    for size in [(200, 60), MEDIUM, (40, 12)] {
        let mut explorer = Explorer::sample("climate.zarr", size);
        let long = "/home/somebody/.config/zarrscope/config.toml:3: themes: unknown; `zarrscope config` lists what there is";
        explorer.app.show_message(&[
            long.to_owned(),
            "config.toml:3: themes: unknown; `zarrscope config` lists what there is".to_owned(),
        ]);
        assert!(explorer.screen().contains("config.toml:3: themes: unknown"), "{}", explorer.screen());
        explorer.keys("j");
        assert!(!explorer.screen().contains("themes"), "{}", explorer.screen());
    }
}

#[test]
fn a_plain_screen_has_no_boxes_and_letters_for_marks() {
    for (store, keys, size) in [
        ("climate.zarr/temperature", "", (140, 40)),
        ("broken.zarr", "", MEDIUM),
        ("broken.zarr/flipped_bit", "\t\n", MEDIUM),
        ("climate.zarr/temperature", "?", MEDIUM),
        ("climate.zarr/temperature", "m", MEDIUM),
        ("climate.zarr", "i", (40, 12)),
    ] {
        let mut explorer = Explorer::sample(store, size);
        explorer.app.is_plain = true;
        let screen = explorer.keys(keys).screen();
        let drawn = screen.chars().find(|letter| matches!(letter, '─'..='◿' | '✗' | '✓'));
        assert_eq!(drawn, None, "{screen}");
    }
    let mut explorer = Explorer::sample("climate.zarr/temperature", MEDIUM);
    explorer.app.is_plain = true;
    assert_snapshot!(explorer.keys("l").screen());
}
