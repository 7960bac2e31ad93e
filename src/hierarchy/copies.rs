//! The documents of a whole store, from the copies that its root keeps: on a network they save a request for each node, and
//! a server that lists no names has no other way to say which nodes there are. There the copies count; a node that is
//! opened at its own address is read from its own document.

use std::collections::BTreeMap;
use std::ops::Bound;
use std::sync::Arc;

use serde_json::Value;

use super::Hierarchy;
use crate::metadata::{Consolidated, DOCUMENT, GroupOrArray, NodeDocument, v2};
use crate::store::{DirectoryEntry, EntryKind, is_key, join};

/// An array seldom lies deeper in its store, and each level is a request.
const LEVELS_ASKED: usize = 4;

#[derive(Debug, Default)]
pub(super) struct Copies {
    documents: BTreeMap<String, Vec<u8>>,
    are_all: bool,
}

#[doc(hidden)]
impl Hierarchy {
    pub(super) fn copies(&self) -> Option<&Copies> {
        if !self.store().is_remote() {
            return None;
        }
        let read = || match self.root(DOCUMENT) {
            Some(bytes) => self.v3_copies(bytes),
            // An array of V2 needs no more than its own documents.
            None if self.root(v2::ARRAY).is_some() => None,
            None => self.known_v2_copies(),
        };
        self.copies.get_or_init(read).as_ref()
    }

    /// The nearest hierarchy above this one on a network that keeps a copy of the document of its root, and the key of this root
    /// in it. Only copies say what else is there, at the cost of one document for each level, of the format of this root.
    /// Nodes without a copy are not asked for.
    pub fn above(&self, zarr_format: u8) -> Option<(Self, String)> {
        let mut store = self.store().clone();
        let mut key = String::new();
        let mut name = self.name.as_str();
        for _ in 0..LEVELS_ASKED {
            let (above, own) = store.above()?;
            store = above;
            key = join(&own, &key);
            name = name.rsplit_once('/')?.0;
            let mut above = Self { name: name.to_owned(), store: store.clone(), ..self.clone() };
            let copies = match zarr_format {
                // Each group of V3 has a document: above one that is missing there is none.
                3 => above.v3_copies(above.root(DOCUMENT)?),
                _ => above.known_v2_copies(),
            };
            if let Some(mut copies) = copies
                && copies.has(&key)
            {
                copies.are_all = true;
                above.copies = Arc::new(Some(copies).into());
                return Some((above, key));
            }
        }
        None
    }

    fn root(&self, name: &str) -> Option<Vec<u8>> {
        self.store().read(name, self.limits.document_bytes).ok().flatten()
    }

    fn v3_copies(&self, bytes: Vec<u8>) -> Option<Copies> {
        let document = NodeDocument::read(&bytes, &self.limits);
        let Ok(GroupOrArray::Group(group)) = &document.node else { return None };
        let Ok(Consolidated::Inline(copies)) = &group.consolidated else { return None };
        let keyed = copies.iter().map(|(path, copy)| (join(path, DOCUMENT), copy));
        Some(Copies::new(Some((DOCUMENT.to_owned(), bytes)), keyed))
    }

    fn known_v2_copies(&self) -> Option<Copies> {
        Some(Copies::new(None, self.v2_copies("").ok()?.iter().map(|(key, copy)| (key.clone(), copy))))
    }
}

impl Copies {
    fn new<'a>(root: Option<(String, Vec<u8>)>, copies: impl Iterator<Item = (String, &'a Value)>) -> Self {
        let mut all = Self::default();
        all.documents.extend(root);
        for (key, copy) in copies {
            if is_key(&key) && !key.is_empty() {
                all.documents.insert(key, copy.to_string().into_bytes());
            }
        }
        all
    }

    pub(super) fn decide(&self, key: &str) -> bool {
        self.are_all || self.has(key)
    }

    /// Whether there is a copy of a document at or below a node. The root is always there.
    fn has(&self, node: &str) -> bool {
        let below = format!("{node}/");
        node.is_empty() || self.from(&below).is_some_and(|key| key.starts_with(&below))
    }

    fn from(&self, key: &str) -> Option<&str> {
        let keys = (Bound::Included(key), Bound::Unbounded);
        self.documents.range::<str, _>(keys).next().map(|(key, _)| key.as_str())
    }

    pub(super) fn document(&self, key: &str, name: &str) -> Option<Vec<u8>> {
        self.documents.get(&join(key, name)).cloned()
    }

    /// Names are found as they are asked for: a list of all groups above each key would have the square of its levels.
    pub(super) fn list(&self, key: &str) -> Vec<DirectoryEntry> {
        let below = if key.is_empty() { String::new() } else { format!("{key}/") };
        let mut entries = Vec::new();
        let mut at = below.clone();
        while let Some(found) = self.from(&at)
            && let Some(rest) = found.strip_prefix(&below)
        {
            at = match rest.split_once('/') {
                Some((name, _)) => {
                    entries.push(DirectoryEntry { name: name.to_owned(), kind: EntryKind::Directory });
                    // Behind all that is below it: `0` comes after `/`.
                    format!("{below}{name}0")
                }
                None => format!("{found}\0"),
            };
        }
        DirectoryEntry::sorted(entries.into_iter())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn groups_without_a_copy_are_found_by_what_is_below_them() {
        let copy = Value::from(1);
        let keys = ["zarr.json", "a/b/zarr.json", "a/c/zarr.json", "a-b/zarr.json", "a0/zarr.json", "/bad"];
        let copies = Copies::new(None, keys.into_iter().map(|key| (key.to_owned(), &copy)));
        let names = |key: &str| copies.list(key).into_iter().map(|entry| entry.name).collect::<Vec<_>>();
        assert_eq!(
            (names(""), names("a")),
            (vec!["a".into(), "a0".into(), "a-b".into()], vec!["b".into(), "c".into()])
        );
        assert_eq!(names("a/b"), Vec::<String>::new());
        assert_eq!(
            ["", "a", "a/b", "a/d", "b"].map(|key| copies.decide(key)),
            [true, true, true, false, false]
        );
    }
}
