//! Hypotheses about a document that cannot be used: what should stand where the fault is, judged by a stored chunk.

use serde_json::{Value, json};

use super::Hypothesis;
use super::confidence::document as confidence;
use super::file::hypothesis;
use super::names::nearness;
use super::siblings::Siblings;
use super::sizes::COMMON;
use crate::codec::DecodeOptions;
use crate::hierarchy::Hierarchy;
use crate::metadata::{Change, DataType, DocumentError, NodeDocument, text::escape};
use crate::pipeline::{Array, OpenNode};

/// What should stand at each fault of a document, where another value makes a stored chunk decode.
pub fn document_hypotheses(
    hierarchy: &Hierarchy,
    node: &OpenNode,
    options: &DecodeOptions,
) -> Vec<Hypothesis> {
    let Some(document) = node.document() else { return Vec::new() };
    let open = |changes: &[Change]| {
        let array = Array::open_changed(hierarchy, &node.node, changes).ok()?;
        array.fault().is_none().then_some(array)
    };
    node.faults.iter().flat_map(|fault| at(document, fault, &open, options)).collect()
}

fn at(
    document: &NodeDocument,
    fault: &DocumentError,
    open: &dyn Fn(&[Change]) -> Option<Array>,
    options: &DecodeOptions,
) -> Vec<Hypothesis> {
    let found = document.value.pointer(&fault.pointer);
    let mut pointer = match found {
        Some(Value::Object(members)) if members.contains_key("name") => format!("{}/name", fault.pointer),
        _ => fault.pointer.clone(),
    };
    let found = document.value.pointer(&pointer);
    if found.is_some_and(Value::is_null) && fault.found.starts_with("EOF") {
        let evidence = format!("it is no JSON, because it ends too early: {}", fault.found);
        return vec![hypothesis("the document is truncated", confidence::CUT, evidence)];
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
        let changes = vec![Change { pointer: pointer.clone(), value: value.clone() }];
        let Some(array) = open(&changes) else { continue };
        let decoded = Siblings::of(&array).first().map(|coords| (array.decode(&coords, options), coords));
        let (sure, why) = match decoded {
            Some((Ok(_), coords)) => (
                confidence::DECODES,
                format!("with it the chunk {} decodes", crate::metadata::text::shape(&coords)),
            ),
            Some((Err(_), _)) => continue,
            None => (confidence::USABLE, "with it the document can be used; no chunk is stored".to_owned()),
        };
        let member =
            pointer.trim_end_matches("/name").rsplit('/').next().unwrap_or_default().replace('_', " ");
        let was = found.map_or_else(|| "nothing".to_owned(), ToString::to_string);
        let evidence = format!("{} stands there; {why}", escape(&was));
        let shown = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
        let what = format!("{member} is {shown}");
        hypotheses.push((distance, Hypothesis { changes, ..hypothesis(what, sure, evidence) }));
    }
    share(hypotheses)
}

/// Where several values decode, the chunk does not decide between them; how near each is to what stands there does.
fn share(hypotheses: Vec<(usize, Hypothesis)>) -> Vec<Hypothesis> {
    let nearest = hypotheses.first().map_or(0, |(distance, _)| *distance);
    let rivals = hypotheses.iter().filter(|(distance, _)| *distance == nearest).count();
    let hypotheses = hypotheses.into_iter().enumerate().map(|(rank, (distance, mut hypothesis))| {
        let less = match (rank, distance == nearest) {
            (0, _) if rivals == 1 => 0.0,
            (0, _) => confidence::FIRST_OF_RIVALS,
            (_, true) => confidence::OTHER_RIVAL,
            (_, false) => confidence::FARTHER,
        };
        hypothesis.confidence = (hypothesis.confidence - less).max(confidence::LEAST);
        hypothesis
    });
    hypotheses.take(3).collect()
}

/// What might stand there instead, and how far that is from what stands there: what is expected, and names that are
/// nearly the one that is there.
fn candidates(fault: &DocumentError, pointer: &str, found: Option<&Value>) -> Vec<(usize, Value)> {
    let near = |name: &str| nearness(found.and_then(Value::as_str)?, name);
    let mut names: Vec<(usize, String)> = if pointer.starts_with("/data_type") {
        DataType::named().filter_map(|(name, _)| Some((near(name)?, name.to_owned()))).collect()
    } else {
        // What is expected stands in quotes.
        let quoted = fault.expected.split('"').skip(1).step_by(2);
        quoted.map(|name| (near(name).unwrap_or(9), name.to_owned())).collect()
    };
    names.sort_by_key(|(distance, _)| *distance);
    let order = found.filter(|_| pointer.ends_with("/order")).and_then(Value::as_array).map(Vec::len);
    // Of two dimensions there is one order that does something.
    let order = order.filter(|rank| *rank == 2).map(|_| (0, json!([1, 0])));
    order
        .into_iter()
        .chain(names.into_iter().map(|(distance, name)| (distance, Value::String(name))))
        .collect()
}
