use crate::configuration::Key;
use crate::explorer::keys::keymap::is_quit;
use crate::explorer::{Mouse, PrintedScreen, TaskAnswer};
use crate::tell::theme_name::Ground;

#[derive(Debug)]
pub enum Action {
    Key(Key),
    Paste(String),
    Mouse(Mouse),
    Answer(TaskAnswer),
    Ground(Ground),
    /// Columns and rows.
    Resize(u16, u16),
    Tick,
    Printed(Box<PrintedScreen>),
    Quit,
    /// A signal to end.
    Signal(i32),
    Suspend,
    Continue,
}

impl Action {
    /// Whether it ends the explorer, whatever waits before it.
    pub fn is_end(&self) -> bool {
        match self {
            Self::Quit | Self::Signal(_) => true,
            Self::Key(key) => is_quit(*key),
            Self::Paste(_)
            | Self::Mouse(_)
            | Self::Answer(_)
            | Self::Ground(_)
            | Self::Resize(..)
            | Self::Tick
            | Self::Printed(_)
            | Self::Suspend
            | Self::Continue => false,
        }
    }
}
