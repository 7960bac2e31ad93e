//! Places that were visited, marks and recent stores.

pub(super) mod draw;
pub(super) mod marks;
pub(super) mod recent;
pub(super) mod visited;
pub(super) mod visiting;
pub(super) mod windows;
pub(super) mod work;
