//! `try`: what other chains would make of the same values, in memory.

use std::io::Write;
use std::time::Duration;

use serde::Serialize;
use serde_json::Value;

use super::address::address;
use super::arguments::TryArguments;
use super::json::{self, FaultReport, FaultyArray, pairs};
use super::open::open_usable;
use super::output::Tone;
use super::trial_table::{chain_table, stages_text};
use super::{Failure, Output, unless_closed};
use crate::codec::DecodeOptions;
use crate::lab::{
    BestChains, SampleChoice, SampleError, StageSize, Trial, TrialChain, TrialFigures, TrialOrigin,
    TrialSample, best, chain_in_force, check_cast, given_chain, in_force_elsewhere, proposed_chains,
    stage_sizes,
};
use crate::metadata::text::escape;
use crate::metadata::{DataType, DocumentError, fill_value};
use crate::metadata::{Scalar, float};
use crate::pipeline::{Array, ChunkAddress};
use crate::tell::trial_facts::{chunk_text, marks, values_text};

/// How many chunks and faults are named in text.
const NAMED: usize = 4;

pub(super) fn run(arguments: &TryArguments, output: &mut Output) -> Result<(), Failure> {
    let array = open_usable(&arguments.node, output)?;
    let (choice, options) = (choice(&array, arguments)?, arguments.decode.options());
    let cast = arguments.data_type.as_deref().map(data_type).transpose()?;
    let sample = match TrialSample::take(&array, &choice, &options, &mut || true) {
        Ok(sample) => sample,
        Err(error) => return Err(nothing_to_try(&array, &error, arguments.node.json, output)?),
    };
    let chains = chains(&array, &sample, arguments, cast.as_ref())?;
    let trials: Vec<Trial> = chains.into_iter().map(|chain| Trial::of(chain, &sample, &options)).collect();
    let tried = Tried { best: best(&trials), array: &array, sample: &sample, trials: &trials };
    let stages = tried.stages(&options);
    unless_closed(if arguments.node.json {
        json::print(&tried.report(&stages), output)
    } else {
        tried.text(&stages, output)
    })
}

/// Which values are meant.
fn choice(array: &Array, arguments: &TryArguments) -> Result<SampleChoice, Failure> {
    let chunk = arguments.chunk.as_ref();
    Ok(SampleChoice {
        address: chunk.map(|chunk| address(array, chunk, &arguments.inner)).transpose()?,
        most: arguments.sample,
        chunk_shape: arguments.chunk_shape.as_ref().map(|edges| edges.0.clone()),
    })
}

fn data_type(name: &str) -> Result<DataType, Failure> {
    DataType::from_name(name).ok_or_else(|| {
        Failure::Usage(format!("--data-type: expected a data type such as int16, found \"{}\"", escape(name)))
    })
}

/// The chains to try: the one in force, and those that were given, or else proposed.
fn chains(
    array: &Array,
    sample: &TrialSample,
    arguments: &TryArguments,
    cast: Option<&DataType>,
) -> Result<Vec<TrialChain>, Failure> {
    let wrong = |option: &str, fault: &DocumentError| {
        Failure::Usage(escape(&format!("{}: {option}: {fault}{}", array.path, lacking(fault))).into_owned())
    };
    let values = sample.values.first();
    if let Some((values, cast)) = values.zip(cast)
        && let Some(fault) = check_cast(values, cast)
    {
        return Err(Failure::Usage(format!("{}: --data-type: {}", array.path, fault.message())));
    }
    let in_force = chain_in_force(array, sample);
    let elsewhere =
        in_force_elsewhere(&in_force, sample, cast).map_err(|fault| wrong("--data-type", &fault))?;
    let others = if arguments.codecs.is_empty() {
        proposed_chains(&in_force, sample, cast).map_err(|fault| wrong("--data-type", &fault))?
    } else {
        let given = |codecs| {
            let chain = values.map(|values| given_chain(codecs, values, cast)).transpose();
            chain.map_err(|fault| wrong("--codecs", &fault))
        };
        let given: Result<Vec<_>, _> = arguments.codecs.iter().map(given).collect();
        given?.into_iter().flatten().collect()
    };
    Ok(std::iter::once(in_force).chain(elsewhere).chain(others).collect())
}

/// Says what to write, where a configuration lacks a member.
fn lacking(fault: &DocumentError) -> String {
    let member = fault.pointer.split_once("/configuration/").map(|(_, member)| member);
    match (member, &fault.codec) {
        (Some(member), Some(codec)) if fault.found == "nothing" && !member.contains('/') => {
            format!(
                "; its configuration lacks {member}: {{\"name\": \"{codec}\", \"configuration\": {{\"{member}\": …}}}}"
            )
        }
        _ => String::new(),
    }
}

/// Ends a command that has no values. With `--json` the reason is on stdout too.
fn nothing_to_try(
    array: &Array,
    error: &SampleError,
    is_json: bool,
    output: &mut Output,
) -> Result<Failure, Failure> {
    let text = escape(&format!("{}: {error}", array.path)).into_owned();
    if is_json {
        let fault = match error {
            SampleError::Faulty { fault, .. } => (&**fault).into(),
            other => FaultReport {
                stage: "sample".to_owned(),
                message: other.to_string(),
                ..FaultReport::default()
            },
        };
        unless_closed(json::print(&FaultyArray { array: &array.path, fault }, output))?;
    }
    Ok(match error {
        SampleError::Faulty { .. } => Failure::Data(text),
        _ => Failure::Usage(text),
    })
}

#[derive(Serialize)]
struct TriedReport<'a> {
    array: &'a str,
    data_type: String,
    chunks: Vec<&'a [u64]>,
    stored_chunks: Option<u64>,
    decoded_nbytes: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    inner_chunks: Option<Vec<&'a [Vec<u64>]>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    regions: Option<Vec<Vec<[u64; 2]>>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    left_out: Vec<LeftOutChunk<'a>>,
    candidates: Vec<CandidateReport<'a>>,
    stages: &'a [StageSize],
}

#[derive(Serialize)]
struct LeftOutChunk<'a> {
    #[serde(flatten)]
    address: &'a ChunkAddress,
    key: String,
    fault: FaultReport,
}

#[derive(Serialize)]
struct CandidateReport<'a> {
    codecs: Vec<Value>,
    chain: String,
    origin: &'static str,
    stored_nbytes: Option<u64>,
    decoded_nbytes: Option<u64>,
    ratio: Option<f64>,
    encode_ms: Option<f64>,
    decode_ms: Option<f64>,
    max_abs_error: Option<Value>,
    exact: bool,
    best: Vec<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    values_lost: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    not_encoded: Option<&'a String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    refused: Option<String>,
}

/// What was tried, and what came of it.
struct Tried<'a> {
    array: &'a Array,
    sample: &'a TrialSample,
    trials: &'a [Trial],
    best: BestChains,
}

impl Tried<'_> {
    /// The stages of the smallest chain, for the first chunk.
    fn stages(&self, options: &DecodeOptions) -> Vec<StageSize> {
        let smallest = self.best.smallest.and_then(|place| self.trials.get(place));
        let found = smallest.zip(self.sample.values.first());
        let sizes = found.and_then(|(trial, values)| stage_sizes(&trial.chain, values, options).ok());
        sizes.unwrap_or_default()
    }

    fn report<'a>(&'a self, stages: &'a [StageSize]) -> TriedReport<'a> {
        let sample = self.sample;
        let addresses = || sample.chunks.iter().map(|chunk| &chunk.address);
        let has_inner = addresses().any(ChunkAddress::is_inner);
        let regions = sample.values.iter().filter_map(|values| values.region.as_deref());
        let left_out = sample.left_out.iter().map(|(address, fault)| LeftOutChunk {
            address,
            key: self.array.chunk_key(&address.chunk),
            fault: fault.into(),
        });
        let candidates = self.trials.iter().enumerate();
        TriedReport {
            array: &self.array.path,
            data_type: self.array.metadata.data_type.to_string(),
            chunks: addresses().map(|address| address.chunk.as_slice()).collect(),
            stored_chunks: sample.stored,
            decoded_nbytes: sample.nbytes(),
            inner_chunks: has_inner.then(|| addresses().map(|address| address.inner.as_slice()).collect()),
            regions: sample.is_regrouped.then(|| regions.map(pairs).collect()),
            left_out: left_out.collect(),
            candidates: candidates.map(|(place, trial)| self.candidate(place, trial)).collect(),
            stages,
        }
    }

    fn candidate<'a>(&self, place: usize, trial: &'a Trial) -> CandidateReport<'a> {
        let figures = trial.outcome.as_ref().ok();
        let encode = figures.map(|it| it.encode.as_ref());
        let ms = |time: &Duration| time.as_secs_f64() * 1e3;
        CandidateReport {
            codecs: trial.chain.written(),
            chain: trial.chain.in_full(),
            origin: origin(trial.chain.origin),
            stored_nbytes: figures.map(|it| it.stored_nbytes),
            decoded_nbytes: figures.map(|it| it.decoded_nbytes),
            ratio: figures.and_then(TrialFigures::ratio),
            encode_ms: encode.and_then(Result::ok).map(ms),
            decode_ms: figures.map(|it| ms(&it.decode)),
            max_abs_error: figures.and_then(|it| it.loss.error()).map(number),
            exact: figures.is_some_and(|it| it.loss.is_exact),
            best: marks(self.best, place),
            values_lost: figures.map(|it| it.loss.lost).filter(|lost| *lost > 0),
            not_encoded: encode.and_then(Result::err),
            refused: trial.outcome.as_ref().err().map(ToString::to_string),
        }
    }

    fn text(&self, stages: &[StageSize], output: &mut Output) -> Result<(), Failure> {
        let head = |name: &str, output: &Output| output.paint(Tone::Heading, &format!("{name:<9}"));
        let data_type = &self.array.metadata.data_type;
        writeln!(output, "{}{}  {data_type}", head("array", output), escape(&self.array.path))?;
        writeln!(output, "{}{}", head("values", output), values_text(self.sample))?;
        for (address, fault) in self.sample.left_out.iter().take(NAMED) {
            let text = format!("✗ left out: {}: {fault}", chunk_text(address));
            writeln!(output, "         {}", output.paint(Tone::Fault, &escape(&text)))?;
        }
        if self.sample.left_out.len() > NAMED {
            writeln!(output, "         … and {} more", self.sample.left_out.len() - NAMED)?;
        }
        writeln!(output)?;
        for line in chain_table(self.trials, |place| marks(self.best, place)) {
            let line = if line.is_heading { output.paint(Tone::Quiet, &line.text) } else { line.text };
            writeln!(output, "{line}")?;
        }
        let place = self.sample.chunks.first().map_or(String::new(), |chunk| chunk_text(&chunk.address));
        for line in stages_text(stages, if self.sample.is_regrouped { "the first part" } else { &place }) {
            writeln!(output, "{line}")?;
        }
        Ok(())
    }
}

fn origin(origin: TrialOrigin) -> &'static str {
    match origin {
        TrialOrigin::InForce => "in force",
        TrialOrigin::InForceElsewhere => "in force, on these values",
        TrialOrigin::Proposed => "proposed",
        TrialOrigin::Given => "given",
    }
}

/// A number of which infinity is none in JSON.
fn number(number: f64) -> Value {
    let float = float::Float { kind: float::FloatType::Float64, bits: number.to_bits() };
    fill_value::write(&Scalar::Float(float))
}
