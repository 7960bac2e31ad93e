//! What the mouse and keys do to a pane. These are types of our own, so that the state does not depend on a terminal library.

use crate::explorer::core::side::Side;
use crate::explorer::keys::keymap::KeyCommand;

/// What the mouse did, at a column and row of the screen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Mouse {
    /// What it did.
    pub kind: MouseKind,
    /// Column, from 0.
    pub x: u16,
    /// Row, from 0.
    pub y: u16,
}

/// What the mouse can do here.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MouseKind {
    /// The left button went down.
    Click,
    /// The same a second time at the same place, soon after.
    DoubleClick,
    /// The mouse moved while the left button was down.
    Drag,
    /// The left button went up.
    Release,
    /// The wheel turned up.
    ScrollUp,
    /// The wheel turned down.
    ScrollDown,
}

/// Where the button went down, and whether the mouse was moved since.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Press {
    pub(crate) side: Side,
    pub(crate) is_dragged: bool,
}

/// A click in a pane, or a key for it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PaneEvent {
    /// A key of the pane.
    KeyCommand(KeyCommand),
    /// A click at this column and row of the screen.
    Click(u16, u16),
}
