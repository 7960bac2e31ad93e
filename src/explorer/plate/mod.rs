pub(super) mod draw;
pub(super) mod work;

use std::sync::Arc;

use crate::explorer::plate::work::ReadWells;
use crate::explorer::{Area, KeyCommand, Late, Move, Pane, PaneEvent, Scroll, Shared, step_number};
use crate::meaning::OmePlate;
use crate::pipeline::WellState;
use crate::store::join;
use crate::tell::plate::{PlateTable, plate_name};

#[derive(Debug, Default)]
pub struct PlatePane {
    pub shows_nodes: bool,
    pub states: Late<Vec<WellState>>,
    pub cursor: [usize; 2],
    pub first: [Scroll; 2],
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PlateView {
    pub header: Area,
    pub list: Area,
    pub below: Area,
    /// Characters for the names of rows, and for each column.
    pub widths: [u16; 2],
}

impl PlateView {
    pub fn of(table: &PlateTable, area: Area) -> Self {
        let (header, rest) = area.top(1);
        let (list, below) = rest.top(rest.height.saturating_sub(1));
        let names = table.plate.rows.iter().map(|own| plate_name(own).chars().count()).max().unwrap_or(0);
        Self {
            header,
            list,
            below,
            widths: [names, table.width()].map(|width| u16::try_from(width).unwrap_or(1).max(1)),
        }
    }

    pub fn room(&self) -> [u64; 2] {
        let across = self.list.width.saturating_sub(self.widths[0]) / self.widths[1];
        [self.list.height.max(1), across.max(1)].map(u64::from)
    }
}

impl PlatePane {
    pub(crate) fn fresh(&self) -> Self {
        Self { shows_nodes: self.shows_nodes, ..Self::default() }
    }

    pub fn plate(shared: &Shared) -> Option<&Arc<OmePlate>> {
        shared.selection.node.ready()?.plate.as_ref()
    }

    pub fn shown<'a>(&'a self, shared: &'a Shared) -> Option<PlateTable<'a>> {
        let plate = Self::plate(shared).filter(|_| !self.shows_nodes)?;
        Some(PlateTable { plate, states: self.states.so_far().map_or(&[], Vec::as_slice) })
    }

    pub(crate) fn toggle(&mut self, shared: &mut Shared) {
        shared.focus = Pane::Grid;
        self.shows_nodes = !self.shows_nodes;
        shared.say(if self.shows_nodes {
            "the nodes below the plate; m shows its wells"
        } else {
            "the wells of the plate; m shows its nodes"
        });
    }

    pub(crate) fn update(&mut self, event: PaneEvent, shared: &mut Shared) -> Option<String> {
        let table = self.shown(shared)?;
        let view = PlateView::of(&table, shared.inner(Pane::Grid));
        let counts = [table.plate.rows.len(), table.plate.columns.len()];
        match event {
            PaneEvent::KeyCommand(KeyCommand::Move(by)) => self.step(by, (view.room(), counts)),
            PaneEvent::KeyCommand(KeyCommand::Enter) => return self.entered(shared),
            PaneEvent::KeyCommand(KeyCommand::Out | KeyCommand::Back) => shared.focus = Pane::Hierarchy,
            PaneEvent::KeyCommand(KeyCommand::Sort | KeyCommand::SortBack) => {
                shared.say("wells keep their place on the plate; m shows the nodes, which can be sorted");
            }
            PaneEvent::Click(x, y) if view.list.contains(x, y) => {
                let across = (x - view.list.x).saturating_sub(view.widths[0]) / view.widths[1];
                let at = [(self.first[0], y - view.list.y), (self.first[1], across)];
                let at = at.map(|(first, on)| {
                    usize::try_from(first.first.saturating_add(on.into())).unwrap_or(usize::MAX)
                });
                if at == self.cursor {
                    return self.entered(shared);
                }
                self.cursor = at;
            }
            PaneEvent::KeyCommand(_) | PaneEvent::Click(..) => {}
        }
        None
    }

    fn entered(&self, shared: &mut Shared) -> Option<String> {
        let [row, column] = self.cursor;
        let table = self.shown(shared)?;
        let Some(path) = table.path(row, column) else {
            shared.say(table.words(row, column));
            return None;
        };
        Some(join(shared.selection.node_key(), path))
    }

    fn step(&mut self, by: Move, (room, counts): ([u64; 2], [usize; 2])) {
        let (along, by) = match by {
            Move::Left => (1, Move::Up),
            Move::Right => (1, Move::Down),
            Move::RowStart => (1, Move::First),
            Move::RowEnd => (1, Move::Last),
            Move::Up | Move::Down | Move::PageUp | Move::PageDown | Move::First | Move::Last => (0, by),
        };
        let (Some(cursor), Some(room), Some(count)) =
            (self.cursor.get_mut(along), room.get(along), counts.get(along))
        else {
            return;
        };
        step_number(cursor, by, *room, *count);
    }

    pub(crate) fn reconcile(&mut self, shared: &mut Shared) {
        let Some(table) = self.shown(shared) else { return };
        let room = PlateView::of(&table, shared.inner(Pane::Grid)).room();
        let counts = [table.plate.rows.len(), table.plate.columns.len()];
        let Some(plate) = Self::plate(shared).cloned() else { return };
        for (((cursor, first), room), count) in
            self.cursor.iter_mut().zip(&mut self.first).zip(room).zip(counts)
        {
            *cursor = (*cursor).min(count.saturating_sub(1));
            first.follow(*cursor as u64, room, count as u64);
        }
        if !matches!(self.states, Late::Idle) {
            return;
        }
        let key = shared.selection.node_key().to_owned();
        let hierarchy = Arc::clone(&shared.hierarchy);
        self.states = Late::asked(shared.ask(ReadWells { hierarchy, key, plate }));
    }
}
