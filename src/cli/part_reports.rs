//! Reports of parts: how they are read, which of them belong together, and which are lacking.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::File;
use std::io::{self, BufReader, Read, Write};
use std::path::Path;

use serde::Serialize;
use serde_json::{Deserializer, Value};

use super::{Failure, Output};
use crate::metadata::text::escape;
use crate::pipeline::WorkPart;
use crate::tell::words::{count, grouped};

/// The bytes of a file of reports that are read: a million faults take half of it.
const MOST: u64 = 1 << 30;
/// How many lacking parts are named in a line.
const NAMED: usize = 20;

/// A report of a command that divides its work.
pub(super) trait PartReport: Sized {
    const COMMAND: &'static str;
    /// The name of such a report, and the version of its form.
    const SCHEMA: (&'static str, u64);

    /// Reads a report whose header was read; `None` where members are missing or have another form.
    fn read(value: &Value, header: PartHeader) -> Option<Self>;
}

/// What every report of a part begins with.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct PartHeader {
    pub(super) part: WorkPart,
    /// The digest of what was divided.
    pub(super) plan: String,
    /// The path of what was divided, as the command was given it: on another machine it may be another one.
    pub(super) path: Option<String>,
}

impl PartHeader {
    /// Reads the header of a report of a command.
    fn read<T: PartReport>(value: &Value) -> Result<Self, String> {
        let kind = value["schema"].as_str().unwrap_or_default();
        if kind != T::SCHEMA.0 {
            let found = if kind.is_empty() { "something else" } else { kind };
            let command = T::COMMAND;
            return Err(format!("expected a report of `{command} --part I/N --json`, found {found}"));
        }
        if value["version"].as_u64() != Some(T::SCHEMA.1) {
            return Err(format!("expected a report of version {}, found {}", T::SCHEMA.1, value["version"]));
        }
        if value["interrupted"] == true {
            return Err(
                "expected the report of a part that was run to its end, found one that was interrupted"
                    .to_owned(),
            );
        }
        let number = |index: usize| value["part"][index].as_u64();
        let Some((number, of)) = number(0).zip(number(1)) else {
            return Err("expected the report of a part, found one of everything: there is nothing to merge"
                .to_owned());
        };
        let part = WorkPart::new(number, of);
        let part = part.ok_or_else(|| format!("expected a part, found {number} of {of}"))?;
        let plan = value["plan"].as_str().ok_or_else(not_whole)?.to_owned();
        let path = value["path"].as_str().map(str::to_owned);
        Ok(Self { part, plan, path })
    }

    /// Refuses a report of other work.
    fn check_same(&self, other: &Self) -> Result<(), String> {
        let [own, of] = [self.part.of(), other.part.of()];
        if own != of {
            return Err(format!(
                "expected one of {own} parts, as in the reports before it, found one of {of}"
            ));
        }
        if self.plan != other.plan {
            return Err(
                "expected a part of the same work as the reports before it, found one of other work: the \
                        store, a document or the options were others (plan)"
                    .to_owned(),
            );
        }
        Ok(())
    }
}

fn not_whole() -> String {
    "expected a whole report, found one in which members are missing or have another form".to_owned()
}

/// A report as it was read from a file.
pub(super) struct WrittenReport {
    /// The name of the file.
    name: String,
    value: Value,
}

impl WrittenReport {
    /// All reports of a file.
    ///
    /// # Errors
    /// When it cannot be read, or has none.
    pub(super) fn read_all(path: &Path) -> Result<Vec<Self>, Failure> {
        let name = path.display().to_string();
        let refuse = |what: &str| refused(&name, what);
        let source: Box<dyn Read> = if path == Path::new("-") {
            Box::new(io::stdin())
        } else {
            Box::new(File::open(path).map_err(|error| refuse(&error.kind().to_string()))?)
        };
        let values = Deserializer::from_reader(BufReader::new(source.take(MOST))).into_iter();
        let no_json = |error| refuse(&format!("expected a report in JSON, found {error}"));
        let reports: Result<Vec<Self>, Failure> = values
            .map(|value| value.map(|value| Self { name: name.clone(), value }).map_err(no_json))
            .collect();
        let reports = reports?;
        if reports.is_empty() { Err(refuse("expected a report, found nothing")) } else { Ok(reports) }
    }

    /// What it calls itself.
    pub(super) fn schema(&self) -> Option<&str> {
        self.value["schema"].as_str()
    }

    pub(super) fn refuse(&self, what: &str) -> Failure {
        refused(&self.name, what)
    }
}

fn refused(name: &str, what: &str) -> Failure {
    Failure::Usage(escape(&format!("{name}: {what}")).into_owned())
}

/// The parts of which there are reports, by their numbers.
#[derive(Debug)]
pub(super) struct PartReports<T> {
    header: Option<PartHeader>,
    reports: BTreeMap<u64, (T, Value)>,
    /// Where they found what was divided. The plan says which documents and chunks there are, but not what is in the chunks:
    /// whoever merges has to know that the store is the same.
    paths: BTreeSet<String>,
}

impl<T: PartReport> PartReports<T> {
    /// Takes in reports.
    ///
    /// # Errors
    /// When one is none of a part of this command, or of other work.
    pub(super) fn of(written: Vec<WrittenReport>) -> Result<Self, Failure> {
        let mut own = Self { header: None, reports: BTreeMap::new(), paths: BTreeSet::new() };
        for WrittenReport { name, value } in written {
            own.add(value).map_err(|what| refused(&name, &what))?;
        }
        Ok(own)
    }

    fn add(&mut self, mut value: Value) -> Result<(), String> {
        let header = PartHeader::read::<T>(&value)?;
        if let Some(first) = &self.header {
            first.check_same(&header)?;
        }
        let number = header.part.number();
        let report = T::read(&value, header.clone()).ok_or_else(not_whole)?;
        // How long it took is another time when a part is run again.
        if let Some(members) = value.as_object_mut() {
            members.shift_remove("seconds");
            members.shift_remove("path");
        }
        if self.reports.get(&number).is_some_and(|(_, before)| *before != value) {
            return Err(format!("expected what another report of part {number} says, found something else"));
        }
        self.paths.extend(header.path.clone());
        self.header = Some(header);
        self.reports.insert(number, (report, value));
        Ok(())
    }

    fn merged(&self) -> MergedParts {
        let of = self.header.as_ref().map_or(0, |header| header.part.of());
        let lacking = (1..=of).filter(|number| !self.reports.contains_key(number)).collect();
        MergedParts { of, lacking, paths: self.paths.iter().cloned().collect() }
    }

    /// Where the report of all of them belongs.
    pub(super) fn joined(&self) -> ReportParts {
        let plan = self.header.as_ref().map(|header| header.plan.clone());
        ReportParts { part: None, plan, path: None, merged: Some(self.merged()) }
    }

    /// The reports, in the order of the parts.
    pub(super) fn into_reports(self) -> impl Iterator<Item = T> {
        self.reports.into_values().map(|(report, _)| report)
    }
}

/// The parts that a report was merged from.
#[derive(Debug, Clone, Default, Serialize)]
pub(super) struct MergedParts {
    /// How many there are in all.
    #[serde(rename = "parts")]
    of: u64,
    /// The numbers of those of which there is no report.
    lacking: Vec<u64>,
    /// The paths that they are of.
    #[serde(skip_serializing_if = "agree")]
    paths: Vec<String>,
}

fn agree(paths: &[String]) -> bool {
    paths.len() <= 1
}

impl MergedParts {
    /// Whether all are there.
    pub(super) fn is_all(&self) -> bool {
        self.lacking.is_empty()
    }

    /// Which parts are lacking, in words; `None` where none is.
    pub(super) fn lacking_text(&self) -> Option<String> {
        let numbers: Vec<String> = self.lacking.iter().take(NAMED).map(u64::to_string).collect();
        let more = if self.lacking.len() > NAMED { ", …" } else { "" };
        let all = format!("{} of {}", grouped(self.lacking.len() as u128), count(self.of.into(), "part"));
        (!numbers.is_empty()).then(|| format!("{all} lacking: {}{more}", numbers.join(", ")))
    }

    /// The paths, in words, where they are several.
    fn paths_text(&self) -> Option<String> {
        (!agree(&self.paths)).then(|| {
            let paths = self.paths.iter().take(NAMED).cloned().collect::<Vec<_>>().join(", ");
            let more = if self.paths.len() > NAMED { ", …" } else { "" };
            format!("the parts are of several paths, which have to be the same store: {paths}{more}")
        })
    }

    /// Which parts there are, in words.
    fn text(&self) -> String {
        self.lacking_text().unwrap_or_else(|| format!("all {} are there", count(self.of.into(), "part")))
    }
}

/// Where a report belongs: it is of everything, of a part, or merged from parts.
#[derive(Debug, Clone, Default, Serialize)]
pub(super) struct ReportParts {
    /// The number of the part that it is of, and how many there are.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) part: Option<[u64; 2]>,
    /// The digest of what was divided.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) plan: Option<String>,
    /// The path of what was divided, where it is of a part.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) path: Option<String>,
    /// Which parts there are, where it was merged from parts.
    #[serde(flatten)]
    pub(super) merged: Option<MergedParts>,
}

fn numbers(part: WorkPart) -> [u64; 2] {
    [part.number(), part.of()]
}

impl ReportParts {
    /// Of everything at a path, or of a part of it.
    pub(super) fn new(part: Option<WorkPart>, plan: Option<String>, path: &str) -> Self {
        let path = part.map(|_| path.trim_end_matches('/').to_owned());
        Self { part: part.map(numbers), plan, path, merged: None }
    }

    /// Of a part that was read from its report.
    pub(super) fn read(header: PartHeader) -> Self {
        Self { part: Some(numbers(header.part)), plan: Some(header.plan), path: header.path, merged: None }
    }

    /// Prints it, and where the parts do not agree on their path.
    pub(super) fn print(&self, output: &mut Output) -> Result<(), Failure> {
        for line in self.text().iter().chain(&self.merged.as_ref().and_then(MergedParts::paths_text)) {
            writeln!(output, "{}", escape(line))?;
        }
        Ok(())
    }

    /// The same in words; `None` of everything.
    fn text(&self) -> Option<String> {
        let own =
            |[number, of]: [u64; 2]| format!("part {} of {}", grouped(number.into()), grouped(of.into()));
        self.merged.as_ref().map(MergedParts::text).or_else(|| self.part.map(own))
    }

    /// Which parts are lacking, in words; `None` where none is.
    pub(super) fn lacking(&self) -> Option<String> {
        self.merged.as_ref().and_then(MergedParts::lacking_text)
    }

    /// How a command ends where nothing was found: parts are lacking.
    pub(super) fn end(&self) -> Result<(), Failure> {
        self.lacking().map_or(Ok(()), |lacking| Err(Failure::Data(lacking)))
    }
}
