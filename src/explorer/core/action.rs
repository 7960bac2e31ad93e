use crate::configuration::Key;
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
    Suspend,
    Continue,
}
