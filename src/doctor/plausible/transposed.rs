use serde_json::{Value as Json, json};

use super::super::{Hypothesis, confidence::values as sure, hypothesis};
use super::order::{Ranks, axes};
use super::sample::{MOST, Sample, SampleFrame, parts};
use super::{planes, subject::Specimen};
use crate::codec::{CodecRow, TRANSPOSE};
use crate::metadata::{Change, CodecRole};

pub(super) fn hypotheses(subject: &Specimen) -> Option<Hypothesis> {
    let declared = subject.axes()?;
    let (order, confidence, evidence) = by_rows(subject, &declared)?;
    let (what, pointer, value) = if subject.is_v2() {
        let letter = letter(&order)?;
        (format!("order is {letter}"), "/order", json!(letter))
    } else {
        (name(&declared, &order), list(subject)?, codecs(subject, &order)?)
    };
    Some(hypothesis(what, confidence, evidence).changing(vec![Change { pointer: pointer.to_owned(), value }]))
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

fn is_identity(order: &[usize]) -> bool {
    order.iter().copied().eq(0..order.len())
}

/// The order in the words of Zarr V2.
fn letter(order: &[usize]) -> Option<&'static str> {
    if is_identity(order) {
        return Some("C");
    }
    if order.iter().rev().copied().eq(0..order.len()) { Some("F") } else { None }
}

fn name(declared: &[usize], order: &[usize]) -> String {
    match (is_identity(declared), is_identity(order)) {
        (true, _) => format!("a transpose of order {order:?} is missing"),
        (false, true) => "the transpose is superfluous".to_owned(),
        (false, false) => format!("the order of the transpose is {order:?}"),
    }
}

fn list<'a>(subject: &'a Specimen) -> Option<&'a str> {
    Some(subject.stage.codec.pointer.rsplit_once('/')?.0)
}

fn codecs(subject: &Specimen, order: &[usize]) -> Option<Json> {
    let is_transpose = |codec: &Json| {
        let name = codec.get("name").or(Some(codec)).and_then(Json::as_str);
        name.and_then(CodecRow::find).is_some_and(|row| row.is(&TRANSPOSE))
    };
    let mut codecs = subject.written(list(subject)?)?.as_array()?.clone();
    codecs.retain(|codec| !is_transpose(codec));
    if !is_identity(order) {
        codecs.insert(0, TRANSPOSE.entry(CodecRole::Codec, json!({"order": order}))?);
    }
    Some(codecs.into())
}
