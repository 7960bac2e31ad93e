use std::io::Write;
use std::time::Duration;

use serde::Serialize;
use serde_json::Value;

use crate::cli::address::address;
use crate::cli::arguments::TryArguments;
use crate::cli::json::{FaultReport, FaultyArray, pairs};
use crate::cli::open::open_usable;
use crate::cli::output::Tone;
use crate::cli::{Failure, Output, Result, json, unless_closed};
use crate::codec::DecodeOptions;
use crate::lab::{
    BestChains, SampleChoice, SampleError, StageSize, Trial, TrialChain, TrialFigures, TrialOrigin,
    TrialSample, best, chain_in_force, check_cast, given_chain, in_force_elsewhere, proposed_chains,
    stage_sizes,
};
use crate::metadata::text::escape;
use crate::metadata::{DataType, DocumentError};
use crate::pipeline::{Array, ChunkAddress};
use crate::tell::trial_facts::{COLUMNS, cells, chunk_text, entropy, marks, named, values_text};
use crate::tell::words::size;

const LEFT_OUT: usize = 4;

pub(super) fn run(arguments: &TryArguments, output: &mut Output) -> Result {
    let array = open_usable(&arguments.node, output)?;
    let chunk = arguments.chunk.as_ref();
    let choice = SampleChoice {
        address: chunk.map(|chunk| address(&array, chunk, &arguments.inner)).transpose()?,
        most: arguments.sample,
        chunk_shape: arguments.chunk_shape.as_ref().map(|edges| edges.0.clone()),
    };
    let options = arguments.decode.options();
    let mut cast = None;
    if let Some(name) = &arguments.data_type {
        let wrong = || format!("--data-type: expected a data type such as int16, found \"{}\"", escape(name));
        cast = Some(DataType::from_name(name).ok_or_else(|| Failure::Usage(wrong()))?);
    }
    let sample = match TrialSample::take(&array, &choice, &options, &mut || true) {
        Ok(sample) => sample,
        Err(error) => return Err(nothing_to_try(&array, &error, arguments.node.json, output)?),
    };
    let chains = chains(&array, &sample, arguments, cast.as_ref())?;
    let trials: Vec<Trial> =
        chains.into_iter().map(|chain| Trial::of(chain, &sample, &options, &|| true)).collect();
    let tried = Tried { best: best(&trials), array: &array, sample: &sample, trials: &trials };
    let stages = tried.stages(&options);
    unless_closed(if arguments.node.json {
        json::print(&tried.report(&stages), output)
    } else {
        tried.text(&stages, output)
    })
}

fn chains(
    array: &Array,
    sample: &TrialSample,
    arguments: &TryArguments,
    cast: Option<&DataType>,
) -> Result<Vec<TrialChain>> {
    let wrong = |option: &str, fault: &DocumentError| {
        Failure::Usage(escape(&format!("{}: {option}: {fault}{}", array.path, lacking(fault))).into_owned())
    };
    let values = sample.values.first();
    if let (Some(values), Some(cast)) = (values, cast)
        && let Some(fault) = check_cast(values, cast)
    {
        return Err(Failure::Usage(format!("{}: --data-type: {}", array.path, fault.message())));
    }
    let own = chain_in_force(array, sample);
    let elsewhere = in_force_elsewhere(&own, sample, cast).map_err(|fault| wrong("--data-type", &fault))?;
    let mut others = Vec::new();
    if arguments.codecs.is_empty() {
        others = proposed_chains(&own, sample, cast).map_err(|fault| wrong("--data-type", &fault))?;
    } else if let Some(values) = values {
        for codecs in &arguments.codecs {
            others.push(given_chain(codecs, values, cast).map_err(|fault| wrong("--codecs", &fault))?);
        }
    }
    Ok(std::iter::once(own).chain(elsewhere).chain(others).collect())
}

fn lacking(fault: &DocumentError) -> String {
    if let Some((_, member)) = fault.pointer.split_once("/configuration/")
        && let Some(codec) = &fault.codec
        && fault.found == "nothing"
        && !member.contains('/')
    {
        let written = format!("{{\"name\": \"{codec}\", \"configuration\": {{\"{member}\": …}}}}");
        return format!("; its configuration lacks {member}: {written}");
    }
    String::new()
}

fn nothing_to_try(array: &Array, error: &SampleError, is_json: bool, output: &mut Output) -> Result<Failure> {
    let text = escape(&format!("{}: {error}", array.path)).into_owned();
    if is_json {
        let fault = match error {
            SampleError::Faulty { fault, .. } => (&**fault).into(),
            other => FaultReport::of("sample", other.to_string()),
        };
        unless_closed(json::print(&FaultyArray { array: &array.path, fault }, output))?;
    }
    Ok(match error {
        SampleError::Faulty { fault, .. } => Failure::of(text, fault.is_unread()),
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

#[derive(Default, Serialize)]
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

struct Tried<'a> {
    array: &'a Array,
    sample: &'a TrialSample,
    trials: &'a [Trial],
    best: BestChains,
}

impl Tried<'_> {
    fn stages(&self, options: &DecodeOptions) -> Vec<StageSize> {
        if let Some(place) = self.best.smallest
            && let Some(trial) = self.trials.get(place)
            && let Some(values) = self.sample.values.first()
        {
            return stage_sizes(&trial.chain, values, options).unwrap_or_default();
        }
        Vec::new()
    }

    fn report<'a>(&'a self, stages: &'a [StageSize]) -> TriedReport<'a> {
        let sample = self.sample;
        let mut chunks = Vec::new();
        let mut inner_chunks = Vec::new();
        for chunk in &sample.chunks {
            chunks.push(chunk.address.chunk.as_slice());
            inner_chunks.push(chunk.address.inner.as_slice());
        }
        let has_inner = sample.chunks.iter().any(|chunk| chunk.address.is_inner());
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
            chunks,
            stored_chunks: sample.stored,
            decoded_nbytes: sample.nbytes(),
            inner_chunks: if has_inner { Some(inner_chunks) } else { None },
            regions: if sample.is_regrouped { Some(regions.map(pairs).collect()) } else { None },
            left_out: left_out.collect(),
            candidates: candidates.map(|(place, trial)| self.candidate(place, trial)).collect(),
            stages,
        }
    }

    fn candidate<'a>(&self, place: usize, trial: &'a Trial) -> CandidateReport<'a> {
        let mut report = CandidateReport {
            codecs: trial.chain.written(),
            chain: trial.chain.in_full(),
            origin: match trial.chain.origin {
                TrialOrigin::InForce => "in force",
                TrialOrigin::InForceElsewhere => "in force, on these values",
                TrialOrigin::Proposed => "proposed",
                TrialOrigin::Given => "given",
            },
            best: marks(self.best, place),
            ..CandidateReport::default()
        };
        let found = match &trial.outcome {
            Ok(found) => found,
            Err(reason) => {
                report.refused = Some(reason.to_string());
                return report;
            }
        };
        report.stored_nbytes = Some(found.stored_nbytes);
        report.decoded_nbytes = Some(found.decoded_nbytes);
        report.ratio = found.ratio();
        match &found.encode {
            Ok(time) => report.encode_ms = Some(milliseconds(*time)),
            Err(reason) => report.not_encoded = Some(reason),
        }
        report.decode_ms = Some(milliseconds(found.decode));
        report.max_abs_error = found.loss.error().map(json::real);
        report.exact = found.loss.is_exact;
        report.values_lost = Some(found.loss.lost).filter(|lost| *lost > 0);
        report
    }

    fn text(&self, stages: &[StageSize], output: &mut Output) -> Result {
        let head = |name: &str, output: &Output| output.paint(Tone::Heading, &format!("{name:<9}"));
        let data_type = &self.array.metadata.data_type;
        writeln!(output, "{}{}  {data_type}", head("array", output), escape(&self.array.path))?;
        writeln!(output, "{}{}", head("values", output), values_text(self.sample))?;
        for (address, fault) in self.sample.left_out.iter().take(LEFT_OUT) {
            let text = format!("✗ left out: {}: {fault}", chunk_text(address));
            writeln!(output, "         {}", output.paint(Tone::Fault, &escape(&text)))?;
        }
        if self.sample.left_out.len() > LEFT_OUT {
            writeln!(output, "         … and {} more", self.sample.left_out.len() - LEFT_OUT)?;
        }
        writeln!(output)?;
        for (index, line) in chain_table(self.trials, |place| marks(self.best, place)).iter().enumerate() {
            let heading = output.paint(Tone::Quiet, line);
            writeln!(output, "{}", if index == 0 { &heading } else { line })?;
        }
        let place = match self.sample.chunks.first() {
            _ if self.sample.is_regrouped => "the first part".to_owned(),
            Some(chunk) => chunk_text(&chunk.address),
            None => String::new(),
        };
        for line in stages_text(stages, &place) {
            writeln!(output, "{line}")?;
        }
        Ok(())
    }
}

fn milliseconds(time: Duration) -> f64 {
    time.as_secs_f64() * 1e3
}

pub(super) fn chain_table(trials: &[Trial], marks: impl Fn(usize) -> Vec<&'static str>) -> Vec<String> {
    let mut rows = Vec::new();
    for (place, trial) in trials.iter().enumerate() {
        if let Ok(figures) = &trial.outcome {
            rows.push((cells(&trial.chain, figures), marks(place).join(", ")));
        }
    }
    let mut widths = COLUMNS.map(|cell| cell.chars().count());
    for (cells, _) in &rows {
        for (width, cell) in widths.iter_mut().zip(cells) {
            *width = cell.chars().count().max(*width);
        }
    }
    let mut lines = vec![line(&COLUMNS.map(str::to_owned), &widths, "")];
    lines.extend(rows.iter().map(|(cells, marks)| line(cells, &widths, marks)));
    let mut reasons: Vec<(&str, String, Vec<String>)> = Vec::new();
    for trial in trials {
        let (word, reason) = match &trial.outcome {
            Err(reason) => ("refused", reason.to_string()),
            Ok(TrialFigures { encode: Err(reason), .. }) => ("not encoded", reason.clone()),
            Ok(_) => continue,
        };
        match reasons.iter_mut().find(|known| (known.0, &known.1) == (word, &reason)) {
            Some((.., chains)) => chains.push(named(&trial.chain)),
            None => reasons.push((word, reason, vec![named(&trial.chain)])),
        }
    }
    for (word, reason, chains) in reasons {
        let mut shown = chains.get(..NAMED).unwrap_or(&chains).join("; ");
        if chains.len() > NAMED {
            shown = format!("{shown}; and {} more", chains.len() - NAMED);
        }
        lines.push(format!("  {word}: {shown}: {}", escape(&reason)));
    }
    lines
}

fn line(cells: &[String; 6], widths: &[usize; 6], marks: &str) -> String {
    let mut text = "  ".to_owned();
    for (place, (cell, width)) in cells.iter().zip(widths).enumerate() {
        let pad = " ".repeat(width.saturating_sub(cell.chars().count()));
        let is_number = (1..5).contains(&place);
        text = if is_number { format!("{text}{pad}{cell}  ") } else { format!("{text}{cell}{pad}  ") };
    }
    text.push_str(marks);
    text.trim_end().to_owned()
}

const NAMED: usize = 3;

pub(super) fn stages_text(stages: &[StageSize], place: &str) -> Vec<String> {
    if stages.is_empty() {
        return Vec::new();
    }
    let mut lines =
        vec![String::new(), format!("  stages of the smallest, as it encodes here, for {place}:")];
    let names: Vec<&str> = stages.iter().map(|stage| stage.codec.as_deref().unwrap_or("values")).collect();
    let width = names.iter().map(|name| name.chars().count()).max().unwrap_or(0);
    for (name, stage) in names.into_iter().zip(stages) {
        let pad = " ".repeat(width.saturating_sub(name.chars().count()));
        let entropy = entropy(stage);
        lines.push(format!("    {}{pad}  {:>12}  entropy {entropy}", escape(name), size(stage.nbytes)));
    }
    lines
}
