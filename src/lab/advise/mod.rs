mod access;
mod facts;
mod rules;
#[cfg(test)]
mod tests;

pub use access::{AccessCost, AccessPattern};
pub use facts::{SampleFacts, StorageFacts, dimension_names};
pub use rules::{Advice, advice};
