//! Which nodes of a catalog fit a query, the best first.

use std::cmp::Reverse;

use rayon::iter::{IndexedParallelIterator, IntoParallelIterator, IntoParallelRefIterator, ParallelIterator};

use super::list::{Catalog, CatalogView};
use super::query::Query;
use super::row::NodeRow;

const FEW: usize = 512;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Hit {
    score: u32,
    /// Its number in the catalog; there are never more nodes than fit.
    index: u32,
}

/// The nodes that fit a query, the best first; of those that fit as well, in the order of the hierarchy.
#[derive(Debug, Clone, Default)]
pub struct Found {
    /// What was looked for.
    pub query: Query,
    /// Where it was looked for.
    pub view: CatalogView,
    hits: Vec<Hit>,
}

impl Found {
    /// How many nodes fit.
    pub fn len(&self) -> usize {
        self.hits.len()
    }

    /// Whether none fits.
    pub fn is_empty(&self) -> bool {
        self.hits.is_empty()
    }

    /// A node that fits, counted from the best.
    pub fn row(&self, number: usize) -> Option<&NodeRow> {
        self.view.row(self.hits.get(number)?.index as usize)
    }

    /// Where a node stands here that had this number `before`, in the same catalog.
    pub fn number_of(&self, before: &Self, number: usize) -> Option<usize> {
        let index = before.hits.get(number)?.index;
        self.hits.iter().position(|hit| hit.index == index)
    }

    /// Every node that fits, with its score.
    pub fn iter(&self) -> impl Iterator<Item = (u32, &NodeRow)> {
        self.hits.iter().filter_map(|hit| Some((hit.score, self.view.row(hit.index as usize)?)))
    }
}

impl Query {
    /// Looks for nodes in a catalog. What was `before` found in it for another query, or when it had fewer nodes, makes
    /// that faster. `None` where `go_on` says that nobody wants to know any more.
    pub fn find(
        &self,
        catalog: &Catalog,
        before: Option<&Found>,
        go_on: &mut dyn FnMut() -> bool,
    ) -> Option<Found> {
        let view = catalog.view();
        // Another catalog may have other nodes under the same numbers.
        let before = before.filter(|found| found.view.begins(&view) && self.narrows(&found.query));
        let mut hits = before.map_or_else(Vec::new, |found| self.again(found));
        for (first, rows) in view.from(before.map_or(0, |found| found.view.len())) {
            go_on().then_some(())?;
            hits.extend(self.hits(first, rows));
        }
        hits.sort_by_key(|hit| (Reverse(hit.score), hit.index));
        Some(Found { query: self.clone(), view, hits })
    }

    fn again(&self, found: &Found) -> Vec<Hit> {
        if *self == found.query {
            return found.hits.clone();
        }
        let hit = |hit: &Hit| {
            let score = self.score(found.view.row(hit.index as usize)?)?;
            Some(Hit { score, index: hit.index })
        };
        (&found.hits).into_par_iter().filter_map(hit).collect()
    }

    fn hits(&self, first: usize, rows: &[NodeRow]) -> Vec<Hit> {
        let hit = |(index, row): (usize, &NodeRow)| {
            let score = self.score(row)?;
            Some(Hit { score, index: u32::try_from(first + index).ok()? })
        };
        if rows.len() <= FEW {
            return rows.iter().enumerate().filter_map(hit).collect();
        }
        rows.par_iter().enumerate().filter_map(hit).collect()
    }
}
