use std::io::Write;

use serde::Serialize;

use super::super::arguments::{DiffArguments, StageName};
use super::super::open::{check_chunk, failure};
use super::super::{Failure, Output, Result, json as print, stage::is_named, unless_closed};
use crate::codec::{DecodeOptions, Outcome, hex};
use crate::lab::{ByteGaps, ChunkComparison, DiffSide, Sides, StageComparison, compare};
use crate::limits::TRACE_BYTES;
use crate::metadata::text::{escape, shape};
use crate::pipeline::{Array, ChunkTrace};
use crate::tell::diff_facts;
use crate::tell::words::{count, grouped};

const SHOWN: usize = 16;

pub fn stages(arrays: &Sides<Box<Array>>, chunk: &[u64], options: &DecodeOptions) -> Option<ChunkComparison> {
    let trace = |array: &Array| array.trace_within(&chunk.into(), options, TRACE_BYTES / 2).ok();
    Some(compare(&trace(&arrays.a)?, &trace(&arrays.b)?))
}

pub(super) fn run(
    arrays: &Sides<Box<Array>>,
    chunk: &[u64],
    name: &StageName,
    arguments: &DiffArguments,
    output: &mut Output,
) -> Result {
    let options = arguments.decode.options();
    check_chunk(&arrays.b, chunk)?;
    let traces = Sides { a: trace(&arrays.a, chunk, &options)?, b: trace(&arrays.b, chunk, &options)? };
    let values = Sides { a: value(&arrays.a, &traces.a, name)?, b: value(&arrays.b, &traces.b, name)? };
    let found = ByteGaps::between(values.a, values.b);
    unless_closed(if arguments.json {
        let ByteGaps { differ, first, .. } = found;
        let sides = values.as_ref().map(|bytes| DiffBytes { nbytes: bytes.len() });
        print::print(&DiffStage { equal: differ == 0, chunk, sides, differ, first }, output)
    } else {
        text(&values, &found, output)
    })?;
    if found.first.is_some() { Err(Failure::Different) } else { Ok(()) }
}

fn trace(array: &Array, chunk: &[u64], options: &DecodeOptions) -> Result<ChunkTrace> {
    let traced = array.trace_within(&chunk.into(), options, TRACE_BYTES / 2);
    traced.map_err(|fault| failure(&array.path, Some(&array.chunk_key(chunk)), &fault))
}

fn value<'a>(array: &Array, trace: &'a ChunkTrace, name: &StageName) -> Result<&'a [u8]> {
    let place = |what: &str| format!("{}: {}: {what}", array.path, trace.key);
    let missing = || Failure::Usage(place("expected a stored chunk, found none"));
    let Some(stored) = trace.trace.stored.as_deref() else { return Err(missing()) };
    let stages = trace.stages();
    let stage = match name {
        StageName::Stored => return Ok(stored),
        StageName::Place(place) => stages.iter().find(|stage| stage.info.codec_index == *place),
        StageName::Named(name) => stages.iter().rev().find(|stage| is_named(&stage.info, name)),
    };
    let Some(stage) = stage else {
        let names: Vec<&str> = stages.iter().rev().map(|stage| stage.info.codec.name.as_str()).collect();
        let names = escape(&names.join(", ")).into_owned();
        return Err(Failure::Usage(place(&format!("--stage: expected stored or one of {names}"))));
    };
    match (&stage.outcome, &trace.trace.fault) {
        (Outcome::Decoded(_, Some(value)), _) => Ok(value.visible_bytes()),
        (Outcome::Decoded(..), _) => {
            Err(Failure::Data(place("expected a smaller chunk: the stage was not kept")))
        }
        (_, Some(fault)) => Err(failure(&array.path, Some(&trace.key), &fault.clone().into())),
        (_, None) => Err(missing()),
    }
}

#[derive(Serialize)]
struct DiffStage<'a> {
    equal: bool,
    chunk: &'a [u64],
    #[serde(flatten)]
    sides: Sides<DiffBytes>,
    differ: u64,
    first: Option<u64>,
}

#[derive(Serialize)]
struct DiffBytes {
    nbytes: usize,
}

#[derive(Serialize)]
pub(super) struct DiffComparison<'a> {
    at: &'a [u64],
    same_chain: bool,
    same_shape: bool,
    begins: Option<&'a str>,
    stages: Vec<DiffRow<'a>>,
}

#[derive(Serialize)]
struct DiffRow<'a> {
    #[serde(flatten)]
    sides: Sides<DiffRowSide<'a>>,
    equal: Option<bool>,
    differ: Option<u64>,
    first: Option<u64>,
}

#[derive(Serialize)]
struct DiffRowSide<'a> {
    codec: Option<&'a str>,
    nbytes: Option<u64>,
}

impl<'a> DiffComparison<'a> {
    pub(super) fn new(at: &'a [u64], compared: &'a ChunkComparison) -> Self {
        let rows = compared.stages.iter().map(|row| DiffRow::new(row, compared.same_shape));
        Self {
            at,
            same_chain: compared.same_chain,
            same_shape: compared.same_shape,
            begins: compared.begins.as_deref(),
            stages: rows.collect(),
        }
    }
}

impl<'a> DiffRow<'a> {
    fn new(row: &'a StageComparison, same_shape: bool) -> Self {
        let side = |side: DiffSide| DiffRowSide {
            codec: row.codecs.on(side).as_ref().map(|(name, _)| name.as_str()),
            nbytes: *row.nbytes.on(side),
        };
        let sides = Sides { a: side(DiffSide::A), b: side(DiffSide::B) };
        let found = row.gaps.as_ref().filter(|_| same_shape);
        let differ = found.map(|found| found.differ);
        let first = found.and_then(|found| found.first);
        Self { sides, equal: differ.map(|differ| differ == 0), differ, first }
    }
}

fn text(values: &Sides<&[u8]>, found: &ByteGaps, output: &mut Output) -> Result {
    let sizes = values.map(|bytes| count(bytes.len() as u128, "byte"));
    let Some(first) = found.first else {
        return Ok(writeln!(output, "equal: {}", sizes.a)?);
    };
    let (places, Sides { a, b }) = (grouped(found.differ.into()), sizes);
    writeln!(output, "different: {places} of {a} in a and {b} in b; the first is byte {first}")?;
    let start = usize::try_from(first).unwrap_or(0) / SHOWN * SHOWN;
    for (side, bytes) in values.each() {
        let shown = bytes.get(start..).unwrap_or_default();
        let shown = hex(&shown[..shown.len().min(SHOWN)]);
        let shown = if shown.is_empty() { "ends before" } else { &shown };
        writeln!(output, "{side}  {start:08x}  {shown}")?;
    }
    Ok(())
}

pub(super) fn print_comparison(chunk: &[u64], stages: &ChunkComparison, output: &mut Output) -> Result {
    writeln!(output, "\nchunk {}, stage by stage", shape(chunk))?;
    if !stages.same_shape {
        writeln!(output, "{}", diff_facts::OTHER_SHAPES)?;
    }
    for row in &stages.stages {
        let sizes = row.nbytes.map(|nbytes| match nbytes {
            Some(nbytes) => grouped(nbytes.into()),
            None => "-".to_owned(),
        });
        let name = diff_facts::stage_name(row);
        let what = if stages.same_shape { diff_facts::stage_found(row) } else { "not compared".to_owned() };
        writeln!(output, "  {name:<24} a {:>12} B  b {:>12} B  {what}", sizes.a, sizes.b)?;
    }
    if let Some(begins) = diff_facts::begins(stages) {
        writeln!(output, "{begins}")?;
    }
    Ok(())
}
