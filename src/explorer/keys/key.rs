//! The mouse. These are types of our own, so that the state does not depend on a terminal library.

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
