mod merge;
mod report;
mod resume;
mod resume_state;
mod sums_found;
mod totals;

use std::hash::{BuildHasher, RandomState};
use std::io::{self, IsTerminal, Read, Write};
use std::sync::mpsc::{self, Receiver, Sender};
use std::{path::Path, sync::Arc, thread, time::Instant};

pub(super) use self::report::VerifyReport;
use self::resume::{KeptReport, joined, read_earlier};
use self::resume_state::ResumeState;
use self::sums_found::SumsFound;
use self::totals::ExpectedTotals;
use super::arguments::{MergeArguments, SampleSize, VerifyArguments};
use super::finding_arguments::FindingArguments;
use super::interrupt::has_any_come;
use super::open::open_or_tell;
use super::part_reports::{PartReports, ReportParts, WrittenReport};
use super::{
    Failure, Output, Result,
    file::{check_file, write_file_to_the_end},
    findings::Finding,
    json as print, sums,
    watched::watched,
};
use crate::doctor::{Checkup, ChunkChoice};
use crate::hierarchy::Hierarchy;
use crate::limits::LIST_BYTES;
use crate::metadata::text::escape;
use crate::pipeline::{
    self, ChunkNote, ChunkSample, Counts, ExpectedChunks, Findings, Inventory, Total, VerifyBudget,
    VerifyTask,
};
use crate::store::open_named;
use crate::tell::words::count;

pub(super) fn run(arguments: &VerifyArguments, output: &mut Output) -> Result {
    arguments.found.check_file()?;
    for file in [&arguments.write_expect, &arguments.write_sums].into_iter().flatten() {
        check_file(file)?;
    }
    arguments.threads.start(&[&arguments.node.path])?;
    // Only JSON can be gone on with.
    let json = arguments.node.json || arguments.resume;
    let hierarchy = open_or_tell(&arguments.node.path, &arguments.node.limits.access(), |store| {
        give(&VerifyReport::unusable(store), "verify", &store.path, &arguments.found, json, output)
    })?;
    let hierarchy = Arc::new(hierarchy);
    let report = match &arguments.write_sums {
        Some(file) => verify_and_write(&hierarchy, arguments, file)?,
        None => verify(&hierarchy, arguments, None)?,
    };
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
    // A signal ends it as it ends any program, whatever was found until then: that is in the report.
    if report.interrupted && has_any_come() {
        return Err(Failure::Interrupted);
    }
    found.result()?;
    report.end()
}

/// Digests are written as chunks are verified, and only a file with those of all chunks is kept.
fn verify_and_write(
    hierarchy: &Arc<Hierarchy>,
    arguments: &VerifyArguments,
    file: &Path,
) -> Result<VerifyReport> {
    let mut report = None;
    let written = write_file_to_the_end(file, |to| {
        sums::write_header(to)?;
        let found = report.insert(verify(hierarchy, arguments, Some(to))?);
        if found.interrupted || found.not_reached.is_some() { Err(Failure::Interrupted) } else { Ok(()) }
    });
    match (report, written) {
        // What was stopped leaves no file, but its report is given.
        (Some(report), Ok(()) | Err(Failure::Interrupted)) => Ok(report),
        (_, Err(failure)) => Err(failure),
        (None, Ok(())) => Err(Failure::Interrupted),
    }
}

fn verify(
    hierarchy: &Arc<Hierarchy>,
    arguments: &VerifyArguments,
    mut sums: Option<&mut (dyn Write + Send)>,
) -> Result<VerifyReport> {
    let start = Instant::now();
    let options = arguments.decode.options();
    let part = arguments.part;
    let state = |position| ResumeState::new(&hierarchy.name, &options, part, position);
    let mut kept = arguments.found.output.as_deref().filter(|_| arguments.resume).map(KeptReport::new);
    let before = match &arguments.found.output {
        Some(file) if arguments.resume => read_earlier(file, &state(None))?,
        _ => None,
    };
    if let Some(whole) = before.as_ref().filter(|report| !report.interrupted) {
        // Nothing is left to do.
        return Ok(whole.clone());
    }
    let expected = expected(arguments)?;
    let inventory = inventory(hierarchy, arguments)?;
    // The size of a part is known only when its chunks have been listed.
    let counts_all = io::stderr().is_terminal()
        && part.is_none()
        && arguments.sample.is_none()
        && arguments.keys.is_none();
    let counting = if counts_all { count_all(hierarchy) } else { mpsc::channel().1 };
    let listed = expected.as_ref().map(ExpectedTotals::new);
    let is_sample = arguments.sample.is_some();
    let is_only_decoded = !arguments.values && arguments.sums.is_none();
    let mut report = VerifyReport { listed, is_sample, is_only_decoded, ..VerifyReport::default() };
    let mut total = None;
    let mut recorded = arguments.sums.as_deref().map(SumsFound::read).transpose()?;
    let mut unwritten = Ok(());
    let work = work(Arc::clone(hierarchy), arguments, (expected, inventory), before.as_ref());
    // The report as it is written while chunks are verified, so that a later run can go on, and at the end.
    let so_far = |report: &VerifyReport, interrupted: bool| {
        let mut now = report.clone();
        now.interrupted = interrupted;
        if interrupted {
            now.notes.append(&mut now.pending);
        }
        now.notes.sort_by(Finding::order);
        if part.is_some() {
            // Chunks of a part come in the order of their keys.
            now.faults.sort_by(Finding::order);
        }
        now.resume = arguments.resume.then(|| state(now.position.clone()));
        now.elapsed = start.elapsed();
        now
    };
    let hear = |news: Option<(Counts, Findings)>| {
        if let Some((counts, found)) = news {
            report.take(counts, &found, &hierarchy.name);
            for own in &found.sums {
                if let Some(recorded) = &mut recorded {
                    recorded.take(own);
                }
                if let (Some(to), true) = (&mut sums, unwritten.is_ok()) {
                    unwritten = sums::write_line(own, *to);
                }
            }
        }
        if let Some(kept) = kept.as_mut().filter(|kept| kept.is_due()) {
            // Where it cannot be written, the last one says so.
            let _ = kept.write(&joined(before.as_ref(), so_far(&report, true)));
        }
        total = total.or_else(|| counting.try_recv().ok());
        (report.counts, total)
    };
    let done = watched(work, hear)?;
    if let Some(text) = &report.changed {
        return Err(Failure::Usage(format!("--resume: {}", escape(text))));
    }
    unwritten?;
    let (plan, doubts) = done.clone().unwrap_or_default();
    if let Some(mut recorded) = recorded {
        if done.is_some() && report.budget_ended.is_none() && !is_sample {
            recorded.add_missing(&hierarchy.name)?;
        }
        report.faults.append(&mut recorded.faults);
        report.faults.sort_by(Finding::order);
        report.notes.append(&mut recorded.notes);
    }
    report.notes.extend(doubts.iter().map(Finding::of_note));
    // A note on a whole array comes before those on its chunks, as in a merged report.
    let mut report = so_far(&report, done.is_none() || report.budget_ended.is_some());
    report.parts = ReportParts::new(part, plan, &hierarchy.name);
    Ok(joined(before.as_ref(), report))
}

type Verified = (Option<String>, Vec<ChunkNote>);

/// What a thread does: all of it, or from where an earlier run ended.
fn work(
    own: Arc<Hierarchy>,
    arguments: &VerifyArguments,
    (expected, inventory): (Option<ExpectedChunks>, Option<Inventory>),
    before: Option<&VerifyReport>,
) -> impl FnOnce(&Sender<(Counts, Findings)>) -> Verified + Send + 'static {
    let options = arguments.decode.options();
    let part = arguments.part;
    let lists_missing = arguments.write_expect.is_some();
    let sums = arguments.sums.is_some() || arguments.write_sums.is_some();
    let judges_values = arguments.values;
    let wanted = arguments.sample;
    let budget = VerifyBudget {
        requests: arguments.max_requests,
        nbytes: arguments.max_bytes,
        faults: Some(arguments.max_faults),
        rate: arguments.rate,
    };
    let begin = before.and_then(|report| report.resume.as_ref()).and_then(|state| state.position.clone());
    move |news: &Sender<_>| {
        let mut go_on = |counts, found| news.send((counts, found)).is_ok();
        let mut sample = None;
        if let Some(wanted) = wanted {
            let listening = || news.send(Default::default()).is_ok();
            let seed = RandomState::new().hash_one(0);
            sample = match wanted {
                SampleSize::Percent(percent) => Some(ChunkSample::of_percent(seed, percent)),
                SampleSize::Count(count) => {
                    ChunkSample::of_count(&own, "", seed, count, inventory.as_ref(), &listening)
                }
            };
            if sample.is_none() {
                return Verified::default();
            }
        }
        let task = VerifyTask {
            part,
            expected: expected.as_ref(),
            lists_missing,
            inventory: inventory.as_ref(),
            sums,
            budget,
            sample,
            begin: begin.as_ref(),
            ..VerifyTask::new(&options)
        };
        let plan = pipeline::verify_part(&task, &own, "", &mut go_on);
        let mut doubts = Vec::new();
        if judges_values {
            doubts = Checkup::run(&own, &options, ChunkChoice::All, &mut |_| {}).doubts();
        }
        (plan, doubts)
    }
}

fn expected(arguments: &VerifyArguments) -> Result<Option<ExpectedChunks>> {
    let Some(path) = &arguments.expect else { return Ok(None) };
    if path == Path::new("all") {
        return Ok(Some(ExpectedChunks::default()));
    }
    let text = read_list("--expect", path, LIST_BYTES)?;
    ExpectedChunks::but_for(&text).map(Some).map_err(|what| refused("--expect", path, &what))
}

fn inventory(hierarchy: &Hierarchy, arguments: &VerifyArguments) -> Result<Option<Inventory>> {
    let Some(path) = &arguments.keys else { return Ok(None) };
    let store = &arguments.node.path;
    // A relative path says little of where the store lies in its bucket.
    let whole = store.canonicalize().unwrap_or_else(|_| store.clone());
    let found = Inventory::open(path, &whole.to_string_lossy(), &|key| hierarchy.store().has(key));
    found.map(Some).map_err(|what| refused("--keys", path, &what))
}

fn refused(option: &str, path: &Path, what: &str) -> Failure {
    Failure::Usage(format!("{option}: {}: {what}", escape(&path.to_string_lossy())))
}

fn read_list(option: &str, path: &Path, most: u64) -> Result<String> {
    let refuse = |what: String| refused(option, path, &what);
    let mut text = String::new();
    let file = open_named(path).map_err(refuse)?;
    let read = file.take(most + 1).read_to_string(&mut text);
    let nbytes = read.map_err(|error| refuse(error.kind().to_string()))?;
    if nbytes as u64 > most {
        return Err(refuse(format!("expected at most {most} bytes, found more")));
    }
    Ok(text)
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
