//! The windows of stores and places: the stores that were looked at last, and the places to go back to.

use std::path::PathBuf;

use crate::explorer::core::late::Late;
use crate::explorer::places::visited::Place;
use crate::hierarchy::Hierarchy;
use crate::places::StorePlace;
use crate::store::StoreAccess;

/// The stores that are offered.
#[derive(Debug)]
pub struct RecentStores {
    /// Their paths, the one that was looked at last before the others.
    pub paths: Vec<PathBuf>,
    /// The number of the selected one, from 0.
    pub selected: usize,
    /// Waiting while one is opened.
    pub opening: Late<()>,
    pub(crate) access: StoreAccess,
}

/// A store that was chosen, and where somebody was in it.
#[derive(Debug)]
pub struct ChosenStore {
    /// The store.
    pub hierarchy: Hierarchy,
    pub path: PathBuf,
    /// Where somebody was.
    pub place: Option<StorePlace>,
}

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
