//! What a report is to be about, and the one that is being written.

use std::sync::Arc;

use crate::codec::DecodeOptions;
use crate::explorer::core::late::Late;
use crate::hierarchy::Hierarchy;
use crate::pipeline::ChunkAddress;

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
