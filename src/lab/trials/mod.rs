//! Other chains on the same values: what each would store, how long it takes, and what it loses.
//!
//! A [`TrialSample`] has the values of a few stored chunks in memory. A [`TrialChain`] is a chain that is tried on them: the
//! one in force, one that is proposed, or one that the user wrote down. Each [`Trial`] is made on its own, so that whoever
//! asks for them shows each as soon as it is there, and stops between two of them. Nothing is written into a store.

mod chains;
mod loss;
mod picks;
mod returned;
mod sample;
mod stages;
#[cfg(test)]
mod tests;
mod traits;
mod trial;

pub use chains::{
    TrialChain, TrialOrigin, chain_in_force, check_cast, given_chain, in_force_elsewhere, proposed_chains,
};
pub use loss::ChainLoss;
pub(super) use picks::spread;
pub use returned::{ReturnedValues, ValueGap, ValueGaps};
pub use sample::{SAMPLE_BYTES, SampleChoice, SampleError, SampledChunk, TrialSample, TrialValues};
pub use stages::{StageSize, stage_sizes};
pub use trial::{BestChains, NotTried, Trial, TrialFigures, best};
