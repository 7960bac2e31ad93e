//! The stores that were looked at last, offered where there is none to look at.

use std::path::PathBuf;

use super::effect::{Effect, Work};
use super::key::Key;
use super::keymap::{KeyCommand, Move, command};
use super::late::{Late, RequestId};
use super::overlay::Overlay;
use super::recent_stores::{ChosenStore, RecentStores};
use super::state::App;
use crate::limits::Limits;
use crate::metadata::text::escape;

/// The most that are offered: one for each digit but 0.
const OFFERED: usize = 9;

impl App {
    /// Offers the stores that were looked at last, where there are some.
    pub fn offer_stores(&mut self, mut paths: Vec<PathBuf>, limits: Limits) {
        paths.truncate(OFFERED);
        if !paths.is_empty() {
            let stores = RecentStores { paths, selected: 0, opening: Late::Idle, limits };
            self.overlay = Overlay::Recent(Box::new(stores));
        }
    }

    /// Handles a key while stores are offered: a digit or Enter opens one. `None` for all other keys.
    pub(super) fn key_in_recent(&mut self, key: Key) -> Option<Vec<Effect>> {
        let Overlay::Recent(stores) = &mut self.overlay else { return None };
        let last = stores.paths.len().saturating_sub(1);
        let digit = |key: Key| match key {
            Key::Char(digit) => {
                digit.to_digit(10)?.checked_sub(1).and_then(|place| usize::try_from(place).ok())
            }
            _ => None,
        };
        match (digit(key), command(key)) {
            (Some(place), _) if place <= last => stores.selected = place,
            (_, Some(KeyCommand::Enter)) => {}
            (_, Some(KeyCommand::Move(by))) => {
                stores.selected = match by {
                    Move::Up => stores.selected.saturating_sub(1),
                    Move::Down => (stores.selected + 1).min(last),
                    Move::First | Move::PageUp => 0,
                    Move::Last | Move::PageDown => last,
                    _ => stores.selected,
                };
                return Some(Vec::new());
            }
            _ => return None,
        }
        let path = stores.paths.get(stores.selected).cloned()?;
        let id = self.shared.next_id();
        stores.opening = Late::asked(id);
        Some(vec![Work::OpenStore(id, path, stores.limits).into()])
    }

    /// Shows a store that was chosen, in the place of the directory without any.
    pub(super) fn store_opened(
        &mut self,
        id: RequestId,
        chosen: Result<Box<ChosenStore>, String>,
    ) -> Vec<Effect> {
        let Overlay::Recent(stores) = &mut self.overlay else { return Vec::new() };
        let said = chosen.as_ref().map(|_| ()).map_err(Clone::clone);
        if !stores.opening.answer(id, said) {
            return Vec::new();
        }
        let chosen = match chosen {
            Ok(chosen) => *chosen,
            Err(error) => {
                self.shared.say(escape(&error).into_owned());
                return Vec::new();
            }
        };
        let (mut fresh, _) = Self::new(chosen.hierarchy, self.shared.options, self.shared.size);
        fresh.shared.go_on_from(&mut self.shared);
        fresh.configure(&self.configuration);
        (fresh.theme, fresh.pressed, fresh.is_plain) = (self.theme, self.pressed.take(), self.is_plain);
        *self = fresh;
        let mut effects: Vec<Effect> = vec![Work::Stop.into()];
        effects.extend(self.open_selected());
        effects.extend(self.resume(chosen.path, chosen.place));
        effects
    }
}
