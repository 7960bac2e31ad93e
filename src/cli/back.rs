//! `probe --byte`: from a byte back to the elements that depend on it.

use std::io::Write;

use serde::Serialize;

use super::arguments::ProbeArguments;
use super::{Failure, Output, Result, address::address, json as print, open::failure};
use crate::codec::{CodecKind, Dependents, inner_chain};
use crate::metadata::text::escape;
use crate::pipeline::{Array, Back, ByteAt, ChunkAddress};
use crate::tell::words::{count, shape};

pub(super) fn run(array: &Array, arguments: &ProbeArguments, output: &mut Output) -> Result {
    let (Some(chunk), Some(byte)) = (&arguments.chunk, arguments.byte) else {
        return Err(Failure::Usage("expected --at, or --chunk and --byte".to_owned()));
    };
    let address = address(array, chunk, &arguments.inner)?;
    if let Some(stage) = arguments.stage {
        let chain = inner_chain(array.chain(), &address.inner).unwrap_or(array.chain());
        let found = match chain.stages().nth(stage) {
            Some(info) if info.kind == CodecKind::BytesToBytes => None,
            Some(info) => Some(format!(
                "expected a codec that gives bytes, found \"{}\", which gives an array: use --at",
                escape(&info.codec.name)
            )),
            None => Some(format!("expected the place of a codec, found {stage}")),
        };
        if let Some(found) = found {
            return Err(Failure::Usage(format!("{}: --stage: {found}", array.path)));
        }
    }
    let at = ByteAt { address: &address, place: arguments.stage, byte };
    let back = array.probe_byte(at, &arguments.decode.options());
    let failure = |fault| failure(&array.path, Some(&array.chunk_key(&address.chunk)), &fault);
    let Some(back) = back.map_err(failure)? else {
        let text = format!("{}: --byte: expected a byte that is there, found {byte}", array.path);
        return Err(Failure::Usage(text));
    };
    if !arguments.node.json {
        return text(array, &back, at, output);
    }
    let dependents = match &back.dependents {
        Dependents::None => DependentsJson::Word("none"),
        Dependents::All => DependentsJson::Word("all"),
        Dependents::Elements { first, count } => {
            DependentsJson::Elements { first, count: *count, element: back.element.as_deref() }
        }
    };
    let report = BackJson {
        array: &array.path,
        address: &address,
        key: &back.trace.key,
        byte,
        codec_index: at.place,
        dependents,
    };
    print::print(&report, output)
}

#[derive(Serialize)]
struct BackJson<'a> {
    array: &'a str,
    #[serde(flatten)]
    address: &'a ChunkAddress,
    key: &'a str,
    byte: u64,
    codec_index: Option<usize>,
    dependents: DependentsJson<'a>,
}

#[derive(Serialize)]
#[serde(untagged)]
enum DependentsJson<'a> {
    Word(&'static str),
    Elements { first: &'a [u64], count: u64, element: Option<&'a [u64]> },
}

fn text(array: &Array, back: &Back, at: ByteAt, output: &mut Output) -> Result {
    writeln!(output, "array    {}", escape(&array.path))?;
    writeln!(output, "chunk    {}  key {}", shape(&at.address.chunk), back.trace.key)?;
    for inner in &at.address.inner {
        writeln!(output, "inner    {}", shape(inner))?;
    }
    let place = match at.place {
        Some(place) => format!("after codec {place}"),
        None => "stored".to_owned(),
    };
    writeln!(output, "byte     {}, {place}", at.byte)?;
    match &back.dependents {
        Dependents::None => {
            writeln!(output, "elements none: the byte belongs to a checksum, an index or a length")?;
        }
        Dependents::All => {
            writeln!(output, "elements any may depend on it: the codec works on all bytes together")?;
        }
        Dependents::Elements { first, count: number } => {
            let from = if *number == 1 { "" } else { "from " };
            let elements = count((*number).into(), "element");
            writeln!(output, "elements {elements}, {from}{} in the chunk", shape(first))?;
        }
    }
    if let Some(element) = &back.element {
        writeln!(output, "element  {} of the array", shape(element))?;
    }
    Ok(())
}
