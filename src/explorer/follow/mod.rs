//! A chunk that is followed while it is written.

pub(super) mod keys;
pub(super) mod state;
pub(super) mod work;
