//! From key to finished frame, with the explorer's own threads at work and the drawing in memory.
//!
//! Keys come at a fixed pace whether or not the one before has been answered, so that a stall counts for every key that
//! waits in it.

use std::collections::VecDeque;
use std::path::Path;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use ratatui::Terminal;
use ratatui::backend::TestBackend;
use zarrscope::explorer::{Action, App, Effect, Key};
use zarrscope::codec::DecodeOptions;
use zarrscope::hierarchy::Hierarchy;
use zarrscope::limits::CACHE_BYTES;
use zarrscope::explorer::draw;
use zarrscope::explorer::{SLICE, Workers};

use super::data::Stores;

const SIZE: (u16, u16) = (200, 60);
/// Time from one key to the next: faster than any keyboard repeats.
const PACE: Duration = Duration::from_millis(20);
/// Keys of a row.
const KEYS: usize = 300;

/// One measurement: where, what is pressed before, what is pressed again and again, and whether the explorer may first
/// come to rest.
struct Row<'a> {
    name: &'static str,
    store: &'a Path,
    before: &'static str,
    keys: &'static str,
    rests: bool,
}

pub fn run(stores: &Stores) {
    println!("from key to frame, ms: what                    median   99th percentile   most   frames");
    let row = |name, store, before, keys| Row { name, store, before, keys, rests: true };
    let at_once = |name, store, before, keys| Row { name, store, before, keys, rests: false };
    let rows = [
        at_once("group, from the start", &stores.group, "", "jjj⇓"),
        row("group, hierarchy", &stores.group, "", "jj⇓⇓⇑jG"),
        row("group, finding", &stores.group, "/99999\n", "nN"),
        row("group, closing and opening", &stores.group, "", "hl"),
        at_once("files, from the start", &stores.files, "", "lj⇓h"),
        row("files, chunk grid", &stores.files, "", "llll⇓⇑jG"),
        row("files, sizes", &stores.files, "z", "lljj⇓⇑"),
        row("files, zoom", &stores.files, "", "0lj0-l+"),
        row("grid, chunk grid", &stores.grid, "", "llj⇓⇑Gg"),
        row("grid, zoom", &stores.grid, "", "0lj0-l+"),
        at_once("chunk, while it is decoded", &stores.chunk, "", "lh"),
        at_once("chunk, stages while it is decoded", &stores.chunk, "\t", "jkx"),
        row("chunk, chunk grid", &stores.chunk, "", "lh"),
        row("chunk, stages", &stores.chunk, "\t", "jk"),
        row("chunk, values", &stores.chunk, "\t\t", "jl⇓⇑G"),
        row("chunk, hex", &stores.chunk, "\t\tx", "jl⇓⇑G"),
        row("chunk, stage opened", &stores.chunk, "\tj\n", "jl⇓G\t"),
        row("chunk, card", &stores.chunk, "\tj", "e\u{1b}p\u{1b}"),
        row("shard, stages", &stores.shard, "\t", "jk"),
        row("shard, values", &stores.shard, "\t\t", "jl⇓⇑G"),
        row("shard, inner chunks", &stores.shard, "\n", "lj⇓h"),
        row("plane, values across borders", &stores.plane, "\t\t", "⇓llll⇓jjG⇑hg"),
        row("plane, picture", &stores.plane, "m", "lljj++hk--"),
        row("plane, picture of the whole", &stores.plane, "\t\tm", "⇓l⇓jG⇑hg"),
        row("plane, profile", &stores.plane, "\t\tP", "⇓l⇓jG⇑hg"),
        at_once("plane, while it is verified", &stores.plane, "V", "lljjhk"),
        at_once("group, while it is verified", &stores.group, "V", "jjj⇓k"),
        row("group, sorted by columns", &stores.group, "\t", "oj"),
    ];
    let wanted = std::env::var("ROWS").unwrap_or_default();
    for row in rows.iter().filter(|row| row.name.contains(&wanted)) {
        measure(row);
    }
    if wanted.is_empty() || "border".contains(&wanted) {
        borders(&stores.plane);
    }
}

/// Borders between chunks that are crossed.
const BORDERS: u64 = 60;

/// How long it takes from the key that crosses a border of a chunk of 1 MiB until its values are on the screen. Every chunk
/// is a new one.
fn borders(store: &Path) {
    let mut player = Player::open(store);
    player.rest();
    for key in "\t\t".chars().map(key) {
        player.press(key);
        player.rest();
    }
    let mut times: Vec<Duration> = (0..BORDERS).map(|border| player.cross(border)).collect();
    times.sort_unstable();
    let at = |share: usize| times[(times.len() - 1) * share / 100].as_secs_f64() * 1e3;
    println!(
        "from a border to its values, ms: median {:.1}, 90th percentile {:.1}, most {:.1}",
        at(50),
        at(90),
        at(100)
    );
}

fn measure(row: &Row) {
    let mut player = Player::open(row.store);
    if row.rests {
        player.rest();
    }
    for key in row.before.chars().map(key) {
        player.press(key);
        player.turn(Duration::from_secs(9));
        if row.rests {
            player.rest();
        }
    }
    player.latencies.clear();
    player.frames = 0;
    let (keyboard, pressed) = (player.sender.clone(), Arc::clone(&player.pressed));
    let keys: Vec<Key> = row.keys.chars().map(key).collect();
    let typist = thread::spawn(move || {
        for key in keys.into_iter().cycle().take(KEYS) {
            thread::sleep(PACE);
            press(&keyboard, &pressed, key);
        }
    });
    while player.latencies.len() < KEYS {
        player.turn(Duration::from_secs(9));
    }
    typist.join().expect("the typist");
    let mut sorted = player.latencies;
    sorted.sort_unstable();
    let at = |share: usize| sorted[(sorted.len() - 1) * share / 100].as_secs_f64() * 1e3;
    println!("{:<44} {:>8.2}   {:>15.2}   {:>4.0}   {:>6}", row.name, at(50), at(99), at(100), player.frames);
}

/// Keys that have no letter are `⇓` (a page down) and `⇑` (a page up), and the usual characters of control.
fn key(letter: char) -> Key {
    match letter {
        '⇓' => Key::PageDown,
        '⇑' => Key::PageUp,
        '\t' => Key::Tab,
        '\n' => Key::Enter,
        '\u{1b}' => Key::Esc,
        letter => Key::Char(letter),
    }
}

/// Hands work to the threads; nobody needs the terminal here.
fn send(workers: &Workers, effect: Effect) {
    if let Effect::Work(work) = effect {
        workers.send(work);
    }
}

type Pressed = Arc<Mutex<VecDeque<Instant>>>;

fn press(keyboard: &Sender<Action>, pressed: &Pressed, key: Key) {
    pressed.lock().expect("a list").push_back(Instant::now());
    keyboard.send(Action::Key(key)).expect("somebody who listens");
}

/// The explorer with its threads, as the program runs it.
struct Player {
    app: App,
    workers: Workers,
    sender: Sender<Action>,
    actions: Receiver<Action>,
    terminal: Terminal<TestBackend>,
    /// When the keys were pressed that have not been answered.
    pressed: Pressed,
    latencies: Vec<Duration>,
    frames: usize,
}

impl Player {
    fn open(store: &Path) -> Self {
        let (sender, actions) = mpsc::channel();
        let workers = Workers::start(&sender, CACHE_BYTES.default);
        let hierarchy = Hierarchy::open(store).expect("a store");
        let (app, effects) = App::new(hierarchy, DecodeOptions::default(), SIZE);
        effects.into_iter().for_each(|effect| send(&workers, effect));
        let terminal = Terminal::new(TestBackend::new(SIZE.0, SIZE.1)).expect("a terminal");
        let pressed = Pressed::default();
        Self { app, workers, sender, actions, terminal, pressed, latencies: Vec::new(), frames: 0 }
    }

    fn press(&self, key: Key) {
        press(&self.sender, &self.pressed, key);
    }

    /// Goes to the element before a border and over it, and gives the time from the key to values on the screen.
    fn cross(&mut self, border: u64) -> Duration {
        let (row, column) = (border / 15, border % 15 + 1);
        let before = format!(":at {},{}\n", row * 512 + 7, column * 512 - 1);
        before.chars().map(key).for_each(|key| self.press(key));
        self.rest();
        let start = Instant::now();
        self.press(Key::Char('l'));
        while self.turn(Duration::from_secs(9)) && self.is_decoding() {}
        let took = start.elapsed();
        self.rest();
        took
    }

    /// Whether the screen says that something is being decoded.
    fn is_decoding(&self) -> bool {
        let buffer = self.terminal.backend().buffer();
        let text: String = buffer.content().iter().map(ratatui::buffer::Cell::symbol).collect();
        text.contains("decoding …")
    }

    /// One turn of the program's loop; says whether something happened.
    fn turn(&mut self, patience: Duration) -> bool {
        let first = match self.actions.recv_timeout(patience) {
            Ok(first) => first,
            Err(RecvTimeoutError::Timeout) => return false,
            Err(RecvTimeoutError::Disconnected) => panic!("the workers have ended"),
        };
        let (start, mut keys) = (Instant::now(), 0);
        for action in std::iter::once(first).chain(self.actions.try_iter()) {
            keys += usize::from(matches!(action, Action::Key(_)));
            self.app.update(action).into_iter().for_each(|effect| send(&self.workers, effect));
            if start.elapsed() > SLICE {
                break;
            }
        }
        self.terminal.draw(|frame| draw(frame, &self.app)).expect("a frame");
        self.frames += 1;
        let answered = self.pressed.lock().expect("a list").drain(..keys).collect::<Vec<_>>();
        self.latencies.extend(answered.into_iter().map(|pressed| pressed.elapsed()));
        true
    }

    /// Lets everything come to its end.
    fn rest(&mut self) {
        let busy = |app: &App| {
            let selection = &app.shared.selection;
            selection.node.is_waiting() || app.grid.survey.is_waiting() || selection.trace.is_waiting()
        };
        while self.turn(Duration::from_millis(400)) || busy(&self.app) {}
    }
}
