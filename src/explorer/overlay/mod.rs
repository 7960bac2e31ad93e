//! What lies over the panes: windows, and the line that is typed.

pub(super) mod keys;
pub(super) mod page;
pub(super) mod stack;
