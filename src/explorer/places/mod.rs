//! Places that were visited, marks and recent stores.

pub(super) mod marks;
pub(super) mod places_window;
pub(super) mod recent;
pub(super) mod recent_stores;
pub(super) mod visited;
pub(super) mod visiting;
pub(super) mod work;
