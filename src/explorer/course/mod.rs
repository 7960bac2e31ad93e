//! The lessons.

pub(super) mod draw;
pub(super) mod keys;
pub(super) mod state;
pub(super) mod work;
