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
    Ground(Ground),
    /// Columns and rows.
    Resize(u16, u16),
    Tick,
    Printed(Box<PrintedScreen>),
    Quit,
    Suspend,
    Continue,
}
