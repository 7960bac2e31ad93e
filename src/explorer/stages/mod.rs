//! The codec pipeline of the selected chunk.

pub(super) mod draw;
pub(super) mod pane;
