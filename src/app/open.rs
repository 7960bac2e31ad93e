//! Nodes and chunks that come from the workers, and asking for them again.

use std::sync::Arc;

use super::effect::{Effect, Work};
use super::follow;
use super::late::{Late, RequestId};
use super::opened::ShownNode;
use super::panes::{GridPane, ReportPane, ValuesPane};
use super::regions::Pane;
use super::selection::Selection;
use super::side::Side;
use super::state::App;
use crate::hierarchy::Hierarchy;
use crate::pipeline::ChunkTrace;

impl App {
    /// Shows the node of the selected row, if another row was selected before.
    pub(super) fn follow_row(&mut self) -> impl Iterator<Item = Effect> + use<> {
        let row = self.hierarchy.tree.current();
        let is_shown = row.is_none_or(|row| row.child == self.shared.selection.child);
        (!is_shown).then(|| self.open_selected()).into_iter().flatten()
    }

    /// Reads the node of the selected row; nothing of the previous node is shown any more.
    pub(super) fn open_selected(&mut self) -> impl Iterator<Item = Effect> + use<> {
        let is_busy = self.grid.keeps_busy() || self.shared.selection.window.is_waiting();
        let stop = is_busy.then_some(Work::Stop);
        let child = self.hierarchy.tree.current().map(|row| row.child.clone());
        let open = child.map(|child| {
            let id = self.shared.next_id();
            self.shared.selection = Selection::new(child.clone(), id);
            (self.report, self.grid) = (ReportPane::default(), GridPane::default());
            self.values = Side::BOTH.map(ValuesPane::new);
            Work::Open(id, Arc::clone(&self.shared.hierarchy), child)
        });
        stop.into_iter().chain(open).map(Effect::from)
    }

    /// Reads the selected node again. The store is opened first, because an archive may have been replaced.
    pub(super) fn reload(&mut self) -> Effect {
        let id = self.shared.next_id();
        self.reopening = Late::asked(id);
        self.shared.say("read again");
        Work::Reopen(id, Arc::clone(&self.shared.hierarchy)).into()
    }

    /// Reads again in the store that was opened again. Where it is gone, everything that was read stays.
    pub(super) fn reopened(&mut self, id: RequestId, result: Result<Arc<Hierarchy>, String>) -> Vec<Effect> {
        if !self.reopening.answer(id, Ok(())) {
            return Vec::new();
        }
        match result {
            Ok(hierarchy) => {
                self.shared.hierarchy = hierarchy;
                self.read_again()
            }
            Err(error) => {
                self.shared.say(error);
                Vec::new()
            }
        }
    }

    fn read_again(&mut self) -> Vec<Effect> {
        let mut effects = Vec::new();
        let pane = &mut self.hierarchy;
        pane.tree.forget_selected();
        if let Some(gone) = pane.tree.close() {
            effects.push(Work::Forget(gone).into());
            effects.extend(pane.expand(&mut self.shared));
        }
        if let Some(row) = self.hierarchy.tree.current() {
            let id = self.shared.next_id();
            self.shared.selection.node = Late::asked(id);
            effects.push(Work::Open(id, Arc::clone(&self.shared.hierarchy), row.child.clone()).into());
        }
        effects
    }

    pub(super) fn opened(&mut self, id: RequestId, node: ShownNode) -> Vec<Effect> {
        let selection = &mut self.shared.selection;
        if !selection.node.answer(id, Ok(Arc::new(node))) {
            return Vec::new();
        }
        selection.leave_shards();
        selection.what_if = None;
        let Some(layout) = selection.layout().cloned() else { return self.expand_root() };
        let rank = layout.shape.len();
        if selection.coords().len() != rank || !layout.grid.contains(selection.coords()) {
            selection.address = vec![0; rank].into();
        }
        if self.hierarchy.tree.rows().len() == 1 && self.shared.focus == Pane::Hierarchy {
            self.shared.focus = Pane::Grid; // the whole hierarchy is this array
        }
        self.grid.follow(&self.shared);
        let survey = self.grid.take_survey(layout, &mut self.shared);
        std::iter::once(survey).chain(self.shared.trace()).collect()
    }

    /// Expands the root, once it is known that it is no array.
    fn expand_root(&mut self) -> Vec<Effect> {
        let rows = self.hierarchy.tree.rows();
        let untouched = matches!(rows, [root] if matches!(root.children, Late::Idle));
        let node = self.shared.selection.node.ready();
        let has_children = node.is_some_and(|shown| shown.open.node.may_have_children());
        let expand = (untouched && has_children).then(|| self.hierarchy.expand(&mut self.shared));
        expand.flatten().into_iter().collect()
    }

    /// Takes a decoded chunk. Where it failed, the doctor is asked about it.
    pub(super) fn traced(
        &mut self,
        id: RequestId,
        result: Result<Arc<ChunkTrace>, String>,
    ) -> Option<Effect> {
        let is_faulty = result.as_ref().map_or(true, |trace| trace.trace.fault.is_some());
        let is_stored = result.as_ref().is_ok_and(|trace| trace.trace.stored.is_some());
        if !self.shared.selection.trace.answer(id, result) {
            return None;
        }
        self.grid.traced(self.shared.selection.coords(), is_faulty);
        // Who walks across the array stays where he is.
        if self.shared.focus != Pane::Values || self.shared.selection.cells().is_none() {
            follow::first_lost(&mut self.shared.selection);
        }
        self.shared.selection.measure();
        self.shared.selection.element.put_everywhere();
        (is_faulty && is_stored).then(|| self.shared.diagnose()).flatten()
    }
}
