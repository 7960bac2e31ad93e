//! A report that a later run goes on with.

use std::path::Path;
use std::time::{Duration, Instant};

use super::super::part_reports::WrittenReport;
use super::super::{Failure, Output, Result, json as print};
use super::merge;
use super::report::VerifyReport;
use super::resume_state::ResumeState;
use crate::metadata::text::escape;
use crate::save::{self, Begun};

/// How often a report is written while it grows, and how much of the time that may take.
const EVERY: Duration = Duration::from_secs(5);
const SHARE: u32 = 50;

/// What was found before, if the file is there. A report of something else is refused, so that it is never lost.
pub(super) fn read_earlier(file: &Path, now: &ResumeState) -> Result<Option<VerifyReport>> {
    if !file.exists() {
        return Ok(None);
    }
    let name = escape(&file.to_string_lossy()).into_owned();
    let refuse = |found: &str| {
        let expected = "expected a report of `verify --resume` of the same path, options and part";
        Failure::Usage(format!("--resume: {name}: {expected}, found {found}"))
    };
    let mut reports = WrittenReport::read_all(file)?;
    let (Some(written), true) = (reports.pop(), reports.is_empty()) else {
        return Err(refuse("several reports"));
    };
    let has_place = !written.rest["resume"]["node"].is_null();
    let is_whole = written.are_all_read;
    let Some(report) = VerifyReport::of_written(written) else { return Err(refuse("another one")) };
    if !is_whole || !is_consistent(&report, has_place) {
        return Err(refuse(
            "a damaged one: its findings, its numbers and the place where it ended contradict each other",
        ));
    }
    match &report.resume {
        Some(state) if state.is_of(now) => Ok(Some(report)),
        Some(_) => Err(refuse("one of others")),
        None => Err(refuse("one that cannot be gone on with")),
    }
}

/// `has_place` says whether the place where the run ended is written in the report, readable or not.
fn is_consistent(report: &VerifyReport, has_place: bool) -> bool {
    let counts = &report.counts;
    let position = report.resume.as_ref().and_then(|state| state.position.as_ref());
    let are_chunks_right = match position.and_then(|position| position.chunks) {
        Some([done, all]) if report.interrupted => done <= all,
        Some([done, all]) => done == all,
        None => true,
    };
    let is_begun = counts.arrays > 0 || counts.stored > 0;
    are_chunks_right
        && position.is_some() == has_place
        && (position.is_some() || !is_begun)
        && (counts.faulty == 0 || !report.faults.is_empty())
        && counts.decoded <= counts.stored
}

/// The file with the report, which is written again and again while the report grows: whole each time.
pub(super) struct KeptReport<'a> {
    file: &'a Path,
    written: Instant,
    took: Duration,
}

impl<'a> KeptReport<'a> {
    pub(super) fn new(file: &'a Path) -> Self {
        Self { file, written: Instant::now(), took: Duration::ZERO }
    }

    /// Whether it is time to write it again.
    pub(super) fn is_due(&self) -> bool {
        self.written.elapsed() >= EVERY.max(self.took * SHARE)
    }

    pub(super) fn write(&mut self, report: &VerifyReport) -> Result {
        let start = Instant::now();
        let mut whole = Output::in_memory();
        print::print(&report.json(), &mut whole)?;
        // A signal is only noted while chunks are verified, so that nothing has to be removed.
        let begun: &Begun = &|_| Ok(());
        let written =
            save::write_file(self.file, begun, |to| Ok::<(), Failure>(to.write_all(whole.bytes())?));
        (self.written, self.took) = (Instant::now(), start.elapsed());
        written
    }
}

/// Both runs as one.
pub(super) fn joined(before: Option<&VerifyReport>, now: VerifyReport) -> VerifyReport {
    let Some(before) = before else { return now };
    let (parts, resume, interrupted) = (now.parts.clone(), now.resume.clone(), now.interrupted);
    let budget_ended = now.budget_ended.clone();
    let joined = merge::join_all([before.clone(), now].into_iter());
    VerifyReport { interrupted, parts, budget_ended, resume, ..joined }
}
