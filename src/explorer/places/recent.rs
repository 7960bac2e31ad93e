//! The stores that were looked at last, offered where there is none to look at.

use crate::explorer::places::work::OpenStore;
use std::path::PathBuf;

use crate::configuration::Key;
use crate::explorer::core::app::App;
use crate::explorer::core::late::{Late, RequestId};
use crate::explorer::geometry::numbered::{ListKey, MOST_ROWS, choose};
use crate::explorer::overlay::window::Overlay;
use crate::explorer::places::windows::{ChosenStore, RecentStores};
use crate::metadata::text::escape;
use crate::store::StoreAccess;

impl App {
    /// Offers the stores that were looked at last, where there are some.
    pub fn offer_stores(&mut self, mut paths: Vec<PathBuf>, access: StoreAccess) {
        paths.truncate(MOST_ROWS);
        if !paths.is_empty() {
            let stores = RecentStores { paths, selected: 0, opening: Late::Idle, access };
            self.overlay = Overlay::Recent(Box::new(stores));
        }
    }

    /// Handles a key while stores are offered: a digit or Enter opens one. `None` for all other keys.
    pub(crate) fn key_in_recent(&mut self, key: Key) -> bool {
        let Overlay::Recent(stores) = &mut self.overlay else { return false };
        let count = stores.paths.len();
        match choose(key, &mut stores.selected, count) {
            None => return false,
            Some(ListKey::Moved) => return true,
            Some(ListKey::Taken) => {}
        }
        let Some(path) = stores.paths.get(stores.selected).cloned() else { return false };
        let access = stores.access.clone();
        stores.opening = Late::asked(self.shared.ask(OpenStore { path, access }));
        true
    }

    /// Shows a store that was chosen, in the place of the directory without any.
    pub(crate) fn store_opened(&mut self, id: RequestId, chosen: Result<Box<ChosenStore>, String>) {
        let Overlay::Recent(stores) = &mut self.overlay else { return };
        let said = chosen.as_ref().map(|_| ()).map_err(Clone::clone);
        if !stores.opening.answer(id, said) {
            return;
        }
        let chosen = match chosen {
            Ok(chosen) => *chosen,
            Err(error) => return self.shared.say(escape(&error).into_owned()),
        };
        let (fresh, _) = Self::new(chosen.hierarchy, self.shared.options, self.shared.size);
        self.show_instead(fresh);
        self.open_selected();
        self.go_on_in(chosen.path, chosen.place);
    }
}
