//! Places that somebody has marked, and the window that lists them before those that were visited.

use crate::configuration::Key;
use crate::explorer::core::app::App;
use crate::explorer::draw::canvas::Canvas;
use crate::explorer::geometry::numbered::{ListKey, MOST_ROWS, choose};
use crate::explorer::geometry::regions::Pane;
use crate::explorer::keys::keymap::{KeyCommand, Move, command, key_of};
use crate::explorer::overlay::stack::{Handled, Hints, Overlay, closes};
use crate::explorer::places::draw;
use crate::explorer::places::visited::Place;
use crate::explorer::places::windows::{ListedPlace, PlacesWindow};
use crate::metadata::text::escape;

impl App {
    /// The place that is shown.
    pub(crate) fn place_here(&self) -> Place {
        let selection = &self.shared.selection;
        Place {
            key: selection.node_key().to_owned(),
            element: selection.node.ready().and_then(|_| selection.cursor()),
            stayed: self.shared.focus != Pane::Hierarchy,
        }
    }

    /// Marks the place that is shown, or forgets its mark.
    pub(crate) fn mark_place(&mut self) {
        let place = self.place_here();
        let name = self.name_of_place(&place);
        let said = if self.visited.toggle_mark(place) {
            let key = key_of(KeyCommand::Places).map(|key| key.to_string()).unwrap_or_default();
            format!("marked: {name}; {key} lists the marks")
        } else {
            format!("not marked any more: {name}")
        };
        self.shared.say(said);
    }

    /// Lists the marks and the places that were visited last.
    pub(crate) fn open_places(&mut self) {
        let mut places: Vec<(Place, bool)> =
            self.visited.marks.iter().map(|place| (place.clone(), true)).collect();
        for place in self.visited.last_first() {
            if places.iter().all(|(known, _)| known.key != place.key || known.element != place.element) {
                places.push((place.clone(), false));
            }
        }
        places.truncate(MOST_ROWS);
        let listed = places.into_iter().map(|(place, is_marked)| ListedPlace {
            name: self.name_of_place(&place),
            is_marked,
            place,
        });
        let window = PlacesWindow { places: listed.collect(), selected: 0 };
        self.overlays.open(window);
    }

    /// The name of a place: its node, and the element.
    pub(crate) fn name_of_place(&self, place: &Place) -> String {
        let element = place.element.as_deref().map(|element| format!(" {element:?}")).unwrap_or_default();
        let key = if place.key.is_empty() { &self.shared.hierarchy.name } else { &place.key };
        format!("{}{element}", escape(key))
    }
}

impl Overlay for PlacesWindow {
    fn key(&mut self, key: Key, app: &mut App) -> Handled {
        match choose(key, &mut self.selected, self.places.len()) {
            Some(ListKey::Moved) => return Handled::Stay,
            Some(ListKey::Taken) => {}
            None if command(key).is_some_and(closes) => return Handled::Close,
            None => return Handled::Pass,
        }
        let Some(place) = self.places.get(self.selected).map(|listed| listed.place.clone()) else {
            return Handled::Stay;
        };
        app.visited.jump();
        app.show_place(place);
        Handled::Close
    }

    fn scroll(&mut self, _: Move, _: &mut App) {}

    fn draw(&self, canvas: &mut Canvas, app: &App) {
        draw::places(canvas, app, self);
    }

    fn hints(&self, _: &App) -> Hints {
        Hints::Texts(vec![" 1–9 ⏎ go there  ↑ ↓ choose  Esc stay here".to_owned()])
    }
}
