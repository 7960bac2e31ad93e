//! `tree`: groups and arrays, and what is neither.

use std::io::Write;

use serde::Serialize;

use super::arguments::TreeArguments;
use super::json::FaultReport;
use super::open::{UnusableStore, found, message, open_or_tell};
use super::output::Tone;
use super::{Failure, Output, json as print, unless_closed};
use crate::hierarchy::{Child, Hierarchy, Node, NodeKind};
use crate::meaning::named_in_short;
use crate::metadata::{ArrayDocument, ChunkGrid, GroupOrArray, text::escape};
use crate::pipeline::{Fault, OpenNode, StoredChunks, Survey};
use crate::store::{StoreError, relative};
use crate::tell::words::{count, grouped, shape, size};

pub(super) fn run(arguments: &TreeArguments, output: &mut Output) -> Result<(), Failure> {
    let limits = arguments.node.limits.limits();
    let hierarchy = open_or_tell(&arguments.node.path, &limits, |store| {
        if arguments.node.json { print::print(&unusable(store), output) } else { Ok(()) }
    })?;
    let mut tree = TreeListing {
        hierarchy,
        depth: arguments.depth.unwrap_or(usize::MAX),
        first_fault: None,
        fault_count: 0,
        uncounted: 0,
    };
    let root = OpenNode::at(&tree.hierarchy, "");
    if arguments.node.json {
        let name = tree.hierarchy.name.clone();
        let mut value = tree.json(root, &name, 0);
        // What is said of the root itself stays.
        value.notes.splice(0..0, tree.hierarchy.store().notes(""));
        unless_closed(print::print(&value, output))?;
    } else {
        unless_closed(tree.print(output, root, &tree.hierarchy.name.clone(), &mut Vec::new()))?;
        unless_closed(tree.print_uncounted(output))?;
    }
    match &tree.first_fault {
        None => Ok(()),
        Some(first) => Err(found(first, tree.fault_count)),
    }
}

fn unusable(store: &UnusableStore) -> TreeNodeJson {
    TreeNodeJson {
        path: store.path.clone(),
        name: store.path.clone(),
        kind: "unusable",
        faults: vec![store.report()],
        ..TreeNodeJson::default()
    }
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
    chunk_grid: Option<TreeGrid>,
    #[serde(flatten)]
    stored: Option<TreeStored>,
}

#[derive(Serialize)]
struct TreeGrid {
    name: &'static str,
    chunk_shape: Option<Vec<u64>>,
    grid_shape: Vec<u64>,
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

struct TreeListing {
    hierarchy: Hierarchy,
    depth: usize,
    first_fault: Option<String>,
    fault_count: usize,
    uncounted: u64,
}

enum TreeChunks {
    Chunks(Box<Survey>),
    /// Nothing, because that would take requests.
    Not,
    /// Nothing, because its document does not say where they are.
    Unusable,
}

impl TreeListing {
    fn note_faults(&mut self, open: &OpenNode) {
        for fault in &open.faults {
            self.found(message(&open.path, None, &Fault::Metadata(fault.clone())));
        }
    }

    fn found(&mut self, message: String) {
        self.fault_count += 1;
        self.first_fault.get_or_insert(message);
    }

    fn children(&self, node: &Node, depth: usize) -> Option<Result<Vec<Child>, String>> {
        if !node.may_have_children() || depth >= self.depth {
            return None;
        }
        Some(self.hierarchy.children(&node.key).map_err(|error| error.to_string()))
    }

    fn count(&mut self, node: &Node, array: &ArrayDocument) -> TreeChunks {
        let (Ok(grid), Ok(encoding)) = (&array.chunk_grid, &array.chunk_key_encoding) else {
            return TreeChunks::Unusable;
        };
        let store = self.hierarchy.store();
        let key = node.key.as_str();
        if store.is_remote() {
            self.uncounted += 1;
            return TreeChunks::Not;
        }
        let survey = Survey::take(&StoredChunks { store, key, grid, encoding: *encoding }, |_| true);
        let Some(survey) = survey else { return TreeChunks::Unusable };
        let path = self.hierarchy.display(&node.key);
        for error in &survey.unreadable {
            let key = relative(error.key(), &node.key);
            self.found(message(&path, Some(key), &error.clone().into()));
        }
        TreeChunks::Chunks(Box::new(survey))
    }

    fn print_uncounted(&self, output: &mut Output) -> Result<(), Failure> {
        if self.uncounted > 0 {
            let arrays = count(self.uncounted.into(), "array");
            let text = format!(
                "chunks of {arrays} not counted, at an address: zarrscope chunks counts those of one"
            );
            writeln!(output, "{}", output.paint(Tone::Quiet, &text))?;
        }
        Ok(())
    }

    fn print(
        &mut self,
        output: &mut Output,
        open: OpenNode,
        name: &str,
        last: &mut Vec<bool>,
    ) -> Result<(), Failure> {
        self.note_faults(&open);
        let node = &open.node;
        let sign = if open.faults.is_empty() { sign(node) } else { output.paint(Tone::Fault, "✗") };
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
                self.found(escape(&format!("{path}: {error}")).into_owned());
                let text = output.paint(Tone::Fault, &escape(&error));
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
            let node = OpenNode::of_child(&self.hierarchy, &child);
            self.print(output, node, &child.name, last)?;
            last.pop();
        }
        Ok(())
    }

    fn about(&mut self, node: &Node) -> String {
        match &node.kind {
            NodeKind::Document(_) => match array_of(node) {
                Some(array) => self.about_array(node, array),
                None => about_group(node),
            },
            NodeKind::Directory(reason) | NodeKind::Other(reason) => format!("({reason})"),
            NodeKind::Unreadable(_) => String::new(),
        }
    }

    fn about_array(&mut self, node: &Node, array: &ArrayDocument) -> String {
        let mut parts = Vec::new();
        if let Ok(data_type) = &array.data_type {
            parts.push(data_type.to_string());
        }
        if let Ok(edges) = &array.shape {
            parts.push(shape(edges));
        }
        if let Ok(grid) = &array.chunk_grid {
            let chunks = match grid.common_shape() {
                Some(chunks) => shape(&chunks),
                None => grid.name.to_owned(),
            };
            parts.push(format!("chunks {chunks}"));
        }
        if let Some(beside) = node.beside {
            parts.push(format!("({beside} here too)"));
        }
        if let TreeChunks::Chunks(survey) = self.count(node, array) {
            let missing = match survey.missing() {
                Some(missing) => grouped(missing),
                None => "many".to_owned(),
            };
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

    fn json(&mut self, open: OpenNode, name: &str, depth: usize) -> TreeNodeJson {
        self.note_faults(&open);
        let node = &open.node;
        let about = about_group(node);
        let mut value = TreeNodeJson {
            path: open.path.clone(),
            name: name.to_owned(),
            kind: kind(node),
            about: if about.is_empty() { None } else { Some(about) },
            link: node.link.clone(),
            array: array_of(node).map(|array| self.array_json(node, array)),
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
                self.found(escape(&format!("{}: {error}", value.path)).into_owned());
                value.children_error = Some(error);
            }
        }
        value
    }

    fn array_json(&mut self, node: &Node, array: &ArrayDocument) -> TreeArray {
        let grid = |grid: &ChunkGrid| TreeGrid {
            name: grid.name,
            chunk_shape: grid.common_shape(),
            grid_shape: grid.grid_shape(),
        };
        let stored = match self.count(node, array) {
            TreeChunks::Chunks(survey) => Some(TreeStored {
                chunks: TreeCounts {
                    stored: Some(survey.stored()),
                    missing: survey.missing(),
                    not_known: if survey.hidden > 0 { Some(survey.hidden) } else { None },
                },
                stored_nbytes: Some(survey.total_nbytes),
            }),
            TreeChunks::Not => Some(TreeStored::default()),
            TreeChunks::Unusable => None,
        };
        TreeArray {
            shape: array.shape.as_ref().ok().cloned(),
            data_type: array.data_type.as_ref().ok().map(ToString::to_string),
            chunk_grid: array.chunk_grid.as_ref().ok().map(grid),
            stored,
        }
    }
}

fn about_group(node: &Node) -> String {
    let NodeKind::Document(document) = &node.kind else { return String::new() };
    let Ok(GroupOrArray::Group(group)) = &document.node else { return String::new() };
    let Ok(attributes) = &group.attributes else { return String::new() };
    match named_in_short(attributes) {
        Some(named) => escape(&named).into_owned(),
        None => String::new(),
    }
}

fn array_of(node: &Node) -> Option<&ArrayDocument> {
    let NodeKind::Document(document) = &node.kind else { return None };
    match &document.node {
        Ok(GroupOrArray::Array(array)) => Some(array),
        _ => None,
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

fn sign(node: &Node) -> String {
    let sign = match kind(node) {
        "group" => "▾",
        "array" => "▪",
        "directory" => "▿",
        _ => "?",
    };
    sign.to_owned()
}

fn indent(last: &[bool]) -> String {
    let Some((own, above)) = last.split_last() else { return String::new() };
    let above: String = above.iter().map(|last| if *last { "  " } else { "│ " }).collect();
    above + if *own { "└ " } else { "├ " }
}

fn gap(last: &[bool]) -> String {
    last.iter().map(|last| if *last { "  " } else { "│ " }).collect()
}
