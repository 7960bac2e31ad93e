use crate::metadata::{DOCUMENT, NodeDocument, v2};

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
#[cfg_attr(feature = "explorer", derive(serde::Serialize), serde(rename_all = "lowercase"))]
pub enum Severity {
    /// Worth knowing; the data may be as meant.
    Note,
    /// Some readers will see something else than was meant.
    Warning,
    /// Something cannot be read, or contradicts its document.
    Error,
}

impl Severity {
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

/// The id is in reports and in settings of users: it never changes its meaning.
#[derive(Debug, PartialEq, Eq)]
#[cfg_attr(feature = "explorer", derive(serde::Serialize))]
pub struct Rule {
    pub id: &'static str,
    pub severity: Severity,
    pub summary: &'static str,
    pub source: &'static str,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Breach {
    pub rule: &'static Rule,
    pub path: String,
    pub place: BreachPlace,
    pub reason: String,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum BreachPlace {
    Node,
    Key(String),
    Member { document: &'static str, pointer: String },
}

impl BreachPlace {
    pub(super) fn attribute(document: &NodeDocument, path: &str) -> Self {
        Self::attribute_of(document.zarr_format() == 2, path)
    }

    pub(super) fn attribute_of(is_v2: bool, path: &str) -> Self {
        if is_v2 {
            Self::Member { document: v2::ATTRIBUTES, pointer: path.to_owned() }
        } else {
            Self::Member { document: DOCUMENT, pointer: format!("/attributes{path}") }
        }
    }
}

macro_rules! rules {
    ($table:ident: $($visible:vis $name:ident = $severity:ident($id:literal, $summary:literal, $source:ident);)*) => {
        $($visible static $name: Rule =
            Rule { id: $id, severity: Severity::$severity, summary: $summary, source: $source };)*

        pub(super) static $table: &[&Rule] = &[$(&$name),*];
    };
}
pub(super) use rules;
