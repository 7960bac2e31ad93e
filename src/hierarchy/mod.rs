//! The tree of groups and arrays in a store.
//!
//! A [`Hierarchy`] is opened at a path: a store, any node in one, or a plain directory with stores in it. Nodes are
//! looked for only when somebody asks, one directory at a time, because a store may have millions. What is neither a
//! group nor an array is listed too, with the reason.
//!
//! Specification: [Hierarchy](https://zarr-specs.readthedocs.io/en/latest/v3/core/index.html#hierarchy).
#![warn(clippy::indexing_slicing)]

mod consolidated;
mod copies;
mod glance;
mod named;
mod node;

use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, OnceLock};

use self::copies::Copies;
pub(crate) use self::glance::Glance;
use self::glance::Glances;
pub use self::node::{Child, Node, NodeKind, has_document, is_document, store_above, unreadable};
use crate::limits::{LEVELS, Limits, NODES, at_most};
use crate::metadata::{DOCUMENT, NodeDocument, v2};
use crate::store::{
    Address, DirectoryEntry, EntryKind, LINK_BEHIND_LINK, Store, StoreAccess, StoreError, is_archive, join,
};
pub use crate::store::{OpenStoreError, PathError};

const ARCHIVE: &str = "an archive that has no group and no array, or that is damaged";
const ICECHUNK: &str = if cfg!(feature = "icechunk") {
    "an Icechunk repository (snapshots, manifests): it is read when it is opened by its own path"
} else {
    "an Icechunk repository (snapshots, manifests), which is read by a program that was built with `--features icechunk`"
};
#[cfg(feature = "icechunk")]
const REPOSITORY: &str = "an Icechunk repository: branches and tags are below it, and a snapshot is opened by its path, as PATH/snapshot.ID";
const PARQUET: &str = if cfg!(feature = "references-parquet") {
    "references to chunks in other files (Kerchunk or VirtualiZarr, .zmetadata with refs.N.parq): they are read when they \
     are opened by their own path"
} else {
    "references to chunks in other files (Kerchunk or VirtualiZarr, .zmetadata with refs.N.parq), which are read by a \
     program that was built with `--features references-parquet`"
};
const PARQUET_AWAY: &str = "references to chunks in other files (Kerchunk or VirtualiZarr, .zmetadata with refs.N.parq), which are \
     read from a disk only: copy this folder to one, from where its references may lead to addresses";
const RECORDS: &[u8] = b"\"record_size\"";

/// A hierarchy, seen from one of its nodes.
///
/// ```
/// use zarrscope::Hierarchy;
///
/// let hierarchy = Hierarchy::open("sample-data/climate.zarr")?;
/// let mut arrays = Vec::new();
/// for child in hierarchy.children("")? {
///     let node = hierarchy.describe_child(&child);
///     if node.is_array() {
///         arrays.push(node.key);
///     }
/// }
/// assert_eq!(arrays, ["mask", "temperature", "time", "x", "y"]);
/// # Ok::<(), zarrscope::Error>(())
/// ```
#[derive(Debug, Clone)]
pub struct Hierarchy {
    /// The path that it was opened at, as the user wrote it.
    pub name: String,
    store: Store,
    repository: Arc<OnceLock<Store>>,
    access: StoreAccess,
    limits: Limits,
    copies: Arc<OnceLock<Option<Copies>>>,
    /// The names that one walk has found; `None` where none is counted.
    visited: Option<Arc<AtomicU64>>,
    /// What work that is done once has seen; `None` where each look is a new one.
    glances: Option<Glances>,
}

pub const NOT_UTF_8: &str = "its name is not UTF-8, so no key leads to it";

impl Hierarchy {
    /// Opens the hierarchy at a path, with the limits that hold by default: a directory, a zip archive, or a node in one.
    ///
    /// ```
    /// use zarrscope::Hierarchy;
    ///
    /// let group = Hierarchy::open("sample-data/climate.zarr/ocean")?;
    /// assert!(group.describe("salinity").is_array());
    ///
    /// let error = Hierarchy::open("no/such.zarr").unwrap_err();
    /// assert_eq!(error.to_string(), "no/such.zarr: no such path");
    /// # Ok::<(), zarrscope::Error>(())
    /// ```
    ///
    /// # Errors
    /// When there is no store.
    pub fn open(path: &(impl AsRef<Path> + ?Sized)) -> Result<Self, OpenStoreError> {
        Self::open_at(path, &StoreAccess::default())
    }

    /// Opens the hierarchy at a path or an address. At an address nothing is asked yet.
    ///
    /// ```
    /// use zarrscope::{Hierarchy, Limits, StoreAccess};
    ///
    /// let limits = Limits { document_bytes: 100, ..Limits::default() };
    /// let access = StoreAccess { limits, ..StoreAccess::default() };
    /// let hierarchy = Hierarchy::open_at("sample-data/climate.zarr", &access)?;
    /// let faults = hierarchy.describe("temperature").faults();
    /// assert_eq!(faults[0].expected, "at most 100 bytes (--max-document-bytes)");
    /// # Ok::<(), zarrscope::Error>(())
    /// ```
    ///
    /// # Errors
    /// When there is no store, or nothing can be asked at the address.
    pub fn open_at(path: &(impl AsRef<Path> + ?Sized), access: &StoreAccess) -> Result<Self, OpenStoreError> {
        let path = path.as_ref();
        // Nothing else of an address is ever shown.
        let name = Address::name(path);
        let store =
            Store::open_at(path, access).map_err(|reason| OpenStoreError { path: name.clone(), reason })?;
        let limits = access.limits;
        // Keys are joined to it with a slash. The root of the file system is nothing but one.
        let trimmed = name.trim_end_matches('/');
        let name = if trimmed.is_empty() { name.as_str() } else { trimmed };
        let (repository, copies) = Default::default();
        let (access, name) = (access.clone(), name.to_owned());
        Ok(Self { name, store, repository, access, limits, copies, visited: None, glances: None })
    }

    /// The hierarchy in a store that is open already. `name` stands where others have a path.
    ///
    /// ```
    /// use zarrscope::{Hierarchy, MemoryStore};
    ///
    /// let group = r#"{"zarr_format": 3, "node_type": "group"}"#;
    /// let store = MemoryStore::new("test", [("zarr.json", group.as_bytes()), ("a/zarr.json", group.as_bytes())]);
    /// let hierarchy = Hierarchy::in_store("test", store);
    /// assert_eq!(hierarchy.children("")?[0].name, "a");
    /// # Ok::<(), zarrscope::Error>(())
    /// ```
    pub fn in_store(name: &str, store: impl Into<Store>) -> Self {
        let (repository, access, limits, copies) = Default::default();
        let (name, store) = (name.to_owned(), store.into());
        Self { name, store, repository, access, limits, copies, visited: None, glances: None }
    }

    #[doc(hidden)]
    pub fn reopen(&self) -> Result<Self, OpenStoreError> {
        let gone = |reason| OpenStoreError { path: self.name.clone(), reason };
        let store = self.store.reopen().map_err(gone)?;
        let repository = self.repository.get().map(Store::reopen).transpose().map_err(gone)?;
        let repository = Arc::new(repository.map(OnceLock::from).unwrap_or_default());
        Ok(Self { store, repository, copies: Arc::default(), glances: None, ..self.clone() })
    }

    /// For one walk of all nodes, which ends at the limit of them: a server can name others below each of them, without an end.
    pub(crate) fn for_a_walk(&self) -> Self {
        Self { visited: Some(Arc::new(AtomicU64::new(1))), ..self.remembering() }
    }

    #[doc(hidden)]
    pub fn store(&self) -> &Store {
        self.repository.get().unwrap_or(&self.store)
    }

    #[doc(hidden)]
    pub fn is_remote(&self) -> bool {
        self.store().is_remote()
    }

    pub(crate) fn display(&self, key: &str) -> String {
        if key.is_empty() {
            self.name.clone()
        } else {
            format!("{}/{}", self.name, Address::key_behind(&self.name, key))
        }
    }

    /// What is at a key that is a directory.
    pub fn describe(&self, key: &str) -> Node {
        // Where both formats are there, `zarr.json` counts: zarr-python takes it too.
        let v2 = || [v2::ARRAY, v2::GROUP].into_iter().find_map(|name| self.read_v2(key, name));
        let (kind, beside) = match self.read(key, DOCUMENT) {
            Ok(Some(bytes)) => {
                // On a network that would be two more requests for documents that do not count.
                let others = [v2::ARRAY, v2::GROUP].into_iter().filter(|_| !self.store().is_remote());
                let beside = others.into_iter().find(|name| self.store().has(&join(key, name)));
                (NodeKind::Document(Arc::new(NodeDocument::read(&bytes, &self.limits))), beside)
            }
            Ok(None) => (v2().unwrap_or_else(|| self.without_document(key)), None),
            Err(error) => (NodeKind::Unreadable(error), None),
        };
        Node { key: key.to_owned(), kind, beside, link: None }
    }

    fn read(&self, key: &str, name: &str) -> Result<Option<Vec<u8>>, StoreError> {
        if let Some(copies) = self.copies()
            && copies.decide(key)
        {
            return Ok(copies.document(key, name));
        }
        self.store().read(&join(key, name), self.limits.document_bytes)
    }

    fn read_v2(&self, key: &str, name: &'static str) -> Option<NodeKind> {
        let bytes = match self.read(key, name) {
            Ok(bytes) => bytes?,
            Err(error) => return Some(NodeKind::Unreadable(error)),
        };
        match self.read(key, v2::ATTRIBUTES) {
            Ok(attributes) => {
                let document = NodeDocument::read_v2(name, &bytes, attributes.as_deref(), &self.limits);
                Some(NodeKind::Document(Arc::new(document)))
            }
            Err(error) => Some(NodeKind::Unreadable(error)),
        }
    }

    /// On a network a repository of Icechunk is known when its root is looked at, so that others cost no request more.
    fn find_repository(&self, key: &str) -> Result<(), StoreError> {
        if key.is_empty() && self.repository.get().is_none() {
            match self.store.repository(&self.access) {
                // Two threads may look at the same time; both find the same.
                Ok(Some(found)) => drop(self.repository.set(found)),
                Ok(None) => {}
                Err(error) => {
                    let (expected, found) = error.contrast();
                    let key = String::new();
                    return Err(match error {
                        PathError::Repository { is_unread: true, .. } => {
                            StoreError::Answer { key, expected, found }
                        }
                        _ => StoreError::Reference { key, expected, found },
                    });
                }
            }
        }
        Ok(())
    }

    fn without_document(&self, key: &str) -> NodeKind {
        if let Err(unusable) = self.find_repository(key) {
            return NodeKind::Unreadable(unusable);
        }
        // References or an archive at an address could be read on a disk. Each question is a request: only of what was opened
        // it is worth them, and a file has no name below it.
        let away = if self.store().is_remote() && key.is_empty() {
            match self.read(key, v2::CONSOLIDATED) {
                Ok(Some(text)) if names_tables(&text) => Some(PARQUET_AWAY),
                _ => self.store().form_of_file(),
            }
        } else {
            None
        };
        if let Some(found) = away {
            let expected = "a group or an array (zarr.json, .zgroup, .zarray)".to_owned();
            let found = found.to_owned();
            return NodeKind::Unreadable(StoreError::Answer { key: key.to_owned(), expected, found });
        }
        // What was listed may have been deleted since.
        if let Err(error) = self.store().check_directory(key) {
            return NodeKind::Unreadable(error);
        }
        if self.store().is_empty_directory(key) {
            return NodeKind::Directory("an empty directory: no store was written here yet");
        }
        if self.store().has(&join(key, node::N5)) {
            return NodeKind::Directory("an N5 node (attributes.json); only Zarr V2 and V3 are read");
        }
        let reason = self.references(key);
        NodeKind::Directory(reason.unwrap_or("a directory without zarr.json, .zarray or .zgroup"))
    }

    fn references(&self, key: &str) -> Option<&'static str> {
        #[cfg(feature = "icechunk")]
        if let Store::Icechunk(store) = self.store() {
            return store.is_root(key).then_some(REPOSITORY);
        }
        if self.store().is_icechunk(key) {
            return Some(ICECHUNK);
        }
        let text = self.read(key, v2::CONSOLIDATED).ok()??;
        names_tables(&text).then_some(if self.store().is_remote() { PARQUET_AWAY } else { PARQUET })
    }

    /// The names below a node, without its own document. An array has no nodes below it: ask [`Node::is_array`] first. Where a
    /// server lists no names they are those that documents name.
    ///
    /// # Errors
    /// When the directory cannot be read, or directories in it are more than 256 down.
    pub fn children(&self, key: &str) -> Result<Vec<Child>, StoreError> {
        let children = self.listed(key)?;
        if let Some(visited) = &self.visited {
            let more = children.len() as u64;
            if visited.fetch_add(more, Relaxed).saturating_add(more) > self.limits.nodes {
                let expected = at_most(self.limits.nodes, "nodes in all", NODES);
                return Err(StoreError::OverLimit {
                    key: key.to_owned(),
                    expected,
                    found: "more".to_owned(),
                });
            }
        }
        Ok(children)
    }

    /// The keys of all arrays in the order of a tree, for `Array::open`. The key of the root is empty.
    ///
    /// # Errors
    /// As [`children`](Self::children), and when there are more nodes than the limits allow.
    pub fn arrays(&self) -> Result<Vec<String>, StoreError> {
        let hierarchy = self.for_a_walk();
        let mut found = Vec::new();
        let mut waiting = Vec::new();
        let mut next = Some(hierarchy.describe(""));
        while let Some(node) = next {
            if node.is_array() {
                found.push(node.key);
            } else if node.may_have_children() {
                waiting.extend(hierarchy.children(&node.key)?.into_iter().rev());
            }
            next = waiting.pop().map(|child| hierarchy.describe_child(&child));
        }
        Ok(found)
    }

    fn listed(&self, key: &str) -> Result<Vec<Child>, StoreError> {
        let entries = match self.copies() {
            Some(copies) if copies.decide(key) => copies.list(key),
            _ if !self.store().lists() => self.named_children(key)?,
            _ => self.store().list(key, self.limits.nodes)?,
        };
        let is_directory =
            |entry: &DirectoryEntry| matches!(entry.kind, EntryKind::Directory | EntryKind::Link);
        if key.split('/').count() >= LEVELS && entries.iter().any(is_directory) {
            let expected = format!("at most {LEVELS} levels of nodes");
            return Err(StoreError::OverLimit { key: key.to_owned(), expected, found: "more".to_owned() });
        }
        let entries = entries.iter().filter(|entry| !is_document(&entry.name));
        // Names are copied in their order, so that millions of them are visited in the order of memory.
        Ok(entries
            .map(|entry| Child { key: join(key, &entry.name), name: entry.name.clone(), kind: entry.kind })
            .collect())
    }

    /// What is at a child.
    pub fn describe_child(&self, child: &Child) -> Node {
        match child.kind {
            EntryKind::Directory => self.describe(&child.key),
            EntryKind::Link => Node { link: self.store().link_target(&child.key), ..self.linked(child) },
            // Archives with nodes in them are listed as directories.
            EntryKind::File if is_archive(&child.name) => child.other(ARCHIVE),
            EntryKind::File => child.other("a file"),
            EntryKind::Unnameable => child.other(NOT_UTF_8),
            EntryKind::Other => match self.store().link_target(&child.key) {
                None => child.other("neither a directory nor a regular file"),
                link => Node { link, ..child.other("a link to neither a directory nor a regular file") },
            },
        }
    }

    /// Follows a link to a directory. Only nodes count: other targets have nothing to do with the store.
    fn linked(&self, child: &Child) -> Node {
        // A loop is named as such, before the number of links is counted: it would be over any limit.
        if self.store().leads_back(&child.key) {
            return child.other("a link back to a directory it lies in");
        }
        if self.store().links(&child.key) as u64 > self.limits.links {
            return child.other(LINK_BEHIND_LINK);
        }
        match self.describe(&child.key) {
            Node { kind: NodeKind::Directory(_), .. } => {
                child.other("a link to a directory that is no node, which is not followed")
            }
            node => node,
        }
    }
}

fn names_tables(text: &[u8]) -> bool {
    text.windows(RECORDS.len()).any(|part| part == RECORDS)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::metadata::GroupOrArray;
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

    fn text(node: &Node) -> String {
        match &node.kind {
            NodeKind::Document(document) => match &document.node {
                Ok(GroupOrArray::Group(_)) => "group".to_owned(),
                Ok(GroupOrArray::Array(_)) => "array".to_owned(),
                Err(fault) if fault.document == DOCUMENT => fault.to_string(),
                Err(fault) => format!("{}: {fault}", fault.document),
            },
            NodeKind::Directory(reason) | NodeKind::Other(reason) => (*reason).to_owned(),
            NodeKind::Unreadable(error) => error.to_string(),
        }
    }

    #[test]
    fn everything_below_a_node_is_named_with_what_it_is() {
        let (_directory, hierarchy) = hierarchy();
        let children = hierarchy.children("").unwrap();
        let listed: Vec<String> = children
            .iter()
            .map(|child| format!("{}: {}", child.key, text(&hierarchy.describe_child(child))))
            .collect();
        assert_eq!(
            listed,
            [
                "a: array",
                "b: document: expected a JSON document, found the end of the file within an object at line 1 column 1",
                "c: a directory without zarr.json, .zarray or .zgroup",
                "notes.txt: a file",
                "old: .zarray: /zarr_format: expected 2, found nothing",
            ]
        );
        assert_eq!(text(&hierarchy.describe("c/inside")), "group");
    }

    #[cfg(unix)]
    #[test]
    fn a_link_back_is_named_and_not_followed() {
        let (directory, hierarchy) = hierarchy();
        std::os::unix::fs::symlink(".", directory.path().join("loop")).unwrap();
        std::os::unix::fs::symlink("a", directory.path().join("other")).unwrap();
        let children = hierarchy.children("").unwrap();
        let tell_of = |name: &str| {
            text(&hierarchy.describe_child(children.iter().find(|child| child.name == name).unwrap()))
        };
        assert_eq!(tell_of("loop"), "a link back to a directory it lies in");
        assert_eq!(tell_of("other"), "array");
    }

    #[cfg(unix)]
    #[test]
    fn a_link_is_followed_to_a_node_and_no_link_behind_it() {
        use std::os::unix::fs::symlink;
        let (directory, hierarchy) = hierarchy();
        let (elsewhere, root) = (tempfile::tempdir().unwrap(), directory.path());
        fs::create_dir_all(elsewhere.path().join("group/inside")).unwrap();
        for node in ["group", "group/inside"] {
            fs::write(elsewhere.path().join(node).join("zarr.json"), GROUP).unwrap();
        }
        symlink(elsewhere.path().join("group"), root.join("linked")).unwrap();
        symlink(root, elsewhere.path().join("group/home")).unwrap();
        symlink(elsewhere.path(), root.join("world")).unwrap();
        let tell_of = |key: &str| {
            let (parent, name) = key.rsplit_once('/').unwrap_or(("", key));
            let children = hierarchy.children(parent).unwrap();
            let node = hierarchy.describe_child(children.iter().find(|child| child.name == name).unwrap());
            (text(&node), node.link.is_some())
        };
        assert_eq!(tell_of("linked"), ("group".to_owned(), true));
        assert_eq!(tell_of("linked/inside"), ("group".to_owned(), false));
        assert_eq!(
            tell_of("linked/home"),
            ("more links in a row than are followed (--max-links)".to_owned(), true)
        );
        let refused = "a link to a directory that is no node, which is not followed";
        assert_eq!(tell_of("world"), (refused.to_owned(), true));
    }

    #[test]
    fn a_path_has_to_be_a_directory() {
        let (directory, _) = hierarchy();
        let open = |name: &str| Hierarchy::open(&directory.path().join(name)).err().map(|error| error.reason);
        assert_eq!(open("nothing"), Some(PathError::Missing));
        assert_eq!(open("notes.txt"), Some(PathError::NotADirectory));
        assert_eq!(open("a"), None);
    }
}
