//! The wells of a plate.

pub(super) mod draw;
pub(super) mod pane;
pub(super) mod work;
