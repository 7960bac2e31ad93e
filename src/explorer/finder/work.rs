//! What the workers do for the finder: the walk through the hierarchy, and reports of nodes that are not selected.

use std::time::Instant;

use crate::explorer::core::action::Action;
use crate::explorer::core::lane::BEAT;
use crate::explorer::core::late::RequestId;
use crate::explorer::finder::window::WalkProgress;
use crate::hierarchy::Hierarchy;
use crate::pipeline::{Catalog, NodeRow, OpenNode, Stopped, weigh};
use crate::tell::report::{self, Line};

/// Takes every node of a hierarchy into a catalog, and reports how many there are on the way.
pub(crate) fn walk(
    id: RequestId,
    hierarchy: &Hierarchy,
    catalog: &Catalog,
    go_on: &mut dyn FnMut() -> bool,
    answer: &mut dyn FnMut(Action) -> bool,
) -> bool {
    let (mut shown, mut listens) = (Instant::now(), true);
    let end = catalog.fill(hierarchy, &mut |unseen| {
        if shown.elapsed() >= BEAT {
            unseen.show();
            let (nodes, _) = catalog.len_and_end();
            listens = answer(Action::Walked(id, WalkProgress { nodes, end: None }));
            shown = Instant::now();
        }
        listens && go_on()
    });
    let (nodes, _) = catalog.len_and_end();
    listens
        && (end == Stopped::OnRequest || answer(Action::Walked(id, WalkProgress { nodes, end: Some(end) })))
}

/// Finds out what is stored for some nodes and below them. What takes long is reported on the way.
pub(crate) fn weigh_rows(
    id: RequestId,
    hierarchy: &Hierarchy,
    rows: &[(usize, NodeRow)],
    go_on: &mut dyn FnMut() -> bool,
    answer: &mut dyn FnMut(Action) -> bool,
) -> bool {
    let (mut reported, mut listens, mut found) = (Instant::now(), true, Vec::new());
    for (index, row) in rows {
        let weight = weigh(hierarchy, row, &mut |so_far| {
            if reported.elapsed() >= BEAT {
                found.push((*index, so_far.clone(), false));
                listens = answer(Action::Weighed(id, std::mem::take(&mut found)));
                reported = Instant::now();
            }
            listens && go_on()
        });
        let Some(weight) = weight else { return listens };
        found.push((*index, weight, true));
    }
    answer(Action::Weighed(id, found))
}

/// The report of a node that is not selected. Its notes are left out: some of them take long.
pub(crate) fn preview(hierarchy: &Hierarchy, key: &str) -> Vec<Line> {
    report::node(&OpenNode::at(hierarchy, key), &[])
}
