//! What is verified in the background, and what comes of it.

use super::late::Late;
use crate::pipeline::{Counts, ShortFault, VerifiedNode};

/// What is verified.
#[derive(Debug, Default)]
pub struct Verifying {
    /// The key of the node.
    pub node: String,
    /// What was counted so far.
    pub counts: Late<Counts>,
}

/// What verifying has found since the last time.
#[derive(Debug, Default)]
pub struct VerifyNews {
    /// What was counted from the beginning on.
    pub counts: Counts,
    /// What is wrong.
    pub faults: Vec<ShortFault>,
    /// The nodes that it is done with.
    pub verified: Vec<VerifiedNode>,
}

impl VerifyNews {
    /// Adds what was found later.
    pub fn add(&mut self, later: Self) {
        self.counts = later.counts;
        self.faults.extend(later.faults);
        self.verified.extend(later.verified);
    }
}
