//! Documents that are read before they are asked for: after a list of nodes somebody wants the document of one after the
//! other, and each would take a request's time.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use futures_util::{StreamExt, stream};

use super::super::byte_source::FirstRead;
use super::super::entry::{DirectoryEntry, EntryKind, join};
use super::{AT_ONCE, KnownDocument, RemoteStore};

const MOST: u64 = 1 << 20;
const NAMES: usize = 200_000;
/// The documents that say what a node is, in the order in which they are asked for.
const DOCUMENTS: [&str; 3] = ["zarr.json", ".zarray", ".zgroup"];

#[derive(Default)]
pub(super) struct ListedNames {
    below: Mutex<HashMap<String, Vec<String>>>,
}

impl ListedNames {
    pub(super) fn remember(&self, node: &str, entries: &[DirectoryEntry]) {
        let directories = entries.iter().filter(|entry| entry.kind == EntryKind::Directory);
        let names: Vec<String> = directories.map(|entry| entry.name.clone()).collect();
        let mut below = self.below.lock().unwrap_or_else(PoisonError::into_inner);
        let all = below.values().map(Vec::len).sum::<usize>().saturating_add(names.len());
        if all > NAMES {
            below.clear();
        }
        if names.len() <= NAMES {
            below.insert(node.to_owned(), names);
        }
    }

    /// A node and those that were listed after it.
    fn from(&self, node: &str) -> Vec<String> {
        let (parent, name) = node.rsplit_once('/').unwrap_or(("", node));
        let below = self.below.lock().unwrap_or_else(PoisonError::into_inner);
        let names = below.get(parent).map(Vec::as_slice).unwrap_or_default();
        let behind = names.iter().skip_while(|own| *own != name);
        behind.map(|name| join(parent, name)).collect()
    }
}

impl RemoteStore {
    /// Remembers which nodes below one will be asked for.
    pub(in super::super) fn expect(&self, node: &str, entries: &[DirectoryEntry]) {
        self.listed.remember(node, entries);
    }

    /// Reads a document together with those of the nodes that were listed behind its node. What is read is kept; a document
    /// that cannot be read so is left to who asks for it.
    pub(super) fn read_ahead(&self, key: &str, limit: u64) {
        let Some((node, name)) = key.rsplit_once('/').filter(|(_, name)| DOCUMENTS.contains(name)) else {
            return;
        };
        let before = || DOCUMENTS.iter().take_while(|own| **own != name);
        let is_known = |node: &String| {
            before().any(|own| matches!(self.document(&join(node, own)), Some(KnownDocument::Present(_))))
        };
        let nodes = self.listed.from(node).into_iter().filter(|node| !is_known(node));
        let keys = nodes.map(|node| join(&node, name)).filter(|key| self.document(key).is_none());
        let keys: Vec<String> = keys.take(AT_ONCE).collect();
        if keys.len() < 2 {
            return;
        }
        let asked = keys.iter().filter_map(|key| Some((key, self.asked(key).ok()?)));
        let (keys, later): (Vec<&String>, Vec<_>) =
            asked.map(|(key, asked)| (key, asked.small_later(limit.min(MOST)))).unzip();
        let found = self.connection.finish(stream::iter(later).buffered(AT_ONCE).collect::<Vec<_>>());
        for (key, document) in keys.into_iter().zip(found.into_iter().flatten()) {
            if let Some(document) = document {
                self.keep(key, document.value().as_deref());
            }
        }
    }

    pub(in super::super) fn has(&self, key: &str) -> bool {
        match self.document(key) {
            Some(document) => matches!(document, KnownDocument::Present(_)),
            None => self.open(key, FirstRead::Size).is_ok_and(|value| value.is_some()),
        }
    }
}
