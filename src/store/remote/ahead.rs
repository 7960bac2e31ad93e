use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use futures_util::{StreamExt, stream};

use super::super::{DirectoryEntry, EntryKind, FirstRead, join};
use super::{DOCUMENTS_AT_ONCE, KnownDocument, RemoteStore};

const MOST: u64 = 1 << 20;
const NAMES: usize = 200_000;
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
}

impl RemoteStore {
    pub(in super::super) fn expect(&self, node: &str, entries: &[DirectoryEntry]) {
        self.listed.remember(node, entries);
    }

    /// Together with those of nodes listed after its node. One that cannot be read in this way is read again when asked for.
    pub(super) fn read_ahead(&self, key: &str, limit: u64) {
        let Some((node, name)) = key.rsplit_once('/') else { return };
        if !DOCUMENTS.contains(&name) {
            return;
        }
        let is_known = |node: &str| {
            let mut before = DOCUMENTS.iter().take_while(|own| **own != name);
            before.any(|own| matches!(self.document(&join(node, own)), Some(KnownDocument::Present(_))))
        };
        let mut keys = Vec::new();
        let (parent, first) = node.rsplit_once('/').unwrap_or(("", node));
        let below = self.listed.below.lock().unwrap_or_else(PoisonError::into_inner);
        let names = below.get(parent).cloned().unwrap_or_default();
        drop(below);
        for node in names.iter().skip_while(|own| *own != first).map(|name| join(parent, name)) {
            if keys.len() == DOCUMENTS_AT_ONCE {
                break;
            }
            let key = join(&node, name);
            if !is_known(&node) && self.document(&key).is_none() {
                keys.push(key);
            }
        }
        if keys.len() < 2 {
            return;
        }
        let mut asked_for = Vec::new();
        let mut later = Vec::new();
        for key in &keys {
            if let Ok(asked) = self.asked(key) {
                asked_for.push(key);
                later.push(asked.small_later(limit.min(MOST)));
            }
        }
        let found =
            self.connection.finish(stream::iter(later).buffered(DOCUMENTS_AT_ONCE).collect::<Vec<_>>());
        for (key, document) in asked_for.into_iter().zip(found.into_iter().flatten()) {
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
