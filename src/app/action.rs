//! What can happen to the explorer, and what it asks of the workers. Both lists are closed.

use std::sync::Arc;

use super::boxes::{Boxes, Counted};
use super::key::{Key, Mouse};
use super::tree::Row;
use crate::codec::{DecodeOptions, Statistics};
use crate::doctor::Hypothesis;
use crate::hierarchy::{Child, Hierarchy, Node};
use crate::metadata::{ArrayDocument, ChunkGrid, ChunkKeyEncoding};
use crate::pipeline::{Array, ChunkAddress, ChunkTrace, Survey, Verdict};
use crate::tell::copy_as::CopyAs;
use crate::tell::report::Line;

/// Something that happened.
#[derive(Debug)]
pub enum Action {
    /// A key was pressed.
    Key(Key),
    /// The mouse did something.
    Mouse(Mouse),
    /// The screen has a new size: columns and rows.
    Resize(u16, u16),
    /// The store was opened again.
    Reopened(u64, Result<Arc<Hierarchy>, String>),
    /// The names below a node.
    Children(u64, Result<Vec<Child>, String>),
    /// What some nodes are.
    Described(Vec<(String, Described)>),
    /// A node was read.
    Opened(u64, Box<OpenNode>),
    /// An array was surveyed.
    Surveyed(u64, Result<Arc<Survey>, String>),
    /// An array is being surveyed: what was found so far.
    SurveyedPart(u64, Arc<Survey>),
    /// Stored chunks on the screen were decoded.
    Judged(u64, Vec<(Vec<u64>, Verdict)>),
    /// The stored chunks in the boxes on the screen were counted.
    Counted(u64, Box<Boxes>),
    /// A chunk was decoded.
    Traced(u64, Result<Arc<ChunkTrace>, String>),
    /// A row of the pipeline was counted through, for the trace of this number.
    Measured(u64, usize, Arc<Statistics>),
    /// Where a chunk is was found out: the forms that it can be copied in.
    Located(u64, Result<Arc<[CopyAs]>, String>),
    /// Somebody thought about what may be wrong with a chunk.
    Diagnosed(u64, Result<Arc<[Hypothesis]>, String>),
    /// The system or a worker asks to end.
    Quit,
    /// The system asks to stop for a while.
    Suspend,
    /// The program goes on after it was stopped.
    Continue,
}

/// Something a worker is to do. Its answer carries the same number.
#[derive(Debug, Clone)]
pub enum Request {
    /// Open the store again, as it is by now.
    Reopen(u64, Arc<Hierarchy>),
    /// List the names below a node.
    Children(u64, Arc<Hierarchy>, String),
    /// Say what some nodes are; of a request like this before, what has not been answered is not wanted any more.
    Describe(Arc<Hierarchy>, Vec<Child>),
    /// Read a node.
    Open(u64, Arc<Hierarchy>, Child),
    /// Survey an array.
    Survey(u64, Arc<Hierarchy>, Arc<Layout>),
    /// Decode a chunk, or an inner chunk, and count what its stages give.
    Trace(u64, Arc<Array>, ChunkAddress, DecodeOptions),
    /// Decode stored chunks to see what they are.
    Judge(u64, Arc<Array>, Vec<Vec<u64>>, DecodeOptions),
    /// Count the stored chunks in the boxes on the screen.
    Count(u64, Arc<Survey>, Counted),
    /// Find out where a chunk is.
    Locate(u64, Arc<Array>, ChunkAddress, DecodeOptions),
    /// Think about what may be wrong.
    Diagnose(u64, Doubt, DecodeOptions),
    /// Stop what is done in the background for a node that is not selected any more.
    Stop,
    /// Free rows of the tree that are gone: where there are very many, that takes a while.
    Forget(Vec<Row>),
    /// Put text on the clipboard.
    Copy(String),
    /// Give the terminal back, and stop until the system lets the program go on.
    Suspend,
    /// Take the terminal again, and draw everything.
    Resume,
}

/// What something may be wrong with.
#[derive(Debug, Clone)]
pub enum Doubt {
    /// A chunk, or an inner chunk. Of one that is missing, all chunks of the array.
    Chunk(Arc<Array>, ChunkAddress),
    /// The document of a node.
    Document(Arc<Hierarchy>, Arc<OpenNode>),
}

/// What the tree shows of a node.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Described {
    /// A group.
    Group,
    /// An array, with the short name of its data type.
    Array(String),
    /// A directory without a document.
    Directory,
    /// A document that cannot be used.
    Unusable,
    /// Neither group nor array.
    Other(&'static str),
}

/// A node that was read.
#[derive(Debug)]
pub struct OpenNode {
    /// The node.
    pub node: Node,
    /// Everything that is known of it.
    pub report: Vec<Line>,
    /// The array, where it is one that can be used; otherwise why not.
    pub array: Option<Result<Arc<Array>, String>>,
    /// Where its chunks are, when that much of its document can be used.
    pub layout: Option<Arc<Layout>>,
}

/// Where the chunks of an array are.
#[derive(Debug)]
pub struct Layout {
    /// The key of the array.
    pub key: String,
    /// The shape of the array.
    pub shape: Vec<u64>,
    /// The chunk grid.
    pub grid: ChunkGrid,
    /// The chunk key encoding.
    pub encoding: ChunkKeyEncoding,
    /// What the dimensions are called: their names, or `dim 0`, `dim 1` ….
    pub dimensions: Vec<String>,
    /// The data type's name, where it is known.
    pub data_type: Option<String>,
}

impl Layout {
    /// Reads the layout out of a document.
    #[must_use]
    pub fn read(key: &str, document: &ArrayDocument) -> Option<Self> {
        let shape = document.shape.as_ref().ok()?.clone();
        let names = document.dimension_names.as_ref().ok().and_then(Option::as_ref);
        let name = |axis: usize| {
            let name = names.and_then(|names| names.get(axis)?.as_ref());
            name.map_or_else(
                || format!("dim {axis}"),
                |name| crate::metadata::text::escape(name).into_owned(),
            )
        };
        Some(Self {
            key: key.to_owned(),
            dimensions: (0..shape.len()).map(name).collect(),
            shape,
            grid: document.chunk_grid.as_ref().ok()?.clone(),
            encoding: *document.chunk_key_encoding.as_ref().ok()?,
            data_type: document.data_type.as_ref().ok().map(ToString::to_string),
        })
    }
}
