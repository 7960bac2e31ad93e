use std::sync::Arc;

use crate::explorer::{App, Beat, Lane, Link, RequestId, Task, WalkProgress};
use crate::hierarchy::Hierarchy;
use crate::pipeline::{Catalog, Found, OpenNode, Query, Stopped};
use crate::tell::report;
use crate::tell::report::Line;

#[derive(Debug)]
pub struct WalkNodes {
    pub hierarchy: Arc<Hierarchy>,
    pub catalog: Arc<Catalog>,
}

impl Task for WalkNodes {
    const LANE: Lane = Lane::Walks;
    type Answer = WalkProgress;

    fn run(&self, link: &mut Link<Self>) {
        let mut beat = Beat::new();
        let end = self.catalog.fill(&self.hierarchy, &mut |unseen| {
            if beat.is_due() {
                unseen.show();
                let (nodes, _) = self.catalog.len_and_end();
                link.answer(WalkProgress { nodes, end: None });
            }
            link.is_wanted()
        });
        if end != Stopped::OnRequest {
            let (nodes, _) = self.catalog.len_and_end();
            link.answer(WalkProgress { nodes, end: Some(end) });
        }
    }

    fn answered(app: &mut App, id: RequestId, progress: WalkProgress) {
        let is_new = match progress.end {
            None => app.finder.walk.part(id, progress),
            Some(_) => app.finder.walk.answer(id, Ok(progress)),
        };
        if is_new {
            app.look_further();
        }
    }
}

#[derive(Debug)]
pub struct FindNodes {
    pub(crate) catalog: Arc<Catalog>,
    pub(crate) query: Query,
    pub(crate) before: Option<Arc<Found>>,
}

impl Task for FindNodes {
    const LANE: Lane = Lane::Finds;
    type Answer = Arc<Found>;

    fn run(&self, link: &mut Link<Self>) {
        if let Some(found) = self.query.find(&self.catalog, self.before.as_deref(), &mut || link.is_wanted())
        {
            link.answer(Arc::new(found));
        }
    }

    fn answered(app: &mut App, id: RequestId, found: Self::Answer) {
        app.found(id, &found);
    }
}

/// Notes are left out of the report, because some of them take long.
#[derive(Debug)]
pub struct PreviewNode {
    pub(crate) hierarchy: Arc<Hierarchy>,
    pub(crate) key: String,
}

impl Task for PreviewNode {
    const LANE: Lane = Lane::Finds;
    type Answer = Vec<Line>;

    fn run(&self, link: &mut Link<Self>) {
        link.answer(report::node(&OpenNode::at(&self.hierarchy, &self.key), &[], &[]));
    }

    fn answered(app: &mut App, id: RequestId, lines: Self::Answer) {
        app.finder.preview.1.answer(id, Ok(lines));
    }
}
