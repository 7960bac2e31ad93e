//! What is compared: what is marked, and two chunks or arrays that a worker has read for it.

use std::sync::Arc;

use crate::codec::{Outcome, Representation, StageTrace, Value};
use crate::explorer::core::content::{Content, Shown};
use crate::lab::{
    ArrayDiff, ChunkComparison, DiffSide, Differences, ElementPairs, SideFault, Sides, StageComparison,
};
use crate::metadata::Elements;
use crate::pipeline::{Array, ChunkAddress, ChunkTrace, Counts};

/// What is marked to be compared with something else.
#[derive(Debug, Clone)]
pub enum MarkedPlace {
    Array {
        /// Its key in the hierarchy.
        key: String,
        /// What it is called.
        name: String,
        /// The array, where it can be used.
        array: Option<Arc<Array>>,
    },
    /// A chunk or an inner chunk; where a stage is meant, its row of the pipeline and its name.
    Chunk(ComparedChunk, Option<(usize, String)>),
}

/// A chunk that is compared.
#[derive(Debug, Clone)]
pub struct ComparedChunk {
    /// What it is called.
    pub name: String,
    pub array: Arc<Array>,
    /// The chunk, or the inner chunk.
    pub address: ChunkAddress,
    /// Which of its elements lies beside the first of the other side; the first where it is empty.
    pub begin: Vec<u64>,
}

/// Two chunks that were read, and where they differ.
#[derive(Debug)]
pub struct ComparedChunks {
    /// Both on their way through the pipeline, or why there is nothing.
    pub traces: Sides<Result<Arc<ChunkTrace>, String>>,
    /// The stages of both, where both were read.
    pub stages: Option<ChunkComparison>,
    /// Where the rows of that differ.
    pub rows: Vec<ComparedRow>,
    /// The elements of missing chunks: nothing but the fill value.
    pub fills: Sides<Option<Elements>>,
    /// Which elements of both lie beside each other, as in [`ComparedChunk`].
    pub begins: Sides<Vec<u64>>,
}

/// Where both sides of a stage differ; `None` where that side, or what is meant, is not there.
#[derive(Debug, Clone, Default)]
pub struct ComparedRow {
    pub bytes: Option<Differences>,
    /// In which elements, counted in pairs.
    pub elements: Option<Differences>,
}

/// Two arrays, as far as they were compared.
#[derive(Debug, Clone, Default)]
pub struct ComparedArrays {
    /// What was found; `None` before anything was, and where one of them is no array any more.
    pub found: Option<ArrayDiff>,
    /// What is wrong, the first of it.
    pub faults: Vec<SideFault>,
    /// How much is wrong.
    pub fault_count: u64,
    /// How much was read.
    pub counts: Counts,
}

/// Both sides of one stage.
#[derive(Debug, Clone, Copy)]
pub struct StageSides<'a> {
    chunks: &'a ComparedChunks,
    stage: usize,
}

impl MarkedPlace {
    /// What it is called.
    pub fn name(&self) -> &str {
        match self {
            Self::Array { name, .. } => name,
            Self::Chunk(chunk, _) => &chunk.name,
        }
    }

    /// The same with the stage, where one is meant.
    pub fn full_name(&self) -> String {
        match self {
            Self::Chunk(chunk, Some((_, stage))) => format!("{stage} of {}", chunk.name),
            _ => self.name().to_owned(),
        }
    }

    /// Whether it is the same place.
    pub fn is_same(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Array { key: one, .. }, Self::Array { key: other, .. }) => one == other,
            (Self::Chunk(one, row), Self::Chunk(other, other_row)) => {
                one.address == other.address && one.array.key == other.array.key && row == other_row
            }
            _ => false,
        }
    }
}

impl ComparedChunks {
    /// How many stages there are, with what is stored.
    pub fn stage_count(&self) -> usize {
        let own =
            |trace: &Result<Arc<ChunkTrace>, String>| trace.as_ref().map_or(0, |it| it.stages().len() + 1);
        match &self.stages {
            Some(stages) => stages.stages.len(),
            None => own(&self.traces.a).max(own(&self.traces.b)),
        }
    }

    /// The stage of a row of the pipeline of one side.
    pub fn stage_of(&self, side: DiffSide, row: usize) -> Option<usize> {
        (0..self.stage_count()).find(|stage| self.row(*stage, side) == Some(row))
    }

    /// Whether a stage is the last of both sides, and they end in other codecs: it has the elements of both.
    pub fn are_elements(&self, stage: usize) -> bool {
        let is_last = self.is_last(stage, DiffSide::A) && self.is_last(stage, DiffSide::B);
        let codecs =
            self.found(stage).map(|row| row.codecs.as_ref().map(|codec| codec.as_ref().map(|it| &it.0)));
        is_last && codecs.is_some_and(|codecs| !codecs.are_same())
    }

    /// Whether the chunks begin elsewhere in their arrays, so that their bytes do not lie beside each other.
    pub fn is_shifted(&self) -> bool {
        self.begins.each().any(|(_, begin)| begin.iter().any(|coord| *coord > 0))
    }

    /// Whether the chunks cover other elements, so that their bytes do not lie beside each other.
    pub fn is_unlike(&self) -> bool {
        self.is_shifted() || self.stages.as_ref().is_some_and(|stages| !stages.same_shape)
    }

    /// Both sides of a stage.
    pub fn sides(&self, stage: usize) -> StageSides<'_> {
        StageSides { chunks: self, stage }
    }

    /// What was found in a stage.
    pub fn found(&self, stage: usize) -> Option<&StageComparison> {
        self.stages.as_ref()?.stages.get(stage)
    }

    /// The row of the pipeline of one side that belongs to a stage; `None` where that side has no such stage.
    fn row(&self, stage: usize, side: DiffSide) -> Option<usize> {
        let trace = self.traces.on(side).as_ref().ok()?;
        let Some(found) = self.found(stage) else { return (stage <= trace.stages().len()).then_some(stage) };
        if found.is_stored() {
            return Some(0);
        }
        let (_, index) = found.codecs.on(side).as_ref()?;
        let place = trace.stages().iter().position(|own| own.info.codec_index == *index);
        place.map(|place| place + 1)
    }

    fn stage(&self, stage: usize, side: DiffSide) -> Option<&StageTrace> {
        let trace = self.traces.on(side).as_ref().ok()?;
        trace.stages().get(self.row(stage, side)?.checked_sub(1)?)
    }

    fn is_last(&self, stage: usize, side: DiffSide) -> bool {
        let count = self.traces.on(side).as_ref().map_or(0, |trace| trace.stages().len());
        count > 0 && self.row(stage, side) == Some(count)
    }
}

impl<'a> StageSides<'a> {
    /// What one side shows: its bytes, or its elements where that is asked for.
    pub fn content(&self, side: DiffSide, hex: bool) -> Content<'a> {
        let chunks = self.chunks;
        let trace = match chunks.traces.on(side) {
            Ok(trace) => trace,
            Err(error) => return Content::Nothing(error.clone()),
        };
        let Some(row) = chunks.row(self.stage, side) else {
            return Content::Nothing("this side has no such stage".to_owned());
        };
        if let (true, Some((elements, _))) = (hex, self.elements(side)) {
            return Content::Bytes { bytes: elements.visible_bytes(), group: 1 };
        }
        match Content::of(trace, Shown { row, hex }, None) {
            Content::Shard(_) => Content::of(trace, Shown { row, hex: true }, None),
            content => content,
        }
    }

    /// The elements of one side, with their shape; where the chunk is missing, the fill value.
    pub fn elements(&self, side: DiffSide) -> Option<(&'a Elements, &'a [u64])> {
        let stage = self.chunks.stage(self.stage, side)?;
        let Representation::Array(array) = &stage.info.decoded else { return None };
        let elements = match &stage.outcome {
            Outcome::Decoded(_, Some(value)) => match value.as_ref() {
                Value::Array(elements) => Some(elements),
                Value::Bytes(_) => None,
            },
            _ if self.chunks.is_last(self.stage, side) => self.chunks.fills.on(side).as_ref(),
            _ => None,
        };
        Some((elements?, &array.shape))
    }

    pub fn bytes(&self, side: DiffSide) -> Option<&'a [u8]> {
        match self.content(side, true) {
            Content::Bytes { bytes, .. } => Some(bytes),
            _ => None,
        }
    }

    pub fn both_bytes(&self) -> Option<Sides<&'a [u8]>> {
        Some(Sides { a: self.bytes(DiffSide::A)?, b: self.bytes(DiffSide::B)? })
    }

    /// Whether they belong to chunks that cover other elements.
    pub fn are_unlike(&self) -> bool {
        self.chunks.is_unlike()
    }

    /// The elements of both sides in pairs.
    pub fn pairs(&self) -> Option<ElementPairs<'a>> {
        let (a, b) = (self.elements(DiffSide::A)?, self.elements(DiffSide::B)?);
        let is_last =
            self.chunks.is_last(self.stage, DiffSide::A) && self.chunks.is_last(self.stage, DiffSide::B);
        if self.are_unlike() && !is_last {
            return None;
        }
        let begins = if is_last { self.chunks.begins.clone() } else { Sides::default() };
        ElementPairs::of(Sides { a: a.0, b: b.0 }, Sides { a: a.1, b: b.1 }, &begins)
    }

    /// Which element of a side lies at a place that both sides share.
    pub fn within(&self, side: DiffSide, coords: &[u64]) -> Vec<u64> {
        let begin = self.chunks.begins.on(side);
        let is_moved = begin.len() == coords.len() && self.chunks.is_last(self.stage, side);
        let along = coords.iter().enumerate();
        along
            .map(|(axis, coord)| {
                let begin = begin.get(axis).filter(|_| is_moved).copied().unwrap_or(0);
                coord.saturating_add(begin)
            })
            .collect()
    }

    /// How many places both sides have together in each dimension; `None` where neither has elements.
    pub fn shape(&self, hex: bool) -> Option<Vec<u64>> {
        let own = |side: DiffSide| {
            let content = self.content(side, hex);
            let shape = content.shape()?.to_vec();
            let begin = self.within(side, &vec![0; shape.len()]);
            Some(
                shape.iter().zip(begin).map(|(edge, begin)| edge.saturating_sub(begin)).collect::<Vec<u64>>(),
            )
        };
        match (own(DiffSide::A), own(DiffSide::B)) {
            (Some(a), Some(b)) if a.len() == b.len() => {
                Some(a.iter().zip(&b).map(|(one, other)| *one.max(other)).collect())
            }
            (one, other) => one.or(other),
        }
    }

    /// Where it differs.
    pub fn differences(&self) -> Option<&'a ComparedRow> {
        self.chunks.rows.get(self.stage)
    }
}
