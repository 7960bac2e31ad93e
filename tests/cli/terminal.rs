//! The program in a pseudo-terminal: what it draws, and the state in which it leaves the terminal.
#![cfg(unix)]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod beside;
mod panics;
mod session;
mod stopping;

use std::fs;
use std::io::Write;
use std::os::unix::fs::symlink;
use std::sync::mpsc;
use std::thread;

use flate2::Compression;
use flate2::write::GzEncoder;

use session::{PATIENCE, Session, assert_restored, closed_under_it, explorer, send, unread_until_its_end};

use crate::document::Document;
use crate::store::Store;

#[test]
fn the_explorer_leads_from_the_tree_to_a_value_and_gives_the_terminal_back() {
    let mut session = explorer();
    assert!(session.parser.screen().alternate_screen());
    session.press("jjj");
    session.wait_for(&["float32 (10, 200, 3000)", "c/0/0/0", "281.56"]);
    session.press("\tl");
    session.wait_for(&["c/0/0/1", "282.3"]);
    session.press("qq");
    let ended = session.end();
    assert!(ended.status.success(), "{:?}", ended.status);
    assert_restored(&ended);
}

#[test]
fn a_paste_is_text_and_two_clicks_enter() {
    let mut session = explorer();
    // Bracketed: the letters are no keys, not even the one that quits.
    session.press("\x1b[200~qqqj\x1b[201~");
    session.wait_for(&["nothing was pasted"]);
    session.press("/\x1b[200~temperature\n\x1b[201~\r");
    session.wait_for(&["float32 (10, 200, 3000)"]);
    // The lower left of the grid: two clicks at one place go on to the stages.
    session.press("\x1b[<0;40;5M\x1b[<0;40;5m\x1b[<0;40;5M\x1b[<0;40;5m");
    session.wait_for(&["e explain"]);
    session.press("\x03");
    let ended = session.end();
    assert!(ended.status.success(), "{:?}", ended.status);
    assert_restored(&ended);
}

/// A window that is closed sends a signal to hang up, and nothing can be drawn or read any more.
#[test]
fn a_terminal_that_is_closed_ends_the_explorer() {
    for keys in ["", "jjj\t", "V"] {
        let status = closed_under_it(keys);
        assert_eq!((status.exit_code(), status.signal()), (129, None), "{keys:?}: {status:?}");
    }
}

#[test]
fn a_card_flows_to_the_width_of_the_terminal() {
    let ended = Session::open(&["explain", "fill-value", "--color", "never"], &[]).end();
    assert!(ended.status.success());
    let text = ended.written.replace("\r\n", "\n");
    // 100 columns of 120: the lines of the file have at most 78.
    let widest = text.lines().map(|line| line.chars().count()).max().unwrap();
    assert!((90..=100).contains(&widest), "{widest}");
    assert!(text.contains("\nGives a value to the elements of missing chunks. Writers often put it into the overhang too. Every\n"), "{text}");
    assert!(text.contains("\n    \"0x3dcccccd\"   cd cc cc 3d\n"), "examples stay as they are: {text}");
}

#[test]
fn ctrl_c_quits_at_once_and_gives_the_terminal_back() {
    let mut session = explorer();
    session.press("jjj\t");
    session.press("\x03");
    let ended = session.end();
    assert!(ended.status.success(), "{:?}", ended.status);
    assert_restored(&ended);
}

#[test]
fn without_colours_the_explorer_has_none_but_keeps_what_is_bold_and_reversed() {
    let colors = |session: &Session| {
        let screen = session.parser.screen();
        let cells = (0..36).flat_map(|row| (0..120).filter_map(move |column| screen.cell(row, column)));
        let all: Vec<_> = cells.collect();
        let is_colored = |cell: &&&vt100::Cell| {
            cell.fgcolor() != vt100::Color::Default || cell.bgcolor() != vt100::Color::Default
        };
        (
            all.iter().filter(is_colored).count(),
            all.iter().any(|cell| cell.inverse()),
            all.iter().any(|cell| cell.bold()),
        )
    };
    for (arguments, environment) in [
        (["--color", "never", "climate.zarr"].as_slice(), [].as_slice()),
        (&["climate.zarr"], &[("NO_COLOR", "1")]),
    ] {
        let mut session = Session::open(arguments, environment);
        session.wait_for(&["mask", "ocean", "temperature", "f64"]);
        session.press("jjj");
        session.wait_for(&["281.56"]);
        assert_eq!(colors(&session), (0, true, true), "{arguments:?}");
        session.press("\x03");
        assert_restored(&session.end());
    }
    let mut session = Session::open(&["climate.zarr"], &[]);
    session.wait_for(&["mask", "ocean", "temperature"]);
    assert!(colors(&session).0 > 0);
    session.press("\x03");
    session.end();
}

#[test]
fn a_signal_to_end_gives_the_terminal_back() {
    for (signal, status) in [("-TERM", 143), ("-HUP", 129), ("-INT", 130), ("-QUIT", 131)] {
        let session = explorer();
        send(signal, &session.child.process_id().unwrap().to_string());
        let ended = session.end();
        assert_eq!(ended.status.exit_code(), status, "{signal}");
        assert_restored(&ended);
    }
}

#[test]
fn no_burst_of_keys_or_of_the_mouse_holds_ctrl_c() {
    for (burst, times) in [
        ("j", 50_000),
        ("\x1b[B", 20_000),
        ("\x1b[<35;40;5M", 20_000),
        ("\x1b[I\x1b[O", 20_000),
        ("\x1b[200~paste\x1b[201~", 2_000),
    ] {
        let mut session = explorer();
        session.press(&burst.repeat(times));
        session.press("\x03");
        let ended = session.end();
        assert!(ended.status.success(), "{burst:?}: {:?}", ended.status);
        assert_restored(&ended);
    }
}

#[test]
fn the_explorer_ends_when_its_terminal_is_gone() {
    let Session { terminal, keyboard, mut child, .. } = explorer();
    drop((terminal, keyboard));
    let (ended, has_ended) = mpsc::channel();
    thread::spawn(move || ended.send(child.wait()));
    has_ended.recv_timeout(PATIENCE).expect("still running").unwrap();
}

#[test]
fn the_explorer_stands_every_size_of_the_terminal() {
    let mut session = explorer();
    for (columns, rows) in [(1, 1), (20, 5), (1, 60), (200, 1), (120, 36)] {
        session.resize_and_wait(columns, rows);
        let is_typed = |screen: &str| screen.lines().last().is_some_and(|line| line.starts_with(':'));
        session.press(":");
        session.wait_until("a line to type in", is_typed);
        session.press("\x7f");
        session.wait_until("the line of hints", |screen| !is_typed(screen));
    }
    session.wait_for(&["climate.zarr", "mask", "ocean", "temperature"]);
    session.resize_and_wait(20, 5);
    session.wait_for(&["hierarchy", "climate.zarr"]);
    session.resize_and_wait(120, 36);
    session.wait_for(&["climate.zarr", "mask", "ocean", "temperature"]);
    session.press("\x03");
    assert_restored(&session.end());
}

#[test]
fn a_terminal_gets_colour_unless_no_color_is_set() {
    let plain = |written: &str| !written.contains('\x1b');
    assert!(!plain(&Session::open(&["tree", "climate.zarr"], &[]).end().written));
    assert!(plain(&Session::open(&["tree", "climate.zarr"], &[("NO_COLOR", "1")]).end().written));
    assert!(plain(&Session::open(&["tree", "climate.zarr", "--color", "never"], &[]).end().written));
}

#[test]
fn a_path_that_does_not_exist_leaves_the_terminal_alone() {
    let ended = Session::open(&["nowhere.zarr"], &[]).end();
    assert_eq!(ended.status.exit_code(), 2);
    assert!(ended.written.starts_with("error: nowhere.zarr: "), "{:?}", ended.written);
    assert_eq!(ended.modes[0], ended.modes[1]);
}

#[test]
fn the_codec_debugger_in_a_real_terminal() {
    let mut session = Session::open(&["broken.zarr/flipped_bit"], &[]);
    session.wait_for(&["4 of 4 chunks", "✓"]);
    session.press("j");
    session.wait_for(&["✗ crc32c", "hint: one bit is flipped: byte 17, bit 5"]);
    session.press("d");
    session.wait_for(&["what may be wrong here", "certain"]);
    session.press("q!");
    session.wait_for(&["checksums ignored", "crc32c: checksum mismatch ignored", "8233"]);
    session.press("\t\r");
    session.wait_for(&["in: bytes", "out: values", "path of this element"]);
    session.press("<");
    session.wait_for(&["in: bytes  as stored  68 bytes", "out: bytes  after crc32c  64 bytes"]);
    session.press("\u{3}");
    assert_restored(&session.end());
    let mut session = Session::open(&["lessons/12-sharded.zarr/map"], &[]);
    session.wait_for(&["inner chunks: 3 stored, 1 missing"]);
    session.press("\r");
    session.wait_for(&["map › (0, 0)", "values  after bytes"]);
    session.press("\u{3}");
    assert_restored(&session.end());
}

#[test]
fn faults_are_found_and_gone_to_in_a_real_terminal() {
    let mut session = Session::open(&["broken.zarr"], &[]);
    session.wait_for(&["broken.zarr", "10 arrays"]);
    session.press("V");
    session.wait_for(&["verified 14 chunks of 10 arrays: ✗ 11 faults", "✗ 11"]);
    session.press("fffff");
    session.wait_for(&["fault 5 of 11", "✗ crc32c: expected the checksum"]);
    session.press("\u{3}");
    assert_restored(&session.end());
}

#[test]
fn a_terminal_that_takes_nothing_is_given_back() {
    let (status, left) = unread_until_its_end();
    assert_eq!(status.exit_code(), 0, "it ends by itself");
    for code in ["\u{1b}[?1049l", "\u{1b}[?25h", "\u{1b}[?2004l"] {
        assert!(left.contains(code), "no {code:?} at the end");
    }
}

#[test]
fn who_is_asked_to_end_writes_what_was_found_so_far() {
    let store = slow_store(1000);
    let report = store.path("../report.json");
    let arguments = ["verify", &store.to_string(), "--json", "-o", &report.to_string_lossy()];
    let mut session = Session::open(&arguments, &[]);
    session.wait_for(&["[", " %", "of 1 000 chunks"]);
    send("-TERM", &session.child.process_id().unwrap().to_string());
    assert_eq!(session.end().status.exit_code(), 143);
    let report: serde_json::Value = serde_json::from_slice(&fs::read(report).unwrap()).unwrap();
    assert_eq!(report["interrupted"], true, "{report}");
}

/// A store with one array of chunks that each take a while to decode, all of them the same file.
fn slow_store(chunks: usize) -> Store {
    const NBYTES: usize = 32 << 20;
    let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
    encoder.write_all(&vec![1; NBYTES]).unwrap();
    let document = Document::v3().shaped(&format!("[{}]", NBYTES * chunks), &format!("[{NBYTES}]"));
    let store = Store::of(&document.with("codecs", r#"["bytes", "gzip"]"#));
    let store = store.file("chunk", encoder.finish().unwrap());
    fs::create_dir(store.path("c")).unwrap();
    for chunk in 0..chunks {
        symlink("../chunk", store.path(&format!("c/{chunk}"))).unwrap();
    }
    store
}

#[test]
fn verify_shows_its_progress_and_ctrl_c_ends_it_with_a_summary() {
    let store = slow_store(1000);
    let mut session = Session::open(&["verify", &store.to_string()], &[]);
    session.wait_for(&["[", " %", "of 1 000 chunks", "/s"]);
    session.press("\x03");
    let ended = session.end();
    assert_eq!(ended.status.exit_code(), 130);
    let screen = ended.parser.screen().contents();
    for text in [
        "1 array: 1 000 chunks stored",
        "interrupted: not all was checked",
        "no faults so far",
        "error: interrupted",
    ] {
        assert!(screen.contains(text), "expected {text:?} in\n{screen}");
    }
    assert!(!screen.contains(" %"), "the progress is taken away:\n{screen}");
}

#[test]
fn a_recording_has_what_was_on_the_screen() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("shown.cast");
    let mut session = Session::open(&["climate.zarr/temperature"], &[]);
    session.wait_for(&["117 of 160 chunks"]);
    session.press("\u{12}");
    session.wait_for(&["● recording"]);
    session.press("m");
    session.wait_for(&["picture"]);
    session.press("\u{12}");
    session.wait_for(&["save as", "recording.svg"]);
    session.press(&format!("{}\r", file.display()));
    session.wait_for(&["saved", "shown.cast"]);
    session.press("\u{3}");
    assert_restored(&session.end());
    let cast = fs::read_to_string(file).unwrap();
    assert!(
        cast.starts_with("{\"") && cast.contains("temperature") && !cast.contains("recording  Ctrl-r"),
        "{cast}"
    );
}
