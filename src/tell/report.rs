//! The report of one node, as lines of text. The `info` command prints it, the explorer shows it.

use std::sync::Arc;

use serde_json::{Map, Value};

pub use super::line_rows::Line;
pub use super::sources::{Source, sources};

use super::words::{common_shape, count, shape};
use super::{encoded, geo, indent::indented, ome};
use crate::codec::{Chain, Representation, StageInfo};
use crate::hierarchy::NodeKind;
use crate::meaning::{EncodedElement, GeoPlace, OmeMetadata};
use crate::metadata::text::{chunk_count, escape, shorten};
use crate::metadata::{
    ArrayDocument, ChunkGrid, Consolidated, DOCUMENT, Field, GroupDocument, GroupOrArray, Scalar, fill_value,
};
use crate::pipeline::{Array, OpenNode, WellState};

const CONFIGURATION: usize = 60;
/// Of one line. A fill value may have megabytes, and there may be 100 000 dimensions; `--json` has all of them.
const LINE: usize = 4096;
const MOST_OF_KEY: usize = 400;

/// Of a plate, with what is known of its wells.
pub fn node(open: &OpenNode, notes: &[String], wells: &[WellState]) -> Vec<Line> {
    let node = &open.node;
    let mut lines = vec![Line::Fact("path", escape(&open.path).into_owned())];
    if let Some(target) = &node.link {
        lines.push(Line::Fact("link to", escape(target).into_owned()));
    }
    let kind = match &node.kind {
        NodeKind::Document(document) if document.node.is_err() => {
            format!("neither group nor array ({} cannot be used)", document.name)
        }
        NodeKind::Document(document) => {
            let what = if node.is_array() { "array" } else { "group" };
            format!("{what} ({}, zarr_format {})", document.name, document.zarr_format())
        }
        NodeKind::Directory(reason) | NodeKind::Other(reason) => (*reason).to_owned(),
        NodeKind::Unreadable(error) => {
            let what = if error.key().is_empty() { &open.path } else { error.key() };
            format!("{} cannot be read", escape(what))
        }
    };
    lines.push(Line::Fact("kind", kind));
    match open.described() {
        Some(GroupOrArray::Group(found)) => group(found, &open.path, wells, &mut lines),
        Some(GroupOrArray::Array(found)) => {
            array(found, open.array.as_ref().and_then(|array| array.as_ref().ok()), &mut lines);
        }
        None => {}
    }
    if matches!(node.kind, NodeKind::Directory(_)) {
        lines.push(Line::Fact("below it", "`tree` lists what is there".to_owned()));
    }
    if let Some(beside) = node.beside {
        lines.push(Line::Fact("also here", format!("{beside}, which is not used: {DOCUMENT} is")));
    }
    if !open.faults.is_empty() {
        lines.push(Line::Heading("faults".to_owned()));
    }
    for fault in &open.faults {
        lines.push(Line::Fault(format!("{}: {}", fault.document, escape(&fault.to_string()))));
    }
    section("notes", notes.iter().map(|note| escape(note).into_owned()), &mut lines);
    section("where in the document", sources(node).iter().map(Source::to_string), &mut lines);
    if let NodeKind::Document(document) = &node.kind {
        json(document.name, &without_copies(&document.value), &mut lines);
    }
    for line in &mut lines {
        let (Line::Heading(text) | Line::Fact(_, text) | Line::Text(text) | Line::Fault(text)) = line;
        *text = cut(std::mem::take(text));
    }
    lines
}

fn cut(text: String) -> String {
    if text.len() <= LINE || text.chars().nth(LINE).is_none() {
        return text;
    }
    format!("{} ({})", shorten(&text, LINE), count(text.len() as u128, "byte"))
}

fn fill_text(fill: &Scalar) -> String {
    cut(escape(&fill_value::text(fill)).into_owned())
}

pub fn add_form(form: Option<&str>, lines: &mut Vec<Line>) {
    if let Some(form) = form {
        lines.insert(lines.len().min(1), Line::Fact("store", form.to_owned()));
    }
}

/// Consolidated metadata are copies of other documents, and there may be very many.
pub(super) fn without_copies(document: &Value) -> Value {
    let Some(members) = document.as_object() else { return document.clone() };
    let mut shown = Map::new();
    for (name, member) in members {
        let value = match member.get("metadata") {
            Some(Value::Object(copies)) if name == "consolidated_metadata" => {
                let copies = count(copies.len() as u128, "document");
                Value::String(format!("({copies}, not shown here)"))
            }
            _ => member.clone(),
        };
        shown.insert(name.clone(), value);
    }
    Value::Object(shown)
}

fn group(group: &GroupDocument, path: &str, wells: &[WellState], lines: &mut Vec<Line>) {
    match &group.consolidated {
        Ok(Consolidated::Absent) | Err(_) => {}
        Ok(Consolidated::Null) => {
            lines.push(Line::Fact("consolidated", "null (left by an older writer)".to_owned()));
        }
        Ok(Consolidated::Inline(documents)) => {
            let documents = count(documents.len() as u128, "document");
            let text = format!("{documents} (each node's own document is used)");
            lines.push(Line::Fact("consolidated", text));
        }
    }
    if let Ok(attributes) = &group.attributes {
        if let Some(image) = OmeMetadata::read(attributes, path) {
            lines.extend(ome::lines(&image, wells));
        }
        named(attributes, lines);
    }
    attributes(&group.attributes, lines);
}

fn array(document: &ArrayDocument, open: Option<&Arc<Array>>, lines: &mut Vec<Line>) {
    let mut fact = |name, value: Option<String>| {
        lines.push(Line::Fact(name, value.unwrap_or_else(|| "cannot be used, see below".to_owned())));
    };
    fact("shape", document.shape.as_ref().ok().map(|found| shape(found)));
    if let Ok(Some(names)) = &document.dimension_names {
        let names = names.iter().map(|name| escape(name.as_deref().unwrap_or("(no name)")));
        fact("dimensions", Some(names.collect::<Vec<_>>().join(", ")));
    }
    fact("data type", document.data_type.as_ref().ok().map(ToString::to_string));
    fact("chunk grid", document.chunk_grid.as_ref().ok().map(chunk_grid));
    if let Ok(grid) = &document.chunk_grid
        && let past = grid.overhang()
        && past.iter().any(|edge| *edge > 0)
    {
        fact("overhang", Some(format!("the last chunks reach {} past the array", shape(&past))));
    }
    let mut keys = None;
    if let Ok(encoding) = &document.chunk_key_encoding {
        let (name, separator) = (encoding.name(), encoding.separator);
        let suffix = encoding.suffix.as_ref().map(|suffix| format!(", suffix \"{}\"", escape(suffix)));
        let first = encoding.key(&vec![0; document.shape.as_ref().map_or(0, Vec::len)]);
        keys = Some(format!(
            "{name}, separator \"{separator}\"{}, such as {}",
            suffix.unwrap_or_default(),
            shorten(&escape(&first), MOST_OF_KEY)
        ));
    }
    fact("chunk keys", keys);
    let undefined = if document.fill_is_undefined { " (shown for null, which says nothing)" } else { "" };
    let fill = |fill| format!("{}{undefined}", fill_text(fill));
    fact("fill value", document.fill_value.as_ref().ok().map(fill));
    if let Some(way) = open.and_then(|array| array.chain().fill_path().text()) {
        fact("fill path", Some(escape(&way).into_owned()));
    }
    match open {
        Some(array) => chain(array.chain(), lines),
        None => codecs(document, lines),
    }
    if let Ok(attributes) = &document.attributes {
        named(attributes, lines);
    }
    attributes(&document.attributes, lines);
}

fn chunk_grid(grid: &ChunkGrid) -> String {
    let chunks = common_shape(grid.common_shape().as_deref());
    let size = chunk_count(grid.size());
    format!("{}, chunks {chunks}, grid {}, {size}", grid.name, shape(&grid.grid_shape()))
}

fn chain(chain: &Chain, lines: &mut Vec<Line>) {
    lines.push(Line::Heading("codecs, in encoding order".to_owned()));
    let mut fills = FillTexts::default();
    let decoded = Representation::Array(chain.decoded().clone());
    lines.push(Line::Text(fills.row(["", "chunk", ""], &decoded)));
    for stage in chain.stages() {
        lines.push(Line::Text(fills.stage_row(stage)));
        if let Some(fault) = &stage.fault {
            lines.push(Line::Fault(fault.to_string()));
        }
    }
    if let Some(sharding) = chain.sharding() {
        let inner = sharding.inner();
        lines.push(Line::Heading(format!("codecs of the inner chunks, {}", shape(&inner.decoded().shape))));
        lines.extend(inner.stages().map(|stage| Line::Text(fills.stage_row(stage))));
        lines.push(Line::Heading("codecs of the shard index".to_owned()));
        lines.extend(sharding.index().stages().map(|stage| Line::Text(fills.stage_row(stage))));
    }
}

/// The text of the last fill value: one of many megabytes may be that of every stage.
#[derive(Default)]
struct FillTexts(Option<(Scalar, String)>);

impl FillTexts {
    fn stage_row(&mut self, stage: &StageInfo) -> String {
        let index = stage.codec_index.to_string();
        self.row([&index, &escape(&stage.codec.name), &stage.part()], &stage.encoded)
    }

    fn row(&mut self, [index, name, kind]: [&str; 3], encoded: &Representation) -> String {
        let fill = match encoded {
            Representation::Array(array) => match &array.fill_value {
                Some(fill) => format!("fill {}", self.text(fill)),
                None => "fill value cannot be encoded".to_owned(),
            },
            Representation::Bytes(_) | Representation::Unknown => String::new(),
        };
        format!("{index:>2}  {name:<16} {kind:<12}  {:<18} {fill}", encoded.to_string()).trim_end().to_owned()
    }

    fn text(&mut self, fill: &Scalar) -> &str {
        if self.0.as_ref().is_none_or(|(known, _)| known != fill) {
            self.0 = Some((fill.clone(), fill_text(fill)));
        }
        self.0.as_ref().map_or("", |(_, text)| text)
    }
}

fn codecs(document: &ArrayDocument, lines: &mut Vec<Line>) {
    let Ok(codecs) = &document.codecs else { return };
    lines.push(Line::Heading("codecs, in encoding order".to_owned()));
    for (index, codec) in codecs.iter().enumerate() {
        let configuration = shorten(&escape(&codec.configuration.to_string()), CONFIGURATION);
        lines.push(Line::Text(format!("{index:>2}  {:<16} {configuration}", escape(&codec.name))));
    }
}

fn named(attributes: &Map<String, Value>, lines: &mut Vec<Line>) {
    if let Some(element) = EncodedElement::read(attributes) {
        lines.extend(encoded::lines(&element));
    }
    if let Some(place) = GeoPlace::read(attributes) {
        lines.extend(geo::lines(&place));
    }
}

fn attributes(attributes: &Field<Map<String, Value>>, lines: &mut Vec<Line>) {
    match attributes {
        Ok(none) if none.is_empty() => lines.push(Line::Fact("attributes", "none".to_owned())),
        Ok(some) => json("attributes", &Value::Object(some.clone()), lines),
        Err(_) => {}
    }
}

fn json(heading: &str, value: &Value, lines: &mut Vec<Line>) {
    if value.is_null() {
        return;
    }
    section(heading, indented(value).iter().map(|line| escape(line).into_owned()), lines);
}

fn section(heading: &str, below: impl ExactSizeIterator<Item = String>, lines: &mut Vec<Line>) {
    if below.len() > 0 {
        lines.push(Line::Heading(heading.to_owned()));
        lines.extend(below.map(Line::Text));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn copies_of_other_documents_are_counted_and_not_shown() {
        let document = json!({"zarr_format": 3, "consolidated_metadata": {"kind": "inline", "metadata": {"a": {}, "b": {}}}});
        let shown = without_copies(&document);
        assert_eq!(shown["consolidated_metadata"], "(2 documents, not shown here)");
        assert_eq!(shown["zarr_format"], 3);
    }
}
