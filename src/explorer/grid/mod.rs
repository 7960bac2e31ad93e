//! The chunk grid.

pub(super) mod asking;
pub(super) mod draw;
pub(super) mod draw_numbers;
pub(super) mod grid_mode;
pub(super) mod grid_view;
pub(super) mod judging;
pub(super) mod keys;
pub(super) mod level;
pub(super) mod marking;
pub(super) mod pane;
pub(super) mod work;
