//! A rule: what is wrong with a store, under a name that does not change.

use crate::metadata::{DOCUMENT, NodeDocument, v2};

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

    pub const fn name(self) -> &'static str {
        match self {
            Self::Note => "note",
            Self::Warning => "warning",
            Self::Error => "error",
        }
    }

    pub fn find(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|severity| severity.name() == name)
    }
}

/// One rule. Its id is in reports and in the settings of people who check stores: it never changes its meaning.
#[derive(Debug, PartialEq, Eq)]
#[cfg_attr(feature = "explorer", derive(serde::Serialize))]
pub struct Rule {
    pub id: &'static str,
    pub severity: Severity,
    /// What is wrong where it is broken, in a sentence.
    pub summary: &'static str,
    pub source: &'static str,
}

/// What breaks a rule.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Breach {
    pub rule: &'static Rule,
    /// The path of the node as the user would write it.
    pub path: String,
    /// Where in the node.
    pub place: BreachPlace,
    /// What was expected, and what was found.
    pub reason: String,
}

/// Where in a node a rule is broken.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum BreachPlace {
    Node,
    Key(String),
    Member { document: &'static str, pointer: String },
}

impl BreachPlace {
    /// An attribute of a node; `path` leads to it from the attributes, with a slash before each name.
    pub(super) fn attribute(document: &NodeDocument, path: &str) -> Self {
        if document.zarr_format() == 2 {
            Self::Member { document: v2::ATTRIBUTES, pointer: path.to_owned() }
        } else {
            Self::Member { document: DOCUMENT, pointer: format!("/attributes{path}") }
        }
    }
}

/// Writes each rule once: as a name for what looks for it, and as a row of the table.
macro_rules! rules {
    ($table:ident: $($visible:vis $name:ident = $severity:ident($id:literal, $summary:literal, $source:ident);)*) => {
        $($visible static $name: Rule =
            Rule { id: $id, severity: Severity::$severity, summary: $summary, source: $source };)*

        pub(super) static $table: &[&Rule] = &[$(&$name),*];
    };
}
pub(super) use rules;
