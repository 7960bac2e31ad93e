//! `trace`: one chunk through every stage.

use std::io::Write;

use serde_json::{Value, json};

use super::arguments::TraceArguments;
use super::open::{check_coords, message, open_usable};
use super::output::Tone;
use super::{Failure, Output, json as print, unless_closed};
use crate::app::words::{count, grouped, shape, size, time};
use crate::codec::{Outcome, Partial, Representation, StageTrace, Value as Decoded};
use crate::metadata::{CodecRole, text::escape};
use crate::pipeline::{Array, ChunkTrace, Fault, State};

pub(super) fn run(arguments: &TraceArguments, output: &mut Output) -> Result<(), Failure> {
    let json = arguments.node.json;
    let array = open_usable(&arguments.node, output)?;
    let trace = match trace(&array, arguments)? {
        Ok(trace) => trace,
        Err(fault) => {
            if json {
                let coords = &arguments.chunk.0;
                let value = json!({
                    "array": array.path, "chunk": coords, "key": array.chunk_key(coords), "fault": print::fault(&fault),
                });
                print::print(&value, output)?;
            }
            return Err(Failure::Data(message(
                &array.path,
                Some(&array.chunk_key(&arguments.chunk.0)),
                &fault,
            )));
        }
    };
    unless_closed(if json {
        print::print(&trace_json(&array, &trace), output)
    } else {
        text(&array, &trace, output)
    })?;
    match trace.trace.fault {
        Some(fault) => Err(Failure::Data(message(&array.path, Some(&trace.key), &fault.into()))),
        None => Ok(()),
    }
}

fn trace(array: &Array, arguments: &TraceArguments) -> Result<Result<ChunkTrace, Fault>, Failure> {
    let coords = &arguments.chunk.0;
    check_coords(coords, &array.metadata.chunk_grid.grid_shape(), &format!("{}: --chunk", array.path))?;
    let options = arguments.decode.options();
    if arguments.inner.is_empty() {
        return Ok(array.trace(coords, &options, 0));
    }
    let path: Vec<Vec<u64>> = arguments.inner.iter().map(|coords| coords.0.clone()).collect();
    let mut chain = array.chain().as_ref();
    for coords in &path {
        let Some(sharding) = chain.sharding() else {
            let text = format!(
                "{}: --inner: expected an array of shards, found \"{}\"",
                array.path,
                chain.array_to_bytes_info().name
            );
            return Err(Failure::Usage(text));
        };
        check_coords(coords, &sharding.grid().grid_shape(), &format!("{}: --inner", array.path))?;
        chain = sharding.inner();
    }
    match array.trace_inner(coords, &path, &options, 0) {
        Ok(Some(trace)) => Ok(Ok(trace)),
        Ok(None) => Err(Failure::Usage("--inner: expected the coordinates of an inner chunk".to_owned())),
        Err(fault) => Ok(Err(fault)),
    }
}

fn trace_json(array: &Array, trace: &ChunkTrace) -> Value {
    let (state, nbytes) = match trace.state {
        State::Stored(nbytes) => ("stored", Some(nbytes)),
        State::Missing => ("missing", None),
    };
    let mut value = json!({
        "array": array.path, "chunk": trace.coords, "key": trace.key, "state": state, "nbytes": nbytes,
        "stages": trace.trace.stages.iter().map(stage_json).collect::<Value>(),
        "fault": trace.trace.fault.clone().map(|fault| print::fault(&fault.into())),
    });
    if let Some(inner) = trace.inner.first() {
        value["inner"] = if trace.inner.len() == 1 { json!(inner) } else { json!(trace.inner) };
        value["offset"] = json!(trace.offset);
    }
    value
}

fn stage_json(stage: &StageTrace) -> Value {
    let mut value = json!({
        "codec": stage.info.name, "kind": stage.info.kind.to_string(), "codec_index": stage.info.codec_index,
    });
    if stage.info.role != CodecRole::Codec {
        value["role"] = json!(stage.info.part());
    }
    let outcome = match &stage.outcome {
        Outcome::Decoded(..) => "decoded",
        Outcome::Failed(_) => "failed",
        Outcome::NotReached => "not reached",
    };
    value["outcome"] = json!(outcome);
    if stage.outcome == Outcome::NotReached {
        return value;
    }
    value["input"] = input(stage);
    match &stage.outcome {
        Outcome::Decoded(nbytes, _) => value["output"] = result(&stage.info.decoded, *nbytes),
        Outcome::Failed(error) => value["error"] = json!(error.to_string()),
        Outcome::NotReached => {}
    }
    if let Some(partial) = &stage.partial {
        value["partial"] = partial_json(partial);
    }
    value["elapsed_us"] = json!(u64::try_from(stage.elapsed.as_micros()).unwrap_or(u64::MAX));
    value["notes"] = stage.notes.iter().map(|note| json!({"name": note.name, "value": note.value})).collect();
    value
}

/// What had come out when the stage failed.
fn partial_json(partial: &Partial) -> Value {
    let nbytes = partial.value.visible_bytes().len();
    let mut value = json!({"nbytes": nbytes, "consumed": partial.consumed});
    if let Decoded::Array(elements) = &partial.value {
        value["size"] = json!(elements.size());
    }
    if partial.filled > 0 {
        value["filled"] = json!(partial.filled);
    }
    value
}

fn input(stage: &StageTrace) -> Value {
    match (&stage.info.encoded, stage.input_nbytes) {
        (Representation::Array(array), _) => print::array(array),
        (_, nbytes) => json!({"nbytes": nbytes}),
    }
}

/// What came out: an array, or bytes. The sharding stage of an inner chunk gives that chunk's bytes.
fn result(decoded: &Representation, nbytes: u64) -> Value {
    match decoded {
        Representation::Array(array) if array.nbytes() == Some(nbytes) => print::array(array),
        _ => json!({"nbytes": nbytes}),
    }
}

fn text(array: &Array, trace: &ChunkTrace, output: &mut Output) -> Result<(), Failure> {
    writeln!(output, "array   {}", escape(&array.path))?;
    writeln!(output, "chunk   {}  key {}", shape(&trace.coords), trace.key)?;
    for coords in &trace.inner {
        writeln!(output, "inner   {}", shape(coords))?;
    }
    if let Some(extent) = array.metadata.chunk_grid.extent(&trace.coords) {
        let ranges: Vec<String> =
            extent.iter().map(|range| format!("{}:{}", range.start, range.end)).collect();
        writeln!(output, "covers  [{}]", ranges.join(", "))?;
    }
    match trace.state {
        State::Stored(nbytes) => writeln!(output, "stored  {}", size(nbytes))?,
        State::Missing => {
            let fill = array.metadata.fill_value.to_string();
            writeln!(output, "missing: every element is the fill value, {fill}")?;
        }
    }
    writeln!(output)?;
    for stage in &trace.trace.stages {
        stage_text(stage, output)?;
    }
    let hints = trace.trace.fault.clone().map(|fault| Fault::from(fault).hints()).unwrap_or_default();
    if !hints.is_empty() {
        writeln!(output)?;
    }
    for hint in hints {
        writeln!(output, "hint: {hint}")?;
    }
    Ok(())
}

fn stage_text(stage: &StageTrace, output: &mut Output) -> Result<(), Failure> {
    let (sign, tone, what) = match &stage.outcome {
        Outcome::Decoded(nbytes, _) => {
            let what = match &stage.info.decoded {
                Representation::Array(array) if array.nbytes() == Some(*nbytes) => array.to_string(),
                _ => size(*nbytes),
            };
            ("✓", Tone::Sound, format!("{what:<28} {}", time(stage.elapsed)))
        }
        Outcome::Failed(error) => ("✗", Tone::Fault, escape(&error.to_string()).into_owned()),
        Outcome::NotReached => ("·", Tone::Quiet, "not reached".to_owned()),
    };
    let sign = output.paint(tone, sign);
    let name = escape(&stage.info.name).into_owned();
    writeln!(output, "{sign} {name:<18} {:<13} {what}", stage.info.part())?;
    if let Some(partial) = &stage.partial {
        writeln!(output, "    {}", output.paint(Tone::Quiet, &partial_text(partial, &stage.info.decoded)))?;
    }
    for note in &stage.notes {
        let note = format!("{}: {}", note.name, escape(&note.value));
        writeln!(output, "    {}", output.paint(Tone::Quiet, &note))?;
    }
    Ok(())
}

/// What had come out when the stage failed: `gave 12 of 16 elements before it failed`.
fn partial_text(partial: &Partial, decoded: &Representation) -> String {
    let (given, unit) = match &partial.value {
        Decoded::Array(elements) => ((elements.size() as u64).saturating_sub(partial.filled), "element"),
        Decoded::Bytes(bytes) => (bytes.len() as u64, "byte"),
    };
    let whole = match decoded {
        Representation::Array(array) => array.size(),
        Representation::Bytes(nbytes) => *nbytes,
        Representation::Unknown => None,
    };
    let mut text = match whole {
        Some(whole) => format!("gave {} of {}", grouped(given.into()), count(whole.into(), unit)),
        None => format!("gave {}", count(given.into(), unit)),
    };
    text.push_str(" before it failed");
    if partial.filled > 0 {
        text.push_str("; the others hold the fill value");
    }
    if let Some(consumed) = partial.consumed {
        text = format!("{text}, from the first {} of its input", count(consumed.into(), "byte"));
    }
    text
}
