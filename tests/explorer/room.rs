//! Room on the screen: borders that are moved, panes that give their room away, and the width of the tree.
#![allow(clippy::unwrap_used)]

use insta::assert_snapshot;
use zarrscope::explorer::{Action, Area, Key, Mouse, MouseKind, Pane};

use crate::document::Document;
use crate::explorer::Explorer;
use crate::store::Store;

const LARGE: (u16, u16) = (200, 60);
const WIDE: (u16, u16) = (140, 40);
const MEDIUM: (u16, u16) = (80, 24);
const NARROW: (u16, u16) = (40, 12);

#[test]
fn of_a_terminal_that_claims_too_much_a_part_is_drawn_on() {
    let mut explorer = Explorer::sample("climate.zarr", MEDIUM);
    explorer.act(Action::Resize(u16::MAX, u16::MAX));
    assert_eq!(explorer.app.shared.size, (1_000, 500));
    let said = "the terminal has 65 535 × 65 535 cells: only 1 000 × 500 are used";
    assert!(explorer.screen().contains(said));
}

fn area(explorer: &Explorer, pane: Pane) -> Area {
    explorer.app.shared.regions().pane(pane)
}

fn press(explorer: &mut Explorer, key: Key, times: usize) {
    (0..times).for_each(|_| _ = explorer.act(Action::Key(key)));
}

fn drag(explorer: &mut Explorer, from: (u16, u16), to: (u16, u16)) {
    for (kind, (x, y)) in [(MouseKind::Click, from), (MouseKind::Drag, to), (MouseKind::Release, to)] {
        explorer.act(Action::Mouse(Mouse { kind, x, y }));
    }
}

#[test]
fn keys_move_the_borders_of_the_pane_with_the_focus() {
    let mut explorer = Explorer::sample("climate.zarr/temperature", WIDE);
    let before = Pane::ALL.map(|pane| area(&explorer, pane));
    press(&mut explorer, Key::CtrlRight, 3);
    assert_eq!(area(&explorer, Pane::Stages).width, before[2].width + 6);
    press(&mut explorer, Key::CtrlDown, 2);
    assert_eq!(area(&explorer, Pane::Grid).height, before[1].height + 2);
    explorer.keys("\t");
    press(&mut explorer, Key::CtrlLeft, 5);
    let [stages, values] = [Pane::Stages, Pane::Values].map(|pane| area(&explorer, pane));
    assert_eq!((stages.width, area(&explorer, Pane::Grid).width), (before[2].width - 4, stages.width));
    assert_eq!(before[0].width + stages.width + values.width, WIDE.0);
    press(&mut explorer, Key::BackTab, 2);
    press(&mut explorer, Key::CtrlRight, 3);
    assert_eq!(area(&explorer, Pane::Hierarchy).width, before[0].width + 6);
    assert_snapshot!(explorer.screen());
    // It holds after another size, and on a smaller screen as far as there is room.
    let wide = explorer.app.shared.regions();
    explorer.act(Action::Resize(NARROW.0, NARROW.1)).act(Action::Resize(WIDE.0, WIDE.1));
    assert_eq!(explorer.app.shared.regions(), wide);
    assert!(
        explorer.keys("=").screen().contains("the borders are back where they were"),
        "{}",
        explorer.screen()
    );
    assert_eq!(Pane::ALL.map(|pane| area(&explorer, pane)), before);
}

#[test]
fn a_border_stops_where_a_pane_would_be_too_small() {
    let ways = [(Key::CtrlLeft, Key::CtrlRight), (Key::CtrlUp, Key::CtrlDown)];
    for size in [WIDE, MEDIUM] {
        for keys in ["", "\t", "\n"] {
            let mut explorer = Explorer::sample("grids.zarr/edges", size);
            explorer.keys(keys);
            for (key, back) in ways.into_iter().flat_map(|(one, other)| [(one, other), (other, one)]) {
                stops(&mut explorer, key, back);
                explorer.keys("=");
            }
        }
    }
}

/// A border moves until a pane would be too small. One step back is seen at once.
fn stops(explorer: &mut Explorer, key: Key, back: Key) {
    let mut before = None;
    while before != Some(explorer.app.shared.regions()) {
        before = Some(explorer.app.shared.regions());
        press(explorer, key, 1);
    }
    for pane in explorer.app.shared.panes() {
        let area = area(explorer, *pane);
        assert!(area.width >= 12 && area.height >= 3, "{key} {pane:?}: {area:?}");
    }
    let said = explorer.screen();
    assert!(said.contains("no further") || said.contains("no border"), "{said}");
    press(explorer, back, 1);
    assert_eq!(before != Some(explorer.app.shared.regions()), said.contains("no further"), "{said}");
}

#[test]
fn at_80_by_24_there_are_four_rows_of_the_grid_five_codecs_and_eight_rows_of_values() {
    let explorer = Explorer::sample("climate.zarr/temperature", MEDIUM);
    let screen = explorer.screen();
    let numbers = |part: &str| {
        let starts = part.lines().filter_map(|line| line.split('│').nth(1)?.split_whitespace().next());
        starts.filter(|start| start.trim_end_matches(['[', '■', ']']).parse::<u64>().is_ok()).count()
    };
    let (above, values) = screen.split_once("─ array").or(screen.split_once("─ values")).unwrap();
    // Each has a ruler above, of which the first number counts too.
    assert_eq!(numbers(above), 1 + 4, "{screen}");
    assert_eq!(numbers(values), 1 + 8, "{screen}");
    for codec in ["crc32c", "zstd", "bytes", "cast_value", "scale_offset"] {
        let row = above.lines().find(|line| line.contains(&format!("│{codec} "))).unwrap();
        assert!(row.contains('✓'), "{screen}");
    }
}

#[test]
fn a_click_selects_the_stage_below_it_where_the_first_are_left_out() {
    let mut explorer = Explorer::sample("climate.zarr/temperature", (72, 16));
    explorer.keys("\t\tG");
    let stages = area(&explorer, Pane::Stages);
    let count = explorer.app.shared.selection.stage_count();
    assert!(usize::from(stages.height) < 1 + count, "{}", explorer.screen());
    let y = stages.y + stages.height - 2;
    explorer.act(Action::Mouse(Mouse { kind: MouseKind::Click, x: stages.x + 3, y }));
    assert_eq!(explorer.app.shared.selection.stage(), count - 2, "{}", explorer.screen());
}

#[test]
fn the_mouse_drags_borders() {
    for size in [LARGE, WIDE, MEDIUM] {
        let mut explorer = Explorer::sample("climate.zarr/temperature", size);
        let tree = area(&explorer, Pane::Hierarchy);
        // The last column of the tree, and the first of the grid; between rules there is one line.
        let is_ruled = explorer.app.shared.regions().is_ruled;
        for x in [tree.width - 1, tree.width].into_iter().take(if is_ruled { 1 } else { 2 }) {
            drag(&mut explorer, (x, 3), (x + 4, 5));
            assert_eq!(area(&explorer, Pane::Hierarchy).width, tree.width + 4, "{size:?}");
            drag(&mut explorer, (x + 4, 3), (x, 3));
            assert_eq!(area(&explorer, Pane::Hierarchy).width, tree.width);
        }
        let grid = area(&explorer, Pane::Grid);
        let y = if is_ruled { area(&explorer, Pane::Values).y } else { grid.height };
        drag(&mut explorer, (grid.x + 9, y), (0, y - 1));
        assert_eq!(area(&explorer, Pane::Grid).height, grid.height - 1, "{size:?}");
        explorer.act(Action::Mouse(Mouse { kind: MouseKind::Drag, x: 0, y: 0 }));
        assert_eq!(area(&explorer, Pane::Grid).height, grid.height - 1, "nothing is held any more");
    }
}

#[test]
fn what_is_stored_has_no_input_and_gives_its_room_away() {
    for size in [LARGE, WIDE, MEDIUM, NARROW] {
        let mut explorer = Explorer::sample("climate.zarr/temperature", size);
        explorer.keys("\tg\n");
        assert!(explorer.app.shared.selection.opened);
        assert_eq!(explorer.app.shared.selection.stage(), 0);
        assert_eq!(area(&explorer, Pane::Input), Area::default());
        assert_snapshot!(explorer.screen());
        // With the focus on the input of a later stage, going back to what is stored puts it on the output.
        explorer.keys(">>");
        explorer.app.shared.focus = Pane::Input;
        explorer.keys("<<");
        assert!(explorer.app.shared.selection.opened);
        assert_eq!(explorer.app.shared.focus, Pane::Values);
    }
}

#[test]
fn a_side_with_nothing_to_show_leaves_the_room_to_the_other() {
    // A missing chunk: nothing goes into the last stage, and it shows the fill value.
    let mut explorer = Explorer::sample("climate.zarr/temperature", WIDE);
    explorer.keys(":c 0,0,3\n\tG\n");
    let [input, values] = [Pane::Input, Pane::Values].map(|pane| area(&explorer, pane));
    assert!(values.width > input.width * 2, "{}", explorer.screen());
    assert_snapshot!(explorer.screen());
    // A codec that is not known: bytes go in, and nothing comes out.
    let mut explorer = Explorer::sample("broken.zarr/unknown_codec", WIDE);
    explorer.keys("\tgjj\n");
    let [input, values] = [Pane::Input, Pane::Values].map(|pane| area(&explorer, pane));
    assert!(input.width > values.width * 2, "{}", explorer.screen());
    assert_snapshot!(explorer.screen());
}

#[test]
fn the_tree_is_as_wide_as_its_names() {
    let long = "an_array_with_a_rather_long_name_01";
    let store = Store::named("group").group("").array("a", &Document::v3()).array(long, &Document::v3());
    for (size, expected) in [(LARGE, 46), (WIDE, 46), (MEDIUM, 26)] {
        let mut explorer = store.explorer(size);
        assert_eq!(area(&explorer, Pane::Hierarchy).width, expected, "{size:?}");
        let screen = explorer.keys("jj").screen();
        assert_eq!(area(&explorer, Pane::Hierarchy).width, expected, "moving moves no border");
        assert!(size == MEDIUM || screen.contains(&format!("▪ {long} ")), "{screen}");
        assert!(size != MEDIUM || screen.contains("▪ an_array_w…ng_name_01"), "{screen}");
        explorer.keys("kkh");
        assert_eq!(area(&explorer, Pane::Hierarchy).width, expected, "closing moves no border");
    }
}

#[test]
fn on_a_wide_screen_the_picture_stands_beside_the_values() {
    let mut explorer = Explorer::sample("climate.zarr/temperature", LARGE);
    explorer.keys("m");
    let picture = explorer.app.shared.regions().picture;
    assert!(!picture.is_empty() && area(&explorer, Pane::Values).width <= picture.width);
    assert_snapshot!(explorer.screen());
    // Keys move in the values; the picture has those that only it knows, and its clicks.
    explorer.keys("j");
    assert_eq!(explorer.app.shared.selection.position(), Some(vec![0, 1, 0]));
    let rows = |explorer: &Explorer| explorer.app.picture.picture.ready().unwrap().plan.shown[0].clone();
    assert_eq!(rows(&explorer), 0..200);
    explorer.keys("+");
    assert_eq!(rows(&explorer), 0..100);
    let (x, y) = (picture.x + picture.width / 2, picture.y + picture.height / 2);
    explorer.act(Action::Mouse(Mouse { kind: MouseKind::Click, x, y }));
    let position = explorer.app.shared.selection.position().unwrap();
    assert!((40..60).contains(&position[1]) && position[2] > 400, "{position:?}");
    // Its border can be moved, and where it has no room it takes the place of the values.
    press(&mut explorer, Key::CtrlLeft, 4);
    assert!(explorer.app.shared.regions().picture.width > picture.width);
    explorer.act(Action::Resize(WIDE.0, WIDE.1));
    assert!(explorer.app.shared.regions().picture.is_empty());
    assert!(explorer.screen().contains("picture  rows y"), "{}", explorer.screen());
    assert!(explorer.keys("m").screen().contains("array, y"), "{}", explorer.screen());
}

#[test]
fn the_wheel_over_a_picture_leaves_the_focus_where_it_is() {
    let mut explorer = Explorer::sample("climate.zarr/temperature", LARGE);
    explorer.keys("m");
    explorer.app.shared.focus = Pane::Grid;
    let picture = explorer.app.shared.regions().picture;
    let mouse = |kind| Action::Mouse(Mouse { kind, x: picture.x + 9, y: picture.y + 3 });
    explorer.act(mouse(MouseKind::ScrollDown));
    let row = explorer.app.shared.selection.position().unwrap()[1];
    assert!(row > 0 && explorer.app.shared.focus == Pane::Grid, "row {row}, {:?}", explorer.app.shared.focus);
    explorer.act(mouse(MouseKind::Click));
    assert_eq!(explorer.app.shared.focus, Pane::Values);
}
