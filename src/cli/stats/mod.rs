mod report;
mod source;
mod table;

use std::{sync::Arc, sync::mpsc::Sender, time::Duration};

use self::source::CountedValues;
use super::arguments::{MergeArguments, StatsArguments};
use super::findings::{Finding, FoundList};
use super::json::{FaultReport, FaultyArray};
use super::open::{check_chunk, open_usable};
use super::part_reports::{PartReports, ReportParts, WrittenReport};
use super::watched::{newest, no_numbers, watched};
use super::{Failure, Output, Result, json as print, labels::Chosen, unless_closed};
use crate::pipeline::{
    Array, Counts, Fault, LabelPick, NumberType, Region, SummaryError, SummaryProgress, Total, VerifyFault,
};
use crate::store::relative;
use crate::tell::{meaning::stored_note, words::count};

pub(super) use self::report::StatsReport;

pub(super) fn run(arguments: &StatsArguments, output: &mut Output) -> Result {
    arguments.threads.start(&[&arguments.node.path])?;
    let chosen = Chosen::of(&arguments.node, &arguments.values, arguments.decode.options());
    let opened = match open_usable(&arguments.node, output) {
        Ok(array) => array,
        Err(failure) => return table::run(arguments, output).unwrap_or(Err(failure)),
    };
    let array = Arc::new(chosen.values_of(*opened));
    if NumberType::of(array.values_type()).is_none()
        && let Some(result) = table::run(arguments, output)
    {
        return result;
    }
    let (region, picks) = region(&array, arguments, &chosen)?;
    refuse(&array, arguments.node.json, output)?;
    let (own, options, part) = (Arc::clone(&array), arguments.decode.options(), arguments.part);
    let work = move |news: &Sender<_>| {
        own.summarize_part(&region, &options, part, &mut |so_far| {
            let SummaryProgress { decoded, faulty, decoded_nbytes, chunks, .. } = so_far;
            let stored_nbytes = decoded_nbytes;
            let counts = Counts { decoded, faulty, stored_nbytes, decoded_nbytes, ..Counts::default() };
            news.send((counts, chunks.map(|chunks| Total { chunks, nbytes: 0 }))).is_ok()
        })
    };
    let summed = watched(work, newest())?.ok_or(Failure::Interrupted)?;
    let (mut summary, plan) = summed.map_err(|error| no_numbers(&array, &error))?;
    let mut faults = Vec::new();
    for (chunk, fault) in std::mem::take(&mut summary.faults) {
        let key = match (&chunk, &fault) {
            (Some(coords), _) => array.chunk_key(coords),
            (None, Fault::Store(error)) => relative(error.key(), &array.key).to_owned(),
            (None, _) => String::new(),
        };
        let (path, node) = (array.path.clone(), array.key.clone());
        faults.push(Finding::of_fault(&VerifyFault { array: path, node, key, chunk, fault }));
    }
    let at = |at: Option<&Vec<u64>>| at.map(|at| chosen.coordinates_at(&array, at)).unwrap_or_default();
    let numbers = summary.numbers.as_ref();
    let report = StatsReport {
        min_coordinates: at(numbers.and_then(|numbers| numbers.least_at.as_ref())),
        max_coordinates: at(numbers.and_then(|numbers| numbers.greatest_at.as_ref())),
        faults,
        selection: if picks.is_empty() { None } else { Some(picks.clone()) },
        values: CountedValues::of(&array),
        parts: ReportParts::new(arguments.part, plan, &array.path),
        summary,
    };
    let mut lines: Vec<String> = picks.iter().map(LabelPick::text).collect();
    lines.extend(stored_note(&array).map(str::to_owned));
    unless_closed(match (arguments.node.json, arguments.part) {
        (true, Some(_)) => print::print_line(&report.json(), output),
        (true, None) => print::print(&report.json(), output),
        (false, _) => report.print(&lines, output),
    })?;
    report.end(None)
}

pub(super) fn merge(written: Vec<WrittenReport>, arguments: &MergeArguments, output: &mut Output) -> Result {
    let name = count(arguments.reports.len() as u128, "report");
    let Some(report) = report::join(PartReports::of(written)?) else { return Ok(()) };
    let fail_on = &arguments.found.fail_on;
    let found = FoundList {
        command: "merge",
        path: &name,
        findings: report.faults.iter().collect(),
        elapsed: Duration::ZERO,
        fail_on,
        unfinished: report.parts.lacking(),
    };
    found.print(
        &arguments.found,
        arguments.json,
        output,
        |output| print::print(&report.json(), output),
        |output| report.print(&[], output),
    )?;
    report.end(Some(fail_on))
}

fn refuse(array: &Array, is_json: bool, output: &mut Output) -> Result {
    let data_type = array.values_type();
    if NumberType::of(data_type).is_some() {
        return Ok(());
    }
    let reason = SummaryError::NoNumbers(data_type.clone()).to_string();
    if is_json {
        let fault = FaultReport::of("statistics", reason.clone());
        unless_closed(print::print(&FaultyArray { array: &array.path, fault }, output))?;
    }
    Err(Failure::Usage(format!("{}: {reason}", array.path)))
}

fn region(array: &Array, arguments: &StatsArguments, chosen: &Chosen) -> Result<(Region, Vec<LabelPick>)> {
    let others = [("--chunk", arguments.chunk.is_some())];
    if let Some(selection) = chosen.selection(array, arguments.region.as_ref(), &others)? {
        return Ok((selection.region, selection.picks));
    }
    let Some(coords) = &arguments.chunk else { return Ok((array.whole(), Vec::new())) };
    check_chunk(array, &coords.0)?;
    let region = array.metadata.chunk_grid.used(&coords.0).unwrap_or_default();
    Ok((region, Vec::new()))
}
