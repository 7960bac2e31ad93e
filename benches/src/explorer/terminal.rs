//! The program in a pseudo-terminal: how soon it shows something, what memory it takes, and whether it rests.

use std::fs;
use std::io::{Read, Write};
use std::path::Path;
use std::sync::mpsc::{self, Receiver};
use std::thread;
use std::time::{Duration, Instant};

use portable_pty::{Child, CommandBuilder, MasterPty, PtySize, native_pty_system};

use super::data::Stores;
use crate::measure::median;

const SIZE: PtySize = PtySize { rows: 60, cols: 200, pixel_width: 0, pixel_height: 0 };
/// Clock ticks in a second, as Linux tells them to programs.
const TICKS: u64 = 100;
/// How long the program has to have been quiet to count as done.
const QUIET: Duration = Duration::from_secs(1);

pub fn run(binary: &Path, stores: &Stores) {
    println!(
        "store    first frame ms   resident MB: then   settled   peak   settled after s   CPU ms in 2 s idle"
    );
    let rows = [
        ("group", &stores.group),
        ("files", &stores.files),
        ("grid", &stores.grid),
        ("chunk", &stores.chunk),
        ("shard", &stores.shard),
    ];
    for (name, store) in rows {
        let mut first_resident = Vec::new();
        let first = median(|| {
            let mut session = Session::open(binary, store);
            session.wait_for("help");
            let elapsed = session.start.elapsed();
            first_resident.push(session.memory("VmRSS"));
            session.end();
            elapsed
        });
        first_resident.sort_unstable();
        let mut session = Session::open(binary, store);
        let settled = session.settle();
        let (resident, peak) = (session.memory("VmRSS"), session.memory("VmHWM"));
        let before = session.ticks();
        thread::sleep(Duration::from_secs(2));
        let idle = (session.ticks() - before) * 1000 / TICKS;
        session.end();
        println!(
            "{name:<8} {:>14.1}   {:>17}   {:>7}   {:>4}   {:>15.1}   {idle:>18}",
            first.as_secs_f64() * 1e3,
            first_resident[first_resident.len() / 2] / 1_000_000,
            resident / 1_000_000,
            peak / 1_000_000,
            settled.as_secs_f64(),
        );
    }
}

/// The program on a store, in a terminal of 200 columns and 60 rows.
struct Session {
    _terminal: Box<dyn MasterPty + Send>,
    keyboard: Box<dyn Write + Send>,
    output: Receiver<Vec<u8>>,
    child: Box<dyn Child + Send + Sync>,
    parser: vt100::Parser,
    start: Instant,
}

impl Session {
    fn open(binary: &Path, store: &Path) -> Self {
        let pair = native_pty_system().openpty(SIZE).expect("a terminal");
        let mut command = CommandBuilder::new(binary);
        command.arg(store);
        command.env("TERM", "xterm-256color");
        let mut reader = pair.master.try_clone_reader().expect("a terminal that can be read");
        let (sender, output) = mpsc::channel();
        thread::spawn(move || {
            let mut buffer = [0; 1 << 16];
            while let Ok(count @ 1..) = reader.read(&mut buffer) {
                if sender.send(buffer[..count].to_vec()).is_err() {
                    break;
                }
            }
        });
        let keyboard = pair.master.take_writer().expect("a keyboard");
        let start = Instant::now();
        let child = pair.slave.spawn_command(command).expect("the program");
        let parser = vt100::Parser::new(SIZE.rows.try_into().unwrap(), SIZE.cols.try_into().unwrap(), 0);
        Self { _terminal: pair.master, keyboard, output, child, parser, start }
    }

    /// Waits for a text on the screen.
    fn wait_for(&mut self, text: &str) {
        while !self.parser.screen().contents().contains(text) {
            let bytes = self.output.recv_timeout(Duration::from_secs(60)).expect("a screen");
            self.parser.process(&bytes);
        }
    }

    /// Waits until nothing more is drawn; says how long it took till then.
    fn settle(&mut self) -> Duration {
        let (mut before, mut last) = (self.ticks(), self.start.elapsed());
        loop {
            let drawn = self.output.recv_timeout(QUIET).is_ok();
            let ticks = self.ticks();
            if !drawn && ticks == before {
                return last;
            }
            (before, last) = (ticks, self.start.elapsed());
        }
    }

    /// A line of what the system says of the program's memory, in bytes.
    fn memory(&self, name: &str) -> u64 {
        let status = self.proc("status");
        let line = status.lines().find(|line| line.starts_with(name)).expect("memory");
        line.split_whitespace().nth(1).and_then(|kib| kib.parse::<u64>().ok()).expect("a number") * 1024
    }

    /// The time that the program has spent computing, in clock ticks.
    fn ticks(&self) -> u64 {
        let stat = self.proc("stat");
        // The name of the program, in brackets, may have spaces; user and system time are fields 14 and 15.
        let fields = stat.rsplit(") ").next().unwrap_or_default().split_whitespace().skip(11).take(2);
        fields.filter_map(|field| field.parse::<u64>().ok()).sum()
    }

    fn proc(&self, file: &str) -> String {
        let id = self.child.process_id().expect("a process");
        fs::read_to_string(format!("/proc/{id}/{file}")).expect("a process that runs")
    }

    fn end(mut self) {
        self.keyboard.write_all(b"\x03").expect("a keyboard");
        self.child.wait().expect("an end");
    }
}
