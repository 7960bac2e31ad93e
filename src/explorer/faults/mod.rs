pub(super) mod fault_steps;
pub(super) mod known_faults;
pub(super) mod looking;
pub(super) mod work;

use crate::explorer::core::late::Late;
use crate::pipeline::{Counts, FaultSite, ShortFault, VerifiedNode};

#[derive(Debug, Default)]
pub struct Verifying {
    pub node: String,
    pub counts: Late<Counts>,
    pub chunks: Option<u64>,
}

#[derive(Debug, Default)]
pub struct VerifyNews {
    pub counts: Counts,
    pub chunks: Option<u64>,
    pub faults: Vec<ShortFault>,
    pub verified: Vec<VerifiedNode>,
    /// Counted from the beginning of the run.
    pub unread: u64,
}

impl VerifyNews {
    pub fn add(&mut self, later: Self) {
        self.counts = later.counts;
        self.chunks = later.chunks.or(self.chunks);
        self.faults.extend(later.faults);
        self.verified.extend(later.verified);
        self.unread = later.unread;
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct FaultStation {
    pub(crate) fault: ShortFault,
    pub(crate) way: StationWay,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum StationWay {
    ToNode,
    ToStage,
    There,
    /// Its node or its chunk is not there any more, but the search goes on from it.
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
