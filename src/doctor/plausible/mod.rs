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
mod saturated;
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
use crate::codec::Chain;
use crate::pipeline::{Array, ChunkTrace};
use subject::{Specimen, inner};

pub(super) fn hypotheses(array: &Array, chain: &Chain, trace: &ChunkTrace) -> Vec<Hypothesis> {
    if chain.sharding().is_none() {
        let subject = Specimen::from_trace(array, chain, &trace.trace, Some(&trace.address.chunk));
        return subject.map(|subject| of_subject(&subject)).unwrap_or_default();
    }
    if trace.trace.fault.is_some() {
        return Vec::new();
    }
    let Some((chain, trace)) = inner(array, chain, trace) else { return Vec::new() };
    let subject = Specimen::from_trace(array, chain, &trace.trace, None);
    subject.map(|subject| of_subject(&subject)).unwrap_or_default()
}

/// The byte order explains what a data type or a shuffle would explain too, and with fewer changes.
fn of_subject(subject: &Specimen) -> Vec<Hypothesis> {
    let samples = subject.samples();
    let bytes = endian::hypotheses(subject, &samples)
        .or_else(|| width::hypotheses(subject, &samples))
        .or_else(|| shuffle::hypotheses(subject, &samples));
    let bytes = bytes.or_else(|| saturated::hypotheses(subject, &samples));
    bytes.into_iter().chain(transposed::hypotheses(subject)).collect()
}
