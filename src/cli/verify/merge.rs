//! `merge`: one report of the reports of parts.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, BufReader, Read};
use std::path::Path;
use std::time::Duration;

use serde_json::{Deserializer, Value};

use super::super::Failure;
use super::super::findings::Finding;
use super::report::{MergedParts, SCHEMA, VerifyReport};
use super::totals::{ExpectedTotals, large};
use crate::metadata::text::escape;
use crate::pipeline::{Counts, WorkPart};

/// The bytes of a file of reports that are read: a million faults take half of it.
const MOST: u64 = 1 << 30;

/// The parts of which there are reports, by their numbers.
#[derive(Debug, Default)]
pub(super) struct PartReports(BTreeMap<u64, (VerifyReport, Value)>);

impl PartReports {
    /// Takes in the reports of a file.
    ///
    /// # Errors
    /// When it cannot be read, has none, or has some that are of other work.
    pub(super) fn take(&mut self, path: &Path) -> Result<(), Failure> {
        let name = path.display().to_string();
        let refuse = |what: &str| Failure::Usage(escape(&format!("{name}: {what}")).into_owned());
        let source: Box<dyn Read> = if path == Path::new("-") {
            Box::new(io::stdin())
        } else {
            Box::new(File::open(path).map_err(|error| refuse(&error.kind().to_string()))?)
        };
        let mut count = 0;
        for value in Deserializer::from_reader(BufReader::new(source.take(MOST))).into_iter() {
            let value: Value =
                value.map_err(|error| refuse(&format!("expected a report in JSON, found {error}")))?;
            self.add(value).map_err(|what| refuse(&what))?;
            count += 1;
        }
        if count == 0 { Err(refuse("expected a report, found nothing")) } else { Ok(()) }
    }

    /// Takes in a report.
    fn add(&mut self, mut value: Value) -> Result<(), String> {
        let report = read(&value)?;
        let Some(part) = report.part else { return Err("expected the report of a part".to_owned()) };
        if let Some((_, (first, _))) = self.0.first_key_value() {
            let of = first.part.map_or(0, WorkPart::of);
            if of != part.of() {
                return Err(format!(
                    "expected one of {of} parts, as in the reports before it, found one of {}",
                    part.of()
                ));
            }
            if first.plan != report.plan {
                return Err("expected a part of the same work as the reports before it, found one of other work: the \
                            store, a document or the options were others (plan)"
                    .to_owned());
            }
        }
        // How long it took is another time when a part is run again.
        if let Some(members) = value.as_object_mut() {
            members.shift_remove("seconds");
        }
        match self.0.get(&part.number()) {
            Some((_, before)) if *before != value => Err(format!(
                "expected what another report of part {} says, found something else",
                part.number()
            )),
            _ => {
                self.0.insert(part.number(), (report, value));
                Ok(())
            }
        }
    }

    /// One report of all.
    pub(super) fn merge(self) -> VerifyReport {
        let mut merged = VerifyReport::default();
        let mut of = 0;
        let numbers: Vec<u64> = self.0.keys().copied().collect();
        let mut notes = Vec::new();
        for (report, _) in self.0.into_values() {
            of = report.part.map_or(0, WorkPart::of);
            merged.plan = report.plan;
            merged.elapsed = merged.elapsed.saturating_add(report.elapsed);
            add(&mut merged.counts, &report.counts);
            if let Some(listed) = &report.listed {
                merged.listed.get_or_insert_with(|| listed.of_none()).join(listed);
            }
            merged.faults.extend(report.faults);
            notes.extend(report.notes.into_iter().enumerate());
        }
        merged.faults.sort_by_cached_key(Finding::order);
        merged.notes = join(notes);
        merged.merged = Some(MergedParts { of, lacking: lacking(&numbers, of) });
        merged
    }
}

fn lacking(numbers: &[u64], of: u64) -> Vec<u64> {
    (1..=of).filter(|number| numbers.binary_search(number).is_err()).collect()
}

fn add(sum: &mut Counts, part: &Counts) {
    sum.arrays = sum.arrays.saturating_add(part.arrays);
    sum.stored = sum.stored.saturating_add(part.stored);
    sum.missing = sum.missing.zip(part.missing).and_then(|(one, other)| one.checked_add(other));
    sum.hidden = sum.hidden.saturating_add(part.hidden);
    sum.decoded = sum.decoded.saturating_add(part.decoded);
    sum.faulty = sum.faulty.saturating_add(part.faulty);
    sum.stored_nbytes = sum.stored_nbytes.saturating_add(part.stored_nbytes);
    sum.decoded_nbytes = sum.decoded_nbytes.saturating_add(part.decoded_nbytes);
}

/// One note for each array and kind: the chunks of all parts, and the first chunk of all. Each note comes with its place in its
/// own report, which decides between notes on the same chunk.
fn join(mut notes: Vec<(usize, Finding)>) -> Vec<Finding> {
    notes.sort_by_cached_key(|(place, note)| (note.order(), *place));
    let mut joined: Vec<Finding> = Vec::new();
    // The notes of an array stand together, and there are few kinds of them.
    let mut array_from = 0;
    for (_, note) in notes {
        if joined.get(array_from).is_some_and(|first| first.path() != note.path()) {
            array_from = joined.len();
        }
        let same = joined.iter_mut().skip(array_from).find(|first| first.note() == note.note());
        match same {
            Some(first) => first.value["chunks"] = first.chunks().saturating_add(note.chunks()).into(),
            None => joined.push(note),
        }
    }
    joined
}

/// Reads the report of a part.
fn read(value: &Value) -> Result<VerifyReport, String> {
    let kind = value["schema"].as_str().unwrap_or_default();
    if kind != SCHEMA.0 {
        let found = if kind.is_empty() { "something else" } else { kind };
        return Err(format!("expected a report of `verify --part I/N --json`, found {found}"));
    }
    if value["version"].as_u64() != Some(SCHEMA.1) {
        return Err(format!("expected a report of version {}, found {}", SCHEMA.1, value["version"]));
    }
    if value["interrupted"] == true {
        return Err("expected the report of a part that was run to its end, found one that was interrupted"
            .to_owned());
    }
    let number = |index: usize| value["part"][index].as_u64();
    let Some((number, of)) = number(0).zip(number(1)) else {
        return Err(
            "expected the report of a part, found one of everything: there is nothing to merge".to_owned()
        );
    };
    let part = WorkPart::new(number, of).ok_or_else(|| format!("expected a part, found {number} of {of}"))?;
    let whole = || {
        let each = |name: &str| match &value[name] {
            Value::Null => Some(Vec::new()),
            list => list.as_array()?.iter().map(Finding::read).collect(),
        };
        let seconds = value["seconds"].as_f64()?;
        Some(VerifyReport {
            counts: counts(value)?,
            faults: each("faults")?,
            notes: each("notes")?,
            elapsed: Duration::try_from_secs_f64(seconds).ok()?,
            part: Some(part),
            listed: match &value["completeness"] {
                Value::Null => None,
                listed => Some(ExpectedTotals::read(listed)?),
            },
            plan: Some(value["plan"].as_str()?.to_owned()),
            ..VerifyReport::default()
        })
    };
    whole().ok_or_else(|| {
        "expected a whole report, found one in which members are missing or have another form".to_owned()
    })
}

fn counts(value: &Value) -> Option<Counts> {
    let chunks = &value["chunks"];
    let missing = match &chunks["missing"] {
        Value::Null => None,
        number => Some(large(number)?),
    };
    let hidden = if chunks["not_known"].is_null() { 0 } else { large(&chunks["not_known"])? };
    Some(Counts {
        arrays: value["arrays"].as_u64()?,
        stored: chunks["stored"].as_u64()?,
        missing,
        hidden,
        decoded: chunks["decoded"].as_u64()?,
        faulty: chunks["faulty"].as_u64()?,
        stored_nbytes: value["stored_nbytes"].as_u64()?,
        decoded_nbytes: value["decoded_nbytes"].as_u64()?,
    })
}
