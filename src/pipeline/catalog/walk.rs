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

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    fn keys(catalog: &Catalog) -> Vec<String> {
        let view = catalog.view();
        (0..view.len()).filter_map(|index| Some(view.row(index)?.key.to_string())).collect()
    }

    #[test]
    fn nodes_come_in_the_order_of_the_hierarchy_and_in_parts() {
        let directory = tempfile::tempdir().unwrap();
        for key in ["a/x", "a/y", "b", "a"] {
            fs::create_dir_all(directory.path().join(key)).unwrap();
            let document =
                format!(r#"{{"zarr_format": 3, "node_type": "group", "attributes": {{"is": "{key}"}}}}"#);
            fs::write(directory.path().join(key).join("zarr.json"), document).unwrap();
        }
        fs::write(directory.path().join("a/notes.txt"), "?").unwrap();
        let hierarchy = Hierarchy::open(directory.path()).unwrap();
        let catalog = Catalog::default();
        let mut seen = Vec::new();
        let end = catalog.fill(&hierarchy, &mut |unseen| {
            unseen.show();
            seen.push(catalog.len_and_end());
            true
        });
        assert_eq!(end, Stopped::AtTheEnd);
        assert_eq!(seen, (1..=5).map(|count| (count, None)).collect::<Vec<_>>());
        assert_eq!(keys(&catalog), ["a", "a/notes.txt", "a/x", "a/y", "b"]);
        let view = catalog.view();
        assert_eq!(view.row(2).unwrap().facts.attributes, [("is".to_owned(), "a/x".to_owned())]);
        assert_eq!(
            view.from(3).map(|(first, rows)| (first, rows.len())).collect::<Vec<_>>(),
            [(3, 1), (4, 1)]
        );
    }

    #[test]
    fn a_walk_ends_where_nobody_wants_more() {
        let hierarchy = Hierarchy::open(std::path::Path::new("sample-data")).unwrap();
        let catalog = Catalog::default();
        let mut left = 3;
        let end = catalog.fill(&hierarchy, &mut |_| {
            left -= 1;
            left > 0
        });
        assert_eq!((end, keys(&catalog).len()), (Stopped::OnRequest, 3));
        assert_eq!(catalog.len_and_end().1, Some(Stopped::OnRequest));
    }
}
