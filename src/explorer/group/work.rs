use std::sync::Arc;

use crate::explorer::tree::work::BATCH;
use crate::explorer::{App, Beat, GroupTable, Lane, Link, RequestId, Task};
use crate::hierarchy::{Child, Hierarchy};
use crate::pipeline::{NodeRow, NodeWeight, OpenNode, weigh};

#[derive(Debug)]
pub struct ListRows {
    pub(crate) hierarchy: Arc<Hierarchy>,
    pub(crate) key: String,
}

impl Task for ListRows {
    const LANE: Lane = Lane::Rows;
    type Answer = Result<Vec<Child>, String>;

    fn run(&self, link: &mut Link<Self>) {
        link.answer(self.hierarchy.children(&self.key).map_err(|error| error.to_string()));
    }

    fn answered(app: &mut App, id: RequestId, listed: Self::Answer) {
        app.group.table.answer(id, listed.map(GroupTable::new));
    }
}

#[derive(Debug)]
pub struct DescribeRows {
    pub(crate) hierarchy: Arc<Hierarchy>,
    pub children: Vec<(usize, Child)>,
}

impl Task for DescribeRows {
    const LANE: Lane = Lane::Rows;
    type Answer = Vec<(usize, NodeRow)>;

    fn run(&self, link: &mut Link<Self>) {
        for some in self.children.chunks(BATCH) {
            if !link.is_wanted() {
                return;
            }
            let mut rows = Vec::new();
            for (index, child) in some {
                rows.push((*index, NodeRow::of(&OpenNode::of_child(&self.hierarchy, child))));
            }
            link.answer(rows);
        }
    }

    fn answered(app: &mut App, id: RequestId, rows: Self::Answer) {
        if !app.group.counts(id) {
            return;
        }
        for (_, row) in &rows {
            app.shared.known.add_of_row(row);
        }
        app.group.keep_row(|table| table.described(rows));
    }
}

#[derive(Debug)]
pub struct WeighRows {
    pub(crate) hierarchy: Arc<Hierarchy>,
    pub(crate) rows: Vec<(usize, NodeRow)>,
}

impl Task for WeighRows {
    const LANE: Lane = Lane::Weights;
    /// The number of the row, its weight, and whether that is complete.
    type Answer = Vec<(usize, NodeWeight, bool)>;

    fn run(&self, link: &mut Link<Self>) {
        let mut found = Vec::new();
        let mut beat = Beat::new();
        for (index, row) in &self.rows {
            let weight = weigh(&self.hierarchy, row, &mut |so_far| {
                if beat.is_due() {
                    found.push((*index, so_far.clone(), false));
                    link.answer(std::mem::take(&mut found));
                }
                link.is_wanted()
            });
            let Some(weight) = weight else { return };
            found.push((*index, weight, true));
        }
        link.answer(found);
    }

    fn answered(app: &mut App, id: RequestId, mut weights: Self::Answer) {
        if !app.group.counts(id) {
            return;
        }
        for fault in weights.iter_mut().flat_map(|(_, weight, _)| std::mem::take(&mut weight.named)) {
            app.shared.known.add(fault);
        }
        app.group.keep_row(|table| table.weighed(weights));
    }
}
