//! The stores that were looked at last, offered where there is none to look at.

use std::path::PathBuf;

use crate::configuration::Key;
use crate::explorer::geometry::numbered::{MOST_ROWS, choose};
use crate::explorer::keys::keymap::key_name;
use crate::explorer::places::work::OpenStore;
use crate::explorer::places::{ChosenStore, draw};
use crate::explorer::{App, Canvas, Handled, Hints, KeyCommand, Late, Overlay, RecentStores, RequestId};
use crate::metadata::text::escape;
use crate::store::StoreAccess;

impl App {
    pub fn offer_stores(&mut self, mut paths: Vec<PathBuf>, access: StoreAccess) {
        paths.truncate(MOST_ROWS);
        if !paths.is_empty() {
            self.overlays.open(RecentStores { paths, selected: 0, opening: Late::Idle, access });
        }
    }

    pub(crate) fn store_opened(&mut self, id: RequestId, chosen: Result<Box<ChosenStore>, String>) {
        let Some(stores) = self.overlays.get_mut::<RecentStores>() else { return };
        let answer = match &chosen {
            Ok(_) => Ok(()),
            Err(error) => Err(error.clone()),
        };
        if !stores.opening.answer(id, answer) {
            return;
        }
        let ChosenStore { hierarchy, path, place } = match chosen {
            Ok(chosen) => *chosen,
            Err(error) => return self.shared.say(escape(&error).into_owned()),
        };
        self.show_instead(Self::new(hierarchy, self.shared.options, self.shared.size).0);
        self.open_selected();
        self.go_on_in(path, place);
    }
}

impl Overlay for RecentStores {
    fn key(&mut self, key: Key, app: &mut App) -> Handled {
        let place = match choose(key, &mut self.selected, self.paths.len()) {
            Ok(place) => place,
            Err(handled) => return handled,
        };
        if let Some(path) = self.paths.get(place).cloned() {
            self.opening = Late::asked(app.shared.ask(OpenStore { path, access: self.access.clone() }));
        }
        Handled::Stay
    }

    fn draw(&self, canvas: &mut Canvas, app: &App) {
        draw::recent(canvas, app, self);
    }

    fn hints(&self, _: &App) -> Hints {
        let stay = key_name(KeyCommand::Out);
        Hints::Texts(vec![format!(" 1–9 ⏎ open  ↑ ↓ choose  {stay} stay here")])
    }
}
