//! What a pane is told.

use crate::app::keymap::KeyCommand;

/// Something that happened in a pane, or that a key asks of the one with the focus.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PaneEvent {
    /// A key of the pane.
    KeyCommand(KeyCommand),
    /// A click at this column and row of the screen.
    Click(u16, u16),
}
