//! What may be wrong with a chunk.

pub(super) mod draw;
pub(super) mod what_if;
pub(super) mod work;
