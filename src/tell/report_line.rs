//! One line of a report.

/// One line of a report.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Line {
    /// The name of a part.
    Heading(String),
    /// A name and its value.
    Fact(&'static str, String),
    /// Any other line.
    Text(String),
    /// Something that is wrong.
    Fault(String),
}
