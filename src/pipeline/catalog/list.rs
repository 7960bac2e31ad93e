use std::sync::{Arc, PoisonError, RwLock};

use super::row::NodeRow;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stopped {
    AtTheEnd,
    AtTheLimit,
    OnRequest,
}

/// The nodes of a hierarchy, in its order, as far as a walk has come. It grows while others look at it.
#[derive(Debug, Default)]
pub struct Catalog(RwLock<CatalogView>);

#[derive(Debug, Clone, Default)]
pub struct CatalogView {
    /// The parts of the list, each with the number of its first row.
    parts: Vec<(usize, Arc<[NodeRow]>)>,
    len: usize,
    is_begun: bool,
    /// `None` while the walk goes on.
    pub end: Option<Stopped>,
    pub unlisted: Vec<String>,
}

impl Catalog {
    pub fn view(&self) -> CatalogView {
        self.0.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    pub fn len_and_end(&self) -> (usize, Option<Stopped>) {
        let view = self.0.read().unwrap_or_else(PoisonError::into_inner);
        (view.len, view.end)
    }

    pub(super) fn begin(&self) -> bool {
        let mut view = self.0.write().unwrap_or_else(PoisonError::into_inner);
        !std::mem::replace(&mut view.is_begun, true)
    }

    pub(super) fn add(&self, rows: Vec<NodeRow>) {
        let mut view = self.0.write().unwrap_or_else(PoisonError::into_inner);
        let first = view.len;
        view.len += rows.len();
        view.parts.push((first, rows.into()));
    }

    pub(super) fn end(&self, end: Stopped, unlisted: Vec<String>) {
        let mut view = self.0.write().unwrap_or_else(PoisonError::into_inner);
        view.end = Some(end);
        view.unlisted = unlisted;
    }
}

impl CatalogView {
    pub fn len(&self) -> usize {
        self.len
    }

    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    pub fn row(&self, index: usize) -> Option<&NodeRow> {
        let part = self.parts.partition_point(|(first, _)| *first <= index).checked_sub(1)?;
        let (first, rows) = self.parts.get(part)?;
        rows.get(index - first)
    }

    pub(super) fn begins(&self, other: &Self) -> bool {
        let first = |view: &Self| view.parts.first().map(|(_, rows)| Arc::as_ptr(rows));
        self.len <= other.len && (self.parts.is_empty() || first(self) == first(other))
    }

    pub(super) fn from(&self, index: usize) -> impl Iterator<Item = (usize, &[NodeRow])> {
        let part = self.parts.partition_point(|(first, _)| *first <= index).saturating_sub(1);
        self.parts.iter().skip(part).filter_map(move |(first, rows)| {
            let skipped = index.saturating_sub(*first);
            Some((first + skipped, rows.get(skipped..)?))
        })
    }
}
