//! The cells of a whole array, whatever chunks they are in: from the trace of the selected chunk, and from the window
//! around it.

use std::sync::Arc;

use crate::explorer::core::chunk_window::Window;
use crate::explorer::core::late::Late;
use crate::metadata::Scalar;
use crate::pipeline::{ChunkTrace, Layout, PartCells};

#[derive(Debug, Clone, Copy)]
pub struct ArrayCells<'a> {
    pub layout: &'a Arc<Layout>,
    /// The selected chunk.
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

    /// Why the selected chunk has no values, once that is known.
    pub(crate) fn fault(&self) -> String {
        match self.trace {
            Late::Ready { value, .. } => value.trace.fault.as_ref().map(ToString::to_string),
            Late::Failed(error) => Some(error.clone()),
            Late::Idle | Late::Waiting { .. } => None,
        }
        .unwrap_or_else(|| "this element has no value".to_owned())
    }
}
