//! `trace`: one chunk through every stage.

use std::io::Write;

use serde_json::{Value, json};

use super::address::unreadable;
use super::arguments::TraceArguments;
use super::open::{message, open_usable};
use super::output::Tone;
use super::{Failure, Output, hexdump, json as print, stage, unless_closed};
use crate::codec::{DecodeOptions, Outcome, Partial, Representation, StageTrace, Value as Decoded};
use crate::limits::TRACE_BYTES;
use crate::metadata::{CodecRole, text::escape};
use crate::pipeline::{Array, ChunkTrace, Fault, State};
use crate::tell::faults;
use crate::tell::statistics;
use crate::tell::words::{count, shape, size, target, target_form, time, written_out};

pub(super) fn run(arguments: &TraceArguments, output: &mut Output) -> Result<(), Failure> {
    let json = arguments.node.json;
    if let Some(path) = &arguments.output {
        stage::refuse_existing(path, arguments.force)?;
    }
    let array = open_usable(&arguments.node, output)?;
    let (address, options) = (arguments.address.of(&array)?, arguments.decode.options());
    let trace = match array.trace(&address, &options, TRACE_BYTES) {
        Ok(trace) => trace,
        Err(fault) => return Err(unreadable(&array, &address, &fault, json, output)?),
    };
    if let (Some(name), Some(path)) = (&arguments.stage, &arguments.output) {
        return stage::write(&array, &trace, name, (arguments, path), output);
    }
    unless_closed(match (&arguments.stage, json) {
        (Some(stage), _) => hexdump::run(&array, &trace, (stage, arguments.side), json, output),
        (None, true) => print::print(&trace_json(&array, &trace, &hints(&array, &trace, &options)), output),
        (None, false) => {
            text(&array, &trace, output).and_then(|()| hints_text(&hints(&array, &trace, &options), output))
        }
    })?;
    match trace.trace.fault {
        Some(fault) => Err(Failure::Data(message(&array.path, Some(&trace.key), &fault.into()))),
        None => Ok(()),
    }
}

/// The most hypotheses that are printed beside the hints of the stage. `doctor` prints all of them.
const HYPOTHESES: usize = 3;

/// What the fault may mean: the hints of the stage, and the likeliest hypotheses about the chunk.
fn hints(array: &Array, trace: &ChunkTrace, options: &DecodeOptions) -> Vec<String> {
    let Some(fault) = trace.trace.fault.clone() else { return Vec::new() };
    let mut hints = Fault::from(fault).hints();
    let diagnosed = array.diagnose(&trace.address, options);
    for likely in diagnosed.unwrap_or_default().into_iter().take(HYPOTHESES) {
        if !hints.contains(&likely.evidence) {
            hints.push(format!("{}: {}", likely.hypothesis, likely.evidence));
        }
    }
    hints
}

fn trace_json(array: &Array, trace: &ChunkTrace, hints: &[String]) -> Value {
    let (state, nbytes) = state_json(trace.state);
    let mut value = json!({
        "array": array.path, "chunk": trace.address.chunk, "key": trace.key, "state": state, "nbytes": nbytes,
        "stages": trace.trace.stages.iter().map(|stage| stage_json(trace, stage)).collect::<Value>(),
        "fault": trace.trace.fault.clone().map(|fault| print::fault(&fault.into())),
    });
    if let Some(overhang) = &trace.overhang {
        let used: Vec<[u64; 2]> = overhang.used.iter().map(|range| [range.start, range.end]).collect();
        value["overhang"] = json!({"elements": overhang.size(), "used": used});
    }
    if trace.trace.fault.is_some() {
        value["fault"]["hints"] = json!(hints);
    }
    if let Some(target) = &trace.target {
        let nbytes = target.range.end.saturating_sub(target.range.start);
        value["target"] = json!({
            "file": target.file.path.to_string_lossy(), "offset": target.range.start, "nbytes": nbytes,
            "form": target_form(target.file.kind),
        });
    }
    if trace.written_out.is_some() {
        value["inline"] = json!(true);
    }
    if let Some(requests) = array.store().requests() {
        value["requests"] = json!({"count": requests.count, "bytes": requests.bytes});
    }
    if let [first, more @ ..] = trace.address.inner.as_slice() {
        value["inner"] = if more.is_empty() { json!(first) } else { json!(trace.address.inner) };
        value["offset"] = json!(trace.offset);
    }
    value
}

/// How it stands with a chunk, and its bytes where their number is known.
pub(super) fn state_json(state: State) -> (&'static str, Option<u64>) {
    match state {
        State::Stored(nbytes) | State::Unread(Some(nbytes)) => ("stored", Some(nbytes)),
        State::Missing => ("missing", None),
        State::Unread(None) => ("unknown", None),
    }
}

fn stage_json(trace: &ChunkTrace, stage: &StageTrace) -> Value {
    let mut value = json!({
        "codec": stage.info.codec.name, "kind": stage.info.kind.to_string(), "codec_index": stage.info.codec_index,
    });
    if stage.info.codec.role != CodecRole::Codec {
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
        Outcome::Decoded(nbytes, _) => {
            value["output"] = result(&stage.info.decoded, *nbytes);
            if let Some(statistics) = trace.statistics(stage) {
                value["statistics"] = print::statistics(&statistics);
            }
        }
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

/// The output of a failed stage up to its failure.
fn partial_json(partial: &Partial) -> Value {
    let nbytes = partial.value.visible_bytes().len();
    let mut value = json!({"nbytes": nbytes, "consumed": partial.consumed});
    if let Decoded::Array(elements) = &partial.value {
        value["size"] = json!(elements.size());
    }
    if partial.filled > 0 {
        value["filled"] = json!(partial.filled);
    }
    if let Some(marks) = &partial.marks {
        value["lost"] = json!(marks.count());
    }
    value
}

fn input(stage: &StageTrace) -> Value {
    match (&stage.info.encoded, stage.input_nbytes) {
        (Representation::Array(array), _) => print::array(array),
        (_, nbytes) => json!({"nbytes": nbytes}),
    }
}

/// The output of a stage: an array, or bytes. The sharding stage of an inner chunk gives that chunk's bytes.
fn result(decoded: &Representation, nbytes: u64) -> Value {
    match decoded {
        Representation::Array(array) if array.nbytes() == Some(nbytes) => print::array(array),
        _ => json!({"nbytes": nbytes}),
    }
}

fn text(array: &Array, trace: &ChunkTrace, output: &mut Output) -> Result<(), Failure> {
    writeln!(output, "array   {}", escape(&array.path))?;
    writeln!(output, "chunk   {}  key {}", shape(&trace.address.chunk), trace.key)?;
    for coords in &trace.address.inner {
        writeln!(output, "inner   {}", shape(coords))?;
    }
    if let Some(place) = &trace.target {
        writeln!(output, "in      {}", target(place))?;
    }
    if let Some(kind) = trace.written_out {
        writeln!(output, "in      {}", written_out(kind))?;
    }
    if let Some(extent) = array.metadata.chunk_grid.extent(&trace.address.chunk) {
        let ranges: Vec<String> =
            extent.iter().map(|range| format!("{}:{}", range.start, range.end)).collect();
        let past = trace.overhang.as_ref().map_or_else(String::new, |overhang| {
            let size = count(overhang.size().into(), "element");
            format!("; {size} past the array {}: overhang", shape(&array.metadata.shape))
        });
        writeln!(output, "covers  [{}]{past}", ranges.join(", "))?;
    }
    match trace.state {
        State::Stored(nbytes) => writeln!(output, "stored  {}", size(nbytes))?,
        State::Missing => {
            let fill = trace.decoded.fill_value.as_ref().map_or_else(String::new, ToString::to_string);
            writeln!(output, "missing: every element is the fill value, {fill}")?;
        }
        State::Unread(Some(nbytes)) => writeln!(output, "stored  {}, which could not be read", size(nbytes))?,
        State::Unread(None) => writeln!(output, "unknown: what leads to its bytes cannot be read")?,
    }
    if let Some(requests) = array.store().requests() {
        let (asked, came) = (count(requests.count.into(), "request"), size(requests.bytes));
        writeln!(output, "asked   {asked}, {came} came back")?;
    }
    writeln!(output)?;
    for stage in &trace.trace.stages {
        stage_text(trace, stage, output)?;
    }
    Ok(())
}

fn hints_text(hints: &[String], output: &mut Output) -> Result<(), Failure> {
    if !hints.is_empty() {
        writeln!(output)?;
    }
    for hint in hints {
        writeln!(output, "hint: {}", escape(hint))?;
    }
    Ok(())
}

fn stage_text(trace: &ChunkTrace, stage: &StageTrace, output: &mut Output) -> Result<(), Failure> {
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
    let name = escape(&stage.info.codec.name).into_owned();
    writeln!(output, "{sign} {name:<18} {:<13} {what}", stage.info.part())?;
    if let Some(partial) = &stage.partial {
        writeln!(
            output,
            "    {}",
            output.paint(Tone::Quiet, &faults::partial(partial, &stage.info.decoded))
        )?;
    }
    if let Some(statistics) = trace.statistics(stage) {
        let line = format!("entropy {:.2} bits/byte", statistics.entropy);
        let line =
            statistics::elements(&statistics).map_or(line.clone(), |elements| format!("{line}; {elements}"));
        writeln!(output, "    {}", output.paint(Tone::Quiet, &escape(&line)))?;
    }
    for note in &stage.notes {
        let note = format!("{}: {}", note.name, escape(&note.value));
        writeln!(output, "    {}", output.paint(Tone::Quiet, &note))?;
    }
    Ok(())
}
