//! What a pane has to react to.

use crate::explorer::keys::keymap::KeyCommand;

/// A click in a pane, or a key for it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PaneEvent {
    /// A key of the pane.
    KeyCommand(KeyCommand),
    /// A click at this column and row of the screen.
    Click(u16, u16),
}
