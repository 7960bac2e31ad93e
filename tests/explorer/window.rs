//! Values across the whole array: walking over the borders of chunks, along any two dimensions.
//! What NumPy reads of the sample data stands in the tests as numbers.
#![allow(clippy::unwrap_used)]

use insta::assert_snapshot;
use zarrscope::explorer::keymap::{KEYMAP, KeyCommand};
use zarrscope::explorer::tasks::{ReadWindow, TraceChunk};
use zarrscope::explorer::{Action, Axes, Effect, Key, Mouse, MouseKind, Pane, Terminal, Work};
use zarrscope::pipeline::ChunkAddress;

use crate::document::Document;
use crate::explorer::Explorer;
use crate::store::Store;

const WIDE: (u16, u16) = (140, 40);
const MEDIUM: (u16, u16) = (80, 24);
const NARROW: (u16, u16) = (40, 12);

/// Presses keys, and compares the line about the element and the selected chunk.
fn check(explorer: &mut Explorer, keys: &str, line: &str, chunk: &[u64]) {
    let screen = explorer.keys(keys).screen();
    assert!(screen.contains(line), "{line} after {keys}\n{screen}");
    assert_eq!(explorer.app.shared.selection.coords(), chunk, "after {keys}");
}

fn press(explorer: &mut Explorer, key: Key) -> &mut Explorer {
    explorer.act(Action::Key(key))
}

/// An array of `uint8` with some stored values, whose chunks have keys such as `0.1`.
fn uint8(shape: &str, chunks: &str, stored: &[(&str, &[u8])]) -> Store {
    Store::of(&Document::v3().shaped(shape, chunks).dotted()).files(stored)
}

#[test]
fn the_cursor_crosses_borders_in_all_four_directions() {
    for size in [WIDE, MEDIUM, NARROW] {
        let mut explorer = Explorer::sample("climate.zarr/temperature", size);
        let mut check = |keys, line, chunk: [u64; 3]| check(&mut explorer, keys, line, &chunk);
        check(":at 0,139,399\n", "[0, 139, 399] = 282.12", [0, 6, 0]);
        check("l", "[0, 139, 400] = 282.12", [0, 6, 1]);
        check("j", "[0, 140, 400] = 282.1", [0, 7, 1]);
        check("h", "[0, 140, 399] = 282.1", [0, 7, 0]);
        check("k", "[0, 139, 399] = 282.12", [0, 6, 0]);
    }
}

#[test]
fn a_number_before_a_movement_repeats_it_here_too() {
    let mut explorer = Explorer::sample("climate.zarr/temperature", WIDE);
    check(&mut explorer, ":at 0,10,20\n5j3l", "[0, 15, 23] = ", &[0, 0, 0]);
    let screen = explorer.keys("v12j2h").screen();
    assert!(screen.contains("selected [0:1, 15:28, 21:24], 39 elements"), "{screen}");
}

#[test]
fn lines_show_where_chunks_begin() {
    for size in [WIDE, MEDIUM, NARROW] {
        let mut explorer = Explorer::sample("climate.zarr/temperature", size);
        assert_snapshot!(explorer.keys(":at 3,138,399\njjll").screen());
    }
}

#[test]
fn pages_and_ends_are_those_of_the_array() {
    let mut explorer = Explorer::sample("climate.zarr/temperature", WIDE);
    check(&mut explorer, ":at 9,0,0\n", "[9, 0, 0] = ", &[1, 0, 0]);
    press(explorer.keys("G"), Key::End);
    check(&mut explorer, "", "[9, 199, 2999] = 281.97", &[1, 9, 7]);
    press(explorer.keys("g"), Key::Home);
    check(&mut explorer, "[[[[[[[[[", "[0, 0, 0] = 281.56", &[0, 0, 0]);
    press(&mut explorer, Key::PageDown);
    assert_eq!(explorer.app.shared.selection.position(), Some(vec![0, 33, 0]), "{}", explorer.screen());
    // A line takes a row of this page.
    press(&mut explorer, Key::PageDown);
    assert_eq!(explorer.app.shared.selection.coords(), [0, 3, 0], "{}", explorer.screen());
    for _ in 0..3 {
        press(&mut explorer, Key::PageUp);
    }
    check(&mut explorer, "", "[0, 0, 0] = ", &[0, 0, 0]);
}

#[test]
fn slices_go_on_in_the_next_chunk() {
    let mut explorer = Explorer::sample("climate.zarr/temperature", MEDIUM);
    check(&mut explorer, ":at 4,150,900\n", "[4, 150, 900] = NaN  fill value (chunk missing)", &[0, 7, 2]);
    check(&mut explorer, "]", "[5, 150, 900] = 281.54", &[1, 7, 2]);
    check(&mut explorer, "[", "[4, 150, 900] = NaN", &[0, 7, 2]);
    check(&mut explorer, "[[[[[", "[0, 150, 900] = NaN", &[0, 7, 2]);
    assert!(explorer.screen().contains("no further slice"), "{}", explorer.screen());
}

#[test]
fn the_chunk_alone_has_its_overhang() {
    let mut explorer = Explorer::sample("grids.zarr/edges", MEDIUM);
    press(explorer.keys("\t\tG"), Key::End);
    assert_snapshot!(explorer.screen());
    assert_snapshot!(explorer.keys("wjjll").screen());
    // Past the array there is nothing to stand on.
    check(&mut explorer, "w", "[29, 29] = 900", &[1, 1]);
}

#[test]
fn the_element_that_is_followed_is_the_one_under_the_cursor() {
    // The last element of a chunk of 16×16; of the last chunk only 14×14 lie in the array.
    let mut explorer = Explorer::sample("grids.zarr/edges", MEDIUM);
    explorer.keys(":at 15,15\n\x1b\x1blj");
    check(&mut explorer, "", "[29, 29] = 900", &[1, 1]);
    let screen = explorer.keys("p").screen();
    assert!(screen.contains("array  [29, 29]"), "{screen}");
}

#[test]
fn one_dimension_is_folded_over_chunks() {
    let mut explorer = Explorer::sample("grids.zarr/one_d", NARROW);
    explorer.keys("\t\t");
    check(&mut explorer, "lll", "[3] = 4", &[0]);
    check(&mut explorer, "l", "[4] = 5", &[1]);
    check(&mut explorer, "j", "[9] = 10", &[2]);
    assert_snapshot!(explorer.screen());
}

#[test]
fn any_two_dimensions_make_rows_and_columns() {
    let mut explorer = Explorer::sample("grids.zarr/four_d", MEDIUM);
    check(
        &mut explorer,
        "\t\tja",
        "rows: dim 1 · columns: dim 3 · fixed: dim 0 = 0, dim 2 = 1",
        &[0, 0, 0, 0],
    );
    // What NumPy gives for [0, :, 1, :].
    let screen = explorer.screen();
    for row in ["6   7   8│  9  10", "26  27  28│ 29  30", "46  47  48│ 49  50"] {
        assert!(screen.contains(row), "{row}\n{screen}");
    }
    check(&mut explorer, "jjllll", "[0, 2, 1, 4] = 50", &[0, 0, 0, 1]);
    check(&mut explorer, "]", "[1, 2, 1, 4] = 110", &[1, 0, 0, 1]);
    assert_snapshot!(explorer.screen());
    explorer.keys(":rows dim 3\n");
    assert_eq!(explorer.app.shared.selection.axes(), Axes { rows: 3, columns: 1 });
    check(&mut explorer, "", "[1, 2, 1, 4] = 110", &[1, 0, 0, 1]);
    explorer.keys(":columns 0\n");
    assert_eq!(explorer.app.shared.selection.axes(), Axes { rows: 3, columns: 0 });
    check(&mut explorer, "h", "[0, 2, 1, 4] = 50", &[0, 0, 0, 1]);
    check(&mut explorer, ":rows z\n", "expected one of the dimensions dim 0, dim 1", &[0, 0, 0, 1]);
    // The grid follows: its rows are the two chunks along dim 3, its columns those along dim 0.
    explorer.keys("\x1b\x1b\x1b");
    assert_eq!(explorer.app.shared.focus, Pane::Grid);
    explorer.keys("kl");
    assert_eq!(explorer.app.shared.selection.coords(), [1, 0, 0, 0]);
}

#[test]
fn weights_show_their_long_dimensions() {
    let store = uint8("[128, 128, 3, 3]", "[64, 64, 3, 3]", &[]);
    let explorer = store.explorer(WIDE);
    assert_eq!(explorer.app.shared.selection.axes(), Axes { rows: 0, columns: 1 });
    assert_snapshot!(explorer.screen());
}

#[test]
fn arrays_with_no_end_in_sight() {
    let store = uint8("[9223372036854775807, 9223372036854775807]", "[1000, 4611686018427387904]", &[]);
    let mut explorer = store.explorer(WIDE);
    press(explorer.keys(":at 0,0\nG"), Key::End);
    let line = "[9223372036854775806, 9223372036854775806] = 0";
    check(&mut explorer, "", line, &[9_223_372_036_854_775, 1]);
    check(&mut explorer, ":at 5,4611686018427387903\n", "[5, 4611686018427387903] = 0", &[0, 0]);
    check(&mut explorer, "l", "[5, 4611686018427387904] = 0", &[0, 1]);
}

#[test]
fn shards_are_crossed_like_chunks() {
    let mut explorer = Explorer::sample("sharded.zarr/plain", MEDIUM);
    check(&mut explorer, ":at 7,7\n", "[7, 7] = 120", &[0, 0]);
    check(&mut explorer, "lj", "[8, 8] = 137", &[1, 1]);
    assert!(explorer.screen().contains("120│ 121"), "{}", explorer.screen());
}

#[test]
fn narrowing_inside_a_shard_stays_on_its_inner_chunk() {
    let mut explorer = Explorer::sample("sharded.zarr/plain", MEDIUM);
    explorer.keys("jl\n");
    let entered = ChunkAddress { chunk: vec![1, 1], inner: vec![vec![0, 0]] };
    assert_eq!(explorer.app.shared.selection.address, entered);
    let narrow = KEYMAP.iter().find(|binding| binding.command == KeyCommand::Narrow).unwrap().keys[0];
    for _ in 0..2 {
        press(&mut explorer, narrow);
        assert_eq!(explorer.app.shared.selection.address, entered, "{}", explorer.screen());
    }
}

#[test]
fn the_dimensions_that_are_fixed_count_from_the_array_also_inside_a_shard() {
    let document =
        Document::v3().shaped("[4, 2, 2]", "[4, 2, 2]").sharded("[2, 2, 2]", r#"["bytes"]"#).dotted();
    let index = [0_u64, 8, 8, 8].into_iter().flat_map(u64::to_le_bytes);
    let store = Store::of(&document).file("0.0.0", (1..=16).chain(index).collect::<Vec<u8>>());
    let mut explorer = store.explorer(MEDIUM);
    explorer.keys("\n]");
    let entered = ChunkAddress { chunk: vec![0, 0, 0], inner: vec![vec![1, 0, 0]] };
    assert_eq!(explorer.app.shared.selection.address, entered);
    let screen = explorer.keys(":rows 1\n").screen();
    assert!(screen.contains("rows: dim 1 · columns: dim 2 · fixed: dim 0 = 2"), "{screen}");
}

#[test]
fn a_chunk_that_does_not_decode_is_no_hole() {
    let store = uint8("[4, 4]", "[2, 2]", &[("0.0", &[1, 2, 3, 4]), ("0.1", &[5]), ("1.0", &[6, 7, 8, 9])]);
    let mut explorer = store.explorer(WIDE);
    explorer.keys("\t\t");
    assert_snapshot!(explorer.screen());
    check(&mut explorer, "ll", "[0, 2] = 5", &[0, 1]);
    check(&mut explorer, "l", "[0, 3]  ✗ bytes: expected 4 bytes (2×2 uint8), found 1", &[0, 1]);
    check(&mut explorer, "jj", "[2, 3] = 0  fill value (chunk missing)", &[1, 1]);
    check(&mut explorer, "hh", "[2, 1] = 7", &[1, 0]);
}

#[test]
fn texts_of_several_chunks() {
    let document = Document::v3().shaped("[4]", "[2]").dotted().with("data_type", r#""string""#);
    let document = document.with("fill_value", r#""none""#).with("codecs", r#"[{"name": "vlen-utf8"}]"#);
    // Two texts: how many, then the length of each and its bytes.
    let chunk = [&[2, 0, 0, 0, 3, 0, 0, 0][..], b"one", &[5, 0, 0, 0], b"three"].concat();
    let store = Store::of(&document).file("1", chunk);
    let mut explorer = store.explorer(MEDIUM);
    check(&mut explorer, "\t\tl", "[1] = \"none\"  fill value", &[0]);
    assert!(explorer.screen().contains("│   \"one\"  \"three\""), "{}", explorer.screen());
    check(&mut explorer, "ll", "[3] = \"three\"", &[1]);
}

#[test]
fn structures_of_several_chunks_and_what_is_copied() {
    let dtype = r#"[["a", "<i2"], ["b", "|u1"]]"#;
    let document = Document::v2().with("dtype", dtype).with("shape", "[4]").with("chunks", "[2]");
    let store = Store::of(&document.with("fill_value", "null"))
        .files(&[("0", [1, 0, 2, 3, 0, 4]), ("1", [5, 0, 6, 0xff, 0xff, 8])]);
    let mut explorer = store.explorer(WIDE);
    explorer.keys("\t\tl");
    let line = explorer.screen().lines().find(|line| line.contains("[1] = ")).unwrap().to_owned();
    assert!(line.contains('3') && line.contains('4'), "{line}");
    explorer.keys("lly");
    assert_eq!(explorer.app.shared.selection.coords(), [1]);
    let copied = explorer.terminal.last();
    assert!(
        matches!(copied, Some(Terminal::Copy(text)) if text.contains("-1") && text.contains('8')),
        "{copied:?}"
    );
}

#[test]
fn the_mouse_selects_an_element_of_another_chunk() {
    let store = uint8("[4, 4]", "[2, 2]", &[("0.0", &[1, 2, 3, 4]), ("1.0", &[6, 7, 8, 9])]);
    let mut explorer = store.explorer(WIDE);
    let screen = explorer.screen();
    let at = |sign: &str| {
        let found = screen.lines().zip(0..).find_map(|(line, y)| Some((line.find(sign)?, line, y)));
        let (byte, line, y) = found.unwrap();
        (u16::try_from(line[..byte].chars().count()).unwrap(), y)
    };
    let (x, y) = at("9│");
    explorer.act(Action::Mouse(Mouse { kind: MouseKind::Click, x, y }));
    check(&mut explorer, "", "[3, 1] = 9", &[1, 0]);
    assert_eq!(explorer.app.shared.focus, Pane::Values);
    // On the line between two chunks there is no element.
    let (x, y) = at("─┼─");
    explorer.act(Action::Mouse(Mouse { kind: MouseKind::Click, x, y }));
    check(&mut explorer, "", "[3, 1] = 9", &[1, 0]);
}

#[test]
fn answers_may_come_late_and_in_any_order() {
    let stored: &[(&str, &[u8])] =
        &[("0.0", &[11, 12]), ("0.1", &[21, 22]), ("0.2", &[31, 32]), ("0.3", &[41, 42])];
    let store = uint8("[1, 8]", "[1, 2]", stored);
    let mut explorer = store.explorer(MEDIUM);
    explorer.keys("\t\t");
    // Reading again forgets everything; from now on answers wait.
    let mut waiting: Vec<Work> = Vec::new();
    let mut hold = |explorer: &mut Explorer, action: Action| {
        waiting.extend(explorer.app.update(action).into_iter().filter_map(|effect| match effect {
            Effect::Work(work) if work.is::<ReadWindow>() || work.is::<TraceChunk>() => Some(work),
            _ => None,
        }));
    };
    for key in ['!', 'l', 'l', 'l', 'l'] {
        hold(&mut explorer, Action::Key(Key::Char(key)));
    }
    let screen = explorer.screen();
    assert!(screen.contains("[0, 4]  decoding …") && screen.contains("…   …│  …   …│"), "{screen}");
    let last_trace = waiting.iter().rposition(Work::is::<TraceChunk>).unwrap();
    // The trace of the selected chunk comes last of all; those of chunks that were passed come too late.
    let trace = waiting.remove(last_trace);
    for work in waiting.into_iter().rev() {
        explorer.perform(vec![work.into()]);
    }
    assert!(explorer.app.shared.selection.trace.is_waiting());
    // The selected chunk was asked for before it was selected.
    let screen = explorer.screen();
    assert!(screen.contains("11  12│ 21  22│ 31  32│ 41  42"), "{screen}");
    explorer.perform(vec![trace.into()]);
    check(&mut explorer, "", "[0, 4] = 31", &[0, 2]);
    assert!(explorer.screen().contains("11  12│ 21  22│ 31  32│ 41  42"), "{}", explorer.screen());
}

#[test]
fn the_next_screen_is_decoded_before_it_is_shown() {
    let mut explorer = Explorer::sample("climate.zarr/temperature", MEDIUM);
    explorer.keys(":at 0,130,400\n");
    let boxes = |explorer: &Explorer| {
        let boxes = explorer.last_task::<ReadWindow>().map(|task| task.boxes.as_slice()).unwrap_or_default();
        boxes.iter().map(|(chunk, _)| chunk.clone()).collect::<Vec<Vec<u64>>>()
    };
    for _ in 0..8 {
        explorer.keys("j");
    }
    assert!(boxes(&explorer).iter().any(|chunk| *chunk == [0, 7, 1]), "{:?}", boxes(&explorer));
    assert_eq!(explorer.app.shared.selection.coords(), [0, 6, 1]);
}

#[test]
fn a_chunk_of_many_bytes_is_decoded_once_it_is_selected() {
    let nbytes = 33 << 20;
    let stored = vec![7; nbytes];
    let shape = format!("[{}]", 2 * nbytes);
    let store = uint8(&shape, &format!("[{nbytes}]"), &[("0", &stored), ("1", &stored)]);
    let mut explorer = store.explorer(MEDIUM);
    let last = format!(":at {}\n", nbytes - 1);
    explorer.keys(&last);
    let screen = explorer.screen();
    assert!(screen.contains("7│  …   …"), "{screen}");
    let first = format!("[{nbytes}] = 7");
    check(&mut explorer, "l", &first, &[1]);
    // What was around the cursor of the first chunk is kept.
    assert!(explorer.screen().contains("7│  7   7"), "{}", explorer.screen());
}
