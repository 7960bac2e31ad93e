//! The hierarchy on the left, with its cursor.

pub(super) mod draw;
pub(super) mod listing;
pub(super) mod state;
pub(super) mod towards;
pub(super) mod work;

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::explorer::tree::state::Tree;
use crate::explorer::tree::state::TreeRow;
use crate::explorer::tree::work::{DescribeNodes, ListChildren};
use crate::explorer::{KeyCommand, Move, Pane, PaneEvent, Request, Shared, step_number};

#[derive(Debug)]
pub struct HierarchyPane {
    pub tree: Tree,
    pub doubtful: BTreeSet<String>,
    describing: Option<Request>,
}

impl HierarchyPane {
    pub(crate) fn new(tree: Tree) -> Self {
        Self { tree, doubtful: BTreeSet::new(), describing: None }
    }

    pub(crate) fn update(&mut self, event: PaneEvent, shared: &mut Shared) {
        match event {
            PaneEvent::KeyCommand(KeyCommand::Move(by)) => self.step(by, shared),
            PaneEvent::KeyCommand(KeyCommand::Enter) => self.enter(shared),
            PaneEvent::KeyCommand(KeyCommand::Out | KeyCommand::Back) => self.close_or_parent(shared),
            PaneEvent::KeyCommand(_) => {}
            PaneEvent::Click(_, y) => self.click(y, shared),
        }
    }

    fn step(&mut self, by: Move, shared: &mut Shared) {
        if by == Move::Left {
            self.close_or_parent(shared);
        } else if by == Move::Right {
            if !self.tree.current().is_some_and(TreeRow::is_open) {
                self.enter(shared);
            }
        } else {
            let page = shared.inner(Pane::Hierarchy).height;
            step_number(&mut self.tree.selected, by, page, self.tree.rows.len());
        }
    }

    fn enter(&mut self, shared: &mut Shared) {
        let Some(row) = self.tree.current() else { return };
        if !row.files.is_empty() {
            shared.shows_files = true;
            self.tree.fold_files(false);
            return;
        }
        if row.is_open() {
            if let Some(gone) = self.tree.close() {
                shared.free(gone);
            }
            return;
        }
        if row.may_open() && shared.selection.layout().is_none() {
            return self.expand(shared);
        }
        shared.focus = Pane::Grid;
    }

    pub(crate) fn expand(&mut self, shared: &mut Shared) {
        self.expand_at(self.tree.selected, shared);
    }

    pub(crate) fn expand_at(&mut self, row: usize, shared: &mut Shared) -> bool {
        let request = shared.request();
        let Some(key) = self.tree.open_at(row, &request) else { return false };
        shared.send(&request, ListChildren { hierarchy: Arc::clone(&shared.hierarchy), key });
        true
    }

    fn close_or_parent(&mut self, shared: &mut Shared) {
        if let Some(gone) = self.tree.close() {
            return shared.free(gone);
        }
        if let Some(parent) = self.tree.parent() {
            self.tree.select(parent);
        }
    }

    fn click(&mut self, y: u16, shared: &mut Shared) {
        let row = self.tree.scroll.first + u64::from(y - shared.inner(Pane::Hierarchy).y);
        let row = usize::try_from(row).unwrap_or(usize::MAX);
        if row < self.tree.rows.len() && !self.tree.select(row) {
            self.enter(shared);
        }
    }

    pub(crate) fn reconcile(&mut self, shared: &mut Shared) {
        let visible = usize::from(shared.inner(Pane::Hierarchy).height);
        let tree = &mut self.tree;
        tree.scroll.follow(tree.selected as u64, visible as u64, tree.rows.len() as u64);
        let unknown = self.tree.undescribed(visible);
        if !unknown.is_empty() {
            let hierarchy = Arc::clone(&shared.hierarchy);
            self.describing = Some(shared.ask(DescribeNodes { hierarchy, children: unknown }));
        }
    }
}
