//! What can happen to the explorer.

use crate::configuration::Key;
use crate::explorer::core::task::TaskAnswer;
use crate::explorer::keys::input::Mouse;
use crate::explorer::save::PrintedScreen;
use crate::tell::theme_name::Ground;

/// Something that happened.
#[derive(Debug)]
pub enum Action {
    /// A key was pressed.
    Key(Key),
    /// Text was pasted.
    Paste(String),
    /// The mouse did something.
    Mouse(Mouse),
    /// A thread has an answer.
    Answer(TaskAnswer),
    /// The terminal says what it has behind its text.
    Ground(Ground),
    /// The screen has a new size: columns and rows.
    Resize(u16, u16),
    /// A second has passed: time to look at what is followed.
    Tick,
    /// The screen as a picture and as text.
    Printed(Box<PrintedScreen>),
    /// The system or a thread asks to end.
    Quit,
    /// The system asks to stop for a while.
    Suspend,
    /// The program was continued after it was stopped.
    Continue,
}
