use serde_json::json;

use super::super::documents::{with_codec, without_codec};
use super::super::{Hypothesis, confidence::values as sure, hypothesis};
use super::sample::{Part, Sample};
use super::{endian::compare, subject::Specimen, verdict::Comparison};
use crate::codec::SHUFFLE;
use crate::metadata::{Change, CodecRole};

/// So many bytes are rearranged to have a look.
const MOST: usize = 1 << 26;

pub(super) fn hypotheses(subject: &Specimen, samples: &[(Part, Sample)]) -> Option<Hypothesis> {
    let nbytes = subject.frame.nbytes;
    let encoded = subject.encoded(0)?;
    let is_long = (nbytes..=MOST).contains(&encoded.len());
    if !(2..=8).contains(&nbytes) || samples.len() != 1 || !is_long {
        return None;
    }
    // Between the zeros past the end of an array, single bytes look like small numbers.
    let size = |edges: &[u64]| edges.iter().fold(1, |size: u64, edge| size.saturating_mul(*edge));
    if size(&subject.frame.used) < size(&subject.frame.shape) / 2 {
        return None;
    }
    match subject.bytes.first() {
        Some(stage) if stage.row().is_some_and(|row| row.is(&SHUFFLE)) => {
            let verdict = compare_with(subject, samples, subject.encoded(1)?)?;
            let change = without_codec(subject.array, &stage.codec.pointer)?;
            Some(shuffling("the shuffle was not done", "unshuffled", "left alone", &verdict, change))
        }
        _ => {
            let size = encoded.len() / nbytes;
            let unshuffled = planes(encoded.get(..size * nbytes).unwrap_or(encoded), size);
            let verdict = compare_with(subject, samples, &unshuffled)?;
            let name = "a shuffle is missing";
            Some(shuffling(name, "they are", "unshuffled", &verdict, with(subject, nbytes)?))
        }
    }
}

fn shuffling(name: &str, now: &str, then: &str, verdict: &Comparison, change: Change) -> Hypothesis {
    let evidence = format!("as {now} {}; {then} {}", verdict.now, verdict.then);
    hypothesis(name, verdict.confidence.min(sure::STRONG), evidence).changing(vec![change])
}

fn compare_with(subject: &Specimen, samples: &[(Part, Sample)], bytes: &[u8]) -> Option<Comparison> {
    /// Of fewer values any order of their bytes may look like numbers: labels have few.
    const LEAST_VALUES: usize = 8;
    let [(part, now)] = samples else { return None };
    if now.distinct(LEAST_VALUES) < LEAST_VALUES {
        return None;
    }
    let then = Sample::take(bytes, part, 1, &subject.frame);
    let then = if subject.is_big()? { then.swapped() } else { then };
    compare(now, &then, part.kind)
}

pub(in crate::doctor) fn planes(bytes: &[u8], row: usize) -> Vec<u8> {
    let mut found = Vec::with_capacity(bytes.len());
    for column in 0..row {
        found.extend(bytes.iter().skip(column).step_by(row.max(1)));
    }
    found
}

fn with(subject: &Specimen, nbytes: usize) -> Option<Change> {
    let configuration = json!({"elementsize": nbytes});
    if subject.is_v2() {
        if subject.bytes.len() > 1 {
            return None;
        }
        let shuffle = SHUFFLE.entry(CodecRole::Filter, configuration)?;
        return with_codec(subject.array, "/filters", None, shuffle);
    }
    let (list, index) = subject.stage.codec.pointer.rsplit_once('/')?;
    let place = index.parse::<usize>().ok()?.checked_add(1)?;
    with_codec(subject.array, list, Some(place), SHUFFLE.entry(CodecRole::Codec, configuration)?)
}
