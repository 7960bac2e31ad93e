//! A rule: what is wrong with a store, under a name that does not change.

use std::fmt;

/// How much what breaks a rule matters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
#[cfg_attr(feature = "explorer", derive(serde::Serialize), serde(rename_all = "lowercase"))]
pub enum Severity {
    /// Worth knowing; the data may be as it was meant.
    Note,
    /// Somebody will read something else than was meant.
    Warning,
    /// Something cannot be read, or is not what its document says.
    Error,
}

impl Severity {
    /// All of them, the least first.
    pub const ALL: [Self; 3] = [Self::Note, Self::Warning, Self::Error];

    /// Its name in reports and on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Note => "note",
            Self::Warning => "warning",
            Self::Error => "error",
        }
    }

    /// The severity of that name.
    pub fn find(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|severity| severity.name() == name)
    }
}

impl fmt::Display for Severity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// One rule. Its id is in reports and in the settings of people who check stores: it never changes its meaning.
#[derive(Debug, PartialEq, Eq)]
#[cfg_attr(feature = "explorer", derive(serde::Serialize))]
pub struct Rule {
    /// Its name.
    pub id: &'static str,
    /// How much it matters.
    pub severity: Severity,
    /// What is wrong where it is broken, in a sentence.
    pub summary: &'static str,
    /// Where that is written down.
    pub source: &'static str,
}

impl Rule {
    pub(super) const fn new(
        id: &'static str,
        severity: Severity,
        summary: &'static str,
        source: &'static str,
    ) -> Self {
        Self { id, severity, summary, source }
    }
}
