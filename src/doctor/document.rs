use serde_json::{Value, json};

use super::confidence::document as confidence;
use super::names::nearness;
use super::siblings::Siblings;
use super::sizes::COMMON;
use super::{Hypothesis, hypothesis};
use crate::codec::DecodeOptions;
use crate::hierarchy::Hierarchy;
use crate::limits::CODECS;
use crate::metadata::text::{escape, shape};
use crate::metadata::{Change, DataType, DocumentError, NodeDocument};
use crate::pipeline::{Array, OpenNode};

/// Of a document with more faults, the first ones are explained.
const MOST_FAULTS: usize = 16;

pub fn document_hypotheses(
    hierarchy: &Hierarchy,
    node: &OpenNode,
    options: &DecodeOptions,
) -> Vec<Hypothesis> {
    let Some(document) = node.document() else { return Vec::new() };
    let is_long = |list: &str| {
        document.value.pointer(list).and_then(Value::as_array).is_some_and(|list| list.len() > CODECS)
    };
    if is_long("/codecs") || is_long("/filters") {
        // No change of one thing makes that usable.
        return Vec::new();
    }
    let attempt = |changes: &[Change]| {
        let array = Array::open_changed(hierarchy, &node.node, changes).ok()?;
        if array.fault().is_some() {
            return None;
        }
        match Siblings::of(&array).first() {
            Some(coords) if array.decode(&coords, options).is_err() => None,
            decoded => Some(Attempt { array, decoded }),
        }
    };
    let mut hypotheses = Vec::new();
    for fault in node.faults.iter().take(MOST_FAULTS) {
        hypotheses.extend(explain(document, fault, &attempt));
    }
    hypotheses
}

/// A changed document that can be used, and with which the first stored chunk decodes, where there is one.
struct Attempt {
    array: Array,
    decoded: Option<Vec<u64>>,
}

fn explain(
    document: &NodeDocument,
    fault: &DocumentError,
    attempt: &dyn Fn(&[Change]) -> Option<Attempt>,
) -> Vec<Hypothesis> {
    let found = document.value.pointer(&fault.pointer);
    let mut pointer = match found {
        Some(Value::Object(members)) if members.contains_key("name") => format!("{}/name", fault.pointer),
        _ => fault.pointer.clone(),
    };
    let found = document.value.pointer(&pointer);
    if found == Some(&Value::Null) && fault.found.starts_with("the end of the file") {
        let evidence = format!("it is not JSON, because it ends too early: {}", fault.found);
        return vec![hypothesis("the document is truncated", confidence::CUT, evidence)];
    }
    let exchanged = exchanged_codecs(document, fault, attempt);
    if !exchanged.is_empty() {
        return exchanged;
    }
    let reversed = reversed_scales(document, fault, attempt);
    if !reversed.is_empty() {
        return reversed;
    }
    let mut hypotheses: Vec<(usize, Hypothesis)> = Vec::new();
    let candidates = if pointer == "/fill_value" {
        // A fill value that the data type does not have may be one of the true data type.
        "/data_type".clone_into(&mut pointer);
        COMMON.iter().map(|name| (0, json!(name))).collect()
    } else {
        candidates(fault, &pointer, found)
    };
    let found = document.value.pointer(&pointer);
    for (distance, value) in candidates {
        let changes = vec![Change::new(&pointer, value.clone())];
        let Some(Attempt { decoded, .. }) = attempt(&changes) else { continue };
        // A name without quotes.
        let value = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
        let (sure, why) = match decoded {
            None => (confidence::USABLE, "document can be used; no chunk is stored".to_owned()),
            Some(coords) => (confidence::DECODES, format!("chunk {} decodes", shape(&coords))),
        };
        let member = pointer.trim_end_matches("/name").rsplit('/').next().unwrap_or_default();
        let member = member.replace('_', " ");
        let was = found.map_or_else(|| "nothing".to_owned(), Value::to_string);
        let evidence = format!("the document says {}; with {value} the {why}", escape(&was));
        let what = format!("{member} should be {value}");
        hypotheses.push((distance, Hypothesis { changes, ..hypothesis(what, sure, evidence) }));
    }
    share_confidence(hypotheses)
}

fn exchanged_codecs(
    document: &NodeDocument,
    fault: &DocumentError,
    attempt: &dyn Fn(&[Change]) -> Option<Attempt>,
) -> Vec<Hypothesis> {
    let Some(list) = ["/codecs", "/filters"].into_iter().find(|list| fault.pointer.starts_with(list)) else {
        return Vec::new();
    };
    let Some(Value::Array(codecs)) = document.value.pointer(list) else { return Vec::new() };
    let name = |codec: &Value| {
        escape(codec.get("name").or(codec.get("id")).unwrap_or(codec).as_str().unwrap_or("?")).into_owned()
    };
    for (index, pair) in codecs.windows(2).enumerate() {
        let [one, other] = pair else { continue };
        let mut exchanged = codecs.clone();
        exchanged.swap(index, index + 1);
        let changes = vec![Change::new(list, exchanged)];
        let Some(Attempt { decoded, .. }) = attempt(&changes) else { continue };
        let (confidence, why) = match decoded {
            None => (confidence::USABLE, "the document can be used; no chunk is stored".to_owned()),
            Some(coords) => (confidence::DECODES, format!("chunk {} decodes", shape(&coords))),
        };
        let (one, other) = (name(one), name(other));
        let evidence = format!("as written: {}; with {other} before {one} {why}", escape(&fault.to_string()));
        let what = format!("{one} and {other} are in the wrong order");
        return vec![Hypothesis { changes, ..hypothesis(what, confidence, evidence) }];
    }
    Vec::new()
}

fn reversed_scales(
    document: &NodeDocument,
    fault: &DocumentError,
    attempt: &dyn Fn(&[Change]) -> Option<Attempt>,
) -> Vec<Hypothesis> {
    let mut found: Vec<(usize, Hypothesis)> = Vec::new();
    if !fault.pointer.starts_with("/codecs") {
        return Vec::new();
    }
    for (what, change) in super::documents::with_reversed_scales(&document.value) {
        let changes = vec![change];
        if let Some(Attempt { array, decoded: Some(_) }) = attempt(&changes) {
            let evidence = format!("as written: {}; with it chunks decode", escape(&fault.to_string()));
            // A fill value is chosen so that it is stored as a whole number, where numbers are.
            let distance = usize::from(!fill_is_whole(array.document()));
            found.push((distance, Hypothesis { changes, ..hypothesis(what, confidence::DECODES, evidence) }));
        }
    }
    found.sort_by_key(|(distance, _)| *distance);
    share_confidence(found)
}

fn fill_is_whole(document: &NodeDocument) -> bool {
    let number = |pointer: &str| document.value.pointer(pointer).and_then(Value::as_f64);
    let member = |name: &str| number(&format!("/codecs/0/configuration/{name}"));
    let Some(fill) = number("/fill_value") else { return false };
    let stored = (fill - member("offset").unwrap_or(0.0)) * member("scale").unwrap_or(1.0);
    (stored - stored.round()).abs() < 1e-6
}

/// Where several values decode, the chunk does not decide between them, but how near each is to the one that is there.
fn share_confidence(hypotheses: Vec<(usize, Hypothesis)>) -> Vec<Hypothesis> {
    let Some((nearest, _)) = hypotheses.first() else { return Vec::new() };
    let nearest = *nearest;
    let rivals = hypotheses.iter().filter(|(distance, _)| *distance == nearest).count();
    let mut shared = Vec::new();
    for (rank, (distance, mut hypothesis)) in hypotheses.into_iter().take(3).enumerate() {
        let less = match (rank, distance == nearest) {
            (0, _) if rivals == 1 => 0.0,
            (0, _) => confidence::FIRST_OF_RIVALS,
            (_, true) => confidence::OTHER_RIVAL,
            (_, false) => confidence::FARTHER,
        };
        hypothesis.confidence = (hypothesis.confidence - less).max(confidence::LEAST);
        shared.push(hypothesis);
    }
    shared
}

fn candidates(fault: &DocumentError, pointer: &str, found: Option<&Value>) -> Vec<(usize, Value)> {
    let near = |name: &str| nearness(found.and_then(Value::as_str)?, name);
    let mut candidates = Vec::new();
    if pointer.starts_with("/data_type") {
        for (name, _) in DataType::named() {
            if let Some(distance) = near(name) {
                candidates.push((distance, json!(name)));
            }
        }
    } else {
        // What is expected is in quotes. These are only tries: a chunk that decodes decides.
        for name in fault.expected.split('"').skip(1).step_by(2) {
            candidates.push((near(name).unwrap_or(9), json!(name)));
        }
    }
    candidates.sort_by_key(|(distance, _)| *distance);
    // Of two dimensions there is one order that does something.
    if pointer.ends_with("/order")
        && let Some(Value::Array(order)) = found
        && order.len() == 2
    {
        candidates.insert(0, (0, json!([1, 0])));
    }
    candidates
}
