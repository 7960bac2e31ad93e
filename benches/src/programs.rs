//! The programs that are measured, each as a process of its own.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use wait4::Wait4;

/// zarrscope and its peer, built.
pub struct Programs {
    /// zarrscope.
    pub zarrscope: PathBuf,
    /// The crate zarrs as a program.
    pub peer: PathBuf,
}

/// What a run of a program took.
pub struct Run {
    /// From its start to its end.
    pub time: Duration,
    /// The most memory it had, in bytes.
    pub resident: u64,
}

impl Programs {
    /// Builds both, each with its own features.
    pub fn build() -> Self {
        let benches = Path::new(env!("CARGO_MANIFEST_DIR"));
        let root = benches.parent().expect("a directory above");
        cargo(root, &["build", "--release", "--locked"]);
        cargo(benches, &["build", "--release", "--locked", "-p", "zarrs-peer"]);
        Self {
            zarrscope: root.join("target/release/zarrscope"),
            peer: benches.join("target/release/zarrs-peer"),
        }
    }
}

fn cargo(directory: &Path, arguments: &[&str]) {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let status = Command::new(cargo).current_dir(directory).args(arguments).status().expect("cargo runs");
    assert!(status.success(), "cargo {arguments:?} in {}", directory.display());
}

/// Runs a program to its end; what it prints is dropped.
pub fn run(program: &Path, arguments: &[&str], path: &Path) -> Run {
    let start = Instant::now();
    let mut child = Command::new(program)
        .args(arguments)
        .arg(path)
        .stdout(Stdio::null())
        .spawn()
        .expect("the program starts");
    let used = child.wait4().expect("the program ends");
    let time = start.elapsed();
    assert!(used.status.success(), "{} {arguments:?} {}", program.display(), path.display());
    Run { time, resident: used.rusage.maxrss }
}

/// The medians of runs that take turns, so that a change of the machine's mood meets all of them.
pub fn race<const N: usize>(runs: [&dyn Fn() -> Run; N]) -> [Run; N] {
    let mut all: [Vec<Run>; N] = std::array::from_fn(|_| Vec::new());
    for round in 0..=ROUNDS {
        for (own, run) in all.iter_mut().zip(runs) {
            let run = run();
            // The first round fills the page cache.
            if round > 0 {
                own.push(run);
            }
        }
    }
    all.map(|mut runs| {
        runs.sort_unstable_by_key(|run| run.time);
        runs.swap_remove(ROUNDS / 2)
    })
}

/// How often each program runs.
const ROUNDS: usize = 7;
