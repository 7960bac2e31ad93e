//! Finds nodes by words or conditions, while a walk through the hierarchy is still adding some.

pub(super) mod draw;
pub(super) mod keys;
pub(super) mod work;

use std::sync::Arc;

use crate::explorer::{Late, RequestId, Scroll, TypedLine};
use crate::pipeline::{Catalog, Found, NodeRow, Stopped};
use crate::tell::report::Line;

/// Stays when its window is closed, for the keys that go from one node to the next.
#[derive(Debug, Default)]
pub struct Finder {
    pub line: TypedLine,
    pub error: Option<String>,
    /// The best come first. Until the nodes of a new line are there, those of the line before.
    pub found: Late<Arc<Found>>,
    pub selected: usize,
    pub scroll: Scroll,
    pub preview: (String, Late<Vec<Line>>),
    pub(crate) last: Option<LastFound>,
    pub(crate) catalog: Arc<Catalog>,
    pub walk: Late<WalkProgress>,
    pub(crate) enters: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct WalkProgress {
    pub nodes: usize,
    pub end: Option<Stopped>,
}

#[derive(Debug)]
pub(crate) struct LastFound {
    pub(crate) found: Arc<Found>,
    pub(crate) number: usize,
}

impl Finder {
    pub fn nodes(&self) -> Option<&Arc<Found>> {
        self.found.so_far()
    }

    pub fn current(&self) -> Option<&NodeRow> {
        self.nodes()?.row(self.selected)
    }

    pub fn progress(&self) -> WalkProgress {
        self.walk.so_far().copied().unwrap_or(WalkProgress { nodes: 0, end: None })
    }

    /// The cursor stays on its node while the line stays the same and only more nodes have come.
    pub(crate) fn take(&mut self, id: RequestId, found: &Arc<Found>) {
        let before = self.found.so_far().cloned();
        if !self.found.answer(id, Ok(Arc::clone(found))) {
            return;
        }
        self.selected = match before {
            Some(before) if before.query == found.query && self.selected > 0 => {
                found.number_of(&before, self.selected).unwrap_or(0)
            }
            _ => 0,
        };
    }

    pub fn is_current(&self) -> bool {
        self.error.is_none() && !self.found.is_waiting()
    }

    pub(crate) fn choose(&mut self) -> Option<String> {
        let found = Arc::clone(self.nodes()?);
        let key = found.row(self.selected)?.key.to_string();
        self.last = Some(LastFound { found, number: self.selected });
        Some(key)
    }

    pub(crate) fn next(&mut self, back: bool) -> Option<(String, usize, usize)> {
        let last = self.last.as_mut()?;
        let count = last.found.len();
        let by = if back { count.checked_sub(1)? } else { 1 };
        last.number = (last.number + by) % count.max(1);
        Some((last.found.row(last.number)?.key.to_string(), last.number + 1, count))
    }
}
