//! A chunk that is built by hand.

pub(super) mod draw;
pub(super) mod keys;
pub(super) mod window;
