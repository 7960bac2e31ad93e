//! What may be wrong with a chunk, judged by its bytes: hypotheses with their evidence, the likeliest first.
//!
//! A sound chunk gets none. Everything here is bounded in time and memory.
#![warn(clippy::indexing_slicing)]

mod candidates;
mod case;
mod checkup;
mod codecs;
mod confidence;
mod crc;
mod damage;
mod document;
mod ends;
mod entries;
mod file;
mod foreign;
mod keys;
mod names;
mod plausible;
mod rough;
mod search;
mod shard_shapes;
mod shards;
mod siblings;
mod sizes;
mod structure;

use crate::codec::{Chain, DecodeOptions, Trace, inner_chain};
use crate::metadata::Change;
use crate::pipeline::{Array, ChunkTrace, Fault};
use case::Case;
pub use checkup::{Checkup, Diagnosis};
pub use document::document_hypotheses;
use siblings::Siblings;

/// What may be wrong with a chunk, or with all chunks of an array.
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
        let options = DecodeOptions { ignore_checksums: false, ..*options };
        let trace = self.trace(coords, &options, usize::MAX)?;
        let chain = self.chain_at(coords)?;
        Ok(self.look_into(&chain, &trace))
    }

    /// Looks for what may be wrong with an inner chunk of a shard; nothing where the path leads to none.
    ///
    /// # Errors
    /// When the stored bytes cannot be read.
    pub fn diagnose_inner(
        &self,
        coords: &[u64],
        inner: &[Vec<u64>],
        options: &DecodeOptions,
    ) -> Result<Vec<Hypothesis>, Fault> {
        let options = DecodeOptions { ignore_checksums: false, ..*options };
        let chain = self.chain_at(coords)?;
        let found = self.trace_inner(coords, inner, &options, 0)?;
        let (Some(mut trace), Some(inner_chain)) = (found, inner_chain(&chain, inner)) else {
            return Ok(Vec::new());
        };
        let Some(stored) = trace.trace.stored.take() else { return self.diagnose(coords, &options) };
        trace.trace = Trace::record(inner_chain, stored, &options, usize::MAX);
        Ok(self.look_into(inner_chain, &trace))
    }

    fn look_into(&self, chain: &Chain, trace: &ChunkTrace) -> Vec<Hypothesis> {
        let mut found = if trace.trace.fault.is_some() {
            let siblings = Siblings::of(self);
            let (coords, is_inner) = (&trace.coords, !trace.inner.is_empty());
            let case =
                Case { array: self, coords, chain, trace: &trace.trace, siblings: &siblings, is_inner };
            structure::hypotheses(&case)
        } else {
            Vec::new()
        };
        found.extend(plausible::hypotheses(self, chain, trace));
        structure::rank(found)
    }

    /// Looks for what may be wrong with all chunks of the array: keys of another encoding, keys beyond the grid.
    /// `go_on` is asked now and then; `None` when it asked to stop.
    pub fn diagnose_array(
        &self,
        options: &DecodeOptions,
        go_on: impl FnMut() -> bool,
    ) -> Option<Vec<Hypothesis>> {
        keys::hypotheses(self, options, go_on).map(structure::rank)
    }
}
