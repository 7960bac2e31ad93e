//! Keys that the configuration has moved: what a key that is pressed stands for, and what is shown in its place.
//!
//! Both are asked in many places that know nothing else of the explorer, such as each line of hints. So they are kept for
//! the thread that runs it, and set once, before the first key.

use std::cell::RefCell;
use std::collections::HashMap;

use crate::configuration::{Key, KeyEntry, Rebinding};

/// Keys in the place of others.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct MovedKeys {
    /// What each new key stands for.
    meaning: HashMap<Key, Key>,
    /// What is pressed instead of each old key.
    shown: HashMap<Key, Vec<Key>>,
}

impl MovedKeys {
    /// Moves what some keys do to others.
    pub(crate) fn push(&mut self, from: &[Key], to: &[Key]) {
        for (place, key) in from.iter().enumerate() {
            // All new keys stand for the first old one; beside it there is nothing to show.
            self.shown.insert(*key, if place == 0 { to.to_vec() } else { Vec::new() });
        }
        if let Some(first) = from.first() {
            self.meaning.extend(to.iter().map(|key| (*key, *first)));
        }
    }

    fn meaning(&self, key: Key) -> Option<Key> {
        let moved = self.meaning.get(&key).copied();
        moved.or_else(|| (!self.shown.contains_key(&key)).then_some(key))
    }

    fn shown(&self, key: Key) -> Vec<Key> {
        self.shown.get(&key).cloned().unwrap_or_else(|| vec![key])
    }
}

/// The keys that are moved, of a table of names and their keys.
pub(crate) fn moved(rows: &[KeyEntry], asked: &[Rebinding]) -> MovedKeys {
    let mut moved = MovedKeys::default();
    for rebinding in asked {
        if let Some(row) = rows.iter().find(|row| row.name == rebinding.name) {
            moved.push(row.keys, &rebinding.keys);
        }
    }
    moved
}

thread_local! {
    static MOVED: RefCell<MovedKeys> = RefCell::default();
}

/// Moves keys, for all that this thread does from now on.
pub(crate) fn put_in_force(moved: MovedKeys) {
    MOVED.with_borrow_mut(|keys| *keys = moved);
}

/// The key that a pressed one stands for; `None` where it was moved away.
pub(crate) fn meaning(key: Key) -> Option<Key> {
    MOVED.with_borrow(|keys| keys.meaning(key))
}

/// The keys that are pressed for this one.
pub(crate) fn shown(key: Key) -> Vec<Key> {
    MOVED.with_borrow(|keys| keys.shown(key))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_keys_can_change_places() {
        let mut moved = MovedKeys::default();
        moved.push(&[Key::Char('V')], &[Key::Char('f')]);
        moved.push(&[Key::Char('f')], &[Key::Char('V')]);
        assert_eq!(moved.meaning(Key::Char('f')), Some(Key::Char('V')));
        assert_eq!(moved.meaning(Key::Char('V')), Some(Key::Char('f')));
        assert_eq!(moved.shown(Key::Char('V')), [Key::Char('f')]);
    }

    #[test]
    fn a_key_that_was_left_does_nothing() {
        let mut moved = MovedKeys::default();
        moved.push(&[Key::Char('j'), Key::Down], &[Key::Char('t')]);
        assert_eq!(
            [Key::Char('j'), Key::Down, Key::Char('x')].map(|key| moved.meaning(key)),
            [None, None, Some(Key::Char('x'))]
        );
        assert_eq!(moved.shown(Key::Down), []);
    }
}
