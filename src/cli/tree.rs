use std::io::Write;

use serde::Serialize;

use super::json::{FaultReport, GridReport};
use super::open::{found, message, open_or_tell};
use super::{Failure, Output, Result, arguments::TreeArguments, json as print, output::Tone, unless_closed};
use crate::hierarchy::{Child, Hierarchy, Node, NodeKind};
use crate::meaning::named_in_short;
use crate::metadata::{ArrayDocument, GroupDocument, GroupOrArray, text::escape};
use crate::pipeline::{Fault, OpenNode, StoredChunks, Survey};
use crate::store::{StoreError, relative};
use crate::tell::words::{count, grouped, shape, size};

pub(super) fn run(arguments: &TreeArguments, output: &mut Output) -> Result {
    let hierarchy = open_or_tell(&arguments.node.path, &arguments.node.limits.access(), |store| {
        if !arguments.node.json {
            return Ok(());
        }
        let unusable = TreeNodeJson {
            path: store.path.clone(),
            name: store.path.clone(),
            kind: "unusable",
            faults: vec![store.report()],
            ..TreeNodeJson::default()
        };
        print::print(&unusable, output)
    })?;
    let mut tree = TreeListing::new(&hierarchy, arguments.depth.unwrap_or(usize::MAX));
    let root = OpenNode::at(&tree.hierarchy, "");
    if arguments.node.json {
        let name = tree.hierarchy.name.clone();
        let mut value = tree.json(root, &name, 0);
        // What is said of the root itself stays.
        value.notes.splice(0..0, tree.hierarchy.store().notes(""));
        value.notes.extend(tree.no_zarr());
        unless_closed(print::print(&value, output))?;
    } else {
        unless_closed(tree.print(output, root, &tree.hierarchy.name.clone(), &mut Vec::new()))?;
        if tree.uncounted > 0 {
            let arrays = count(tree.uncounted.into(), "array");
            let what = format!("chunks of {arrays} not counted, at an address");
            let text = output.paint(Tone::Quiet, &format!("{what}: zarrscope chunks counts those of one"));
            unless_closed(writeln!(output, "{text}").map_err(Failure::from))?;
        }
        if let Some(text) = tree.no_zarr() {
            unless_closed(writeln!(output, "{}", output.paint(Tone::Quiet, &text)).map_err(Failure::from))?;
        }
    }
    let Some(first) = &tree.first_fault else { return Ok(()) };
    Err(found(first, tree.fault_count, tree.unread_count == tree.fault_count))
}

#[derive(Default, Serialize)]
struct TreeNodeJson {
    path: String,
    name: String,
    kind: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    about: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    link: Option<String>,
    #[serde(flatten)]
    array: Option<TreeArray>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    faults: Vec<FaultReport>,
    #[serde(skip_serializing_if = "Option::is_none")]
    children: Option<Vec<TreeNodeJson>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    children_error: Option<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    notes: Vec<String>,
}

#[derive(Serialize)]
struct TreeArray {
    shape: Option<Vec<u64>>,
    data_type: Option<String>,
    chunk_grid: Option<GridReport>,
    #[serde(flatten)]
    stored: Option<TreeStored>,
}

#[derive(Default, Serialize)]
struct TreeStored {
    chunks: TreeCounts,
    stored_nbytes: Option<u64>,
}

#[derive(Default, Serialize)]
struct TreeCounts {
    stored: Option<u64>,
    missing: Option<u128>,
    #[serde(skip_serializing_if = "Option::is_none")]
    not_known: Option<u128>,
}

/// Chunks are not counted, which may take long; faults are printed, and nothing more comes of them.
pub(super) fn print_uncounted(
    hierarchy: &Hierarchy,
    root: OpenNode,
    name: &str,
    depth: usize,
    output: &mut Output,
) -> Result {
    let mut tree = TreeListing { counts: false, ..TreeListing::new(hierarchy, depth) };
    tree.print(output, root, name, &mut Vec::new())
}

struct TreeListing {
    hierarchy: Hierarchy,
    node_count: u64,
    depth: usize,
    first_fault: Option<String>,
    fault_count: usize,
    unread_count: usize,
    counts: bool,
    /// Arrays whose chunks were not counted.
    uncounted: u64,
    /// Nodes that have one, sound or not.
    documents: u64,
}

enum TreeChunks {
    Chunks(Box<Survey>),
    Not,
    Unusable,
}

impl TreeListing {
    fn new(hierarchy: &Hierarchy, depth: usize) -> Self {
        Self {
            hierarchy: hierarchy.for_a_walk(),
            node_count: 1,
            depth,
            first_fault: None,
            fault_count: 0,
            unread_count: 0,
            counts: true,
            uncounted: 0,
            documents: 0,
        }
    }

    fn no_zarr(&self) -> Option<String> {
        let looked_for = "zarr.json, .zarray or .zgroup";
        let seen = count(self.node_count.into(), "name");
        (self.documents == 0).then(|| format!("no Zarr found: none of {seen} has a {looked_for}"))
    }

    fn note_faults(&mut self, open: &OpenNode) {
        self.documents += u64::from(!matches!(open.node.kind, NodeKind::Directory(_) | NodeKind::Other(_)));
        for fault in &open.faults {
            self.found(message(&open.path, None, &Fault::Metadata(fault.clone())), fault.is_unread);
        }
    }

    fn found(&mut self, message: String, is_unread: bool) {
        self.fault_count += 1;
        self.unread_count += usize::from(is_unread);
        self.first_fault.get_or_insert(message);
    }

    fn children(&mut self, node: &Node, depth: usize) -> Option<Result<Vec<Child>, StoreError>> {
        if !node.may_have_children() || depth >= self.depth {
            return None;
        }
        let children = self.hierarchy.children(&node.key);
        self.node_count += children.as_ref().map_or(0, |children| children.len() as u64);
        Some(children)
    }

    fn count(&mut self, node: &Node, array: &ArrayDocument) -> TreeChunks {
        let (Ok(grid), Ok(encoding)) = (&array.chunk_grid, &array.chunk_key_encoding) else {
            return TreeChunks::Unusable;
        };
        let store = self.hierarchy.store();
        let key = node.key.as_str();
        if store.is_remote() || !self.counts {
            self.uncounted += 1;
            return TreeChunks::Not;
        }
        let survey = Survey::take(&StoredChunks { store, key, grid, encoding }, |_| true);
        let Some(survey) = survey else { return TreeChunks::Unusable };
        let path = self.hierarchy.display(&node.key);
        for error in &survey.unreadable {
            self.found(
                message(&path, Some(relative(error.key(), &node.key)), &error.clone().into()),
                error.is_unread(),
            );
        }
        TreeChunks::Chunks(Box::new(survey))
    }

    fn print(&mut self, output: &mut Output, open: OpenNode, name: &str, last: &mut Vec<bool>) -> Result {
        self.note_faults(&open);
        let node = &open.node;
        let sign = match kind(node) {
            _ if !open.faults.is_empty() => &output.paint(Tone::Fault, "✗"),
            "group" => "▾",
            "array" => "▪",
            "directory" => "▿",
            _ => "?",
        };
        let name = output.paint(Tone::Name, &escape(name));
        let mut link = String::new();
        if let Some(target) = &node.link {
            link = format!(" → {}", escape(target));
        }
        writeln!(output, "{}{sign} {name}{link}  {}", indent(last), self.about(node))?;
        for fault in &open.faults {
            let text = output.paint(Tone::Fault, &escape(&fault.to_string()));
            writeln!(output, "{}    {text}", gap(last))?;
        }
        // The notes are about the whole store, so that they are printed once, at the root.
        if last.is_empty() {
            for note in self.hierarchy.store().notes(&node.key) {
                writeln!(output, "{}    {}", gap(last), output.paint(Tone::Quiet, &escape(&note)))?;
            }
        }
        let path = open.path.clone();
        let unlisted = self.hierarchy.unlisted_note(node);
        let children = match self.children(node, last.len()).unwrap_or(Ok(Vec::new())) {
            Ok(children) => children,
            Err(error) => {
                self.found(escape(&format!("{path}: {error}")).into_owned(), error.is_unread());
                let text = output.paint(Tone::Fault, &escape(&error.to_string()));
                writeln!(output, "{}    {text}", gap(last))?;
                return Ok(());
            }
        };
        let count = children.len();
        if let Some(note) = unlisted
            && count > 0
        {
            writeln!(output, "{}    {}", gap(last), output.paint(Tone::Quiet, &escape(&note)))?;
        }
        // Its document may be large, and below it there may be many others.
        drop(open);
        for (index, child) in children.into_iter().enumerate() {
            last.push(index + 1 == count);
            self.print(output, OpenNode::of_child(&self.hierarchy, &child), &child.name, last)?;
            last.pop();
        }
        Ok(())
    }

    fn about(&mut self, node: &Node) -> String {
        if let NodeKind::Directory(reason) | NodeKind::Other(reason) = &node.kind {
            return format!("({reason})");
        }
        let Some(array) = node.kind.array() else { return self.about_group(node) };
        let mut parts = Vec::new();
        if let Ok(data_type) = &array.data_type {
            parts.push(data_type.to_string());
        }
        if let Ok(edges) = &array.shape {
            parts.push(shape(edges));
        }
        if let Ok(grid) = &array.chunk_grid {
            let chunks = grid.common_shape().map(|chunks| shape(&chunks));
            parts.push(format!("chunks {}", chunks.unwrap_or_else(|| grid.name.to_owned())));
        }
        if let Some(beside) = node.beside {
            parts.push(format!("({beside} here too)"));
        }
        if let TreeChunks::Chunks(survey) = self.count(node, array) {
            let missing = survey.missing().map_or_else(|| "many".to_owned(), grouped);
            let stored = count(survey.stored().into(), "chunk");
            parts.push(format!("{stored} stored, {missing} missing, {}", size(survey.total_nbytes)));
            if survey.unreadable.iter().any(StoreError::is_unknown) {
                parts.push(format!("{} not known", grouped(survey.hidden)));
            } else if !survey.unreadable.is_empty() {
                parts.push(format!("{} cannot be read", grouped(survey.unreadable.len() as u128)));
            }
        }
        parts.join("  ")
    }

    fn about_group(&self, node: &Node) -> String {
        let Some(GroupDocument { attributes: Ok(attributes), .. }) = node.kind.group() else {
            return String::new();
        };
        let named = named_in_short(attributes, &self.hierarchy.display(&node.key));
        named.map(|named| escape(&named).into_owned()).unwrap_or_default()
    }

    fn json(&mut self, open: OpenNode, name: &str, depth: usize) -> TreeNodeJson {
        self.note_faults(&open);
        let node = &open.node;
        let about = self.about_group(node);
        let mut value = TreeNodeJson {
            path: open.path.clone(),
            name: name.to_owned(),
            kind: kind(node),
            about: if about.is_empty() { None } else { Some(about) },
            link: node.link.clone(),
            array: node.kind.array().map(|array| self.array_json(node, array)),
            faults: open.faults.iter().map(FaultReport::from).collect(),
            ..TreeNodeJson::default()
        };
        if let NodeKind::Directory(reason) | NodeKind::Other(reason) = node.kind {
            value.reason = Some(reason);
        }
        let unlisted = self.hierarchy.unlisted_note(node);
        match self.children(node, depth) {
            None => {}
            Some(Ok(children)) => {
                let mut below = Vec::with_capacity(children.len());
                drop(open);
                for child in children {
                    let node = OpenNode::of_child(&self.hierarchy, &child);
                    below.push(self.json(node, &child.name, depth + 1));
                }
                value.children = Some(below);
                value.notes.extend(unlisted);
            }
            Some(Err(error)) => {
                self.found(escape(&format!("{}: {error}", value.path)).into_owned(), error.is_unread());
                value.children_error = Some(error.to_string());
            }
        }
        value
    }

    fn array_json(&mut self, node: &Node, array: &ArrayDocument) -> TreeArray {
        let stored = match self.count(node, array) {
            TreeChunks::Chunks(survey) => Some(TreeStored {
                chunks: TreeCounts {
                    stored: Some(survey.stored()),
                    missing: survey.missing(),
                    not_known: Some(survey.hidden).filter(|hidden| *hidden > 0),
                },
                stored_nbytes: Some(survey.total_nbytes),
            }),
            TreeChunks::Not => Some(TreeStored::default()),
            TreeChunks::Unusable => None,
        };
        TreeArray {
            shape: array.shape.as_ref().ok().cloned(),
            data_type: array.data_type.as_ref().ok().map(ToString::to_string),
            chunk_grid: array.chunk_grid.as_ref().ok().map(GridReport::from),
            stored,
        }
    }
}

pub(super) fn kind(node: &Node) -> &'static str {
    match &node.kind {
        NodeKind::Document(document) => match document.node {
            Ok(GroupOrArray::Group(_)) => "group",
            Ok(GroupOrArray::Array(_)) => "array",
            Err(_) => "unusable",
        },
        NodeKind::Directory(_) => "directory",
        NodeKind::Unreadable(_) => "unusable",
        NodeKind::Other(_) => "other",
    }
}

fn indent(last: &[bool]) -> String {
    let Some((own, above)) = last.split_last() else { return String::new() };
    gap(above) + if *own { "└ " } else { "├ " }
}

fn gap(last: &[bool]) -> String {
    last.iter().map(|last| if *last { "  " } else { "│ " }).collect()
}
