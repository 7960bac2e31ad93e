//! The line that is typed after `:`.

pub(super) mod draw;
pub(super) mod goto;
pub(super) mod keys;
pub(super) mod line;
pub(super) mod line_history;
pub(super) mod pasting;
pub(super) mod prompt_line;
pub(super) mod suggesting;
pub(super) mod typed_command;
