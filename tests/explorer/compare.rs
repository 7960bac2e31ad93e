//! Comparing two chunks, stages or arrays: keys in, screens out.
#![allow(clippy::unwrap_used, clippy::panic)]

use std::fs;
use std::path::Path;

use insta::assert_snapshot;
use zarrscope::explorer::perform;
use zarrscope::explorer::tasks::CompareArrays;
use zarrscope::explorer::{Action, CompareWindow, Effect};
use zarrscope::hierarchy::Hierarchy;

use crate::document::Document;
use crate::explorer::Explorer;

const WIDE: (u16, u16) = (140, 40);
const MEDIUM: (u16, u16) = (80, 24);
const NARROW: (u16, u16) = (40, 12);

const GROUP: &str = r#"{"zarr_format": 3, "node_type": "group"}"#;
const V2_KEYS: &str = r#"{"name": "v2"}"#;
const TRANSPOSED: &str = r#"[{"name": "transpose", "configuration": {"order": [1, 0]}}, "bytes", "crc32c"]"#;

/// The bytes with the CRC-32C that `crc32c` puts behind them; the tests have it from the crate of that name.
fn with_sum(bytes: &[u8]) -> Vec<u8> {
    [bytes, &crc32c::crc32c(bytes).to_le_bytes()].concat()
}

/// An array of four by eight `uint8` in chunks of four by four; each chunk counts up from a number.
fn array(directory: &Path, codecs: &str, chunks: &[(&str, u8)]) {
    fs::create_dir_all(directory).unwrap();
    let document = Document::v3().shaped("[4, 8]", "[4, 4]").with("chunk_key_encoding", V2_KEYS);
    fs::write(directory.join("zarr.json"), document.with("codecs", codecs).text()).unwrap();
    for (key, first) in chunks {
        let bytes: Vec<u8> = (0..16).map(|byte| byte + first).collect();
        fs::write(directory.join(key), with_sum(&bytes)).unwrap();
    }
}

/// Two arrays: `a` and `b` are the same but for two elements of the second chunk of `b`, 5 and 6 (transposed: (1, 1), (2, 1)).
fn store(size: (u16, u16)) -> (tempfile::TempDir, Explorer) {
    let directory = tempfile::tempdir().unwrap();
    fs::write(directory.path().join("zarr.json"), GROUP).unwrap();
    for name in ["a", "b"] {
        array(&directory.path().join(name), TRANSPOSED, &[("0.0", 0), ("0.1", 16)]);
    }
    let mut bytes: Vec<u8> = (16..32).collect();
    (bytes[5], bytes[6]) = (0xee, 0xef);
    fs::write(directory.path().join("b/0.1"), with_sum(&bytes)).unwrap();
    array(&directory.path().join("c"), r#"["bytes"]"#, &[]);
    let explorer = open(directory.path(), size);
    (directory, explorer)
}

fn open(directory: &Path, size: (u16, u16)) -> Explorer {
    let mut hierarchy = Hierarchy::open(directory).unwrap();
    "store".clone_into(&mut hierarchy.name);
    Explorer::open(hierarchy, size)
}

/// Selects a chunk of an array, with the focus on the grid.
fn chunk(explorer: &mut Explorer, name: &str, coords: &str) {
    explorer.find(name).keys(&format!(":c {coords}\n"));
}

/// Both second chunks beside each other.
fn both(size: (u16, u16)) -> (tempfile::TempDir, Explorer) {
    let (directory, mut explorer) = store(size);
    chunk(&mut explorer, "a", "0,1");
    explorer.keys("c");
    chunk(&mut explorer, "b", "0,1");
    explorer.keys("c");
    (directory, explorer)
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
    let (_directory, mut explorer) = store(WIDE);
    chunk(&mut explorer, "a", "0,1");
    explorer.keys("c");
    assert!(explorer.screen().contains("marked: chunk (0, 1) of store/a"), "{}", explorer.screen());
    explorer.keys("h");
    assert!(
        explorer.screen().contains("marked: chunk (0, 1) of store/a · c compares"),
        "{}",
        explorer.screen()
    );
    explorer.act(Action::Resize(NARROW.0, NARROW.1));
    assert!(explorer.screen().contains("c compares"), "{}", explorer.screen());
    explorer.act(Action::Resize(WIDE.0, WIDE.1)).keys("l").keys("c");
    assert!(explorer.screen().contains("nothing is marked any more"), "{}", explorer.screen());
    assert!(explorer.app.marked.is_none());
    // Another kind of thing takes its place.
    explorer.keys("c").find("b").keys("c");
    assert!(explorer.screen().contains("instead: it is of another kind: store/b"), "{}", explorer.screen());
    let (_directory, mut explorer) = store(WIDE);
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
    assert!(!explorer.app.overlays.is_open() && explorer.app.marked.is_some());
}

#[test]
fn it_says_at_which_codec_chunks_begin_to_differ() {
    let directory = tempfile::tempdir().unwrap();
    fs::write(directory.path().join("zarr.json"), GROUP).unwrap();
    let document = Document::v3().with("chunk_key_encoding", V2_KEYS).with("codecs", r#"["bytes", "gzip"]"#);
    // The same eight bytes: a gzip member with one stored block, with other times in its header.
    for (name, time) in [("a", 0), ("b", 7)] {
        fs::create_dir(directory.path().join(name)).unwrap();
        fs::write(directory.path().join(name).join("zarr.json"), document.text()).unwrap();
        let head = [0x1f, 0x8b, 8, 0, time, 0, 0, 0, 0, 255, 1, 8, 0, 0xf7, 0xff];
        let data = [1, 2, 3, 4, 5, 6, 7, 8];
        // CRC-32 of these bytes, as Python's zlib.crc32 gives it, and their number.
        let tail = [0xc5, 0x88, 0xca, 0x3f, 8, 0, 0, 0];
        fs::write(directory.path().join(name).join("0"), [&head[..], &data, &tail].concat()).unwrap();
    }
    let mut explorer = open(directory.path(), WIDE);
    chunk(&mut explorer, "a", "0");
    explorer.keys("c");
    chunk(&mut explorer, "b", "0");
    explorer.keys("c");
    let screen = explorer.screen();
    assert!(
        screen.contains("one chain; the elements are the same; gzip encodes them differently"),
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
    let (directory, mut explorer) = store(WIDE);
    fs::write(directory.path().join("b/0.0"), b"short").unwrap();
    chunk(&mut explorer, "a", "0,1");
    explorer.keys("c");
    chunk(&mut explorer, "c", "0,0");
    explorer.keys("c");
    assert_snapshot!(explorer.screen());
    explorer.keys("\u{1b}");
    chunk(&mut explorer, "b", "0,0");
    explorer.keys("c");
    assert_snapshot!(explorer.screen());
    let huge = directory.path().join("huge");
    fs::create_dir(&huge).unwrap();
    let document = Document::v3().shaped("[1000000000]", "[268435456]").text();
    fs::write(huge.join("zarr.json"), document).unwrap();
    let mut explorer = open(directory.path(), WIDE);
    chunk(&mut explorer, "a", "0,1");
    explorer.keys("c");
    chunk(&mut explorer, "huge", "1");
    explorer.keys("c");
    let screen = explorer.screen();
    assert!(screen.contains("this chunk has 268.4 MB: at most 50.3 MB are put side"), "{screen}");
}

#[test]
fn stages_are_kept_in_step_and_a_stage_can_be_marked() {
    let (_directory, mut explorer) = store(MEDIUM);
    chunk(&mut explorer, "a", "0,0");
    // The stage under the cursor of the pipeline.
    explorer.keys("\tkk").keys("c");
    assert!(explorer.screen().contains("marked: crc32c of chunk (0, 0) of store/a"), "{}", explorer.screen());
    chunk(&mut explorer, "a", "0,1");
    explorer.keys("c");
    assert_eq!(view(&explorer).stage, 1);
    assert!(explorer.screen().contains("stage 2 of 4, crc32c"), "{}", explorer.screen());
    explorer.keys("c");
    assert!(explorer.app.marked.is_none() && !explorer.app.overlays.is_open());
}

#[test]
fn two_arrays_are_compared_as_diff_does_and_lead_to_their_chunks() {
    for size in [WIDE, MEDIUM, NARROW] {
        let (_directory, mut explorer) = store(size);
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
    let (_directory, mut explorer) = store(WIDE);
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
    perform(&work, &mut || false, &mut |action| {
        let Action::Answer(mut answer) = action else { panic!("{action:?}") };
        answers += usize::from(answer.of::<CompareArrays>().is_some_and(|found| !found.is_last));
        explorer.app.update(Action::Answer(answer));
        true
    });
    assert_eq!(answers, 0);
    assert!(!explorer.app.overlays.is_open());
}

#[test]
fn arrays_with_other_chunks_lay_the_first_difference_beside_itself() {
    let parts: (&[&[u8]], &[&[u8]]) = (&[&[0, 1, 2, 3, 4, 5, 6, 7]], &[&[0, 1, 2], &[3, 9, 5]]);
    let (_directory, mut explorer) = pair(MEDIUM, ("[8]", "[3]"), parts);
    explorer.find("a").keys("c").find("b").keys("c").keys("n");
    let screen = explorer.screen();
    assert!(screen.contains("of the chunks both have 3 elements, which are not the same"), "{screen}");
    // Element 4 of the array is the second of the second chunk of b; the first of that is element 3 of a.
    assert_eq!(view(&explorer).coords, [1]);
    assert_snapshot!(explorer.screen());
}

/// Two arrays of eight `uint8`, in chunks of these lengths; the second one is given.
fn pair(
    size: (u16, u16),
    chunks: (&str, &str),
    parts: (&[&[u8]], &[&[u8]]),
) -> (tempfile::TempDir, Explorer) {
    let directory = tempfile::tempdir().unwrap();
    fs::write(directory.path().join("zarr.json"), GROUP).unwrap();
    for (name, chunks, parts) in [("a", chunks.0, parts.0), ("b", chunks.1, parts.1)] {
        let own = directory.path().join(name);
        fs::create_dir(&own).unwrap();
        let document = Document::v3().shaped("[8]", chunks).with("chunk_key_encoding", V2_KEYS);
        fs::write(own.join("zarr.json"), document.text()).unwrap();
        for (number, part) in parts.iter().enumerate() {
            fs::write(own.join(number.to_string()), part).unwrap();
        }
    }
    let explorer = open(directory.path(), size);
    (directory, explorer)
}

#[test]
fn what_does_not_decode_is_not_equal_and_enter_leads_to_it() {
    for size in [WIDE, MEDIUM, NARROW] {
        let parts: (&[&[u8]], &[&[u8]]) = (&[&[0, 1, 2, 3], &[4, 5, 6, 7]], &[&[0, 1, 2, 3], &[4, 5]]);
        let (_directory, mut explorer) = pair(size, ("[4]", "[4]"), parts);
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
    let parts: (&[&[u8]], &[&[u8]]) = (&[&[0, 1, 2, 3, 4, 5, 6, 7]], &[&[9, 1, 2, 3], &[4, 5, 6, 7]]);
    let (_directory, mut explorer) = pair(MEDIUM, ("[8]", "[4]"), parts);
    // The first difference is the corner of both chunks.
    explorer.find("a").keys("c").find("b").keys("c\n");
    assert!(explorer.screen().contains("[9]"), "{}", explorer.screen());
    explorer.keys("x");
    let screen = explorer.screen();
    assert!(screen.contains("not compared: bytes of chunks of other shapes"), "{screen}");
    assert!(!screen.contains("[00]") && !screen.contains("[09]"), "{screen}");
    explorer.keys("n");
    assert!(
        explorer.screen().contains("not compared: the chunks have other shapes"),
        "{}",
        explorer.screen()
    );
}
