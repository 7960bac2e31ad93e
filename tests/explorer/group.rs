//! The table of a group: keys in, a screen out.
#![allow(clippy::unwrap_used, clippy::panic)]

use insta::assert_snapshot;
use zarrscope::codec::DecodeOptions;
use zarrscope::explorer::tasks::{DescribeRows, WeighRows};
use zarrscope::explorer::{Action, App, Effect, Key, Mouse, MouseKind, Pane, Work};

use crate::document::Document;
use crate::explorer::Explorer;
use crate::store::Store;

const WIDE: (u16, u16) = (140, 40);
const MEDIUM: (u16, u16) = (80, 24);
const SMALL: (u16, u16) = (40, 12);

/// The names in the table, from the top.
fn names(explorer: &Explorer) -> Vec<String> {
    let table = explorer.app.group.table.ready().unwrap();
    (0..table.len()).map(|number| table.row(number).unwrap().child.name.clone()).collect()
}

#[test]
fn a_group_shows_what_is_in_it() {
    for size in [(200, 60), WIDE, MEDIUM] {
        assert_snapshot!(Explorer::sample("climate.zarr", size).screen());
    }
    assert_snapshot!(Explorer::sample("climate.zarr", SMALL).keys("\t").screen());
}

#[test]
fn a_directory_of_stores_says_what_each_is() {
    assert_snapshot!(Explorer::sample("", WIDE).screen());
}

#[test]
fn a_node_that_cannot_be_used_shows_its_fault() {
    for size in [WIDE, MEDIUM] {
        assert_snapshot!(Explorer::sample("broken.zarr", size).screen());
    }
}

#[test]
fn sums_count_every_file_that_is_a_chunk() {
    // `find sample-data/climate.zarr -type f -not -name zarr.json` lists 133 files of 316 942 bytes.
    let screen = Explorer::sample("climate.zarr", WIDE).screen();
    assert!(screen.contains("Σ 8 arrays, 133 of 182 chunks stored, 316.9 kB"), "{screen}");
}

#[test]
fn a_table_is_sorted_by_each_column_in_turn() {
    let mut explorer = Explorer::sample("climate.zarr", WIDE);
    assert_eq!(names(&explorer), ["mask", "ocean", "temperature", "time", "x", "y"]);
    for (keys, expected) in [
        ("O", "y x time temperature ocean mask"),
        ("o", "ocean mask temperature x y time"), // group, bool, float32, float64, int32
        ("o", "temperature mask x y time ocean"), // by elements; a group has none
        ("o", "temperature x ocean mask y time"), // by stored bytes
        ("O", "time y mask ocean x temperature"),
    ] {
        explorer.keys(keys);
        assert_eq!(names(&explorer).join(" "), expected);
    }
    assert!(explorer.screen().contains("stored▴"), "{}", explorer.screen());
    assert!(explorer.screen().contains("sorted by stored bytes (o: other column)"), "{}", explorer.screen());
}

#[test]
fn enter_goes_into_a_node_and_the_tree_follows() {
    let mut explorer = Explorer::sample("", WIDE);
    explorer.keys("\tj\n");
    assert_eq!(explorer.app.shared.selection.child.key, "climate.zarr");
    assert_eq!(names(&explorer), ["mask", "ocean", "temperature", "time", "x", "y"]);
    explorer.keys("jj\n");
    assert_eq!(explorer.app.shared.selection.child.key, "climate.zarr/temperature");
    assert_eq!(explorer.app.shared.focus, Pane::Grid);
    let screen = explorer.screen();
    assert!(screen.contains("▾ climate.zarr") && screen.contains("▪ temperature"), "{screen}");
}

#[test]
fn a_click_selects_a_row_and_a_second_one_enters_it() {
    let mut explorer = Explorer::sample("climate.zarr", MEDIUM);
    let screen = explorer.screen();
    let y = screen.lines().position(|line| line.contains("│▪ time")).unwrap();
    let click = || Action::Mouse(Mouse { kind: MouseKind::Click, x: 30, y: u16::try_from(y).unwrap() });
    explorer.act(click());
    assert_eq!((explorer.app.shared.focus, explorer.app.group.selected), (Pane::Grid, 3));
    explorer.act(click());
    assert_eq!(explorer.app.shared.selection.child.key, "time");
}

#[test]
fn files_that_are_neither_node_nor_chunk_are_one_line_until_they_are_asked_for() {
    let mut explorer = Explorer::sample("groups.zarr", MEDIUM);
    let folded = explorer.screen();
    assert!(folded.contains("? 1 file that is neither node nor chunk  (. shows each)"), "{folded}");
    assert!(!folded.contains("notes.txt"), "{folded}");
    explorer.keys(".");
    assert_snapshot!(explorer.screen());
    explorer.keys("G");
    assert_eq!(explorer.app.shared.selection.child.key, "notes.txt");
    explorer.keys(".");
    let again = explorer.screen();
    assert!(!again.contains("? notes.txt  a file"), "{again}");
    // The row that stands for the files is selected now, and names them.
    assert!(
        again.contains("1 file that is neither node nor chunk") && again.contains("? notes.txt"),
        "{again}"
    );
    explorer.keys("\n");
    assert_eq!(explorer.app.shared.selection.child.key, "notes.txt");
}

#[test]
fn the_files_of_a_row_can_be_scrolled() {
    let store = arrays(0);
    for number in 0..60 {
        store.write(&format!("notes_{number:02}.txt"), "");
    }
    for (size, keys) in [(MEDIUM, "G\t"), (SMALL, "G\t"), (MEDIUM, "Gi"), (SMALL, "Gi")] {
        let mut explorer = store.explorer(size);
        explorer.keys(keys);
        let screen = explorer.screen();
        assert!(screen.contains("notes_00.txt") && screen.contains("more ▾"), "{keys} {screen}");
        let screen = explorer.keys("G").screen();
        assert!(screen.contains("notes_59.txt"), "{keys} {screen}");
        let screen = explorer.keys("k").screen();
        assert!(screen.contains("notes_58.txt"), "{keys} {screen}");
    }
}

#[test]
fn the_report_of_a_group_is_behind_a_key() {
    let mut explorer = Explorer::sample("climate.zarr", MEDIUM);
    explorer.keys("i");
    assert!(explorer.screen().contains("group (zarr.json, zarr_format 3)"), "{}", explorer.screen());
}

/// A group of so many arrays of one chunk.
fn arrays(count: usize) -> Store {
    let mut store = Store::named("three").group("");
    for index in 0..count {
        let array = Document::v3().shaped("[4]", "[4]");
        store = store.array(&format!("a{index}"), &array).file(&format!("a{index}/c/0"), [1; 4]);
    }
    store
}

/// The explorer on such a store, and what fills its table.
fn begun(store: &Store, size: (u16, u16)) -> (Explorer, Vec<Work>) {
    let mut hierarchy = store.hierarchy();
    "three".clone_into(&mut hierarchy.name);
    let (app, effects) = App::new(hierarchy, DecodeOptions::default(), size);
    let mut explorer = Explorer::before_anything(app);
    let held = held_back(&mut explorer, effects);
    (explorer, held)
}

/// Does all work but what fills the table; gives that back.
fn held_back(explorer: &mut Explorer, effects: Vec<Effect>) -> Vec<Work> {
    let (mut held, mut waiting) = (Vec::new(), effects);
    while !waiting.is_empty() {
        match waiting.remove(0) {
            Effect::Work(work) if work.is::<DescribeRows>() || work.is::<WeighRows>() => held.push(work),
            Effect::Work(work) => {
                let mut answers = Vec::new();
                zarrscope::explorer::perform(&work, &|| true, &mut |action| {
                    answers.push(action);
                    true
                });
                waiting.extend(answers.into_iter().flat_map(|answer| explorer.app.update(answer)));
            }
            Effect::Terminal(_) => {}
        }
    }
    held
}

#[test]
fn rows_and_sizes_come_one_after_the_other() {
    let store = arrays(3);
    let (mut explorer, mut held) = begun(&store, (80, 16));
    let mut screens = vec![explorer.screen()];
    while !held.is_empty() {
        let work = held.remove(0);
        let more = held_back_answers(&mut explorer, &work);
        held.extend(more);
        screens.push(explorer.screen());
    }
    assert_snapshot!(screens.join("\n\n"));
}

/// Does one piece of work, and gives back what fills the table further.
fn held_back_answers(explorer: &mut Explorer, work: &Work) -> Vec<Work> {
    let mut answers = Vec::new();
    zarrscope::explorer::perform(work, &|| true, &mut |action| {
        answers.push(action);
        true
    });
    let effects = answers.into_iter().flat_map(|answer| explorer.app.update(answer)).collect();
    held_back(explorer, effects)
}

#[test]
fn of_many_nodes_those_on_the_screen_are_described_first() {
    let store = arrays(600);
    let (mut explorer, held) = begun(&store, MEDIUM);
    let asked = |held: &[Work]| match held {
        [work] => {
            let children = &work.task::<DescribeRows>().unwrap().children;
            children.iter().map(|(index, _)| *index).collect::<Vec<_>>()
        }
        other => panic!("{other:?}"),
    };
    let first = asked(&held);
    assert!(first.len() < 24 && first[0] == 0, "{first:?}");
    // Whoever goes to the end sees the end first.
    let effects =
        [Key::Tab, Key::Char('G')].into_iter().flat_map(|key| explorer.app.update(Action::Key(key)));
    let effects = effects.collect();
    let held = held_back(&mut explorer, effects);
    assert_eq!(asked(&held).last(), Some(&599));
    let mut held = held;
    while let Some(work) = held.pop() {
        held.extend(held_back_answers(&mut explorer, &work));
    }
    let screen = explorer.act(Action::Resize(140, 24)).screen();
    assert!(screen.contains("Σ 600 arrays, 600 of 600 chunks stored, 2 400 B → 2 400 B, 1.0×"), "{screen}");
}

#[test]
fn leaving_a_group_stops_what_fills_its_table() {
    let store = arrays(3);
    let (mut explorer, held) = begun(&store, MEDIUM);
    assert!(held.iter().any(Work::is_wanted));
    let left = explorer.app.update(Action::Key(Key::Char('j')));
    assert!(!held.iter().any(Work::is_wanted));
    // What still comes of it is of no use to the next node.
    explorer.perform(left);
    assert!(!explorer.app.group.is_shown());
}

#[test]
fn an_empty_group_says_so() {
    let mut explorer = Explorer::sample("groups.zarr/empty", MEDIUM);
    assert!(explorer.keys("\tjkG").screen().contains("it is empty"), "{}", explorer.screen());
}

#[test]
fn the_page_of_a_group_begins_with_what_the_command_says() {
    let mut explorer = Explorer::sample("climate.zarr", (100, 60));
    let screen = explorer.keys("i").screen();
    let at = |text: &str| screen.find(text).unwrap_or_else(|| panic!("{text}: {screen}"));
    assert!(at("dimensions ") < at("coordinates") && at("coordinates") < at("what is stored"), "{screen}");
    assert!(at("what is stored") < at("metadata"), "{screen}");
}
