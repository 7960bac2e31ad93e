//! In front of a class: colours of great contrast, the keys that are pressed, screens in files.
#![allow(clippy::unwrap_used)]

use std::fs;

use ratatui::style::Modifier;
use zarrscope::explorer::{Action, Key, ThemeName};
use zarrscope::explorer::{palettes, print};

use crate::explorer::Explorer;

const MEDIUM: (u16, u16) = (140, 40);

#[test]
fn colours_are_changed_by_a_key() {
    let mut explorer = Explorer::sample("climate.zarr", MEDIUM);
    for theme in [
        ThemeName::Dark,
        ThemeName::Light,
        ThemeName::Contrast,
        ThemeName::ContrastLight,
        ThemeName::Terminal,
    ] {
        explorer.keys("T");
        assert_eq!(explorer.app.theme, theme);
        assert!(explorer.screen().contains(&format!("colours: {}", theme.name())), "{}", explorer.screen());
    }
}

#[test]
fn a_theme_has_a_colour_for_all_that_is_drawn_and_nothing_dim() {
    let mut explorer = Explorer::sample("broken.zarr/bad_shard_index", MEDIUM);
    explorer.keys("l");
    for theme in ThemeName::ALL.into_iter().filter(|theme| *theme != ThemeName::Terminal) {
        let picture = print::svg(&explorer.buffer(), theme);
        let palette = palettes::palette(theme).unwrap();
        let [red, green, blue] = palette.background;
        assert!(
            picture.contains(&format!("fill=\"#{red:02x}{green:02x}{blue:02x}\" rx")),
            "{}",
            theme.name()
        );
    }
    // States are told by signs, whatever the colours are.
    let buffer = explorer.buffer();
    assert!(buffer.content.iter().any(|cell| cell.symbol() == "✗" && cell.modifier.contains(Modifier::BOLD)));
}

#[test]
fn keys_are_shown_to_those_who_watch() {
    let mut explorer = Explorer::sample("climate.zarr", (80, 24));
    explorer.keys("Kjj\n");
    assert!(explorer.screen().contains(" j  j  Enter"), "{}", explorer.screen());
    explorer.keys("jjjjjjj");
    assert!(explorer.screen().contains(" j  j  j  j  j  j"), "{}", explorer.screen());
    explorer.keys("K");
    assert!(!explorer.screen().contains("j  j"), "{}", explorer.screen());
}

#[test]
fn a_screen_is_written_as_picture_or_text() {
    let folder = tempfile::tempdir().unwrap();
    for (name, begins) in [("a.svg", "<svg "), ("a.txt", "━ hierarchy")] {
        let path = folder.path().join(name);
        let mut explorer = Explorer::sample("climate.zarr", (80, 24));
        explorer.act(Action::Key(Key::Ctrl('s')));
        assert!(explorer.screen().contains("screen.svg"), "{}", explorer.screen());
        explorer.act(Action::Key(Key::Ctrl('e'))).act(Action::Key(Key::Ctrl('u')));
        explorer.keys(path.to_str().unwrap()).keys("\n");
        let text = fs::read_to_string(&path).unwrap();
        assert!(text.starts_with(begins), "{text}");
        assert!(
            text.contains("temperature") && !text.contains("save as"),
            "as it was before the name was asked for"
        );
    }
    let path = folder.path().join("a.png");
    let mut explorer = Explorer::sample("climate.zarr", (80, 24));
    explorer
        .act(Action::Key(Key::Ctrl('s')))
        .act(Action::Key(Key::Ctrl('e')))
        .act(Action::Key(Key::Ctrl('u')));
    explorer.keys(path.to_str().unwrap()).keys("\n");
    let png = png::Decoder::new(std::io::BufReader::new(fs::File::open(&path).unwrap())).read_info().unwrap();
    assert_eq!((png.info().width, png.info().height), (80 * 10 + 24, 24 * 20 + 24));
}
