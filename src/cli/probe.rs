use std::io::Write;

use serde::Serialize;
use serde_json::Value;

use super::json::{self, FaultReport, pairs};
use super::labels::{Chosen, say_packed_twice};
use super::open::{check_coords, failure, open_usable};
use super::{Failure, Output, Result, arguments::ProbeArguments, back, output::Tone, trace::StateReport};
use crate::codec::{Location, Step};
use crate::metadata::fill_value;
use crate::metadata::text::{escape, shorten};
use crate::pipeline::{Array, Fault, InShard, LabelPick, LabelSelection, Probe, State};
use crate::tell::meaning::MeaningValueReport;
use crate::tell::words::{ranges, shape, size};

pub(super) fn run(arguments: &ProbeArguments, output: &mut Output) -> Result {
    let array = open_usable(&arguments.node, output)?;
    let chosen = Chosen::of(&arguments.node, &arguments.values, arguments.decode.options());
    let others = [("--at", arguments.at.is_some()), ("--byte", arguments.byte.is_some())];
    let selection = chosen.selection(&array, None, &others)?;
    let at = match (&selection, &arguments.at) {
        (Some(selection), _) => element(&array, selection)?,
        (None, Some(at)) => at.0.clone(),
        (None, None) => return back::run(&array, arguments, output),
    };
    check_coords(&array, "--at", &at, &array.metadata.shape)?;
    let probe = match array.probe(&at, &arguments.decode.options()) {
        Ok(Some(probe)) => probe,
        Ok(None) => {
            return Err(Failure::Usage(format!("{}: --at: expected an element of the array", array.path)));
        }
        Err(fault) => {
            if arguments.node.json {
                json::print(&UnreadElement { array: &array.path, at: &at, fault: (&fault).into() }, output)?;
            }
            let chunk = array.metadata.chunk_grid.locate(&at).map(|(chunk, _)| chunk).unwrap_or_default();
            return Err(failure(&array.path, Some(&array.chunk_key(&chunk)), &fault));
        }
    };
    let picks = selection.map(|selection| selection.picks).unwrap_or_default();
    let mut meant = None;
    if arguments.values.physical
        && let Some(meaning) = array.meaning()
    {
        say_packed_twice(&array, &meaning);
        meant = probe.scalar.as_ref().map(|scalar| meaning.value(scalar));
    }
    if arguments.node.json {
        let physical = meant.as_ref().map(Into::into);
        let physical = arguments.values.physical.then_some(PhysicalValue { values: "physical", physical });
        let trace = &probe.trace;
        let report = ProbeReport {
            array: &array.path,
            at: &probe.element,
            chunk: &trace.address.chunk,
            key: &trace.key,
            within: &probe.within,
            state: probe.trace.state.into(),
            value: &probe.value,
            shards: &probe.shards,
            offset: trace.offset,
            stages: probe.steps.iter().map(StepReport::from).collect(),
            fill_value_path: array.chain().fill_path().values().map(fill_value::write).collect(),
            fault: trace.trace.fault.clone().map(|fault| (&Fault::from(fault)).into()),
            physical,
            selection: picks.clone(),
        };
        json::print(&report, output)?;
    } else {
        for pick in &picks {
            writeln!(output, "{}", pick.text())?;
        }
        text(&array, &probe, output)?;
        if let Some(meant) = &meant {
            let steps = meant.way().unwrap_or_else(|| format!("→ {}", meant.text()));
            writeln!(output, "{:<18} {:<34} {}", "meaning", "by attributes", escape(&steps))?;
        }
    }
    let Some(fault) = probe.trace.trace.fault.clone() else { return Ok(()) };
    Err(failure(&array.path, Some(&probe.trace.key), &fault.into()))
}

fn element(array: &Array, selection: &LabelSelection) -> Result<Vec<u64>> {
    for (dimension, range) in selection.region.iter().enumerate() {
        let found = range.end - range.start;
        if found != 1 {
            let names = array.meaning().map(|meaning| meaning.dimensions).unwrap_or_default();
            let name = match names.get(dimension) {
                Some(Some(name)) => escape(name).into_owned(),
                _ => format!("dimension {dimension}"),
            };
            let text = format!("expected one label of {name}, found {found} elements");
            return Err(Failure::Usage(format!("{}: --sel: {text}", array.path)));
        }
    }
    Ok(selection.region.iter().map(|range| range.start).collect())
}

#[derive(Serialize)]
struct UnreadElement<'a> {
    array: &'a str,
    at: &'a [u64],
    fault: FaultReport,
}

#[derive(Serialize)]
struct ProbeReport<'a> {
    array: &'a str,
    at: &'a [u64],
    chunk: &'a [u64],
    key: &'a str,
    within: &'a [u64],
    #[serde(flatten)]
    state: StateReport,
    value: &'a Option<String>,
    shards: &'a [InShard],
    offset: Option<u64>,
    stages: Vec<StepReport<'a>>,
    fill_value_path: Vec<Value>,
    fault: Option<FaultReport>,
    #[serde(flatten)]
    physical: Option<PhysicalValue<'a>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    selection: Vec<LabelPick>,
}

#[derive(Serialize)]
struct PhysicalValue<'a> {
    values: &'static str,
    physical: Option<MeaningValueReport<'a>>,
}

#[derive(Serialize)]
struct StepReport<'a> {
    #[serde(flatten)]
    place: StepPlace<'a>,
    codec: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    codec_index: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    formula: &'a Option<String>,
}

#[derive(Serialize)]
#[serde(untagged)]
enum StepPlace<'a> {
    Element { element: &'a [u64], index: u64, value: &'a Option<String> },
    Ranges { ranges: Vec<[u64; 2]>, bytes: &'a Option<String> },
    Whole { ranges: &'static str },
}

impl<'a> From<&'a Step> for StepReport<'a> {
    fn from(step: &'a Step) -> Self {
        let value = &step.value;
        let place = match &step.location {
            Location::Element(element, index) => StepPlace::Element { element, index: *index, value },
            Location::Ranges(found) => StepPlace::Ranges { ranges: pairs(found), bytes: value },
            Location::Whole => StepPlace::Whole { ranges: "all" },
        };
        let stage = step.stage.as_ref();
        let codec = stage.map(|stage| stage.codec.name.as_str());
        Self { place, codec, codec_index: stage.map(|stage| stage.codec_index), formula: &step.formula }
    }
}

/// Characters of a value that people read; JSON has all of it.
const WRITTEN: usize = 4096;

fn text(array: &Array, probe: &Probe, output: &mut Output) -> Result {
    writeln!(output, "array    {}", escape(&array.path))?;
    writeln!(output, "element  {}", shape(&probe.element))?;
    writeln!(output, "chunk    {}  key {}", shape(&probe.trace.address.chunk), probe.trace.key)?;
    writeln!(output, "within   {}", shape(&probe.within))?;
    for shard in &probe.shards {
        writeln!(output, "inner    {}, within it {}", shape(&shard.inner), shape(&shard.within))?;
    }
    match (probe.trace.state, probe.trace.offset) {
        (State::Stored(nbytes), Some(offset)) => {
            writeln!(output, "stored   {}, from byte {offset} of the shard", size(nbytes))?;
        }
        (State::Stored(nbytes), None) => writeln!(output, "stored   {}", size(nbytes))?,
        (State::Missing, _) => writeln!(output, "missing: the element is the fill value")?,
        (State::Unread(Some(nbytes)), _) => {
            writeln!(output, "stored   {}, which could not be read", size(nbytes))?;
        }
        (State::Unread(None), _) => writeln!(output, "unknown: what leads to its bytes cannot be read")?,
    }
    if let Some(path) = array.chain().fill_path().text() {
        writeln!(output, "fill     {path}")?;
    }
    if let Some(value) = &probe.value {
        writeln!(output, "value    {}", output.paint(Tone::Name, &shorten(value, WRITTEN)))?;
    }
    writeln!(output)?;
    for step in &probe.steps {
        let name = step.stage.as_ref().map_or("stored", |stage| stage.codec.name.as_str());
        let place = match &step.location {
            Location::Element(coords, index) => format!("element {}, number {index}", shape(coords)),
            Location::Ranges(found) => ranges(found),
            Location::Whole => "all bytes".to_owned(),
        };
        let value = step.formula.as_ref().or(step.value.as_ref()).map_or("", String::as_str);
        let value = shorten(value, WRITTEN);
        writeln!(output, "{:<18} {place:<34} {value}", escape(name))?;
    }
    Ok(())
}
