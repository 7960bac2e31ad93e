//! Opening: rows of the tree, the node that is selected, and the chunk that is selected of it.

use std::sync::Arc;

use super::action::{OpenNode, Request};
use super::load::Load;
use super::regions::Pane;
use super::selection::Selection;
use super::state::App;
use super::tree::Branch;
use crate::codec::Statistics;
use crate::hierarchy::Hierarchy;
use crate::pipeline::{ChunkTrace, Verdict};

impl App {
    /// Opens the selected row of the tree.
    pub(super) fn expand(&mut self) -> Vec<Request> {
        let id = self.next_id();
        let key = self.tree.open(id);
        key.map(|key| Request::Children(id, Arc::clone(&self.hierarchy), key)).into_iter().collect()
    }

    /// Opens the root as soon as it is known to be no array.
    fn expand_root(&mut self) -> Vec<Request> {
        let untouched = matches!(self.tree.rows(), [root] if root.branch == Branch::Closed);
        let has_children = self.selection.node.ready().is_some_and(|open| open.node.may_have_children());
        if untouched && has_children { self.expand() } else { Vec::new() }
    }

    pub(super) fn close_or_parent(&mut self) -> Vec<Request> {
        if let Some(gone) = self.tree.close() {
            return vec![Request::Forget(gone)];
        }
        match self.tree.parent() {
            Some(row) if self.tree.select(row) => self.open_selected(),
            _ => Vec::new(),
        }
    }

    /// Reads the selected node; everything that was shown of the one before is gone.
    pub(super) fn open_selected(&mut self) -> Vec<Request> {
        let Some(child) = self.tree.current().map(|row| row.child.clone()) else { return Vec::new() };
        let is_surveying = matches!(self.selection.array_survey(), Load::Loading(_));
        let stop = is_surveying || self.selection.array_grid().is_judging();
        let id = self.next_id();
        self.selection = Selection::new(child.clone(), id);
        let open = Request::Open(id, Arc::clone(&self.hierarchy), child);
        stop.then_some(Request::Stop).into_iter().chain([open]).collect()
    }

    /// Reads what is selected again. The store comes first: an archive may be another one by now.
    pub(super) fn reload(&mut self) -> Vec<Request> {
        self.reopening = self.next_id();
        self.message = Some("read again".to_owned());
        vec![Request::Reopen(self.reopening, Arc::clone(&self.hierarchy))]
    }

    /// Goes on reading again in the store as it is by now. Where it is gone, what was read of it stays.
    pub(super) fn reopened(&mut self, id: u64, result: Result<Arc<Hierarchy>, String>) -> Vec<Request> {
        if id != self.reopening {
            return Vec::new();
        }
        match result {
            Ok(hierarchy) => {
                self.hierarchy = hierarchy;
                self.read_again()
            }
            Err(error) => {
                self.message = Some(error);
                Vec::new()
            }
        }
    }

    fn read_again(&mut self) -> Vec<Request> {
        let mut requests = Vec::new();
        self.tree.forget_selected();
        if let Some(gone) = self.tree.close() {
            requests.push(Request::Forget(gone));
            requests.extend(self.expand());
        }
        let Some(child) = self.tree.current().map(|row| row.child.clone()) else { return requests };
        let id = self.next_id();
        self.selection.node = Load::Loading(id);
        requests.push(Request::Open(id, Arc::clone(&self.hierarchy), child));
        requests
    }

    pub(super) fn opened(&mut self, id: u64, node: OpenNode) -> Vec<Request> {
        if !self.selection.node.answer(id, Ok(Arc::new(node))) {
            return Vec::new();
        }
        self.leave_shards();
        self.selection.what_if = None;
        let Some(layout) = self.selection.layout().cloned() else { return self.expand_root() };
        if self.selection.grid.coords.len() != layout.shape.len()
            || !layout.grid.contains(&self.selection.grid.coords)
        {
            self.selection.grid.coords = vec![0; layout.shape.len()];
        }
        if self.tree.rows().len() == 1 && self.focus == Pane::Hierarchy {
            self.focus = Pane::Grid; // the whole hierarchy is this array
        }
        let id = self.next_id();
        (self.selection.survey, self.selection.so_far) = (Load::Loading(id), None);
        self.selection.grid.forget();
        let mut requests = vec![Request::Survey(id, Arc::clone(&self.hierarchy), layout)];
        requests.extend(self.trace());
        requests
    }

    /// Decodes the selected chunk.
    pub(super) fn trace(&mut self) -> Vec<Request> {
        self.selection.statistics.clear();
        self.selection.diagnosis = Load::Idle;
        let address = self.selection.address();
        let array = match (self.selection.array(), self.selection.node.ready()) {
            (Some(array), _) => Arc::clone(array),
            (None, Some(node)) => {
                if let Some(Err(error)) = &node.array {
                    self.selection.trace = Load::Failed(error.clone());
                }
                return Vec::new();
            }
            (None, None) => return Vec::new(),
        };
        if !array.metadata.chunk_grid.contains(&address.chunk) {
            let none = array.metadata.chunk_grid.size() == Some(0);
            let why = if none { "has no chunks" } else { "does not have this chunk" };
            self.selection.trace = Load::Failed(format!("the chunk grid {why}"));
            return Vec::new();
        }
        let id = self.next_id();
        self.selection.trace = Load::Loading(id);
        self.selection.trace_id = id;
        vec![Request::Trace(id, array, address, self.options)]
    }

    /// Takes in a decoded chunk; of one that fails is asked what may be wrong with it.
    pub(super) fn traced(&mut self, id: u64, result: Result<Arc<ChunkTrace>, String>) -> Vec<Request> {
        let faulty = result.as_ref().map_or(true, |trace| trace.trace.fault.is_some());
        let stored = result.as_ref().is_ok_and(|trace| trace.trace.stored.is_some());
        if !self.selection.trace.answer(id, result) {
            return Vec::new();
        }
        let coords = self.selection.grid.coords.clone();
        let known = self.selection.grid.verdicts.get(&coords);
        if faulty {
            self.selection.grid.judged(coords, Verdict::Faulty);
        } else if known == Some(&Verdict::Faulty) {
            self.selection.grid.verdicts.remove(&coords);
        }
        self.selection.put_cursors();
        if faulty && stored { self.diagnose() } else { Vec::new() }
    }

    pub(super) fn measured(&mut self, id: u64, row: usize, statistics: Arc<Statistics>) {
        if id == self.selection.trace_id {
            self.selection.statistics.insert(row, statistics);
        }
    }

    pub(super) fn select_chunk(&mut self, coords: Vec<u64>) -> Vec<Request> {
        if coords == self.selection.grid.coords {
            return Vec::new();
        }
        self.selection.grid.coords = coords;
        self.trace()
    }
}
