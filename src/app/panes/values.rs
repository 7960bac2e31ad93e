//! A pane of values or bytes: its cursor and its scrolling.

use super::event::PaneEvent;
use crate::app::content::Content;
use crate::app::effect::Effect;
use crate::app::hex::Hex;
use crate::app::keymap::{KeyCommand, Move};
use crate::app::late::Late;
use crate::app::plane::{Plane, Scroll};
use crate::app::regions::Pane;
use crate::app::selection::Selection;
use crate::app::shared::Shared;
use crate::app::side::Side;
use crate::app::views;

/// A pane of values or bytes.
#[derive(Debug)]
pub struct ValuesPane {
    /// The side of the stage that it shows.
    pub side: Side,
    /// The selected element, in the shape that is shown.
    pub coords: Vec<u64>,
    /// The selected byte, where bytes are shown.
    pub offset: u64,
    /// The selected row, where the index of a shard is shown.
    pub entry: usize,
    /// The first row and column on the screen.
    pub scroll: [Scroll; 2],
    /// Which of the sliced dimensions is stepped.
    pub axis: usize,
    /// Whether the bytes of arrays are shown.
    pub hex: bool,
}

impl ValuesPane {
    pub(in crate::app) fn new(side: Side) -> Self {
        let scroll = [Scroll::default(); 2];
        Self { side, coords: Vec::new(), offset: 0, entry: 0, scroll, axis: 0, hex: false }
    }

    /// What the pane shows.
    #[must_use]
    pub fn content<'a>(&self, selection: &'a Selection) -> Content<'a> {
        match (&selection.trace, selection.shown(self.side, self.hex)) {
            (Late::Ready { value: trace, .. }, Some(shown)) => Content::of(trace, shown, selection.origin()),
            (Late::Ready { .. }, None) => {
                Content::Nothing("nothing goes in: this is what is stored".to_owned())
            }
            (Late::Waiting { .. }, _) => Content::Nothing("decoding …".to_owned()),
            (Late::Failed(error), _) => Content::Nothing(error.clone()),
            (Late::Idle, _) => Content::Nothing("no chunk is selected".to_owned()),
        }
    }

    pub(in crate::app) fn update(&mut self, event: PaneEvent, shared: &mut Shared) -> Vec<Effect> {
        match event {
            PaneEvent::KeyCommand(KeyCommand::Move(by)) => self.step(by, shared),
            PaneEvent::KeyCommand(KeyCommand::SliceBack) => self.slice(false, shared),
            PaneEvent::KeyCommand(KeyCommand::SliceOn) => self.slice(true, shared),
            PaneEvent::KeyCommand(KeyCommand::SliceAxis) => {
                let rank = shared.selection.layout().map_or(0, |layout| layout.shape.len());
                self.axis = Plane::new(&vec![1; rank], 1).next_sliced(self.axis);
            }
            PaneEvent::KeyCommand(KeyCommand::Hex) => {
                self.hex = !self.hex;
                shared.selection.element.put_everywhere();
            }
            PaneEvent::KeyCommand(KeyCommand::Enter) => return self.enter(shared).into_iter().collect(),
            PaneEvent::KeyCommand(KeyCommand::Out | KeyCommand::Back) => shared.focus = Pane::Stages,
            PaneEvent::KeyCommand(_) => {}
            PaneEvent::Click(x, y) => self.click(x, y, shared),
        }
        Vec::new()
    }

    fn step(&mut self, by: Move, shared: &mut Shared) {
        let area = shared.inner(self.side.pane());
        let content = self.content(&shared.selection);
        match &content {
            Content::Bytes { bytes, group } => {
                self.offset = Hex::of(bytes.len() as u64, *group, area).moved(bytes, self.offset, by);
            }
            Content::Shard(map) => {
                let (mut at, entries) = (Scroll { first: self.entry as u64 }, map.entries.len());
                at.step(by, views::table(entries, area).rows.height.into(), entries as u64);
                self.entry = usize::try_from(at.first).unwrap_or(0);
            }
            _ if content.shape().is_some_and(|shape| !shape.contains(&0)) => {
                let view = views::values(&content, area);
                self.coords = view.plane.moved(&self.coords, by, view.visible().0);
            }
            _ => {}
        }
        shared.selection.element.follow(self.side);
    }

    fn slice(&mut self, on: bool, shared: &mut Shared) {
        let shape = self.content(&shared.selection).shape().map(<[u64]>::to_vec).unwrap_or_default();
        if Plane::new(&shape, 1).step_slice(&mut self.coords, self.axis, on) {
            shared.selection.element.follow(self.side);
        } else {
            shared.say("no further slice");
        }
    }

    /// Enters the inner chunk that the cursor is on in the index of a shard.
    fn enter(&self, shared: &mut Shared) -> Option<Effect> {
        let coords = match self.content(&shared.selection) {
            Content::Shard(map) => map.entries.get(self.entry)?.0.clone(),
            _ => return None,
        };
        shared.enter_shard(Some(coords))
    }

    fn click(&mut self, x: u16, y: u16, shared: &mut Shared) {
        let area = shared.inner(self.side.pane());
        let content = self.content(&shared.selection);
        match &content {
            Content::Bytes { bytes, group } => {
                let hex = Hex::of(bytes.len() as u64, *group, area);
                let rows = hex.rows(bytes, self.scroll[0].first, self.offset);
                let byte = hex.at(x, y, &rows).filter(|byte| *byte < bytes.len() as u64);
                self.offset = byte.unwrap_or(self.offset);
            }
            Content::Shard(map) => {
                let entry = views::table(map.entries.len(), area).entry_at(x, y, self.scroll[0]);
                self.entry = entry.unwrap_or(self.entry);
            }
            _ => {
                let view = views::values(&content, area);
                let cell = view.cell_at(x, y, &self.scroll);
                if let Some(coords) = cell.and_then(|cell| view.plane.coords(cell, &self.coords)) {
                    self.coords = coords;
                }
            }
        }
        shared.selection.element.follow(self.side);
    }

    /// Keeps the cursor within what is shown, and on the screen.
    pub(in crate::app) fn settle(&mut self, shared: &Shared) {
        let content = self.content(&shared.selection);
        self.keep_within(&content);
        let area = shared.inner(self.side.pane());
        match &content {
            Content::Bytes { bytes, group } => {
                Hex::of(bytes.len() as u64, *group, area).follow(bytes, self.offset, &mut self.scroll[0]);
            }
            Content::Shard(map) => {
                let table = views::table(map.entries.len(), area);
                self.scroll[0].follow(self.entry as u64, table.rows.height.into(), table.entries as u64);
            }
            _ => {
                let view = views::values(&content, area);
                view.follow(view.plane.cell(&self.coords), &mut self.scroll);
            }
        }
    }

    fn keep_within(&mut self, content: &Content) {
        match content {
            Content::Bytes { bytes, .. } => {
                self.offset = self.offset.min((bytes.len() as u64).saturating_sub(1));
            }
            Content::Shard(map) => self.entry = self.entry.min(map.entries.len().saturating_sub(1)),
            Content::Array { shape, .. } | Content::Fill { shape, .. } => {
                if self.coords.len() != shape.len() {
                    self.coords = vec![0; shape.len()];
                }
                for (coord, edge) in self.coords.iter_mut().zip(*shape) {
                    *coord = (*coord).min(edge.saturating_sub(1));
                }
            }
            Content::Nothing(_) => {}
        }
    }
}
