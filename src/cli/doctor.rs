use std::{collections::BTreeMap, io::Write};

use serde::Serialize;

use super::json;
use super::open::{found, message, open_usable};
use super::{
    Output, Result, address::address, arguments::DoctorArguments, open, output::Tone, unless_closed,
};
use crate::check::{Breach, BreachPlace, CONTRADICTIONS, SIZES, Severity, broken_by, check};
use crate::codec::DecodeOptions;
use crate::doctor::{Checkup, ChunkChoice, Diagnosis, Hypothesis};
use crate::hierarchy::Hierarchy;
use crate::metadata::Change;
use crate::metadata::text::{escape, grouped, shorten};
use crate::pipeline::{Array, ChunkAddress, ChunkNote, Fault};
use crate::tell::words::{confidence, count, shape};

const SHOWN: usize = 300;

pub(super) fn run(arguments: &DoctorArguments, output: &mut Output) -> Result {
    let options = DecodeOptions { ignore_checksums: false, max_chunk_bytes: arguments.max_chunk_bytes };
    let mut checkup;
    if let Some(coords) = &arguments.chunk {
        let array = open_usable(&arguments.node, output)?;
        checkup = one_chunk(&array, address(&array, coords, &arguments.inner)?, &options);
    } else {
        let hierarchy = open(&arguments.node.path, &arguments.node.limits.access())?;
        let choice = arguments.chunks.unwrap_or(ChunkChoice::Quick);
        checkup = Checkup::run(&hierarchy, &options, choice, &mut |_| {});
        checkup.found.extend(contradictions(&hierarchy, &options, &checkup.found));
    }
    checkup.found.sort_by(|one, other| (&one.array, &one.address).cmp(&(&other.array, &other.address)));
    unless_closed(if arguments.node.json {
        json::print(&checkup_report(&checkup), output)
    } else {
        text(&checkup, output)
    })?;
    let Some(first) = checkup.found.first() else { return Ok(()) };
    let line = match (&first.verdict.fault, first.verdict.hypotheses.first()) {
        (Some(fault), _) => message(&first.array, Some(&first.key), fault),
        (None, Some(likeliest)) => {
            let place = if first.is_of_document() { first.document } else { &first.key };
            escape(&format!("{}: {place}: {}", first.array, likeliest.hypothesis)).into_owned()
        }
        (None, None) => first.array.clone(),
    };
    let is_unread = |found: &Diagnosis| found.verdict.fault.as_ref().is_some_and(Fault::is_unread);
    Err(found(&line, places(&checkup.found), checkup.found.iter().all(is_unread)))
}

fn contradictions(hierarchy: &Hierarchy, options: &DecodeOptions, known: &[Diagnosis]) -> Vec<Diagnosis> {
    // Where the shape of an array is known to be wrong, its sizes are too.
    let has_other_shape = |group: &str| {
        known.iter().any(|found| {
            let mut changes = found.verdict.hypotheses.iter().flat_map(|hypothesis| &hypothesis.changes);
            let below = found.array.strip_prefix(group);
            below.is_some_and(|below| below.is_empty() || below.starts_with('/'))
                && changes.any(|change| change.pointer == "/shape")
        })
    };
    let mut found: BTreeMap<(String, &'static str), (Breach, u64)> = BTreeMap::new();
    check(hierarchy, "", options, &mut |_, breaches| {
        for breach in breaches {
            if *breach.rule == SIZES && has_other_shape(&breach.path) {
                continue;
            }
            // Where a fault is found, `check` says the same of it.
            let is_known =
                || known.iter().any(|found| found.array == breach.path && found.verdict.fault.is_some());
            let is_error = breach.rule.severity == Severity::Error && !is_known();
            if is_error || CONTRADICTIONS.contains(&breach.rule) {
                let alike = found.entry((breach.path.clone(), breach.rule.id));
                alike.and_modify(|(_, more)| *more += 1).or_insert((breach, 0));
            }
        }
        true
    });
    let mut diagnoses = Vec::new();
    for (breach, more) in found.into_values() {
        let key = match breach.place {
            BreachPlace::Node => "document".to_owned(),
            BreachPlace::Key(key) => key,
            BreachPlace::Member { document, .. } => document.to_owned(),
        };
        let evidence = match more {
            0 => breach.rule.summary.to_owned(),
            _ => format!("{}; {} more such here", breach.rule.summary, grouped(more.into())),
        };
        diagnoses.push(Diagnosis::of_document(breach.path, key, breach.reason, evidence));
    }
    diagnoses
}

fn one_chunk(array: &Array, address: ChunkAddress, options: &DecodeOptions) -> Checkup {
    let mut chunk_notes = Vec::new();
    if let Ok(Some(remarks)) = array.remarks(&address.chunk, options) {
        ChunkNote::count(&mut chunk_notes, array, &address.chunk, remarks);
    }
    let verdict = array.examine(&address, options);
    let is_sound = verdict.is_sound();
    let is_judged = verdict.fault.is_none();
    let diagnosis = Diagnosis::of_chunk(array, address, verdict);
    let found = if is_sound { Vec::new() } else { vec![diagnosis] };
    let documents = array.document_notes().into_iter().map(|note| (array.path.clone(), note)).collect();
    Checkup {
        arrays: 1,
        chunks: 1,
        judged: u64::from(is_judged),
        found,
        notes: chunk_notes,
        documents,
        ..Checkup::default()
    }
}

#[derive(Serialize)]
struct CheckupReport<'a> {
    arrays: u64,
    chunks: u64,
    compared: u64,
    judged: u64,
    passed_over: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    alone: Option<u64>,
    hypotheses: Vec<AtChunk<'a, HypothesisReport<'a>>>,
    faults: Vec<AtChunk<'a, ChunkFault<'a>>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    notes: Vec<CheckupNote<'a>>,
}

#[derive(Serialize)]
struct AtChunk<'a, T> {
    #[serde(flatten)]
    what: T,
    path: &'a str,
    array: &'a str,
    chunk: Option<&'a [u64]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    inner: Option<Vec<u64>>,
    key: &'a str,
}

#[derive(Serialize)]
struct HypothesisReport<'a> {
    hypothesis: &'a str,
    confidence: f64,
    evidence: &'a str,
    changes: &'a [Change],
}

#[derive(Serialize)]
struct ChunkFault<'a> {
    stage: &'a str,
    message: String,
    rule: &'static str,
    severity: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    byte: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    document: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pointer: Option<&'a str>,
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    remarks: &'a [String],
}

#[derive(Serialize)]
#[serde(untagged)]
enum CheckupNote<'a> {
    Document { array: &'a str, document: &'static str, pointer: &'a str, message: &'a str },
    Chunks(&'a ChunkNote),
}

fn checkup_report(checkup: &Checkup) -> CheckupReport<'_> {
    let mut hypotheses = Vec::new();
    let mut faults = Vec::new();
    for diagnosis in &checkup.found {
        for Hypothesis { hypothesis, confidence, evidence, changes, .. } in &diagnosis.verdict.hypotheses {
            // Two digits: it is an estimate, and more digits would look exact.
            let confidence = (confidence * 100.0).round() / 100.0;
            let report = HypothesisReport { hypothesis, confidence, evidence, changes };
            hypotheses.push(AtChunk::of(diagnosis, report));
        }
        if let Some(fault) = &diagnosis.verdict.fault {
            let error = if let Fault::Metadata(error) = fault { Some(error) } else { None };
            let rule = broken_by(fault);
            let report = ChunkFault {
                stage: fault.stage(),
                message: fault.message(),
                rule: rule.id,
                severity: rule.severity.name(),
                byte: fault.byte(),
                document: error.map(|error| error.document),
                pointer: error.map(|error| error.pointer.as_str()),
                remarks: &diagnosis.verdict.remarks,
            };
            faults.push(AtChunk::of(diagnosis, report));
        }
    }
    let mut notes = Vec::new();
    for (array, note) in &checkup.documents {
        let (document, pointer, message) = (note.document, &note.pointer, &note.text);
        notes.push(CheckupNote::Document { array, document, pointer, message });
    }
    for note in &checkup.notes {
        notes.push(CheckupNote::Chunks(note));
    }
    CheckupReport {
        arrays: checkup.arrays,
        chunks: checkup.chunks,
        compared: checkup.compared,
        judged: checkup.judged,
        passed_over: checkup.passed_over,
        alone: Some(checkup.alone).filter(|alone| *alone > 0),
        hypotheses,
        faults,
        notes,
    }
}

impl<'a, T> AtChunk<'a, T> {
    fn of(diagnosis: &'a Diagnosis, what: T) -> Self {
        let chunk = diagnosis.address.as_ref().map(|address| address.chunk.as_slice());
        let mut inner = diagnosis.address.as_ref().and_then(|address| address.inner.last().cloned());
        if inner.is_none()
            && let Some(fault) = &diagnosis.verdict.fault
        {
            inner = fault.inner().pop();
        }
        Self { what, path: &diagnosis.array, array: &diagnosis.array, chunk, inner, key: &diagnosis.key }
    }
}

/// What is of one array and has one cause.
fn alike(found: &[Diagnosis]) -> impl Iterator<Item = &[Diagnosis]> {
    let best = |diagnosis: &Diagnosis| Some(diagnosis.verdict.hypotheses.first()?.hypothesis.clone());
    found.chunk_by(move |first, other| {
        first.array == other.array
            && first.address.is_some() == other.address.is_some()
            && best(first).is_some()
            && best(first) == best(other)
    })
}

/// A document is one place, however many chunks show that it is wrong.
fn places(found: &[Diagnosis]) -> usize {
    alike(found).map(|group| if group.iter().all(Diagnosis::is_of_document) { 1 } else { group.len() }).sum()
}

fn text(checkup: &Checkup, output: &mut Output) -> Result {
    for group in alike(&checkup.found) {
        block(group, output)?;
    }
    let mut notes = Vec::new();
    for (array, note) in &checkup.documents {
        notes.push(format!("{array}: {}: {note}", note.document));
    }
    notes.extend(checkup.notes.iter().map(ToString::to_string));
    for note in notes {
        writeln!(output, "{} {}", output.paint(Tone::Name, "note:"), escape(&note))?;
    }
    let arrays = count(checkup.arrays.into(), "array");
    let chunks = count(checkup.chunks.into(), "chunk");
    let passed_over = match checkup.passed_over {
        0 => String::new(),
        more => format!(" ({} skipped after the faulty ones)", count(more.into(), "chunk")),
    };
    let alone = match checkup.alone {
        0 => String::new(),
        more => format!(", {} not compared with others in their group", count(more.into(), "array")),
    };
    let judged = judged(checkup);
    let verdict = match places(&checkup.found) {
        0 => output.paint(Tone::Sound, "nothing wrong found"),
        found => {
            let places = count(found as u128, "place");
            output.paint(Tone::Fault, &format!("something is wrong in {places}"))
        }
    };
    Ok(writeln!(output, "{arrays}, {chunks}{judged}{passed_over}{alone}: {verdict}")?)
}

fn judged(checkup: &Checkup) -> String {
    if checkup.judgeable == 0 {
        return String::new();
    }
    if checkup.judged == checkup.chunks {
        return ", all judged by value".to_owned();
    }
    let mut text = format!(", {} judged by value", grouped(checkup.judged.into()));
    if checkup.judged < checkup.judgeable {
        if checkup.compared > checkup.judged {
            let compared = grouped(checkup.compared.into());
            text = format!("{text}, {compared} compared with their neighbours");
        }
        text.push_str(" (--chunks all judges all)");
    }
    text
}

fn block(group: &[Diagnosis], output: &mut Output) -> Result {
    let Some(first) = group.first() else { return Ok(()) };
    let array = output.paint(Tone::Name, &escape(&first.array));
    let key = escape(&first.key).into_owned();
    let place = match &first.address {
        Some(address) => {
            let inner = address.inner.last().map(|inner| format!("  inner chunk {}", shape(inner)));
            let document =
                if first.is_of_document() { format!("{}  ", first.document) } else { String::new() };
            let others =
                (group.len() > 1).then(|| format!(", and {}", count(group.len() as u128 - 1, "more chunk")));
            let (inner, others) = (inner.unwrap_or_default(), others.unwrap_or_default());
            format!("{document}chunk {}{inner}  key {key}{others}", shape(&address.chunk))
        }
        None => key,
    };
    writeln!(output, "{array}  {place}")?;
    let verdict = &first.verdict;
    if let Some(fault) = &verdict.fault {
        let fault = message("", Some(&first.key), fault);
        let fault = fault.trim_start_matches(": ");
        writeln!(output, "  {} {fault}", output.paint(Tone::Fault, "✗"))?;
    }
    for found in &verdict.hypotheses {
        hypothesis(found, output)?;
    }
    if let Some(none) = verdict.without_hypothesis() {
        writeln!(output, "  {}", output.paint(Tone::Quiet, &none))?;
        if let Some(fault) = &verdict.fault {
            for hint in fault.hints() {
                writeln!(output, "        {}", escape(&hint))?;
            }
        }
    }
    for remark in &verdict.remarks {
        writeln!(output, "  {}", output.paint(Tone::Quiet, &escape(remark)))?;
    }
    Ok(writeln!(output)?)
}

fn hypothesis(found: &Hypothesis, output: &mut Output) -> Result {
    let what = output.paint(Tone::Heading, &escape(&found.hypothesis));
    writeln!(output, "  {:<8}  {what}", confidence(found.confidence))?;
    writeln!(output, "            {}", escape(&found.evidence))?;
    for change in &found.changes {
        let value = shorten(&change.value.to_string(), SHOWN);
        let line = format!("{}: {}", escape(&change.pointer), escape(&value));
        writeln!(output, "            {}", output.paint(Tone::Quiet, &line))?;
    }
    Ok(())
}
