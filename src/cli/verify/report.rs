//! What verifying found, of everything or of a part, as text and as JSON.

use std::io::Write;
use std::time::Duration;

use serde_json::{Value, json};

use super::super::finding_arguments::FailOn;
use super::super::findings::{Finding, FoundList};
use super::super::open::UnusableStore;
use super::super::output::Tone;
use super::super::part_reports::{MergedParts, ReportParts};
use super::super::{Failure, Output, json as print};
use super::totals::{self, ExpectedTotals};
use crate::check::UNLISTED;
use crate::pipeline::{Counts, Findings, VerifyFault};
use crate::tell::words::{count, grouped, size, time};

/// The name of such a report, and the version of its form.
pub(super) const SCHEMA: (&str, u64) = ("zarrscope.verify", 1);

/// What was verified.
#[derive(Debug, Clone, Default)]
pub(in crate::cli) struct VerifyReport {
    pub(super) counts: Counts,
    /// Everything that is wrong.
    pub(super) faults: Vec<Finding>,
    /// What else there is to say.
    pub(super) notes: Vec<Finding>,
    /// Whether that is not all, because the user stopped it.
    pub(super) interrupted: bool,
    /// Why nothing of the store could be read.
    pub(super) not_reached: Option<String>,
    pub(super) elapsed: Duration,
    /// What it is of.
    pub(super) parts: ReportParts,
    /// Which chunks are there, where somebody said which are expected.
    pub(super) listed: Option<ExpectedTotals>,
}

impl VerifyReport {
    /// What there is to say of a store that cannot be opened.
    pub(super) fn unusable(UnusableStore { path, fault }: &UnusableStore) -> Self {
        let (array, node, key) = (path.clone(), String::new(), String::new());
        let found = VerifyFault { array, node, key, chunk: None, fault: fault.clone() };
        Self { faults: vec![Finding::of_fault(&found)], ..Self::default() }
    }

    /// Takes in what was found since the last time; `path` is where the hierarchy was opened.
    pub(super) fn take(&mut self, counts: Counts, found: &Findings, path: &str) {
        self.counts = counts;
        if self.not_reached.is_none() {
            self.not_reached.clone_from(&found.not_reached);
        }
        self.faults.extend(found.faults.iter().map(Finding::of_fault));
        for listing in &found.listings {
            if let Some(totals) = &mut self.listed {
                totals.add(listing);
            }
            self.notes.extend(totals::notes(listing));
        }
        self.notes.extend(found.notes.iter().map(Finding::of_note));
        let unlisted = |(path, note): &(String, String)| Finding::of_node(&UNLISTED, path, "nodes", note);
        self.notes.extend(found.unlisted.iter().map(unlisted));
        self.notes.extend(found.idle_lines.iter().map(|line| totals::idle(path, line)));
    }

    /// The report in JSON.
    pub(super) fn json(&self) -> Value {
        let counts = &self.counts;
        let each = |found: &[Finding]| found.iter().map(|found| found.value.clone()).collect::<Vec<_>>();
        let mut value = json!({
            "schema": SCHEMA.0, "version": SCHEMA.1,
            "arrays": counts.arrays,
            "chunks": {
                "stored": counts.stored, "missing": print::large(counts.missing),
                "decoded": counts.decoded, "faulty": counts.faulty,
            },
            "stored_nbytes": counts.stored_nbytes, "decoded_nbytes": counts.decoded_nbytes,
            "seconds": self.elapsed.as_secs_f64(),
            "faults": each(&self.faults),
        });
        print::add_notes(each(&self.notes), &mut value);
        if counts.hidden > 0 {
            value["chunks"]["not_known"] = print::large(Some(counts.hidden));
        }
        if let Some(listed) = &self.listed {
            value["completeness"] = listed.json(&self.notes);
        }
        if let Some(reason) = &self.not_reached {
            value["chunks"]["missing"] = Value::Null;
            value["not_reached"] = json!(reason);
        }
        if self.interrupted {
            value["interrupted"] = json!(true);
        }
        self.parts.add_to(&mut value);
        value
    }

    /// Prints the report for reading.
    pub(super) fn print(&self, output: &mut Output) -> Result<(), Failure> {
        for found in &self.faults {
            writeln!(output, "{} {}", output.paint(Tone::Fault, "✗"), found.text())?;
        }
        for note in &self.notes {
            writeln!(output, "{} {}", output.paint(Tone::Name, "note:"), note.text())?;
        }
        self.print_counts(output)?;
        if let Some(listed) = &self.listed {
            writeln!(output, "{}", listed.text(&self.notes))?;
        }
        self.parts.print(output)?;
        if self.interrupted {
            writeln!(output, "interrupted: not all was checked")?;
        }
        writeln!(output, "{}", self.verdict(output))?;
        Ok(())
    }

    fn print_counts(&self, output: &mut Output) -> Result<(), Failure> {
        let Counts { arrays, stored, missing, hidden, decoded, faulty, stored_nbytes, decoded_nbytes } =
            self.counts;
        writeln!(
            output,
            "{}: {} stored, {} missing, {}{} decoded, {} faulty",
            count(arrays.into(), "array"),
            count(stored.into(), "chunk"),
            self.missing(missing),
            if hidden > 0 { format!("{} not known, ", grouped(hidden)) } else { String::new() },
            grouped(decoded.into()),
            grouped(faulty.into()),
        )?;
        let (stored, decoded) = (size(stored_nbytes), size(decoded_nbytes));
        writeln!(output, "{stored} stored, {decoded} decoded, in {}", time(self.elapsed))?;
        Ok(())
    }

    /// How many chunks are missing, in words.
    fn missing(&self, counted: Option<u128>) -> String {
        match counted {
            _ if self.not_reached.is_some() => "an unknown number".to_owned(),
            Some(number) => grouped(number),
            None => "more than 2^128".to_owned(),
        }
    }

    fn verdict(&self, output: &Output) -> String {
        let is_all = !self.interrupted && self.parts.merged.as_ref().is_none_or(MergedParts::is_all);
        match self.faults.len() {
            0 if self.not_reached.is_some() => output.paint(Tone::Fault, "nothing could be read"),
            0 if is_all && self.counts.arrays == 0 && self.parts.part.is_none() => {
                "nothing was checked: there is no array".to_owned()
            }
            0 => output.paint(Tone::Sound, if is_all { "no faults" } else { "no faults so far" }),
            faults => output.paint(Tone::Fault, &count(faults as u128, "fault")),
        }
    }

    /// All that was found, for forms that other programs read.
    pub(super) fn found<'a>(
        &'a self,
        (command, path): (&'static str, &'a str),
        fail_on: &'a FailOn,
    ) -> FoundList<'a> {
        let findings = self.faults.iter().chain(&self.notes).collect();
        let interrupted = || self.interrupted.then(|| "interrupted: not all was checked".to_owned());
        let unfinished = self.parts.lacking().or_else(interrupted);
        FoundList { command, path, findings, elapsed: self.elapsed, fail_on, unfinished }
    }

    /// How the command ends where no finding makes it fail.
    pub(super) fn end(&self) -> Result<(), Failure> {
        self.parts.end()?;
        if let Some(reason) = &self.not_reached {
            return Err(Failure::Data(format!("nothing of the store could be read: {reason}")));
        }
        if self.interrupted { Err(Failure::Interrupted) } else { Ok(()) }
    }
}
