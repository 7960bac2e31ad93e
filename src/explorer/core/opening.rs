use std::sync::Arc;

use crate::doctor::Verdict;
use crate::explorer::core::element_cursor;
use crate::explorer::core::selection::{Selection, ShownNode};
use crate::explorer::core::work::{ReadNode, ReopenStore};
use crate::explorer::group::GroupPane;
use crate::explorer::node_report::ReportPane;
use crate::explorer::{App, Late, Pane, RequestId, Side, ValuesPane};
use crate::hierarchy::{Hierarchy, NodeKind};
use crate::metadata::GroupOrArray;
use crate::pipeline::{ChunkTrace, ChunkVerdict, FaultSite, ShortFault};

/// The largest decoded chunk in bytes for which the doctor works unasked, in about a tenth of a second.
const MOST_UNASKED: u64 = 4 << 20;

impl App {
    pub(crate) fn follow_row(&mut self) {
        if let Some(row) = self.hierarchy.tree.current()
            && row.child != self.shared.selection.child
        {
            self.open_selected();
        }
    }

    pub(crate) fn open_selected(&mut self) {
        // Very many rows take long to drop.
        if let Late::Ready { value, .. } | Late::Waiting { so_far: Some(value), .. } =
            std::mem::take(&mut self.group.table)
        {
            self.shared.free(value);
        }
        let Some(row) = self.hierarchy.tree.current() else { return };
        let child = row.child.clone();
        let is_files = !row.files.is_empty();
        self.report = if is_files { ReportPane::of_files(&row.files) } else { ReportPane::default() };
        let request = self.shared.request();
        if !is_files {
            let hierarchy = Arc::clone(&self.shared.hierarchy);
            self.shared.send(&request, ReadNode { hierarchy, child: child.clone() });
        }
        let writing = self.shared.selection.writing;
        self.shared.selection = Selection { writing, ..Selection::new(child, request) };
        self.grid = self.grid.fresh();
        self.group = GroupPane::default();
        self.frame = self.frame.fresh();
        self.plate = self.plate.fresh();
        self.values = Side::BOTH.map(ValuesPane::new);
        self.picture = self.picture.fresh();
        self.carry_over();
        if is_files {
            // The row itself has the names, so nothing is read.
            self.shared.selection.node = Late::Idle;
        }
    }

    /// Opens the store before it reads the node again, because an archive may have been replaced.
    pub(crate) fn reload(&mut self) {
        let hierarchy = Arc::clone(&self.shared.hierarchy);
        self.pending.reopening = Late::asked(self.shared.ask(ReopenStore(hierarchy)));
        self.shared.say("read again");
    }

    /// If the store is gone, everything read before stays.
    pub(crate) fn reopened(&mut self, id: RequestId, result: Result<Arc<Hierarchy>, String>) {
        if !self.pending.reopening.answer(id, Ok(())) {
            return;
        }
        match result {
            Ok(hierarchy) => self.shared.hierarchy = hierarchy,
            Err(error) => return self.shared.say(error),
        }
        self.pending.node = None;
        self.forget_found();
        let node = self.shared.selection.node_key().to_owned();
        self.stop_verifying_below(&node);
        self.shared.known.forget(&node);
        let pane = &mut self.hierarchy;
        pane.tree.forget_selected();
        pane.doubtful.remove(&self.shared.selection.child.key);
        if let Some(gone) = pane.tree.close() {
            self.shared.free(gone);
            pane.expand(&mut self.shared);
        }
        self.list_again();
        if let Some(row) = self.hierarchy.tree.current() {
            let child = row.child.clone();
            let hierarchy = Arc::clone(&self.shared.hierarchy);
            self.shared.selection.node = Late::asked(self.shared.ask(ReadNode { hierarchy, child }));
            self.shared.selection.image = Late::Idle;
            self.shared.selection.labels = Late::Idle;
            self.frame = self.frame.fresh();
            self.plate = self.plate.fresh();
        }
    }

    pub(crate) fn opened(&mut self, id: RequestId, node: ShownNode) {
        let selection = &mut self.shared.selection;
        if !selection.node.answer(id, Ok(Arc::new(node))) {
            return;
        }
        selection.leave_shards();
        selection.what_if = None;
        if let Some(node) = selection.node.ready().cloned() {
            selection.wants_picture &= node.is_image;
            let key = &node.open.node.key;
            let faults = node.open.faults.iter().map(|fault| ShortFault::of_document(key, fault)).collect();
            self.shared.known.set(key, faults, |site| matches!(site, FaultSite::Document(_)));
        }
        let selection = &mut self.shared.selection;
        let Some(layout) = selection.layout().cloned() else {
            self.select_station_chunk();
            self.tabulate();
            return self.expand_root();
        };
        self.group = GroupPane::default();
        selection.keep_in_grid();
        if self.hierarchy.tree.rows.len() == 1 && self.shared.focus == Pane::Hierarchy {
            self.shared.focus = Pane::Grid; // the whole hierarchy is this array
        }
        self.select_station_chunk();
        self.grid.follow(&self.shared);
        self.grid.take_survey(layout, &mut self.shared);
        self.shared.trace();
    }

    fn tabulate(&mut self) {
        if let Some(open) = self.shared.selection.node.ready().map(|shown| &shown.open)
            && (matches!(open.node.kind, NodeKind::Directory(_))
                || matches!(open.described(), Some(GroupOrArray::Group(_))))
        {
            self.group.begin(open.node.key.clone(), &mut self.shared);
        } else {
            self.group = GroupPane::default();
        }
    }

    fn expand_root(&mut self) {
        let is_untouched =
            matches!(self.hierarchy.tree.rows.as_slice(), [root] if matches!(root.children, Late::Idle));
        let node = self.shared.selection.node.ready();
        if is_untouched && node.is_some_and(|shown| shown.open.node.may_have_children()) {
            self.hierarchy.expand(&mut self.shared);
        }
    }

    pub(crate) fn traced(&mut self, id: RequestId, result: Result<Arc<ChunkTrace>, String>) {
        let trace = result.as_ref().ok();
        let is_unknown = trace.is_some_and(|trace| trace.is_unknown());
        let mut is_faulty = trace.is_none_or(|trace| trace.trace.fault.is_some() && !is_unknown);
        let is_stored = trace.is_some_and(|trace| trace.trace.stored.is_some());
        let nbytes = trace.and_then(|trace| trace.decoded.nbytes());
        let is_small = nbytes.is_some_and(|nbytes| nbytes <= MOST_UNASKED);
        if !self.shared.selection.trace.answer(id, result) {
            return;
        }
        self.say_read_again();
        // A chunk that may be half-written has no fault yet: it is read again once it rests.
        is_faulty &= !self.following.is_unsure();
        if !self.following.is_unsure() {
            let wrong = if is_unknown { ChunkVerdict::Unknown } else { ChunkVerdict::Faulty };
            self.grid.traced(self.shared.selection.coords(), (is_faulty || is_unknown).then_some(wrong));
            self.saw_trace();
        }
        // A cursor that walks across the array stays in place.
        if self.shared.focus != Pane::Values || self.shared.selection.cells().is_none() {
            element_cursor::first_lost(&mut self.shared.selection);
        }
        self.at_station_chunk();
        self.shared.selection.measure();
        self.shared.selection.element.put_everywhere();
        // A document that is tried out was the doctor's idea: the doctor works again only if that fails.
        if is_stored && (is_faulty || (is_small && self.shared.selection.what_if.is_none())) {
            self.shared.diagnose(false);
        }
    }

    pub(crate) fn diagnosed(&mut self, id: RequestId, verdict: Arc<Verdict>) {
        let is_doubtful = verdict.sure_doubt().is_some();
        let selection = &mut self.shared.selection;
        if selection.diagnosis.answer(id, Ok(verdict)) && is_doubtful && selection.what_if.is_none() {
            self.grid.level.judged(selection.coords().to_vec(), ChunkVerdict::Doubtful);
            self.hierarchy.doubtful.insert(selection.child.key.clone());
        }
    }
}
