//! The button of the mouse in values or bytes.

use crate::explorer::core::side::Side;

/// Where the button went down, and whether the mouse was moved since.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Press {
    pub(crate) side: Side,
    pub(crate) is_dragged: bool,
}
