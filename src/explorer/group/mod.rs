//! The table of a group.

pub(super) mod draw;
pub(super) mod pane;
pub(super) mod table;
pub(super) mod work;
