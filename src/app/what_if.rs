//! What may be wrong with the chunk, and what it would be if the document said something else.

use std::sync::Arc;

use super::action::{Doubt, Layout, Request};
use super::load::Load;
use super::state::{App, Overlay};
use crate::doctor::Hypothesis;
use crate::metadata::{GroupOrArray, text::escape};
use crate::pipeline::Array;

/// What the document is taken to say instead, in memory only.
#[derive(Debug)]
pub struct WhatIf {
    /// What is tried out.
    pub text: String,
    /// The array as it would be.
    pub array: Arc<Array>,
    /// Where its chunks would be.
    pub layout: Option<Arc<Layout>>,
}

impl App {
    /// Asks what may be wrong with the selected chunk, or with the document of an array that cannot be used.
    pub(super) fn diagnose(&mut self) -> Vec<Request> {
        let Some(node) = self.selection.node.ready().map(Arc::clone) else { return Vec::new() };
        let (chunk, inner) = self.selection.path();
        let doubt = match &node.array {
            Some(Ok(array)) if array.fault().is_none() => {
                if !array.metadata.chunk_grid.contains(&chunk) {
                    return Vec::new();
                }
                Doubt::Chunk(Arc::clone(array), chunk, inner)
            }
            Some(_) => Doubt::Document(Arc::clone(&self.hierarchy), Arc::clone(&node)),
            None => return Vec::new(),
        };
        let id = self.next_id();
        self.selection.diagnosis = Load::Loading(id);
        vec![Request::Diagnose(id, doubt, self.options)]
    }

    /// Opens the list of what may be wrong, and asks for it where that has not been done.
    pub(super) fn open_diagnosis(&mut self) -> Vec<Request> {
        let is_array = self.selection.node.ready().is_some_and(|node| node.array.is_some());
        if !is_array {
            self.message = Some("no array is selected".to_owned());
            return Vec::new();
        }
        self.overlay = Overlay::Diagnosis(0);
        match self.selection.diagnosis {
            Load::Idle => self.diagnose(),
            _ => Vec::new(),
        }
    }

    /// Sees the array as it would be by one of the hypotheses.
    pub(super) fn try_out(&mut self, number: usize) -> Vec<Request> {
        let hypothesis = self.selection.diagnosis.ready().and_then(|found| found.get(number)).cloned();
        let Some(hypothesis) = hypothesis else { return Vec::new() };
        if hypothesis.changes.is_empty() {
            self.message = Some("no other document would help here".to_owned());
            return Vec::new();
        }
        let changed = self
            .selection
            .node
            .ready()
            .and_then(|open| Array::open_changed(&self.hierarchy, &open.node, &hypothesis.changes));
        match changed {
            None => Vec::new(),
            Some(Ok(changed)) => self.apply(&hypothesis, changed),
            Some(Err(fault)) => {
                self.message = Some(fault.to_string());
                Vec::new()
            }
        }
    }

    fn apply(&mut self, hypothesis: &Hypothesis, array: Array) -> Vec<Request> {
        let layout = match &array.document().node {
            Ok(GroupOrArray::Array(document)) => Layout::read(&array.key, document).map(Arc::new),
            _ => None,
        };
        self.overlay = Overlay::None;
        self.leave_shards();
        let text = escape(&hypothesis.hypothesis).into_owned();
        self.message = Some(format!("what if {text}: seen so in memory only; u goes back"));
        self.selection.grid.forget();
        self.selection.what_if = Some(WhatIf { text, array: Arc::new(array), layout });
        self.trace()
    }

    /// Goes back to what the document says.
    pub(super) fn undo_what_if(&mut self) -> Vec<Request> {
        if self.selection.what_if.take().is_none() {
            self.message = Some("nothing is tried out".to_owned());
            return Vec::new();
        }
        self.leave_shards();
        self.selection.grid.forget();
        self.message = Some("as the document says".to_owned());
        self.trace()
    }
}
