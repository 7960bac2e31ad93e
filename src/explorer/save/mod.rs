//! Files, copies and reports.

pub(super) mod copying;
pub(super) mod draw;
pub(super) mod naming;
pub(super) mod reporting;
pub(super) mod work;

use std::ops::Range;
use std::sync::Arc;

use crate::codec::DecodeOptions;
use crate::explorer::core::late::Late;
use crate::hierarchy::Hierarchy;
use crate::pipeline::{Array, ChunkAddress, ChunkTrace, LabelOverlay, Picture, Region};
use crate::save::SaveFormat;
use crate::tell::colors::Coloring;
use crate::tell::copy_as::CopyAs;

/// What is saved.
#[derive(Debug, Clone)]
pub enum SavedThing {
    /// What a row of the pipeline of a chunk has, or a part of it.
    Stage(Arc<ChunkTrace>, usize, StagePart),
    /// A part of an array.
    Region(Arc<Array>, Region, DecodeOptions),
    Text(Arc<str>),
    Screen(Arc<PrintedScreen>),
    /// A picture, with its colours and the labels over it.
    Picture(Arc<Picture>, Coloring, Option<Arc<LabelOverlay>>),
}

/// A screen in the forms that it can be written in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PrintedScreen {
    /// As a picture.
    pub svg: String,
    pub text: String,
}

/// How much of a stage is saved.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum StagePart {
    /// All of it.
    All,
    /// A box of its elements.
    Elements(Region),
    /// Some of its bytes.
    Bytes(Range<u64>),
}

/// What is to be written where.
#[derive(Debug, Clone)]
pub struct SaveRequest {
    pub thing: SavedThing,
    /// The file.
    pub path: String,
    /// How it is written.
    pub format: SaveFormat,
    /// Whether a file that is there may be written over.
    pub overwrite: bool,
}

/// What came of saving.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SaveOutcome {
    /// The file has so many bytes now.
    Saved(u64),
    /// There is such a file already, and nothing was written.
    Exists,
    /// Nothing was written, for this reason.
    Failed(String),
}

/// What is being saved.
#[derive(Debug, Default)]
pub struct Saving {
    /// What, while somebody types a name or answers a question, and until it is written.
    pub(crate) asked: Option<SaveRequest>,
    /// Waiting while a worker writes.
    pub written: Late<()>,
}

/// What a report is to be about.
#[derive(Debug, Clone)]
pub struct ReportRequest {
    pub hierarchy: Arc<Hierarchy>,
    /// The key of the node.
    pub key: String,
    /// The chunk; `None` for the node as a whole.
    pub chunk: Option<ChunkAddress>,
    /// How to decode.
    pub options: DecodeOptions,
}

/// The report that is being written.
#[derive(Debug, Default)]
pub struct Reporting {
    /// Waiting until it is there.
    pub asked: Late<()>,
    /// The file it is for; `None` for the clipboard.
    pub(crate) path: Option<String>,
}

/// The forms in which the selected chunk can be copied.
#[derive(Debug)]
pub struct CopyMenu {
    pub forms: Late<Arc<[CopyAs]>>,
    /// The number of the selected form.
    pub selected: usize,
}
