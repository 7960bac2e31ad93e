//! `stats`: what values there are in an array, a chunk or a region. What its parts counted is merged here, too.

mod report;
mod source;

use std::sync::Arc;
use std::sync::mpsc::Sender;
use std::time::Duration;

use self::source::CountedValues;
use super::arguments::{MergeArguments, StatsArguments};
use super::findings::{Finding, FoundList};
use super::json::{FaultReport, FaultyArray};
use super::labels::Chosen;
use super::open::{check_coords, open_usable};
use super::part_reports::{PartReports, ReportParts, WrittenReport};
use super::region::parse_region;
use super::watched::{newest, no_numbers, watched};
use super::{Failure, Output, json as print, unless_closed};
use crate::codec::DecodeOptions;
use crate::pipeline::{
    Array, Counts, Fault, LabelPick, NumberType, Region, Summary, SummaryError, SummaryProgress, Total,
    VerifyFault, WorkPart,
};
use crate::store::relative;
use crate::tell::meaning::PickReport;
use crate::tell::words::count;

pub(super) use self::report::StatsReport;

pub(super) fn run(arguments: &StatsArguments, output: &mut Output) -> Result<(), Failure> {
    arguments.threads.start(&[&arguments.node.path])?;
    let chosen = Chosen::of(&arguments.node, &arguments.values, arguments.decode.options());
    let array = Arc::new(chosen.values_of(*open_usable(&arguments.node, output)?));
    let (region, picks) = region(&array, arguments, &chosen)?;
    refuse(&array, arguments.node.json, output)?;
    let (mut summary, plan) = summarize(&array, region, arguments.decode.options(), arguments.part)?;
    let faults = std::mem::take(&mut summary.faults);
    let report = StatsReport {
        faults: faults.into_iter().map(|fault| finding(&array, fault)).collect(),
        selection: (!picks.is_empty()).then(|| picks.iter().map(PickReport::from).collect()),
        values: CountedValues::of(&array),
        parts: ReportParts::new(arguments.part, plan, &array.path),
        summary,
    };
    let lines: Vec<String> = picks.iter().map(LabelPick::text).collect();
    unless_closed(if arguments.node.json {
        print::report(&report.json(), report.parts.part.is_some(), output)
    } else {
        report.print(&lines, output)
    })?;
    report.end(None)
}

/// Makes one report of those of parts.
///
/// # Errors
/// When they do not belong together, parts are lacking, or a chunk is faulty.
pub(super) fn merge(
    written: Vec<WrittenReport>,
    arguments: &MergeArguments,
    output: &mut Output,
) -> Result<(), Failure> {
    let name = count(arguments.reports.len() as u128, "report");
    let Some(report) = report::join(PartReports::of(written)?) else { return Ok(()) };
    let (elapsed, fail_on) = (Duration::ZERO, &arguments.found.fail_on);
    let findings = report.faults.iter().collect();
    let unfinished = report.parts.lacking();
    let found = FoundList { command: "merge", path: &name, findings, elapsed, fail_on, unfinished };
    let form = arguments.found.form(arguments.json);
    found.print(
        form,
        output,
        |output| print::print(&report.json(), output),
        |output| report.print(&[], output),
    )?;
    report.end(Some(fail_on))
}

/// A fault of a chunk, or of what leads to chunks.
fn finding(array: &Array, (chunk, fault): (Option<Vec<u64>>, Fault)) -> Finding {
    let key = match (&chunk, &fault) {
        (Some(coords), _) => array.chunk_key(coords),
        (None, Fault::Store(error)) => relative(error.key(), &array.key).to_owned(),
        (None, _) => String::new(),
    };
    let (array, node) = (array.path.clone(), array.key.clone());
    Finding::of_fault(&VerifyFault { array, node, key, chunk, fault })
}

/// Refuses elements that have no order. With `--json` the reason is on stdout too.
fn refuse(array: &Array, is_json: bool, output: &mut Output) -> Result<(), Failure> {
    let data_type = array.values_type();
    if NumberType::of(data_type).is_some() {
        return Ok(());
    }
    let reason = SummaryError::NoNumbers(data_type.clone()).to_string();
    if is_json {
        let (stage, message) = ("statistics".to_owned(), reason.clone());
        let fault = FaultReport { stage, message, ..FaultReport::default() };
        unless_closed(print::print(&FaultyArray { array: &array.path, fault }, output))?;
    }
    Err(Failure::Usage(format!("{}: {reason}", array.path)))
}

/// The part of the array that is meant: all of it, a chunk without its overhang, or a region.
fn region(
    array: &Array,
    arguments: &StatsArguments,
    chosen: &Chosen,
) -> Result<(Region, Vec<LabelPick>), Failure> {
    let grid = &array.metadata.chunk_grid;
    let other = arguments.chunk.as_ref().map(|_| "--chunk").or(arguments.region.as_ref().map(|_| "--region"));
    if let Some(selection) = chosen.selection(array, other)? {
        return Ok((selection.region, selection.picks));
    }
    let region = match (&arguments.chunk, &arguments.region) {
        (Some(coords), _) => {
            check_coords(&coords.0, &grid.grid_shape(), &format!("{}: --chunk", array.path))?;
            Ok(grid.used(&coords.0).unwrap_or_default())
        }
        (None, Some(text)) => parse_region(text, &array.metadata.shape)
            .map_err(|reason| Failure::Usage(format!("{}: --region: {reason}", array.path))),
        (None, None) => Ok(array.whole()),
    };
    region.map(|region| (region, Vec::new()))
}

/// Counts what values there are, and shows how far that is.
fn summarize(
    array: &Arc<Array>,
    region: Region,
    options: DecodeOptions,
    part: Option<WorkPart>,
) -> Result<(Summary, Option<String>), Failure> {
    let own = Arc::clone(array);
    let work = move |news: &Sender<_>| {
        let mut tell = |so_far| news.send((counts(so_far), total(so_far))).is_ok();
        own.summarize_part(&region, &options, part, &mut tell)
    };
    let summed = watched(work, newest())?;
    summed.ok_or(Failure::Interrupted)?.map_err(|error| no_numbers(array, &error))
}

/// The progress as `verify` shows it. Its rate is that of the decoded bytes.
fn counts(progress: SummaryProgress) -> Counts {
    let SummaryProgress { decoded, faulty, decoded_nbytes, .. } = progress;
    Counts { decoded, faulty, stored_nbytes: decoded_nbytes, decoded_nbytes, ..Counts::default() }
}

fn total(progress: SummaryProgress) -> Option<Total> {
    progress.chunks.map(|chunks| Total { chunks, nbytes: 0 })
}
