//! Two stores, arrays or chunks beside each other, and other chains for the same values.
//!
//! Documents are compared after they have been resolved, and elements box by box, so that no array is in memory as a whole.
#![warn(clippy::indexing_slicing)]

mod advise;
mod boxes;
mod chunks;
mod differences;
mod distance;
mod documents;
mod elements;
#[cfg(test)]
mod fixture;
mod gaps;
mod numbers;
mod options;
mod outcome;
mod pairs;
mod pointers;
mod sides;
mod stages;
#[cfg(test)]
mod tests;
mod trials;
mod units;
mod walk;

pub use advise::{AccessCost, AccessPattern, Advice, SampleFacts, StorageFacts, advice, dimension_names};
pub use differences::Differences;
pub use distance::Distance;
pub use options::{DiffOptions, EqualityRules};
pub use outcome::{
    ArrayDiff, ChunkCounts, Diff, DiffNews, ElementDiff, FirstDiff, GroupDiff, NamedNodes, NotCompared,
    OtherKind, SideFault,
};
pub use pairs::ElementPairs;
pub use pointers::{FieldDiff, FieldWeight, Fields};
pub use sides::{DiffSide, Sides};
pub use stages::{ByteGaps, ChunkComparison, StageComparison, compare};
pub use trials::{
    BestChains, ChainLoss, NotTried, ReturnedValues, SAMPLE_BYTES, SampleChoice, SampleError, SampledChunk,
    StageSize, Trial, TrialChain, TrialFigures, TrialOrigin, TrialSample, TrialValues, ValueGap, ValueGaps,
    best, chain_in_force, check_cast, given_chain, in_force_elsewhere, proposed_chains, stage_sizes,
};
pub use walk::{diff, diff_nodes};
