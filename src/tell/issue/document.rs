use serde_json::{Map, Value};

use super::super::markdown::{Markdown, code};
use super::super::{indent::indented, report::without_copies, words::count};
use crate::check::attributes;
use crate::metadata::{NodeDocument, v2};

const LINES: usize = 120;

const WRITERS: &[&str] = &["_zarrs", "_NCProperties"];

pub(super) fn write(document: &NodeDocument, with_attributes: bool, page: &mut Markdown) {
    page.heading(3, &format!("Document, {}", code(document.name)));
    if document.value.is_null() {
        page.paragraph("It is not readable JSON.");
        return;
    }
    let mut value = without_copies(&document.value);
    if let Some(own) = value.get_mut("attributes")
        && !with_attributes
        && own.as_object().is_none_or(|own| !own.is_empty())
    {
        *own = Value::String(left_out(own.as_object()));
    }
    block(&value, page);
    if document.zarr_format() == 2
        && let Some(attributes) = attributes(document)
        && !attributes.is_empty()
    {
        page.paragraph(&format!("Attributes, {}:", code(v2::ATTRIBUTES)));
        if with_attributes {
            block(&Value::Object(attributes.clone()), page);
        } else {
            page.paragraph(&left_out(Some(attributes)));
        }
    }
}

fn left_out(attributes: Option<&Map<String, Value>>) -> String {
    let what = match attributes {
        Some(own) => format!("{} left out", own.len()),
        None => "left out".to_owned(),
    };
    format!("({what}; --attributes puts them in)")
}

fn block(value: &Value, page: &mut Markdown) {
    let mut lines = indented(value);
    let more = lines.len().saturating_sub(LINES);
    if more > 0 {
        lines.truncate(LINES);
        lines.push(format!("… {} more", count(more as u128, "line")));
    }
    page.block("json", &lines);
}

pub(super) fn writer(document: &NodeDocument) -> Option<String> {
    let attributes = attributes(document)?;
    let name = WRITERS.iter().find(|name| attributes.contains_key(**name))?;
    let text = match attributes.get(*name)? {
        Value::String(text) => text.clone(),
        Value::Object(members) => {
            let said = ["description", "version"].map(|member| members.get(member).and_then(Value::as_str));
            said.into_iter().flatten().collect::<Vec<_>>().join(", ")
        }
        other => other.to_string(),
    };
    Some(format!("{} ({})", code(&text), code(name)))
}
