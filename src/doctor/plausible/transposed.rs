use super::super::documents::with_order;
use super::super::rough::is_same;
use super::super::{Hypothesis, confidence::values as sure, hypothesis};
use super::order::{Ranks, axes};
use super::sample::{MOST, NumberKind, Sample, SampleFrame, parts};
use super::{subject::Specimen, threshold::planes as threshold};

const LEAST: usize = 8;

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
    let evidence = of_vector(subject, &every, part.kind, declared)?;
    Some((declared.iter().rev().copied().collect(), sure::FAIR, evidence))
}

/// A vector of coordinates or times that is laid out as a plane: it goes up or down along one dimension, and is the same
/// along the other. In the wrong order it repeats itself, or does not change, for the length of the wrong dimension.
fn of_vector(subject: &Specimen, sample: &Sample, kind: NumberKind, declared: &[usize]) -> Option<String> {
    const LEAST_TIMES: usize = 3;
    let edge = |axis: &usize| usize::try_from(*subject.decoded.shape.get(*axis)?).ok();
    let long: Vec<usize> = declared.iter().filter_map(edge).filter(|edge| *edge > 1).collect();
    let [length, row] = long.as_slice() else { return None };
    let keys: Vec<f64> =
        sample.bits.iter().take(sample.run).map(|bits| kind.value(*bits, sample.nbytes)).collect();
    let is_long = *length >= LEAST && *row >= LEAST && keys.len() >= LEAST_TIMES * length.max(row);
    // Whole repetitions in each declared row, or in several of them, are sound.
    if !is_long || row.is_multiple_of(*length) || length.is_multiple_of(*row) {
        return None;
    }
    if repeats(&keys, *length) {
        return Some(format!(
            "the same {length} values, one greater than the other, come again and again, in rows of {row}"
        ));
    }
    if !stands_still(&keys, *length) {
        return None;
    }
    Some(format!("each value comes {length} times before the next one, which is beyond it, in rows of {row}"))
}

fn repeats(values: &[f64], length: usize) -> bool {
    let again = values.iter().zip(values.iter().skip(length)).all(|(one, other)| is_same(*one, *other));
    again && values.get(..length).is_some_and(goes_one_way)
}

fn stands_still(values: &[f64], length: usize) -> bool {
    let is_run =
        |run: &[f64]| run.windows(2).all(|pair| matches!(pair, [one, other] if is_same(*one, *other)));
    let firsts: Vec<f64> = values.iter().step_by(length).copied().collect();
    values.chunks(length).all(is_run) && firsts.len() >= LEAST && goes_one_way(&firsts)
}

fn goes_one_way(values: &[f64]) -> bool {
    let (mut least, mut most) = (f64::INFINITY, 0.0_f64);
    let (mut is_up, mut is_down) = (true, true);
    for (one, other) in values.iter().zip(values.iter().skip(1)) {
        let step = other - one;
        is_up &= step > 0.0;
        is_down &= step < 0.0;
        least = step.abs().min(least);
        most = step.abs().max(most);
    }
    (is_up || is_down) && most <= threshold::UNEVEN * least
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_vector_repeats_itself_or_stands_still() {
        let value = |number: u16| f64::from(number);
        let (again, still): (Vec<f64>, Vec<f64>) =
            (0..600).map(|index| (value(index % 20), value(index / 20))).unzip();
        assert_eq!((repeats(&again, 20), repeats(&again, 30), repeats(&still, 20)), (true, false, false));
        assert_eq!((stands_still(&still, 20), stands_still(&still, 30)), (true, false));
        let back_and_forth: Vec<f64> = (0..600_u16).map(|index| value((index % 20).abs_diff(7))).collect();
        assert!(!repeats(&back_and_forth, 20));
        let doubled: Vec<f64> = (0..600_u16).map(|index| value(index % 20).exp2()).collect();
        assert!(!repeats(&doubled, 20), "no coordinates go so");
    }
}
