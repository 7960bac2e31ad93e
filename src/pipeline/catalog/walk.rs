use std::{collections::HashSet, sync::Arc};

use super::list::{Catalog, Stopped};
use super::row::{NodeFacts, NodeRow};
use crate::hierarchy::Hierarchy;
use crate::limits::{CATALOG_BYTES, CATALOG_NODES};
use crate::pipeline::{NodeWalk, OpenNode};

const NAMED: usize = 16;
/// The bytes of a row beside its key and its facts: the row itself, and its place in the list.
const ROW: usize = 64;

impl Catalog {
    /// A catalog is filled once. `part` is called at every node: it may show the rows so far to others, and gives false to stop.
    pub fn fill(&self, hierarchy: &Hierarchy, part: &mut dyn FnMut(&mut Unseen) -> bool) -> Stopped {
        if !self.begin() {
            return Stopped::OnRequest;
        }
        let root = OpenNode::at(hierarchy, "");
        let mut walk = NodeWalk::below(hierarchy, &root, NAMED);
        drop(root);
        let mut said: HashSet<Arc<NodeFacts>> = HashSet::new();
        let mut nbytes = 0;
        let mut unseen = Unseen { catalog: self, rows: Vec::new(), count: 0 };
        let end = loop {
            let Some(open) = walk.next() else { break Stopped::AtTheEnd };
            let NodeRow { key, facts } = NodeRow::of(&open);
            nbytes += key.len() + ROW;
            let facts = match said.get(&facts) {
                Some(same) => Arc::clone(same),
                None => {
                    nbytes += facts.nbytes();
                    said.insert(Arc::clone(&facts));
                    facts
                }
            };
            if unseen.count >= CATALOG_NODES || nbytes > CATALOG_BYTES {
                break Stopped::AtTheLimit;
            }
            unseen.count += 1;
            unseen.rows.push(NodeRow { key, facts });
            if !part(&mut unseen) {
                break Stopped::OnRequest;
            }
        };
        unseen.show();
        self.end(end, walk.unlisted);
        end
    }
}

pub struct Unseen<'a> {
    catalog: &'a Catalog,
    rows: Vec<NodeRow>,
    count: usize,
}

const MANY: usize = 4096;

impl Unseen<'_> {
    pub fn show_many(&mut self) {
        if self.rows.len() >= MANY {
            self.show();
        }
    }

    pub fn show(&mut self) {
        if !self.rows.is_empty() {
            self.catalog.add(std::mem::take(&mut self.rows));
        }
    }
}
