//! A row of the node tree.

use super::late::Late;
use crate::hierarchy::{Child, NOT_UTF_8};
use crate::store::EntryKind;

/// A row of the tree.
#[derive(Debug, Clone)]
pub struct TreeRow {
    /// The node.
    pub child: Child,
    /// Levels below the root.
    pub depth: usize,
    /// What the node is, once that is known.
    pub described: Option<Described>,
    /// How many children are shown below it; not requested while the row is closed.
    pub children: Late<usize>,
}

/// What the tree shows of a node.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Described {
    /// A group.
    Group,
    /// An array, with the short name of its data type.
    Array(String),
    /// A directory without a document.
    Directory,
    /// A document that cannot be used.
    Unusable,
    /// Neither group nor array.
    Other(&'static str),
}

impl TreeRow {
    pub(super) fn new(child: Child, depth: usize) -> Self {
        let described = match child.kind {
            EntryKind::Directory | EntryKind::Link => None,
            EntryKind::File => Some(Described::Other("a file")),
            EntryKind::Unnameable => Some(Described::Other(NOT_UTF_8)),
            EntryKind::Other => Some(Described::Other("neither a directory nor a regular file")),
        };
        Self { child, depth, described, children: Late::Idle }
    }

    /// Whether there may be nodes below it.
    #[must_use]
    pub fn may_open(&self) -> bool {
        !matches!(self.described, Some(Described::Array(_) | Described::Other(_)))
    }
}
