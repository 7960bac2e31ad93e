//! The bench of the course: sixteen numbers go through a chain that the user puts together.

pub(super) mod draw;
pub(super) mod keys;

use serde_json::json;

use crate::codec::CodecRow;
use crate::configuration::Key;
use crate::explorer::keys::own_keys::{OwnKeys, WindowKey, own};
use crate::explorer::lab::codec_picker::CodecPicker;
use crate::explorer::lab::{configuration_line, read_configuration};
use crate::explorer::prompt::line::Typing;
use crate::explorer::{Handled, KeyCommand, Move, Shared, Terminal, TypedLine, name_of};
use crate::learn::{Bench, BenchFill, BenchRun, EDGE};

pub const BENCH_ROW: usize = 16;

#[derive(Debug)]
pub struct BenchWindow {
    pub bench: Bench,
    pub run: BenchRun,
    /// The bench before each change, the last change last, and as it is now.
    before: Vec<Bench>,
    now: Bench,
    fill: BenchFill,
    pub part: BenchPart,
    pub number: usize,
    pub codec: usize,
    pub byte: usize,
    pub is_all: bool,
}

#[derive(Debug)]
pub enum BenchPart {
    Numbers,
    Number(TypedLine),
    Codecs,
    Configuration(TypedLine),
    Picker(CodecPicker),
    Bytes,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum BenchCommand {
    PreviousType,
    NextType,
    Add,
    Remove,
    Earlier,
    Later,
    Fill,
    Undo,
}

pub(crate) const KEYS: OwnKeys<BenchCommand> = OwnKeys {
    view: "in-bench",
    title: "the bench",
    rows: &[
        own(&[Key::Char('[')], BenchCommand::PreviousType, "type-before", "the previous data type"),
        own(&[Key::Char(']')], BenchCommand::NextType, "next-type", "the next data type"),
        own(&[Key::Char('a')], BenchCommand::Add, "add", "add a codec"),
        own(&[Key::Char('x')], BenchCommand::Remove, "remove", "remove the codec"),
        own(&[Key::Char('<')], BenchCommand::Earlier, "earlier", "move the codec towards the numbers"),
        own(&[Key::Char('>')], BenchCommand::Later, "later", "move the codec towards the stored bytes"),
        own(&[Key::Char('f')], BenchCommand::Fill, "fill", "fill with one number, at random, as a ramp"),
        own(&[Key::Char('u')], BenchCommand::Undo, "undo", "undo the last change"),
    ],
};

impl BenchWindow {
    pub(crate) fn new(codecs: &[&CodecRow], is_all: bool) -> Self {
        let bench = Bench::with(codecs);
        let run = bench.run();
        let (before, now, fill) = (Vec::new(), bench.clone(), BenchFill::Ramp);
        Self { bench, run, before, now, fill, part: BenchPart::Numbers, number: 0, codec: 0, byte: 0, is_all }
    }

    fn changed(&mut self) {
        if self.bench != self.now {
            self.before.push(std::mem::replace(&mut self.now, self.bench.clone()));
        }
        self.show();
    }

    fn undo(&mut self, shared: &mut Shared) {
        match self.before.pop() {
            Some(before) => {
                self.now.clone_from(&before);
                self.bench = before;
                self.show();
            }
            None => shared.say("nothing to undo"),
        }
    }

    fn refill(&mut self, shared: &mut Shared) {
        let seed = self.before.len() as u64;
        self.fill = match self.fill {
            BenchFill::Ramp => BenchFill::Constant(self.number),
            BenchFill::Constant(_) => BenchFill::Random(seed),
            BenchFill::Random(_) => BenchFill::Ramp,
        };
        self.bench.fill(self.fill);
        let next = match self.fill {
            BenchFill::Ramp => "a ramp; again: one number",
            BenchFill::Constant(_) => "one number, that under the cursor; again: random numbers",
            BenchFill::Random(_) => "random numbers; again: a ramp",
        };
        shared.say(next);
        self.changed();
    }

    fn copy(&self, shared: &mut Shared) {
        match self.bench.python() {
            Ok(code) => {
                shared.say("copied Python code that makes this chunk with zarr-python");
                shared.terminal(Terminal::Copy(code));
            }
            Err(why) => shared.say(why),
        }
    }

    fn show(&mut self) {
        self.run = self.bench.run();
        self.codec = self.codec.min(self.bench.codecs.len().saturating_sub(1));
        self.byte = self.byte.min(self.run.stored.len().saturating_sub(1));
    }

    #[expect(clippy::wildcard_enum_match_arm, reason = "every other key is for the line")]
    pub(crate) fn typed(&mut self, key: Key, shared: &mut Shared) {
        match &mut self.part {
            BenchPart::Number(line) => match key {
                Key::Esc => self.part = BenchPart::Numbers,
                Key::Enter => {
                    if let Some(number) = self.bench.numbers.get_mut(self.number) {
                        line.text().trim().clone_into(number);
                    }
                    self.part = BenchPart::Numbers;
                    self.number = (self.number + 1).min(EDGE * EDGE - 1);
                    self.changed();
                }
                other => drop(line.key(other)),
            },
            BenchPart::Configuration(line) => match key {
                Key::Esc => self.part = BenchPart::Codecs,
                Key::Enter => match read_configuration(&line.text()) {
                    Ok(members) => {
                        if let Some(entry) = self.bench.codecs.get_mut(self.codec) {
                            *entry = json!({"name": name_of(entry), "configuration": members});
                        }
                        self.part = BenchPart::Codecs;
                        self.changed();
                    }
                    Err(why) => shared.say(why),
                },
                other => drop(line.key(other)),
            },
            BenchPart::Picker(picker) => match picker.key(key, u64::from(shared.size.1 / 2)) {
                Typing::Going => {}
                Typing::Left => self.part = BenchPart::Codecs,
                Typing::Done => match picker.current() {
                    Some(row) => {
                        self.codec = self.bench.add(row, self.codec);
                        self.part = BenchPart::Codecs;
                        self.changed();
                    }
                    None => shared.say("no codec fits: nothing is added"),
                },
            },
            BenchPart::Numbers | BenchPart::Codecs | BenchPart::Bytes => {}
        }
    }

    pub(crate) fn begins_number(&mut self, key: Key) -> bool {
        match (&self.part, key) {
            (BenchPart::Numbers, Key::Char(letter)) if letter.is_ascii_digit() || letter == '-' => {
                let mut line = TypedLine::default();
                line.key(key);
                self.part = BenchPart::Number(line);
            }
            (BenchPart::Bytes, Key::Char(letter @ '0'..='7')) => {
                self.flip(letter.to_digit(8).and_then(|bit| u8::try_from(bit).ok()).unwrap_or(0));
            }
            _ => return false,
        }
        true
    }

    pub(crate) fn act(&mut self, asked: WindowKey<BenchCommand>, shared: &mut Shared) -> Handled {
        match (asked, &self.part) {
            (WindowKey::Pane(KeyCommand::NextPane), _) => self.turn(false),
            (WindowKey::Pane(KeyCommand::PreviousPane), _) => self.turn(true),
            (WindowKey::Own(command @ (BenchCommand::PreviousType | BenchCommand::NextType)), _) => {
                self.bench.next_data_type(command == BenchCommand::PreviousType);
                self.changed();
            }
            (WindowKey::Own(BenchCommand::Undo), _) => self.undo(shared),
            (WindowKey::Own(BenchCommand::Fill), _) => self.refill(shared),
            (WindowKey::Pane(KeyCommand::Copy | KeyCommand::CopyAs), _) => self.copy(shared),
            (WindowKey::Own(BenchCommand::Add), _) => self.part = BenchPart::Picker(CodecPicker::default()),
            (WindowKey::Pane(KeyCommand::Move(by)), BenchPart::Numbers) => {
                self.number = moved(self.number, by, EDGE, EDGE * EDGE);
            }
            // The typed text replaces the number; Esc keeps it.
            (WindowKey::Pane(KeyCommand::Enter), BenchPart::Numbers) => {
                self.part = BenchPart::Number(TypedLine::default());
            }
            (asked, BenchPart::Codecs) => return self.in_codecs(asked, shared),
            (WindowKey::Pane(KeyCommand::Move(by)), BenchPart::Bytes) => {
                self.byte = moved(self.byte, by, BENCH_ROW, self.run.stored.len());
            }
            (WindowKey::Pane(KeyCommand::Enter), BenchPart::Bytes) => self.flip(0),
            _ => return Handled::Pass,
        }
        Handled::Stay
    }

    fn in_codecs(&mut self, asked: WindowKey<BenchCommand>, shared: &mut Shared) -> Handled {
        let count = self.bench.codecs.len();
        match asked {
            WindowKey::Pane(KeyCommand::Move(by)) => self.codec = moved(self.codec, by, 1, count),
            WindowKey::Pane(KeyCommand::Enter) => {
                let Some(codec) = self.bench.codecs.get(self.codec) else {
                    let adds = KEYS.hint(&(&[WindowKey::Own(BenchCommand::Add)], "adds one"));
                    shared.say(format!("no codec is left: {adds}"));
                    return Handled::Stay;
                };
                self.part = BenchPart::Configuration(configuration_line(codec).unwrap_or_default());
            }
            WindowKey::Own(BenchCommand::Remove) => {
                if self.codec < count {
                    self.bench.codecs.remove(self.codec);
                    self.changed();
                }
            }
            WindowKey::Own(BenchCommand::Earlier) => self.swap_with(self.codec.checked_sub(1)),
            WindowKey::Own(BenchCommand::Later) => self.swap_with(self.codec.checked_add(1)),
            WindowKey::Own(
                BenchCommand::PreviousType
                | BenchCommand::NextType
                | BenchCommand::Add
                | BenchCommand::Fill
                | BenchCommand::Undo,
            )
            | WindowKey::Pane(_) => return Handled::Pass,
        }
        Handled::Stay
    }

    fn swap_with(&mut self, other: Option<usize>) {
        if let Some(other) = other.filter(|other| *other < self.bench.codecs.len()) {
            self.bench.codecs.swap(self.codec, other);
            self.codec = other;
            self.changed();
        }
    }

    fn flip(&mut self, bit: u8) {
        if self.byte < self.run.stored.len() {
            self.bench.flip(self.byte, bit);
            self.changed();
        }
    }

    fn turn(&mut self, back: bool) {
        self.part = match (&self.part, back) {
            (BenchPart::Numbers, false) | (BenchPart::Bytes, true) => BenchPart::Codecs,
            (BenchPart::Codecs, false) | (BenchPart::Numbers, true) => BenchPart::Bytes,
            (BenchPart::Bytes, false) | (BenchPart::Codecs, true) => BenchPart::Numbers,
            (BenchPart::Number(_) | BenchPart::Configuration(_) | BenchPart::Picker(_), _) => {
                BenchPart::Numbers
            }
        };
    }
}

fn moved(at: usize, by: Move, row: usize, count: usize) -> usize {
    let last = count.saturating_sub(1);
    match by {
        Move::Left if row > 1 => at.saturating_sub(1),
        Move::Right if row > 1 => at + 1,
        Move::Up => at.checked_sub(row).unwrap_or(at),
        Move::Down if at + row <= last => at + row,
        Move::Left | Move::Right | Move::Down => at,
        Move::PageUp | Move::First => 0,
        Move::PageDown | Move::Last => last,
        Move::RowStart => at - at % row,
        Move::RowEnd => at - at % row + row - 1,
    }
    .min(last)
}
