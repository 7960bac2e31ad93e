//! The wells of a plate as small pictures, shown instead of the chunk grid.

pub(super) mod draw;
pub(super) mod thumbnails;
pub(super) mod work;

use crate::explorer::keys::keymap::named;
use std::ops::Range;
use std::sync::Arc;

use crate::explorer::plate::thumbnails::{ThumbnailRange, Thumbnails};
use crate::explorer::plate::work::{ReadThumbnails, ReadWells};
use crate::explorer::{Area, KeyCommand, Late, Move, Pane, PaneEvent, Scroll, Shared, step_number};
use crate::meaning::OmePlate;
use crate::pipeline::WellState;
use crate::store::join;
use crate::tell::channel::{DrawnChannel, names_of};
use crate::tell::colors::ColorRange;
use crate::tell::plate::{PlateTable, plate_name};

/// The fewest and the most lines of characters that a picture of a well gets.
const LEAST_ROWS: u16 = 2;
const MOST_ROWS: u16 = 12;

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum PlateShows {
    /// How many images each well has.
    #[default]
    Counts,
    Pictures,
    /// The nodes below, as of any group.
    Nodes,
}

#[derive(Debug, Default)]
pub struct PlatePane {
    pub shows: PlateShows,
    pub states: Late<Vec<WellState>>,
    pub thumbnails: Late<Arc<Thumbnails>>,
    /// The channels that are drawn; without any, all that are active.
    channels: Vec<u64>,
    pub(crate) range: Option<ThumbnailRange>,
    asked: Option<ReadThumbnails>,
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
    /// Lines for each row.
    pub height: u16,
}

impl PlateView {
    pub fn of(table: &PlateTable, shows: PlateShows, area: Area) -> Self {
        let (header, rest) = area.top(1);
        let (list, below) = rest.top(rest.height.saturating_sub(1));
        let names = table.plate.rows.iter().map(|own| plate_name(own).chars().count()).max().unwrap_or(0);
        let [names, width] = [names, table.width()].map(|width| u16::try_from(width).unwrap_or(1).max(1));
        if shows != PlateShows::Pictures {
            return Self { header, list, below, widths: [names, width], height: 1 };
        }
        // A character is about twice as high as wide. Where there is room, all wells are seen at once.
        let share = |room: u16, count: usize| room / u16::try_from(count).unwrap_or(u16::MAX).max(1);
        let across = share(list.width.saturating_sub(names), table.plate.columns.len()) / 2;
        let height = share(list.height, table.plate.rows.len()).min(across).clamp(LEAST_ROWS, MOST_ROWS);
        Self { header, list, below, widths: [names, width.max(height * 2)], height }
    }

    pub fn room(&self) -> [u64; 2] {
        let across = self.list.width.saturating_sub(self.widths[0]) / self.widths[1];
        [(self.list.height / self.height).max(1), across.max(1)].map(u64::from)
    }

    /// The cells of a picture of a well, down and across: half a character is left free below it, and one before it.
    pub fn cells(&self) -> [u64; 2] {
        [self.height * 2 - 1, self.widths[1] - 1].map(u64::from)
    }
}

impl PlatePane {
    pub(crate) fn fresh(&self) -> Self {
        Self { shows: self.shows, ..Self::default() }
    }

    /// The small pictures so far, of the channels that were chosen.
    pub(crate) fn drawn(&self) -> Thumbnails {
        let found = self.thumbnails.so_far().filter(|_| self.shows == PlateShows::Pictures);
        let mut drawn = found.map_or_else(Thumbnails::new, |found| found.as_ref().clone());
        if !self.channels.is_empty() {
            for thumbnail in drawn.values_mut().flatten() {
                *thumbnail = Arc::new(thumbnail.only(&self.channels));
            }
        }
        drawn
    }

    /// Whether what is typed about pictures is about those of wells.
    pub(crate) fn has_pictures(&self, shared: &Shared) -> bool {
        self.shows == PlateShows::Pictures && Self::plate(shared).is_some()
    }

    /// By name or number, with commas between them, or all.
    pub(crate) fn choose_channel(&mut self, argument: &str) -> Result<(), String> {
        let first = self.thumbnails.so_far().and_then(|found| found.values().flatten().next());
        let known = first.map_or(&[][..], |thumbnail| thumbnail.channels.as_slice());
        let mut chosen = Vec::new();
        for wanted in argument.split(',').map(str::trim).filter(|_| argument != "all") {
            let is_wanted = |channel: &&DrawnChannel| {
                channel.index.to_string() == wanted || channel.shown.short().eq_ignore_ascii_case(wanted)
            };
            let Some(found) = known.iter().find(is_wanted) else {
                let names = names_of(known).join(", ");
                return Err(format!(
                    "expected channels of the wells: all, or of {names}; found \"{wanted}\""
                ));
            };
            chosen.push(found.index);
        }
        self.channels = chosen;
        Ok(())
    }

    /// Two numbers for all wells. Without any: the range of all wells, and the windows of their channels again.
    pub(crate) fn choose_range(&mut self, argument: &str) -> Result<(), String> {
        self.range = match (ColorRange::of_numbers(argument), self.range) {
            (Some(ColorRange::Between(low, high)), _) => Some(ThumbnailRange::Between(low, high)),
            _ if !argument.is_empty() => {
                return Err(format!("expected two numbers such as 260 300, found \"{argument}\""));
            }
            (_, None) => Some(ThumbnailRange::Common),
            (_, Some(_)) => None,
        };
        Ok(())
    }

    pub fn plate(shared: &Shared) -> Option<&Arc<OmePlate>> {
        shared.selection.node.ready()?.plate.as_ref()
    }

    pub fn shown<'a>(&'a self, shared: &'a Shared) -> Option<PlateTable<'a>> {
        let plate = Self::plate(shared).filter(|_| self.shows != PlateShows::Nodes)?;
        Some(PlateTable { plate, states: self.states.so_far().map_or(&[], Vec::as_slice) })
    }

    pub(crate) fn toggle(&mut self, shared: &mut Shared) {
        shared.focus = Pane::Grid;
        let (next, text, then) = match self.shows {
            PlateShows::Counts => (
                PlateShows::Pictures,
                "the first image of each well, small",
                "shows the nodes below the plate",
            ),
            PlateShows::Pictures => (PlateShows::Nodes, "the nodes below the plate", "shows its wells"),
            PlateShows::Nodes => (PlateShows::Counts, "the wells of the plate", "shows a picture of each"),
        };
        self.shows = next;
        shared.say(format!("{text}; {}", named(&[KeyCommand::Picture], then)));
    }

    /// The rows and columns of wells on the screen.
    pub fn on_screen(&self, view: &PlateView, table: &PlateTable) -> [Range<usize>; 2] {
        let shown = |first: Scroll, room: u64, count: usize| {
            let (first, room) =
                (usize::try_from(first.first).unwrap_or(0), usize::try_from(room).unwrap_or(1));
            first..first.saturating_add(room).min(count)
        };
        [
            shown(self.first[0], view.room()[0], table.plate.rows.len()),
            shown(self.first[1], view.room()[1], table.plate.columns.len()),
        ]
    }

    pub(crate) fn update(&mut self, event: PaneEvent, shared: &mut Shared) -> Option<String> {
        let table = self.shown(shared)?;
        let view = PlateView::of(&table, self.shows, shared.inner(Pane::Grid));
        let counts = [table.plate.rows.len(), table.plate.columns.len()];
        match event {
            PaneEvent::KeyCommand(KeyCommand::Move(by)) => self.step(by, (view.room(), counts)),
            PaneEvent::KeyCommand(KeyCommand::Enter) => return self.entered(shared),
            PaneEvent::KeyCommand(KeyCommand::Out | KeyCommand::Back) => shared.focus = Pane::Hierarchy,
            PaneEvent::KeyCommand(KeyCommand::Sort | KeyCommand::SortBack) => {
                let nodes = named(&[KeyCommand::Picture], "shows the nodes, which can be sorted");
                shared.say(format!("wells keep their place on the plate; {nodes}"));
            }
            PaneEvent::Click(x, y) if view.list.contains(x, y) => {
                let across = (x - view.list.x).saturating_sub(view.widths[0]) / view.widths[1];
                let at = [(self.first[0], (y - view.list.y) / view.height), (self.first[1], across)];
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
        let view = PlateView::of(&table, self.shows, shared.inner(Pane::Grid));
        let counts = [table.plate.rows.len(), table.plate.columns.len()];
        let Some(plate) = Self::plate(shared).cloned() else { return };
        for (((cursor, first), room), count) in
            self.cursor.iter_mut().zip(&mut self.first).zip(view.room()).zip(counts)
        {
            *cursor = (*cursor).min(count.saturating_sub(1));
            first.follow(*cursor as u64, room, count as u64);
        }
        if self.shows == PlateShows::Pictures {
            self.reconcile_thumbnails(&view, shared);
        }
        if !matches!(self.states, Late::Idle) {
            return;
        }
        let key = shared.selection.node_key().to_owned();
        let hierarchy = Arc::clone(&shared.hierarchy);
        self.states = Late::asked(shared.ask(ReadWells { hierarchy, key, plate }));
    }

    fn reconcile_thumbnails(&mut self, view: &PlateView, shared: &mut Shared) {
        let (Some(table), Some(plate)) = (self.shown(shared), Self::plate(shared)) else { return };
        let task = ReadThumbnails {
            hierarchy: Arc::clone(&shared.hierarchy),
            key: shared.selection.node_key().to_owned(),
            plate: Arc::clone(plate),
            shown: self.on_screen(view, &table),
            most: view.cells(),
            options: shared.options,
        };
        if !self.asked.as_ref().is_some_and(|asked| asked.is_same(&task)) {
            self.asked = Some(task.clone());
            self.thumbnails.ask_again(shared.ask(task));
        }
    }
}
