//! Hypotheses about what the bytes mean, where they decode but the values are not plausible: another byte order, another
//! order of the elements, another data type of the same width, a shuffle that the document does not name.
//!
//! Two readings of the same bytes are compared. Nothing is said unless the one that the document declares is not plausible
//! and the other one is. At most 65 536 numbers are looked at.

mod carry;
mod endian;
mod exponents;
mod order;
pub(super) mod sample;
pub(super) mod shuffle;
mod signs;
mod sixteen;
mod small;
mod subject;
mod threshold;
mod transposed;
pub(super) mod verdict;
mod width;

use super::Hypothesis;
use crate::codec::{Chain, Trace};
use crate::pipeline::{Array, ChunkTrace};
use subject::{Specimen, inner};

pub(super) fn hypotheses(array: &Array, chain: &Chain, trace: &ChunkTrace) -> Vec<Hypothesis> {
    if chain.sharding().is_none() {
        return of_trace(array, chain, &trace.trace, Some(&trace.address.chunk));
    }
    if trace.trace.fault.is_some() {
        return Vec::new();
    }
    let Some((chain, trace)) = inner(array, chain, trace) else { return Vec::new() };
    of_trace(array, chain, &trace.trace, None)
}

fn of_trace(array: &Array, chain: &Chain, trace: &Trace, coords: Option<&[u64]>) -> Vec<Hypothesis> {
    let Some(subject) = &Specimen::from_trace(array, chain, trace, coords) else { return Vec::new() };
    let samples = subject.samples();
    // The byte order explains what a data type or a shuffle would explain too, and with fewer changes.
    let bytes = endian::hypotheses(subject, &samples)
        .or_else(|| width::hypotheses(subject, &samples))
        .or_else(|| shuffle::hypotheses(subject, &samples))
        .or_else(|| width::saturated(subject, &samples));
    bytes.into_iter().chain(transposed::hypotheses(subject)).collect()
}
