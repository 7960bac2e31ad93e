//! The fault that somebody has gone to with a key.

use crate::pipeline::{FaultSite, ShortFault};

/// The fault that was gone to last.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct FaultStation {
    pub(crate) fault: ShortFault,
    /// How far it is.
    pub(crate) way: StationWay,
}

/// How far it is to a fault.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum StationWay {
    /// Its node has to be opened.
    ToNode,
    /// Its chunk has to be decoded.
    ToStage,
    /// It is selected.
    There,
    /// Its node or its chunk is not there any more: one can go on from it.
    Lost,
}

impl FaultStation {
    pub(crate) fn chunk(&self) -> Option<&[u64]> {
        match &self.fault.site {
            FaultSite::Chunk(chunk) => Some(chunk),
            FaultSite::Document(_) | FaultSite::Key(_) => None,
        }
    }
}
