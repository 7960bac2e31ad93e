use serde::Serialize;
use serde_json::Value;

use crate::hierarchy::{Node, NodeKind};
use crate::metadata::text::{escape, shorten};
use crate::metadata::{self, GroupOrArray, NodeDocument, v2};

#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Source {
    pub field: &'static str,
    pub document: &'static str,
    pub pointer: String,
    /// From 1; `None` where the document does not have the field, or its text is not kept.
    pub line: Option<usize>,
    pub text: Option<String>,
}

/// The line fits a terminal of 80 columns beside the place, mostly.
const TEXT: usize = 60;

/// Each is found by reading the text again.
const CODECS: usize = 64;

/// With their pointers in V3 and in V2.
const FIELDS: &[(&str, &str, &str)] = &[
    ("shape", "/shape", "/shape"),
    ("data_type", "/data_type", "/dtype"),
    ("chunk_grid", "/chunk_grid", "/chunks"),
    ("chunk_key_encoding", "/chunk_key_encoding", "/dimension_separator"),
    ("fill_value", "/fill_value", "/fill_value"),
];

pub fn sources(node: &Node) -> Vec<Source> {
    let NodeKind::Document(document) = &node.kind else { return Vec::new() };
    if document.text(document.name).is_none() {
        return Vec::new();
    }
    let mut sources = Vec::new();
    match &document.node {
        Ok(GroupOrArray::Array(array)) => {
            for (field, v3, v2) in FIELDS {
                let pointer = if document.zarr_format() == 3 { v3 } else { v2 };
                sources.push(source(document, field, document.name, pointer));
            }
            let mut pointers = Vec::new();
            let codecs = array.codecs.iter().flatten();
            // The byte order in the `dtype` of V2 counts as a codec here, but `dtype` is listed as the data type already.
            for codec in codecs.filter(|codec| codec.pointer != "/dtype").take(CODECS) {
                with_inner(&document.value, codec.pointer.clone(), &mut pointers);
            }
            for pointer in &pointers {
                sources.push(source(document, "codec", document.name, pointer));
            }
        }
        Ok(GroupOrArray::Group(_)) => {}
        Err(_) => return Vec::new(),
    }
    let rest = if document.zarr_format() == 3 {
        vec![
            ("dimension_names", document.name, "/dimension_names"),
            ("attributes", document.name, "/attributes"),
            ("consolidated_metadata", document.name, "/consolidated_metadata"),
        ]
    } else {
        vec![("dimension_names", v2::ATTRIBUTES, v2::DIMENSIONS_POINTER), ("attributes", v2::ATTRIBUTES, "")]
    };
    for (field, name, pointer) in rest {
        let found = source(document, field, name, pointer);
        // An optional field that the document leaves out is nowhere.
        if found.line.is_some() {
            sources.push(found);
        }
    }
    sources
}

fn with_inner(document: &Value, codec: String, pointers: &mut Vec<String>) {
    if pointers.len() >= CODECS {
        return;
    }
    let lists = ["codecs", "index_codecs"].map(|member| format!("{codec}/configuration/{member}"));
    pointers.push(codec);
    for list in lists {
        let count = document.pointer(&list).and_then(Value::as_array).map_or(0, Vec::len);
        for index in 0..count.min(CODECS) {
            with_inner(document, format!("{list}/{index}"), pointers);
        }
    }
}

/// In V2, attributes have a document of their own.
fn source(document: &NodeDocument, field: &'static str, name: &'static str, pointer: &str) -> Source {
    let mut source = Source { field, document: name, pointer: pointer.to_owned(), line: None, text: None };
    if let Some(whole) = document.text(name)
        && let Some(found) = metadata::SourceSpan::find(whole, pointer)
    {
        source.line = Some(found.line);
        source.text = whole.get(found.bytes).map(|raw| shorten(&escape(&one_line(raw)), TEXT));
    }
    source
}

fn one_line(raw: &str) -> String {
    let mut text = String::new();
    let (mut in_string, mut escaped, mut gap) = (false, false, false);
    // White space is dropped, so that more than what is shown is read; but a long text is not read to its end.
    for c in raw.chars().take(16 * TEXT) {
        if !in_string && c.is_ascii_whitespace() {
            gap = true;
            continue;
        }
        let is_inside = !text.is_empty() && !text.ends_with(['[', '{']) && !matches!(c, ']' | '}');
        if std::mem::take(&mut gap) && (is_inside || in_string) {
            text.push(' ');
        }
        in_string ^= c == '"' && !escaped;
        escaped = in_string && c == '\\' && !escaped;
        text.push(c);
    }
    text
}

impl std::fmt::Display for Source {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let place = match self.line {
            Some(line) => format!("{}:{line}", self.document),
            None => self.document.to_owned(),
        };
        let text = self.text.as_deref().unwrap_or("not given there");
        let pointer = if self.pointer.is_empty() { "(all of it)" } else { &self.pointer };
        write!(f, "{place:<14} {:<24} {text}", escape(pointer))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_is_shown_on_one_line() {
        assert_eq!(one_line("\"shape\": [\n    10,\n    200\n  ]"), "\"shape\": [10, 200]");
        assert_eq!(one_line("{\n \"a\":  \"b  \\\" [  c\",\"d\":1 }"), "{\"a\": \"b  \\\" [  c\",\"d\":1}");
    }
}
