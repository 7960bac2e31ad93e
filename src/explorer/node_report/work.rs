use std::sync::Arc;

use crate::explorer::core::selection::ShownNode;
use crate::explorer::core::work::report;
use crate::explorer::{App, Lane, Link, RequestId, Task};
use crate::hierarchy::Hierarchy;
use crate::pipeline::NamedParts;
use crate::tell::named::add_parts;
use crate::tell::report::Line;

/// What `info` says of a group: what it is by conventions, dimensions, variables. Other documents are read for it.
#[derive(Debug)]
pub struct ReadInfo {
    pub(crate) hierarchy: Arc<Hierarchy>,
    pub(crate) node: Arc<ShownNode>,
}

impl Task for ReadInfo {
    const LANE: Lane = Lane::Overlays;
    type Answer = Arc<[Vec<Line>; 2]>;

    fn run(&self, link: &mut Link<Self>) {
        let open = &self.node.open;
        let parts = NamedParts::read(&self.hierarchy, open, None);
        let mut before = report(&self.hierarchy, open, &parts.wells);
        let end = add_parts(&parts, &mut before);
        let after = before.split_off(end);
        link.answer(Arc::new([before, after]));
    }

    fn answered(app: &mut App, id: RequestId, parts: Self::Answer) {
        app.described(id, parts);
    }
}
