//! Where consolidated metadata, the copies that a group keeps for a store to be opened with one request, differ from the
//! documents. They are no part of the specifications: the own document is read, and a stale copy is a note, not a fault.

use std::collections::BTreeSet;

use serde_json::{Map, Value};

use super::{Hierarchy, Node, NodeKind, names_tables};
use crate::metadata::{Consolidated, DOCUMENT, GroupOrArray, parse, text::shorten, v2};
use crate::store::{EntryKind, join};

/// Each comparison costs a read of the store.
const MOST: usize = 10_000;
const SHOWN: usize = 200;

/// Comparing would take a request for each node.
const COPIES_IN_FORCE: &str = "the nodes below are read from consolidated metadata, which are not compared with their own \
                               documents: the store is at an address";

#[doc(hidden)]
impl Hierarchy {
    /// For copies that are used without being compared: those of a store at an address.
    pub fn copies_in_force(&self, node: &Node) -> Option<&'static str> {
        if node.key.is_empty() && self.copies().is_some() { Some(COPIES_IN_FORCE) } else { None }
    }

    pub fn consolidated_notes(&self, node: &Node) -> Vec<String> {
        let NodeKind::Document(document) = &node.kind else { return Vec::new() };
        if self.store().is_remote() {
            return Vec::new();
        }
        let copies = match &document.node {
            Ok(GroupOrArray::Group(group)) if document.zarr_format() == 3 => match &group.consolidated {
                Ok(Consolidated::Inline(copies)) => {
                    copies.iter().map(|(path, copy)| (join(path, DOCUMENT), copy.clone())).collect()
                }
                _ => return Vec::new(),
            },
            Ok(GroupOrArray::Group(_)) => match self.v2_copies(&node.key) {
                Ok(copies) => copies,
                Err(wrong) => return wrong.into_iter().collect(),
            },
            _ => return Vec::new(),
        };
        let mut notes: Vec<String> =
            copies.iter().take(MOST).filter_map(|(key, copy)| self.compare(&node.key, key, copy)).collect();
        let listed: BTreeSet<&str> = copies.keys().filter_map(|path| Some(path.split_once('/')?.0)).collect();
        let compared = notes.len();
        for child in self.listed(&node.key).unwrap_or_default() {
            if notes.len() - compared < MOST
                && matches!(child.kind, EntryKind::Directory | EntryKind::Link)
                && !listed.contains(child.name.as_str())
                && matches!(self.describe_child(&child).kind, NodeKind::Document(_))
            {
                notes.push(format!("consolidated metadata does not list {}", child.name));
            }
        }
        notes
    }

    pub(super) fn v2_copies(&self, key: &str) -> Result<Map<String, Value>, Option<String>> {
        let bytes = match self.store().read(&join(key, v2::CONSOLIDATED), self.limits.document_bytes) {
            Ok(bytes) => bytes.ok_or(None)?,
            Err(error) => return Err(Some(error.to_string())),
        };
        // These documents do not lead to chunks, but to tables of references.
        if names_tables(&bytes) {
            return Err(None);
        }
        let wrong = |what: &str| Some(format!("{}: {what}", v2::CONSOLIDATED));
        let mut value =
            parse(&bytes, v2::CONSOLIDATED, &self.limits).map_err(|fault| wrong(&fault.message()))?;
        match value.get_mut("metadata").map(Value::take) {
            Some(Value::Object(copies)) => Ok(copies),
            _ => Err(wrong("expected copies of documents, found none")),
        }
    }

    fn compare(&self, group: &str, key: &str, copy: &Value) -> Option<String> {
        let (node, name) = key.rsplit_once('/').unwrap_or(("", key));
        let shown = if node.is_empty() { "the group itself".to_owned() } else { shorten(node, SHOWN) };
        let Ok(own) = self.read(&join(group, node), name) else { return None };
        match own.map(|bytes| parse(&bytes, DOCUMENT, &self.limits)) {
            None => {
                Some(format!("consolidated metadata lists {shown} ({name}), but there is no such document"))
            }
            Some(Ok(own)) if without_copies(&own) == without_copies(copy) => None,
            Some(_) => Some(format!(
                "consolidated metadata has another {name} for {shown}; the node's own document is used"
            )),
        }
    }
}

fn without_copies(document: &Value) -> Value {
    let mut document = document.clone();
    if let Some(members) = document.as_object_mut() {
        members.shift_remove("consolidated_metadata");
    }
    document
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;
    use std::fs;

    #[test]
    fn copies_that_differ_are_gone_or_are_missing_are_named() {
        let directory = tempfile::tempdir().unwrap();
        let group = json!({"zarr_format": 3, "node_type": "group"});
        let mut other = group.clone();
        other["attributes"] = json!({"a": 1});
        let mut root = group.clone();
        root["consolidated_metadata"] = json!({
            "must_understand": false, "kind": "inline",
            "metadata": {"same": group, "differs": other, "gone": group},
        });
        for (path, document) in [("", &root), ("same", &group), ("differs", &group), ("unlisted", &group)] {
            fs::create_dir_all(directory.path().join(path)).unwrap();
            fs::write(directory.path().join(path).join("zarr.json"), document.to_string()).unwrap();
        }
        let hierarchy = Hierarchy::open(directory.path()).unwrap();
        let notes = hierarchy.consolidated_notes(&hierarchy.describe(""));
        assert_eq!(
            notes,
            [
                "consolidated metadata has another zarr.json for differs; the node's own document is used",
                "consolidated metadata lists gone (zarr.json), but there is no such document",
                "consolidated metadata does not list unlisted",
            ]
        );
    }
}
