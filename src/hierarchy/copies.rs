//! The documents of a whole store, from the copies that its root keeps: on a network they save a request for each node, and
//! a server that lists no names has no other way to say which nodes there are.
//!
//! What they say is in force there. A node that is opened at its own address is read from its own document.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use super::Hierarchy;
use crate::metadata::{Consolidated, DOCUMENT, GroupOrArray, NodeDocument, v2};
use crate::store::{DirectoryEntry, EntryKind, join};

/// Copies of documents, by their keys.
#[derive(Debug, Default)]
pub(super) struct Copies {
    documents: BTreeMap<String, Vec<u8>>,
    /// The nodes directly below each node, those that have no document of their own among them.
    below: BTreeMap<String, BTreeSet<String>>,
}

impl Hierarchy {
    /// The copies at the root of a store on a network, if there are some that can be used. They are read once.
    pub(super) fn copies(&self) -> Option<&Copies> {
        if !self.store.is_remote() {
            return None;
        }
        self.copies.get_or_init(|| self.read_copies()).as_ref()
    }

    fn read_copies(&self) -> Option<Copies> {
        let read = |name: &str| self.store.read(name, self.limits.document_bytes).ok().flatten();
        if let Some(bytes) = read(DOCUMENT) {
            let document = NodeDocument::read(&bytes, &self.limits);
            let Ok(GroupOrArray::Group(group)) = &document.node else { return None };
            let Ok(Consolidated::Inline(copies)) = &group.consolidated else { return None };
            let keyed = copies.iter().map(|(path, copy)| (join(path, DOCUMENT), copy));
            return Some(Copies::new(Some((DOCUMENT.to_owned(), bytes)), keyed));
        }
        // An array of V2 needs no more than its own documents.
        if read(v2::ARRAY).is_some() {
            return None;
        }
        let copies = self.v2_copies("").ok()?;
        Some(Copies::new(None, copies.iter().map(|(key, copy)| (key.clone(), copy))))
    }
}

impl Copies {
    fn new<'a>(root: Option<(String, Vec<u8>)>, copies: impl Iterator<Item = (String, &'a Value)>) -> Self {
        let mut all = Self::default();
        all.below.entry(String::new()).or_default();
        all.documents.extend(root);
        for (key, copy) in copies.filter(|(key, _)| is_key(key)) {
            let node = key.rsplit_once('/').map_or("", |(node, _)| node);
            all.enter(node);
            all.documents.insert(key, copy.to_string().into_bytes());
        }
        all
    }

    /// Takes in a node and those it lies in.
    fn enter(&mut self, node: &str) {
        let mut node = node;
        while !node.is_empty() {
            self.below.entry(node.to_owned()).or_default();
            let (parent, name) = node.rsplit_once('/').unwrap_or(("", node));
            if !self.below.entry(parent.to_owned()).or_default().insert(name.to_owned()) {
                return;
            }
            node = parent;
        }
    }

    /// Whether a node is known from the copies.
    pub(super) fn has(&self, key: &str) -> bool {
        self.below.contains_key(key)
    }

    /// The copy of a document of a node.
    pub(super) fn document(&self, key: &str, name: &str) -> Option<Vec<u8>> {
        self.documents.get(&join(key, name)).cloned()
    }

    /// The nodes directly below a node.
    pub(super) fn list(&self, key: &str) -> Vec<DirectoryEntry> {
        let names = self.below.get(key).into_iter().flatten();
        let entries = names.map(|name| DirectoryEntry { name: name.clone(), kind: EntryKind::Directory });
        DirectoryEntry::sorted(entries)
    }
}

/// Whether a text from a document is a key of a store.
fn is_key(key: &str) -> bool {
    key.split('/').all(|part| !matches!(part, "" | "." | ".."))
}
