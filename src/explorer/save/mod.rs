pub(super) mod copying;
pub(super) mod draw;
pub(super) mod naming;
pub(super) mod reporting;
pub(super) mod work;

use std::ops::Range;
use std::sync::Arc;

use crate::codec::DecodeOptions;
use crate::explorer::Recording;
use crate::explorer::core::late::Late;
use crate::hierarchy::Hierarchy;
use crate::pipeline::{Array, ChunkAddress, ChunkTrace, LabelOverlay, Picture, Region};
use crate::save::SaveFormat;
use crate::tell::colors::Coloring;
use crate::tell::copy_as::CopyAs;
use crate::tell::theme_name::ThemeName;

#[derive(Debug, Clone)]
pub enum SavedThing {
    /// A row of the pipeline of a chunk.
    Stage(Arc<ChunkTrace>, usize, StagePart),
    Region(Arc<Array>, Region, DecodeOptions),
    Text(Arc<str>),
    Screen(Arc<PrintedScreen>),
    Recording(Arc<Recording>, ThemeName),
    Picture(Arc<Picture>, Coloring, Option<Arc<LabelOverlay>>),
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PrintedScreen {
    pub svg: String,
    pub text: String,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum StagePart {
    All,
    Elements(Region),
    Bytes(Range<u64>),
}

#[derive(Debug, Clone)]
pub struct SaveRequest {
    pub thing: SavedThing,
    pub path: String,
    pub format: SaveFormat,
    pub overwrite: bool,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SaveOutcome {
    Saved(u64),
    Exists,
    Failed(String),
}

#[derive(Debug, Default)]
pub struct Saving {
    pub(crate) asked: Option<SaveRequest>,
    pub written: Late<()>,
}

#[derive(Debug, Clone)]
pub struct ReportRequest {
    pub hierarchy: Arc<Hierarchy>,
    pub key: String,
    /// `None` for the node as a whole.
    pub chunk: Option<ChunkAddress>,
    pub options: DecodeOptions,
}

#[derive(Debug, Default)]
pub struct Reporting {
    pub asked: Late<()>,
    /// `None` for the clipboard.
    pub(crate) path: Option<String>,
}

#[derive(Debug)]
pub struct CopyMenu {
    pub forms: Late<Arc<[CopyAs]>>,
    pub selected: usize,
}

fn bytes_within<'a>(bytes: &'a [u8], range: &Range<u64>) -> Option<&'a [u8]> {
    let place = |at: u64| usize::try_from(at).unwrap_or(usize::MAX);
    bytes.get(place(range.start)..place(range.end))
}
