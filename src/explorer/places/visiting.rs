//! Back to places that were visited, forward again, and on from where somebody was the last time.

use crate::explorer::places::work::KeepPlace;
use std::path::PathBuf;

use crate::explorer::core::app::App;
use crate::explorer::core::task::Effect;
use crate::explorer::geometry::dividers::Dividers;
use crate::explorer::keys::keymap::KeyCommand;
use crate::explorer::places::visited::Place;
use crate::places::StorePlace;

impl App {
    /// Goes back to the place that was visited before, or forward again.
    pub(crate) fn revisit(&mut self, command: KeyCommand) {
        let back = command == KeyCommand::VisitedBack;
        let Some(place) = self.visited.step(back) else {
            self.shared.say(if back {
                "nothing was visited before this"
            } else {
                "nothing was visited after this"
            });
            return;
        };
        let where_to = if back { "back" } else { "forward" };
        self.shared.say(format!("{where_to}: {}", self.name_of_place(&place)));
        self.show_place(place);
    }

    /// Goes to a place that was visited or marked.
    pub(crate) fn show_place(&mut self, place: Place) {
        self.pending.fault = None;
        self.pending.node = Some(place.key.clone());
        self.pending.place = Some(place);
        self.go_on();
    }

    /// Goes on where somebody was the last time; from now on it is kept for the path of the store.
    pub fn resume(&mut self, store: PathBuf, place: Option<StorePlace>) -> Vec<Effect> {
        self.go_on_in(store, place);
        std::mem::take(&mut self.shared.effects)
    }

    pub(crate) fn go_on_in(&mut self, store: PathBuf, place: Option<StorePlace>) {
        self.visited.store = Some(store);
        let Some(place) = place else { return };
        self.shared.dividers = Dividers::from_chosen(&place.borders);
        let element = (!place.element.is_empty()).then_some(place.element);
        if place.node.is_empty() && element.is_none() {
            return;
        }
        let place = Place { key: place.node, element, stayed: true };
        self.shared.say(format!("where you were: {}", self.name_of_place(&place)));
        self.show_place(place);
        self.follow_row();
        self.reconcile();
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
    pub(crate) fn reconcile_visited(&mut self) {
        if let Some(wanted) = &self.pending.place {
            let is_there = self.shared.selection.node_key() == wanted.key;
            let comes = self.pending.node.is_some() || (is_there && self.shared.selection.node.is_waiting());
            if comes {
                return;
            }
            let element = self.pending.place.take().and_then(|place| place.element).filter(|_| is_there);
            if let Some(element) = element {
                self.show_element(&element);
            }
            return;
        }
        let place = self.place_here();
        if self.visited.note(place)
            && let Some(place) = self.store_place()
        {
            self.shared.ask_anyway(KeepPlace(place));
        }
    }

    pub(crate) fn show_element(&mut self, element: &[u64]) {
        let selection = &mut self.shared.selection;
        let Some((chunk, within)) = selection.array_layout().and_then(|layout| layout.grid.locate(element))
        else {
            return;
        };
        selection.element.coords = within;
        selection.element.put_everywhere();
        self.go_to_chunk(chunk, true);
    }
}
