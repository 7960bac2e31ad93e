//! The rows of a table of `AnnData`, shown instead of the chunk grid.

pub(super) mod draw;
pub(super) mod work;

use std::ops::Range;
use std::sync::Arc;

use crate::explorer::frame::work::{ChooseRows, ReadFrame, ReadFramePart};
use crate::explorer::{Area, KeyCommand, Late, Move, Pane, PaneEvent, RequestId, Scroll, Shared};
use crate::metadata::text::escape;
use crate::pipeline::{Frame, FrameColumn, FramePart, RowChoice, RowCondition};

const NARROWEST: u16 = 6;
const WIDEST: u16 = 30;
const FRAME_GAP: u16 = 2;

#[derive(Debug, Default)]
pub struct FramePane {
    pub shows_arrays: bool,
    pub page: Late<ReadFrame>,
    pub cursor: (u64, usize),
    pub scroll: Scroll,
    /// The first column after that of the index.
    pub first: usize,
    /// What is sorted by and what holds for the rows, as it was asked for.
    pub choice: RowChoice,
    /// Their numbers. Idle where all rows stand in their own order.
    pub chosen: Late<Arc<Vec<u64>>>,
    /// What the rows that are shown were chosen by.
    shown_choice: RowChoice,
    asked: Option<(Range<u64>, Range<usize>)>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FrameColumnView {
    pub number: usize,
    pub x: u16,
    pub width: u16,
}

impl FramePane {
    pub(crate) fn fresh(&self) -> Self {
        Self { shows_arrays: self.shows_arrays, ..Self::default() }
    }

    pub fn is_shown(&self, shared: &Shared) -> bool {
        !self.shows_arrays && shared.selection.node.ready().is_some_and(|node| node.is_frame)
    }

    pub(crate) fn toggle(&mut self, shared: &mut Shared) {
        self.shows_arrays = !self.shows_arrays;
        // A small screen shows only the pane with the focus.
        shared.focus = Pane::Grid;
        shared.say(if self.shows_arrays {
            "arrays of the table; m: its contents"
        } else {
            "contents of the table; m: its arrays"
        });
    }

    pub fn areas(area: Area) -> [Area; 3] {
        let (header, rest) = area.top(1);
        let (list, below) = rest.top(rest.height.saturating_sub(1));
        [header, list, below]
    }

    pub fn columns(&self, width: u16) -> Vec<FrameColumnView> {
        let Some((frame, part)) = self.page.so_far() else { return Vec::new() };
        let mut x = 0;
        let mut shown = Vec::new();
        for number in [0].into_iter().chain(self.first.max(1)..frame.columns.len()) {
            let left = width.saturating_sub(x);
            let is_wide = frame.columns.get(number).is_some_and(FrameColumn::is_wide);
            let wanted = if is_wide { left } else { self.wanted(frame, part, number) };
            // A column is cut only if it is the first after the index.
            if left == 0 || left < wanted.min(NARROWEST) || (left < wanted && shown.len() > 1) {
                break;
            }
            shown.push(FrameColumnView { number, x, width: wanted.min(left) });
            x = x.saturating_add(wanted).saturating_add(FRAME_GAP);
        }
        shown
    }

    pub(crate) fn update(&mut self, event: PaneEvent, shared: &mut Shared) -> Option<String> {
        let [_, list, _] = Self::areas(shared.inner(Pane::Grid));
        match event {
            PaneEvent::KeyCommand(KeyCommand::Move(by)) => self.step(by, list),
            PaneEvent::KeyCommand(KeyCommand::Enter) => {
                let column = self.page.so_far()?.0.columns.get(self.cursor.1)?;
                return if column.key.is_empty() { None } else { Some(column.key.clone()) };
            }
            PaneEvent::KeyCommand(KeyCommand::Out | KeyCommand::Back) => shared.focus = Pane::Hierarchy,
            PaneEvent::KeyCommand(KeyCommand::Sort) => self.sort(false, shared),
            PaneEvent::KeyCommand(KeyCommand::SortBack) => self.sort(true, shared),
            PaneEvent::Click(x, y) if list.contains(x, y) => {
                let columns = self.columns(list.width);
                let found = columns.iter().rev().find(|column| list.x + column.x <= x);
                let column = found.map_or(self.cursor.1, |column| column.number);
                self.cursor = (self.scroll.first.saturating_add(u64::from(y - list.y)), column);
            }
            PaneEvent::KeyCommand(_) | PaneEvent::Click(..) => {}
        }
        None
    }

    /// By the column under the cursor; once more, in the order of the table.
    fn sort(&mut self, reverses: bool, shared: &mut Shared) {
        let column = self.cursor.1;
        self.choice.sort = match self.choice.sort {
            Some((by, is_reversed)) if by == column && reverses => Some((column, !is_reversed)),
            Some((by, _)) if by == column => None,
            _ => Some((column, reverses)),
        };
        self.choose(shared);
    }

    pub(crate) fn choose_where(&mut self, condition: &str, shared: &mut Shared) -> Result<(), String> {
        let frame = self.page.so_far().map(|(frame, _)| frame).filter(|_| self.is_shown(shared));
        let frame =
            frame.ok_or("expected the contents of a table of AnnData in the pane, found something else")?;
        self.choice.condition =
            if condition.is_empty() { None } else { Some(RowCondition::read(condition, frame)?) };
        self.choose(shared);
        Ok(())
    }

    fn choose(&mut self, shared: &mut Shared) {
        let Some((frame, _)) = self.page.so_far() else { return };
        if self.choice.sort.is_none() && self.choice.condition.is_none() {
            (self.chosen, self.asked) = (Late::Idle, None);
            self.shown_choice = RowChoice::default();
            return shared.say("all rows in the order of the table");
        }
        let (frame, choice, options) = (Arc::clone(frame), self.choice.clone(), shared.options);
        self.chosen.ask_again(shared.ask(ChooseRows { frame, choice, options }));
        shared.say("going through the rows …");
    }

    pub(crate) fn rows_chosen(
        &mut self,
        id: RequestId,
        rows: Result<Arc<Vec<u64>>, String>,
        shared: &mut Shared,
    ) {
        let before = self.chosen.so_far().cloned();
        if !self.chosen.answer(id, rows) {
            return;
        }
        if let Late::Failed(error) = &self.chosen {
            shared.say(escape(error).into_owned());
            self.choice = self.shown_choice.clone();
            self.chosen = match before {
                Some(value) => Late::Ready { request: shared.request(), value },
                None => Late::Idle,
            };
            return;
        }
        self.asked = None;
        self.shown_choice = self.choice.clone();
        (self.cursor.0, self.scroll) = (0, Scroll::default());
        let sorted = match self.choice.sort {
            Some((_, false)) => "the least first; O the greatest, o the own order; :where chooses rows",
            Some((_, true)) => "the greatest first; O the least, o the own order; :where chooses rows",
            None => "the rows of which this holds; :where shows all again",
        };
        shared.say(sorted);
    }

    /// How many rows are shown.
    pub fn row_count(&self, frame: &Frame) -> u64 {
        self.chosen.so_far().map_or(frame.rows, |chosen| chosen.len() as u64)
    }

    /// The number of the row that is shown at a place.
    pub fn row_at(&self, place: u64) -> u64 {
        let Some(chosen) = self.chosen.so_far() else { return place };
        usize::try_from(place).ok().and_then(|at| chosen.get(at)).copied().unwrap_or(place)
    }

    fn step(&mut self, by: Move, list: Area) {
        let Some((frame, _)) = self.page.so_far() else { return };
        let end = frame.columns.len().saturating_sub(1);
        match by {
            Move::Left => self.cursor.1 = self.cursor.1.saturating_sub(1),
            Move::Right => self.cursor.1 = self.cursor.1.saturating_add(1).min(end),
            Move::RowStart => (self.cursor.1, self.first) = (0, 1),
            Move::RowEnd => self.cursor.1 = end,
            Move::Up | Move::Down | Move::PageUp | Move::PageDown | Move::First | Move::Last => {
                let mut at = Scroll { first: self.cursor.0 };
                at.step(by, list.height.into(), self.row_count(frame));
                self.cursor.0 = at.first;
            }
        }
    }

    pub(crate) fn reconcile(&mut self, shared: &mut Shared) {
        if !self.is_shown(shared) || self.page.is_failed() {
            return;
        }
        let [_, list, _] = Self::areas(shared.inner(Pane::Grid));
        self.follow(list);
        let rows = self.scroll.first..self.scroll.first.saturating_add(u64::from(list.height.max(1)));
        let most = usize::from(list.width / NARROWEST).saturating_add(1);
        let columns = self.first.max(1)..self.first.max(1).saturating_add(most);
        if self.asked.as_ref().is_some_and(|asked| *asked == (rows.clone(), columns.clone())) {
            return;
        }
        self.asked = Some((rows.clone(), columns.clone()));
        let frame = self.page.so_far().map(|(frame, _)| Arc::clone(frame));
        let hierarchy = Arc::clone(&shared.hierarchy);
        let key = shared.selection.node_key().to_owned();
        let (options, chosen) = (shared.options, self.chosen.so_far().cloned());
        let read = ReadFramePart { hierarchy, key, frame, rows, columns, chosen, options };
        self.page.ask_again(shared.ask(read));
    }

    fn wanted(&self, frame: &Frame, part: &FramePart, number: usize) -> u16 {
        let mut most = frame.columns.get(number).map_or(0, |column| column.name.chars().count());
        if self.choice.sort.is_some_and(|(by, _)| by == number) {
            most += 2; // the sign of the order
        }
        if let Some(Ok(cells)) = part.column(number) {
            for cell in cells {
                most = most.max(cell.text().map_or(1, |text| text.chars().count()));
            }
        }
        u16::try_from(most).unwrap_or(u16::MAX).clamp(NARROWEST - FRAME_GAP, WIDEST)
    }

    fn follow(&mut self, list: Area) {
        let Some((frame, _)) = self.page.so_far() else { return };
        let (rows, count) = (self.row_count(frame), frame.columns.len());
        self.cursor.0 = self.cursor.0.min(rows.saturating_sub(1));
        self.cursor.1 = self.cursor.1.min(count.saturating_sub(1));
        self.scroll.follow(self.cursor.0, list.height.into(), rows);
        self.first = self.first.max(1);
        if self.cursor.1 > 0 && self.cursor.1 < self.first {
            self.first = self.cursor.1;
        }
        // Only the columns before the cursor whose widths are known count.
        while self.first < self.cursor.1
            && self.columns(list.width).last().is_none_or(|last| last.number < self.cursor.1)
        {
            self.first += 1;
        }
    }
}
