//! What the mouse and keys do to a pane. These are types of our own, so that the state does not depend on a terminal library.

use crate::explorer::core::side::Side;
use crate::explorer::keys::keymap::KeyCommand;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Mouse {
    pub kind: MouseKind,
    pub x: u16,
    pub y: u16,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MouseKind {
    /// The left button went down.
    Click,
    /// The same a second time at the same place, soon after.
    DoubleClick,
    Drag,
    Release,
    ScrollUp,
    ScrollDown,
}

/// Where the button went down, and whether the mouse was moved since.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Press {
    pub(crate) side: Side,
    pub(crate) is_dragged: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PaneEvent {
    KeyCommand(KeyCommand),
    /// A click at this column and row of the screen.
    Click(u16, u16),
}
