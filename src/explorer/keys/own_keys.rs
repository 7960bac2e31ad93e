//! The keys that a window has for itself, as a table: dispatch, help and the configuration come from it.

use crate::configuration::{Key, KeyEntry};
use crate::explorer::KeyCommand;
use crate::explorer::keys::keymap::{KeyHint, command, configured_keys, is_everywhere, key_of, with_keys};
use crate::explorer::keys::moved_keys::keys_of;

/// The keys of a window. All others mean what they mean in the panes.
#[derive(Debug)]
pub struct OwnKeys<C: 'static> {
    /// The name of its table in the configuration: `[keys.in-lab]`.
    pub view: &'static str,
    pub title: &'static str,
    pub rows: &'static [OwnKey<C>],
}

#[derive(Debug)]
pub struct OwnKey<C> {
    pub keys: &'static [Key],
    pub command: C,
    pub name: &'static str,
    pub help: &'static str,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WindowKey<C> {
    Own(C),
    Pane(KeyCommand),
}

#[derive(Debug, Clone)]
pub struct OwnHelp {
    pub title: &'static str,
    pub rows: Vec<(String, &'static str)>,
}

pub type OwnHint<C> = (&'static [WindowKey<C>], &'static str);

pub(crate) const fn own<C>(
    keys: &'static [Key],
    command: C,
    name: &'static str,
    help: &'static str,
) -> OwnKey<C> {
    OwnKey { keys, command, name, help }
}

impl<C: Copy + PartialEq> OwnKeys<C> {
    pub(crate) fn asked(&self, key: Key) -> Option<WindowKey<C>> {
        if let Some(row) = self.rows.iter().find(|row| self.keys(row).contains(&key)) {
            return Some(WindowKey::Own(row.command));
        }
        Some(WindowKey::Pane(command(key)?))
    }

    /// Without keys that mean the same everywhere.
    fn keys(&self, row: &OwnKey<C>) -> Vec<Key> {
        let mut keys = keys_of(self.view, row.name, row.keys);
        keys.retain(|key| !command(*key).is_some_and(is_everywhere));
        keys
    }

    pub(crate) fn hint(&self, (asked, word): &OwnHint<C>) -> String {
        let key = |asked: &WindowKey<C>| match asked {
            WindowKey::Pane(command) => key_of(*command),
            WindowKey::Own(command) => {
                self.keys(self.rows.iter().find(|row| row.command == *command)?).first().copied()
            }
        };
        with_keys(&asked.iter().filter_map(key).collect::<Vec<_>>(), word)
    }

    pub(crate) fn hint_of_keys(&self, (keys, word): &KeyHint) -> String {
        let key = |key: &Key| match self.rows.iter().find(|row| row.keys.contains(key)) {
            Some(row) => self.keys(row).first().copied(),
            None => configured_keys(&[*key]).first().copied(),
        };
        with_keys(&keys.iter().filter_map(key).collect::<Vec<_>>(), word)
    }

    pub(crate) fn help(&self) -> OwnHelp {
        let row = |row: &OwnKey<C>| {
            let keys: Vec<String> = self.keys(row).iter().map(Key::to_string).collect();
            (keys.join(", "), row.help)
        };
        OwnHelp { title: self.title, rows: self.rows.iter().map(row).collect() }
    }

    pub(in crate::explorer) fn entries(&self) -> Vec<KeyEntry> {
        let entry = |row: &OwnKey<C>| {
            let OwnKey { keys, name, help, .. } = *row;
            KeyEntry { view: self.view, name, keys, help, everywhere: false }
        };
        self.rows.iter().map(entry).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::configuration::Rebinding;
    use crate::explorer::keys::moved_keys::move_keys;

    #[test]
    fn a_key_that_asks_for_the_same_everywhere_is_not_promised_to_a_window() {
        const KEYS: OwnKeys<char> = OwnKeys {
            view: "in-toy",
            title: "a toy",
            rows: &[own(&[Key::Char('z')], 'z', "spin", "spin it")],
        };
        assert_eq!(KEYS.hint(&(&[WindowKey::Own('z')], "spin")), "z spin");
        let keys = vec![Key::Char('?'), Key::Char('t')];
        move_keys(vec![Rebinding { view: "in-toy", name: "spin", keys, line: 1 }]);
        assert_eq!(KEYS.asked(Key::Char('?')), Some(WindowKey::Pane(KeyCommand::Help)));
        assert_eq!(KEYS.asked(Key::Char('t')), Some(WindowKey::Own('z')));
        assert_eq!(KEYS.hint(&(&[WindowKey::Own('z')], "spin")), "t spin");
        assert_eq!(KEYS.help().rows, [("t".to_owned(), "spin it")]);
    }
}
