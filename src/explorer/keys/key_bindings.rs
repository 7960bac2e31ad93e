//! Keys in the configuration: the names of keys and of what they do, and that no key does two things.

use crate::explorer::keys::key::Key;
use crate::explorer::keys::keymap::{KEYMAP, KeyCommand, binding_of};
use crate::explorer::keys::moved_keys::MovedKeys;

/// What the configuration has for one thing that keys do.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rebinding {
    /// What they do.
    pub command: KeyCommand,
    /// The keys.
    pub keys: Vec<Key>,
    /// The line of the file.
    pub line: usize,
}

/// What keys of this name do. Names are those that are typed after `:`.
pub(crate) fn command_of(name: &str) -> Option<KeyCommand> {
    KEYMAP.iter().find(|binding| binding.name == name).map(|binding| binding.command)
}

/// Keys that are written as words.
const WORDS: &[(&str, Key)] = &[
    ("space", Key::Char(' ')),
    ("enter", Key::Enter),
    ("esc", Key::Esc),
    ("backspace", Key::Backspace),
    ("tab", Key::Tab),
    ("shift-tab", Key::BackTab),
    ("up", Key::Up),
    ("down", Key::Down),
    ("left", Key::Left),
    ("right", Key::Right),
    ("ctrl-up", Key::CtrlUp),
    ("ctrl-down", Key::CtrlDown),
    ("ctrl-left", Key::CtrlLeft),
    ("ctrl-right", Key::CtrlRight),
    ("page-up", Key::PageUp),
    ("page-down", Key::PageDown),
    ("home", Key::Home),
    ("end", Key::End),
    ("delete", Key::Delete),
    ("insert", Key::Insert),
];

/// A key as it is written: a character, `ctrl-x`, or a word.
pub(crate) fn key_of_name(name: &str) -> Option<Key> {
    let mut letters = name.chars();
    if let (Some(letter), None) = (letters.next(), letters.next()) {
        return (!letter.is_control() && !letter.is_whitespace()).then_some(Key::Char(letter));
    }
    let lower = name.to_lowercase();
    if let Some((_, key)) = WORDS.iter().find(|(word, _)| *word == lower) {
        return Some(*key);
    }
    let mut letters = lower.strip_prefix("ctrl-")?.chars();
    match (letters.next(), letters.next()) {
        (Some(letter), None) if letter.is_ascii_lowercase() => Some(Key::Ctrl(letter)),
        _ => None,
    }
}

/// How a key is written.
pub(crate) fn name_of_key(key: Key) -> String {
    let word = WORDS.iter().find(|(_, known)| *known == key).map(|(word, _)| (*word).to_owned());
    word.unwrap_or_else(|| match key {
        Key::Ctrl(letter) => format!("ctrl-{letter}"),
        other => other.to_string(),
    })
}

/// The keys of a row of the table, as the configuration has them.
fn keys_of(command: KeyCommand, asked: &[Rebinding]) -> Vec<Key> {
    let moved = asked.iter().find(|other| other.command == command).map(|other| other.keys.clone());
    let own = || KEYMAP.iter().find(|row| row.command == command).map_or(Vec::new(), |row| row.keys.to_vec());
    moved.unwrap_or_else(own)
}

/// The key of a rebinding that does something else too, and what that is.
fn conflict(rebinding: &Rebinding, asked: &[Rebinding]) -> Option<(Key, KeyCommand)> {
    let others = KEYMAP.iter().map(|row| row.command).filter(|command| *command != rebinding.command);
    others.into_iter().find_map(|other| {
        let keys = keys_of(other, asked);
        rebinding.keys.iter().find(|key| keys.contains(key)).map(|key| (*key, other))
    })
}

/// Takes out what would give a key two meanings; gives what is wrong with each, with its line.
pub(crate) fn refuse_conflicts(asked: &mut Vec<Rebinding>) -> Vec<(usize, String)> {
    let mut refused = Vec::new();
    let found = |asked: &[Rebinding]| {
        let mut each = asked.iter().enumerate();
        each.find_map(|(place, rebinding)| Some((place, conflict(rebinding, asked)?)))
    };
    while let Some((place, (key, other))) = found(asked) {
        let rebinding = asked.remove(place);
        let name = |command| binding_of(command).map_or("", |binding| binding.name);
        let (name, other) = (name(rebinding.command), name(other));
        let key = name_of_key(key);
        refused.push((rebinding.line, format!("keys.{name}: {key} is the key of {other} already")));
    }
    refused
}

/// The keys that are moved.
pub(crate) fn moved(asked: &[Rebinding]) -> MovedKeys {
    let mut moved = MovedKeys::default();
    for rebinding in asked {
        let row = KEYMAP.iter().find(|row| row.command == rebinding.command);
        moved.push(row.map_or(&[], |row| row.keys), &rebinding.keys);
    }
    moved
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_key_of_the_table_can_be_written() {
        for key in KEYMAP.iter().flat_map(|row| row.keys) {
            assert_eq!(key_of_name(&name_of_key(*key)), Some(*key));
        }
        assert_eq!(["", "ctrl-", "ctrl-xy", "\u{7}", "hyper-x"].map(key_of_name), [None; 5]);
    }

    #[test]
    fn a_key_has_one_meaning() {
        let rebinding = |command, key, line| Rebinding { command, keys: vec![key], line };
        let (verify, fault) = (KeyCommand::Verify, KeyCommand::NextFault);
        let mut taken = vec![rebinding(verify, Key::Char('f'), 3)];
        let said = refuse_conflicts(&mut taken);
        assert_eq!(said, [(3, "keys.verify: f is the key of fault already".to_owned())]);
        assert_eq!(taken, []);
        let mut swapped = vec![rebinding(verify, Key::Char('f'), 1), rebinding(fault, Key::Char('V'), 2)];
        assert_eq!(refuse_conflicts(&mut swapped), []);
        assert_eq!(swapped.len(), 2);
    }
}
