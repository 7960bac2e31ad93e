pub(super) mod draw;
pub(super) mod keys;
pub(super) mod work;

use std::sync::Arc;

use crate::explorer::core::late::{Late, RequestId};
use crate::explorer::geometry::plane::Scroll;
use crate::explorer::prompt::line::TypedLine;
use crate::pipeline::{Catalog, Found, NodeRow, Stopped};
use crate::tell::report::Line;

/// The finder. What it has found stays when its window is closed, for the keys that go from one node to the next.
#[derive(Debug, Default)]
pub struct Finder {
    pub line: TypedLine,
    pub error: Option<String>,
    /// The nodes that fit the line, the best first; while another line is looked for, those that fitted the line before.
    pub found: Late<Arc<Found>>,
    pub selected: usize,
    pub scroll: Scroll,
    pub preview: (String, Late<Vec<Line>>),
    pub(crate) last: Option<LastFound>,
    pub(crate) catalog: Arc<Catalog>,
    pub walk: Late<WalkProgress>,
    /// Whether Enter was pressed before there was a node to go to.
    pub(crate) enters: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct WalkProgress {
    pub nodes: usize,
    /// Why it gives no more; `None` while it goes on.
    pub end: Option<Stopped>,
}

/// What was found with the line that was entered last.
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

    /// Takes what was found. While the line stays the same and only more nodes have come, the cursor stays on its node.
    pub(crate) fn take(&mut self, id: RequestId, found: &Arc<Found>) {
        let before = self.found.so_far().cloned();
        if !self.found.answer(id, Ok(Arc::clone(found))) {
            return;
        }
        let of_same_line = before.filter(|before| before.query == found.query && self.selected > 0);
        self.selected = match of_same_line {
            Some(before) => found.number_of(&before, self.selected).unwrap_or(0),
            None => 0,
        };
    }

    /// Whether what is shown fits the line that is typed, or another one that was typed before.
    pub fn is_current(&self) -> bool {
        self.error.is_none() && !self.found.is_waiting()
    }

    pub(crate) fn choose(&mut self) -> Option<String> {
        let found = Arc::clone(self.nodes()?);
        let key = found.row(self.selected)?.key.to_string();
        self.last = Some(LastFound { found, number: self.selected });
        Some(key)
    }

    /// The key of the next or the previous node of what was chosen from last; the search goes on at the other end.
    pub(crate) fn next(&mut self, back: bool) -> Option<(String, usize, usize)> {
        let last = self.last.as_mut()?;
        let count = last.found.len();
        let by = if back { count.checked_sub(1)? } else { 1 };
        last.number = (last.number + by) % count.max(1);
        let key = last.found.row(last.number)?.key.to_string();
        Some((key, last.number + 1, count))
    }
}
