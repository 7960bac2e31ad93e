use std::{borrow::Cow, io::Write};

use serde::Serialize;
use serde_json::{Map, Value};

use super::address::{address, unreadable};
use super::json::{self, pairs};
use super::{Output, Result, arguments::LocateArguments, open::open_usable, output::Tone, unless_closed};
use crate::hierarchy::Hierarchy;
use crate::metadata::text::escape;
use crate::pipeline::{Array, ChunkAddress, Located, Openable, StoredPlace};
use crate::store::FileKind;
use crate::tell::copy_as::{CopyAs, copies};
use crate::tell::tool_copies::tools;
use crate::tell::{words, worked};

pub(super) fn run(arguments: &LocateArguments, output: &mut Output) -> Result {
    let array = open_usable(&arguments.node, output)?;
    let address = address(&array, &arguments.address.chunk, &arguments.address.inner)?;
    let located = match array.locate(&address, &arguments.decode.options()) {
        Ok(located) => located,
        Err(fault) => return Err(unreadable(&array, &address, &fault, arguments.node.json, output)?),
    };
    let mut forms = copies(&located);
    // At an address it would take requests for what is beside the array.
    if !array.store().is_remote()
        && let Some(own) = Openable::read(&Hierarchy::in_store(&array.path, array.store().clone()), "", true)
    {
        forms.extend(tools(&own, located.inside.as_deref()));
    }
    unless_closed(if arguments.node.json {
        json::print(&located_report(&array, &located, forms), output)
    } else {
        text(&array, &located, forms, output)
    })
}

#[derive(Serialize)]
struct LocatedReport<'a> {
    array: &'a str,
    #[serde(flatten)]
    address: &'a ChunkAddress,
    key: &'a str,
    key_parts: KeyParts<'a>,
    file: Cow<'a, str>,
    member: &'a Option<String>,
    state: &'static str,
    offset: Option<u64>,
    nbytes: Option<u64>,
    covers: Option<Vec<[u64; 2]>>,
    inside: Option<Vec<[u64; 2]>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    form: Option<&'static str>,
    #[serde(flatten)]
    copies: Map<String, Value>,
}

#[derive(Serialize)]
struct KeyParts<'a> {
    encoding: &'static str,
    prefix: &'static str,
    separator: char,
    #[serde(skip_serializing_if = "Option::is_none")]
    suffix: Option<&'a str>,
    coordinates: &'a [u64],
}

fn located_report<'a>(array: &'a Array, located: &'a Located, copied: Vec<CopyAs>) -> LocatedReport<'a> {
    let encoding = &array.metadata.chunk_key_encoding;
    let chunk = located.address.chunk.as_slice();
    let (state, range) = match &located.place {
        StoredPlace::Missing => ("missing", None),
        StoredPlace::Range(range) => ("stored", Some(range)),
        StoredPlace::Deflated => ("deflated", None),
        StoredPlace::Inline => ("inline", None),
        StoredPlace::Compressed => ("compressed", None),
    };
    let kind = located.file.kind;
    let is_elsewhere = matches!(kind, FileKind::Native | FileKind::Virtual | FileKind::Target);
    let mut forms = Map::new();
    for CopyAs { what, text } in copied {
        if what != "key" {
            forms.insert(what.to_owned(), text.into());
        }
    }
    LocatedReport {
        array: &array.path,
        address: &located.address,
        key: &located.key,
        key_parts: KeyParts {
            encoding: encoding.name(),
            prefix: encoding.prefix(chunk.len()),
            separator: encoding.separator,
            suffix: encoding.suffix.as_deref(),
            coordinates: chunk,
        },
        file: located.file.path.to_string_lossy(),
        member: &located.file.member,
        state,
        offset: range.map(|range| range.start),
        nbytes: range.map(|range| range.end.saturating_sub(range.start)),
        covers: located.covers.as_deref().map(pairs),
        inside: located.inside.as_deref().map(pairs),
        form: if is_elsewhere { Some(words::target_form(kind)) } else { None },
        copies: forms,
    }
}

fn text(array: &Array, located: &Located, copied: Vec<CopyAs>, output: &mut Output) -> Result {
    let mut lines = vec![("array", array.path.clone()), ("chunk", words::shape(&located.address.chunk))];
    for inner in &located.address.inner {
        lines.push(("inner", words::shape(inner)));
    }
    for line in worked::key(&array.metadata.chunk_key_encoding, &located.address.chunk) {
        lines.push(("key", line));
    }
    lines.push(("file", located.file.path.to_string_lossy().into_owned()));
    if let Some(member) = &located.file.member {
        lines.push(("member", member.clone()));
    }
    let bytes = match &located.place {
        StoredPlace::Missing => "missing: every element is the fill value".to_owned(),
        StoredPlace::Range(range) => {
            let count = words::count(range.end.saturating_sub(range.start).into(), "byte");
            let form = words::form_behind(located.file.kind);
            format!("{}:{} of the file, {count}{form}", range.start, range.end)
        }
        StoredPlace::Deflated => "all of the member, deflated in the archive".to_owned(),
        StoredPlace::Inline => words::written_out(located.file.kind).to_owned(),
        StoredPlace::Compressed => "within bytes that are compressed as a whole".to_owned(),
    };
    lines.push(("bytes", bytes));
    for (name, region) in [("covers", &located.covers), ("in array", &located.inside)] {
        let text = match region {
            Some(region) => format!("[{}]", words::slices(region)),
            None => "not a box of elements".to_owned(),
        };
        lines.push((name, text));
    }
    for (name, value) in lines {
        writeln!(output, "{} {}", output.paint(Tone::Quiet, &format!("{name:<9}")), escape(&value))?;
    }
    for CopyAs { what, text } in copied {
        if !["key", "path", "coordinates"].contains(&what) {
            writeln!(output, "\n{}\n{}", output.paint(Tone::Heading, what), escape(&text))?;
        }
    }
    Ok(())
}
