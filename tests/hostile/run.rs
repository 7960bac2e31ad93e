//! Runs a command: its output, its exit status, and the memory that it took.

use std::env;
use std::ffi::OsStr;
use std::fs::{self, File};
use std::os::unix::ffi::OsStrExt as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use wait4::Wait4;

/// The longest that a command may take; then it is ended.
const HANGS: Duration = Duration::from_secs(20);

/// The bytes of JSON that are held against the schema of their command.
const LOOKED_AT: usize = 1 << 18;

/// Names the folder with the arguments of the one command that [`one_command_alone`] runs.
const ALONE: &str = "ZARRSCOPE_RUN_ALONE";

/// What a command left.
pub struct Ran {
    /// The exit status; `None` after a signal.
    pub status: Option<i32>,
    pub stdout: Vec<u8>,
    pub stderr: Vec<u8>,
    /// The most memory that it had at once, in bytes.
    pub peak: u64,
    /// What it took of the processor.
    pub cpu: Duration,
}

/// Runs the program with these arguments, the path behind the first one; its output goes to files in `scratch`.
///
/// Linux counts the memory of the process that starts a program as the program's own. The tests have much of it at times,
/// so that a small process stands between: this one again, with [`one_command_alone`] as its only test.
pub fn run(arguments: &[impl AsRef<OsStr>], path: &Path, scratch: &Path) -> Ran {
    let (command, options) = arguments.split_first().unwrap();
    let words = [command.as_ref(), path.as_os_str()].into_iter().chain(options.iter().map(AsRef::as_ref));
    let words: Vec<_> = words.map(OsStr::as_bytes).collect();
    fs::write(scratch.join("arguments"), words.join(&0)).unwrap();
    let between = Command::new(env::current_exe().unwrap())
        .args(["--exact", "run::one_command_alone"])
        .env(ALONE, scratch)
        .output()
        .unwrap();
    assert!(between.status.success(), "{}", String::from_utf8_lossy(&between.stdout));
    let used = fs::read_to_string(scratch.join("used")).unwrap();
    let [status, peak, micros] = used.split(' ').collect::<Vec<_>>().try_into().unwrap();
    let (status, peak) = (status.parse().ok(), peak.parse().unwrap());
    let cpu = Duration::from_micros(micros.parse().unwrap());
    let stdout = fs::read(scratch.join("stdout")).unwrap();
    // What is written row by row may end at a fault.
    let is_whole = status == Some(0) || (status == Some(1) && command.as_ref() != "decode");
    if is_whole && stdout.len() < LOOKED_AT {
        crate::schema::look_at(arguments.iter().map(AsRef::as_ref), &stdout);
    }
    Ran { status, stdout, stderr: fs::read(scratch.join("stderr")).unwrap(), peak, cpu }
}

/// The process between: it runs the command whose arguments it finds, and writes down how it ended and what it took. It is no
/// test, and does nothing when it is run as one.
#[test]
fn one_command_alone() {
    let Some(scratch) = env::var_os(ALONE).map(PathBuf::from) else {
        return;
    };
    let words = fs::read(scratch.join("arguments")).unwrap();
    let mut child = Command::new(env!("CARGO_BIN_EXE_zarrscope"))
        .args(words.split(|byte| *byte == 0).map(OsStr::from_bytes))
        .env_remove(ALONE)
        .current_dir(&scratch)
        .stdin(Stdio::null())
        .stdout(File::create(scratch.join("stdout")).unwrap())
        .stderr(File::create(scratch.join("stderr")).unwrap())
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
    let status = used.status.code().map_or_else(|| "-".to_owned(), |code| code.to_string());
    let micros = (used.rusage.utime + used.rusage.stime).as_micros();
    fs::write(scratch.join("used"), format!("{status} {} {micros}", used.rusage.maxrss)).unwrap();
}
