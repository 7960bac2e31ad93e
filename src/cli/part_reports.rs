use std::collections::{BTreeMap, BTreeSet};
use std::io::{self, BufReader, Read, Write};
use std::path::Path;

use serde::{Deserialize, Serialize, de::Error as _};
use serde_json::{Deserializer, Map, Value, value::RawValue};

use super::{Failure, Output, Result, findings::Finding};
use crate::metadata::text::escape;
use crate::pipeline::WorkPart;
use crate::store::open_named;
use crate::tell::words::{count, grouped};

/// The most bytes of a file of reports: half a million faults. Read, they take 16 times as much memory.
const MOST: u64 = 256 << 20;
const HEADER: usize = 4 << 20;
const NAMED: usize = 20;

pub(super) trait PartReport: Sized {
    const COMMAND: &'static str;
    const SCHEMA: (&'static str, u64);

    fn read(written: WrittenReport, header: PartHeader) -> Option<Self>;

    /// Its faults, and its notes.
    fn findings(&self) -> [&[Finding]; 2];
}

#[derive(Debug, Clone, PartialEq)]
pub(super) struct PartHeader {
    pub(super) part: WorkPart,
    pub(super) plan: String,
    /// As the command was given it: on another machine the path may be another one.
    pub(super) path: Option<String>,
}

impl PartHeader {
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
            let expected = "expected the report of a part that was run to the end";
            return Err(format!("{expected}, found one that was interrupted"));
        }
        let number = |index: usize| value["part"][index].as_u64();
        let (Some(number), Some(of)) = (number(0), number(1)) else {
            return Err(
                "expected the report of a part, found one of the whole: there is nothing to merge".to_owned()
            );
        };
        let Some(part) = WorkPart::new(number, of) else {
            return Err(format!("expected a part, found {number} of {of}"));
        };
        let plan = value["plan"].as_str().ok_or_else(not_whole)?.to_owned();
        Ok(Self { part, plan, path: value["path"].as_str().map(str::to_owned) })
    }

    fn check_same(&self, other: &Self) -> Result<(), String> {
        let [own, of] = [self.part.of(), other.part.of()];
        if own != of {
            let expected = format!("expected one of {own} parts, as in the reports before it");
            return Err(format!("{expected}, found one of {of}"));
        }
        if self.plan != other.plan {
            return Err(
                "expected a part of the same work as the reports before it, found one of different work: the \
                        store, a document or the options were different, or another version divided it (plan)"
                    .to_owned(),
            );
        }
        Ok(())
    }
}

fn not_whole() -> String {
    "expected a whole report, found one in which members are missing or have another form".to_owned()
}

/// A report as it was read. There may be very many findings: as JSON they would take three times the memory.
pub(super) struct WrittenReport {
    name: String,
    pub(super) rest: Value,
    pub(super) faults: Vec<Finding>,
    pub(super) notes: Vec<Finding>,
    /// Whether all findings were in the form that `verify` writes.
    pub(super) are_all_read: bool,
}

impl WrittenReport {
    fn of(name: &str, members: BTreeMap<String, Box<RawValue>>) -> serde_json::Result<Self> {
        let mut rest = Map::new();
        let (mut faults, mut notes) = (Vec::new(), Vec::new());
        let mut are_all_read = true;
        let mut nbytes = 0;
        for (member, text) in members {
            let into = match member.as_str() {
                "faults" => &mut faults,
                "notes" => &mut notes,
                _ => {
                    // Small values take a hundred times their size.
                    nbytes += text.get().len();
                    if nbytes > HEADER {
                        let found = format!("more than {HEADER} bytes beside its faults and notes");
                        return Err(serde_json::Error::custom(found));
                    }
                    rest.insert(member, serde_json::from_str(text.get())?);
                    continue;
                }
            };
            let list: Vec<&RawValue> = serde_json::from_str(text.get())?;
            for one in list {
                let value: Value = serde_json::from_str(one.get())?;
                let finding = Finding::deserialize(&value);
                are_all_read &= finding.is_ok();
                into.extend(finding);
            }
        }
        Ok(Self { name: name.to_owned(), rest: Value::Object(rest), faults, notes, are_all_read })
    }

    pub(super) fn read_all(path: &Path) -> Result<Vec<Self>> {
        let name = path.display().to_string();
        let refuse = |what: &str| refused(&name, what);
        let source: Box<dyn Read> = if path == Path::new("-") {
            Box::new(io::stdin())
        } else {
            Box::new(open_named(path).map_err(|error| refuse(&error))?)
        };
        let mut source = source.take(MOST);
        let members = Deserializer::from_reader(BufReader::new(source.by_ref())).into_iter();
        let mut reports = Vec::new();
        for members in members {
            match members.and_then(|members| Self::of(&name, members)) {
                Ok(report) => reports.push(report),
                Err(_) if source.limit() == 0 => {
                    return Err(refuse(&format!("expected at most {MOST} bytes of reports, found more")));
                }
                Err(error) => return Err(refuse(&format!("expected a report in JSON, found {error}"))),
            }
            // It will be refused. Behind it there may be millions of the kind.
            if reports.last().is_some_and(|report| report.schema().is_none()) {
                break;
            }
        }
        if reports.is_empty() { Err(refuse("expected a report, found nothing")) } else { Ok(reports) }
    }

    pub(super) fn schema(&self) -> Option<&str> {
        self.rest["schema"].as_str()
    }

    pub(super) fn refuse(&self, what: &str) -> Failure {
        refused(&self.name, what)
    }
}

fn refused(name: &str, what: &str) -> Failure {
    Failure::Usage(escape(&format!("{name}: {what}")).into_owned())
}

#[derive(Debug)]
pub(super) struct PartReports<T> {
    header: Option<PartHeader>,
    reports: BTreeMap<u64, (T, Value)>,
    /// The plan covers documents and keys but no bytes of chunks, so the paths show whether the store is the same.
    paths: BTreeSet<String>,
}

impl<T: PartReport> PartReports<T> {
    pub(super) fn of(written: Vec<WrittenReport>) -> Result<Self> {
        let mut own = Self { header: None, reports: BTreeMap::new(), paths: BTreeSet::new() };
        for report in written {
            let name = report.name.clone();
            own.add(report).map_err(|what| refused(&name, &what))?;
        }
        Ok(own)
    }

    fn add(&mut self, report: WrittenReport) -> Result<(), String> {
        let header = PartHeader::read::<T>(&report.rest)?;
        if let Some(first) = &self.header {
            first.check_same(&header)?;
        }
        let number = header.part.number();
        if !report.are_all_read {
            return Err(not_whole());
        }
        let mut value = report.rest.clone();
        let report = T::read(report, header.clone()).ok_or_else(not_whole)?;
        // How long it took is another time when a part is run again.
        if let Some(members) = value.as_object_mut() {
            members.shift_remove("seconds");
            members.shift_remove("path");
        }
        if let Some((before, own)) = self.reports.get(&number)
            && (*own != value || before.findings() != report.findings())
        {
            return Err(format!("expected what another report of part {number} says, found something else"));
        }
        self.paths.extend(header.path.clone());
        self.header = Some(header);
        self.reports.insert(number, (report, value));
        Ok(())
    }

    pub(super) fn joined(&self) -> ReportParts {
        let of = self.header.as_ref().map_or(0, |header| header.part.of());
        let lacking = (1..=of).filter(|number| !self.reports.contains_key(number)).collect();
        let merged = Some(MergedParts { of, lacking, paths: self.paths.iter().cloned().collect() });
        let plan = self.header.as_ref().map(|header| header.plan.clone());
        ReportParts { part: None, plan, path: None, merged }
    }

    pub(super) fn into_reports(self) -> impl Iterator<Item = T> {
        self.reports.into_values().map(|(report, _)| report)
    }
}

#[derive(Debug, Clone, Default, Serialize)]
pub(super) struct MergedParts {
    #[serde(rename = "parts")]
    of: u64,
    lacking: Vec<u64>,
    #[serde(skip_serializing_if = "agree")]
    paths: Vec<String>,
}

fn agree(paths: &[String]) -> bool {
    paths.len() <= 1
}

impl MergedParts {
    fn lacking_text(&self) -> Option<String> {
        if self.lacking.is_empty() {
            return None;
        }
        let all = format!("{} of {}", grouped(self.lacking.len() as u128), count(self.of.into(), "part"));
        Some(format!("{all} missing: {}", first_of(self.lacking.iter().map(u64::to_string))))
    }
}

fn first_of(mut words: impl Iterator<Item = String>) -> String {
    let mut shown: Vec<String> = words.by_ref().take(NAMED).collect();
    if words.next().is_some() {
        shown.push("…".to_owned());
    }
    shown.join(", ")
}

#[derive(Debug, Clone, Default, Serialize)]
pub(super) struct ReportParts {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) part: Option<[u64; 2]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) plan: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) path: Option<String>,
    #[serde(flatten)]
    pub(super) merged: Option<MergedParts>,
}

fn numbers(part: WorkPart) -> [u64; 2] {
    [part.number(), part.of()]
}

impl ReportParts {
    pub(super) fn new(part: Option<WorkPart>, plan: Option<String>, path: &str) -> Self {
        let path = part.map(|_| path.trim_end_matches('/').to_owned());
        Self { part: part.map(numbers), plan, path, merged: None }
    }

    /// Of one part, or of none, as a report has it.
    pub(super) fn of_json(report: &Value) -> Self {
        let text = |name: &str| report[name].as_str().map(str::to_owned);
        let part = Deserialize::deserialize(&report["part"]).ok();
        Self { part, plan: text("plan"), path: text("path"), merged: None }
    }

    pub(super) fn read(header: PartHeader) -> Self {
        Self { part: Some(numbers(header.part)), plan: Some(header.plan), path: header.path, merged: None }
    }

    pub(super) fn print(&self, output: &mut Output) -> Result {
        if let Some(merged) = &self.merged {
            let text = match merged.lacking_text() {
                Some(lacking) => lacking,
                None => format!("all {} are there", count(merged.of.into(), "part")),
            };
            writeln!(output, "{}", escape(&text))?;
            if !agree(&merged.paths) {
                let paths = escape(&first_of(merged.paths.iter().cloned())).into_owned();
                writeln!(output, "the parts are of several paths, which must be the same store: {paths}")?;
            }
        } else if let Some([number, of]) = self.part {
            writeln!(output, "part {} of {}", grouped(number.into()), grouped(of.into()))?;
        }
        Ok(())
    }

    pub(super) fn lacking(&self) -> Option<String> {
        self.merged.as_ref()?.lacking_text()
    }

    pub(super) fn end(&self) -> Result {
        match self.lacking() {
            Some(lacking) => Err(Failure::Data(lacking)),
            None => Ok(()),
        }
    }
}
