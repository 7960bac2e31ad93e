//! The window in which two chunks, stages or arrays are compared.

use crate::explorer::compare::work::CompareChunks;
use std::sync::Arc;

use crate::explorer::compare::geometry::{ComparePanes, compare_panes, elements_view, hex_plane};
use crate::explorer::compare::state::{ComparedArrays, ComparedChunk, ComparedChunks, StageSides};
use crate::explorer::core::late::Late;
use crate::explorer::core::shared::Shared;
use crate::explorer::geometry::plane::{Plane, Scroll};
use crate::explorer::geometry::regions::Area;
use crate::explorer::geometry::views::View;
use crate::explorer::keys::keymap::Move;
use crate::lab::{DiffSide, Sides};
use crate::metadata::{delinear, linear, starts};
use crate::pipeline::Array;

/// What is compared.
#[derive(Debug)]
pub struct CompareWindow {
    /// Two arrays, where those are.
    pub arrays: Option<ArraysView>,
    /// Two chunks, where those are on the screen.
    pub chunks: Option<ChunksView>,
}

/// Two arrays.
#[derive(Debug)]
pub struct ArraysView {
    /// What they are called.
    pub names: Sides<String>,
    /// The arrays, where they can be used.
    pub arrays: Sides<Option<Arc<Array>>>,
    /// What was found so far.
    pub found: Late<Box<ComparedArrays>>,
    /// The first line on the screen.
    pub scroll: Scroll,
}

/// Two chunks.
#[derive(Debug)]
pub struct ChunksView {
    /// What they are called.
    pub names: Sides<String>,
    /// Both, once they are read.
    pub found: Late<Arc<ComparedChunks>>,
    /// The stage that is shown.
    pub stage: usize,
    /// Whether bytes are shown instead of elements.
    pub hex: bool,
    /// Whether the stages alone are shown.
    pub lists_stages: bool,
    /// The byte under the cursor of both sides.
    pub offset: u64,
    /// The element under the cursor of both sides, counted from the first that both have.
    pub coords: Vec<u64>,
    /// The first row and column on the screen.
    pub scroll: [Scroll; 2],
    /// Which of the sliced dimensions is stepped.
    axis: usize,
    /// The row of the pipeline of the first side to begin with.
    begin: Option<usize>,
    /// Columns and rows of the screen.
    size: (u16, u16),
}

/// What the cursor of a comparison moves on.
pub(crate) struct CursorPlane {
    plane: Plane,
    /// Rows and columns on the screen.
    visible: (u64, u64),
}

impl ArraysView {
    /// The first element of the first chunk that cannot be read.
    fn first_fault(&self) -> Option<Vec<u64>> {
        let faults = &self.found.so_far()?.faults;
        let (fault, chunk) = faults.iter().find_map(|fault| Some((fault, fault.chunk.as_ref()?)))?;
        let array = self.arrays.on(fault.side).as_ref()?;
        Some(starts(&array.metadata.chunk_grid.extent(chunk)?))
    }

    /// Both chunks of the first element that differs; where none is known to, those of the first that cannot be read.
    pub(crate) fn first_chunks(&self) -> Option<Sides<ComparedChunk>> {
        let found = self.found.so_far()?.found.as_ref()?;
        let first = found.elements.as_ref().ok()?.first.as_ref().map(|first| first.at.clone());
        let at = first.or_else(|| self.first_fault())?;
        let place = |side: DiffSide| {
            let array = self.arrays.on(side).as_ref()?;
            let (chunk, within) = array.metadata.chunk_grid.locate(&at)?;
            let name = format!("chunk {} of {}", crate::metadata::text::shape(&chunk), self.names.on(side));
            Some(ComparedChunk { name, array: Arc::clone(array), address: chunk.into(), begin: within })
        };
        let (mut a, mut b) = (place(DiffSide::A)?, place(DiffSide::B)?);
        // The corners lie beside each other, so that all that both have is shown.
        for (one, other) in a.begin.iter_mut().zip(&mut b.begin) {
            let both = (*one).min(*other);
            (*one, *other) = (*one - both, *other - both);
        }
        Some(Sides { a, b })
    }
}

impl ChunksView {
    /// Two chunks that are to be read, and the request for it.
    pub(crate) fn ask(chunks: Sides<ComparedChunk>, begin: Option<usize>, shared: &mut Shared) -> Self {
        let names = chunks.as_ref().map(|chunk| chunk.name.clone());
        Self {
            names,
            found: Late::asked(shared.ask(CompareChunks { chunks, options: shared.options })),
            stage: 0,
            hex: false,
            lists_stages: false,
            offset: 0,
            coords: Vec::new(),
            scroll: [Scroll::default(); 2],
            axis: 0,
            begin,
            size: shared.size,
        }
    }

    /// Both sides of the stage that is shown.
    pub fn sides(&self) -> Option<StageSides<'_>> {
        Some(self.found.ready()?.sides(self.stage))
    }

    /// The parts of a screen of that size.
    pub fn panes(&self, size: (u16, u16)) -> ComparePanes {
        let stages = self.found.ready().map_or(0, |found| found.stage_count());
        compare_panes(size, stages, self.lists_stages)
    }

    /// Whether elements are shown: they are asked for, and a side has some.
    pub fn shows_elements(&self) -> bool {
        !self.hex && self.sides().is_some_and(|sides| sides.shape(false).is_some())
    }

    /// How elements are laid out, on both sides.
    pub fn view(&self, area: Area) -> Option<View> {
        let sides = self.sides()?;
        let width = [DiffSide::A, DiffSide::B].map(|side| sides.content(side, false).text_width());
        Some(elements_view(&sides.shape(false)?, width.into_iter().max().unwrap_or(1), area))
    }

    /// How many bytes the longer side has.
    pub fn nbytes(&self) -> u64 {
        let Some(sides) = self.sides() else { return 0 };
        let own = |side: DiffSide| sides.bytes(side).map_or(0, <[u8]>::len) as u64;
        own(DiffSide::A).max(own(DiffSide::B))
    }

    fn cursor_plane(&self) -> CursorPlane {
        let area = self.panes(self.size).sides.a.inner();
        match self.view(area).filter(|_| !self.hex) {
            Some(view) => CursorPlane { visible: view.visible(), plane: view.plane },
            None => {
                let (hex, plane) = hex_plane(self.nbytes(), area);
                CursorPlane { plane, visible: (hex.visible(), hex.in_row) }
            }
        }
    }

    /// Both chunks are there: shows where they differ.
    pub(crate) fn begin(&mut self) {
        let Some(found) = self.found.ready() else { return };
        let last = found.stage_count().saturating_sub(1);
        let asked = self.begin.and_then(|row| found.stage_of(DiffSide::A, row));
        self.stage = asked.unwrap_or(last);
        self.put_first();
    }

    /// Puts the cursor on the first difference of the stage.
    fn put_first(&mut self) {
        (self.offset, self.coords) = (0, Vec::new());
        self.scroll = [Scroll::default(); 2];
        if let Some(first) = self.find(0, false) {
            self.put(first);
        }
    }

    /// The number of the byte or of the pair of elements under the cursor.
    fn place(&self) -> u64 {
        if !self.shows_elements() {
            return self.offset;
        }
        let pairs = self.sides().and_then(|sides| sides.pairs());
        pairs.and_then(|pairs| linear(&self.coords, pairs.shape())).unwrap_or(0)
    }

    fn put(&mut self, place: u64) {
        if !self.shows_elements() {
            self.offset = place;
            return;
        }
        let pairs = self.sides().and_then(|sides| sides.pairs());
        if let Some(coords) = pairs.map(|pairs| delinear(place, pairs.shape())) {
            self.coords = coords;
        }
    }

    /// The next difference from a place on, or the last one before it.
    fn find(&self, from: u64, back: bool) -> Option<u64> {
        let sides = self.sides()?;
        let noted = sides.differences()?;
        if self.shows_elements() {
            let (pairs, noted) = (sides.pairs()?, noted.elements.as_ref()?);
            let differ = |at: u64| pairs.differ(at);
            return if back { noted.previous(from, differ) } else { noted.next(from, differ) };
        }
        let (bytes, noted) = (sides.both_bytes()?, noted.bytes.as_ref()?);
        let differ = |at: u64| {
            let at = usize::try_from(at).unwrap_or(usize::MAX);
            bytes.a.get(at) != bytes.b.get(at)
        };
        if back { noted.previous(from, differ) } else { noted.next(from, differ) }
    }

    /// Goes to the next difference, or to the one before; says where there is none.
    pub(crate) fn next(&mut self, back: bool, shared: &mut Shared) {
        let from = if back { self.place() } else { self.place().saturating_add(1) };
        match self.find(from, back) {
            Some(found) => self.put(found),
            None => shared.say(self.why_none(back)),
        }
    }

    /// Why there is no further difference.
    fn why_none(&self, back: bool) -> &'static str {
        let noted = self.sides().and_then(|sides| sides.differences());
        let noted =
            noted.and_then(|it| if self.shows_elements() { it.elements.as_ref() } else { it.bytes.as_ref() });
        let is_unlike = self.sides().is_some_and(|sides| sides.are_unlike());
        match noted {
            None if is_unlike => "not compared: the chunks have other shapes",
            None => "not compared: both sides are needed for that",
            Some(noted) if noted.is_empty() && self.shows_elements() => "all elements have the same values",
            Some(noted) if noted.is_empty() => "all bytes are the same",
            Some(_) if back => "no difference before this one",
            Some(_) => "no further difference",
        }
    }

    /// Goes to another stage on both sides.
    pub(crate) fn turn_stage(&mut self, back: bool) {
        let count = self.found.ready().map_or(0, |found| found.stage_count());
        let next = if back { self.stage.saturating_sub(1) } else { self.stage + 1 };
        let next = next.min(count.saturating_sub(1));
        if next != self.stage {
            self.stage = next;
            self.put_first();
        }
    }

    /// Shows bytes instead of elements, or elements.
    pub(crate) fn toggle_hex(&mut self) {
        self.hex = !self.hex;
        self.put_first();
    }

    /// Moves the cursor of both sides, or through the stages where those are listed.
    pub(crate) fn step(&mut self, by: Move) {
        if self.lists_stages {
            match by {
                Move::Up | Move::PageUp => self.turn_stage(true),
                Move::Down | Move::PageDown => self.turn_stage(false),
                _ => {}
            }
            return;
        }
        let CursorPlane { plane, visible: (rows, _) } = self.cursor_plane();
        if self.shows_elements() {
            self.coords = plane.moved(&self.coords, by, rows);
        } else if let Some(offset) = plane.moved(&[self.offset], by, rows).first() {
            self.offset = *offset;
        }
    }

    /// Steps the slice that is shown of elements with more than two dimensions.
    pub(crate) fn slice(&mut self, on: bool, shared: &mut Shared) {
        let plane = self.cursor_plane().plane;
        let is_stepped = self.shows_elements() && plane.step_slice(&mut self.coords, self.axis, on);
        if !is_stepped {
            shared.say("no further slice");
        }
    }

    /// Whether there are slices to step through.
    pub fn has_slices(&self) -> bool {
        self.shows_elements() && self.cursor_plane().plane.sliced() > 0
    }

    /// Chooses another dimension to step.
    pub(crate) fn next_axis(&mut self) {
        self.axis = self.cursor_plane().plane.next_sliced(self.axis);
    }

    /// Keeps the cursor within what is shown, and on the screen.
    pub(crate) fn keep_on_screen(&mut self, size: (u16, u16)) {
        self.size = size;
        let shape = self.sides().and_then(|sides| sides.shape(false)).unwrap_or_default();
        if self.coords.len() != shape.len() {
            self.coords = vec![0; shape.len()];
        }
        for (coord, edge) in self.coords.iter_mut().zip(&shape) {
            *coord = (*coord).min(edge.saturating_sub(1));
        }
        self.offset = self.offset.min(self.nbytes().saturating_sub(1));
        let CursorPlane { plane, visible } = self.cursor_plane();
        let cell = if self.shows_elements() { plane.cell(&self.coords) } else { plane.cell(&[self.offset]) };
        let (rows, columns) = plane.size();
        let [down, across] = &mut self.scroll;
        down.follow(cell.0, visible.0, rows);
        across.follow(cell.1, visible.1, columns);
    }
}
