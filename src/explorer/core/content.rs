//! What the panes of values show: the elements of an array, bytes, the index of a shard, or why there is nothing.

use std::sync::Arc;

use unicode_width::UnicodeWidthStr;

use crate::codec::{Marks, Outcome, Representation, Salvage, ShardMap, Value};
use crate::explorer::core::chunk_window::Window;
use crate::explorer::core::element_text::ElementText;
use crate::explorer::core::late::Late;
use crate::metadata::{Elements, Scalar, linear};
use crate::pipeline::{ChunkTrace, Layout, PartCells};
use crate::tell::stage_bytes::{StageBytes, value_of};

/// The most bytes of a text that are formatted for the screen; no pane is wider.
pub const SHOWN: usize = 1024;

#[derive(Debug, Clone)]
pub enum Content<'a> {
    Array {
        shape: &'a [u64],
        /// The elements, in C order. A stage that failed may have given fewer than the shape has.
        elements: &'a Elements,
        /// The array coordinates of the first element, where they are known.
        origin: Option<Vec<u64>>,
        /// For a damaged chunk: which elements are readable.
        readable: Option<Readable<'a>>,
    },
    Window(ArrayCells<'a>),
    Fill {
        shape: &'a [u64],
        fill: &'a Scalar,
        origin: Option<Vec<u64>>,
    },
    Bytes {
        bytes: &'a [u8],
        /// How many of them make an element; 1 where that is not known.
        group: u64,
    },
    Shard(&'a ShardMap),
    Nothing(String),
}

#[derive(Debug, Clone, Copy)]
pub enum Readable<'a> {
    /// Of the whole chunk, behind a stage that failed.
    Salvaged(&'a ChunkTrace, &'a Salvage),
    /// Of what a failed stage gave, in this shape.
    Unmarked(&'a Marks, &'a [u64]),
}

impl Readable<'_> {
    pub(crate) fn is_readable(self, coords: &[u64]) -> bool {
        match self {
            Self::Salvaged(trace, salvage) => trace.chain().is_readable(&trace.trace, salvage, coords),
            Self::Unmarked(marks, shape) => linear(coords, shape).is_some_and(|index| !marks.contains(index)),
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Shown {
    /// The row of the pipeline: 0 is what is stored, the stages follow in decoding order.
    pub row: usize,
    pub hex: bool,
}

/// The cells of a whole array, whatever chunks they are in: from the trace of the selected chunk, and from the window around it.
#[derive(Debug, Clone, Copy)]
pub struct ArrayCells<'a> {
    pub layout: &'a Arc<Layout>,
    pub(crate) chunk: &'a [u64],
    pub(crate) trace: &'a Late<Arc<ChunkTrace>>,
    pub(crate) window: &'a Window,
    pub(crate) fill: &'a Scalar,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ShownCell {
    Value(Scalar),
    /// The fill value, because the chunk is missing.
    Fill(Scalar),
    /// A value that can be read, though its chunk does not decode.
    Salvaged(Scalar),
    /// Nothing yet: the chunk is being decoded.
    Waiting,
    /// Nothing, because the chunk does not decode, for this reason.
    Faulty(String),
    /// Nothing, because the store did not give the chunk, for this reason.
    Unknown(String),
    /// Nothing before the chunk is selected, because it has so many bytes.
    TooLarge(u64),
}

impl<'a> Content<'a> {
    /// The output of a row of the pipeline. `origin` has the array coordinates of the chunk's first element.
    pub fn of(trace: &'a ChunkTrace, shown: Shown, origin: Option<Vec<u64>>) -> Self {
        let stages = trace.stages();
        let is_last = shown.row == stages.len();
        let stage = shown.row.checked_sub(1).and_then(|row| stages.get(row));
        if !shown.hex
            && let Some(stage) = stage
        {
            let is_whole = matches!(&stage.outcome, Outcome::Decoded(_, Some(_)));
            if is_last
                && !is_whole
                && let Some(salvage) = trace.salvage.as_deref()
            {
                let (shape, elements) = (&trace.decoded.shape, &salvage.elements);
                return Self::Array {
                    shape,
                    elements,
                    origin,
                    readable: Some(Readable::Salvaged(trace, salvage)),
                };
            }
            if let Some(Value::Array(elements)) = value_of(stage)
                && let Representation::Array(array) = &stage.info.decoded
            {
                let marks = stage.partial.as_ref().and_then(|partial| partial.marks.as_deref());
                let readable = marks.map(|marks| Readable::Unmarked(marks, &array.shape));
                let origin = origin.filter(|_| is_last);
                return Self::Array { shape: &array.shape, elements, origin, readable };
            }
        }
        if !shown.hex
            && stage.is_none()
            && trace.trace.stored.is_some()
            && let Some(shard) = trace.shard.as_ref().filter(|shard| shard.as_stored)
        {
            return Self::Shard(shard);
        }
        match StageBytes::of(trace, if stage.is_some() { shown.row } else { 0 }) {
            StageBytes::Bytes { bytes, group } => Self::Bytes { bytes, group },
            StageBytes::Nothing(reason) => Self::Nothing(reason),
            StageBytes::Fill => match &trace.decoded.fill_value {
                Some(fill) if stage.is_some() => Self::Fill { shape: &trace.decoded.shape, fill, origin },
                _ => Self::Nothing(String::new()),
            },
        }
    }

    pub(crate) fn of_last(trace: &'a ChunkTrace) -> Self {
        Self::of(trace, Shown { row: trace.stages().len(), hex: false }, None)
    }

    pub fn shape(&self) -> Option<&[u64]> {
        match self {
            Self::Array { shape, .. } | Self::Fill { shape, .. } => Some(shape),
            Self::Window(cells) => Some(&cells.layout.shape),
            Self::Bytes { .. } | Self::Shard(_) | Self::Nothing(_) => None,
        }
    }

    pub fn origin(&self) -> Option<&[u64]> {
        match self {
            Self::Array { origin, .. } | Self::Fill { origin, .. } => origin.as_deref(),
            _ => None,
        }
    }

    /// Whether it is what the whole chain gives.
    pub fn is_decoded(&self) -> bool {
        matches!(self, Self::Window(_)) || self.origin().is_some()
    }

    pub fn text(&self, coords: &[u64]) -> Option<String> {
        self.element(coords, usize::MAX).map(|element| element.to_string())
    }

    /// The same for the screen, where only the beginning of a very long text fits.
    pub fn shown_text(&self, coords: &[u64]) -> Option<String> {
        self.element(coords, SHOWN).map(|element| element.to_string())
    }

    /// One element; of a long text, about the first `most` bytes.
    pub fn element(&self, coords: &[u64], most: usize) -> Option<Scalar> {
        match self {
            Self::Array { readable: Some(readable), .. } if !readable.is_readable(coords) => None,
            Self::Array { shape, elements, .. } => {
                let index = usize::try_from(linear(coords, shape)?).ok()?;
                elements.beginning(index, most)
            }
            Self::Fill { fill, .. } => Some((*fill).clone()),
            Self::Window(cells) => match cells.cell(coords, most) {
                ShownCell::Value(element) | ShownCell::Fill(element) | ShownCell::Salvaged(element) => {
                    Some(element)
                }
                ShownCell::Waiting
                | ShownCell::Faulty(_)
                | ShownCell::Unknown(_)
                | ShownCell::TooLarge(_) => None,
            },
            _ => None,
        }
    }

    /// The width of a column, estimated from some of the elements.
    pub fn text_width(&self) -> usize {
        self.written_width(ElementText::default())
    }

    pub fn written_width(&self, text: ElementText) -> usize {
        const SAMPLES: usize = 256;
        let width = |element: &Scalar| text.of(element).width();
        match self {
            Self::Array { elements, .. } => {
                let step = elements.size().div_ceil(SAMPLES).max(1);
                let samples = (0..elements.size()).step_by(step);
                samples
                    .filter_map(|at| elements.beginning(at, SHOWN))
                    .map(|own| width(&own))
                    .max()
                    .unwrap_or(1)
            }
            Self::Fill { fill, .. } => width(fill),
            Self::Window(cells) => cells.window.text_width(text).max(width(cells.fill)),
            _ => 0,
        }
    }
}

impl ArrayCells<'_> {
    /// The first element of the selected chunk.
    pub(crate) fn begin(&self) -> Option<Vec<u64>> {
        let used = self.layout.grid.used(self.chunk)?;
        Some(used.iter().map(|range| range.start).collect())
    }

    /// What the window knows of an element of a chunk; of a long text, about the first `most` bytes.
    pub(crate) fn in_window(&self, chunk: &[u64], element: &[u64], most: usize) -> Option<ShownCell> {
        let part = self.window.part(chunk)?;
        Some(match &part.cells {
            PartCells::Decoded(elements) => ShownCell::Value(elements.beginning(part.index(element)?, most)?),
            PartCells::Missing => ShownCell::Fill(self.fill.clone()),
            PartCells::Faulty(fault) => ShownCell::Faulty(fault.clone()),
            PartCells::Unknown(reason) => ShownCell::Unknown(reason.clone()),
            PartCells::TooLarge(nbytes) => ShownCell::TooLarge(*nbytes),
        })
    }

    pub(crate) fn fault(&self) -> String {
        match self.trace {
            Late::Ready { value, .. } => value.trace.fault.as_ref().map(ToString::to_string),
            Late::Failed(error) => Some(error.clone()),
            Late::Idle | Late::Waiting { .. } => None,
        }
        .unwrap_or_else(|| "this element has no value".to_owned())
    }

    /// What a cell shows; of a long text, about the first `most` bytes.
    pub fn cell(&self, element: &[u64], most: usize) -> ShownCell {
        let Some((chunk, within)) = self.layout.grid.locate(element) else { return ShownCell::Waiting };
        let traced = match self.trace {
            _ if chunk != self.chunk => None,
            Late::Ready { value: trace, .. } => Some(of_trace(trace, &within, most)),
            Late::Failed(_) => Some(None),
            Late::Idle | Late::Waiting { .. } => None,
        };
        match traced {
            None => self.in_window(&chunk, element, most).unwrap_or(ShownCell::Waiting),
            Some(Some(cell)) => cell,
            // A part of a shard may be readable where not all of it is.
            Some(None) => match self.in_window(&chunk, element, most) {
                Some(cell @ (ShownCell::Value(_) | ShownCell::Fill(_))) => cell,
                _ if self.trace.ready().is_some_and(|trace| trace.is_unknown()) => {
                    ShownCell::Unknown(self.fault())
                }
                _ => ShownCell::Faulty(self.fault()),
            },
        }
    }
}

fn of_trace(trace: &ChunkTrace, within: &[u64], most: usize) -> Option<ShownCell> {
    let content = Content::of_last(trace);
    let element = content.element(within, most)?;
    Some(match content {
        Content::Fill { .. } => ShownCell::Fill(element),
        Content::Array { readable: Some(_), .. } => ShownCell::Salvaged(element),
        _ => ShownCell::Value(element),
    })
}
