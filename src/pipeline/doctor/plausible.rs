//! Hypotheses about what the bytes mean, where they decode but the values are not plausible: another byte order, another
//! order of the elements, another data type of the same width.

use super::super::{Array, ChunkTrace};
use super::Hypothesis;
use crate::codec::Chain;

/// What may be wrong with how the elements are read.
pub(super) fn hypotheses(_array: &Array, _chain: &Chain, _trace: &ChunkTrace) -> Vec<Hypothesis> {
    Vec::new()
}
