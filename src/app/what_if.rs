//! What may be wrong with the chunk, and what it would be if the document said something else.

use std::sync::Arc;

use super::action::{Layout, Request};
use super::load::Load;
use super::state::{App, Overlay};
use crate::metadata::{Node, text::escape};
use crate::pipeline::{Array, Hypothesis};

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
    /// Asks what may be wrong with the selected chunk.
    pub(super) fn diagnose(&mut self) -> Vec<Request> {
        let Some(Ok(array)) = self.selection.node.ready().and_then(|node| node.array.as_ref()) else {
            return Vec::new();
        };
        let array = Arc::clone(array);
        let (chunk, _) = self.selection.path();
        if !array.metadata.chunk_grid.contains(&chunk) {
            return Vec::new();
        }
        let id = self.next_id();
        self.selection.diagnosis = Load::Loading(id);
        vec![Request::Diagnose(id, array, chunk, self.options)]
    }

    /// Opens the list of what may be wrong, and asks for it where that has not been done.
    pub(super) fn open_diagnosis(&mut self) -> Vec<Request> {
        if self.selection.layout().is_none() {
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
        let array = self.selection.node.ready().and_then(|node| node.array.as_ref()?.as_ref().ok().cloned());
        let Some(array) = array else { return Vec::new() };
        match array.changed(&hypothesis.changes) {
            Ok(changed) => self.apply(&hypothesis, changed),
            Err(fault) => {
                self.message = Some(fault.to_string());
                Vec::new()
            }
        }
    }

    fn apply(&mut self, hypothesis: &Hypothesis, array: Array) -> Vec<Request> {
        let layout = match &array.document().node {
            Ok(Node::Array(document)) => Layout::read(&array.key, document).map(Arc::new),
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
