//! The hierarchy pane: moving through the rows of the tree, expanding and closing them.

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::explorer::core::late::Request;
use crate::explorer::core::shared::Shared;
use crate::explorer::core::task::{Effect, Work};
use crate::explorer::geometry::regions::Pane;
use crate::explorer::keys::input::PaneEvent;
use crate::explorer::keys::keymap::{KeyCommand, Move};
use crate::explorer::tree::row::TreeRow;
use crate::explorer::tree::state::Tree;
use crate::explorer::tree::work::{DescribeNodes, ListChildren};

/// The hierarchy pane. The other panes show the node of its selected row.
#[derive(Debug)]
pub struct HierarchyPane {
    /// The rows.
    pub tree: Tree,
    /// The keys of the arrays with a chunk whose values look wrong: of those that were looked at.
    pub doubtful: BTreeSet<String>,
    /// The last request for what the nodes on the screen are.
    describing: Option<Request>,
}

impl HierarchyPane {
    pub(crate) fn new(tree: Tree) -> Self {
        Self { tree, doubtful: BTreeSet::new(), describing: None }
    }

    pub(crate) fn update(&mut self, event: PaneEvent, shared: &mut Shared) -> Vec<Effect> {
        let effect = match event {
            PaneEvent::KeyCommand(KeyCommand::Move(by)) => self.step(by, shared),
            PaneEvent::KeyCommand(KeyCommand::Enter) => self.enter(shared),
            PaneEvent::KeyCommand(KeyCommand::Out | KeyCommand::Back) => self.close_or_parent(shared),
            PaneEvent::KeyCommand(_) => None,
            PaneEvent::Click(_, y) => self.click(y, shared),
        };
        effect.into_iter().collect()
    }

    /// Marks an array that has a chunk whose values look wrong.
    pub(crate) fn doubted(&mut self, key: &str) {
        self.doubtful.insert(key.to_owned());
    }

    fn step(&mut self, by: Move, shared: &mut Shared) -> Option<Effect> {
        match by {
            Move::Left => self.close_or_parent(shared),
            Move::Right if self.is_open() => None,
            Move::Right => self.enter(shared),
            _ => {
                let page = usize::from(shared.inner(Pane::Hierarchy).height);
                self.tree.step(by, page);
                None
            }
        }
    }

    fn is_open(&self) -> bool {
        self.tree.current().is_some_and(TreeRow::is_open)
    }

    /// Expands or closes a group; for an array the focus goes to its chunk grid.
    fn enter(&mut self, shared: &mut Shared) -> Option<Effect> {
        let row = self.tree.current()?;
        if !row.files.is_empty() {
            shared.shows_files = true;
            self.tree.fold_files(false);
            return None;
        }
        if row.is_open() {
            return self.tree.close().map(|gone| shared.free(gone));
        }
        if row.may_open() && shared.selection.layout().is_none() {
            return self.expand(shared);
        }
        shared.focus = Pane::Grid;
        None
    }

    /// Expands the selected row.
    pub(crate) fn expand(&mut self, shared: &mut Shared) -> Option<Effect> {
        let request = shared.request();
        let key = self.tree.open(&request)?;
        let hierarchy = Arc::clone(&shared.hierarchy);
        Some(Work::new(&request, ListChildren { hierarchy, key }).into())
    }

    fn close_or_parent(&mut self, shared: &mut Shared) -> Option<Effect> {
        if let Some(gone) = self.tree.close() {
            return Some(shared.free(gone));
        }
        let parent = self.tree.parent()?;
        self.tree.select(parent);
        None
    }

    /// A click selects a row; on the selected one it is Enter.
    fn click(&mut self, y: u16, shared: &mut Shared) -> Option<Effect> {
        let row = self.tree.scroll.first + u64::from(y - shared.inner(Pane::Hierarchy).y);
        let row = usize::try_from(row).ok().filter(|row| *row < self.tree.rows().len())?;
        if self.tree.select(row) { None } else { self.enter(shared) }
    }

    /// Scrolls to the selected row, and asks what the nodes on the screen are.
    pub(crate) fn settle(&mut self, shared: &mut Shared) -> Option<Effect> {
        let visible = usize::from(shared.inner(Pane::Hierarchy).height);
        self.tree.follow(visible);
        let unknown = self.tree.to_describe(visible);
        if unknown.is_empty() {
            return None;
        }
        let request = shared.request();
        let hierarchy = Arc::clone(&shared.hierarchy);
        let work = Work::new(&request, DescribeNodes { hierarchy, children: unknown });
        self.describing = Some(request);
        Some(work.into())
    }
}
