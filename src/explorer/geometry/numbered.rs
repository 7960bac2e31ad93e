//! Lists whose rows have numbers: a digit takes a row at once, Enter the selected one.

use crate::configuration::Key;
use crate::explorer::keys::keymap::{KeyCommand, Move, command};

/// The most rows of such a list: one for each digit but 0.
pub(crate) const MOST_ROWS: usize = 9;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ListKey {
    Taken,
    Moved,
}

/// Handles a key in a list of so many rows. `None` for a key that is not for lists.
pub(crate) fn choose(key: Key, selected: &mut usize, count: usize) -> Option<ListKey> {
    let last = count.checked_sub(1)?;
    let digit = match key {
        Key::Char(digit) => digit.to_digit(10).and_then(|digit| usize::try_from(digit).ok()),
        _ => None,
    };
    if let Some(place) = digit.and_then(|digit| digit.checked_sub(1)).filter(|place| *place <= last) {
        *selected = place;
        return Some(ListKey::Taken);
    }
    match command(key)? {
        KeyCommand::Enter => return Some(ListKey::Taken),
        KeyCommand::Move(Move::Up) => *selected = selected.saturating_sub(1),
        KeyCommand::Move(Move::Down) => *selected = (*selected + 1).min(last),
        KeyCommand::Move(Move::First | Move::PageUp) => *selected = 0,
        KeyCommand::Move(Move::Last | Move::PageDown) => *selected = last,
        KeyCommand::Move(_) => {}
        _ => return None,
    }
    Some(ListKey::Moved)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_take_and_moves_select() {
        let mut selected = 0;
        let mut press = |key| (choose(key, &mut selected, 3), selected);
        assert_eq!(press(Key::Char('j')), (Some(ListKey::Moved), 1));
        assert_eq!(press(Key::Char('G')), (Some(ListKey::Moved), 2));
        assert_eq!(press(Key::Down), (Some(ListKey::Moved), 2));
        assert_eq!(press(Key::Char('1')), (Some(ListKey::Taken), 0));
        assert_eq!(press(Key::Enter), (Some(ListKey::Taken), 0));
        assert_eq!(press(Key::Char('4')), (None, 0));
        assert_eq!(press(Key::Char('V')), (None, 0));
        assert_eq!(choose(Key::Enter, &mut 0, 0), None);
    }
}
