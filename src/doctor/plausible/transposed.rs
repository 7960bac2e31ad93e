use super::super::documents::with_order;
use super::super::{Hypothesis, confidence::values as sure, hypothesis};
use super::order::{Ranks, axes};
use super::sample::{MOST, Sample, SampleFrame, parts};
use super::{planes, subject::Specimen};

pub(super) fn hypotheses(subject: &Specimen) -> Option<Hypothesis> {
    let declared = subject.axes()?;
    let (order, confidence, evidence) = by_rows(subject, &declared)?;
    let (list, _) = subject.stage.codec.pointer.rsplit_once('/')?;
    let (what, change) = with_order(subject.array, list, &declared, &order)?;
    Some(hypothesis(what, confidence, evidence).changing(vec![change]))
}

fn by_rows(subject: &Specimen, declared: &[usize]) -> Option<(Vec<usize>, f64, String)> {
    let part = parts(&subject.stored.data_type).into_iter().next()?;
    let frame = SampleFrame { used: subject.frame.shape.clone(), ..subject.frame.clone() };
    let all = subject.elements.bytes();
    let bytes = all.get(..MOST.saturating_mul(frame.nbytes)).unwrap_or(all);
    let ranks = Ranks::of_numbers(&Sample::take(bytes, &part, 1, &frame), part.kind);
    let mut found = ranks.and_then(|ranks| axes(subject, &ranks, declared));
    // The fill value is a region like others.
    let every = Sample::take(bytes, &part, 1, &SampleFrame { fill: None, ..frame });
    if found.is_none() {
        found = Ranks::of_regions(&every).and_then(|ranks| axes(subject, &ranks, declared));
    }
    if let Some((order, rows)) = found {
        return Some((order, if rows.is_sure { sure::STRONG } else { sure::WEAK }, rows.describe()));
    }
    let evidence = planes::compare(subject, &every, part.kind, declared)?;
    Some((declared.iter().rev().copied().collect(), sure::FAIR, evidence))
}
