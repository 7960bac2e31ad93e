//! `info`: everything that is known of one node.

use std::io::Write;

use serde_json::{Value, json};

use super::arguments::NodeArguments;
use super::named;
use super::open::{found, message};
use super::output::Tone;
use super::tree::kind;
use super::{Failure, Output, json as print, open, unless_closed};
use crate::codec::{Chain, DecodeOptions, FillPath, Representation, StageInfo};
use crate::hierarchy::{Hierarchy, NodeKind};
use crate::meaning::Meaning;
use crate::metadata::text::escape;
use crate::metadata::{ArrayDocument, ChunkGrid, CodecRole, GroupOrArray, fill_value};
use crate::pipeline::{
    Array, Fault, Home, LabelPlace, NodeWeight, OpenNode, RelatedArray, Survey, related_arrays,
};
use crate::tell::meaning::{facts, meaning_json};
use crate::tell::report::{self, Line};
use crate::tell::{history, inventory, rows};

/// How many times a listing is asked whether to go on, after 1024 names each, until it is left to `chunks`.
const LISTED: usize = 8;
/// A chunk of a coordinate is read where it decodes to so few bytes.
const SMALL: u64 = 1 << 20;

pub(super) fn run(arguments: &NodeArguments, output: &mut Output) -> Result<(), Failure> {
    let hierarchy = open(&arguments.path, &arguments.limits.limits())?;
    let node = OpenNode::at(&hierarchy, "");
    let notes = node.notes(&hierarchy);
    let meaning = node.array.as_ref().and_then(|array| array.as_ref().ok()?.meaning());
    let history = hierarchy.store().history("");
    let related = meaning.as_ref().map(|meaning| related(arguments, &hierarchy, meaning)).unwrap_or_default();
    if arguments.json {
        let mut value = node_json(&node);
        if let Some(Ok(array)) = &node.array {
            stored_json(array, &mut value);
        }
        if let Some(meaning) = &meaning {
            value["meaning"] = meaning_json(meaning);
            value["meaning"]["related"] = related.iter().map(RelatedArray::json).collect();
            if let Some([first, last]) = reach(&node) {
                value["meaning"]["first"] = json!(first);
                value["meaning"]["last"] = json!(last);
            }
        }
        named::add_json(&arguments.path, (&hierarchy, &node), &arguments.limits.limits(), &mut value);
        if let Some(history) = &history {
            value["history"] = history::json(history);
        }
        if let Some(form) = hierarchy.store().form() {
            value["store"] = json!(form);
        }
        print::notes(&notes, &mut value);
        value["faults"] = node.faults.iter().map(print::document_fault).collect();
        unless_closed(print::print(&value, output))?;
    } else {
        let mut lines = report::node(&node, &notes);
        report::add_form(hierarchy.store().form(), &mut lines);
        let named = named::lines(&arguments.path, (&hierarchy, &node), &arguments.limits.limits());
        let place = named_place(&lines);
        lines.splice(place..place, named);
        lines.extend(history.iter().flat_map(history::lines));
        lines.extend(node.array.iter().flatten().flat_map(|array| stored(array)));
        let reach = reach(&node);
        lines.extend(meaning.iter().flat_map(|meaning| meant(meaning, reach.as_ref(), &related)));
        unless_closed(text(&lines, output))?;
    }
    match node.faults.first() {
        None => Ok(()),
        Some(first) => {
            let first = message(&hierarchy.name, None, &Fault::Metadata(first.clone()));
            Err(found(&first, node.faults.len()))
        }
    }
}

/// Where it stands what a node is: before its attributes, which say it at length.
fn named_place(lines: &[Line]) -> usize {
    let is_attributes = |line: &Line| match line {
        Line::Heading(name) => name == "attributes",
        Line::Fact(name, _) => *name == "attributes",
        _ => false,
    };
    lines.iter().position(is_attributes).unwrap_or(lines.len())
}

/// What its values mean, and the arrays that it names.
fn meant(meaning: &Meaning, reach: Option<&[String; 2]>, related: &[RelatedArray]) -> Vec<Line> {
    let mut lines: Vec<Line> =
        facts(meaning).into_iter().map(|(name, value)| Line::Fact(name, value)).collect();
    lines.extend(reach.map(|[first, last]| Line::Fact("first, last", format!("{first}, {last}"))));
    lines.extend(related.iter().map(|one| Line::Fact(one.attribute, one.text())));
    lines.extend(meaning.notes.iter().map(|note| Line::Text(escape(&note.to_string()).into_owned())));
    if !lines.is_empty() {
        lines.insert(0, Line::Heading("what the values mean".to_owned()));
    }
    lines
}

/// The first and the last date of a coordinate of times, where they are soon read.
fn reach(node: &OpenNode) -> Option<[String; 2]> {
    // At an address they would take two requests for chunks.
    let array = node.usable().filter(|array| !array.store().is_remote())?;
    let meaning = array.meaning().filter(|meaning| meaning.time.is_some())?;
    let &[size] = array.metadata.shape.as_slice() else { return None };
    let last = size.checked_sub(1)?;
    array.chain().decoded().nbytes().filter(|nbytes| *nbytes <= SMALL)?;
    let date = |index: u64| {
        let read = array
            .physical()
            .read_region(std::slice::from_ref(&(index..index + 1)), &DecodeOptions::default())
            .ok()?;
        meaning.label(&read.elements().get(0)?)
    };
    Some([date(0)?, date(last)?])
}

/// The arrays that the attributes name.
fn related(arguments: &NodeArguments, here: &Hierarchy, meaning: &Meaning) -> Vec<RelatedArray> {
    if meaning.description.named().next().is_none() {
        return Vec::new();
    }
    let home = Home::above(&arguments.path, &arguments.limits.limits());
    let place = home.as_ref().map_or(LabelPlace { hierarchy: here, key: "" }, Home::place);
    related_arrays(place.hierarchy, place.key, &meaning.description)
}

/// What is stored of an array, as far as a short listing says it; otherwise why that is not known. At an address a look at an
/// array takes the request for its document, and no other.
fn survey(array: &Array) -> Result<Survey, &'static str> {
    if array.store().is_remote() {
        return Err("not counted, at an address");
    }
    let mut left = LISTED;
    let survey = Survey::take(&array.stored_chunks(), |_| {
        left -= 1;
        left > 0
    });
    survey.ok_or("too many to count here")
}

fn stored(array: &Array) -> Vec<Line> {
    match survey(array) {
        Ok(survey) => inventory::of_array(array, &survey),
        Err(why) => vec![
            Line::Heading("what is stored".to_owned()),
            Line::Fact("chunks", format!("{why}: zarrscope chunks counts them")),
        ],
    }
}

fn stored_json(array: &Array, value: &mut Value) {
    // Null where they are not counted: `chunks` does that.
    let total = print::large(array.metadata.chunk_grid.size());
    let uncounted = json!({"total": total, "stored": null, "missing": null});
    value["chunks"] = if array.store().is_remote() { uncounted } else { Value::Null };
    for name in ["stored_nbytes", "decoded_nbytes", "ratio", "sizes"] {
        value[name] = Value::Null;
    }
    let Ok(survey) = survey(array) else { return };
    let weight = NodeWeight::of_chunks(array, &survey);
    value["chunks"] = json!({
        "total": print::large(weight.chunks), "stored": weight.stored, "missing": print::large(survey.missing()),
    });
    value["stored_nbytes"] = json!(weight.stored_nbytes);
    value["decoded_nbytes"] = print::large(weight.decoded_nbytes);
    value["ratio"] = json!(rows::times(&weight));
    value["sizes"] =
        json!(survey.sizes().map(|it| json!({"min": it.least, "median": it.median, "max": it.greatest})));
}

fn text(lines: &[Line], output: &mut Output) -> Result<(), Failure> {
    for line in lines {
        let line = match line {
            Line::Heading(text) => format!("\n{}", output.paint(Tone::Heading, text)),
            Line::Fact(name, value) => {
                format!("{} {value}", output.paint(Tone::Quiet, &format!("{name:<14}")))
            }
            Line::Text(text) => format!("  {text}"),
            Line::Fault(text) => output.paint(Tone::Fault, &format!("  ✗ {text}")),
        };
        writeln!(output, "{line}")?;
    }
    Ok(())
}

fn node_json(open: &OpenNode) -> Value {
    let node = &open.node;
    let mut value = json!({"path": open.path, "kind": kind(node)});
    match &node.kind {
        NodeKind::Document(document) => {
            match &document.node {
                Ok(GroupOrArray::Group(group)) => value["attributes"] = json!(group.attributes.clone().ok()),
                Ok(GroupOrArray::Array(array)) => array_json(array, open, &mut value),
                Err(_) => {}
            }
            value["zarr_format"] = json!(document.zarr_format());
            value["document"] = document.value.clone();
            value["sources"] = report::sources(node).iter().map(source_json).collect();
            if let Some(beside) = node.beside {
                value["not_in_force"] = json!(beside);
            }
        }
        NodeKind::Directory(reason) | NodeKind::Other(reason) => value["reason"] = json!(reason),
        NodeKind::Unreadable(error) => value["reason"] = json!(error.to_string()),
    }
    value
}

fn source_json(source: &report::Source) -> Value {
    json!({
        "field": source.field, "document": source.document, "pointer": source.pointer, "line": source.line,
        "text": source.text,
    })
}

fn array_json(array: &ArrayDocument, open: &OpenNode, value: &mut Value) {
    let ok = |found: Option<Value>| found.unwrap_or(Value::Null);
    value["shape"] = ok(array.shape.as_ref().ok().map(|shape| json!(shape)));
    value["data_type"] = ok(array.data_type.as_ref().ok().map(|found| json!(found.to_string())));
    value["dimension_names"] = ok(array.dimension_names.as_ref().ok().map(|names| json!(names)));
    value["chunk_grid"] = ok(array.chunk_grid.as_ref().ok().map(grid_json));
    value["chunk_key_encoding"] = ok(array
        .chunk_key_encoding
        .as_ref()
        .ok()
        .map(|encoding| json!({"name": encoding.name(), "separator": encoding.separator})));
    value["fill_value"] = ok(array.fill_value.as_ref().ok().map(fill_value::write));
    value["attributes"] = ok(array.attributes.as_ref().ok().map(|found| json!(found)));
    if let Some(Ok(array)) = &open.array {
        value["codecs"] = chain_json(array.chain());
        value["fill_value_path"] = array.chain().fill_path().values().map(fill_value::write).collect();
    }
}

fn grid_json(grid: &ChunkGrid) -> Value {
    let mut value = json!({
        "name": grid.name, "chunk_shape": grid.common_shape(), "grid_shape": grid.grid_shape(),
        "chunks": print::large(grid.size()),
    });
    let past = grid.overhang();
    if past.iter().any(|edge| *edge > 0) {
        value["overhang"] = json!(past);
    }
    value
}

fn chain_json(chain: &Chain) -> Value {
    chain.stages().map(|stage| stage_json(stage, chain.fill_path())).collect()
}

fn stage_json(stage: &StageInfo, fill_path: &FillPath) -> Value {
    let mut value = json!({
        "codec": stage.codec.name, "kind": stage.kind.to_string(), "codec_index": stage.codec_index,
        "configuration": stage.codec.configuration,
        "decoded": print::representation(&stage.decoded), "encoded": print::representation(&stage.encoded),
    });
    if stage.codec.role != CodecRole::Codec {
        value["role"] = json!(stage.part());
    }
    for (side, representation) in [("decoded", &stage.decoded), ("encoded", &stage.encoded)] {
        if let Representation::Array(array) = representation {
            value[side]["fill_value"] = json!(array.fill_value.as_ref().map(fill_value::write));
        }
    }
    for fault in [stage.fault.as_ref(), fill_path.fault_of(stage)].into_iter().flatten() {
        value["fault"] = print::document_fault(fault);
    }
    value
}
