pub(super) mod draw;
pub(super) mod table;
pub(super) mod work;

use std::ops::Range;
use std::sync::Arc;

use crate::explorer::core::late::{Late, Request, RequestId};
use crate::explorer::core::shared::Shared;
use crate::explorer::geometry::plane::{Scroll, step_number};
use crate::explorer::geometry::regions::Pane;
use crate::explorer::geometry::views;
use crate::explorer::group::table::GroupTable;
use crate::explorer::group::work::{DescribeRows, ListRows, WeighRows};
use crate::explorer::keys::input::PaneEvent;
use crate::explorer::keys::keymap::KeyCommand;

#[derive(Debug, Default)]
pub struct GroupPane {
    pub table: Late<GroupTable>,
    pub selected: usize,
    pub scroll: Scroll,
    /// The request for the names, which everything else belongs to.
    request: Option<Request>,
    /// The last request for what rows are; its answers belong to that for the names.
    rows: Option<Request>,
    /// The same for what is stored below rows.
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

    /// The table, to be freed elsewhere: with very many rows that takes long.
    pub(crate) fn take_table(&mut self) -> Option<GroupTable> {
        match std::mem::take(&mut self.table) {
            Late::Ready { value, .. } | Late::Waiting { so_far: Some(value), .. } => Some(value),
            _ => None,
        }
    }

    pub fn is_shown(&self) -> bool {
        self.request.is_some()
    }

    /// Whether the answers to a request are about its table.
    pub(crate) fn counts(&self, id: RequestId) -> bool {
        self.request.as_ref().is_some_and(|request| request.id() == id)
    }

    /// How many rows there are to choose from: the files too, while they are shown.
    pub fn count(&self, shared: &Shared) -> usize {
        let files = |table: &GroupTable| if shared.shows_files { table.files().len() } else { 0 };
        self.table.so_far().map_or(0, |table| table.len() + files(table))
    }

    /// Handles a key or a click. Gives the key of the node to go to, if one was entered.
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

    /// Does something with the table; where that changes the order, the cursor stays in its row of the screen.
    fn with_table(&mut self, act: impl FnOnce(&mut GroupTable)) {
        if let Late::Ready { value, .. } = &mut self.table {
            act(value);
        }
    }

    /// Does something that may change the order: the cursor stays on its node, unless it is on the first row.
    pub(crate) fn keep_row(&mut self, act: impl FnOnce(&mut GroupTable)) {
        let (selected, mut kept) = (self.selected, self.selected);
        self.with_table(|table| {
            let key = table.row(selected).filter(|_| selected > 0).map(|row| row.child.key.clone());
            act(table);
            let is_moved = |key: &String| table.row(selected).is_none_or(|row| row.child.key != *key);
            if let Some(number) = key.filter(is_moved).and_then(|key| table.number_of(&key)) {
                kept = number;
            }
        });
        self.selected = kept;
    }

    /// Scrolls to the cursor, and asks for what is not known yet: of the rows on the screen first.
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
            let hierarchy = Arc::clone(&hierarchy);
            shared.send(&request, DescribeRows { hierarchy, children });
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
