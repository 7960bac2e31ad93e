//! What could be stored better: facts that are counted, and rules that speak only where they have a number as a reason.

mod access;
mod facts;
mod rules;
#[cfg(test)]
mod tests;

pub use access::{AccessCost, AccessPattern};
pub use facts::{SampleFacts, StorageFacts, dimension_names};
pub use rules::{Advice, advice};
