//! The comparison of two chunks or two arrays that the user chose one after the other.

pub(super) mod draw;
pub(super) mod keys;
pub(super) mod work;

use std::sync::Arc;

use crate::codec::{Outcome, Representation, Value};
use crate::explorer::core::content::Shown;
use crate::explorer::geometry::plane::Plane;
use crate::explorer::geometry::views::{View, elements_view};
use crate::explorer::{Area, Content, Hex, Late, Move, Scroll, Shared};
use crate::lab::{
    ArrayDiff, ChunkComparison, DiffSide, Differences, ElementPairs, SideFault, Sides, StageComparison,
};
use crate::metadata::text::shape;
use crate::metadata::{Elements, delinear, linear, starts};
use crate::pipeline::{Array, Axes, ChunkAddress, ChunkTrace, Counts};

#[derive(Debug, Clone)]
pub enum MarkedPlace {
    Array {
        key: String,
        name: String,
        array: Option<Arc<Array>>,
    },
    /// With the row in the pipeline and the name of a stage, where one is marked.
    Chunk(ChunkToCompare, Option<(usize, String)>),
}

#[derive(Debug, Clone)]
pub struct ChunkToCompare {
    pub name: String,
    pub array: Arc<Array>,
    pub address: ChunkAddress,
    /// Which of its elements lies beside the first of the other side; empty for the first.
    pub begin: Vec<u64>,
}

#[derive(Debug)]
pub struct ComparedChunks {
    pub traces: Sides<Result<Arc<ChunkTrace>, String>>,
    pub stages: Option<ChunkComparison>,
    pub rows: Vec<ComparedRow>,
    pub fills: Sides<Option<Elements>>,
    pub begins: Sides<Vec<u64>>,
}

#[derive(Debug, Clone, Default)]
pub struct ComparedRow {
    pub bytes: Option<Differences>,
    /// Counted in pairs of elements.
    pub elements: Option<Differences>,
}

#[derive(Debug, Clone, Default)]
pub struct ComparedArrays {
    /// `None` also where one of them is no longer an array.
    pub diff: Option<ArrayDiff>,
    /// The first of them only.
    pub faults: Vec<SideFault>,
    pub fault_count: u64,
    pub counts: Counts,
}

#[derive(Debug, Clone, Copy)]
pub struct StageSides<'a> {
    chunks: &'a ComparedChunks,
    stage: usize,
}

impl MarkedPlace {
    pub fn full_name(&self) -> String {
        match self {
            Self::Array { name, .. } => name.clone(),
            Self::Chunk(chunk, Some((_, stage))) => format!("{stage} of {}", chunk.name),
            Self::Chunk(chunk, None) => chunk.name.clone(),
        }
    }

    pub fn is_same(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Array { key: one, .. }, Self::Array { key: other, .. }) => one == other,
            (Self::Chunk(one, row), Self::Chunk(other, other_row)) => {
                one.address == other.address && one.array.key == other.array.key && row == other_row
            }
            (Self::Array { .. }, Self::Chunk(..)) | (Self::Chunk(..), Self::Array { .. }) => false,
        }
    }
}

impl ComparedChunks {
    pub fn stage_count(&self) -> usize {
        if let Some(stages) = &self.stages {
            return stages.stages.len();
        }
        let own = self.traces.as_ref().map(|trace| trace.as_ref().map_or(0, |it| it.stages().len() + 1));
        own.a.max(own.b)
    }

    pub fn stage_of(&self, side: DiffSide, row: usize) -> Option<usize> {
        (0..self.stage_count()).find(|stage| self.row(*stage, side) == Some(row))
    }

    /// Where both chains end in different codecs, the last row has the elements of both.
    pub fn are_elements(&self, stage: usize) -> bool {
        let Some(row) = self.stage_comparison(stage) else { return false };
        let codecs = row.codecs.as_ref().map(|codec| codec.as_ref().map(|it| &it.0));
        !codecs.are_same() && self.is_last_of_both(stage)
    }

    /// Whether the chunks cover different elements, so that their bytes do not lie beside each other.
    pub fn is_unlike(&self) -> bool {
        let is_shifted = self.begins.each().any(|(_, begin)| begin.iter().any(|coord| *coord > 0));
        is_shifted || self.stages.as_ref().is_some_and(|stages| !stages.same_shape)
    }

    pub fn sides(&self, stage: usize) -> StageSides<'_> {
        StageSides { chunks: self, stage }
    }

    pub fn stage_comparison(&self, stage: usize) -> Option<&StageComparison> {
        self.stages.as_ref()?.stages.get(stage)
    }

    fn row(&self, stage: usize, side: DiffSide) -> Option<usize> {
        let trace = self.traces.on(side).as_ref().ok()?;
        let Some(found) = self.stage_comparison(stage) else {
            return (stage <= trace.stages().len()).then_some(stage);
        };
        if found.is_stored() {
            return Some(0);
        }
        let (_, index) = found.codecs.on(side).as_ref()?;
        Some(trace.stages().iter().position(|own| own.info.codec_index == *index)? + 1)
    }

    fn is_last(&self, stage: usize, side: DiffSide) -> bool {
        let count = self.traces.on(side).as_ref().map_or(0, |trace| trace.stages().len());
        count > 0 && self.row(stage, side) == Some(count)
    }

    fn is_last_of_both(&self, stage: usize) -> bool {
        self.is_last(stage, DiffSide::A) && self.is_last(stage, DiffSide::B)
    }
}

impl<'a> StageSides<'a> {
    pub fn content(&self, side: DiffSide, hex: bool) -> Content<'a> {
        let chunks = self.chunks;
        let trace = match chunks.traces.on(side) {
            Ok(trace) => trace,
            Err(error) => return Content::Nothing(error.clone()),
        };
        let Some(row) = chunks.row(self.stage, side) else {
            return Content::Nothing("this side has no such stage".to_owned());
        };
        if hex && let Some((elements, _)) = self.elements(side) {
            return Content::Bytes { bytes: elements.visible_bytes(), group: 1 };
        }
        let content = Content::of(trace, Shown { row, hex }, None);
        if matches!(content, Content::Shard(_)) {
            return Content::of(trace, Shown { row, hex: true }, None);
        }
        content
    }

    pub fn elements(&self, side: DiffSide) -> Option<(&'a Elements, &'a [u64])> {
        let trace = self.chunks.traces.on(side).as_ref().ok()?;
        let stage = trace.stages().get(self.chunks.row(self.stage, side)?.checked_sub(1)?)?;
        let Representation::Array(array) = &stage.info.decoded else { return None };
        if let Outcome::Decoded(_, Some(value)) = &stage.outcome {
            let Value::Array(elements) = value.as_ref() else { return None };
            return Some((elements, &array.shape));
        }
        if !self.chunks.is_last(self.stage, side) {
            return None;
        }
        Some((self.chunks.fills.on(side).as_ref()?, &array.shape))
    }

    pub fn bytes(&self, side: DiffSide) -> Option<&'a [u8]> {
        let Content::Bytes { bytes, .. } = self.content(side, true) else { return None };
        Some(bytes)
    }

    pub fn both_bytes(&self) -> Option<Sides<&'a [u8]>> {
        Some(Sides { a: self.bytes(DiffSide::A)?, b: self.bytes(DiffSide::B)? })
    }

    pub fn pairs(&self) -> Option<ElementPairs<'a>> {
        let (a, b) = (self.elements(DiffSide::A)?, self.elements(DiffSide::B)?);
        let is_last = self.chunks.is_last_of_both(self.stage);
        if self.chunks.is_unlike() && !is_last {
            return None;
        }
        let begins = if is_last { self.chunks.begins.clone() } else { Sides::default() };
        ElementPairs::of(Sides { a: a.0, b: b.0 }, Sides { a: a.1, b: b.1 }, &begins)
    }

    pub fn within(&self, side: DiffSide, coords: &[u64]) -> Vec<u64> {
        let begin = self.chunks.begins.on(side);
        let is_moved = begin.len() == coords.len() && self.chunks.is_last(self.stage, side);
        if !is_moved {
            return coords.to_vec();
        }
        coords.iter().zip(begin).map(|(coord, begin)| coord.saturating_add(*begin)).collect()
    }

    pub fn shape(&self) -> Option<Vec<u64>> {
        let own = |side: DiffSide| {
            let mut shape = self.content(side, false).shape()?.to_vec();
            let begin = self.within(side, &vec![0; shape.len()]);
            for (edge, begin) in shape.iter_mut().zip(begin) {
                *edge = edge.saturating_sub(begin);
            }
            Some(shape)
        };
        match (own(DiffSide::A), own(DiffSide::B)) {
            (Some(a), Some(b)) if a.len() == b.len() => {
                Some(a.iter().zip(&b).map(|(one, other)| *one.max(other)).collect())
            }
            (one, other) => one.or(other),
        }
    }

    pub fn differences(&self) -> Option<&'a ComparedRow> {
        self.chunks.rows.get(self.stage)
    }
}

#[derive(Debug)]
pub struct CompareWindow {
    pub arrays: Option<ArraysView>,
    pub chunks: Option<ChunksView>,
}

#[derive(Debug)]
pub struct ArraysView {
    pub names: Sides<String>,
    pub arrays: Sides<Option<Arc<Array>>>,
    pub compared: Late<Box<ComparedArrays>>,
    pub scroll: Scroll,
}

#[derive(Debug, Default)]
pub struct ChunksView {
    pub names: Sides<String>,
    pub compared: Late<Arc<ComparedChunks>>,
    pub stage: usize,
    pub hex: bool,
    pub lists_stages: bool,
    pub offset: u64,
    /// The element under the cursor of both sides, counted from the first that both have.
    pub coords: Vec<u64>,
    pub scroll: [Scroll; 2],
    axis: usize,
    begin: Option<usize>,
    size: (u16, u16),
}

pub(crate) struct CursorPlane {
    plane: Plane,
    visible: (u64, u64),
}

impl ArraysView {
    /// Both chunks at the first element that differs; without one, those at the first chunk that cannot be read.
    pub(crate) fn first_chunks(&self) -> Option<Sides<ChunkToCompare>> {
        let all = self.compared.so_far()?;
        let at = match &all.diff.as_ref()?.elements.as_ref().ok()?.first {
            Some(first) => first.at.clone(),
            None => {
                let mut faults = all.faults.iter();
                let (side, chunk) = faults.find_map(|fault| Some((fault.side, fault.chunk.as_ref()?)))?;
                starts(&self.arrays.on(side).as_ref()?.metadata.chunk_grid.extent(chunk)?)
            }
        };
        let place = |side: DiffSide| {
            let array = self.arrays.on(side).as_ref()?;
            let (chunk, within) = array.metadata.chunk_grid.locate(&at)?;
            let name = format!("chunk {} of {}", shape(&chunk), self.names.on(side));
            Some(ChunkToCompare { name, array: Arc::clone(array), address: chunk.into(), begin: within })
        };
        let (mut a, mut b) = (place(DiffSide::A)?, place(DiffSide::B)?);
        // Beginning at the corner shows everything that both have.
        for (one, other) in a.begin.iter_mut().zip(&mut b.begin) {
            let both = (*one).min(*other);
            (*one, *other) = (*one - both, *other - both);
        }
        Some(Sides { a, b })
    }
}

impl ChunksView {
    pub fn sides(&self) -> Option<StageSides<'_>> {
        Some(self.compared.ready()?.sides(self.stage))
    }

    pub fn panes(&self, size: (u16, u16)) -> ComparePanes {
        compare_panes(size, self.compared.ready().map_or(0, |found| found.stage_count()), self.lists_stages)
    }

    pub fn shows_elements(&self) -> bool {
        !self.hex && self.sides().is_some_and(|sides| sides.shape().is_some())
    }

    pub fn view(&self, area: Area) -> Option<View> {
        let sides = self.sides()?;
        let width = [DiffSide::A, DiffSide::B].map(|side| sides.content(side, false).text_width());
        Some(elements_view(&sides.shape()?, width.into_iter().max().unwrap_or(1), area))
    }

    pub fn nbytes(&self) -> u64 {
        let Some(sides) = self.sides() else { return 0 };
        let own = |side: DiffSide| sides.bytes(side).map_or(0, <[u8]>::len) as u64;
        own(DiffSide::A).max(own(DiffSide::B))
    }

    fn cursor_plane(&self) -> CursorPlane {
        let area = self.panes(self.size).sides.a.inner();
        if !self.hex
            && let Some(view) = self.view(area)
        {
            return CursorPlane { visible: view.visible(), plane: view.plane };
        }
        let (hex, plane) = hex_plane(self.nbytes(), area);
        CursorPlane { plane, visible: (hex.visible(), hex.in_row) }
    }

    pub(crate) fn begin(&mut self) {
        let Some(found) = self.compared.ready() else { return };
        let asked = self.begin.and_then(|row| found.stage_of(DiffSide::A, row));
        self.stage = asked.unwrap_or(found.stage_count().saturating_sub(1));
        self.put_first();
    }

    fn pairs(&self) -> Option<ElementPairs<'_>> {
        self.sides()?.pairs()
    }

    fn put_first(&mut self) {
        (self.offset, self.coords) = (0, Vec::new());
        self.scroll = [Scroll::default(); 2];
        if let Some(first) = self.find(0, false) {
            self.put(first);
        }
    }

    fn place(&self) -> u64 {
        if !self.shows_elements() {
            return self.offset;
        }
        self.pairs().and_then(|pairs| linear(&self.coords, &pairs.shape)).unwrap_or(0)
    }

    fn put(&mut self, place: u64) {
        if !self.shows_elements() {
            self.offset = place;
        } else if let Some(pairs) = self.pairs() {
            self.coords = delinear(place, &pairs.shape);
        }
    }

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

    pub(crate) fn next(&mut self, back: bool, shared: &mut Shared) {
        let from = if back { self.place() } else { self.place().saturating_add(1) };
        match self.find(from, back) {
            Some(found) => self.put(found),
            None => shared.say(self.why_none(back)),
        }
    }

    fn why_none(&self, back: bool) -> &'static str {
        let noted = match self.sides().and_then(|sides| sides.differences()) {
            Some(row) if self.shows_elements() => row.elements.as_ref(),
            Some(row) => row.bytes.as_ref(),
            None => None,
        };
        match noted {
            None if self.compared.ready().is_some_and(|found| found.is_unlike()) => {
                "not compared: the chunks have different shapes"
            }
            None => "not compared: both sides are needed for that",
            Some(noted) if noted.is_empty() && self.shows_elements() => "all elements have the same values",
            Some(noted) if noted.is_empty() => "all bytes are the same",
            Some(_) if back => "no difference before this one",
            Some(_) => "no further difference",
        }
    }

    pub(crate) fn turn_stage(&mut self, back: bool) {
        let count = self.compared.ready().map_or(0, |found| found.stage_count());
        let next = if back { self.stage.saturating_sub(1) } else { self.stage + 1 };
        let next = next.min(count.saturating_sub(1));
        if next != self.stage {
            self.stage = next;
            self.put_first();
        }
    }

    pub(crate) fn step(&mut self, by: Move) {
        if self.lists_stages {
            match by {
                Move::Up | Move::PageUp => self.turn_stage(true),
                Move::Down | Move::PageDown => self.turn_stage(false),
                Move::Left | Move::Right | Move::First | Move::Last | Move::RowStart | Move::RowEnd => {}
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

    pub(crate) fn slice(&mut self, on: bool, shared: &mut Shared) {
        let plane = self.cursor_plane().plane;
        let is_stepped = self.shows_elements() && plane.step_slice(&mut self.coords, self.axis, on);
        if !is_stepped {
            shared.say("no further slice");
        }
    }

    pub(crate) fn keep_on_screen(&mut self, size: (u16, u16)) {
        self.size = size;
        let shape = self.sides().and_then(|sides| sides.shape()).unwrap_or_default();
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

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ComparePanes {
    pub head: Area,
    pub stages: Area,
    pub sides: Sides<Area>,
}

const BESIDE: u16 = 76;
const WITH_STAGES: u16 = 20;

/// `alone`: the stages have all of the screen below the head.
pub fn compare_panes((width, height): (u16, u16), stages: usize, alone: bool) -> ComparePanes {
    let screen = Area { x: 0, y: 0, width, height: height.saturating_sub(1) };
    let rows = match (alone, height < WITH_STAGES) {
        (true, _) => 4.min(screen.height / 3),
        (false, true) => 2,
        (false, false) => 3,
    };
    let (head, rest) = screen.top(rows);
    if alone {
        return ComparePanes { head, stages: rest, sides: Sides::default() };
    }
    let rows = u16::try_from(stages).unwrap_or(u16::MAX).saturating_add(2);
    let has_stages = height >= WITH_STAGES && rows <= rest.height / 2;
    let (stages, rest) = rest.top(if has_stages { rows } else { 0 });
    let (a, b) = if width >= BESIDE { rest.left(rest.width / 2) } else { rest.top(rest.height.div_ceil(2)) };
    // Both show the same rows: one that is left over stays empty.
    let height = a.height.min(b.height);
    let width = a.width.min(b.width);
    ComparePanes { head, stages, sides: Sides { a, b }.map(|area| Area { width, height, ..area }) }
}

pub fn hex_plane(nbytes: u64, area: Area) -> (Hex, Plane) {
    let hex = Hex::apart(nbytes, area);
    (hex, Plane::new(&[nbytes], Axes::last(1), hex.in_row))
}
