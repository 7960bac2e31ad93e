//! Faults everywhere: verifying in the background, counts in tree, table, title and grid, and the way from one to the next.
#![allow(clippy::unwrap_used, clippy::panic)]

use std::fs;

use insta::assert_snapshot;
use zarrscope::codec::DecodeOptions;
use zarrscope::explorer::tasks::{VerifyAnswer, VerifyNode};
use zarrscope::explorer::{Action, App, Effect, Key, Pane, VerifyNews, Work};
use zarrscope::explorer::{RequestId, TaskAnswer};
use zarrscope::hierarchy::Hierarchy;
use zarrscope::pipeline::{Counts, ShortFault};

use crate::document::Document;
use crate::explorer::Explorer;
use crate::repository::repository;
use crate::store::Store;

const WIDE: (u16, u16) = (140, 40);
const MEDIUM: (u16, u16) = (80, 24);
const SMALL: (u16, u16) = (40, 12);

/// The last line of the screen.
fn line(explorer: &Explorer) -> String {
    explorer.screen().lines().last().unwrap().trim().to_owned()
}

/// The line of the tree or a table that begins with a name.
fn row(explorer: &Explorer, name: &str) -> String {
    let screen = explorer.screen();
    let found = screen.lines().find(|line| line.contains(name));
    found.unwrap_or_else(|| panic!("no {name} in\n{screen}")).to_owned()
}

/// Which chunk of which node is selected, and which stage: 0 is what is stored.
fn place(explorer: &Explorer) -> (String, Vec<u64>, usize) {
    let selection = &explorer.app.shared.selection;
    (selection.child.key.clone(), selection.address.chunk.clone(), selection.stage())
}

/// A group `a` with an array of three slices, and an array `b` beside it: chunks of one `uint16` each, of which some are stored.
/// Three have a byte too few.
fn three_faults() -> Store {
    let array = |shape: &str, ones: &str| Document::v3().shaped(shape, ones).typed("uint16").dotted();
    Store::new()
        .group("")
        .group("a")
        .array("a/cube", &array("[3, 2, 2]", "[1, 1, 1]"))
        .array("b", &array("[2, 2]", "[1, 1]"))
        .files(&[("a/cube/0.0.0", [1; 2]), ("a/cube/2.1.1", [1; 2]), ("b/0.0", [1; 2])])
        .files(&[("a/cube/0.1.1", [1]), ("a/cube/2.0.0", [1]), ("b/1.0", [1])])
}

#[test]
fn verifying_shows_its_counts_everywhere() {
    for size in [WIDE, MEDIUM] {
        assert_snapshot!(Explorer::sample("broken.zarr", size).keys("V").screen());
        assert_snapshot!(Explorer::sample("climate.zarr", size).keys("V").screen());
    }
    for pane in ["V", "V\t"] {
        assert_snapshot!(Explorer::sample("broken.zarr", SMALL).keys(pane).screen());
        assert_snapshot!(Explorer::sample("climate.zarr", SMALL).keys(pane).screen());
    }
}

#[test]
fn the_counts_are_those_of_the_command() {
    // `zarrscope verify` lists these, and tests/manifest has them.
    let mut explorer = Explorer::sample("broken.zarr", WIDE);
    explorer.keys("V");
    assert_eq!(explorer.app.shared.known.count("").faults, 11);
    assert_eq!(line(&explorer).split(';').next(), Some("verified 14 chunks of 10 arrays: ✗ 11 faults"));
    assert!(row(&explorer, "▾ broken.zarr").contains("✗ 11"), "{}", explorer.screen());
    let mut explorer = Explorer::sample("climate.zarr", WIDE);
    assert_eq!(
        line(explorer.keys("V")),
        "verified 133 chunks of 8 arrays: no fault, and no value looks wrong"
    );
    assert!(row(&explorer, "▪ temperature").contains("✓"), "{}", explorer.screen());
}

#[test]
fn the_next_fault_is_in_the_next_slice_and_then_in_the_next_array() {
    let store = three_faults();
    let mut explorer = store.explorer(WIDE);
    explorer.keys("V");
    let expected = [
        ("a/cube", vec![0, 1, 1], "fault 1 of 3: cube chunk (0, 1, 1): bytes: expected 2 bytes"),
        ("a/cube", vec![2, 0, 0], "fault 2 of 3: cube chunk (2, 0, 0): bytes: expected 2 bytes"),
        ("b", vec![1, 0], "fault 3 of 3: b chunk (1, 0): bytes: expected 2 bytes"),
    ];
    for (node, chunk, said) in expected.iter().chain([&expected[0]]) {
        explorer.keys("f");
        assert_eq!(place(&explorer), ((*node).to_owned(), chunk.clone(), 1));
        let again = if line(&explorer).contains("again") {
            said.replacen(':', ", from the first again:", 1)
        } else {
            (*said).to_owned()
        };
        assert!(line(&explorer).starts_with(&again), "{}", line(&explorer));
        assert!(explorer.screen().contains("[✗]"), "{}", explorer.screen());
    }
    assert!(line(&explorer).contains("from the first again"), "{}", line(&explorer));
    explorer.keys("F");
    assert_eq!(place(&explorer).0, "b");
    assert!(line(&explorer).starts_with("fault 3 of 3, from the last again: b"), "{}", line(&explorer));
    explorer.keys("F");
    assert_eq!(place(&explorer).1, [2, 0, 0]);
    // From a chunk that somebody has selected, the next one is the next from there.
    explorer.keys(":c 1,0,0\n").keys("f");
    assert_eq!(place(&explorer).1, [2, 0, 0]);
    assert!(row(&explorer, "▪ cube").contains("✗ 2"), "{}", explorer.screen());
}

#[test]
fn faults_of_documents_are_stations_too() {
    let mut explorer = Explorer::sample("broken.zarr", WIDE);
    explorer.keys("V");
    let mut said = Vec::new();
    for _ in 0..11 {
        said.push(line(explorer.keys("f")));
    }
    assert_snapshot!(said.join("\n"));
    assert!(
        line(explorer.keys("f")).starts_with("fault 1 of 11, from the first again"),
        "{}",
        line(&explorer)
    );
}

#[test]
fn a_fault_is_shown_on_a_small_screen() {
    let mut explorer = Explorer::sample("broken.zarr", SMALL);
    explorer.keys("Vff");
    assert_snapshot!(explorer.screen());
    let store = three_faults();
    let mut explorer = store.explorer(SMALL);
    assert_snapshot!(explorer.keys("Vf").screen());
}

#[test]
fn where_no_fault_is_known_it_says_how_to_look() {
    let mut explorer = Explorer::sample("climate.zarr", MEDIUM);
    assert_eq!(line(explorer.keys("f")), "no fault is known; V looks at every chunk below this node");
    assert_eq!(
        line(explorer.keys("VF")),
        "no fault is known; every chunk below this node decodes, and d judges values"
    );
    let mut explorer = Explorer::sample("climate.zarr", SMALL);
    let said = explorer.keys("f").app.shared.message.as_deref();
    assert_eq!(said, Some("no fault is known; V looks at every chunk below this node"));
    assert!(explorer.screen().ends_with("chunk below this node"), "{}", explorer.screen());
}

#[test]
fn what_is_found_by_looking_is_kept() {
    let store = three_faults();
    let mut explorer = store.explorer(WIDE);
    explorer.find("cube");
    // The chunks around the selected one are decoded for the values on the screen.
    let screen = explorer.screen();
    assert!(row(&explorer, "▪ cube").contains("✗ 1") && screen.contains("4 of 12 chunks"), "{screen}");
    assert!(row(&explorer, "▾ a").contains("✗ 1"), "groups add up: {screen}");
    explorer.keys(":c 0,1,1\n").judge();
    assert!(row(&explorer, "▾ a").contains("✗ 1"), "it is one fault, however often it is seen");
    explorer.keys("]]");
    assert!(row(&explorer, "▾ a").contains("✗ 2"), "{}", explorer.screen());
    // Another node knows of it too.
    explorer.find("b");
    assert_eq!(line(explorer.keys("f")).split(':').next(), Some("fault 3 of 3"));
    assert_eq!(line(explorer.keys("f")).split(':').next(), Some("fault 1 of 3, from the first again"));
    assert_eq!(place(&explorer), ("a/cube".to_owned(), vec![0, 1, 1], 1));
}

#[test]
fn what_decodes_when_checksums_are_ignored_or_in_a_trial_stays_a_fault() {
    let hierarchy = Hierarchy::open(&repository("sample-data/broken.zarr/flipped_bit")).unwrap();
    let ignoring = DecodeOptions { ignore_checksums: true, ..DecodeOptions::default() };
    let (app, effects) = App::new(hierarchy, ignoring, WIDE);
    let mut explorer = Explorer::before_anything(app);
    explorer.perform(effects);
    explorer.keys("j").judge();
    assert_eq!(explorer.app.shared.known.count("").faults, 0, "nothing is looked at as it is stored");
    explorer.keys("!");
    assert_eq!(explorer.app.shared.known.count("").faults, 1);
    explorer.keys("!");
    assert_eq!(explorer.app.shared.known.count("").faults, 1);
    let screen = explorer.screen();
    let title = screen.lines().next().unwrap();
    assert!(!title.contains('✗'), "the title is about what is shown: {title}");
    explorer.keys("V");
    assert!(line(&explorer).starts_with("verified 4 chunks of 1 array: ✗ 1 fault;"), "{}", line(&explorer));
    explorer.keys("kf");
    assert_eq!(line(&explorer), "chunk (1, 0) decodes while checksums are ignored (!)");
}

#[test]
fn reading_again_forgets_what_was_mended() {
    let store = three_faults();
    let mut explorer = store.explorer(WIDE);
    explorer.keys("Vf");
    store.write("a/cube/0.1.1", [1; 2]);
    explorer.keys("r");
    assert_eq!(
        explorer.app.shared.known.count("").faults,
        1,
        "of the array that was read again nothing is known"
    );
    assert!(
        !explorer.app.shared.known.count("a").is_verified && explorer.app.shared.known.count("b").is_verified
    );
    assert!(!explorer.screen().contains("[✗]"), "{}", explorer.screen());
    explorer.keys("V");
    assert_eq!(explorer.app.shared.known.count("").faults, 2);
}

#[test]
fn a_chunk_that_was_mended_is_no_fault_any_more() {
    let store = three_faults();
    let mut explorer = store.explorer(WIDE);
    explorer.keys("V");
    store.write("b/1.0", [1; 2]);
    assert_eq!(line(explorer.keys("F")), "chunk (1, 0) decodes now: it is no longer a fault");
    assert_eq!(explorer.app.shared.known.count("").faults, 2);
    // A chunk that is not in the grid any more is not gone to.
    let store =
        store.array("a/cube", &Document::v3().shaped("[1, 1, 1]", "[1, 1, 1]").typed("uint16").dotted());
    explorer.keys("F");
    assert_eq!(line(&explorer), "the array no longer has chunk (2, 0, 0): r reads it again");
    assert_eq!(line(explorer.keys("F")), "the array no longer has chunk (0, 1, 1): r reads it again");
    // Neither is a node.
    fs::remove_dir_all(store.path("a")).unwrap();
    explorer.keys("F");
    assert_eq!(explorer.app.shared.known.count("").faults, 2);
}

#[test]
fn a_node_that_is_gone_is_passed_over() {
    let store = three_faults();
    let mut explorer = store.explorer(WIDE);
    explorer.keys("V");
    fs::remove_dir_all(store.path("a")).unwrap();
    for _ in 0..2 {
        let said = line(explorer.keys("f"));
        let is_gone = said.contains("a/cube is gone") || said.contains("expected");
        assert!(is_gone && !said.contains("expected 2 bytes"), "{said}");
    }
    assert!(line(explorer.keys("f")).starts_with("fault 3 of 3: b"), "{}", line(&explorer));
}

/// An explorer on the three faults whose work is not done.
fn idle(store: &Store) -> App {
    App::new(store.hierarchy(), DecodeOptions::default(), MEDIUM).0
}

fn press(app: &mut App, key: Key) -> Vec<Work> {
    let work = |effect| match effect {
        Effect::Work(work) => Some(work),
        Effect::Terminal(_) => None,
    };
    app.update(Action::Key(key)).into_iter().filter_map(work).collect()
}

/// What is found so far, as a worker reports it.
fn found(id: RequestId, news: VerifyNews, is_last: bool) -> Action {
    Action::Answer(TaskAnswer::to::<VerifyNode>(id, VerifyAnswer { news, is_last }))
}

fn news(decoded: u64, stored: u64, failed: u64) -> VerifyNews {
    let counts = Counts { decoded, stored, faulty: failed, ..Counts::default() };
    let wrong = |index| ShortFault::of_chunk("b", &[index, 0], "bytes: wrong");
    let faults = (0..failed).map(wrong).collect();
    VerifyNews { counts, chunks: Some(stored), faults, ..VerifyNews::default() }
}

fn screen(app: App) -> (String, App) {
    let explorer = Explorer::before_anything(app);
    (line(&explorer), explorer.app)
}

#[test]
fn verifying_shows_how_far_it_is_and_is_stopped_by_the_same_key() {
    let store = three_faults();
    let mut app = idle(&store);
    let work = press(&mut app, Key::Char('V'));
    let id = work[0].id();
    assert_eq!(work[0].task::<VerifyNode>().unwrap().key, "");
    app.update(found(id, news(1201, 5000, 3), false));
    let (shown, mut app) = screen(app);
    assert!(shown.contains("verifying 1 204 of 5 000 chunks, ✗ 3"), "{shown}");
    assert!(shown.contains("? help  q back"), "{shown}");
    // Going elsewhere does not stop it.
    press(&mut app, Key::Char('j'));
    assert!(work[0].is_wanted());
    app.update(Action::Resize(40, 12));
    let (shown, mut app) = screen(app);
    assert!(shown.contains("V 1 204 of 5 000, ✗ 3"), "{shown}");
    app.update(Action::Resize(80, 24));
    press(&mut app, Key::Char('V'));
    assert!(!work[0].is_wanted());
    let (shown, mut app) = screen(app);
    assert_eq!(shown, "verifying was stopped after 1 204 of 5 000, ✗ 3; faults found so far are kept");
    // What still comes is of no use, and what was found is kept.
    app.update(found(id, news(1400, 5000, 9), false));
    app.update(found(id, news(4990, 5000, 10), true));
    assert_eq!((app.shared.known.count("").faults, app.verify_progress()), (3, None));
    // Again is from the beginning; the answers to the first request do not count.
    let again = press(&mut app, Key::Char('V'));
    assert!(again[0].is::<VerifyNode>() && again[0].id() > id);
    app.update(found(id, news(1400, 5000, 9), true));
    assert!(app.verify_progress().is_some());
}

#[test]
fn going_on_does_not_wait_for_what_is_on_the_way() {
    let store = three_faults();
    let mut explorer = store.explorer(WIDE);
    explorer.keys("V");
    // Nothing is read meanwhile.
    let mut work = Vec::new();
    for number in 1..=4 {
        work.extend(explorer.app.update(Action::Key(Key::Char('f'))));
        let number = (number - 1) % 3 + 1;
        assert!(line(&explorer).starts_with(&format!("fault {number} of 3")), "{}", line(&explorer));
    }
    explorer.perform(work);
    assert_eq!(place(&explorer), ("a/cube".to_owned(), vec![0, 1, 1], 1));
}

#[test]
fn escape_stops_verifying_where_nothing_else_takes_it() {
    let store = three_faults();
    let mut explorer = store.explorer(MEDIUM);
    let app = &mut explorer.app;
    app.shared.focus = Pane::Grid;
    let verifying = press(app, Key::Char('V')).remove(0);
    for taken in [Pane::Grid, Pane::Hierarchy] {
        assert_eq!(app.shared.focus, taken);
        press(app, Key::Esc);
        assert!(verifying.is_wanted());
    }
    assert!(app.verify_progress().is_some(), "the pane was left, and then the tree was closed");
    press(app, Key::Esc);
    assert!(!verifying.is_wanted());
    assert!(app.verify_progress().is_none() && app.shared.message.is_some());
}

#[test]
fn a_table_is_sorted_by_what_verifying_found() {
    let store = three_faults();
    let mut explorer = store.explorer(WIDE);
    explorer.keys("V\toooooo");
    let table = explorer.app.group.table.ready().unwrap();
    let names: Vec<&str> = (0..table.len()).map(|row| table.row(row).unwrap().child.name.as_str()).collect();
    assert_eq!(names, ["a", "b"]);
    assert!(row(&explorer, "┃▸ a").trim_end_matches(['┃', ' ']).ends_with(" 2"), "{}", explorer.screen());
}

#[test]
fn a_title_says_what_an_array_is_at_every_width() {
    let mut titles = Vec::new();
    for width in [200, 140, 120, 100, 90, 80, 70, 62, 50, 40] {
        let mut explorer = Explorer::sample("climate.zarr", (width, 40));
        explorer.find("temperature").keys("\t");
        let screen = explorer.screen();
        let title = screen.lines().next().unwrap().rsplit(['┏', '╮']).next().unwrap().to_owned();
        titles.push(format!("{width:>3} {}", title.trim_end_matches(['━', '┓'])));
    }
    assert_snapshot!(titles.join("\n"));
}

#[test]
fn the_units_of_version_2_are_in_the_title() {
    let store = Store::of(&Document::v2()).file("0", [1; 8]).file(".zattrs", r#"{"units": "m s-1"}"#);
    let screen = store.explorer(WIDE).screen();
    assert!(screen.contains("uint8 (8)  m s-1   1 of 1 chunk of (8)   8 B → 8 B, 1.0×"), "{screen}");
}

#[test]
fn info_has_everything() {
    let mut explorer = Explorer::sample("climate.zarr", WIDE);
    assert_snapshot!(explorer.keys("i").screen());
    explorer.keys("i").find("temperature").keys("Vi");
    assert_snapshot!(explorer.screen());
    let mut explorer = Explorer::sample("sharded.zarr/plain", MEDIUM);
    assert_snapshot!(explorer.keys("i").screen());
    let mut explorer = Explorer::sample("broken.zarr", SMALL);
    assert_snapshot!(explorer.keys("Vi").screen());
}

#[test]
fn what_decodes_to_wrong_values_is_gone_to_as_faults_are() {
    let document = Document::v3().shaped("[40, 40]", "[10, 10]").typed("float32");
    let mut store = Store::named("field.zarr").group("").array("sound", &document).array("t", &document);
    for chunk in 0..16_u16 {
        let bytes = |off: f32| {
            let value = |place: u16| {
                let (row, column) = (chunk / 4 * 10 + place / 10, chunk % 4 * 10 + place % 10);
                280.0 + 9.0 * (f32::from(row) / 9.0).sin() + 7.0 * (f32::from(column) / 7.0).cos() + off
            };
            (0..100).flat_map(|place| value(place).to_le_bytes()).collect::<Vec<u8>>()
        };
        let key = format!("c/{}/{}", chunk / 4, chunk % 4);
        let off = if chunk == 5 || chunk == 10 { f32::from(chunk) * 10.0 } else { 0.0 };
        store = store.file(&format!("sound/{key}"), bytes(0.0)).file(&format!("t/{key}"), bytes(off));
    }
    let mut explorer = store.explorer((110, 24));
    let said = line(explorer.keys("V"));
    assert_eq!(
        said,
        "verified 32 chunks of 2 arrays: no fault, but values look wrong in 2 chunks; f goes there"
    );
    assert!(explorer.screen().contains("? t"), "{}", explorer.screen());
    for (keys, number, chunk) in
        [("f", 1, "(1, 1)"), ("f", 2, "(2, 2)"), ("f", 1, "(1, 1)"), ("F", 2, "(2, 2)")]
    {
        let said = line(explorer.keys(keys));
        let expected =
            format!("{number} of 2 that look wrong: t chunk {chunk}: the chunk has values that are about ");
        assert!(said.starts_with(&expected) && said.ends_with("; d says why"), "{said}");
    }
    let screen = explorer.screen();
    assert!(screen.contains("? values look wrong (d)") && screen.contains("1 ■ ? ■ ■"), "{screen}");
}
