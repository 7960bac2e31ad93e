//! Hypotheses about how the bytes are put together: magic numbers, lengths, checksums, codecs in another order.

use super::super::{Array, ChunkTrace};
use super::Hypothesis;
use crate::codec::Chain;

/// What may be wrong with how a chunk is put together.
pub(super) fn hypotheses(_array: &Array, _chain: &Chain, _trace: &ChunkTrace) -> Vec<Hypothesis> {
    Vec::new()
}
