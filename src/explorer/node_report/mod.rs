//! Everything that is known about a node.

pub(super) mod draw;
pub(super) mod info;
pub(super) mod info_page;
pub(super) mod pane;
