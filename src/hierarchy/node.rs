use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::metadata::{
    ArrayDocument, DOCUMENT, DocumentError, GroupDocument, GroupOrArray, NodeDocument, v2,
};
use crate::store::{EntryKind, StoreError, is_repository};

/// What a node of N5 has.
pub(super) const N5: &str = "attributes.json";

/// A node of a hierarchy, or what stands where one could be.
#[derive(Debug, Clone)]
pub struct Node {
    /// Its key from the root of the hierarchy; empty for the root.
    pub key: String,
    /// What is there.
    pub kind: NodeKind,
    #[doc(hidden)]
    pub beside: Option<&'static str>,
    #[doc(hidden)]
    pub link: Option<String>,
}

/// What is at a key of a hierarchy.
///
/// ```
/// use zarrscope::Hierarchy;
/// use zarrscope::document::NodeKind;
///
/// let hierarchy = Hierarchy::open("sample-data/groups.zarr")?;
/// let NodeKind::Document(document) = hierarchy.describe("measurements").kind else { panic!("no document") };
/// assert_eq!((document.name, document.zarr_format()), ("zarr.json", 3));
/// assert!(matches!(hierarchy.describe("implicit").kind, NodeKind::Directory(_)));
/// # Ok::<(), zarrscope::Error>(())
/// ```
#[derive(Debug, Clone)]
pub enum NodeKind {
    /// A metadata document, which describes a group or an array unless it is faulty.
    Document(Arc<NodeDocument>),
    /// A directory without a document, and why it is none. Its children are listed all the same: stores may be in it.
    Directory(&'static str),
    /// A document that cannot be read as a file, or a directory that is gone.
    Unreadable(StoreError),
    /// Neither a node nor a directory of nodes, and what it is instead.
    Other(&'static str),
}

/// One name below a node.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Child {
    /// The name.
    pub name: String,
    /// Its key from the root of the hierarchy.
    pub key: String,
    #[doc(hidden)]
    pub kind: EntryKind,
}

impl Child {
    pub(super) fn other(&self, reason: &'static str) -> Node {
        Node { key: self.key.clone(), kind: NodeKind::Other(reason), beside: None, link: None }
    }
}

impl NodeKind {
    pub(crate) fn described(&self) -> Option<&GroupOrArray> {
        match self {
            Self::Document(document) => document.node.as_ref().ok(),
            _ => None,
        }
    }

    pub(crate) fn group(&self) -> Option<&GroupDocument> {
        match self.described()? {
            GroupOrArray::Group(group) => Some(group),
            GroupOrArray::Array(_) => None,
        }
    }

    pub(crate) fn array(&self) -> Option<&ArrayDocument> {
        match self.described()? {
            GroupOrArray::Array(array) => Some(array),
            GroupOrArray::Group(_) => None,
        }
    }
}

impl Node {
    /// Whether it is an array.
    pub fn is_array(&self) -> bool {
        self.kind.array().is_some()
    }

    /// An array has no children: what is below it are chunks.
    pub(crate) fn may_have_children(&self) -> bool {
        match &self.kind {
            NodeKind::Document(_) => !self.is_array(),
            NodeKind::Directory(_) | NodeKind::Unreadable(_) => true,
            NodeKind::Other(_) => false,
        }
    }

    /// Everything that is wrong in its document.
    pub fn faults(&self) -> Vec<DocumentError> {
        match &self.kind {
            NodeKind::Document(document) => document.faults(),
            NodeKind::Unreadable(error) => vec![unreadable(error)],
            NodeKind::Directory(_) | NodeKind::Other(_) => Vec::new(),
        }
    }
}

/// Whether a directory is a node, whatever its document says.
pub fn has_document(directory: &Path) -> bool {
    [DOCUMENT].iter().chain(v2::DOCUMENTS).any(|name| directory.join(name).symlink_metadata().is_ok())
}

/// Whether a name is that of a document of Zarr.
pub fn is_document(name: &str) -> bool {
    name == DOCUMENT || v2::DOCUMENTS.contains(&name)
}

/// The nearest store above a path, or the directory itself: links are followed, and what lies anywhere below is in it. N5 is a
/// store here too, although it is not read.
pub fn store_above(directory: &Path) -> Option<PathBuf> {
    let is_n5 = |directory: &Path| directory.join(N5).symlink_metadata().is_ok();
    let is_store =
        |directory: &&Path| has_document(directory) || is_repository(directory) || is_n5(directory);
    let whole = directory.canonicalize().ok()?;
    whole.ancestors().find(is_store).map(Path::to_owned)
}

/// Nothing else is known of the node.
pub fn unreadable(error: &StoreError) -> DocumentError {
    let own = error.key().rsplit('/').next().unwrap_or_default();
    let document = v2::DOCUMENTS.iter().find(|name| **name == own).copied().unwrap_or(DOCUMENT);
    let (expected, found) = error.contrast();
    let is_unread = error.is_unread();
    DocumentError { is_unread, ..DocumentError::new(document, "", expected, found) }
}
