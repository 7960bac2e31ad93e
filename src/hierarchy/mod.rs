//! The node tree of a store, found as it is asked for.
//!
//! What is neither group nor array stays visible, with the reason. A path may be a store, any node in one, or a plain
//! directory with stores in it.
#![warn(clippy::indexing_slicing)]

use std::path::Path;

use crate::metadata::{DOCUMENT, DocumentError, Node as Document, NodeDocument};
pub use crate::store::PathError;
use crate::store::{EntryKind, Store, StoreError, join};

/// The largest metadata document that is read, in bytes.
pub const DOCUMENT_LIMIT: u64 = 256 << 20;

/// Documents of formats that are named but not read.
const OTHER_DOCUMENTS: &[(&str, &str)] = &[
    (".zarray", "a Zarr V2 array (.zarray); only V3 is read"),
    (".zgroup", "a Zarr V2 group (.zgroup); only V3 is read"),
    ("attributes.json", "an N5 node (attributes.json); only Zarr V3 is read"),
];

/// A hierarchy, seen from one of its nodes.
#[derive(Debug, Clone)]
pub struct Hierarchy {
    /// What the user called it.
    pub name: String,
    store: Store,
}

/// A place in a hierarchy, and what is there.
#[derive(Debug, Clone)]
pub struct Node {
    /// Its key from the root of the hierarchy; empty for the root.
    pub key: String,
    /// What is there.
    pub kind: NodeKind,
}

/// What is at a place in a hierarchy.
#[derive(Debug, Clone)]
pub enum NodeKind {
    /// A group or an array: it has a document that says so.
    Document(Box<NodeDocument>),
    /// A directory without a document. Its children are shown all the same.
    Directory(&'static str),
    /// A document that cannot be read as a file.
    Unreadable(StoreError),
    /// Neither a node nor a directory of nodes.
    Other(&'static str),
}

/// One name below a node.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Child {
    /// The name.
    pub name: String,
    /// Its key from the root of the hierarchy.
    pub key: String,
    /// What the listing says of it.
    pub kind: EntryKind,
}

impl Hierarchy {
    /// Opens the hierarchy at a path.
    ///
    /// # Errors
    /// When there is no store.
    pub fn open(path: &Path) -> Result<Self, PathError> {
        let store = Store::at(path)?;
        let name = path.to_string_lossy();
        let trimmed = name.trim_end_matches('/');
        let name = if trimmed.is_empty() { name.as_ref() } else { trimmed };
        Ok(Self { name: name.to_owned(), store })
    }

    /// The store behind it.
    #[must_use]
    pub fn store(&self) -> &Store {
        &self.store
    }

    /// The path of a node as the user would write it.
    #[must_use]
    pub fn display(&self, key: &str) -> String {
        if key.is_empty() { self.name.clone() } else { format!("{}/{key}", self.name) }
    }

    /// What is at a key that is a directory.
    #[must_use]
    pub fn describe(&self, key: &str) -> Node {
        let kind = match self.store.read(&join(key, DOCUMENT), DOCUMENT_LIMIT) {
            Ok(Some(bytes)) => NodeKind::Document(Box::new(NodeDocument::read(&bytes))),
            Ok(None) => NodeKind::Directory(self.without_document(key)),
            Err(error) => NodeKind::Unreadable(error),
        };
        Node { key: key.to_owned(), kind }
    }

    fn without_document(&self, key: &str) -> &'static str {
        let other = OTHER_DOCUMENTS
            .iter()
            .find(|(name, _)| self.store.open(&join(key, name)).is_ok_and(|file| file.is_some()));
        other.map_or("a directory without zarr.json", |(_, reason)| *reason)
    }

    /// The names below a node, without its own document. An array has no nodes below it: ask [`Node::is_array`] first.
    ///
    /// # Errors
    /// When the directory cannot be read.
    pub fn children(&self, key: &str) -> Result<Vec<Child>, StoreError> {
        let entries = self.store.list(key)?.into_iter().filter(|entry| entry.name != DOCUMENT);
        Ok(entries
            .map(|entry| Child { key: join(key, &entry.name), name: entry.name, kind: entry.kind })
            .collect())
    }

    /// What is at a child.
    #[must_use]
    pub fn describe_child(&self, child: &Child) -> Node {
        match child.kind {
            EntryKind::Directory if self.store.leads_back(&child.key) => Node {
                key: child.key.clone(),
                kind: NodeKind::Other("a link back to a directory it lies in"),
            },
            EntryKind::Directory => self.describe(&child.key),
            EntryKind::File => Node { key: child.key.clone(), kind: NodeKind::Other("a file") },
            EntryKind::Other => Node {
                key: child.key.clone(),
                kind: NodeKind::Other("neither a directory nor a regular file"),
            },
        }
    }
}

impl Node {
    /// Whether it is an array.
    #[must_use]
    pub fn is_array(&self) -> bool {
        matches!(&self.kind, NodeKind::Document(document) if matches!(document.node, Ok(Document::Array(_))))
    }

    /// Whether it may have children.
    #[must_use]
    pub fn may_have_children(&self) -> bool {
        match &self.kind {
            NodeKind::Document(document) => !matches!(document.node, Ok(Document::Array(_))),
            NodeKind::Directory(_) | NodeKind::Unreadable(_) => true,
            NodeKind::Other(_) => false,
        }
    }

    /// Everything that is wrong in its document.
    #[must_use]
    pub fn faults(&self) -> Vec<DocumentError> {
        match &self.kind {
            NodeKind::Document(document) => document.faults(),
            NodeKind::Unreadable(error) => {
                let (expected, found) = error.contrast();
                vec![DocumentError { pointer: String::new(), expected, found }]
            }
            NodeKind::Directory(_) | NodeKind::Other(_) => Vec::new(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    const GROUP: &str = r#"{"zarr_format": 3, "node_type": "group"}"#;

    fn hierarchy() -> (tempfile::TempDir, Hierarchy) {
        let directory = tempfile::tempdir().unwrap();
        let root = directory.path();
        for (path, text) in [
            ("zarr.json", GROUP),
            ("a/zarr.json", r#"{"zarr_format": 3, "node_type": "array"}"#),
            ("b/zarr.json", "{"),
            ("c/inside/zarr.json", GROUP),
            ("old/.zarray", "{}"),
            ("notes.txt", "hello"),
        ] {
            fs::create_dir_all(root.join(path).parent().unwrap()).unwrap();
            fs::write(root.join(path), text).unwrap();
        }
        let hierarchy = Hierarchy::open(root).unwrap();
        (directory, hierarchy)
    }

    fn tell(node: &Node) -> String {
        match &node.kind {
            NodeKind::Document(document) => match &document.node {
                Ok(Document::Group(_)) => "group".to_owned(),
                Ok(Document::Array(_)) => "array".to_owned(),
                Err(fault) => fault.to_string(),
            },
            NodeKind::Directory(reason) | NodeKind::Other(reason) => (*reason).to_owned(),
            NodeKind::Unreadable(error) => error.to_string(),
        }
    }

    #[test]
    fn everything_below_a_node_is_named_with_what_it_is() {
        let (_directory, hierarchy) = hierarchy();
        let children = hierarchy.children("").unwrap();
        let told: Vec<String> = children
            .iter()
            .map(|child| format!("{}: {}", child.key, tell(&hierarchy.describe_child(child))))
            .collect();
        assert_eq!(
            told,
            [
                "a: array",
                "b: document: expected a JSON document, found EOF while parsing an object at line 1 column 1",
                "c: a directory without zarr.json",
                "notes.txt: a file",
                "old: a Zarr V2 array (.zarray); only V3 is read",
            ]
        );
        assert_eq!(tell(&hierarchy.describe("c/inside")), "group");
    }

    #[cfg(unix)]
    #[test]
    fn a_link_back_is_named_and_not_followed() {
        let (directory, hierarchy) = hierarchy();
        std::os::unix::fs::symlink(".", directory.path().join("loop")).unwrap();
        std::os::unix::fs::symlink("a", directory.path().join("other")).unwrap();
        let children = hierarchy.children("").unwrap();
        let tell_of = |name: &str| {
            tell(&hierarchy.describe_child(children.iter().find(|child| child.name == name).unwrap()))
        };
        assert_eq!(tell_of("loop"), "a link back to a directory it lies in");
        assert_eq!(tell_of("other"), "array");
    }

    #[test]
    fn a_path_has_to_be_a_directory() {
        let (directory, _) = hierarchy();
        let open = |name: &str| Hierarchy::open(&directory.path().join(name)).err();
        assert_eq!(open("nothing"), Some(PathError::Missing));
        assert_eq!(open("notes.txt"), Some(PathError::NotADirectory));
        assert_eq!(open("a"), None);
    }
}
