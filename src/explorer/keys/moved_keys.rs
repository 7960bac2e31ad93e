//! Keys that the configuration has moved.
//!
//! They are asked for in many places that know nothing else of the explorer, such as each line of hints. So they are kept for the
//! thread that runs it, and set once, before the first key.

use std::cell::RefCell;

use crate::configuration::{Key, Rebinding};

thread_local! {
    static MOVED: RefCell<Vec<Rebinding>> = const { RefCell::new(Vec::new()) };
}

/// Moves keys, for all that this thread does from now on.
pub(crate) fn move_keys(moved: Vec<Rebinding>) {
    MOVED.set(moved);
}

pub(crate) fn keys_of(view: &str, name: &str, own: &[Key]) -> Vec<Key> {
    MOVED.with_borrow(|moved| {
        let moved = moved.iter().find(|moved| moved.view == view && moved.name == name);
        moved.map_or_else(|| own.to_vec(), |moved| moved.keys.clone())
    })
}

pub(crate) fn has_key(key: Key, view: &str, name: &str, own: &[Key]) -> bool {
    MOVED.with_borrow(|moved| match moved.iter().find(|moved| moved.view == view && moved.name == name) {
        Some(moved) => moved.keys.contains(&key),
        None => own.contains(&key),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_moved_has_its_new_keys_alone_and_in_its_own_view() {
        let keys = vec![Key::Char('t')];
        move_keys(vec![Rebinding { view: "lab", name: "add", keys, line: 1 }]);
        let own = [Key::Char('a'), Key::Insert];
        assert_eq!(keys_of("lab", "add", &own), [Key::Char('t')]);
        assert!(!has_key(Key::Insert, "lab", "add", &own) && has_key(Key::Char('t'), "lab", "add", &own));
        assert_eq!(keys_of("bench", "add", &own), own);
        assert!(has_key(Key::Insert, "bench", "add", &own) && !has_key(Key::Char('t'), "bench", "add", &own));
    }
}
