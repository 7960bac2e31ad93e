//! Where consolidated metadata, the copies that a group keeps for a store to be opened with one request, differ from the
//! documents. They are no part of the specifications: the own document is read, and a stale copy is a note, not a fault.

use std::collections::BTreeSet;

use serde_json::{Map, Value};

use super::{Hierarchy, Node, NodeKind, names_tables};
use crate::metadata::{Consolidated, DOCUMENT, GroupOrArray, first_difference, parse, text::shorten, v2};
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
        notes.extend(self.uncopied_attributes(&node.key, &copies));
        notes.extend(self.unlisted(&node.key, &copies));
        notes
    }

    /// Attributes of V2 that are there now, where there were none when the copies were made.
    fn uncopied_attributes(&self, group: &str, copies: &Map<String, Value>) -> Vec<String> {
        let nothing = Value::Object(Map::new());
        let mut notes = Vec::new();
        for key in copies.keys().take(MOST) {
            let (node, name) = key.rsplit_once('/').unwrap_or(("", key));
            let attributes = join(node, v2::ATTRIBUTES);
            if matches!(name, v2::ARRAY | v2::GROUP) && !copies.contains_key(&attributes) {
                notes.extend(self.compare(group, &attributes, &nothing));
            }
        }
        notes
    }

    /// Nodes without a copy, in this group and the groups that have one.
    fn unlisted(&self, group: &str, copies: &Map<String, Value>) -> Vec<String> {
        let mut listed = BTreeSet::from([""]);
        let mut groups = BTreeSet::from([""]);
        for (key, copy) in copies {
            let (node, name) = key.rsplit_once('/').unwrap_or(("", key));
            listed.insert(node);
            if name == v2::GROUP || copy.get("node_type").is_some_and(|kind| kind == "group") {
                groups.insert(node);
            }
        }
        let mut notes = Vec::new();
        for above in groups.into_iter().take(MOST) {
            for child in self.listed(&join(group, above)).unwrap_or_default() {
                let path = join(above, &child.name);
                if matches!(child.kind, EntryKind::Directory | EntryKind::Link)
                    && !listed.contains(path.as_str())
                    && notes.len() < MOST
                    && matches!(self.describe_child(&child).kind, NodeKind::Document(_))
                {
                    notes.push(format!("consolidated metadata does not list {}", shorten(&path, SHOWN)));
                }
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
        let place = match own.map(|bytes| parse(&bytes, DOCUMENT, &self.limits)) {
            // No attributes are the same as no document of them.
            None if name == v2::ATTRIBUTES && copy.as_object().is_some_and(Map::is_empty) => return None,
            None => {
                return Some(format!(
                    "consolidated metadata lists {shown} ({name}), but there is no such document"
                ));
            }
            Some(Ok(own)) => first_difference(name, &own, copy)?,
            Some(Err(_)) => String::new(),
        };
        let place = if place.is_empty() { place } else { format!(", first in {}", shorten(&place, SHOWN)) };
        Some(format!(
            "consolidated metadata has another {name} for {shown}{place}; the node's own document is used"
        ))
    }
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
                "consolidated metadata has another zarr.json for differs, first in /attributes; the node's own document is used",
                "consolidated metadata lists gone (zarr.json), but there is no such document",
                "consolidated metadata does not list unlisted",
            ]
        );
    }
}
