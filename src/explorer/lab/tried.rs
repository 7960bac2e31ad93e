//! What the lab is given by a worker: values to try chains on, and what came of each chain.

use std::sync::Arc;

use crate::lab::{NotTried, ReturnedValues, StageSize, Trial, TrialChain, TrialSample};

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

/// One chunk of the values, as it comes back from a chain.
#[derive(Debug, Clone)]
pub struct ReturnedChunk {
    /// Its number among those that chains are tried on.
    pub number: usize,
    /// Its values before the chain, and behind it.
    pub values: Arc<ReturnedValues>,
}
