//! Keys in, screens out.
#![allow(clippy::unwrap_used)]

use std::fs;

use insta::assert_snapshot;
use zarrscope::explorer::tasks::{DescribeNodes, ReadNode};
use zarrscope::explorer::{Action, Effect, Key, Mouse, MouseKind, Pane, Work};
use zarrscope::hierarchy::Hierarchy;

use crate::document::Document;
use crate::explorer::Explorer;
use crate::repository::repository;
use crate::store::Store;

const WIDE: (u16, u16) = (140, 40);
const MEDIUM: (u16, u16) = (80, 24);
const NARROW: (u16, u16) = (40, 12);

#[test]
fn a_directory_of_stores() {
    assert_snapshot!(Explorer::sample("", MEDIUM).screen());
}

#[test]
fn an_array_of_three_dimensions() {
    assert_snapshot!(Explorer::sample("climate.zarr", WIDE).find("temperature").keys("\tll").screen());
    assert_snapshot!(Explorer::sample("climate.zarr", MEDIUM).find("temperature").keys("\tll").screen());
}

#[test]
fn a_small_screen_shows_one_pane_at_a_time() {
    let mut explorer = Explorer::sample("climate.zarr", NARROW);
    explorer.find("temperature");
    assert_snapshot!(explorer.screen());
    for _ in 0..3 {
        assert_snapshot!(explorer.keys("\t").screen());
    }
}

#[test]
fn a_missing_chunk_looks_different_from_fill() {
    assert_snapshot!(Explorer::sample("climate.zarr/temperature", MEDIUM).keys("lll").screen());
}

#[test]
fn a_fault_names_its_stage() {
    assert_snapshot!(Explorer::sample("broken.zarr/wrong_length", MEDIUM).keys("l").screen());
    assert_snapshot!(Explorer::sample("broken.zarr/bad_order", MEDIUM).screen());
    assert_snapshot!(Explorer::sample("broken.zarr/not_json", MEDIUM).screen());
    assert_snapshot!(Explorer::sample("broken.zarr/bad_data_type", MEDIUM).screen());
}

#[test]
fn a_checksum_can_be_passed_over() {
    let mut explorer = Explorer::sample("broken.zarr/flipped_bit", MEDIUM);
    explorer.keys("j");
    assert!(explorer.screen().contains("✗ crc32c: expected the checksum"), "{}", explorer.screen());
    explorer.keys("!");
    assert!(explorer.screen().contains("checksums ignored"), "{}", explorer.screen());
    assert!(!explorer.screen().contains("✗ crc32c"), "{}", explorer.screen());
}

#[test]
fn bytes_of_a_stage() {
    assert_snapshot!(Explorer::sample("codecs.zarr/blosc_lz4", MEDIUM).keys("\tkk\t").screen());
}

#[test]
fn the_bytes_of_values() {
    let mut explorer = Explorer::sample("codecs.zarr/bytes_big", MEDIUM);
    assert_snapshot!(explorer.keys("\t\tx").screen());
}

#[test]
fn arrays_of_other_ranks() {
    assert_snapshot!(Explorer::sample("grids.zarr/zero_d", MEDIUM).screen());
    assert_snapshot!(Explorer::sample("grids.zarr/zero_length", MEDIUM).screen());
    assert_snapshot!(Explorer::sample("grids.zarr/one_d", MEDIUM).keys("l").screen());
    assert_snapshot!(Explorer::sample("grids.zarr/four_d", MEDIUM).keys("]s]").screen());
    assert_snapshot!(Explorer::sample("grids.zarr/rectilinear", MEDIUM).keys("l").screen());
}

#[test]
fn the_overhang_is_marked() {
    let mut explorer = Explorer::sample("grids.zarr/edges", MEDIUM);
    assert_snapshot!(explorer.keys("l\t\tG").act(Action::Key(Key::End)).screen());
}

#[test]
fn help_and_info_lie_over_the_panes() {
    let mut explorer = Explorer::sample("climate.zarr/temperature", MEDIUM);
    assert_snapshot!(explorer.keys("?").screen());
    assert_snapshot!(explorer.keys("q").keys("i").screen());
    explorer.keys("q");
    assert!(!explorer.has_quit());
}

#[test]
fn going_to_an_element_selects_its_chunk_and_value() {
    let mut explorer = Explorer::sample("climate.zarr/temperature", WIDE);
    explorer.keys(":at 7,150,900\n");
    assert_eq!(explorer.app.shared.selection.coords(), [1, 7, 2]);
    assert!(explorer.screen().contains("[7, 150, 900] = 281.35"), "{}", explorer.screen());
    explorer.keys(":key c/0/9/1\n");
    assert_eq!(explorer.app.shared.selection.coords(), [0, 9, 1]);
    explorer.keys(":c 9,9,9\n");
    assert!(explorer.screen().contains("expected a chunk of the grid"), "{}", explorer.screen());
}

#[test]
fn the_mouse_selects_and_scrolls() {
    let mut explorer = Explorer::sample("climate.zarr/temperature", MEDIUM);
    let screen = explorer.screen();
    let row = screen.lines().position(|line| line.contains("│ 2 ")).unwrap();
    let line = screen.lines().nth(row).unwrap();
    let column = line.chars().position(|c| c == '■').unwrap();
    let at = |kind| {
        Action::Mouse(Mouse { kind, x: u16::try_from(column).unwrap(), y: u16::try_from(row).unwrap() })
    };
    explorer.act(at(MouseKind::Click));
    assert_eq!((explorer.app.shared.focus, explorer.app.shared.selection.coords()[1]), (Pane::Grid, 2));
    explorer.act(at(MouseKind::ScrollDown));
    assert_eq!(explorer.app.shared.selection.coords()[1], 3);
}

#[test]
fn leaving_pane_by_pane_ends_at_the_top() {
    let mut explorer = Explorer::sample("climate.zarr", MEDIUM);
    explorer.find("temperature").keys("\n\n\n");
    assert_eq!((explorer.app.shared.focus, explorer.app.shared.selection.opened), (Pane::Values, true));
    explorer.keys("qq");
    assert_eq!((explorer.app.shared.focus, explorer.app.shared.selection.opened), (Pane::Stages, false));
    explorer.keys("qq");
    assert_eq!((explorer.app.shared.focus, explorer.has_quit()), (Pane::Hierarchy, false));
    explorer.keys("q");
    assert!(explorer.has_quit());
}

#[test]
fn a_late_answer_does_not_replace_a_newer_one() {
    let mut explorer = Explorer::sample("climate.zarr/temperature", MEDIUM);
    let first = explorer.app.update(Action::Key(Key::Char('l')));
    let second = explorer.app.update(Action::Key(Key::Char('l')));
    explorer.perform(second);
    explorer.perform(first);
    let trace = explorer.app.shared.selection.trace.ready().unwrap();
    assert_eq!(trace.address.chunk, [0, 0, 2]);
}

#[test]
fn the_first_screen_comes_before_anything_is_read() {
    let hierarchy = Hierarchy::open(&repository("sample-data/climate.zarr/temperature")).unwrap();
    let (app, effects) =
        zarrscope::explorer::App::new(hierarchy, zarrscope::codec::DecodeOptions::default(), MEDIUM);
    assert!(matches!(effects.as_slice(), [Effect::Work(work)] if work.is::<ReadNode>()));
    let waiting = Explorer::before_anything(app);
    assert!(waiting.screen().contains("reading …"), "{}", waiting.screen());
}

#[test]
fn only_the_nodes_on_the_screen_are_looked_at() {
    let store = Store::new().group("");
    for index in 0..3000 {
        fs::create_dir(store.path(&format!("node{index}"))).unwrap();
    }
    let mut explorer = store.explorer(MEDIUM);
    let described = |explorer: &Explorer| -> usize {
        let tasks = explorer.work.iter().filter_map(Work::task::<DescribeNodes>);
        tasks.map(|task| task.children.len()).sum()
    };
    let on_screen = usize::from(MEDIUM.1);
    assert!(described(&explorer) <= on_screen, "{}", described(&explorer));
    explorer.keys("G");
    assert!(described(&explorer) <= 2 * on_screen, "{}", described(&explorer));
    assert!(explorer.screen().contains("node2999"));
}

#[test]
fn a_grid_of_a_million_million_chunks_is_shown_at_once() {
    let array = Document::v3().shaped("[1000000000, 1000000000]", "[1000, 1000]").with("fill_value", "7");
    let store = Store::of(&array);
    let mut explorer = store.explorer(MEDIUM);
    explorer.keys("G").act(Action::Key(Key::End));
    assert_eq!(explorer.app.shared.selection.coords(), [999_999, 999_999]);
    let screen = explorer.screen();
    assert!(screen.contains("c/999999/999999  missing"), "{screen}");
    assert!(screen.contains("= 7  fill value (chunk missing)"), "{screen}");
}

#[test]
fn every_size_of_the_screen_can_be_drawn() {
    let mut explorer = Explorer::sample("climate.zarr", WIDE);
    explorer.find("temperature");
    for keys in ["", "\t", "\t", "\t", "x", "?", "\u{1b}i"] {
        explorer.keys(keys);
        for (width, height) in
            [(1, 1), (2, 2), (3, 5), (10, 3), (20, 5), (59, 15), (60, 16), (110, 17), (250, 70)]
        {
            explorer.act(Action::Resize(width, height));
            assert_eq!(explorer.buffer().area.height, height);
        }
    }
}

#[test]
fn the_pane_with_the_focus_takes_the_screen_and_gives_it_back() {
    let mut explorer = Explorer::sample("climate.zarr/temperature", (80, 24));
    let before = explorer.screen();
    assert_snapshot!(explorer.keys("mZ").screen());
    // The next pane has all of it then.
    let screen = explorer.keys("\t").screen();
    assert!(screen.contains("hierarchy") && !screen.contains("codec pipeline"), "{screen}");
    explorer.keys("Zm\t");
    assert_eq!(
        before.lines().take(8).collect::<Vec<_>>(),
        explorer.screen().lines().take(8).collect::<Vec<_>>()
    );
}
