//! Tries other chains on the same values, in memory. Each [`Trial`] is made alone, so that the caller can show it and stop after it.

mod chains;
mod loss;
mod returned;
mod sample;
#[cfg(test)]
mod tests;
mod traits;
mod trial;

pub(super) use chains::innermost;
pub use chains::{
    TrialChain, TrialOrigin, chain_in_force, check_cast, given_chain, in_force_elsewhere, proposed_chains,
};
pub use loss::{ChainLoss, ValueGap, ValueGaps};
pub use returned::ReturnedValues;
pub use sample::{SAMPLE_BYTES, SampleChoice, SampleError, SampledChunk, TrialSample, TrialValues};
pub use trial::{BestChains, NotTried, StageSize, Trial, TrialFigures, best, stage_sizes};
