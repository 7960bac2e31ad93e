//! Pictures, statistics and profiles: keys in, screens out.
#![allow(clippy::unwrap_used, clippy::panic)]

use std::sync::Arc;

use insta::assert_snapshot;
use ratatui::style::Color;
use zarrscope::codec::DecodeOptions;
use zarrscope::explorer::perform;
use zarrscope::explorer::tasks::{ReadPicture, ReadProfile, SummarizeRegion};
use zarrscope::explorer::{
    Action, App, Effect, Key, Mouse, MouseKind, Pane, PlacedPicture, ProfileWindow, StatsWindow,
    TerminalGraphics, Work,
};
use zarrscope::hierarchy::Hierarchy;
use zarrscope::pipeline::PictureCell;
use zarrscope::save::GraphicsProtocol;

use crate::document::Document;
use crate::explorer::Explorer;
use crate::repository::repository;
use crate::store::Store;

const LARGE: (u16, u16) = (200, 60);
const WIDE: (u16, u16) = (140, 40);
const MEDIUM: (u16, u16) = (80, 24);
const NARROW: (u16, u16) = (40, 12);

/// An array of `uint8` in the shape and chunks given; stored chunks count up from their number.
fn array(shape: &str, chunk: &str, keys: &[&str]) -> Store {
    let store = Store::of(&Document::v3().shaped(shape, chunk).dotted());
    for (number, key) in (0..).zip(keys) {
        store.write(key, (0..16).map(|byte| number * 16 + byte).collect::<Vec<u8>>());
    }
    store
}

fn element(explorer: &Explorer) -> Vec<u64> {
    explorer.app.shared.selection.cursor().unwrap()
}

#[test]
fn a_plane_as_a_picture() {
    for size in [WIDE, MEDIUM, NARROW] {
        let mut explorer = Explorer::sample("climate.zarr", size);
        explorer.find("temperature").keys("m");
        assert_snapshot!(explorer.screen());
    }
}

#[test]
fn moving_in_the_picture_selects_the_chunk_and_the_element() {
    let mut explorer = Explorer::sample("climate.zarr/temperature", WIDE);
    explorer.keys("m]").act(Action::Key(Key::End)).keys("G");
    assert_eq!(element(&explorer), [1, 199, 2999]);
    assert_eq!(explorer.app.shared.selection.coords(), [0, 9, 7]);
    let screen = explorer.screen();
    assert!(screen.contains("columns x, time=2024-01-02 (1)"), "{screen}");
    explorer.keys("mm++");
    assert_snapshot!(explorer.screen());
    explorer.keys("0hk");
    let near = element(&explorer);
    assert!(near[1] < 199 && near[2] < 2999, "{near:?}");
    assert!(explorer.screen().contains("picture  rows y, columns x"), "{}", explorer.screen());
    explorer.keys("m");
    assert!(explorer.screen().contains("array, y ↓ x →"), "{}", explorer.screen());
}

#[test]
fn every_element_has_a_square_where_there_is_room() {
    let store = array("[6, 8]", "[4, 4]", &["0.0", "1.1"]);
    let mut explorer = store.explorer(MEDIUM);
    store.write("0.1", b"short");
    explorer.keys("mR");
    assert_snapshot!(explorer.screen());
    let buffer = explorer.buffer();
    let colors: Vec<Color> =
        buffer.content.iter().filter(|cell| cell.symbol() == "▀").map(|cell| cell.fg).collect();
    // The least number is the first colour of viridis, the greatest the last.
    assert!(
        colors.contains(&Color::Rgb(68, 1, 84)) && colors.contains(&Color::Rgb(253, 231, 37)),
        "{colors:?}"
    );
    explorer.keys("M");
    assert!(explorer.screen().contains("colours: greys"), "{}", explorer.screen());
    let grey = |color: &Color| matches!(color, Color::Rgb(red, green, blue) if red == green && green == blue);
    let buffer = explorer.buffer();
    assert!(buffer.content.iter().filter(|cell| cell.symbol() == "▀").all(|cell| grey(&cell.fg)));
}

#[test]
fn one_dimension_is_a_row_of_colours() {
    assert_snapshot!(Explorer::sample("grids.zarr/one_d", MEDIUM).keys("m").screen());
    let mut explorer = Explorer::sample("grids.zarr/zero_d", MEDIUM);
    assert!(explorer.keys("m").screen().contains("picture"), "{}", explorer.screen());
    let mut explorer = Explorer::sample("grids.zarr/zero_length", MEDIUM);
    assert!(explorer.keys("m").screen().contains("no picture"), "{}", explorer.screen());
    let mut explorer = Explorer::sample("data-types.zarr/complex64", MEDIUM);
    assert!(explorer.keys("m").screen().contains("no picture of complex64"), "{}", explorer.screen());
}

#[test]
fn labels_have_colours_of_their_own() {
    let mut explorer = Explorer::sample("climate.zarr", MEDIUM);
    explorer.find("mask").keys("m");
    assert!(explorer.screen().contains("█ 0  █ 1"), "{}", explorer.screen());
}

#[test]
fn a_map_or_a_range_takes_the_colours_from_labels() {
    let mut explorer = Explorer::sample("climate.zarr", MEDIUM);
    explorer.find("mask").keys("m").keys("M");
    assert!(!explorer.screen().contains("█ 0  █ 1"), "{}", explorer.screen());
    assert!(explorer.screen().contains("colours: viridis"), "{}", explorer.screen());
    explorer.keys("MMM");
    assert!(explorer.screen().contains("colours: one for each label"), "{}", explorer.screen());
    assert!(explorer.screen().contains("█ 0  █ 1"), "{}", explorer.screen());
    explorer.keys("R");
    assert!(explorer.screen().contains("colours from the 2nd to the 98th"), "{}", explorer.screen());
    assert!(!explorer.screen().contains("█ 0  █ 1"), "{}", explorer.screen());
}

#[test]
fn a_known_fault_is_shown_where_no_element_of_it_is() {
    let store = array("[600, 800]", "[4, 4]", &["0.0", "1.1"]);
    let mut explorer = store.explorer(MEDIUM);
    store.write("0.1", b"short");
    explorer.keys("m");
    assert!(!explorer.screen().contains("✗ 1 fault"), "{}", explorer.screen());
    explorer.keys("m:c 0,1\n:c 0,0\nm");
    let picture = explorer.app.picture.shown(&explorer.app.shared).unwrap();
    assert_eq!(picture.faults.iter().collect::<Vec<_>>(), [&vec![0, 1]]);
    assert!(picture.cells.contains(&zarrscope::pipeline::PictureCell::Faulty));
    assert!(explorer.screen().contains("✗ 1 fault"), "{}", explorer.screen());
}

#[test]
fn a_picture_comes_in_parts_and_only_the_last_one_counts() {
    let store = array("[600, 800]", "[4, 4]", &["0.0", "1.1"]);
    let mut explorer = store.explorer(MEDIUM);
    let first = explorer.app.update(Action::Key(Key::Char('m')));
    assert!(explorer.screen().contains("reading …"), "{}", explorer.screen());
    let pictures = |effects: &[Effect]| -> Vec<Work> {
        let work = effects.iter().filter_map(|effect| match effect {
            Effect::Work(work) if work.is::<ReadPicture>() => Some(work.clone()),
            _ => None,
        });
        work.collect()
    };
    let old = pictures(&first);
    let newer = explorer.app.update(Action::Resize(100, 30));
    assert_eq!((old.len(), pictures(&newer).len()), (1, 1));
    let mut answers = Vec::new();
    perform(&old[0], &|| true, &mut |action| {
        answers.push(action);
        true
    });
    for answer in answers {
        drop(explorer.app.update(answer));
    }
    assert!(explorer.app.picture.picture.ready().is_none(), "it was replaced");
    explorer.perform(newer);
    assert!(explorer.app.picture.picture.ready().is_some());
    let moved = explorer.app.update(Action::Key(Key::Char('j')));
    assert!(pictures(&moved).is_empty(), "the cursor alone costs no new picture");
}

#[test]
fn the_largest_arrays_have_pictures() {
    let edge = "9223372036854775807";
    let store = array(&format!("[{edge}, {edge}]"), "[4, 4]", &["0.0"]);
    let mut explorer = store.explorer(MEDIUM);
    explorer.keys("m").act(Action::Key(Key::End)).keys("G");
    assert_eq!(element(&explorer), [u64::MAX / 2 - 1; 2]);
    assert!(explorer.screen().contains("░ missing"), "{}", explorer.screen());
    explorer.keys(&"+".repeat(70)).keys("0kh");
    assert!(explorer.screen().contains('+'), "{}", explorer.screen());
}

#[test]
fn statistics_of_the_chunk_and_of_the_array() {
    for size in [WIDE, MEDIUM, NARROW] {
        let mut explorer = Explorer::sample("climate.zarr", size);
        explorer.find("temperature").keys("S");
        assert_snapshot!(explorer.screen());
        explorer.keys("q");
        assert!(!explorer.app.overlays.is_open());
    }
    let mut explorer = Explorer::sample("data-types.zarr/complex64", MEDIUM);
    assert!(explorer.keys("S").screen().contains("found complex64"), "{}", explorer.screen());
}

#[test]
fn statistics_refuse_what_has_no_order_at_once() {
    let mut explorer = Explorer::sample("data-types.zarr/complex64", MEDIUM);
    let asked = explorer.app.update(Action::Key(Key::Char('S')));
    let screen = explorer.screen();
    assert!(asked.is_empty() && screen.contains("found complex64"), "{asked:?} {screen}");
    assert!(!screen.contains("counting") && !screen.contains("after the chunk"), "{screen}");
}

#[test]
fn an_array_without_elements_has_statistics_too() {
    let mut explorer = Explorer::sample("grids.zarr/zero_length", MEDIUM);
    let screen = explorer.keys("S").screen();
    assert!(screen.contains("no chunk is selected") && screen.contains("0 in"), "{screen}");
    let mut explorer = Explorer::sample("groups.zarr", MEDIUM);
    assert!(explorer.keys("S").screen().contains("no array is selected"), "{}", explorer.screen());
}

#[test]
fn the_plane_has_statistics_of_its_own() {
    // Of two planes of 2×8 the first chunk holds 1..9, and the second 16..24.
    let store = Store::of(&Document::v3().shaped("[2, 2, 8]", "[1, 2, 4]").dotted());
    for (first, key) in [(1, "0.0.0"), (16, "1.0.0"), (32, "1.0.1")] {
        store.write(key, (first..first + 8).collect::<Vec<u8>>());
    }
    let mut explorer = store.explorer(MEDIUM);
    explorer.keys(":at 1,0,0\nS");
    let Some(window) = explorer.app.overlays.get::<StatsWindow>() else { panic!("no statistics") };
    let found = [&window.chunk, &window.plane, &window.whole].map(|late| {
        let summary = late.ready().unwrap();
        let numbers = summary.numbers.as_ref().unwrap();
        (summary.elements, numbers.least.to_string(), numbers.greatest.to_string())
    });
    let of = |elements, least: &str, greatest: &str| (elements, least.to_owned(), greatest.to_owned());
    assert_eq!(found, [of(8, "16", "23"), of(16, "16", "39"), of(32, "0", "39")]);
    let mut explorer = store.explorer(WIDE);
    let screen = explorer.keys("S").screen();
    assert!(screen.contains("the plane dim 0 = 0"), "{screen}");
}

#[test]
fn keys_lead_from_the_statistics_to_the_extremes() {
    // The whole array has its minimum, a fill value, at [1, 0], and its maximum at [3, 1]; the chunk has others.
    let array = Document::v3().shaped("[4, 3]", "[1, 3]").dotted();
    let store = Store::of(&array).files(&[("0.0", [4, 7, 5]), ("2.0", [1, 2, 3]), ("3.0", [8, 9, 9])]);
    for (keys, at, said) in [
        ("Sm", [1, 0], "minimum 0 at [1, 0], of the array"),
        ("SM", [3, 1], "maximum 9 at [3, 1], of the array"),
    ] {
        let mut explorer = store.explorer(MEDIUM);
        let screen = explorer.keys(keys).screen();
        assert!(!explorer.app.overlays.is_open() && screen.contains(said), "{screen}");
        assert_eq!(explorer.app.shared.selection.cursor(), Some(at.to_vec()));
        explorer.act(Action::Key(Key::Ctrl('o')));
        assert_eq!(explorer.app.shared.selection.cursor(), Some(vec![0, 0]), "the way back");
    }
    let mut explorer = store.explorer(MEDIUM);
    let _ = explorer.app.update(Action::Key(Key::Char('S')));
    let _ = explorer.app.update(Action::Key(Key::Char('m')));
    assert!(explorer.screen().contains("nothing is counted yet"), "{}", explorer.screen());
}

#[test]
fn what_is_far_away_is_counted_beside_the_histogram() {
    let store = Store::new().whole("", &[10], [200, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
    for size in [LARGE, NARROW] {
        let mut explorer = store.explorer(size);
        let screen = explorer.keys("SG").screen();
        assert!(screen.contains("below: 0, above: 1") && !screen.contains("more ▾"), "{screen}");
    }
}

#[test]
fn statistics_scroll_no_further_than_to_their_end() {
    for size in [LARGE, WIDE, MEDIUM, NARROW] {
        for name in ["temperature", "mask"] {
            let mut explorer = Explorer::sample("climate.zarr", size);
            let first = explorer.find(name).keys("S").screen();
            let last = explorer.keys("G").screen();
            assert_eq!(explorer.keys("jj").screen(), last, "it is the end");
            assert!(!last.contains("more ▾"), "{last}");
            if first == last {
                assert!(!first.contains("more ▾"), "all of it is on the screen");
                continue;
            }
            assert_ne!(explorer.keys("k").screen(), last, "one step back is seen at once, {size:?}");
        }
    }
    // What is shown of all of it is less on a larger screen.
    let mut explorer = Explorer::sample("climate.zarr/temperature", MEDIUM);
    let all = explorer.keys("SG").act(Action::Resize(LARGE.0, LARGE.1)).screen();
    assert_eq!(explorer.keys("g").screen(), all, "nothing is above what is shown");
}

#[test]
fn counting_stops_with_its_window() {
    let mut explorer = Explorer::sample("climate.zarr/temperature", MEDIUM);
    let asked = explorer.app.update(Action::Key(Key::Char('S')));
    let is_counting = || matches!(asked.as_slice(), [Effect::Work(work)] if work.is::<SummarizeRegion>() && work.is_wanted());
    assert!(is_counting());
    assert!(explorer.screen().contains("counting …"), "{}", explorer.screen());
    explorer.app.update(Action::Key(Key::Esc));
    assert!(!is_counting());
    explorer.perform(asked);
    assert!(!explorer.app.overlays.is_open());
}

#[test]
fn the_row_and_the_column_through_the_cursor() {
    for size in [WIDE, MEDIUM, NARROW] {
        let mut explorer = Explorer::sample("climate.zarr/temperature", size);
        explorer.keys(":at 7,150,900\nP");
        assert_snapshot!(explorer.screen());
    }
}

/// The cells of a line of the open window of profiles.
fn line(explorer: &Explorer, number: usize) -> Vec<PictureCell> {
    let Some(window) = explorer.app.overlays.get::<ProfileWindow>() else {
        panic!("{:?}", explorer.app.overlays)
    };
    window.lines[number].cells(&explorer.app.shared.selection)
}

#[test]
fn a_profile_crosses_chunks_and_says_which_are_missing() {
    // The chunks 0.0 and 1.1 are stored; the fill value is 0, which is also the first element.
    let store = array("[6, 8]", "[4, 4]", &["0.0", "1.1"]);
    let mut explorer = store.explorer(MEDIUM);
    explorer.keys(":at 5,2\nP");
    let numbers = |range: std::ops::Range<u8>| range.map(|own| PictureCell::Number(f64::from(own)));
    let missing = [PictureCell::Missing; 4];
    // Row 1 of the chunk 1.1, whose elements count from 16; its columns are the last four.
    let expected: Vec<PictureCell> = missing.into_iter().chain(numbers(20..24)).collect();
    assert_eq!(line(&explorer, 0), expected);
    let screen = explorer.screen();
    assert!(screen.contains("profile through dim 0 = 5, dim 1 = 2"), "{screen}");
    assert!(screen.contains("along dim 1, cursor at 2 = 0  8 elements  ░ 4 missing: 0"), "{screen}");
    assert_snapshot!(screen);
}

#[test]
fn elements_that_are_lost_are_gaps_in_a_profile() {
    let mut explorer = Explorer::sample("broken.zarr/truncated_gzip", MEDIUM);
    explorer.keys(":c 0,1\nP");
    // As the values show: 5 is the last element that came out of the cut chunk.
    let numbers = [1.0, 2.0, 3.0, 4.0, 5.0].map(PictureCell::Number);
    let expected: Vec<PictureCell> = numbers.into_iter().chain([PictureCell::Faulty; 3]).collect();
    assert_eq!(line(&explorer, 0), expected);
    assert_snapshot!(explorer.screen());
}

#[test]
fn a_broken_inner_chunk_loses_no_other() {
    let sharding =
        Document::v3().shaped("[16]", "[8]").sharded("[4]", r#"[{"name": "bytes"}, {"name": "crc32c"}]"#);
    // The CRC-32C of 1, 2, 3, 4 is right in both shards; that of the second inner chunk of each is not.
    let mut shard = [1, 2, 3, 4].to_vec();
    shard.extend(crc32c(&[1, 2, 3, 4]).to_le_bytes());
    shard.extend([5, 6, 7, 8, 0, 0, 0, 0]);
    shard.extend([0_u64, 8, 8, 8].into_iter().flat_map(u64::to_le_bytes));
    let store = Store::of(&sharding).files(&[("c/0", &shard), ("c/1", &shard)]);
    let mut explorer = store.explorer(MEDIUM);
    explorer.keys("P");
    let numbers = [1.0, 2.0, 3.0, 4.0].map(PictureCell::Number).into_iter();
    let each: Vec<PictureCell> = numbers.chain([PictureCell::Faulty; 4]).collect();
    assert_eq!(line(&explorer, 0), each.repeat(2));
}

/// The checksum, bit by bit.
fn crc32c(bytes: &[u8]) -> u32 {
    let step = |crc: u32| if crc & 1 == 1 { (crc >> 1) ^ 0x82f6_3b78 } else { crc >> 1 };
    !bytes.iter().fold(!0, |crc, byte| (0..8).fold(crc ^ u32::from(*byte), |crc, _| step(crc)))
}

#[test]
fn a_profile_goes_along_any_dimension() {
    let mut explorer = Explorer::sample("climate.zarr/temperature", MEDIUM);
    let along = |explorer: &Explorer| {
        let screen = explorer.screen();
        ["along time,", "along y,", "along x,"].map(|name| screen.contains(name))
    };
    explorer.keys("P");
    assert_eq!(along(&explorer), [false, true, true]);
    explorer.keys("s");
    assert_eq!(along(&explorer), [true, false, false]);
    assert_snapshot!(explorer.screen());
    let seen = [(); 3].map(|()| along(explorer.keys("s")));
    assert_eq!(seen, [[false, true, false], [false, false, true], [false, true, true]]);
}

#[test]
fn a_profile_of_the_longest_array_is_sampled() {
    let edge = "9223372036854775807";
    let store = array(&format!("[{edge}, {edge}]"), "[4, 4]", &["0.0"]);
    let mut explorer = store.explorer(WIDE);
    explorer.keys("P");
    assert_eq!(line(&explorer, 0).len(), 4096);
    assert!(
        explorer.screen().contains("4 096 of 9 223 372 036 854 775 807 elements"),
        "{}",
        explorer.screen()
    );
}

#[test]
fn what_has_no_order_has_no_profile() {
    for (array, why) in [
        ("data-types.zarr/complex64", "elements of complex64 are not ordered numbers"),
        ("grids.zarr/zero_d", "an array without dimensions has no rows"),
        ("grids.zarr/zero_length", "the array has no elements"),
        ("groups.zarr", "no array is selected"),
    ] {
        let mut explorer = Explorer::sample(array, MEDIUM);
        explorer.keys("P");
        assert!(explorer.screen().contains(why), "{}", explorer.screen());
    }
}

#[test]
fn reading_a_profile_stops_with_its_window_and_newer_lines_replace_older_ones() {
    let mut explorer = Explorer::sample("climate.zarr/temperature", MEDIUM);
    let first = explorer.app.update(Action::Key(Key::Char('P')));
    assert!(matches!(first.as_slice(), [Effect::Work(work)] if work.is::<ReadProfile>()), "{first:?}");
    // What is decoded already is there at once.
    assert!(matches!(line(&explorer, 0).as_slice(), [PictureCell::Number(_), .., PictureCell::NotRead]));
    assert!(explorer.screen().contains("reading …"), "{}", explorer.screen());
    let newer = explorer.app.update(Action::Key(Key::Char('s')));
    explorer.perform(first);
    assert_eq!(line(&explorer, 0).len(), 10, "the old answer is dropped");
    assert!(explorer.screen().contains("reading …"), "{}", explorer.screen());
    explorer.perform(newer);
    assert!(!explorer.screen().contains("reading …"), "{}", explorer.screen());
    let last = explorer.app.update(Action::Key(Key::Char('s')));
    let is_wanted = || matches!(last.as_slice(), [Effect::Work(work)] if work.is_wanted());
    assert!(is_wanted());
    explorer.app.update(Action::Key(Key::Esc));
    assert!(!is_wanted());
}

#[test]
fn clicking_selects_what_is_under_the_pointer() {
    let mut explorer = Explorer::sample("climate.zarr/temperature", WIDE);
    explorer.keys("m");
    let area = explorer.app.shared.inner(Pane::Values);
    let (x, y) = (area.x + area.width - 1, area.y);
    explorer.act(Action::Mouse(Mouse { kind: MouseKind::Click, x, y }));
    let found = element(&explorer);
    assert!(found[1] < 10 && found[2] > 2900, "{found:?}");
    assert_eq!(explorer.app.shared.selection.coords(), [0, 0, 7]);
}

#[test]
fn a_picture_that_is_asked_for_too_early_is_not_forgotten() {
    let mut hierarchy = Hierarchy::open(&repository("sample-data/climate.zarr/temperature")).unwrap();
    "temperature".clone_into(&mut hierarchy.name);
    let (app, effects) = App::new(hierarchy, DecodeOptions::default(), WIDE);
    let mut explorer = Explorer::before_anything(app);
    // Nothing has been read yet.
    let asked = explorer.app.update(Action::Key(Key::Char('m')));
    assert!(explorer.screen().contains("once it is read"), "{}", explorer.screen());
    explorer.perform(effects);
    explorer.perform(asked);
    assert!(explorer.app.picture.is_shown(&explorer.app.shared), "{}", explorer.screen());
    assert!(explorer.screen().contains("░ missing"), "{}", explorer.screen());
}

#[test]
fn where_nothing_can_be_selected_v_says_where() {
    for size in [LARGE, WIDE, MEDIUM, NARROW] {
        let mut explorer = Explorer::sample("climate.zarr/temperature", size);
        assert!(explorer.keys("v").screen().contains("Tab goes"), "{}", explorer.screen());
        explorer.keys("m");
        if explorer.app.picture.takes_over(&explorer.app.shared) {
            assert!(explorer.keys("v").screen().contains("m shows"), "{}", explorer.screen());
        } else {
            assert!(explorer.keys("v").screen().contains("selecting"), "{}", explorer.screen());
        }
    }
}

#[test]
fn a_step_is_subtracted_from_all_others() {
    let mut explorer = Explorer::sample("lessons/19-weather.zarr/maps", (140, 40));
    explorer.keys("\t\t\tm:time=2026-06-02\n:minus\n");
    let said = explorer.screen();
    assert!(said.contains("minus time=2026-06-02, at every step from now on; D shows the values"), "{said}");
    // Two days later; the values are 100 more on each day.
    let later = explorer.keys(":time=2026-06-04\n").screen();
    assert!(later.contains("minus time=2026-06-02") && later.contains("(+200)"), "{later}");
    let before = explorer.keys("[[[").screen();
    assert!(before.contains("minus time=2026-06-02") && before.contains("(-100)"), "{before}");
    // Again it is the step before.
    let step = explorer.keys("DD]]").screen();
    assert!(step.contains("minus time=2026-06-02") && step.contains("(+100)"), "{step}");
    explorer.keys("D:range array\n");
    // From the first element of the first day to the last of the last.
    let ends = explorer.screen();
    assert!(ends.contains("as in the whole array") && ends.contains("colours from 0 to "), "{ends}");
    let mut plane = Explorer::sample("grids.zarr/edges", (140, 40));
    assert!(
        plane.keys("\t\t\tm:minus\n").screen().contains("there are no other steps"),
        "{}",
        plane.screen()
    );
}

#[test]
fn the_change_from_the_step_before_is_a_picture() {
    let store = Store::new().whole("", &[2, 2, 2], [10, 20, 30, 40, 11, 18, 30, 255_u8]);
    let mut explorer = Explorer::open(Hierarchy::open(&store.path("")).unwrap(), WIDE);
    explorer.keys("mD");
    assert!(explorer.screen().contains("there is no step before this one"), "{}", explorer.screen());
    explorer.keys("]");
    let screen = explorer.screen();
    assert!(screen.contains("minus dim 0 = 0") && screen.contains("[1, 0, 0] = 11  (+1)"), "{screen}");
    let numbers = |explorer: &Explorer| explorer.app.picture.picture.so_far().unwrap().cells.clone();
    assert_eq!(numbers(&explorer), [1.0, -2.0, 0.0, 215.0].map(PictureCell::Number), "bytes do not wrap");
    assert!(screen.contains("-215") && screen.contains("215"), "both ends are as far from zero: {screen}");
    explorer.keys("D");
    assert_eq!(numbers(&explorer)[3], PictureCell::Number(255.0));
    assert!(!explorer.screen().contains("minus"), "{}", explorer.screen());
}

#[test]
fn a_terminal_with_graphics_gets_pixels() {
    let store = array("[6, 8]", "[4, 4]", &["0.0", "1.1"]);
    let mut explorer = store.explorer(MEDIUM);
    explorer.keys("mR");
    let plain = explorer.screen();
    assert!(PlacedPicture::of(&explorer.app).is_none());
    let graphics = TerminalGraphics { protocol: GraphicsProtocol::Kitty, pixels: [16, 8] };
    explorer.act(Action::Graphics(Some(graphics)));
    let placed = PlacedPicture::of(&explorer.app).unwrap();
    let pixels = &placed.encoded.pixels;
    // Squares of pixels, as large as there is room for; the same characters where there are no graphics.
    assert_eq!(pixels.width * 6, pixels.height * 8);
    assert_eq!(explorer.screen(), plain);
    let side = pixels.width / 8;
    let color =
        |row: usize, column: usize| pixels.color([column * side + side / 2, row * side + side / 2]).unwrap();
    // The least number is the first colour of viridis, the greatest the last; missing chunks are grey.
    assert_eq!([color(0, 0), color(5, 7)], [[68, 1, 84], [253, 231, 37]].map(|color: [u8; 3]| color));
    let [red, green, blue] = color(0, 5);
    assert!(red == green && green == blue, "{red} {green} {blue}");
    let area = placed.encoded.area;
    assert_eq!(
        placed.cursor,
        Some((area.x + u16::try_from(side / 2 / 8).unwrap(), area.y + u16::try_from(side / 2 / 16).unwrap()))
    );

    // A step moves the cursor, and not the picture.
    explorer.keys("l");
    let moved = PlacedPicture::of(&explorer.app).unwrap();
    assert!(moved.cursor > placed.cursor && Arc::ptr_eq(&moved.encoded, &placed.encoded));
    assert!(element(&explorer) == [0, 1]);
    // Windows, and messages that take more than the last line, would be covered.
    explorer.keys("?");
    assert!(PlacedPicture::of(&explorer.app).is_none());
    explorer.act(Action::Key(Key::Esc));
    assert!(PlacedPicture::of(&explorer.app).is_some());
    explorer.app.show_message(&["a message ".repeat(60)]);
    assert!(PlacedPicture::of(&explorer.app).is_none());
    explorer.keys("m");
    assert!(PlacedPicture::of(&explorer.app).is_none());
    // What a terminal says of itself may be anything: with too many pixels it gets characters.
    explorer.act(Action::Graphics(Some(TerminalGraphics { pixels: [1600, 800], ..graphics })));
    explorer.keys("m");
    assert!(PlacedPicture::of(&explorer.app).is_none());
}

#[test]
fn pixels_show_more_elements_than_characters() {
    let mut explorer = Explorer::sample("climate.zarr/temperature", WIDE);
    explorer.keys("m");
    let cells = |explorer: &Explorer| explorer.app.picture.picture.ready().unwrap().plan.size;
    let [rows, columns] = cells(&explorer);
    explorer.act(Action::Graphics(Some(TerminalGraphics {
        protocol: GraphicsProtocol::Sixel { colors: 256 },
        pixels: [20, 10],
    })));
    let [more_rows, more_columns] = cells(&explorer);
    assert!(more_rows > rows && more_columns >= 5 * columns, "{rows} {columns} {more_rows} {more_columns}");
    let first = PlacedPicture::of(&explorer.app).unwrap().encoded;
    explorer.keys("]");
    let next = PlacedPicture::of(&explorer.app).unwrap().encoded;
    assert!(next.encoded != first.encoded && next.area == first.area);
    // As far as without pixels: a step is seen.
    explorer.keys("l");
    let step = element(&explorer)[2];
    assert!(2 * step * columns >= 3000, "{step} of 3000 in {columns}");
}

#[test]
fn a_map_has_north_above_and_the_cursor_says_where_it_is() {
    let named = |shape: &str, names: &str, attributes: &str| {
        Document::v3().shaped(shape, shape).with("dimension_names", names).with("attributes", attributes)
    };
    let store = Store::named("map.zarr")
        .group("")
        .array("map", &named("[5, 9]", r#"["lat", "lon"]"#, "{}"))
        .array("lat", &named("[5]", r#"["lat"]"#, r#"{"units": "degrees_north"}"#).typed("int8"))
        .array("lon", &named("[9]", r#"["lon"]"#, r#"{"units": "degrees_east"}"#).typed("int8"));
    store.write("map/c/0/0", (0..45).map(|at| at / 9).collect::<Vec<u8>>());
    store.write("lat/c/0", [-40_i8, -20, 0, 20, 40].map(i8::cast_unsigned));
    store.write("lon/c/0", [0_i8, 10, 20, 30, 40, 50, 60, 70, 80].map(i8::cast_unsigned));
    let mut explorer = Explorer::open(Hierarchy::open(&store.path("")).unwrap(), WIDE);
    explorer.find("map").keys("mR");
    let screen = explorer.screen();
    assert!(screen.contains("lat (north above)") || screen.contains("lat ↑"), "{screen}");
    assert!(screen.contains("[0, 0] = 0  lat=-40, lon=0"), "{screen}");
    // Up is north, and the first row of the picture is the last of the array.
    explorer.keys("kl");
    assert_eq!(element(&explorer), [1, 1]);
    assert!(explorer.screen().contains("[1, 1] = 1  lat=-20, lon=10"), "{}", explorer.screen());
    explorer.keys("g");
    assert_eq!(element(&explorer), [4, 1]);
    let buffer = explorer.buffer();
    let first = buffer.content.iter().find(|cell| cell.symbol() == "▀").unwrap();
    assert_eq!(first.fg, Color::Rgb(253, 231, 37), "the greatest number is above");
    // Where one clicks is what is drawn there.
    let area = explorer.app.shared.regions().inner_picture();
    explorer.act(Action::Mouse(Mouse { kind: MouseKind::Click, x: area.x, y: area.y }));
    assert_eq!(element(&explorer), [4, 0]);
    // Coordinates alone are an element.
    explorer.keys(":3, 7").act(Action::Key(Key::Enter));
    assert_eq!(element(&explorer), [3, 7]);
}

#[test]
fn colours_in_the_last_dimension_are_put_together() {
    let document = Document::v3().shaped("[16, 16, 3]", "[16, 16, 3]").typed("uint8");
    let store = Store::of(&document).file("c/0/0/0", [10_u8, 120, 230].repeat(256));
    let mut explorer = Explorer::open(Hierarchy::open(&store.path("")).unwrap(), WIDE);
    let screen = explorer.keys("m").screen();
    assert!(screen.contains("█ red  █ green  █ blue"), "{screen}");
    assert!(screen.contains("= 10, green 120, blue 230"), "{screen}");
    let screen = explorer.keys(":channel green\n").screen();
    assert!(!screen.contains("█ blue") && screen.contains("[0, 0, 1] = 120"), "{screen}");
    assert!(explorer.keys(":channel all\n").screen().contains("█ red  █ green  █ blue"));
}
