//! What the panes of values show: the elements of an array, bytes, the index of a shard, or why there is nothing.

use unicode_width::UnicodeWidthStr;

use crate::codec::{Marks, Outcome, Representation, Salvage, ShardMap, Value};
use crate::explorer::core::array_cells::{ArrayCells, ShownCell};
use crate::explorer::core::element_text::ElementText;
use crate::explorer::core::late::Late;
use crate::metadata::{Elements, Scalar, linear};
use crate::pipeline::ChunkTrace;
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
    /// Whether the bytes of arrays and of shards are shown.
    pub hex: bool,
}

impl<'a> Content<'a> {
    /// The output of a row of the pipeline. `origin` has the array coordinates of the chunk's first element.
    pub fn of(trace: &'a ChunkTrace, shown: Shown, origin: Option<Vec<u64>>) -> Self {
        let stages = trace.stages();
        let is_last = shown.row == stages.len();
        let Some(stage) = shown.row.checked_sub(1).and_then(|row| stages.get(row)) else {
            return Self::of_stored(trace, shown.hex);
        };
        if !shown.hex {
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
        match StageBytes::of(trace, shown.row) {
            StageBytes::Bytes { bytes, group } => Self::Bytes { bytes, group },
            StageBytes::Fill => match &trace.decoded.fill_value {
                Some(fill) => Self::Fill { shape: &trace.decoded.shape, fill, origin },
                None => Self::Nothing(String::new()),
            },
            StageBytes::Nothing(reason) => Self::Nothing(reason),
        }
    }

    /// The elements of the chunk: what the last stage gave.
    pub(crate) fn of_last(trace: &'a ChunkTrace) -> Self {
        Self::of(trace, Shown { row: trace.stages().len(), hex: false }, None)
    }

    fn of_stored(trace: &'a ChunkTrace, hex: bool) -> Self {
        if let Some(shard) = &trace.shard
            && shard.as_stored
            && !hex
            && trace.trace.stored.is_some()
        {
            return Self::Shard(shard);
        }
        match StageBytes::of(trace, 0) {
            StageBytes::Bytes { bytes, group } => Self::Bytes { bytes, group },
            StageBytes::Nothing(reason) => Self::Nothing(reason),
            StageBytes::Fill => Self::Nothing(String::new()),
        }
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
