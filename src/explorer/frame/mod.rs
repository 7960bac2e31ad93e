//! Tables of `AnnData`.

pub(super) mod draw;
pub(super) mod pane;
pub(super) mod work;
