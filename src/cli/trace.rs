use std::{borrow::Cow, io::Write};

use serde::Serialize;

use super::address::{address, unreadable};
use super::json::{self, FaultReport, RepresentationReport, StatisticsReport, pairs};
use super::open::{failure, open_usable};
use super::{Output, Result, arguments::TraceArguments, hexdump, output::Tone, stage, unless_closed};
use crate::codec::{
    DecodeOptions, Note, Outcome, Partial, Representation, StageInfo, StageTrace, Value as Decoded,
};
use crate::metadata::{CodecRole, text::escape};
use crate::pipeline::{Array, ChunkTrace, Fault, State};
use crate::store::RequestCount;
use crate::tell::words::{count, shape, size, slices, target, target_form, time, written_out};
use crate::tell::{faults, statistics};

pub(super) fn run(arguments: &TraceArguments, output: &mut Output) -> Result {
    let json = arguments.node.json;
    if let Some(path) = &arguments.output {
        stage::refuse_existing(path, arguments.force)?;
    }
    let array = open_usable(&arguments.node, output)?;
    let address = address(&array, &arguments.address.chunk, &arguments.address.inner)?;
    let options = arguments.decode.options();
    let trace = match array.trace(&address, &options) {
        Ok(trace) => trace,
        Err(fault) => return Err(unreadable(&array, &address, &fault, json, output)?),
    };
    if let (Some(name), Some(path)) = (&arguments.stage, &arguments.output) {
        return stage::write(&array, &trace, name, path, arguments, output);
    }
    unless_closed(match (&arguments.stage, json) {
        (Some(stage), _) => hexdump::run(&array, &trace, stage, arguments.side, json, output),
        (None, true) => json::print(&trace_report(&array, &trace, hints(&array, &trace, &options)), output),
        (None, false) => {
            text(&array, &trace, output)?;
            for (index, hint) in hints(&array, &trace, &options).iter().enumerate() {
                let gap = if index == 0 { "\n" } else { "" };
                writeln!(output, "{gap}hint: {}", escape(hint))?;
            }
            Ok(())
        }
    })?;
    let Some(fault) = trace.trace.fault else { return Ok(()) };
    Err(failure(&array.path, Some(&trace.key), &fault.into()))
}

const HYPOTHESES: usize = 3;

fn hints(array: &Array, trace: &ChunkTrace, options: &DecodeOptions) -> Vec<String> {
    let Some(fault) = trace.trace.fault.clone() else { return Vec::new() };
    let mut hints = Fault::from(fault).hints();
    for likely in array.diagnose(&trace.address, options).unwrap_or_default().into_iter().take(HYPOTHESES) {
        if !hints.contains(&likely.evidence) {
            hints.push(format!("{}: {}", likely.hypothesis, likely.evidence));
        }
    }
    hints
}

#[derive(Serialize)]
struct TraceReport<'a> {
    array: &'a str,
    chunk: &'a [u64],
    key: &'a str,
    #[serde(flatten)]
    state: StateReport,
    stages: Vec<StageReport<'a>>,
    fault: Option<FaultReport>,
    #[serde(skip_serializing_if = "Option::is_none")]
    overhang: Option<OverhangReport>,
    #[serde(skip_serializing_if = "Option::is_none")]
    target: Option<TargetReport<'a>>,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    inline: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    requests: Option<RequestCount>,
    #[serde(flatten)]
    inner: Option<InnerReport<'a>>,
}

#[derive(Serialize)]
pub(super) struct StateReport {
    state: &'static str,
    nbytes: Option<u64>,
}

#[derive(Serialize)]
struct OverhangReport {
    elements: u64,
    used: Vec<[u64; 2]>,
}

#[derive(Serialize)]
struct TargetReport<'a> {
    file: Cow<'a, str>,
    offset: u64,
    nbytes: u64,
    form: &'static str,
}

#[derive(Serialize)]
struct InnerReport<'a> {
    inner: InnerCoords<'a>,
    offset: Option<u64>,
}

#[derive(Serialize)]
#[serde(untagged)]
enum InnerCoords<'a> {
    One(&'a [u64]),
    Several(&'a [Vec<u64>]),
}

fn trace_report<'a>(array: &'a Array, trace: &'a ChunkTrace, hints: Vec<String>) -> TraceReport<'a> {
    let mut fault = None;
    if let Some(found) = &trace.trace.fault {
        let report = FaultReport::from(&Fault::from(found.clone()));
        fault = Some(FaultReport { hints: Some(hints), ..report });
    }
    let inner = match trace.address.inner.as_slice() {
        [] => None,
        [one] => Some(InnerCoords::One(one)),
        several => Some(InnerCoords::Several(several)),
    };
    let overhang = trace.overhang.as_ref();
    TraceReport {
        array: &array.path,
        chunk: &trace.address.chunk,
        key: &trace.key,
        state: trace.state.into(),
        stages: trace.trace.stages.iter().map(|stage| stage_report(trace, stage)).collect(),
        fault,
        overhang: overhang.map(|own| OverhangReport { elements: own.size(), used: pairs(&own.used) }),
        target: trace.target.as_ref().map(|target| TargetReport {
            file: target.file.path.to_string_lossy(),
            offset: target.range.start,
            nbytes: target.range.end.saturating_sub(target.range.start),
            form: target_form(target.file.kind),
        }),
        inline: trace.written_out.is_some(),
        requests: array.store().requests(),
        inner: inner.map(|inner| InnerReport { inner, offset: trace.offset }),
    }
}

impl From<State> for StateReport {
    fn from(state: State) -> Self {
        let (state, nbytes) = match state {
            State::Stored(nbytes) | State::Unread(Some(nbytes)) => ("stored", Some(nbytes)),
            State::Missing => ("missing", None),
            State::Unread(None) => ("unknown", None),
        };
        Self { state, nbytes }
    }
}

#[derive(Serialize)]
struct StageReport<'a> {
    codec: &'a str,
    kind: String,
    codec_index: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    role: Option<String>,
    outcome: &'static str,
    #[serde(flatten)]
    reached: Option<ReachedStage<'a>>,
}

#[derive(Serialize)]
struct ReachedStage<'a> {
    input: RepresentationReport,
    #[serde(skip_serializing_if = "Option::is_none")]
    output: Option<RepresentationReport>,
    #[serde(skip_serializing_if = "Option::is_none")]
    statistics: Option<StatisticsReport>,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    partial: Option<PartialReport>,
    elapsed_us: u64,
    notes: &'a [Note],
}

#[derive(Serialize)]
struct PartialReport {
    nbytes: usize,
    consumed: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    size: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    filled: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    lost: Option<u64>,
}

fn stage_report<'a>(trace: &ChunkTrace, stage: &'a StageTrace) -> StageReport<'a> {
    let codec = &stage.info.codec;
    let outcome = match &stage.outcome {
        Outcome::Decoded(..) => "decoded",
        Outcome::Failed(_) => "failed",
        Outcome::NotReached => "not reached",
    };
    StageReport {
        codec: &codec.name,
        kind: stage.info.kind.to_string(),
        codec_index: stage.info.codec_index,
        role: role(&stage.info),
        outcome,
        reached: reached_stage(trace, stage),
    }
}

pub(super) fn role(info: &StageInfo) -> Option<String> {
    if info.codec.role == CodecRole::Codec { None } else { Some(info.part()) }
}

fn reached_stage<'a>(trace: &ChunkTrace, stage: &'a StageTrace) -> Option<ReachedStage<'a>> {
    let (output, error) = match &stage.outcome {
        Outcome::Decoded(nbytes, _) => match &stage.info.decoded {
            Representation::Array(array) if array.nbytes() == Some(*nbytes) => {
                (Some(RepresentationReport::Array(array.into())), None)
            }
            _ => (Some(RepresentationReport::Bytes { nbytes: Some(*nbytes) }), None),
        },
        Outcome::Failed(error) => (None, Some(error.to_string())),
        Outcome::NotReached => return None,
    };
    let input = match &stage.info.encoded {
        Representation::Array(array) => RepresentationReport::Array(array.into()),
        Representation::Bytes(_) | Representation::Unknown => {
            RepresentationReport::Bytes { nbytes: stage.input_nbytes }
        }
    };
    Some(ReachedStage {
        input,
        statistics: output.as_ref().and_then(|_| trace.statistics(stage)).map(|found| (&found).into()),
        output,
        error,
        partial: stage.partial.as_ref().map(PartialReport::from),
        elapsed_us: u64::try_from(stage.elapsed.as_micros()).unwrap_or(u64::MAX),
        notes: &stage.notes,
    })
}

impl From<&Partial> for PartialReport {
    fn from(partial: &Partial) -> Self {
        let size = match &partial.value {
            Decoded::Array(elements) => Some(elements.size()),
            Decoded::Bytes(_) => None,
        };
        Self {
            nbytes: partial.value.visible_bytes().len(),
            consumed: partial.consumed,
            size,
            filled: Some(partial.filled).filter(|filled| *filled > 0),
            lost: partial.marks.as_ref().map(|marks| marks.count()),
        }
    }
}

fn text(array: &Array, trace: &ChunkTrace, output: &mut Output) -> Result {
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
        let mut past = String::new();
        if let Some(overhang) = &trace.overhang {
            let size = count(overhang.size().into(), "element");
            past = format!("; {size} past the array {}: overhang", shape(&array.metadata.shape));
        }
        writeln!(output, "covers  [{}]{past}", slices(&extent))?;
    }
    match trace.state {
        State::Stored(nbytes) => writeln!(output, "stored  {}", size(nbytes))?,
        State::Missing => {
            let fill = trace.decoded.fill_value.as_ref().map(ToString::to_string).unwrap_or_default();
            writeln!(output, "missing: every element is the fill value, {fill}")?;
        }
        State::Unread(Some(nbytes)) => writeln!(output, "stored  {}, which could not be read", size(nbytes))?,
        State::Unread(None) => writeln!(output, "unknown: what leads to its bytes cannot be read")?,
    }
    if let Some(requests) = array.store().requests() {
        let asked = count(requests.count.into(), "request");
        writeln!(output, "asked   {asked}, {} came back", size(requests.bytes))?;
    }
    writeln!(output)?;
    for stage in &trace.trace.stages {
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
            let partial = faults::partial(partial, &stage.info.decoded);
            writeln!(output, "    {}", output.paint(Tone::Quiet, &partial))?;
        }
        if let Some(statistics) = trace.statistics(stage) {
            let mut line = format!("entropy {:.2} bits/byte", statistics.entropy);
            if let Some(elements) = statistics::elements(&statistics) {
                line = format!("{line}; {elements}");
            }
            writeln!(output, "    {}", output.paint(Tone::Quiet, &escape(&line)))?;
        }
        for note in &stage.notes {
            let note = format!("{}: {}", note.name, escape(&note.value));
            writeln!(output, "    {}", output.paint(Tone::Quiet, &note))?;
        }
    }
    Ok(())
}
