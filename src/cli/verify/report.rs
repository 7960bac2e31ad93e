use std::{borrow::Cow, io::Write, ops::Not, path::Path, time::Duration};

use serde::{Deserialize, Serialize};

use super::super::finding_arguments::FailOn;
use super::super::findings::{Finding, FoundList};
use super::super::part_reports::ReportParts;
use super::super::{Failure, Output, Result, file::write_file, open::UnusableStore, output::Tone};
use super::resume_state::ResumeState;
use super::totals::{self, ExpectedTotals};
use crate::check::{ARCHIVE, DOUBTFUL, NO_CHUNK, ODD_NAMES, UNLISTED};
use crate::metadata::text::escape;
use crate::pipeline::{CONFIDENCE, Counts, Findings, ListError, VerifyFault, VerifyPosition, at_most_faulty};
use crate::tell::words::{count, grouped, large, size, time};

pub(super) const SCHEMA: (&str, u64) = ("zarrscope.verify", 1);

#[derive(Debug, Clone, Default)]
pub(in crate::cli) struct VerifyReport {
    pub(super) counts: Counts,
    pub(super) faults: Vec<Finding>,
    pub(super) notes: Vec<Finding>,
    pub(super) interrupted: bool,
    pub(super) not_reached: Option<String>,
    pub(super) elapsed: Duration,
    pub(super) parts: ReportParts,
    pub(super) listed: Option<ExpectedTotals>,
    pub(super) missing: Vec<String>,
    pub(super) list_error: Option<ListError>,
    /// Notes of an array that is not done: in a report that ends there.
    pub(super) pending: Vec<Finding>,
    pub(super) position: Option<VerifyPosition>,
    /// The option that ended the run.
    pub(super) budget_ended: Option<String>,
    /// Why it cannot go on where an earlier run ended.
    pub(super) changed: Option<String>,
    pub(super) resume: Option<ResumeState>,
    pub(super) is_sample: bool,
    /// Whether values were left out of what was looked at.
    pub(super) is_only_decoded: bool,
}

/// What a sample says of all chunks, with 95 per cent confidence.
#[derive(Serialize)]
struct SampleReport {
    chunks: u64,
    of: u128,
    faulty: u64,
    confidence: f64,
    at_most: f64,
}

#[derive(Serialize, Deserialize)]
pub(super) struct VerifyJson<'a> {
    #[serde(skip_deserializing)]
    schema: &'static str,
    #[serde(skip_deserializing)]
    version: u64,
    pub(super) arrays: u64,
    pub(super) chunks: VerifyChunks,
    pub(super) stored_nbytes: u64,
    pub(super) decoded_nbytes: u64,
    pub(super) seconds: f64,
    #[serde(skip_deserializing)]
    pub(super) faults: Cow<'a, [Finding]>,
    #[serde(skip_deserializing, skip_serializing_if = "<[_]>::is_empty")]
    pub(super) notes: Cow<'a, [Finding]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) completeness: Option<ExpectedTotals>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) not_reached: Option<Cow<'a, str>>,
    #[serde(default, skip_serializing_if = "Not::not")]
    pub(super) interrupted: bool,
    #[serde(skip_deserializing, skip_serializing_if = "Option::is_none")]
    ended_by: Option<&'a str>,
    #[serde(skip_deserializing, skip_serializing_if = "Option::is_none")]
    sample: Option<SampleReport>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) resume: Option<Cow<'a, ResumeState>>,
    #[serde(flatten, skip_deserializing)]
    parts: Cow<'a, ReportParts>,
}

#[derive(Serialize, Deserialize)]
pub(super) struct VerifyChunks {
    pub(super) stored: u64,
    /// `None` beyond 2^128, and where nothing of the store could be read.
    pub(super) missing: Option<u128>,
    pub(super) decoded: u64,
    pub(super) faulty: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) not_known: Option<u128>,
}

impl VerifyReport {
    pub(super) fn unusable(store: &UnusableStore) -> Self {
        let found = VerifyFault {
            array: store.path.clone(),
            node: String::new(),
            key: String::new(),
            chunk: None,
            fault: store.fault.clone(),
        };
        Self { faults: vec![Finding::of_fault(&found)], ..Self::default() }
    }

    pub(super) fn take(&mut self, counts: Counts, found: &Findings, path: &str) {
        self.counts = counts;
        if self.not_reached.is_none() {
            self.not_reached.clone_from(&found.not_reached);
        }
        self.position = Some(found.position.clone());
        self.budget_ended.clone_from(&found.budget_ended);
        self.changed.clone_from(&found.changed);
        self.pending = found.pending.iter().map(Finding::of_note).collect();
        self.missing.extend_from_slice(&found.missing);
        self.list_error.clone_from(&found.list_error);
        self.faults.extend(found.faults.iter().map(Finding::of_fault));
        if let Some(totals) = &mut self.listed {
            totals.add_inner(found.inner);
        }
        for listing in &found.listings {
            if let Some(totals) = &mut self.listed {
                totals.add(listing);
            }
            self.notes.extend(totals::notes(listing));
        }
        self.notes.extend(found.notes.iter().map(Finding::of_note));
        for (path, note) in &found.odd_names {
            self.notes.push(Finding::of_node(&ODD_NAMES, path, "names", note));
        }
        for (path, reason) in &found.archives {
            let message = format!("{reason}: it was not looked into");
            self.notes.push(Finding::of_node(&ARCHIVE, path, "archives", &message));
        }
        for (path, note) in &found.unlisted {
            self.notes.push(Finding::of_node(&UNLISTED, path, "nodes", note));
        }
        for line in &found.idle_lines {
            self.notes.push(totals::idle(path, line));
        }
        if found.more_idle_lines > 0 {
            let more = count(found.more_idle_lines.into(), "more line");
            let message = format!("{more} of the list after those that are named: none names a chunk");
            self.notes.push(Finding::of_node(&NO_CHUNK, path, "expect", &message));
        }
    }

    /// Nothing is written unless all of the hierarchy was seen.
    pub(super) fn write_missing(&self, file: &Path, path: &str) -> Result {
        if let Some(error) = &self.list_error {
            return Err(Failure::Data(format!("--write-expect: {error}")));
        }
        if self.interrupted || self.not_reached.is_some() {
            return Ok(());
        }
        write_file(file, |to| {
            writeln!(to, "# What is missing of {}; for verify --expect.", escape(path))?;
            for line in &self.missing {
                writeln!(to, "{line}")?;
            }
            Ok(())
        })
    }

    pub(super) fn json(&self) -> VerifyJson<'_> {
        let Counts {
            arrays, stored, missing, hidden, decoded, faulty, stored_nbytes, decoded_nbytes, ..
        } = self.counts;
        let missing = if self.not_reached.is_none() { missing } else { None };
        let not_known = Some(hidden).filter(|hidden| *hidden > 0);
        VerifyJson {
            schema: SCHEMA.0,
            version: SCHEMA.1,
            arrays,
            chunks: VerifyChunks { stored, missing, decoded, faulty, not_known },
            stored_nbytes,
            decoded_nbytes,
            seconds: self.elapsed.as_secs_f64(),
            faults: Cow::Borrowed(&self.faults),
            notes: Cow::Borrowed(&self.notes),
            completeness: self.listed.as_ref().map(|listed| listed.with_notes(&self.notes)),
            not_reached: self.not_reached.as_deref().map(Cow::Borrowed),
            interrupted: self.interrupted,
            ended_by: self.budget_ended.as_deref(),
            sample: self.sample(),
            resume: self.resume.as_ref().map(Cow::Borrowed),
            parts: Cow::Borrowed(&self.parts),
        }
    }

    fn sample(&self) -> Option<SampleReport> {
        let Counts { faulty, drawn_from: of, .. } = self.counts;
        let chunks = self.counts.checked();
        let at_most = at_most_faulty(chunks, faulty, of);
        // The first chunks of a sample are not chosen by chance.
        (self.is_sample && !self.interrupted).then_some(SampleReport {
            chunks,
            of,
            faulty,
            confidence: CONFIDENCE,
            at_most,
        })
    }

    pub(super) fn print(&self, output: &mut Output) -> Result {
        for found in &self.faults {
            writeln!(output, "{} {}", output.paint(Tone::Fault, "✗"), found.text())?;
        }
        for note in &self.notes {
            writeln!(output, "{} {}", output.paint(Tone::Name, "note:"), note.text())?;
        }
        let Counts {
            arrays, stored, missing, hidden, decoded, faulty, stored_nbytes, decoded_nbytes, ..
        } = self.counts;
        let is_reached = self.not_reached.is_none();
        let (arrays, chunks) = (count(arrays.into(), "array"), count(stored.into(), "chunk"));
        let missing = if is_reached { large(missing) } else { "an unknown number".to_owned() };
        let hidden = if hidden > 0 { format!("{} not known, ", grouped(hidden)) } else { String::new() };
        let [decoded, faulty] = [decoded, faulty].map(|chunks| grouped(chunks.into()));
        let stored = format!("{arrays}: {chunks} stored, {missing} missing");
        writeln!(output, "{stored}, {hidden}{decoded} decoded, {faulty} faulty")?;
        let stored = size(stored_nbytes);
        writeln!(output, "{stored} stored, {} decoded, in {}", size(decoded_nbytes), time(self.elapsed))?;
        if let Some(listed) = &self.listed {
            writeln!(output, "{}", listed.with_notes(&self.notes).text())?;
        }
        self.parts.print(output)?;
        if let Some(SampleReport { chunks, of, at_most, .. }) = self.sample() {
            let (chunks, of) = (count(chunks.into(), "chunk"), grouped(of));
            let bound = if at_most > 0.0 {
                format!("at most {:.2} % of all are faulty", at_most * 100.0)
            } else {
                "none is faulty".to_owned()
            };
            writeln!(output, "a sample of {chunks} of {of}: with 95 % confidence {bound}")?;
        }
        if let Some(reason) = self.unfinished() {
            writeln!(output, "{reason}")?;
        }
        writeln!(output, "{}", self.verdict(output))?;
        if self.is_only_decoded && self.faults.is_empty() && self.counts.decoded > 0 {
            let hint = "decoding was checked, values were not: see --values and zarrscope doctor";
            writeln!(output, "{}", output.paint(Tone::Quiet, hint))?;
        }
        Ok(())
    }

    fn verdict(&self, output: &Output) -> String {
        let is_all = !self.interrupted && self.parts.lacking().is_none();
        let doubts = self.notes.iter().filter(|note| note.rule.id == DOUBTFUL.id).count();
        match self.faults.len() {
            0 if self.not_reached.is_some() => output.paint(Tone::Fault, "nothing could be read"),
            0 if is_all && self.counts.arrays == 0 && self.parts.part.is_none() => {
                "nothing was checked: there is no array".to_owned()
            }
            0 if doubts > 0 => {
                let places = count(doubts as u128, "place");
                output.paint(Tone::Fault, &format!("no faults, but values look wrong in {places}"))
            }
            0 if self.is_sample && is_all => output.paint(Tone::Sound, "no faults in the sample"),
            0 => output.paint(Tone::Sound, if is_all { "no faults" } else { "no faults so far" }),
            faults => output.paint(Tone::Fault, &count(faults as u128, "fault")),
        }
    }

    pub fn found<'a>(&'a self, command: &'static str, path: &'a str, fail_on: &'a FailOn) -> FoundList<'a> {
        let findings = self.faults.iter().chain(&self.notes).collect();
        let unfinished = self.parts.lacking().or_else(|| self.unfinished());
        FoundList { command, path, findings, elapsed: self.elapsed, fail_on, unfinished }
    }

    pub(super) fn end(&self) -> Result {
        self.parts.end()?;
        if let Some(reason) = &self.not_reached {
            return Err(Failure::Unread(format!("nothing of the store could be read: {reason}")));
        }
        match self.unfinished() {
            Some(reason) if self.budget_ended.is_some() => Err(Failure::Unread(reason)),
            Some(_) => Err(Failure::Interrupted),
            None => Ok(()),
        }
    }

    fn unfinished(&self) -> Option<String> {
        let ended_by = match &self.budget_ended {
            Some(option) => format!("ended by {option}"),
            None if self.interrupted => "interrupted".to_owned(),
            None => return None,
        };
        Some(format!("{ended_by}: not all was checked"))
    }
}
