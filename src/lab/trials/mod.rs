//! Other chains on the same values: what each would store, how long it takes, and what it loses.
//!
//! A [`TrialSample`] has the values of a few stored chunks in memory. A [`TrialChain`] is a chain that is tried on them: the
//! one in force, one that is proposed, or one that the user wrote down. Each [`Trial`] is made on its own, so that whoever
//! asks for them shows each as soon as it is there, and stops between two of them. Nothing is written into a store.

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
