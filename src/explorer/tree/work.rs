use std::sync::Arc;

use crate::explorer::{App, Lane, Link, Pane, RequestId, Task};
use crate::hierarchy::{Child, Hierarchy};
use crate::pipeline::{NodeRow, OpenNode};
use crate::store::StoreError;

/// Nodes described in one answer: few, so that the first rows appear at once, even on a slow file system.
pub(crate) const BATCH: usize = 16;

#[derive(Debug)]
pub struct ListChildren {
    pub(crate) hierarchy: Arc<Hierarchy>,
    pub(crate) key: String,
}

impl Task for ListChildren {
    const LANE: Lane = Lane::Lists;
    type Answer = Result<Vec<Child>, String>;

    fn run(&self, link: &mut Link<Self>) {
        let listed = match self.hierarchy.children(&self.key) {
            // A server without lists is no fault: the report of the node mentions it.
            Err(StoreError::Unlisted { .. }) => Ok(Vec::new()),
            listed => listed.map_err(|error| error.to_string()),
        };
        link.answer(listed);
    }

    fn answered(app: &mut App, id: RequestId, listed: Self::Answer) {
        app.listed(id, listed);
    }
}

#[derive(Debug)]
pub struct DescribeNodes {
    pub(crate) hierarchy: Arc<Hierarchy>,
    pub children: Vec<Child>,
}

impl Task for DescribeNodes {
    const LANE: Lane = Lane::Descriptions;
    type Answer = Vec<NodeRow>;

    fn run(&self, link: &mut Link<Self>) {
        for some in self.children.chunks(BATCH) {
            if !link.is_wanted() {
                return;
            }
            let row = |child| NodeRow::of(&OpenNode::of_child(&self.hierarchy, child));
            link.answer(some.iter().map(row).collect());
        }
    }

    fn answered(app: &mut App, _: RequestId, found: Self::Answer) {
        for row in &found {
            app.shared.known.add_of_row(row);
        }
        app.hierarchy.tree.described(found, usize::from(app.shared.inner(Pane::Hierarchy).height));
    }

    fn is_note(_: &Self::Answer) -> bool {
        true
    }
}
