mod merge;
mod report;
mod totals;

use std::io::{self, IsTerminal, Read};
use std::sync::mpsc::{self, Receiver, Sender};
use std::{path::Path, sync::Arc, thread, time::Instant};

pub(super) use self::report::VerifyReport;
use self::totals::ExpectedTotals;
use super::arguments::{MergeArguments, VerifyArguments};
use super::finding_arguments::FindingArguments;
use super::open::open_or_tell;
use super::part_reports::{PartReports, ReportParts, WrittenReport};
use super::{Failure, Output, Result, file::check_file, findings::Finding, json as print, watched::watched};
use crate::doctor::{Checkup, ChunkChoice};
use crate::hierarchy::Hierarchy;
use crate::limits::LIST_BYTES;
use crate::pipeline::{self, Counts, ExpectedChunks, Findings, Total, VerifyTask};
use crate::store::open_named;
use crate::tell::words::count;

pub(super) fn run(arguments: &VerifyArguments, output: &mut Output) -> Result {
    arguments.found.check_file()?;
    if let Some(file) = &arguments.write_expect {
        check_file(file)?;
    }
    arguments.threads.start(&[&arguments.node.path])?;
    let json = arguments.node.json;
    let hierarchy = open_or_tell(&arguments.node.path, &arguments.node.limits.limits(), |store| {
        give(&VerifyReport::unusable(store), "verify", &store.path, &arguments.found, json, output)
    })?;
    let hierarchy = Arc::new(hierarchy);
    let report = verify(&hierarchy, arguments)?;
    if let Some(file) = &arguments.write_expect {
        report.write_missing(file, &hierarchy.name)?;
    }
    give(&report, "verify", &hierarchy.name, &arguments.found, json, output)
}

pub(super) fn merge(written: Vec<WrittenReport>, arguments: &MergeArguments, output: &mut Output) -> Result {
    let name = count(arguments.reports.len() as u128, "report");
    give(&merge::join(PartReports::of(written)?), "merge", &name, &arguments.found, arguments.json, output)
}

fn give(
    report: &VerifyReport,
    command: &'static str,
    path: &str,
    arguments: &FindingArguments,
    as_json: bool,
    output: &mut Output,
) -> Result {
    let found = report.found(command, path, &arguments.fail_on);
    found.print(
        arguments,
        as_json,
        output,
        |output| match report.parts.part {
            Some(_) => print::print_line(&report.json(), output),
            None => print::print(&report.json(), output),
        },
        |output| report.print(output),
    )?;
    found.result()?;
    report.end()
}

fn verify(hierarchy: &Arc<Hierarchy>, arguments: &VerifyArguments) -> Result<VerifyReport> {
    let start = Instant::now();
    let own = Arc::clone(hierarchy);
    let options = arguments.decode.options();
    let part = arguments.part;
    let lists_missing = arguments.write_expect.is_some();
    let judges_values = arguments.values;
    let expected = expected(arguments)?;
    // The size of a part is known only when its chunks have been listed.
    let counts_all = io::stderr().is_terminal() && part.is_none();
    let total = if counts_all { count_all(hierarchy) } else { mpsc::channel().1 };
    let listed = expected.as_ref().map(ExpectedTotals::new);
    let mut report = VerifyReport { listed, ..VerifyReport::default() };
    let mut all = None;
    let work = move |news: &Sender<_>| {
        let task =
            VerifyTask { threads: None, options: &options, part, expected: expected.as_ref(), lists_missing };
        let plan =
            pipeline::verify_part(&task, &own, "", &mut |counts, found| news.send((counts, found)).is_ok());
        let mut doubts = Vec::new();
        if judges_values {
            doubts = Checkup::run(&own, &options, ChunkChoice::All, &mut |_| {}).doubts();
        }
        (plan, doubts)
    };
    let hear = |news: Option<(Counts, Findings)>| {
        if let Some((counts, found)) = news {
            report.take(counts, &found, &hierarchy.name);
        }
        all = all.or_else(|| total.try_recv().ok());
        (report.counts, all)
    };
    let done = watched(work, hear)?;
    report.interrupted = done.is_none();
    let (plan, doubts) = done.unwrap_or_default();
    report.notes.extend(doubts.iter().map(Finding::of_note));
    // A note on a whole array comes before those on its chunks, as in a merged report.
    report.notes.sort_by(Finding::order);
    report.parts = ReportParts::new(part, plan, &hierarchy.name);
    report.elapsed = start.elapsed();
    Ok(report)
}

fn expected(arguments: &VerifyArguments) -> Result<Option<ExpectedChunks>> {
    let Some(path) = &arguments.expect else { return Ok(None) };
    if path == Path::new("all") {
        return Ok(Some(ExpectedChunks::default()));
    }
    let name = path.display();
    let refuse = |what: String| Failure::Usage(format!("--expect: {name}: {what}"));
    let mut text = String::new();
    let file = open_named(path).map_err(refuse)?;
    let read = file.take(LIST_BYTES + 1).read_to_string(&mut text);
    let nbytes = read.map_err(|error| refuse(error.kind().to_string()))?;
    if nbytes as u64 > LIST_BYTES {
        return Err(refuse(format!("expected at most {LIST_BYTES} bytes, found more")));
    }
    ExpectedChunks::but_for(&text).map(Some).map_err(refuse)
}

pub(super) fn count_all(hierarchy: &Arc<Hierarchy>) -> Receiver<Total> {
    let (sender, total) = mpsc::channel();
    let hierarchy = Arc::clone(hierarchy);
    thread::spawn(move || {
        if let Some(total) = pipeline::total(&hierarchy, "", &|| true) {
            // Sending fails where the work has ended before the count, which is not needed then.
            let _ = sender.send(total);
        }
    });
    total
}
