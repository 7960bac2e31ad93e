//! Values and bytes.

pub(super) mod byte_moves;
pub(super) mod byte_search;
pub(super) mod draw;
pub(super) mod draw_bytes;
pub(super) mod draw_shard;
pub(super) mod pane;
pub(super) mod selected;
pub(super) mod work;
pub(super) mod writing_keys;
