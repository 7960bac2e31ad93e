//! Keys and mouse. These are types of our own, so that the state does not depend on a terminal library.

use std::fmt;

/// A key that was pressed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Key {
    /// A character.
    Char(char),
    /// A character with Ctrl held.
    Ctrl(char),
    /// Enter.
    Enter,
    /// Escape.
    Esc,
    /// Backspace.
    Backspace,
    /// Tab.
    Tab,
    /// Shift and Tab.
    BackTab,
    /// Arrow up.
    Up,
    /// Arrow down.
    Down,
    /// Arrow left.
    Left,
    /// Arrow right.
    Right,
    /// Arrow up with Ctrl or Shift held.
    CtrlUp,
    /// Arrow down with Ctrl or Shift held.
    CtrlDown,
    /// Arrow left with Ctrl or Shift held.
    CtrlLeft,
    /// Arrow right with Ctrl or Shift held.
    CtrlRight,
    /// Page up.
    PageUp,
    /// Page down.
    PageDown,
    /// Home.
    Home,
    /// End.
    End,
    /// Delete.
    Delete,
    /// Insert.
    Insert,
    /// A function key, by its number.
    Function(u8),
    /// Any other key, by its name.
    Other(&'static str),
}

impl fmt::Display for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Char(' ') => f.write_str("Space"),
            Self::Char(c) => write!(f, "{c}"),
            Self::Ctrl(c) => write!(f, "Ctrl-{c}"),
            Self::BackTab => f.write_str("Shift-Tab"),
            Self::Up => f.write_str("↑"),
            Self::Down => f.write_str("↓"),
            Self::Left => f.write_str("←"),
            Self::Right => f.write_str("→"),
            Self::CtrlUp => f.write_str("Ctrl-↑"),
            Self::CtrlDown => f.write_str("Ctrl-↓"),
            Self::CtrlLeft => f.write_str("Ctrl-←"),
            Self::CtrlRight => f.write_str("Ctrl-→"),
            Self::PageUp => f.write_str("PgUp"),
            Self::PageDown => f.write_str("PgDn"),
            Self::Function(number) => write!(f, "F{number}"),
            Self::Other(name) => f.write_str(name),
            other => write!(f, "{other:?}"),
        }
    }
}

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
