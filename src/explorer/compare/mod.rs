//! Two chunks or two arrays side by side.

pub(super) mod draw;
pub(super) mod draw_sides;
pub(super) mod geometry;
pub(super) mod keys;
pub(super) mod state;
pub(super) mod window;
pub(super) mod work;
