//! The finder.

pub(super) mod draw;
pub(super) mod keys;
pub(super) mod window;
pub(super) mod work;
