use std::sync::Arc;

use crate::codec::{Chain, Outcome, Partial, Representation, Salvage, ShardMap, Value};
use crate::explorer::core::element_text::{ElementText, SHOWN, TextWidths, spread_places};
use crate::explorer::{Late, Window};
use crate::metadata::{Elements, Scalar, linear};
use crate::pipeline::{ChunkTrace, Layout, PartCells};
use crate::tell::stage_bytes::{StageBytes, value_of};

#[derive(Debug, Clone)]
pub enum Content<'a> {
    Array {
        shape: &'a [u64],
        /// In C order. A stage that failed may have given fewer elements than the shape has.
        elements: &'a Elements,
        origin: Option<Vec<u64>>,
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
        /// Bytes per element; 1 where that is not known.
        group: u64,
    },
    Shard(&'a ShardMap),
    Nothing(String),
}

#[derive(Debug, Clone, Copy)]
pub enum Readable<'a> {
    /// Elements of the whole chunk, after a stage that failed.
    Salvaged(&'a ChunkTrace, &'a Salvage),
    /// Elements of the output of a failed stage, in this shape.
    Given(&'a Chain, &'a Partial, &'a [u64]),
}

impl Readable<'_> {
    pub(crate) fn is_readable(self, coords: &[u64]) -> bool {
        match self {
            Self::Salvaged(trace, salvage) => trace.chain().is_readable(&trace.trace, salvage, coords),
            Self::Given(chain, partial, shape) => chain.is_given(partial, coords, shape),
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Shown {
    /// The row of the pipeline: 0 has the stored bytes, the stages follow in decoding order.
    pub row: usize,
    pub hex: bool,
}

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
    Fill(Scalar),
    Salvaged(Scalar),
    Waiting,
    Faulty(String),
    Unknown(String),
    TooLarge(u64),
}

impl<'a> Content<'a> {
    pub fn of(trace: &'a ChunkTrace, shown: Shown, origin: Option<Vec<u64>>) -> Self {
        let stages = trace.stages();
        let is_last = shown.row == stages.len();
        let stage = shown.row.checked_sub(1).and_then(|row| stages.get(row));
        match stage {
            _ if shown.hex => {}
            Some(stage) => {
                let is_whole = matches!(&stage.outcome, Outcome::Decoded(_, Some(_)));
                if is_last
                    && !is_whole
                    && let Some(salvage) = trace.salvage.as_deref()
                {
                    let (shape, elements) = (&trace.decoded.shape, &salvage.elements);
                    let readable = Some(Readable::Salvaged(trace, salvage));
                    return Self::Array { shape, elements, origin, readable };
                }
                if let Some(Value::Array(elements)) = value_of(stage)
                    && let Representation::Array(array) = &stage.info.decoded
                {
                    let given = |partial| Readable::Given(trace.chain(), partial, array.shape.as_slice());
                    let readable = stage.partial.as_ref().filter(|partial| partial.lost() > 0).map(given);
                    let origin = if is_last { origin } else { None };
                    return Self::Array { shape: &array.shape, elements, origin, readable };
                }
            }
            None => {
                if trace.trace.stored.is_some()
                    && let Some(shard) = &trace.shard
                    && shard.as_stored
                {
                    return Self::Shard(shard);
                }
            }
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
            Self::Window(_) | Self::Bytes { .. } | Self::Shard(_) | Self::Nothing(_) => None,
        }
    }

    pub fn is_decoded(&self) -> bool {
        matches!(self, Self::Window(_)) || self.origin().is_some()
    }

    pub fn shown_text(&self, coords: &[u64]) -> Option<String> {
        self.element(coords, SHOWN).map(|element| element.beginning(SHOWN).to_string())
    }

    /// Of a long text, about the first `most` bytes.
    pub fn element(&self, coords: &[u64], most: usize) -> Option<Scalar> {
        match self {
            Self::Array { readable: Some(readable), .. } if !readable.is_readable(coords) => None,
            Self::Array { shape, elements, .. } => {
                elements.beginning(usize::try_from(linear(coords, shape)?).ok()?, most)
            }
            Self::Fill { fill, .. } => Some(fill.beginning(most).into_owned()),
            Self::Window(cells) => match cells.cell(coords, most) {
                ShownCell::Value(element) | ShownCell::Fill(element) | ShownCell::Salvaged(element) => {
                    Some(element)
                }
                ShownCell::Waiting
                | ShownCell::Faulty(_)
                | ShownCell::Unknown(_)
                | ShownCell::TooLarge(_) => None,
            },
            Self::Bytes { .. } | Self::Shard(_) | Self::Nothing(_) => None,
        }
    }

    pub fn text_width(&self) -> usize {
        self.text_widths(ElementText::default()).columns().max(1)
    }

    pub fn text_widths(&self, text: ElementText) -> TextWidths {
        const SAMPLES: usize = 256;
        let mut widths = TextWidths::default();
        match self {
            Self::Array { elements, .. } => {
                for at in spread_places(elements.size(), SAMPLES) {
                    if let Some(element) = elements.beginning(at, SHOWN) {
                        widths.add(&text.of(&element));
                    }
                }
            }
            Self::Fill { fill, .. } => widths.add(&text.of(fill)),
            Self::Window(cells) => widths = cells.window.text_widths(text).with(&text.of(cells.fill)),
            Self::Bytes { .. } | Self::Shard(_) | Self::Nothing(_) => {}
        }
        widths
    }
}

impl ArrayCells<'_> {
    pub(crate) fn begin(&self) -> Option<Vec<u64>> {
        Some(self.layout.grid.used(self.chunk)?.iter().map(|range| range.start).collect())
    }

    pub(crate) fn in_window(&self, chunk: &[u64], element: &[u64], most: usize) -> Option<ShownCell> {
        let part = self.window.part(chunk)?;
        Some(match &part.cells {
            PartCells::Decoded(elements) => ShownCell::Value(elements.beginning(part.index(element)?, most)?),
            PartCells::Missing => ShownCell::Fill(self.fill.beginning(most).into_owned()),
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

    pub fn cell(&self, element: &[u64], most: usize) -> ShownCell {
        let Some((chunk, within)) = self.layout.grid.locate(element) else { return ShownCell::Waiting };
        let is_traced = chunk == self.chunk && matches!(self.trace, Late::Ready { .. } | Late::Failed(_));
        if !is_traced {
            return self.in_window(&chunk, element, most).unwrap_or(ShownCell::Waiting);
        }
        let trace = self.trace.ready();
        if let Some(trace) = trace
            && let Some(cell) = of_trace(trace, &within, most)
        {
            return cell;
        }
        // A part of a shard may be readable where not all of it is.
        match self.in_window(&chunk, element, most) {
            Some(cell @ (ShownCell::Value(_) | ShownCell::Fill(_))) => cell,
            _ if trace.is_some_and(|trace| trace.is_unknown()) => ShownCell::Unknown(self.fault()),
            _ => ShownCell::Faulty(self.fault()),
        }
    }
}

fn of_trace(trace: &ChunkTrace, within: &[u64], most: usize) -> Option<ShownCell> {
    let content = Content::of_last(trace);
    let element = content.element(within, most)?;
    Some(match content {
        Content::Fill { .. } => ShownCell::Fill(element),
        Content::Array { readable: Some(_), .. } => ShownCell::Salvaged(element),
        Content::Array { readable: None, .. }
        | Content::Window(_)
        | Content::Bytes { .. }
        | Content::Shard(_)
        | Content::Nothing(_) => ShownCell::Value(element),
    })
}
