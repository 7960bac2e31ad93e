//! The lab: other chains on the values of an array or a chunk, keys in, screens out.
#![allow(clippy::unwrap_used, clippy::panic)]

use insta::assert_snapshot;
use zarrscope::explorer::tasks::TryChain;
use zarrscope::explorer::{self as app, Action, Effect, Key, LabPart, LabWindow};

use crate::document::Document;
use crate::explorer::Explorer;
use crate::store::Store;

const WIDE: (u16, u16) = (140, 40);
const MEDIUM: (u16, u16) = (80, 24);
const NARROW: (u16, u16) = (40, 12);

/// Thirds from 0/3 to 31/3 as `float32`, four rows of eight, in two chunks of four by four; and an array without chunks.
fn store() -> Store {
    let document = Document::v3().shaped("[4, 8]", "[4, 4]").typed("float32").dotted();
    let store = Store::new().group("").array("thirds", &document).array("empty", &document);
    for chunk in 0..2_u8 {
        let rows = (0..4_u8).flat_map(|row| (0..4).map(move |column| row * 8 + chunk * 4 + column));
        let bytes: Vec<u8> = rows.flat_map(|number| (f32::from(number) / 3.0).to_le_bytes()).collect();
        store.write(&format!("thirds/0.{chunk}"), bytes);
    }
    store
}

/// The lab on the array of thirds, when all chains were tried.
fn lab(size: (u16, u16)) -> (Store, Explorer) {
    let store = store();
    let mut explorer = store.explorer(size);
    explorer.find("thirds").keys("L");
    (store, explorer)
}

fn window(explorer: &Explorer) -> &LabWindow {
    let Some(window) = explorer.app.overlays.get::<LabWindow>() else { panic!("{}", explorer.screen()) };
    window
}

/// The stored bytes and the largest error of the selected chain.
fn figures(explorer: &Explorer) -> (u64, Option<f64>) {
    let tried = window(explorer).row().unwrap().tried.ready().unwrap();
    let figures = tried.trial.outcome.as_ref().unwrap();
    (figures.stored_nbytes, figures.loss.error())
}

/// Replaces the configuration of the selected codec.
fn configure(explorer: &mut Explorer, text: &str) {
    explorer.keys("\n").act(Action::Key(Key::Ctrl('u'))).keys(text).keys("\n");
}

#[test]
fn chains_are_listed_edited_and_copied() {
    for size in [(200, 60), WIDE, MEDIUM, NARROW] {
        let (_directory, mut explorer) = lab(size);
        assert_snapshot!(explorer.screen());
        // Everything about one that loses something; then a copy of it, with a checksum behind.
        assert_snapshot!(explorer.keys("Gk\n").screen());
        assert_snapshot!(explorer.keys("\x1be").screen());
        assert_snapshot!(explorer.keys("a").screen());
        explorer.keys("\x1bj");
        assert_snapshot!(explorer.keys("\n").screen());
        assert_snapshot!(explorer.keys("\x1by").screen());
    }
}

#[test]
fn the_array_is_tried_from_the_hierarchy_and_a_chunk_from_the_grid() {
    let (_directory, mut explorer) = lab(WIDE);
    assert_eq!(window(&explorer).subject.ready().unwrap().sample.chunks.len(), 2);
    explorer.keys("\x1b").keys(":c 0,1\nL");
    let chunks = &window(&explorer).subject.ready().unwrap().sample.chunks;
    let chunks: Vec<&[u64]> = chunks.iter().map(|chunk| chunk.address.chunk.as_slice()).collect();
    assert_eq!(chunks, [[0, 1]]);
    assert!(explorer.screen().contains("1 chunk: (0, 1); 64 B decoded"), "{}", explorer.screen());
    assert!(!explorer.keys("L").app.overlays.is_open(), "the same key closes it");
}

#[test]
fn an_edited_chain_is_tried_after_each_change() {
    let (_directory, mut explorer) = lab(WIDE);
    assert_eq!(figures(&explorer), (128, Some(0.0)), "two chunks of 64 bytes, as they are stored");
    // `crc32c` puts four bytes behind each chunk.
    explorer.keys("eacrc32c\n");
    assert_eq!(figures(&explorer), (136, Some(0.0)));
    assert!(window(&explorer).row().unwrap().edited.is_some(), "{}", explorer.screen());
    // The largest error of numcodecs' BitRound(10) on these values, by NumPy.
    explorer.keys("abitround\n");
    configure(&mut explorer, r#"{"keepbits": 10}"#);
    assert_eq!(figures(&explorer), (136, Some(0.002_604_484_558_105_468_8)));
    explorer.keys("x");
    assert_eq!(figures(&explorer), (136, Some(0.0)));
    // As integers: no third is further from one than a third, as NumPy has it.
    explorer.keys("acast_value\n");
    assert!(explorer.screen().contains("✗ refused:"), "no data type yet: {}", explorer.screen());
    configure(&mut explorer, r#"{"data_type": "int16"}"#);
    assert_eq!(figures(&explorer), (2 * (16 * 2 + 4), Some(0.333_333_492_279_052_73)));
}

#[test]
fn what_is_wrong_is_refused_as_in_a_document() {
    let (_directory, mut explorer) = lab(WIDE);
    explorer.keys("eacrc32c\n<");
    assert_snapshot!(explorer.screen());
    // The other way round it is right again.
    assert_eq!(figures(explorer.keys(">")).0, 136);
    assert!(explorer.keys(">").screen().contains("it is the last codec"));
    configure(&mut explorer, r#"{"level": "#);
    let screen = explorer.screen();
    assert!(screen.contains("expected a JSON object"), "{screen}");
    assert!(screen.contains(r#"crc32c: {"level": ▏"#), "the line is still seen: {screen}");
    assert!(matches!(window(&explorer).part, LabPart::Line(_)), "the line is there to be mended");
    explorer.keys("\x1bk");
    configure(&mut explorer, r#"{"endian": "middle"}"#);
    assert!(
        explorer.screen().contains("/codecs/0/configuration/endian (bytes): expected"),
        "{}",
        explorer.screen()
    );
    explorer.keys("xx");
    assert!(explorer.screen().contains("✗ refused:"), "{}", explorer.screen());
    assert!(explorer.keys("x").screen().contains("no codec is left: a adds one"));
}

#[test]
fn only_one_codec_lays_elements_out() {
    let (_directory, mut explorer) = lab(WIDE);
    explorer.keys("eapcodec\n");
    assert!(explorer.screen().contains("pcodec replaces bytes"), "{}", explorer.screen());
    assert_eq!(window(&explorer).codecs().len(), 1);
    assert!(figures(&explorer).0 > 0);
}

#[test]
fn a_chain_is_copied_in_the_form_that_is_chosen() {
    let (_directory, mut explorer) = lab(WIDE);
    explorer.keys("y\n");
    explorer.keys("yjj\n");
    let little = r#"{"name": "bytes", "configuration": {"endian": "little"}}"#;
    let expected = [
        r#"[{"name":"bytes","configuration":{"endian":"little"}}]"#.to_owned(),
        format!(r#"encoding={{"thirds": {{"filters": [], "serializer": {little}, "compressors": []}}}}"#),
    ];
    assert_eq!(explorer.terminal, expected.map(app::Terminal::Copy));
    assert!(matches!(window(&explorer).part, LabPart::Chains));
}

#[test]
fn what_others_do_otherwise_is_said_of_a_chain() {
    let (_directory, mut explorer) = lab(WIDE);
    explorer.keys("e");
    assert!(explorer.screen().contains("the current chain, encoded again here"), "{}", explorer.screen());
    explorer.keys("azlib\n");
    let screen = explorer.screen();
    assert!(screen.contains("other libraries store a few parts in a hundred more or less"), "{screen}");
    assert!(!screen.contains("encoded again here"), "{screen}");
    explorer.keys("x");
    explorer.keys("azfp\n").keys("y");
    let screen = explorer.screen();
    assert!(screen.contains("✗ zarr-python has no codec zfp and refuses this"), "{screen}");
    assert!(explorer.keys("j\n").screen().contains("copied, but zarr-python has no codec zfp"));
    let Some(app::Terminal::Copy(text)) = explorer.terminal.last() else { panic!("nothing is copied") };
    assert!(text.starts_with("# zarr-python has no codec zfp and refuses this\nfilters="), "{text}");
    // Refused: nothing lays the elements out.
    explorer.keys("xy");
    assert!(explorer.screen().contains("✗ refused: "), "{}", explorer.screen());
}

#[test]
fn an_edited_chain_does_not_wait_for_the_others_and_leaving_stops_all() {
    let store = store();
    let mut explorer = store.explorer(WIDE);
    explorer.find("thirds");
    let mut effects = explorer.app.update(Action::Key(Key::Char('L')));
    // The values are read; the chain in force is asked about, and nothing has answered yet.
    let sampled = effects.remove(0);
    let mut answers = Vec::new();
    let Effect::Work(work) = sampled else { panic!("{sampled:?}") };
    zarrscope::explorer::perform(&work, &|| true, &mut |action| {
        answers.push(action);
        true
    });
    let asked = |effects: &[Effect]| {
        let asked = effects.iter().filter_map(|effect| match effect {
            Effect::Work(work) => Some(work.task::<TryChain>()?.chain.in_full()),
            Effect::Terminal(_) => None,
        });
        asked.collect::<Vec<_>>()
    };
    assert_eq!(asked(&explorer.app.update(answers.remove(0))), ["bytes"]);
    assert!(explorer.screen().contains("0 of "), "{}", explorer.screen());
    explorer.app.update(Action::Key(Key::Down));
    let edited = explorer.app.update(Action::Key(Key::Char('e')));
    assert_eq!(asked(&edited).len(), 1, "the copy comes first");
    let is_wanted = || matches!(edited.as_slice(), [Effect::Work(work)] if work.is_wanted());
    assert!(is_wanted());
    let waiting = window(&explorer).rows.iter().filter(|row| row.tried.is_waiting()).count();
    assert_eq!(waiting, 1);
    explorer.app.update(Action::Key(Key::Esc));
    explorer.app.update(Action::Key(Key::Esc));
    assert!(!is_wanted(), "it stops with the window");
}

#[test]
fn where_there_is_nothing_to_try_it_says_why() {
    let store = store();
    let mut explorer = store.explorer(WIDE);
    assert!(explorer.keys("L").screen().contains("chains are tried on the values of an array or a chunk"));
    explorer.find("empty").keys("L");
    assert!(explorer.screen().contains("✗ expected a stored chunk, found none"), "{}", explorer.screen());
    explorer.keys("\x1b\nL");
    assert!(explorer.screen().contains("found chunk (0, 0) missing"), "{}", explorer.screen());
}

/// A chain of Zarr V2 is edited as one of V3: what its document says elsewhere is codecs.
#[test]
fn a_chain_of_v2_is_edited_as_codecs() {
    let delta = r#"[{"id": "delta", "dtype": ">i2"}]"#;
    let document = Document::v2().with("shape", "[4]").with("chunks", "[4]").with("dtype", r#"">i2""#);
    let store = Store::new().array("", &Document::group_v2()).array("old", &document.with("filters", delta));
    store.write("old/0", [0, 1, 0, 1, 0, 1, 0, 1]);
    let mut explorer = store.explorer(WIDE);
    explorer.find("old").keys("L").keys("e");
    let names: Vec<&str> = window(&explorer).codecs().iter().map(app::name_of).collect();
    assert_eq!(names, ["numcodecs.delta", "bytes"], "{}", explorer.screen());
    assert_eq!(figures(&explorer), (8, Some(0.0)));
}

/// Of shards the inner chunks are tried, and their chain is copied as such.
#[test]
fn of_shards_it_is_the_chain_of_inner_chunks() {
    let mut explorer = Explorer::sample("sharded.zarr", MEDIUM);
    explorer.find("plain").keys("L");
    assert!(explorer.screen().contains("inner chunks of "), "{}", explorer.screen());
    assert!(explorer.keys("y").screen().contains("inner chunks in zarr.json"), "{}", explorer.screen());
}

/// The chain of thirds as `int16`: what comes back is the nearest whole number.
fn cast(size: (u16, u16)) -> (Store, Explorer) {
    let (store, mut explorer) = lab(size);
    explorer.keys("eacast_value\n");
    configure(&mut explorer, r#"{"data_type": "int16"}"#);
    (store, explorer)
}

#[test]
fn a_codec_is_found_by_letters() {
    for size in [(200, 60), WIDE, MEDIUM, NARROW] {
        let (_directory, mut explorer) = lab(size);
        assert_snapshot!(explorer.keys("eazstd").screen());
        assert_snapshot!(explorer.keys("q").screen());
        assert!(explorer.screen().contains("nothing matches"), "{}", explorer.screen());
        assert!(explorer.keys("\n").screen().contains("no codec fits"), "{}", explorer.screen());
        // Backspaces, and one more leaves the list; what is listed then is the codecs of the chain.
        for _ in 0..6 {
            explorer.act(Action::Key(Key::Backspace));
        }
        assert!(matches!(window(&explorer).part, LabPart::Codecs), "{}", explorer.screen());
        explorer.keys("azstd\n");
        assert_eq!(window(&explorer).codecs().len(), 2, "{}", explorer.screen());
    }
}

/// The numbers are NumPy's: `rint(a) - a` in `float64`, where `a` are the thirds as `float32`.
#[test]
fn what_a_chain_loses_is_shown_as_values_and_as_a_picture() {
    for size in [(200, 60), WIDE, MEDIUM, NARROW] {
        let (_directory, mut explorer) = cast(size);
        explorer.keys("m");
        let view = window(&explorer).loss().unwrap();
        let gaps = view.values().unwrap().gaps;
        assert_eq!((gaps.differ, gaps.lost), (10, 0), "{}", explorer.screen());
        assert_eq!(gaps.ends, Some((-0.333_333_492_279_052_73, 0.333_333_492_279_052_73)));
        assert_snapshot!(explorer.screen());
        // Without room for all, each of them in turn.
        if size == NARROW {
            assert_snapshot!(explorer.keys("\t").screen());
            assert_snapshot!(explorer.keys("\t").screen());
        }
        explorer.keys("n");
        assert_snapshot!(explorer.screen());
        assert!(
            explorer.keys("n").screen().contains("this is the last of the chunks"),
            "{}",
            explorer.screen()
        );
        explorer.keys("m");
        assert!(matches!(window(&explorer).part, LabPart::Codecs), "back to where it was opened");
    }
}

#[test]
fn an_exact_chain_loses_nothing_and_one_that_is_refused_says_why() {
    let (_directory, mut explorer) = lab(WIDE);
    assert!(explorer.keys("m").screen().contains("exact: every value comes back"), "{}", explorer.screen());
    assert!(explorer.screen().contains("These are the stored values"), "{}", explorer.screen());
    explorer.keys("\x1bjm");
    assert!(explorer.screen().contains("nothing differs"), "{}", explorer.screen());
    explorer.keys("\x1beacast_value\nm");
    assert!(explorer.screen().contains("refused: "), "{}", explorer.screen());
}
