//! Where the user was, to go back and forward, and places that were marked.

pub(super) mod draw;
pub(super) mod marks;
pub(super) mod recent;
pub(super) mod work;

use std::path::PathBuf;

use crate::explorer::core::late::Late;
use crate::hierarchy::Hierarchy;
use crate::places::StorePlace;
use crate::store::StoreAccess;

const MOST: usize = 100;
const MOST_MARKS: usize = 9;

#[derive(Debug, Default)]
pub struct Visited {
    places: Vec<Place>,
    at: usize,
    /// The next node is gone to at once, not through rows of the tree.
    jumps: bool,
    pub(crate) marks: Vec<Place>,
    pub(crate) store: Option<PathBuf>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Place {
    pub(crate) key: String,
    pub(crate) element: Option<Vec<u64>>,
    /// `false` where the cursor only passed on its way through the tree.
    pub(crate) stayed: bool,
}

impl Place {
    pub(crate) fn is_same(&self, other: &Self) -> bool {
        self.key == other.key && self.element == other.element
    }
}

impl Visited {
    /// Makes the place that is shown one to come back to.
    pub(crate) fn jump(&mut self) {
        self.jumps = true;
        if let Some(place) = self.places.get_mut(self.at) {
            place.stayed = true;
        }
    }

    pub(crate) fn jump_within(&mut self) {
        if let Some(place) = self.places.get_mut(self.at) {
            place.stayed = true;
            let place = place.clone();
            self.push(place);
        }
    }

    fn push(&mut self, place: Place) {
        self.places.truncate(self.at + 1);
        self.places.push(place);
        self.places.drain(..self.places.len().saturating_sub(MOST));
        self.at = self.places.len() - 1;
    }

    pub(crate) fn toggle_mark(&mut self, place: Place) -> bool {
        let before = self.marks.len();
        self.marks.retain(|mark| !mark.is_same(&place));
        let is_new = self.marks.len() == before;
        if is_new {
            self.marks.push(place);
            self.marks.drain(..self.marks.len().saturating_sub(MOST_MARKS));
        }
        is_new
    }

    pub(crate) fn note(&mut self, place: Place) -> bool {
        let Some(current) = self.places.get_mut(self.at) else {
            self.places.push(place);
            return false;
        };
        if current.key == place.key {
            current.stayed |= place.stayed;
            current.element = place.element.or(current.element.take());
            return false;
        }
        let place = Place { stayed: std::mem::take(&mut self.jumps) || place.stayed, ..place };
        if current.stayed {
            self.push(place);
        } else {
            *current = place;
        }
        true
    }

    pub(crate) fn step(&mut self, back: bool) -> Option<Place> {
        let now = self.places.get(self.at)?;
        let differs = |at: &usize| self.places.get(*at).is_some_and(|place| !place.is_same(now));
        let found = if back {
            (0..self.at).rev().find(differs)
        } else {
            (self.at + 1..self.places.len()).find(differs)
        };
        self.at = found?;
        self.places.get(self.at).cloned()
    }
}

#[derive(Debug)]
pub struct RecentStores {
    pub paths: Vec<PathBuf>,
    pub selected: usize,
    pub opening: Late<()>,
    pub(crate) access: StoreAccess,
}

#[derive(Debug)]
pub struct ChosenStore {
    pub hierarchy: Hierarchy,
    pub path: PathBuf,
    pub place: Option<StorePlace>,
}

#[derive(Debug)]
pub struct PlacesWindow {
    pub places: Vec<ListedPlace>,
    pub selected: usize,
}

#[derive(Debug)]
pub struct ListedPlace {
    pub name: String,
    pub is_marked: bool,
    pub(crate) place: Place,
}
