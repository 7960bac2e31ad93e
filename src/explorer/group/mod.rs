//! The nodes of a group as a table, shown instead of the chunk grid.

pub(super) mod draw;
pub(super) mod table;
pub(super) mod work;

use std::ops::Range;
use std::sync::Arc;

use crate::explorer::group::work::{DescribeRows, ListRows, WeighRows};
use crate::explorer::{
    GroupTable, KeyCommand, Late, Pane, PaneEvent, Request, RequestId, Scroll, Shared, step_number, views,
};

#[derive(Debug, Default)]
pub struct GroupPane {
    pub table: Late<GroupTable>,
    pub selected: usize,
    pub scroll: Scroll,
    request: Option<Request>,
    /// The last request for descriptions; its answers have the id of `request`.
    rows: Option<Request>,
    weights: Option<Request>,
}

impl GroupPane {
    pub(crate) fn begin(&mut self, key: String, shared: &mut Shared) {
        let request = shared.ask(ListRows { hierarchy: Arc::clone(&shared.hierarchy), key });
        self.table.ask_again(request.clone());
        self.request = Some(request);
        self.rows = None;
        self.weights = None;
    }

    pub fn is_shown(&self) -> bool {
        self.request.is_some()
    }

    pub(crate) fn counts(&self, id: RequestId) -> bool {
        self.request.as_ref().is_some_and(|request| request.id() == id)
    }

    pub fn count(&self, shared: &Shared) -> usize {
        let Some(table) = self.table.so_far() else { return 0 };
        table.len() + if shared.shows_files { table.files.len() } else { 0 }
    }

    pub(crate) fn update(&mut self, event: PaneEvent, shared: &mut Shared) -> Option<String> {
        let view = views::group(shared.inner(Pane::Grid));
        match event {
            PaneEvent::KeyCommand(KeyCommand::Move(by)) => {
                let count = self.count(shared);
                step_number(&mut self.selected, by, view.list.height, count);
            }
            PaneEvent::KeyCommand(KeyCommand::Out | KeyCommand::Back) => shared.focus = Pane::Hierarchy,
            PaneEvent::KeyCommand(KeyCommand::Enter) => return self.entered(),
            PaneEvent::KeyCommand(KeyCommand::Sort) => {
                self.with_table(|table| table.sort_on(&shared.known));
            }
            PaneEvent::KeyCommand(KeyCommand::SortBack) => self.with_table(GroupTable::reverse),
            PaneEvent::Click(x, y) if view.list.contains(x, y) => {
                let row =
                    usize::try_from(self.scroll.first + u64::from(y - view.list.y)).unwrap_or(usize::MAX);
                if row == self.selected {
                    return self.entered();
                }
                self.selected = row.min(self.count(shared).saturating_sub(1));
            }
            PaneEvent::KeyCommand(_) | PaneEvent::Click(..) => {}
        }
        None
    }

    fn entered(&self) -> Option<String> {
        Some(self.table.so_far()?.child(self.selected)?.key.clone())
    }

    /// The cursor stays in its row of the screen, even if the order changes.
    fn with_table(&mut self, act: impl FnOnce(&mut GroupTable)) {
        if let Late::Ready { value, .. } = &mut self.table {
            act(value);
        }
    }

    /// The cursor stays on its node, even if the order changes, unless it is in the first row.
    pub(crate) fn keep_row(&mut self, act: impl FnOnce(&mut GroupTable)) {
        let Late::Ready { value: table, .. } = &mut self.table else { return };
        let key = table.row(self.selected).map(|row| row.child.key.clone());
        act(table);
        if let Some(key) = key
            && self.selected > 0
            && table.row(self.selected).is_none_or(|row| row.child.key != key)
            && let Some(number) = table.number_of(&key)
        {
            self.selected = number;
        }
    }

    pub(crate) fn reconcile(&mut self, shared: &mut Shared) {
        let Some(list) = self.request.clone() else { return };
        let view = views::group(shared.inner(Pane::Grid));
        let count = self.count(shared);
        if self.table.ready().is_some() {
            self.selected = self.selected.min(count.saturating_sub(1));
            self.scroll.follow(self.selected as u64, view.list.height.into(), count as u64);
        }
        let visible = self.visible(view.list.height);
        let Late::Ready { value: table, .. } = &mut self.table else { return };
        let hierarchy = Arc::clone(&shared.hierarchy);
        table.counts = !hierarchy.is_remote() || table.sorted_by.is_counted();
        let children = table.to_describe(visible.clone());
        if !children.is_empty() {
            let request = list.for_details();
            shared.send(&request, DescribeRows { hierarchy: Arc::clone(&hierarchy), children });
            self.rows = Some(request);
        }
        let rows = table.to_weigh(visible);
        if !rows.is_empty() {
            let request = list.for_details();
            shared.send(&request, WeighRows { hierarchy, rows });
            self.weights = Some(request);
        }
    }

    fn visible(&self, height: u16) -> Range<usize> {
        let first = usize::try_from(self.scroll.first).unwrap_or(usize::MAX);
        first..first.saturating_add(height.max(1).into())
    }
}
