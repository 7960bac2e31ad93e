//! The values of a chunk as they come back from a chain: the cursor in them, and which part is on the screen.

use std::sync::Arc;

use crate::explorer::{Content, Late, Move, RequestId, Scroll};
use crate::lab::ReturnedValues;
use crate::metadata::delinear;
use crate::tell::colors::ColorMap;

#[derive(Debug, Clone)]
pub struct ReturnedChunk {
    pub number: usize,
    pub values: Arc<ReturnedValues>,
}

#[derive(Debug, Default)]
pub struct LossView {
    pub chunk: Late<ReturnedChunk>,
    /// The number of the chunk in the sample; `None` for the first in which a value differs.
    pub(crate) wanted: Option<usize>,
    pub coords: Vec<u64>,
    pub scroll: [Scroll; 2],
    pub sliced: usize,
    pub part: LossPart,
    pub map: ColorMap,
    pub text_width: usize,
    /// Whether the chain is being edited, so that leaving leads there.
    pub was_editing: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum LossPart {
    Returned,
    #[default]
    Difference,
    Picture,
}

impl LossPart {
    pub(crate) fn turned(self, back: bool) -> Self {
        match (self, back) {
            (Self::Returned, false) | (Self::Picture, true) => Self::Difference,
            (Self::Difference, false) | (Self::Returned, true) => Self::Picture,
            (Self::Picture, false) | (Self::Difference, true) => Self::Returned,
        }
    }
}

impl LossView {
    pub(crate) fn new(was_editing: bool) -> Self {
        Self { map: ColorMap::RedBlue, text_width: 1, was_editing, ..Self::default() }
    }

    pub fn values(&self) -> Option<&Arc<ReturnedValues>> {
        self.chunk.ready().map(|chunk| &chunk.values)
    }

    pub(crate) fn take(&mut self, id: RequestId, result: Result<ReturnedChunk, String>) {
        if !self.chunk.answer(id, result) {
            return;
        }
        let Some(values) = self.values().cloned() else { return };
        let width = |elements| {
            Content::Array { shape: &values.shape, elements, origin: None, readable: None }.text_width()
        };
        self.text_width = width(&values.before).max(width(&values.after)).max(DIFFERENCE);
        self.scroll = [Scroll::default(); 2];
        self.put_furthest(&values);
    }

    pub(crate) fn put_furthest(&mut self, values: &ReturnedValues) {
        self.coords = delinear(values.gaps.furthest.unwrap_or(0), &values.shape);
    }

    pub(crate) fn step(&mut self, by: Move, size: (u16, u16)) {
        let Some(values) = self.values().cloned() else { return };
        let view = self.moving(&values, size);
        self.coords = view.plane.moved(&self.coords, by, view.visible().0);
    }

    pub(crate) fn slice(&mut self, on: bool, size: (u16, u16)) {
        let Some(values) = self.values().cloned() else { return };
        self.moving(&values, size).plane.step_slice(&mut self.coords, self.sliced, on);
    }

    pub(crate) fn keep_on_screen(&mut self, size: (u16, u16)) {
        let Some(values) = self.values().cloned() else { return };
        let view = self.moving(&values, size);
        view.follow(view.plane.cell(&self.coords), &mut self.scroll);
    }
}

/// Columns of a difference of three digits, such as `-4.88e-5`.
const DIFFERENCE: usize = 8;
