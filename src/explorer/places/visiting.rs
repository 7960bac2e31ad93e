//! Back to places that were visited, forward again, and on from where somebody was the last time.

use crate::explorer::places::work::KeepPlace;
use std::path::PathBuf;

use crate::explorer::core::app::App;
use crate::explorer::core::task::{Effect, Work};
use crate::explorer::geometry::dividers::Dividers;
use crate::explorer::keys::keymap::KeyCommand;
use crate::explorer::places::visited::Place;
use crate::places::StorePlace;

impl App {
    /// Goes back to the place that was visited before, or forward again.
    pub(crate) fn revisit(&mut self, command: KeyCommand) -> Vec<Effect> {
        let back = command == KeyCommand::VisitedBack;
        let Some(place) = self.visited.step(back) else {
            self.shared.say(if back {
                "nothing was visited before this"
            } else {
                "nothing was visited after this"
            });
            return Vec::new();
        };
        let where_to = if back { "back" } else { "forward" };
        self.shared.say(format!("{where_to}: {}", self.name_of_place(&place)));
        self.show_place(place)
    }

    /// Goes to a place that was visited or marked.
    pub(crate) fn show_place(&mut self, place: Place) -> Vec<Effect> {
        self.station = None;
        self.going = Some(place.key);
        self.go_on().into_iter().collect()
    }

    /// Goes on where somebody was the last time; from now on it is kept for the path of the store.
    pub fn resume(&mut self, store: PathBuf, place: Option<StorePlace>) -> Vec<Effect> {
        self.visited.store = Some(store);
        let Some(place) = place else { return Vec::new() };
        self.shared.dividers = Dividers::from_chosen(&place.borders);
        let element = (!place.element.is_empty()).then_some(place.element);
        if place.node.is_empty() && element.is_none() {
            return Vec::new();
        }
        let place = Place { key: place.node, element, stayed: true };
        self.shared.say(format!("where you were: {}", self.name_of_place(&place)));
        self.visited.wanted = Some(place.clone());
        self.going = Some(place.key);
        let mut effects: Vec<Effect> = self.go_on().into_iter().collect();
        effects.extend(self.follow_row());
        effects.extend(self.settle());
        effects
    }

    /// Where somebody is now, where that is to be kept.
    pub fn store_place(&self) -> Option<StorePlace> {
        let selection = &self.shared.selection;
        Some(StorePlace {
            store: self.visited.store.clone()?,
            node: selection.node_key().to_owned(),
            element: selection.cursor().unwrap_or_default(),
            borders: self.shared.dividers.chosen().to_vec(),
        })
    }

    /// Shows the element of a place that was gone to, once its node is read, and notes what is shown.
    pub(crate) fn settle_visited(&mut self) -> Option<Effect> {
        if let Some(wanted) = &self.visited.wanted {
            let is_there = self.shared.selection.node_key() == wanted.key;
            let comes = self.going.is_some() || (is_there && self.shared.selection.node.is_waiting());
            if comes {
                return None;
            }
            let element = self.visited.wanted.take().and_then(|place| place.element).filter(|_| is_there);
            return element.and_then(|element| self.show_element(&element));
        }
        let place = self.place_here();
        let is_new = self.visited.note(place);
        let kept = is_new.then(|| self.store_place()).flatten();
        kept.map(|place| Work::always(self.shared.request().id(), KeepPlace(place)).into())
    }

    pub(crate) fn show_element(&mut self, element: &[u64]) -> Option<Effect> {
        let selection = &mut self.shared.selection;
        let (chunk, within) = selection.array_layout()?.grid.locate(element)?;
        selection.element.coords = within;
        selection.element.put_everywhere();
        self.go_to_chunk(chunk, true)
    }
}
