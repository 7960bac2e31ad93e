//! Times and rates.

use std::collections::BTreeMap;
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

/// The median of several runs; each run says itself how long it took.
pub fn median(mut run: impl FnMut() -> Duration) -> Duration {
    let mut times: Vec<Duration> = (0..9).map(|_| run()).collect();
    times.sort_unstable();
    times[times.len() / 2]
}

/// The least of many runs, for what takes well below a millisecond; each run says itself how long it took.
pub fn least(mut run: impl FnMut() -> Duration) -> Duration {
    (0..400).map(|_| run()).min().unwrap_or_default()
}

/// How long a call takes.
pub fn time<T>(run: impl FnOnce() -> T) -> Duration {
    let start = Instant::now();
    std::hint::black_box(run());
    start.elapsed()
}

/// GiB per second.
pub fn rate(nbytes: usize, time: Duration) -> f64 {
    nbytes as f64 / time.as_secs_f64() / f64::from(1 << 30)
}

/// What a script prints: lines of a name and a number. Nothing where there is no Python with what it needs; `PYTHON` names one.
pub fn numbers_of_python(script: &str, arguments: &[&Path]) -> BTreeMap<String, f64> {
    let python = std::env::var_os("PYTHON").unwrap_or_else(|| "python3".into());
    let output = Command::new(python).args(["-c", script]).args(arguments).output();
    let text = output.map(|output| String::from_utf8_lossy(&output.stdout).into_owned()).unwrap_or_default();
    let row = |line: &str| {
        line.rsplit_once(' ').and_then(|(name, number)| Some((name.to_owned(), number.parse().ok()?)))
    };
    text.lines().filter_map(row).collect()
}

/// What the program does at its start, so that large buffers cost the same here: see `src/main.rs`.
pub fn keep_buffers() {
    drop(std::hint::black_box(Vec::<u8>::with_capacity(31 << 20)));
}
