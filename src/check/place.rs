//! What breaks a rule, and where.

use super::Rule;
use crate::metadata::{DOCUMENT, NodeDocument, v2};

/// What breaks a rule.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Breach {
    /// The rule.
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
    /// The node as a whole.
    Node,
    /// A key below the node.
    Key(String),
    /// A member of a document of the node.
    Member {
        /// The name of the document.
        document: &'static str,
        /// The JSON pointer.
        pointer: String,
    },
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
