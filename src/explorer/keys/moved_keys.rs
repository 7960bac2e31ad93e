//! Keys that the configuration has moved: kept per thread, because many places ask that know nothing else of the explorer.

use std::cell::RefCell;

use crate::configuration::{Key, Rebinding};

thread_local! {
    static MOVED: RefCell<Vec<Rebinding>> = const { RefCell::new(Vec::new()) };
}

pub(crate) fn move_keys(moved: Vec<Rebinding>) {
    MOVED.set(moved);
}

pub(crate) fn keys_of(view: &str, name: &str, own: &[Key]) -> Vec<Key> {
    MOVED.with_borrow(|moved| match moved.iter().find(|moved| moved.view == view && moved.name == name) {
        Some(moved) => moved.keys.clone(),
        None => own.to_vec(),
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
        assert_eq!(keys_of("bench", "add", &own), own);
    }
}
