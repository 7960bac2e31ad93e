//! The state of the explorer. It changes in [`App::update`] and nowhere else.

use std::sync::Arc;

use super::action::Request;
use super::overlay::Page;
use super::plane::Scroll;
use super::regions::{Area, Pane, Regions, Wanted};
use super::selection::Selection;
use super::tree::Tree;
use crate::codec::DecodeOptions;
use crate::hierarchy::Hierarchy;

/// Everything that is shown.
#[derive(Debug)]
pub struct App {
    /// Where the nodes are.
    pub hierarchy: Arc<Hierarchy>,
    /// Columns and rows of the screen.
    pub size: (u16, u16),
    /// The pane that keys go to.
    pub focus: Pane,
    /// The node tree.
    pub tree: Tree,
    /// The selected node.
    pub selection: Selection,
    /// What lies over the panes.
    pub overlay: Overlay,
    /// How to decode.
    pub options: DecodeOptions,
    /// What was last looked for in the tree.
    pub sought: String,
    /// Something to tell until the next key.
    pub message: Option<String>,
    /// Whether to end.
    pub quit: bool,
    /// The number of the last request to open the store again.
    pub(super) reopening: u64,
    pub(super) last_id: u64,
}

/// What lies over the panes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Overlay {
    /// Nothing.
    None,
    /// The keys.
    Help(Scroll),
    /// What is known of the node.
    Info(Scroll),
    /// What may be wrong with the chunk; the number of the selected hypothesis.
    Diagnosis(usize),
    /// Lines to read.
    Page(Page),
    /// The forms that the chunk can be copied in; the number of the selected one.
    Copy(usize),
    /// A line to type in.
    Prompt(Purpose, String),
}

/// What a typed line is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Purpose {
    /// To find a node.
    Find,
    /// To go somewhere.
    GoTo,
}

/// Rows that a fault and what may be wrong are given beside those of the stages.
const FAULT_ROWS: u64 = 4;

impl App {
    /// The explorer on a hierarchy, and what it asks for first.
    #[must_use]
    pub fn new(hierarchy: Hierarchy, options: DecodeOptions, size: (u16, u16)) -> (Self, Vec<Request>) {
        let name = crate::metadata::text::escape(&hierarchy.name).into_owned();
        let tree = Tree::new(&name);
        let root = tree.rows().first().map(|row| row.child.clone());
        let root = root.unwrap_or_else(|| crate::hierarchy::Child {
            name,
            key: String::new(),
            kind: crate::store::EntryKind::Directory,
        });
        let mut app = Self {
            hierarchy: Arc::new(hierarchy),
            size,
            focus: Pane::Hierarchy,
            tree,
            selection: Selection::new(root, 0),
            overlay: Overlay::None,
            options,
            sought: String::new(),
            message: None,
            quit: false,
            reopening: 0,
            last_id: 0,
        };
        let requests = app.open_selected();
        (app, requests)
    }

    /// Where the panes are.
    #[must_use]
    pub fn regions(&self) -> Regions {
        let grid_shape = self.selection.layout().map(|layout| layout.grid.grid_shape()).unwrap_or_default();
        let grid = match grid_shape.as_slice() {
            [] | [_] => 2,
            [.., rows, _] => *rows,
        };
        // A fault has more to say than a stage that went well.
        let faulty = self.selection.trace.ready().is_some_and(|trace| trace.trace.fault.is_some());
        let stages = self.selection.stage_count() as u64 + if faulty { FAULT_ROWS } else { 0 };
        let wanted = Wanted { grid: grid.min(1 << 16), stages, opened: self.selection.opened };
        Regions::of(self.size.0, self.size.1, self.focus, wanted)
    }

    /// The area within the border of a pane.
    #[must_use]
    pub fn inner(&self, pane: Pane) -> Area {
        self.regions().pane(pane).inner()
    }

    /// The panes there are for the selected node, in the order of Tab.
    #[must_use]
    pub fn panes(&self) -> &'static [Pane] {
        match self.selection.layout() {
            Some(_) if self.selection.opened => &Pane::OF_STAGES,
            Some(_) => &Pane::OF_ARRAYS,
            None => &[Pane::Hierarchy, Pane::Grid],
        }
    }

    pub(super) fn next_id(&mut self) -> u64 {
        self.last_id += 1;
        self.last_id
    }
}
