//! The cards.

pub(super) mod draw;
pub(super) mod keys;
pub(super) mod window;
