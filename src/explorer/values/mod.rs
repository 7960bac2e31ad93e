//! The elements or bytes that a stage takes or gives, with the cursor in them.

pub(super) mod byte_moves;
pub(super) mod byte_search;
pub(super) mod draw;
pub(super) mod draw_bytes;
pub(super) mod element_search;
pub(super) mod selected;
pub(super) mod work;
pub(super) mod writing_keys;

use crate::explorer::core::chunk_window::Heading;
use crate::explorer::geometry::views::{self, View};
use crate::explorer::keys::keymap::key_name;
use crate::explorer::values::byte_search::ByteSearch;
use crate::explorer::values::selected::{Anchor, Selected};
use crate::explorer::{
    Area, Content, Hex, KeyCommand, Late, Move, Pane, PaneEvent, Scroll, Selection, Shared, Side, step_number,
};
use crate::pipeline::{Axes, ChunkAddress, Region};
use crate::tell::byte_fields::ByteFields;

#[derive(Debug, Default)]
pub struct ValuesPane {
    pub side: Side,
    pub coords: Vec<u64>,
    pub offset: u64,
    pub entry: usize,
    pub scroll: [Scroll; 2],
    pub hex: bool,
    pub anchor: Option<Anchor>,
    /// Only the selected chunk is shown, with its overhang, not the whole array.
    pub narrow: bool,
    pub search: Option<ByteSearch>,
    /// The row of the pipeline whose bytes had the cursor last.
    pub(crate) put_in: Option<usize>,
}

impl ValuesPane {
    pub(crate) fn new(side: Side) -> Self {
        Self { side, ..Self::default() }
    }

    pub fn content<'a>(&self, selection: &'a Selection) -> Content<'a> {
        self.content_as(self.hex, selection)
    }

    /// The content as bytes or as values, whichever of them the pane itself shows.
    pub(crate) fn content_as<'a>(&self, is_hex: bool, selection: &'a Selection) -> Content<'a> {
        let is_wide = self.side == Side::Output && !is_hex && !self.narrow;
        if is_wide && let Some(cells) = selection.cells() {
            return Content::Window(cells);
        }
        match (&selection.trace, selection.shown(self.side, is_hex)) {
            (Late::Ready { value: trace, .. }, Some(shown)) => Content::of(trace, shown, selection.origin()),
            (Late::Ready { .. }, None) => {
                Content::Nothing("nothing goes in: this is what is stored".to_owned())
            }
            (Late::Waiting { .. }, _) => Content::Nothing("decoding …".to_owned()),
            (Late::Failed(error), _) => Content::Nothing(error.clone()),
            (Late::Idle, _) => Content::Nothing("no chunk is selected".to_owned()),
        }
    }

    pub fn view(&self, content: &Content, selection: &Selection, area: Area) -> View {
        // After a codec that exchanges dimensions, those of a stage are not those of the array.
        let is_same = content.origin().is_some()
            || matches!(content, Content::Window(_))
            || selection.trace.ready().is_some_and(|trace| !trace.chain().rearranges());
        let rank = content.shape().map_or(0, <[u64]>::len);
        let axes = if is_same { selection.axes() } else { Axes::last(rank) };
        views::values(content, axes, area, selection.element_text(content.is_decoded()))
    }

    pub(crate) fn update(&mut self, event: PaneEvent, shared: &mut Shared) {
        match event {
            PaneEvent::KeyCommand(KeyCommand::Move(by)) => self.step(by, shared),
            PaneEvent::KeyCommand(KeyCommand::SliceBack) => self.slice(false, shared),
            PaneEvent::KeyCommand(KeyCommand::SliceOn) => self.slice(true, shared),
            PaneEvent::KeyCommand(KeyCommand::SliceAxis) => {
                let content = self.content(&shared.selection);
                let plane = self.view(&content, &shared.selection, Area::default()).plane;
                shared.turn_slice_axis(&plane);
            }
            PaneEvent::KeyCommand(KeyCommand::Narrow) => self.toggle_narrow(shared),
            PaneEvent::KeyCommand(KeyCommand::Hex) => {
                self.hex = !self.hex;
                shared.selection.element.put_everywhere();
            }
            PaneEvent::KeyCommand(KeyCommand::Enter) => {
                let Content::Shard(map) = self.content(&shared.selection) else { return };
                if let Some(coords) = map.entries.get(self.entry).map(|entry| entry.0.clone()) {
                    shared.enter_shard(Some(coords));
                }
            }
            PaneEvent::KeyCommand(KeyCommand::Select) => self.toggle_selecting(shared),
            PaneEvent::KeyCommand(KeyCommand::Out | KeyCommand::Back) if self.anchor.is_some() => {
                self.anchor = None;
                shared.say("nothing is selected now");
            }
            PaneEvent::KeyCommand(KeyCommand::Out | KeyCommand::Back)
                if self.search.is_some()
                    && matches!(self.content(&shared.selection), Content::Bytes { .. }) =>
            {
                self.search = None;
                shared.say("the search is ended");
            }
            PaneEvent::KeyCommand(KeyCommand::Out | KeyCommand::Back) => shared.focus = Pane::Stages,
            PaneEvent::KeyCommand(_) => {}
            PaneEvent::Click(x, y) => self.click(x, y, shared),
        }
    }

    pub fn selected(&self, selection: &Selection) -> Option<Selected> {
        let content = self.content(selection);
        let cursor = (self.coords.as_slice(), self.offset);
        self.anchor.as_ref()?.selected(&content, cursor, &self.anchored(&content, selection))
    }

    fn anchored(&self, content: &Content, selection: &Selection) -> (usize, Option<ChunkAddress>) {
        let is_whole = matches!(content, Content::Window(_));
        let chunk = if is_whole { None } else { Some(selection.address.clone()) };
        (selection.row(self.side).unwrap_or(0), chunk)
    }

    fn toggle_selecting(&mut self, shared: &mut Shared) {
        if self.anchor.take().is_some() {
            return shared.say("nothing is selected now");
        }
        let content = self.content(&shared.selection);
        let of = self.anchored(&content, &shared.selection);
        self.anchor = Anchor::at(&content, (&self.coords, self.offset), of);
        if self.anchor.is_none() {
            return shared.say("nothing to select here");
        }
        let [copy, save, out] = [KeyCommand::Copy, KeyCommand::Save, KeyCommand::Out].map(key_name);
        shared.say(format!("selecting: move to extend, {copy} copies, {save} saves, {out} ends it"));
    }

    fn toggle_narrow(&mut self, shared: &mut Shared) {
        self.narrow = !self.narrow;
        shared.say(match (self.narrow, shared.selection.cells()) {
            (_, None) => "the whole array is shown after the last stage",
            (true, _) => "only the selected chunk, with its overhang",
            (false, _) => "the whole array",
        });
        // The whole array has no element past its end. While the selected chunk is being decoded, the element may be in another one.
        // Inside a shard, or before the last stage, the chunk is still shown.
        if !self.narrow
            && shared.selection.cells().is_some()
            && let Some(element) = shared.selection.position()
        {
            shared.select_element(&element);
        }
        shared.selection.element.put_everywhere();
    }

    fn go_to(&mut self, coords: Vec<u64>, shared: &mut Shared) {
        if !matches!(self.content(&shared.selection), Content::Window(_)) {
            self.coords = coords;
            shared.selection.element.follow(self.side);
            return;
        }
        let mut along = self.coords.iter().zip(&coords).enumerate();
        let moved = along.find(|(_, (old, new))| old != new);
        shared.selection.window.heading = moved.map(|(axis, (old, new))| Heading { axis, on: new > old });
        // In the window of the whole array `self.coords` follows from it: `keep_within` copies the position. A movement that is
        // repeated goes on from here before that.
        shared.select_element(&coords);
        self.coords = coords;
    }

    fn step(&mut self, by: Move, shared: &mut Shared) {
        let area = shared.inner(self.side.pane());
        let content = self.content(&shared.selection);
        match &content {
            Content::Bytes { bytes, group } => {
                let hex = self.hex((bytes, *group), &shared.selection, area);
                self.offset = hex.moved(bytes, self.offset, by);
            }
            Content::Shard(map) => {
                let entries = map.entries.len();
                step_number(&mut self.entry, by, views::table(entries, area).rows.height, entries);
            }
            Content::Array { .. } | Content::Window(_) | Content::Fill { .. } | Content::Nothing(_) => {
                if content.shape().is_some_and(|shape| !shape.contains(&0)) {
                    let view = self.view(&content, &shared.selection, area);
                    let [down, _] = self.scroll;
                    return self.go_to(view.plane.moved(&self.coords, by, view.visible_rows(down)), shared);
                }
            }
        }
        shared.selection.element.follow(self.side);
    }

    pub fn fields<'a>(&self, bytes: &'a [u8], selection: &'a Selection) -> Option<ByteFields<'a>> {
        let (trace, row) = (selection.trace.ready()?, selection.row(self.side)?);
        Some(ByteFields::of(trace, row, bytes))
    }

    pub fn hex(&self, (bytes, group): (&[u8], u64), selection: &Selection, area: Area) -> Hex {
        let are_known = self.fields(bytes, selection).is_some_and(|fields| !fields.is_empty());
        Hex::with_notes(bytes.len() as u64, group, area, are_known)
    }

    fn step_field(&mut self, on: bool, shared: &mut Shared) {
        let selection = &shared.selection;
        let Content::Bytes { bytes, .. } = self.content(selection) else { return };
        let Some(fields) = self.fields(bytes, selection) else { return };
        match fields.next(self.offset, !on) {
            Some(offset) => {
                self.offset = offset;
                shared.selection.element.follow(self.side);
            }
            None if on => shared.say("no further field is known in these bytes"),
            None => shared.say("no field is known before this byte"),
        }
    }

    fn slice(&mut self, on: bool, shared: &mut Shared) {
        let content = self.content(&shared.selection);
        if matches!(content, Content::Bytes { .. }) {
            self.step_field(on, shared);
            return;
        }
        let plane = self.view(&content, &shared.selection, Area::default()).plane;
        let mut coords = self.coords.clone();
        if plane.step_slice(&mut coords, shared.selection.stepped(), on) {
            return self.go_to(coords, shared);
        }
        shared.say("no further slice");
    }

    pub(crate) fn cell_columns(&self, shared: &Shared) -> u16 {
        let (content, area) = (self.content(&shared.selection), shared.inner(self.side.pane()));
        self.view(&content, &shared.selection, area).cell_width.saturating_sub(2)
    }

    pub(crate) fn cells(&self, shared: &Shared) -> Area {
        let (content, area) = (self.content(&shared.selection), shared.inner(self.side.pane()));
        match content {
            Content::Bytes { .. } | Content::Shard(_) => area,
            Content::Array { .. } | Content::Window(_) | Content::Fill { .. } | Content::Nothing(_) => {
                self.view(&content, &shared.selection, area).cells
            }
        }
    }

    fn click(&mut self, x: u16, y: u16, shared: &mut Shared) {
        let area = shared.inner(self.side.pane());
        let content = self.content(&shared.selection);
        match &content {
            Content::Bytes { bytes, group } => {
                let hex = self.hex((bytes, *group), &shared.selection, area);
                let rows = hex.rows(bytes, self.scroll[0].first, self.offset);
                let byte = hex.at(x, y, &rows).filter(|byte| *byte < bytes.len() as u64);
                self.offset = byte.unwrap_or(self.offset);
            }
            Content::Shard(map) => {
                let entry = views::table(map.entries.len(), area).entry_at(x, y, self.scroll[0]);
                self.entry = entry.unwrap_or(self.entry);
            }
            Content::Array { .. } | Content::Window(_) | Content::Fill { .. } | Content::Nothing(_) => {
                let view = self.view(&content, &shared.selection, area);
                let Some(cell) = view.cell_at(x, y, &self.scroll) else { return };
                let Some(coords) = view.plane.coords(cell, &self.coords) else { return };
                return self.go_to(coords, shared);
            }
        }
        shared.selection.element.follow(self.side);
    }

    pub(crate) fn reconcile(&mut self, shared: &Shared) {
        let content = self.content(&shared.selection);
        self.keep_within(&content, &shared.selection);
        // A chunk that is decoded later may have the same content again.
        if !matches!(content, Content::Nothing(_)) && self.selected(&shared.selection).is_none() {
            self.anchor = None;
        }
        let area = shared.inner(self.side.pane());
        match &content {
            Content::Bytes { bytes, group } => {
                let hex = self.hex((bytes, *group), &shared.selection, area);
                hex.follow(bytes, self.offset, &mut self.scroll[0]);
            }
            Content::Shard(map) => {
                let table = views::table(map.entries.len(), area);
                self.scroll[0].follow(self.entry as u64, table.rows.height.into(), table.entries as u64);
            }
            Content::Array { .. } | Content::Window(_) | Content::Fill { .. } | Content::Nothing(_) => {
                let view = self.view(&content, &shared.selection, area);
                let cell = view.plane.cell(&self.coords);
                if let Content::Window(cells) = &content {
                    // A cursor that walks keeps what it has left on the screen; a chunk selected elsewhere is shown whole.
                    let screens = u64::from(shared.focus == self.side.pane());
                    let begin = view.plane.cell(&cells.begin().unwrap_or_default());
                    view.jump(cell, begin, screens, &mut self.scroll);
                }
                view.follow(cell, &mut self.scroll);
            }
        }
    }

    pub(crate) fn on_screen(&self, shared: &Shared) -> Option<Region> {
        let content = self.content(&shared.selection);
        let Content::Window(cells) = &content else { return None };
        let view = self.view(&content, &shared.selection, shared.inner(self.side.pane()));
        let (rows, columns) = view.visible();
        let ([down, across], axes) = (self.scroll, view.plane.axes);
        let ends = (down.first.saturating_add(rows), across.first.saturating_add(columns));
        let (is_folded, (_, fold)) = (cells.layout.shape.len() == 1, view.plane.size());
        if rows == 0 || columns == 0 {
            return None;
        }
        let mut region = Region::new();
        for (axis, (coord, edge)) in self.coords.iter().zip(&cells.layout.shape).enumerate() {
            let (start, end) = match axis {
                // A folded dimension goes on in the next row.
                _ if is_folded => (down.first.saturating_mul(fold), ends.0.saturating_mul(fold)),
                _ if axis == axes.rows => (down.first, ends.0),
                _ if axis == axes.columns => (across.first, ends.1),
                _ => (*coord, coord.saturating_add(1)),
            };
            region.push(start..end.min(*edge));
        }
        Some(region)
    }

    fn keep_within(&mut self, content: &Content, selection: &Selection) {
        match content {
            Content::Window(_) => self.coords = selection.position().unwrap_or_default(),
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
