//! What the lab is given by a worker: values to try chains on, and what came of each chain.

use crate::lab::{NotTried, StageSize, Trial, TrialChain, TrialSample};

/// Values that chains are tried on.
#[derive(Debug)]
pub struct TrialSubject {
    /// The values.
    pub sample: TrialSample,
    /// The chains that are tried by themselves, the one in force first.
    pub chains: Vec<TrialChain>,
}

/// A chain that was tried.
#[derive(Debug)]
pub struct TriedChain {
    /// What came of it.
    pub trial: Trial,
    /// Its stages for the first of the values, or why there are none.
    pub stages: Result<Vec<StageSize>, NotTried>,
}
