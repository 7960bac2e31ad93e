//! The node tree.

pub(super) mod draw;
pub(super) mod listing;
pub(super) mod pane;
pub(super) mod row;
pub(super) mod state;
pub(super) mod towards;
pub(super) mod work;
