//! One element's way from the array to the stored bytes.

use super::{Array, ChunkTrace, Fault, State};
use crate::codec::{Chain, DecodeOptions, Step};

/// Where an element is: in which chunk, where within it, and in front of every stage.
#[derive(Debug)]
pub struct Probe {
    /// Its coordinates in the array.
    pub element: Vec<u64>,
    /// Its coordinates within the chunk.
    pub within: Vec<u64>,
    /// Where it is in a shard, from the outermost inwards.
    pub shards: Vec<InShard>,
    /// The element's places, from the array to the stored bytes; of a shard, in its innermost chunk.
    pub steps: Vec<Step>,
    /// The chunk, decoded; of a shard, its innermost chunk.
    pub trace: ChunkTrace,
}

/// An element's place in a shard.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InShard {
    /// Its coordinates in front of the sharding.
    pub element: Vec<u64>,
    /// The inner chunk.
    pub inner: Vec<u64>,
    /// Its coordinates within that.
    pub within: Vec<u64>,
}

impl Array {
    /// Follows one element; `None` outside the array.
    ///
    /// # Errors
    /// When the stored bytes cannot be read. A stage that fails is part of the trace.
    pub fn probe(&self, element: &[u64], options: &DecodeOptions) -> Result<Option<Probe>, Fault> {
        let Some((chunk, within)) = self.metadata.chunk_grid.locate(element) else { return Ok(None) };
        let chain = self.chain_at(&chunk)?;
        let Some((shards, innermost, last)) = descend(&chain, &within) else { return Ok(None) };
        let trace = if shards.is_empty() {
            self.trace(&chunk, options, usize::MAX)?
        } else {
            let path: Vec<Vec<u64>> = shards.iter().map(|shard| shard.inner.clone()).collect();
            match self.trace_inner(&chunk, &path, options, usize::MAX)? {
                Some(trace) => trace,
                None => return Ok(None),
            }
        };
        let steps = innermost.probe(&trace.trace, &last).unwrap_or_default();
        Ok(Some(Probe { element: element.to_vec(), within, shards, steps, trace }))
    }
}

/// The inner chunks that an element lies in, the chain of the innermost one, and its coordinates there.
fn descend<'a>(chain: &'a Chain, within: &[u64]) -> Option<(Vec<InShard>, &'a Chain, Vec<u64>)> {
    let (mut chain, mut within, mut shards) = (chain, within.to_vec(), Vec::new());
    while let Some(sharding) = chain.sharding() {
        let element = chain.locate_in_front(&within)?;
        let (inner, rest) = sharding.grid().locate(&element)?;
        shards.push(InShard { element, inner, within: rest.clone() });
        (chain, within) = (sharding.inner(), rest);
    }
    Some((shards, chain, within))
}

impl Probe {
    /// Whether the chunk, or the inner chunk, is stored.
    #[must_use]
    pub fn state(&self) -> State {
        self.trace.state
    }

    /// The element as the whole chain decodes it; the fill value where nothing is stored.
    #[must_use]
    pub fn value(&self) -> Option<String> {
        if self.state() == State::Missing {
            return self.trace.decoded.fill_value.as_ref().map(ToString::to_string);
        }
        self.steps.first()?.value.clone()
    }
}
