//! One line of a report.

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Line {
    Heading(String),
    Fact(&'static str, String),
    Text(String),
    Fault(String),
}
