//! The places of values in the documents of all stores here: the text at each place is what a JSON library read.
#![allow(clippy::unwrap_used)]

use std::fs;

use serde_json::Value;
use walkdir::WalkDir;
use zarrscope::limits::Limits;
use zarrscope::metadata::{self, DOCUMENT, Field, SourceSpan};

use crate::repository::repository;

fn parse(text: &str) -> Field<Value> {
    metadata::parse(text.as_bytes(), DOCUMENT, &Limits::default())
}

/// Every pointer in a value, with what it leads to, and whether that is a member of an object.
fn pointers(value: &Value, pointer: &str, found: &mut Vec<(String, Value, bool)>) {
    let below = match value {
        Value::Object(members) => members
            .iter()
            .map(|(name, value)| (name.replace('~', "~0").replace('/', "~1"), value, true))
            .collect(),
        Value::Array(items) => {
            items.iter().enumerate().map(|(index, value)| (index.to_string(), value, false)).collect()
        }
        _ => Vec::new(),
    };
    for (token, value, is_member) in below {
        let pointer = format!("{pointer}/{token}");
        found.push((pointer.clone(), value.clone(), is_member));
        pointers(value, &pointer, found);
    }
}

#[test]
fn every_value_of_every_document_is_found_where_it_stands() {
    let mut compared = 0;
    for directory in ["sample-data", "tests/corpus"] {
        let root = repository(directory);
        let names = ["zarr.json", ".zarray", ".zgroup", ".zattrs", ".zmetadata"];
        for entry in WalkDir::new(root).into_iter().map(Result::unwrap) {
            if !names.iter().any(|name| entry.file_name() == *name) {
                continue;
            }
            let text = fs::read_to_string(entry.path()).unwrap();
            let Ok(value) = parse(&text) else { continue };
            let mut found = Vec::new();
            pointers(&value, "", &mut found);
            for (pointer, value, is_member) in found {
                let source = SourceSpan::find(&text, &pointer).unwrap();
                let raw = &text[source.bytes.clone()];
                let read = if is_member { parse(&format!("{{{raw}}}")) } else { parse(raw) };
                let read = read.unwrap();
                let read = if is_member { read.as_object().unwrap().values().next().unwrap() } else { &read };
                assert_eq!(*read, value, "{} {pointer}", entry.path().display());
                let line = text.lines().nth(source.line - 1).unwrap();
                let first: String = line.chars().skip(source.column - 1).take(1).collect();
                assert!(raw.starts_with(&first), "{} {pointer}", entry.path().display());
                compared += 1;
            }
        }
    }
    assert!(compared > 10_000, "{compared}");
}
