use std::{borrow::Cow, time::Duration};

use serde::Deserialize;

use super::super::findings::Finding;
use super::super::part_reports::{PartHeader, PartReport, PartReports, ReportParts, WrittenReport};
use super::report::{SCHEMA, VerifyChunks, VerifyJson, VerifyReport};
use super::totals::checked_sum;
use crate::pipeline::Counts;

pub(super) fn join(reports: PartReports<VerifyReport>) -> VerifyReport {
    let parts = reports.joined();
    VerifyReport { parts, ..join_all(reports.into_reports()) }
}

pub(super) fn join_all(reports: impl Iterator<Item = VerifyReport>) -> VerifyReport {
    let mut joined = VerifyReport::default();
    let mut notes = Vec::new();
    for report in reports {
        joined.elapsed = joined.elapsed.saturating_add(report.elapsed);
        let (sum, part) = (&mut joined.counts, &report.counts);
        sum.arrays = sum.arrays.saturating_add(part.arrays);
        sum.stored = sum.stored.saturating_add(part.stored);
        sum.missing = checked_sum(sum.missing, part.missing);
        sum.hidden = sum.hidden.saturating_add(part.hidden);
        sum.decoded = sum.decoded.saturating_add(part.decoded);
        sum.faulty = sum.faulty.saturating_add(part.faulty);
        sum.stored_nbytes = sum.stored_nbytes.saturating_add(part.stored_nbytes);
        sum.decoded_nbytes = sum.decoded_nbytes.saturating_add(part.decoded_nbytes);
        joined.not_reached = joined.not_reached.or(report.not_reached);
        if let Some(listed) = &report.listed {
            joined.listed.get_or_insert_with(|| listed.of_none()).join(listed);
        }
        joined.faults.extend(report.faults);
        notes.extend(report.notes.into_iter().enumerate());
    }
    joined.faults.sort_by(Finding::order);
    // What cannot be read may lie before the chunks of several parts.
    joined.faults.dedup();
    joined.notes = join_notes(notes);
    joined
}

/// One note for each array and kind counts the chunks of all parts; of notes on one chunk, the place in their reports decides.
fn join_notes(mut notes: Vec<(usize, Finding)>) -> Vec<Finding> {
    notes.sort_by(|(place, note), (other, second)| note.order(second).then_with(|| place.cmp(other)));
    let mut joined: Vec<Finding> = Vec::new();
    // The notes of an array follow each other, and there are few kinds of them.
    let mut array_from = 0;
    for (_, note) in notes {
        if let Some(first) = joined.get(array_from)
            && first.path() != note.path()
        {
            array_from = joined.len();
        }
        match joined.iter_mut().skip(array_from).find(|first| first.note() == note.note()) {
            Some(first) => first.add_chunks(note.chunks()),
            None => joined.push(note),
        }
    }
    joined
}

impl PartReport for VerifyReport {
    const COMMAND: &'static str = "verify";
    const SCHEMA: (&'static str, u64) = SCHEMA;

    fn read(written: WrittenReport, header: PartHeader) -> Option<Self> {
        let read = Self { parts: ReportParts::read(header), ..Self::of_written(written)? };
        // Each chunk that does not decode has a fault of its own.
        (read.faults.len() as u64 >= read.counts.faulty).then_some(read)
    }

    fn findings(&self) -> [&[Finding]; 2] {
        [&self.faults, &self.notes]
    }
}

impl VerifyReport {
    pub(super) fn of_written(written: WrittenReport) -> Option<Self> {
        let read = VerifyJson::deserialize(&written.rest).ok()?;
        let VerifyChunks { stored, missing, decoded, faulty, not_known } = read.chunks;
        let counts = Counts {
            arrays: read.arrays,
            stored,
            missing,
            hidden: not_known.unwrap_or_default(),
            decoded,
            faulty,
            stored_nbytes: read.stored_nbytes,
            decoded_nbytes: read.decoded_nbytes,
            drawn_from: 0,
        };
        Some(Self {
            counts,
            faults: written.faults,
            notes: written.notes,
            not_reached: read.not_reached.map(Cow::into_owned),
            elapsed: Duration::try_from_secs_f64(read.seconds).ok()?,
            parts: ReportParts::of_json(&written.rest),
            listed: read.completeness,
            interrupted: read.interrupted,
            resume: read.resume.map(Cow::into_owned),
            ..Self::default()
        })
    }
}
