//! A program in a pseudo-terminal: what it draws, and the state in which it leaves the terminal.

use std::ffi::OsStr;
use std::io::{Read, Write};
use std::num::NonZero;
use std::process::Command;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use portable_pty::{Child, CommandBuilder, ExitStatus, MasterPty, PtyPair, PtySize, native_pty_system};

use crate::repository::repository;

pub const PROGRAM: &str = env!("CARGO_BIN_EXE_zarrscope");
const SIZE: PtySize = PtySize { rows: 36, cols: 120, pixel_width: 0, pixel_height: 0 };
/// How long a test waits for a screen before it fails; far longer than the program takes.
pub const PATIENCE: Duration = Duration::from_secs(20);

/// The program and the terminal it runs in.
pub struct Session {
    pub terminal: Box<dyn MasterPty + Send>,
    pub keyboard: Box<dyn Write + Send>,
    pub output: Receiver<Vec<u8>>,
    pub child: Box<dyn Child + Send + Sync>,
    /// The modes of the terminal before the program started.
    pub modes: String,
    /// Everything the program has written.
    pub written: Vec<u8>,
    pub parser: vt100::Parser,
}

/// What is left when the program has ended.
pub struct Ended {
    pub status: ExitStatus,
    /// The modes of the terminal before and after.
    pub modes: [String; 2],
    pub written: String,
    pub parser: vt100::Parser,
}

impl Session {
    /// Starts the program among the sample data.
    pub fn open(arguments: &[&str], environment: &[(&str, &str)]) -> Self {
        Self::run(PROGRAM, arguments, environment)
    }

    /// Starts any program there.
    pub fn run(program: impl AsRef<OsStr>, arguments: &[&str], environment: &[(&str, &str)]) -> Self {
        let pair = native_pty_system().openpty(SIZE).unwrap();
        let command = command(program.as_ref(), arguments, environment);
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

    pub fn press(&mut self, keys: &str) {
        self.keyboard.write_all(keys.as_bytes()).unwrap();
        self.keyboard.flush().unwrap();
    }

    pub fn screen(&self) -> String {
        self.parser.screen().contents()
    }

    /// Gives the terminal another size.
    pub fn resize(&mut self, cols: u16, rows: u16) {
        self.terminal.resize(PtySize { rows, cols, ..SIZE }).unwrap();
        let (rows, cols) = (NonZero::new(rows).unwrap(), NonZero::new(cols).unwrap());
        self.parser.screen_mut().set_size(rows, cols);
    }

    /// The same, and waits until the program has noticed: then it clears the screen.
    pub fn resize_and_wait(&mut self, cols: u16, rows: u16) {
        self.resize(cols, rows);
        let (start, deadline) = (self.written.len(), Instant::now() + PATIENCE);
        while !String::from_utf8_lossy(&self.written[start..]).contains("\x1b[2J") {
            self.read(deadline).expect("the screen is not cleared");
        }
    }

    /// Waits until all of these are on the screen.
    pub fn wait_for(&mut self, texts: &[&str]) {
        let deadline = Instant::now() + PATIENCE;
        while let Some(text) = texts.iter().find(|text| !self.screen().contains(**text)) {
            if let Err(error) = self.read(deadline) {
                panic!("expected {text:?} on the screen, found ({error})\n{}", self.screen());
            }
        }
    }

    /// Waits until the screen is as it has to be.
    pub fn wait_until(&mut self, what: &str, is_so: impl Fn(&str) -> bool) {
        let deadline = Instant::now() + PATIENCE;
        while !is_so(&self.screen()) {
            if let Err(error) = self.read(deadline) {
                panic!("expected {what}, found ({error})\n{}", self.screen());
            }
        }
    }

    /// Waits until the shell has shown its prompt so many times.
    pub fn wait_for_shell(&mut self, times: usize) {
        self.wait_until("the shell", |screen| screen.matches("shell> ").count() == times);
    }

    fn read(&mut self, deadline: Instant) -> Result<(), RecvTimeoutError> {
        let left = deadline.saturating_duration_since(Instant::now());
        let bytes = self.output.recv_timeout(left)?;
        self.parser.process(&bytes);
        self.written.extend(bytes);
        Ok(())
    }

    /// Waits until the program has ended.
    pub fn end(mut self) -> Ended {
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

fn command(program: &OsStr, arguments: &[&str], environment: &[(&str, &str)]) -> CommandBuilder {
    let mut command = CommandBuilder::new(program);
    command.args(arguments);
    command.cwd(repository("sample-data"));
    command.env_remove("NO_COLOR");
    // What is configured on this machine changes nothing here, and nothing is kept.
    let own =
        [("TERM", "xterm-256color"), ("XDG_CONFIG_HOME", "/dev/null"), ("XDG_STATE_HOME", "/dev/null/state")];
    for (name, value) in own.iter().chain(environment) {
        command.env(name, value);
    }
    command
}

/// How the explorer ends when its terminal is closed, after it has drawn something and these keys were pressed.
pub fn closed_under_it(keys: &str) -> ExitStatus {
    let mut unread = UnreadSession::open("climate.zarr", SIZE);
    unread.read_until("temperature");
    unread.keyboard.write_all(keys.as_bytes()).unwrap();
    let mut child = unread.child;
    drop((unread.reader, unread.keyboard, unread.terminal));
    child.wait().unwrap()
}

/// How it ends on Ctrl-c when nothing is taken of a picture that is larger than what waits for a terminal, and what waits for it then.
pub fn unread_until_its_end() -> (ExitStatus, String) {
    let mut unread =
        UnreadSession::open("climate.zarr/temperature", PtySize { rows: 100, cols: 300, ..SIZE });
    unread.read_until("float32");
    unread.keyboard.write_all(b"m").unwrap();
    unread.read_until("▀▀");
    unread.keyboard.write_all(b"\x03").unwrap();
    let (status, mut left) = (unread.child.wait().unwrap(), Vec::new());
    // A terminal without a program gives an error once it is empty.
    let _ = unread.reader.read_to_end(&mut left);
    (status, String::from_utf8_lossy(&left).into_owned())
}

/// The explorer in a terminal of which only the test reads.
struct UnreadSession {
    child: Box<dyn Child + Send + Sync>,
    reader: Box<dyn Read + Send>,
    keyboard: Box<dyn Write + Send>,
    terminal: Box<dyn MasterPty + Send>,
}

impl UnreadSession {
    fn open(path: &str, size: PtySize) -> Self {
        let PtyPair { slave, master } = native_pty_system().openpty(size).unwrap();
        let environment = [("COLORTERM", "truecolor")];
        Self {
            child: slave.spawn_command(command(PROGRAM.as_ref(), &[path], &environment)).unwrap(),
            reader: master.try_clone_reader().unwrap(),
            keyboard: master.take_writer().unwrap(),
            terminal: master,
        }
    }

    fn read_until(&mut self, text: &str) {
        let mut written = Vec::new();
        while !String::from_utf8_lossy(&written).contains(text) {
            let mut buffer = [0; 4096];
            let count = self.reader.read(&mut buffer).unwrap();
            written.extend_from_slice(&buffer[..count]);
        }
    }
}

/// Passes on the output of the program, until it has ended.
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
pub fn modes(terminal: &dyn MasterPty) -> String {
    format!("{:?}", terminal.get_termios().unwrap())
}

/// The explorer, as soon as it shows the store.
pub fn explorer() -> Session {
    let mut session = Session::open(&["climate.zarr"], &[]);
    // The table of the group has the names too, and may come first; only the tree has short data types.
    session.wait_for(&["climate.zarr", "mask", "ocean", "temperature", "f64"]);
    session
}

pub fn assert_restored(ended: &Ended) {
    let taken = ended.written.rfind("\x1b[?1049h").expect("the alternate screen");
    for (what, code) in [
        ("the alternate screen is left", "\x1b[?1049l"),
        ("the cursor is shown", "\x1b[?25h"),
        ("clicks are not captured", "\x1b[?1000l"),
        ("drags are not captured", "\x1b[?1002l"),
        ("moves are not captured", "\x1b[?1003l"),
        ("mouse coordinates are not encoded", "\x1b[?1006l"),
        ("what is pasted is not marked", "\x1b[?2004l"),
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

/// Sends a signal to a process.
pub fn send(signal: &str, process: &str) {
    assert!(Command::new("kill").args([signal, process]).status().unwrap().success());
}
