//! What of an array could be stored better: facts that were counted, and the rules that they break.
//!
//! [`StorageFacts`] are numbers of the store: its documents, its listing, and a few of its chunks. Each of the rules looks at
//! them and says something only where it has a reason, with the number that is the reason, and where its threshold is from.

mod access;
mod facts;
mod rules;
#[cfg(test)]
mod tests;

pub use access::{AccessCost, AccessPattern};
pub use facts::{SampleFacts, StorageFacts, dimension_names};
pub use rules::{Advice, advice};
