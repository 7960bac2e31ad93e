//! Statistics and profiles.

pub(super) mod draw;
pub(super) mod draw_profile;
pub(super) mod keys;
pub(super) mod profile;
pub(super) mod window;
pub(super) mod work;
