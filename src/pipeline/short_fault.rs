//! Faults in few words, for counts and lists of them: there may be very many.

use crate::metadata::DocumentError;
use crate::metadata::text::shorten;

const LONGEST: usize = 200;

/// A fault of a node: what it is of, and what is wrong in few words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ShortFault {
    /// The key of the node, from the root of the hierarchy.
    pub node: String,
    /// What of the node is at fault.
    pub site: FaultSite,
    /// What is wrong; empty where that is not known.
    pub text: String,
}

/// What of a node is at fault. The order is that in which faults are gone through.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum FaultSite {
    /// Its document, at a place that the text names.
    Document(String),
    /// What is stored under a key that is no chunk: nobody can read on from there.
    Key(String),
    /// A chunk.
    Chunk(Vec<u64>),
}

impl ShortFault {
    /// A fault of the document of a node.
    pub fn of_document(node: &str, fault: &DocumentError) -> Self {
        Self::of_text(node, shorten(&fault.to_string(), LONGEST))
    }

    /// The same, once it is a text.
    pub fn of_text(node: &str, text: String) -> Self {
        Self { node: node.to_owned(), site: FaultSite::Document(text.clone()), text }
    }

    /// A fault of what is stored under a key.
    pub fn of_key(node: &str, key: &str, text: &str) -> Self {
        Self { node: node.to_owned(), site: FaultSite::Key(key.to_owned()), text: shorten(text, LONGEST) }
    }

    /// A fault of a chunk.
    pub fn of_chunk(node: &str, chunk: &[u64], text: &str) -> Self {
        Self { node: node.to_owned(), site: FaultSite::Chunk(chunk.to_vec()), text: shorten(text, LONGEST) }
    }
}
