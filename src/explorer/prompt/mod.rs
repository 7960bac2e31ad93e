//! The typed line: to go somewhere, to name a file, or to confirm that one is written over.

pub(super) mod draw;
pub(super) mod goto;
pub(super) mod keys;
pub(super) mod label_search;
pub(super) mod line;
pub(super) mod suggesting;
pub(super) mod typed_command;
pub(super) mod work;

use crate::configuration::Key;
use crate::explorer::prompt::line::{Completing, TypedLine, Typing};

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Prompt {
    pub purpose: Purpose,
    pub line: TypedLine,
    pub error: Option<String>,
    pub completing: Option<Completing>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Purpose {
    GoTo,
    SaveAs,
    /// Whether to write over a file, whose name is the text.
    Overwrite,
}

impl Prompt {
    pub(crate) fn new(purpose: Purpose) -> Self {
        Self::with(purpose, "")
    }

    pub(crate) fn with(purpose: Purpose, text: &str) -> Self {
        Self { purpose, line: TypedLine::beginning(text), error: None, completing: None }
    }

    #[expect(clippy::wildcard_enum_match_arm, reason = "every other key is for the line")]
    pub(crate) fn type_key(&mut self, key: Key) -> Typing {
        (self.error, self.completing) = (None, None);
        match key {
            // Any key but y means no.
            Key::Char('y' | 'Y') if self.purpose == Purpose::Overwrite => return Typing::Done,
            _ if self.purpose == Purpose::Overwrite => return Typing::Left,
            Key::Enter => return Typing::Done,
            Key::Esc => return Typing::Left,
            // A name is often typed anew: one Backspace too many must not turn letters into commands.
            Key::Backspace if self.line.is_empty() && self.purpose != Purpose::SaveAs => return Typing::Left,
            key => drop(self.line.key(key)),
        }
        Typing::Going
    }
}
