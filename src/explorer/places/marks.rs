//! Marks places, and lists them together with those that were visited.

use std::path::PathBuf;

use crate::configuration::Key;
use crate::explorer::geometry::dividers::Dividers;
use crate::explorer::geometry::numbered::{MOST_ROWS, choose};
use crate::explorer::keys::keymap::key_name;
use crate::explorer::places::work::KeepPlace;
use crate::explorer::places::{ListedPlace, Place, draw};
use crate::explorer::{App, Canvas, Effect, Handled, Hints, KeyCommand, Overlay, Pane, PlacesWindow};
use crate::metadata::text::escape;
use crate::places::StorePlace;

impl App {
    pub(crate) fn place_here(&self) -> Place {
        let selection = &self.shared.selection;
        Place {
            key: selection.node_key().to_owned(),
            element: selection.node.ready().and_then(|_| selection.cursor()),
            stayed: self.shared.focus != Pane::Hierarchy,
        }
    }

    pub(crate) fn mark_place(&mut self) {
        let place = self.place_here();
        let name = self.name_of_place(&place);
        let said = if self.visited.toggle_mark(place) {
            let key = key_name(KeyCommand::Places);
            format!("marked: {name}; {key} lists the marks")
        } else {
            format!("no longer marked: {name}")
        };
        self.shared.say(said);
    }

    pub(crate) fn open_places(&mut self) {
        let listed = |place: &Place, is_marked| {
            let name = self.name_of_place(place);
            ListedPlace { name, is_marked, place: place.clone() }
        };
        let mut places: Vec<_> = self.visited.marks.iter().map(|place| listed(place, true)).collect();
        for (at, place) in self.visited.places.iter().enumerate().rev() {
            if at != self.visited.at && !places.iter().any(|known| known.place.is_same(place)) {
                places.push(listed(place, false));
            }
        }
        places.truncate(MOST_ROWS);
        self.overlays.open(PlacesWindow { places, selected: 0 });
    }

    pub(crate) fn name_of_place(&self, place: &Place) -> String {
        let element = place.element.as_deref().map_or(String::new(), |element| format!(" {element:?}"));
        let key = if place.key.is_empty() { &self.shared.hierarchy.name } else { &place.key };
        format!("{}{element}", escape(key))
    }
}

impl Overlay for PlacesWindow {
    fn key(&mut self, key: Key, app: &mut App) -> Handled {
        let place = match choose(key, &mut self.selected, self.places.len()) {
            Ok(place) => place,
            Err(handled) => return handled,
        };
        let Some(listed) = self.places.get(place) else { return Handled::Stay };
        app.visited.jump();
        app.show_place(listed.place.clone());
        Handled::Close
    }

    fn draw(&self, canvas: &mut Canvas, app: &App) {
        draw::places(canvas, app, self);
    }

    fn hints(&self, _: &App) -> Hints {
        let stay = key_name(KeyCommand::Out);
        Hints::Texts(vec![format!(" 1–9 ⏎ go there  ↑ ↓ choose  {stay} stay here")])
    }
}

impl App {
    pub(crate) fn revisit(&mut self, back: bool) {
        let Some(place) = self.visited.step(back) else {
            let side = if back { "before" } else { "after" };
            return self.shared.say(format!("nothing was visited {side} this"));
        };
        let where_to = if back { "back" } else { "forward" };
        self.shared.say(format!("{where_to}: {}", self.name_of_place(&place)));
        self.show_place(place);
    }

    pub(crate) fn show_place(&mut self, place: Place) {
        self.pending.fault = None;
        self.pending.node = Some(place.key.clone());
        self.pending.place = Some(place);
        self.continue_to_node();
    }

    /// Goes on at the last place in this store; from now on the place is kept under its path.
    pub fn resume(&mut self, store: PathBuf, place: Option<StorePlace>) -> Vec<Effect> {
        self.go_on_in(store, place);
        std::mem::take(&mut self.shared.effects)
    }

    pub(crate) fn go_on_in(&mut self, store: PathBuf, place: Option<StorePlace>) {
        self.visited.store = Some(store);
        let Some(place) = place else { return };
        let mut borders = place.borders.iter().copied();
        self.shared.dividers = Dividers(std::array::from_fn(|_| borders.next().flatten()));
        self.picture.on = place.picture.unwrap_or(self.picture.on);
        let element = (!place.element.is_empty()).then_some(place.element);
        if place.node.is_empty() && element.is_none() {
            return;
        }
        let place = Place { key: place.node, element, stayed: true };
        self.shared.say(format!("resumed at {}", self.name_of_place(&place)));
        self.show_place(place);
        self.follow_row();
        self.reconcile();
    }

    pub fn store_place(&self) -> Option<StorePlace> {
        let selection = &self.shared.selection;
        Some(StorePlace {
            store: self.visited.store.clone()?,
            node: selection.node_key().to_owned(),
            element: selection.cursor().unwrap_or_default(),
            borders: self.shared.dividers.0.to_vec(),
            picture: Some(self.picture.on),
            theme: self.kept_theme.map(|theme| theme.name().to_owned()),
        })
    }

    pub(crate) fn reconcile_place(&mut self) {
        let Some(wanted) = &self.pending.place else { return };
        let is_there = self.shared.selection.node_key() == wanted.key;
        if self.pending.node.is_some() || (is_there && self.shared.selection.node.is_waiting()) {
            return;
        }
        if let Some(Place { element: Some(element), .. }) = self.pending.place.take()
            && is_there
        {
            self.show_element(&element);
        }
    }

    pub(crate) fn reconcile_visited(&mut self) {
        if self.pending.place.is_some() {
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
        if let Some(layout) = selection.array_layout()
            && let Some((chunk, within)) = layout.grid.locate(element)
        {
            selection.element.coords = within;
            selection.element.put_everywhere();
            self.go_to_chunk(chunk, true);
        }
    }
}
