use std::{sync::Arc, vec::IntoIter};

use super::{Array, Fault, OpenError};
use crate::hierarchy::{Child, Hierarchy, Node, NodeKind};
use crate::metadata::{DocumentError, DocumentNote, GroupOrArray, NodeDocument};

#[derive(Debug)]
pub struct OpenNode {
    pub path: String,
    pub node: Node,
    pub array: Option<Result<Arc<Array>, Fault>>,
    pub faults: Vec<DocumentError>,
}

impl OpenNode {
    pub fn open(hierarchy: &Hierarchy, node: Node) -> Self {
        let array = match Array::at(hierarchy, &node) {
            Ok(array) => Some(Ok(Arc::new(array))),
            Err(OpenError::Unusable(fault)) => Some(Err(fault)),
            Err(OpenError::NotAnArray { .. } | OpenError::Unreadable(_)) => None,
        };
        let mut faults = node.faults();
        match &array {
            Some(Ok(array)) => {
                let fill_fault = array.chain().fill_path().fault.as_ref();
                faults.extend(array.fault().into_iter().chain(fill_fault).cloned());
            }
            // A fault that keeps the array from being used may be one of its document, which is known already.
            Some(Err(Fault::Metadata(fault))) if !faults.contains(fault) => faults.push(fault.clone()),
            _ => {}
        }
        Self { path: hierarchy.display(&node.key), node, array, faults }
    }

    pub fn at(hierarchy: &Hierarchy, key: &str) -> Self {
        Self::open(hierarchy, hierarchy.describe(key.trim_matches('/')))
    }

    pub fn of_child(hierarchy: &Hierarchy, child: &Child) -> Self {
        Self::open(hierarchy, hierarchy.describe_child(child))
    }

    pub fn document(&self) -> Option<&NodeDocument> {
        match &self.node.kind {
            NodeKind::Document(document) => Some(document),
            _ => None,
        }
    }

    pub fn described(&self) -> Option<&GroupOrArray> {
        self.node.kind.described()
    }

    pub fn usable(&self) -> Option<&Arc<Array>> {
        let array = self.array.as_ref()?.as_ref().ok()?;
        if array.fault().is_some() { None } else { Some(array) }
    }

    pub fn document_notes(&self) -> Vec<DocumentNote> {
        match (&self.array, self.described()) {
            (Some(Ok(array)), _) => array.document_notes(),
            (_, Some(GroupOrArray::Array(array))) => array.notes.clone(),
            _ => Vec::new(),
        }
    }

    pub fn notes(&self, hierarchy: &Hierarchy) -> Vec<String> {
        let mut notes = hierarchy.store().notes(&self.node.key);
        notes.extend(hierarchy.consolidated_notes(&self.node));
        notes.extend(hierarchy.copies_in_force(&self.node).map(str::to_owned));
        notes.extend(hierarchy.unlisted_note(&self.node));
        notes.extend(self.document_notes().iter().map(ToString::to_string));
        notes
    }
}

/// The nodes below another one, each before those that are below it, opened one by one.
#[derive(Debug)]
pub struct NodeWalk {
    hierarchy: Hierarchy,
    levels: Vec<IntoIter<Child>>,
    /// Why children could not be listed: the first `most` of the reasons.
    pub unlisted: Vec<String>,
    most: usize,
}

impl NodeWalk {
    pub fn below(hierarchy: &Hierarchy, open: &OpenNode, most: usize) -> Self {
        let hierarchy = hierarchy.for_a_walk();
        let mut walk = Self { hierarchy, levels: Vec::new(), unlisted: Vec::new(), most };
        walk.go_into(open);
        walk
    }

    fn go_into(&mut self, open: &OpenNode) {
        if !open.node.may_have_children() {
            return;
        }
        match self.hierarchy.children(&open.node.key) {
            Ok(children) => self.levels.push(children.into_iter()),
            Err(error) if self.unlisted.len() < self.most => {
                self.unlisted.push(format!("{}: {error}", open.path));
            }
            Err(_) => {}
        }
    }
}

impl Iterator for NodeWalk {
    type Item = OpenNode;

    fn next(&mut self) -> Option<OpenNode> {
        let child = loop {
            match self.levels.last_mut()?.next() {
                Some(child) => break child,
                None => drop(self.levels.pop()),
            }
        };
        let open = OpenNode::of_child(&self.hierarchy, &child);
        self.go_into(&open);
        Some(open)
    }
}
