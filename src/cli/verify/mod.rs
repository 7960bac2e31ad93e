//! `verify`: every stored chunk of every array. `merge`: what its parts found.

mod merge;
mod report;

use std::io::{self, IsTerminal};
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread;
use std::time::Instant;

use self::merge::PartReports;
use self::report::VerifyReport;
use super::arguments::{MergeArguments, VerifyArguments};
use super::finding::Finding;
use super::watched::watched;
use super::{Failure, Output, json as print, open, unless_closed};
use crate::hierarchy::Hierarchy;
use crate::pipeline::{self, Counts, Findings, Total, VerifyTask};

pub(super) fn run(arguments: &VerifyArguments, output: &mut Output) -> Result<(), Failure> {
    arguments.threads.start()?;
    let hierarchy = Arc::new(open(&arguments.node.path, arguments.node.limits.limits())?);
    let report = verify(&hierarchy, arguments)?;
    give(&report, arguments.node.json, output)
}

pub(super) fn merge(arguments: &MergeArguments, output: &mut Output) -> Result<(), Failure> {
    let mut reports = PartReports::default();
    arguments.reports.iter().try_for_each(|path| reports.take(path))?;
    give(&reports.merge(), arguments.json, output)
}

fn give(report: &VerifyReport, as_json: bool, output: &mut Output) -> Result<(), Failure> {
    unless_closed(if as_json { print::print(&report.json(), output) } else { report.print(output) })?;
    report.result()
}

/// Verifies on another thread, so that Ctrl-c stops the command at once, however long the current chunk takes.
fn verify(hierarchy: &Arc<Hierarchy>, arguments: &VerifyArguments) -> Result<VerifyReport, Failure> {
    let start = Instant::now();
    let own = Arc::clone(hierarchy);
    let (options, part) = (arguments.decode.options(), arguments.part);
    // How much there is in a part is known only when its chunks have been listed.
    let counts_all = io::stderr().is_terminal() && part.is_none();
    let total = if counts_all { count_all(hierarchy) } else { mpsc::channel().1 };
    let (mut report, mut all) = (VerifyReport { part, ..VerifyReport::default() }, None);
    let work = move |news: &Sender<_>| {
        let task = VerifyTask { threads: None, options: &options, part };
        pipeline::verify_part(&task, &own, "", &mut |counts, found| news.send((counts, found)).is_ok())
    };
    let hear = |news: Option<(Counts, Findings)>| {
        if let Some((counts, found)) = news {
            report.counts = counts;
            report.faults.extend(found.faults.iter().map(Finding::of_fault));
            report.notes.extend(found.notes.iter().map(Finding::of_note));
        }
        all = all.or_else(|| total.try_recv().ok());
        (report.counts, all)
    };
    let done = watched(work, hear)?;
    report.interrupted = done.is_none();
    report.plan = done.flatten();
    report.elapsed = start.elapsed();
    Ok(report)
}

/// Counts the chunks and their bytes for the progress bar, at the same time as they are verified. It reads no chunk.
pub(super) fn count_all(hierarchy: &Arc<Hierarchy>) -> Receiver<Total> {
    let (sender, total) = mpsc::channel();
    let hierarchy = Arc::clone(hierarchy);
    thread::spawn(move || {
        // Sending fails where the work has ended before the count: then nobody needs it.
        pipeline::total(&hierarchy, "", &|| true).map(|total| sender.send(total))
    });
    total
}
