//! Tables of `AnnData`.

pub(super) mod draw;
pub(super) mod pane;
