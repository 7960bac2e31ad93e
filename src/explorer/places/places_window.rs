//! The window of places to go back to.

use crate::explorer::places::visited::Place;

/// The places that are listed.
#[derive(Debug)]
pub struct PlacesWindow {
    /// Those that are marked, then those that were visited, the last one first.
    pub places: Vec<ListedPlace>,
    /// The number of the selected one, from 0.
    pub selected: usize,
}

/// A place in the list.
#[derive(Debug)]
pub struct ListedPlace {
    /// Its node, and the element.
    pub name: String,
    /// Whether somebody has marked it.
    pub is_marked: bool,
    pub(crate) place: Place,
}
