//! Values that a cast has cut off: many are exactly the greatest or the least that the stored type has.

use super::super::confidence::values as sure;
use super::super::{Hypothesis, hypothesis};
use super::sample::{NumberKind, Part, Sample, share};
use super::subject::Specimen;
use super::threshold::saturated as threshold;
use super::verdict::percent;
use crate::metadata::DataType;

/// Nothing is said of arrays that are stored as they are: cameras saturate by themselves.
pub(super) fn hypotheses(subject: &Specimen, samples: &[(Part, Sample)]) -> Option<Hypothesis> {
    let [(Part { kind, field: None, .. }, sample)] = samples else { return None };
    let cast = subject.cast()?;
    // Bits that are packed fill their bytes.
    if subject.decoded.data_type == DataType::Bool {
        return None;
    }
    if !matches!(kind, NumberKind::Signed | NumberKind::Unsigned) || sample.nbytes > 4 {
        return None;
    }
    let greatest = (1_u64 << (8 * sample.nbytes)) - 1;
    let (mut least, mut most, mut near, mut all) = (0, 0, 0, 0);
    for bits in sample.counted() {
        let number = kind.ordered(bits, sample.nbytes);
        least += usize::from(number == 0);
        most += usize::from(number == greatest);
        near += usize::from(number != greatest && greatest - number <= greatest >> threshold::NEAR);
        all += 1;
    }
    let is_cut_above = share(most, all) >= threshold::ONE_END && near > 0;
    let is_cut_both = share(least.min(most), all) >= threshold::BOTH_ENDS;
    if all < threshold::LEAST || share(least + most, all) > threshold::MOST || !(is_cut_above || is_cut_both)
    {
        return None;
    }
    Some(hypothesis(
        format!(
            "values were cut off by {}: they did not fit into {}",
            cast.codec.name, subject.stored.data_type
        ),
        sure::WEAK,
        format!(
            "{} of the stored numbers are the greatest that {} has, {} the least",
            percent(share(most, all)),
            subject.stored.data_type,
            percent(share(least, all))
        ),
    ))
}
