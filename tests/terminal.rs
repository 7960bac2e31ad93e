//! The program in a pseudo-terminal: what it draws, and how it leaves the terminal behind.
#![cfg(unix)]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::fs;
use std::io::{Read, Write};
use std::num::NonZero;
use std::os::unix::fs::symlink;
use std::path::Path;
use std::process::Command;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use flate2::Compression;
use flate2::write::GzEncoder;
use portable_pty::{Child, CommandBuilder, ExitStatus, MasterPty, PtySize, native_pty_system};

const SIZE: PtySize = PtySize { rows: 36, cols: 120, pixel_width: 0, pixel_height: 0 };
/// After this a screen that does not come is a failure; far more than it takes.
const PATIENCE: Duration = Duration::from_secs(20);

/// The program and the terminal it runs in.
struct Session {
    terminal: Box<dyn MasterPty + Send>,
    keyboard: Box<dyn Write + Send>,
    output: Receiver<Vec<u8>>,
    child: Box<dyn Child + Send + Sync>,
    /// The modes of the terminal before the program started.
    modes: String,
    /// Everything the program has written.
    written: Vec<u8>,
    parser: vt100::Parser,
}

/// What is left when the program has ended.
struct Ended {
    status: ExitStatus,
    /// The modes of the terminal before and after.
    modes: [String; 2],
    written: String,
    parser: vt100::Parser,
}

impl Session {
    /// Starts the program among the sample data.
    fn open(arguments: &[&str], environment: &[(&str, &str)]) -> Self {
        let pair = native_pty_system().openpty(SIZE).unwrap();
        let mut command = CommandBuilder::new(env!("CARGO_BIN_EXE_zarrscope"));
        command.args(arguments);
        command.cwd(Path::new(env!("CARGO_MANIFEST_DIR")).join("sample-data"));
        command.env_remove("NO_COLOR");
        for (name, value) in [("TERM", "xterm-256color")].iter().chain(environment) {
            command.env(name, value);
        }
        let modes = modes(pair.master.as_ref());
        let reader = pair.master.try_clone_reader().unwrap();
        Self {
            child: pair.slave.spawn_command(command).unwrap(),
            keyboard: pair.master.take_writer().unwrap(),
            output: listen(reader),
            terminal: pair.master,
            modes,
            written: Vec::new(),
            parser: vt100::Parser::new(NonZero::new(SIZE.rows).unwrap(), NonZero::new(SIZE.cols).unwrap(), 0),
        }
    }

    fn press(&mut self, keys: &str) {
        self.keyboard.write_all(keys.as_bytes()).unwrap();
        self.keyboard.flush().unwrap();
    }

    fn screen(&self) -> String {
        self.parser.screen().contents()
    }

    /// Waits until all of these are on the screen.
    fn wait_for(&mut self, texts: &[&str]) {
        let deadline = Instant::now() + PATIENCE;
        while let Some(text) = texts.iter().find(|text| !self.screen().contains(**text)) {
            if let Err(error) = self.read(deadline) {
                panic!("expected {text:?} on the screen, found ({error})\n{}", self.screen());
            }
        }
    }

    fn read(&mut self, deadline: Instant) -> Result<(), RecvTimeoutError> {
        let left = deadline.saturating_duration_since(Instant::now());
        let bytes = self.output.recv_timeout(left)?;
        self.parser.process(&bytes);
        self.written.extend(bytes);
        Ok(())
    }

    /// Waits until the program has ended.
    fn end(mut self) -> Ended {
        let deadline = Instant::now() + PATIENCE;
        let error = loop {
            if let Err(error) = self.read(deadline) {
                break error;
            }
        };
        assert_eq!(error, RecvTimeoutError::Disconnected, "still running:\n{}", self.screen());
        Ended {
            status: self.child.wait().unwrap(),
            modes: [self.modes, modes(self.terminal.as_ref())],
            written: String::from_utf8_lossy(&self.written).into_owned(),
            parser: self.parser,
        }
    }
}

/// Hands on what can be read, until the program has ended.
fn listen(mut reader: Box<dyn Read + Send>) -> Receiver<Vec<u8>> {
    let (sender, receiver) = mpsc::channel();
    thread::spawn(move || {
        let mut buffer = [0; 4096];
        while let Ok(count @ 1..) = reader.read(&mut buffer) {
            if sender.send(buffer[..count].to_vec()).is_err() {
                break;
            }
        }
    });
    receiver
}

/// Echo, line editing and the like.
fn modes(terminal: &dyn MasterPty) -> String {
    format!("{:?}", terminal.get_termios().unwrap())
}

/// The explorer as soon as it shows the store.
fn explorer() -> Session {
    let mut session = Session::open(&["climate.zarr"], &[]);
    session.wait_for(&["climate.zarr", "mask", "ocean", "temperature"]);
    session
}

fn assert_restored(ended: &Ended) {
    let taken = ended.written.rfind("\x1b[?1049h").expect("the alternate screen");
    for (what, code) in [
        ("the alternate screen is left", "\x1b[?1049l"),
        ("the cursor is shown", "\x1b[?25h"),
        ("clicks are not captured", "\x1b[?1000l"),
        ("drags are not captured", "\x1b[?1002l"),
        ("moves are not captured", "\x1b[?1003l"),
        ("mouse coordinates are not encoded", "\x1b[?1006l"),
    ] {
        let last = ended.written.rfind(code).unwrap_or_else(|| panic!("{what}: no {code:?}"));
        assert!(last > taken, "{what}: {code:?} only before the screen was taken");
    }
    let screen = ended.parser.screen();
    assert!(!screen.alternate_screen(), "still on the alternate screen");
    assert!(!screen.hide_cursor(), "the cursor is still hidden");
    assert_eq!(screen.mouse_protocol_mode(), vt100::MouseProtocolMode::None);
    let [before, after] = &ended.modes;
    assert_eq!(before, after, "the terminal has other modes than before");
}

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
fn ctrl_c_quits_at_once_and_gives_the_terminal_back() {
    let mut session = explorer();
    session.press("jjj\t");
    session.press("\x03");
    let ended = session.end();
    assert!(ended.status.success(), "{:?}", ended.status);
    assert_restored(&ended);
}

#[test]
fn sigterm_gives_the_terminal_back() {
    let session = explorer();
    let process = session.child.process_id().unwrap().to_string();
    assert!(Command::new("kill").args(["-TERM", &process]).status().unwrap().success());
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
    session.wait_for(&["4 chunks: 4 stored", "✓"]);
    session.press("j");
    session.wait_for(&["✗ crc32c", "hint: one bit is flipped: byte 17, bit 5"]);
    session.press("d");
    session.wait_for(&["what may be wrong with this chunk", "0.98"]);
    session.press("q!");
    session.wait_for(&["checksums ignored", "crc32c: checksum mismatch ignored", "8233"]);
    session.press("\t\r");
    session.wait_for(&["in: bytes", "out: values", "the way of the element"]);
    session.press("<");
    session.wait_for(&["in: bytes  as stored  68 bytes", "out: bytes  after crc32c  64 bytes"]);
    session.press("\u{3}");
    assert_restored(&session.end());
    let mut session = Session::open(&["lessons/09-sharded.zarr/map"], &[]);
    session.wait_for(&["inner chunks: 3 stored, 1 missing"]);
    session.press("\r");
    session.wait_for(&["map › (0, 0)", "inner chunk (0, 0)"]);
    session.press("\u{3}");
    assert_restored(&session.end());
}

/// A store with one array of chunks that each take a while to decode, all of them the same file.
fn slow_store(chunks: usize) -> tempfile::TempDir {
    const NBYTES: usize = 32 << 20;
    let directory = tempfile::tempdir().unwrap();
    let document = format!(
        r#"{{"zarr_format": 3, "node_type": "array", "shape": [{}], "data_type": "uint8",
        "chunk_grid": {{"name": "regular", "configuration": {{"chunk_shape": [{NBYTES}]}}}},
        "chunk_key_encoding": "default", "fill_value": 0, "codecs": ["bytes", "gzip"]}}"#,
        NBYTES * chunks
    );
    fs::write(directory.path().join("zarr.json"), document).unwrap();
    let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
    encoder.write_all(&vec![1; NBYTES]).unwrap();
    fs::write(directory.path().join("chunk"), encoder.finish().unwrap()).unwrap();
    fs::create_dir(directory.path().join("c")).unwrap();
    for chunk in 0..chunks {
        symlink("../chunk", directory.path().join(format!("c/{chunk}"))).unwrap();
    }
    directory
}

#[test]
fn verify_tells_how_far_it_is_and_ctrl_c_ends_it_with_a_summary() {
    let store = slow_store(1000);
    let mut session = Session::open(&["verify", store.path().to_str().unwrap()], &[]);
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
