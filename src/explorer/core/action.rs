//! What can happen to the explorer.

use crate::configuration::Key;
use crate::explorer::core::task::TaskAnswer;
use crate::explorer::keys::input::Mouse;
use crate::explorer::save::PrintedScreen;
use crate::tell::theme_name::Ground;

#[derive(Debug)]
pub enum Action {
    Key(Key),
    Paste(String),
    Mouse(Mouse),
    Answer(TaskAnswer),
    /// The terminal says what it has behind its text.
    Ground(Ground),
    /// The screen has a new size: columns and rows.
    Resize(u16, u16),
    /// A second has passed: time to look at what is followed.
    Tick,
    Printed(Box<PrintedScreen>),
    /// The system or a thread asks to end.
    Quit,
    /// The system asks to stop for a while.
    Suspend,
    /// The program was continued after it was stopped.
    Continue,
}
