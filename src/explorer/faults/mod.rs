//! Verifies the store while it is explored, and knows the faults that were found, to go from one to the next.

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
    /// Chunks that decode, and whose values look wrong.
    pub doubts: Late<Vec<ShortFault>>,
}

impl Verifying {
    pub(crate) fn doubts(&self) -> &[ShortFault] {
        self.doubts.ready().map(Vec::as_slice).unwrap_or_default()
    }

    /// The one after a place, or before it, and the first or the last again.
    pub(crate) fn next_doubt(
        &self,
        node: &str,
        site: Option<&FaultSite>,
        back: bool,
    ) -> Option<(usize, &ShortFault)> {
        let doubts = self.doubts();
        let here = doubts.iter().position(|doubt| doubt.node == node && Some(&doubt.site) == site);
        let last = doubts.len().checked_sub(1)?;
        let next = match (here, back) {
            (None, false) => 0,
            (None, true) => last,
            (Some(place), false) => (place + 1) % doubts.len(),
            (Some(place), true) => place.checked_sub(1).unwrap_or(last),
        };
        Some((next + 1, doubts.get(next)?))
    }
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
        self.fault.chunk()
    }
}
