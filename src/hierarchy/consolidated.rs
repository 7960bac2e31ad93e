//! Where the copies of documents in a group's consolidated metadata are not what the nodes themselves say.
//!
//! A node's own document is always in force: these are notes, not faults.

use std::collections::BTreeSet;

use serde_json::{Map, Value};

use super::{Hierarchy, Node, NodeKind};
use crate::metadata::{Consolidated, DOCUMENT, GroupOrArray, parse, v2};
use crate::store::{EntryKind, join};

/// So many copies are compared.
const MOST: usize = 10_000;

impl Hierarchy {
    /// How the copies in a group's consolidated metadata differ from the documents below the group.
    #[must_use]
    pub fn consolidated_notes(&self, node: &Node) -> Vec<String> {
        let NodeKind::Document(document) = &node.kind else { return Vec::new() };
        let copies = match &document.node {
            Ok(GroupOrArray::Group(group)) if document.zarr_format() == 3 => match &group.consolidated {
                Ok(Consolidated::Inline(copies)) => {
                    copies.iter().map(|(path, copy)| (join(path, DOCUMENT), without_copies(copy))).collect()
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
        notes.extend(self.unlisted(&node.key, &copies));
        notes
    }

    /// The copies of a `.zmetadata`; what is wrong with it, if anything, otherwise.
    fn v2_copies(&self, key: &str) -> Result<Map<String, Value>, Option<String>> {
        let bytes = match self.read(key, v2::CONSOLIDATED) {
            Ok(bytes) => bytes.ok_or(None)?,
            Err(error) => return Err(Some(error.to_string())),
        };
        let wrong = |what: &str| Some(format!("{}: {what}", v2::CONSOLIDATED));
        let mut value =
            parse(&bytes, v2::CONSOLIDATED, &self.limits).map_err(|fault| wrong(&fault.message()))?;
        match value.get_mut("metadata").map(Value::take) {
            Some(Value::Object(copies)) => Ok(copies),
            _ => Err(wrong("expected copies of documents, found none")),
        }
    }

    /// What is to be said of one copy; `key` is that of its document, from the group.
    fn compare(&self, group: &str, key: &str, copy: &Value) -> Option<String> {
        let (node, name) = key.rsplit_once('/').unwrap_or(("", key));
        let shown = if node.is_empty() { "the group itself" } else { node };
        let Ok(own) = self.read(&join(group, node), name) else { return None };
        match own.map(|bytes| parse(&bytes, DOCUMENT, &self.limits)) {
            None => {
                Some(format!("consolidated metadata lists {shown} ({name}), but there is no such document"))
            }
            Some(Ok(own)) if without_copies(&own) == *copy => None,
            Some(_) => Some(format!(
                "consolidated metadata has another {name} for {shown}; the node's own document is in force"
            )),
        }
    }

    /// The nodes directly below a group of which there is no copy.
    fn unlisted(&self, key: &str, copies: &Map<String, Value>) -> Vec<String> {
        let listed: BTreeSet<&str> =
            copies.keys().filter_map(|path| path.split_once('/')).map(|(first, _)| first).collect();
        let children = self.children(key).unwrap_or_default();
        let unlisted = children.into_iter().filter(|child| {
            matches!(child.kind, EntryKind::Directory | EntryKind::Link)
                && !listed.contains(child.name.as_str())
                && matches!(self.describe_child(child).kind, NodeKind::Document(_))
        });
        unlisted
            .take(MOST)
            .map(|child| format!("consolidated metadata does not list {}", child.name))
            .collect()
    }
}

/// A document without the copies it may hold itself.
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
                "consolidated metadata has another zarr.json for differs; the node's own document is in force",
                "consolidated metadata lists gone (zarr.json), but there is no such document",
                "consolidated metadata does not list unlisted",
            ]
        );
    }
}
