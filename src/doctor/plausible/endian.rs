use std::collections::BTreeSet;

use serde_json::Value;

use super::super::{Hypothesis, confidence::values as sure};
use super::sample::{MOST, NumberKind, Part, Sample, share, swap};
use super::subject::Specimen;
use super::verdict::{Comparison, percent};
use super::{carry, exponents, small};
use crate::metadata::{Change, DataType, little_endian, text::escape};

pub(super) fn hypotheses(subject: &Specimen, samples: &[(Part, Sample)]) -> Option<Hypothesis> {
    if let DataType::Utf32(_) = subject.stored.data_type {
        return Some(reversed(subject.is_big()?, &texts(subject)?, whole(subject)?));
    }
    let mut verdicts = Vec::new();
    for (part, sample) in samples {
        if let Some(verdict) = swapped(sample, part.kind) {
            verdicts.push((part, verdict));
        }
    }
    let (part, best) =
        verdicts.iter().max_by(|one, other| one.1.confidence.total_cmp(&other.1.confidence))?;
    if part.field.is_none() {
        return Some(reversed(subject.is_big()?, best, whole(subject)?));
    }
    let is_wrong = samples.iter().any(|(part, sample)| swapped(&sample.swapped(), part.kind).is_some());
    match (subject.is_v2(), is_wrong) {
        (true, _) => by_field(subject, &verdicts, best),
        // One byte order holds for all fields: a field that is sound speaks against it.
        (false, true) => None,
        (false, false) => Some(reversed(subject.is_big().unwrap_or(false), best, whole(subject)?)),
    }
}

fn swapped(sample: &Sample, kind: NumberKind) -> Option<Comparison> {
    if sample.nbytes < 2 || sample.nbytes > 8 {
        return None;
    }
    compare(sample, &sample.swapped(), kind)
}

pub(super) fn compare(now: &Sample, then: &Sample, kind: NumberKind) -> Option<Comparison> {
    match kind {
        NumberKind::Float(float) => exponents::compare(now, then, float),
        _ => carry::compare(now, then, kind).or_else(|| small::compare(now, then, kind)),
    }
}

fn reversed(is_big: bool, verdict: &Comparison, changes: Vec<Change>) -> Hypothesis {
    let [now, then] = if is_big { ["big", "little"] } else { ["little", "big"] };
    let read = |order: &str| format!("{order}-endian numbers");
    verdict.between(format!("endian should be {then}"), read(now), read(then)).changing(changes)
}

fn whole(subject: &Specimen) -> Option<Vec<Change>> {
    let pointer = &subject.stage.codec.pointer;
    if subject.is_v2() {
        return Some(vec![Change::new(pointer, flipped(subject.written(pointer)?)?)]);
    }
    let endian = if subject.is_big() == Some(true) { "little" } else { "big" };
    Some(vec![Change::new(format!("{pointer}/configuration/endian"), endian)])
}

fn flipped(dtype: &Value) -> Option<String> {
    let text = dtype.as_str()?;
    let other = match text.chars().next()? {
        '<' | '=' => '>',
        '>' => '<',
        _ => return None,
    };
    Some(format!("{other}{}", text.get(1..)?))
}

fn by_field(subject: &Specimen, verdicts: &[(&Part, Comparison)], best: &Comparison) -> Option<Hypothesis> {
    let DataType::Struct(all) = &subject.stored.data_type else { return None };
    let fields: BTreeSet<usize> = verdicts.iter().filter_map(|(part, _)| part.field).collect();
    let (mut changes, mut names) = (Vec::new(), Vec::new());
    for field in fields {
        let pointer = format!("{}/{field}/1", subject.stage.codec.pointer);
        let dtype = flipped(subject.written(&pointer)?)?;
        changes.push(Change::new(pointer, dtype));
        names.extend(all.get(field).map(|field| escape(&field.name)));
    }
    let is_big = changes.first()?.value.as_str()?.starts_with('<');
    let mut found = reversed(is_big, best, changes);
    found.hypothesis = format!("{} in {}", found.hypothesis, names.join(", "));
    Some(found)
}

fn texts(subject: &Specimen) -> Option<Comparison> {
    const LEAST: usize = 4;
    let (units, _) = subject.elements.bytes().as_chunks::<4>();
    let units: Vec<u64> =
        units.iter().take(MOST).map(|unit| little_endian(unit)).filter(|unit| *unit != 0).collect();
    let is_point = |unit: u64| u32::try_from(unit).ok().and_then(char::from_u32).is_some();
    let now = units.iter().filter(|unit| !is_point(**unit)).count();
    let then = units.iter().filter(|unit| !is_point(swap(**unit, 4))).count();
    if units.len() < LEAST || now < units.len() / 2 || then > 0 {
        return None;
    }
    let now = format!("{} of the characters are not code points", percent(share(now, units.len())));
    Some(Comparison { confidence: sure::CLEAR, now, then: "all of them are".to_owned() })
}
