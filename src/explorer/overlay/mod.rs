//! The windows over the panes.

pub(super) mod keys;
pub(super) mod window;
