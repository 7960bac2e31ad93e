//! Reads what the terminal sends. `DECISIONS.md` says why the terminal library does not.

use std::io::{self, ErrorKind, Read};
use std::str::{self, FromStr};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use crossterm::event::{Event, KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind};

use crate::explorer::draw::terminal_answers::TerminalInput;

const ESC: u8 = 0x1b;
const BEL: u8 = 7;
const PASTE_BEGINS: &[u8] = b"\x1b[200~";
const PASTE_ENDS: &[u8] = b"\x1b[201~";
/// No sequence that we read has as many bytes.
const LONGEST: usize = 64;
/// No answer that we read has as many.
const LONGEST_ANSWER: usize = 256;
/// More of a paste than any line takes.
const PASTE_BYTES: usize = 1 << 20;
/// How long after Escape the rest of a sequence may come. A hand takes longer for its next key.
const REST: Duration = Duration::from_millis(30);

/// Gives what comes as long as it is taken, and until the terminal is gone.
pub(crate) fn read_events(take: &mut dyn FnMut(TerminalInput) -> bool) {
    let (sender, pieces) = mpsc::sync_channel::<Vec<u8>>(16);
    thread::spawn(move || {
        let (mut terminal, mut bytes) = (io::stdin().lock(), vec![0; 1 << 16]);
        loop {
            match terminal.read(&mut bytes) {
                Ok(count @ 1..) if sender.send(bytes[..count].to_vec()).is_ok() => {}
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                // Another program has changed what it shares with us.
                Err(error) if error.kind() == ErrorKind::WouldBlock => thread::sleep(REST),
                Ok(_) | Err(_) => break,
            }
        }
    });
    let mut sequences = Sequences::default();
    loop {
        let wait = if sequences.is_unfinished() { REST } else { Duration::MAX };
        let events = match pieces.recv_timeout(wait) {
            Ok(piece) => sequences.read(&piece),
            Err(RecvTimeoutError::Timeout) => sequences.end().map(TerminalInput::Event).into_iter().collect(),
            Err(RecvTimeoutError::Disconnected) => return,
        };
        if !events.into_iter().all(&mut *take) {
            return;
        }
    }
}

/// Bytes that are not a whole event yet.
#[derive(Debug, Default)]
struct Sequences {
    bytes: Vec<u8>,
    paste: Option<Vec<u8>>,
}

enum SequenceMeaning {
    Unfinished,
    Nothing,
    Event(Event),
    Answer(Vec<u8>),
}

impl Sequences {
    fn read(&mut self, read: &[u8]) -> Vec<TerminalInput> {
        // A hand sends Ctrl-c alone: nothing that was begun may hold it.
        if read == [3] {
            *self = Self::default();
        }
        let mut events = Vec::new();
        for byte in read {
            if self.paste.is_some() {
                events.extend(self.pasted(*byte).map(TerminalInput::Event));
            } else {
                self.take(*byte, &mut events);
            }
        }
        // Nor may a paste without an end hold one that comes right behind it.
        if self.paste.is_some() && read.ends_with(&[3]) {
            *self = Self::default();
            events.push(TerminalInput::Event(pressed(KeyCode::Char('c'), KeyModifiers::CONTROL)));
        }
        events
    }

    /// Whether time decides: Escape begins a sequence, or is a key.
    fn is_unfinished(&self) -> bool {
        !self.bytes.is_empty()
    }

    /// Nothing has come for a while.
    fn end(&mut self) -> Option<Event> {
        match std::mem::take(&mut self.bytes).as_slice() {
            [ESC] => Some(pressed(KeyCode::Esc, KeyModifiers::NONE)),
            [ESC, letter] => Some(pressed(KeyCode::Char(char::from(*letter)), KeyModifiers::ALT)),
            _ => None,
        }
    }

    fn pasted(&mut self, byte: u8) -> Option<Event> {
        let paste = self.paste.as_mut()?;
        paste.push(byte);
        if let Some(text) = paste.strip_suffix(PASTE_ENDS) {
            let text = String::from_utf8_lossy(text).into_owned();
            self.paste = None;
            return Some(Event::Paste(text));
        }
        if paste.len() > PASTE_BYTES {
            // The end may have begun.
            paste.remove(PASTE_BYTES - PASTE_ENDS.len());
        }
        None
    }

    fn take(&mut self, byte: u8, events: &mut Vec<TerminalInput>) {
        let is_string = matches!(self.bytes.as_slice(), [ESC, b']' | b'_' | b'P', ..]);
        match self.bytes.as_slice() {
            // Two keys, or a key and a sequence.
            [ESC] if byte == ESC => events.extend(self.end().map(TerminalInput::Event)),
            [.., ESC] if is_string && byte != b'\\' => self.bytes = vec![ESC],
            _ if is_string && (byte == ESC || byte == BEL) => {}
            // What was begun does not go on like this.
            [ESC, _, ..] if byte < b' ' => self.bytes.clear(),
            [128..=255, ..] if byte < 128 => self.bytes.clear(),
            _ => {}
        }
        self.bytes.push(byte);
        if self.bytes == PASTE_BEGINS {
            self.paste = Some(Vec::new());
        }
        match meaning(&self.bytes) {
            SequenceMeaning::Unfinished
                if self.bytes.len() < if is_string { LONGEST_ANSWER } else { LONGEST } =>
            {
                return;
            }
            SequenceMeaning::Unfinished | SequenceMeaning::Nothing => {}
            SequenceMeaning::Event(event) => events.push(TerminalInput::Event(event)),
            SequenceMeaning::Answer(answer) => events.push(TerminalInput::Answer(answer)),
        }
        self.bytes.clear();
    }
}

fn meaning(bytes: &[u8]) -> SequenceMeaning {
    let event = match bytes {
        [ESC] | [ESC, b'O' | b'['] | [ESC, b'[', b'['] => return SequenceMeaning::Unfinished,
        [ESC, b'O', last] => key_of_letter(*last).map(|code| pressed(code, KeyModifiers::NONE)),
        // The console of Linux.
        [ESC, b'[', b'[', last @ b'A'..=b'E'] => {
            Some(pressed(KeyCode::F(1 + last - b'A'), KeyModifiers::NONE))
        }
        // Mice of terminals that know only the oldest form.
        [ESC, b'[', b'M', rest @ ..] => match rest {
            [kind, x, y] => mouse([*kind, *x, *y].map(|byte| u16::from(byte.saturating_sub(b' '))), false),
            _ => return SequenceMeaning::Unfinished,
        },
        [ESC, b'[', answer @ ..] if let [b'?', .., b'@'..=b'~'] = answer => {
            return SequenceMeaning::Answer(answer.to_vec());
        }
        [ESC, b'[', middle @ .., last @ b'@'..=b'~'] => sequence(middle, *last),
        [ESC, b'[', ..] => return SequenceMeaning::Unfinished,
        [ESC, string @ .., BEL] | [ESC, string @ .., ESC, b'\\']
            if matches!(string, [b']' | b'_' | b'P', ..]) =>
        {
            return SequenceMeaning::Answer(string.to_vec());
        }
        [ESC, b']' | b'_' | b'P', ..] => return SequenceMeaning::Unfinished,
        [ESC, rest @ ..] => match meaning(rest) {
            SequenceMeaning::Event(event) => Some(with(event, KeyModifiers::ALT)),
            other @ (SequenceMeaning::Unfinished | SequenceMeaning::Nothing | SequenceMeaning::Answer(_)) => {
                return other;
            }
        },
        b"\r" => Some(pressed(KeyCode::Enter, KeyModifiers::NONE)),
        b"\t" => Some(pressed(KeyCode::Tab, KeyModifiers::NONE)),
        b"\x7f" => Some(pressed(KeyCode::Backspace, KeyModifiers::NONE)),
        [0] => Some(pressed(KeyCode::Char(' '), KeyModifiers::CONTROL)),
        [letter @ 1..=26] => {
            Some(pressed(KeyCode::Char(char::from(letter - 1 + b'a')), KeyModifiers::CONTROL))
        }
        [digit @ 28..=31] => {
            Some(pressed(KeyCode::Char(char::from(digit - 28 + b'4')), KeyModifiers::CONTROL))
        }
        letter => match str::from_utf8(letter) {
            Ok(text) => text.chars().next().map(|letter| pressed(KeyCode::Char(letter), KeyModifiers::NONE)),
            Err(error) if error.error_len().is_none() => return SequenceMeaning::Unfinished,
            Err(_) => None,
        },
    };
    event.map_or(SequenceMeaning::Nothing, SequenceMeaning::Event)
}

fn sequence(middle: &[u8], last: u8) -> Option<Event> {
    if let [b'<', rest @ ..] = middle {
        return mouse(numbers(rest).try_into().ok()?, last == b'm');
    }
    let numbers = numbers(middle);
    if last == b'M' {
        let [kind, x, y] = numbers.try_into().ok()?;
        return mouse([u16::checked_sub(kind, 32)?, x, y], false);
    }
    let held = numbers.get(1).map_or(0, |held| held.saturating_sub(1));
    let mut modifiers = KeyModifiers::NONE;
    modifiers.set(KeyModifiers::SHIFT, held & 1 != 0);
    modifiers.set(KeyModifiers::ALT, held & 2 != 0);
    modifiers.set(KeyModifiers::CONTROL, held & 4 != 0);
    let number = numbers.first().copied().unwrap_or_default();
    let code = match last {
        b'u' => {
            let letter = char::from_u32(number.into())?;
            let SequenceMeaning::Event(event) = meaning(letter.encode_utf8(&mut [0; 4]).as_bytes()) else {
                return (letter == '\x1b').then(|| pressed(KeyCode::Esc, modifiers));
            };
            return Some(with(event, modifiers));
        }
        b'~' => match number {
            1 | 7 => KeyCode::Home,
            2 => KeyCode::Insert,
            3 => KeyCode::Delete,
            4 | 8 => KeyCode::End,
            5 => KeyCode::PageUp,
            6 => KeyCode::PageDown,
            11..=15 => KeyCode::F(u8::try_from(number - 10).ok()?),
            17..=21 => KeyCode::F(u8::try_from(number - 11).ok()?),
            23..=26 => KeyCode::F(u8::try_from(number - 12).ok()?),
            28..=29 => KeyCode::F(u8::try_from(number - 13).ok()?),
            31..=34 => KeyCode::F(u8::try_from(number - 14).ok()?),
            _ => return None,
        },
        letter => key_of_letter(letter)?,
    };
    Some(pressed(code, modifiers))
}

fn key_of_letter(letter: u8) -> Option<KeyCode> {
    Some(match letter {
        b'A' => KeyCode::Up,
        b'B' => KeyCode::Down,
        b'C' => KeyCode::Right,
        b'D' => KeyCode::Left,
        b'E' => KeyCode::KeypadBegin,
        b'F' => KeyCode::End,
        b'H' => KeyCode::Home,
        b'M' => KeyCode::Enter,
        b'P'..=b'S' => KeyCode::F(1 + letter - b'P'),
        b'Z' => KeyCode::BackTab,
        _ => return None,
    })
}

/// What the left button and the wheel do. Columns and rows count from 1.
fn mouse([kind, x, y]: [u16; 3], is_released: bool) -> Option<Event> {
    let kind_of_event = match kind & !0b1_1100 {
        0 if is_released => MouseEventKind::Up(MouseButton::Left),
        0 => MouseEventKind::Down(MouseButton::Left),
        3 => MouseEventKind::Up(MouseButton::Left),
        32 => MouseEventKind::Drag(MouseButton::Left),
        64 => MouseEventKind::ScrollUp,
        65 => MouseEventKind::ScrollDown,
        _ => return None,
    };
    let mut modifiers = KeyModifiers::NONE;
    modifiers.set(KeyModifiers::SHIFT, kind & 4 != 0);
    let (column, row) = (x.saturating_sub(1), y.saturating_sub(1));
    Some(Event::Mouse(MouseEvent { kind: kind_of_event, column, row, modifiers }))
}

/// An empty vector where one of them is none.
fn numbers(text: &[u8]) -> Vec<u16> {
    let text = str::from_utf8(text).unwrap_or_default();
    text.split(';').map(u16::from_str).collect::<Result<_, _>>().unwrap_or_default()
}

fn pressed(code: KeyCode, modifiers: KeyModifiers) -> Event {
    Event::Key(KeyEvent::new(code, modifiers))
}

fn with(event: Event, modifiers: KeyModifiers) -> Event {
    let Event::Key(key) = event else { return event };
    pressed(key.code, key.modifiers | modifiers)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(code: KeyCode) -> Event {
        pressed(code, KeyModifiers::NONE)
    }

    fn click(kind: MouseEventKind, column: u16, row: u16) -> Event {
        Event::Mouse(MouseEvent { kind, column, row, modifiers: KeyModifiers::NONE })
    }

    #[test]
    fn what_terminals_send_is_read_wherever_it_is_cut() {
        let held = |code, modifiers| pressed(code, modifiers);
        let left = MouseButton::Left;
        let cases = [
            ("jé字", vec![key(KeyCode::Char('j')), key(KeyCode::Char('é')), key(KeyCode::Char('字'))]),
            ("\r\t\x7f", vec![key(KeyCode::Enter), key(KeyCode::Tab), key(KeyCode::Backspace)]),
            ("\x03", vec![held(KeyCode::Char('c'), KeyModifiers::CONTROL)]),
            (
                "\x1b[A\x1bOB\x1b[1;5C",
                vec![key(KeyCode::Up), key(KeyCode::Down), held(KeyCode::Right, KeyModifiers::CONTROL)],
            ),
            (
                "\x1b[5~\x1b[3;2~\x1b[24~\x1b[Z",
                vec![
                    key(KeyCode::PageUp),
                    held(KeyCode::Delete, KeyModifiers::SHIFT),
                    key(KeyCode::F(12)),
                    key(KeyCode::BackTab),
                ],
            ),
            (
                "\x1bx\x1b\\",
                vec![
                    held(KeyCode::Char('x'), KeyModifiers::ALT),
                    held(KeyCode::Char('\\'), KeyModifiers::ALT),
                ],
            ),
            ("\x1b\x1b[B", vec![key(KeyCode::Esc), key(KeyCode::Down)]),
            (
                "\x1b[<0;40;5M\x1b[<0;40;5m\x1b[<32;1;2M\x1b[<64;3;4M\x1b[<35;9;9M",
                vec![
                    click(MouseEventKind::Down(left), 39, 4),
                    click(MouseEventKind::Up(left), 39, 4),
                    click(MouseEventKind::Drag(left), 0, 1),
                    click(MouseEventKind::ScrollUp, 2, 3),
                ],
            ),
            (
                "\x1b[M !\"\x1b[96;3;4M",
                vec![click(MouseEventKind::Down(left), 0, 1), click(MouseEventKind::ScrollUp, 2, 3)],
            ),
            ("\x1b[99;5u\x1b[27u", vec![held(KeyCode::Char('c'), KeyModifiers::CONTROL), key(KeyCode::Esc)]),
            // What is no sequence of a key leaves the next one alone.
            ("\x1b[I\x1b[Oj\x1b[<0;1\x1b[A", vec![key(KeyCode::Char('j')), key(KeyCode::Up)]),
            (
                "\x1b[200~q\x1b[A\n\x1b[201~j",
                vec![Event::Paste("q\x1b[A\n".to_owned()), key(KeyCode::Char('j'))],
            ),
        ];
        for (sent, expected) in cases {
            for cut in 0..=sent.len() {
                let mut sequences = Sequences::default();
                let (before, after) = sent.as_bytes().split_at(cut);
                let mut events = sequences.read(before);
                events.extend(sequences.read(after));
                let expected: Vec<_> = expected.iter().cloned().map(TerminalInput::Event).collect();
                assert_eq!(events, expected, "{sent:?} cut at {cut}");
                assert!(!sequences.is_unfinished(), "{sent:?}");
            }
        }
    }

    #[test]
    fn answers_of_terminals_are_no_keys() {
        let answer = |text: &str| TerminalInput::Answer(text.as_bytes().to_vec());
        let j = TerminalInput::Event(key(KeyCode::Char('j')));
        let cases = [
            ("\x1b]11;rgb:ffff/ffff/ffff\x1b\\j", vec![answer("]11;rgb:ffff/ffff/ffff"), j.clone()]),
            ("\x1b]11;rgb:fd/f6/e3\x07", vec![answer("]11;rgb:fd/f6/e3")]),
            ("\x1b_Gi=31;OK\x1b\\\x1b[?62;4c", vec![answer("_Gi=31;OK"), answer("?62;4c")]),
            ("\x1b[?1;0;256Sj", vec![answer("?1;0;256S"), j.clone()]),
            // Alt and a bracket, and then another key.
            ("\x1b]\x1b[A", vec![TerminalInput::Event(key(KeyCode::Up))]),
        ];
        for (sent, expected) in cases {
            for cut in 0..=sent.len() {
                let mut sequences = Sequences::default();
                let (before, after) = sent.as_bytes().split_at(cut);
                let mut read = sequences.read(before);
                read.extend(sequences.read(after));
                assert_eq!(read, expected, "{sent:?} cut at {cut}");
            }
        }
        // A string without an end holds no key for long.
        let mut sequences = Sequences::default();
        sequences.read(b"\x1b]");
        sequences.read(&[b'a'; LONGEST_ANSWER]);
        assert_eq!(sequences.read(b"j"), [j]);
        sequences.read(b"\x1b_G");
        assert_eq!(
            sequences.read(b"\x03"),
            [TerminalInput::Event(pressed(KeyCode::Char('c'), KeyModifiers::CONTROL))]
        );
        sequences.read(b"\x1b]");
        assert_eq!(sequences.end(), Some(pressed(KeyCode::Char(']'), KeyModifiers::ALT)));
    }

    #[test]
    fn time_decides_what_escape_is_and_a_paste_without_an_end_holds_nothing() {
        let mut sequences = Sequences::default();
        assert_eq!(sequences.read(b"\x1b"), []);
        assert!(sequences.is_unfinished());
        assert_eq!(sequences.end(), Some(key(KeyCode::Esc)));
        assert_eq!(sequences.read(b"\x1b["), []);
        assert_eq!(sequences.end(), Some(pressed(KeyCode::Char('['), KeyModifiers::ALT)));
        assert_eq!(sequences.read(&[0xff, b'j']), [TerminalInput::Event(key(KeyCode::Char('j')))]);

        assert_eq!(sequences.read(b"\x1b[200~"), []);
        assert_eq!(sequences.read(&vec![b'a'; 2 * PASTE_BYTES]), []);
        let quit = || TerminalInput::Event(pressed(KeyCode::Char('c'), KeyModifiers::CONTROL));
        assert_eq!(sequences.read(b"\x03"), [quit()]);

        assert_eq!(sequences.read(b"\x1b[200~aaa\x03"), [quit()]);

        sequences.read(b"\x1b[200~");
        sequences.read(&vec![b'a'; 2 * PASTE_BYTES]);
        let text = "a".repeat(PASTE_BYTES + 1 - PASTE_ENDS.len());
        assert_eq!(sequences.read(PASTE_ENDS), [TerminalInput::Event(Event::Paste(text))]);
    }
}
