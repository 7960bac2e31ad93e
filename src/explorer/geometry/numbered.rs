//! Lists with numbered rows: a digit takes its row at once, Enter the selected one.

use crate::configuration::Key;
use crate::explorer::geometry::plane::step_number;
use crate::explorer::keys::keymap::{KeyCommand, command};
use crate::explorer::overlay::stack::{Handled, closes};

pub(crate) const MOST_ROWS: usize = 9;

pub(crate) fn choose(key: Key, selected: &mut usize, count: usize) -> Result<usize, Handled> {
    if let Key::Char(digit) = key
        && let Some(place) = digit.to_digit(10).and_then(|digit| usize::try_from(digit).ok()?.checked_sub(1))
        && place < count
    {
        *selected = place;
        return Ok(place);
    }
    match command(key) {
        Some(KeyCommand::Enter) if count > 0 => Ok(*selected),
        Some(KeyCommand::Move(by)) if count > 0 => {
            step_number(selected, by, count as u64, count);
            Err(Handled::Stay)
        }
        Some(command) if closes(command) => Err(Handled::Close),
        _ => Err(Handled::Pass),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_take_and_moves_select() {
        let mut selected = 0;
        let mut press = |key| (choose(key, &mut selected, 3), selected);
        assert_eq!(press(Key::Char('j')), (Err(Handled::Stay), 1));
        assert_eq!(press(Key::Char('G')), (Err(Handled::Stay), 2));
        assert_eq!(press(Key::Down), (Err(Handled::Stay), 2));
        assert_eq!(press(Key::Char('1')), (Ok(0), 0));
        assert_eq!(press(Key::Enter), (Ok(0), 0));
        assert_eq!(press(Key::Char('4')), (Err(Handled::Pass), 0));
        assert_eq!(press(Key::Char('V')), (Err(Handled::Pass), 0));
        assert_eq!(choose(Key::Enter, &mut 0, 0), Err(Handled::Close));
    }
}
