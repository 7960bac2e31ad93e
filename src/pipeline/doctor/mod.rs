//! What may be wrong with a chunk, judged by its bytes: hypotheses with their evidence, the likeliest first.
//!
//! A sound chunk gets none. Everything here is bounded in time and memory.

mod plausible;
mod structure;

use super::{Array, Fault};
use crate::codec::DecodeOptions;
use crate::metadata::Change;

/// What may be wrong with a chunk.
#[derive(Debug, Clone, PartialEq)]
pub struct Hypothesis {
    /// What it says, such as `endian is big`.
    pub hypothesis: String,
    /// How sure it is, from 0 to 1.
    pub confidence: f64,
    /// What speaks for it.
    pub evidence: String,
    /// What the document would have to say for the chunk to decode; empty where no document helps.
    pub changes: Vec<Change>,
}

impl Array {
    /// Looks for what may be wrong with a chunk; the likeliest comes first. A chunk that is sound, or missing, gets
    /// nothing.
    ///
    /// # Errors
    /// When the stored bytes cannot be read.
    pub fn diagnose(&self, coords: &[u64], options: &DecodeOptions) -> Result<Vec<Hypothesis>, Fault> {
        let trace = self.trace(coords, options, usize::MAX)?;
        let chain = self.chain_at(coords)?;
        let mut found = structure::hypotheses(self, &chain, &trace);
        found.extend(plausible::hypotheses(self, &chain, &trace));
        found.sort_by(|one, other| other.confidence.total_cmp(&one.confidence));
        Ok(found)
    }
}
