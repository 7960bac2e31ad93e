//! The button of the mouse in values or bytes.

use super::side::Side;

/// Where the button went down, and whether the mouse was moved since.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Press {
    pub(super) side: Side,
    pub(super) is_dragged: bool,
}
