//! The chunk grid pane: states, sizes, many chunks in one cell, and what a survey reports while it runs.
#![allow(clippy::unwrap_used, clippy::panic)]

use std::fs;

use insta::assert_snapshot;
use zarrscope::explorer::Request;
use zarrscope::explorer::tasks::{JudgeChunks, SurveyChunks};
use zarrscope::explorer::{Action, Delivered, Key, Late, Work};

use crate::document::Document;
use crate::explorer::Explorer;
use crate::store::Store;

const WIDE: (u16, u16) = (140, 40);
const MEDIUM: (u16, u16) = (80, 24);
const NARROW: (u16, u16) = (40, 12);

/// An array of `uint8` with some stored values.
fn array(shape: &str, chunk: &str, stored: &[(&str, &[u8])]) -> Store {
    Store::of(&Document::v3().shaped(shape, chunk).dotted()).files(stored)
}

/// The rows of the grid as they are on the screen, without brackets.
fn grid(explorer: &Explorer) -> Vec<String> {
    let screen = explorer.screen();
    // Below are values, which may be 0 too.
    let of_grid = screen.lines().take_while(|line| {
        !line.contains("─ values") && !line.contains("─ array") && !line.contains("╭ codec pipeline")
    });
    let rows = of_grid.filter_map(|line| {
        let row = line
            .split(['┃', '│'])
            .find(|part| part.trim_start().starts_with(|c: char| c.is_ascii_digit()))?;
        let (label, cells) = row.trim_start().split_once([' ', '['])?;
        label.parse::<u64>().ok()?;
        let cells: String = cells.chars().filter(|c| !" []".contains(*c)).collect();
        cells.chars().all(|c| !c.is_ascii_digit() || c == '0').then_some(cells)
    });
    rows.filter(|row| !row.is_empty()).collect()
}

#[test]
fn every_state_of_a_chunk_has_a_sign_of_its_own() {
    let stored: &[(&str, &[u8])] = &[
        ("0.0", &[5, 5, 5, 5]),
        ("0.1", &[0, 0, 0, 0]),
        ("0.2", &[]),
        ("1.0", &[1, 2]),
        ("1.2", &[7, 0, 0, 0]),
    ];
    let store = array("[4, 5]", "[2, 2]", stored);
    let mut explorer = store.explorer(MEDIUM);
    // The values on the screen have shown already that a chunk does not decode.
    assert_eq!(grid(&explorer), ["■■0", "✗·▒"]);
    assert_eq!(grid(explorer.judge()), ["■□0", "✗·▒"]);
    assert_snapshot!(explorer.keys("l").screen());
    for size in [WIDE, NARROW] {
        assert_snapshot!(explorer.act(Action::Resize(size.0, size.1)).screen());
    }
    assert!(explorer.screen().contains("all fill"), "{}", explorer.screen());
}

#[test]
fn a_shard_that_lacks_inner_chunks_has_a_sign_of_its_own() {
    let store = Store::of(&Document::v3().shaped("[5]", "[2]").sharded("[1]", r#"["bytes"]"#));
    let missing = [u64::MAX; 2];
    // The second lacks one. The second inner chunk of the last one lies past the array.
    for (key, entries) in [("0", [[0, 1], [1, 1]]), ("1", [missing, [0, 1]]), ("2", [[0, 1], missing])] {
        let index = entries.concat().into_iter().flat_map(u64::to_le_bytes);
        let shard: Vec<u8> = [7, 8].into_iter().chain(index).collect();
        store.write(&format!("c/{key}"), shard);
    }
    let mut explorer = store.explorer(WIDE);
    let screen = explorer.judge().screen();
    assert!(screen.contains("■]◧ ▒"), "{screen}");
    assert!(screen.contains("■ stored  ◧ partly filled"), "{screen}");
    let screen = explorer.keys(":c 1\n").screen();
    assert!(screen.contains("■[◧]▒"), "{screen}");
    assert!(screen.lines().any(|line| line.contains("c/1") && line.contains("partly filled")), "{screen}");
}

#[test]
fn sizes_are_a_scale_from_the_least_to_the_greatest() {
    // A text of so many bytes, with those of the numbers before it.
    let of = |nbytes: u32| {
        let head = [1, nbytes - 8].map(u32::to_le_bytes).concat();
        [head, vec![b'a'; nbytes as usize - 8]].concat()
    };
    let texts = Document::v3().with("data_type", r#""string""#).with("fill_value", r#""""#);
    let texts = texts.with("codecs", r#"[{"name": "vlen-utf8"}]"#).shaped("[10]", "[1]").dotted();
    let store = Store::of(&texts);
    for index in 0..9 {
        store.write(&index.to_string(), of(100 + 10 * index));
    }
    let mut zoomed_out = store.explorer(MEDIUM);
    assert!(zoomed_out.keys("-z").screen().contains("sizes, which are shown only when a cell is one chunk"));
    for size in [WIDE, MEDIUM, NARROW] {
        let mut explorer = store.explorer(size);
        explorer.keys("z");
        let cells = explorer.screen().replace([' ', '[', ']'], "");
        assert!(cells.contains("▁▁▂▃▄▅▆▇█·"), "{}", explorer.screen());
        assert_snapshot!(explorer.keys("l").screen());
        if size != NARROW {
            assert!(explorer.screen().contains("100 B ▁▂▃▄▅▆▇█ 180 B"), "{}", explorer.screen());
        }
    }
    let mut explorer = store.explorer(MEDIUM);
    assert!(explorer.screen().contains("smallest"), "{}", explorer.screen());
    store.write("9", of(9000));
    let screen = explorer.keys("rz").screen();
    assert!(screen.contains("100 B ▁▂▃▄▅▆▇█ 180 B  △ 9 000 B"), "{screen}");
    assert!(screen.contains("▁ ▂ ▃ ▄ ▅ ▆ ▇ █ △"), "an outlier stands beside the scale: {screen}");
    let screen = explorer.act(Action::Resize(WIDE.0, WIDE.1)).keys(":c 9\n").screen();
    assert!(screen.contains("9 000 B, largest, outlier"), "{screen}");
}

#[test]
fn one_cell_stands_for_many_chunks() {
    let store = array("[8, 8]", "[1, 1]", &[]);
    for (row, column) in (0..2).flat_map(|row| (0..2).map(move |column| (row, column))) {
        store.write(&format!("{row}.{column}"), [1]);
    }
    store.write("2.0", [1]);
    store.write("4.4", [1]);
    store.write("4.5", [1]);
    let mut explorer = store.explorer(WIDE);
    assert_eq!(grid(explorer.keys("-")), ["■···", "░···", "··▒·", "····"]);
    assert_eq!(grid(explorer.keys("-")), ["░·", "·░"]);
    explorer.keys("jl");
    assert_eq!(explorer.app.shared.selection.coords(), [4, 4], "a cell at a time");
    explorer.keys("++");
    assert_eq!(
        (explorer.app.grid.level.zoom, explorer.app.shared.selection.coords().to_vec()),
        (0, vec![4, 4])
    );
}

/// Stored chunks in two corners, in the middle and beside it, of a grid of a million million.
const FAR_APART: &[(&str, &[u8])] = &[
    ("0.0", &[1]),
    ("0.999999", &[1]),
    ("500000.500000", &[1]),
    ("500000.500001", &[0]),
    ("999999.999999", &[1]),
];

#[test]
fn a_grid_of_any_size_is_drawn_at_every_zoom() {
    let store = array("[1000000, 1000000]", "[1, 1]", FAR_APART);
    for size in [WIDE, MEDIUM, NARROW] {
        let mut explorer = store.explorer(size);
        explorer.keys(":c 500000,500000\n");
        for zoom in 0..=20 {
            assert_eq!(explorer.app.grid.level.zoom, zoom);
            let screen = explorer.screen();
            let sign = if zoom == 0 { "[■]" } else { "[░]" };
            // Two of the four chunks in the cell are stored where it is two chunks wide.
            let sign = if zoom == 1 { "[▒]" } else { sign };
            assert!(screen.contains(sign), "{zoom}: {screen}");
            explorer.keys("-");
        }
        assert_eq!(explorer.app.grid.level.zoom, 20, "one cell for all of it is the most");
        assert_eq!(explorer.app.shared.selection.coords(), [500_000, 500_000], "the chunk stays");
    }
}

#[test]
fn all_of_a_grid_fits_on_the_screen() {
    let store = array("[1000000, 1000000]", "[1, 1]", FAR_APART);
    for size in [WIDE, MEDIUM, NARROW] {
        let mut explorer = store.explorer(size);
        assert_snapshot!(explorer.keys("0").screen());
        // The first, the last of the first row, both in the middle, and the last: each of their cells shows that.
        assert_eq!(explorer.screen().matches('░').count(), 5, "four cells, and the legend");
        explorer.keys("G").act(Action::Key(Key::End));
        assert!(explorer.screen().contains("[░]"), "{}", explorer.screen());
        explorer.keys("0");
        assert_eq!(explorer.app.grid.level.zoom, 0, "and back");
    }
}

#[test]
fn a_long_folded_grid_is_zoomed_too() {
    let store = array("[4000]", "[1]", &[("0", &[1]), ("1", &[1]), ("2", &[1]), ("3999", &[1])]);
    let mut explorer = store.explorer(MEDIUM);
    explorer.keys("-");
    assert!(grid(&explorer)[0].starts_with("■▒···"), "{}", explorer.screen());
    explorer.keys("l");
    assert_eq!(explorer.app.shared.selection.coords(), [2]);
    assert!(explorer.screen().contains("cell: 1 of 2 stored"), "{}", explorer.screen());
    explorer.keys("G").act(Action::Key(Key::End));
    assert_eq!(explorer.app.shared.selection.coords(), [3998]);
    assert!(explorer.screen().contains("[▒]"), "{}", explorer.screen());
}

#[test]
fn what_is_counted_for_cells_is_counted_again_after_a_reload() {
    let store = array("[4, 4]", "[1, 1]", &[("0.0", &[1])]);
    let mut explorer = store.explorer(MEDIUM);
    assert_eq!(grid(explorer.keys("-")), ["░·", "··"]);
    fs::remove_file(store.path("0.0")).unwrap();
    store.write("3.3", [1]);
    assert_eq!(grid(explorer.keys("r"))[..2], ["··", "·░"]);
}

#[test]
fn what_is_not_known_yet_is_not_called_missing() {
    let store = array("[4, 4]", "[1, 1]", &[("0.0", &[1])]);
    let mut explorer = store.explorer(MEDIUM);
    explorer.app.grid.survey = Late::asked(Request::new(99.into()));
    for rows in [vec!["????"; 4], vec!["??"; 2]] {
        assert_eq!(grid(&explorer), rows);
        explorer.app.grid.forget();
        explorer.keys("-");
    }
}

#[cfg(unix)]
#[test]
fn chunks_behind_something_unreadable_are_not_called_missing() {
    let store = Store::of(&Document::v3().shaped("[3, 2]", "[1, 1]")).file("c/0/0", [1]);
    std::os::unix::fs::symlink("..", store.path("c/1")).unwrap();
    let mut explorer = store.explorer(MEDIUM);
    assert_eq!(grid(&explorer), ["■·", "??", "··"]);
    assert!(explorer.keys("j").screen().contains("c/1/0  not known"), "{}", explorer.screen());
}

/// The chunks that were asked about, request by request.
fn asked(explorer: &Explorer) -> Vec<Vec<Vec<u64>>> {
    let tasks = explorer.work.iter().filter_map(Work::task::<JudgeChunks>);
    tasks.map(|task| task.chunks.iter().map(|own| own.chunk.clone()).collect()).collect()
}

#[test]
fn only_chunks_on_the_screen_are_decoded_unasked_and_the_smallest_first() {
    let stored: &[(&str, &[u8])] = &[("0.0", &[1, 2]), ("0.1", &[1]), ("900.900", &[1])];
    let store = array("[1000, 1000]", "[1, 1]", stored);
    let mut explorer = store.explorer(MEDIUM);
    assert_eq!(asked(&explorer), [[[0, 1], [0, 0]]]);
    explorer.keys("ll");
    assert_eq!(asked(&explorer).len(), 1, "nothing new is on the screen");
    explorer.keys(":c 500,500\n");
    assert_eq!(
        asked(&explorer)[1],
        Vec::<Vec<u64>>::new(),
        "nothing is on the screen: what is decoded is stopped"
    );
    explorer.keys(":c 900,900\n");
    assert_eq!(asked(&explorer)[2], [[900, 900]]);
    explorer.judge().keys("jkjk");
    assert_eq!(asked(&explorer).len(), 4, "what is known is not asked again");
}

#[test]
fn chunks_that_would_be_large_are_not_decoded_unasked() {
    let store = array("[33554434]", "[16777217]", &[("0", &[1]), ("1", &[1])]);
    assert_eq!(asked(&store.explorer(MEDIUM)), Vec::<Vec<Vec<u64>>>::new());
    let store = array("[33554432]", "[16777216]", &[("0", &[1]), ("1", &[1])]);
    assert_eq!(asked(&store.explorer(MEDIUM)), [[[0], [1]]]);
}

#[test]
fn a_late_verdict_does_not_count_once_chunks_are_decoded_in_another_way() {
    let store = array("[4]", "[1]", &[("0", &[1]), ("1", &[0])]);
    let mut explorer = store.explorer(MEDIUM);
    let request = explorer.work.iter().find(|it| it.is::<JudgeChunks>()).cloned().unwrap();
    explorer.keys("!-");
    explorer.judges = true;
    explorer.perform(vec![request.into()]);
    assert!(explorer.app.grid.level.verdicts.is_empty());
}

#[test]
fn verdicts_count_while_a_shard_is_entered() {
    let mut explorer = Explorer::sample("sharded.zarr/plain", MEDIUM);
    let request = explorer.work.iter().find(|it| it.is::<JudgeChunks>()).cloned().unwrap();
    explorer.keys("\n");
    assert_eq!(explorer.app.shared.selection.shards.len(), 1);
    explorer.judges = true;
    explorer.perform(vec![request.into()]);
    assert!(explorer.app.grid.level.verdicts.is_empty());
    assert!(!explorer.app.grid.around[0].verdicts.is_empty());
}

#[test]
fn a_selected_shard_shows_its_inner_chunks() {
    let mut explorer = Explorer::sample("sharded.zarr/missing_inner", WIDE);
    assert!(explorer.screen().contains("inner chunks: "), "{}", explorer.screen());
    assert!(
        explorer.act(Action::Resize(80, 24)).screen().contains("inner chunks: "),
        "{}",
        explorer.screen()
    );
}

#[test]
fn a_survey_is_stopped_when_another_node_is_selected() {
    let mut explorer = Explorer::sample("climate.zarr", MEDIUM);
    explorer.find("mask");
    let judging = explorer.work.iter().rfind(|work| work.is::<JudgeChunks>()).cloned().unwrap();
    let survey = explorer.work.iter().rfind(|work| work.is::<SurveyChunks>()).cloned().unwrap();
    assert!(judging.is_wanted() && survey.is_wanted());
    explorer.app.update(Action::Key(Key::Up));
    assert!(!judging.is_wanted() && !survey.is_wanted());
}

#[test]
fn what_a_survey_has_found_so_far_is_shown() {
    let store = array("[100, 100]", "[1, 1]", &[]);
    for index in 0..5000 {
        store.write(&format!("{}.{}", index / 100, index % 100), [1]);
    }
    let mut explorer = store.explorer(WIDE);
    let work = explorer.work.iter().find(|it| it.is::<SurveyChunks>()).cloned().unwrap();
    let mut parts = Vec::new();
    zarrscope::explorer::perform(&work, &|| true, &mut |action| {
        let Action::Answer(mut answer) = action else { panic!("{action:?}") };
        if matches!(answer.of::<SurveyChunks>(), Some(Delivered::Part(_))) {
            parts.push(answer);
        }
        true
    });
    assert_eq!(parts.len(), 1);
    explorer.app.grid.survey = Late::asked(Request::new(work.id()));
    explorer.act(Action::Answer(parts.remove(0)));
    let screen = explorer.screen();
    assert!(screen.contains("chunks so far …"), "{screen}");
}
