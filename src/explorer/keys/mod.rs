//! Keys and the mouse: what they ask for, and the help.

pub(super) mod draw_help;
pub(super) mod draw_hints;
pub(super) mod help;
pub(super) mod help_keys;
pub(super) mod input;
pub mod keymap;
pub(super) mod mouse;
pub(super) mod moved_keys;
pub(super) mod own_keys;
pub(super) mod pane_hints;
pub(super) mod place;
