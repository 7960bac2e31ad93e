//! What is verified in the background, and what comes of it.

use crate::explorer::core::late::Late;
use crate::pipeline::{Counts, ShortFault, VerifiedNode};

/// What is verified.
#[derive(Debug, Default)]
pub struct Verifying {
    /// The key of the node.
    pub node: String,
    /// What was counted so far.
    pub counts: Late<Counts>,
    /// How many stored chunks there are in all, once that is known.
    pub chunks: Option<u64>,
}

/// What verifying has found since the last time.
#[derive(Debug, Default)]
pub struct VerifyNews {
    /// What was counted from the beginning on.
    pub counts: Counts,
    /// How many stored chunks there are in all, once that is known.
    pub chunks: Option<u64>,
    /// What is wrong.
    pub faults: Vec<ShortFault>,
    /// The nodes that it is done with.
    pub verified: Vec<VerifiedNode>,
}

impl VerifyNews {
    /// Adds what was found later.
    pub fn add(&mut self, later: Self) {
        self.counts = later.counts;
        self.chunks = later.chunks.or(self.chunks);
        self.faults.extend(later.faults);
        self.verified.extend(later.verified);
    }
}
