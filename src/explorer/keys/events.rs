//! Events for the panes, in types of our own, so that the state does not depend on a terminal library.

use crate::explorer::{KeyCommand, Side};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Mouse {
    pub kind: MouseKind,
    pub x: u16,
    pub y: u16,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MouseKind {
    Click,
    DoubleClick,
    Drag,
    Release,
    ScrollUp,
    ScrollDown,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Press {
    pub(crate) side: Side,
    pub(crate) is_dragged: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PaneEvent {
    KeyCommand(KeyCommand),
    Click(u16, u16),
}
