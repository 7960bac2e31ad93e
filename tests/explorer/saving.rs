//! Saving and selecting: keys in, files and screens out.
#![allow(clippy::unwrap_used, clippy::panic)]

use std::fs;
use std::path::{Path, PathBuf};

use insta::assert_snapshot;
use zarrscope::codec::DecodeOptions;
use zarrscope::explorer::SaveRequest;
use zarrscope::explorer::{Action, App, Effect, Key, Prompt, Terminal};
use zarrscope::hierarchy::Hierarchy;

use crate::document::Document;
use crate::explorer::Explorer;
use crate::store::Store;

const WIDE: (u16, u16) = (140, 40);
const MEDIUM: (u16, u16) = (80, 24);
const NARROW: (u16, u16) = (40, 12);

/// A store with the array `t` of four by six `uint8`, whose chunks of four by three count up from 0 and 12, and a directory
/// beside it to save in.
fn open(size: (u16, u16)) -> (Store, Explorer) {
    let array = Document::v3().shaped("[4, 6]", "[4, 3]").dotted().with("dimension_names", r#"["y", "x"]"#);
    let store = Store::named("s.zarr")
        .group("")
        .array("t", &array)
        .file("t/0.0", (0..12).collect::<Vec<u8>>())
        .file("t/0.1", (12..24).collect::<Vec<u8>>());
    fs::create_dir(store.beside("out")).unwrap();
    let mut explorer = store.explorer(size);
    explorer.find("t");
    (store, explorer)
}

/// What is in the line that is typed.
fn line(explorer: &Explorer) -> String {
    let Some(prompt) = explorer.app.overlays.get::<Prompt>() else { panic!("{}", explorer.screen()) };
    prompt.line.text()
}

/// Types another name in the place of the proposed one.
fn save_as(explorer: &mut Explorer, path: &Path) {
    let proposed = line(explorer);
    proposed.chars().for_each(|_| _ = explorer.act(Action::Key(Key::Backspace)));
    // The last letter that is removed does not close an empty line.
    explorer.keys(path.to_str().unwrap()).keys("\n");
}

fn out(store: &Store, name: &str) -> PathBuf {
    store.beside("out").join(name)
}

fn last_copied(explorer: &Explorer) -> String {
    let copied = |asked: &Terminal| if let Terminal::Copy(text) = asked { Some(text.clone()) } else { None };
    explorer.terminal.iter().rev().find_map(copied).unwrap()
}

/// What NumPy writes for `np.save` of these bytes: magic, version, the length of the header, and the header.
fn npy(shape: &str, bytes: &[u8]) -> Vec<u8> {
    let mut header = format!("{{'descr': '|u1', 'fortran_order': False, 'shape': {shape}, }}");
    while (10 + header.len() + 1) % 64 != 0 {
        header.push(' ');
    }
    header.push('\n');
    let length = u16::try_from(header.len()).unwrap().to_le_bytes();
    [b"\x93NUMPY\x01\x00", &length[..], header.as_bytes(), bytes].concat()
}

#[test]
fn each_pane_proposes_a_name_and_writes_what_it_shows() {
    let (store, mut explorer) = open(WIDE);
    explorer.keys(":c 0,1\n");
    explorer.keys("W");
    assert_eq!(line(&explorer), "t-c-0-1.npy");
    save_as(&mut explorer, &out(&store, "chunk.npy"));
    assert_eq!(fs::read(out(&store, "chunk.npy")).unwrap(), npy("(4, 3)", &(12..24).collect::<Vec<u8>>()));
    assert!(explorer.screen().contains("saved 140 bytes as "), "{}", explorer.screen());
    // The stage under the cursor of the pipeline: what is stored.
    explorer.keys("\tkkW");
    assert_eq!(line(&explorer), "t-c-0-1-stored.bin");
    save_as(&mut explorer, &out(&store, "stored.bin"));
    assert_eq!(fs::read(out(&store, "stored.bin")).unwrap(), (12..24).collect::<Vec<u8>>());
    explorer.keys("W");
    save_as(&mut explorer, &out(&store, "stored.hex"));
    let hex = fs::read_to_string(out(&store, "stored.hex")).unwrap();
    assert_eq!(hex, "0c 0d 0e 0f 10 11 12 13 14 15 16 17\n");
    // The whole plane of the values.
    explorer.keys("j\tW");
    assert_eq!(line(&explorer), "t.npy");
    save_as(&mut explorer, &out(&store, "plane.csv"));
    let csv = fs::read_to_string(out(&store, "plane.csv")).unwrap();
    assert_eq!(csv, "0,1,2,12,13,14\n3,4,5,15,16,17\n6,7,8,18,19,20\n9,10,11,21,22,23\n");
    explorer.keys("W");
    save_as(&mut explorer, &out(&store, "plane.json"));
    let json = fs::read_to_string(out(&store, "plane.json")).unwrap();
    assert!(
        json.starts_with("{\"shape\": [4, 6], \"data_type\": \"uint8\", \"values\": [[0, 1, 2, 12,"),
        "{json}"
    );
    let left: Vec<_> = fs::read_dir(store.beside("out")).unwrap().collect();
    assert_eq!(left.len(), 5, "no unfinished file is left: {left:?}");
}

#[test]
fn a_plane_has_the_name_of_what_is_fixed() {
    let mut explorer = Explorer::sample("climate.zarr", WIDE);
    explorer.find("temperature").keys(":at 3,5,7\nW");
    assert_eq!(line(&explorer), "temperature-plane-time-3.npy");
    explorer.keys("\u{1b}");
    assert!(explorer.screen().contains("nothing was saved"), "{}", explorer.screen());
}

#[test]
fn a_picture_is_a_png_file() {
    let (store, mut explorer) = open(WIDE);
    explorer.keys(":at 0,0\nmW");
    assert_eq!(line(&explorer), "t.png");
    save_as(&mut explorer, &out(&store, "t.png"));
    let png = fs::read(out(&store, "t.png")).unwrap();
    // The size of the picture stands behind the signature and the head of the first block: six by four elements, each of them
    // 64 pixels long, and the axes.
    let edge = |at: usize| u32::from_be_bytes(png[at..at + 4].try_into().unwrap());
    assert_eq!(&png[..8], b"\x89PNG\r\n\x1a\n");
    assert!(edge(16) > 6 * 64 && edge(20) > 4 * 64, "{} {}", edge(16), edge(20));
    explorer.keys("W");
    save_as(&mut explorer, &out(&store, "t.npy"));
    assert!(explorer.screen().contains("expected a name that ends in .png"), "{}", explorer.screen());
}

#[test]
fn beside_values_the_name_says_whether_it_is_the_picture() {
    let (store, mut explorer) = open((200, 60));
    explorer.keys(":at 0,0\nmW");
    assert_eq!(line(&explorer), "t.npy");
    save_as(&mut explorer, &out(&store, "t.png"));
    assert_eq!(fs::read(out(&store, "t.png")).unwrap()[..4], *b"\x89PNG");
}

#[test]
fn a_file_is_written_over_only_after_a_question() {
    for size in [WIDE, NARROW] {
        let (store, mut explorer) = open(size);
        let path = out(&store, "x.bin");
        fs::write(&path, b"precious").unwrap();
        for answer in ["n", "\u{1b}", "\n"] {
            explorer.keys(":c 0,0\nW");
            save_as(&mut explorer, &path);
            assert!(explorer.screen().contains("overwrite it? y n"), "{}", explorer.screen());
            explorer.keys(answer);
            assert_eq!(fs::read(&path).unwrap(), b"precious");
            assert!(!explorer.app.overlays.is_open());
        }
        explorer.keys("W");
        save_as(&mut explorer, &path);
        explorer.keys("y");
        assert_eq!(fs::read(&path).unwrap(), (0..12).collect::<Vec<u8>>());
    }
}

#[test]
fn nothing_is_written_into_a_store_or_in_a_form_that_does_not_fit() {
    let (store, mut explorer) = open(WIDE);
    let inside = store.path("t/x.npy");
    let mut try_to = |path: &Path, said: &str| {
        explorer.keys(":c 0,0\nW");
        save_as(&mut explorer, path);
        assert!(explorer.screen().contains(said), "{}", explorer.screen());
        assert!(!path.exists() || path.is_dir(), "{path:?}");
        explorer.keys("l");
    };
    try_to(&inside, "expected a file outside of any store");
    try_to(&out(&store, "x"), "expected a name that ends in .npy, .csv, .json, .bin or .hex");
    try_to(&out(&store, "x.svg"), "expected a name that ends in .npy");
    try_to(&out(&store, "x.png"), "nothing was saved: no picture is shown: m shows one");
    try_to(&out(&store, "none/x.npy"), "nothing was saved");
    try_to(&store.beside("out/"), "expected a name");
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink(store.path("t"), out(&store, "link")).unwrap();
        try_to(&out(&store, "link/x.npy"), "nothing was saved");
    }
    assert_eq!(fs::read_dir(store.path("t")).unwrap().count(), 3);
}

#[test]
fn the_archive_that_is_open_is_never_written_over() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("t.bin");
    let mut archive = zip::ZipWriter::new(fs::File::create(&path).unwrap());
    let plain = zip::write::SimpleFileOptions::default();
    for (name, bytes) in [("zarr.json", Document::v3().text().into_bytes()), ("c/0", vec![7; 8])] {
        archive.start_file(name, plain).unwrap();
        std::io::Write::write_all(&mut archive, &bytes).unwrap();
    }
    archive.finish().unwrap();
    let before = fs::read(&path).unwrap();
    let mut explorer = Explorer::open(Hierarchy::open(&path).unwrap(), WIDE);
    explorer.keys("W");
    save_as(&mut explorer, &path);
    let screen = explorer.screen();
    assert!(
        screen.contains("expected a file outside of any store") || screen.contains("nothing was saved"),
        "{screen}"
    );
    assert_eq!(fs::read(&path).unwrap(), before);
}

#[test]
fn a_selection_grows_with_the_cursor_and_is_copied_or_saved() {
    for size in [WIDE, MEDIUM, NARROW] {
        let (store, mut explorer) = open(size);
        explorer.keys(":at 1,1\nv");
        assert!(explorer.screen().contains("selecting: move to extend, y copies"), "{}", explorer.screen());
        explorer.keys("jll");
        assert_snapshot!(explorer.screen());
        assert!(explorer.screen().contains("selected [1:3, 1:4], 6 elements"), "{}", explorer.screen());
        explorer.keys("y");
        assert_eq!(last_copied(&explorer), "[[4, 5, 15], [7, 8, 18]]");
        explorer.keys("W");
        assert_eq!(line(&explorer), "t-1.3-1.4.npy");
        save_as(&mut explorer, &out(&store, "part.npy"));
        assert_eq!(fs::read(out(&store, "part.npy")).unwrap(), npy("(2, 3)", &[4, 5, 15, 7, 8, 18]));
        explorer.keys("\u{1b}");
        assert!(!explorer.screen().contains("selected ["), "{}", explorer.screen());
        assert!(explorer.screen().contains("nothing is selected now"), "{}", explorer.screen());
    }
}

#[test]
fn bytes_are_selected_too() {
    let (store, mut explorer) = open(WIDE);
    explorer.keys(":c 0,0\n\t\twx").keys("gvll");
    assert!(explorer.screen().contains("selected bytes"), "{}", explorer.screen());
    assert_snapshot!(explorer.screen());
    explorer.keys("y");
    assert_eq!(last_copied(&explorer), "00 01 02");
    assert!(explorer.screen().contains("copied 3 bytes in hex"), "{}", explorer.screen());
    explorer.keys("W");
    assert_eq!(line(&explorer), "t-c-0-0-bytes-0.3.bin");
    save_as(&mut explorer, &out(&store, "some.bin"));
    assert_eq!(fs::read(out(&store, "some.bin")).unwrap(), [0, 1, 2]);
    // Where something else is shown, nothing is selected.
    explorer.keys("x");
    assert!(!explorer.screen().contains("selected"), "{}", explorer.screen());
}

#[test]
fn what_is_selected_is_copied_in_the_form_that_is_chosen() {
    for size in [WIDE, MEDIUM, NARROW] {
        let (_store, mut explorer) = open(size);
        explorer.keys(":at 1,1\nvjllY");
        let screen = explorer.screen();
        for form in ["text", "Python", "hex"] {
            assert!(screen.contains(form), "{form}: {screen}");
        }
        explorer.keys("\n");
        assert_eq!(last_copied(&explorer), "4 5 15\n7 8 18");
        explorer.keys("Yj\n");
        assert_eq!(last_copied(&explorer), "[[4, 5, 15], [7, 8, 18]]");
        explorer.keys("YG\n");
        assert_eq!(last_copied(&explorer), "04 05 0f 07 08 12");
    }
    let (_store, mut explorer) = open(WIDE);
    explorer.keys(":c 0,0\n\t\twx").keys("gvllY");
    assert!(explorer.screen().contains("copy the selection as"), "{}", explorer.screen());
    explorer.keys("j\n");
    assert_eq!(last_copied(&explorer), r#"b"\x00\x01\x02""#);
}

#[test]
fn too_much_is_not_copied_and_says_so() {
    let mut explorer = Explorer::sample("climate.zarr", WIDE);
    explorer.find("temperature").keys(":at 0,0,0\nv").keys("G").act(Action::Key(Key::End)).keys("y");
    let screen = explorer.screen();
    assert!(screen.contains("at most 10 000 can be copied, 600 000 are selected: W saves them"), "{screen}");
}

#[test]
fn a_key_does_not_wait_for_a_file_and_an_old_answer_is_dropped() {
    let (store, explorer) = open(WIDE);
    let hierarchy = Hierarchy::open(&store.path("t")).unwrap();
    drop(explorer);
    let (app, effects) = App::new(hierarchy, DecodeOptions::default(), WIDE);
    let mut explorer = Explorer::before_anything(app);
    explorer.perform(effects);
    explorer.keys("W");
    let effects = explorer.app.update(Action::Key(Key::Enter));
    let asked = effects.iter().any(|effect| matches!(effect, Effect::Work(work) if work.is::<SaveRequest>()));
    assert!(asked && explorer.screen().contains("writing t-c-0-0.npy …"), "{}", explorer.screen());
    explorer.keys("W");
    assert!(explorer.screen().contains("another file is still being written"), "{}", explorer.screen());
}

#[test]
fn a_name_is_typed_anew_without_leaving_the_line() {
    let (_store, mut explorer) = open(WIDE);
    explorer.keys("\t\tW");
    for key in [Key::Ctrl('w'), Key::Ctrl('u'), Key::Backspace, Key::Backspace] {
        explorer.act(Action::Key(key));
    }
    explorer.keys("c.npy");
    assert_eq!(line(&explorer), "c.npy");
    // The cursor goes back into it, as in every line that is typed.
    explorer.act(Action::Key(Key::Home)).keys("ab").act(Action::Key(Key::Right)).keys("-");
    assert_eq!(line(&explorer), "abc-.npy");
    assert!(explorer.screen().contains("save as: abc-▏.npy"), "{}", explorer.screen());
}

#[test]
fn a_selection_that_would_fill_a_disk_is_refused() {
    let store = Store::of(&Document::v3().shaped("[1000000000000, 1000000000]", "[4, 3]"));
    let mut explorer = store.explorer(WIDE);
    explorer.keys("\t\tvG");
    explorer.act(Action::Key(Key::End));
    assert_eq!(explorer.app.selected().unwrap().count(), 10_u128.pow(21));
    let screen = explorer.keys("W").screen();
    assert!(screen.contains("at most 4 294 967 296 bytes can be saved here"), "{screen}");
    assert!(!explorer.app.overlays.is_open());
}
