//! Runs a command: its output, its exit status, and the memory that it took.

use std::ffi::OsStr;
use std::fs::{self, File};
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use wait4::Wait4;

/// The longest that a command may take; then it is ended.
const HANGS: Duration = Duration::from_secs(20);

/// The bytes of JSON that are held against the schema of their command.
const LOOKED_AT: usize = 1 << 18;

/// What a command left.
pub struct Ran {
    /// The exit status; `None` after a signal.
    pub status: Option<i32>,
    pub stdout: Vec<u8>,
    pub stderr: Vec<u8>,
    /// The most memory that it had at once, in bytes. At the start it counts that of the tests, too.
    pub peak: u64,
}

/// Runs the program with these arguments, the path behind the first one; its output goes to files in `scratch`.
pub fn run(arguments: &[impl AsRef<OsStr>], path: &Path, scratch: &Path) -> Ran {
    let (out, err) = (scratch.join("stdout"), scratch.join("stderr"));
    let (command, options) = arguments.split_first().unwrap();
    let mut child = Command::new(env!("CARGO_BIN_EXE_zarrscope"))
        .arg(command)
        .arg(path)
        .args(options)
        .current_dir(scratch)
        .stdin(Stdio::null())
        .stdout(File::create(&out).unwrap())
        .stderr(File::create(&err).unwrap())
        .spawn()
        .unwrap();
    let (done, is_done) = mpsc::channel::<()>();
    let process = child.id().to_string();
    let guard = thread::spawn(move || {
        if is_done.recv_timeout(HANGS).is_err() {
            let _ = Command::new("kill").args(["-KILL", &process]).status();
        }
    });
    let used = child.wait4().unwrap();
    let _ = done.send(());
    guard.join().unwrap();
    let stdout = fs::read(out).unwrap();
    // What is large would count as memory of the next command; what is written row by row may end at a fault.
    let is_whole =
        used.status.code() == Some(0) || (used.status.code() == Some(1) && command.as_ref() != "decode");
    if is_whole && stdout.len() < LOOKED_AT {
        crate::schema::look_at(arguments.iter().map(AsRef::as_ref), &stdout);
    }
    Ran { status: used.status.code(), stdout, stderr: fs::read(err).unwrap(), peak: used.rusage.maxrss }
}
