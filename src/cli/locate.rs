//! `locate`: where a chunk is, and how other programs read it.

use std::io::Write;
use std::ops::Range;

use serde_json::{Value, json};

use super::address::unreadable;
use super::arguments::LocateArguments;
use super::open::open_usable;
use super::output::Tone;
use super::{Failure, Output, json as print, unless_closed};
use crate::metadata::KeyScheme;
use crate::metadata::text::escape;
use crate::pipeline::{Array, Located, StoredPlace};
use crate::store::FileKind;
use crate::tell::copy_as::{CopyAs, copies};
use crate::tell::{words, worked};

pub(super) fn run(arguments: &LocateArguments, output: &mut Output) -> Result<(), Failure> {
    let array = open_usable(&arguments.node, output)?;
    let address = arguments.address.of(&array)?;
    let located = match array.locate(&address, &arguments.decode.options()) {
        Ok(located) => located,
        Err(fault) => return Err(unreadable(&array, &address, &fault, arguments.node.json, output)?),
    };
    unless_closed(if arguments.node.json {
        print::print(&located_json(&array, &located), output)
    } else {
        text(&array, &located, output)
    })
}

/// How the chunk is stored, in one word, and its range of bytes where it has one.
fn place(located: &Located) -> (&'static str, Option<&Range<u64>>) {
    match &located.place {
        StoredPlace::Missing => ("missing", None),
        StoredPlace::Range(range) => ("stored", Some(range)),
        StoredPlace::Deflated => ("deflated", None),
        StoredPlace::Inline => ("inline", None),
        StoredPlace::Compressed => ("compressed", None),
    }
}

fn located_json(array: &Array, located: &Located) -> Value {
    let encoding = array.metadata.chunk_key_encoding;
    let (state, range) = place(located);
    let pairs = |region: &Option<Vec<Range<u64>>>| {
        region.as_ref().map(|region| region.iter().map(|range| [range.start, range.end]).collect::<Vec<_>>())
    };
    let prefix = match (encoding.scheme, located.address.chunk.as_slice()) {
        (KeyScheme::Default, _) => "c",
        (KeyScheme::V2, []) => "0",
        (KeyScheme::V2, _) => "",
    };
    let mut value = json!({
        "array": array.path, "chunk": located.address.chunk, "inner": located.address.inner, "key": located.key,
        "key_parts": {
            "encoding": encoding.name(), "prefix": prefix, "separator": encoding.separator,
            "coordinates": located.address.chunk,
        },
        "file": located.file.path.to_string_lossy(), "member": located.file.member, "state": state,
        "offset": range.map(|range| range.start),
        "nbytes": range.map(|range| range.end.saturating_sub(range.start)),
        "covers": pairs(&located.covers), "inside": pairs(&located.inside),
    });
    if let FileKind::Native | FileKind::Virtual | FileKind::Target = located.file.kind {
        value["form"] = json!(words::target_form(located.file.kind));
    }
    for CopyAs { what, text } in copies(located).into_iter().filter(|copy| copy.what != "key") {
        value[what] = json!(text);
    }
    value
}

fn text(array: &Array, located: &Located, output: &mut Output) -> Result<(), Failure> {
    let mut lines = vec![("array", array.path.clone()), ("chunk", words::shape(&located.address.chunk))];
    lines.extend(located.address.inner.iter().map(|inner| ("inner", words::shape(inner))));
    let rule = worked::key(array.metadata.chunk_key_encoding, &located.address.chunk);
    lines.extend(rule.into_iter().map(|line| ("key", line)));
    lines.push(("file", located.file.path.to_string_lossy().into_owned()));
    lines.extend(located.file.member.clone().map(|member| ("member", member)));
    lines.push(("bytes", bytes(located)));
    for (name, region) in [("covers", &located.covers), ("in array", &located.inside)] {
        lines.push((
            name,
            region.as_ref().map_or_else(|| "not a box of elements".to_owned(), |found| range(found)),
        ));
    }
    for (name, value) in lines {
        writeln!(output, "{} {}", output.paint(Tone::Quiet, &format!("{name:<9}")), escape(&value))?;
    }
    for CopyAs { what, text } in
        copies(located).into_iter().filter(|copy| !["key", "path", "coordinates"].contains(&copy.what))
    {
        writeln!(output, "\n{}\n{}", output.paint(Tone::Heading, what), escape(&text))?;
    }
    Ok(())
}

fn bytes(located: &Located) -> String {
    match &located.place {
        StoredPlace::Missing => "missing: every element is the fill value".to_owned(),
        StoredPlace::Range(range) => {
            let count = words::count(range.end.saturating_sub(range.start).into(), "byte");
            let form = words::form_behind(located.file.kind);
            format!("{}:{} of the file, {count}{form}", range.start, range.end)
        }
        StoredPlace::Deflated => "all of the member, deflated in the archive".to_owned(),
        StoredPlace::Inline => words::written_out(located.file.kind).to_owned(),
        StoredPlace::Compressed => "within bytes that are compressed as a whole".to_owned(),
    }
}

fn range(region: &[Range<u64>]) -> String {
    let ranges: Vec<String> = region.iter().map(|range| format!("{}:{}", range.start, range.end)).collect();
    format!("[{}]", ranges.join(", "))
}
