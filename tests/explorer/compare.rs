//! Comparing two chunks, stages or arrays: keys in, screens out.
#![allow(clippy::unwrap_used, clippy::panic)]

use insta::assert_snapshot;
use zarrscope::explorer::perform;
use zarrscope::explorer::tasks::CompareArrays;
use zarrscope::explorer::{Action, CompareWindow, Delivered, Effect};

use crate::document::Document;
use crate::explorer::Explorer;
use crate::store::Store;

const WIDE: (u16, u16) = (140, 40);
const MEDIUM: (u16, u16) = (80, 24);
const NARROW: (u16, u16) = (40, 12);

const TRANSPOSED: &str = r#"[{"name": "transpose", "configuration": {"order": [1, 0]}}, "bytes", "crc32c"]"#;

/// The bytes with the CRC-32C that `crc32c` puts behind them; the tests have it from the crate of that name.
fn with_sum(bytes: &[u8]) -> Vec<u8> {
    [bytes, &crc32c::crc32c(bytes).to_le_bytes()].concat()
}

/// An array of four by eight `uint8` in chunks of four by four, to be encoded so.
fn array(codecs: &str) -> Document {
    Document::v3().shaped("[4, 8]", "[4, 4]").dotted().with("codecs", codecs)
}

/// Sixteen bytes that count up from a number.
fn counting(first: u8) -> Vec<u8> {
    (first..first + 16).collect()
}

/// Two arrays: `a` and `b` are the same but for two elements of the second chunk of `b`, 5 and 6 (transposed: (1, 1), (2, 1)).
fn two_arrays() -> Store {
    let mut bytes = counting(16);
    (bytes[5], bytes[6]) = (0xee, 0xef);
    let store = Store::new().group("").array("c", &array(r#"["bytes"]"#));
    let store = store.array("a", &array(TRANSPOSED)).array("b", &array(TRANSPOSED));
    store.files(&[
        ("a/0.0", with_sum(&counting(0))),
        ("a/0.1", with_sum(&counting(16))),
        ("b/0.0", with_sum(&counting(0))),
        ("b/0.1", with_sum(&bytes)),
    ])
}

/// Selects a chunk of an array, with the focus on the grid.
fn chunk(explorer: &mut Explorer, name: &str, coords: &str) {
    explorer.find(name).keys(&format!(":c {coords}\n"));
}

/// Both second chunks beside each other.
fn both(size: (u16, u16)) -> (Store, Explorer) {
    let store = two_arrays();
    let mut explorer = store.explorer(size);
    chunk(&mut explorer, "a", "0,1");
    explorer.keys("c");
    chunk(&mut explorer, "b", "0,1");
    explorer.keys("c");
    (store, explorer)
}

fn view(explorer: &Explorer) -> &zarrscope::explorer::ChunksView {
    let Some(window) = explorer.app.overlays.get::<CompareWindow>() else { panic!("{}", explorer.screen()) };
    window.chunks.as_ref().unwrap()
}

#[test]
fn two_chunks_are_beside_each_other() {
    for size in [(200, 60), WIDE, MEDIUM, NARROW] {
        let (_directory, mut explorer) = both(size);
        assert_snapshot!(explorer.screen());
        assert_snapshot!(explorer.keys("x").screen());
        assert_snapshot!(explorer.keys("\t").screen());
    }
}

#[test]
fn what_is_marked_is_said_until_it_is_compared_or_forgotten() {
    let store = two_arrays();
    let mut explorer = store.explorer(WIDE);
    chunk(&mut explorer, "a", "0,1");
    explorer.keys("c");
    assert!(explorer.screen().contains("to compare: chunk (0, 1) of store/a"), "{}", explorer.screen());
    explorer.keys("h");
    assert!(
        explorer.screen().contains("to compare: chunk (0, 1) of store/a · c compares"),
        "{}",
        explorer.screen()
    );
    explorer.act(Action::Resize(NARROW.0, NARROW.1));
    assert!(explorer.screen().contains("c compares"), "{}", explorer.screen());
    explorer.act(Action::Resize(WIDE.0, WIDE.1)).keys("l").keys("c");
    assert!(explorer.screen().contains("the place to compare is forgotten"), "{}", explorer.screen());
    assert!(explorer.app.to_compare.is_none());
    // Another kind of thing takes its place.
    explorer.keys("c").find("b").keys("c");
    assert!(
        explorer.screen().contains("a chunk and an array cannot be compared; to compare: store/b"),
        "{}",
        explorer.screen()
    );
    let store = two_arrays();
    let mut explorer = store.explorer(WIDE);
    assert!(explorer.keys("c").screen().contains("an array, a chunk or a stage can be compared"));
}

#[test]
fn n_goes_from_difference_to_difference_in_values_and_in_bytes() {
    let (_directory, mut explorer) = both(WIDE);
    // Bytes 5 and 6 of the transposed chunk are elements (1, 1) and (2, 1).
    assert_eq!(view(&explorer).coords, [1, 1]);
    assert!(explorer.screen().contains("[238]"), "{}", explorer.screen());
    explorer.keys("n");
    assert_eq!(view(&explorer).coords, [2, 1]);
    explorer.keys("n");
    assert!(explorer.screen().contains("no further difference"), "{}", explorer.screen());
    explorer.keys("NN");
    assert!(explorer.screen().contains("no difference before this one"), "{}", explorer.screen());
    explorer.keys("x");
    assert_eq!(view(&explorer).offset, 5);
    // In C order element (2, 1) is byte 9.
    explorer.keys("n");
    assert_eq!(view(&explorer).offset, 9);
    explorer.keys("<");
    assert_eq!((view(&explorer).stage, view(&explorer).offset), (2, 5));
    assert!(
        explorer.screen().contains("[15 16]") && explorer.screen().contains("[ee ef]"),
        "{}",
        explorer.screen()
    );
    // What is stored has other checksums too.
    explorer.keys("<<<nnn");
    assert_eq!((view(&explorer).stage, view(&explorer).offset > 15), (0, true));
    explorer.keys("\u{1b}");
    assert!(!explorer.app.overlays.is_open() && explorer.app.to_compare.is_some());
}

#[test]
fn it_says_at_which_codec_chunks_begin_to_differ() {
    let document = Document::v3().dotted().with("codecs", r#"["bytes", "gzip"]"#);
    let store = Store::new().group("").array("a", &document).array("b", &document);
    // The same eight bytes: a gzip member with one stored block, with other times in its header.
    for (key, time) in [("a/0", 0), ("b/0", 7)] {
        let head = [0x1f, 0x8b, 8, 0, time, 0, 0, 0, 0, 255, 1, 8, 0, 0xf7, 0xff];
        let data = [1, 2, 3, 4, 5, 6, 7, 8];
        // CRC-32 of these bytes, as Python's zlib.crc32 gives it, and their number.
        let tail = [0xc5, 0x88, 0xca, 0x3f, 8, 0, 0, 0];
        store.write(key, [&head[..], &data, &tail].concat());
    }
    let mut explorer = store.explorer(WIDE);
    chunk(&mut explorer, "a", "0");
    explorer.keys("c");
    chunk(&mut explorer, "b", "0");
    explorer.keys("c");
    let screen = explorer.screen();
    assert!(
        screen.contains("same codecs; the elements are the same; gzip encodes them differently"),
        "{screen}"
    );
    assert!(
        explorer.keys("n").screen().contains("all elements have the same values"),
        "{}",
        explorer.screen()
    );
    explorer.keys("<<");
    assert_eq!((view(&explorer).stage, view(&explorer).offset), (0, 4));
}

#[test]
fn a_missing_a_broken_and_a_huge_chunk_say_so_beside_the_other() {
    let store = two_arrays();
    let mut explorer = store.explorer(WIDE);
    store.write("b/0.0", b"short");
    chunk(&mut explorer, "a", "0,1");
    explorer.keys("c");
    chunk(&mut explorer, "c", "0,0");
    explorer.keys("c");
    assert_snapshot!(explorer.screen());
    explorer.keys("\u{1b}");
    chunk(&mut explorer, "b", "0,0");
    explorer.keys("c");
    assert_snapshot!(explorer.screen());
    let store = store.array("huge", &Document::v3().shaped("[1000000000]", "[268435456]"));
    let mut explorer = store.explorer(WIDE);
    chunk(&mut explorer, "a", "0,1");
    explorer.keys("c");
    chunk(&mut explorer, "huge", "1");
    explorer.keys("c");
    let screen = explorer.screen();
    assert!(screen.contains("this chunk has 268.4 MB: at most 50.3 MB are shown side by side"), "{screen}");
}

#[test]
fn stages_are_kept_in_step_and_a_stage_can_be_marked() {
    let store = two_arrays();
    let mut explorer = store.explorer(MEDIUM);
    chunk(&mut explorer, "a", "0,0");
    // The stage under the cursor of the pipeline.
    explorer.keys("\tkk").keys("c");
    assert!(
        explorer.screen().contains("to compare: crc32c of chunk (0, 0) of store/a"),
        "{}",
        explorer.screen()
    );
    chunk(&mut explorer, "a", "0,1");
    explorer.keys("c");
    assert_eq!(view(&explorer).stage, 1);
    assert!(explorer.screen().contains("stage 2 of 4, crc32c"), "{}", explorer.screen());
    explorer.keys("c");
    assert!(explorer.app.to_compare.is_none() && !explorer.app.overlays.is_open());
}

#[test]
fn two_arrays_are_compared_as_diff_does_and_lead_to_their_chunks() {
    for size in [WIDE, MEDIUM, NARROW] {
        let store = two_arrays();
        let mut explorer = store.explorer(size);
        explorer.find("a").keys("c").find("b").keys("c");
        assert_snapshot!(explorer.screen());
        explorer.keys("\n");
        assert_eq!(view(&explorer).coords, [1, 1]);
        assert!(explorer.screen().contains("a: chunk (0, 1) of store/a"), "{}", explorer.screen());
        explorer.keys("\u{1b}");
        assert!(explorer.screen().contains("two arrays compared"), "{}", explorer.screen());
        explorer.keys("\u{1b}");
        assert!(!explorer.app.overlays.is_open());
    }
}

#[test]
fn comparing_arrays_can_be_stopped() {
    let store = two_arrays();
    let mut explorer = store.explorer(WIDE);
    explorer.find("a").keys("c").find("b");
    let effects = explorer.app.update(Action::Key(zarrscope::explorer::Key::Char('c')));
    let work = effects.into_iter().find_map(|effect| match effect {
        Effect::Work(work) if work.is::<CompareArrays>() => Some(work),
        _ => None,
    });
    assert!(explorer.screen().contains("comparing …  Esc stops"), "{}", explorer.screen());
    let work = work.unwrap();
    assert!(work.is_wanted());
    explorer.app.update(Action::Key(zarrscope::explorer::Key::Esc));
    assert!(!work.is_wanted());
    // An answer that comes late is dropped, and a worker that is asked to stop gives none.
    let mut answers = 0;
    perform(&work, &|| false, &mut |action| {
        let Action::Answer(mut answer) = action else { panic!("{action:?}") };
        answers += usize::from(
            answer.of::<CompareArrays>().is_some_and(|found| matches!(found, Delivered::Part(_))),
        );
        explorer.app.update(Action::Answer(answer));
        true
    });
    assert_eq!(answers, 0);
    assert!(!explorer.app.overlays.is_open());
}

#[test]
fn arrays_with_other_chunks_lay_the_first_difference_beside_itself() {
    let store = pair(["[8]", "[3]"], &[&[0, 1, 2, 3, 4, 5, 6, 7]], &[&[0, 1, 2], &[3, 9, 5]]);
    let mut explorer = store.explorer(MEDIUM);
    explorer.find("a").keys("c").find("b").keys("c").keys("n");
    let screen = explorer.screen();
    assert!(screen.contains("both sides have 3 elements of the chunks, which are not the\nsame"), "{screen}");
    // Element 4 of the array is the second of the second chunk of b; the first of that is element 3 of a.
    assert_eq!(view(&explorer).coords, [1]);
    assert_snapshot!(explorer.screen());
}

/// Two arrays of eight `uint8`, in chunks of these lengths, with their chunks.
fn pair(chunks: [&str; 2], a: &[&[u8]], b: &[&[u8]]) -> Store {
    let [one, other] = chunks.map(|chunks| Document::v3().shaped("[8]", chunks).dotted());
    let store = Store::new().group("").array("a", &one).array("b", &other);
    for (name, parts) in [("a", a), ("b", b)] {
        for (number, part) in parts.iter().enumerate() {
            store.write(&format!("{name}/{number}"), part);
        }
    }
    store
}

#[test]
fn what_does_not_decode_is_not_equal_and_enter_leads_to_it() {
    for size in [WIDE, MEDIUM, NARROW] {
        let store = pair(["[4]", "[4]"], &[&[0, 1, 2, 3], &[4, 5, 6, 7]], &[&[0, 1, 2, 3], &[4, 5]]);
        let mut explorer = store.explorer(size);
        explorer.find("a").keys("c").find("b").keys("c");
        let screen = explorer.screen();
        assert!(screen.contains("not all can be") && screen.contains("fault;"), "{screen}");
        assert_snapshot!(screen);
        explorer.keys("\n");
        let screen = explorer.screen();
        assert!(screen.contains("b: chunk (1) of"), "{screen}");
    }
}

#[test]
fn bytes_of_chunks_of_other_shapes_are_not_compared() {
    let store = pair(["[8]", "[4]"], &[&[0, 1, 2, 3, 4, 5, 6, 7]], &[&[9, 1, 2, 3], &[4, 5, 6, 7]]);
    let mut explorer = store.explorer(MEDIUM);
    // The first difference is the corner of both chunks.
    explorer.find("a").keys("c").find("b").keys("c\n");
    assert!(explorer.screen().contains("[9]"), "{}", explorer.screen());
    explorer.keys("x");
    let screen = explorer.screen();
    assert!(screen.contains("not compared: bytes of chunks of different shapes"), "{screen}");
    assert!(!screen.contains("[00]") && !screen.contains("[09]"), "{screen}");
    explorer.keys("n");
    assert!(
        explorer.screen().contains("not compared: the chunks have different shapes"),
        "{}",
        explorer.screen()
    );
}
