//! The stores that were looked at last, offered where there is none to look at.

use crate::explorer::places::work::OpenStore;
use std::path::PathBuf;

use crate::configuration::Key;
use crate::explorer::core::app::App;
use crate::explorer::core::late::{Late, RequestId};
use crate::explorer::core::task::{Effect, Work};
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
    pub(crate) fn key_in_recent(&mut self, key: Key) -> Option<Vec<Effect>> {
        let Overlay::Recent(stores) = &mut self.overlay else { return None };
        let count = stores.paths.len();
        if choose(key, &mut stores.selected, count)? == ListKey::Moved {
            return Some(Vec::new());
        }
        let path = stores.paths.get(stores.selected).cloned()?;
        let request = self.shared.request();
        stores.opening = Late::asked(request.clone());
        let access = stores.access.clone();
        Some(vec![Work::new(&request, OpenStore { path, access }).into()])
    }

    /// Shows a store that was chosen, in the place of the directory without any.
    pub(crate) fn store_opened(
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
        let (fresh, _) = Self::new(chosen.hierarchy, self.shared.options, self.shared.size);
        self.show_instead(fresh);
        let mut effects = self.open_selected();
        effects.extend(self.resume(chosen.path, chosen.place));
        effects
    }
}
