use super::super::{Hypothesis, confidence::values as sure, hypothesis};
use super::sample::{NumberKind, Part, Sample, share};
use super::subject::Specimen;
use super::threshold::saturated as threshold;
use super::verdict::percent;
use crate::metadata::DataType;

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
    let stored = &subject.stored.data_type;
    let what = format!("values were cut off by {}: they did not fit into {stored}", cast.codec.name);
    let least = percent(share(least, all));
    let most = percent(share(most, all));
    let evidence =
        format!("{most} of the stored numbers are the greatest that {stored} has, {least} the least");
    Some(hypothesis(what, sure::WEAK, evidence))
}
