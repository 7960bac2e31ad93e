//! The stores that were looked at last: what is offered of them, and the one that was chosen.

use std::path::PathBuf;

use crate::explorer::core::late::Late;
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
