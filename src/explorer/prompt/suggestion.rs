//! What a line can become.

/// A row of the list above the line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Suggestion {
    /// What the line would be.
    pub line: String,
    /// What the list shows of that.
    pub shown: String,
    /// What it does.
    pub help: String,
    /// Whether Tab has put it into the line.
    pub is_chosen: bool,
}

/// What Tab goes through: the lines, and which of them is in the line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Completing {
    pub(crate) found: Vec<Suggestion>,
    pub(crate) at: usize,
}
